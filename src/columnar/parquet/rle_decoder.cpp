#include "columnar/parquet/rle_decoder.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "columnar/parquet/bit_unpack.h"
#include "columnar/parquet/page.h"

namespace tarn::columnar::parquet {
namespace {

[[noreturn]] void EndTooEarly() { throw Error(ErrorCode::Corruption, "a page ends within its levels or codes"); }

}  // namespace

template <class Code>
void DecodeRleHybrid(std::span<const uint8_t> bytes, int bit_width, size_t count, Code* out) {
  if (bit_width == 0) {
    std::fill_n(out, count, Code{0});
    return;
  }
  const auto width = static_cast<size_t>(bit_width);
  while (count > 0) {
    const auto header = TakeVarint(bytes);
    if (header & 1) {
      const auto values = std::min<size_t>(count, (header >> 1) * 8);
      // Writers may leave out what fills up the last group.
      if ((values * width + 7) / 8 > bytes.size()) EndTooEarly();
      UnpackBits(bytes.data(), bit_width, values / 8, out);
      if (values % 8 > 0) {
        const auto rest = bytes.subspan(values / 8 * width);
        uint8_t group[kMostBits + kSpareBytes] = {};
        std::copy_n(rest.begin(), std::min(rest.size(), width), group);
        Code last[8];
        UnpackBits(group, bit_width, 1, last);
        std::copy_n(last, values % 8, out + values / 8 * 8);
      }
      bytes = bytes.subspan(std::min<size_t>(bytes.size(), (header >> 1) * width));
      out += values;
      count -= values;
    } else {
      const auto value_bytes = (width + 7) / 8;
      if (bytes.size() < value_bytes) EndTooEarly();
      uint32_t value = 0;
      std::memcpy(&value, bytes.data(), value_bytes);
      bytes = bytes.subspan(value_bytes);
      const auto values = std::min<size_t>(count, header >> 1);
      std::fill_n(out, values, static_cast<Code>(value));
      out += values;
      count -= values;
    }
  }
}

template void DecodeRleHybrid(std::span<const uint8_t>, int, size_t, uint16_t*);
template void DecodeRleHybrid(std::span<const uint8_t>, int, size_t, uint32_t*);

bool IsRunOfOnes(std::span<const uint8_t> bytes, size_t count) {
  const auto header = TakeVarint(bytes);
  return (header & 1) == 0 && header >> 1 >= count && !bytes.empty() && bytes[0] == 1;
}

}  // namespace tarn::columnar::parquet
