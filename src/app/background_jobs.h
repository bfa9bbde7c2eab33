// Jobs of a script that nobody waits for: they run side by side, and the script ends when all of them have ended.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/statement_runner.h"
#include "base/error.h"
#include "job/statement_job.h"

namespace tarn::app {

/// The first job that fails stops the others, at once. Used by one thread.
class BackgroundJobs {
 public:
  explicit BackgroundJobs(std::ostream& notices);
  /// Stops what still runs and waits.
  ~BackgroundJobs();
  BackgroundJobs(const BackgroundJobs&) = delete;
  BackgroundJobs& operator=(const BackgroundJobs&) = delete;

  /// `job` is prepared. `in_script` makes of what stops it what the user sees, with its place in the script.
  void Start(job::StatementJob job, std::function<Error(const Error&)> in_script);
  /// Whether one has failed: the script need not go on. Wait says which.
  bool failed() const;
  /// Until all have ended. Ctrl-C stops all, after a checkpoint each; `stop`: as if it had come already. The first
  /// failure is thrown.
  RunStatus Wait(bool stop = false);
  /// For a script that has failed itself: stops all, waits, and tells what became of each. Throws nothing.
  void StopAndTell();

  /// While it lives, `stop` is called, on another thread, once a job has failed: for what runs in the foreground.
  class OnFailure {
   public:
    /// `jobs` may be null: nothing runs in the background.
    OnFailure(BackgroundJobs* jobs, std::function<void()> stop);
    ~OnFailure();
    OnFailure(const OnFailure&) = delete;
    OnFailure& operator=(const OnFailure&) = delete;

   private:
    BackgroundJobs* jobs_;
  };

 private:
  struct Running;

  void StopAll();
  void StopAllLocked();  // the caller holds the lock
  void Failed();
  /// Waits for all and tells of each; the first failure is not told but returned, with its place in front.
  std::optional<Error> WaitForAll(bool stop, RunStatus& status);

  std::ostream& notices_;
  mutable std::mutex mutex_;  // guards what follows
  std::vector<std::unique_ptr<Running>> running_;
  bool failed_ = false;
  std::function<void()> on_failure_;
};

}  // namespace tarn::app
