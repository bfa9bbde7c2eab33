#include "table/compact/universal.h"

#include <algorithm>

namespace tarn::table {
namespace {

int32_t MaxLevel(std::span<const RunSize> runs, const CompactOptions& options) {
  int32_t levels = options.num_levels;
  for (const auto& run : runs) levels = std::max(levels, run.level + 1);
  return levels - 1;
}

CompactPick MakePick(std::span<const RunSize> runs, int32_t max_level, size_t count) {
  if (count == runs.size()) return {count, max_level};
  const int32_t below = std::max(0, runs[count].level - 1);
  if (below > 0) return {count, below};
  // Level 0 cannot take the output: go on to the first run above it and write there.
  while (count < runs.size()) {
    const int32_t level = runs[count++].level;
    if (level != 0) return {count, count == runs.size() ? max_level : level};
  }
  return {count, max_level};
}

/// Takes further runs as long as they are not much larger than what is taken. The output then is of their size.
std::optional<CompactPick> PickBySize(std::span<const RunSize> runs, int32_t max_level, size_t count, bool forced,
                                      const CompactOptions& options) {
  double taken = 0;
  for (size_t i = 0; i < count; ++i) taken += static_cast<double>(runs[i].bytes);
  for (; count < runs.size(); ++count) {
    const auto& next = runs[count];
    if (taken * (100.0 + options.size_ratio) / 100.0 < static_cast<double>(next.bytes)) break;
    taken += static_cast<double>(next.bytes);
  }
  if (!forced && count < 2) return std::nullopt;
  return MakePick(runs, max_level, count);
}

}  // namespace

std::optional<CompactPick> PickCompaction(std::span<const RunSize> runs, const CompactOptions& options) {
  const auto trigger = static_cast<size_t>(std::max(1, options.run_trigger));
  const int32_t max_level = MaxLevel(runs, options);
  if (runs.size() < std::max<size_t>(trigger, 2)) return std::nullopt;

  int64_t newer = 0;
  for (size_t i = 0; i + 1 < runs.size(); ++i) newer += runs[i].bytes;
  if (newer * 100 > options.max_size_amplification * runs.back().bytes) return CompactPick{runs.size(), max_level};

  if (auto pick = PickBySize(runs, max_level, 1, /*forced=*/false, options)) return pick;
  if (runs.size() > trigger) return PickBySize(runs, max_level, runs.size() - trigger + 1, /*forced=*/true, options);
  return std::nullopt;
}

std::optional<CompactPick> PickFullCompaction(std::span<const RunSize> runs, const CompactOptions& options) {
  const int32_t max_level = MaxLevel(runs, options);
  if (runs.empty() || (runs.size() == 1 && runs[0].level == max_level)) return std::nullopt;
  return CompactPick{runs.size(), max_level};
}

}  // namespace tarn::table
