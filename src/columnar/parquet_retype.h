// Tells DuckDB's Parquet reader which vector types to decode a file's columns into.
//
// Left alone it makes TIME WITH TIME ZONE of Paimon's TIME, microseconds of INT96, and trusts the time zone flag that
// old writers set wrong. It also folds case: of two columns `a` and `A` it renames the second.
#pragma once

#include <parquet_types.h>
#include <parquet_column_schema.hpp>
#include <string>

#include "paimon/data_type.h"

namespace tarn::columnar {

/// Gives the columns below `root`, at every level, the names that they have in the file.
void RestoreNames(duckdb::ParquetColumnSchema& root, const duckdb_parquet::FileMetaData& file);

/// INT96: nanoseconds of the day (int64, also negative), then the Julian day.
constexpr uint32_t kInt96Bytes = 12;

/// Before the scan is initialised. Throws Corruption, naming `path`, where the file's column cannot hold `type`.
/// Timestamps come as the file has them (INT96 as its bytes): DuckDB would wrap those that int64 nanoseconds cannot
/// hold; the rest is timestamp_decode.h's.
void Retype(duckdb::ParquetColumnSchema& column, const paimon::DataType& type, const std::string& path);

}  // namespace tarn::columnar
