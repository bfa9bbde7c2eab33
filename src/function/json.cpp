// SQL's JSON functions. How the parser hands their clauses over: sql/parse/parser.h.
#include <cmath>
#include <memory>

#include "base/civil_time.h"
#include "base/error.h"
#include "base/hex.h"
#include "function/cast.h"
#include "function/characters.h"
#include "function/entries.h"
#include "function/json_text.h"
#include "function/value_text.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

/// A mark of the parser: a constant.
std::string Mark(const Call& call, size_t index) {
  const auto& literal = call.arguments.at(index).literal;
  return literal && !literal->IsNull() ? literal->ToString() : "";
}

std::vector<DataType> AsGiven(const Call& call) {
  std::vector<DataType> types;
  for (const auto& argument : call.arguments) types.push_back(WithNull(argument.type, false));
  return types;
}

enum class Found { Value, Empty, Error };

/// What a path finds in a text; a path without "lax" is strict: a missing member, JSON null and bad text are errors.
struct Lookup {
  Found found = Found::Error;
  JsonNode value;
  Found missing = Found::Error;  // what the path's mode makes of anything but a usable value
};

Lookup LookUp(Text json, Text path_text) {
  const auto path = JsonPath::Parse(path_text);
  if (!path) throw Error(ErrorCode::InvalidInput, "'" + std::string(path_text) + "' is no JSON path");
  const Found missing = path->lax ? Found::Empty : Found::Error;
  const auto root = ParseJson(json);
  if (!root) return {missing, {}, missing};
  JsonNode made;
  const JsonNode* at = path->Find(*root, made);
  if (at == nullptr) return {missing, {}, missing};
  return {Found::Value, *at, missing};
}

[[noreturn]] void Fail(const char* function, bool empty) {
  throw Error(ErrorCode::InvalidInput, empty ? "an empty result of " + std::string(function) + " is not allowed"
                                             : "bad JSON or a path that does not fit it in " + std::string(function));
}

}  // namespace

// (json, path, 'type' or '', 'on empty', default, 'on error', default)
Resolved ResolveJsonValue(const Call& call) {
  call.RequireCount(7, 7);
  call.RequireText(0);
  call.RequireText(1);
  const std::string type_name = Mark(call, 2), on_empty = Mark(call, 3), on_error = Mark(call, 5);
  DataType type = StringType();
  if (type_name == "BOOLEAN") type = Simple(TypeRoot::Boolean);
  if (type_name == "INTEGER" || type_name == "INT") type = IntType();
  if (type_name == "DOUBLE") type = Simple(TypeRoot::Double);
  std::vector<DataType> parameters = AsGiven(call);
  parameters[0] = parameters[1] = StringType();
  // The defaults are taken as text, whatever their type.
  parameters[4] = parameters[6] = StringType();
  const auto text_at = [on_empty, on_error](const Rows& rows, duckdb::idx_t row) -> std::optional<std::string> {
    if (rows.IsNull(0, row) || rows.IsNull(1, row)) return std::nullopt;
    const Lookup lookup = LookUp(rows.Get<Text>(0, row), rows.Get<Text>(1, row));
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
    kernel = [text_at](duckdb::DataChunk& arguments, duckdb::Vector& result) {
      const Rows rows(arguments);
      FillRows<std::string>(arguments, result, [&](duckdb::idx_t row) { return text_at(rows, row); });
    };
  }
  return {std::move(parameters), WithNull(type, true), std::move(kernel), true};
}

