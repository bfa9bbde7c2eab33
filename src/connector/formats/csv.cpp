// 'csv', with Flink's options. A field that holds the delimiter, the quote or a line end is quoted; a quote inside is
// doubled. There is no header line, as in Flink.
#include <algorithm>
#include <duckdb/common/types/value.hpp>

#include "base/error.h"
#include "base/utf8.h"
#include "columnar/type_mapping.h"
#include "connector/formats/format.h"
#include "connector/formats/java_escapes.h"
#include "connector/formats/java_text.h"
#include "connector/formats/value_text.h"

namespace tarn::connector {
namespace {

struct Syntax {
  char delimiter = ',';
  std::optional<char> quote = '"';
  std::optional<char> escape;
  bool comments = false;
  std::optional<std::string> null_literal;
  bool ignore_errors = false;
  std::string element_delimiter = ";";
  bool scientific = true;  // BigDecimal.toString for DECIMAL
};

using paimon::DataType;
using paimon::TypeRoot;

bool IsSequence(const DataType& type) { return type.root == TypeRoot::Array || type.root == TypeRoot::Row; }

// An array or a row is one field, its elements separated by 'csv.array-element-delimiter'.
void CheckType(const paimon::DataField& column) {
  const auto check = [&](const DataType& type, bool nested) {
    if (type.root != TypeRoot::Map && type.root != TypeRoot::Multiset && type.root != TypeRoot::Variant &&
        !(nested && IsSequence(type)))
      return;
    throw Error(ErrorCode::Unsupported, "column '" + column.name + "': the csv format has no way to write " +
                                            paimon::ToSql(column.type) + "\n  Use 'format' = 'json', or STRING");
  };
  check(column.type, false);
  for (const auto& child : column.type.children) check(child, true);
  for (const auto& field : column.type.fields) check(field.type, true);
}

char OneCharacter(const Options& options, const std::string& name) {
  const auto text = options.Get(name);
  if (text.size() != 1) options.Refuse(name, "one ASCII character");
  return text[0];
}

/// The one option that Flink unescapes.
char Delimiter(const Options& options) {
  const auto text = UnescapeJava(options.Get("csv.field-delimiter"));
  if (!text || text->size() != 1 || *text == "\n" || *text == "\r")
    options.Refuse("csv.field-delimiter", "one ASCII character but a line end, or its Java escape (\\t, \\u0001)");
  return (*text)[0];
}

Syntax ReadSyntax(const Options& options) {
  Syntax syntax;
  syntax.delimiter = Delimiter(options);
  if (options.Bool("csv.disable-quote-character")) {
    syntax.quote.reset();
  } else {
    syntax.quote = OneCharacter(options, "csv.quote-character");
  }
  if (syntax.quote == syntax.delimiter) options.Refuse("csv.quote-character", "another one than 'csv.field-delimiter'");
  if (options.Find("csv.escape-character")) syntax.escape = OneCharacter(options, "csv.escape-character");
  if (syntax.escape == syntax.delimiter)
    options.Refuse("csv.escape-character", "another one than 'csv.field-delimiter'");
  if (syntax.escape == syntax.quote) syntax.escape.reset();  // a quote within quotes is doubled in any case
  syntax.comments = options.Bool("csv.allow-comments");
  syntax.null_literal = options.Find("csv.null-literal");
  syntax.ignore_errors = options.Bool("csv.ignore-parse-errors");
  syntax.element_delimiter = options.Get("csv.array-element-delimiter");
  if (syntax.element_delimiter.empty()) options.Refuse("csv.array-element-delimiter", "one character or more");
  syntax.scientific = options.Bool("csv.write-bigdecimal-in-scientific-notation");
  return syntax;
}

class CsvDecoder : public RecordDecoder {
 public:
  CsvDecoder(const std::vector<paimon::DataField>& columns, const std::vector<bool>& wanted, const Syntax& syntax)
      : columns_(columns), wanted_(wanted), syntax_(syntax) {}

