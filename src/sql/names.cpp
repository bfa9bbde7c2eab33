#include "sql/names.h"

namespace tarn::sql {

namespace {

bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }

}  // namespace

std::string EncodeName(std::string_view name) {
  std::string encoded;
  encoded.reserve(name.size() + 4);
  for (const char c : name) {
    if (c == '^') {
      encoded += "^^";
    } else if (IsUpper(c)) {
      encoded += '^';
      encoded += static_cast<char>(c - 'A' + 'a');
    } else {
      encoded += c;
    }
  }
  return encoded;
}

std::string DecodeName(std::string_view encoded) {
  std::string name;
  name.reserve(encoded.size());
  for (size_t i = 0; i < encoded.size(); i++) {
    const char next = i + 1 < encoded.size() ? encoded[i + 1] : '\0';
    if (encoded[i] == '^' && next == '^') {
      name += '^';
      i++;
    } else if (encoded[i] == '^' && IsLower(next)) {
      name += static_cast<char>(next - 'a' + 'A');
      i++;
    } else {
      name += encoded[i];
    }
  }
  return name;
}

std::string DecodeText(std::string_view text) { return DecodeName(text); }

}  // namespace tarn::sql
