// What the call of an aggregate becomes in DuckDB, with OVER and without: which aggregate, over what, and what finishes
// it. What has Flink's own meaning (sums that wrap, averages of integers, variances) is an aggregate of ours
// (aggregate_functions.h); the rest is DuckDB's under Flink's name and type. Private to src/sql/types.
#pragma once

#include <string>
#include <vector>

#include "sql/types/analyzer.h"

namespace tarn::sql {

/// The name and arguments for DuckDB, an extra filter, and the type of its result.
struct AggregatePlan {
  std::string name;
  Trees arguments;
  Tree filter;                    // beside the user's
  paimon::DataType type;          // nullability aside
  bool never_null = false;        // COUNT
  bool null_as_argument = false;  // the type's NOT NULL is that of the first argument, even over no rows: LISTAGG
  std::string finish;             // a function of ours over the result: an empty map instead of NULL ..
  Trees finish_arguments;         // behind the result
};

/// `types` are those of the visited `arguments`. Throws Error; Unsupported = Flink plans no such call.
AggregatePlan PlanAggregate(const std::string& name, Trees arguments, const std::vector<Typed>& types, bool distinct);

/// The call of the aggregate, then what finishes it.
Tree Finished(Tree call, AggregatePlan& plan);

/// DuckDB tells by its columns which query an aggregate belongs to: one without any, such as COUNT(*), gets one.
void BelongTo(const Scope& scope, AggregatePlan& plan);

}  // namespace tarn::sql
