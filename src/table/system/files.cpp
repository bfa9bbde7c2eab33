// One row a live data file; `file_key_ranges` shows some of the same columns.
#include <duckdb/common/error_data.hpp>
#include <map>

#include "base/error.h"
#include "paimon/partition_path.h"
#include "table/scan/file_stats.h"
#include "table/scan/scan_plan.h"
#include "table/scan/time_travel.h"
#include "table/system/fills.h"
#include "table/system/stats_text.h"

namespace tarn::table {
namespace {

template <typename Row>
void ForEachLiveFile(const Table& table, Row&& row) {
  const auto snapshot = SnapshotToRead(table);
  if (!snapshot) return;
  for (const auto& entry : LiveFiles(table, *snapshot)) {
    const auto place = "the manifest entry of data file '" + entry.file.file_name + "', table '" + table.path() + "'";
    try {
      row(entry);
    } catch (Error& e) {
      e.At(place);
      throw;
    } catch (const std::exception& e) {  // DuckDB refuses texts that are not UTF-8
      throw Error(ErrorCode::Corruption, duckdb::ErrorData(e).RawMessage()).At(place);
    }
  }
}

void Place(const Table& table, const paimon::ManifestEntry& entry, SystemRows& rows) {
  const auto& file = entry.file;
  rows.Text(PartitionText(table, entry.partition));
  rows.Int(entry.bucket);
  rows.Text(DataFilePath(table.path(), table.schema(), entry.partition, entry.bucket, file,
                         paimon::PathRules::FromOptions(table.options())));
  rows.Text(paimon::FileFormatOfName(file.file_name));
  rows.Int(file.schema_id);
  rows.Int(file.level);
  rows.Int(file.row_count);
  rows.Int(file.file_size);
  if (table.HasPrimaryKey()) {
    rows.Text(KeyText(table, file.min_key));
    rows.Text(KeyText(table, file.max_key));
  } else {
    rows.Null();
    rows.Null();
  }
}

// "{a=1, b=null}", by name; values as Java prints them as they are stored (dates as days).
std::string MapText(const std::map<std::string, std::string>& values) {
  std::string text = "{";
  for (const auto& [name, value] : values) text += (text.size() > 1 ? ", " : "") + name + "=" + value;
  return text + "}";
}

void Statistics(const Table& table, const FileStats& stats, const paimon::DataFileMeta& file, SystemRows& rows) {
  std::map<std::string, std::string> nulls, min, max;
  const auto& fields = table.schema().fields;
  for (size_t i = 0; i < fields.size(); ++i) {
    const auto column = stats.OfColumn(file, i);
    nulls[fields[i].name] = column.null_count ? std::to_string(*column.null_count) : "null";
    min[fields[i].name] = ToText(column.min, fields[i].type, paimon::TextStyle::Legacy);
    max[fields[i].name] = ToText(column.max, fields[i].type, paimon::TextStyle::Legacy);
  }
  rows.Text(MapText(nulls));
  rows.Text(MapText(min));
  rows.Text(MapText(max));
}

}  // namespace

void FillFiles(const Table& table, SystemRows& rows) {
  const FileStats stats(table);
  ForEachLiveFile(table, [&](const paimon::ManifestEntry& entry) {
    const auto& file = entry.file;
    rows.Begin();
    Place(table, entry, rows);
    Statistics(table, stats, file, rows);
    rows.Int(file.min_sequence_number);
    rows.Int(file.max_sequence_number);
    rows.Millis(file.creation_time_ms);
    rows.Int(file.delete_row_count);
    if (file.file_source) {
      rows.Text(*file.file_source == 0 ? "APPEND" : "COMPACT");
    } else {
      rows.Null();
    }
    rows.Int(file.first_row_id);
    rows.Texts(file.write_cols);
  });
}

void FillFileKeyRanges(const Table& table, SystemRows& rows) {
  ForEachLiveFile(table, [&](const paimon::ManifestEntry& entry) {
    rows.Begin();
    Place(table, entry, rows);
    rows.Int(entry.file.first_row_id);
  });
}

}  // namespace tarn::table
