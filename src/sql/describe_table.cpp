#include "sql/describe_table.h"

#include <duckdb/main/connection.hpp>

#include "sql/session.h"

namespace tarn::sql {

connector::TableDescription Describe(const BoundTable& table) {
  connector::TableDescription description;
  description.name = table.path.name;
  for (const auto& column : table.definition.SinkColumns()) {
    paimon::DataField field;
    field.name = column->name;
    field.type = column->type;
    description.columns.push_back(std::move(field));
  }
  description.partition_keys = table.definition.partition_keys;
  description.primary_key = table.definition.primary_key;
  if (table.definition.watermark) {
    const auto* column = table.definition.Find(table.definition.watermark->column);
    if (column != nullptr && column->kind == ColumnDefinition::Kind::Physical) description.time_column = column->name;
  }
  description.options = table.lake ? table.lake->options() : table.options;
  for (const char* ours : {"connector", "scan.watermark.max-jump"}) description.options.erase(ours);
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
