#include "track/ais/log_time.h"

#include <gtest/gtest.h>

#include "track/ais/log_time_zone.h"

namespace tarn::track::ais {
namespace {

constexpr int64_t kSecond = 1'000'000;

TEST(LogTime, Epochs) {
  EXPECT_EQ(ParseEpoch("1490075479"), 1490075479 * kSecond);
  EXPECT_EQ(ParseEpoch("1490075479.25"), 1490075479 * kSecond + 250'000);
  EXPECT_EQ(ParseEpoch("1490075479250"), 1490075479 * kSecond + 250'000);
  for (const char* bad : {"", "12", "1490075479x", "14900754792501", "-1490075479", "012345678"})
    EXPECT_EQ(ParseEpoch(bad), kNoTime) << bad;
}

TEST(LogTime, DatesWithTimes) {
  const int64_t expected = 1459375201 * kSecond;
  EXPECT_EQ(ParseDateTime("2016-03-30 22:00:01").us, expected);
  EXPECT_EQ(ParseDateTime("2016/03/30T22:00:01.5").us, expected + 500'000);
  EXPECT_EQ(ParseDateTime("2016-03-30 22.00.01").us, expected);
  const auto zoned = ParseDateTime("2016-03-31T00:00:01+02:00");
  EXPECT_TRUE(zoned.has_offset);
  EXPECT_EQ(zoned.us - zoned.offset_us, expected);
  EXPECT_TRUE(ParseDateTime("2016-03-30T22:00:01Z").has_offset);
  for (const char* bad : {"", "2016-03-30", "2016-13-30 22:00:01", "2016-02-30 22:00:01", "2016-03-30 24:00:01",
                          "2016-03-30 22:00:61", "2016-03-30 22:00:01 tomorrow"})
    EXPECT_EQ(ParseDateTime(bad).us, kNoTime) << bad;
}

TEST(LogTime, NmeaClocks) {
  EXPECT_EQ(ParseNmeaClock("195719", "16", "04", "14"), 1397678239 * kSecond);
  EXPECT_EQ(ParseNmeaClock("195719.50", "16", "04", "2014"), 1397678239 * kSecond + 500'000);
  EXPECT_EQ(ParseNmeaClock("", "16", "04", "14"), kNoTime);
  EXPECT_EQ(ParseNmeaClock("195719", "16", "04", ""), kNoTime);
}

int64_t Utc(int month, int day, int hour, int minute) { return FromCivil(2016, month, day, hour, minute, 0, 0); }

TEST(LogTimeZone, TheHourThatComesTwiceFollowsTheLog) {
  const auto paris = TimeZone::Named("Europe/Paris");
  // 02:00 to 03:00 comes twice on 30 October: at 00:00 and at 01:00 UTC.
  int64_t previous = kNoTime;
  const struct {
    int hour, minute;
    int64_t utc;
  } log[] = {{1, 50, Utc(10, 29, 23, 50)}, {2, 30, Utc(10, 30, 0, 30)}, {2, 59, Utc(10, 30, 0, 59)},
             {2, 58, Utc(10, 30, 0, 58)},  {2, 1, Utc(10, 30, 1, 1)},   {2, 59, Utc(10, 30, 1, 59)},
             {3, 0, Utc(10, 30, 2, 0)}};
  for (const auto& line : log) {
    previous = LogTimeToUtc(paris, Utc(10, 30, line.hour, line.minute), previous);
    EXPECT_EQ(previous, line.utc) << line.hour << ":" << line.minute;
  }
}

TEST(LogTimeZone, ALogMayRunBackOutsideThatHour) {
  const auto paris = TimeZone::Named("Europe/Paris");
  EXPECT_EQ(LogTimeToUtc(paris, Utc(7, 15, 12, 0), Utc(7, 16, 0, 0)), Utc(7, 15, 10, 0));
  EXPECT_EQ(LogTimeToUtc(paris, Utc(10, 30, 4, 0), Utc(11, 16, 0, 0)), Utc(10, 30, 3, 0));
  EXPECT_EQ(LogTimeToUtc(TimeZone(), Utc(7, 15, 12, 0), kNoTime), Utc(7, 15, 12, 0));
}

}  // namespace
}  // namespace tarn::track::ais
