// Values of a file that was written before its column changed, as the column is now (Paimon's CastExecutors).
#pragma once

#include <duckdb/common/types/vector.hpp>
#include <functional>

#include "paimon/data_type.h"

namespace duckdb {
class ClientContext;
}

namespace tarn::columnar {

/// Writes `count` values of the first vector into the second.
using ColumnCast = std::function<void(duckdb::Vector& from, duckdb::Vector& to, size_t count)>;

/// Empty if the values can stay as they are. Nullability plays no part. Throws Unsupported naming both types.
ColumnCast MakeColumnCast(duckdb::ClientContext& context, const paimon::DataType& from, const paimon::DataType& to);

}  // namespace tarn::columnar
