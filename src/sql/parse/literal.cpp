// Literals with the types that Flink gives them.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>

#include "base/civil_time.h"
#include "sql/parse/parser_impl.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {

using duckdb::make_uniq;
using duckdb::Value;
using paimon::DataType;
using paimon::TypeRoot;

namespace {

DataType Make(TypeRoot root, int32_t precision = 0, int32_t scale = 0) {
  DataType type;
  type.root = root;
  type.nullable = false;
  type.precision = precision;
  type.scale = scale;
  return type;
}

Tree Constant(Value value, const DataType& type, Span span) {
  value.Reinterpret(ToLogicalType(type));
  auto constant = make_uniq<duckdb::ConstantExpression>(std::move(value));
  constant->SetQueryLocation(span.offset);
  return constant;
}

size_t CharacterCount(const std::string& text) {
  size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return count;
}

/// Digits behind the point of '10:00:00.123'; Flink's literals spell all three fields out.
std::optional<int> FractionDigits(std::string_view text) {
  if (std::count(text.begin(), text.end(), ':') != 2 || text.find('T') != std::string_view::npos) return std::nullopt;
  const size_t point = text.find('.');
  return point == std::string_view::npos ? 0 : static_cast<int>(text.size() - point - 1);
}

/// By IntervalUnit; years and months are counted in months.
constexpr std::array<int64_t, 6> kUnitMicros = {
    0, 0, kMicrosPerDay, 3600 * kMicrosPerSecond, 60 * kMicrosPerSecond, kMicrosPerSecond};

}  // namespace

bool Parser::IsLiteral() const {
  const Token& token = Peek();
  switch (token.kind) {
    case TokenKind::Integer:
    case TokenKind::Decimal:
    case TokenKind::Approx:
    case TokenKind::String:
    case TokenKind::Binary:
      return true;
    case TokenKind::Word:
      if (IsAnyWord({"TRUE", "FALSE", "UNKNOWN", "NULL"})) return true;
      if (IsAnyWord({"DATE", "TIME", "TIMESTAMP"})) return Peek(1).kind == TokenKind::String;
      return token.upper == "INTERVAL";
    default:
      return false;
  }
}

Tree Parser::ParseLiteral() {
  const Token& token = Peek();
  switch (token.kind) {
    case TokenKind::Integer:
    case TokenKind::Decimal:
    case TokenKind::Approx:
      return ParseNumber(false);
    case TokenKind::String: {
      // 'a' 'b' on two lines is one string, as in the SQL standard.
      std::string value = Take().text;
      while (Peek().kind == TokenKind::String) {
        const size_t end = Last().span.End();
        if (text_.substr(end, Peek().span.offset - end).find('\n') == std::string_view::npos) {
          Fail(Peek().span, "a string goes on on the next line only", "join two with ||", ErrorStage::Validation);
        }
        value += Take().text;
      }
      return StringLiteral(value, token.span);
    }
    case TokenKind::Binary: {
      Take();
      DataType type = Make(TypeRoot::Binary);
      type.length = static_cast<int32_t>(token.text.size());
      return Constant(Value::BLOB_RAW(token.text), type, token.span);
    }
    default:
      break;
  }
  if (token.upper == "INTERVAL") return ParseIntervalLiteral();
  if (IsAnyWord({"DATE", "TIME", "TIMESTAMP"})) return ParseDateTimeLiteral();
  Take();
  Value value;
  if (token.upper == "TRUE") value = Value::BOOLEAN(true);
  if (token.upper == "FALSE") value = Value::BOOLEAN(false);
  if (token.upper == "UNKNOWN") value = Value(duckdb::LogicalType::BOOLEAN);
  auto constant = make_uniq<duckdb::ConstantExpression>(std::move(value));
  constant->SetQueryLocation(token.span.offset);
  return constant;
}

Tree Parser::StringLiteral(const std::string& value, Span span) {
  DataType type = Make(TypeRoot::Char);
  type.length = static_cast<int32_t>(CharacterCount(value));
  return Constant(Value(value), type, span);
}

