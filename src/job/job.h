// A running job: one continuous plan, its checkpoints and its lineage.
//
// Checkpoint n: between two steps of the executor, the sinks' files of this epoch are made durable; source positions,
// operator state and what the sinks prepared are written under one id, atomically; then the sinks commit as (commit
// user, n); then older checkpoints go. After a crash at any point: what the newest checkpoint prepared is committed (a
// second time is ignored), and reading goes on at its positions. Nothing is lost and nothing comes twice.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "env/env.h"
#include "job/checkpoint_store.h"
#include "job/written_files.h"
#include "stream/executor.h"

namespace duckdb {
class ClientContext;
}

namespace tarn::job {

struct JobOptions {
  std::string id;           // identity: `pipeline.name`, else file and statement number
  std::string directory;    // of its checkpoints; empty: none are kept (a SELECT on a terminal)
  std::string statement{};  // its text, in which errors on data show their place
  int64_t interval_us = 10'000'000;
  int64_t idle_timeout_us = 0;  // of sources (stream::Executor::IdleAfter)
  bool restart = false;
  bool allow_non_restored = false;
  std::function<void(const std::string&)> notice;  // things that the user should know; may be empty
};

/// Makes the plan with sinks that commit under this user and make their data files through `data_files` (null where
/// nobody keeps a list of them).
using MakePlan = std::function<std::shared_ptr<const stream::StreamPlan>(const std::string& commit_user,
                                                                         env::FileSystem* data_files)>;

/// Figures of a running job, for a progress line.
struct JobProgress {
  int64_t rows_read = 0;
  int64_t rows_written = 0;
  int64_t rejected = 0;  // records that no row could be made of
  int64_t watermark = connector::kNoWatermark;
  int64_t state_bytes = 0;
  int64_t checkpoint = 0;  // the last one that is durable and committed
  std::vector<std::pair<std::string, int64_t>> written_by_sink;
  stream::Counters counters;  // "late_rows" and the like, over all operators
};

enum class JobEnd {
  Finished,  // every source has ended
  Stopped    // on request, after a checkpoint: the same job goes on when it runs again
};

class Job {
 public:
  Job(const env::Env& env, duckdb::ClientContext& context, MakePlan make_plan, JobOptions options);
  ~Job();

  /// Finds out where the job stands, makes its plan, commits what its checkpoint had prepared and opens sources and
  /// sinks. After it Run may be called on another thread. Run calls it where nobody has.
  void Prepare();
  /// To the end, or until stopped. Call once. Throws Error: InvalidInput (changed plan), Conflict (another process runs
  /// it; commits newer than its checkpoint), and whatever sources, operators and sinks say. A failed job resumes from
  /// its last checkpoint when it runs again.
  JobEnd Run();

  /// From any thread: take a checkpoint and end.
  void Stop();
  /// From any thread; figures are at most a second old while the job works.
  JobProgress progress() const;
  /// "new", "resumed from checkpoint 17": known once Run has begun; for the first line of `tarn run`.
  std::string beginning() const;
  /// The plan, once Run has begun; else null.
  std::shared_ptr<const stream::StreamPlan> plan() const;

 private:
  std::string Begin();  // returns the commit user
  template <class Work>
  void Guarded(Work work);  // a failure is recorded and goes on
  void Failed(const Error& error);
  void CommitPrepared(const Checkpoint& checkpoint);
  void CheckLineage(int64_t checkpoint_id);
  void TakeCheckpoint(bool final);
  void Publish();
  void Wait(int64_t micros);

  env::Env env_;
  duckdb::ClientContext& context_;
  MakePlan make_plan_;
  JobOptions options_;

  std::optional<CheckpointStore> store_;
  std::unique_ptr<WrittenFiles> written_;  // outlives the plan's sinks
  std::unique_ptr<env::FileLock> lock_;
  std::optional<Checkpoint> resume_;
  std::string commit_user_;
  bool goes_on_ = false;  // under the commit user of an earlier run
  JobRecord record_;
  std::shared_ptr<const stream::StreamPlan> plan_;
  std::unique_ptr<stream::Executor> executor_;
  int64_t checkpoint_ = 0;

  std::atomic<bool> stop_{false};
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable wake_;
  JobProgress published_;
  std::string beginning_;
  std::shared_ptr<const stream::StreamPlan> published_plan_;
};

/// The folder of a job of this id: what may not stand in a name is written as %2F. Different ids, different folders.
std::string JobFolder(const std::string& id);

}  // namespace tarn::job
