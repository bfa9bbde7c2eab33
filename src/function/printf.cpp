// PRINTF(format, ..): java.util.Formatter for the conversions that SQL values have: b s c d o x e f g, % and n. As in
// Flink, a format that does not fit its arguments gives NULL.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/hex.h"
#include "function/cast.h"
#include "function/entries.h"
#include "function/java_float.h"
#include "function/string_case.h"
#include "function/value_text.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

struct Directive {
  std::string flags;
  int width = -1, precision = -1;
  size_t index = 0;       // of "2$", from 1
  bool previous = false;  // "<": the argument before once more
  char conversion = 0;    // in lower case
  bool upper = false;

  bool Has(char flag) const { return flags.find(flag) != std::string::npos; }
  bool HasAny(Text of) const { return flags.find_first_of(of) != std::string::npos; }
};

/// What Java's checks say about flags, width and precision, whatever the argument is.
bool IsConsistent(const Directive& d) {
  switch (d.conversion) {
    case '%':
      return !d.upper && d.precision < 0 && !d.HasAny("#+ 0,(") && (!d.Has('-') || d.width >= 0);
    case 'n':
      return !d.upper && d.precision < 0 && d.width < 0 && d.flags.empty();
    case 'b':
    case 's':
      return !d.HasAny("#+ 0,(") && (!d.Has('-') || d.width >= 0);
    case 'c':
      return d.precision < 0 && !d.HasAny("#+ 0,(") && (!d.Has('-') || d.width >= 0);
    default:
      break;
  }
  if (d.width < 0 && d.HasAny("-0")) return false;
  if ((d.Has('+') && d.Has(' ')) || (d.Has('-') && d.Has('0'))) return false;
  switch (d.conversion) {
    case 'd':
      return !d.upper && d.precision < 0 && !d.Has('#');
    case 'o':
      return !d.upper && d.precision < 0 && !d.HasAny(",( +");
    case 'x':
      return d.precision < 0 && !d.HasAny(",( +");
    case 'f':
      return !d.upper;
    case 'e':
      return !d.Has(',');
    case 'g':
      return !d.Has('#');
    default:
      return false;
  }
}

std::string Padded(std::string text, const Directive& d) {
  if (d.upper) text = UpperCase(text);
  const auto missing = static_cast<int64_t>(d.width) - CountCharacters(text);
  if (missing <= 0) return text;
  const std::string blanks(static_cast<size_t>(missing), ' ');
  return d.Has('-') ? text + blanks : blanks + text;
}

/// Digits with the sign, the grouping and the zeros that the flags ask for. `zeros`: there may be such at all.
std::string Signed(std::string digits, bool negative, const Directive& d, bool zeros = true) {
  if (d.Has(',') && zeros) {
    const size_t end = std::min(digits.find('.'), digits.size());
    for (size_t i = end; i > 3; i -= 3) digits.insert(i - 3, ",");
  }
  const std::string sign = negative ? (d.Has('(') ? "(" : "-") : d.Has('+') ? "+" : d.Has(' ') ? " " : "";
  const std::string tail = negative && d.Has('(') ? ")" : "";
  const size_t used = sign.size() + digits.size() + tail.size();
  if (zeros && d.Has('0') && used < static_cast<size_t>(d.width)) {
    digits.insert(0, static_cast<size_t>(d.width) - used, '0');
  }
  return Padded(sign + digits + tail, d);
}

/// A number as its decimal digits d1 d2 d3 .. with the point before digit `point` (0.d1d2.. x 10^point).
struct Digits {
  std::string digits;
  int point = 0;
};

/// The digits that Java prints.
Digits DigitsOf(double size) {
  if (size == 0) return {"", 1};
  DecimalDigits digits = JavaDigits(size);
  while (digits.digits.size() > 1 && digits.digits.back() == '0') digits.digits.pop_back();
  return {std::move(digits.digits), digits.exponent};
}

/// Rounded to `kept` digits, half up.
void Round(Digits& number, int kept) {
  if (kept >= static_cast<int>(number.digits.size())) return;
  const bool up = kept >= 0 && number.digits[static_cast<size_t>(kept)] >= '5';
  number.digits.resize(static_cast<size_t>(std::max(kept, 0)));
  if (!up) return;
  size_t i = number.digits.size();
  while (i > 0 && number.digits[i - 1] == '9') number.digits[--i] = '0';
  if (i > 0) {
    number.digits[i - 1]++;
  } else {
    number.digits.insert(0, "1");
    number.point++;
  }
}

