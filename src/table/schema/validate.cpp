#include "table/schema/validate.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/name_list.h"
#include "base/option_error.h"
#include "paimon/options.h"
#include "paimon/special_fields.h"
#include "table/schema/stored_options.h"

namespace tarn::table {
namespace {

using paimon::TableSchema;

constexpr int32_t kUnawareBucket = -1;
constexpr int32_t kPostponeBucket = -2;

// Enumerations of Paimon's CoreOptions, and of our own options of reading.
struct Choice {
  std::string_view key;
  std::vector<std::string_view> values;
};
const std::vector<Choice>& Choices() {
  static const std::vector<Choice> kChoices = {
      {"changelog-producer", {"none", "input", "full-compaction", "lookup"}},
      {"merge-engine", {"deduplicate", "partial-update", "aggregation", "first-row"}},
      {"sort-engine", {"min-heap", "loser-tree"}},
      {"sequence.field.sort-order", {"ascending", "descending"}},
      {"lookup-compact", {"radical", "gentle"}},
      {"snapshot.expire.execution-mode", {"sync", "async"}},
      {"scan.mode",
       {"default", "latest-full", "full", "latest", "compacted-full", "from-timestamp", "from-creation-timestamp",
        "from-file-creation-time", "from-snapshot", "from-snapshot-full", "incremental"}},
      {"incremental-between-scan-mode", {"auto", "delta", "changelog", "diff"}},
      {"write.sequence-number-init-mode", {"scan", "snapshot"}},
      {"file.format", {"parquet", "orc", "avro", "csv", "json", "text", "lance", "row"}},
      {"scan.order", {"event-time", "partition", "write"}},
      {"on-null-time", {"first", "fail"}},
  };
  return kChoices;
}

// CoreOptions marked @Immutable: what files were written by.
constexpr std::string_view kImmutable[] = {
    "bucket-key",
    "bucket-function.type",
    "merge-engine",
    "sequence.snapshot-ordering",
    "aggregation.remove-record-on-delete",
    "partial-update.remove-record-on-delete",
    "partial-update.remove-record-on-sequence-group",
    "rowkind.field",
    "primary-key",
    "primary-key.nullable",
    "partition",
    "data-file.path-directory",
    "force-lookup",
    "row-tracking.enabled",
    "data-evolution.enabled",
    "index-file-in-data-file-dir",
    "blob-field",
    "blob-descriptor-field",
    "blob-view-field",
    "dynamic-bucket.initial-buckets",
    "pk-clustering-override",
    "type",
};

[[noreturn]] void Refuse(std::string message) { throw Error(ErrorCode::InvalidInput, std::move(message)); }
/// Of one option, whose place the statement may show.
[[noreturn]] void RefuseOption(std::string_view key, std::string message, ErrorCode code = ErrorCode::InvalidInput) {
  throw OptionError(std::string(key), std::move(message), code);
}

std::optional<std::string> OptionOf(const TableSchema& schema, const std::string& key) {
  const auto found = schema.options.find(key);
  if (found == schema.options.end()) return std::nullopt;
  return found->second;
}

int64_t WholeNumber(const TableSchema& schema, const std::string& key, int64_t otherwise) {
  const auto text = OptionOf(schema, key);
  if (!text) return otherwise;
  const auto number = paimon::ParseOptionNumber<int64_t>(*text);
  if (!number) RefuseOption(key, "option '" + key + "' is '" + *text + "'; expected a whole number");
  return *number;
}

void CheckNames(const TableSchema& schema) {
  std::set<std::string> seen;
  if (schema.fields.empty()) Refuse("a table needs at least one column that is stored");
  for (const auto& field : schema.fields) {
    if (paimon::IsReservedFieldName(field.name)) {
      Refuse("column name '" + field.name + "' is Paimon's own; choose another");
    }
    if (!seen.insert(field.name).second) Refuse("column '" + field.name + "' is defined twice");
  }
}

bool IsNested(const paimon::DataType& type) {
  switch (type.root) {
    case paimon::TypeRoot::Map:
    case paimon::TypeRoot::Array:
    case paimon::TypeRoot::Row:
    case paimon::TypeRoot::Multiset:
    case paimon::TypeRoot::Variant:
    case paimon::TypeRoot::Blob:
    case paimon::TypeRoot::Vector:
      return true;
    default:
      return false;
  }
}

void CheckKeys(const TableSchema& schema) {
  std::set<std::string> seen;
  for (const auto& key : schema.primary_keys) {
    const auto index = schema.FindField(key);
    if (!index) Refuse("primary key column '" + key + "' is not a stored column of the table");
    if (!seen.insert(key).second) Refuse("primary key column '" + key + "' is named twice");
    if (IsNested(schema.fields[*index].type))
      Refuse("primary key column '" + key + "' has type " + ToSql(schema.fields[*index].type) +
             ", which cannot be part of a key");
  }
  seen.clear();
  for (const auto& key : schema.partition_keys) {
    if (!schema.FindField(key)) Refuse("partition column '" + key + "' is not a stored column of the table");
    if (!seen.insert(key).second) Refuse("partition column '" + key + "' is named twice");
  }
  if (!schema.primary_keys.empty() && schema.TrimmedPrimaryKeys().empty()) {
    Refuse("the primary key must have a column that is no partition column");
  }
  if (!schema.partition_keys.empty() && schema.partition_keys.size() == schema.fields.size()) {
    Refuse("at least one column must be no partition column");
  }
}

void CheckBuckets(const TableSchema& schema) {
  const int64_t bucket = WholeNumber(schema, "bucket", kUnawareBucket);
  const bool keyed = !schema.primary_keys.empty();
  const auto bucket_key = OptionOf(schema, "bucket-key");
  const auto names = SplitNames(bucket_key.value_or(""));
  for (const auto& name : names) {
    const auto index = schema.FindField(name);
    if (!index) RefuseOption("bucket-key", "'bucket-key' names '" + name + "', which is not a column of the table");
    if (IsNested(schema.fields[*index].type))
      RefuseOption("bucket-key", "'bucket-key' names '" + name + "' of type " + ToSql(schema.fields[*index].type) +
                                     ", which cannot be part of a key");
    if (std::count(schema.partition_keys.begin(), schema.partition_keys.end(), name) != 0) {
      RefuseOption("bucket-key", "'bucket-key' names the partition column '" + name + "'");
    }
    if (keyed && std::count(schema.primary_keys.begin(), schema.primary_keys.end(), name) == 0) {
      RefuseOption("bucket-key", "'bucket-key' names '" + name + "', which is not in the primary key");
    }
  }
  if (bucket == kUnawareBucket) {
    if (bucket_key) RefuseOption("bucket-key", "'bucket-key' needs a number of buckets: set 'bucket' as well");
    if (!keyed && OptionOf(schema, "full-compaction.delta-commits")) {
      RefuseOption(
          "full-compaction.delta-commits",
          "'full-compaction.delta-commits' needs a number of buckets on an append table: set 'bucket' as well");
    }
  } else if (bucket == kPostponeBucket) {
    if (!keyed) RefuseOption("bucket", "'bucket' = '-2' is for tables with a primary key");
  } else if (bucket < 1) {
    RefuseOption("bucket", "'bucket' must be 1 or more, -1 or -2");
  } else if (!keyed && names.empty()) {
    RefuseOption(bucket_key ? "bucket-key" : "bucket", "an append table with a number of buckets needs a 'bucket-key'");
  }
}

void CheckChoices(const TableSchema& schema) {
  for (const auto& choice : Choices()) {
    const auto value = OptionOf(schema, std::string(choice.key));
    if (!value) continue;
    std::string lower = *value;
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    if (std::find(choice.values.begin(), choice.values.end(), lower) != choice.values.end()) continue;
    std::string allowed;
    for (const auto& name : choice.values) allowed += (allowed.empty() ? "" : ", ") + std::string(name);
    RefuseOption(choice.key,
                 "option '" + std::string(choice.key) + "' is '" + *value + "'; expected one of " + allowed);
  }
  const auto column = OptionOf(schema, "scan.order.column");
  if (column && !schema.FindField(*column))
    RefuseOption("scan.order.column",
                 "'scan.order.column' names '" + *column + "', which is no stored column of the table");
}

void CheckMergeOptions(const TableSchema& schema) {
  const bool keyed = !schema.primary_keys.empty();
  const std::string producer = OptionOf(schema, "changelog-producer").value_or("none");
  if (!keyed && producer != "none") RefuseOption("changelog-producer", "'changelog-producer' needs a primary key");
  if (!keyed && OptionOf(schema, "merge-engine").value_or("deduplicate") != "deduplicate") {
    RefuseOption("merge-engine", "'merge-engine' needs a primary key");
  }
  const std::string engine = OptionOf(schema, "merge-engine").value_or("deduplicate");
  if (engine == "first-row" && producer != "none" && producer != "lookup") {
    RefuseOption("merge-engine", "'merge-engine' = 'first-row' allows 'changelog-producer' 'none' or 'lookup' only");
  }
  if (const auto field = OptionOf(schema, "sequence.field")) {
    for (const auto& name : SplitNames(*field)) {
      if (!schema.FindField(name))
        RefuseOption("sequence.field", "'sequence.field' names '" + name + "', which is not a column of the table");
      if (OptionOf(schema, "fields." + name + ".aggregate-function")) {
        RefuseOption("sequence.field", "the sequence field '" + name + "' cannot have an aggregate function");
      }
    }
    if (engine == "first-row")
      RefuseOption("merge-engine", "'merge-engine' = 'first-row' cannot have a 'sequence.field'");
    const auto trimmed = schema.TrimmedPrimaryKeys();
    const bool across = std::any_of(schema.partition_keys.begin(), schema.partition_keys.end(), [&](const auto& key) {
      return keyed && std::count(schema.primary_keys.begin(), schema.primary_keys.end(), key) == 0;
    });
    if (across) RefuseOption("sequence.field", "'sequence.field' needs every partition column in the primary key");
  }
  if (const auto field = OptionOf(schema, "rowkind.field")) {
    const auto index = schema.FindField(*field);
    if (!index)
      RefuseOption("rowkind.field", "'rowkind.field' names '" + *field + "', which is not a column of the table");
    if (schema.fields[*index].type.root != paimon::TypeRoot::VarChar)
      RefuseOption("rowkind.field", "'rowkind.field' must be a STRING column");
  }
  const int64_t retained_min = WholeNumber(schema, "snapshot.num-retained.min", 10);
  const int64_t retained_max = WholeNumber(schema, "snapshot.num-retained.max", 2147483647);
  if (retained_min < 1) RefuseOption("snapshot.num-retained.min", "'snapshot.num-retained.min' must be 1 or more");
  if (retained_min > retained_max)
    RefuseOption("snapshot.num-retained.min", "'snapshot.num-retained.min' is larger than 'snapshot.num-retained.max'");
}

bool IsImmutable(const std::string& key) {
  return std::find(std::begin(kImmutable), std::end(kImmutable), key) != std::end(kImmutable);
}

void RefuseFixed(const std::string& key) {
  RefuseOption(key, "option '" + key + "' is fixed once a table has data: files were written by it",
               ErrorCode::Unsupported);
}

void CheckChange(const TableSchema& before, const std::string& key, const std::optional<std::string>& old_value,
                 const std::optional<std::string>& new_value) {
  if (key == "bucket") {
    if (!new_value)
      RefuseOption("bucket", "option 'bucket' cannot be reset on a table with data", ErrorCode::Unsupported);
    if (WholeNumber(before, "bucket", kUnawareBucket) == kUnawareBucket || *new_value == "-1") {
      RefuseOption("bucket", "option 'bucket' cannot change from or to -1 on a table with data",
                   ErrorCode::Unsupported);
    }
    return;
  }
  // Blanks in the list are none of the names.
  if (key == "bucket-key" && old_value && new_value && SplitNames(*old_value) == SplitNames(*new_value)) return;
  if (IsImmutable(key)) RefuseFixed(key);
  if (key == "deletion-vectors.enabled") {
    const auto modifiable = before.options.find("deletion-vectors.modifiable");
    if (modifiable == before.options.end() || modifiable->second != "true") {
      RefuseOption("deletion-vectors.enabled",
                   "option 'deletion-vectors.enabled' can change only with 'deletion-vectors.modifiable' = 'true'",
                   ErrorCode::Unsupported);
    }
  }
  if ((key == "ignore-delete" || key == "ignore-update-before") && old_value == "true" && new_value != "true") {
    RefuseFixed(key);
  }
}

}  // namespace

void ValidateSchema(const TableSchema& schema) {
  CheckNames(schema);
  CheckKeys(schema);
  CheckBuckets(schema);
  CheckChoices(schema);
  CheckMergeOptions(schema);
}

void ValidateOptionChange(const std::string& table_path, const TableSchema& before, const TableSchema& after,
                          bool has_data) {
  std::set<std::string> keys;
  for (const auto& [key, value] : before.options) keys.insert(key);
  for (const auto& [key, value] : after.options) keys.insert(key);
  for (const auto& key : keys) {
    const auto old_value = OptionOf(before, key), new_value = OptionOf(after, key);
    if (old_value == new_value) continue;
    if (key == "path") RefuseOption("path", "option 'path' cannot change", ErrorCode::Unsupported);
    if (has_data) CheckChange(before, key, old_value, new_value);
  }
  NamingSchemaFile(table_path, before, after.options, [&] { ValidateSchema(after); });
}

void ValidateDynamicOptions(const std::string& table_path, const TableSchema& schema,
                            const std::map<std::string, std::string>& dynamic) {
  TableSchema changed = schema;
  for (const auto& [key, value] : dynamic) {
    const auto old_value = OptionOf(schema, key);
    if (old_value != value) {
      if (key == "path") RefuseOption("path", "option 'path' cannot change", ErrorCode::Unsupported);
      CheckChange(schema, key, old_value, value);
    }
    changed.options[key] = value;
  }
  NamingSchemaFile(table_path, schema, changed.options, [&] { CheckChoices(changed); });
}

}  // namespace tarn::table
