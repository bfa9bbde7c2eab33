#include "table/scan/file_stats.h"

#include <algorithm>

#include "paimon/binary_row.h"

namespace tarn::table {
namespace {

bool IsScalar(const paimon::DataType& type) {
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

}  // namespace

ColumnStats StatsAt(const paimon::SimpleStats& stats, size_t index, const paimon::DataType& type) {
  ColumnStats column;
  if (index < stats.null_counts.size()) column.null_count = stats.null_counts[index];
  if (!IsScalar(type)) return column;
  const auto min = paimon::BinaryRowView::FromSerialized(stats.min_values);
  const auto max = paimon::BinaryRowView::FromSerialized(stats.max_values);
  const auto field = static_cast<int32_t>(index);
  if (field < min.arity()) column.min = min.Get(field, type);
  if (field < max.arity()) column.max = max.Get(field, type);
  return column;
}

const std::vector<FileStats::Place>& FileStats::PlacesIn(int64_t schema_id) const {
  const auto known = by_schema_.find(schema_id);
  if (known != by_schema_.end()) return known->second;
  const auto file_schema = table_.SchemaById(schema_id);
  const auto keys = file_schema->TrimmedPrimaryKeys();
  std::vector<Place> places;
  for (const auto& field : table_.schema().fields) {
    auto& place = places.emplace_back();
    for (size_t i = 0; i < file_schema->fields.size(); ++i) {
      const auto& candidate = file_schema->fields[i];
      if (candidate.id != field.id) continue;
      place.kind = candidate.type.Nullable() == field.type.Nullable() ? Place::Kind::Present : Place::Kind::Changed;
      place.index = i;
      place.name = candidate.name;
      const auto key = std::find(keys.begin(), keys.end(), candidate.name);
      if (key != keys.end()) place.key_index = static_cast<size_t>(key - keys.begin());
    }
  }
  return by_schema_.emplace(schema_id, std::move(places)).first->second;
}

ColumnStats FileStats::OfColumn(const paimon::DataFileMeta& file, size_t column) const {
  const Place& place = PlacesIn(file.schema_id).at(column);
  if (place.kind == Place::Kind::Changed) return {};
  if (place.kind == Place::Kind::Absent) {
    // A column that came after the file is NULL in all its rows; in a file of some columns it may lie in another file.
    ColumnStats absent;
    if (!file.write_cols) absent.null_count = file.row_count;
    return absent;
  }
  const auto& names = file.value_stats_cols ? file.value_stats_cols : file.write_cols;
  size_t index = place.index;
  if (names) {
    const auto found = std::find(names->begin(), names->end(), place.name);
    if (found == names->end()) return {};
    index = static_cast<size_t>(found - names->begin());
  }
  return StatsAt(file.value_stats, index, table_.schema().fields[column].type);
}

std::optional<ColumnStats> FileStats::OfKey(const paimon::DataFileMeta& file, size_t column) const {
  const Place& place = PlacesIn(file.schema_id).at(column);
  if (!place.key_index || place.kind != Place::Kind::Present) return std::nullopt;
  return StatsAt(file.key_stats, *place.key_index, table_.schema().fields[column].type);
}

}  // namespace tarn::table
