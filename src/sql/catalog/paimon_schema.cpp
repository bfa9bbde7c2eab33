#include <algorithm>

#include "base/error.h"
#include "base/name_list.h"
#include "sql/catalog/paimon_catalog.h"

namespace tarn::sql {
namespace {

constexpr char kWatermark[] = "schema.watermark.0.";

std::string ColumnKey(size_t index, const char* what) { return "schema." + std::to_string(index) + "." + what; }

bool DescribesColumns(const std::string& key) {
  if (!key.starts_with("schema.")) return false;
  const std::string rest = key.substr(7);
  return rest.starts_with("watermark.") || (!rest.empty() && rest[0] >= '0' && rest[0] <= '9');
}

ColumnDefinition StoredColumn(const paimon::DataField& field) {
  ColumnDefinition column;
  column.name = field.name;
  column.type = field.type;
  column.comment = field.description;
  return column;
}

ColumnDefinition ColumnFromOptions(const OptionMap& options, size_t index) {
  const auto option = [&](const char* what) -> std::optional<std::string> {
    const auto found = options.find(ColumnKey(index, what));
    if (found == options.end()) return std::nullopt;
    return found->second;
  };
  ColumnDefinition column;
  column.name = *option("name");
  if (const auto type = option("data-type")) column.type = paimon::ParseDataType(*type);
  if (const auto expression = option("expr")) {
    column.kind = ColumnDefinition::Kind::Computed;
    column.expression = *expression;
  } else {
    column.kind = ColumnDefinition::Kind::Metadata;
    const auto key = option("metadata");
    if (key && *key != column.name) column.metadata_key = key;
    column.is_virtual = option("virtual") == "true";
  }
  column.comment = option("comment");
  return column;
}

void ColumnToOptions(const ColumnDefinition& column, size_t index, OptionMap& options) {
  options[ColumnKey(index, "name")] = column.name;
  options[ColumnKey(index, "data-type")] = paimon::ToSchemaString(column.type);
  if (column.kind == ColumnDefinition::Kind::Computed) {
    options[ColumnKey(index, "expr")] = column.expression;
  } else {
    options[ColumnKey(index, "metadata")] = column.metadata_key.value_or(column.name);
    options[ColumnKey(index, "virtual")] = column.is_virtual ? "true" : "false";
  }
  if (column.comment) options[ColumnKey(index, "comment")] = *column.comment;
}

}  // namespace

TableDefinition DefinitionOf(const paimon::TableSchema& schema, const std::string& directory) {
  TableDefinition definition;
  size_t next_field = 0;
  for (size_t index = 0;; index++) {
    if (schema.options.count(ColumnKey(index, "name")) != 0) {
      definition.columns.push_back(ColumnFromOptions(schema.options, index));
    } else if (next_field < schema.fields.size()) {
      definition.columns.push_back(StoredColumn(schema.fields[next_field++]));
    } else {
      break;
    }
  }
  const auto rowtime = schema.options.find(std::string(kWatermark) + "rowtime");
  const auto strategy = schema.options.find(std::string(kWatermark) + "strategy.expr");
  if (rowtime != schema.options.end() && strategy != schema.options.end()) {
    definition.watermark = WatermarkDefinition{rowtime->second, strategy->second};
  }
  if (!schema.primary_keys.empty()) {
    definition.primary_key = schema.primary_keys;
    definition.primary_key_name = "PK";
    for (const auto& key : schema.primary_keys) definition.primary_key_name += "_" + key;
  }
  definition.partition_keys = schema.partition_keys;
  definition.comment = schema.comment;
  for (const auto& [key, value] : schema.options) {
    if (!DescribesColumns(key)) definition.options[key] = value;
  }
  definition.options["path"] = directory;
  return definition;
}

paimon::TableSchema SchemaOf(const TableDefinition& definition) {
  paimon::TableSchema schema;
  schema.options = definition.options;
  schema.options.erase("connector");
  schema.options.erase("path");
  schema.comment = definition.comment;
  schema.primary_keys = definition.primary_key;
  schema.partition_keys = definition.partition_keys;
  // The options say the same to engines without the clauses.
  const auto take_names = [&](const char* key, std::vector<std::string>& names, const char* clause) {
    const auto option = schema.options.find(key);
    if (option == schema.options.end()) return;
    if (!names.empty() && names != SplitNames(option->second)) {
      throw Error(ErrorCode::InvalidInput, "option '" + std::string(key) + "' contradicts " + clause);
    }
    names = SplitNames(option->second);
    schema.options.erase(option);
  };
  take_names("primary-key", schema.primary_keys, "PRIMARY KEY");
  take_names("partition", schema.partition_keys, "PARTITIONED BY");
  // Java takes the blanks of "a, b" for a part of the name, and then cannot open the table.
  const auto bucket_key = schema.options.find("bucket-key");
  if (bucket_key != schema.options.end()) bucket_key->second = JoinNames(SplitNames(bucket_key->second));

  for (size_t index = 0; index < definition.columns.size(); index++) {
    const auto& column = definition.columns[index];
    if (column.kind != ColumnDefinition::Kind::Physical) {
      ColumnToOptions(column, index, schema.options);
      continue;
    }
    paimon::DataField field;
    field.name = column.name;
    field.type = column.type;
    field.description = column.comment;
    const bool key = std::count(schema.primary_keys.begin(), schema.primary_keys.end(), column.name) != 0;
    const auto nullable = schema.options.find("primary-key.nullable");
    if (key && (nullable == schema.options.end() || nullable->second != "true")) field.type.nullable = false;
    schema.fields.push_back(std::move(field));
  }
  if (definition.watermark) {
    const std::string prefix = kWatermark;
    schema.options[prefix + "rowtime"] = definition.watermark->column;
    schema.options[prefix + "strategy.expr"] = definition.watermark->expression;
    if (const auto* column = definition.Find(definition.watermark->column)) {
      schema.options[prefix + "strategy.data-type"] = paimon::ToSchemaString(column->type);
    }
  }
  return schema;
}

}  // namespace tarn::sql
