// From a bound plan of DuckDB's to a StreamPlan. One file an operator, one line each in the switch of lower.cpp; what
// streams cannot do yet is refused there by its name.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "connector/sink.h"
#include "sql/continuous.h"
#include "sql/scan/bound_process.h"
#include "sql/types/analyze.h"
#include "stream/plan.h"

namespace tarn::sql {

struct LowerOptions {
  std::string commit_user;                // of the job's lineage, for its sinks
  env::FileSystem* data_files = nullptr;  // for its sinks (connector::ConnectorContext)
  bool drop_nulls = false;  // for NOT NULL columns of sinks: such rows are left out; else they stop the job
  bool streaming = true;    // false: a bounded run (batch mode), every source ends
  /// Takes the changes of a SELECT; may be null where every root is an INSERT.
  std::shared_ptr<connector::Sink> results;
  /// A table by its name, for 'dead-letter.table'; throws SqlError if there is none.
  std::function<std::shared_ptr<const BoundTable>(const std::string& name)> find_table;
};

/// Uses up the query's trees. The plan's expressions live as long as the query's connection. Throws SqlError (Plan) for
/// what is not supported, and what sources and sinks say of their options.
std::shared_ptr<stream::StreamPlan> Lower(ContinuousQuery& query, const LowerOptions& options);

/// A call of a process table function alone, over inputs that are read to their end: what a batch query runs. Uses up
/// the call's inputs.
std::shared_ptr<const stream::StreamPlan> LowerInBatch(duckdb::Connection& connection, const BoundProcess& process);

}  // namespace tarn::sql
