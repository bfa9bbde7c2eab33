// Text -> DataType, by recursive descent: Flink's SQL form and the atomic names of schema files are one grammar.

#include <array>
#include <cstdint>

#include "base/error.h"
#include "base/nearest.h"
#include "paimon/data_type.h"

namespace tarn::paimon {
namespace {

struct TypeName {
  std::string_view name;
  TypeRoot root;
};

constexpr TypeName kNames[] = {
    {"BOOLEAN", TypeRoot::Boolean},
    {"TINYINT", TypeRoot::TinyInt},
    {"SMALLINT", TypeRoot::SmallInt},
    {"INT", TypeRoot::Int},
    {"INTEGER", TypeRoot::Int},
    {"BIGINT", TypeRoot::BigInt},
    {"FLOAT", TypeRoot::Float},
    {"DOUBLE", TypeRoot::Double},
    {"DECIMAL", TypeRoot::Decimal},
    {"DEC", TypeRoot::Decimal},
    {"NUMERIC", TypeRoot::Decimal},
    {"CHAR", TypeRoot::Char},
    {"VARCHAR", TypeRoot::VarChar},
    {"STRING", TypeRoot::VarChar},
    {"BINARY", TypeRoot::Binary},
    {"VARBINARY", TypeRoot::VarBinary},
    {"BYTES", TypeRoot::VarBinary},
    {"DATE", TypeRoot::Date},
    {"TIME", TypeRoot::Time},
    {"TIMESTAMP", TypeRoot::Timestamp},
    {"TIMESTAMP_LTZ", TypeRoot::TimestampLtz},
    {"ARRAY", TypeRoot::Array},
    {"MAP", TypeRoot::Map},
    {"MULTISET", TypeRoot::Multiset},
    {"ROW", TypeRoot::Row},
    {"VARIANT", TypeRoot::Variant},
    {"BLOB", TypeRoot::Blob},
    {"VECTOR", TypeRoot::Vector},
};

// Deeper nesting than anybody writes; keeps hostile text from exhausting the stack.
constexpr int kMaxDepth = 100;

bool IsWordChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         static_cast<signed char>(c) < 0;
}

std::string Upper(std::string_view text) {
  std::string upper(text);
  for (char& c : upper)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return upper;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  DataType Whole() {
    DataType type = Type(0);
    SkipBlanks();
    if (at_ != text_.size()) Fail("the end of the type");
    return type;
  }

 private:
  DataType Type(int depth) {
    if (depth > kMaxDepth) Fail("a type nested at most " + std::to_string(kMaxDepth) + " deep");
    DataType type = Bare(depth);
    Nullability(type);
    // Flink also takes the collection as a suffix: INT NOT NULL ARRAY.
    for (int i = 0; i < kMaxDepth; ++i) {
      const bool array = EatWord("ARRAY");
      if (!array && !EatWord("MULTISET")) break;
      DataType outer;
      outer.root = array ? TypeRoot::Array : TypeRoot::Multiset;
      outer.children.push_back(std::move(type));
      type = std::move(outer);
      Nullability(type);
    }
    return type;
  }

  void Nullability(DataType& type) {
    if (EatWord("NOT")) {
      if (!EatWord("NULL")) Fail("NULL after NOT");
      type.nullable = false;
    } else {
      EatWord("NULL");
    }
  }

  DataType Bare(int depth) {
    SkipBlanks();
    const size_t begin = at_;
    const std::string word = Upper(Word());
    const TypeName* known = nullptr;
    for (const auto& name : kNames)
      if (name.name == word) known = &name;
    if (known == nullptr) {
      at_ = begin;
      if (word.empty()) Fail("the name of a type");
      std::array<std::string_view, std::size(kNames)> names;
      for (size_t i = 0; i < names.size(); ++i) names[i] = kNames[i].name;
      throw Error(ErrorCode::InvalidInput,
                  "unknown type '" + word + "' in '" + std::string(text_) + "'" + DidYouMean(word, names));
    }
    DataType type;
    type.root = known->root;
    switch (type.root) {
      case TypeRoot::Double:
        EatWord("PRECISION");
        break;
      case TypeRoot::Char:
      case TypeRoot::Binary:
        type.length = Parameter(1, 1, DataType::kMaxLength);
        break;
      case TypeRoot::VarChar:
      case TypeRoot::VarBinary:
        type.length =
            word == "STRING" || word == "BYTES" ? DataType::kMaxLength : Parameter(1, 1, DataType::kMaxLength);
        break;
      case TypeRoot::Decimal:
        Decimal(type);
        break;
      case TypeRoot::Time:
        type.precision = Parameter(0, 0, 9);
        WithoutTimeZone();
        break;
      case TypeRoot::Timestamp:
        type.precision = Parameter(6, 0, 9);
        if (EatWord("WITH")) {
          if (!EatWord("LOCAL") || !EatWord("TIME") || !EatWord("ZONE")) Fail("WITH LOCAL TIME ZONE");
          type.root = TypeRoot::TimestampLtz;
        } else {
          WithoutTimeZone();
        }
        break;
      case TypeRoot::TimestampLtz:
        type.precision = Parameter(6, 0, 9);
        break;
      case TypeRoot::Array:
      case TypeRoot::Multiset:
        Expect('<');
        type.children.push_back(Type(depth + 1));
        Expect('>');
        break;
      case TypeRoot::Map:
        Expect('<');
        type.children.push_back(Type(depth + 1));
        Expect(',');
        type.children.push_back(Type(depth + 1));
        Expect('>');
        break;
      case TypeRoot::Vector:
        Expect('<');
        type.children.push_back(Type(depth + 1));
        Expect(',');
        type.length = Number(1, DataType::kMaxLength);
        Expect('>');
        break;
      case TypeRoot::Row:
        Fields(type, depth);
        break;
      default:
        break;
    }
    return type;
  }

  void Decimal(DataType& type) {
    type.precision = 10;
    if (!Eat('(')) return;
    type.precision = Number(1, 38);
    if (Eat(',')) type.scale = Number(0, type.precision);
    Expect(')');
  }

  void Fields(DataType& type, int depth) {
    const bool angle = Eat('<');
    if (!angle) Expect('(');
    const char end = angle ? '>' : ')';
    if (Eat(end)) return;
    do {
      DataField field;
      field.name = Identifier();
      field.type = Type(depth + 1);
      SkipBlanks();
      if (at_ < text_.size() && text_[at_] == '\'') field.description = QuotedText('\'');
      type.fields.push_back(std::move(field));
    } while (Eat(','));
    Expect(end);
  }

  void WithoutTimeZone() {
    if (EatWord("WITHOUT") && (!EatWord("TIME") || !EatWord("ZONE"))) Fail("WITHOUT TIME ZONE");
  }

  std::string Identifier() {
    SkipBlanks();
    if (at_ < text_.size() && text_[at_] == '`') return QuotedText('`');
    auto word = Word();
    if (word.empty()) Fail("the name of a field");
    return std::string(word);
  }

  std::string QuotedText(char quote) {
    std::string text;
    for (++at_;; ++at_) {
      if (at_ == text_.size()) Fail(std::string("a closing ") + quote);
      if (text_[at_] == quote) {
        ++at_;
        if (at_ == text_.size() || text_[at_] != quote) return text;
      }
      text += text_[at_];
    }
  }

  int32_t Parameter(int32_t absent, int32_t least, int32_t most) {
    if (!Eat('(')) return absent;
    const int32_t value = Number(least, most);
    Expect(')');
    return value;
  }

  int32_t Number(int32_t least, int32_t most) {
    SkipBlanks();
    const size_t begin = at_;
    int64_t value = 0;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && value <= most)
      value = value * 10 + (text_[at_++] - '0');
    if (at_ == begin || value < least || value > most) {
      at_ = begin;
      Fail("a number from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return static_cast<int32_t>(value);
  }

  std::string_view Word() {
    SkipBlanks();
    const size_t begin = at_;
    while (at_ < text_.size() && IsWordChar(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  bool EatWord(std::string_view word) {
    const size_t begin = at_;
    if (Upper(Word()) == word) return true;
    at_ = begin;
    return false;
  }

  bool Eat(char c) {
    SkipBlanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void Expect(char c) {
    if (!Eat(c)) Fail(std::string("'") + c + "'");
  }

  void SkipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r'))
      ++at_;
  }

  [[noreturn]] void Fail(const std::string& expected) const {
    throw Error(ErrorCode::InvalidInput, "type '" + std::string(text_.substr(0, 200)) + "': expected " + expected +
                                             " at character " + std::to_string(at_ + 1));
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

DataType ParseDataType(std::string_view text) { return Parser(text).Whole(); }

}  // namespace tarn::paimon
