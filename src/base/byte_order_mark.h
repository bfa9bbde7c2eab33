// The bytes EF BB BF that some programs write before UTF-8 text. They are no part of it.
#pragma once

#include <string_view>

namespace tarn {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr std::string_view WithoutByteOrderMark(std::string_view text) {
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

}  // namespace tarn
