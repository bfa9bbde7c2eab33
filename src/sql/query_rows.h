// The rows of a query that DuckDB runs, chunk by chunk as they are computed.
#pragma once

#include <duckdb/parser/query_node.hpp>
#include <memory>
#include <vector>

#include "sql/rows.h"
#include "sql/scan/bound_table.h"

namespace duckdb {
class Connection;
}

namespace tarn::sql {

/// Plans and starts a validated query whose tables are scans. The connection must be idle and belongs to the rows until
/// they are gone. Errors of DuckDB's binder come as SqlError (Validation), those of the run as Error.
std::unique_ptr<Rows> RunQuery(duckdb::Connection& connection, duckdb::unique_ptr<duckdb::QueryNode> query,
                               std::vector<TypedColumn> columns, std::vector<std::shared_ptr<const BoundTable>> tables);

}  // namespace tarn::sql
