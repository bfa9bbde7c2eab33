#include "table/compact/universal.h"

#include <gtest/gtest.h>

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

TEST(Universal, FullCompaction) {
  EXPECT_EQ(PickFullCompaction(Runs{}, kOptions), Pick());
  EXPECT_EQ(PickFullCompaction(Runs{{3, 5}}, kOptions), Pick());
  EXPECT_EQ(PickFullCompaction(Runs{{0, 5}}, kOptions), (Pick{{1, 3}}));
  EXPECT_EQ(PickFullCompaction(Runs{{0, 5}, {5, 5}}, kOptions), (Pick{{2, 5}})) << "a higher level that exists counts";
}

}  // namespace
}  // namespace tarn::table
