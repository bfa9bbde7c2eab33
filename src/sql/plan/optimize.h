// Plans a continuous query: DuckDB's binder, then an allow-list of its optimizer's passes. The default passes would
// fold today's data and clock into the plan (duckdb_contract_test.cpp shows both).
#pragma once

#include <duckdb/parser/query_node.hpp>
#include <duckdb/planner/logical_operator.hpp>
#include <memory>
#include <string>
#include <vector>

#include "sql/types/analyze.h"

namespace duckdb {
class Connection;
}

namespace tarn::sql {

struct BoundPlan {
  /// Column bindings are resolved (BoundReferences), operator types are set. Scans are LogicalGets of tarn_source,
  /// whose table TableOf (scan/scan_functions.h) gives. Drop the operators after lowering; keep the expressions.
  duckdb::unique_ptr<duckdb::LogicalOperator> root;
  std::vector<std::string> names;  // of the result, encoded
};

/// `query` is validated and its tables are scans. Throws SqlError.
BoundPlan PlanContinuous(duckdb::Connection& connection, duckdb::unique_ptr<duckdb::QueryNode> query);

/// Expressions over one row of `columns`, as BoundReferences by position: computed columns and watermarks. `texts` are
/// SQL expressions as a table's definition keeps them.
std::vector<duckdb::unique_ptr<duckdb::Expression>> BindOverRow(duckdb::Connection& connection,
                                                                const std::vector<std::string>& texts,
                                                                const std::vector<TypedColumn>& columns,
                                                                const AnalyzeContext& context);

}  // namespace tarn::sql
