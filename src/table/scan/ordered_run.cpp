#include "table/scan/ordered_run.h"

#include <algorithm>
#include <duckdb/common/vector_operations/vector_operations.hpp>

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
    run.bytes_beside += columnar::BytesBeside(batch);
    columnar::AppendRows(run.rows, batch);
  }
}

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
  if (sorted && all && !bounded) {
    run.times.assign(times, times + count);
    return;
  }
  run.row_of.reserve(count);
  std::vector<uint32_t> late;  // rows that are behind an earlier one: few in most files
  int64_t front = INT64_MIN;
  for (size_t row = 0; row < count; row++) {
    if ((!all && !validity.RowIsValid(row)) || times[row] > bounds.until) continue;
    if (bounds.after &&
        OrderKey{true, times[row], run.rank, run.first_row + static_cast<int64_t>(row)} <= *bounds.after)
      continue;
    (times[row] < front ? late : run.row_of).push_back(static_cast<uint32_t>(row));
    front = std::max(front, times[row]);
  }
  if (!late.empty()) {
    const auto earlier = [&](uint32_t a, uint32_t b) { return times[a] < times[b]; };
    std::stable_sort(late.begin(), late.end(), earlier);
    std::vector<uint32_t> merged(run.row_of.size() + late.size());
    std::merge(run.row_of.begin(), run.row_of.end(), late.begin(), late.end(), merged.begin(),
               [&](uint32_t a, uint32_t b) { return times[a] != times[b] ? times[a] < times[b] : a < b; });
    run.row_of.swap(merged);
  }
  run.times.reserve(run.row_of.size());
  for (const auto row : run.row_of) run.times.push_back(times[row]);
}

}  // namespace tarn::table
