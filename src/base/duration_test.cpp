#include "base/duration.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace tarn {
namespace {

TEST(Duration, ReadsFlinksForms) {
  EXPECT_EQ(ParseDurationMillis("10 s"), 10'000);
  EXPECT_EQ(ParseDurationMillis("3minute"), 180'000);
  EXPECT_EQ(ParseDurationMillis(" 1 H "), 3'600'000);
  EXPECT_EQ(ParseDurationMillis("7d"), 604'800'000);
  EXPECT_EQ(ParseDurationMillis("100"), 100);
  EXPECT_EQ(ParseDurationMillis("2 min"), 120'000);
  EXPECT_EQ(ParseDurationNanos("5 micros"), 5000);
  EXPECT_EQ(ParseDurationNanos("5 \u00b5s"), 5000);
}

TEST(Duration, RefusesTheRest) {
  for (const char* text : {"", "soon", "s", "-1 s", "1.5 s", "1 fortnight", "99999999999999999999 s", "999999999999 d"})
    EXPECT_THROW(ParseDurationNanos(text), Error) << text;
}

TEST(Duration, LongOnesAreMilliseconds) {
  EXPECT_EQ(ParseDurationMillis("1000000 d"), 86'400'000'000'000);
  EXPECT_THROW(ParseDurationNanos("1000000 d"), Error);
  EXPECT_THROW(ParseDurationMicros("1000000 d"), Error);
  EXPECT_THROW(ParseDurationMillis("1000000000000 d"), Error);
}

TEST(Duration, MemorySizes) {
  EXPECT_EQ(ParseMemorySize("256 mb"), 256LL << 20);
  EXPECT_EQ(ParseMemorySize("4kb"), 4096);
  EXPECT_EQ(ParseMemorySize("1 GB"), 1LL << 30);
  EXPECT_EQ(ParseMemorySize("77"), 77);
  EXPECT_THROW(ParseMemorySize("1 h"), Error);
}

TEST(Duration, PrintsAsJavaDoes) {
  EXPECT_EQ(ToIsoDuration(0), "PT0S");
  EXPECT_EQ(ToIsoDuration(5'000'000'000), "PT5S");
  EXPECT_EQ(ToIsoDuration(90 * 60 * 1'000'000'000LL), "PT1H30M");
  EXPECT_EQ(ToIsoDuration(24 * 3600 * 1'000'000'000LL), "PT24H");
  EXPECT_EQ(ToIsoDuration(500'000'000), "PT0.5S");
}

}  // namespace
}  // namespace tarn
