#include "function/java_float.h"

#include <gtest/gtest.h>

#include "function/value_text.h"

namespace tarn::function {
namespace {

TEST(JavaFloat, DigitsThatAreNotTheShortest) {
  EXPECT_EQ(DoubleText(4611686018427387904.0), "4.6116860184273879E18");
  EXPECT_EQ(DoubleText(2e23), "1.9999999999999998E23");
  EXPECT_EQ(DoubleText(2.0E-3), "0.002");
  EXPECT_EQ(DoubleText(1.0E23), "9.999999999999999E22");
  EXPECT_EQ(FloatText(-2147483649.0F), "-2.14748365E9");
  EXPECT_EQ(FloatText(9.671406556917033e24F), "9.6714065E24");  // the machine word wraps
}

TEST(JavaFloat, OrdinaryNumbers) {
  EXPECT_EQ(DoubleText(0.1), "0.1");
  EXPECT_EQ(DoubleText(100), "100.0");
  EXPECT_EQ(DoubleText(1e7), "1.0E7");
  EXPECT_EQ(DoubleText(9999999.999999998), "9999999.999999998");
  EXPECT_EQ(DoubleText(1e-3), "0.001");
  EXPECT_EQ(DoubleText(1e-4), "1.0E-4");
  EXPECT_EQ(DoubleText(5e-324), "4.9E-324");
  EXPECT_EQ(DoubleText(1.7976931348623157e308), "1.7976931348623157E308");
  EXPECT_EQ(FloatText(0.1F), "0.1");
  EXPECT_EQ(FloatText(3.4028235e38F), "3.4028235E38");
}

}  // namespace
}  // namespace tarn::function
