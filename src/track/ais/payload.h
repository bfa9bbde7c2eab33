// The bits of one AIS message: six-bit armoured characters laid one after another, most significant bit first.
// Source: ITU-R M.1371-5 annex 8, IEC 61162-1 annex C.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "track/ais/fault.h"

namespace tarn::track::ais {

class Payload {
 public:
  /// The longest message takes five slots (1064 bits); a little more is let through for wasteful senders.
  static constexpr int kMaxBits = 1280;

  void Clear();
  /// Adds one sentence's characters and takes its fill bits off again.
  Fault Append(std::string_view armoured, int fill_bits);

  int size() const { return size_; }  // bits

  /// Bits beyond the end read as zero. width 1..32; at + width <= kMaxBits.
  uint32_t Unsigned(int at, int width) const {
    const auto word = static_cast<size_t>(at) / 64;
    const int offset = at % 64;
    uint64_t window = words_[word] << offset;
    if (offset != 0) window |= words_[word + 1] >> (64 - offset);
    return static_cast<uint32_t>(window >> (64 - width));
  }
  /// Two's complement.
  int32_t Signed(int at, int width) const {
    return static_cast<int32_t>(Unsigned(at, width) << (32 - width)) >> (32 - width);
  }
  bool Flag(int at) const { return Unsigned(at, 1) != 0; }
  /// Six-bit text: ends at the first '@' (which pads), without trailing spaces. Holds ' ' to '_' only.
  std::string Text(int at, int characters) const;

 private:
  std::array<uint64_t, kMaxBits / 64 + 2> words_{};
  int size_ = 0;
};

}  // namespace tarn::track::ais
