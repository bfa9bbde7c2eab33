#include "table/commit/committer.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <thread>

#include "base/error.h"
#include "paimon/partition_path.h"
#include "table/commit/atomic_publish.h"
#include "table/commit/conflict.h"
#include "table/commit/manifest_files.h"
#include "table/commit/overwrite.h"
#include "table/commit/snapshot_builder.h"
#include "table/key_compare.h"
#include "table/scan/manifest_loader.h"
#include "table/scan/snapshot_store.h"
#include "table/schema/schema_store.h"
#include "table/store_options.h"

namespace tarn::table {
namespace {

using paimon::CommitKind;
using paimon::FileKind;
using paimon::ManifestEntry;
using paimon::Snapshot;

std::string DidNotSay(const std::string& what) {
  return "the file system did not say whether " + what + " was published; commit the same again to find out";
}

/// One snapshot to be: its entries may depend on the state that it is put on.
struct Part {
  CommitKind kind = CommitKind::Append;
  bool check_conflicts = false;
  bool skip_if_empty = true;
  std::function<std::vector<ManifestEntry>(const std::vector<ManifestEntry>& live)> entries;
  bool needs_live = false;      // `entries` looks at the live files
  PartitionFilter within = {};  // partitions that can change
};

class CommitRun {
 public:
  CommitRun(const Table& table, const CommitRequest& request)
      : table_(table),
        request_(request),
        options_(ParseStoreOptions(table)),
        compare_keys_(table.HasPrimaryKey() ? KeyCompareOf(table.schema()) : KeyCompare()) {}

  CommitOutcome Publish(const Part& part) {
    try {
      return PublishWhileThere(part);
    } catch (const Error&) {
      if (IsGone()) RefuseDropped();  // whatever was missed first
      throw;
    }
  }

  /// Whether the last Publish has read the snapshots and not found there what it was to publish: only then is a failure
  /// of it a proof that no snapshot names the files.
  bool absent() const { return absent_; }

 private:
  CommitOutcome PublishWhileThere(const Part& part) {
    absent_ = false;  // what an earlier Publish has seen is no answer for this one, even if it fails at once
    RequireSameTable();
    ManifestFiles manifests(table_, options_);
    for (int64_t attempt = 0;; ++attempt) {
      absent_ = false;
      const auto latest = LatestSnapshot(table_);
      if (const auto done = FindDone(latest, part.kind == CommitKind::Compact)) return Found(*done);
      absent_ = true;
      if (latest) table_.SchemaById(latest->schema_id);  // a lost one must not be forgotten by a newer snapshot

      if (part.kind == CommitKind::Overwrite && latest && latest->index_manifest)
        throw Error(ErrorCode::Unsupported,
                    "cannot overwrite a table that has index files (dynamic buckets, deletion "
                    "vectors or global indexes)")
            .At("table '" + table_.path() + "'");
      const size_t mark = manifests.Mark();
      std::vector<ManifestEntry> live;
      if (latest && (part.needs_live || part.check_conflicts)) live = LiveEntries(table_, *latest, part.within);
      const auto entries = part.entries(live);
      if (entries.empty() && part.skip_if_empty)
        return {.kind = CommitOutcome::NothingToDo, .snapshot_id = latest ? latest->id : 0, .detail = {}};
      if (part.check_conflicts) {
        if (auto reason =
                FindConflict({.kind = part.kind, .base = live, .changes = entries, .compare_keys = compare_keys_}))
          return {.kind = CommitOutcome::Conflict, .snapshot_id = latest ? latest->id : 0, .detail = *reason};
      }

      const Snapshot next = Build(manifests, latest, entries, part.kind);
      if (!latest) MakeSnapshotDirectory();
      switch (PublishFile(table_.env(), SnapshotPath(table_, next.id), ToJson(next))) {
        case PublishResult::Published:
          manifests.Keep();
          WriteHint(next.id);
          return {.kind = CommitOutcome::Committed, .snapshot_id = next.id, .detail = {}};
        case PublishResult::Unknown:
          manifests.Keep();
          return {.kind = CommitOutcome::Unknown,
                  .snapshot_id = next.id,
                  .detail = DidNotSay("snapshot " + std::to_string(next.id))};
        case PublishResult::Taken:
          break;
      }
      manifests.TakeBack(mark);
      if (attempt >= options_.commit_max_retries)
        throw Error(ErrorCode::Conflict, "lost the race for the next snapshot " + std::to_string(attempt + 1) +
                                             " times; raise 'commit.max-retries' or let fewer writers commit")
            .At("table '" + table_.path() + "'");
      BackOff(attempt);
    }
  }

