// Asks a predicate of what manifests say: of a whole manifest, of a partition, of one data file. Where nothing is known
// everything stays.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "paimon/data_file.h"
#include "table/scan/file_stats.h"
#include "table/scan/predicate.h"
#include "table/table.h"

namespace tarn::table {

/// Used by one thread while it plans one scan. The table must outlive it.
class Pruner {
 public:
  Pruner(const Table& table, const Predicate& predicate);

  /// By the manifest's partition statistics.
  bool MayMatchManifest(const paimon::ManifestFileMeta& manifest) const;
  /// By the partition's own values; asked once for each.
  bool MayMatchPartition(const std::string& partition);
  /// By the bucket key, where the predicate fixes all of it.
  bool MayMatchBucket(const paimon::ManifestEntry& entry) const;
  /// By partition, key and value statistics together.
  bool MayMatchFile(const paimon::ManifestEntry& entry) const { return MayMatchEntry(entry, false); }
  /// By partition and primary key alone: no row of such a key in any file can matter.
  bool MayMatchKeys(const paimon::ManifestEntry& entry) const { return MayMatchEntry(entry, true); }

  /// Whether it asks for columns beyond the partition.
  bool NeedsFileStats() const { return needs_file_stats_; }

 private:
  ColumnRange PartitionRange(const std::vector<paimon::Value>& partition, size_t column) const;
  ColumnRange FileRange(const paimon::DataFileMeta& file, size_t column, bool keys_only) const;
  bool MayMatchEntry(const paimon::ManifestEntry& entry, bool keys_only) const;

  const Predicate predicate_;
  const FileStats stats_;
  std::vector<paimon::DataField> partition_fields_;
  std::vector<int> partition_index_;  // of each table field; -1 = no partition column
  bool needs_file_stats_ = false;
  std::unordered_map<std::string, bool> partitions_;
  std::optional<int32_t> bucket_hash_;  // of the only bucket key that can match
};

}  // namespace tarn::table
