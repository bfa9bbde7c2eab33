// Paimon's fields as a Parquet schema: names, repetition, physical types, annotations and field ids exactly as Paimon's
// ParquetSchemaConverter (1.x) lays them out, so that its readers find every column by name and every id by position.
//
// Ids of nested elements: array element and map value = 536870911 + id * 1024 + depth, map key = 536870911 - id * 1024
// - depth, where id is the enclosing field's and depth counts from 1 within it; fields of a ROW have ids of their own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "paimon/data_type.h"

namespace tarn::columnar::parquet {

/// Numbered as in the format.
enum class Physical : uint8_t { Boolean = 0, Int32, Int64, Int96, Float, Double, ByteArray, FixedBytes };
enum class Repetition : uint8_t { Required = 0, Optional = 1, Repeated = 2 };
enum class Annotation : uint8_t {
  None,
  String,
  Int8,
  Int16,
  Date,
  TimeMillis,
  TimestampMillis,
  TimestampMicros,
  Decimal,
  List,
  Map
};

/// How a node's vector is walked.
enum class Shape : uint8_t { Leaf, Struct, List };

struct Node {
  std::string name;
  Repetition repetition = Repetition::Optional;
  std::optional<int32_t> id;
  Annotation annotation = Annotation::None;
  bool utc = false;           // of timestamps
  int32_t precision = 0;      // of decimals
  int32_t scale = 0;          // of decimals
  Shape shape = Shape::Leaf;  // List: one repeated child whose children are the element, or key and value
  Physical physical = Physical::Int32;
  int32_t fixed_length = 0;  // of FixedBytes
  paimon::DataType type;     // of leaves
  std::vector<Node> children;
};

/// One column of the file.
struct Leaf {
  const Node* node = nullptr;
  std::vector<std::string> path;
  uint8_t max_definition = 0;
  uint8_t max_repetition = 0;
};

/// Throws Unsupported for types that Parquet files of Paimon do not hold.
std::vector<Node> BuildSchema(const std::vector<paimon::DataField>& fields);
/// In file order. Points into `schema`.
std::vector<Leaf> LeavesOf(const std::vector<Node>& schema);
/// Least n with 2^(8n-1) >= 10^precision.
int32_t DecimalBytes(int32_t precision);

}  // namespace tarn::columnar::parquet
