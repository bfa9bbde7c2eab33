#include "columnar/parquet/bit_unpack.h"

#include <tmmintrin.h>

#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/error.h"

namespace tarn::columnar::parquet {
namespace {

/// Eight values at a time. Widths are known to the compiler, so that every shift is a constant.
template <class Code, int W>
void Unpack(const uint8_t* in, size_t groups, Code* out) {
  constexpr uint64_t kMask = (uint64_t{1} << W) - 1;
  for (size_t g = 0; g < groups; g++, in += W, out += 8) {
    for (int i = 0; i < 8; i++) {
      uint64_t word;
      std::memcpy(&word, in + i * W / 8, 8);
      out[i] = static_cast<Code>(word >> (i * W % 8) & kMask);
    }
  }
}

/// The same in one go: a value and the bits before it lie in two bytes, which are moved to a lane of their own; a
/// multiplication then pushes what is above the value out of the lane, and a shift what is below it.
template <int W>
void UnpackLanes(const uint8_t* in, size_t groups, uint16_t* out) {
  alignas(16) uint8_t bytes[16];
  alignas(16) uint16_t factors[8];
  for (int i = 0; i < 8; i++) {
    const int at = i * W / 8;
    bytes[2 * i] = static_cast<uint8_t>(at);
    bytes[2 * i + 1] = static_cast<uint8_t>(at + 1);
    factors[i] = static_cast<uint16_t>(1 << (16 - W - i * W % 8));
  }
  const __m128i lanes = _mm_load_si128(reinterpret_cast<const __m128i*>(bytes));
  const __m128i up = _mm_load_si128(reinterpret_cast<const __m128i*>(factors));
  for (size_t g = 0; g < groups; g++, in += W, out += 8) {
    const __m128i packed = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in));
    const __m128i top = _mm_mullo_epi16(_mm_shuffle_epi8(packed, lanes), up);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm_srli_epi16(top, 16 - W));
  }
}

template <class Code, int W>
constexpr void (*UnpackerOf())(const uint8_t*, size_t, Code*) {
  if constexpr (std::is_same_v<Code, uint16_t> && W >= 1 && W <= 9) {
    return &UnpackLanes<W>;
  } else {
    return &Unpack<Code, W>;
  }
}

template <class Code, size_t... W>
constexpr auto UnpackersOf(std::index_sequence<W...>) {
  using Unpacker = void (*)(const uint8_t*, size_t, Code*);
  return std::array<Unpacker, sizeof...(W)>{UnpackerOf<Code, static_cast<int>(W)>()...};
}

template <class Code>
constexpr auto kUnpackers = UnpackersOf<Code>(std::make_index_sequence<8 * sizeof(Code) + 1>());

}  // namespace

template <class Code>
void UnpackBits(const uint8_t* in, int width, size_t groups, Code* out) {
  kUnpackers<Code>[static_cast<size_t>(width)](in, groups, out);
}

template void UnpackBits(const uint8_t*, int, size_t, uint16_t*);
template void UnpackBits(const uint8_t*, int, size_t, uint32_t*);

uint64_t TakeVarint(std::span<const uint8_t>& bytes) {
  constexpr size_t kMostBytes = 10;
  uint64_t value = 0;
  for (size_t i = 0; i < bytes.size() && i < kMostBytes; i++) {
    value |= static_cast<uint64_t>(bytes[i] & 0x7F) << (7 * i);
    if (bytes[i] < 0x80) {
      bytes = bytes.subspan(i + 1);
      return value;
    }
  }
  throw Error(ErrorCode::Corruption, "a page ends within a number");
}

int64_t TakeZigZag(std::span<const uint8_t>& bytes) {
  const uint64_t value = TakeVarint(bytes);
  return static_cast<int64_t>(value >> 1 ^ -(value & 1));
}

}  // namespace tarn::columnar::parquet