// (json, path, 'type' or '', 'wrapper', 'on empty', 'on error')
Resolved ResolveJsonQuery(const Call& call) {
  call.RequireCount(6, 6);
  call.RequireText(0);
  call.RequireText(1);
  if (!Mark(call, 2).empty() && Mark(call, 2) != "STRING") {
    throw Error(ErrorCode::Unsupported, "JSON_QUERY .. RETURNING " + Mark(call, 2) + " is not supported");
  }
  const std::string wrapper = Mark(call, 3), on_empty = Mark(call, 4), on_error = Mark(call, 5);
  std::vector<DataType> parameters = AsGiven(call);
  parameters[0] = parameters[1] = StringType();
  Kernel kernel = [wrapper, on_empty, on_error](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const Rows rows(arguments);
    FillRows<std::string>(arguments, result, [&](duckdb::idx_t row) -> std::optional<std::string> {
      if (rows.IsNull(0, row) || rows.IsNull(1, row)) return std::nullopt;
      const Lookup lookup = LookUp(rows.Get<Text>(0, row), rows.Get<Text>(1, row));
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
  const std::string on_error = Mark(call, 2);
  std::vector<DataType> parameters = AsGiven(call);
  parameters[0] = parameters[1] = StringType();
  auto kernel = RowKernel([on_error](Text json, Text path, Text) -> std::optional<bool> {
    const Lookup lookup = LookUp(json, path);
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
  const std::string kind = Mark(call, 1);
  std::vector<DataType> parameters = AsGiven(call);
  auto kernel = RowKernel([kind](std::optional<Text> text, std::optional<Text>) -> bool {
    const auto node = text ? ParseJson(*text) : std::nullopt;
    if (!node) return false;
    if (kind == "OBJECT") return node->kind == JsonNode::Kind::Object;
    if (kind == "ARRAY") return node->kind == JsonNode::Kind::Array;
    return kind != "SCALAR" || node->IsScalar();
  });
  return {std::move(parameters), Simple(TypeRoot::Boolean), std::move(kernel)};
}

namespace {

/// A value as JSON. `raw`: a string that is JSON already.
std::string JsonOf(const duckdb::Value& value, const DataType& type, bool raw) {
  if (value.IsNull()) return "null";
  switch (type.root) {
    case TypeRoot::Boolean:
      return duckdb::BooleanValue::Get(value) ? "true" : "false";
    case TypeRoot::TinyInt:
    case TypeRoot::SmallInt:
    case TypeRoot::Int:
    case TypeRoot::BigInt:
      return ValueText(value, type, TimeZone());
    case TypeRoot::Decimal:
      return JsonNumber(ValueText(value, type, TimeZone()));
    case TypeRoot::Float:
    case TypeRoot::Double: {
      const double number = value.GetValue<double>();  // a FLOAT as well, as Jackson has it
      return std::isfinite(number) ? JsonNumber(DoubleText(number))
                                   : JsonString(DoubleText(number));  // JSON has no number NaN
    }
    case TypeRoot::Char:
    case TypeRoot::VarChar:
      return raw ? duckdb::StringValue::Get(value) : JsonString(duckdb::StringValue::Get(value));
    case TypeRoot::Timestamp:
      return JsonString(
          FormatIsoLocal(CivilFromMicros(type.precision > 6 ? FloorDiv(value.GetValueUnsafe<int64_t>(), 1000)
                                                            : value.GetValueUnsafe<int64_t>())) +
          (FloorMod(value.GetValueUnsafe<int64_t>(), 60 * kMicrosPerSecond) == 0 ? ":00" : ""));
    case TypeRoot::TimestampLtz:
      return JsonString(FormatIsoLocal(CivilFromMicros(value.GetValueUnsafe<int64_t>())) + "Z");
    case TypeRoot::Array: {
      std::string text = "[";
      for (const auto& element : duckdb::ListValue::GetChildren(value)) {
        text += (text.size() > 1 ? "," : "") + JsonOf(element, type.children[0], false);
      }
      return text + "]";
    }
    case TypeRoot::Map: {
      std::string text = "{";
      for (const auto& entry : duckdb::MapValue::GetChildren(value)) {
        const auto& pair = duckdb::StructValue::GetChildren(entry);
        text += (text.size() > 1 ? "," : "") + JsonString(ValueText(pair[0], type.children[0], TimeZone())) + ":" +
                JsonOf(pair[1], type.children[1], false);
      }
      return text + "}";
    }
    case TypeRoot::Row: {
      std::string text = "{";
      const auto& fields = duckdb::StructValue::GetChildren(value);
      for (size_t i = 0; i < fields.size(); i++) {
        text +=
            (i > 0 ? "," : "") + JsonString(type.fields[i].name) + ":" + JsonOf(fields[i], type.fields[i].type, false);
      }
      return text + "}";
    }
    default:
      throw Error(ErrorCode::Unsupported, "type '" + paimon::ToSql(type) + "' is not scalar or has no form in JSON");
  }
}

void RequireJsonable(const DataType& type) {
  switch (type.root) {
    case TypeRoot::Date:
    case TypeRoot::Time:
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
    case TypeRoot::IntervalMonth:
    case TypeRoot::IntervalSecond:
      throw Error(ErrorCode::Unsupported, "type '" + paimon::ToSql(type) + "' is not scalar or has no form in JSON");
    default:
      return;
  }
}

}  // namespace

// (value)
Resolved ResolveJsonString(const Call& call) {
  call.RequireCount(1, 1);
  RequireJsonable(call.type(0));
  const DataType type = WithNull(call.type(0), false);
  return Ordinary(call, {type}, StringType(), [type](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    FillRows<std::string>(arguments, result, [&](duckdb::idx_t row) -> std::optional<std::string> {
      const auto value = arguments.data[0].GetValue(row);
      if (value.IsNull()) return std::nullopt;
      return JsonOf(value, type, false);
    });
  });
}

namespace {

Resolved OfText(const Call& call, std::string (*function)(std::string_view)) {
  call.RequireCount(1, 1);
  if (!IsCharacter(call.type(0))) call.Refuse("a string");
  return Ordinary(call, {StringType()}, StringType(),
                  RowKernel([function](std::string_view text) -> std::string { return function(text); }));
}

}  // namespace

/// In ASCII, which JSON_STRING is not, and with '/' escaped, as JSON allows.
Resolved ResolveJsonQuote(const Call& call) {
  return OfText(call, [](std::string_view text) {
    std::string quoted;
    EachCharacter(JsonString(text), [&](uint32_t code, std::string_view character) {
      const auto unit = [&](uint32_t utf16) {
        quoted += "\\u";
        AppendHex(quoted, static_cast<char>(utf16 >> 8), kLowerHex);
        AppendHex(quoted, static_cast<char>(utf16 & 0xFF), kLowerHex);
      };
      if (code == '/') {
        quoted += "\\/";
      } else if (code < 0x7F) {
        quoted += character;
      } else if (code < 0x10000) {
        unit(code);
      } else {
        unit(0xD7C0 + (code >> 10));
        unit(0xDC00 + (code & 0x3FF));
      }
    });
    return quoted;
  });
}

/// A JSON string without its quotes and escapes; any other text as it is.
Resolved ResolveJsonUnquote(const Call& call) {
  return OfText(call, [](std::string_view text) {
    const auto node = text.size() >= 2 && text.front() == '"' ? ParseJson(text) : std::nullopt;
    return node && node->kind == JsonNode::Kind::String ? node->text : std::string(text);
  });
}

namespace {

/// ('NULL' | 'ABSENT', 'marks', key, value ..) or without keys. `marks` has a J for each value that is JSON already.
Resolved Constructed(const Call& call, bool object) {
  const bool absent = Mark(call, 0) == "ABSENT";
  const std::string marks = Mark(call, 1);
  std::vector<DataType> types = AsGiven(call);
  for (size_t i = 2; i < call.size(); i++) {
    if (object && i % 2 == 0) {
      call.RequireText(i);
    } else {
      RequireJsonable(call.type(i));
    }
  }
  Kernel kernel = [absent, marks, types, object](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    FillRows<std::string>(arguments, result, [&](duckdb::idx_t row) -> std::optional<std::string> {
      std::string text(1, object ? '{' : '[');
      for (size_t i = 2; i < types.size(); i += object ? 2 : 1) {
        const size_t at = object ? i + 1 : i;
        const auto value = arguments.data[at].GetValue(row);
        if (value.IsNull() && absent) continue;
        if (text.size() > 1) text += ',';
        if (object) text += JsonString(duckdb::StringValue::Get(arguments.data[i].GetValue(row))) + ":";
        text += JsonOf(value, types[at], marks[at - 2] == 'J');
      }
      return text + (object ? '}' : ']');
    });
  };
  return {types, StringType(), std::move(kernel)};
}

}  // namespace

// (value), or (key, value): one part of an aggregated array or object. Never NULL for a NULL value.
Resolved ResolveJsonPart(const Call& call) {
  call.RequireCount(1, 2);
  if (call.size() == 2) call.RequireText(0);
  RequireJsonable(call.type(call.size() - 1));
  std::vector<DataType> types = AsGiven(call);
  Kernel kernel = [types](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const size_t last = types.size() - 1;
    FillRows<std::string>(arguments, result, [&](duckdb::idx_t row) -> std::optional<std::string> {
      const std::string value = JsonOf(arguments.data[last].GetValue(row), types[last], false);
      if (last == 0) return value;
      const auto key = arguments.data[0].GetValue(row);
      if (key.IsNull()) throw Error(ErrorCode::InvalidInput, "a key of JSON_OBJECTAGG is NULL");
      return JsonString(duckdb::StringValue::Get(key)) + ":" + value;
    });
  };
  return {types, StringType(), std::move(kernel)};
}

// (parts joined by commas or NULL, '{}' | '[]')
Resolved ResolveJsonEnclose(const Call& call) {
  call.RequireCount(2, 2);
  const std::string brackets = Mark(call, 1);
  auto kernel = RowKernel([brackets](std::optional<Text> parts, std::optional<Text>) -> std::string {
    return brackets.substr(0, 1) + std::string(parts.value_or("")) + brackets.substr(1);
  });
  return {AsGiven(call), VarCharType(2000), std::move(kernel)};
}

Resolved ResolveJsonObject(const Call& call) { return Constructed(call, true); }
Resolved ResolveJsonArray(const Call& call) { return Constructed(call, false); }

}  // namespace tarn::function
