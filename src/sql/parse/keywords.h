// Flink 2.2's reserved words: they name nothing unless quoted with backticks.
#pragma once

#include <string_view>

namespace tarn::sql {

/// `upper` in upper case.
bool IsReserved(std::string_view upper);

/// A reserved word that is a function's name all the same when a bracket follows: ABS(..), LEFT(..), DATE_TRUNC(..).
bool IsReservedFunction(std::string_view upper);

}  // namespace tarn::sql
