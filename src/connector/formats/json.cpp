// 'json': one object a line, with Flink's options. Parsed by simdjson in one pass over the members.
#include <simdjson.h>

#include <cmath>
#include <duckdb/common/types/value.hpp>
#include <unordered_map>

#include "base/error.h"
#include "columnar/type_mapping.h"
#include "connector/formats/format.h"
#include "connector/formats/java_text.h"
#include "connector/formats/value_text.h"

namespace tarn::connector {
namespace {

using paimon::DataType;
using paimon::TypeRoot;
namespace sj = simdjson::ondemand;

bool IsInteger(TypeRoot root) {
  return root == TypeRoot::TinyInt || root == TypeRoot::SmallInt || root == TypeRoot::Int || root == TypeRoot::BigInt;
}
bool IsText(TypeRoot root) { return root == TypeRoot::Char || root == TypeRoot::VarChar; }
bool IsNested(TypeRoot root) {
  return root == TypeRoot::Array || root == TypeRoot::Map || root == TypeRoot::Multiset || root == TypeRoot::Row ||
         root == TypeRoot::Vector;
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

/// A value of a nested type, or of an atomic one inside it. nullopt: it is no such value.
class NestedReader {
 public:
  explicit NestedReader(TimestampStyle style) : style_(style) {}

  std::optional<duckdb::Value> Read(sj::value value, const DataType& type) {
    const auto vector_type = columnar::VectorType(type);
    if (value.is_null()) return duckdb::Value(vector_type);
    switch (type.root) {
      case TypeRoot::Array:
      case TypeRoot::Vector: {
        duckdb::vector<duckdb::Value> children;
        for (auto element : value.get_array().value()) {
          auto child = Read(element.value(), type.children[0]);
          if (!child) return std::nullopt;
          children.push_back(*std::move(child));
        }
        return duckdb::Value::LIST(columnar::VectorType(type.children[0]), std::move(children));
      }
      case TypeRoot::Map:
      case TypeRoot::Multiset: {
        static const DataType kCount{TypeRoot::Int, true, 0, 0, 0, {}, {}};
        const auto& value_type = type.root == TypeRoot::Map ? type.children[1] : kCount;
        duckdb::vector<duckdb::Value> keys, values;
        for (auto field : value.get_object().value()) {
          auto key = Atomic(std::string(field.unescaped_key().value()), type.children[0]);
          auto child = Read(field.value(), value_type);
          if (!key || !child) return std::nullopt;
          keys.push_back(*std::move(key));
          values.push_back(*std::move(child));
        }
        return duckdb::Value::MAP(columnar::VectorType(type.children[0]), columnar::VectorType(value_type),
                                  std::move(keys), std::move(values));
      }
      case TypeRoot::Row: {
        duckdb::vector<duckdb::Value> children;
        for (const auto& field : type.fields) children.emplace_back(columnar::VectorType(field.type));
        for (auto member : value.get_object().value()) {
          const std::string_view name = member.unescaped_key().value();
          for (size_t i = 0; i < type.fields.size(); i++) {
            if (type.fields[i].name != name) continue;
            auto child = Read(member.value(), type.fields[i].type);
            if (!child) return std::nullopt;
            children[i] = *std::move(child);
          }
        }
        return duckdb::Value::STRUCT(vector_type, std::move(children));
      }
      default:
        if (value.type() == sj::json_type::string) return Atomic(std::string(value.get_string().value()), type);
        if (value.type() == sj::json_type::object || value.type() == sj::json_type::array) {
          if (!IsText(type.root)) return std::nullopt;
          return Atomic(std::string(simdjson::to_json_string(value).value()), type);
        }
        return Atomic(std::string(Trimmed(value.raw_json_token())), type);
    }
  }

 private:
  std::optional<duckdb::Value> Atomic(const std::string& text, const DataType& type) {
    columnar::ChangeBatch one;
    columnar::Initialize(one, {columnar::VectorType(type)});
    columnar::RowAppender row(one);
    row.Begin();
    if (!ReadValue(text, type, style_, row, 0)) return std::nullopt;
    return one.chunk.GetValue(0, 0);
  }

  TimestampStyle style_;
};

class Decoder : public RecordDecoder {
 public:
  Decoder(const std::vector<paimon::DataField>& columns, const std::vector<bool>& wanted, TimestampStyle style,
          bool ignore_errors, bool fail_on_missing)
      : columns_(columns),
        style_(style),
        ignore_errors_(ignore_errors),
        fail_on_missing_(fail_on_missing),
        seen_(columns.size()) {
    for (size_t i = 0; i < columns_.size(); i++)
      if (wanted[i]) by_name_.emplace(columns_[i].name, i);
  }

  std::optional<BadRecord> Decode(std::string_view record, columnar::RowAppender& rows) override {
    record = Trimmed(record);
    if (record.empty()) return std::nullopt;
    rows.Begin();
    std::optional<BadRecord> bad;
    try {
      bad = DecodeObject(record, rows);
    } catch (const simdjson::simdjson_error& e) {
      bad = BadRecord{"", std::string("no JSON object: ") + e.what()};
    }
    if (bad) rows.Cancel();
    return bad;
  }

 private:
  std::optional<BadRecord> DecodeObject(std::string_view record, columnar::RowAppender& rows) {
    // simdjson reads some bytes behind the end.
    if (padded_.size() < record.size() + simdjson::SIMDJSON_PADDING)
      padded_.resize(2 * record.size() + simdjson::SIMDJSON_PADDING);
    std::memcpy(padded_.data(), record.data(), record.size());
    auto document = parser_.iterate(padded_.data(), record.size(), padded_.size()).value();
    std::fill(seen_.begin(), seen_.end(), false);
    for (auto field : document.get_object().value()) {
      const auto found = by_name_.find(std::string(field.unescaped_key().value()));
      if (found == by_name_.end()) continue;
      const auto column = found->second;
      seen_[column] = true;
      auto value = field.value().value();
      if (Set(value, column, rows) || ignore_errors_) continue;
      return BadRecord{columns_[column].name, "no " + paimon::ToSql(columns_[column].type.Nullable())};
    }
    const char* behind = nullptr;
    if (document.current_location().get(behind) == simdjson::SUCCESS)
      return BadRecord{"", "no JSON object: more text behind it"};
    if (fail_on_missing_)
      for (const auto& [name, column] : by_name_)
        if (!seen_[column]) return BadRecord{name, "the field is missing"};
    return std::nullopt;
  }

  bool Set(sj::value& value, size_t column, columnar::RowAppender& rows) {
    const auto& type = columns_[column].type;
    if (IsNested(type.root)) {
      auto nested = NestedReader(style_).Read(value, type);
      if (nested) rows.Value(column, *nested);
      return nested.has_value();
    }
    switch (value.type().value()) {
      case sj::json_type::null:
        return true;
      case sj::json_type::string:
        return ReadValue(value.get_string().value(), type, style_, rows, column);
      case sj::json_type::array:
      case sj::json_type::object:
        // Flink puts the text of what is inside into a STRING.
        return IsText(type.root) && ReadValue(simdjson::to_json_string(value).value(), type, style_, rows, column);
      case sj::json_type::number: {
        const auto token = Trimmed(value.raw_json_token());
        if (!IsInteger(type.root) || token.find_first_of(".eE") == std::string_view::npos)
          return ReadValue(token, type, style_, rows, column);
        // A fraction is cut off, as Jackson's asInt does.
        const double number = std::trunc(value.get_double().value());
        if (!(std::abs(number) < 9.2e18)) return false;
        return ReadValue(std::to_string(static_cast<int64_t>(number)), type, style_, rows, column);
      }
      default:
        return ReadValue(Trimmed(value.raw_json_token()), type, style_, rows, column);
    }
  }

  std::vector<paimon::DataField> columns_;
  TimestampStyle style_;
  bool ignore_errors_;
  bool fail_on_missing_;
  std::unordered_map<std::string, size_t> by_name_;
  std::vector<bool> seen_;
  std::vector<char> padded_;
  sj::parser parser_;
};

void Quote(std::string_view text, std::string& out) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  out += '"';
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20) {
          out += c;
        } else {
          out += "\\u00";
          out += kHex[c >> 4 & 15];
          out += kHex[c & 15];
        }
    }
  }
  out += '"';
}

