// Merges sorted runs a section at a time: a time range in which every run has a few thousand rows is cut out, laid down
// run by run in order of rank, sorted stably by time (radix, over the bits that differ), and then gathered column by
// column. Choosing a row costs a few nanoseconds; a row-at-a-time merge costs several times that.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "table/scan/ordered_run.h"

namespace tarn::table {

/// Runs are borrowed. Used by one thread.
class SectionMerger {
 public:
  /// Where the runs have their time; `whole_millis` if every time is a multiple of 1000 microseconds.
  SectionMerger(size_t time_column, bool whole_millis);

  /// Ranks (then first rows) of the runs decide ties of time.
  void Add(OrderedRun* run);

  /// Cuts the next section of rows whose time is before `limit` (nullopt: no limit). False: there are none; a run that
  /// begins at `limit` must be added first. The last section must have been gathered.
  bool NextSection(std::optional<int64_t> limit);

  size_t Left() const { return picks_.size() - gathered_; }
  /// Fills `out` with the next rows of the section, a chunk at most. `out` has the runs' types, or the first of them.
  void Gather(duckdb::DataChunk& out);
  /// Of the last row gathered.
  const OrderKey& last() const { return last_; }

  /// Removes and returns runs that have been emitted whole. Only while Left() is 0.
  std::vector<OrderedRun*> TakeDone();
  const std::vector<OrderedRun*>& runs() const { return runs_; }

 private:
  struct Pick {
    uint32_t run;
    uint32_t row;
  };
  struct Item {
    uint64_t code;
    Pick pick;
  };

  struct Move {
    uint32_t row;    // of a run
    uint32_t place;  // in the chunk
  };

  void Lay(const std::vector<size_t>& ends);
  /// Of the next `count` rows of the section: run by run their rows and where they go. From one run a column's values
  /// are taken in about the order in which they lie in memory.
  void GroupByRun(size_t count);
  template <class T>
  void GatherFixed(duckdb::Vector& out, size_t column);
  void GatherColumn(duckdb::Vector& out, size_t column, size_t count);

  size_t time_column_;
  bool whole_millis_;
  std::vector<OrderedRun*> runs_;  // by rank
  std::vector<Item> items_, sorted_;
  std::vector<Pick> picks_;
  std::vector<size_t> ends_;
  std::vector<Move> moves_;           // of a chunk, by run; and room for as many as are asked for ahead
  std::vector<uint32_t> group_ends_;  // of each run's, in `moves_`
  size_t gathered_ = 0;
  OrderKey last_;
};

}  // namespace tarn::table
