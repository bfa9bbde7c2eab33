// 'json': one object a line, or an array of them, with Flink's options. Parsed by simdjson in one pass over the
// members.
#include "connector/formats/json.h"

#include <simdjson.h>

#include <algorithm>
#include <duckdb/common/types/value.hpp>
#include <unordered_map>

#include "base/byte_order_mark.h"
#include "base/error.h"
#include "base/utf8.h"
#include "columnar/map_value.h"
#include "columnar/type_mapping.h"
#include "connector/formats/json_text.h"

namespace tarn::connector {
namespace {

using paimon::DataType;
using paimon::TypeRoot;
namespace sj = simdjson::ondemand;

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

std::string Shown(sj::value& value) {
  switch (value.type().value()) {
    case sj::json_type::array:
      return "an array";
    case sj::json_type::object:
      return "an object";
    default:
      return std::string(Characters(Token(value), 60));
  }
}

/// Reads values of the columns' types. What is none of its type is refused, with its path as the column; where errors
/// are ignored it is NULL at its own place only, and what stands around it is kept.
class ValueReader {
 public:
  ValueReader(TextRules rules, bool ignore_errors) : rules_(rules), ignore_errors_(ignore_errors) {}

  /// Sets the column, which is NULL so far.
  bool Set(sj::value value, const paimon::DataField& column, size_t index, columnar::RowAppender& rows) {
    if (value.is_null()) return true;
    bool good = false;
    if (!IsNested(column.type.root)) {
      good = SetAtomic(value, column.type, index, rows);
      if (!good) Refuse(value, column.type);
    } else if (const auto nested = ReadNested(value, column.type)) {
      rows.Value(index, *nested);
      good = true;
    }
    if (!good && !ignore_errors_) Inside(column.name);
    return good || ignore_errors_;
  }

  /// Why the last value was refused.
  const BadRecord& bad() const { return bad_; }

 private:
  void Refuse(sj::value& value, const DataType& type) {
    if (!ignore_errors_) bad_ = {"", Shown(value) + " is no " + paimon::ToSql(type.Nullable())};
  }

  /// Puts a step in front of the path of what was refused, on the way out.
  std::nullopt_t Inside(const std::string& step) {
    bad_.column.insert(0, step);
    return std::nullopt;
  }

  bool SetAtomic(sj::value& value, const DataType& type, size_t index, columnar::RowAppender& rows) {
    switch (value.type().value()) {
      case sj::json_type::string:
        return ReadValue(value.get_string().value(), type, rules_, rows, index);
      case sj::json_type::array:
      case sj::json_type::object:
        // Flink puts the text of what is inside into a STRING.
        if (!IsText(type.root)) return false;
        text_.clear();
        AppendJson(value, text_);
        return ReadValue(text_, type, rules_, rows, index);
      default: {
        const auto token = Token(value);
        CheckScalar(token);
        if (IsBinary(type.root)) return false;
        const bool fraction = value.type() == sj::json_type::number && token.find_first_of(".eE") != token.npos;
        return IsInteger(type.root) && fraction ? SetTruncated(JsonDouble(token), type, index, rows)
                                                : ReadValue(token, type, rules_, rows, index);
      }
    }
  }

  /// The fraction is cut off, as Jackson's getIntValue and getLongValue do, which look at the limits before; a TINYINT
  /// and a SMALLINT take no fraction in Flink.
  static bool SetTruncated(double number, const DataType& type, size_t index, columnar::RowAppender& rows) {
    constexpr double kLongs = 9223372036854775808.0;
    if (type.root == TypeRoot::Int && number >= INT32_MIN && number <= INT32_MAX) {
      rows.Int64(index, static_cast<int32_t>(number));
    } else if (type.root == TypeRoot::BigInt && number >= -kLongs && number <= kLongs) {
      rows.Int64(index, number == kLongs ? INT64_MAX : static_cast<int64_t>(number));
    } else {
      return false;
    }
    return true;
  }

  /// nullopt: refused; where errors are ignored it is NULL instead.
  std::optional<duckdb::Value> Read(sj::value value, const DataType& type) {
    auto read = value.is_null() ? duckdb::Value(columnar::VectorType(type)) : ReadNested(value, type);
    if (!read && ignore_errors_) read = duckdb::Value(columnar::VectorType(type));
    return read;
  }

  std::optional<duckdb::Value> ReadNested(sj::value& value, const DataType& type) {
    const bool array = type.root == TypeRoot::Array || type.root == TypeRoot::Vector;
    if (IsNested(type.root) && value.type() != (array ? sj::json_type::array : sj::json_type::object)) {
      Refuse(value, type);
      return std::nullopt;
    }
    if (array) return ReadArray(value, type);
    if (type.root == TypeRoot::Row) return ReadRow(value, type);
    if (IsNested(type.root)) return ReadMap(value, type);
    return ReadOne(type, [&](columnar::RowAppender& row) {
      return SetAtomic(value, type, 0, row) || (Refuse(value, type), false);
    });
  }

