// Our own bytes, for checkpoints and source positions: little-endian numbers and length-prefixed strings, one after the
// other, no tags. Whoever writes a record begins it with a version byte. Never used for a format that others read.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/error.h"

namespace tarn {

class Encoder {
 public:
  Encoder& U8(uint8_t value) { return Raw(&value, sizeof value); }
  Encoder& I64(int64_t value) { return Raw(&value, sizeof value); }
  Encoder& F64(double value) { return Raw(&value, sizeof value); }
  Encoder& Bool(bool value) { return U8(value ? 1 : 0); }
  Encoder& Str(std::string_view value) {
    I64(static_cast<int64_t>(value.size()));
    bytes_.append(value);
    return *this;
  }

  const std::string& bytes() const { return bytes_; }
  std::string Take() { return std::move(bytes_); }

 private:
  Encoder& Raw(const void* value, size_t count) {
    bytes_.append(static_cast<const char*>(value), count);
    return *this;
  }

  std::string bytes_;
};

/// Reads what an Encoder wrote, in the same order. Throws Corruption where the bytes end too early.
class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : rest_(bytes) {}

  uint8_t U8() { return Raw<uint8_t>(); }
  int64_t I64() { return Raw<int64_t>(); }
  double F64() { return Raw<double>(); }
  bool Bool() { return U8() != 0; }
  std::string_view Str() {
    const auto count = I64();
    if (count < 0 || static_cast<uint64_t>(count) > rest_.size()) Fail();
    const auto value = rest_.substr(0, static_cast<size_t>(count));
    rest_.remove_prefix(value.size());
    return value;
  }
  bool AtEnd() const { return rest_.empty(); }
  std::string_view Rest() const { return rest_; }

 private:
  template <class T>
  T Raw() {
    if (rest_.size() < sizeof(T)) Fail();
    T value;
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return value;
  }
  [[noreturn]] void Fail() const {
    throw Error(ErrorCode::Corruption, "saved state ends too early: it was cut off or belongs to another version");
  }

  std::string_view rest_;
};

}  // namespace tarn
