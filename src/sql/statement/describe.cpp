#include <algorithm>

#include "sql/scan/table_binder.h"
#include "sql/statement/like_pattern.h"
#include "sql/statement/table_rows.h"
#include "table/system/system_tables.h"

namespace tarn::sql {
namespace {

using Cell = std::optional<std::string>;

std::string TypeWithoutNull(const paimon::DataType& type, bool rowtime) {
  return paimon::ToSql(type.Nullable()) + (rowtime ? " *ROWTIME*" : "");
}

Cell Extras(const ColumnDefinition& column) {
  switch (column.kind) {
    case ColumnDefinition::Kind::Physical:
      return std::nullopt;
    case ColumnDefinition::Kind::Computed:
      return "AS " + column.expression;
    case ColumnDefinition::Kind::Metadata: {
      std::string text = "METADATA";
      if (column.metadata_key) text += " FROM '" + *column.metadata_key + "'";
      return text + (column.is_virtual ? " VIRTUAL" : "");
    }
  }
  return std::nullopt;
}

/// Of `t$files` and the like; nullptr if the name is none such.
const std::vector<paimon::DataField>* SystemTableColumns(Session& session, const ObjectPath& path) {
  const size_t dollar = path.name.find('$');
  if (dollar == std::string::npos || session.catalogs().Lookup(path)) return nullptr;
  auto base = path;
  base.name.resize(dollar);
  if (!session.catalogs().Lookup(base)) return nullptr;
  const auto* table = table::FindSystemTable(path.name.substr(dollar + 1));
  return table == nullptr ? nullptr : &table->columns;
}

std::vector<TypedColumn> DescribeHead(bool comments) {
  std::vector<std::string> names = {"name", "type", "null", "key", "extras", "watermark"};
  if (comments) names.push_back("comment");
  auto columns = TextColumns(names);
  columns[2].type = paimon::DataType();
  columns[2].type.root = paimon::TypeRoot::Boolean;
  return columns;
}

}  // namespace

Outcome DescribeColumns(Session& session, const ObjectName& name, const ShowStatement* show) {
  const auto path = session.catalogs().Resolve(Parts(name));
  if (const auto* columns = SystemTableColumns(session, path)) {
    std::vector<std::vector<Cell>> rows;
    for (const auto& column : *columns) {
      rows.push_back({column.name, TypeWithoutNull(column.type, false), column.type.nullable ? "TRUE" : "FALSE",
                      std::nullopt, std::nullopt, std::nullopt});
    }
    return RowsOfText(DescribeHead(false), std::move(rows));
  }
  const auto found = ObjectOf(session, path, name.span(), "table or view");
  std::vector<std::vector<Cell>> rows;
  const auto wanted = [&](const std::string& column) {
    if (show == nullptr || !show->like) return true;
    return MatchesLike(column, show->like->value, show->ignore_case) != show->not_like;
  };
  if (const auto* view = std::get_if<ViewDefinition>(&found.object)) {
    for (size_t i = 0; i < view->column_names.size(); i++) {
      if (!wanted(view->column_names[i])) continue;
      const auto& type = view->column_types[i];
      rows.push_back({view->column_names[i], TypeWithoutNull(type, false), type.nullable ? "TRUE" : "FALSE",
                      std::nullopt, std::nullopt, std::nullopt});
    }
    return RowsOfText(DescribeHead(false), std::move(rows));
  }
  const auto& table = std::get<CatalogTable>(found.object).definition;
  std::string key_text;
  for (const auto& key : table.primary_key) key_text += (key_text.empty() ? "PRI(" : ", ") + key;
  if (!key_text.empty()) key_text += ")";
  const bool comments = std::any_of(table.columns.begin(), table.columns.end(), [](const ColumnDefinition& column) {
    return column.comment && !column.comment->empty();
  });
  for (const auto& column : table.columns) {
    if (!wanted(column.name)) continue;
    const bool keyed = std::count(table.primary_key.begin(), table.primary_key.end(), column.name) != 0;
    const bool rowtime = table.watermark && table.watermark->column == column.name;
    std::vector<Cell> row = {column.name,
                             TypeWithoutNull(column.type, rowtime && session.settings().streaming()),
                             column.type.nullable && !keyed ? "TRUE" : "FALSE",
                             keyed ? Cell(key_text) : std::nullopt,
                             Extras(column),
                             rowtime ? Cell(table.watermark->expression) : std::nullopt};
    if (comments) row.push_back(column.comment && !column.comment->empty() ? column.comment : std::nullopt);
    rows.push_back(std::move(row));
  }
  return RowsOfText(DescribeHead(comments), std::move(rows));
}

Outcome Run(Session& session, DescribeStatement& statement) {
  const Span span = statement.name.span();
  switch (statement.what) {
    case DescribeStatement::What::Table:
      return DescribeColumns(session, statement.name, nullptr);
    case DescribeStatement::What::Catalog: {
      const auto name = Parts(statement.name).at(0);
      const auto& catalog = session.catalogs().Require(name, span);
      std::vector<std::vector<Cell>> rows = {{"name", name}, {"type", catalog.Type()}, {"comment", std::nullopt}};
      if (statement.extended) {
        for (const auto& [key, value] : catalog.options()) {
          if (key != "type") rows.push_back({"option:" + key, value});
        }
      }
      return RowsOfText(TextColumns({"info name", "info value"}), std::move(rows));
    }
    case DescribeStatement::What::Database: {
      const auto [catalog_name, database] = DatabasePath(session, statement.name);
      const auto& catalog = session.catalogs().RequireDatabase(catalog_name, database, span);
      std::vector<std::vector<Cell>> rows = {{"catalog", catalog_name}, {"database", database}};
      if (statement.extended) {
        for (const auto& [key, value] : catalog.DatabaseOptions(database).value_or(OptionMap{})) {
          rows.push_back({key, value});
        }
      }
      return RowsOfText(TextColumns({"info name", "info value"}), std::move(rows));
    }
    case DescribeStatement::What::Job:
      throw SqlError(ErrorStage::Plan, span, "jobs of other processes cannot be described yet", "",
                     ErrorCode::Unsupported);
  }
  throw Error(ErrorCode::Internal, "DESCRIBE of an unknown kind");
}

}  // namespace tarn::sql
