// Reads single values out of a chunk, whatever the shape of its vectors. For code that goes row by row on purpose
// (keyed functions, text formats); kernels work on the vectors themselves.
#pragma once

#include <cstdint>
#include <duckdb/common/types/data_chunk.hpp>
#include <string_view>
#include <vector>

namespace tarn::columnar {

/// Borrows the chunk, which must stay as it is while the view is used.
class ChunkView {
 public:
  ChunkView() = default;
  explicit ChunkView(duckdb::DataChunk& chunk) { Reset(chunk); }
  void Reset(duckdb::DataChunk& chunk);

  bool IsNull(size_t column, size_t row) const {
    const auto& format = columns_[column].format;
    return !format.validity.RowIsValid(format.sel->get_index(row));
  }
  /// Booleans, integers, dates (days), times and timestamps (microseconds; nanoseconds for TIMESTAMP_NS).
  int64_t Int64(size_t column, size_t row) const;
  /// Any number; DECIMAL with its scale applied.
  double Double(size_t column, size_t row) const;
  /// VARCHAR and BLOB. Valid as long as the chunk.
  std::string_view String(size_t column, size_t row) const;

  /// Any type, NULL included; slow.
  duckdb::Value Value(size_t column, size_t row) const { return chunk_->GetValue(column, row); }

  size_t column_count() const { return columns_.size(); }
  const duckdb::LogicalType& type(size_t column) const { return columns_[column].type; }

 private:
  struct Column {
    duckdb::UnifiedVectorFormat format;
    duckdb::LogicalType type;
    duckdb::PhysicalType physical;
  };
  std::vector<Column> columns_;
  duckdb::DataChunk* chunk_ = nullptr;
};

/// One row of a view: what a row-wise function is given. Cheap to copy.
class RowView {
 public:
  RowView(const ChunkView& chunk, size_t row) : chunk_(&chunk), row_(row) {}

  bool IsNull(size_t column) const { return chunk_->IsNull(column, row_); }
  int64_t Int64(size_t column) const { return chunk_->Int64(column, row_); }
  double Double(size_t column) const { return chunk_->Double(column, row_); }
  std::string_view String(size_t column) const { return chunk_->String(column, row_); }
  size_t row() const { return row_; }
  const ChunkView& chunk() const { return *chunk_; }

 private:
  const ChunkView* chunk_;
  size_t row_;
};

}  // namespace tarn::columnar
