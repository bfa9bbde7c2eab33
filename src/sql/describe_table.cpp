#include "sql/describe_table.h"

#include <duckdb/main/connection.hpp>

#include "sql/session.h"

namespace tarn::sql {

connector::TableDescription Describe(const std::string& name, const TableDefinition& definition, OptionMap options) {
  connector::TableDescription description;
  description.name = name;
  for (const auto& column : definition.SinkColumns()) {
    paimon::DataField field;
    field.name = column->name;
    field.type = column->type;
    description.columns.push_back(std::move(field));
  }
  description.partition_keys = definition.partition_keys;
  description.primary_key = definition.primary_key;
  if (definition.watermark) {
    const auto* column = definition.Find(definition.watermark->column);
    if (column != nullptr && column->kind == ColumnDefinition::Kind::Physical) description.time_column = column->name;
  }
  for (const char* ours : {"connector", "scan.watermark.max-jump"}) options.erase(ours);
  description.options = std::move(options);
  return description;
}

connector::TableDescription Describe(const BoundTable& table) {
  auto description = Describe(table.path.name, table.definition, table.lake ? table.lake->options() : table.options);
  if (table.lake) {
    for (const auto& [key, value] : table.hints) description.options[key] = value;
    description.options.erase("path");
    description.directory = table.lake->path();
  }
  return description;
}

connector::ConnectorContext ConnectorContextOf(Session& session, duckdb::Connection& connection, bool streaming) {
  return {.env = session.env(),
          .duckdb = connection.context.get(),
          .streaming = streaming,
          .commit_user = session.env().random.Uuid(),
          .time_zone = session.settings().time_zone()};
}

}  // namespace tarn::sql
