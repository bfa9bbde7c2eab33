// A statement that runs incrementally: validated, its tables found, not yet lowered to a StreamPlan. The trees are
// ready for PlanContinuous (sql/plan/optimize.h); whoever lowers them owns them from here on.
#pragma once

#include <duckdb/parser/query_node.hpp>
#include <memory>
#include <string>
#include <vector>

#include "sql/scan/bound_table.h"
#include "sql/types/analyze.h"

namespace duckdb {
class Connection;
}

namespace tarn::sql {

struct ContinuousInsert {
  duckdb::unique_ptr<duckdb::QueryNode> query;  // gives exactly the sink's columns
  std::vector<TypedColumn> columns;
  std::shared_ptr<const BoundTable> target;  // null: a SELECT, whose changes are shown
};

/// One SELECT, one INSERT, or the INSERTs of a statement set.
struct ContinuousQuery {
  /// To the `work` instance; knows the tables that the trees name. Plan on it, keep it as long as the expressions.
  std::shared_ptr<duckdb::Connection> connection;
  std::vector<ContinuousInsert> inserts;
  std::string text;           // of the statement
  bool explain_only = false;  // the plan is wanted, not its run
};

}  // namespace tarn::sql
