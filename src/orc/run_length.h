// The integer and bit encodings of ORC streams (ORC v1 specification, "Run Length Encoding"). Bytes come from outside:
// everything is checked, Corruption names the stream.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tarn::orc {

enum class IntEncoding { V1, V2 };

/// Exactly `count` integers; `is_signed`: zigzag.
std::vector<int64_t> DecodeIntegers(std::string_view stream, IntEncoding encoding, bool is_signed, uint64_t count);
std::vector<uint8_t> DecodeBytes(std::string_view stream, uint64_t count);
/// One bit each, the highest of a byte first.
std::vector<bool> DecodeBits(std::string_view stream, uint64_t count);

}  // namespace tarn::orc
