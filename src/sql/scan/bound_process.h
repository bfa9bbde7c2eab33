// A call of a process table function as one statement makes it: which function, its arguments, and the queries that
// feed it. In a bound plan it is one scan (tarn_process) with the function's columns; whoever lowers the plan lowers
// the inputs by themselves and puts a ProcessNode over them.
#pragma once

#include <duckdb/parser/query_node.hpp>
#include <memory>
#include <string>
#include <vector>

#include "sql/types/analyze.h"
#include "stream/plan.h"

namespace tarn::sql {

struct BoundProcess {
  const stream::ProcessFunctionEntry* entry = nullptr;
  stream::ProcessCall call;
  std::string uid;             // of the argument `uid`, or empty
  std::string arguments_text;  // the scalar ones, for EXPLAIN
  /// One per given table argument, in the order of the parameters: validated, its tables are scans. Taken by the
  /// lowering.
  mutable std::vector<duckdb::unique_ptr<duckdb::QueryNode>> inputs;
  /// Of the inputs, with their time attributes.
  std::vector<std::vector<TypedColumn>> input_columns;
  std::vector<TypedColumn> columns;  // of the result
  /// Batch: lowered already, over inputs that end; its last node is the function. Null in a continuous query.
  std::shared_ptr<const stream::StreamPlan> batch_plan;
};

}  // namespace tarn::sql
