#include "base/java_text.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/int128.h"

namespace tarn {
namespace {

TEST(JavaText, AsDoubleToStringPrints) {
  const std::pair<double, const char*> cases[] = {
      {0, "0.0"},         {-0.0, "-0.0"},         {1, "1.0"},         {1.5, "1.5"},
      {100, "100.0"},     {1e6, "1000000.0"},     {1e7, "1.0E7"},     {12345678, "1.2345678E7"},
      {0.001, "0.001"},   {0.0001, "1.0E-4"},     {0.0123, "0.0123"}, {-3.25, "-3.25"},
      {1e300, "1.0E300"}, {INFINITY, "Infinity"}, {NAN, "NaN"}};
  for (const auto& [value, text] : cases) EXPECT_EQ(JavaText(value), text);
  EXPECT_EQ(JavaText(1.1f), "1.1");
  EXPECT_EQ(JavaText(3.4028235e38f), "3.4028235E38");
}

TEST(Int128, PrintsDecimals) {
  EXPECT_EQ(DecimalToString(150, 2), "1.50");
  EXPECT_EQ(DecimalToString(-1, 2), "-0.01");
  EXPECT_EQ(DecimalToString(-1, 0), "-1");
  EXPECT_EQ(DecimalToString(0, 3), "0.000");
  EXPECT_EQ(ToString(int128_t{1} << 100), "1267650600228229401496703205376");
}

}  // namespace
}  // namespace tarn
