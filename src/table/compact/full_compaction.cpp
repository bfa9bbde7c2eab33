#include "table/compact/full_compaction.h"

#include "table/compact/bucket_compaction.h"
#include "table/scan/readable.h"
#include "table/scan/snapshot_store.h"
#include "table/write/bucket_files.h"

namespace tarn::table {

std::vector<CommitMessage> CompactFully(duckdb::ClientContext& context, const std::shared_ptr<const Table>& table,
                                        const PartitionFilter& wanted) {
  RequireWritable(*table);
  const auto latest = LatestSnapshot(*table);
  if (!latest) return {};
  RequireReadable(*table, *latest);
  WriteShared shared(context, table);
  shared.compacts = true;
  const KeyedLayout layout(table->schema());
  std::vector<CommitMessage> messages;
  for (const auto& [where, live] : LiveBucketFiles(*table, *latest, wanted)) {
    const auto& [partition, bucket] = where;
    if (bucket < 0) continue;
    BucketStart start{.partition = partition,
                      .bucket = bucket,
                      .directory = BucketDirectory(*table, partition, bucket),
                      .files = live.files};
    BucketCompaction compaction(shared, layout, std::move(start));
    compaction.RunFull();
    CommitMessage message;
    compaction.Prepare(message);
    if (message.compact_before.empty() && message.compact_after.empty()) continue;
    message.partition = partition;
    message.bucket = bucket;
    message.total_buckets = live.total_buckets;
    messages.push_back(std::move(message));
  }
  shared.files.SyncDirectories();
  shared.files.HandOver();
  return messages;
}

}  // namespace tarn::table