  std::optional<size_t> RecordLength(std::string_view text, bool last) const override {
    if (!syntax_.quote || IsComment(text)) return RecordDecoder::RecordLength(text, last);
    // A quote opens a field at its beginning only, as in NextField.
    bool begins = true, quoted = false;
    for (size_t i = 0; i < text.size(); i++) {
      const char c = text[i];
      if (syntax_.escape && c == *syntax_.escape) {
        begins = false;
        i++;
      } else if (quoted) {
        if (c != *syntax_.quote) continue;
        const bool doubled = i + 1 < text.size() && text[i + 1] == *syntax_.quote;
        quoted = doubled;
        if (doubled) i++;
      } else if (c == '\n') {
        return i + 1;
      } else {
        quoted = begins && c == *syntax_.quote;
        begins = c == syntax_.delimiter;
      }
    }
    if (last && !text.empty()) return text.size();
    return std::nullopt;
  }

  std::optional<BadRecord> Decode(std::string_view record, columnar::RowAppender& rows) override {
    if (!record.empty() && record.back() == '\r') record.remove_suffix(1);
    if (IsComment(record)) return std::nullopt;
    if (const auto bad = BadByte(record)) return NotUtf8(ColumnAt(record, *bad), record, *bad);
    rows.Begin();
    size_t column = 0, at = 0;
    for (bool more = true; more; column++) {
      std::string_view field;
      if (const char* wrong = NextField(record, at, field, more)) {
        rows.Cancel();
        return BadRecord{"", "the quote in field " + std::to_string(column + 1) + wrong};
      }
      if (column >= columns_.size()) {
        // One empty field behind the last delimiter is no column.
        if (!more && field.empty() && column == columns_.size()) break;
        rows.Cancel();
        return BadRecord{"", "more than the " + std::to_string(columns_.size()) + " columns of the table"};
      }
      if (!wanted_[column]) continue;
      const auto& type = columns_[column].type;
      if (IsSequence(type)) {
        // A whole field that is the literal is what a NULL was written as. Without any text it is no such field.
        if ((!field.empty() && IsNull(field)) || ReadSequence(field, type, rows, column)) continue;
      } else if (IsNull(field) || ReadValue(field, type, TextRules::Csv, rows, column)) {
        continue;
      }
      if (syntax_.ignore_errors) continue;  // the field is NULL
      auto reason = "'" + std::string(Characters(field, 60)) + "' is no " + paimon::ToSql(type.Nullable());
      if (field.empty()) reason += " (set 'csv.null-literal' to '' to read empty fields as NULL)";
      rows.Cancel();
      return BadRecord{columns_[column].name, reason};
    }
    if (column < columns_.size() && !syntax_.ignore_errors) {
      rows.Cancel();
      return BadRecord{"",
                       std::to_string(column) + " of the " + std::to_string(columns_.size()) + " columns of the table"};
    }
    return std::nullopt;  // columns that are not there are NULL
  }

 private:
  bool IsNull(std::string_view text) const { return syntax_.null_literal && text == *syntax_.null_literal; }

  /// Blanks may stand before the '#'.
  bool IsComment(std::string_view record) const {
    if (!syntax_.comments) return false;
    const auto first = record.find_first_not_of(" \t");
    return first != std::string_view::npos && record[first] == '#';
  }

