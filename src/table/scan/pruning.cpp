#include "table/scan/pruning.h"

#include <algorithm>

#include "base/error.h"
#include "paimon/binary_row.h"

namespace tarn::table {
namespace {

using paimon::BinaryRowView;
using paimon::SimpleStats;
using paimon::Value;

bool HasStats(const paimon::DataType& type) {
  using paimon::TypeRoot;
  switch (type.root) {
    case TypeRoot::Array:
    case TypeRoot::Map:
    case TypeRoot::Multiset:
    case TypeRoot::Row:
    case TypeRoot::Variant:
    case TypeRoot::Blob:
    case TypeRoot::Vector:
      return false;
    default:
      return true;
  }
}

// Column `index` of statistics over `row_count` rows.
ColumnRange RangeOf(const SimpleStats& stats, size_t index, const paimon::DataType& type, int64_t row_count) {
  ColumnRange range;
  if (index < stats.null_counts.size() && stats.null_counts[index]) {
    range.all_null = *stats.null_counts[index] == row_count;
    range.may_be_null = *stats.null_counts[index] != 0;
  }
  if (!HasStats(type)) return range;
  const auto min = BinaryRowView::FromSerialized(stats.min_values);
  const auto max = BinaryRowView::FromSerialized(stats.max_values);
  const auto field = static_cast<int32_t>(index);
  if (field < min.arity()) range.min = min.Get(field, type);
  if (field < max.arity()) range.max = max.Get(field, type);
  return range;
}

bool SameStorage(const paimon::DataType& a, const paimon::DataType& b) { return a.Nullable() == b.Nullable(); }

}  // namespace

Pruner::Pruner(const Table& table, const Predicate& predicate)
    : table_(table), predicate_(predicate), partition_fields_(table.schema().PartitionFields()) {
  const auto& schema = table.schema();
  partition_index_.assign(schema.fields.size(), -1);
  for (size_t i = 0; i < schema.partition_keys.size(); ++i)
    partition_index_[*schema.FindField(schema.partition_keys[i])] = static_cast<int>(i);
  for (const auto column : predicate_.Columns())
    if (partition_index_.at(column) < 0) needs_file_stats_ = true;
}

bool Pruner::MayMatchManifest(const paimon::ManifestFileMeta& manifest) const {
  if (partition_fields_.empty() || predicate_.IsTrue()) return true;
  const int64_t entries = manifest.added_files + manifest.deleted_files;
  return MayMatch(predicate_, [&](size_t column) -> ColumnRange {
    const int index = partition_index_[column];
    if (index < 0) return {};
    return RangeOf(manifest.partition_stats, static_cast<size_t>(index),
                   partition_fields_[static_cast<size_t>(index)].type, entries);
  });
}

ColumnRange Pruner::PartitionRange(const std::vector<Value>& partition, size_t column) const {
  const int index = partition_index_[column];
  if (index < 0) return {};
  const Value& value = partition[static_cast<size_t>(index)];
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

const Pruner::FileColumns& Pruner::ColumnsOf(int64_t schema_id) const {
  const auto known = by_schema_.find(schema_id);
  if (known != by_schema_.end()) return known->second;
  FileColumns columns;
  const auto file_schema = table_.SchemaById(schema_id);
  const auto keys = file_schema->TrimmedPrimaryKeys();
  for (const auto column : predicate_.Columns()) {
    const auto& field = table_.schema().fields[column];
    FileColumn found;
    for (size_t i = 0; i < file_schema->fields.size(); ++i) {
      const auto& candidate = file_schema->fields[i];
      if (candidate.id != field.id) continue;
      found.kind = SameStorage(candidate.type, field.type) ? FileColumn::Kind::Present : FileColumn::Kind::Changed;
      found.index = i;
      found.name = candidate.name;
      const auto key = std::find(keys.begin(), keys.end(), candidate.name);
      if (key != keys.end()) found.key_index = static_cast<int>(key - keys.begin());
    }
    columns[column] = found;
  }
  return by_schema_.emplace(schema_id, std::move(columns)).first->second;
}

ColumnRange Pruner::FileRange(const paimon::ManifestEntry& entry, const FileColumns& columns, size_t column,
                              bool keys_only) const {
  const FileColumn& found = columns.at(column);
  const auto& file = entry.file;
  if (found.kind == FileColumn::Kind::Changed) return {};
  const auto& type = table_.schema().fields[column].type;
  if (found.key_index >= 0) return RangeOf(file.key_stats, static_cast<size_t>(found.key_index), type, file.row_count);
  if (keys_only) return {};
  // A column that came after the file is NULL in all its rows; in a file of some columns it may lie in another file.
  if (found.kind == FileColumn::Kind::Absent)
    return file.write_cols ? ColumnRange{} : ColumnRange{.min = {}, .max = {}, .all_null = true, .may_be_null = true};
  const auto& stats_columns = file.value_stats_cols ? file.value_stats_cols : file.write_cols;
  size_t index = found.index;
  if (stats_columns) {
    const auto at = std::find(stats_columns->begin(), stats_columns->end(), found.name);
    if (at == stats_columns->end()) return {};
    index = static_cast<size_t>(at - stats_columns->begin());
  }
  return RangeOf(file.value_stats, index, type, file.row_count);
}

bool Pruner::MayMatchEntry(const paimon::ManifestEntry& entry, bool keys_only) const {
  if (predicate_.IsTrue()) return true;
  const auto& columns = ColumnsOf(entry.file.schema_id);
  std::vector<Value> partition;
  if (!partition_fields_.empty()) partition = paimon::DeserializeRow(entry.partition, partition_fields_);
  return MayMatch(predicate_, [&](size_t column) {
    return partition_index_[column] >= 0 ? PartitionRange(partition, column)
                                         : FileRange(entry, columns, column, keys_only);
  });
}

bool Pruner::MayMatchFile(const paimon::ManifestEntry& entry) const { return MayMatchEntry(entry, false); }
bool Pruner::MayMatchKeys(const paimon::ManifestEntry& entry) const { return MayMatchEntry(entry, true); }

}  // namespace tarn::table
