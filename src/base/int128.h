// The compiler's 128-bit integers, which are no part of standard C++: unscaled values of decimals.
#pragma once

#include <string>

namespace tarn {

__extension__ typedef __int128 int128_t;
__extension__ typedef unsigned __int128 uint128_t;

inline std::string ToString(int128_t value) {
  uint128_t magnitude = value < 0 ? ~static_cast<uint128_t>(value) + 1 : static_cast<uint128_t>(value);
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(magnitude % 10)));
    magnitude /= 10;
  } while (magnitude != 0);
  return value < 0 ? "-" + digits : digits;
}

/// "1.50" of 150 and scale 2, never in scientific form.
inline std::string DecimalToString(int128_t unscaled, int scale) {
  std::string text = ToString(unscaled);
  if (scale <= 0) return text;
  const bool negative = text[0] == '-';
  if (negative) text.erase(0, 1);
  if (text.size() <= static_cast<size_t>(scale)) text.insert(0, static_cast<size_t>(scale) + 1 - text.size(), '0');
  text.insert(text.size() - static_cast<size_t>(scale), ".");
  return negative ? "-" + text : text;
}

}  // namespace tarn
