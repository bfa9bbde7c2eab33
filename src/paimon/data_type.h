// Types of columns: Paimon's, which are Flink's. One value serves the schema file, the file writers and the SQL layer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::paimon {

enum class TypeRoot {
  Boolean,
  TinyInt,
  SmallInt,
  Int,
  BigInt,
  Float,
  Double,
  Decimal,    // precision 1..38, scale 0..precision
  Char,       // length
  VarChar,    // length; kMaxLength = STRING
  Binary,     // length
  VarBinary,  // length; kMaxLength = BYTES
  Date,
  Time,          // precision 0..9, stored in milliseconds
  Timestamp,     // precision 0..9
  TimestampLtz,  // precision 0..9
  Array,         // children = {element}
  Map,           // children = {key, value}
  Multiset,      // children = {element}
  Row,           // fields
  Variant,
  Blob,
  Vector,  // children = {element}, length
  // Types of expressions only; no table stores them.
  IntervalMonth,   // INTERVAL YEAR TO MONTH and its parts
  IntervalSecond,  // INTERVAL DAY TO SECOND and its parts, milliseconds
  Null             // an untyped NULL
};

struct DataField;

struct DataType {
  static constexpr int32_t kMaxLength = 2147483647;

  TypeRoot root = TypeRoot::Int;
  bool nullable = true;
  int32_t length = 0;     // CHAR, VARCHAR, BINARY, VARBINARY, VECTOR
  int32_t precision = 0;  // DECIMAL, TIME, TIMESTAMP, TIMESTAMP_LTZ
  int32_t scale = 0;      // DECIMAL
  std::vector<DataType> children;
  std::vector<DataField> fields;

  bool operator==(const DataType&) const;
  DataType NotNull() const;
  DataType Nullable() const;
};

struct DataField {
  int32_t id = 0;
  std::string name;
  DataType type;
  std::optional<std::string> description;
  std::optional<std::string> default_value;

  bool operator==(const DataField&) const = default;
};

/// As SQL shows it: "DECIMAL(10, 2) NOT NULL", "ARRAY<INT>", "ROW<`a` INT, `b` STRING>", "TIMESTAMP_LTZ(3)",
/// "INTERVAL MONTH", "INTERVAL SECOND(3)", "NULL".
std::string ToSql(const DataType& type);
/// As the schema file names an atomic type: "TIMESTAMP(3) WITH LOCAL TIME ZONE NOT NULL".
std::string ToSchemaString(const DataType& type);
/// Reads both forms, and the synonyms that Paimon's parser takes. Throws InvalidInput.
DataType ParseDataType(std::string_view text);

}  // namespace tarn::paimon
