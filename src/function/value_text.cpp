#include "function/value_text.h"

#include <cmath>

#include "base/civil_time.h"
#include "base/error.h"
#include "function/java_float.h"

namespace tarn::function {
namespace {

// Plainly from 1e-3 to 1e7 and as d.dddE+x elsewhere, as Java writes numbers.
template <typename T>
std::string JavaText(T value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  if (value == 0) return std::signbit(value) ? "-0.0" : "0.0";
  auto [digits, point] = JavaDigits(std::abs(value));
  const int exponent = point - 1;
  std::string text = value < 0 ? "-" : "";
  if (exponent < -3 || exponent >= 7) {
    text += digits.substr(0, 1) + "." + (digits.size() > 1 ? digits.substr(1) : "0") + "E" + std::to_string(exponent);
  } else if (exponent < 0) {
    text += "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  } else {
    const auto integer = static_cast<size_t>(exponent) + 1;
    if (digits.size() < integer) digits.append(integer - digits.size(), '0');
    text += digits.substr(0, integer) + "." + (digits.size() > integer ? digits.substr(integer) : "0");
  }
  return text;
}

std::string Padded(int64_t value, size_t width) {
  std::string text = std::to_string(value);
  return text.size() < width ? std::string(width - text.size(), '0') + text : text;
}

std::string Joined(const duckdb::vector<duckdb::Value>& values, const DataType& type, const TimeZone& zone) {
  std::string text;
  for (size_t i = 0; i < values.size(); i++) {
    if (i > 0) text += ", ";
    text += ValueText(values[i], type, zone);
  }
  return text;
}

std::string MapText(const duckdb::Value& value, const DataType& key, const DataType& mapped, const TimeZone& zone) {
  std::string text = "{";
  for (const auto& entry : duckdb::MapValue::GetChildren(value)) {
    const auto& pair = duckdb::StructValue::GetChildren(entry);
    if (text.size() > 1) text += ", ";
    text += ValueText(pair[0], key, zone) + "=" + ValueText(pair[1], mapped, zone);
  }
  return text + "}";
}

}  // namespace

std::string DoubleText(double value) { return JavaText(value); }
std::string FloatText(float value) { return JavaText(value); }

std::string DecimalText(Int128 digits, int32_t scale) {
  const bool negative = digits < 0;
  __extension__ typedef unsigned __int128 Unsigned;
  Unsigned rest = negative ? -static_cast<Unsigned>(digits) : static_cast<Unsigned>(digits);
  std::string reversed;
  while (rest != 0 || reversed.size() <= static_cast<size_t>(scale)) {
    reversed.push_back(static_cast<char>('0' + static_cast<int>(rest % 10)));
    rest /= 10;
    if (scale > 0 && reversed.size() == static_cast<size_t>(scale)) {
      reversed.push_back('.');
      if (rest == 0) reversed.push_back('0');
    }
  }
  if (negative) reversed.push_back('-');
  return {reversed.rbegin(), reversed.rend()};
}

std::string IntervalSecondText(int64_t millis) {
  const bool negative = millis < 0;
  const int64_t value = negative ? -millis : millis;
  return (negative ? "-" : "+") + std::to_string(value / kMillisPerDay) + " " + Padded(value / 3'600'000 % 24, 2) +
         ":" + Padded(value / 60'000 % 60, 2) + ":" + Padded(value / 1000 % 60, 2) + "." + Padded(value % 1000, 3);
}

std::string IntervalMonthText(int32_t months) {
  const int64_t value = months < 0 ? -static_cast<int64_t>(months) : months;
  return (months < 0 ? "-" : "+") + std::to_string(value / 12) + "-" + Padded(value % 12, 2);
}

std::string TimestampText(int64_t value, int32_t precision) {
  if (precision <= 6) return FormatTimestamp(value, precision);
  constexpr int64_t kNanosPerSecond = 1'000'000'000;
  const int64_t seconds = FloorDiv(value, kNanosPerSecond);
  return FormatTimestamp(CivilFromSeconds(seconds, static_cast<int>(value - seconds * kNanosPerSecond)), precision);
}

std::string ValueText(const duckdb::Value& value, const DataType& type, const TimeZone& zone) {
  if (value.IsNull()) return "NULL";
  switch (type.root) {
    case TypeRoot::Boolean:
      return duckdb::BooleanValue::Get(value) ? "TRUE" : "FALSE";
    case TypeRoot::TinyInt:
    case TypeRoot::SmallInt:
    case TypeRoot::Int:
    case TypeRoot::BigInt:
      return std::to_string(value.GetValue<int64_t>());
    case TypeRoot::Float:
      return FloatText(duckdb::FloatValue::Get(value));
    case TypeRoot::Double:
      return DoubleText(duckdb::DoubleValue::Get(value));
    case TypeRoot::Decimal:
      switch (value.type().InternalType()) {
        case duckdb::PhysicalType::INT16:
          return DecimalText(value.GetValueUnsafe<int16_t>(), type.scale);
        case duckdb::PhysicalType::INT32:
          return DecimalText(value.GetValueUnsafe<int32_t>(), type.scale);
        case duckdb::PhysicalType::INT64:
          return DecimalText(value.GetValueUnsafe<int64_t>(), type.scale);
        default:
          return DecimalText(FromHugeint(value.GetValueUnsafe<duckdb::hugeint_t>()), type.scale);
      }
    case TypeRoot::Char:
    case TypeRoot::VarChar:
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
    case TypeRoot::Blob:
      return duckdb::StringValue::Get(value);
    case TypeRoot::Date:
      return FormatDate(value.GetValueUnsafe<int32_t>());
    case TypeRoot::Time:
      return FormatTimeOfDay(value.GetValueUnsafe<int64_t>() * 1000, type.precision);
    case TypeRoot::Timestamp:
      return TimestampText(value.GetValueUnsafe<int64_t>(), type.precision);
    case TypeRoot::TimestampLtz: {
      const auto instant = value.GetValueUnsafe<int64_t>();
      if (type.precision <= 6) return TimestampText(zone.ToLocal(instant), type.precision);
      const int64_t local = zone.ToLocal(FloorDiv(instant, 1000));  // may lie beyond what nanoseconds reach
      const int64_t nanos = FloorMod(local, kMicrosPerSecond) * 1000 + FloorMod(instant, 1000);
      return FormatTimestamp(CivilFromSeconds(FloorDiv(local, kMicrosPerSecond), static_cast<int>(nanos)),
                             type.precision);
    }
    case TypeRoot::IntervalMonth:
      return IntervalMonthText(value.GetValueUnsafe<duckdb::interval_t>().months);
    case TypeRoot::IntervalSecond:
      return IntervalSecondText(value.GetValueUnsafe<duckdb::interval_t>().micros / 1000);
    case TypeRoot::Array:
    case TypeRoot::Vector:
      return "[" + Joined(duckdb::ListValue::GetChildren(value), type.children[0], zone) + "]";
    case TypeRoot::Map:
      return MapText(value, type.children[0], type.children[1], zone);
    case TypeRoot::Multiset:
      return MapText(value, type.children[0], Simple(TypeRoot::Int), zone);
    case TypeRoot::Row: {
      std::string text = "(";
      const auto& fields = duckdb::StructValue::GetChildren(value);
      for (size_t i = 0; i < fields.size(); i++) {
        if (i > 0) text += ", ";
        text += ValueText(fields[i], type.fields[i].type, zone);
      }
      return text + ")";
    }
    default:
      throw Error(ErrorCode::Unsupported, "a value of type " + paimon::ToSql(type) + " has no text form");
  }
}

}  // namespace tarn::function
