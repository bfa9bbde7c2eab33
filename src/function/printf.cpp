// PRINTF(format, ..): Java's Formatter for the conversions that SQL values have: d s f e x X o c b n %, with the flags
// - 0 + space , ( and a width and precision. NULL for a format that does not fit its arguments, as in Flink.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "function/cast.h"
#include "function/entries.h"
#include "function/value_text.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

struct Directive {
  std::string flags;
  int width = -1, precision = -1;
  size_t index = 0;  // of "2$", from 1
  char conversion = 0;

  bool Has(char flag) const { return flags.find(flag) != std::string::npos; }
};

std::string Padded(std::string text, const Directive& d) {
  const auto missing = static_cast<int64_t>(d.width) - CountCharacters(text);
  if (missing <= 0) return text;
  const std::string blanks(static_cast<size_t>(missing), ' ');
  return d.Has('-') ? text + blanks : blanks + text;
}

// Digits without a sign, to the sign, grouping and zeros that the flags ask for.
std::string Signed(std::string digits, bool negative, const Directive& d) {
  if (d.Has(',')) {
    const size_t end = std::min(digits.find('.'), digits.size());
    for (size_t i = end; i > 3; i -= 3) digits.insert(i - 3, ",");
  }
  std::string sign = negative ? (d.Has('(') ? "(" : "-") : d.Has('+') ? "+" : d.Has(' ') ? " " : "";
  const size_t tail = negative && d.Has('(') ? 1 : 0;
  if (d.Has('0') && d.width > 0) {
    const auto used = sign.size() + digits.size() + tail;
    if (used < static_cast<size_t>(d.width)) digits.insert(0, static_cast<size_t>(d.width) - used, '0');
  }
  return Padded(sign + digits + (tail != 0 ? ")" : ""), d);
}

std::optional<std::string> Formatted(const Directive& d, const duckdb::Value& value, const DataType& type) {
  const TimeZone utc;
  switch (d.conversion) {
    case 's':
    case 'S':
    case 'b': {
      std::string text = value.IsNull() ? (d.conversion == 'b' ? "false" : "null") : ValueText(value, type, utc);
      if (d.conversion == 'b' && !value.IsNull()) {
        text = type.root == TypeRoot::Boolean && !duckdb::BooleanValue::Get(value) ? "false" : "true";
      } else if (type.root == TypeRoot::Boolean && !value.IsNull()) {
        text = duckdb::BooleanValue::Get(value) ? "true" : "false";
      }
      if (d.conversion == 'S') std::transform(text.begin(), text.end(), text.begin(), ::toupper);
      if (d.precision >= 0) text = std::string(Characters(text, d.precision));
      return Padded(std::move(text), d);
    }
    case 'd': {
      if (value.IsNull()) return Padded("null", d);
      if (!IsInteger(type)) return std::nullopt;
      const auto number = value.GetValue<int64_t>();
      std::string digits = std::to_string(number);
      if (number < 0) digits.erase(0, 1);
      return Signed(std::move(digits), number < 0, d);
    }
    case 'x':
    case 'X':
    case 'o': {
      if (value.IsNull()) return Padded("null", d);
      if (!IsInteger(type)) return std::nullopt;
      auto bits = static_cast<uint64_t>(value.GetValue<int64_t>());
      if (type.root == TypeRoot::Int) bits &= 0xFFFFFFFF;
      if (type.root == TypeRoot::SmallInt) bits &= 0xFFFF;
      if (type.root == TypeRoot::TinyInt) bits &= 0xFF;
      char text[32];
      std::snprintf(text, sizeof text,
                    d.conversion == 'o'   ? "%lo"
                    : d.conversion == 'x' ? "%lx"
                                          : "%lX",
                    static_cast<unsigned long>(bits));
      return Signed(text, false, d);
    }
    case 'c': {
      if (value.IsNull()) return Padded("null", d);
      if (!IsInteger(type)) return std::nullopt;
      const auto code = value.GetValue<int64_t>();
      if (code < 0 || code > 0x7F) return std::nullopt;
      return Padded(std::string(1, static_cast<char>(code)), d);
    }
    case 'f':
    case 'e': {
      if (value.IsNull()) return Padded("null", d);
      const int precision = std::min(d.precision < 0 ? 6 : d.precision, 300);
      if (type.root == TypeRoot::Decimal && d.conversion == 'f') {
        const std::string text = ValueText(value, type, utc);
        const auto digits = ParseDecimal(text, 38, std::min(precision, 38));
        if (!digits) return std::nullopt;
        const bool negative = *digits < 0;
        return Signed(DecimalText(negative ? -*digits : *digits, std::min(precision, 38)), negative, d);
      }
      if (!IsApproximate(type)) return std::nullopt;
      const auto number = value.GetValue<double>();
      if (!std::isfinite(number)) return Padded(DoubleText(number), d);
      std::string text(400, '\0');
      const int size =
          std::snprintf(text.data(), text.size(), d.conversion == 'f' ? "%.*f" : "%.*e", precision, std::fabs(number));
      text.resize(static_cast<size_t>(std::clamp(size, 0, 399)));
      return Signed(std::move(text), std::signbit(number) && number != 0, d);
    }
    default:
      return std::nullopt;
  }
}