Tree Parser::ParseNumber(bool negative) {
  const Token& token = Take();
  const std::string sign = negative ? "-" : "";
  if (token.kind == TokenKind::Approx) {
    const double value = std::strtod((sign + token.text).c_str(), nullptr);
    if (!std::isfinite(value)) Fail(token.span, "the number is out of range of DOUBLE", "", ErrorStage::Validation);
    return Constant(Value::DOUBLE(value), Make(TypeRoot::Double), token.span);
  }
  std::string digits;
  size_t scale = 0;
  bool point = false;
  for (const char c : token.text) {
    if (c == '.') {
      point = true;
    } else {
      digits += c;
      scale += point ? 1 : 0;
    }
  }
  if (!point) {
    int64_t value = 0;
    const std::string text = sign + digits;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
      Fail(token.span, "the number is out of range of BIGINT", "CAST('" + token.text + "' AS DECIMAL(38, 0))",
           ErrorStage::Validation);
    }
    if (value >= INT32_MIN && value <= INT32_MAX) {
      return Constant(Value::INTEGER(static_cast<int32_t>(value)), Make(TypeRoot::Int), token.span);
    }
    return Constant(Value::BIGINT(value), Make(TypeRoot::BigInt), token.span);
  }
  // The leading zero of 0.908 counts as a digit, that of .5 does not exist.
  uint64_t magnitude = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
  if (read.ec != std::errc() || magnitude > static_cast<uint64_t>(INT64_MAX) || digits.size() > 38) {
    Fail(token.span, "the number has more digits than a literal may have, about 19",
         "CAST('" + token.text + "' AS DECIMAL(38, 10))", ErrorStage::Validation);
  }
  const int64_t unscaled = negative ? -static_cast<int64_t>(magnitude) : static_cast<int64_t>(magnitude);
  const auto width = static_cast<uint8_t>(digits.size());
  const auto digits_after = static_cast<uint8_t>(scale);
  Value value = width <= 18 ? Value::DECIMAL(unscaled, width, digits_after)
                            : Value::DECIMAL(duckdb::hugeint_t(unscaled), width, digits_after);
  return Constant(std::move(value), Make(TypeRoot::Decimal, width, digits_after), token.span);
}

