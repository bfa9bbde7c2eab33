// Numbers into DECIMAL and out of it, and the lengths of strings.
#include <cmath>
#include <cstdio>

#include "base/civil_time.h"
#include "base/error.h"
#include "function/cast.h"

namespace tarn::function {

Int128 PowerOfTen(int32_t exponent) {
  Int128 power = 1;
  for (int32_t i = 0; i < exponent; i++) power *= 10;
  return power;
}

std::optional<Int128> Rescale(Int128 digits, int32_t from, int32_t to, int32_t precision) {
  const Int128 limit = PowerOfTen(precision);
  if (to >= from) {
    const Int128 factor = PowerOfTen(to - from);
    if (digits != 0 && (digits >= 0 ? digits : -digits) > (limit - 1) / factor) return std::nullopt;
    return digits * factor;
  }
  const Int128 divisor = PowerOfTen(from - to);
  const Int128 rest = digits % divisor;
  Int128 result = digits / divisor;
  if ((rest >= 0 ? rest : -rest) >= divisor - (rest >= 0 ? rest : -rest)) result += digits >= 0 ? 1 : -1;
  if (result >= limit || result <= -limit) return std::nullopt;
  return result;
}

std::optional<Int128> DecimalOfDouble(double value, int32_t precision, int32_t scale) {
  if (!std::isfinite(value) || std::fabs(value) >= 1e39) return std::nullopt;
  // Enough digits of the exact binary value that the rounding of printf cannot make or hide a tie.
  char text[160];
  std::snprintf(text, sizeof text, "%.*f", scale + 30, value);
  return ParseDecimal(text, precision, scale);
}

double DoubleOfDecimal(Int128 digits, int32_t scale) {
  constexpr Int128 kExact = static_cast<Int128>(1) << 53;
  if (digits < kExact && digits > -kExact && scale <= 22) {
    return static_cast<double>(static_cast<int64_t>(digits)) / static_cast<double>(PowerOfTen(scale));
  }
  // Correctly rounded by way of the text.
  std::string text = digits < 0 ? "-" : "";
  Int128 rest = digits < 0 ? -digits : digits;
  std::string reversed;
  do {
    reversed.push_back(static_cast<char>('0' + static_cast<int>(rest % 10)));
    rest /= 10;
  } while (rest != 0);
  text.append(reversed.rbegin(), reversed.rend());
  text += "e-" + std::to_string(scale);
  return std::strtod(text.c_str(), nullptr);
}

Error DateOutOfRange() { return Error(ErrorCode::InvalidInput, "the result is no day of a DATE"); }

Error TimestampOutOfRange(int32_t precision) {
  return Error(ErrorCode::InvalidInput, "the result lies outside " + std::string(TimestampRange(precision)) +
                                            ", which is what TIMESTAMP(" + std::to_string(precision) + ") holds");
}

std::optional<int64_t> HeldTimestamp(int64_t value, int32_t from, int32_t to) {
  if (from <= 6 && to > 6) return NanosFrom(value, 1000);
  if (from > 6 && to <= 6) value = FloorDiv(value, 1000);
  if (to >= from) return value;
  int64_t unit = 1;
  for (int32_t p = to; p < (to > 6 ? 9 : 6); p++) unit *= 10;
  const int64_t units = FloorDiv(value, unit);
  return to > 6 ? NanosFrom(units, unit) : MicrosFrom(units, unit);
}

int64_t ConvertTimestamp(int64_t value, int32_t from, int32_t to) {
  if (const auto held = HeldTimestamp(value, from, to)) return *held;
  throw TimestampOutOfRange(to);
}

}  // namespace tarn::function