/// Reads one directive behind its '%'; nullopt: it is none.
std::optional<Directive> ReadDirective(Text format, size_t& at) {
  Directive d;
  const auto number = [&]() -> int {
    int value = -1;
    while (at < format.size() && format[at] >= '0' && format[at] <= '9' && value < 100000) {
      value = std::max(value, 0) * 10 + (format[at++] - '0');
    }
    return value;
  };
  const size_t start = at;
  const int index = number();
  if (index > 0 && at < format.size() && format[at] == '$') {
    d.index = static_cast<size_t>(index);
    at++;
  } else {
    at = start;
  }
  while (at < format.size() && Text("-+ 0,(#").find(format[at]) != Text::npos) d.flags += format[at++];
  d.width = number();
  if (at < format.size() && format[at] == '.') {
    at++;
    d.precision = number();
    if (d.precision < 0) return std::nullopt;
  }
  if (at >= format.size()) return std::nullopt;
  d.conversion = format[at++];
  return d;
}

std::optional<std::string> Print(Text format, duckdb::DataChunk& arguments, const std::vector<DataType>& types,
                                 duckdb::idx_t row) {
  std::string text;
  size_t next = 1;
  for (size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      text += format[at++];
      continue;
    }
    at++;
    const auto directive = ReadDirective(format, at);
    if (!directive) return std::nullopt;
    if (directive->conversion == '%' || directive->conversion == 'n') {
      text += directive->conversion == 'n' ? "\n" : Padded("%", *directive);
      continue;
    }
    const size_t argument = directive->index > 0 ? directive->index : next++;
    if (argument >= arguments.ColumnCount()) return std::nullopt;
    const auto part = Formatted(*directive, arguments.data[argument].GetValue(row), types[argument]);
    if (!part) return std::nullopt;
    text += *part;
  }
  return text;
}

}  // namespace

Resolved ResolvePrintf(const Call& call) {
  call.RequireCount(1, 1000);
  if (!IsCharacter(call.type(0))) call.Refuse("a format and values");
  std::vector<DataType> parameters;
  for (const auto& argument : call.arguments) parameters.push_back(WithNull(argument.type, false));
  parameters[0] = StringType();
  Kernel kernel = [parameters](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    FillRows<std::string>(arguments, result, [&](duckdb::idx_t row) -> std::optional<std::string> {
      const auto format = arguments.data[0].GetValue(row);
      if (format.IsNull()) return std::nullopt;
      return Print(duckdb::StringValue::Get(format), arguments, parameters, row);
    });
  };
  return {parameters, WithNull(StringType(), true), std::move(kernel)};
}

}  // namespace tarn::function
