// Runs of one value and bit-packed groups of eight, mixed, reading half: dictionary codes and levels. Layout:
// parquet-format's Encodings.md ("Run Length Encoding / Bit-Packing Hybrid").
#pragma once

#include <cstdint>
#include <span>

namespace tarn::columnar::parquet {

/// The first `count` values, of `bit_width` bits each; `bytes` (without a length before them) have kSpareBytes of
/// page.h behind them. `Code` is uint16_t or uint32_t, and holds what has `bit_width` bits. Throws Corruption where the
/// bytes end before the values do.
template <class Code>
void DecodeRleHybrid(std::span<const uint8_t> bytes, int bit_width, size_t count, Code* out);

/// Whether `count` values of one bit are all set, if one look at the first run tells.
bool IsRunOfOnes(std::span<const uint8_t> bytes, size_t count);

}  // namespace tarn::columnar::parquet
