#include "table/scan/pruning.h"

#include "paimon/binary_row.h"

namespace tarn::table {
namespace {

using paimon::Value;

ColumnRange RangeOf(ColumnStats stats, int64_t row_count) {
  ColumnRange range{.min = std::move(stats.min), .max = std::move(stats.max)};
  if (stats.null_count) {
    range.all_null = *stats.null_count == row_count;
    range.may_be_null = *stats.null_count != 0;
  }
  return range;
}

}  // namespace

Pruner::Pruner(const Table& table, const Predicate& predicate)
    : predicate_(predicate), stats_(table), partition_fields_(table.schema().PartitionFields()) {
  const auto& schema = table.schema();
  partition_index_.assign(schema.fields.size(), -1);
  for (size_t i = 0; i < schema.partition_keys.size(); ++i)
    partition_index_[*schema.FindField(schema.partition_keys[i])] = static_cast<int>(i);
  for (const auto column : predicate_.Columns())
    if (partition_index_.at(column) < 0) needs_file_stats_ = true;
}

bool Pruner::MayMatchManifest(const paimon::ManifestFileMeta& manifest) const {
  if (partition_fields_.empty() || predicate_.IsTrue()) return true;
  return MayMatch(predicate_, [&](size_t column) -> ColumnRange {
    if (partition_index_[column] < 0) return {};
    const auto index = static_cast<size_t>(partition_index_[column]);
    return RangeOf(StatsAt(manifest.partition_stats, index, partition_fields_[index].type),
                   manifest.added_files + manifest.deleted_files);
  });
}

ColumnRange Pruner::PartitionRange(const std::vector<Value>& partition, size_t column) const {
  if (partition_index_[column] < 0) return {};
  const Value& value = partition[static_cast<size_t>(partition_index_[column])];
  const bool null = paimon::IsNull(value);
  return {.min = value, .max = value, .all_null = null, .may_be_null = null};
}

bool Pruner::MayMatchPartition(const std::string& partition) {
  if (partition_fields_.empty() || predicate_.IsTrue()) return true;
  const auto known = partitions_.find(partition);
  if (known != partitions_.end()) return known->second;
  const auto values = paimon::DeserializeRow(partition, partition_fields_);
  const bool matches = MayMatch(predicate_, [&](size_t column) { return PartitionRange(values, column); });
  partitions_.emplace(partition, matches);
  return matches;
}

ColumnRange Pruner::FileRange(const paimon::DataFileMeta& file, size_t column, bool keys_only) const {
  if (auto key = stats_.OfKey(file, column)) return RangeOf(*std::move(key), file.row_count);
  if (keys_only) return {};
  return RangeOf(stats_.OfColumn(file, column), file.row_count);
}

bool Pruner::MayMatchEntry(const paimon::ManifestEntry& entry, bool keys_only) const {
  if (predicate_.IsTrue()) return true;
  std::vector<Value> partition;
  if (!partition_fields_.empty()) partition = paimon::DeserializeRow(entry.partition, partition_fields_);
  return MayMatch(predicate_, [&](size_t column) {
    return partition_index_[column] >= 0 ? PartitionRange(partition, column) : FileRange(entry.file, column, keys_only);
  });
}

}  // namespace tarn::table
