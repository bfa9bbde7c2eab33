// Type syntax to paimon::DataType.
#include <algorithm>

#include "sql/parse/parser_impl.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {

using paimon::DataField;
using paimon::DataType;
using paimon::TypeRoot;

paimon::DataType Parser::ParseType() {
  const Depth depth(*this);
  DataType type = ParseBareType();
  const auto nullability = [&] {
    if (Accept("NOT", "NULL")) type.nullable = false;
    Accept("NULL");
  };
  nullability();
  // INT ARRAY, INT NOT NULL MULTISET: the collection behind its element.
  while (IsAnyWord({"ARRAY", "MULTISET"})) {
    DataType collection;
    collection.root = Take().upper == "ARRAY" ? TypeRoot::Array : TypeRoot::Multiset;
    collection.children.push_back(std::move(type));
    type = std::move(collection);
    nullability();
  }
  return type;
}

paimon::DataType Parser::ParseBareType() {
  const Token& token = Peek();
  if (token.kind == TokenKind::Quoted) {
    Fail(token.span, "'" + token.text + "' is no type", "types are written without backticks", ErrorStage::Validation);
  }
  if (token.kind != TokenKind::Word) Unexpected("a type");
  Take();
  const std::string& name = token.upper;
  DataType type;
  const auto of = [&](TypeRoot root) { type.root = root; };
  const auto length = [&](TypeRoot root, int32_t otherwise) {
    type.root = root;
    type.length = otherwise;
    if (AcceptSymbol("(")) {
      const Span span = Peek().span;
      type.length = ParseInteger("a length", DataType::kMaxLength);
      if (type.length == 0 && !casting_) Fail(span, "a length is at least 1", "", ErrorStage::Validation);
      ExpectSymbol(")");
    }
  };
  const auto precision = [&](int32_t otherwise) {
    type.precision = otherwise;
    if (AcceptSymbol("(")) {
      type.precision = AtMost("a precision", 9);
      ExpectSymbol(")");
    }
  };
  if (name == "BOOLEAN") {
    of(TypeRoot::Boolean);
  } else if (name == "TINYINT") {
    of(TypeRoot::TinyInt);
  } else if (name == "SMALLINT") {
    of(TypeRoot::SmallInt);
  } else if (name == "INT" || name == "INTEGER") {
    of(TypeRoot::Int);
  } else if (name == "BIGINT") {
    of(TypeRoot::BigInt);
  } else if (name == "FLOAT" || name == "REAL") {
    of(TypeRoot::Float);
  } else if (name == "DOUBLE") {
    Accept("PRECISION");
    of(TypeRoot::Double);
  } else if (name == "DECIMAL" || name == "DEC" || name == "NUMERIC") {
    of(TypeRoot::Decimal);
    type.precision = 10;
    if (AcceptSymbol("(")) {
      const Span span = Peek().span;
      type.precision = AtMost("a precision", 38);
      if (type.precision == 0) Fail(span, "a precision is at least 1", "", ErrorStage::Validation);
      if (AcceptSymbol(",")) {
        const Span at = Peek().span;
        type.scale = ParseInteger("a scale", 38);
        if (type.scale > type.precision) {
          Fail(at, "the scale is larger than the precision", "", ErrorStage::Validation);
        }
      }
      ExpectSymbol(")");
    }
  } else if (name == "CHAR" || name == "CHARACTER") {
    if (Accept("VARYING")) {
      length(TypeRoot::VarChar, DataType::kMaxLength);
    } else {
      length(TypeRoot::Char, 1);
    }
  } else if (name == "VARCHAR" || name == "STRING") {
    if (name == "STRING") {
      of(TypeRoot::VarChar);
      type.length = DataType::kMaxLength;
    } else {
      length(TypeRoot::VarChar, DataType::kMaxLength);
    }
  } else if (name == "BINARY") {
    if (Accept("VARYING")) {
      length(TypeRoot::VarBinary, DataType::kMaxLength);
    } else {
      length(TypeRoot::Binary, 1);
    }
  } else if (name == "VARBINARY") {
    length(TypeRoot::VarBinary, DataType::kMaxLength);
  } else if (name == "BYTES") {
    of(TypeRoot::VarBinary);
    type.length = DataType::kMaxLength;
  } else if (name == "DATE") {
    of(TypeRoot::Date);
  } else if (name == "TIME") {
    // Every TIME(p) that SQL names is TIME(0).
    of(TypeRoot::Time);
    precision(0);
    type.precision = 0;
    Accept("WITHOUT", "TIME", "ZONE");
  } else if (name == "TIMESTAMP") {
    of(TypeRoot::Timestamp);
    precision(6);
    if (IsWord("WITH") && IsWord("TIME", 1)) {
      Fail(Peek().span, "TIMESTAMP WITH TIME ZONE does not exist", "use TIMESTAMP_LTZ");
    }
    if (Accept("WITH", "LOCAL")) {
      Expect("TIME");
      Expect("ZONE");
      of(TypeRoot::TimestampLtz);
    } else {
      Accept("WITHOUT", "TIME", "ZONE");
    }
  } else if (name == "TIMESTAMP_LTZ") {
    of(TypeRoot::TimestampLtz);
    precision(6);
  } else if (name == "ARRAY" || name == "MULTISET") {
    of(name == "ARRAY" ? TypeRoot::Array : TypeRoot::Multiset);
    ExpectSymbol("<");
    type.children.push_back(ParseType());
    ExpectSymbol(">");
  } else if (name == "MAP") {
    of(TypeRoot::Map);
    ExpectSymbol("<");
    type.children.push_back(ParseType());
    ExpectSymbol(",");
    type.children.push_back(ParseType());
    ExpectSymbol(">");
  } else if (name == "ROW") {
    of(TypeRoot::Row);
    const bool angle = IsSymbol("<");
    if (!angle && !IsSymbol("(")) {
      if (IsSymbol("<>")) Fail(Peek().span, "a ROW has at least one field");
      Unexpected("'<'", "ROW<a INT, b STRING>");
    }
    Take();
    do {
      DataField field;
      field.id = static_cast<int32_t>(type.fields.size());
      field.name = ParseName("a field name").text;
      field.type = ParseType();
      if (Peek().kind == TokenKind::String) field.description = Take().text;
      type.fields.push_back(std::move(field));
    } while (AcceptSymbol(","));
    ExpectSymbol(angle ? ">" : ")");
  } else if (name == "VARIANT") {
    of(TypeRoot::Variant);
  } else if (name == "RAW" || name == "STRUCTURED" || name == "BITMAP" || name == "GEOGRAPHY") {
    Unsupported(token.span, name + " types are Java classes and unknown here");
  } else if (name == "INTERVAL") {
    Fail(token.span, "a column cannot be an INTERVAL", "keep the number of seconds in a BIGINT");
  } else {
    static const std::vector<std::string> kNames = {
        "BOOLEAN",   "TINYINT", "SMALLINT", "INT",    "INTEGER", "BIGINT",  "FLOAT",        "DOUBLE", "DECIMAL",
        "NUMERIC",   "CHAR",    "VARCHAR",  "STRING", "BINARY",  "BYTES",   "VARBINARY",    "DATE",   "TIME",
        "TIMESTAMP", "ARRAY",   "MULTISET", "MAP",    "ROW",     "VARIANT", "TIMESTAMP_LTZ"};
    std::string hint = SuggestName(name, kNames);
    if (name == "TEXT") hint = "did you mean 'STRING'?";
    if (name == "BLOB") hint = "did you mean 'BYTES'?";
    if (name == "DATETIME") hint = "did you mean 'TIMESTAMP'?";
    if (name == "LONG") hint = "did you mean 'BIGINT'?";
    Fail(token.span, "'" + token.text + "' is no type", hint, ErrorStage::Validation);
  }
  return type;
}

// As in Flink, CAST takes the widest type there is for a wider one, and an empty one for a text of no characters.
int Parser::AtMost(std::string_view what, int max) {
  return casting_ ? std::min(ParseInteger(what, INT32_MAX), max) : ParseInteger(what, max);
}

duckdb::LogicalType Parser::ParseCastTarget() {
  const Span span = Peek().span;
  casting_ = true;
  const DataType type = ParseType();
  casting_ = false;
  if (!type.nullable) {
    Fail(span, "CAST takes a type without NOT NULL", "the result is NOT NULL where the value is");
  }
  return WriteCastTarget(type);
}

}  // namespace tarn::sql
