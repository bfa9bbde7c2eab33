// Buffers one Parquet column of the row group in the making and writes it as a column chunk.
#pragma once

#include <duckdb/common/types/vector.hpp>
#include <memory>

#include "columnar/parquet/levels.h"
#include "columnar/parquet/page_writer.h"
#include "columnar/parquet/schema.h"
#include "columnar/parquet_writer.h"

namespace tarn::columnar::parquet {

class LeafColumn {
 public:
  virtual ~LeafColumn() = default;
  /// Rows of a top-level column. Throws InvalidInput for a NULL where the column is NOT NULL.
  virtual void Append(const duckdb::UnifiedVectorFormat& vector, size_t count) = 0;
  /// Rows of a nested one.
  virtual void AppendSlots(const duckdb::UnifiedVectorFormat& vector, const Slots& slots) = 0;
  /// Writes what was buffered as one chunk and forgets it.
  virtual ChunkInfo Flush(PageWriter& out) = 0;
  virtual size_t BufferedBytes() const = 0;
  /// What it holds in memory: room that it keeps between chunks included.
  virtual size_t HeldBytes() const = 0;
  /// After a Flush: gives that room back.
  virtual void Release() = 0;
  /// Over all chunks flushed so far.
  virtual ColumnRange Range() const = 0;
};

/// `leaf` is borrowed.
std::unique_ptr<LeafColumn> NewLeafColumn(const Leaf& leaf, const ParquetWriteOptions& options);

}  // namespace tarn::columnar::parquet
