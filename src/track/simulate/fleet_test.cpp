#include "track/simulate/fleet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "track/ais/log_decoder.h"
#include "track/ais/report.h"
#include "track/clean/report_cleaner.h"
#include "track/clean/time_gate.h"
#include "track/clean/track_cleaner.h"
#include "track/detect/detectors.h"

namespace tarn::track {
namespace {

constexpr FleetOptions kSmall{.seed = 7, .lines = 60'000, .vessels = 60, .hours = 12};

std::string Log(const FleetOptions& options, FleetSummary* summary) {
  std::string log;
  *summary = SimulateFleet(options, [&](std::string_view line) { log.append(line).append("\n"); });
  return log;
}

TEST(Fleet, TheSameSeedGivesTheSameBytes) {
  FleetSummary summary;
  const auto once = Log(kSmall, &summary);
  EXPECT_EQ(summary.lines, kSmall.lines);
  EXPECT_EQ(once, Log(kSmall, &summary));
  FleetOptions other = kSmall;
  other.seed = 8;
  EXPECT_NE(once, Log(other, &summary));
}

TEST(Fleet, LastsAboutAsLongAsAskedFor) {
  FleetSummary summary;
  Log(kSmall, &summary);
  EXPECT_NEAR(static_cast<double>(summary.last_us - summary.first_us) / 3.6e9, kSmall.hours, 1.5);
  EXPECT_EQ(summary.vessels, 60);
}

// The whole way from the log to alarms, against what the vessels did.
TEST(Fleet, DetectorsFindTheEpisodesAndNothingElse) {
  FleetSummary summary;
  const std::string log = Log(kSmall, &summary);
  ais::LogDecoder decoder;
  TimeGate gate;
  std::map<uint32_t, std::vector<Report>> reports;
  int64_t bad = 0;
  for (size_t at = 0; at < log.size();) {
    const size_t end = log.find('\n', at);
    const auto& result = decoder.Decode(std::string_view(log).substr(at, end - at));
    at = end + 1;
    if (result.outcome == ais::Outcome::Bad) ++bad;
    ais::PositionRow row;
    if (result.outcome != ais::Outcome::Complete || !ais::ToPosition(*result.message, &row)) continue;
    if (!gate.Believe(result.reception.time_us, int64_t{3600} * 1'000'000)) continue;
    Report report{result.reception.time_us,
                  static_cast<double>(row.position.lon) / ais::kUnitsPerDegree,
                  static_cast<double>(row.position.lat) / ais::kUnitsPerDegree,
                  row.sog_tenths / 10.0,
                  row.cog_tenths / 10.0,
                  row.heading,
                  row.nav_status,
                  row.rot,
                  row.utc_second};
    if (CleanReport({}, row.mmsi, &report) == CleanReason::None) reports[row.mmsi].push_back(report);
  }
  EXPECT_EQ(bad, summary.damaged_lines);
  EXPECT_GT(bad, 10);

  int64_t repeats = 0;
  int64_t jumps = 0;
  std::map<EpisodeKind, int> found;
  int alarms = 0;
  for (auto& [mmsi, track] : reports) {
    std::stable_sort(track.begin(), track.end(), [](const auto& a, const auto& b) { return a.time_us < b.time_us; });
    TrackCleaner cleaner;
    AisGap gap(AisGapSettings{});
    Speeding speeding(SpeedingSettings{});
    const auto judge = [&](EpisodeKind kind, const std::optional<Alarm>& alarm) {
      if (!alarm) return;
      ++alarms;
      for (const auto& e : summary.episodes)
        if (e.kind == kind && e.mmsi == mmsi && std::llabs(e.started_us - alarm->started_us) < 200'000'000 &&
            std::llabs(e.ended_us - alarm->ended_us) < 200'000'000)
          ++found[kind];
    };
    for (const auto& report : track) {
      const auto clean = cleaner.Observe({}, report);
      repeats += clean.reason == CleanReason::Duplicate;
      jumps += clean.reason == CleanReason::ImpossibleJump;
      if (clean.reason != CleanReason::None) continue;
      const Fix fix{report.time_us, report.lon_deg, report.lat_deg, report.sog_kn};
      judge(EpisodeKind::AisGap, gap.Observe(fix));
      judge(EpisodeKind::Speeding, speeding.Observe(fix));
    }
    judge(EpisodeKind::Speeding, speeding.Advance(INT64_MAX));
  }
  const auto expected = static_cast<int>(summary.episodes.size());
  EXPECT_GT(expected, 10);
  // A fix that is lost or odd just where an episode begins or ends may blur one.
  EXPECT_NEAR(found[EpisodeKind::AisGap] + found[EpisodeKind::Speeding], expected, 0.05 * expected + 1);
  EXPECT_NEAR(alarms, expected, 0.1 * expected + 1);
  EXPECT_GT(static_cast<double>(repeats), 0.9 * static_cast<double>(summary.repeated_reports) * 0.9);
  EXPECT_GT(jumps, 0);
}

}  // namespace
}  // namespace tarn::track
