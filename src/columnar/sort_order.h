// The order of rows by some of their columns, ascending, NULLs first, as Paimon orders keys: text and bytes unsigned,
// NaN above every number.
#pragma once

#include <cstdint>
#include <duckdb/common/types/data_chunk.hpp>
#include <span>
#include <vector>

namespace tarn::columnar {

struct SortedRows {
  /// Row numbers in order; equal rows keep theirs.
  std::vector<uint32_t> rows;
  /// One for each place: does its row equal the one before? The first is false.
  std::vector<bool> equals_previous;
};

/// Of all rows of a chunk of any capacity (2^32 - 1 rows at most).
SortedRows SortRows(duckdb::DataChunk& chunk, std::span<const size_t> columns);

}  // namespace tarn::columnar