  /// Elements are split at every delimiter, and may be the null literal. Nothing at all is an array without elements,
  /// and no row. A row may have more elements than fields, and fewer where errors are ignored.
  bool ReadSequence(std::string_view field, const DataType& type, columnar::RowAppender& rows, size_t column) const {
    const bool array = type.root == TypeRoot::Array;
    duckdb::vector<duckdb::Value> values;
    for (size_t begin = 0; begin <= field.size() && !field.empty();) {
      const auto end = std::min(field.find(syntax_.element_delimiter, begin), field.size());
      if (!array && values.size() == type.fields.size()) break;
      const auto& element_type = array ? type.children[0] : type.fields[values.size()].type;
      auto value = ReadElement(field.substr(begin, end - begin), element_type);
      if (!value && !syntax_.ignore_errors) return false;
      values.push_back(value ? *std::move(value) : duckdb::Value(columnar::VectorType(element_type)));
      begin = end + syntax_.element_delimiter.size();
    }
    if (array) {
      rows.Value(column, duckdb::Value::LIST(columnar::VectorType(type.children[0]), std::move(values)));
      return true;
    }
    if (values.empty()) return true;
    if (values.size() < type.fields.size() && !syntax_.ignore_errors) return false;
    while (values.size() < type.fields.size())
      values.emplace_back(columnar::VectorType(type.fields[values.size()].type));
    rows.Value(column, duckdb::Value::STRUCT(columnar::VectorType(type), std::move(values)));
    return true;
  }

  std::optional<duckdb::Value> ReadElement(std::string_view text, const DataType& type) const {
    const auto vector_type = columnar::VectorType(type);
    if (IsNull(text)) return duckdb::Value(vector_type);
    columnar::ChangeBatch one;
    columnar::Initialize(one, {vector_type});
    columnar::RowAppender row(one);
    row.Begin();
    if (!ReadValue(text, type, TextRules::Csv, row, 0)) return std::nullopt;
    return one.chunk.GetValue(0, 0);
  }

  /// The column whose field holds the byte at `offset`; empty: there is none.
  std::string ColumnAt(std::string_view record, size_t offset) {
    size_t at = 0;
    bool more = true;
    for (const auto& column : columns_) {
      std::string_view field;
      if (!more) break;
      if (NextField(record, at, field, more) || at > offset) return column.name;
    }
    return "";
  }

  /// The field that begins at `at`, which is moved to the next one. Else what is wrong with its quotes.
  const char* NextField(std::string_view record, size_t& at, std::string_view& field, bool& more) {
    if (at < record.size() && syntax_.quote && record[at] == *syntax_.quote) {
      unquoted_.clear();
      for (at++;; at++) {
        if (at >= record.size()) return " is not closed";
        if (syntax_.escape && record[at] == *syntax_.escape && at + 1 < record.size()) {
          unquoted_ += record[++at];
        } else if (record[at] != *syntax_.quote) {
          unquoted_ += record[at];
        } else if (at + 1 < record.size() && record[at + 1] == *syntax_.quote) {
          unquoted_ += record[++at];  // a doubled quote is one
        } else {
          break;
        }
      }
      // Blanks behind the quote are no part of the field; anything else may be lost data.
      for (at++; at < record.size() && record[at] != syntax_.delimiter; at++)
        if (record[at] != ' ' && record[at] != '\t') return " has more text behind its end";
      more = at < record.size();
      if (more) at++;
      field = unquoted_;
      return nullptr;
    }
    if (syntax_.escape) return EscapedField(record, at, field, more);
    const auto end = record.find(syntax_.delimiter, at);
    more = end != std::string_view::npos;
    field = record.substr(at, more ? end - at : std::string_view::npos);
    at = more ? end + 1 : record.size();
    return nullptr;
  }

  const char* EscapedField(std::string_view record, size_t& at, std::string_view& field, bool& more) {
    unquoted_.clear();
    more = false;
    for (; at < record.size(); at++) {
      if (record[at] == *syntax_.escape && at + 1 < record.size()) {
        unquoted_ += record[++at];
      } else if (record[at] == syntax_.delimiter) {
        more = true;
        at++;
        break;
      } else {
        unquoted_ += record[at];
      }
    }
    field = unquoted_;
    return nullptr;
  }

  std::vector<paimon::DataField> columns_;
  std::vector<bool> wanted_;
  Syntax syntax_;
  std::string unquoted_;
};

class CsvEncoder : public RecordEncoder {
 public:
  CsvEncoder(const std::vector<paimon::DataField>& columns, const Syntax& syntax)
      : columns_(columns), syntax_(syntax) {}

