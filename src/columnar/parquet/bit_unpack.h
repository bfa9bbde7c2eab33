// Bit-packed values and varints, as Parquet's encodings have them, reading half.
#pragma once

#include <cstdint>
#include <span>

namespace tarn::columnar::parquet {

constexpr int kMostBits = 32;

/// `groups` times eight values of `width` bits each (at most what Code has), least significant bit first. Reads up to
/// kSpareBytes of page.h behind them. `Code` is uint16_t or uint32_t.
template <class Code>
void UnpackBits(const uint8_t* in, int width, size_t groups, Code* out);

/// LEB128, from the front of `bytes`. Throws Corruption where they end before it does.
uint64_t TakeVarint(std::span<const uint8_t>& bytes);
int64_t TakeZigZag(std::span<const uint8_t>& bytes);

}  // namespace tarn::columnar::parquet
