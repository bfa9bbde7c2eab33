// The pages of a column chunk as they lie in the file, reading half. Layouts: parquet-format's README ("Data Pages")
// and parquet.thrift.
#pragma once

#include <parquet_types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/parquet/byte_buffer.h"

namespace tarn::columnar::parquet {

/// Decoders read whole registers: so many bytes behind the ones that they are given must be there, and may be anything.
constexpr size_t kSpareBytes = 16;

struct Page {
  bool dictionary = false;
  duckdb_parquet::Encoding::type encoding = duckdb_parquet::Encoding::PLAIN;
  size_t values = 0;              // NULLs count
  size_t level_bytes = 0;         // version 2: of the levels, which are never compressed and come first
  bool levels_have_size = true;   // version 1: behind their length
  bool compressed = true;         // what is behind `level_bytes`
  size_t raw_bytes = 0;           // of the whole, once decompressed
  std::span<const uint8_t> body;  // as stored
};

/// Those with values, in order; index pages are left out. Throws Corruption where the bytes are no pages.
std::vector<Page> PagesOf(std::span<const uint8_t> chunk);

/// Whether RawBytes knows it.
bool CanDecompress(duckdb_parquet::CompressionCodec::type codec);
/// A page's levels and values, at `to` (which has room for them) or where they were stored. Throws Corruption where
/// they are not as long as the page says.
std::span<const uint8_t> RawBytes(const Page& page, duckdb_parquet::CompressionCodec::type codec, uint8_t* to);

}  // namespace tarn::columnar::parquet
