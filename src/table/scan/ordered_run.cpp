#include "table/scan/ordered_run.h"

#include <algorithm>
#include <duckdb/common/vector_operations/vector_operations.hpp>

namespace tarn::table {

void PrepareRun(OrderedRun& run, const duckdb::vector<duckdb::LogicalType>& types, size_t capacity) {
  capacity = std::max<size_t>(capacity, STANDARD_VECTOR_SIZE);
  if (run.rows.ColumnCount() == 0 || run.rows.GetCapacity() < capacity) {
    run.rows.Destroy();
    run.rows.Initialize(duckdb::Allocator::DefaultAllocator(), types, capacity);
  } else {
    run.rows.Reset();
  }
  run.times.clear();
  run.row_of.clear();
  run.at = 0;
  run.was_sorted = true;
}

void AppendToRun(OrderedRun& run, duckdb::DataChunk& chunk) {
  const auto at = run.rows.size(), count = chunk.size();
  if (at + count > run.rows.GetCapacity()) {
    const auto capacity = std::max<duckdb::idx_t>(2 * run.rows.GetCapacity(), at + count);
    duckdb::DataChunk larger;
    larger.Initialize(duckdb::Allocator::DefaultAllocator(), run.rows.GetTypes(), capacity);
    for (size_t c = 0; c < larger.ColumnCount(); c++)
      duckdb::VectorOperations::Copy(run.rows.data[c], larger.data[c], at, 0, 0);
    run.rows.Destroy();
    run.rows.Move(larger);
  }
  for (size_t c = 0; c < chunk.ColumnCount(); c++)
    duckdb::VectorOperations::Copy(chunk.data[c], run.rows.data[c], count, 0, at);
  run.rows.SetCardinality(at + count);
}

void FinishRun(OrderedRun& run, size_t time_column, const RowBounds& bounds) {
  const auto count = run.rows.size();
  auto& vector = run.rows.data[time_column];
  const auto* times = duckdb::FlatVector::GetData<int64_t>(vector);
  const auto& validity = duckdb::FlatVector::Validity(vector);
  bool all = validity.AllValid();
  bool sorted = true;
  int64_t before = INT64_MIN;
  for (size_t row = 0; row < count; row++) {
    if (!all && !validity.RowIsValid(row)) continue;
    sorted &= times[row] >= before;
    before = times[row];
  }
  run.was_sorted = sorted;
  const bool bounded = bounds.until != INT64_MAX || (bounds.after && bounds.after->has_time);
  if (sorted && all && !bounded) {
    run.times.assign(times, times + count);
    return;
  }
  run.row_of.reserve(count);
  for (size_t row = 0; row < count; row++) {
    if ((!all && !validity.RowIsValid(row)) || times[row] > bounds.until) continue;
    if (bounds.after &&
        OrderKey{true, times[row], run.rank, run.first_row + static_cast<int64_t>(row)} <= *bounds.after)
      continue;
    run.row_of.push_back(static_cast<uint32_t>(row));
  }
  if (!sorted)
    std::stable_sort(run.row_of.begin(), run.row_of.end(), [&](uint32_t a, uint32_t b) { return times[a] < times[b]; });
  run.times.reserve(run.row_of.size());
  for (const auto row : run.row_of) run.times.push_back(times[row]);
}

}  // namespace tarn::table
