#include "sql/types/flink_types.h"

#include <charconv>

#include "base/error.h"
#include "columnar/type_mapping.h"
#include "sql/names.h"

namespace tarn::sql {
namespace {

using duckdb::LogicalType;
using duckdb::LogicalTypeId;
using paimon::DataType;
using paimon::TypeRoot;

LogicalType Aliased(LogicalType type, const std::string& alias) {
  type.SetAlias(alias);
  return type;
}

// "TIMESTAMP(3)" -> 3; the alias is one that we made.
int32_t AliasNumber(const std::string& alias) {
  const auto open = alias.find('(');
  int32_t number = 0;
  if (open != std::string::npos) std::from_chars(alias.data() + open + 1, alias.data() + alias.size(), number);
  return number;
}

DataType Sized(TypeRoot root, int32_t length) {
  DataType type;
  type.root = root;
  type.length = length;
  return type;
}

DataType Precise(TypeRoot root, int32_t precision, int32_t scale = 0) {
  DataType type;
  type.root = root;
  type.precision = precision;
  type.scale = scale;
  return type;
}

bool StartsWith(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

}  // namespace

LogicalType ToLogicalType(const DataType& type) {
  const auto plain = [&] { return columnar::VectorType(type); };
  switch (type.root) {
    case TypeRoot::Char:
      return Aliased(plain(), "CHAR(" + std::to_string(type.length) + ")");
    case TypeRoot::VarChar:
      if (type.length == DataType::kMaxLength) return plain();
      return Aliased(plain(), "VARCHAR(" + std::to_string(type.length) + ")");
    case TypeRoot::Binary:
      return Aliased(plain(), "BINARY(" + std::to_string(type.length) + ")");
    case TypeRoot::VarBinary:
      if (type.length == DataType::kMaxLength) return plain();
      return Aliased(plain(), "VARBINARY(" + std::to_string(type.length) + ")");
    case TypeRoot::Time:
      return Aliased(plain(), "TIME(" + std::to_string(type.precision) + ")");
    case TypeRoot::Timestamp:
      if (type.precision == 6) return plain();
      return Aliased(plain(), "TIMESTAMP(" + std::to_string(type.precision) + ")");
    case TypeRoot::TimestampLtz:
      if (type.precision == 6) return plain();
      return Aliased(plain(), "TIMESTAMP_LTZ(" + std::to_string(type.precision) + ")");
    case TypeRoot::IntervalMonth:
      return Aliased(plain(), "INTERVAL MONTH");
    case TypeRoot::IntervalSecond:
      return Aliased(plain(), "INTERVAL SECOND");
    case TypeRoot::Blob:
      return Aliased(plain(), "BLOB");
    case TypeRoot::Variant:
      return Aliased(plain(), "VARIANT");
    case TypeRoot::Array:
      return LogicalType::LIST(ToLogicalType(type.children[0]));
    case TypeRoot::Vector:
      return Aliased(LogicalType::LIST(ToLogicalType(type.children[0])), "VECTOR(" + std::to_string(type.length) + ")");
    case TypeRoot::Map:
      return LogicalType::MAP(ToLogicalType(type.children[0]), ToLogicalType(type.children[1]));
    case TypeRoot::Multiset:
      return Aliased(LogicalType::MAP(ToLogicalType(type.children[0]), LogicalType::INTEGER), "MULTISET");
    case TypeRoot::Row: {
      if (type.fields.empty()) throw Error(ErrorCode::Unsupported, "a ROW without fields has no stored form");
      duckdb::child_list_t<LogicalType> children;
      for (const auto& field : type.fields) children.emplace_back(EncodeName(field.name), ToLogicalType(field.type));
      return LogicalType::STRUCT(std::move(children));
    }
    default:
      return plain();
  }
}

DataType ToDataType(const LogicalType& type) {
  const std::string alias = type.HasAlias() ? type.GetAlias() : "";
  switch (type.id()) {
    case LogicalTypeId::BOOLEAN:
      return Precise(TypeRoot::Boolean, 0);
    case LogicalTypeId::TINYINT:
      return Precise(TypeRoot::TinyInt, 0);
    case LogicalTypeId::SMALLINT:
      return Precise(TypeRoot::SmallInt, 0);
    case LogicalTypeId::INTEGER:
      return Precise(TypeRoot::Int, 0);
    case LogicalTypeId::BIGINT:
    case LogicalTypeId::UBIGINT:  // the counts of DuckDB's histogram, until they are a MULTISET's
      return Precise(TypeRoot::BigInt, 0);
    case LogicalTypeId::ANY:
      throw Error(ErrorCode::Internal, "a type that nobody has bound yet");
    case LogicalTypeId::FLOAT:
      return Precise(TypeRoot::Float, 0);
    case LogicalTypeId::DOUBLE:
      return Precise(TypeRoot::Double, 0);
    case LogicalTypeId::DECIMAL:
      return Precise(TypeRoot::Decimal, duckdb::DecimalType::GetWidth(type), duckdb::DecimalType::GetScale(type));
    case LogicalTypeId::VARCHAR:
      if (StartsWith(alias, "CHAR(")) return Sized(TypeRoot::Char, AliasNumber(alias));
      return Sized(TypeRoot::VarChar, StartsWith(alias, "VARCHAR(") ? AliasNumber(alias) : DataType::kMaxLength);
    case LogicalTypeId::BLOB:
      if (alias == "BLOB") return Sized(TypeRoot::Blob, 0);
      if (StartsWith(alias, "BINARY(")) return Sized(TypeRoot::Binary, AliasNumber(alias));
      return Sized(TypeRoot::VarBinary, StartsWith(alias, "VARBINARY(") ? AliasNumber(alias) : DataType::kMaxLength);
    case LogicalTypeId::DATE:
      return Precise(TypeRoot::Date, 0);
    case LogicalTypeId::TIME:
      return Precise(TypeRoot::Time, AliasNumber(alias));
    case LogicalTypeId::TIMESTAMP:
      return Precise(TypeRoot::Timestamp, alias.empty() ? 6 : AliasNumber(alias));
    case LogicalTypeId::TIMESTAMP_TZ:
      return Precise(TypeRoot::TimestampLtz, alias.empty() ? 6 : AliasNumber(alias));
    case LogicalTypeId::TIMESTAMP_NS:
      return Precise(StartsWith(alias, "TIMESTAMP_LTZ") ? TypeRoot::TimestampLtz : TypeRoot::Timestamp,
                     alias.empty() ? 9 : AliasNumber(alias));
    case LogicalTypeId::INTERVAL:
      return Precise(alias == "INTERVAL MONTH" ? TypeRoot::IntervalMonth : TypeRoot::IntervalSecond, 0);
    case LogicalTypeId::SQLNULL:
      return Precise(TypeRoot::Null, 0);
    case LogicalTypeId::LIST: {
      DataType list = Sized(StartsWith(alias, "VECTOR(") ? TypeRoot::Vector : TypeRoot::Array, AliasNumber(alias));
      list.children.push_back(ToDataType(duckdb::ListType::GetChildType(type)));
      return list;
    }
    case LogicalTypeId::MAP: {
      DataType map = Precise(alias == "MULTISET" ? TypeRoot::Multiset : TypeRoot::Map, 0);
      map.children.push_back(ToDataType(duckdb::MapType::KeyType(type)));
      if (map.root == TypeRoot::Map) map.children.push_back(ToDataType(duckdb::MapType::ValueType(type)));
      return map;
    }
    case LogicalTypeId::STRUCT: {
      if (alias == "VARIANT") return Precise(TypeRoot::Variant, 0);
      DataType row = Precise(TypeRoot::Row, 0);
      for (const auto& child : duckdb::StructType::GetChildTypes(type)) {
        paimon::DataField field;
        field.id = static_cast<int32_t>(row.fields.size());
        field.name = DecodeName(child.first);
        field.type = ToDataType(child.second);
        row.fields.push_back(std::move(field));
      }
      return row;
    }
    default:
      throw Error(ErrorCode::Internal, "DuckDB's type " + type.ToString() + " is none of Flink's");
  }
}

namespace {

constexpr char kMarked = '\x01';

// Calls `visit` for each type inside of `type`, in a fixed order.
template <typename Type, typename Visit>
void EachInside(Type& type, const Visit& visit) {
  for (auto& child : type.children) {
    visit(child);
    EachInside(child, visit);
  }
  for (auto& field : type.fields) {
    visit(field.type);
    EachInside(field.type, visit);
  }
}

}  // namespace

LogicalType WriteCastTarget(const DataType& type) {
  std::string marks;
  EachInside(type, [&](const DataType& inside) { marks += inside.nullable ? '.' : 'N'; });
  LogicalType target = ToLogicalType(type);
  if (marks.find('N') == std::string::npos) return target;
  const std::string alias = target.HasAlias() ? target.GetAlias() : "";
  return Aliased(std::move(target), kMarked + marks + kMarked + alias);
}

DataType CastTarget(const LogicalType& type) {
  const std::string alias = type.HasAlias() ? type.GetAlias() : "";
  if (alias.empty() || alias[0] != kMarked) return ToDataType(type);
  const size_t end = alias.find(kMarked, 1);
  const std::string marks = alias.substr(1, end - 1);
  LogicalType plain = type;
  plain.SetAlias(alias.substr(end + 1));
  DataType target = ToDataType(plain);
  size_t at = 0;
  EachInside(target, [&](DataType& inside) { inside.nullable = marks[at++] != 'N'; });
  return target;
}

}  // namespace tarn::sql
