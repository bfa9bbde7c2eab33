#include "table/compact/universal.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace tarn::table {
namespace {

using Runs = std::vector<RunSize>;
using Pick = std::optional<CompactPick>;
constexpr CompactOptions kOptions{.run_trigger = 3, .max_size_amplification = 25, .size_ratio = 1, .num_levels = 4};

TEST(Universal, BelowTheTriggerNothing) {
  EXPECT_EQ(PickCompaction(Runs{}, kOptions), Pick());
  EXPECT_EQ(PickCompaction(Runs{{0, 1}, {0, 1}}, kOptions), Pick());
}

TEST(Universal, TooMuchAboveTheLastRunIsAFullCompaction) {
  EXPECT_EQ(PickCompaction(Runs{{0, 10}, {1, 10}, {3, 50}}, kOptions), (Pick{{3, 3}}));
  EXPECT_EQ(PickCompaction(Runs{{0, 1}, {0, 1}, {0, 1}}, kOptions), (Pick{{3, 3}}));
}

// The next three follow Paimon's UniversalCompactionTest: sizes of runs, and how many are taken to which level.
TEST(Universal, RunsOfLikeSizeAreTaken) {
  EXPECT_EQ(PickCompaction(Runs{{0, 1}, {1, 1}, {2, 1000}}, kOptions), (Pick{{2, 1}}));
  EXPECT_EQ(PickCompaction(Runs{{0, 1}, {0, 1}, {3, 1000}}, kOptions), (Pick{{2, 2}}));
  EXPECT_EQ(PickCompaction(Runs{{0, 1}, {0, 50}, {3, 1000}}, kOptions), Pick()) << "the second is much larger";
}

TEST(Universal, BeyondTheTriggerTheNewestAreForced) {
  EXPECT_EQ(PickCompaction(Runs{{0, 1}, {0, 5}, {0, 20}, {3, 1000}}, kOptions), (Pick{{4, 3}}))
      << "level 0 cannot take the output, so it goes on to the first run above";
  EXPECT_EQ(PickCompaction(Runs{{0, 1}, {1, 5}, {2, 20}, {3, 1000}}, kOptions), (Pick{{2, 1}}));
}

// A writer compacts as long as something is picked: each pick must leave fewer runs than there were.
TEST(Universal, EveryPickComesToAnEnd) {
  for (uint64_t seed = 1; seed <= 20000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const CompactOptions options{.run_trigger = 1 + static_cast<int32_t>(random() % 6),
                                 .max_size_amplification = static_cast<int32_t>(random() % 300),
                                 .size_ratio = static_cast<int32_t>(random() % 100),
                                 .num_levels = 2 + static_cast<int32_t>(random() % 6)};
    Runs runs(random() % 8, {0, 0});
    for (int32_t level = 1; level < options.num_levels + static_cast<int32_t>(random() % 2); ++level)
      if (random() % 2) runs.push_back({level, 0});
    for (auto& run : runs) run.bytes = static_cast<int64_t>(random() % (random() % 2 ? 10 : 100000));
    while (const auto pick = PickCompaction(runs, options)) {
      ASSERT_GE(pick->run_count, 2u);
      ASSERT_LE(pick->run_count, runs.size());
      ASSERT_GT(pick->output_level, 0);
      ASSERT_GE(pick->output_level, runs[pick->run_count - 1].level) << "newer rows must not sink below older ones";
      int64_t bytes = 0;
      for (size_t i = 0; i < pick->run_count; ++i) bytes += runs[i].bytes;
      runs.erase(runs.begin(), runs.begin() + static_cast<ptrdiff_t>(pick->run_count));
      ASSERT_TRUE(runs.empty() || runs[0].level > pick->output_level) << "a level is one run";
      runs.insert(runs.begin(), {pick->output_level, bytes});
    }
  }
}

TEST(Universal, FullCompaction) {
  EXPECT_EQ(PickFullCompaction(Runs{}, kOptions), Pick());
  EXPECT_EQ(PickFullCompaction(Runs{{3, 5}}, kOptions), Pick());
  EXPECT_EQ(PickFullCompaction(Runs{{0, 5}}, kOptions), (Pick{{1, 3}}));
  EXPECT_EQ(PickFullCompaction(Runs{{0, 5}, {5, 5}}, kOptions), (Pick{{2, 5}})) << "a higher level that exists counts";
}

}  // namespace
}  // namespace tarn::table
