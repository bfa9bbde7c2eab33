#include "base/name_list.h"

#include <algorithm>

namespace tarn {

std::vector<std::string> SplitNames(std::string_view text) {
  std::vector<std::string> names;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    std::string_view name = text.substr(begin, end - begin);
    // Java's trim(): everything up to the blank.
    while (!name.empty() && static_cast<unsigned char>(name.front()) <= ' ') name.remove_prefix(1);
    while (!name.empty() && static_cast<unsigned char>(name.back()) <= ' ') name.remove_suffix(1);
    if (!name.empty()) names.emplace_back(name);
    begin = end + 1;
  }
  return names;
}

std::string JoinNames(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ",") + name;
  return text;
}

}  // namespace tarn
