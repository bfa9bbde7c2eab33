// How key rows in manifests (min_key, max_key) are ordered.
#pragma once

#include <functional>
#include <string_view>

#include "paimon/schema.h"

namespace tarn::table {

/// Orders two serialized key rows: negative, zero, positive. Thread-safe.
using KeyCompare = std::function<int(std::string_view, std::string_view)>;

/// By the trimmed primary key's columns, ascending, NULLs first. Throws Corruption (when called) for bytes that are no
/// such rows.
KeyCompare KeyCompareOf(const paimon::TableSchema& schema);

}  // namespace tarn::table
