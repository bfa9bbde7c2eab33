#include "function/wide.h"

#include "function/cast.h"

namespace tarn::function {
namespace {

Uint128 Magnitude(Int128 value) { return value < 0 ? -static_cast<Uint128>(value) : static_cast<Uint128>(value); }

struct Wide {
  Uint128 high = 0, low = 0;
};

Wide Multiply(Uint128 a, Uint128 b) {
  const Uint128 mask = (static_cast<Uint128>(1) << 64) - 1;
  const Uint128 a0 = a & mask, a1 = a >> 64, b0 = b & mask, b1 = b >> 64;
  const Uint128 p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
  const Uint128 middle = (p00 >> 64) + (p01 & mask) + (p10 & mask);
  return {p11 + (p01 >> 64) + (p10 >> 64) + (middle >> 64), (middle << 64) | (p00 & mask)};
}

}  // namespace

std::optional<Int128> MultiplyDivide(Int128 a, Int128 b, Int128 divisor) {
  const bool negative = (a < 0) != (b < 0);
  const auto by = static_cast<Uint128>(divisor);
  const Wide product = Multiply(Magnitude(a), Magnitude(b));
  Uint128 quotient = 0, rest = 0;
  if (product.high == 0) {
    quotient = product.low / by;
    rest = product.low % by;
  } else {
    if (product.high >= by) return std::nullopt;
    // Long division, a bit at a time; by < 2^127, so the remainder never overflows.
    rest = product.high;
    for (int bit = 127; bit >= 0; bit--) {
      rest = (rest << 1) | ((product.low >> bit) & 1);
      quotient <<= 1;
      if (rest >= by) {
        rest -= by;
        quotient |= 1;
      }
    }
  }
  const auto limit = static_cast<Uint128>(PowerOfTen(38));
  if (rest >= by - rest) quotient++;
  if (quotient >= limit) return std::nullopt;
  const auto result = static_cast<Int128>(quotient);
  return negative ? -result : result;
}

}  // namespace tarn::function
