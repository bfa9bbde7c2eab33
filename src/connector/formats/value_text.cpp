#include "connector/formats/value_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <duckdb/common/types/cast_helpers.hpp>
#include <duckdb/common/types/decimal.hpp>
#include <duckdb/common/types/hugeint.hpp>
#include <duckdb/common/types/value.hpp>
#include <limits>

#include "base/ascii_case.h"
#include "base/base64.h"
#include "base/civil_time.h"
#include "base/error.h"
#include "columnar/type_mapping.h"

namespace tarn::connector {
namespace {

using paimon::DataType;
using paimon::TypeRoot;

std::string_view Trim(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

template <class T>
std::optional<T> Number(std::string_view text) {
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template <class T>
bool SetInteger(std::string_view text, columnar::RowAppender& row, size_t column) {
  const auto value = Number<T>(text);
  if (value) row.Int64(column, *value);
  return value.has_value();
}

/// Double.parseDouble of Java: 1.5, 1e3, 0x1.8p1 and the words; behind a number there may be a suffix (1d, 1f).
/// T is the column's: a FLOAT that is read by way of a double would be rounded twice.
template <class T>
std::optional<T> Floating(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const auto signed_value = [&](T value) { return negative ? -value : value; };
  if (text == "NaN") return std::numeric_limits<T>::quiet_NaN();
  if (text == "Infinity") return signed_value(std::numeric_limits<T>::infinity());
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex && text.find_first_of("pP") == std::string_view::npos) return std::nullopt;
  if (!text.empty() && std::string_view("fFdD").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  const auto digits = hex ? text.substr(2) : text;
  // No second sign, and no "nan" or "inf", which C++ would take.
  if (digits.empty() || digits.front() == '-' || digits.find_first_of("nN") != std::string_view::npos)
    return std::nullopt;
  T value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value,
                                            hex ? std::chars_format::hex : std::chars_format::general);
  if (end != digits.data() + digits.size() || error == std::errc::invalid_argument) return std::nullopt;
  if (error != std::errc::result_out_of_range) return signed_value(value);
  // Too large is infinite, too small is zero.
  if constexpr (std::is_same_v<T, float>) return signed_value(std::strtof(std::string(text).c_str(), nullptr));
  return signed_value(static_cast<T>(std::strtod(std::string(text).c_str(), nullptr)));
}

template <class T>
bool SetReal(std::string_view text, columnar::RowAppender& row, size_t column) {
  const auto value = Floating<T>(text);
  if (value) row.Double(column, *value);
  return value.has_value();
}

// Digits beyond the scale are rounded half up; more digits than the precision make it NULL, as in Flink.
bool SetDecimal(std::string_view text, const DataType& type, columnar::RowAppender& row, size_t column) {
  std::string_view mantissa = text;
  int64_t exponent = 0;
  if (const auto e = text.find_first_of("eE"); e != std::string_view::npos) {
    const auto value = Number<int32_t>(text.substr(e + 1));
    if (!value) return false;
    const auto far = static_cast<int64_t>(text.size()) + 100;  // no digit comes from or stays beyond
    exponent = std::clamp<int64_t>(*value, -far, far);
    mantissa = text.substr(0, e);
  }
  bool negative = false;
  if (!mantissa.empty() && (mantissa.front() == '-' || mantissa.front() == '+')) {
    negative = mantissa.front() == '-';
    mantissa.remove_prefix(1);
  }
  std::string digits;
  int64_t scale = 0;
  bool point = false;
  for (const char c : mantissa) {
    if (c == '.') {
      if (point) return false;
      point = true;
    } else if (c >= '0' && c <= '9') {
      digits.push_back(c);
      scale += point ? 1 : 0;
    } else {
      return false;
    }
  }
  if (digits.empty()) return false;
  const auto wanted = static_cast<int64_t>(digits.size()) - scale + exponent + type.scale;  // digits that are kept
  bool round_up = false;
  if (wanted < static_cast<int64_t>(digits.size())) {
    round_up = wanted >= 0 && digits[static_cast<size_t>(wanted)] >= '5';
    digits.resize(wanted > 0 ? static_cast<size_t>(wanted) : 0);
  } else {
    digits.append(static_cast<size_t>(wanted) - digits.size(), '0');
  }
  const auto first = digits.find_first_not_of('0');
  digits = first == std::string::npos ? "" : digits.substr(first);
  if (digits.size() > 38) return true;
  duckdb::hugeint_t value = 0;
  for (const char c : digits) value = value * duckdb::hugeint_t(10) + duckdb::hugeint_t(c - '0');
  if (round_up) value = value + duckdb::hugeint_t(1);
  const auto limit = duckdb::Hugeint::POWERS_OF_TEN[type.precision];
  if (value >= limit) return true;  // does not fit: NULL
  if (negative) value = -value;
  const auto width = static_cast<uint8_t>(type.precision);
  const auto fraction = static_cast<uint8_t>(type.scale);
  row.Value(column, type.precision <= 18
                        ? duckdb::Value::DECIMAL(duckdb::Hugeint::Cast<int64_t>(value), width, fraction)
                        : duckdb::Value::DECIMAL(value, width, fraction));
  return true;
}

/// Nanoseconds whose digits behind the type's precision are cut off.
int64_t Cut(int64_t nanos, const DataType& type) {
  int64_t unit = 1;
  for (int p = type.precision; p < 9; p++) unit *= 10;
  return nanos / unit * unit;
}

bool SetTimestamp(std::string_view text, const DataType& type, TextRules rules, columnar::RowAppender& row,
                  size_t column) {
  const auto time = ReadTimestamp(text, type.root == TypeRoot::TimestampLtz, rules);
  if (!time) return false;
  const int64_t nano = Cut(time->nano, type);
  const auto seconds = SecondsFromCivil(*time);
  const auto count =
      type.precision > 6 ? NanosFrom(seconds, 1'000'000'000, nano) : MicrosFrom(seconds, kMicrosPerSecond, nano / 1000);
  if (count) row.Int64(column, *count);
  return count.has_value();
}

// Shortest digits that read back the same, laid out as Java does.
template <class T>
std::string JavaNumber(T value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (value == 0) return std::signbit(value) ? "-0.0" : "0.0";
  char raw[64];
  const auto end = std::to_chars(raw, raw + sizeof raw, value, std::chars_format::scientific).ptr;
  std::string_view text(raw, static_cast<size_t>(end - raw));
  std::string out;
  if (text.front() == '-') {
    out = "-";
    text.remove_prefix(1);
  }
  const auto e = text.find('e');
  std::string digits(text.substr(0, e));
  if (digits.size() > 1) digits.erase(1, 1);  // the point
  const int exponent = *Number<int>(text.substr(text[e + 1] == '+' ? e + 2 : e + 1));
  if (exponent >= 7 || exponent < -3)
    return out + digits[0] + "." + (digits.size() > 1 ? digits.substr(1) : "0") + "E" + std::to_string(exponent);
  if (exponent < 0) return out + "0." + std::string(static_cast<size_t>(-exponent) - 1, '0') + digits;
  const auto whole = static_cast<size_t>(exponent) + 1;
  if (digits.size() <= whole) return out + digits + std::string(whole - digits.size(), '0') + ".0";
  return out + digits.substr(0, whole) + "." + digits.substr(whole);
}

void WriteTimestamp(int64_t value, const DataType& type, TimestampStyle style, std::string& out) {
  const int64_t per_second = type.precision > 6 ? 1'000'000'000 : kMicrosPerSecond;
  const auto fraction = FloorMod(value, per_second);
  const auto time =
      CivilFromSeconds(FloorDiv(value, per_second), static_cast<int>(type.precision > 6 ? fraction : fraction * 1000));
  // Flink prints the fraction without trailing zeros.
  int precision = time.nano == 0 ? 0 : 9;
  for (int nano = time.nano; precision > 0 && nano % 10 == 0; nano /= 10) precision--;
  out += FormatTimestamp(time, precision, style == TimestampStyle::Iso8601 ? 'T' : ' ');
  if (type.root == TypeRoot::TimestampLtz) out += 'Z';
}

void WriteNested(const duckdb::Value& value, const DataType& type, TimestampStyle style, std::string& out) {
  const auto element = [&](const duckdb::Value& child, const DataType& child_type) {
    if (child.IsNull()) {
      out += "null";
    } else {
      WriteValue(child, child_type, style, out);
    }
  };
  bool first = true;
  const auto separate = [&] {
    if (!first) out += ", ";
    first = false;
  };
  if (type.root == TypeRoot::Array || type.root == TypeRoot::Vector) {
    out += '[';
    for (const auto& child : duckdb::ListValue::GetChildren(value)) {
      separate();
      element(child, type.children[0]);
    }
    out += ']';
  } else if (type.root == TypeRoot::Row) {
    out += '(';
    const auto& children = duckdb::StructValue::GetChildren(value);
    for (size_t i = 0; i < children.size(); i++) {
      separate();
      element(children[i], type.fields[i].type);
    }
    out += ')';
  } else {
    static const DataType kCount{TypeRoot::Int, true, 0, 0, 0, {}, {}};
    out += '{';
    for (const auto& entry : duckdb::ListValue::GetChildren(value)) {
      const auto& pair = duckdb::StructValue::GetChildren(entry);
      separate();
      element(pair[0], type.children[0]);
      out += '=';
      element(pair[1], type.root == TypeRoot::Map ? type.children[1] : kCount);
    }
    out += '}';
  }
}

}  // namespace

std::string JavaDouble(double value) { return JavaNumber(value); }
std::string JavaFloat(float value) { return JavaNumber(value); }

bool ReadValue(std::string_view text, const DataType& type, TextRules rules, columnar::RowAppender& row,
               size_t column) {
  switch (type.root) {
    case TypeRoot::Char:
    case TypeRoot::VarChar:
      row.String(column, text);
      return true;
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
    case TypeRoot::Blob: {
      text = Trim(text);
      // Jackson wants the end filled up.
      const auto bytes = text.size() % 4 == 0 ? FromBase64(text) : std::nullopt;
      if (bytes) row.String(column, *bytes);
      return bytes.has_value();
    }
    case TypeRoot::Date: {
      const auto days = ReadDate(text, rules);
      if (days) row.Int64(column, *days);
      return days.has_value();
    }
    case TypeRoot::Time: {
      const auto nanos = ReadTimeOfDay(text, rules);
      if (nanos) row.Int64(column, Cut(*nanos, type) / 1000);
      return nanos.has_value();
    }
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz:
      return SetTimestamp(rules == TextRules::Csv ? Trim(text) : text, type, rules, row, column);
    case TypeRoot::Decimal:
      return SetDecimal(rules == TextRules::Csv ? text : Trim(text), type, row, column);
    default:
      break;
  }
  text = Trim(text);
  switch (type.root) {
    case TypeRoot::Boolean:
      row.Bool(column, EqualInAnyCase(text, "true"));  // Java's parseBoolean: anything else is false
      return true;
    case TypeRoot::TinyInt:
      return SetInteger<int8_t>(text, row, column);
    case TypeRoot::SmallInt:
      return SetInteger<int16_t>(text, row, column);
    case TypeRoot::Int:
      return SetInteger<int32_t>(text, row, column);
    case TypeRoot::BigInt:
      return SetInteger<int64_t>(text, row, column);
    case TypeRoot::Float:
      return SetReal<float>(text, row, column);
    case TypeRoot::Double:
      return SetReal<double>(text, row, column);
    default:
      throw Error(ErrorCode::Unsupported, "a column of type " + paimon::ToSql(type) +
                                              " cannot be read from this format yet; read it as STRING");
  }
}

void WriteValue(const columnar::RowView& row, size_t column, const DataType& type, TimestampStyle style,
                std::string& out) {
  switch (type.root) {
    case TypeRoot::Boolean:
      out += row.Int64(column) ? "true" : "false";
      return;
    case TypeRoot::TinyInt:
    case TypeRoot::SmallInt:
    case TypeRoot::Int:
    case TypeRoot::BigInt: {
      char digits[24];
      out.append(digits, std::to_chars(digits, digits + sizeof digits, row.Int64(column)).ptr);
      return;
    }
    case TypeRoot::Float:
      out += JavaFloat(static_cast<float>(row.Double(column)));
      return;
    case TypeRoot::Double:
      out += JavaDouble(row.Double(column));
      return;
    case TypeRoot::Char:
    case TypeRoot::VarChar:
      out += row.String(column);
      return;
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
    case TypeRoot::Blob:
      out += ToBase64(row.String(column));
      return;
    case TypeRoot::Date:
      out += FormatDate(row.Int64(column));
      return;
    case TypeRoot::Time: {
      const auto nanos = row.Int64(column) * 1000;
      int precision = type.precision;
      int64_t fraction = nanos % 1'000'000'000;
      for (int dropped = precision; dropped < 9; dropped++) fraction /= 10;
      while (precision > 0 && fraction % 10 == 0) {
        precision--;
        fraction /= 10;
      }
      out += FormatTimeOfDay(nanos, precision);
      return;
    }
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz:
      WriteTimestamp(row.Int64(column), type, style, out);
      return;
    default:
      WriteValue(row.chunk().Value(column, row.row()), type, style, out);
  }
}

void WriteValue(const duckdb::Value& value, const DataType& type, TimestampStyle style, std::string& out) {
  switch (type.root) {
    case TypeRoot::Array:
    case TypeRoot::Vector:
    case TypeRoot::Map:
    case TypeRoot::Multiset:
    case TypeRoot::Row:
      return WriteNested(value, type, style, out);
    case TypeRoot::Decimal:
      out += value.ToString();
      return;
    case TypeRoot::Variant:
      throw Error(ErrorCode::Unsupported, "a VARIANT cannot be written as text");
    default: {
      columnar::ChangeBatch one;
      columnar::Initialize(one, {columnar::VectorType(type)});
      one.chunk.SetValue(0, 0, value);
      one.chunk.SetCardinality(1);
      const columnar::ChunkView view(one.chunk);
      WriteValue(columnar::RowView(view, 0), 0, type, style, out);
    }
  }
}

}  // namespace tarn::connector
