// Whether what came is what was recorded.
#pragma once

#include <string>

#include "corpus/case_file.h"

namespace tarn::corpus {

/// "" = equal; else what differs, in lines. `ordered`: the statement gives its rows an order (ORDER BY, SHOW,
/// DESCRIBE).
std::string Compare(const Case& expected, const Answer& actual, bool ordered);

/// Per key (columns counted from 1) the sequence of rows, keys in order: equal lists = equal per key.
std::vector<std::string> RowsByKey(const std::vector<std::string>& rows, const std::vector<size_t>& columns);

/// The table that is left after all changes, as sorted "+I|..|" lines.
std::vector<std::string> Fold(const std::vector<std::string>& rows);

}  // namespace tarn::corpus
