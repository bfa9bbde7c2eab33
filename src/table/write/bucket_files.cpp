#include "table/write/bucket_files.h"

#include "paimon/partition_path.h"

namespace tarn::table {

std::map<std::pair<std::string, int32_t>, BucketFiles> LiveBucketFiles(const Table& table,
                                                                       const paimon::Snapshot& snapshot,
                                                                       const PartitionFilter& wanted) {
  std::map<std::pair<std::string, int32_t>, BucketFiles> buckets;
  for (auto& entry : LiveEntries(table, snapshot, wanted)) {
    auto& bucket = buckets[{entry.partition, entry.bucket}];
    bucket.total_buckets = entry.total_buckets;
    bucket.files.push_back(std::move(entry.file));
  }
  return buckets;
}

std::string BucketDirectory(const Table& table, const std::string& partition, int32_t bucket) {
  const auto rules = paimon::PathRules::FromOptions(table.options());
  return env::JoinPath(table.path(), paimon::RelativeBucketDirectory(table.schema(), partition, bucket, rules));
}

}  // namespace tarn::table
