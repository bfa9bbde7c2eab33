#include "columnar/parquet/range_value.h"

namespace tarn::columnar::parquet {

using duckdb::Value;
using paimon::DataType;
using paimon::TypeRoot;

namespace {

uint8_t Narrow(int32_t value) { return static_cast<uint8_t>(value); }

}  // namespace

Value ToValue(uint8_t value, const DataType&) { return Value::BOOLEAN(value != 0); }
Value ToValue(float value, const DataType&) { return Value::FLOAT(value); }
Value ToValue(double value, const DataType&) { return Value::DOUBLE(value); }

Value ToValue(int32_t value, const DataType& type) {
  switch (type.root) {
    case TypeRoot::TinyInt:
      return Value::TINYINT(static_cast<int8_t>(value));
    case TypeRoot::SmallInt:
      return Value::SMALLINT(static_cast<int16_t>(value));
    case TypeRoot::Date:
      return Value::DATE(duckdb::date_t(value));
    case TypeRoot::Time:
      return Value::TIME(duckdb::dtime_t(static_cast<int64_t>(value) * 1000));
    case TypeRoot::Decimal:
      return Value::DECIMAL(static_cast<int64_t>(value), Narrow(type.precision), Narrow(type.scale));
    default:
      return Value::INTEGER(value);
  }
}

Value ToValue(int64_t value, const DataType& type) {
  const int64_t micros = type.precision <= 3 ? value * 1000 : value;
  switch (type.root) {
    case TypeRoot::Timestamp:
      return Value::TIMESTAMP(duckdb::timestamp_t(micros));
    case TypeRoot::TimestampLtz:
      return Value::TIMESTAMPTZ(duckdb::timestamp_tz_t(micros));
    case TypeRoot::Decimal:
      return Value::DECIMAL(value, Narrow(type.precision), Narrow(type.scale));
    default:
      return Value::BIGINT(value);
  }
}

Value ToValue(const hugeint_t& value, const DataType& type) {
  return Value::DECIMAL(value, Narrow(type.precision), Narrow(type.scale));
}

Value ToValue(const std::string& value, const DataType& type) {
  if (type.root == TypeRoot::Char || type.root == TypeRoot::VarChar) return Value(value);
  return Value::BLOB(duckdb::const_data_ptr_cast(value.data()), value.size());
}

}  // namespace tarn::columnar::parquet
