// Makes written files part of a table: the next snapshot, published by one atomic rename.
//
// The steps and the conflict rules are Paimon's (FileStoreCommitImpl, ConflictDetection). Before the rename everything
// that the snapshot names is synced; after a crash at any point the table is the old or the new snapshot, whole.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "paimon/value.h"
#include "table/commit/commit_message.h"
#include "table/table.h"

namespace tarn::table {

struct CommitRequest {
  std::string user;        // lineage of the job; a batch statement draws a fresh one
  int64_t identifier = 0;  // checkpoint id, or Snapshot::kBatchIdentifier
  std::optional<int64_t> watermark_ms;
  std::vector<CommitMessage> messages;
  bool ignore_empty = true;
};

struct OverwriteRequest {
  CommitRequest commit;
  /// Static: the partitions to replace, those with these values of the columns (none = the whole table). Absent =
  /// dynamic: the partitions of the new files.
  std::optional<std::map<std::string, paimon::Value>> partition;
};

struct CommitOutcome {
  enum Kind {
    Committed,
    NothingToDo,
    AlreadyCommitted,
    Conflict,
    Unknown  // published or not, the file system did not say: keep every file and commit the same again
  } kind = Committed;
  int64_t snapshot_id = 0;  // the last one written, or found
  std::string detail;       // Conflict, Unknown, a dropped compaction: which file or bucket, and what to do
  /// The rows are committed, but the compaction beside them could not be (another writer had changed its files, or the
  /// disk is full): its output is deleted, and a TableWriter that goes on must be made anew.
  bool compaction_dropped = false;
};

/// Retries a lost race. One snapshot for the new files, a second one for the compaction that the messages bring along.
/// What this user has committed under this identifier before is skipped. Throws IoFailed or ResourceExhausted if it
/// cannot write; then the table is unchanged and its temporary files are gone, and the data files are the caller's:
/// to commit again, or to delete (DiscardFiles).
CommitOutcome Commit(const Table& table, const CommitRequest& request);
CommitOutcome Overwrite(const Table& table, const OverwriteRequest& request);

/// Deletes the data files of messages that no commit will take. Failures to delete are ignored.
void DiscardFiles(const Table& table, const std::vector<CommitMessage>& messages);

/// The newest identifier that `user` has committed, or nullopt: what a restarted job compares its checkpoint with.
std::optional<int64_t> LatestIdentifierOf(const Table& table, const std::string& user);

}  // namespace tarn::table
