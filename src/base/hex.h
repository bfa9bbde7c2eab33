// Bytes as hexadecimal digits, and back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tarn {

inline constexpr char kUpperHex[] = "0123456789ABCDEF", kLowerHex[] = "0123456789abcdef";

/// 0 to 15; -1: it is none.
constexpr int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

/// 0 to 255; -1: the text does not begin with two digits.
constexpr int HexByte(std::string_view text) {
  if (text.size() < 2) return -1;
  const int high = HexDigit(text[0]), low = HexDigit(text[1]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

inline void AppendHex(std::string& text, char byte, const char* digits = kUpperHex) {
  text += digits[static_cast<uint8_t>(byte) >> 4];
  text += digits[static_cast<uint8_t>(byte) & 15];
}
inline std::string ToHex(std::string_view bytes, const char* digits = kUpperHex) {
  std::string text;
  for (const char byte : bytes) AppendHex(text, byte, digits);
  return text;
}

}  // namespace tarn
