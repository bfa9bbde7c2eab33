// The decimal digits that Java (up to 18) prints for a FLOAT or DOUBLE. They are the shortest that read back for most
// values, but not for all: 2.0E-3 is "0.002", 2^62 is "4.6116860184273879E18". Flink's text of a number is Java's, and
// text is what tables, keys and digests are made of, so the digits are Java's too.
// Source of the rule: java.lang.Double.toString of Java 8 to 18 (Steele and White's algorithm with its stopping rule).
#pragma once

#include <string>

namespace tarn::function {

struct DecimalDigits {
  std::string digits;  // at least one; no point
  int exponent = 0;    // the value is 0.DIGITS times ten to the exponent
};

/// Of a positive finite number.
DecimalDigits JavaDigits(double value);
DecimalDigits JavaDigits(float value);

}  // namespace tarn::function
