#include "columnar/timestamp_decode.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/civil_time.h"
#include "base/error.h"
#include "columnar/each_value.h"
#include "columnar/nested_cast.h"
#include "columnar/parquet_retype.h"
#include "columnar/type_mapping.h"

namespace tarn::columnar {
namespace {

using duckdb::LogicalType;
using duckdb::LogicalTypeId;
using duckdb::Vector;
using paimon::DataType;
using paimon::TypeRoot;

bool IsTimestamp(const DataType& type) {
  return type.root == TypeRoot::Timestamp || type.root == TypeRoot::TimestampLtz;
}

struct Instant {
  int64_t seconds = 0;
  int64_t nanos = 0;  // of the second
};

Instant FromInt96(const duckdb::string_t& bytes) {
  int64_t of_day = 0;  // Java's writers count it backwards before 1970
  int32_t julian_day = 0;
  std::memcpy(&of_day, bytes.GetData(), sizeof of_day);
  std::memcpy(&julian_day, bytes.GetData() + sizeof of_day, sizeof julian_day);
  constexpr int64_t kJulianDayOf1970 = 2'440'588, kNanosPerSecond = 1'000'000'000;
  return {(julian_day - kJulianDayOf1970) * 86'400 + FloorDiv(of_day, kNanosPerSecond),
          FloorMod(of_day, kNanosPerSecond)};
}

Instant FromMicros(int64_t micros) {
  return {FloorDiv(micros, kMicrosPerSecond), FloorMod(micros, kMicrosPerSecond) * 1000};
}

[[noreturn]] void OutOfRange(const Instant& instant, const DataType& type) {
  const auto civil = CivilFromSeconds(instant.seconds, static_cast<int>(instant.nanos));
  DataType micros = type.Nullable();
  micros.precision = 6;
  throw Error(ErrorCode::Unsupported, "'" + FormatTimestamp(civil, type.precision) + "' lies outside " +
                                          std::string(kNanosRange) + ", which is what " +
                                          paimon::ToSql(type.Nullable()) + " holds\n  ALTER TABLE .. MODIFY to " +
                                          paimon::ToSql(micros) + " reads it, and every other year");
}

template <class S, class Split>
ColumnCast LeafDecode(const DataType& type, Split split) {
  if (type.precision > 6) {
    return [type, split](Vector& in, Vector& out, size_t count) {
      ForEach<S, int64_t>(in, out, count, [&](const S& value) {
        const Instant instant = split(value);
        const auto nanos = NanosFrom(instant.seconds, 1'000'000'000, instant.nanos);
        if (!nanos) OutOfRange(instant, type);
        return *nanos;
      });
    };
  }
  return [split](Vector& in, Vector& out, size_t count) {
    ForEach<S, int64_t>(in, out, count, [&](const S& value) {
      const Instant instant = split(value);
      const auto micros = MicrosFrom(instant.seconds, kMicrosPerSecond, instant.nanos / 1000);
      if (!micros)
        throw Error(ErrorCode::Corruption, "a timestamp is " + std::to_string(instant.seconds) +
                                               " s from 1970, which no writer's years reach\n  The file is damaged.");
      return *micros;
    });
  };
}

TimestampDecode RowDecode(const LogicalType& scanned, const DataType& type) {
  std::vector<std::optional<FieldCast>> fields;
  duckdb::child_list_t<LogicalType> children;
  bool any = false;
  for (const auto& [name, child] : duckdb::StructType::GetChildTypes(scanned)) {
    const auto field = std::find_if(type.fields.begin(), type.fields.end(),
                                    [&name = name](const paimon::DataField& f) { return f.name == name; });
    auto decode = field == type.fields.end() ? TimestampDecode{{}, child} : MakeTimestampDecode(child, field->type);
    any |= bool(decode.run);
    children.emplace_back(name, decode.type);
    fields.push_back(FieldCast{fields.size(), std::move(decode.run)});
  }
  if (!any) return {{}, scanned};
  return {CastFields(std::move(fields)), LogicalType::STRUCT(std::move(children))};
}

/// A map's entries as Retype lays them out.
DataType EntryType(const LogicalType& entry, const DataType& map) {
  const auto& names = duckdb::StructType::GetChildTypes(entry);
  DataType row, count;
  row.root = TypeRoot::Row;
  count.root = TypeRoot::Int;
  row.fields = {{0, names[0].first, map.children[0], {}, {}},
                {1, names[1].first, map.root == TypeRoot::Map ? map.children[1] : count, {}, {}}};
  return row;
}

}  // namespace

DataType TypeToRead(const DataType& file, const DataType& wanted) {
  DataType type = file;
  if (file.root != wanted.root) return type;
  if (IsTimestamp(file) && file.precision > 6 && wanted.precision <= 6) type.precision = 6;
  for (size_t i = 0; i < type.children.size() && i < wanted.children.size(); i++) {
    type.children[i] = TypeToRead(file.children[i], wanted.children[i]);
  }
  for (auto& field : type.fields) {
    for (const auto& other : wanted.fields) {
      if (other.id == field.id) field.type = TypeToRead(field.type, other.type);
    }
  }
  return type;
}

TimestampDecode MakeTimestampDecode(const LogicalType& scanned, const DataType& type) {
  switch (scanned.id()) {
    case LogicalTypeId::BLOB:
      if (!IsTimestamp(type)) return {{}, scanned};
      return {LeafDecode<duckdb::string_t>(type, FromInt96), VectorType(type)};
    case LogicalTypeId::TIMESTAMP:
    case LogicalTypeId::TIMESTAMP_TZ:
      if (!IsTimestamp(type) || type.precision <= 6) return {{}, scanned};
      return {LeafDecode<int64_t>(type, FromMicros), VectorType(type)};
    case LogicalTypeId::TIMESTAMP_NS:
      if (!IsTimestamp(type) || type.precision > 6) return {{}, scanned};
      return {LeafDecode<int64_t>(type,
                                  [](int64_t nanos) -> Instant {
                                    return {FloorDiv(nanos, 1'000'000'000), FloorMod(nanos, 1'000'000'000)};
                                  }),
              VectorType(type)};
    case LogicalTypeId::STRUCT:
      return type.root == TypeRoot::Row ? RowDecode(scanned, type) : TimestampDecode{{}, scanned};
    case LogicalTypeId::LIST: {
      if (type.root != TypeRoot::Array && type.root != TypeRoot::Vector) return {{}, scanned};
      auto element = MakeTimestampDecode(duckdb::ListType::GetChildType(scanned), type.children[0]);
      if (!element.run) return {{}, scanned};
      return {CastElements(std::move(element.run)), LogicalType::LIST(element.type)};
    }
    case LogicalTypeId::MAP: {
      if (type.root != TypeRoot::Map && type.root != TypeRoot::Multiset) return {{}, scanned};
      const auto& entry = duckdb::ListType::GetChildType(scanned);
      auto element = RowDecode(entry, EntryType(entry, type));
      if (!element.run) return {{}, scanned};
      return {CastElements(std::move(element.run)), LogicalType::MAP(element.type)};
    }
    default:
      return {{}, scanned};
  }
}

}  // namespace tarn::columnar