  void Encode(const columnar::RowView& row, std::string& out) override {
    for (size_t i = 0; i < columns_.size(); i++) {
      if (i > 0) out += syntax_.delimiter;
      if (row.IsNull(i)) {
        out += syntax_.null_literal.value_or("");
        continue;
      }
      value_.clear();
      if (IsSequence(columns_[i].type)) {
        WriteSequence(row.chunk().Value(i, row.row()), columns_[i].type);
      } else {
        WriteValue(row, i, columns_[i].type, TimestampStyle::Sql, value_);
        if (columns_[i].type.root == TypeRoot::Decimal && syntax_.scientific)
          value_ = BigDecimalText(std::move(value_));
      }
      WriteField(out);
    }
    out += '\n';
  }

 private:
  void WriteSequence(const duckdb::Value& value, const DataType& type) {
    const bool array = type.root == TypeRoot::Array;
    const auto& values = array ? duckdb::ListValue::GetChildren(value) : duckdb::StructValue::GetChildren(value);
    for (size_t i = 0; i < values.size(); i++) {
      if (i > 0) value_ += syntax_.element_delimiter;
      if (values[i].IsNull()) {
        value_ += syntax_.null_literal.value_or("");
      } else {
        WriteValue(values[i], array ? type.children[0] : type.fields[i].type, TimestampStyle::Sql, value_);
      }
    }
  }

  void WriteField(std::string& out) {
    const auto special = [&](char c) {
      // Jackson quotes what a careless reader could trip over, blanks included.
      return c == syntax_.delimiter || c == '\n' || c == '\r' || c == ' ' || (syntax_.quote && c == *syntax_.quote) ||
             (syntax_.escape && c == *syntax_.escape);
    };
    bool needs_quote = false;
    for (const char c : value_) needs_quote |= special(c);
    if (!syntax_.quote || !needs_quote) {
      out += value_;
      return;
    }
    out += *syntax_.quote;
    for (const char c : value_) {
      if (c == *syntax_.quote) out += syntax_.escape.value_or(*syntax_.quote);
      if (syntax_.escape && c == *syntax_.escape) out += c;
      out += c;
    }
    out += *syntax_.quote;
  }

  std::vector<paimon::DataField> columns_;
  Syntax syntax_;
  std::string value_;
};

std::unique_ptr<RecordDecoder> MakeCsvDecoder(const std::vector<paimon::DataField>& columns,
                                              const std::vector<bool>& wanted, const Options& options) {
  for (const auto& column : columns) CheckType(column);
  return std::make_unique<CsvDecoder>(columns, wanted, ReadSyntax(options));
}
std::unique_ptr<RecordEncoder> MakeCsvEncoder(const std::vector<paimon::DataField>& columns, const Options& options) {
  for (const auto& column : columns) CheckType(column);
  return std::make_unique<CsvEncoder>(columns, ReadSyntax(options));
}

}  // namespace

FormatEntry CsvFormat() {
  return {"csv",
          "Comma-separated values without a header line.",
          {{"csv.field-delimiter", ",", "What separates fields; escapes are Java's (\\t, \\u0001)."},
           {"csv.disable-quote-character", "false", "No field is quoted."},
           {"csv.quote-character", "\"", "What encloses a field that holds a delimiter or a line end."},
           {"csv.escape-character", std::nullopt, "What takes the meaning from the character behind it."},
           {"csv.allow-comments", "false", "Lines that begin with # are skipped."},
           {"csv.null-literal", std::nullopt, "The text that means NULL."},
           {"csv.array-element-delimiter", ";", "What separates the elements of an ARRAY or ROW in its field."},
           {"csv.write-bigdecimal-in-scientific-notation", "true", "A DECIMAL below a millionth is written as 1.2E-7."},
           {"csv.ignore-parse-errors", "false",
            "A field that is missing or no value of its type becomes NULL; a broken line is skipped."}},
          ".csv",
          &MakeCsvDecoder,
          &MakeCsvEncoder,
          true};
}

}  // namespace tarn::connector
