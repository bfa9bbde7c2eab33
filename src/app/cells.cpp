#include "app/cells.h"

#include <algorithm>
#include <cmath>
#include <cwchar>
#include <utf8proc.hpp>

#include "base/hex.h"
#include "base/utf8.h"
#include "function/json_text.h"
#include "function/value_text.h"

namespace tarn::app {
namespace {

// As Flink's client shows bytes: x'0aff'.
std::string Hex(const duckdb::Value& value) { return "x'" + ToHex(duckdb::StringValue::Get(value), kLowerHex) + "'"; }

bool IsBinary(const paimon::DataType& type) {
  return type.root == paimon::TypeRoot::Binary || type.root == paimon::TypeRoot::VarBinary;
}

std::string JsonOf(const duckdb::Value& value, const paimon::DataType& type, const TimeZone& zone) {
  if (value.IsNull()) return "null";
  switch (type.root) {
    case paimon::TypeRoot::Boolean:
      return value.GetValueUnsafe<bool>() ? "true" : "false";
    case paimon::TypeRoot::TinyInt:
    case paimon::TypeRoot::SmallInt:
    case paimon::TypeRoot::Int:
    case paimon::TypeRoot::BigInt:
    case paimon::TypeRoot::Decimal:
      return function::ValueText(value, type, zone);
    case paimon::TypeRoot::Float:
    case paimon::TypeRoot::Double: {
      const double number =
          type.root == paimon::TypeRoot::Float ? value.GetValueUnsafe<float>() : value.GetValueUnsafe<double>();
      const std::string text = function::ValueText(value, type, zone);
      return std::isfinite(number) ? text : function::JsonString(text);
    }
    case paimon::TypeRoot::Array: {
      std::string json;
      for (const auto& element : duckdb::ListValue::GetChildren(value)) {
        json += (json.empty() ? "[" : ",") + JsonOf(element, type.children[0], zone);
      }
      return json.empty() ? "[]" : json + "]";
    }
    case paimon::TypeRoot::Map: {
      std::string json;
      for (const auto& entry : duckdb::MapValue::GetChildren(value)) {
        const auto& pair = duckdb::StructValue::GetChildren(entry);
        const std::string key = pair[0].IsNull() ? "null" : function::ValueText(pair[0], type.children[0], zone);
        json += (json.empty() ? "{" : ",") + function::JsonString(key) + ":" + JsonOf(pair[1], type.children[1], zone);
      }
      return json.empty() ? "{}" : json + "}";
    }
    case paimon::TypeRoot::Row: {
      std::string json;
      const auto& fields = duckdb::StructValue::GetChildren(value);
      for (size_t i = 0; i < type.fields.size(); i++) {
        json += (json.empty() ? "{" : ",") + function::JsonString(type.fields[i].name) + ":" +
                JsonOf(fields[i], type.fields[i].type, zone);
      }
      return json.empty() ? "{}" : json + "}";
    }
    case paimon::TypeRoot::Binary:
    case paimon::TypeRoot::VarBinary:
      return function::JsonString(Hex(value));
    default:
      return function::JsonString(DecodeUtf8(function::ValueText(value, type, zone)));
  }
}

}  // namespace

std::optional<std::string> Cells::Text(const columnar::ChangeBatch& batch, size_t column, size_t row) const {
  const auto value = batch.chunk.GetValue(column, row);
  if (value.IsNull()) return std::nullopt;
  if (IsBinary(columns_[column].type)) return Hex(value);
  return function::ValueText(value, columns_[column].type, zone_);
}

std::string Cells::Json(const columnar::ChangeBatch& batch, size_t column, size_t row) const {
  return JsonOf(batch.chunk.GetValue(column, row), columns_[column].type, zone_);
}

size_t DisplayWidth(std::string_view text) {
  size_t width = 0;
  for (size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    char32_t code = first < 0x80 ? first : first & (0xFF >> (length + 1));
    for (size_t k = 1; k < length && i + k < text.size(); k++) {
      code = (code << 6) | (static_cast<unsigned char>(text[i + k]) & 0x3F);
    }
    i += length;
    width += code < 0x80 ? 1 : static_cast<size_t>(std::max(0, duckdb::utf8proc_charwidth(static_cast<int32_t>(code))));
  }
  return width;
}

}  // namespace tarn::app
