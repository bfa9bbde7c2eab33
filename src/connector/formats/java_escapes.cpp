#include "connector/formats/java_escapes.h"

#include <charconv>

#include "base/utf8.h"

namespace tarn::connector {
namespace {

bool IsOctal(std::string_view text, size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '7'; }

/// The character of the digits in `text`, all of them of the base.
std::optional<uint32_t> Code(std::string_view text, int base) {
  uint32_t code = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), code, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return code;
}

}  // namespace

std::optional<std::string> UnescapeJava(std::string_view text) {
  constexpr std::string_view kNames = "bntfr", kControls = "\b\n\t\f\r";
  std::string out;
  for (size_t at = 0; at < text.size();) {
    if (text[at] != '\\') {
      out += text[at++];
      continue;
    }
    if (++at == text.size()) break;
    if (text[at] == 'u') {
      while (at < text.size() && text[at] == 'u') at++;
      if (at < text.size() && text[at] == '+') at++;
      if (at + 4 > text.size()) return std::nullopt;
      const auto code = Code(text.substr(at, 4), 16);
      if (!code || (*code >= 0xD800 && *code < 0xE000)) return std::nullopt;
      AppendUtf8(out, *code);
      at += 4;
    } else if (IsOctal(text, at)) {
      size_t length = 1;
      const size_t most = text[at] <= '3' ? 3 : 2;
      while (length < most && IsOctal(text, at + length)) length++;
      AppendUtf8(out, *Code(text.substr(at, length), 8));
      at += length;
    } else if (const auto name = kNames.find(text[at]); name != std::string_view::npos) {
      out += kControls[name];
      at++;
    } else {
      out += text[at++];
    }
  }
  return out;
}

}  // namespace tarn::connector
