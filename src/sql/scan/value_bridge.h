// One value between DuckDB and the metadata layer: partition values, and literals that statistics are compared with.
#pragma once

#include <duckdb/common/types/value.hpp>
#include <optional>

#include "paimon/data_type.h"
#include "paimon/value.h"

namespace tarn::sql {

/// Of the column's vector type (sql/types/flink_types.h).
duckdb::Value ToDuckDbValue(const paimon::Value& value, const paimon::DataType& type);

/// A value of the column's vector type as it is stored; NULL for NULL.
paimon::Value ToStoredValue(const duckdb::Value& value, const paimon::DataType& type);

/// Nullopt: NULL, or not exactly of the column's type, so that it cannot be compared with statistics.
std::optional<paimon::Value> ToPaimonValue(const duckdb::Value& value, const paimon::DataType& type);

}  // namespace tarn::sql
