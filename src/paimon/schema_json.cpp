#include <map>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json.h"
#include "paimon/field_ids.h"
#include "paimon/schema.h"
#include "paimon/schema_json.h"

namespace tarn::paimon {
namespace {

constexpr int kMaxDepth = 100;

Json FieldsToJson(const std::vector<DataField>& fields);

// Nested types are objects whose "type" carries only the kind and the nullability.
Json TypeToJson(const DataType& type) {
  const auto object = [&](const char* kind) {
    return Json{{"type", std::string(kind) + (type.nullable ? "" : " NOT NULL")}};
  };
  Json json;
  switch (type.root) {
    case TypeRoot::Array:
    case TypeRoot::Multiset:
      json = object(type.root == TypeRoot::Array ? "ARRAY" : "MULTISET");
      json["element"] = TypeToJson(type.children.at(0));
      return json;
    case TypeRoot::Map:
      json = object("MAP");
      json["key"] = TypeToJson(type.children.at(0));
      json["value"] = TypeToJson(type.children.at(1));
      return json;
    case TypeRoot::Vector:
      json = object("VECTOR");
      json["element"] = TypeToJson(type.children.at(0));
      json["length"] = type.length;
      return json;
    case TypeRoot::Row:
      json = object("ROW");
      json["fields"] = FieldsToJson(type.fields);
      return json;
    default:
      return ToSchemaString(type);
  }
}

Json FieldsToJson(const std::vector<DataField>& fields) {
  Json list = Json::array();
  for (const auto& field : fields) {
    Json json{{"id", field.id}, {"name", field.name}, {"type", TypeToJson(field.type)}};
    if (field.description) json["description"] = *field.description;
    if (field.default_value) json["defaultValue"] = *field.default_value;
    list.push_back(std::move(json));
  }
  return list;
}

std::vector<DataField> FieldsFromJson(const Json& list, int depth);

DataType TypeFromJson(const Json& json, int depth) {
  if (depth > kMaxDepth) throw Error(ErrorCode::Corruption, "schema: a type is nested more than 100 deep");
  if (json.is_string()) {
    try {
      return ParseDataType(json.get<std::string>());
    } catch (const Error& error) {
      throw Error(ErrorCode::Corruption, std::string("schema: ") + error.what());
    }
  }
  const JsonObject object(json, "schema, a type");
  const auto kind = object.String("type");
  const auto child = [&](const char* key) {
    const Json* found = object.Find(key);
    if (found == nullptr) object.Fail(key, "a type", nullptr);
    return TypeFromJson(*found, depth + 1);
  };
  DataType type;
  type.nullable = kind.find("NOT NULL") == std::string::npos;
  if (kind.starts_with("ARRAY")) {
    type.root = TypeRoot::Array;
    type.children.push_back(child("element"));
  } else if (kind.starts_with("MULTISET")) {
    type.root = TypeRoot::Multiset;
    type.children.push_back(child("element"));
  } else if (kind.starts_with("VECTOR")) {
    type.root = TypeRoot::Vector;
    type.children.push_back(child("element"));
    type.length = object.Int32("length");
  } else if (kind.starts_with("MAP")) {
    type.root = TypeRoot::Map;
    type.children.push_back(child("key"));
    type.children.push_back(child("value"));
  } else if (kind.starts_with("ROW")) {
    type.root = TypeRoot::Row;
    type.fields = FieldsFromJson(object.Array("fields"), depth + 1);
  } else {
    object.Fail("type", "ARRAY, MAP, MULTISET, VECTOR or ROW", object.Find("type"));
  }
  return type;
}

std::vector<DataField> FieldsFromJson(const Json& list, int depth) {
  std::vector<DataField> fields;
  for (const auto& json : list) {
    const JsonObject object(json, "schema, a field");
    DataField field;
    field.id = object.Int32("id");
    field.name = object.String("name");
    const Json* type = object.Find("type");
    if (type == nullptr) object.Fail("type", "a type", nullptr);
    field.type = TypeFromJson(*type, depth);
    field.description = object.OptionalString("description");
    field.default_value = object.OptionalString("defaultValue");
    fields.push_back(std::move(field));
  }
  return fields;
}

// Columns are found in data files by their ids.
void RequireIdsOfTheirOwn(const std::vector<DataField>& fields) {
  std::map<int32_t, std::string> names;
  for (const auto& field : fields) {
    const auto [other, first] = names.try_emplace(field.id, field.name);
    if (!first) {
      throw Error(ErrorCode::Corruption, "fields '" + other->second + "' and '" + field.name +
                                             "' of the schema both have the id " + std::to_string(field.id));
    }
  }
}

void RequireFields(const TableSchema& schema, const std::vector<std::string>& names, const char* what) {
  for (const auto& name : names)
    if (!schema.FindField(name))
      throw Error(ErrorCode::Corruption, "schema: " + std::string(what) + " '" + name + "' is no field of it");
}

}  // namespace

std::string ToJson(const TableSchema& schema) {
  Json json{{"version", schema.version},
            {"id", schema.id},
            {"fields", FieldsToJson(schema.fields)},
            {"highestFieldId", schema.highest_field_id},
            {"partitionKeys", schema.partition_keys},
            {"primaryKeys", schema.primary_keys},
            {"options", schema.options}};
  if (schema.options.empty()) json["options"] = Json::object();
  if (schema.comment) json["comment"] = *schema.comment;
  json["timeMillis"] = schema.time_ms;
  return PrettyJson(json);
}

TableSchema ParseTableSchema(std::string_view text) {
  const Json json = ParseJson(text);
  const JsonObject object(json, "schema");
  TableSchema schema;
  // 1 = Paimon 0.7 and older, which wrote no version.
  schema.version = object.Find("version") ? object.Int32("version") : 1;
  if (schema.version < 1 || schema.version > TableSchema::kVersion)
    throw Error(ErrorCode::Unsupported,
                "schema version " + std::to_string(schema.version) + " is unknown here; versions 1 to 3 can be read");
  schema.id = object.Int("id");
  schema.fields = FieldsFromJson(object.Array("fields"), 0);
  schema.highest_field_id =
      object.Find("highestFieldId") ? object.Int32("highestFieldId") : HighestFieldId(schema.fields);
  schema.partition_keys = object.Strings("partitionKeys");
  schema.primary_keys = object.Strings("primaryKeys");
  schema.options = object.StringMap("options");
  schema.comment = object.OptionalString("comment");
  schema.time_ms = object.OptionalInt("timeMillis").value_or(0);
  if (schema.version <= 1) schema.options.try_emplace("bucket", "1");
  if (schema.version <= 2) schema.options.try_emplace("file.format", "orc");
  RequireIdsOfTheirOwn(schema.fields);
  RequireFields(schema, schema.partition_keys, "partition key");
  RequireFields(schema, schema.primary_keys, "primary key");
  return schema;
}

std::string FieldsToCompactJson(const std::vector<DataField>& fields) { return CompactJson(FieldsToJson(fields)); }
std::string ToCompactJson(const std::vector<std::string>& strings) { return CompactJson(Json(strings)); }
std::string ToCompactJson(const std::map<std::string, std::string>& strings) {
  return strings.empty() ? "{}" : CompactJson(Json(strings));
}

}  // namespace tarn::paimon
