// The table functions that stand for tables in a bound plan: tarn_lake (a Paimon table, in batch), tarn_source (any
// table as a source: batch reads of connectors, every table of a continuous query), tarn_system ('t$files'),
// tarn_process (a call of a process table function).
#pragma once

#include <memory>

#include "sql/scan/bound_process.h"
#include "sql/scan/bound_table.h"

namespace duckdb {
class DatabaseInstance;
class LogicalGet;
class TableFunction;
}  // namespace duckdb

namespace tarn::sql {

duckdb::TableFunction LakeScanFunction();
duckdb::TableFunction SourceScanFunction();
duckdb::TableFunction SystemScanFunction();
duckdb::TableFunction ProcessScanFunction();

void RegisterScanFunctions(duckdb::DatabaseInstance& instance);

/// The table that a scan in a plan reads; null where it is none of ours.
std::shared_ptr<const BoundTable> TableOf(const duckdb::LogicalGet& get);
/// The call of a process table function that it stands for; null where it is none.
std::shared_ptr<const BoundProcess> ProcessOf(const duckdb::LogicalGet& get);

}  // namespace tarn::sql
