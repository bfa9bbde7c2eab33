#include "table/scan/split_generator.h"

#include <algorithm>

#include "table/compact/levels.h"

namespace tarn::table {
namespace {

using paimon::DataFileMeta;

bool HasNoDeletes(const DataFileMeta& file) { return file.delete_row_count.value_or(0) == 0; }

// Paimon's BinPacking.packForOrdered: neighbours stay neighbours, a part heavier than the target stands alone.
template <typename Part, typename Weight>
std::vector<std::vector<Part>> Pack(std::vector<Part> parts, int64_t target, const Weight& weight_of) {
  std::vector<std::vector<Part>> bins;
  int64_t filled = 0;
  for (auto& part : parts) {
    const int64_t weight = weight_of(part);
    if (bins.empty() || (filled + weight > target && !bins.back().empty())) {
      bins.emplace_back();
      filled = 0;
    }
    filled += weight;
    bins.back().push_back(std::move(part));
  }
  return bins;
}

}  // namespace

std::vector<FileGroup> GroupAppendFiles(std::vector<DataFileMeta> files, const SplitSizes& sizes) {
  std::stable_sort(files.begin(), files.end(), [](const DataFileMeta& a, const DataFileMeta& b) {
    return a.min_sequence_number < b.min_sequence_number;
  });
  std::vector<FileGroup> groups;
  auto packed = Pack(std::move(files), sizes.target_bytes,
                     [&](const DataFileMeta& file) { return std::max(file.file_size, sizes.open_file_bytes); });
  for (auto& bin : packed) groups.push_back({.raw = true, .files = std::move(bin)});
  return groups;
}

bool IsRawBucket(const std::vector<DataFileMeta>& files, bool one_row_a_key) {
  return std::all_of(files.begin(), files.end(), [&](const DataFileMeta& file) {
    return file.level > 0 && HasNoDeletes(file) && (one_row_a_key || file.level == files[0].level);
  });
}

std::vector<FileGroup> GroupKeyFiles(std::vector<DataFileMeta> files, bool one_row_a_key,
                                     const KeyCompare& compare_keys, const SplitSizes& sizes) {
  const auto weight_of_file = [&](const DataFileMeta& file) { return std::max(file.file_size, sizes.open_file_bytes); };
  std::vector<FileGroup> groups;
  if (IsRawBucket(files, one_row_a_key)) {
    for (auto& bin : Pack(std::move(files), sizes.target_bytes, weight_of_file))
      groups.push_back({.raw = true, .files = std::move(bin)});
    return groups;
  }
  std::vector<std::vector<DataFileMeta>> sections;
  for (auto& section : IntervalPartition(std::move(files), compare_keys)) {
    sections.emplace_back();
    for (auto& run : section)
      sections.back().insert(sections.back().end(), std::make_move_iterator(run.begin()),
                             std::make_move_iterator(run.end()));
  }
  const auto weight_of_section = [&](const std::vector<DataFileMeta>& section) {
    int64_t bytes = 0;
    for (const auto& file : section) bytes += file.file_size;
    return std::max(bytes, sizes.open_file_bytes);
  };
  for (auto& bin : Pack(std::move(sections), sizes.target_bytes, weight_of_section)) {
    FileGroup group;
    for (auto& section : bin)
      group.files.insert(group.files.end(), std::make_move_iterator(section.begin()),
                         std::make_move_iterator(section.end()));
    group.raw = group.files.size() == 1 && HasNoDeletes(group.files[0]);
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace tarn::table
