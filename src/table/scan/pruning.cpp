#include "table/scan/pruning.h"

#include "paimon/binary_row.h"
#include "paimon/hash.h"

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

// The value that a column must have, if the predicate says so.
const Value* FixedValue(const Predicate& predicate, size_t column) {
  if (predicate.op == Predicate::Op::Equal && predicate.column == column && !paimon::IsNull(predicate.literals.at(0)))
    return &predicate.literals[0];
  if (predicate.op == Predicate::Op::And)
    for (const auto& part : predicate.children)
      if (const Value* value = FixedValue(part, column)) return value;
  return nullptr;
}

// SQL's equality and equality of bytes are the same for these; not for floats (-0.0) or CHAR.
bool EqualMeansSameBytes(const Value& value, const paimon::DataType& type) {
  using paimon::TypeRoot;
  switch (type.root) {
    case TypeRoot::Boolean:
      return std::holds_alternative<bool>(value);
    case TypeRoot::TinyInt:
    case TypeRoot::SmallInt:
    case TypeRoot::Int:
    case TypeRoot::BigInt:
    case TypeRoot::Date:
    case TypeRoot::Time:
      return std::holds_alternative<int64_t>(value);
    case TypeRoot::Decimal:
      return std::holds_alternative<int128_t>(value);
    case TypeRoot::VarChar:
    case TypeRoot::VarBinary:
      return std::holds_alternative<std::string>(value);
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz:
      return std::holds_alternative<paimon::TimestampValue>(value);
    default:
      return false;
  }
}

using KeyColumns = std::vector<std::pair<int32_t, paimon::DataType>>;  // field id, type

KeyColumns BucketColumns(const paimon::TableSchema& schema) {
  KeyColumns columns;
  for (const auto& key : schema.BucketKeys())
    if (const auto at = schema.FindField(key))
      columns.emplace_back(schema.fields[*at].id, schema.fields[*at].type.Nullable());
  return columns;
}

/// A row lies in the bucket of the bytes that its key had when it was written, whatever became of the column's type
/// since; its file does not tell, for compaction writes it again under a later schema.
bool BucketKeyNeverChanged(const Table& table) {
  const auto today = BucketColumns(table.schema());
  for (const auto id : SchemaIds(table))
    if (BucketColumns(*table.SchemaById(id)) != today) return false;
  return true;
}

std::optional<int32_t> BucketHash(const Table& table, const Predicate& predicate) {
  const auto& schema = table.schema();
  const auto keys = schema.BucketKeys();
  if (keys.empty() || table.Option("bucket-function.type").value_or("default") != "default") return std::nullopt;
  paimon::BinaryRowWriter row(static_cast<int32_t>(keys.size()));
  for (size_t i = 0; i < keys.size(); ++i) {
    const auto column = schema.FindField(keys[i]);
    const Value* value = column ? FixedValue(predicate, *column) : nullptr;
    if (value == nullptr || !EqualMeansSameBytes(*value, schema.fields[*column].type)) return std::nullopt;
    row.Set(static_cast<int32_t>(i), schema.fields[*column].type, *value);
  }
  if (!BucketKeyNeverChanged(table)) return std::nullopt;
  return paimon::HashRow(row.row());
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
  bucket_hash_ = BucketHash(table, predicate_);
}

bool Pruner::MayMatchBucket(const paimon::ManifestEntry& entry) const {
  // Only fixed buckets follow from the key: dynamic and postponed ones have no total above 0.
  return !bucket_hash_ || entry.total_buckets <= 0 ||
         entry.bucket == paimon::DefaultBucket(*bucket_hash_, entry.total_buckets);
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
