#include "columnar/parquet/schema.h"

#include <utility>

#include "base/error.h"

namespace tarn::columnar::parquet {
namespace {

using paimon::DataField;
using paimon::DataType;
using paimon::TypeRoot;

constexpr int32_t kNestedIdBase = 2147483647 / 4;

Node Convert(std::string name, const DataType& type, int32_t field_id, int32_t depth);

Node NestedNode(std::string name, const DataType& type, int32_t field_id, int32_t depth, int32_t direction) {
  Node node = Convert(std::move(name), type, field_id, depth);
  // Wraps as Java's int does for the ids of system columns.
  node.id = static_cast<int32_t>(static_cast<uint32_t>(kNestedIdBase) +
                                 static_cast<uint32_t>(direction) *
                                     (static_cast<uint32_t>(field_id) * 1024u + static_cast<uint32_t>(depth)));
  return node;
}

Node Repeated(std::string name) {
  Node node;
  node.name = std::move(name);
  node.repetition = Repetition::Repeated;
  node.shape = Shape::Struct;
  return node;
}

void MakeMap(Node& node, const DataType& key, const DataType& value, int32_t field_id, int32_t depth) {
  node.shape = Shape::List;
  node.annotation = Annotation::Map;
  Node entries = Repeated("key_value");
  entries.children.push_back(NestedNode("key", key.NotNull(), field_id, depth + 1, -1));
  entries.children.push_back(NestedNode("value", value, field_id, depth + 1, 1));
  node.children.push_back(std::move(entries));
}

void MakeTimestamp(Node& node, const DataType& type) {
  node.utc = type.root == TypeRoot::TimestampLtz;
  if (type.precision > 6) {
    node.physical = Physical::Int96;
    return;
  }
  node.physical = Physical::Int64;
  node.annotation = type.precision <= 3 ? Annotation::TimestampMillis : Annotation::TimestampMicros;
}

void MakeDecimal(Node& node, const DataType& type) {
  node.annotation = Annotation::Decimal;
  node.precision = type.precision;
  node.scale = type.scale;
  if (type.precision <= 9) {
    node.physical = Physical::Int32;
  } else if (type.precision <= 18) {
    node.physical = Physical::Int64;
  } else {
    node.physical = Physical::FixedBytes;
    node.fixed_length = DecimalBytes(type.precision);
  }
}

void MakeVariant(Node& node) {
  node.shape = Shape::Struct;
  DataType bytes;
  bytes.root = TypeRoot::VarBinary;
  bytes.length = DataType::kMaxLength;
  bytes.nullable = false;
  node.children.push_back(Convert("value", bytes, 0, 0));
  node.children.push_back(Convert("metadata", bytes, 1, 0));
}

Node Convert(std::string name, const DataType& type, int32_t field_id, int32_t depth) {
  Node node;
  node.name = std::move(name);
  node.id = field_id;
  node.repetition = type.nullable ? Repetition::Optional : Repetition::Required;
  node.type = type;
  const auto leaf = [&](Physical physical, Annotation annotation = Annotation::None) {
    node.physical = physical;
    node.annotation = annotation;
  };
  switch (type.root) {
    case TypeRoot::Boolean:
      leaf(Physical::Boolean);
      break;
    case TypeRoot::TinyInt:
      leaf(Physical::Int32, Annotation::Int8);
      break;
    case TypeRoot::SmallInt:
      leaf(Physical::Int32, Annotation::Int16);
      break;
    case TypeRoot::Int:
      leaf(Physical::Int32);
      break;
    case TypeRoot::BigInt:
      leaf(Physical::Int64);
      break;
    case TypeRoot::Float:
      leaf(Physical::Float);
      break;
    case TypeRoot::Double:
      leaf(Physical::Double);
      break;
    case TypeRoot::Decimal:
      MakeDecimal(node, type);
      break;
    case TypeRoot::Char:
    case TypeRoot::VarChar:
      leaf(Physical::ByteArray, Annotation::String);
      break;
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
    case TypeRoot::Blob:
      leaf(Physical::ByteArray);
      break;
    case TypeRoot::Date:
      leaf(Physical::Int32, Annotation::Date);
      break;
    case TypeRoot::Time:
      leaf(Physical::Int32, Annotation::TimeMillis);
      break;
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz:
      MakeTimestamp(node, type);
      break;
    case TypeRoot::Array:
    case TypeRoot::Vector: {
      node.shape = Shape::List;
      node.annotation = Annotation::List;
      Node list = Repeated("list");
      list.children.push_back(NestedNode("element", type.children[0], field_id, depth + 1, 1));
      node.children.push_back(std::move(list));
      break;
    }
    case TypeRoot::Map:
      MakeMap(node, type.children[0], type.children[1], field_id, depth);
      break;
    case TypeRoot::Multiset: {
      DataType count;
      count.root = TypeRoot::Int;
      count.nullable = false;
      MakeMap(node, type.children[0], count, field_id, depth);
      break;
    }
    case TypeRoot::Row:
      if (type.fields.empty()) {
        throw Error(ErrorCode::Unsupported, "column '" + node.name + "': a ROW without fields cannot be stored");
      }
      node.shape = Shape::Struct;
      for (const DataField& field : type.fields) {
        node.children.push_back(Convert(field.name, field.type, field.id, 0));
      }
      break;
    case TypeRoot::Variant:
      MakeVariant(node);
      break;
    case TypeRoot::IntervalMonth:
    case TypeRoot::IntervalSecond:
    case TypeRoot::Null:
      throw Error(ErrorCode::Unsupported,
                  "column '" + node.name + "' of type " + paimon::ToSql(type) + " cannot be stored in a table");
  }
  return node;
}

void Collect(const Node& node, std::vector<std::string> path, uint8_t definition, uint8_t repetition,
             std::vector<Leaf>& leaves) {
  path.push_back(node.name);
  if (node.repetition != Repetition::Required) definition++;
  if (node.repetition == Repetition::Repeated) repetition++;
  if (node.children.empty()) {
    leaves.push_back({&node, std::move(path), definition, repetition});
    return;
  }
  for (const Node& child : node.children) Collect(child, path, definition, repetition, leaves);
}

}  // namespace

int32_t DecimalBytes(int32_t precision) {
  __extension__ using Power = unsigned __int128;
  Power power = 1;
  for (int32_t i = 0; i < precision; i++) power *= 10;
  int32_t bytes = 1;
  while (bytes < 16 && (Power{1} << (8 * bytes - 1)) < power) bytes++;
  return bytes;
}

std::vector<Node> BuildSchema(const std::vector<DataField>& fields) {
  std::vector<Node> schema;
  schema.reserve(fields.size());
  for (const DataField& field : fields) schema.push_back(Convert(field.name, field.type, field.id, 0));
  return schema;
}

std::vector<Leaf> LeavesOf(const std::vector<Node>& schema) {
  std::vector<Leaf> leaves;
  for (const Node& node : schema) Collect(node, {}, 0, 0, leaves);
  return leaves;
}

}  // namespace tarn::columnar::parquet
