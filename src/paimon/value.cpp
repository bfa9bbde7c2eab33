#include "paimon/value.h"

#include <cmath>

#include "base/civil_time.h"
#include "base/error.h"
#include "base/java_text.h"

namespace tarn::paimon {
namespace {

template <typename T>
std::strong_ordering CompareFloats(T a, T b) {
  // Java's compare: NaN is the largest and equal to itself, -0.0 is below 0.0.
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) <=> std::isnan(b);
  if (a < b) return std::strong_ordering::less;
  if (a > b) return std::strong_ordering::greater;
  return std::signbit(b) <=> std::signbit(a);
}

struct Comparer {
  std::strong_ordering operator()(std::monostate, std::monostate) const { return std::strong_ordering::equal; }
  std::strong_ordering operator()(float a, float b) const { return CompareFloats(a, b); }
  std::strong_ordering operator()(double a, double b) const { return CompareFloats(a, b); }
  std::strong_ordering operator()(const std::string& a, const std::string& b) const {
    const int order = a.compare(b);  // by unsigned bytes: char_traits<char> compares like memcmp
    return order <=> 0;
  }
  template <typename T>
  std::strong_ordering operator()(const T& a, const T& b) const {
    if (a < b) return std::strong_ordering::less;
    return b < a ? std::strong_ordering::greater : std::strong_ordering::equal;
  }
  template <typename A, typename B>
  std::strong_ordering operator()(const A&, const B&) const {
    throw Error(ErrorCode::Internal, "values of different types are compared");
  }
};

std::string TimestampText(const TimestampValue& value, int precision, TextStyle style) {
  const int64_t seconds = FloorDiv(value.millis, 1000);
  const auto nano = static_cast<int>(FloorMod(value.millis, 1000)) * 1'000'000 + value.nano_of_milli;
  const auto civil = CivilFromSeconds(seconds, nano);
  if (style == TextStyle::Legacy) return FormatIsoLocal(civil);
  // The precision's digits, and more only if there is something in them.
  int digits = 9;
  for (int left = nano; digits > precision && left % 10 == 0; left /= 10) --digits;
  return FormatTimestamp(civil, digits);
}

}  // namespace

std::strong_ordering Compare(const Value& a, const Value& b) { return std::visit(Comparer{}, a, b); }

std::string ToText(const Value& value, const DataType& type, TextStyle style) {
  if (IsNull(value)) return "null";
  switch (type.root) {
    case TypeRoot::Boolean:
      return std::get<bool>(value) ? "true" : "false";
    case TypeRoot::TinyInt:
    case TypeRoot::SmallInt:
    case TypeRoot::Int:
    case TypeRoot::BigInt:
      return std::to_string(std::get<int64_t>(value));
    case TypeRoot::Date:
      return style == TextStyle::Legacy ? std::to_string(std::get<int64_t>(value))
                                        : FormatDate(std::get<int64_t>(value));
    case TypeRoot::Time:
      return style == TextStyle::Legacy ? std::to_string(std::get<int64_t>(value))
                                        : FormatTimeOfDay(std::get<int64_t>(value) * 1'000'000, type.precision);
    case TypeRoot::Float:
      return JavaText(std::get<float>(value));
    case TypeRoot::Double:
      return JavaText(std::get<double>(value));
    case TypeRoot::Decimal:
      return DecimalToString(std::get<int128_t>(value), type.scale);
    case TypeRoot::Char:
    case TypeRoot::VarChar:
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
      return std::get<std::string>(value);
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz:
      return TimestampText(std::get<TimestampValue>(value), type.precision, style);
    default:
      throw Error(ErrorCode::Unsupported, "a value of type " + ToSql(type) + " has no text form here");
  }
}

}  // namespace tarn::paimon
