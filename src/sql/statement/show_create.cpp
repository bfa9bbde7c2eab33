#include "sql/statement/show_create.h"

namespace tarn::sql {
namespace {

std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

// A STRING is printed by its length here, unlike in DESCRIBE.
std::string TypeText(const paimon::DataType& type) {
  std::string text = paimon::ToSql(type);
  for (const auto& [name, full] :
       {std::pair<std::string, std::string>{"STRING", "VARCHAR(2147483647)"}, {"BYTES", "VARBINARY(2147483647)"}}) {
    for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + full.size())) {
      const bool quoted = at > 0 && text[at - 1] == '`';
      if (!quoted) text.replace(at, name.size(), full);
    }
  }
  return text;
}

std::string Names(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + Backquoted(name);
  return text;
}

std::string Options(const OptionMap& options) {
  std::string text;
  for (const auto& [key, value] : options) {
    text += std::string(text.empty() ? "" : ",\n") + "  " + Quoted(key) + " = " + Quoted(value);
  }
  return "WITH (\n" + text + "\n)\n";
}

std::string ColumnText(const ColumnDefinition& column) {
  std::string text = "  " + Backquoted(column.name) + " ";
  switch (column.kind) {
    case ColumnDefinition::Kind::Physical:
      text += TypeText(column.type);
      break;
    case ColumnDefinition::Kind::Computed:
      text += "AS " + column.expression;
      break;
    case ColumnDefinition::Kind::Metadata:
      text += TypeText(column.type) + " METADATA";
      if (column.metadata_key) text += " FROM " + Quoted(*column.metadata_key);
      if (column.is_virtual) text += " VIRTUAL";
      break;
  }
  if (column.comment && !column.comment->empty()) text += " COMMENT " + Quoted(*column.comment);
  return text;
}

std::string TableText(const std::string& path, const TableDefinition& table, bool temporary) {
  std::string text = std::string("CREATE ") + (temporary ? "TEMPORARY " : "") + "TABLE " + path + " (\n";
  std::string body;
  for (const auto& column : table.columns) body += (body.empty() ? "" : ",\n") + ColumnText(column);
  if (table.watermark) {
    body += ",\n  WATERMARK FOR " + Backquoted(table.watermark->column) + " AS " + table.watermark->expression;
  }
  if (!table.primary_key.empty()) {
    body += ",\n  CONSTRAINT " + Backquoted(table.primary_key_name) + " PRIMARY KEY (" + Names(table.primary_key) +
            ") NOT ENFORCED";
  }
  text += body + "\n)\n";
  if (table.comment && !table.comment->empty()) text += "COMMENT " + Quoted(*table.comment) + "\n";
  if (!table.distribution.empty()) text += table.distribution + "\n";
  if (!table.partition_keys.empty()) text += "PARTITIONED BY (" + Names(table.partition_keys) + ")\n";
  if (!table.options.empty()) text += Options(table.options);
  return text;
}

}  // namespace

std::string Backquoted(const std::string& name) {
  std::string quoted = "`";
  for (const char c : name) quoted += c == '`' ? std::string("``") : std::string(1, c);
  return quoted + "`";
}

std::string ShowCreate(const FoundObject& object) {
  const std::string path =
      Backquoted(object.path.catalog) + "." + Backquoted(object.path.database) + "." + Backquoted(object.path.name);
  if (const auto* table = std::get_if<CatalogTable>(&object.object)) {
    return TableText(path, table->definition, object.temporary);
  }
  const auto& view = std::get<ViewDefinition>(object.object);
  std::string text = std::string("CREATE ") + (object.temporary ? "TEMPORARY " : "") + "VIEW " + path + " (\n";
  for (size_t i = 0; i < view.column_names.size(); i++) {
    text += "  " + Backquoted(view.column_names[i]) + (i + 1 < view.column_names.size() ? ",\n" : "\n");
  }
  text += ")\n";
  if (view.comment && !view.comment->empty()) text += "COMMENT " + Quoted(*view.comment) + "\n";
  return text + "AS " + view.query + "\n";
}

std::string ShowCreateCatalog(const std::string& name, const Catalog& catalog) {
  return "CREATE CATALOG " + Backquoted(name) + "\n" + Options(catalog.options());
}

}  // namespace tarn::sql
