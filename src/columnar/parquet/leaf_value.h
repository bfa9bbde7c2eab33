// The value types that Parquet columns are buffered in, and what each needs: bytes, equality, hash, order.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <duckdb/common/types/hugeint.hpp>
#include <duckdb/common/types/string_type.hpp>
#include <span>
#include <string>
#include <type_traits>

#include "columnar/parquet/encodings.h"
#include "columnar/parquet/schema.h"

namespace tarn::columnar::parquet {

using duckdb::hugeint_t;
using duckdb::string_t;

/// Little-endian, as it lies in the file. Days count from the Julian epoch (1970-01-01 is 2440588).
struct Int96 {
  uint32_t nanos_low;
  uint32_t nanos_high;
  int32_t julian_day;
};

__extension__ using Wide = unsigned __int128;

inline uint64_t Mix(uint64_t a, uint64_t b) {
  const auto product = static_cast<Wide>(a ^ 0x9E3779B97F4A7C15ULL) * (b ^ 0xD6E8FEB86659FD93ULL);
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

/// By bytes: -0.0 and 0.0 differ, NaNs of equal bits do not.
template <class T>
bool SameBytes(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, string_t>) {
    return a == b;
  } else {
    return std::memcmp(&a, &b, sizeof(T)) == 0;  // NOLINT(bugprone-suspicious-memory-comparison): bytes are meant
  }
}

template <class T>
uint64_t HashBytes(const T& value) {
  uint64_t a = 0;
  uint64_t b = 0;
  if constexpr (std::is_same_v<T, string_t>) {
    if (value.IsInlined()) {
      std::memcpy(&a, &value, 8);
      std::memcpy(&b, reinterpret_cast<const char*>(&value) + 8, 8);
      return Mix(a, b);
    }
    uint64_t hash = value.GetSize();
    const char* at = value.GetData();
    size_t left = value.GetSize();
    for (; left >= 8; left -= 8, at += 8) {
      std::memcpy(&a, at, 8);
      hash = Mix(hash, a);
    }
    a = 0;
    std::memcpy(&a, at, left);
    return Mix(hash, a);
  } else if constexpr (sizeof(T) <= 8) {
    std::memcpy(&a, &value, sizeof(T));
    return Mix(a, 0);
  } else {
    std::memcpy(&a, &value, 8);
    std::memcpy(&b, reinterpret_cast<const char*>(&value) + 8, sizeof(T) - 8);
    return Mix(a, b);
  }
}

/// Numeric order; strings by unsigned bytes.
template <class T>
bool Less(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, string_t>) {
    uint32_t x;
    uint32_t y;
    std::memcpy(&x, a.GetPrefix(), 4);
    std::memcpy(&y, b.GetPrefix(), 4);
    if (x != y) return __builtin_bswap32(x) < __builtin_bswap32(y);
    const size_t common = std::min(a.GetSize(), b.GetSize());
    const int order = std::memcmp(a.GetData(), b.GetData(), common);
    return order != 0 ? order < 0 : a.GetSize() < b.GetSize();
  } else {
    return a < b;
  }
}

/// INT96 has no order in the format.
template <class T>
constexpr bool kOrdered = !std::is_same_v<T, Int96>;

template <class T>
size_t PlainBytes(const T& value, const Node& node) {
  if constexpr (std::is_same_v<T, string_t>) return 4 + value.GetSize();
  if constexpr (std::is_same_v<T, hugeint_t>) return static_cast<size_t>(node.fixed_length);
  return sizeof(T);
}

inline void AppendBigEndian(const hugeint_t& value, int32_t length, ByteBuffer& out) {
  uint8_t* to = out.Room(static_cast<size_t>(length));
  for (int32_t i = 0; i < length; i++) {
    const int32_t shift = 8 * (length - 1 - i);
    to[i] =
        static_cast<uint8_t>(shift >= 64 ? static_cast<uint64_t>(value.upper) >> (shift - 64) : value.lower >> shift);
  }
  out.Grow(static_cast<size_t>(length));
}

template <class T>
void EncodePlain(std::span<const T> values, const Node& node, ByteBuffer& out) {
  if constexpr (std::is_same_v<T, string_t>) {
    PlainStrings(values, out);
  } else if constexpr (std::is_same_v<T, uint8_t>) {
    PlainBooleans(values, out);
  } else if constexpr (std::is_same_v<T, hugeint_t>) {
    for (const T& value : values) AppendBigEndian(value, node.fixed_length, out);
  } else {
    out.Append(values.data(), values.size_bytes());
  }
}

}  // namespace tarn::columnar::parquet
