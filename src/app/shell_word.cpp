#include "app/shell_word.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace tarn::app {

std::string ShellWord(const std::string& text) {
  constexpr std::string_view kPlain = "/._-+=:@%";
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [&](unsigned char c) {
    return std::isalnum(c) != 0 || kPlain.find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace tarn::app
