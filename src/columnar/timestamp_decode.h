// Timestamps of a file as the vectors of their type, where DuckDB's reader would wrap what does not fit.
//
// Paimon writes TIMESTAMP(7..9) of every year as INT96; a vector holds int64 nanoseconds (kNanosRange).
#pragma once

#include <duckdb/common/types.hpp>

#include "columnar/column_cast.h"
#include "paimon/data_type.h"

namespace tarn::columnar {

/// The type to read a file's column as that is wanted as another: where microseconds are wanted of TIMESTAMP(7..9) they
/// are read at once, so that a column that was altered shows every year.
paimon::DataType TypeToRead(const paimon::DataType& file, const paimon::DataType& wanted);

struct TimestampDecode {
  ColumnCast run;            // empty: the values can stay as they are
  duckdb::LogicalType type;  // of what it writes
};

/// Of what Retype gave for `type`. The cast throws Unsupported for a value outside kNanosRange.
TimestampDecode MakeTimestampDecode(const duckdb::LogicalType& scanned, const paimon::DataType& type);

}  // namespace tarn::columnar
