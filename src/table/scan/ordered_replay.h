// Ordered replay: the rows of one snapshot (or of what one snapshot added) in order of event time.
//
// Order = (event time, partition, bucket, file sequence, position in the file): total, and the same at every run. Rows
// without a time come first. Nothing is sorted as a whole: a file is opened when the front of the merge reaches its
// smallest time (manifest statistics), a row group when the front reaches the row group's (footer); each is read into
// memory once, sorted there if it is out of order, and dropped when it has been emitted. Memory is what overlaps at the
// front, whatever the length of history. A primary-key table's bucket is merged on read when the front reaches its
// smallest time, and is one unit of the order: sorted in memory, or, where it is large, in pieces on disk
// (ordered_spill.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "table/scan/ordered_run.h"
#include "table/scan/scan_plan.h"
#include "table/table.h"

namespace duckdb {
class ClientContext;
}

namespace tarn::table {

struct OrderedRequest {
  std::vector<size_t> columns;    // indexes into the table's fields, in output order
  size_t time_field = 0;          // TIMESTAMP(p) or TIMESTAMP_LTZ(p), p <= 6
  int64_t until = INT64_MAX;      // rows of a later time are not given
  std::optional<OrderKey> after;  // go on behind this row; the plan must be of the same snapshot
  /// Row groups that overlap at one instant may take so much; more throws ResourceExhausted.
  int64_t memory_bytes = int64_t{1} << 30;
  std::string spill_directory = "/tmp";  // for merged buckets that are larger than their share of it
};

struct OrderedCounters {
  int64_t rows = 0;
  int64_t null_time_rows = 0;
  int64_t units_sorted = 0;  // row groups that were out of order
  int64_t pieces_spilled = 0;
  int64_t peak_bytes = 0;
  int64_t open_units_peak = 0;
};

/// Used by one thread.
class OrderedReplay {
 public:
  OrderedReplay(duckdb::ClientContext& context, std::shared_ptr<const Table> table, ScanPlan plan,
                OrderedRequest request);
  ~OrderedReplay();

  const duckdb::vector<duckdb::LogicalType>& types() const;
  /// Fills `out` (initialised with types()) with the next rows; false at the end.
  bool Read(duckdb::DataChunk& out);
  /// Of the last row given; nullopt before the first.
  const std::optional<OrderKey>& last() const;
  const OrderedCounters& counters() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tarn::table
