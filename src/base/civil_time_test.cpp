#include "base/civil_time.h"

#include <gtest/gtest.h>

namespace tarn {
namespace {

TEST(CivilTime, DaysBothWays) {
  const std::pair<int64_t, const char*> cases[] = {
      {0, "1970-01-01"},       {19723, "2024-01-01"},  {19782, "2024-02-29"},  {-1, "1969-12-31"},
      {-719528, "0000-01-01"}, {-25509, "1900-02-28"}, {2932896, "9999-12-31"}};
  for (const auto& [days, text] : cases) {
    EXPECT_EQ(FormatDate(days), text);
    EXPECT_EQ(ParseDate(text), days) << text;
  }
  for (int64_t days = -800'000; days < 800'000; days += 13) EXPECT_EQ(DaysFromCivil(CivilFromDays(days)), days);
}

TEST(CivilTime, Timestamps) {
  EXPECT_EQ(FormatTimestamp(-1, 6), "1969-12-31 23:59:59.999999");
  EXPECT_EQ(FormatTimestamp(0, 0), "1970-01-01 00:00:00");
  EXPECT_EQ(FormatTimestamp(1'500'000, 3), "1970-01-01 00:00:01.500");
  const auto parsed = ParseTimestamp("2024-01-31T12:00:01.25");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(FormatTimestamp(*parsed, 9), "2024-01-31 12:00:01.250000000");
  EXPECT_EQ(MicrosFromCivil(*ParseTimestamp("1969-12-31 23:59:59.999999")), -1);
  EXPECT_EQ(FormatIsoLocal(*ParseTimestamp("2024-01-31 12:00")), "2024-01-31T12:00");
  EXPECT_EQ(FormatIsoLocal(*ParseTimestamp("2024-01-31 12:00:00.1")), "2024-01-31T12:00:00.100");
  EXPECT_EQ(ParseTimeOfDay("01:02:03.5"), 3'723'500'000'000);
}

TEST(CivilTime, RefusesWhatIsNoTime) {
  for (const char* text : {"", "2024", "2024-13-01", "2023-02-29", "2024-01-01x", "a-b-c"})
    EXPECT_EQ(ParseDate(text), std::nullopt) << text;
  for (const char* text : {"2024-01-01 24:00", "2024-01-01 1", "2024-01-01 10:00:60", "2024-01-01 10:00:00.",
                           "2024-01-01 10:00:00.1234567890"})
    EXPECT_FALSE(ParseTimestamp(text)) << text;
}

TEST(CivilTime, RefusesWhatNoVectorHolds) {
  EXPECT_EQ(ParseDate("+5881580-07-10"), INT32_MAX - 1);
  EXPECT_EQ(ParseDate("-5877641-06-25"), -(INT32_MAX - 1));
  for (const char* text : {"+5881580-07-11", "-5877641-06-24", "999999999-12-31"})
    EXPECT_EQ(ParseDate(text), std::nullopt) << text;
  EXPECT_EQ(MicrosFromCivil(*ParseTimestamp("+294247-01-10 04:00:54.775806")), INT64_MAX - 1);
  EXPECT_EQ(MicrosFromCivil(*ParseTimestamp("-290308-12-21 19:59:05.224194")), -(INT64_MAX - 1));
  for (const char* text :
       {"294247-01-10 04:00:54.775807", "-290308-12-21 19:59:05.224193", "999999-01-01 00:00:00", "999999999-12-31"})
    EXPECT_FALSE(ParseTimestamp(text)) << text;
}

}  // namespace
}  // namespace tarn
