// Which of two rows of one key is newer: user-defined sequence fields first, then the sequence number.
#pragma once

#include <vector>

#include "table/merge/merge_engine.h"
#include "table/merge/run_window.h"
#include "table/merge/sorted_runs.h"

namespace tarn::table {

class RowAge {
 public:
  explicit RowAge(const MergeLayout& layout) : layout_(layout) {}

  /// Orders the slices' runs newest first if their sequence numbers alone say which is newer; false if rows must be
  /// compared one by one. `runs[i]` = slices of one run.
  bool OrderRuns(std::vector<std::vector<ChunkSlice>>& runs);

  /// Sorts the rows of each key newest first.
  void SortGroups(const std::vector<ChunkSlice>& slices, std::vector<RowRef>& rows,
                  const std::vector<uint32_t>& begins) const;

 private:
  const MergeLayout& layout_;
};

}  // namespace tarn::table
