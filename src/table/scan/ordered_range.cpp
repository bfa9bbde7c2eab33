#include "table/scan/ordered_range.h"

#include <algorithm>
#include <map>

#include "paimon/binary_row.h"
#include "table/scan/scan_plan.h"

namespace tarn::table {
namespace {

std::optional<int64_t> Micros(const paimon::Value& value) {
  const auto* time = std::get_if<paimon::TimestampValue>(&value);
  if (!time) return std::nullopt;
  return time->millis * 1000 + time->nano_of_milli / 1000;
}

}  // namespace

TimeRange TimesOf(const Table& table, const paimon::DataFileMeta& file, size_t time_field) {
  const auto& wanted = table.schema().fields[time_field];
  const auto schema = table.SchemaById(file.schema_id);
  size_t index = 0;  // among the columns that have statistics
  const paimon::DataField* column = nullptr;
  for (const auto& field : schema->fields) {
    const auto& with_stats = file.value_stats_cols;
    const bool counted =
        !with_stats || std::find(with_stats->begin(), with_stats->end(), field.name) != with_stats->end();
    if (field.id == wanted.id) {
      if (!counted) return {};
      column = &field;
      break;
    }
    if (counted && !with_stats) index++;
  }
  // A file from before the column was added: all its rows are NULL there.
  if (!column) return {.low = std::nullopt, .high = std::nullopt, .nulls = file.row_count};
  if (file.value_stats_cols)
    index = static_cast<size_t>(std::find(file.value_stats_cols->begin(), file.value_stats_cols->end(), column->name) -
                                file.value_stats_cols->begin());
  TimeRange range;
  if (index < file.value_stats.null_counts.size()) range.nulls = file.value_stats.null_counts[index];
  if (column->type.root != wanted.type.root || column->type.precision != wanted.type.precision) return range;
  const auto low = paimon::BinaryRowView::FromSerialized(file.value_stats.min_values);
  const auto high = paimon::BinaryRowView::FromSerialized(file.value_stats.max_values);
  const auto at = static_cast<int32_t>(index);
  if (at < low.arity()) range.low = Micros(low.Get(at, column->type));
  if (at < high.arity()) range.high = Micros(high.Get(at, column->type));
  return range;
}

size_t PartitionsOverlap(const Table& table, int64_t snapshot_id, size_t time_field) {
  if (table.schema().partition_keys.empty()) return 0;
  ScanRequest request;
  request.snapshot_id = snapshot_id;
  std::map<std::string, std::pair<int64_t, int64_t>> ranges;  // by partition
  for (const auto& split : PlanScan(table, request).splits) {
    for (const auto& file : split.files) {
      const auto times = TimesOf(table, file, time_field);
      if (times.nulls == file.row_count) continue;
      const auto low = times.low.value_or(INT64_MIN), high = times.high.value_or(INT64_MAX);
      auto& range = ranges.try_emplace(split.partition, low, high).first->second;
      range = {std::min(range.first, low), std::max(range.second, high)};
    }
  }
  std::vector<std::pair<int64_t, int64_t>> sorted;
  for (const auto& [partition, range] : ranges) sorted.push_back(range);
  std::sort(sorted.begin(), sorted.end());
  size_t overlapping = 0;
  int64_t end = INT64_MIN;  // of those before
  for (size_t i = 0; i < sorted.size(); i++) {
    const bool before = i > 0 && sorted[i].first <= end;
    const bool after = i + 1 < sorted.size() && sorted[i + 1].first <= std::max(end, sorted[i].second);
    overlapping += before || after ? 1 : 0;
    end = std::max(end, sorted[i].second);
  }
  return overlapping;
}

}  // namespace tarn::table
