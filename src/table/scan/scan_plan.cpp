#include "table/scan/scan_plan.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/duration.h"
#include "base/error.h"
#include "paimon/binary_row.h"
#include "table/commit/entry_merge.h"
#include "table/compact/levels.h"
#include "table/scan/manifest_loader.h"
#include "table/scan/pruning.h"
#include "table/scan/readable.h"
#include "table/scan/snapshot_store.h"
#include "table/scan/split_generator.h"
#include "table/scan/time_travel.h"

namespace tarn::table {
namespace {

using paimon::DataFileMeta;
using paimon::FileKind;
using paimon::ManifestEntry;
using paimon::ManifestFileMeta;

std::optional<paimon::Snapshot> SnapshotOf(const Table& table, const ScanRequest& request) {
  if (request.snapshot) return request.snapshot;
  if (request.snapshot_id) return SnapshotById(table, *request.snapshot_id);
  return SnapshotToRead(table);
}

bool IsOn(const Table& table, const std::string& option) { return table.Option(option) == "true"; }

SplitSizes SizesOf(const Table& table) {
  SplitSizes sizes;
  if (const auto text = table.Option("source.split.target-size")) sizes.target_bytes = ParseMemorySize(*text);
  if (const auto text = table.Option("source.split.open-file-cost")) sizes.open_file_bytes = ParseMemorySize(*text);
  return sizes;
}

// An ADD and a DELETE of the same file lie in the same partition and bucket, so leaving out others before merging is
// safe; statistics are looked at after it, because a DELETE may have lost its own.
std::vector<ManifestEntry> Merged(std::vector<ManifestEntry> entries) {
  const bool deletes = std::any_of(entries.begin(), entries.end(),
                                   [](const ManifestEntry& entry) { return entry.kind == FileKind::Delete; });
  if (!deletes) return entries;
  entries = MergeEntries(std::move(entries));
  std::erase_if(entries, [](const ManifestEntry& entry) { return entry.kind == FileKind::Delete; });
  return entries;
}

struct Bucket {
  std::string partition;
  int32_t bucket = 0;
  int32_t total_buckets = 0;
  std::vector<ManifestEntry> entries;
};

// In the order of their first files, buckets of one partition together.
std::vector<Bucket> GroupByBucket(const Table& table, std::vector<ManifestEntry> entries) {
  std::map<std::string, size_t> partition_order;
  std::map<std::pair<size_t, int32_t>, Bucket> buckets;
  for (auto& entry : entries) {
    const auto order = partition_order.try_emplace(entry.partition, partition_order.size()).first->second;
    auto& bucket = buckets[{order, entry.bucket}];
    if (bucket.entries.empty()) {
      bucket.partition = entry.partition;
      bucket.bucket = entry.bucket;
      bucket.total_buckets = entry.total_buckets;
    }
    bucket.entries.push_back(std::move(entry));
  }
  std::vector<Bucket> grouped;
  for (auto& [key, bucket] : buckets) grouped.push_back(std::move(bucket));
  if (!IsOn(table, "scan.plan-sort-partition")) return grouped;

  const auto fields = table.schema().PartitionFields();
  std::map<std::string, std::vector<paimon::Value>> values;
  for (const auto& [partition, order] : partition_order) values[partition] = paimon::DeserializeRow(partition, fields);
  std::stable_sort(grouped.begin(), grouped.end(), [&](const Bucket& a, const Bucket& b) {
    const auto& left = values[a.partition];
    const auto& right = values[b.partition];
    for (size_t i = 0; i < left.size(); ++i) {
      const bool left_null = paimon::IsNull(left[i]), right_null = paimon::IsNull(right[i]);
      if (left_null || right_null) {
        if (left_null != right_null) return left_null;
        continue;
      }
      const auto order = paimon::Compare(left[i], right[i]);
      if (order != 0) return order < 0;
    }
    return false;
  });
  return grouped;
}

class Planner {
 public:
  Planner(const Table& table, const ScanRequest& request)
      : table_(table),
        request_(request),
        pruner_(table, request.filter),
        engine_(table.Option("merge-engine").value_or("deduplicate")),
        sizes_(SizesOf(table)) {
    if (table.HasPrimaryKey()) compare_keys_ = KeyCompareOf(table.schema());
  }

