// Metadata's single values (partitions, statistics) as vector values.
#pragma once

#include <duckdb/common/types/value.hpp>

#include "paimon/data_type.h"
#include "paimon/value.h"

namespace tarn::columnar {

/// Microseconds or (7..9) nanoseconds since 1970, as vectors hold them. Throws Unsupported outside TimestampRange.
int64_t TimestampCount(const paimon::TimestampValue& time, const paimon::DataType& type);

/// Of VectorType(type); NULL for NULL. Throws as TimestampCount.
duckdb::Value ToVectorValue(const paimon::Value& value, const paimon::DataType& type);

}  // namespace tarn::columnar
