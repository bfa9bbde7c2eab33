#include "base/name_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tarn {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(NameList, BlanksAroundNamesDoNotCount) {
  EXPECT_THAT(SplitNames("a,b"), ElementsAre("a", "b"));
  EXPECT_THAT(SplitNames(" a ,\tb c\n"), ElementsAre("a", "b c"));
  EXPECT_THAT(SplitNames("a,,b,"), ElementsAre("a", "b"));
  EXPECT_THAT(SplitNames(""), IsEmpty());
  EXPECT_THAT(SplitNames(" , "), IsEmpty());
}

TEST(NameList, JoinsWhatItSplits) {
  EXPECT_EQ(JoinNames(SplitNames(" a , b")), "a,b");
  EXPECT_EQ(JoinNames({}), "");
}

}  // namespace
}  // namespace tarn