  std::vector<ManifestEntry> Read(const std::vector<ManifestFileMeta>& manifests, ScanPlan& plan) {
    std::vector<ManifestEntry> entries;
    for (const auto& manifest : manifests) {
      ++plan.manifests_total;
      if (!TouchesManifest(manifest)) {
        skipped_files_ += manifest.added_files - manifest.deleted_files;
        continue;
      }
      ++plan.manifests_read;
      for (auto& entry : LoadManifest(table_, manifest.file_name)) {
        if ((request_.bucket && entry.bucket != *request_.bucket) || !pruner_.MayMatchBucket(entry) ||
            !pruner_.MayMatchPartition(entry.partition)) {
          skipped_files_ += entry.kind == FileKind::Add ? 1 : -1;
          continue;
        }
        entries.push_back(std::move(entry));
      }
    }
    entries = Merged(std::move(entries));
    plan.files_total = std::max<int64_t>(0, skipped_files_) + static_cast<int64_t>(entries.size());
    return entries;
  }

  void PlanBucket(Bucket bucket, const paimon::Snapshot& snapshot, ScanPlan& plan) {
    // Files of a postponed bucket wait for compaction; level 0 of first-row is not decided yet.
    if (bucket.bucket < 0) return;
    const bool first_row = engine_ == "first-row";
    if (first_row) std::erase_if(bucket.entries, [](const ManifestEntry& entry) { return entry.file.level == 0; });
    const bool keyed = table_.HasPrimaryKey();
    Prune(bucket.entries, first_row);
    std::vector<DataFileMeta> files;
    for (auto& entry : bucket.entries) {
      RequireReadable(table_, entry.file);
      plan.rows_estimated += entry.file.row_count;
      files.push_back(std::move(entry.file));
    }
    plan.files_kept += static_cast<int64_t>(files.size());
    if (files.empty()) return;
    auto groups = keyed ? GroupKeyFiles(std::move(files), first_row, compare_keys_, sizes_)
                        : GroupAppendFiles(std::move(files), sizes_);
    for (auto& group : groups)
      plan.splits.push_back({.snapshot_id = snapshot.id,
                             .partition = bucket.partition,
                             .bucket = bucket.bucket,
                             .total_buckets = bucket.total_buckets,
                             .raw = group.raw,
                             .files = std::move(group.files)});
  }

  void PlanDeltaBucket(Bucket bucket, const paimon::Snapshot& snapshot, ScanPlan& plan) {
    Split split{.snapshot_id = snapshot.id,
                .partition = bucket.partition,
                .bucket = bucket.bucket,
                .total_buckets = bucket.total_buckets,
                .raw = true,
                .files = {}};
    for (auto& entry : bucket.entries) {
      // Rows of a delta are not merged with others, so that each file may be left out by its own statistics.
      if (!pruner_.MayMatchFile(entry)) continue;
      RequireReadable(table_, entry.file);
      plan.rows_estimated += entry.file.row_count;
      split.files.push_back(std::move(entry.file));
    }
    std::stable_sort(split.files.begin(), split.files.end(), [](const DataFileMeta& a, const DataFileMeta& b) {
      return a.min_sequence_number < b.min_sequence_number;
    });
    plan.files_kept += static_cast<int64_t>(split.files.size());
    if (!split.files.empty()) plan.splits.push_back(std::move(split));
  }

