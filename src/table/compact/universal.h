// When and what a bucket compacts: Paimon's UniversalCompaction as a pure function over the sizes of its sorted runs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace tarn::table {

struct CompactOptions {
  int32_t run_trigger = 5;               // num-sorted-run.compaction-trigger
  int32_t max_size_amplification = 200;  // compaction.max-size-amplification-percent
  int32_t size_ratio = 1;                // compaction.size-ratio, percent
  int32_t num_levels = 6;                // num-levels; the trigger + 1 unless set
};

struct RunSize {
  int32_t level = 0;
  int64_t bytes = 0;
};

struct CompactPick {
  size_t run_count = 0;  // the newest ones
  int32_t output_level = 0;

  bool operator==(const CompactPick&) const = default;
};

/// `runs` are ordered newest first: level-0 files, then levels 1..max. Nullopt = nothing to do.
std::optional<CompactPick> PickCompaction(std::span<const RunSize> runs, const CompactOptions& options);
/// Everything into the highest level; nullopt if it is there already.
std::optional<CompactPick> PickFullCompaction(std::span<const RunSize> runs, const CompactOptions& options);

}  // namespace tarn::table