  /// A snapshot of an earlier try. Whoever published it may have died between the rename and the sync.
  CommitOutcome Found(int64_t id) const {
    try {
      table_.env().fs.SyncDirectory(SnapshotDirectory(table_));
    } catch (const Error& error) {
      return {.kind = CommitOutcome::Unknown,
              .snapshot_id = id,
              .detail = DidNotSay("snapshot " + std::to_string(id)) + " (" + error.what() + ")"};
    }
    return {.kind = CommitOutcome::AlreadyCommitted, .snapshot_id = id, .detail = {}};
  }

  [[noreturn]] void RefuseDropped() const {
    throw Error(ErrorCode::NotFound, "table '" + table_.path() + "' was dropped while it was written");
  }

  bool IsGone() const {
    try {
      return SchemaIds(table_.env().fs, table_.path()).empty();
    } catch (const Error&) {
      return false;  // nobody knows
    }
  }

  /// A table that was dropped and made anew since we opened it has none of the files that we would name.
  void RequireSameTable() const {
    const auto& ours = table_.schema();
    const auto ids = SchemaIds(table_.env().fs, table_.path());
    if (ids.empty()) RefuseDropped();
    if (std::count(ids.begin(), ids.end(), ours.id) > 0) {
      const auto theirs = ReadSchema(table_.env().fs, table_.path(), ours.id);
      if (theirs.time_ms == ours.time_ms && theirs.fields == ours.fields) return;
    }
    throw Error(ErrorCode::Conflict, "table '" + table_.path() +
                                         "' was dropped and made anew while it was written; run the statement again");
  }

  /// Java makes it with the first commit, so a table that Java created may have none yet.
  void MakeSnapshotDirectory() {
    auto& fs = table_.env().fs;
    fs.CreateDirectories(env::JoinPath(table_.path(), "snapshot"));
    fs.SyncDirectory(table_.path());
  }

  /// The snapshot by which this user has committed this identifier, or a later one, before.
  std::optional<int64_t> FindDone(const std::optional<Snapshot>& latest, bool compact) const {
    std::optional<int64_t> later;
    for (auto snapshot = latest; snapshot; snapshot = FindSnapshot(table_, snapshot->id - 1)) {
      if (snapshot->commit_user != request_.user) continue;
      if (snapshot->commit_identifier < request_.identifier) break;
      if (snapshot->commit_identifier > request_.identifier) {
        later = snapshot->id;
      } else if ((snapshot->commit_kind == CommitKind::Compact) == compact) {
        return snapshot->id;
      }
    }
    return later;
  }

  Snapshot Build(ManifestFiles& manifests, const std::optional<Snapshot>& latest,
                 const std::vector<ManifestEntry>& entries, CommitKind kind) {
    const int64_t schema_id = LatestSchemaId(table_);
    const auto base =
        latest ? manifests.Merge(DataManifests(table_, *latest), schema_id) : std::vector<paimon::ManifestFileMeta>();
    const auto base_list = manifests.WriteList(base);
    const auto delta_list = manifests.WriteList(manifests.WriteManifests(entries, schema_id));
    manifests.SyncDirectory();
    return BuildSnapshot({.previous = latest,
                          .kind = kind,
                          .schema_id = schema_id,
                          .base = base_list,
                          .delta = delta_list,
                          .entries = entries,
                          .user = request_.user,
                          .identifier = request_.identifier,
                          .watermark_ms = request_.watermark_ms,
                          .uuid = table_.env().random.Uuid(),
                          .now_ms = table_.env().clock.NowMillis()});
  }

