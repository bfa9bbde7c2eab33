// Merges sorted runs a section at a time: a time range in which every run has a few thousand rows is cut out, its times
// are laid down run by run in order of rank, each with its run's number, and sorted stably (radix, over the bits that
// differ). The numbers say from which run to take the next row; columns are then gathered one by one. Choosing a row
// costs a few nanoseconds; a row-at-a-time merge costs several times that.
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

  size_t Left() const { return total_ - gathered_; }
  /// Fills `out` with the next rows of the section, a chunk at most. `out` has the runs' types, or the first of them.
  void Gather(duckdb::DataChunk& out);
  /// Of the last row gathered.
  const OrderKey& last() const { return last_; }

  /// Removes and returns runs that have been emitted whole. Only while Left() is 0.
  std::vector<OrderedRun*> TakeDone();
  const std::vector<OrderedRun*>& runs() const { return runs_; }

 private:
  /// A row of the section: its time, counted from the section's first, above the number of its run.
  struct Key {
    uint64_t code;
  };

  /// What a chunk gets of one run: these rows, at these places.
  struct Group {
    OrderedRun* run;
    size_t count;
    const uint32_t* rows;    // kRowsAhead more behind them
    const int64_t* times;    // of the rows
    const uint16_t* places;  // ascending
  };

  void Lay(const std::vector<size_t>& ends, size_t total);
  /// The next `count` rows of the section, run by run: from one run a column's values are taken in about the order in
  /// which they lie in memory.
  void GroupByRun(size_t count);
  void GatherColumn(duckdb::Vector& out, size_t column) const;
  template <class T>
  void GatherFixed(duckdb::Vector& out, size_t column) const;
  void GatherTimes(duckdb::Vector& out) const;
  void GatherNested(duckdb::Vector& out, size_t column) const;
  void MarkNulls(duckdb::Vector& out, size_t column) const;

  size_t time_column_;
  bool whole_millis_;
  std::vector<OrderedRun*> runs_;  // by rank
  int run_bits_ = 0;               // of a key's code
  std::vector<Key> keys_, scratch_;
  std::vector<size_t> ends_;
  std::vector<Group> groups_;        // of a chunk
  std::vector<uint16_t> places_;     // of its rows: a chunk's worth for each run
  std::vector<uint32_t> counts_;     // how many of them are used
  size_t total_ = 0, gathered_ = 0;  // of the section's rows
  OrderKey last_;
};

}  // namespace tarn::table
