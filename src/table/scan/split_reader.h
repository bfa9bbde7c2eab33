// Reads the rows of one split as chunks of the table's current schema.
#pragma once

#include <duckdb/common/types/data_chunk.hpp>
#include <memory>
#include <vector>

#include "columnar/change_batch.h"
#include "columnar/data_file_reader.h"
#include "table/scan/scan_plan.h"

namespace duckdb {
class ClientContext;
class TableFilterSet;
}  // namespace duckdb

namespace tarn::table {

struct ReadOptions {
  std::vector<size_t> columns;  // indexes into the table's fields, in output order
  /// Filters on output columns, borrowed; may be null. A reader may use them to skip row groups and rows, and is free
  /// not to: the caller applies them again. On a split that merges only key filters may skip.
  const duckdb::TableFilterSet* filters = nullptr;
  /// Of a raw split: only this share of the row groups of each of its files.
  columnar::DataFileRequest::Share share = {};
  bool keep_deletes = false;  // streaming reads of deltas want -D rows, batch reads do not
};

/// Used by one thread. Rows of a merged split come in key order.
class SplitReader {
 public:
  virtual ~SplitReader() = default;
  /// False at the end. A batch is never empty otherwise.
  virtual bool Read(columnar::ChangeBatch& batch) = 0;
};

/// `context` is borrowed for the reader's life (one per worker; DuckDB's Parquet reader needs it).
std::unique_ptr<SplitReader> OpenSplit(duckdb::ClientContext& context, std::shared_ptr<const Table> table,
                                       const Split& split, const ReadOptions& options);

}  // namespace tarn::table