 private:
  bool TouchesManifest(const ManifestFileMeta& manifest) const {
    if (request_.bucket && manifest.min_bucket && manifest.max_bucket &&
        (*request_.bucket < *manifest.min_bucket || *request_.bucket > *manifest.max_bucket))
      return false;
    return pruner_.MayMatchManifest(manifest);
  }

  // Leaves out files by their statistics. Where keys are merged, a file may hide rows of another, so that a file may go
  // only if no row of its keys matters, or together with all that it overlaps.
  void Prune(std::vector<ManifestEntry>& entries, bool first_row) {
    if (!pruner_.NeedsFileStats()) return;
    std::vector<DataFileMeta> files;
    for (const auto& entry : entries) files.push_back(entry.file);
    if (!table_.HasPrimaryKey() || IsRawBucket(files, first_row)) {
      std::erase_if(entries, [&](const ManifestEntry& entry) { return !pruner_.MayMatchFile(entry); });
      return;
    }
    std::erase_if(entries, [&](const ManifestEntry& entry) { return !pruner_.MayMatchKeys(entry); });
    // Only where the merged row is one of the rows do their statistics speak for it.
    if (engine_ != "deduplicate" && engine_ != "first-row") return;
    std::map<std::string, bool> may_match;
    files.clear();
    for (const auto& entry : entries) {
      may_match[entry.file.file_name] = pruner_.MayMatchFile(entry);
      files.push_back(entry.file);
    }
    std::set<std::string> gone;
    for (const auto& section : IntervalPartition(std::move(files), compare_keys_)) {
      bool wanted = false;
      for (const auto& run : section)
        for (const auto& file : run) wanted |= may_match[file.file_name];
      if (wanted) continue;
      for (const auto& run : section)
        for (const auto& file : run) gone.insert(file.file_name);
    }
    std::erase_if(entries, [&](const ManifestEntry& entry) { return gone.contains(entry.file.file_name); });
  }

  const Table& table_;
  const ScanRequest& request_;
  Pruner pruner_;
  const std::string engine_;
  const SplitSizes sizes_;
  KeyCompare compare_keys_;
  int64_t skipped_files_ = 0;
};

}  // namespace

ScanPlan PlanScan(const Table& table, const ScanRequest& request) {
  ScanPlan plan;
  plan.snapshot = SnapshotOf(table, request);
  if (!plan.snapshot) return plan;
  RequireReadable(table, *plan.snapshot);
  Planner planner(table, request);
  auto entries = planner.Read(DataManifests(table, *plan.snapshot), plan);
  for (auto& bucket : GroupByBucket(table, std::move(entries)))
    planner.PlanBucket(std::move(bucket), *plan.snapshot, plan);
  return plan;
}

ScanPlan PlanDelta(const Table& table, int64_t snapshot_id, const ScanRequest& request) {
  ScanPlan plan;
  plan.snapshot = SnapshotById(table, snapshot_id);
  const auto kind = plan.snapshot->commit_kind;
  const bool counts = kind == paimon::CommitKind::Append ||
                      (kind == paimon::CommitKind::Overwrite && IsOn(table, "streaming-read-overwrite"));
  if (!counts) return plan;
  RequireReadable(table, *plan.snapshot);
  Planner planner(table, request);
  auto entries = planner.Read(LoadManifestList(table, plan.snapshot->delta_manifest_list), plan);
  for (auto& bucket : GroupByBucket(table, std::move(entries)))
    planner.PlanDeltaBucket(std::move(bucket), *plan.snapshot, plan);
  return plan;
}

std::vector<ManifestEntry> LiveFiles(const Table& table, const paimon::Snapshot& snapshot) {
  std::vector<ManifestEntry> entries;
  for (const auto& manifest : DataManifests(table, snapshot)) {
    auto read = LoadManifest(table, manifest.file_name);
    entries.insert(entries.end(), std::make_move_iterator(read.begin()), std::make_move_iterator(read.end()));
  }
  return Merged(std::move(entries));
}

}  // namespace tarn::table
