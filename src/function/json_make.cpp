// SQL's functions that make JSON: of values, of rows, of strings.
#include <cmath>
#include <functional>
#include <map>

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

/// An object's members by their names; of equal names the last value counts.
using Members = std::map<std::string, std::string, std::less<>>;

std::string WriteObject(const Members& members) {
  std::string text = "{";
  for (const auto& [name, value] : members) text += (text.size() > 1 ? "," : "") + JsonString(name) + ":" + value;
  return text + "}";
}

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
      Members object;
      for (const auto& entry : duckdb::MapValue::GetChildren(value)) {
        const auto& pair = duckdb::StructValue::GetChildren(entry);
        object[ValueText(pair[0], type.children[0], TimeZone())] = JsonOf(pair[1], type.children[1], false);
      }
      return WriteObject(object);
    }
    case TypeRoot::Row: {
      Members object;
      const auto& fields = duckdb::StructValue::GetChildren(value);
      for (size_t i = 0; i < fields.size(); i++) {
        object[type.fields[i].name] = JsonOf(fields[i], type.fields[i].type, false);
      }
      return WriteObject(object);
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
  const bool absent = call.LiteralText(0).value_or("") == "ABSENT";
  const std::string marks = call.LiteralText(1).value_or("");
  std::vector<DataType> types = call.TypesAsGiven();
  for (size_t i = 2; i < call.size(); i++) {
    if (object && i % 2 == 0) {
      call.RequireText(i);
    } else {
      RequireJsonable(call.type(i));
    }
  }
  Kernel kernel = [absent, marks, types, object](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    FillRows<std::string>(arguments, result, [&](duckdb::idx_t row) -> std::optional<std::string> {
      Members members;
      std::string items;
      for (size_t i = 2; i < types.size(); i += object ? 2 : 1) {
        const size_t at = object ? i + 1 : i;
        const auto value = arguments.data[at].GetValue(row);
        if (value.IsNull() && absent) continue;
        std::string json = JsonOf(value, types[at], marks[at - 2] == 'J');
        if (object) {
          members[duckdb::StringValue::Get(arguments.data[i].GetValue(row))] = std::move(json);
        } else {
          items += (items.empty() ? "" : ",") + json;
        }
      }
      return object ? WriteObject(members) : "[" + items + "]";
    });
  };
  return {types, StringType(), std::move(kernel)};
}

}  // namespace

// (text): checked, and written anew. An empty text is JSON's null.
Resolved ResolveJson(const Call& call) {
  call.RequireCount(1, 1);
  call.RequireText(0);
  auto kernel = RowKernel([](std::string_view text) -> std::string {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return "null";
    const auto node = ParseJson(text);
    if (!node) throw Error(ErrorCode::InvalidInput, "'" + std::string(text) + "' in JSON(..) is no JSON");
    return node->Write();
  });
  return {{StringType()}, WithNull(StringType(), call.type(0).nullable), std::move(kernel), true};
}

// (value), or (key, value): one part of an aggregated array or object. Never NULL for a NULL value.
Resolved ResolveJsonPart(const Call& call) {
  call.RequireCount(1, 2);
  if (call.size() == 2) call.RequireText(0);
  RequireJsonable(call.type(call.size() - 1));
  std::vector<DataType> types = call.TypesAsGiven();
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

namespace {

/// Of `"name":value,..`, the parts of an aggregated object; each name once.
Members Split(std::string_view parts) {
  Members members;
  std::string name;
  bool quoted = false;
  int depth = 0;
  size_t begin = 0;  // of a name or a value
  for (size_t at = 0; at <= parts.size(); at++) {
    const char c = at < parts.size() ? parts[at] : ',';
    if (quoted) {
      if (c == '\\') at++;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      depth++;
    } else if (c == '}' || c == ']') {
      depth--;
    } else if (depth == 0 && c == ':') {
      name = ParseJson(parts.substr(begin, at - begin)).value_or(JsonNode{}).text;
      begin = at + 1;
    } else if (depth == 0 && c == ',') {
      if (!members.emplace(name, parts.substr(begin, at - begin)).second) {
        throw Error(ErrorCode::InvalidInput,
                    "the key '" + name + "' comes twice in JSON_OBJECTAGG; GROUP BY the key first");
      }
      begin = at + 1;
    }
  }
  return members;
}

}  // namespace

// (parts joined by commas or NULL, '{}' | '[]')
Resolved ResolveJsonEnclose(const Call& call) {
  call.RequireCount(2, 2);
  const std::string brackets = call.LiteralText(1).value_or("");
  auto kernel = RowKernel([brackets](std::optional<std::string_view> parts, std::optional<std::string_view>) {
    if (parts && brackets == "{}") return WriteObject(Split(*parts));
    return brackets.substr(0, 1) + std::string(parts.value_or("")) + brackets.substr(1);
  });
  return {call.TypesAsGiven(), VarCharType(2000), std::move(kernel), true};
}

Resolved ResolveJsonObject(const Call& call) { return Constructed(call, true); }
Resolved ResolveJsonArray(const Call& call) { return Constructed(call, false); }

}  // namespace tarn::function
