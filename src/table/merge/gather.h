// Picks rows out of many chunks into one, column by column.
#pragma once

#include <duckdb/common/types/data_chunk.hpp>
#include <span>
#include <vector>

#include "table/merge/merge_engine.h"
#include "table/merge/run_window.h"

namespace tarn::table {

/// A section's chunks with their vectors looked through once. Texts in what it gathers refer to the chunks.
class Gatherer {
 public:
  /// `columns` of the chunks are wanted, in this order.
  explicit Gatherer(std::vector<size_t> columns) : columns_(std::move(columns)) {}

  /// Begins with a section.
  void Bind(const std::vector<ChunkSlice>& slices);
  /// Fills `out`, whose vectors are the wanted columns', with these rows (2048 at most).
  void Gather(std::span<const RowRef> rows, duckdb::DataChunk& out);
  /// The same of the `column`-th wanted column alone.
  void GatherColumn(size_t column, std::span<const RowRef> rows, duckdb::Vector& out);
  bool IsNull(size_t column, RowRef row) const {
    const auto& format = bound_[column].formats[row.chunk];
    return !format.validity.RowIsValid(format.sel->get_index(row.row));
  }
  /// No row of the section is NULL in this column.
  bool HasNoNull(size_t column) const { return bound_[column].valid; }

 private:
  struct Column {
    std::vector<duckdb::UnifiedVectorFormat> formats;  // one for each slice
    bool flat = true;                                  // none has a selection
    bool valid = true;                                 // none has a NULL
  };

  template <class T>
  void GatherFixed(const Column& column, std::span<const RowRef> rows, duckdb::Vector& out);
  void GatherNested(size_t column, std::span<const RowRef> rows, duckdb::Vector& out);

  std::vector<size_t> columns_;
  const std::vector<ChunkSlice>* slices_ = nullptr;
  std::vector<Column> bound_;
};

}  // namespace tarn::table
