// Sort keys of the types that Flink has and DuckDB has not.
//
// DuckDB's sort writes the type of each key as text and reads it back when it puts the keys into rows again. The names
// of our types (TIMESTAMP_LTZ(3), BINARY(2), INTERVAL SECOND) are none that its parser knows, so keys go in as the
// types that they are stored as.
#pragma once

namespace duckdb {
class DatabaseInstance;
}

namespace tarn::sql {

/// Adds a last step to the optimizer of a database, for whatever sorts: ORDER BY, OVER, ordered aggregates, EXCEPT ALL
/// and INTERSECT ALL, joins by inequality.
void RegisterSortKeys(duckdb::DatabaseInstance& database);

}  // namespace tarn::sql
