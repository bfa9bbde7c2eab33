#include "avro/schema.h"

#include <map>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json.h"

namespace tarn::avro {
namespace {

constexpr std::pair<Kind, const char*> kNames[] = {
    {Kind::Null, "null"},     {Kind::Boolean, "boolean"}, {Kind::Int, "int"},     {Kind::Long, "long"},
    {Kind::Float, "float"},   {Kind::Double, "double"},   {Kind::Bytes, "bytes"}, {Kind::String, "string"},
    {Kind::Record, "record"}, {Kind::Enum, "enum"},       {Kind::Array, "array"}, {Kind::Map, "map"},
    {Kind::Union, "union"},   {Kind::Fixed, "fixed"},
};
constexpr int kMaxDepth = 100;
constexpr int64_t kMaxFixed = 1 << 24;

[[noreturn]] void Fail(const std::string& what) { throw Error(ErrorCode::Corruption, "Avro schema: " + what); }

bool IsPrimitive(Kind kind) { return kind <= Kind::String; }

class Parser {
 public:
  SchemaPtr Parse(const Json& json, const std::string& space, int depth) {
    if (depth > kMaxDepth) Fail("nested more than " + std::to_string(kMaxDepth) + " deep");
    if (json.is_string()) return Named(json.get<std::string>(), space);
    if (json.is_array()) return Union(json, space, depth);
    const JsonObject object(json, "Avro schema");
    const Json* type = object.Find("type");
    if (type == nullptr) object.Fail("type", "a type", nullptr);
    // {"type": {...}} wraps a type in another object.
    if (!type->is_string()) return Parse(*type, space, depth + 1);
    return Complex(object, type->get<std::string>(), space, depth);
  }

 private:
  SchemaPtr Named(const std::string& name, const std::string& space) {
    for (const auto& [kind, known] : kNames)
      if (IsPrimitive(kind) && name == known) {
        auto schema = std::make_shared<Schema>();
        schema->kind = kind;
        return schema;
      }
    const auto full = name.find('.') == std::string::npos && !space.empty() ? space + "." + name : name;
    auto found = named_.find(full);
    if (found == named_.end()) found = named_.find(name);
    if (found == named_.end()) Fail("unknown type '" + name + "'");
    if (!found->second)
      throw Error(ErrorCode::Unsupported, "Avro schema: type '" + name + "' contains itself, which cannot be read");
    return found->second;
  }

  SchemaPtr Union(const Json& json, const std::string& space, int depth) {
    auto schema = std::make_shared<Schema>();
    schema->kind = Kind::Union;
    for (const auto& branch : json) schema->children.push_back(Parse(branch, space, depth + 1));
    if (schema->children.empty()) Fail("a union of nothing");
    return schema;
  }

  SchemaPtr Complex(const JsonObject& object, const std::string& type, const std::string& space, int depth) {
    auto schema = std::make_shared<Schema>();
    schema->logical_type = object.OptionalString("logicalType").value_or("");
    const auto child = [&](const char* key) {
      const Json* found = object.Find(key);
      if (found == nullptr) object.Fail(key, "a type", nullptr);
      return Parse(*found, space, depth + 1);
    };
    if (schema->logical_type == "decimal") {
      schema->precision = object.Int32("precision");
      schema->scale = object.Find("scale") ? object.Int32("scale") : 0;
      if (schema->precision < 1 || schema->scale < 0 || schema->scale > schema->precision)
        Fail("a decimal of precision " + std::to_string(schema->precision) + " and scale " +
             std::to_string(schema->scale));
    }
    for (const auto& [kind, known] : kNames)
      if (IsPrimitive(kind) && type == known) {
        schema->kind = kind;
        return schema;
      }
    if (type == "array") {
      schema->kind = Kind::Array;
      schema->children.push_back(child("items"));
      return schema;
    }
    if (type == "map") {
      schema->kind = Kind::Map;
      schema->children.push_back(child("values"));
      return schema;
    }
    if (type != "record" && type != "error" && type != "enum" && type != "fixed") return Named(type, space);

    std::string name = object.String("name");
    std::string inner = object.OptionalString("namespace").value_or(space);
    if (const auto dot = name.rfind('.'); dot != std::string::npos) {
      inner = name.substr(0, dot);
    } else if (!inner.empty()) {
      name = inner + "." + name;
    }
    schema->name = name;
    if (named_.count(name)) Fail("type '" + name + "' is defined twice");
    named_[name] = nullptr;  // while it is open, a reference to it would make it recursive
    if (type == "enum") {
      schema->kind = Kind::Enum;
      schema->symbols = object.Strings("symbols");
    } else if (type == "fixed") {
      schema->kind = Kind::Fixed;
      schema->size = object.Int("size");
      if (schema->size < 0 || schema->size > kMaxFixed) Fail("a fixed of " + std::to_string(schema->size) + " bytes");
    } else {
      schema->kind = Kind::Record;
      for (const auto& json : object.Array("fields")) {
        const JsonObject field(json, "Avro schema, a field");
        const Json* field_type = field.Find("type");
        if (field_type == nullptr) field.Fail("type", "a type", nullptr);
        auto field_name = field.String("name");
        if (schema->FindField(field_name)) Fail("field '" + field_name + "' is there twice");
        schema->fields.push_back({std::move(field_name), Parse(*field_type, inner, depth + 1)});
      }
    }
    named_[name] = schema;
    return schema;
  }

  std::map<std::string, SchemaPtr> named_;
};

}  // namespace

const char* ToString(Kind kind) {
  for (const auto& [known, name] : kNames)
    if (known == kind) return name;
  return "?";
}

std::optional<size_t> Schema::FindField(std::string_view field) const {
  for (size_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == field) return i;
  return std::nullopt;
}

SchemaPtr ParseSchema(std::string_view text) { return Parser().Parse(ParseJson(text), "", 0); }

const Schema& StripNullable(const Schema& schema) {
  if (schema.kind != Kind::Union || schema.children.size() != 2) return schema;
  if (schema.children[0]->kind == Kind::Null) return *schema.children[1];
  if (schema.children[1]->kind == Kind::Null) return *schema.children[0];
  return schema;
}

}  // namespace tarn::avro
