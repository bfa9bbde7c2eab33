#include "function/java_float.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace tarn::function {
namespace {

constexpr int kFractionBits = 52;

/// A natural number of any size, as far as the digits of a double need one.
class Natural {
 public:
  explicit Natural(uint64_t value) {
    for (; value != 0; value >>= 32) words_.push_back(static_cast<uint32_t>(value));
  }

  Natural& Multiply(uint32_t factor) {
    uint64_t carry = 0;
    for (auto& word : words_) {
      carry += static_cast<uint64_t>(word) * factor;
      word = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) words_.push_back(static_cast<uint32_t>(carry));
    return *this;
  }

  Natural& TimesPowers(int of_five, int of_two) {
    for (; of_five >= 13; of_five -= 13) Multiply(1'220'703'125);
    for (; of_five > 0; of_five--) Multiply(5);
    for (; of_two >= 31; of_two -= 31) Multiply(1U << 31);
    return of_two > 0 ? Multiply(1U << of_two) : *this;
  }

  static int Compare(const Natural& a, const Natural& b) {
    if (a.words_.size() != b.words_.size()) return a.words_.size() < b.words_.size() ? -1 : 1;
    for (size_t i = a.words_.size(); i-- > 0;) {
      if (a.words_[i] != b.words_[i]) return a.words_[i] < b.words_[i] ? -1 : 1;
    }
    return 0;
  }

  static Natural Sum(const Natural& a, const Natural& b) {
    Natural sum(0);
    uint64_t carry = 0;
    for (size_t i = 0; i < std::max(a.words_.size(), b.words_.size()) || carry != 0; i++) {
      carry += i < a.words_.size() ? a.words_[i] : 0;
      carry += i < b.words_.size() ? b.words_[i] : 0;
      sum.words_.push_back(static_cast<uint32_t>(carry));
      carry >>= 32;
    }
    return sum;
  }

  /// Becomes the rest times ten; returns the quotient, a digit.
  int NextDigit(const Natural& divisor) {
    int quotient = 0;
    while (Compare(*this, divisor) >= 0) {
      Subtract(divisor);
      quotient++;
    }
    Multiply(10);
    return quotient;
  }

 private:
  void Subtract(const Natural& other) {
    int64_t borrow = 0;
    for (size_t i = 0; i < words_.size(); i++) {
      int64_t value = static_cast<int64_t>(words_[i]) - borrow;
      if (i < other.words_.size()) value -= other.words_[i];
      borrow = value < 0 ? 1 : 0;
      words_[i] = static_cast<uint32_t>(value + (borrow << 32));
    }
    while (!words_.empty() && words_.back() == 0) words_.pop_back();
  }

  std::vector<uint32_t> words_;  // the lowest first; none is 0
};

// Java's table of how many bits five to a power takes; beyond it, three a power.
int BitsOfFive(int power) {
  if (power >= 27) return power * 3;
  uint64_t value = 1;
  for (int i = 0; i < power; i++) value *= 5;
  return power == 0 ? 0 : static_cast<int>(std::bit_width(value));
}

void RoundUp(DecimalDigits& result) {
  auto& digits = result.digits;
  size_t i = digits.size() - 1;
  while (digits[i] == '9' && i > 0) digits[i--] = '0';
  if (digits[i] == '9') {
    digits[0] = '1';
    result.exponent++;
  } else {
    digits[i]++;
  }
}

// A whole number; digits that the precision does not carry are rounded off.
DecimalDigits WholeDigits(uint64_t value, int dropped) {
  DecimalDigits result;
  uint64_t unit = 1;
  for (int i = 0; i < dropped; i++) unit *= 10;
  const bool up = dropped > 0 && value % unit >= unit / 2;
  value = value / unit + (up ? 1 : 0);
  result.digits = std::to_string(value);
  result.exponent = static_cast<int>(result.digits.size()) + dropped;
  while (result.digits.size() > 1 && result.digits.back() == '0') result.digits.pop_back();
  return result;
}

/// The value is b / s times ten to `decimal`; m is half a unit in the last place, in the measure of b.
struct Scaled {
  uint64_t fraction;  // b = fraction * 5^b5 * 2^b2
  int b5, b2;
  int s5, s2;  // s = 5^s5 * 2^s2
  int m2;      // m = 5^b5 * 2^m2
};

uint64_t PowersOf(int of_five, int of_two) {
  uint64_t value = 1;
  while (of_five-- > 0) value *= 5;
  return value << of_two;
}

/// Where all of it fits a Java int or long. Sums may wrap, as they do there.
template <typename Word>
class Words {
  using Signed = std::make_signed_t<Word>;

 public:
  explicit Words(const Scaled& x)
      : b_(static_cast<Word>(x.fraction * PowersOf(x.b5, x.b2))),
        s_(static_cast<Word>(PowersOf(x.s5, x.s2))),
        m_(static_cast<Word>(PowersOf(x.b5, x.m2))),
        tens_(static_cast<Word>(s_ * 10)) {}

  int Next(bool& low, bool& high) {
    const auto digit = static_cast<int>(b_ / s_);
    b_ = static_cast<Word>(10 * (b_ % s_));
    m_ = static_cast<Word>(m_ * 10);
    const bool wrapped = static_cast<Signed>(m_) <= 0;
    low = wrapped || static_cast<Signed>(b_) < static_cast<Signed>(m_);
    high = wrapped || static_cast<Signed>(static_cast<Word>(b_ + m_)) > static_cast<Signed>(tens_);
    return digit;
  }
  /// The rest against half a digit.
  int Half() const {
    const auto difference = static_cast<Signed>(static_cast<Word>((b_ << 1) - tens_));
    return difference < 0 ? -1 : difference > 0;
  }

