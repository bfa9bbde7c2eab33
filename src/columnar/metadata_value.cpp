#include "columnar/metadata_value.h"

#include <duckdb/common/types/hugeint.hpp>

#include "base/civil_time.h"
#include "base/error.h"
#include "columnar/type_mapping.h"

namespace tarn::columnar {

using duckdb::Value;
using paimon::TypeRoot;

int64_t TimestampCount(const paimon::TimestampValue& time, const paimon::DataType& type) {
  const auto count = type.precision > 6 ? NanosFrom(time.millis, 1'000'000, time.nano_of_milli)
                                        : MicrosFrom(time.millis, 1000, time.nano_of_milli / 1000);
  if (count) return *count;
  const auto civil =
      CivilFromSeconds(FloorDiv(time.millis, 1000), static_cast<int>(FloorMod(time.millis, 1000)) * 1'000'000);
  throw Error(ErrorCode::Unsupported, "'" + FormatTimestamp(civil, 3) + "' lies outside " +
                                          std::string(TimestampRange(type.precision)) + ", which is what " +
                                          paimon::ToSql(type.Nullable()) + " holds");
}

Value ToVectorValue(const paimon::Value& value, const paimon::DataType& type) {
  const auto vector_type = VectorType(type);
  if (paimon::IsNull(value)) return Value(vector_type);
  switch (type.root) {
    case TypeRoot::Boolean:
      return Value::BOOLEAN(std::get<bool>(value));
    case TypeRoot::TinyInt:
      return Value::TINYINT(static_cast<int8_t>(std::get<int64_t>(value)));
    case TypeRoot::SmallInt:
      return Value::SMALLINT(static_cast<int16_t>(std::get<int64_t>(value)));
    case TypeRoot::Int:
      return Value::INTEGER(static_cast<int32_t>(std::get<int64_t>(value)));
    case TypeRoot::BigInt:
      return Value::BIGINT(std::get<int64_t>(value));
    case TypeRoot::Float:
      return Value::FLOAT(std::get<float>(value));
    case TypeRoot::Double:
      return Value::DOUBLE(std::get<double>(value));
    case TypeRoot::Decimal: {
      const int128_t unscaled = std::get<int128_t>(value);
      const auto precision = static_cast<uint8_t>(type.precision);
      const auto scale = static_cast<uint8_t>(type.scale);
      if (type.precision <= 18) return Value::DECIMAL(static_cast<int64_t>(unscaled), precision, scale);
      duckdb::hugeint_t wide;
      wide.lower = static_cast<uint64_t>(unscaled);
      wide.upper = static_cast<int64_t>(unscaled >> 64);
      return Value::DECIMAL(wide, precision, scale);
    }
    case TypeRoot::Char:
    case TypeRoot::VarChar:
      return Value(std::get<std::string>(value));
    case TypeRoot::Date:
      return Value::DATE(duckdb::date_t(static_cast<int32_t>(std::get<int64_t>(value))));
    case TypeRoot::Time:
      return Value::TIME(duckdb::dtime_t(std::get<int64_t>(value) * 1000));
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz: {
      const int64_t count = TimestampCount(std::get<paimon::TimestampValue>(value), type);
      if (type.precision > 6) return Value::TIMESTAMPNS(duckdb::timestamp_ns_t(count));
      if (type.root == TypeRoot::Timestamp) return Value::TIMESTAMP(duckdb::timestamp_t(count));
      return Value::TIMESTAMPTZ(duckdb::timestamp_tz_t(count));
    }
    default: {
      const auto& bytes = std::get<std::string>(value);
      return Value::BLOB(duckdb::const_data_ptr_cast(bytes.data()), bytes.size());
    }
  }
}

}  // namespace tarn::columnar
