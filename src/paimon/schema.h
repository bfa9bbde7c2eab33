// A table's schema, version by version: {table}/schema/schema-{id}.
//
// JSON object, keys in this order: version, id, fields, highestFieldId, partitionKeys, primaryKeys, options, comment
// (left out when null), timeMillis. Written by Paimon's TableSchema and SchemaSerializer (1.x).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paimon/data_type.h"

namespace tarn::paimon {

struct TableSchema {
  static constexpr int32_t kVersion = 3;

  int32_t version = kVersion;
  int64_t id = 0;
  std::vector<DataField> fields;
  int32_t highest_field_id = -1;
  std::vector<std::string> partition_keys;
  std::vector<std::string> primary_keys;
  std::map<std::string, std::string> options;
  std::optional<std::string> comment;
  int64_t time_ms = 0;

  bool operator==(const TableSchema&) const = default;

  /// Index into `fields`, or nullopt. Names are case-sensitive.
  std::optional<size_t> FindField(std::string_view name) const;
  /// Primary key without partition keys, in primary-key order.
  std::vector<std::string> TrimmedPrimaryKeys() const;
  /// `bucket-key`, else the trimmed primary key.
  std::vector<std::string> BucketKeys() const;
  /// The named fields in the order of the names. Names that a parsed schema refers to always exist.
  std::vector<DataField> FieldsOf(const std::vector<std::string>& names) const;
  std::vector<DataField> PartitionFields() const { return FieldsOf(partition_keys); }
};

std::string ToJson(const TableSchema& schema);
/// Applies the defaults of old versions. Throws Corruption; the caller adds the file.
TableSchema ParseTableSchema(std::string_view json);

}  // namespace tarn::paimon
