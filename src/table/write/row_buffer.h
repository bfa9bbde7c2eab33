// Rows held in memory until they are sorted and written: one chunk of any size. A table may be written to thousands of
// partitions at once, each with a buffer of its own, so it begins small.
#pragma once

#include <duckdb/common/types/data_chunk.hpp>
#include <functional>
#include <span>
#include <vector>

#include "columnar/row_kind.h"

namespace tarn::table {

/// Used by one thread. Owns what it holds.
class RowBuffer {
 public:
  explicit RowBuffer(duckdb::vector<duckdb::LogicalType> types) : types_(std::move(types)) {}

  /// `kinds` of the chunk's rows; empty = all +I.
  void Append(duckdb::DataChunk& chunk, const duckdb::SelectionVector& rows, duckdb::idx_t count,
              std::span<const columnar::RowKind> kinds);

  size_t rows() const { return rows_; }
  /// Roughly what it takes: room for rows to come included.
  size_t bytes() const { return slots_ * slot_bytes_ + beside_; }
  duckdb::DataChunk& chunk() { return *chunk_; }
  columnar::RowKind kind(size_t row) const { return kinds_.empty() ? columnar::RowKind::Insert : kinds_[row]; }
  void Clear();

 private:
  duckdb::vector<duckdb::LogicalType> types_;
  std::unique_ptr<duckdb::DataChunk> chunk_;
  std::vector<columnar::RowKind> kinds_;  // empty as long as every row is +I
  size_t rows_ = 0;
  size_t slots_ = 0;       // rows that there is room for
  size_t slot_bytes_ = 0;  // of one row, without what lies beside the slots
  size_t beside_ = 0;
};

/// Calls `write` with the chunk's rows in the order of `rows`, 2048 at a time, as views.
void ForEachSlice(duckdb::DataChunk& chunk, std::span<const uint32_t> rows,
                  const std::function<void(duckdb::DataChunk& slice, std::span<const uint32_t> rows)>& write);

}  // namespace tarn::table
