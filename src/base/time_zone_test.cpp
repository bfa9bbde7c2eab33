#include "base/time_zone.h"

#include <gtest/gtest.h>

#include "base/civil_time.h"
#include "base/error.h"

namespace tarn {
namespace {

int64_t At(const char* text) { return MicrosFromCivil(*ParseTimestamp(text)); }

TEST(TimeZone, ReadsTheWallClock) {
  struct {
    const char* zone;
    const char* utc;
    const char* local;
  } cases[] = {{"UTC", "2024-01-01 00:00:00", "2024-01-01 00:00:00"},
               {"Asia/Shanghai", "1970-01-01 00:00:00", "1970-01-01 08:00:00"},
               {"GMT+08:00", "1970-01-01 00:00:00", "1970-01-01 08:00:00"},
               {"-03:30", "1970-01-01 00:00:00", "1969-12-31 20:30:00"},
               {"Europe/Paris", "2024-07-01 12:00:00", "2024-07-01 14:00:00"},
               {"Europe/Paris", "2055-01-01 12:00:00", "2055-01-01 13:00:00"}};
  for (const auto& c : cases) {
    EXPECT_EQ(TimeZone::Named(c.zone).ToLocal(At(c.utc)), At(c.local)) << c.zone;
    EXPECT_EQ(TimeZone::Named(c.zone).ToUtc(At(c.local)), At(c.utc)) << c.zone;
  }
}

TEST(TimeZone, GapsMoveForwardAndFoldsTakeTheFirst) {
  const auto zone = TimeZone::Named("America/Los_Angeles");
  EXPECT_EQ(zone.ToLocal(zone.ToUtc(At("2024-03-10 02:30:00"))), At("2024-03-10 03:30:00"));
  EXPECT_EQ(zone.ToUtc(At("2024-11-03 01:30:00")), At("2024-11-03 08:30:00"));
}

TEST(TimeZone, UnknownNamesAreRefused) {
  EXPECT_FALSE(TimeZone::Exists("Nowhere/X"));
  EXPECT_THROW(TimeZone::Named("Nowhere/X"), Error);
  EXPECT_THROW(TimeZone::Named("+99"), Error);
}

}  // namespace
}  // namespace tarn
