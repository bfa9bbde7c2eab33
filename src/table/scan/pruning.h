// Asks a predicate of what manifests say: of a whole manifest, of a partition, of one data file.
//
// Statistics are those of the schema that a file was written with; columns are found in it by field id. Where a type
// has changed since, or a statistic is missing, nothing is known and the file stays.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "paimon/data_file.h"
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
  /// By partition, key and value statistics together.
  bool MayMatchFile(const paimon::ManifestEntry& entry) const;
  /// By partition and primary key alone: no row of such a key in any file can matter.
  bool MayMatchKeys(const paimon::ManifestEntry& entry) const;

  /// Whether it asks for columns beyond the partition.
  bool NeedsFileStats() const { return needs_file_stats_; }

 private:
  // How the predicate's columns are found in the statistics of files of one schema.
  struct FileColumn {
    enum class Kind { Absent, Changed, Present } kind = Kind::Absent;
    size_t index = 0;    // into the file schema's fields
    std::string name;    // there
    int key_index = -1;  // into the trimmed primary key, -1 = no part of it
  };
  using FileColumns = std::map<size_t, FileColumn>;
  const FileColumns& ColumnsOf(int64_t schema_id) const;
  ColumnRange PartitionRange(const std::vector<paimon::Value>& partition, size_t column) const;
  ColumnRange FileRange(const paimon::ManifestEntry& entry, const FileColumns& columns, size_t column,
                        bool keys_only) const;
  bool MayMatchEntry(const paimon::ManifestEntry& entry, bool keys_only) const;

  const Table& table_;
  const Predicate predicate_;
  std::vector<paimon::DataField> partition_fields_;
  std::vector<int> partition_index_;  // of each table field; -1 = no partition column
  bool needs_file_stats_ = false;
  std::unordered_map<std::string, bool> partitions_;
  mutable std::map<int64_t, FileColumns> by_schema_;
};

}  // namespace tarn::table
