// What a manifest says of one data file (Paimon's DataFileMeta) and of its coming or going (ManifestEntry).
//
// Avro record `_FILE` of a manifest, paimon-facts of 1.x: fields are appended over the versions and nullable, so an old
// manifest lacks the last ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tarn::paimon {

/// Statistics of some columns: serialized BinaryRows (int32 big-endian arity, then the row).
struct SimpleStats {
  std::string min_values;
  std::string max_values;
  std::vector<std::optional<int64_t>> null_counts;

  bool operator==(const SimpleStats&) const = default;
};

struct DataFileMeta {
  std::string file_name;
  int64_t file_size = 0;
  int64_t row_count = 0;
  std::string min_key;  // serialized BinaryRow of the trimmed primary key; arity 0 for append tables
  std::string max_key;
  SimpleStats key_stats;
  SimpleStats value_stats;
  int64_t min_sequence_number = 0;
  int64_t max_sequence_number = 0;
  int64_t schema_id = 0;
  int32_t level = 0;
  std::vector<std::string> extra_files;
  std::optional<int64_t> creation_time_ms;  // local wall clock stored as if UTC
  std::optional<int64_t> delete_row_count;
  std::optional<std::string> embedded_file_index;
  std::optional<int32_t> file_source;  // 0 append, 1 compact
  std::optional<std::vector<std::string>> value_stats_cols;
  std::optional<std::string> external_path;
  std::optional<int64_t> first_row_id;
  std::optional<std::vector<std::string>> write_cols;
  std::optional<std::vector<int64_t>> write_cols_sequences;

  bool operator==(const DataFileMeta&) const = default;
};

enum class FileKind : int32_t { Add = 0, Delete = 1 };

struct ManifestEntry {
  FileKind kind = FileKind::Add;
  std::string partition;  // serialized BinaryRow of the partition columns
  int32_t bucket = 0;
  int32_t total_buckets = 0;
  DataFileMeta file;

  bool operator==(const ManifestEntry&) const = default;
};

/// What a manifest list says of one manifest.
struct ManifestFileMeta {
  std::string file_name;
  int64_t file_size = 0;
  int64_t added_files = 0;
  int64_t deleted_files = 0;
  SimpleStats partition_stats;
  int64_t schema_id = 0;
  std::optional<int32_t> min_bucket, max_bucket;
  std::optional<int32_t> min_level, max_level;
  std::optional<int64_t> min_row_id, max_row_id;

  bool operator==(const ManifestFileMeta&) const = default;
};

}  // namespace tarn::paimon