std::string Fixed(Digits number, int precision, bool always_point) {
  Round(number, number.point + precision);
  const auto digit = [&](int i) {
    return i >= 0 && i < static_cast<int>(number.digits.size()) ? number.digits[static_cast<size_t>(i)] : '0';
  };
  std::string text;
  for (int i = 0; i < number.point; i++) text += digit(i);
  if (text.empty()) text = "0";
  if (precision > 0 || always_point) text += '.';
  for (int i = 0; i < precision; i++) text += digit(number.point + i);
  return text;
}

std::string Scientific(Digits number, int precision, bool always_point) {
  Round(number, precision + 1);
  number.digits.resize(static_cast<size_t>(precision) + 1, '0');
  const int exponent = number.point - 1;
  std::string text = number.digits.substr(0, 1);
  if (precision > 0 || always_point) text += '.';
  text += number.digits.substr(1);
  const std::string power = std::to_string(std::abs(exponent));
  return text + (exponent < 0 ? "e-" : "e+") + (power.size() < 2 ? "0" : "") + power;
}

/// Fixed for numbers from 10^-4 to below 10^precision, else scientific.
std::string General(Digits number, int precision) {
  precision = precision == 0 ? 1 : precision;
  if (number.digits.empty()) return Fixed(number, precision - 1, false);
  Round(number, precision);
  if (number.point > -4 && number.point <= precision) return Fixed(number, precision - number.point, false);
  return Scientific(number, precision - 1, false);
}

std::optional<std::string> OfReal(const Directive& d, const duckdb::Value& value, const DataType& type) {
  const int precision = d.precision < 0 ? 6 : d.precision;
  if (type.root == TypeRoot::Decimal && d.conversion == 'f') {
    const std::string text = ValueText(value, type, TimeZone());
    const bool negative = text.starts_with('-');
    const size_t begin = negative ? 1 : 0, dot = std::min(text.find('.'), text.size());
    const std::string whole = text.substr(begin, dot - begin);
    return Signed(Fixed({whole + (dot < text.size() ? text.substr(dot + 1) : ""), static_cast<int>(whole.size())},
                        precision, d.Has('#')),
                  negative, d);
  }
  if (!IsApproximate(type)) return std::nullopt;
  const auto number = value.GetValue<double>();
  if (std::isnan(number)) return Padded("NaN", d);
  const bool negative = std::signbit(number);
  if (std::isinf(number)) return Signed("Infinity", negative, d, false);
  const Digits digits = DigitsOf(std::fabs(number));
  if (d.conversion == 'f') return Signed(Fixed(digits, precision, d.Has('#')), negative, d);
  if (d.conversion == 'g') return Signed(General(digits, precision), negative, d);
  return Signed(Scientific(digits, precision, d.Has('#')), negative, d);
}

std::optional<std::string> OfBits(const Directive& d, int64_t value, const DataType& type) {
  auto bits = static_cast<uint64_t>(value);
  if (type.root == TypeRoot::Int) bits &= 0xFFFFFFFF;
  if (type.root == TypeRoot::SmallInt) bits &= 0xFFFF;
  if (type.root == TypeRoot::TinyInt) bits &= 0xFF;
  const unsigned shift = d.conversion == 'o' ? 3 : 4;
  std::string digits;
  do {
    digits.insert(0, 1, kLowerHex[bits & ((1U << shift) - 1)]);
    bits >>= shift;
  } while (bits != 0);
  const std::string prefix = !d.Has('#') ? "" : d.conversion == 'o' ? "0" : "0x";
  const size_t used = prefix.size() + digits.size();
  if (d.Has('0') && used < static_cast<size_t>(d.width)) {
    digits.insert(0, static_cast<size_t>(d.width) - used, '0');
  }
  return Padded(prefix + digits, d);
}

