// The plan of a batch query as text: DuckDB's operators, our scans with the files they read, names as the user wrote
// them.
#pragma once

#include <duckdb/parser/query_node.hpp>
#include <string>

namespace duckdb {
class Connection;
}

namespace tarn::sql {

std::string ExplainBatch(duckdb::Connection& connection, duckdb::unique_ptr<duckdb::QueryNode> query);

}  // namespace tarn::sql
