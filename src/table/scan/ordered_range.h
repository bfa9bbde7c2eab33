// What a manifest says of the times in one data file.
#pragma once

#include <cstdint>
#include <optional>

#include "paimon/data_file.h"
#include "table/table.h"

namespace tarn::table {

struct TimeRange {
  std::optional<int64_t> low, high;  // microseconds; absent: not known
  std::optional<int64_t> nulls;      // how many rows have none; absent: not known
};

/// Of the column `time_field` (index into the table's fields, a TIMESTAMP or TIMESTAMP_LTZ of at most 6 digits).
TimeRange TimesOf(const Table& table, const paimon::DataFileMeta& file, size_t time_field);

/// How many partitions of a snapshot hold times that lie within another one's, as far as statistics say. A partition
/// with files of unknown times counts.
size_t PartitionsOverlap(const Table& table, int64_t snapshot_id, size_t time_field);

}  // namespace tarn::table
