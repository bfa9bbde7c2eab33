// Everything of Tarn's that a DuckDB instance must know before the first statement: one line a thing.
#pragma once

namespace duckdb {
class DatabaseInstance;
}

namespace tarn::sql {

void RegisterAll(duckdb::DatabaseInstance& instance);

}  // namespace tarn::sql
