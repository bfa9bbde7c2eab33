// Merges sorted runs of one bucket into one row a key: the core that merge on read, the write buffer's flush and
// compaction share.
//
// A run gives chunks of key-value rows in key order; its layout is MergeLayout's. Among rows of equal key the order is
// (user sequence fields if any, _SEQUENCE_NUMBER); the merge engine (merge_engines.h) makes one row of them.
#pragma once

#include <duckdb/common/types/data_chunk.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "columnar/change_batch.h"

namespace tarn::table {

/// Columns of a run's chunks: keys first, then `_SEQUENCE_NUMBER` BIGINT, `_VALUE_KIND` TINYINT, then values.
struct MergeLayout {
  duckdb::vector<duckdb::LogicalType> types;
  size_t key_count = 0;
  /// Indexes into the values (0 = the first value column) that come before the sequence number in deciding which row
  /// is newer. NULL is older than everything.
  std::vector<size_t> sequence_fields;
  bool sequence_descending = false;

  size_t sequence_column() const { return key_count; }
  size_t kind_column() const { return key_count + 1; }
  size_t first_value() const { return key_count + 2; }
};

/// One sorted run. Used by one thread.
class RunSource {
 public:
  virtual ~RunSource() = default;
  /// Gives `chunk`, which has no columns yet, the layout's and the next rows; false at the end. Never an empty chunk
  /// otherwise. The rows must stay as they are as long as that chunk lives, whatever else is read meanwhile.
  virtual bool Next(duckdb::DataChunk& chunk) = 0;
};

struct MergeOptions {
  std::string engine = "deduplicate";
  bool keep_deletes = false;      // false: keys whose result is -U or -D vanish
  bool ignore_delete = false;     // -U and -D rows are as if they did not exist
  bool remove_on_delete = false;  // partial-update: -D empties the key
  /// Columns of the layout to give out, in this order; empty = all.
  std::vector<size_t> output = {};
};

/// The merged rows in key order, in the runs' layout or what of it was asked for, 2048 at most a chunk.
class MergedRows {
 public:
  virtual ~MergedRows() = default;
  /// False at the end. `chunk` has the output's types, or no columns yet; its rows stay as they are until the next
  /// call.
  virtual bool Next(duckdb::DataChunk& chunk) = 0;
};

/// Runs in any order: the sequence numbers decide. Throws Unsupported for an engine that is not in the list.
std::unique_ptr<MergedRows> MergeSortedRuns(MergeLayout layout, std::vector<std::unique_ptr<RunSource>> runs,
                                            const MergeOptions& options);

}  // namespace tarn::table
