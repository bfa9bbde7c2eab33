#include "base/nearest.h"

#include <gtest/gtest.h>

namespace tarn {
namespace {

TEST(Nearest, FindsSlips) {
  const std::vector<std::string> known = {"bucket", "bucket-key", "merge-engine", "file.format", "scan.mode"};
  EXPECT_EQ(NearestName("buckets", known), "bucket");
  EXPECT_EQ(NearestName("bukcet", known), "bucket");
  EXPECT_EQ(NearestName("bucket_key", known), "bucket-key");
  EXPECT_EQ(NearestName("Merge-Engin", known), "merge-engine");
  EXPECT_EQ(NearestName("file-format", known), "file.format");
  EXPECT_EQ(NearestName("owner-team", known), std::nullopt);
  EXPECT_EQ(NearestName("", known), std::nullopt);
  EXPECT_EQ(DidYouMean("buckt", known), ", did you mean 'bucket'?");
  EXPECT_EQ(DidYouMean("zzz", known), "");
}

TEST(Nearest, DistanceCountsASwapOnce) {
  EXPECT_EQ(EditDistance("ab", "ba"), 1);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3);
  EXPECT_EQ(EditDistance("", "abc"), 3);
}

}  // namespace
}  // namespace tarn