  /// Only a hint: readers look around it, so its failure does not matter.
  void WriteHint(int64_t id) const {
    try {
      env::ReplaceFile(table_.env().fs, env::JoinPath(SnapshotDirectory(table_), "LATEST"), std::to_string(id));
    } catch (const Error&) {
    }
  }

  void BackOff(int64_t attempt) const {
    const int64_t doublings = std::min<int64_t>(attempt, 20);
    const bool longest = options_.commit_min_wait_ms > options_.commit_max_wait_ms >> doublings;
    int64_t wait_ms = longest ? options_.commit_max_wait_ms : options_.commit_min_wait_ms << doublings;
    wait_ms += static_cast<int64_t>(table_.env().random.Next() % 20) * wait_ms / 100;
    std::this_thread::sleep_for(std::chrono::milliseconds(wait_ms));
  }

  const Table& table_;
  const CommitRequest& request_;
  const StoreOptions options_;
  const KeyCompare compare_keys_;
  bool absent_ = false;
};

void Append(std::vector<ManifestEntry>& entries, FileKind kind, const CommitMessage& message,
            const std::vector<paimon::DataFileMeta>& files) {
  for (const auto& file : files)
    entries.push_back({.kind = kind,
                       .partition = message.partition,
                       .bucket = message.bucket,
                       .total_buckets = message.total_buckets,
                       .file = file});
}

std::vector<ManifestEntry> NewEntries(const std::vector<CommitMessage>& messages) {
  std::vector<ManifestEntry> entries;
  for (const auto& message : messages) Append(entries, FileKind::Add, message, message.new_files);
  return entries;
}

std::vector<ManifestEntry> CompactEntries(const std::vector<CommitMessage>& messages) {
  std::vector<ManifestEntry> entries;
  for (const auto& message : messages) {
    Append(entries, FileKind::Delete, message, message.compact_before);
    Append(entries, FileKind::Add, message, message.compact_after);
  }
  return entries;
}

std::set<std::string> PartitionsOf(const std::vector<ManifestEntry>& entries) {
  std::set<std::string> partitions;
  for (const auto& entry : entries) partitions.insert(entry.partition);
  return partitions;
}

std::string PathOf(const Table& table, const CommitMessage& message, const paimon::DataFileMeta& file) {
  return paimon::DataFilePath(table.path(), table.schema(), message.partition, message.bucket, file,
                              paimon::PathRules::FromOptions(table.options()));
}

void DeleteQuietly(const Table& table, const CommitMessage& message, const paimon::DataFileMeta& file) {
  try {
    table.env().fs.Delete(PathOf(table, message, file));
  } catch (const Error&) {  // an orphan that no snapshot names
  }
}

/// Calls `visit` for each file that a compaction has written; not for those that it only moved to another level.
template <typename Visit>
void ForEachCompacted(const std::vector<CommitMessage>& messages, const Visit& visit) {
  for (const auto& message : messages) {
    std::set<std::string> moved;
    for (const auto& file : message.compact_before) moved.insert(file.file_name);
    for (const auto& file : message.compact_after)
      if (!moved.contains(file.file_name)) visit(message, file);
  }
}

void DiscardCompaction(const Table& table, const std::vector<CommitMessage>& messages) {
  ForEachCompacted(messages, [&](const auto& message, const auto& file) { DeleteQuietly(table, message, file); });
}

/// False after an earlier try has dropped the compaction: a snapshot must not name what is deleted.
bool CompactionIsThere(const Table& table, const std::vector<CommitMessage>& messages) {
  bool there = true;
  ForEachCompacted(messages, [&](const auto& message, const auto& file) {
    there = there && table.env().fs.Exists(PathOf(table, message, file));
  });
  return there;
}

/// The second half of a commit: the compaction that the messages bring along, as a snapshot of its own.
CommitOutcome PublishCompaction(const Table& table, CommitRun& run, const CommitRequest& request, CommitOutcome first) {
  auto entries = CompactEntries(request.messages);
  if (entries.empty()) return first;
  if (first.kind == CommitOutcome::AlreadyCommitted && !CompactionIsThere(table, request.messages)) {
    first.compaction_dropped = true;
    return first;
  }
  CommitOutcome second;
  try {
    second = run.Publish({.kind = CommitKind::Compact,
                          .check_conflicts = true,
                          .entries = [&](const auto&) { return entries; },
                          .within = [partitions = PartitionsOf(entries)](
                                        const std::string& partition) { return partitions.contains(partition); }});
  } catch (const Error& error) {
    // The rows are in the table, so this is no failure of the commit; the table is only less tidy.
    if (first.kind == CommitOutcome::NothingToDo) throw;
    // An earlier try may have published the compaction, and this one could not look.
    if (first.kind == CommitOutcome::AlreadyCommitted && !run.absent())
      return {.kind = CommitOutcome::Unknown,
              .snapshot_id = first.snapshot_id,
              .detail = DidNotSay("its compaction") + " (" + error.what() + ")"};
    second = {.kind = CommitOutcome::Conflict, .snapshot_id = first.snapshot_id, .detail = error.what()};
  }
  if (second.kind != CommitOutcome::Conflict) {
    if (second.kind == CommitOutcome::Unknown || first.kind == CommitOutcome::NothingToDo) return second;
    first.snapshot_id = std::max(first.snapshot_id, second.snapshot_id);
    if (second.kind == CommitOutcome::Committed) first.kind = CommitOutcome::Committed;
    return first;
  }
  DiscardCompaction(table, request.messages);
  if (first.kind == CommitOutcome::NothingToDo) return second;
  first.compaction_dropped = true;
  first.detail = second.detail;
  return first;
}

}  // namespace

CommitOutcome Commit(const Table& table, const CommitRequest& request) {
  RequireWritable(table);
  CommitRun run(table, request);
  auto entries = NewEntries(request.messages);
  const bool only_compaction = entries.empty() && !CompactEntries(request.messages).empty();
  auto outcome = run.Publish({.kind = CommitKind::Append,
                              .skip_if_empty = request.ignore_empty || only_compaction,
                              .entries = [&](const auto&) { return entries; }});
  if (outcome.kind == CommitOutcome::Unknown) return outcome;
  return PublishCompaction(table, run, request, std::move(outcome));
}

CommitOutcome Overwrite(const Table& table, const OverwriteRequest& request) {
  RequireWritable(table);
  const auto options = ParseStoreOptions(table);
  CommitRun run(table, request.commit);
  auto added = NewEntries(request.commit.messages);
  const auto replaced = ReplacedPartitions(table.schema(), request.partition, added);
  if (table.HasPrimaryKey() && options.overwrite_upgrade && CompactEntries(request.commit.messages).empty())
    UpgradeDisjoint(added, options.compact.num_levels - 1, KeyCompareOf(table.schema()));
  const auto entries = [&](const std::vector<ManifestEntry>& live) {
    std::vector<ManifestEntry> all;
    for (const auto& entry : live) {
      if (!replaced(entry.partition) || entry.bucket < 0) continue;
      all.push_back(entry);
      all.back().kind = FileKind::Delete;
    }
    all.insert(all.end(), added.begin(), added.end());
    return all;
  };
  auto outcome = run.Publish({.kind = CommitKind::Overwrite,
                              .check_conflicts = true,
                              .skip_if_empty = request.commit.ignore_empty,
                              .entries = entries,
                              .needs_live = true});
  if (outcome.kind == CommitOutcome::Unknown || outcome.kind == CommitOutcome::Conflict) return outcome;
  return PublishCompaction(table, run, request.commit, std::move(outcome));
}

void DiscardFiles(const Table& table, const std::vector<CommitMessage>& messages) {
  DiscardCompaction(table, messages);
  for (const auto& message : messages)
    for (const auto& file : message.new_files) DeleteQuietly(table, message, file);
}

std::optional<int64_t> LatestIdentifierOf(const Table& table, const std::string& user) {
  for (auto snapshot = LatestSnapshot(table); snapshot; snapshot = FindSnapshot(table, snapshot->id - 1))
    if (snapshot->commit_user == user) return snapshot->commit_identifier;
  return std::nullopt;
}

}  // namespace tarn::table
