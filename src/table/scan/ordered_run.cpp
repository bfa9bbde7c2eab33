#include "table/scan/ordered_run.h"

#include <algorithm>
#include <duckdb/common/vector_operations/vector_operations.hpp>
#include <memory>

#include "base/radix_sort.h"
#include "columnar/append_rows.h"
#include "columnar/bytes_beside.h"

namespace tarn::table {
int64_t OrderedRun::RowOf(uint32_t row) const {
  if (!row_column) return first_row + row;
  return duckdb::FlatVector::GetData<int64_t>(rows.data[*row_column])[row];
}

int64_t OrderedRun::Bytes() const {
  size_t bytes = rows.GetAllocationSize() + times.capacity() * sizeof(int64_t) + row_of.capacity() * sizeof(uint32_t) +
                 bytes_beside;
  for (size_t c = 0; c < coded.size(); c++) {
    bytes += coded[c].Bytes();
    // Nothing was written there.
    if (coded[c].in_use) bytes -= rows.GetCapacity() * duckdb::GetTypeIdSize(rows.data[c].GetType().InternalType());
  }
  return static_cast<int64_t>(bytes);
}

void PrepareRun(OrderedRun& run, const duckdb::vector<duckdb::LogicalType>& types, size_t capacity) {
  capacity += STANDARD_VECTOR_SIZE;  // batches are read into place
  if (run.rows.ColumnCount() != types.size() || run.rows.GetCapacity() < capacity) {
    run.rows.Destroy();
    run.rows.Initialize(duckdb::Allocator::DefaultAllocator(), types, capacity);
  } else {
    run.rows.Reset();
  }
  run.coded.resize(types.size());
  for (auto& column : run.coded) column.in_use = false;
  run.times.clear();
  run.row_of.clear();
  run.at = 0;
  run.was_sorted = true;
  run.row_column.reset();
  run.bytes_beside = 0;
}

namespace {

/// Makes `rows` of the run's places exist, a whole batch more at least.
void Reserve(OrderedRun& run, size_t rows) {
  if (rows <= run.rows.GetCapacity()) return;
  duckdb::DataChunk larger;
  larger.Initialize(duckdb::Allocator::DefaultAllocator(), run.rows.GetTypes(),
                    std::max<duckdb::idx_t>(2 * run.rows.GetCapacity(), rows));
  const auto count = run.rows.size();
  columnar::AppendRows(larger, run.rows);
  larger.SetCardinality(count);
  run.rows.Destroy();
  run.rows.Move(larger);
}

}  // namespace

void AppendToRun(OrderedRun& run, duckdb::DataChunk& chunk) {
  const auto at = run.rows.size(), count = chunk.size();
  Reserve(run, at + count);
  run.bytes_beside += columnar::BytesBeside(chunk);
  for (size_t c = 0; c < chunk.ColumnCount(); c++)
    duckdb::VectorOperations::Copy(chunk.data[c], run.rows.data[c], count, 0, at);
  run.rows.SetCardinality(at + count);
}

void ReadIntoRun(OrderedRun& run, columnar::DataFileReader& reader) {
  duckdb::DataChunk batch;
  for (;;) {
    Reserve(run, run.rows.size() + STANDARD_VECTOR_SIZE);
    columnar::ViewBehind(run.rows, batch);
    if (!reader.Read(batch)) return;
    run.bytes_beside += columnar::BytesReferenced(batch);
    columnar::AppendRows(run.rows, batch);
  }
}

void ReadIntoRun(OrderedRun& run, columnar::RowGroupReader& reader, size_t row_group, size_t time_column) {
  run.bytes_beside += reader.Read(row_group, run.rows, run.coded);
  auto& times = run.coded[time_column];
  if (times.in_use) columnar::Decode(times, run.rows.size(), run.rows.data[time_column]);
}

namespace {

struct LateRow {
  uint64_t code;  // its time, counted from the least
  int64_t time;
  uint32_t row;
};

void SortByTime(std::vector<LateRow>& late) {
  if (late.empty()) return;
  const auto [low, high] =
      std::minmax_element(late.begin(), late.end(), [](const auto& a, const auto& b) { return a.time < b.time; });
  const auto from = static_cast<uint64_t>(low->time), span = static_cast<uint64_t>(high->time) - from;
  for (auto& one : late) one.code = static_cast<uint64_t>(one.time) - from;
  std::vector<LateRow> scratch;
  RadixSort(late, scratch, late.size(), span);
}

/// Splits rows into those in order and those that are behind an earlier one (few are, in most files), sorts the latter
/// and puts each behind the last row in order that is not after it: a row in order with the same time came first.
template <class TakesPart>
void SortRows(OrderedRun& run, const int64_t* times, TakesPart takes_part) {
  const auto count = run.rows.size();
  const auto rows = std::make_unique_for_overwrite<uint32_t[]>(count);
  const auto at = std::make_unique_for_overwrite<int64_t[]>(count);
  std::vector<LateRow> late;
  size_t in_order = 0;
  int64_t front = INT64_MIN;
  for (size_t row = 0; row < count; row++) {
    if (!takes_part(row)) continue;
    const int64_t time = times[row];
    if (time < front) {
      late.push_back({0, time, static_cast<uint32_t>(row)});
      continue;
    }
    front = time;
    rows[in_order] = static_cast<uint32_t>(row);
    at[in_order++] = time;
  }
  run.was_sorted = late.empty();
  SortByTime(late);
  run.row_of.reserve(in_order + late.size() + kRowsAhead);
  run.times.reserve(in_order + late.size());
  size_t from = 0;
  const auto emit = [&](size_t to) {
    run.row_of.insert(run.row_of.end(), rows.get() + from, rows.get() + to);
    run.times.insert(run.times.end(), at.get() + from, at.get() + to);
    from = to;
  };
  for (const auto& one : late) {
    size_t to = from;
    while (to < in_order && at[to] <= one.time) to++;
    emit(to);
    run.row_of.push_back(one.row);
    run.times.push_back(one.time);
  }
  emit(in_order);
  run.row_of.insert(run.row_of.end(), kRowsAhead, run.row_of.empty() ? 0 : run.row_of.back());
}

}  // namespace

void FinishRun(OrderedRun& run, size_t time_column, const RowBounds& bounds) {
  auto& vector = run.rows.data[time_column];
  const auto* times = duckdb::FlatVector::GetData<int64_t>(vector);
  const auto& validity = duckdb::FlatVector::Validity(vector);
  if (validity.AllValid() && bounds.until == INT64_MAX && !bounds.after) {
    return SortRows(run, times, [](size_t) { return true; });
  }
  SortRows(run, times, [&](size_t row) {
    if (!validity.RowIsValid(row) || times[row] > bounds.until) return false;
    return !bounds.after ||
           *bounds.after < OrderKey{true, times[row], run.rank, run.first_row + static_cast<int64_t>(row)};
  });
}

}  // namespace tarn::table
