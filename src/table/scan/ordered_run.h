// One unit of an ordered replay in memory: the rows of a row group (or of a merged split), in order of their time.
#pragma once

#include <cstdint>
#include <duckdb/common/types/data_chunk.hpp>
#include <optional>
#include <vector>

#include "columnar/data_file_reader.h"
#include "columnar/row_group_reader.h"

namespace tarn::table {

/// Where a row stands in the total order of a replay: (time, file rank, row in file). Rows without a time come before
/// all others. Ranks number the files of one snapshot by (partition, bucket, file sequence).
struct OrderKey {
  bool has_time = false;
  int64_t time = 0;  // microseconds; 0 without a time
  int64_t rank = 0;
  int64_t row = 0;

  auto operator<=>(const OrderKey&) const = default;
};

/// Which rows of a unit take part.
struct RowBounds {
  const OrderKey* after = nullptr;  // rows up to and including this one have been emitted; borrowed, may be null
  int64_t until = INT64_MAX;        // rows of a later time are left out
};

/// So far beyond the row that it takes, the merge looks for rows to ask memory for.
constexpr size_t kRowsAhead = 128;

struct OrderedRun {
  int64_t rank = 0;
  int64_t first_row = 0;  // row in file of row 0 of `rows`; of a spilled piece: its place among its unit's runs
  std::optional<size_t> row_column = {};     // of `rows`: where each row says its row in the unit (spilled pieces)
  duckdb::DataChunk rows;                    // as large as the unit
  std::vector<columnar::CodedColumn> coded;  // of each column; where in use, `rows` knows only which rows are NULL
  std::vector<int64_t> times;                // of the rows that take part, ascending
  std::vector<uint32_t> row_of;              // which row each of `times` is, and kRowsAhead more, of any rows
  size_t at = 0;                             // what has been emitted of `times`
  bool was_sorted = true;
  size_t bytes_beside = 0;  // what `rows` holds outside its vectors' slots, about

  bool Done() const { return at == times.size(); }
  int64_t RowOf(uint32_t row) const;
  int64_t Bytes() const;
};

/// Makes room for `capacity` rows; reuses memory where it can.
void PrepareRun(OrderedRun& run, const duckdb::vector<duckdb::LogicalType>& types, size_t capacity);
/// Appends rows with copies of their own (the chunk may be the reader's memory). Grows where needed.
void AppendToRun(OrderedRun& run, duckdb::DataChunk& chunk);
/// Appends what is left of `reader`, whose request says `consumed_at_once`; its types are the run's.
void ReadIntoRun(OrderedRun& run, columnar::DataFileReader& reader);
/// The rows of a row group into a run that was prepared for as many. `time_column` is decoded.
void ReadIntoRun(OrderedRun& run, columnar::RowGroupReader& reader, size_t row_group, size_t time_column);
/// Takes the times from column `time_column` of the rows, leaves out NULLs and what is out of bounds, and sorts
/// (stable) what is out of order.
void FinishRun(OrderedRun& run, size_t time_column, const RowBounds& bounds);

}  // namespace tarn::table
