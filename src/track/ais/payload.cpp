#include "track/ais/payload.h"

#include <algorithm>

namespace tarn::track::ais {
namespace {

constexpr uint8_t kNotArmour = 0xFF;

constexpr std::array<uint8_t, 256> MakeArmour() {
  std::array<uint8_t, 256> table{};
  for (auto& value : table) value = kNotArmour;
  for (int value = 0; value < 64; ++value)
    table[static_cast<size_t>(value < 40 ? value + 48 : value + 56)] = static_cast<uint8_t>(value);
  return table;
}
constexpr std::array<uint8_t, 256> kArmour = MakeArmour();

}  // namespace

void Payload::Clear() {
  const auto used = static_cast<size_t>(size_) / 64 + 2;
  std::fill_n(words_.begin(), std::min(used, words_.size()), 0);
  size_ = 0;
}

Fault Payload::Append(std::string_view armoured, int fill_bits) {
  if (armoured.size() * 6 + static_cast<size_t>(size_) > kMaxBits) return Fault::TooLong;
  const int begin = size_;
  int at = size_;
  uint8_t seen = 0;
  for (const char c : armoured) {
    const uint8_t value = kArmour[static_cast<uint8_t>(c)];
    seen |= value;
    const auto word = static_cast<size_t>(at) / 64;
    const int offset = at % 64;
    const uint64_t bits = uint64_t{value} << 58;
    words_[word] |= bits >> offset;
    if (offset > 58) words_[word + 1] |= bits << (64 - offset);
    at += 6;
  }
  size_ = at;
  // A value has six bits, kNotArmour has eight.
  if (seen > 63) return Fault::BadPayload;
  size_ = std::max(begin, at - fill_bits);
  // What lies beyond the end reads as zero, also where a sender filled up with ones.
  for (int bit = size_; bit < at; ++bit) words_[static_cast<size_t>(bit) / 64] &= ~(uint64_t{1} << (63 - bit % 64));
  return Fault::None;
}

std::string Payload::Text(int at, int characters) const {
  std::string text;
  for (int i = 0; i < characters; ++i) {
    const uint32_t value = Unsigned(at + i * 6, 6);
    if (value == 0) break;
    text.push_back(static_cast<char>(value < 32 ? value + 64 : value));
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace tarn::track::ais
