#include "sql/scan/value_bridge.h"

#include "base/civil_time.h"
#include "base/error.h"
#include "columnar/metadata_value.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {
namespace {

using paimon::TypeRoot;

duckdb::hugeint_t ToHugeint(int128_t value) {
  return {static_cast<int64_t>(value >> 64), static_cast<uint64_t>(value)};
}

int128_t FromHugeint(const duckdb::hugeint_t& value) {
  return (static_cast<int128_t>(value.upper) << 64) | static_cast<int128_t>(value.lower);
}

duckdb::Value Retyped(duckdb::Value value, const paimon::DataType& type) {
  value.Reinterpret(ToLogicalType(type));
  return value;
}

duckdb::Value Bare(const paimon::Value& value, const paimon::DataType& type) {
  switch (type.root) {
    case TypeRoot::Boolean:
      return duckdb::Value::BOOLEAN(std::get<bool>(value));
    case TypeRoot::TinyInt:
      return duckdb::Value::TINYINT(static_cast<int8_t>(std::get<int64_t>(value)));
    case TypeRoot::SmallInt:
      return duckdb::Value::SMALLINT(static_cast<int16_t>(std::get<int64_t>(value)));
    case TypeRoot::Int:
      return duckdb::Value::INTEGER(static_cast<int32_t>(std::get<int64_t>(value)));
    case TypeRoot::BigInt:
      return duckdb::Value::BIGINT(std::get<int64_t>(value));
    case TypeRoot::Float:
      return duckdb::Value::FLOAT(std::get<float>(value));
    case TypeRoot::Double:
      return duckdb::Value::DOUBLE(std::get<double>(value));
    case TypeRoot::Decimal: {
      const auto width = static_cast<uint8_t>(type.precision), scale = static_cast<uint8_t>(type.scale);
      const auto unscaled = std::get<int128_t>(value);
      if (type.precision > 18) return duckdb::Value::DECIMAL(ToHugeint(unscaled), width, scale);
      return duckdb::Value::DECIMAL(static_cast<int64_t>(unscaled), width, scale);
    }
    case TypeRoot::Date:
      return duckdb::Value::DATE(duckdb::date_t(static_cast<int32_t>(std::get<int64_t>(value))));
    case TypeRoot::Time:
      return duckdb::Value::TIME(duckdb::dtime_t(std::get<int64_t>(value) * 1000));
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz: {
      const int64_t count = columnar::TimestampCount(std::get<paimon::TimestampValue>(value), type);
      if (type.precision > 6) return duckdb::Value::TIMESTAMPNS(duckdb::timestamp_ns_t(count));
      if (type.root == TypeRoot::TimestampLtz) return duckdb::Value::TIMESTAMPTZ(duckdb::timestamp_tz_t(count));
      return duckdb::Value::TIMESTAMP(duckdb::timestamp_t(count));
    }
    case TypeRoot::Binary:
    case TypeRoot::VarBinary: {
      const auto& bytes = std::get<std::string>(value);
      return duckdb::Value::BLOB(reinterpret_cast<duckdb::const_data_ptr_t>(bytes.data()), bytes.size());
    }
    default:
      return duckdb::Value(std::get<std::string>(value));
  }
}

}  // namespace

duckdb::Value ToDuckDbValue(const paimon::Value& value, const paimon::DataType& type) {
  if (paimon::IsNull(value)) return duckdb::Value(ToLogicalType(type));
  return Retyped(Bare(value, type), type);
}

paimon::Value ToStoredValue(const duckdb::Value& value, const paimon::DataType& type) {
  if (value.IsNull()) return {};
  switch (type.root) {
    case TypeRoot::Boolean:
      return value.GetValueUnsafe<bool>();
    case TypeRoot::TinyInt:
      return static_cast<int64_t>(value.GetValueUnsafe<int8_t>());
    case TypeRoot::SmallInt:
      return static_cast<int64_t>(value.GetValueUnsafe<int16_t>());
    case TypeRoot::Int:
      return static_cast<int64_t>(value.GetValueUnsafe<int32_t>());
    case TypeRoot::BigInt:
      return value.GetValueUnsafe<int64_t>();
    case TypeRoot::Float:
      return value.GetValueUnsafe<float>();
    case TypeRoot::Double:
      return value.GetValueUnsafe<double>();
    case TypeRoot::Decimal:
      switch (value.type().InternalType()) {
        case duckdb::PhysicalType::INT16:
          return static_cast<int128_t>(value.GetValueUnsafe<int16_t>());
        case duckdb::PhysicalType::INT32:
          return static_cast<int128_t>(value.GetValueUnsafe<int32_t>());
        case duckdb::PhysicalType::INT64:
          return static_cast<int128_t>(value.GetValueUnsafe<int64_t>());
        default:
          return FromHugeint(value.GetValueUnsafe<duckdb::hugeint_t>());
      }
    case TypeRoot::Date:
      return static_cast<int64_t>(value.GetValueUnsafe<int32_t>());
    case TypeRoot::Time:
      return FloorDiv(value.GetValueUnsafe<int64_t>(), int64_t{1000});
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz: {
      const int64_t count = value.GetValueUnsafe<int64_t>();
      const int64_t per_milli = type.precision > 6 ? 1'000'000 : 1000;
      const auto rest = FloorMod(count, per_milli) * (type.precision > 6 ? 1 : 1000);
      return paimon::TimestampValue{FloorDiv(count, per_milli), static_cast<int32_t>(rest)};
    }
    case TypeRoot::Char:
    case TypeRoot::VarChar:
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
      return duckdb::StringValue::Get(value);
    default:
      throw Error(ErrorCode::Internal, "a value of type " + ToSql(type) + " for metadata");
  }
}

std::optional<paimon::Value> ToPaimonValue(const duckdb::Value& value, const paimon::DataType& type) {
  if (value.IsNull() || value.type().id() != ToLogicalType(type).id()) return std::nullopt;
  switch (type.root) {
    case TypeRoot::Decimal:
      if (duckdb::DecimalType::GetScale(value.type()) != type.scale) return std::nullopt;
      return ToStoredValue(value, type);
    case TypeRoot::Boolean:
    case TypeRoot::TinyInt:
    case TypeRoot::SmallInt:
    case TypeRoot::Int:
    case TypeRoot::BigInt:
    case TypeRoot::Float:
    case TypeRoot::Double:
    case TypeRoot::Date:
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz:
    case TypeRoot::VarChar:
      return ToStoredValue(value, type);
    default:
      return std::nullopt;  // CHAR compares with padding rules, TIME is stored coarser than it is held
  }
}

}  // namespace tarn::sql
