// Compacts one bucket of a primary-key table beside its writing: picks runs (universal.h), merges and rewrites them, or
// only lifts files to another level (Paimon's MergeTreeCompactTask).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "table/compact/levels.h"
#include "table/compact/universal.h"
#include "table/write/bucket_writer.h"
#include "table/write/keyed_layout.h"

namespace tarn::table {

/// Used by one thread. Holds what files the bucket has, as far as its owner knows.
class BucketCompaction {
 public:
  BucketCompaction(WriteShared& shared, const KeyedLayout& layout, BucketStart start);

  void Add(paimon::DataFileMeta file);
  /// Forgets the rounds since the last Prepare, deletes what they made, and goes on from these files.
  void Restart(std::vector<paimon::DataFileMeta> files);
  /// Compacts if there are so many runs that writing should wait (num-sorted-run.stop-trigger).
  void RunIfBlocked();
  /// Compacts as long as there is something to pick, and adds to the message what came of it since the last time.
  void Prepare(CommitMessage& message);
  /// Everything into one run, whatever the triggers say.
  void RunFull();

 private:
  std::vector<LevelRun> Runs() const { return RunsOf(files_, compare_keys_); }
  bool RunPicked();
  void Run(const std::vector<LevelRun>& runs, const CompactPick& pick);
  /// Merges, unless a single run only needs lifting.
  void Rewrite(std::vector<Section> sections, int32_t level, bool drop_deletes);
  void Merge(std::vector<Section> sections, int32_t level, bool drop_deletes);
  void Upgrade(const paimon::DataFileMeta& file, int32_t level, bool drop_deletes);
  void Replace(const std::vector<paimon::DataFileMeta>& before, std::vector<paimon::DataFileMeta> after);

  WriteShared& shared_;
  const KeyedLayout& layout_;
  BucketStart start_;
  KeyCompare compare_keys_;
  std::vector<paimon::DataFileMeta> files_;
  // Since the last Prepare, by file name.
  std::map<std::string, paimon::DataFileMeta> before_, after_;
};

}  // namespace tarn::table
