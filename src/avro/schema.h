// Avro schemas (Apache Avro 1.11 specification): what the writer of a container says its records look like.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::avro {

enum class Kind { Null, Boolean, Int, Long, Float, Double, Bytes, String, Record, Enum, Array, Map, Union, Fixed };

const char* ToString(Kind kind);

struct Schema;
/// Immutable and shared: a named type may stand in several places. Never recursive.
using SchemaPtr = std::shared_ptr<const Schema>;

struct Field {
  std::string name;
  SchemaPtr type;
};

struct Schema {
  Kind kind = Kind::Null;
  std::string name;                  // Record, Enum, Fixed: full name
  std::vector<Field> fields;         // Record
  std::vector<SchemaPtr> children;   // Array: items, Map: values, Union: branches
  std::vector<std::string> symbols;  // Enum
  int64_t size = 0;                  // Fixed, bytes
  std::string logical_type;          // "" = none
  int32_t precision = 0, scale = 0;  // logical type decimal

  std::optional<size_t> FindField(std::string_view field) const;
};

/// Throws Corruption if the text is no schema, Unsupported if it is a recursive one.
SchemaPtr ParseSchema(std::string_view json);

/// The branch that is not null of a union of null and one other type; any other type is itself.
const Schema& StripNullable(const Schema& schema);

}  // namespace tarn::avro
