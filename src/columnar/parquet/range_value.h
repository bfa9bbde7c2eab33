// A column's least or greatest value as a vector value of its Paimon type.
#pragma once

#include <duckdb/common/types/value.hpp>

#include "columnar/parquet/leaf_value.h"
#include "paimon/data_type.h"

namespace tarn::columnar::parquet {

duckdb::Value ToValue(uint8_t value, const paimon::DataType& type);
duckdb::Value ToValue(int32_t value, const paimon::DataType& type);
duckdb::Value ToValue(int64_t value, const paimon::DataType& type);
duckdb::Value ToValue(float value, const paimon::DataType& type);
duckdb::Value ToValue(double value, const paimon::DataType& type);
duckdb::Value ToValue(const hugeint_t& value, const paimon::DataType& type);
duckdb::Value ToValue(const std::string& value, const paimon::DataType& type);

}  // namespace tarn::columnar::parquet
