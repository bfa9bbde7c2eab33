#include "base/java_text.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

namespace tarn {
namespace {

template <typename T>
std::string Text(T value) {
  if (std::isnan(value)) return "NaN";
  const std::string sign = std::signbit(value) ? "-" : "";
  const T magnitude = std::fabs(value);
  if (std::isinf(magnitude)) return sign + "Infinity";
  if (magnitude == 0) return sign + "0.0";
  char buffer[64];
  char* const end = std::to_chars(buffer, buffer + sizeof buffer - 1, magnitude, std::chars_format::scientific).ptr;
  *end = '\0';
  // "d[.ddd]e[+-]xx"
  std::string digits;
  const char* at = buffer;
  for (; *at != 'e'; ++at)
    if (*at != '.') digits += *at;
  const int exponent = std::atoi(at + 1);
  if (exponent < -3 || exponent >= 7) {
    const std::string fraction = digits.size() > 1 ? digits.substr(1) : "0";
    return sign + digits[0] + "." + fraction + "E" + std::to_string(exponent);
  }
  if (exponent < 0) return sign + "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  const auto whole = static_cast<size_t>(exponent) + 1;
  if (digits.size() <= whole) return sign + digits + std::string(whole - digits.size(), '0') + ".0";
  return sign + digits.substr(0, whole) + "." + digits.substr(whole);
}

}  // namespace

std::string JavaText(double value) { return Text(value); }
std::string JavaText(float value) { return Text(value); }

}  // namespace tarn