std::optional<std::string> Formatted(const Directive& d, const duckdb::Value& value, const DataType& type) {
  const auto cut = [&](std::string text) {
    return Padded(d.precision >= 0 ? std::string(Characters(text, d.precision)) : std::move(text), d);
  };
  if (value.IsNull()) return cut(d.conversion == 'b' ? "false" : "null");
  const bool boolean = type.root == TypeRoot::Boolean;
  switch (d.conversion) {
    case 'b':
      return cut(boolean && !duckdb::BooleanValue::Get(value) ? "false" : "true");
    case 's':
      if (boolean) return cut(duckdb::BooleanValue::Get(value) ? "true" : "false");
      return cut(ValueText(value, type, TimeZone()));
    case 'c': {
      if (!IsInteger(type) || type.root == TypeRoot::BigInt) return std::nullopt;
      const auto code = value.GetValue<int64_t>();
      if (code < 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return std::nullopt;
      std::string text;
      AppendUtf8(text, static_cast<uint32_t>(code));
      return Padded(std::move(text), d);
    }
    case 'd': {
      if (!IsInteger(type)) return std::nullopt;
      std::string digits = std::to_string(value.GetValue<int64_t>());
      const bool negative = digits[0] == '-';
      if (negative) digits.erase(0, 1);
      return Signed(std::move(digits), negative, d);
    }
    case 'o':
    case 'x':
      if (!IsInteger(type)) return std::nullopt;
      return OfBits(d, value.GetValue<int64_t>(), type);
    default:
      return OfReal(d, value, type);
  }
}

/// Reads one directive behind its '%'; nullopt: it is none. Throws Unsupported for what Java has and this has not.
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
  if (index >= 0 && at < format.size() && format[at] == '$') {
    d.index = static_cast<size_t>(index);
    at++;
  } else {
    at = start;
  }
  while (at < format.size() && Text("-+ 0,(#<").find(format[at]) != Text::npos) {
    if (format[at] == '<') d.previous = true;
    if (d.Has(format[at])) return std::nullopt;
    d.flags += format[at++];
  }
  std::erase(d.flags, '<');
  d.width = number();
  if (at < format.size() && format[at] == '.') {
    at++;
    d.precision = number();
    if (d.precision < 0) return std::nullopt;
  }
  if (at >= format.size()) return std::nullopt;
  const char conversion = format[at++];
  d.upper = conversion >= 'A' && conversion <= 'Z';
  d.conversion = d.upper ? static_cast<char>(conversion + 32) : conversion;
  if (d.conversion == 'a' || d.conversion == 'h' || d.conversion == 't') {
    throw Error(ErrorCode::Unsupported, std::string("PRINTF does not support the conversion %") + conversion);
  }
  return IsConsistent(d) ? std::optional(d) : std::nullopt;
}

/// Calls `print(directive)`, or `copy(character)`, along the format; false: it is none, or `print` said so.
template <typename Copy, typename PrintOne>
bool EachDirective(Text format, Copy copy, PrintOne print) {
  for (size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      copy(format[at++]);
      continue;
    }
    at++;
    const auto directive = ReadDirective(format, at);
    if (!directive || !print(*directive)) return false;
  }
  return true;
}

std::optional<std::string> Print(Text format, duckdb::DataChunk& arguments, const std::vector<DataType>& types,
                                 duckdb::idx_t row) {
  std::string text;
  size_t next = 1, last = 0;
  const bool good = EachDirective(
      format, [&](char c) { text += c; },
      [&](const Directive& d) {
        if (d.conversion == 'n') text += '\n';
        if (d.conversion == '%') text += Padded("%", d);
        if (d.conversion == 'n' || d.conversion == '%') return true;
        const size_t argument = d.previous ? last : d.index > 0 ? d.index : next++;
        if (argument == 0 || argument >= arguments.ColumnCount()) return false;
        last = argument;
        const auto part = Formatted(d, arguments.data[argument].GetValue(row), types[argument]);
        if (part) text += *part;
        return part.has_value();
      });
  return good ? std::optional(text) : std::nullopt;
}

}  // namespace

Resolved ResolvePrintf(const Call& call) {
  call.RequireCount(1, 1000);
  if (!IsCharacter(call.type(0))) call.Refuse("a format and values");
  // A format that is written in the call is read at once.
  const auto literal = call.LiteralText(0);
  if (literal) {
    EachDirective(
        *literal, [](char) {}, [](const Directive&) { return true; });
  }
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
  return {parameters, WithNull(StringType(), true), std::move(kernel), !literal};
}

}  // namespace tarn::function
