// The rows without a time, with which an ordered replay begins.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "columnar/change_batch.h"
#include "table/scan/ordered_run.h"
#include "table/scan/ordered_units.h"

namespace tarn::table {

/// Unit by unit in the order of ranks; units that have none are not opened where the manifest says so. What it is made
/// of is borrowed and must outlive it.
class TimelessRows {
 public:
  /// Rows up to `after`, and all where that has a time, are left out.
  TimelessRows(const UnitReader& read, const std::vector<OrderedUnit>& units, size_t time_column,
               const std::optional<OrderKey>& after);

  /// The next rows, without the columns behind those of `out`; false at the end. `last` becomes the key of the last
  /// one.
  bool Read(duckdb::DataChunk& out, std::optional<OrderKey>& last);

 private:
  bool Open(const OrderedUnit& unit);
  bool ReadNext();
  bool HasNull(const OrderedUnit& unit) const;

  const UnitReader& read_;
  const std::vector<OrderedUnit>& units_;
  size_t time_column_;
  std::optional<OrderKey> after_;
  size_t unit_ = 0;                                 // units before this one are done
  std::unique_ptr<columnar::DataFileReader> file_;  // the one of the two that reads `unit_`
  std::unique_ptr<SplitReader> split_;
  duckdb::DataChunk scratch_;
  columnar::ChangeBatch batch_;
  int64_t row_ = 0;  // in the unit, of the next chunk
};

}  // namespace tarn::table