  std::optional<duckdb::Value> ReadArray(sj::value& value, const DataType& type) {
    duckdb::vector<duckdb::Value> children;
    for (auto element : value.get_array().value()) {
      auto child = Read(element.value(), type.children[0]);
      if (!child) return Inside("[" + std::to_string(children.size() + 1) + "]");
      children.push_back(*std::move(child));
    }
    return duckdb::Value::LIST(columnar::VectorType(type.children[0]), std::move(children));
  }

  std::optional<duckdb::Value> ReadMap(sj::value& value, const DataType& type) {
    static const DataType kCount{TypeRoot::Int, true, 0, 0, 0, {}, {}};
    const auto& value_type = type.root == TypeRoot::Map ? type.children[1] : kCount;
    duckdb::vector<duckdb::Value> keys, values;
    for (auto field : value.get_object().value()) {
      std::string name(field.unescaped_key().value());
      auto key = ReadOne(type.children[0],
                         [&](columnar::RowAppender& row) { return ReadValue(name, type.children[0], rules_, row, 0); });
      if (key && key->IsNull()) key.reset();  // a DECIMAL of too many digits, as a key
      if (!key && !ignore_errors_)
        bad_ = {"", "'" + std::string(Characters(name, 60)) + "' is no " + paimon::ToSql(type.children[0].Nullable())};
      if (!key) return std::nullopt;
      auto child = Read(field.value(), value_type);
      if (!child) return Inside("[" + std::string(Characters(name, 60)) + "]");
      keys.push_back(*std::move(key));
      values.push_back(*std::move(child));
    }
    return columnar::MapValue(columnar::VectorType(type.children[0]), columnar::VectorType(value_type), std::move(keys),
                              std::move(values));
  }

  std::optional<duckdb::Value> ReadRow(sj::value& value, const DataType& type) {
    duckdb::vector<duckdb::Value> children;
    for (const auto& field : type.fields) children.emplace_back(columnar::VectorType(field.type));
    std::vector<bool> seen(type.fields.size());
    for (auto member : value.get_object().value()) {
      const std::string_view name = member.unescaped_key().value();
      const auto field =
          std::find_if(type.fields.begin(), type.fields.end(), [&](const auto& one) { return one.name == name; });
      const auto index = static_cast<size_t>(field - type.fields.begin());
      if (field == type.fields.end() || seen[index]) {
        CheckJson(member.value());
        continue;
      }
      auto child = Read(member.value(), field->type);
      if (!child) return Inside("." + field->name);
      children[index] = *std::move(child);
      seen[index] = true;
    }
    return duckdb::Value::STRUCT(columnar::VectorType(type), std::move(children));
  }

  /// What `set` sets in a row of one column.
  template <class F>
  std::optional<duckdb::Value> ReadOne(const DataType& type, F set) const {
    columnar::ChangeBatch one;
    columnar::Initialize(one, {columnar::VectorType(type)});
    columnar::RowAppender row(one);
    row.Begin();
    if (!set(row)) return std::nullopt;
    return one.chunk.GetValue(0, 0);
  }

  TextRules rules_;
  bool ignore_errors_;
  BadRecord bad_;
  std::string text_;
};

class JsonDecoder : public RecordDecoder {
 public:
  JsonDecoder(const std::vector<paimon::DataField>& columns, const std::vector<bool>& wanted, TextRules rules,
              bool ignore_errors, bool fail_on_missing)
      : columns_(columns),
        reader_(rules, ignore_errors),
        ignore_errors_(ignore_errors),
        fail_on_missing_(fail_on_missing),
        seen_(columns.size()) {
    for (size_t i = 0; i < columns_.size(); i++)
      if (wanted[i]) by_name_.emplace(columns_[i].name, i);
  }

  size_t MostRows(std::string_view record) const override {
    record = Document(record);
    return record.starts_with('[') ? ObjectsIn(record) : 1;
  }

  std::optional<BadRecord> Decode(std::string_view record, columnar::RowAppender& rows) override {
    record = Document(record);
    if (record.empty()) return std::nullopt;
    if (const auto at = BadByte(record)) return NotUtf8(ColumnAt(record, *at), record, *at);
    auto tried = Try(record, rows);
    if (tried.no_json) {
      const auto text = ForSimdjson(record);
      if (text != record) tried = Try(text, rows);
    }
    return tried.bad;
  }

 private:
  struct Tried {
    std::optional<BadRecord> bad;
    bool no_json = false;
  };

  /// How many objects stand directly in an array; of what is no JSON no fewer than a parser meets before it sees that.
  static size_t ObjectsIn(std::string_view array) {
    size_t objects = 0, depth = 0;
    bool quoted = false;
    for (size_t at = 0; at < array.size(); at++) {
      const char c = array[at];
      if (quoted) {
        if (c == '\\') at++;
        if (c == '"') quoted = false;
        continue;
      }
      if (c == '"') quoted = true;
      if (c == '{' && depth <= 1) objects++;
      if (c == '{' || c == '[') depth++;
      if ((c == '}' || c == ']') && depth > 0) depth--;
    }
    return objects;
  }

  /// To Jackson each record is a document.
  static std::string_view Document(std::string_view record) {
    record = Trimmed(WithoutByteOrderMark(record));
    while (!record.empty() && static_cast<unsigned char>(record.front()) <= ' ') record.remove_prefix(1);
    return record;
  }

