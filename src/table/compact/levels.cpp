#include "table/compact/levels.h"

#include <algorithm>
#include <map>

namespace tarn::table {
namespace {

using paimon::DataFileMeta;

/// Larger maximal sequence first; ties: smaller minimal sequence, earlier creation, name (Paimon's Levels).
bool Newer(const DataFileMeta& a, const DataFileMeta& b) {
  if (a.max_sequence_number != b.max_sequence_number) return a.max_sequence_number > b.max_sequence_number;
  if (a.min_sequence_number != b.min_sequence_number) return a.min_sequence_number < b.min_sequence_number;
  if (a.creation_time_ms != b.creation_time_ms) return a.creation_time_ms < b.creation_time_ms;
  return a.file_name < b.file_name;
}

}  // namespace

int64_t LevelRun::bytes() const {
  int64_t sum = 0;
  for (const auto& file : files) sum += file.file_size;
  return sum;
}

std::vector<LevelRun> RunsOf(std::vector<DataFileMeta> files, const KeyCompare& compare_keys) {
  std::vector<DataFileMeta> fresh;
  std::map<int32_t, LevelRun> levels;
  for (auto& file : files) {
    if (file.level == 0) {
      fresh.push_back(std::move(file));
    } else {
      auto& run = levels[file.level];
      run.level = file.level;
      run.files.push_back(std::move(file));
    }
  }
  std::sort(fresh.begin(), fresh.end(), Newer);
  std::vector<LevelRun> runs;
  for (auto& file : fresh) runs.push_back({.level = 0, .files = {std::move(file)}});
  for (auto& [level, run] : levels) {
    std::sort(run.files.begin(), run.files.end(),
              [&](const auto& a, const auto& b) { return compare_keys(a.min_key, b.min_key) < 0; });
    runs.push_back(std::move(run));
  }
  return runs;
}

std::vector<Section> IntervalPartition(std::vector<DataFileMeta> files, const KeyCompare& compare_keys) {
  std::sort(files.begin(), files.end(), [&](const auto& a, const auto& b) {
    const int order = compare_keys(a.min_key, b.min_key);
    return order != 0 ? order < 0 : compare_keys(a.max_key, b.max_key) < 0;
  });
  std::vector<Section> sections;
  std::string bound;  // greatest key of the section so far
  for (auto& file : files) {
    if (sections.empty() || compare_keys(file.min_key, bound) > 0) {
      sections.emplace_back();
      bound = file.max_key;
    } else if (compare_keys(file.max_key, bound) > 0) {
      bound = file.max_key;
    }
    // Onto the run that ends first, if it ends before this file begins; else a new run.
    auto& runs = sections.back();
    const auto earliest = std::min_element(runs.begin(), runs.end(), [&](const auto& a, const auto& b) {
      return compare_keys(a.back().max_key, b.back().max_key) < 0;
    });
    if (earliest != runs.end() && compare_keys(earliest->back().max_key, file.min_key) < 0) {
      earliest->push_back(std::move(file));
    } else {
      runs.emplace_back().push_back(std::move(file));
    }
  }
  return sections;
}

}  // namespace tarn::table
