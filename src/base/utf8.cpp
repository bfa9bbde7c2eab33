#include "base/utf8.h"

#include <cstring>

namespace tarn {

void AppendUtf8(std::string& text, uint32_t code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | (code >> 6));
    text += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0 | (code >> 12));
    text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    text += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    text += static_cast<char>(0xF0 | (code >> 18));
    text += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
    text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    text += static_cast<char>(0x80 | (code & 0x3F));
  }
}

uint32_t TakeCodePoint(std::string_view text, size_t& at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const uint32_t first = byte(at++);
  const size_t more = first < 0xC2 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : 0;
  if (more == 0 || text.size() - at < more) return first;
  uint32_t code = first & (0x3FU >> more);
  for (size_t i = 0; i < more; i++) {
    if ((byte(at + i) & 0xC0) != 0x80) return first;
    code = code << 6 | (byte(at + i) & 0x3FU);
  }
  at += more;
  return code;
}

size_t FindBadUtf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    uint64_t eight;
    if (i + sizeof eight <= text.size()) {  // mostly ASCII
      std::memcpy(&eight, text.data() + i, sizeof eight);
      if ((eight & 0x8080808080808080u) == 0) {
        i += sizeof eight;
        continue;
      }
    }
    const auto lead = static_cast<unsigned char>(text[i]);
    const size_t more = lead < 0x80                   ? 0
                        : lead >= 0xC2 && lead < 0xE0 ? 1
                        : (lead >> 4) == 0xE          ? 2
                        : lead < 0xF5                 ? 3
                                                      : 4;
    if (more == 4 || (lead >= 0x80 && lead < 0xC2) || i + more >= text.size()) return i;
    uint32_t code = more == 0 ? lead : lead & (0x3Fu >> more);
    for (size_t k = 1; k <= more; k++) {
      const auto next = static_cast<unsigned char>(text[i + k]);
      if ((next & 0xC0) != 0x80) return i;
      code = (code << 6) | (next & 0x3Fu);
    }
    if ((more == 2 && (code < 0x800 || (code >= 0xD800 && code < 0xE000))) ||
        (more == 3 && (code < 0x10000 || code > 0x10FFFF))) {
      return i;
    }
    i += more + 1;
  }
  return std::string_view::npos;
}

std::string DecodeUtf8(std::string_view bytes) {
  std::string text;
  for (size_t i = 0; i < bytes.size();) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    const size_t length = lead < 0x80                   ? 1
                          : lead >= 0xC2 && lead < 0xE0 ? 2
                          : lead >= 0xE0 && lead < 0xF0 ? 3
                          : lead >= 0xF0 && lead < 0xF5 ? 4
                                                        : 0;
    size_t good = length == 0 ? 0 : 1;
    while (good > 0 && good < length && i + good < bytes.size()) {
      const auto next = static_cast<unsigned char>(bytes[i + good]);
      const bool second = good == 1;
      const unsigned char low = second && lead == 0xE0 ? 0xA0 : second && lead == 0xF0 ? 0x90 : 0x80;
      const unsigned char high = second && lead == 0xED ? 0x9F : second && lead == 0xF4 ? 0x8F : 0xBF;
      if (next < low || next > high) break;
      good++;
    }
    if (length > 0 && good == length) {
      text.append(bytes.substr(i, length));
      i += length;
    } else {
      text += "\xEF\xBF\xBD";
      i += good == 0 ? 1 : good;
    }
  }
  return text;
}

std::string_view Characters(std::string_view utf8, int64_t count) {
  size_t at = 0;
  while (at < utf8.size()) {
    if ((static_cast<unsigned char>(utf8[at]) & 0xC0) != 0x80 && count-- == 0) break;
    at++;
  }
  return utf8.substr(0, at);
}

int64_t CountCharacters(std::string_view utf8) {
  int64_t count = 0;
  for (char c : utf8) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

}  // namespace tarn
