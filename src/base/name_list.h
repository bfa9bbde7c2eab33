// Names in one text, as options hold them: "a, b".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tarn {

/// The blanks around a name are none of it, and empty names are left out. None of a text that is empty or blank.
std::vector<std::string> SplitNames(std::string_view text);

/// "a,b"
std::string JoinNames(const std::vector<std::string>& names);

}  // namespace tarn
