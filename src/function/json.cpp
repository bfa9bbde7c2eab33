// SQL's functions that read JSON. How the parser hands their clauses over: sql/parse/parser.h.
#include <memory>

#include "base/error.h"
#include "base/utf8.h"
#include "function/cast.h"
#include "function/entries.h"
#include "function/json_path.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

enum class Found { Value, Empty, Error };

/// What a path finds in a text; a path without "lax" is strict: a missing member, JSON null and bad text are errors,
/// and so is in either mode what is no path.
struct Lookup {
  Found found = Found::Error;
  JsonNode value;
  Found missing = Found::Error;  // what the path's mode makes of anything but a usable value
};

/// A path that is a literal, read once. nullptr: each row has its own, or it cannot be read, which is an error of a
/// row.
std::shared_ptr<const JsonPath> LiteralPath(const Call& call) {
  const auto text = call.LiteralText(1);
  if (!text) return nullptr;
  try {
    return std::make_shared<const JsonPath>(JsonPath::Parse(*text));
  } catch (const Error&) {
    return nullptr;
  }
}

Lookup LookUp(Text json, Text path_text, const JsonPath* literal) {
  const JsonPath parsed = literal != nullptr ? JsonPath{} : JsonPath::Parse(path_text);
  const JsonPath& path = literal != nullptr ? *literal : parsed;
  const Found missing = path.lax ? Found::Empty : Found::Error;
  const auto root = ParseJson(json);
  if (!root) return {missing, {}, missing};
  if (!path.valid) return {Found::Error, {}, missing};
  auto found = path.Find(*root);
  if (!found) return {missing, {}, missing};
  return {Found::Value, std::move(*found), missing};
}

[[noreturn]] void Fail(const char* function, bool empty) {
  throw Error(ErrorCode::InvalidInput, empty ? "an empty result of " + std::string(function) + " is not allowed"
                                             : "bad JSON or a path that does not fit it in " + std::string(function));
}

DataType ReturnedType(const std::string& name) {
  if (name == "BOOLEAN") return Simple(TypeRoot::Boolean);
  if (name == "INT") return IntType();
  if (name == "DOUBLE") return Simple(TypeRoot::Double);
  if (name.empty() || name == "STRING") return StringType();
  if (name.starts_with("VARCHAR(")) return VarCharType(std::stoi(name.substr(8)));
  throw Error(ErrorCode::Unsupported, "JSON_VALUE .. RETURNING " + name +
                                          " is not supported: it returns STRING, INTEGER, DOUBLE or BOOLEAN, and CAST "
                                          "converts that");
}

}  // namespace

// (json, path, 'type' or '', 'on empty', default, 'on error', default)
Resolved ResolveJsonValue(const Call& call) {
  call.RequireCount(7, 7);
  call.RequireText(0);
  call.RequireText(1);
  const std::string type_name = call.LiteralText(2).value_or(""), on_empty = call.LiteralText(3).value_or(""),
                    on_error = call.LiteralText(5).value_or("");
  const DataType type = ReturnedType(type_name);
  std::vector<DataType> parameters = call.TypesAsGiven();
  parameters[0] = parameters[1] = StringType();
  // The defaults are taken as text, whatever their type.
  parameters[4] = parameters[6] = StringType();
  const auto text_at = [on_empty, on_error, path = LiteralPath(call)](const Rows& rows,
                                                                      duckdb::idx_t row) -> std::optional<std::string> {
    if (rows.IsNull(0, row) || rows.IsNull(1, row)) return std::nullopt;
    const Lookup lookup = LookUp(rows.Get<Text>(0, row), rows.Get<Text>(1, row), path.get());
    Found found = lookup.found;
    if (found == Found::Value && (!lookup.value.IsScalar() || lookup.value.kind == JsonNode::Kind::Null)) {
      found = lookup.missing;
    }
    if (found == Found::Value) return lookup.value.ScalarText();
    const bool empty = found == Found::Empty;
    const std::string& behaviour = empty ? on_empty : on_error;
    if (behaviour == "ERROR") Fail("JSON_VALUE", empty);
    const size_t fallback = empty ? 4 : 6;
    if (behaviour != "DEFAULT" || rows.IsNull(fallback, row)) return std::nullopt;
    return std::string(rows.Get<Text>(fallback, row));
  };
  Kernel kernel;
  if (type.root == TypeRoot::Boolean) {
    kernel = [text_at](duckdb::DataChunk& arguments, duckdb::Vector& result) {
      const Rows rows(arguments);
      FillRows<bool>(arguments, result, [&](duckdb::idx_t row) -> std::optional<bool> {
        const auto text = text_at(rows, row);
        return text ? ParseBoolean(*text) : std::nullopt;
      });
    };
  } else if (type.root == TypeRoot::Int) {
    kernel = [text_at](duckdb::DataChunk& arguments, duckdb::Vector& result) {
      const Rows rows(arguments);
      FillRows<int32_t>(arguments, result, [&](duckdb::idx_t row) -> std::optional<int32_t> {
        const auto text = text_at(rows, row);
        const auto value = text ? ParseInteger(*text, INT32_MIN, INT32_MAX) : std::nullopt;
        return value ? std::optional(static_cast<int32_t>(*value)) : std::nullopt;
      });
    };
  } else if (type.root == TypeRoot::Double) {
    kernel = [text_at](duckdb::DataChunk& arguments, duckdb::Vector& result) {
      const Rows rows(arguments);
      FillRows<double>(arguments, result, [&](duckdb::idx_t row) -> std::optional<double> {
        const auto text = text_at(rows, row);
        return text ? ParseDouble(*text) : std::nullopt;
      });
    };
  } else {
    kernel = [text_at, length = type.length](duckdb::DataChunk& arguments, duckdb::Vector& result) {
      const Rows rows(arguments);
      FillRows<std::string>(arguments, result, [&](duckdb::idx_t row) {
        auto text = text_at(rows, row);
        if (text) text = std::string(Characters(*text, length));
        return text;
      });
    };
  }
  return {std::move(parameters), WithNull(type, true), std::move(kernel), true};
}

