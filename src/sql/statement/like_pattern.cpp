#include "sql/statement/like_pattern.h"

#include "base/ascii_case.h"

namespace tarn::sql {

bool MatchesLike(std::string_view text, std::string_view pattern, bool ignore_case) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '%') {
    for (size_t skip = 0; skip <= text.size(); skip++) {
      if (MatchesLike(text.substr(skip), pattern.substr(1), ignore_case)) return true;
    }
    return false;
  }
  if (text.empty()) return false;
  if (pattern[0] == '_') {
    size_t length = 1;  // one character, however many bytes
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) length++;
    return MatchesLike(text.substr(length), pattern.substr(1), ignore_case);
  }
  if (pattern[0] == '\\' && pattern.size() > 1) pattern.remove_prefix(1);
  const auto fold = [&](char c) { return ignore_case ? AsciiLower(c) : c; };
  return fold(text[0]) == fold(pattern[0]) && MatchesLike(text.substr(1), pattern.substr(1), ignore_case);
}

}  // namespace tarn::sql
