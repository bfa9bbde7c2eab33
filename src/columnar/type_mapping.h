// How a column type is held in vectors. Storage and streams use these types bare; the SQL layer lays Flink's
// parametrised types over them as aliases, so compare `id()` and widths here, never whole LogicalTypes from a query.
//
//   BOOLEAN..DOUBLE, DATE, DECIMAL -> the same        CHAR, VARCHAR -> VARCHAR        BINARY, VARBINARY, BLOB -> BLOB
//   TIME(p) -> TIME (microseconds)                    TIMESTAMP(p<=6) -> TIMESTAMP (us)  TIMESTAMP(7..9) ->
//   TIMESTAMP_NS TIMESTAMP_LTZ(p<=6) -> TIMESTAMP_TZ (us)          TIMESTAMP_LTZ(7..9) -> TIMESTAMP_NS ARRAY -> LIST
//   MAP -> MAP  MULTISET -> MAP(element, INTEGER)  ROW -> STRUCT  VARIANT -> STRUCT(value, metadata BLOB)
//   INTERVAL MONTH -> INTERVAL (months only)   INTERVAL SECOND -> INTERVAL (microseconds only)
#pragma once

#include <duckdb/common/types.hpp>

#include "paimon/data_type.h"

namespace tarn::columnar {

/// Throws Unsupported for types that have no vector form.
duckdb::LogicalType VectorType(const paimon::DataType& type);
duckdb::vector<duckdb::LogicalType> VectorTypes(const std::vector<paimon::DataField>& fields);

}  // namespace tarn::columnar
