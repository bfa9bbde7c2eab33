// TIMESTAMP columns of milliseconds or microseconds, read as the integers that they are and multiplied a vector at a
// time: DuckDB's reader calls a function, with its checks, for every value.
#pragma once

#include <duckdb/common/types/vector.hpp>
#include <optional>
#include <parquet_column_schema.hpp>

namespace tarn::columnar {

/// Makes the scan read a column of the file (after Retype, before the scan is initialised) as BIGINT. Returns how many
/// microseconds its unit has; nothing, and no change, where the column holds no such timestamps.
std::optional<int64_t> ReadAsUnits(duckdb::ParquetColumnSchema& column);

/// Makes microseconds of what such a column gave, in place, and the vector flat. NULLs may hold anything. Throws
/// Unsupported for what lies outside kMicrosRange.
void ToMicros(duckdb::Vector& units, duckdb::idx_t count, int64_t micros_per_unit);
/// The same of one value, as a value of `type`.
duckdb::Value ToMicros(const duckdb::Value& units, const duckdb::LogicalType& type, int64_t micros_per_unit);

}  // namespace tarn::columnar
