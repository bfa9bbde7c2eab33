// Which manifests of a snapshot are worth rewriting into fewer (Paimon's ManifestFileMerger): decisions over their
// list only; reading and writing is the committer's.
#pragma once

#include <cstdint>
#include <vector>

#include "paimon/data_file.h"

namespace tarn::table {

struct ManifestMergeOptions {
  int64_t target_bytes = 8 << 20;           // manifest.target-file-size
  int64_t full_threshold_bytes = 16 << 20;  // manifest.full-compaction-threshold-size
  int64_t min_count = 30;                   // manifest.merge-min-count
};

struct ManifestMergePlan {
  /// Runs of neighbours, in order, that cover all manifests. One of a single manifest stays as it is unless `full`.
  std::vector<std::vector<size_t>> groups;
  /// Everything in groups[0] is rewritten into entries that are all ADD; the other groups stay.
  bool full = false;
};

ManifestMergePlan PlanManifestMerge(const std::vector<paimon::ManifestFileMeta>& manifests,
                                    const ManifestMergeOptions& options);

}  // namespace tarn::table
