// DELTA_BINARY_PACKED, reading half: blocks of differences, each above the block's least and packed in as many bits as
// a mini-block of them needs. Layout: parquet-format's Encodings.md ("Delta encoding").
#pragma once

#include <cstdint>
#include <span>

namespace tarn::columnar::parquet {

/// The `count` values of `bytes`, which have kSpareBytes of page.h behind them. `T` is int32_t or int64_t; differences
/// wrap around in its width. Throws Corruption where the bytes are no such values, or not so many.
template <class T>
void DecodeDelta(std::span<const uint8_t> bytes, size_t count, T* out);

}  // namespace tarn::columnar::parquet