// (json, path, 'type' or '', 'wrapper', 'on empty', 'on error')
Resolved ResolveJsonQuery(const Call& call) {
  call.RequireCount(6, 6);
  call.RequireText(0);
  call.RequireText(1);
  const std::string returned = call.LiteralText(2).value_or("STRING");
  if (!returned.empty() && returned != "STRING") {
    throw Error(ErrorCode::Unsupported, "JSON_QUERY .. RETURNING " + returned + " is not supported");
  }
  const std::string wrapper = call.LiteralText(3).value_or(""), on_empty = call.LiteralText(4).value_or(""),
                    on_error = call.LiteralText(5).value_or("");
  std::vector<DataType> parameters = call.TypesAsGiven();
  parameters[0] = parameters[1] = StringType();
  Kernel kernel = [wrapper, on_empty, on_error, path = LiteralPath(call)](duckdb::DataChunk& arguments,
                                                                          duckdb::Vector& result) {
    const Rows rows(arguments);
    FillRows<std::string>(arguments, result, [&](duckdb::idx_t row) -> std::optional<std::string> {
      if (rows.IsNull(0, row) || rows.IsNull(1, row)) return std::nullopt;
      const Lookup lookup = LookUp(rows.Get<Text>(0, row), rows.Get<Text>(1, row), path.get());
      Found found = lookup.found;
      if (found == Found::Value) {
        const bool scalar = lookup.value.IsScalar();
        if (wrapper.find("UNCONDITIONAL") != std::string::npos ||
            (wrapper.find("CONDITIONAL") != std::string::npos && scalar)) {
          return "[" + lookup.value.Write() + "]";
        }
        if (!scalar) return lookup.value.Write();
        found = lookup.missing;
      }
      const std::string& behaviour = found == Found::Empty ? on_empty : on_error;
      if (behaviour == "ERROR") Fail("JSON_QUERY", found == Found::Empty);
      if (behaviour.find("ARRAY") != std::string::npos) return "[]";
      if (behaviour.find("OBJECT") != std::string::npos) return "{}";
      return std::nullopt;
    });
  };
  return {std::move(parameters), WithNull(StringType(), true), std::move(kernel), true};
}

// (json, path, 'on error')
Resolved ResolveJsonExists(const Call& call) {
  call.RequireCount(3, 3);
  call.RequireText(0);
  call.RequireText(1);
  const std::string on_error = call.LiteralText(2).value_or("");
  std::vector<DataType> parameters = call.TypesAsGiven();
  parameters[0] = parameters[1] = StringType();
  auto kernel = RowKernel([on_error, literal = LiteralPath(call)](Text json, Text path, Text) -> std::optional<bool> {
    const Lookup lookup = LookUp(json, path, literal.get());
    if (lookup.found == Found::Value) return lookup.value.kind != JsonNode::Kind::Null;
    if (lookup.found == Found::Empty) return false;
    if (on_error == "ERROR") Fail("JSON_EXISTS", false);
    if (on_error == "TRUE") return true;
    if (on_error == "UNKNOWN") return std::nullopt;
    return false;
  });
  return {std::move(parameters), WithNull(Simple(TypeRoot::Boolean), true), std::move(kernel), true};
}

// (text, 'VALUE' | 'OBJECT' | 'ARRAY' | 'SCALAR'); of NULL it is FALSE
Resolved ResolveIsJson(const Call& call) {
  call.RequireCount(2, 2);
  call.RequireText(0);
  const std::string kind = call.LiteralText(1).value_or("");
  std::vector<DataType> parameters = call.TypesAsGiven();
  auto kernel = RowKernel([kind](std::optional<Text> text, std::optional<Text>) -> bool {
    const auto node = text ? ParseJson(*text) : std::nullopt;
    if (!node) return false;
    if (kind == "OBJECT") return node->kind == JsonNode::Kind::Object;
    if (kind == "ARRAY") return node->kind == JsonNode::Kind::Array;
    return kind != "SCALAR" || node->IsScalar();
  });
  return {std::move(parameters), Simple(TypeRoot::Boolean), std::move(kernel)};
}

}  // namespace tarn::function
