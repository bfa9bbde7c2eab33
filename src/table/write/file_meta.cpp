#include "table/write/file_meta.h"

#include <ctime>

#include "paimon/binary_row.h"

namespace tarn::table {
namespace {

/// Paimon stores the writer's wall clock as if it were UTC.
int64_t LocalMillis(const env::Clock& clock) {
  const int64_t now = clock.NowMillis();
  const std::time_t seconds = now / 1000;
  std::tm local{};
  localtime_r(&seconds, &local);
  return now + local.tm_gmtoff * 1000;
}

}  // namespace

paimon::DataFileMeta DescribeFile(const paimon::TableSchema& schema, const std::map<std::string, std::string>& options,
                                  const std::string& name, const columnar::WrittenFile& written,
                                  std::span<const columnar::ColumnRange> ranges, int32_t level, FileSource source,
                                  const env::Clock& clock) {
  std::vector<columnar::StatsMode> modes;
  for (const auto& field : schema.fields) modes.push_back(columnar::StatsModeOf(options, field.name, level));
  const auto dense = options.find("metadata.stats-dense-store");
  auto stats = columnar::ToFileStats(schema.fields, {ranges.begin(), ranges.end()}, modes,
                                     dense == options.end() || dense->second != "false");

  paimon::DataFileMeta file;
  file.file_name = name;
  file.file_size = written.bytes;
  file.row_count = written.rows;
  file.min_key = file.max_key = paimon::EmptySerializedRow();
  file.key_stats = {
      .min_values = paimon::EmptySerializedRow(), .max_values = paimon::EmptySerializedRow(), .null_counts = {}};
  file.value_stats = std::move(stats.stats);
  file.value_stats_cols = std::move(stats.columns);
  file.schema_id = schema.id;
  file.level = level;
  file.creation_time_ms = LocalMillis(clock);
  file.delete_row_count = 0;
  file.file_source = static_cast<int32_t>(source);
  return file;
}

}  // namespace tarn::table
