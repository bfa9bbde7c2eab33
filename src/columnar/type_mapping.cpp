#include "columnar/type_mapping.h"

#include "base/error.h"

namespace tarn::columnar {
namespace {

using duckdb::LogicalType;
using paimon::DataType;
using paimon::TypeRoot;

LogicalType StructType(const std::vector<paimon::DataField>& fields) {
  duckdb::child_list_t<LogicalType> children;
  for (const auto& field : fields) children.emplace_back(field.name, VectorType(field.type));
  return LogicalType::STRUCT(std::move(children));
}

LogicalType VariantStruct() {
  duckdb::child_list_t<LogicalType> children;
  children.emplace_back("value", LogicalType::BLOB);
  children.emplace_back("metadata", LogicalType::BLOB);
  return LogicalType::STRUCT(std::move(children));
}

}  // namespace

LogicalType VectorType(const DataType& type) {
  switch (type.root) {
    case TypeRoot::Boolean:
      return LogicalType::BOOLEAN;
    case TypeRoot::TinyInt:
      return LogicalType::TINYINT;
    case TypeRoot::SmallInt:
      return LogicalType::SMALLINT;
    case TypeRoot::Int:
      return LogicalType::INTEGER;
    case TypeRoot::BigInt:
      return LogicalType::BIGINT;
    case TypeRoot::Float:
      return LogicalType::FLOAT;
    case TypeRoot::Double:
      return LogicalType::DOUBLE;
    case TypeRoot::Decimal:
      return LogicalType::DECIMAL(static_cast<uint8_t>(type.precision), static_cast<uint8_t>(type.scale));
    case TypeRoot::Char:
    case TypeRoot::VarChar:
      return LogicalType::VARCHAR;
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
    case TypeRoot::Blob:
      return LogicalType::BLOB;
    case TypeRoot::Date:
      return LogicalType::DATE;
    case TypeRoot::Time:
      return LogicalType::TIME;
    case TypeRoot::Timestamp:
      return type.precision <= 6 ? LogicalType::TIMESTAMP : LogicalType::TIMESTAMP_NS;
    case TypeRoot::TimestampLtz:
      return type.precision <= 6 ? LogicalType::TIMESTAMP_TZ : LogicalType::TIMESTAMP_NS;
    case TypeRoot::Array:
    case TypeRoot::Vector:
      return LogicalType::LIST(VectorType(type.children[0]));
    case TypeRoot::Map:
      return LogicalType::MAP(VectorType(type.children[0]), VectorType(type.children[1]));
    case TypeRoot::Multiset:
      return LogicalType::MAP(VectorType(type.children[0]), LogicalType::INTEGER);
    case TypeRoot::Row:
      if (type.fields.empty()) throw Error(ErrorCode::Unsupported, "a ROW without fields has no stored form");
      return StructType(type.fields);
    case TypeRoot::Variant:
      return VariantStruct();
    case TypeRoot::IntervalMonth:
    case TypeRoot::IntervalSecond:
      return LogicalType::INTERVAL;
    case TypeRoot::Null:
      return LogicalType::SQLNULL;
  }
  throw Error(ErrorCode::Internal, "unknown type root");
}

duckdb::vector<LogicalType> VectorTypes(const std::vector<paimon::DataField>& fields) {
  duckdb::vector<LogicalType> types;
  types.reserve(fields.size());
  for (const auto& field : fields) types.push_back(VectorType(field.type));
  return types;
}

}  // namespace tarn::columnar
