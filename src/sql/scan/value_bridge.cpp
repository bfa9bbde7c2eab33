#include "sql/scan/value_bridge.h"

#include "base/civil_time.h"
#include "base/error.h"
#include "columnar/metadata_value.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {
namespace {

using paimon::TypeRoot;

int128_t FromHugeint(const duckdb::hugeint_t& value) {
  return (static_cast<int128_t>(value.upper) << 64) | static_cast<int128_t>(value.lower);
}

}  // namespace

duckdb::Value ToDuckDbValue(const paimon::Value& value, const paimon::DataType& type) {
  auto plain = columnar::ToVectorValue(value, type);
  plain.Reinterpret(ToLogicalType(type));
  return plain;
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