enum class NullKey { Fail, Drop, Literal };

struct EncoderStyle {
  TimestampStyle timestamps = TimestampStyle::Sql;
  bool skip_nulls = false;
  bool plain_decimals = false;  // else as BigDecimal.toString
  NullKey null_key = NullKey::Fail;
  std::string null_key_literal;
};

class Encoder : public RecordEncoder {
 public:
  Encoder(const std::vector<paimon::DataField>& columns, const EncoderStyle& how)
      : columns_(columns), style_(how.timestamps), how_(how) {}

  void Encode(const columnar::RowView& row, std::string& out) override {
    out += '{';
    bool first = true;
    for (size_t i = 0; i < columns_.size(); i++) {
      if (row.IsNull(i) && how_.skip_nulls) continue;
      if (!first) out += ',';
      first = false;
      Quote(columns_[i].name, out);
      out += ':';
      if (row.IsNull(i)) {
        out += "null";
      } else if (IsNested(columns_[i].type.root)) {
        Nested(row.chunk().Value(i, row.row()), columns_[i].type, out);
      } else {
        value_.clear();
        WriteValue(row, i, columns_[i].type, style_, value_);
        Atomic(value_, columns_[i].type, out);
      }
    }
    out += "}\n";
  }

 private:
  void Atomic(const std::string& text, const DataType& type, std::string& out) const {
    if (type.root == TypeRoot::Decimal && !how_.plain_decimals) {
      out += BigDecimalText(text);
      return;
    }
    const bool number = IsInteger(type.root) || type.root == TypeRoot::Decimal || type.root == TypeRoot::Boolean ||
                        ((type.root == TypeRoot::Float || type.root == TypeRoot::Double) &&
                         text.find_first_of("NI") == std::string::npos);
    if (number) {
      out += text;
    } else {
      Quote(text, out);
    }
  }

