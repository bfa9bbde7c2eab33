// What a committer writes into the manifest directory, and can take back; and the live files of a snapshot.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "paimon/data_file.h"
#include "paimon/snapshot.h"
#include "table/store_options.h"
#include "table/table.h"

namespace tarn::table {

struct ManifestListFile {
  std::string name;
  int64_t bytes = 0;
};

/// Used by one thread. What was written and is neither kept nor taken back by the end is taken back.
class ManifestFiles {
 public:
  ManifestFiles(const Table& table, const StoreOptions& options);
  ~ManifestFiles();
  ManifestFiles(const ManifestFiles&) = delete;
  ManifestFiles& operator=(const ManifestFiles&) = delete;

  /// One manifest or, beyond the target size, several; none for no entries. Synced.
  std::vector<paimon::ManifestFileMeta> WriteManifests(const std::vector<paimon::ManifestEntry>& entries,
                                                       int64_t schema_id);
  ManifestListFile WriteList(const std::vector<paimon::ManifestFileMeta>& manifests);
  /// The same files in fewer manifests, where that is due.
  std::vector<paimon::ManifestFileMeta> Merge(const std::vector<paimon::ManifestFileMeta>& manifests,
                                              int64_t schema_id);

  /// Makes the names of all that was written durable.
  void SyncDirectory();
  /// Deletes what was written since the mark; a file that cannot be deleted is left.
  size_t Mark() const { return written_.size(); }
  void TakeBack(size_t mark = 0);
  /// What was written is the table's now.
  void Keep() { written_.clear(); }

 private:
  std::string PathOf(const std::string& name) const;
  void Write(const std::string& name, std::string_view bytes);
  paimon::ManifestFileMeta Describe(const std::vector<paimon::ManifestEntry>& entries, int64_t schema_id) const;

  const Table& table_;
  const StoreOptions& options_;
  std::string directory_;
  std::string uuid_;
  int64_t manifest_count_ = 0;
  int64_t list_count_ = 0;
  std::vector<std::string> written_;
};

/// Which partitions are meant, by their serialized values; empty: all.
using PartitionFilter = std::function<bool(const std::string& partition)>;

/// The live files of a snapshot.
std::vector<paimon::ManifestEntry> LiveEntries(const Table& table, const paimon::Snapshot& snapshot,
                                               const PartitionFilter& wanted = {});

}  // namespace tarn::table
