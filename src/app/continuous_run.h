// Runs a continuous statement: a SELECT shows its changes as they come, INSERTs run as a job.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

#include "app/statement_runner.h"
#include "job/statement_job.h"

namespace tarn::app {

struct ContinuousOptions {
  std::string name;  // identity of the job; empty: it has none and keeps no state between runs
  std::string format;
  int width = 0;
  bool restart = false;
  bool allow_non_restored = false;
  bool progress = false;  // notices go to a terminal
  /// Takes INSERTs without an end, and all of them where 'table.dml-sync' is false; null: every job is awaited.
  BackgroundJobs* background = nullptr;
  std::function<Error(const Error&)> in_script{};  // for what stops a job there
  /// Called every quarter of a second with the rows read, by a thread of its own, in place of the progress line.
  std::function<void(int64_t rows_read)> watch{};
};

RunStatus RunContinuous(sql::Session& session, sql::ContinuousQuery query, const ContinuousOptions& options,
                        std::ostream& out, std::ostream& notices);

/// What is said of a job when it has ended: figures, or how it goes on.
std::string EndOfJob(const job::StatementJob& job, job::JobEnd end);

}  // namespace tarn::app
