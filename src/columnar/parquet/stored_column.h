// One column chunk of a flat column (no list, no struct), decoded whole: its pages are PLAIN, of a dictionary or
// DELTA_BINARY_PACKED, and its vectors hold values as the file does. DuckDB's reader knows every other column, and
// decodes these a batch of 2048 rows at a time, which costs several times as much.
#pragma once

#include <parquet_types.h>

#include <cstdint>
#include <duckdb/common/types/vector.hpp>
#include <span>
#include <vector>

#include "columnar/coded_column.h"
#include "columnar/parquet/byte_buffer.h"
#include "columnar/parquet/page.h"

namespace tarn::columnar::parquet {

/// Whether StoredColumnReader can decode such a chunk into vectors of `type`, which DuckDB's reader gives for it. INT64
/// into BIGINT only: timestamps are multiplied by the caller (timestamp_units.h).
bool CanReadStored(const duckdb_parquet::ColumnChunk& chunk, const duckdb::LogicalType& type);

/// Used by one thread; keeps its working memory.
class StoredColumnReader {
 public:
  struct Chunk {
    std::span<const uint8_t> bytes;  // dictionary and data pages; kSpareBytes behind them
    duckdb_parquet::Type::type type = duckdb_parquet::Type::INT32;
    duckdb_parquet::CompressionCodec::type codec = duckdb_parquet::CompressionCodec::UNCOMPRESSED;
    bool optional = true;  // its pages have definition levels
    size_t rows = 0;
  };

  /// Into `rows` (flat, no NULLs yet, with room for a batch of vectors more) or, where every page is of one dictionary,
  /// into `coded`; NULLs are marked in `rows` both times. Returns the bytes that strings take outside. Throws
  /// Corruption, saying what, where the chunk is damaged; the rows may be anything then.
  size_t Read(const Chunk& chunk, duckdb::Vector& rows, CodedColumn& coded);

 private:
  /// Where a page is to be decompressed: where its values belong, if they are to lie as they do in the page.
  uint8_t* PlaceFor(const Page& page, const Chunk& chunk, bool coded, size_t at, duckdb::Vector& rows);
  /// What is behind the levels, which are looked at. Marks the NULLs of the rows from `at` on.
  std::span<const uint8_t> BehindLevels(const Page& page, std::span<const uint8_t> raw, size_t at,
                                        duckdb::Vector& rows);
  template <class Code>
  void TakeCodes(std::span<const uint8_t> raw, size_t dictionary_values, Code* out);

  ByteBuffer page_;
  std::vector<uint16_t> levels_;   // of a page with NULLs; else empty
  std::vector<uint32_t> indexes_;  // of a page that cannot stay coded
  size_t present_ = 0;             // values of a page without its NULLs
};

}  // namespace tarn::columnar::parquet
