// Where buckets lie and what they hold in a snapshot: where a writer or a compaction begins.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "paimon/data_file.h"
#include "paimon/snapshot.h"
#include "table/commit/manifest_files.h"
#include "table/table.h"

namespace tarn::table {

struct BucketFiles {
  int32_t total_buckets = 0;
  std::vector<paimon::DataFileMeta> files;
};

/// By serialized partition and bucket.
std::map<std::pair<std::string, int32_t>, BucketFiles> LiveBucketFiles(const Table& table,
                                                                       const paimon::Snapshot& snapshot,
                                                                       const PartitionFilter& wanted = {});

std::string BucketDirectory(const Table& table, const std::string& partition, int32_t bucket);

}  // namespace tarn::table
