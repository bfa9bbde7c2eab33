// How key rows in manifests (min_key, max_key) are ordered.
#pragma once

#include <functional>
#include <string_view>

namespace tarn::table {

/// Orders two serialized key rows: negative, zero, positive. Thread-safe.
using KeyCompare = std::function<int(std::string_view, std::string_view)>;

}  // namespace tarn::table
