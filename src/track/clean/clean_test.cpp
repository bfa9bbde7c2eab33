#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "track/clean/report_cleaner.h"
#include "track/clean/time_gate.h"
#include "track/clean/track_cleaner.h"
#include "track/geodesy/geodesy.h"

namespace tarn::track {
namespace {

constexpr int64_t kSecond = 1'000'000;
constexpr int64_t kStart = 1'400'000'000 * kSecond;
constexpr int64_t kMmsi = 219'000'001;

Report At(double seconds, double lon, double lat, double sog = 10) {
  return {kStart + static_cast<int64_t>(seconds * 1e6), lon, lat, sog, 90, 90, 0, 0, 30};
}

CleanReason Check(Report report, int64_t mmsi = kMmsi, const ReportOptions& options = {}) {
  return CleanReport(options, mmsi, &report);
}

TEST(ReportCleaner, SetsAsideWhatIsNoVesselsPosition) {
  EXPECT_EQ(Check(At(0, 11, 57)), CleanReason::None);
  EXPECT_EQ(Check(At(0, 180, -90)), CleanReason::None);
  EXPECT_EQ(Check(At(0, 181, 91)), CleanReason::NoPosition);
  EXPECT_EQ(Check(At(0, 11, 91)), CleanReason::NoPosition);
  EXPECT_EQ(Check(At(0, NAN, 57)), CleanReason::NoPosition);
  EXPECT_EQ(Check(At(0, 200, 57)), CleanReason::ImpossiblePosition);
  EXPECT_EQ(Check(At(0, 11, -90.1)), CleanReason::ImpossiblePosition);
  EXPECT_EQ(Check(At(0, 0, 0)), CleanReason::NullIsland);
  EXPECT_EQ(Check(At(0, 0, 0), kMmsi, {.drop_null_island = false}), CleanReason::None);
  EXPECT_EQ(Check(At(0, 11, 57), 3638), CleanReason::ImpossibleMmsi);
  EXPECT_EQ(Check(At(0, 11, 57), 992190917), CleanReason::ImpossibleMmsi);
  EXPECT_EQ(Check(At(0, 11, 57), 3638, {.vessels_only = false}), CleanReason::None);
  EXPECT_EQ(Check(At(1e10, 11, 57)), CleanReason::TimeOutOfRange);
  Report timeless = At(0, 11, 57);
  timeless.time_us = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(Check(timeless), CleanReason::NoTime);
}

TEST(ReportCleaner, NotAvailableBecomesNull) {
  Report r{kStart, 11, 57, 102.3, 360, 511, 15, -128, 60};
  EXPECT_EQ(CleanReport({}, kMmsi, &r), CleanReason::None);
  EXPECT_TRUE(std::isnan(r.sog_kn));
  EXPECT_TRUE(std::isnan(r.cog_deg));
  EXPECT_EQ(r.heading_deg, kNoInteger);
  EXPECT_EQ(r.nav_status, kNoInteger);
  EXPECT_EQ(r.rot, kNoInteger);
  EXPECT_EQ(r.utc_second, kNoInteger);
  Report kept{kStart, 11, 57, 102.3, 360, 511, 15, -128, 60};
  CleanReport({.sentinels_to_null = false}, kMmsi, &kept);
  EXPECT_EQ(kept.heading_deg, 511);
  Report fine{kStart, 11, 57, 102.2, 359.9, 359, 14, -127, 59};
  CleanReport({}, kMmsi, &fine);
  EXPECT_EQ(fine.sog_kn, 102.2);
  EXPECT_EQ(fine.rot, -127);
}

std::vector<CleanReason> Reasons(const std::vector<Report>& reports, const TrackOptions& options = {}) {
  TrackCleaner vessel;
  std::vector<CleanReason> reasons;
  for (const auto& report : reports) reasons.push_back(vessel.Observe(options, report).reason);
  return reasons;
}

using Reason = CleanReason;
using ReasonList = std::vector<CleanReason>;

TEST(TrackCleaner, DropsWhatAnotherReceiverHeardToo) {
  const ReasonList one_of_three{Reason::None, Reason::Duplicate, Reason::Duplicate};
  EXPECT_EQ(Reasons({At(0, 11, 57), At(0.2, 11, 57), At(5, 11, 57)}), one_of_three);
  EXPECT_EQ(Reasons({At(0, 11, 57), At(5.1, 11, 57)}), (ReasonList{Reason::None, Reason::None}))
      << "later it is a new report of a vessel that lies still";
  EXPECT_EQ(Reasons({At(0, 11, 57), At(0.2, 11, 57, 10.1)}), (ReasonList{Reason::None, Reason::None}));
  EXPECT_EQ(Reasons({At(0, 11, 57), At(1, 11.0001, 57), At(1.5, 11, 57)}),
            (ReasonList{Reason::None, Reason::None, Reason::Duplicate}));
  EXPECT_EQ(Reasons({At(0, 11, 57), At(0.2, 11, 57)}, {.duplicate_slack_s = 0}),
            (ReasonList{Reason::None, Reason::None}));
}

TEST(TrackCleaner, SetsAsideALoneJump) {
  EXPECT_EQ(Reasons({At(0, 11, 57), At(10, 14, 57), At(20, 11.001, 57)}),
            (ReasonList{Reason::None, Reason::ImpossibleJump, Reason::None}));
}

TEST(TrackCleaner, BelievesASecondPositionThere) {
  EXPECT_EQ(Reasons({At(0, 11, 57), At(10, 14, 57), At(20, 14.001, 57), At(30, 14.002, 57)}),
            (ReasonList{Reason::None, Reason::ImpossibleJump, Reason::None, Reason::None}));
}

TEST(TrackCleaner, JitterInNoTimeIsNoJump) {
  EXPECT_EQ(Reasons({At(0, 11, 57), At(0, 11.001, 57)}), (ReasonList{Reason::None, Reason::None}));
}

TEST(TrackCleaner, SaysHowAFixFollowsFromTheOneBefore) {
  TrackCleaner vessel;
  const TrackOptions options;
  auto first = vessel.Observe(options, At(0, 11, 57)).derived;
  EXPECT_TRUE(std::isnan(first.distance_m) && std::isnan(first.turn_deg));
  const LonLat b = Destination({11, 57}, 90, 1000);
  const auto second = vessel.Observe(options, At(100, b.lon_deg, b.lat_deg)).derived;
  EXPECT_NEAR(second.distance_m, 1000, 0.01);
  EXPECT_NEAR(second.implied_kn, 10 / kKnot, 0.001);
  EXPECT_EQ(second.interval_s, 100);
  EXPECT_TRUE(std::isnan(second.turn_deg));
  const LonLat c = Destination(b, 120, 500);
  EXPECT_NEAR(vessel.Observe(options, At(200, c.lon_deg, c.lat_deg)).derived.turn_deg, 30, 0.05);
  EXPECT_TRUE(std::isnan(vessel.Observe(options, At(300, c.lon_deg, c.lat_deg, 0)).derived.turn_deg));
}

TEST(TrackCleaner, RefusesOptionsThatMakeNoSense) {
  EXPECT_THROW(TrackOptions{.duplicate_slack_s = -1}.Validate(), Error);
  EXPECT_THROW(TrackOptions{.max_kn = 0}.Validate(), Error);
  EXPECT_THROW(TrackOptions{.max_jitter_m = NAN}.Validate(), Error);
  EXPECT_NO_THROW(TrackOptions{}.Validate());
}

TEST(TimeGate, ALoneTimeFromTheFutureIsNotBelieved) {
  TimeGate gate;
  EXPECT_TRUE(gate.Believe(kStart, kSecond * 3600));
  EXPECT_FALSE(gate.Believe(kStart + 24 * 3600 * kSecond, kSecond * 3600));
  EXPECT_TRUE(gate.Believe(kStart + kSecond, kSecond * 3600));
  EXPECT_FALSE(gate.Believe(kStart - 24 * 3600 * kSecond, kSecond * 3600));
  EXPECT_EQ(gate.front_us, kStart + kSecond);
}

TEST(TimeGate, ALogThatMovesOnIsFollowed) {
  TimeGate gate;
  gate.Believe(kStart, kSecond * 3600);
  const int64_t later = kStart + 24 * 3600 * kSecond;
  int refused = 0;
  for (int i = 0; i < 100; ++i) refused += gate.Believe(later + i * kSecond, kSecond * 3600) ? 0 : 1;
  EXPECT_EQ(refused, TimeGate::kConfirm - 1);
  EXPECT_EQ(gate.front_us, later + 99 * kSecond);
}

TEST(TimeGate, ScatteredSuspectsNeverAgree) {
  TimeGate gate;
  gate.Believe(kStart, kSecond * 3600);
  for (int i = 1; i < 100; ++i) EXPECT_FALSE(gate.Believe(kStart + i * 24 * 3600 * kSecond, kSecond * 3600));
}

}  // namespace
}  // namespace tarn::track