  void Nested(const duckdb::Value& value, const DataType& type, std::string& out) {
    if (value.IsNull()) {
      out += "null";
      return;
    }
    bool first = true;
    const auto separate = [&] {
      if (!first) out += ',';
      first = false;
    };
    if (type.root == TypeRoot::Array || type.root == TypeRoot::Vector) {
      out += '[';
      for (const auto& child : duckdb::ListValue::GetChildren(value)) {
        separate();
        Nested(child, type.children[0], out);
      }
      out += ']';
    } else if (type.root == TypeRoot::Row) {
      out += '{';
      const auto& children = duckdb::StructValue::GetChildren(value);
      for (size_t i = 0; i < children.size(); i++) {
        if (children[i].IsNull() && how_.skip_nulls) continue;
        separate();
        Quote(type.fields[i].name, out);
        out += ':';
        Nested(children[i], type.fields[i].type, out);
      }
      out += '}';
    } else if (type.root == TypeRoot::Map || type.root == TypeRoot::Multiset) {
      static const DataType kCount{TypeRoot::Int, true, 0, 0, 0, {}, {}};
      out += '{';
      for (const auto& entry : duckdb::ListValue::GetChildren(value)) {
        const auto& pair = duckdb::StructValue::GetChildren(entry);
        std::string key;
        if (!pair[0].IsNull()) {
          WriteValue(pair[0], type.children[0], style_, key);
        } else if (how_.null_key == NullKey::Drop) {
          continue;
        } else if (how_.null_key == NullKey::Literal) {
          key = how_.null_key_literal;
        } else {
          throw Error(ErrorCode::InvalidInput,
                      "a map has a NULL key, and JSON has no name for it\n  'json.map-null-key.mode' = 'DROP' leaves "
                      "such entries out, 'LITERAL' writes 'json.map-null-key.literal'");
        }
        separate();
        Quote(key, out);
        out += ':';
        Nested(pair[1], type.root == TypeRoot::Map ? type.children[1] : kCount, out);
      }
      out += '}';
    } else {
      std::string text;
      WriteValue(value, type, style_, text);
      Atomic(text, type, out);
    }
  }

  std::vector<paimon::DataField> columns_;
  TimestampStyle style_;
  EncoderStyle how_;
  std::string value_;
};

TimestampStyle Style(const Options& options) {
  return options.OneOf("json.timestamp-format.standard", {"SQL", "ISO-8601"}) == "SQL" ? TimestampStyle::Sql
                                                                                       : TimestampStyle::Iso8601;
}

std::unique_ptr<RecordDecoder> MakeDecoder(const std::vector<paimon::DataField>& columns,
                                           const std::vector<bool>& wanted, const Options& options) {
  const bool ignore = options.Bool("json.ignore-parse-errors");
  const bool fail_on_missing = options.Bool("json.fail-on-missing-field");
  if (ignore && fail_on_missing)
    throw Error(ErrorCode::InvalidInput, options.owner() +
                                             ": 'json.fail-on-missing-field' and 'json.ignore-parse-errors' cannot "
                                             "both be true");
  return std::make_unique<Decoder>(columns, wanted, Style(options), ignore, fail_on_missing);
}
std::unique_ptr<RecordEncoder> MakeEncoder(const std::vector<paimon::DataField>& columns, const Options& options) {
  EncoderStyle how;
  how.timestamps = Style(options);
  how.skip_nulls = options.Bool("json.encode.ignore-null-fields");
  how.plain_decimals = options.Bool("json.encode.decimal-as-plain-number");
  const auto mode = options.OneOf("json.map-null-key.mode", {"FAIL", "DROP", "LITERAL"});
  how.null_key = mode == "FAIL" ? NullKey::Fail : mode == "DROP" ? NullKey::Drop : NullKey::Literal;
  how.null_key_literal = options.Get("json.map-null-key.literal");
  return std::make_unique<Encoder>(columns, how);
}

}  // namespace

FormatEntry JsonFormat() {
  return {"json",
          "One JSON object a line.",
          {{"json.fail-on-missing-field", "false", "A column without a field is an error (else it is NULL)."},
           {"json.ignore-parse-errors", "false",
            "A field that is no value of its type becomes NULL; a broken line is skipped."},
           {"json.timestamp-format.standard", "SQL",
            "'SQL' (2024-01-31 12:00:00.5) or 'ISO-8601' (2024-01-31T12:00:00.5)."},
           {"json.map-null-key.mode", "FAIL", "A NULL key of a map when writing: 'FAIL', 'DROP' or 'LITERAL'."},
           {"json.map-null-key.literal", "null", "What 'LITERAL' writes for a NULL key."},
           {"json.encode.decimal-as-plain-number", "false", "A DECIMAL below a millionth is written without exponent."},
           {"json.encode.ignore-null-fields", "false", "Columns that are NULL are left out."},
           {"json.decode.json-parser.enabled", "true", "Accepted; there is one parser."}},
          ".json",
          &MakeDecoder,
          &MakeEncoder};
}

}  // namespace tarn::connector
