// From a continuous statement of a session to a job: its identity, where its state lies, its plan.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "connector/sink.h"
#include "job/job.h"
#include "sql/continuous.h"
#include "sql/session.h"

namespace tarn::job {

struct StatementJobOptions {
  std::string name;  // identity: 'pipeline.name', else "report.sql:3"; empty: none, no state is kept between runs
  bool restart = false;
  bool allow_non_restored = false;
  /// Takes the changes of a SELECT, which keeps no state between runs.
  std::shared_ptr<connector::Sink> results;
  std::function<void(const std::string&)> notice;
};

struct StatementJob {
  std::string id;
  std::string directory;  // empty: no state is kept
  int64_t interval_us = 0;
  std::unique_ptr<Job> job;
};

/// Uses up the query. The session must outlive the job.
StatementJob NewStatementJob(sql::Session& session, sql::ContinuousQuery query, const StatementJobOptions& options);

/// The plan alone, as EXPLAIN shows it. Uses up the query.
std::string ExplainContinuous(sql::Session& session, sql::ContinuousQuery query);

}  // namespace tarn::job
