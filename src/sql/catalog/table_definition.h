// What CREATE TABLE and CREATE VIEW said, whatever catalog keeps it. Names are as the user wrote them (not encoded);
// expressions are text that the parser reads again (names in it are quoted).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "paimon/data_type.h"

namespace tarn::sql {

struct ColumnDefinition {
  enum class Kind { Physical, Computed, Metadata };

  Kind kind = Kind::Physical;
  std::string name;
  paimon::DataType type{};
  std::string expression{};                   // of a computed column
  std::optional<std::string> metadata_key{};  // METADATA FROM 'key'; absent = the column's name
  bool is_virtual = false;                    // a metadata column that cannot be written
  std::optional<std::string> comment{};

  bool operator==(const ColumnDefinition&) const = default;
};

struct WatermarkDefinition {
  std::string column;
  std::string expression;

  bool operator==(const WatermarkDefinition&) const = default;
};

using OptionMap = std::map<std::string, std::string>;

struct TableDefinition {
  std::vector<ColumnDefinition> columns;  // in the order of the statement
  std::optional<WatermarkDefinition> watermark;
  std::string primary_key_name;
  std::vector<std::string> primary_key;
  std::vector<std::string> partition_keys;
  std::string distribution;  // as SHOW CREATE TABLE prints it; empty = none
  OptionMap options;
  std::optional<std::string> comment;

  bool operator==(const TableDefinition&) const = default;

  const ColumnDefinition* Find(const std::string& column) const;
  /// What a writer gives: physical and writable metadata columns.
  std::vector<const ColumnDefinition*> SinkColumns() const;
};

struct ViewDefinition {
  std::string query;    // as written
  std::string catalog;  // where names in it are looked up
  std::string database;
  std::vector<std::string> column_names;  // of the view; never empty
  std::vector<paimon::DataType> column_types;
  std::optional<std::string> comment;

  bool operator==(const ViewDefinition&) const = default;
};

}  // namespace tarn::sql
