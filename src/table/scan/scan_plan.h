// Which files a read of one snapshot touches, cut into splits that can be read side by side.
//
// Split rules follow Paimon's MergeTreeSplitGenerator and AppendOnlySplitGenerator.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "paimon/data_file.h"
#include "paimon/snapshot.h"
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
  std::vector<Split> splits;
  // What pruning saved, for EXPLAIN and the "31 of 96 files" line.
  int64_t files_total = 0;
  int64_t files_kept = 0;
  int64_t rows_estimated = 0;
};

/// Answers "may this file hold a row that matters?" for one manifest entry. Partition and key/value statistics are
/// decoded by the caller's closure (table/scan/pruning.h has them ready made). An empty function keeps everything.
using EntryFilter = std::function<bool(const paimon::ManifestEntry&)>;

struct ScanRequest {
  std::optional<int64_t> snapshot_id;  // nullopt = latest
  EntryFilter partition_filter;        // called once per distinct partition, also on manifest partition statistics
  EntryFilter file_filter;
};

ScanPlan PlanScan(const Table& table, const ScanRequest& request);

/// What one snapshot added (its delta manifests), as splits in commit order: the unit of a streaming read.
ScanPlan PlanDelta(const Table& table, int64_t snapshot_id, const ScanRequest& request);

}  // namespace tarn::table
