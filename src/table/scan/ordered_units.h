// What an ordered replay opens one by one, and in which order their rows of one time come.
#pragma once

#include <memory>
#include <vector>

#include "columnar/data_file_reader.h"
#include "table/scan/ordered_range.h"
#include "table/scan/scan_plan.h"
#include "table/scan/split_reader.h"
#include "table/table.h"

namespace tarn::table {

/// A data file, or a whole split where its files must be merged. Points into a plan.
struct OrderedUnit {
  const Split* split = nullptr;
  const paimon::DataFileMeta* file = nullptr;  // null: the split
  TimeRange times;                             // of all of its files
  int64_t rows = 0;
};

/// In the order of partition, bucket and file sequence: the index is the rank of an OrderKey.
std::vector<OrderedUnit> OrderedUnitsOf(const Table& table, const ScanPlan& plan, size_t time_field);

/// The splits of a plan in the order of their partitions' values (scan.plan-sort-partition), then buckets.
void SortByPartition(const Table& table, std::vector<Split>& splits);

/// How the rows of units are read. `context` is borrowed.
struct UnitReader {
  duckdb::ClientContext& context;
  std::shared_ptr<const Table> table;
  std::vector<paimon::DataField> wanted;  // the columns, of the table's fields

  columnar::DataFileRequest FileRequest(const OrderedUnit& unit) const;
  std::unique_ptr<SplitReader> OpenSplit(const OrderedUnit& unit) const;
};

}  // namespace tarn::table
