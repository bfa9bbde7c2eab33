#include "table/scan/ordered_units.h"

#include <algorithm>
#include <map>

#include "paimon/binary_row.h"
#include "paimon/partition_path.h"

namespace tarn::table {
namespace {

std::vector<paimon::DataField> PartitionFields(const Table& table) {
  std::vector<paimon::DataField> fields;
  for (const auto& key : table.schema().partition_keys)
    fields.push_back(table.schema().fields[*table.schema().FindField(key)]);
  return fields;
}

/// NULL first.
bool Less(const std::vector<paimon::Value>& a, const std::vector<paimon::Value>& b) {
  for (size_t i = 0; i < a.size(); i++) {
    if (paimon::IsNull(a[i]) || paimon::IsNull(b[i])) {
      if (paimon::IsNull(a[i]) != paimon::IsNull(b[i])) return paimon::IsNull(a[i]);
      continue;
    }
    if (const auto order = paimon::Compare(a[i], b[i]); order != 0) return order < 0;
  }
  return false;
}

}  // namespace

std::vector<OrderedUnit> OrderedUnitsOf(const Table& table, const ScanPlan& plan, size_t time_field) {
  std::vector<OrderedUnit> units;
  const auto fields = PartitionFields(table);
  std::map<std::string, std::vector<paimon::Value>> partitions;
  for (const auto& split : plan.splits)
    if (!fields.empty() && !partitions.contains(split.partition))
      partitions[split.partition] = paimon::DeserializeRow(split.partition, fields);
  for (const auto& split : plan.splits) {
    const bool merge = !split.raw || table.HasPrimaryKey();
    if (!merge) {
      for (const auto& file : split.files)
        units.push_back({&split, &file, TimesOf(table, file, time_field), file.row_count});
      continue;
    }
    OrderedUnit unit{&split, nullptr, {}, 0};
    bool low_known = true, high_known = true, no_nulls = true;
    for (const auto& file : split.files) {
      const auto times = TimesOf(table, file, time_field);
      low_known &= times.low.has_value();
      high_known &= times.high.has_value();
      if (times.low) unit.times.low = std::min(unit.times.low.value_or(INT64_MAX), *times.low);
      if (times.high) unit.times.high = std::max(unit.times.high.value_or(INT64_MIN), *times.high);
      no_nulls &= times.nulls == 0;
      unit.rows += file.row_count;
    }
    if (no_nulls) unit.times.nulls = 0;
    if (!low_known) unit.times.low.reset();
    if (!high_known) unit.times.high.reset();
    units.push_back(unit);
  }
  // Files of bucket -1 begin at 0 in each commit: the plan has those of the same number in the order of the commits.
  const auto sequence = [](const OrderedUnit& unit) {
    return (unit.file ? *unit.file : unit.split->files.front()).min_sequence_number;
  };
  std::stable_sort(units.begin(), units.end(), [&](const OrderedUnit& a, const OrderedUnit& b) {
    if (a.split->partition != b.split->partition)
      return Less(partitions[a.split->partition], partitions[b.split->partition]);
    if (a.split->bucket != b.split->bucket) return a.split->bucket < b.split->bucket;
    return sequence(a) < sequence(b);
  });
  return units;
}

void SortByPartition(const Table& table, std::vector<Split>& splits) {
  const auto fields = PartitionFields(table);
  if (fields.empty()) return;
  std::map<std::string, std::vector<paimon::Value>> partitions;
  for (const auto& split : splits)
    if (!partitions.contains(split.partition))
      partitions[split.partition] = paimon::DeserializeRow(split.partition, fields);
  std::stable_sort(splits.begin(), splits.end(), [&](const Split& a, const Split& b) {
    return Less(partitions[a.partition], partitions[b.partition]);
  });
}

columnar::DataFileRequest UnitReader::FileRequest(const OrderedUnit& unit) const {
  columnar::DataFileRequest file;
  file.path = paimon::DataFilePath(table->path(), table->schema(), unit.split->partition, unit.split->bucket,
                                   *unit.file, paimon::PathRules::FromOptions(table->options()));
  file.file_bytes = unit.file->file_size;
  file.file = table->SchemaById(unit.file->schema_id)->fields;
  file.wanted = wanted;
  file.consumed_at_once = true;
  return file;
}

std::unique_ptr<SplitReader> UnitReader::OpenSplit(const OrderedUnit& unit) const {
  ReadOptions options;
  for (const auto& field : wanted) options.columns.push_back(*table->schema().FindField(field.name));
  return table::OpenSplit(context, table, *unit.split, options);
}

}  // namespace tarn::table