Tree Parser::ParseDateTimeLiteral() {
  const Token& kind = Take();
  const Token& token = Take();
  const Span span = Cover(kind.span, token.span);
  if (kind.upper == "DATE") {
    const auto days = tarn::ParseDate(token.text);
    if (!days) Fail(token.span, "this is no date", "DATE '2024-01-31'", ErrorStage::Validation);
    return Constant(Value::DATE(duckdb::date_t(static_cast<int32_t>(*days))), Make(TypeRoot::Date), span);
  }
  const auto digits = FractionDigits(token.text);
  if (kind.upper == "TIME") {
    const auto nanos = tarn::ParseTimeOfDay(token.text);
    if (!nanos || !digits) {
      Fail(token.span, "this is no time of day", "TIME '23:59:59'", ErrorStage::Validation);
    }
    // Flink's literals are TIME(0): the fraction is dropped.
    const int64_t seconds = *nanos / 1000000000;
    return Constant(Value::TIME(duckdb::dtime_t(seconds * kMicrosPerSecond)), Make(TypeRoot::Time, 0), span);
  }
  if (const auto days = tarn::ParseDate(token.text)) {
    // A date alone is its midnight.
    return Constant(Value::TIMESTAMP(duckdb::timestamp_t(*days * kMicrosPerDay)), Make(TypeRoot::Timestamp, 0), span);
  }
  const auto civil = tarn::ParseTimestamp(token.text);
  if (!civil || !digits) {
    Fail(token.span, "this is no timestamp", "TIMESTAMP '2024-01-31 23:59:59[.fraction]'", ErrorStage::Validation);
  }
  const DataType type = Make(TypeRoot::Timestamp, *digits);
  if (*digits <= 6) return Constant(Value::TIMESTAMP(duckdb::timestamp_t(MicrosFromCivil(*civil))), type, span);
  const auto nanos = NanosFrom(SecondsFromCivil(*civil), 1'000'000'000, civil->nano);
  if (!nanos) {
    Fail(token.span,
         "this lies outside " + std::string(kNanosRange) + ", which is what " + paimon::ToSql(type.Nullable()) +
             " holds",
         "up to six digits of the fraction: TIMESTAMP(6) holds every year", ErrorStage::Validation);
  }
  return Constant(Value::TIMESTAMPNS(duckdb::timestamp_ns_t(*nanos)), type, span);
}

DataType IntervalQualifier::Type() const {
  return Make(IsYearMonth() ? TypeRoot::IntervalMonth : TypeRoot::IntervalSecond);
}

bool Parser::IsIntervalUnit(size_t ahead) const {
  return IsAnyWord({"YEAR", "YEARS", "QUARTER", "QUARTERS", "MONTH", "MONTHS", "WEEK", "WEEKS", "DAY", "DAYS", "HOUR",
                    "HOURS", "MINUTE", "MINUTES", "SECOND", "SECONDS"},
                   ahead);
}

IntervalQualifier Parser::ParseIntervalQualifier() {
  static constexpr std::array<std::string_view, 6> kUnits = {"YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"};
  const auto unit = [&]() -> IntervalUnit {
    const Token& token = Peek();
    if (token.kind == TokenKind::Word) {
      for (size_t i = 0; i < kUnits.size(); i++) {
        const std::string plural = std::string(kUnits[i]) + "S";
        if (token.upper == kUnits[i] || token.upper == plural) {
          Take();
          return static_cast<IntervalUnit>(i);
        }
      }
      if (IsAnyWord({"WEEK", "WEEKS", "QUARTER", "QUARTERS"})) {
        Unsupported(token.span, "intervals count years, months, days, hours, minutes or seconds",
                    token.upper.starts_with("WEEK") ? "write the weeks in DAY" : "write the quarters in MONTH");
      }
    }
    Unexpected("YEAR, MONTH, DAY, HOUR, MINUTE or SECOND");
  };
  IntervalQualifier qualifier;
  const Token& first = Peek();
  qualifier.first = qualifier.last = unit();
  if (AcceptSymbol("(")) {
    qualifier.leading_precision = ParseInteger("a number of digits", 10);
    if (qualifier.first == IntervalUnit::Second && AcceptSymbol(",")) ParseInteger("a number of digits", 9);
    ExpectSymbol(")");
  }
  if (Accept("TO")) {
    const Token& token = Peek();
    qualifier.last = unit();
    const bool same_kind = qualifier.IsYearMonth() == (qualifier.last == IntervalUnit::Month);
    if (qualifier.last <= qualifier.first || !same_kind || qualifier.first == IntervalUnit::Month) {
      Fail(token.span, "an interval cannot go from " + first.upper + " to " + token.upper);
    }
    if (qualifier.last == IntervalUnit::Second && AcceptSymbol("(")) {
      ParseInteger("a number of digits", 9);
      ExpectSymbol(")");
    }
  }
  qualifier.span = SpanFrom(first);
  return qualifier;
}

Tree Parser::OneUnit(const IntervalQualifier& qualifier) const {
  const int32_t months = qualifier.last == IntervalUnit::Year ? 12 : qualifier.last == IntervalUnit::Month ? 1 : 0;
  return Constant(Value::INTERVAL(months, 0, kUnitMicros[static_cast<size_t>(qualifier.last)]), qualifier.Type(),
                  qualifier.span);
}

// INTERVAL 5 DAY, INTERVAL x HOUR, INTERVAL (x + 1) SECOND: so many units, as a CAST to the interval counts them.
Tree Parser::ParseIntervalExpression(const Token& start, bool negative) {
  Tree count;
  const TokenKind kind = Peek().kind;
  if (kind == TokenKind::Integer || kind == TokenKind::Decimal || kind == TokenKind::Approx) {
    count = ParseNumber(false);
  } else if (AcceptSymbol("(")) {
    count = ParseTree();
    ExpectSymbol(")");
  } else if (IsName()) {
    count = ParseNamePath();
  } else {
    Unexpected("a number", "INTERVAL '5' MINUTE");
  }
  const IntervalQualifier qualifier = ParseIntervalQualifier();
  if (qualifier.first != qualifier.last)
    Fail(qualifier.span, "a number counts one unit", "INTERVAL '1-2' YEAR TO MONTH");
  Trees arguments;
  if (negative) {
    arguments.push_back(std::move(count));
    count = make_uniq<duckdb::FunctionExpression>("-", std::move(arguments), nullptr, nullptr, false, true);
    arguments.clear();
  }
  arguments.push_back(std::move(count));
  arguments.push_back(OneUnit(qualifier));
  return MakeCall("__interval", std::move(arguments), Cover(start.span, qualifier.span));
}

Tree Parser::ParseIntervalLiteral() {
  const Token& start = Expect("INTERVAL");
  bool negative = false;
  if (AcceptSymbol("-"))
    negative = true;
  else
    AcceptSymbol("+");
  if (Peek().kind != TokenKind::String) {
    return ParseIntervalExpression(start, negative);
  }
  const Token& token = Take();
  const IntervalQualifier qualifier = ParseIntervalQualifier();
  std::string_view text = token.text;
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.starts_with('-') || text.starts_with('+')) {
    negative = negative != text.starts_with('-');
    text.remove_prefix(1);
  }
  const auto bad = [&](const char* why) {
    Fail(token.span, "this is no interval of " + TextOf(qualifier.span) + ": " + why,
         "INTERVAL '5' MINUTE, INTERVAL '1 02:03:04.5' DAY TO SECOND, INTERVAL '2-3' YEAR TO MONTH",
         ErrorStage::Validation);
  };
  // Fields from the first unit to the last, each with what stands before it: "1 02:03:04.5", "2-3".
  static constexpr std::array<int64_t, 6> kBelow = {0, 12, 0, 24, 60, 60};
  int64_t months = 0;
  int64_t micros = 0;
  for (int field = static_cast<int>(qualifier.first); field <= static_cast<int>(qualifier.last); field++) {
    const bool leading = field == static_cast<int>(qualifier.first);
    if (!leading) {
      const char separator = field == 1 ? '-' : field == 3 ? ' ' : ':';
      if (!text.starts_with(separator)) bad("a field is missing");
      text.remove_prefix(1);
      while (separator == ' ' && text.starts_with(' ')) text.remove_prefix(1);
    }
    size_t width = 0;
    while (width < text.size() && text[width] >= '0' && text[width] <= '9') width++;
    const bool too_long = width > (leading ? static_cast<size_t>(qualifier.leading_precision) : 2);
    if (width == 0) bad("a number is missing");
    if (too_long && leading) {
      Fail(token.span, "the leading field has more than " + std::to_string(qualifier.leading_precision) + " digits",
           "say how many: " + std::string(TextOf({qualifier.span.offset, TokenLength(text_, qualifier.span.offset)})) +
               "(" + std::to_string(width) + ")",
           ErrorStage::Validation);
    }
    if (too_long) bad("a field has two digits");
    int64_t value = 0;
    std::from_chars(text.data(), text.data() + width, value);
    text.remove_prefix(width);
    if (!leading && value >= kBelow[static_cast<size_t>(field)]) bad("a field is too large");
    if (field == 0) months += value * 12;
    if (field == 1) months += value;
    micros += value * kUnitMicros[static_cast<size_t>(field)];
    if (field == 5 && text.starts_with('.')) {
      text.remove_prefix(1);
      int64_t unit = 100000;
      size_t digits = 0;
      for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; digits++, unit /= 10) {
        micros += (text[digits] - '0') * unit;
      }
      if (digits == 0 || digits > 9) bad("a fraction has one to nine digits");
      text.remove_prefix(digits);
    }
  }
  if (!text.empty()) bad("something stands behind it");
  // Flink counts milliseconds.
  micros -= micros % 1000;
  if (months > INT32_MAX) bad("it is too long");
  const int sign = negative ? -1 : 1;
  return Constant(Value::INTERVAL(static_cast<int32_t>(months) * sign, 0, micros * sign), qualifier.Type(),
                  Cover(start.span, qualifier.span));
}

}  // namespace tarn::sql
