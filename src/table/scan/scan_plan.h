// Which files a read of one snapshot touches, cut into splits that can be read side by side.
//
// Split rules follow Paimon's MergeTreeSplitGenerator and AppendOnlySplitGenerator (1.4).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "paimon/data_file.h"
#include "paimon/snapshot.h"
#include "table/scan/predicate.h"
#include "table/table.h"

namespace tarn::table {

/// Files of one bucket that are read together. Raw: each file's rows as they are. Not raw: merge by key.
struct Split {
  int64_t snapshot_id = 0;
  std::string partition;  // serialized BinaryRow
  int32_t bucket = 0;
  int32_t total_buckets = 0;
  bool raw = true;
  std::vector<paimon::DataFileMeta> files;
};

struct ScanPlan {
  std::optional<paimon::Snapshot> snapshot;  // absent: the table has none yet
  std::vector<Split> splits;                 // by partition, bucket and then order within the bucket
  // What pruning saved, for EXPLAIN and the "31 of 96 files" line.
  int64_t files_total = 0;
  int64_t files_kept = 0;
  int64_t manifests_total = 0;
  int64_t manifests_read = 0;
  int64_t rows_estimated = 0;  // before merging
};

struct ScanRequest {
  /// Which snapshot: this one (a tag's may have expired since), or the one of that id, or the one that the table's scan
  /// options mean (time_travel.h), which is the latest where there are none.
  std::optional<paimon::Snapshot> snapshot = {};
  std::optional<int64_t> snapshot_id = {};
  /// Over the table's fields. Leaves out what cannot hold a matching row; whoever reads the splits filters the rows.
  Predicate filter = {};
  std::optional<int32_t> bucket = {};
};

/// Throws Unsupported for tables that cannot be read yet (readable.h), Corruption naming the file for damaged ones.
ScanPlan PlanScan(const Table& table, const ScanRequest& request);

/// What one snapshot added (its delta manifests), for streaming reads: one raw split a bucket, files in commit order,
/// rows with their kinds. Compactions add nothing; an overwrite counts only with 'streaming-read-overwrite'. Throws
/// NotFound if the snapshot has expired.
ScanPlan PlanDelta(const Table& table, int64_t snapshot_id, const ScanRequest& request);

/// The live files of a snapshot, unpruned: ADD entries after merging, in manifest order. For system tables and
/// maintenance; reads every manifest and refuses nothing.
std::vector<paimon::ManifestEntry> LiveFiles(const Table& table, const paimon::Snapshot& snapshot);

}  // namespace tarn::table
