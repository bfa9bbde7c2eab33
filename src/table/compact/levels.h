// The files of one bucket as sorted runs: each level-0 file is one, each higher level is one.
#pragma once

#include <vector>

#include "paimon/data_file.h"
#include "table/key_compare.h"

namespace tarn::table {

struct LevelRun {
  int32_t level = 0;
  std::vector<paimon::DataFileMeta> files;  // ascending keys, disjoint

  int64_t bytes() const;
};

/// Newest first: level-0 files by their sequence numbers, then the levels in order. Empty levels have no run.
std::vector<LevelRun> RunsOf(std::vector<paimon::DataFileMeta> files, const KeyCompare& compare_keys);

/// Files whose key ranges chain together, as few sorted runs; the next section's keys are all greater.
using Section = std::vector<std::vector<paimon::DataFileMeta>>;
std::vector<Section> IntervalPartition(std::vector<paimon::DataFileMeta> files, const KeyCompare& compare_keys);

}  // namespace tarn::table
