// A job's checkpoints on disk: {directory}/chk-{id}, each written whole or not at all, and {directory}/job.json, what
// became of the job.
//
//   chk-{id}   version byte, commit user, id, final flag, progress (stream::Serialize), prepared sinks, checksum
//   job.json   {"state": "running" | "stopped" | "failed" | "finished", "checkpoint": id, "started": .., "ended": ..}
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "env/env.h"
#include "stream/executor.h"

namespace tarn::job {

struct PreparedTable {
  std::string sink;  // label of the sink's node
  std::string bytes;
  int64_t watermark = connector::kNoWatermark;
  bool ended = false;  // no row follows
};

/// What the commit of these, all that a job has prepared for one sink, says of event time. `final`: the job is at its
/// end.
connector::CommitTime TimeOfCommit(const std::vector<const PreparedTable*>& tables, bool final);

struct Checkpoint {
  int64_t id = 0;
  std::string commit_user;  // the job's lineage: drawn when it started without state
  bool final = false;       // the job had come to its end
  stream::SavedProgress progress;
  std::vector<PreparedTable> prepared;
};

std::string Serialize(const Checkpoint& checkpoint);
/// Throws Corruption.
Checkpoint ParseCheckpoint(std::string_view bytes);

struct JobRecord {
  std::string state;
  int64_t checkpoint = 0;  // the last one that was committed
  int64_t started_us = 0;
  int64_t ended_us = 0;
  std::string error;
  std::string commit_user = {};  // of its commits, as in its checkpoints
};

/// Used by one thread; the directory belongs to one job.
class CheckpointStore {
 public:
  CheckpointStore(const env::Env& env, std::string directory);

  /// Held as long as the result lives; nullptr: another process runs this job.
  std::unique_ptr<env::FileLock> Lock();
  /// Throws Corruption naming the file and the ways out.
  std::optional<Checkpoint> Latest() const;
  /// Durable when it returns.
  void Write(const Checkpoint& checkpoint);
  /// Deletes checkpoints before `id`; those that cannot be deleted stay for the next time.
  void DeleteBefore(int64_t id);
  /// Returns how many there were.
  size_t DeleteAll();

  std::optional<JobRecord> Record() const;
  void WriteRecord(const JobRecord& record);

  const std::string& directory() const { return directory_; }

 private:
  std::vector<int64_t> Ids() const;  // ascending
  std::string Path(int64_t id) const;

  env::Env env_;
  std::string directory_;
};

}  // namespace tarn::job
