#include "table/commit/manifest_merge.h"

namespace tarn::table {

ManifestMergePlan PlanManifestMerge(const std::vector<paimon::ManifestFileMeta>& manifests,
                                    const ManifestMergeOptions& options) {
  ManifestMergePlan plan;
  // Worth a full rewrite once the manifests that it would improve are many bytes.
  int64_t improvable = 0;
  bool deletes = false;
  for (const auto& manifest : manifests) {
    if (manifest.file_size < options.target_bytes || manifest.deleted_files > 0) improvable += manifest.file_size;
    deletes |= manifest.deleted_files > 0;
  }
  if (improvable >= options.full_threshold_bytes) {
    plan.full = true;
    auto& all = plan.groups.emplace_back();
    // Without deletes the large ones need no change. With deletes any of them may hold what goes.
    std::vector<size_t> kept;
    for (size_t i = 0; i < manifests.size(); ++i)
      (deletes || manifests[i].file_size < options.target_bytes ? all : kept).push_back(i);
    for (const size_t i : kept) plan.groups.push_back({i});
    return plan;
  }

  std::vector<size_t> group;
  int64_t bytes = 0;
  for (size_t i = 0; i < manifests.size(); ++i) {
    group.push_back(i);
    bytes += manifests[i].file_size;
    if (bytes < options.target_bytes) continue;
    plan.groups.push_back(std::move(group));
    group.clear();
    bytes = 0;
  }
  if (static_cast<int64_t>(group.size()) >= options.min_count) {
    plan.groups.push_back(std::move(group));
  } else {
    for (const size_t i : group) plan.groups.push_back({i});
  }
  return plan;
}

}  // namespace tarn::table