  Tried Try(std::string_view text, columnar::RowAppender& rows) {
    Tried tried;
    appended_ = 0;
    try {
      tried.bad = AppendRows(text, rows);
    } catch (const simdjson::simdjson_error& e) {
      tried = {BadRecord{"", std::string("no JSON object: ") + WhyNoJson(e.error())}, true};
    }
    if (tried.bad)
      for (; appended_ > 0; appended_--) rows.Cancel();
    return tried;
  }

  sj::document Parse(std::string_view record) {
    // simdjson reads some bytes behind the end.
    if (padded_.size() < record.size() + simdjson::SIMDJSON_PADDING)
      padded_.resize(2 * record.size() + simdjson::SIMDJSON_PADDING);
    std::memcpy(padded_.data(), record.data(), record.size());
    return parser_.iterate(padded_.data(), record.size(), padded_.size()).value();
  }

  /// An object is a row, an array a row for each object in it.
  std::optional<BadRecord> AppendRows(std::string_view text, columnar::RowAppender& rows) {
    auto document = Parse(text);
    const auto type = document.type().value();
    if (type == sj::json_type::object) {
      if (auto bad = AppendRow(document.get_object().value(), rows)) return bad;
    } else if (type == sj::json_type::array) {
      size_t element = 0;
      for (auto one : document.get_array().value()) {
        element++;
        auto value = one.value();
        if (value.type() != sj::json_type::object) {
          if (!ignore_errors_)
            return BadRecord{"", "no JSON object: element " + std::to_string(element) + " of the array is none"};
          CheckJson(value);
          continue;
        }
        if (rows.Full()) throw simdjson::simdjson_error(simdjson::TAPE_ERROR);  // ObjectsIn saw another document
        if (auto bad = AppendRow(value.get_object().value(), rows)) return bad;
      }
    } else {
      return BadRecord{"", "no JSON object: it begins with neither { nor ["};
    }
    const char* behind = nullptr;
    if (document.current_location().get(behind) == simdjson::SUCCESS)
      return BadRecord{"", "no JSON object: more text behind it"};
    return std::nullopt;
  }

  std::optional<BadRecord> AppendRow(sj::object object, columnar::RowAppender& rows) {
    rows.Begin();
    appended_++;
    std::fill(seen_.begin(), seen_.end(), false);
    for (auto field : object) {
      const auto found = by_name_.find(field.unescaped_key().value());
      // Of members of one name the first counts, be it NULL.
      if (found == by_name_.end() || seen_[found->second]) {
        CheckJson(field.value());
        continue;
      }
      const auto column = found->second;
      seen_[column] = true;
      if (!reader_.Set(field.value().value(), columns_[column], column, rows)) return reader_.bad();
    }
    if (fail_on_missing_)
      for (const auto& [name, column] : by_name_)
        if (!seen_[column]) return BadRecord{std::string(name), "the field is missing"};
    return std::nullopt;
  }

  /// The column whose member holds the first byte that is no UTF-8; empty: none does.
  std::string ColumnAt(std::string_view record, size_t at) {
    const auto text = DecodeUtf8(record);  // the same up to that byte
    try {
      auto document = Parse(text);
      for (auto field : document.get_object().value()) {
        std::string name(field.unescaped_key().value());
        const auto value = simdjson::to_json_string(field.value()).value();
        if (static_cast<size_t>(value.data() + value.size() - padded_.data()) <= at) continue;
        for (const auto& column : columns_)
          if (column.name == name) return name;
        return "";
      }
    } catch (const simdjson::simdjson_error&) {
      return "";
    }
    return "";
  }

  std::vector<paimon::DataField> columns_;
  ValueReader reader_;
  bool ignore_errors_;
  bool fail_on_missing_;
  std::unordered_map<std::string_view, size_t> by_name_;  // views into columns_
  std::vector<bool> seen_;
  size_t appended_ = 0;  // rows of the record so far
  std::vector<char> padded_;
  sj::parser parser_;
};

std::unique_ptr<RecordDecoder> MakeJsonDecoder(const std::vector<paimon::DataField>& columns,
                                               const std::vector<bool>& wanted, const Options& options) {
  const bool ignore = options.Bool("json.ignore-parse-errors");
  const bool fail_on_missing = options.Bool("json.fail-on-missing-field");
  if (ignore && fail_on_missing)
    throw Error(ErrorCode::InvalidInput, options.owner() +
                                             ": 'json.fail-on-missing-field' and 'json.ignore-parse-errors' cannot "
                                             "both be true");
  const auto rules = JsonTimestamps(options) == TimestampStyle::Sql ? TextRules::JsonSql : TextRules::JsonIso8601;
  return std::make_unique<JsonDecoder>(columns, wanted, rules, ignore, fail_on_missing);
}
}  // namespace

FormatEntry JsonFormat() {
  return {"json",
          "One JSON object, or an array of them, a line.",
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
          &MakeJsonDecoder,
          &MakeJsonEncoder};
}

}  // namespace tarn::connector
