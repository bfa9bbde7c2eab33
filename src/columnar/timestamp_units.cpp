#include "columnar/timestamp_units.h"

#include "base/civil_time.h"
#include "base/error.h"

namespace tarn::columnar {

using duckdb::LogicalTypeId;

namespace {

[[noreturn]] void OutOfMicros(int64_t millis) {
  throw Error(ErrorCode::Unsupported, "a timestamp of " + std::to_string(millis) + " ms from 1970 lies outside " +
                                          std::string(kMicrosRange) + ", which is what TIMESTAMP holds");
}

}  // namespace

std::optional<int64_t> ReadAsUnits(duckdb::ParquetColumnSchema& column) {
  if (column.type.id() != LogicalTypeId::TIMESTAMP && column.type.id() != LogicalTypeId::TIMESTAMP_TZ) return {};
  if (column.parquet_type != duckdb_parquet::Type::INT64) return {};
  std::optional<int64_t> micros_per_unit;
  if (column.type_info == duckdb::ParquetExtraTypeInfo::UNIT_MS) micros_per_unit = 1000;
  if (column.type_info == duckdb::ParquetExtraTypeInfo::UNIT_MICROS) micros_per_unit = 1;
  if (!micros_per_unit) return {};
  column.type = duckdb::LogicalType::BIGINT;
  column.type_info = duckdb::ParquetExtraTypeInfo::NONE;
  return micros_per_unit;
}

void ToMicros(duckdb::Vector& units, duckdb::idx_t count, int64_t micros_per_unit) {
  units.Flatten(count);
  if (micros_per_unit == 1) return;
  auto* values = duckdb::FlatVector::GetData<int64_t>(units);
  const auto& validity = duckdb::FlatVector::Validity(units);
  const int64_t limit = INT64_MAX / micros_per_unit;
  const auto beyond = [&](int64_t value) { return value > limit || value < -limit; };
  bool any_beyond = false;
  for (duckdb::idx_t i = 0; i < count; i++) any_beyond |= beyond(values[i]);
  if (any_beyond) {
    for (duckdb::idx_t i = 0; i < count; i++) {
      if (!beyond(values[i])) continue;
      if (validity.RowIsValid(i)) OutOfMicros(values[i]);
      values[i] = 0;
    }
  }
  for (duckdb::idx_t i = 0; i < count; i++) values[i] *= micros_per_unit;
}

duckdb::Value ToMicros(const duckdb::Value& units, const duckdb::LogicalType& type, int64_t micros_per_unit) {
  duckdb::Vector one(units);
  ToMicros(one, 1, micros_per_unit);
  const duckdb::timestamp_t micros(duckdb::FlatVector::GetData<int64_t>(one)[0]);
  return type.id() == LogicalTypeId::TIMESTAMP_TZ ? duckdb::Value::TIMESTAMPTZ(duckdb::timestamp_tz_t(micros))
                                                  : duckdb::Value::TIMESTAMP(micros);
}

}  // namespace tarn::columnar
