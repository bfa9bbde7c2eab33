#include "table/commit/manifest_merge.h"

#include <gtest/gtest.h>

namespace tarn::table {
namespace {

using Groups = std::vector<std::vector<size_t>>;

std::vector<paimon::ManifestFileMeta> Sizes(std::initializer_list<int64_t> sizes, int64_t deleted = 0) {
  std::vector<paimon::ManifestFileMeta> manifests;
  for (const int64_t size : sizes) {
    auto& manifest = manifests.emplace_back();
    manifest.file_size = size;
    manifest.deleted_files = deleted;
  }
  return manifests;
}
constexpr ManifestMergeOptions kOptions{.target_bytes = 10, .full_threshold_bytes = 1000, .min_count = 4};

TEST(ManifestMerge, FewSmallOnesStay) {
  EXPECT_EQ(PlanManifestMerge(Sizes({1, 1, 1}), kOptions).groups, (Groups{{0}, {1}, {2}}));
  EXPECT_TRUE(PlanManifestMerge({}, kOptions).groups.empty());
}

TEST(ManifestMerge, NeighboursAreGatheredUpToTheTargetOrTheCount) {
  EXPECT_EQ(PlanManifestMerge(Sizes({4, 4, 4, 1}), kOptions).groups, (Groups{{0, 1, 2}, {3}}));
  EXPECT_EQ(PlanManifestMerge(Sizes({1, 1, 1, 1}), kOptions).groups, (Groups{{0, 1, 2, 3}}));
  EXPECT_EQ(PlanManifestMerge(Sizes({20, 1, 20, 1}), kOptions).groups, (Groups{{0}, {1, 2}, {3}}));
}

TEST(ManifestMerge, ManyBytesOfImprovableOnesAreRewrittenInFull) {
  ManifestMergeOptions options = kOptions;
  options.full_threshold_bytes = 12;
  auto plan = PlanManifestMerge(Sizes({5, 20, 8}), options);
  EXPECT_TRUE(plan.full);
  EXPECT_EQ(plan.groups, (Groups{{0, 2}, {1}})) << "large and without deletes: no need";
  plan = PlanManifestMerge(Sizes({5, 20, 8}, /*deleted=*/1), options);
  EXPECT_EQ(plan.groups, (Groups{{0, 1, 2}}));
}

}  // namespace
}  // namespace tarn::table
