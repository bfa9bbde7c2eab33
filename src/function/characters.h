// Walking a text by its characters, and their places.
#pragma once

#include <string>
#include <string_view>

#include "base/utf8.h"

namespace tarn::function {

/// Calls `f(code point, its text)` for each character.
template <typename F>
void EachCharacter(std::string_view text, F f) {
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const uint32_t code = TakeCodePoint(text, at);
    f(code, text.substr(begin, at - begin));
  }
}

inline std::string Character(uint32_t code) {
  std::string text;
  AppendUtf8(text, code);
  return text;
}

/// The byte offset of character `index` (from 0), at most the end.
inline size_t ByteOffset(std::string_view text, int64_t index) { return Characters(text, index).size(); }

}  // namespace tarn::function
