// Parquet's value and level encodings, writing half. Layouts: parquet-format's Encodings.md.
//
// Only what Paimon's Java readers of all versions decode right: PLAIN, dictionary indexes, DELTA_BINARY_PACKED, and
// DELTA_BYTE_ARRAY that never shares a prefix. They silently return wrong strings for DELTA_LENGTH_BYTE_ARRAY and for
// shared prefixes, and refuse BYTE_STREAM_SPLIT.
#pragma once

#include <duckdb/common/types/string_type.hpp>
#include <span>

#include "columnar/parquet/byte_buffer.h"

namespace tarn::columnar::parquet {

/// Numbered as in the format.
enum class Encoding : uint8_t { Plain = 0, Rle = 3, DeltaBinaryPacked = 5, DeltaByteArray = 7, RleDictionary = 8 };

/// Runs of one value and bit-packed groups of eight, mixed; without a length or width before them.
void RleHybrid(std::span<const uint8_t> values, int bit_width, ByteBuffer& out);
void RleHybrid(std::span<const uint32_t> values, int bit_width, ByteBuffer& out);
/// One run.
void RleRun(uint32_t value, uint64_t count, int bit_width, ByteBuffer& out);

void DeltaBinaryPacked(std::span<const int32_t> values, ByteBuffer& out);
void DeltaBinaryPacked(std::span<const int64_t> values, ByteBuffer& out);

/// Each value behind its four-byte length.
void PlainStrings(std::span<const duckdb::string_t> values, ByteBuffer& out);
/// DELTA_BYTE_ARRAY with every prefix length zero.
void DeltaStrings(std::span<const duckdb::string_t> values, ByteBuffer& out);
/// One bit a value.
void PlainBooleans(std::span<const uint8_t> values, ByteBuffer& out);

}  // namespace tarn::columnar::parquet
