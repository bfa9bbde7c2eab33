// Every process table function, one line each; detectors come from their own list (track/detect/detectors.h).
#include "function/process_functions.h"

#include <algorithm>

#include "base/ascii_case.h"

namespace tarn::function {

stream::ProcessFunctionEntry AisPositions();
stream::ProcessFunctionEntry CleanTrack();
std::vector<stream::ProcessFunctionEntry> Detectors();

const std::vector<stream::ProcessFunctionEntry>& ProcessFunctions() {
  static const std::vector<stream::ProcessFunctionEntry> entries = [] {
    std::vector<stream::ProcessFunctionEntry> all = Detectors();
    all.push_back(AisPositions());
    all.push_back(CleanTrack());
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return all;
  }();
  return entries;
}

const stream::ProcessFunctionEntry* FindProcessFunction(std::string_view name) {
  for (const auto& entry : ProcessFunctions())
    if (EqualInAnyCase(name, entry.name)) return &entry;
  return nullptr;
}

}  // namespace tarn::function
