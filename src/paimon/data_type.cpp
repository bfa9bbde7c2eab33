#include "paimon/data_type.h"

#include "base/error.h"

namespace tarn::paimon {

bool DataType::operator==(const DataType& other) const {
  return root == other.root && nullable == other.nullable && length == other.length && precision == other.precision &&
         scale == other.scale && children == other.children && fields == other.fields;
}

DataType DataType::NotNull() const {
  DataType type = *this;
  type.nullable = false;
  return type;
}

DataType DataType::Nullable() const {
  DataType type = *this;
  type.nullable = true;
  return type;
}

namespace {

enum class Dialect { Sql, Schema };

std::string Quoted(std::string_view text, char quote) {
  std::string quoted(1, quote);
  for (const char c : text) {
    if (c == quote) quoted += quote;
    quoted += c;
  }
  return quoted + quote;
}

std::string WithLength(const char* name, const char* unbounded_name, int32_t length) {
  if (unbounded_name != nullptr && length == DataType::kMaxLength) return unbounded_name;
  return std::string(name) + "(" + std::to_string(length) + ")";
}

std::string Print(const DataType& type, Dialect dialect);

std::string PrintFields(const std::vector<DataField>& fields, Dialect dialect) {
  std::string text = "ROW<";
  for (size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) text += ", ";
    text += Quoted(fields[i].name, '`') + " " + Print(fields[i].type, dialect);
    if (fields[i].description) text += " " + Quoted(*fields[i].description, '\'');
  }
  return text + ">";
}

std::string PrintBare(const DataType& type, Dialect dialect) {
  const auto precision = [&] { return "(" + std::to_string(type.precision) + ")"; };
  const auto child = [&](size_t i) { return Print(type.children.at(i), dialect); };
  switch (type.root) {
    case TypeRoot::Boolean:
      return "BOOLEAN";
    case TypeRoot::TinyInt:
      return "TINYINT";
    case TypeRoot::SmallInt:
      return "SMALLINT";
    case TypeRoot::Int:
      return "INT";
    case TypeRoot::BigInt:
      return "BIGINT";
    case TypeRoot::Float:
      return "FLOAT";
    case TypeRoot::Double:
      return "DOUBLE";
    case TypeRoot::Decimal:
      return "DECIMAL(" + std::to_string(type.precision) + ", " + std::to_string(type.scale) + ")";
    case TypeRoot::Char:
      return WithLength("CHAR", nullptr, type.length);
    case TypeRoot::VarChar:
      return WithLength("VARCHAR", "STRING", type.length);
    case TypeRoot::Binary:
      return WithLength("BINARY", nullptr, type.length);
    case TypeRoot::VarBinary:
      return WithLength("VARBINARY", "BYTES", type.length);
    case TypeRoot::Date:
      return "DATE";
    case TypeRoot::Time:
      return "TIME" + precision();
    case TypeRoot::Timestamp:
      return "TIMESTAMP" + precision();
    case TypeRoot::TimestampLtz:
      return dialect == Dialect::Sql ? "TIMESTAMP_LTZ" + precision()
                                     : "TIMESTAMP" + precision() + " WITH LOCAL TIME ZONE";
    case TypeRoot::Array:
      return "ARRAY<" + child(0) + ">";
    case TypeRoot::Map:
      return "MAP<" + child(0) + ", " + child(1) + ">";
    case TypeRoot::Multiset:
      return "MULTISET<" + child(0) + ">";
    case TypeRoot::Row:
      return PrintFields(type.fields, dialect);
    case TypeRoot::Variant:
      return "VARIANT";
    case TypeRoot::Blob:
      return "BLOB";
    case TypeRoot::Vector:
      return "VECTOR<" + child(0) + ", " + std::to_string(type.length) + ">";
    case TypeRoot::IntervalMonth:
      return "INTERVAL MONTH";
    case TypeRoot::IntervalSecond:
      return "INTERVAL SECOND(3)";
    case TypeRoot::Null:
      return "NULL";
  }
  throw Error(ErrorCode::Internal, "a type root without a name");
}

std::string Print(const DataType& type, Dialect dialect) {
  return PrintBare(type, dialect) + (type.nullable ? "" : " NOT NULL");
}

}  // namespace

std::string ToSql(const DataType& type) { return Print(type, Dialect::Sql); }
std::string ToSchemaString(const DataType& type) { return Print(type, Dialect::Schema); }

}  // namespace tarn::paimon