 private:
  Word b_, s_, m_, tens_;
};

class Large {
 public:
  explicit Large(const Scaled& x) : b_(x.fraction), s_(1), m_(1), tens_(1) {
    b_.TimesPowers(x.b5, x.b2);
    s_.TimesPowers(x.s5, x.s2);
    tens_.TimesPowers(x.s5 + 1, x.s2 + 1);
    m_.TimesPowers(x.b5, x.m2);
  }

  int Next(bool& low, bool& high) {
    const int digit = b_.NextDigit(s_);
    m_.Multiply(10);
    low = Natural::Compare(b_, m_) < 0;
    high = Natural::Compare(Natural::Sum(b_, m_), tens_) >= 0;
    return digit;
  }
  int Half() const { return Natural::Compare(Natural(b_).Multiply(2), tens_); }

 private:
  Natural b_, s_, m_, tens_;
};

template <typename Numbers>
DecimalDigits Generate(Numbers numbers, int decimal) {
  DecimalDigits result;
  bool low = false, high = false;
  const int first = numbers.Next(low, high);
  if (first == 0 && !high) {
    decimal--;
  } else {
    result.digits.push_back(static_cast<char>('0' + first));
  }
  // In the form d.dE+x there is always a digit behind the point.
  if (decimal < -3 || decimal >= 8) low = high = false;
  while (!low && !high) result.digits.push_back(static_cast<char>('0' + numbers.Next(low, high)));
  result.exponent = decimal + 1;
  if (!high) return result;
  if (low) {
    const int half = numbers.Half();
    if (half < 0 || (half == 0 && (result.digits.back() & 1) == 0)) return result;
  }
  RoundUp(result);
  return result;
}

// `fraction` has its highest bit at kFractionBits; the value is fraction / 2^52 * 2^exponent.
DecimalDigits Digits(int exponent, uint64_t fraction, int significant) {
  const int trailing = std::countr_zero(fraction);
  const int bits = kFractionBits + 1 - trailing;
  const int tiny = std::max(0, bits - exponent - 1);
  if (tiny == 0 && exponent >= -21 && exponent <= 62 && bits < 64) {
    const int free = exponent > significant ? exponent - significant - 1 : 0;
    const int dropped = free > 1 ? static_cast<int>(free * 0.30102999566398) : 0;
    const uint64_t whole =
        exponent >= kFractionBits ? fraction << (exponent - kFractionBits) : fraction >> (kFractionBits - exponent);
    return WholeDigits(whole, dropped);
  }
  const double mantissa =
      std::bit_cast<double>((uint64_t{1023} << kFractionBits) | (fraction & ((uint64_t{1} << kFractionBits) - 1)));
  const int decimal = static_cast<int>(
      std::floor((mantissa - 1.5) * 0.289529654 + 0.176091259 + static_cast<double>(exponent) * 0.301029995663981));
  const int b5 = std::max(0, -decimal), s5 = std::max(0, decimal);
  int b2 = b5 + tiny + exponent, s2 = s5 + tiny;
  int m2 = b2 - significant;
  fraction >>= trailing;
  b2 -= bits - 1;
  const int common = std::min(b2, s2);
  b2 -= common;
  s2 -= common;
  m2 -= common;
  // Below a power of two the neighbours are half as far.
  if (bits == 1) m2--;
  if (m2 < 0) {
    b2 -= m2;
    s2 -= m2;
    m2 = 0;
  }
  const int b_bits = bits + b2 + BitsOfFive(b5), tens_bits = s2 + 1 + BitsOfFive(s5 + 1);
  const Scaled scaled{fraction, b5, b2, s5, s2, m2};
  if (b_bits < 32 && tens_bits < 32) return Generate(Words<uint32_t>(scaled), decimal);
  if (b_bits < 64 && tens_bits < 64) return Generate(Words<uint64_t>(scaled), decimal);
  return Generate(Large(scaled), decimal);
}

template <typename Bits, int kOwnFractionBits, int kBias, typename T>
DecimalDigits DigitsOf(T value) {
  const auto bits = std::bit_cast<Bits>(value);
  uint64_t fraction = bits & ((Bits{1} << kOwnFractionBits) - 1);
  int exponent =
      static_cast<int>((bits >> kOwnFractionBits) & ((Bits{1} << (sizeof(Bits) * 8 - 1 - kOwnFractionBits)) - 1));
  int significant = kOwnFractionBits + 1;
  if (exponent == 0) {
    significant = static_cast<int>(std::bit_width(fraction));
    const int shift = kOwnFractionBits + 1 - significant;
    fraction <<= shift;
    exponent = 1 - shift;
  } else {
    fraction |= uint64_t{1} << kOwnFractionBits;
  }
  return Digits(exponent - kBias, fraction << (kFractionBits - kOwnFractionBits), significant);
}

}  // namespace

DecimalDigits JavaDigits(double value) { return DigitsOf<uint64_t, 52, 1023>(value); }
DecimalDigits JavaDigits(float value) { return DigitsOf<uint32_t, 23, 127>(value); }

}  // namespace tarn::function
