#include "table/write/table_writer.h"

#include <algorithm>
#include <map>

#include "base/error.h"
#include "table/scan/snapshot_store.h"
#include "table/write/bucket_files.h"
#include "table/write/bucket_writer.h"
#include "table/write/row_router.h"

namespace tarn::table {
namespace {

/// Open files of one writer; more are ended early rather than running out of descriptors.
constexpr size_t kOpenFilesMost = 300;

class BucketedWriter : public TableWriter {
 public:
  BucketedWriter(duckdb::ClientContext& context, const std::shared_ptr<const Table>& table,
                 const WriterOptions& options)
      : options_(options), shared_(context, table), router_(table->schema(), shared_.options) {
    options_.memory_bytes = std::min(options_.memory_bytes, shared_.options.write_buffer_bytes);
    shared_.compacts =
        table->HasPrimaryKey() && !options.write_only && !shared_.options.write_only && !options.overwrite;
  }

  void Write(const columnar::ChangeBatch& batch) override {
    // Reading a vector may normalise its form, which is why DuckDB wants it mutable.
    auto& chunk = const_cast<duckdb::DataChunk&>(batch.chunk);
    if (chunk.ColumnCount() != shared_.schema().fields.size())
      throw Error(ErrorCode::Internal, "a chunk of " + std::to_string(chunk.ColumnCount()) +
                                           " columns for a table of " + std::to_string(shared_.schema().fields.size()));
    for (const auto& routed : router_.Route(chunk)) {
      auto& bucket = BucketOf(routed.target);
      bucket.writer->Write(chunk, *routed.rows, routed.count, batch.kinds);
      Account(bucket);
    }
    while (memory_ > options_.memory_bytes) {
      auto& largest = Largest([](const Bucket& bucket) { return bucket.memory; });
      largest.writer->Flush();
      const int64_t before = memory_;
      Account(largest);
      EndFilesBeyondTheMost();
      if (memory_ >= before) break;  // nothing to be had
    }
    EndFilesBeyondTheMost();
  }

  std::vector<CommitMessage> PrepareCommit() override {
    std::vector<CommitMessage> messages;
    for (size_t target = 0; target < buckets_.size(); ++target) {
      auto& bucket = buckets_[target];
      if (!bucket.writer) continue;
      CommitMessage message = std::move(bucket.early);
      bucket.early = {};
      bucket.writer->Prepare(message);
      Account(bucket);
      if (message.new_files.empty() && message.compact_before.empty() && message.compact_after.empty()) continue;
      message.partition = router_.target(target).partition;
      message.bucket = router_.target(target).bucket;
      message.total_buckets = router_.total_buckets();
      messages.push_back(std::move(message));
    }
    shared_.files.SyncDirectories();
    shared_.files.HandOver();
    return messages;
  }

  void Refresh() override {
    live_.reset();
    buckets_by_partition_.clear();
    for (size_t target = 0; target < buckets_.size(); ++target) {
      if (!buckets_[target].writer) continue;
      const auto& [partition, number] = router_.target(target);
      auto live = TakeLive(partition, number);
      // What was ended early is the bucket's too, though no snapshot knows it yet.
      const auto& early = buckets_[target].early.new_files;
      live.insert(live.end(), early.begin(), early.end());
      buckets_[target].writer->Refresh(std::move(live));
    }
  }

  void Abort() override {
    buckets_.clear();
    memory_ = 0;
    open_files_ = 0;
    shared_.files.DeleteAll();
    live_.reset();
  }

 private:
  struct Bucket {
    std::unique_ptr<BucketWriter> writer;
    int64_t memory = 0;
    int64_t open_file = 0;  // bytes of it; 0 = none
    CommitMessage early;    // ended before the commit, to bound open files
  };

  Bucket& BucketOf(size_t target) {
    if (target >= buckets_.size()) buckets_.resize(target + 1);
    auto& bucket = buckets_[target];
    if (bucket.writer) return bucket;
    const auto& [partition, number] = router_.target(target);
    BucketStart start{.partition = partition,
                      .bucket = number,
                      .directory = BucketDirectory(*shared_.table, partition, number),
                      .files = TakeLive(partition, number)};
    bucket.writer = shared_.table->HasPrimaryKey() ? NewKeyedBucket(shared_, std::move(start))
                                                   : NewAppendBucket(shared_, std::move(start));
    return bucket;
  }

  void Account(Bucket& bucket) {
    const auto now = static_cast<int64_t>(bucket.writer->MemoryBytes());
    memory_ += now - bucket.memory;
    bucket.memory = now;
    open_files_ -= static_cast<size_t>(bucket.open_file > 0);
    bucket.open_file = bucket.writer->OpenFileBytes();
    open_files_ += static_cast<size_t>(bucket.open_file > 0);
  }

  template <typename Size>
  Bucket& Largest(const Size& size) {
    return *std::max_element(buckets_.begin(), buckets_.end(),
                             [&](const auto& a, const auto& b) { return size(a) < size(b); });
  }

  void EndFilesBeyondTheMost() {
    while (open_files_ > kOpenFilesMost) {
      auto& largest = Largest([](const Bucket& bucket) { return bucket.open_file; });
      largest.writer->Prepare(largest.early);
      Account(largest);
    }
  }

  /// The files that the bucket has in the latest snapshot; read once, when the first bucket asks.
  std::vector<paimon::DataFileMeta> TakeLive(const std::string& partition, int32_t bucket) {
    if (shared_.options.bucket < 0 || options_.overwrite) return {};
    if (!live_) {
      live_.emplace();
      if (const auto latest = LatestSnapshot(*shared_.table)) live_ = LiveBucketFiles(*shared_.table, *latest);
      for (const auto& [place, files] : *live_) buckets_by_partition_[place.first] = files.total_buckets;
    }
    const auto total = buckets_by_partition_.find(partition);
    if (total != buckets_by_partition_.end() && total->second != shared_.options.bucket)
      throw Error(ErrorCode::Conflict, "the partition holds files of " + std::to_string(total->second) +
                                           " buckets, the table now has " + std::to_string(shared_.options.bucket) +
                                           ": overwrite the partition first (INSERT OVERWRITE)")
          .At("table '" + shared_.table->path() + "'");
    const auto found = live_->find({partition, bucket});
    return found == live_->end() ? std::vector<paimon::DataFileMeta>() : std::move(found->second.files);
  }

  WriterOptions options_;
  WriteShared shared_;
  RowRouter router_;
  std::vector<Bucket> buckets_;  // by the router's targets
  int64_t memory_ = 0;           // of all buckets
  size_t open_files_ = 0;
  std::optional<std::map<std::pair<std::string, int32_t>, BucketFiles>> live_;
  std::map<std::string, int32_t> buckets_by_partition_;
};

}  // namespace

std::unique_ptr<TableWriter> NewTableWriter(duckdb::ClientContext& context, const std::shared_ptr<const Table>& table,
                                            const WriterOptions& options) {
  try {
    RequireWritable(*table);
    LatestSnapshotId(*table);  // throws where the newest is lost; the commit would too, behind files written in vain
    return std::make_unique<BucketedWriter>(context, table, options);
  } catch (Error& error) {
    error.At("table '" + table->path() + "'");
    throw;
  }
}

}  // namespace tarn::table
