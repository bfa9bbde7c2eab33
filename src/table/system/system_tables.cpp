#include "table/system/system_tables.h"

#include "table/system/fills.h"

namespace tarn::table {
namespace {

struct Column {
  const char* name;
  const char* type;
};

std::vector<paimon::DataField> Columns(std::initializer_list<Column> columns) {
  std::vector<paimon::DataField> fields;
  for (const auto& [name, type] : columns)
    fields.push_back({static_cast<int32_t>(fields.size()), name, paimon::ParseDataType(type), {}, {}});
  return fields;
}

// Types as DESCRIBE shows them in Flink with Paimon 1.4.2.
std::vector<SystemTable> MakeTables() {
  return {
      {"aggregation_fields",
       Columns({{"field_name", "STRING NOT NULL"},
                {"field_type", "STRING NOT NULL"},
                {"function", "STRING"},
                {"function_options", "STRING"},
                {"comment", "STRING"}}),
       FillAggregationFields},
      {"branches", Columns({{"branch_name", "STRING NOT NULL"}, {"create_time", "TIMESTAMP(3) NOT NULL"}}),
       FillBranches},
      {"buckets",
       Columns({{"partition", "STRING"},
                {"bucket", "INT NOT NULL"},
                {"record_count", "BIGINT NOT NULL"},
                {"file_size_in_bytes", "BIGINT NOT NULL"},
                {"file_count", "BIGINT NOT NULL"},
                {"last_update_time", "TIMESTAMP(3)"}}),
       FillBuckets},
      {"consumers", Columns({{"consumer_id", "STRING NOT NULL"}, {"next_snapshot_id", "BIGINT NOT NULL"}}),
       FillConsumers},
      {"file_key_ranges",
       Columns({{"partition", "STRING"},
                {"bucket", "INT NOT NULL"},
                {"file_path", "STRING NOT NULL"},
                {"file_format", "STRING NOT NULL"},
                {"schema_id", "BIGINT NOT NULL"},
                {"level", "INT NOT NULL"},
                {"record_count", "BIGINT NOT NULL"},
                {"file_size_in_bytes", "BIGINT NOT NULL"},
                {"min_key", "STRING"},
                {"max_key", "STRING"},
                {"first_row_id", "BIGINT"}}),
       FillFileKeyRanges},
      {"files",
       Columns({{"partition", "STRING"},
                {"bucket", "INT NOT NULL"},
                {"file_path", "STRING NOT NULL"},
                {"file_format", "STRING NOT NULL"},
                {"schema_id", "BIGINT NOT NULL"},
                {"level", "INT NOT NULL"},
                {"record_count", "BIGINT NOT NULL"},
                {"file_size_in_bytes", "BIGINT NOT NULL"},
                {"min_key", "STRING"},
                {"max_key", "STRING"},
                {"null_value_counts", "STRING NOT NULL"},
                {"min_value_stats", "STRING NOT NULL"},
                {"max_value_stats", "STRING NOT NULL"},
                {"min_sequence_number", "BIGINT"},
                {"max_sequence_number", "BIGINT"},
                {"creation_time", "TIMESTAMP(3)"},
                {"deleteRowCount", "BIGINT"},
                {"file_source", "STRING"},
                {"first_row_id", "BIGINT"},
                {"write_cols", "ARRAY<STRING>"}}),
       FillFiles},
      {"manifests",
       Columns({{"file_name", "STRING NOT NULL"},
                {"file_size", "BIGINT NOT NULL"},
                {"num_added_files", "BIGINT NOT NULL"},
                {"num_deleted_files", "BIGINT NOT NULL"},
                {"schema_id", "BIGINT NOT NULL"},
                {"min_partition_stats", "STRING"},
                {"max_partition_stats", "STRING"},
                {"min_row_id", "BIGINT"},
                {"max_row_id", "BIGINT"}}),
       FillManifests},
      {"options", Columns({{"key", "STRING NOT NULL"}, {"value", "STRING NOT NULL"}}), FillOptions},
      {"partitions",
       Columns({{"partition", "STRING"},
                {"record_count", "BIGINT NOT NULL"},
                {"file_size_in_bytes", "BIGINT NOT NULL"},
                {"file_count", "BIGINT NOT NULL"},
                {"last_update_time", "TIMESTAMP(3)"},
                {"created_at", "TIMESTAMP(3)"},
                {"created_by", "STRING"},
                {"updated_by", "STRING"},
                {"options", "STRING"}}),
       FillPartitions},
      {"schemas",
       Columns({{"schema_id", "BIGINT NOT NULL"},
                {"fields", "STRING NOT NULL"},
                {"partition_keys", "STRING NOT NULL"},
                {"primary_keys", "STRING NOT NULL"},
                {"options", "STRING NOT NULL"},
                {"comment", "STRING"},
                {"update_time", "TIMESTAMP(3) NOT NULL"}}),
       FillSchemas},
      {"snapshots",
       Columns({{"snapshot_id", "BIGINT NOT NULL"},
                {"schema_id", "BIGINT NOT NULL"},
                {"commit_user", "STRING NOT NULL"},
                {"commit_identifier", "BIGINT NOT NULL"},
                {"commit_kind", "STRING NOT NULL"},
                {"commit_time", "TIMESTAMP(3) NOT NULL"},
                {"base_manifest_list", "STRING NOT NULL"},
                {"delta_manifest_list", "STRING NOT NULL"},
                {"changelog_manifest_list", "STRING"},
                {"total_record_count", "BIGINT"},
                {"delta_record_count", "BIGINT"},
                {"changelog_record_count", "BIGINT"},
                {"watermark", "BIGINT"},
                {"next_row_id", "BIGINT"}}),
       FillSnapshots},
      {"tags",
       Columns({{"tag_name", "STRING NOT NULL"},
                {"snapshot_id", "BIGINT NOT NULL"},
                {"schema_id", "BIGINT NOT NULL"},
                {"commit_time", "TIMESTAMP(3) NOT NULL"},
                {"record_count", "BIGINT"},
                {"create_time", "TIMESTAMP(3)"},
                {"time_retained", "STRING"}}),
       FillTags},
  };
}

}  // namespace

std::span<const SystemTable> SystemTables() {
  static const std::vector<SystemTable> kTables = MakeTables();
  return kTables;
}

const SystemTable* FindSystemTable(std::string_view name) {
  for (const auto& table : SystemTables())
    if (table.name == name) return &table;
  return nullptr;
}

std::vector<columnar::ChangeBatch> ReadSystemTable(const Table& table, const SystemTable& system_table) {
  SystemRows rows(system_table.columns);
  system_table.fill(table, rows);
  return rows.Take();
}

}  // namespace tarn::table
