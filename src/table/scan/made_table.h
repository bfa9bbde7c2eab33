// For tests of planning: a table in memory whose snapshots name files that need not exist.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "paimon/binary_row.h"
#include "paimon/manifest_avro.h"
#include "paimon/schema.h"
#include "paimon/snapshot.h"
#include "table/table.h"

namespace tarn::table {

class MadeTable {
 public:
  explicit MadeTable(paimon::TableSchema schema, std::string path = "/w/default.db/t") : path_(std::move(path)) {
    AddSchema(std::move(schema));
  }

  void AddSchema(paimon::TableSchema schema) {
    Put("schema/schema-" + std::to_string(schema.id), ToJson(schema));
    schema_ = std::move(schema);
  }

  /// `values[i]` = min and max of field i. Statistics follow from them; rows: 10.
  paimon::ManifestEntry Entry(const std::string& name, const std::vector<paimon::Value>& partition,
                              const std::vector<std::pair<paimon::Value, paimon::Value>>& values) const {
    paimon::ManifestEntry entry;
    std::vector<paimon::DataType> types, key_types, partition_types;
    std::vector<paimon::Value> min, max, min_key, max_key;
    for (const auto& field : schema_.PartitionFields()) partition_types.push_back(field.type);
    entry.partition = SerializeRow(partition_types, partition);
    auto& file = entry.file;
    file.file_name = name + ".parquet";
    file.file_size = 1000;
    file.row_count = 10;
    file.schema_id = schema_.id;
    file.delete_row_count = 0;
    for (size_t i = 0; i < values.size(); ++i) {
      types.push_back(schema_.fields[i].type.Nullable());
      min.push_back(values[i].first);
      max.push_back(values[i].second);
      file.value_stats.null_counts.push_back(IsNull(values[i].first) ? 10 : 0);
    }
    file.value_stats.min_values = SerializeRow(types, min);
    file.value_stats.max_values = SerializeRow(types, max);
    for (const auto& key : schema_.TrimmedPrimaryKeys()) {
      const size_t i = *schema_.FindField(key);
      key_types.push_back(schema_.fields[i].type);
      min_key.push_back(values[i].first);
      max_key.push_back(values[i].second);
      file.key_stats.null_counts.push_back(0);
    }
    file.min_key = file.key_stats.min_values = SerializeRow(key_types, min_key);
    file.max_key = file.key_stats.max_values = SerializeRow(key_types, max_key);
    entry.total_buckets = 1;
    return entry;
  }

  /// One manifest of these entries on top of the snapshot before.
  paimon::Snapshot Commit(const std::vector<paimon::ManifestEntry>& entries,
                          paimon::CommitKind kind = paimon::CommitKind::Append) {
    paimon::Snapshot snapshot;
    snapshot.id = ++snapshots_;
    snapshot.schema_id = schema_.id;
    snapshot.commit_kind = kind;
    snapshot.commit_user = "u";
    snapshot.time_ms = snapshot.id * 1000;
    const std::string id = std::to_string(snapshot.id);
    snapshot.base_manifest_list = "manifest-list-" + id + "-0";
    snapshot.delta_manifest_list = "manifest-list-" + id + "-1";
    Put("manifest/" + snapshot.base_manifest_list, WriteManifestList(manifests_));
    paimon::ManifestFileMeta manifest;
    manifest.file_name = "manifest-" + id;
    const auto bytes = WriteManifest(entries);
    Put("manifest/" + manifest.file_name, bytes);
    manifest.file_size = static_cast<int64_t>(bytes.size());
    Describe(entries, manifest);
    Put("manifest/" + snapshot.delta_manifest_list, paimon::WriteManifestList({manifest}));
    manifests_.push_back(manifest);
    Put("snapshot/snapshot-" + id, ToJson(snapshot));
    return snapshot;
  }

  void Put(const std::string& name, const std::string& content) {
    const auto path = env::JoinPath(path_, name);
    fs_->CreateDirectories(env::ParentPath(path));
    env::ReplaceFile(*fs_, path, content);
  }

  std::shared_ptr<const Table> Open(const std::map<std::string, std::string>& options = {}) const {
    return Table::Open({*fs_, env::SystemClock(), env::SystemRandom()}, path_, options);
  }
  env::FileSystem& fs() const { return *fs_; }
  const std::string& path() const { return path_; }

 private:
  void Describe(const std::vector<paimon::ManifestEntry>& entries, paimon::ManifestFileMeta& manifest) const {
    std::vector<paimon::DataType> types;
    for (const auto& field : schema_.PartitionFields()) types.push_back(field.type.Nullable());
    std::vector<paimon::Value> min(types.size()), max(types.size());
    std::vector<std::optional<int64_t>> nulls(types.size(), 0);
    for (const auto& entry : entries) {
      ++(entry.kind == paimon::FileKind::Add ? manifest.added_files : manifest.deleted_files);
      const auto values = paimon::DeserializeRow(entry.partition, types);
      for (size_t i = 0; i < types.size(); ++i) {
        if (IsNull(values[i])) {
          ++*nulls[i];
          continue;
        }
        if (IsNull(min[i]) || Compare(values[i], min[i]) < 0) min[i] = values[i];
        if (IsNull(max[i]) || Compare(values[i], max[i]) > 0) max[i] = values[i];
      }
    }
    manifest.partition_stats = {SerializeRow(types, min), SerializeRow(types, max), nulls};
    manifest.schema_id = schema_.id;
  }

  std::unique_ptr<env::FileSystem> fs_ = env::NewMemoryFileSystem();
  std::string path_;
  paimon::TableSchema schema_;
  std::vector<paimon::ManifestFileMeta> manifests_;
  int64_t snapshots_ = 0;
};

inline paimon::TableSchema SchemaOf(const std::vector<std::pair<std::string, std::string>>& columns,
                                    std::vector<std::string> partition_keys = {},
                                    std::vector<std::string> primary_keys = {},
                                    std::map<std::string, std::string> options = {}) {
  paimon::TableSchema schema;
  for (const auto& [name, type] : columns)
    schema.fields.push_back({static_cast<int32_t>(schema.fields.size()), name, paimon::ParseDataType(type), {}, {}});
  schema.highest_field_id = static_cast<int32_t>(columns.size()) - 1;
  schema.partition_keys = std::move(partition_keys);
  schema.primary_keys = std::move(primary_keys);
  schema.options = std::move(options);
  return schema;
}

}  // namespace tarn::table
