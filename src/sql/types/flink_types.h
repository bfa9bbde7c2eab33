// Flink's types on DuckDB's: one physical type (columnar/type_mapping.h) with an alias that says the Flink type where
// the physical type alone does not: CHAR(3), VARCHAR(5), BINARY(2), TIME(0), TIMESTAMP(3), TIMESTAMP_LTZ(3),
// MULTISET, the intervals. STRING, BYTES, TIMESTAMP(6), TIMESTAMP_LTZ(6) and the plain types carry no alias. Aliases
// keep their identity through columns, joins, CASE and set operations and have no casts or functions but ours, so a
// forgotten rule fails while binding. NOT NULL is not part of a LogicalType: analyze.h knows it.
#pragma once

#include <duckdb/common/types.hpp>

#include "paimon/data_type.h"

namespace tarn::sql {

/// Field names of a ROW are encoded as sql/names.h says. Throws Unsupported for types that have no vector form.
duckdb::LogicalType ToLogicalType(const paimon::DataType& type);

/// The reverse; nullable throughout. Unsigned and wide integers that only DuckDB knows throw Internal.
paimon::DataType ToDataType(const duckdb::LogicalType& type);

/// The target of a CAST as the parser writes it down: NOT NULL inside of a collection or ROW survives, which no
/// LogicalType says.
duckdb::LogicalType WriteCastTarget(const paimon::DataType& type);
paimon::DataType CastTarget(const duckdb::LogicalType& type);

}  // namespace tarn::sql
