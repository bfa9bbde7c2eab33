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
  return static_cast<int64_t>(rows.GetAllocationSize() + times.capacity() * sizeof(int64_t) +
                              row_of.capacity() * sizeof(uint32_t)) +
         static_cast<int64_t>(bytes_beside);
}

void PrepareRun(OrderedRun& run, const duckdb::vector<duckdb::LogicalType>& types, size_t capacity) {
  capacity += STANDARD_VECTOR_SIZE;  // batches are read into place
  if (run.rows.ColumnCount() != types.size() || run.rows.GetCapacity() < capacity) {
    run.rows.Destroy();
    run.rows.Initialize(duckdb::Allocator::DefaultAllocator(), types, capacity);
  } else {
    run.rows.Reset();
  }
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

namespace {

struct LateRow {
  uint64_t code;  // its time, counted from the least
  int64_t time;
  uint32_t row;
};

/// Splits rows into those in order and those that are behind an earlier one (few are, in most files), sorts the latter
/// and puts each behind the last row in order that is not after it: a row in order with the same time came first.
template <class TakesPart>
void SortRows(OrderedRun& run, const int64_t* times, size_t count, int64_t low, TakesPart takes_part) {
  const auto rows = std::make_unique_for_overwrite<uint32_t[]>(count);
  const auto at = std::make_unique_for_overwrite<int64_t[]>(count);
  std::vector<LateRow> late, scratch;
  size_t in_order = 0;
  int64_t front = INT64_MIN;
  for (size_t row = 0; row < count; row++) {
    if (!takes_part(row)) continue;
    const int64_t time = times[row];
    if (time < front) {
      late.push_back({static_cast<uint64_t>(time) - static_cast<uint64_t>(low), time, static_cast<uint32_t>(row)});
      continue;
    }
    front = time;
    rows[in_order] = static_cast<uint32_t>(row);
    at[in_order++] = time;
  }
  if (!late.empty()) RadixSort(late, scratch, late.size(), static_cast<uint64_t>(front) - static_cast<uint64_t>(low));
  run.row_of.reserve(in_order + late.size());
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
}

}  // namespace

void FinishRun(OrderedRun& run, size_t time_column, const RowBounds& bounds) {
  const auto count = run.rows.size();
  auto& vector = run.rows.data[time_column];
  const auto* times = duckdb::FlatVector::GetData<int64_t>(vector);
  const auto& validity = duckdb::FlatVector::Validity(vector);
  const bool all = validity.AllValid();
  bool sorted = true;
  int64_t before = INT64_MIN, low = INT64_MAX, high = INT64_MIN;
  for (size_t row = 0; row < count; row++) {
    if (!all && !validity.RowIsValid(row)) continue;
    sorted &= times[row] >= before;
    before = times[row];
    low = std::min(low, before);
    high = std::max(high, before);
  }
  run.was_sorted = sorted;
  const bool bounded = high > bounds.until || (bounds.after && bounds.after->has_time && low <= bounds.after->time);
  if (all && !bounded) {
    if (sorted) {
      run.times.assign(times, times + count);
    } else {
      SortRows(run, times, count, low, [](size_t) { return true; });
    }
    return;
  }
  SortRows(run, times, count, low, [&](size_t row) {
    if ((!all && !validity.RowIsValid(row)) || times[row] > bounds.until) return false;
    return !bounds.after ||
           *bounds.after < OrderKey{true, times[row], run.rank, run.first_row + static_cast<int64_t>(row)};
  });
}

}  // namespace tarn::table
