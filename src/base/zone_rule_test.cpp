#include "base/zone_rule.h"

#include <gtest/gtest.h>

#include "base/civil_time.h"

namespace tarn {
namespace {

int64_t Offset(const char* rule, const char* utc) {
  return ZoneRule::Parse(rule)->OffsetAt(SecondsFromCivil(*ParseTimestamp(utc)));
}

TEST(ZoneRule, ReadsEachFormOfADay) {
  // The second Sunday, the last one, the 60th day but February 29, the 60th day from 0, days on from a Thursday.
  EXPECT_EQ(Offset("EST5EDT,M3.2.0,M11.1.0", "2050-03-13 06:59:59"), -5 * 3600);
  EXPECT_EQ(Offset("EST5EDT,M3.2.0,M11.1.0", "2050-03-13 07:00:00"), -4 * 3600);
  EXPECT_EQ(Offset("CET-1CEST,M3.5.0,M10.5.0/3", "2050-03-27 01:00:00"), 2 * 3600);
  EXPECT_EQ(Offset("A0B,J60,J300", "2048-03-01 01:59:59"), 0);
  EXPECT_EQ(Offset("A0B,J60,J300", "2048-03-01 02:00:00"), 3600);
  EXPECT_EQ(Offset("A0B,59,300", "2048-02-29 02:00:00"), 3600);
  EXPECT_EQ(Offset("EET-2EEST,M3.4.4/50,M10.4.4/50", "2090-03-24 23:59:59"), 2 * 3600);
  EXPECT_EQ(Offset("EET-2EEST,M3.4.4/50,M10.4.4/50", "2090-03-25 00:00:00"), 3 * 3600);
  EXPECT_EQ(Offset("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2050-03-27 01:00:00"), -3600);
  EXPECT_EQ(Offset("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2050-01-01 00:00:00"), 11 * 3600);
}

TEST(ZoneRule, IsNoneWithoutSummerTime) {
  for (const char* text : {"", "CST-8", "<+0330>-3:30", "EST5EDT", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
                           "CET-1CEST,M3.5.0,M10.5.0/3,", "<CET-1", "TZif2"}) {
    EXPECT_FALSE(ZoneRule::Parse(text)) << text;
  }
}

}  // namespace
}  // namespace tarn
