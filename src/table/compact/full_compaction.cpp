#include "table/compact/full_compaction.h"

#include <map>

#include "base/error.h"
#include "paimon/partition_path.h"
#include "table/commit/manifest_files.h"
#include "table/compact/bucket_compaction.h"
#include "table/scan/snapshot_store.h"

namespace tarn::table {

std::vector<CommitMessage> CompactFully(duckdb::ClientContext& context, std::shared_ptr<const Table> table,
                                        const std::function<bool(const std::string&)>& wanted) {
  RequireWritable(table->schema(), table->options());
  const auto latest = LatestSnapshot(*table);
  if (!latest) return {};
  struct Place {
    int32_t total_buckets = 0;
    std::vector<paimon::DataFileMeta> files;
  };
  std::map<std::pair<std::string, int32_t>, Place> places;
  for (auto& entry : LiveEntries(*table, *latest)) {
    if (entry.bucket < 0 || !wanted(entry.partition)) continue;
    auto& place = places[{entry.partition, entry.bucket}];
    place.total_buckets = entry.total_buckets;
    place.files.push_back(std::move(entry.file));
  }
  auto options = ParseStoreOptions(table->schema(), table->options());
  const auto prefix = options.data_file_prefix;
  WriteShared shared{.context = context,
                     .table = table,
                     .options = std::move(options),
                     .parquet = columnar::ParquetOptionsOf(table->options()),
                     .files = NewFiles(table, prefix),
                     .compacts = true};
  const auto rules = paimon::PathRules::FromOptions(table->options());
  const KeyedLayout layout(table->schema());
  std::vector<CommitMessage> messages;
  for (auto& [where, place] : places) {
    const auto& [partition, bucket] = where;
    BucketStart start{.partition = partition,
                      .bucket = bucket,
                      .directory = env::JoinPath(
                          table->path(), paimon::RelativeBucketDirectory(table->schema(), partition, bucket, rules)),
                      .files = std::move(place.files)};
    BucketCompaction compaction(shared, layout, std::move(start));
    compaction.RunFull();
    CommitMessage message;
    compaction.Prepare(message);
    if (message.compact_before.empty() && message.compact_after.empty()) continue;
    message.partition = partition;
    message.bucket = bucket;
    message.total_buckets = place.total_buckets;
    messages.push_back(std::move(message));
  }
  shared.files.SyncDirectories();
  shared.files.HandOver();
  return messages;
}

}  // namespace tarn::table
