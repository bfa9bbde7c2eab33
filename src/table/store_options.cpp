#include "table/store_options.h"

#include <algorithm>
#include <optional>

#include "base/ascii_case.h"
#include "base/duration.h"
#include "base/name_list.h"
#include "base/option_error.h"
#include "paimon/options.h"
#include "table/schema/stored_options.h"
#include "table/table.h"

namespace tarn::table {
namespace {

/// Reads options by name; every wrong value is refused in the same words.
class Options {
 public:
  explicit Options(const std::map<std::string, std::string>& values) : values_(values) {}

  const std::string* Find(const std::string& key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : &found->second;
  }

  template <typename T>
  T Number(const std::string& key, T otherwise, T least) const {
    const std::string* text = Find(key);
    if (!text) return otherwise;
    const auto value = paimon::ParseOptionNumber<T>(*text);
    if (!value || *value < least) Refuse(key, *text, "a number from " + std::to_string(least) + " on");
    return *value;
  }
  /// The first of the keys that is there counts: the others are older names of the option.
  bool FirstBool(std::initializer_list<const char*> keys, bool otherwise) const {
    const auto there = std::find_if(keys.begin(), keys.end(), [&](const char* key) { return Find(key) != nullptr; });
    return there == keys.end() ? otherwise : Bool(*there, otherwise);
  }
  bool Bool(const std::string& key, bool otherwise) const {
    const std::string* text = Find(key);
    if (!text) return otherwise;
    const std::string value = AsciiLower(*text);
    if (value != "true" && value != "false") Refuse(key, *text, "true or false");
    return value == "true";
  }
  int64_t Memory(const std::string& key, int64_t otherwise) const {
    const std::string* text = Find(key);
    return text ? Parsed(key, *text, ParseMemorySize) : otherwise;
  }
  int64_t Millis(const std::string& key, int64_t otherwise) const {
    const std::string* text = Find(key);
    return text ? Parsed(key, *text, ParseDurationMillis) : otherwise;
  }
  std::string Text(const std::string& key, const std::string& otherwise) const {
    const std::string* text = Find(key);
    return text ? *text : otherwise;
  }

  [[noreturn]] static void Refuse(const std::string& key, const std::string& value, const std::string& allowed) {
    throw OptionError(key, "table option '" + key + "' is '" + value + "', allowed: " + allowed);
  }

 private:
  static int64_t Parsed(const std::string& key, const std::string& text, int64_t (*parse)(std::string_view)) {
    try {
      return parse(text);
    } catch (const Error& e) {
      throw OptionError(key, "table option '" + key + "': " + e.what());
    }
  }

