#include "function/value_text.h"

#include <gtest/gtest.h>

namespace tarn::function {
namespace {

TEST(ValueText, NumbersAreJavas) {
  EXPECT_EQ(DoubleText(1e20), "1.0E20");
  EXPECT_EQ(DoubleText(1e7), "1.0E7");
  EXPECT_EQ(DoubleText(9999999), "9999999.0");
  EXPECT_EQ(DoubleText(1e-3), "0.001");
  EXPECT_EQ(DoubleText(1e-4), "1.0E-4");
  EXPECT_EQ(DoubleText(-0.0), "-0.0");
  EXPECT_EQ(DoubleText(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(DoubleText(-123.25), "-123.25");
  EXPECT_EQ(FloatText(0.1f), "0.1");
  EXPECT_EQ(FloatText(16777216.0f), "1.6777216E7");
  EXPECT_EQ(DecimalText(1500, 3), "1.500");
  EXPECT_EQ(DecimalText(-5, 3), "-0.005");
  EXPECT_EQ(DecimalText(0, 0), "0");
  EXPECT_EQ(DecimalText(0, 2), "0.00");
  EXPECT_EQ(DecimalText(120, 0), "120");
}

TEST(ValueText, TimesAndIntervals) {
  EXPECT_EQ(TimestampText(1'704'164'645'123'456, 3), "2024-01-02 03:04:05.123");
  EXPECT_EQ(TimestampText(1'704'164'645'123'456'789, 9), "2024-01-02 03:04:05.123456789");
  EXPECT_EQ(TimestampText(-1000, 3), "1969-12-31 23:59:59.999");
  EXPECT_EQ(IntervalSecondText(123'456'789), "+1 10:17:36.789");
  EXPECT_EQ(IntervalSecondText(-5'400'000), "-0 01:30:00.000");
  EXPECT_EQ(IntervalMonthText(84), "+7-00");
  EXPECT_EQ(IntervalMonthText(-14), "-1-02");
}

}  // namespace
}  // namespace tarn::function
