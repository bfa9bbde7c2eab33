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

// Behind the changes that a zone's file lists, as java.time has them.
TEST(TimeZone, KeepsItsRuleForEver) {
  struct {
    const char* zone;
    const char* utc;
    const char* local;
  } cases[] = {{"Europe/Paris", "2040-07-01 12:00:00", "2040-07-01 14:00:00"},
               {"Europe/Paris", "9999-12-31 12:00:00", "9999-12-31 13:00:00"},
               {"Europe/Paris", "2040-03-25 00:59:59", "2040-03-25 01:59:59"},
               {"Europe/Paris", "2040-03-25 01:00:00", "2040-03-25 03:00:00"},
               {"America/New_York", "9999-07-01 12:00:00", "9999-07-01 08:00:00"},
               {"America/New_York", "2050-11-06 05:59:59", "2050-11-06 01:59:59"},
               {"Australia/Lord_Howe", "2045-01-01 00:00:00", "2045-01-01 11:00:00"},
               {"Australia/Lord_Howe", "2045-07-01 00:00:00", "2045-07-01 10:30:00"},
               {"Europe/Dublin", "2041-01-01 00:00:00", "2041-01-01 00:00:00"},
               {"Europe/Dublin", "2041-07-01 00:00:00", "2041-07-01 01:00:00"},
               {"America/Nuuk", "2060-07-01 12:00:00", "2060-07-01 11:00:00"},
               {"Asia/Tehran", "2050-07-01 00:00:00", "2050-07-01 03:30:00"},
               {"Asia/Shanghai", "9999-07-01 00:00:00", "9999-07-01 08:00:00"}};
  for (const auto& c : cases) {
    EXPECT_EQ(TimeZone::Named(c.zone).ToLocal(At(c.utc)), At(c.local)) << c.zone;
    EXPECT_EQ(TimeZone::Named(c.zone).ToUtc(At(c.local)), At(c.utc)) << c.zone;
  }
  const auto paris = TimeZone::Named("Europe/Paris"), island = TimeZone::Named("Australia/Lord_Howe");
  EXPECT_EQ(paris.ToUtc(At("2040-03-25 02:30:00")), At("2040-03-25 01:30:00"));  // a gap
  EXPECT_EQ(paris.ToUtc(At("2040-10-28 02:30:00")), At("2040-10-28 00:30:00"));  // twice
  EXPECT_EQ(island.ToUtc(At("2040-10-07 02:15:00")), At("2040-10-06 15:45:00"));
  EXPECT_EQ(island.ToUtc(At("2040-04-01 01:45:00")), At("2040-03-31 14:45:00"));
}

TEST(TimeZone, UnknownNamesAreRefused) {
  EXPECT_FALSE(TimeZone::Exists("Nowhere/X"));
  EXPECT_THROW(TimeZone::Named("Nowhere/X"), Error);
  EXPECT_THROW(TimeZone::Named("+99"), Error);
}

}  // namespace
}  // namespace tarn
