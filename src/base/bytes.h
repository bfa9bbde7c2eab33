// Fixed-width and variable-length integers in byte strings, and a cursor that never reads past the end.
//
// The host is little-endian (x86-64); the loads below say which order the bytes have in the file.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/error.h"

namespace tarn {

static_assert(std::endian::native == std::endian::little);

namespace bytes_internal {
template <typename T>
using Bits = std::conditional_t<
    sizeof(T) == 1, uint8_t,
    std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;

template <typename B>
constexpr B Swap(B value) {
  if constexpr (sizeof(B) == 2) {
    return __builtin_bswap16(value);
  } else if constexpr (sizeof(B) == 4) {
    return __builtin_bswap32(value);
  } else if constexpr (sizeof(B) == 8) {
    return __builtin_bswap64(value);
  } else {
    return value;
  }
}
}  // namespace bytes_internal

/// `at` must have sizeof(T) bytes; it need not be aligned.
template <typename T>
T LoadLe(const char* at) {
  static_assert(std::is_arithmetic_v<T>);
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <typename T>
T LoadBe(const char* at) {
  const auto bits = bytes_internal::Swap(LoadLe<bytes_internal::Bits<T>>(at));
  return std::bit_cast<T>(bits);
}

template <typename T>
void StoreLe(char* at, T value) {
  static_assert(std::is_arithmetic_v<T>);
  std::memcpy(at, &value, sizeof value);
}

template <typename T>
void StoreBe(char* at, T value) {
  StoreLe(at, bytes_internal::Swap(std::bit_cast<bytes_internal::Bits<T>>(value)));
}

template <typename T>
void AppendLe(std::string& out, T value) {
  char raw[sizeof(T)];
  StoreLe(raw, value);
  out.append(raw, sizeof raw);
}

template <typename T>
void AppendBe(std::string& out, T value) {
  char raw[sizeof(T)];
  StoreBe(raw, value);
  out.append(raw, sizeof raw);
}

/// Seven bits a byte, lowest first, high bit = more follow.
inline void AppendVarint(std::string& out, uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<char>(value));
}

constexpr uint64_t ZigzagEncode(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}
constexpr int64_t ZigzagDecode(uint64_t value) { return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1)); }

inline void AppendZigzag(std::string& out, int64_t value) { AppendVarint(out, ZigzagEncode(value)); }

/// Reads bytes from outside from front to back. Every read that the bytes cannot answer throws Corruption saying what
/// was expected and at which offset. Borrows the bytes; views that it returns point into them.
class ByteCursor {
 public:
  /// `base` is added to the offsets in messages, for a cursor over a part of something larger.
  explicit ByteCursor(std::string_view bytes, size_t base = 0) : bytes_(bytes), base_(base) {}

  size_t offset() const { return at_; }
  size_t remaining() const { return bytes_.size() - at_; }
  bool AtEnd() const { return at_ == bytes_.size(); }

  std::string_view Take(uint64_t count, const char* expected = "bytes") {
    if (count > remaining()) Fail(expected);
    const auto taken = bytes_.substr(at_, count);
    at_ += count;
    return taken;
  }

  template <typename T>
  T Le(const char* expected = "an integer") {
    return LoadLe<T>(Take(sizeof(T), expected).data());
  }
  template <typename T>
  T Be(const char* expected = "an integer") {
    return LoadBe<T>(Take(sizeof(T), expected).data());
  }

  uint64_t Varint(const char* expected = "a varint") {
    uint64_t value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (AtEnd()) Fail(expected);
      const auto byte = static_cast<uint8_t>(bytes_[at_++]);
      if (shift == 63 && byte > 1) break;  // would not fit 64 bits
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    Fail("a varint of at most 64 bits");
  }
  int64_t Zigzag(const char* expected = "a varint") { return ZigzagDecode(Varint(expected)); }

  [[noreturn]] void Fail(std::string_view expected) const {
    throw Error(ErrorCode::Corruption, "at byte " + std::to_string(base_ + at_) + " of " +
                                           std::to_string(base_ + bytes_.size()) + ": expected " +
                                           std::string(expected));
  }

 private:
  std::string_view bytes_;
  size_t base_;
  size_t at_ = 0;
};

}  // namespace tarn