  const std::map<std::string, std::string>& values_;
};

std::string AvroCodec(const Options& options) {
  std::string name = AsciiLower(options.Text("avro.codec", options.Text("manifest.compression", "zstd")));
  if (name == "zstd" || name == "zstandard") return "zstandard";
  if (name == "none" || name == "null") return "null";
  if (name == "snappy" || name == "deflate") return name;
  Options::Refuse("manifest.compression", name, "zstd, snappy, deflate, none");
}

}  // namespace

StoreOptions ParseStoreOptions(const paimon::TableSchema& schema, const std::map<std::string, std::string>& values) {
  const Options options(values);
  const bool keyed = !schema.primary_keys.empty();
  StoreOptions store;
  store.bucket = options.Number("bucket", -1, -2);
  if (store.bucket == 0) Options::Refuse("bucket", "0", "a number of buckets, -1 or -2");
  const std::string function = AsciiLower(options.Text("bucket-function.type", "default"));
  if (function == "mod") store.bucket_function = BucketFunction::Mod;

  store.data_file_prefix = options.Text("data-file.prefix", store.data_file_prefix);
  store.partition_default_name = options.Text("partition.default-name", store.partition_default_name);
  store.partition_legacy_name = options.Bool("partition.legacy-name", true);
  store.target_file_bytes = options.Memory("target-file-size", int64_t{keyed ? 128 : 256} << 20);
  store.target_file_rows = options.Number<int64_t>("target-file-row-num", INT64_MAX, 1);
  store.stats_dense = options.Bool("metadata.stats-dense-store", true);

  store.manifest_codec = AvroCodec(options);
  store.manifest_merge.target_bytes = options.Memory("manifest.target-file-size", store.manifest_merge.target_bytes);
  store.manifest_merge.full_threshold_bytes =
      options.Memory("manifest.full-compaction-threshold-size", store.manifest_merge.full_threshold_bytes);
  store.manifest_merge.min_count = options.Number<int64_t>("manifest.merge-min-count", 30, 1);
  store.commit_max_retries = options.Number<int64_t>("commit.max-retries", 10, 0);
  store.commit_min_wait_ms = options.Millis("commit.min-retry-wait", 10);
  store.commit_max_wait_ms = options.Millis("commit.max-retry-wait", 10'000);
  store.dynamic_partition_overwrite = options.Bool("dynamic-partition-overwrite", true);
  store.overwrite_upgrade = options.Bool("overwrite-upgrade", true);

  store.write_buffer_bytes = options.Memory("write-buffer-size", INT64_MAX);
  store.write_only = options.FirstBool({"write-only", "write.compaction-skip"}, false);
  store.ignore_delete = options.FirstBool(
      {"ignore-delete", "first-row.ignore-delete", "deduplicate.ignore-delete", "partial-update.ignore-delete"}, false);
  store.ignore_update_before = options.Bool("ignore-update-before", false);
  store.merge_engine = AsciiLower(options.Text("merge-engine", "deduplicate"));
  store.sequence_fields = SplitNames(options.Text("sequence.field", ""));
  for (const auto& field : store.sequence_fields)
    if (!schema.FindField(field)) Options::Refuse("sequence.field", field, "columns of the table");
  const std::string order = AsciiLower(options.Text("sequence.field.sort-order", "ascending"));
  if (order != "ascending" && order != "descending")
    Options::Refuse("sequence.field.sort-order", order, "ascending, descending");
  store.sequence_descending = order == "descending";

  store.compact.run_trigger = options.Number("num-sorted-run.compaction-trigger", 5, 1);
  store.compact.max_size_amplification = options.Number("compaction.max-size-amplification-percent", 200, 0);
  store.compact.size_ratio = options.Number("compaction.size-ratio", 1, 0);
  store.compact.num_levels = options.Number("num-levels", store.compact.run_trigger + 1, 2);
  store.stop_trigger = std::max(store.compact.run_trigger,
                                options.Number("num-sorted-run.stop-trigger", store.compact.run_trigger + 3, 1));
  store.small_file_ratio = options.Number("compaction.small-file-ratio", 0.7, 0.0);
  return store;
}

void RequireWritable(const paimon::TableSchema& schema, const std::map<std::string, std::string>& values) {
  const Options options(values);
  const bool keyed = !schema.primary_keys.empty();
  const auto unsupported = [](const std::string& key, const std::string& value, const std::string& instead) {
    throw Error(ErrorCode::Unsupported,
                "cannot write to a table with '" + key + "' = '" + value + "'; supported: " + instead);
  };
  for (const auto& [key, value] : values)
    if (paimon::BlocksWriting(key, value)) unsupported(key, value, "tables without it");
  // Honoured options of which we write some values only.
  struct Known {
    const char* key;
    std::vector<std::string> values;
  };
  static const std::vector<Known> kKnown = {
      {"bucket-function.type", {"default", "mod"}},
      {"file.format", {"parquet"}},
      {"merge-engine", {"deduplicate"}},
      {"type", {"table"}},
  };
  for (const auto& known : kKnown) {
    const std::string* value = options.Find(known.key);
    if (!value || std::count(known.values.begin(), known.values.end(), AsciiLower(*value)) > 0) continue;
    std::string instead;
    for (const auto& allowed : known.values) instead += (instead.empty() ? "'" : ", '") + allowed + "'";
    unsupported(known.key, *value, instead);
  }
  const StoreOptions store = ParseStoreOptions(schema, values);
  if (keyed && store.bucket < 0)
    unsupported("bucket", std::to_string(store.bucket),
                "a fixed number of buckets for a table with a primary key: CREATE TABLE .. WITH ('bucket' = '4')");
  if (!keyed && store.bucket == -2) unsupported("bucket", "-2", "-1 or a fixed number of buckets");
  if (!keyed && store.bucket > 0 && schema.BucketKeys().empty())
    throw Error(ErrorCode::InvalidInput, "a table without a primary key and with 'bucket' = '" +
                                             std::to_string(store.bucket) + "' needs the option 'bucket-key'");
  for (const auto& key : schema.partition_keys)
    if (keyed && std::count(schema.primary_keys.begin(), schema.primary_keys.end(), key) == 0)
      throw Error(ErrorCode::Unsupported, "cannot write to a table whose primary key lacks the partition column '" +
                                              key + "': add it to the primary key");
}

StoreOptions ParseStoreOptions(const Table& table) {
  return NamingSchemaFile(table.path(), table.schema(), table.options(),
                          [&] { return ParseStoreOptions(table.schema(), table.options()); });
}

void RequireWritable(const Table& table) {
  NamingSchemaFile(table.path(), table.schema(), table.options(),
                   [&] { RequireWritable(table.schema(), table.options()); });
}

}  // namespace tarn::table
