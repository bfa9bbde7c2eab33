// The table options that decide how data is written, committed and compacted, parsed once. Names, defaults and meanings
// are Paimon's (CoreOptions, 1.4).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "paimon/schema.h"
#include "table/commit/manifest_merge.h"
#include "table/compact/universal.h"

namespace tarn::table {

class Table;

enum class BucketFunction { Default, Mod };

struct StoreOptions {
  int32_t bucket = -1;
  BucketFunction bucket_function = BucketFunction::Default;

  std::string data_file_prefix = "data-";
  std::string partition_default_name = "__DEFAULT_PARTITION__";
  bool partition_legacy_name = true;
  int64_t target_file_bytes = 256 << 20;
  int64_t target_file_rows = INT64_MAX;
  bool stats_dense = true;

  std::string manifest_codec = "zstandard";  // Avro's name of it
  ManifestMergeOptions manifest_merge;
  int64_t commit_max_retries = 10;
  int64_t commit_min_wait_ms = 10;
  int64_t commit_max_wait_ms = 10'000;
  bool dynamic_partition_overwrite = true;
  bool overwrite_upgrade = true;

  int64_t write_buffer_bytes = INT64_MAX;  // write-buffer-size, where it is set
  bool write_only = false;
  bool ignore_delete = false;
  bool ignore_update_before = false;
  std::string merge_engine = "deduplicate";
  std::vector<std::string> sequence_fields;
  bool sequence_descending = false;
  CompactOptions compact;
  int32_t stop_trigger = 8;       // num-sorted-run.stop-trigger
  double small_file_ratio = 0.7;  // compaction.small-file-ratio
};

/// Throws InvalidInput naming the option, its value and what is allowed.
StoreOptions ParseStoreOptions(const paimon::TableSchema& schema, const std::map<std::string, std::string>& options);
/// The same, and where the wrong option stands in the table's schema file, it names that file.
StoreOptions ParseStoreOptions(const Table& table);

/// Throws Unsupported, naming the option, if the table wants its data written in a way that we do not know. Reading is
/// never refused for an option.
void RequireWritable(const paimon::TableSchema& schema, const std::map<std::string, std::string>& options);
void RequireWritable(const Table& table);  // names the schema file too

}  // namespace tarn::table
