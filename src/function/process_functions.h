// Every process table function by its SQL name. A function = one file that exports entries, and a line in
// process_functions.cpp.
#pragma once

#include <string_view>
#include <vector>

#include "stream/process_function.h"

namespace tarn::function {

/// Sorted by name.
const std::vector<stream::ProcessFunctionEntry>& ProcessFunctions();
/// The name's case does not matter. Null where there is none.
const stream::ProcessFunctionEntry* FindProcessFunction(std::string_view name);

}  // namespace tarn::function
