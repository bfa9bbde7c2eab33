#include "columnar/truncate.h"

#include <cstdint>

namespace tarn::columnar {
namespace {

bool Continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

size_t LastCodePointAt(std::string_view text) {
  size_t at = text.size() - 1;
  while (at > 0 && Continues(text[at])) at--;
  return at;
}

uint32_t Decode(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes[0]);
  if (bytes.size() == 1) return first;
  uint32_t value = first & (0x7Fu >> bytes.size());
  for (size_t i = 1; i < bytes.size(); i++) value = value << 6 | (static_cast<unsigned char>(bytes[i]) & 0x3Fu);
  return value;
}

std::string Encode(uint32_t c) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xC0 | c >> 6), tail(0)};
  if (c < 0x10000) return {static_cast<char>(0xE0 | c >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xF0 | c >> 18), tail(12), tail(6), tail(0)};
}

}  // namespace

std::string_view TextPrefix(std::string_view text, size_t count) {
  size_t at = 0;
  for (size_t points = 0; at < text.size(); at++) {
    if (!Continues(text[at]) && points++ == count) break;
  }
  return text.substr(0, at);
}

std::optional<std::string> TextUpperBound(std::string_view text, size_t count) {
  std::string_view prefix = TextPrefix(text, count);
  if (prefix.size() == text.size()) return std::string(text);
  while (!prefix.empty()) {
    const size_t at = LastCodePointAt(prefix);
    uint32_t next = Decode(prefix.substr(at)) + 1;
    if (next >= 0xD800 && next <= 0xDFFF) next = 0xE000;
    prefix = prefix.substr(0, at);
    if (next <= 0x10FFFF) return std::string(prefix) + Encode(next);
  }
  return std::nullopt;
}

std::optional<std::string> BytesUpperBound(std::string_view bytes, size_t count) {
  if (bytes.size() <= count) return std::string(bytes);
  std::string bound(bytes.substr(0, count));
  while (!bound.empty()) {
    if (static_cast<unsigned char>(bound.back()) != 0xFF) {
      bound.back() = static_cast<char>(bound.back() + 1);
      return bound;
    }
    bound.pop_back();
  }
  return std::nullopt;
}

}  // namespace tarn::columnar
