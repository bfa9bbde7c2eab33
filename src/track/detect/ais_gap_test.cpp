#include "track/detect/ais_gap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/error.h"

namespace tarn::track {
namespace {

struct Heard {
  double minute;
  double knots = 10;
};

using Intervals = std::vector<std::pair<double, double>>;

Intervals Alarms(const AisGapSettings& settings, std::initializer_list<Heard> reports) {
  AisGap vessel(settings);
  Intervals alarms;
  for (const auto& report : reports)
    if (const auto alarm = vessel.Observe({int64_t(report.minute * 60e6), 11.5, 57.6, report.knots}))
      alarms.emplace_back(double(alarm->started_us) / 60e6, double(alarm->ended_us) / 60e6);
  return alarms;
}

constexpr AisGapSettings kSettings{.gap_s = 1800, .min_kn = 1, .max_gap_s = 86400};

TEST(AisGap, CoversTheSilence) {
  EXPECT_EQ(Alarms(kSettings, {{0}, {5}, {40}, {45}}), (Intervals{{5, 40}}));
  EXPECT_EQ(Alarms(kSettings, {{0}, {30}}), (Intervals{{0, 30}})) << "the limit itself is one";
  EXPECT_EQ(Alarms(kSettings, {{0}, {29.9}, {59.8}}), Intervals{});
}
TEST(AisGap, EachSilenceIsOne) { EXPECT_EQ(Alarms(kSettings, {{0}, {40}, {80}}), (Intervals{{0, 40}, {40, 80}})); }
TEST(AisGap, AVesselThatLayStillMayBeSilent) { EXPECT_EQ(Alarms(kSettings, {{0, 0.5}, {40}}), Intervals{}); }
TEST(AisGap, AnUnknownSpeedCountsAsUnderWay) { EXPECT_EQ(Alarms(kSettings, {{0, NAN}, {40}}), (Intervals{{0, 40}})); }
TEST(AisGap, AfterADayItIsAnotherVoyage) { EXPECT_EQ(Alarms(kSettings, {{0}, {60 * 25}}), Intervals{}); }

TEST(AisGap, EvidenceHasFiguresAndUnits) {
  AisGap vessel(kSettings);
  vessel.Observe({0, 11, 57, 12.34});
  const auto alarm = vessel.Observe({int64_t(3600e6), 11, 57.1, 3});
  ASSERT_TRUE(alarm);
  EXPECT_EQ(alarm->evidence, "silent for 3600 s, allowed 1800 s; was making 12.3 kn, came back 6.0 nm away");
}

TEST(AisGap, RefusesSettingsThatMakeNoSense) {
  for (const AisGapSettings& bad : {AisGapSettings{.gap_s = 0}, AisGapSettings{.gap_s = NAN},
                                    AisGapSettings{.min_kn = -1}, AisGapSettings{.gap_s = 60, .max_gap_s = 60}})
    EXPECT_THROW(bad.Validate(), Error);
}

}  // namespace
}  // namespace tarn::track
