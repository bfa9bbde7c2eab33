// Jobs of a script that nobody waits for: they run side by side, and the script ends when all of them have ended.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "app/statement_runner.h"
#include "job/statement_job.h"

namespace tarn::app {

/// Used by one thread.
class BackgroundJobs {
 public:
  explicit BackgroundJobs(std::ostream& notices);
  /// Stops what still runs and waits.
  ~BackgroundJobs();
  BackgroundJobs(const BackgroundJobs&) = delete;
  BackgroundJobs& operator=(const BackgroundJobs&) = delete;

  /// `job` is prepared. `place` ("report.sql:12") comes in front of what stops it.
  void Start(job::StatementJob job, std::string place);
  /// Until all have ended. Ctrl-C stops all, after a checkpoint each; `stop`: as if it had come already. The first
  /// failure stops the others and is thrown.
  RunStatus Wait(bool stop = false);

 private:
  struct Running;

  void StopAll();

  std::ostream& notices_;
  std::vector<std::unique_ptr<Running>> running_;
};

}  // namespace tarn::app
