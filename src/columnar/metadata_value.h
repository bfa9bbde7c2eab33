// Metadata's single values (partitions, statistics) as vector values.
#pragma once

#include <duckdb/common/types/value.hpp>

#include "paimon/data_type.h"
#include "paimon/value.h"

namespace tarn::columnar {

/// Of VectorType(type); NULL for NULL. Throws Unsupported for a TIMESTAMP(7..9) outside kNanosRange.
duckdb::Value ToVectorValue(const paimon::Value& value, const paimon::DataType& type);

}  // namespace tarn::columnar
