#include "columnar/parquet/delta_decoder.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>

#include "base/error.h"
#include "base/int128.h"
#include "columnar/parquet/bit_unpack.h"
#include "columnar/parquet/page.h"

namespace tarn::columnar::parquet {
namespace {

constexpr size_t kGroup = 8;

[[noreturn]] void Damaged(const std::string& what) { throw Error(ErrorCode::Corruption, what); }

/// Eight values of more than 32 bits.
void UnpackWide(const uint8_t* in, int width, uint64_t* out) {
  for (size_t i = 0; i < kGroup; i++) {
    const size_t bit = i * static_cast<size_t>(width);
    uint128_t word;
    std::memcpy(&word, in + bit / 8, sizeof word);
    out[i] = static_cast<uint64_t>(word >> bit % 8) & ~uint64_t{0} >> (64 - width);
  }
}

void UnpackGroup(const uint8_t* in, int width, uint64_t* out) {
  if (width > kMostBits) return UnpackWide(in, width, out);
  uint32_t values[kGroup];
  UnpackBits(in, width, 1, values);
  std::copy_n(values, kGroup, out);
}

}  // namespace

template <class T>
void DecodeDelta(std::span<const uint8_t> bytes, size_t count, T* out) {
  using U = std::make_unsigned_t<T>;
  const auto block = TakeVarint(bytes), mini_blocks = TakeVarint(bytes), total = TakeVarint(bytes);
  if (mini_blocks == 0 || mini_blocks > block || block % mini_blocks != 0 || block / mini_blocks % kGroup != 0) {
    Damaged("a page announces blocks of " + std::to_string(block) + " values in " + std::to_string(mini_blocks) +
            " parts");
  }
  auto value = static_cast<U>(TakeZigZag(bytes));
  if (total != count) {
    Damaged("a page holds " + std::to_string(total) + " values where " + std::to_string(count) + " are announced");
  }
  if (count == 0) return;
  const auto mini = block / mini_blocks;
  out[0] = static_cast<T>(value);
  for (size_t at = 1; at < count;) {
    const auto least = static_cast<U>(TakeZigZag(bytes));
    if (bytes.size() < mini_blocks) Damaged("a page ends within the widths of a block");
    const auto widths = bytes.first(mini_blocks);
    bytes = bytes.subspan(mini_blocks);
    for (size_t m = 0; m < mini_blocks && at < count; m++) {
      const int width = widths[m];
      if (width > static_cast<int>(8 * sizeof(T)))
        Damaged("a page has differences of " + std::to_string(width) + " bits");
      const auto group_bytes = static_cast<size_t>(width);
      for (size_t left = mini; left > 0 && at < count; left -= kGroup) {
        if (bytes.size() < group_bytes) Damaged("a page ends within a block");
        uint64_t differences[kGroup];
        UnpackGroup(bytes.data(), width, differences);
        bytes = bytes.subspan(group_bytes);
        const auto values = std::min(kGroup, count - at);
        for (size_t i = 0; i < values; i++) {
          value += least + static_cast<U>(differences[i]);
          out[at + i] = static_cast<T>(value);
        }
        at += values;
      }
    }
  }
}

template void DecodeDelta(std::span<const uint8_t>, size_t, int32_t*);
template void DecodeDelta(std::span<const uint8_t>, size_t, int64_t*);

}  // namespace tarn::columnar::parquet
