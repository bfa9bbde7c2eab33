#include <algorithm>

#include "base/name_list.h"
#include "base/option_error.h"
#include "sql/option_place.h"
#include "sql/statement/option_check.h"
#include "sql/statement/overwrite.h"
#include "sql/statement/table_schema.h"

namespace tarn::sql {
namespace {

struct Change {
  Session& session;
  TableDefinition& definition;
  std::map<std::string, std::string>& renamed;  // new name -> old name
  Span span;
};

[[noreturn]] void RefuseChange(Span span, const std::string& message, const std::string& hint = "") {
  throw SqlError(ErrorStage::Validation, span, message, hint);
}

std::vector<ColumnDefinition>::iterator ColumnNamed(TableDefinition& definition, const Name& name) {
  auto& columns = definition.columns;
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const ColumnDefinition& column) { return column.name == name.text; });
  if (found != columns.end()) return found;
  std::vector<std::string> names;
  for (const auto& column : columns) names.push_back(column.name);
  RefuseChange(name.span, "column '" + name.text + "' is not in the table", SuggestName(name.text, names));
}

bool IsKey(const std::vector<std::string>& keys, const std::string& name) {
  return std::count(keys.begin(), keys.end(), name) != 0;
}

/// Whether the rows that exist lie in buckets by this column.
bool IsBucketKey(const TableDefinition& definition, const std::string& name) {
  const auto option = definition.options.find("bucket-key");
  return option != definition.options.end() && IsKey(SplitNames(option->second), name);
}

void Insert(TableDefinition& definition, ColumnDefinition column, const ColumnPosition& position) {
  auto& columns = definition.columns;
  if (position.first) {
    columns.insert(columns.begin(), std::move(column));
  } else if (position.after) {
    columns.insert(ColumnNamed(definition, *position.after) + 1, std::move(column));
  } else {
    columns.push_back(std::move(column));
  }
}

void Apply(Change change, alter::SetOptions& action) {
  for (const auto& option : action.options) {
    if (option.key.value == "comment") {
      change.definition.comment = option.value.value;
    } else {
      change.definition.options[option.key.value] = option.value.value;
    }
  }
}

void Apply(Change change, alter::ResetOptions& action) {
  for (const auto& key : action.keys) {
    if (key.value == "path" || key.value == "connector")
      RefuseChange(key.span, "option '" + key.value + "' cannot be reset");
    change.definition.options.erase(key.value);
  }
}

void Apply(Change change, alter::RenameColumn& action) {
  if (action.from.size() != 1) {
    throw SqlError(ErrorStage::Plan, action.from.back().span, "fields inside a row cannot be renamed", "",
                   ErrorCode::Unsupported);
  }
  auto& definition = change.definition;
  const auto column = ColumnNamed(definition, action.from[0]);
  if (definition.Find(action.to.text) != nullptr) {
    RefuseChange(action.to.span, "column '" + action.to.text + "' exists already");
  }
  const std::string old_name = column->name;
  if (IsKey(definition.partition_keys, old_name)) {
    RefuseChange(action.from[0].span, "'" + old_name + "' is a partition column, which cannot be renamed");
  }
  if (definition.watermark && definition.watermark->column == old_name) {
    RefuseChange(action.from[0].span, "'" + old_name + "' has the watermark", "drop the watermark first");
  }
  for (const auto& other : definition.columns) {
    if (other.kind == ColumnDefinition::Kind::Computed &&
        other.expression.find("`" + old_name + "`") != std::string::npos) {
      RefuseChange(action.from[0].span, "'" + old_name + "' is used by the computed column '" + other.name + "'");
    }
  }
  column->name = action.to.text;
  std::replace(definition.primary_key.begin(), definition.primary_key.end(), old_name, action.to.text);
  change.renamed[action.to.text] = old_name;
}

void Apply(Change change, alter::DropColumns& action) {
  for (const auto& name : action.columns) {
    const auto column = ColumnNamed(change.definition, name);
    if (IsKey(change.definition.primary_key, name.text))
      RefuseChange(name.span, "'" + name.text + "' is in the primary key");
    if (IsKey(change.definition.partition_keys, name.text)) {
      RefuseChange(name.span, "'" + name.text + "' is a partition column");
    }
    if (change.definition.watermark && change.definition.watermark->column == name.text) {
      RefuseChange(name.span, "'" + name.text + "' has the watermark", "drop the watermark first");
    }
    for (const auto& other : change.definition.columns) {
      if (other.kind == ColumnDefinition::Kind::Computed &&
          other.expression.find("`" + name.text + "`") != std::string::npos) {
        RefuseChange(name.span, "'" + name.text + "' is used by the computed column '" + other.name + "'");
      }
    }
    change.definition.columns.erase(column);
  }
}

void ApplyColumn(Change change, bool modify, const Column& column, const ColumnPosition& position) {
  auto& definition = change.definition;
  ColumnDefinition wanted = ColumnOf(column);
  if (!modify) {
    if (definition.Find(column.name.text) != nullptr) {
      RefuseChange(column.name.span, "column '" + column.name.text + "' exists already");
    }
    if (wanted.kind == ColumnDefinition::Kind::Physical && !wanted.type.nullable) {
      RefuseChange(column.type_span, "a new column must be nullable: rows that exist have no value for it");
    }
    Insert(definition, std::move(wanted), position);
    return;
  }
  const auto existing = ColumnNamed(definition, column.name);
  if (IsKey(definition.primary_key, column.name.text) && !(existing->type.Nullable() == wanted.type.Nullable())) {
    RefuseChange(column.type_span, "'" + column.name.text + "' is in the primary key; its type cannot change");
  }
  if (IsKey(definition.partition_keys, column.name.text) && !(existing->type == wanted.type)) {
    RefuseChange(column.type_span, "'" + column.name.text + "' is a partition column; its type cannot change");
  }
  if (IsBucketKey(definition, column.name.text) && !(existing->type.Nullable() == wanted.type.Nullable())) {
    RefuseChange(column.type_span, "'" + column.name.text + "' is in the bucket key; its type cannot change",
                 "rows lie in buckets by its bytes: make another table and INSERT the rows there");
  }
  if (existing->type.nullable && !wanted.type.nullable && existing->kind == ColumnDefinition::Kind::Physical) {
    const auto option = definition.options.find("alter-column-null-to-not-null.disabled");
    if (option == definition.options.end() || option->second != "false") {
      RefuseChange(column.type_span, "'" + column.name.text + "' cannot become NOT NULL: rows that exist may hold NULL",
                   "SET 'alter-column-null-to-not-null.disabled' = 'false' on the table if you know that none does");
    }
  }
  if (!wanted.comment) wanted.comment = existing->comment;
  if (IsKey(definition.primary_key, column.name.text)) wanted.type.nullable = false;
  if (position.first || position.after) {
    definition.columns.erase(existing);
    Insert(definition, std::move(wanted), position);
  } else {
    *existing = std::move(wanted);
  }
}

void Apply(Change change, alter::ChangeSchema& action) {
  for (const auto& [column, position] : action.columns) ApplyColumn(change, action.modify, column, position);
  if (action.primary_key) {
    if (action.modify) change.definition.primary_key.clear();
    SetPrimaryKey(change.definition, *action.primary_key);
  }
  if (action.watermark) {
    if (!action.modify && change.definition.watermark) {
      RefuseChange(action.watermark->span, "the table has a watermark already", "MODIFY WATERMARK changes it");
    }
    SetWatermark(change.definition, *action.watermark);
  }
  if (action.distribution)
    RefuseChange(action.distribution->span, "the distribution is changed by the option 'bucket'");
}

void Apply(Change change, alter::DropPrimaryKey&) {
  if (change.definition.primary_key.empty()) RefuseChange(change.span, "the table has no primary key");
  change.definition.primary_key.clear();
}

void Apply(Change change, alter::DropConstraint& action) {
  if (change.definition.primary_key_name != action.name.text) {
    RefuseChange(action.name.span, "there is no constraint '" + action.name.text + "'");
  }
  change.definition.primary_key.clear();
}

void Apply(Change change, alter::DropWatermark&) {
  if (!change.definition.watermark) RefuseChange(change.span, "the table has no watermark");
  change.definition.watermark.reset();
}

void Apply(Change change, alter::DropDistribution&) { change.definition.distribution.clear(); }

// Handled before a definition is changed.
void Apply(Change, alter::RenameTo&) {}
void Apply(Change, alter::AddPartitions&) {}
void Apply(Change, alter::DropPartitions&) {}

void RenameObject(Session& session, const FoundObject& found, const alter::RenameTo& action) {
  auto target = session.catalogs().Resolve(Parts(action.name));
  if (action.name.parts.size() == 1) {
    target.catalog = found.path.catalog;
    target.database = found.path.database;
  }
  const Span span = action.name.span();
  if (target.catalog != found.path.catalog || target.database != found.path.database) {
    RefuseChange(span, "a table or view stays in its database");
  }
  if (session.catalogs().Lookup(target)) {
    throw SqlError(ErrorStage::Validation, span, "table or view " + target.Text() + " exists already", "",
                   ErrorCode::AlreadyExists);
  }
  if (found.temporary) {
    auto node = session.catalogs().temporary().extract(found.path);
    node.key() = target;
    session.catalogs().temporary().insert(std::move(node));
  } else {
    session.catalogs().Find(found.path.catalog)->Rename(found.path.database, found.path.name, target.name);
  }
}

// Where the statement names the option that is refused.
Span PlaceOf(const decltype(AlterTable::action)& action, const std::string& option, Span otherwise) {
  if (const auto* set = std::get_if<alter::SetOptions>(&action)) return PlaceOfOption(set->options, option, otherwise);
  if (const auto* reset = std::get_if<alter::ResetOptions>(&action)) {
    for (const auto& key : reset->keys)
      if (key.value == option) return key.span;
  }
  return otherwise;
}

}  // namespace

Outcome Run(Session& session, AlterTable& statement) {
  const auto path = session.catalogs().Resolve(Parts(statement.name));
  const Span span = statement.name.span();
  if (statement.if_exists && !session.catalogs().Lookup(path)) return Done{"OK"};
  auto found = ObjectOf(session, path, span, "table");
  auto* table = std::get_if<CatalogTable>(&found.object);
  if (table == nullptr) RefuseChange(span, path.Text() + " is a view");

  if (const auto* rename = std::get_if<alter::RenameTo>(&statement.action)) {
    RenameObject(session, found, *rename);
    return Done{"OK"};
  }
  if (std::holds_alternative<alter::AddPartitions>(statement.action)) {
    return Done{"OK"};  // a Paimon partition is there once it has rows
  }
  if (auto* drop = std::get_if<alter::DropPartitions>(&statement.action)) {
    return DropPartitions(session, found.path, *table, *drop);
  }

  TableDefinition definition = table->definition;
  std::map<std::string, std::string> renamed;
  std::visit([&](auto& action) { Apply({session, definition, renamed, span}, action); }, statement.action);
  CheckDefinition(session, definition, span);
  if (const auto* set = std::get_if<alter::SetOptions>(&statement.action)) {
    CheckTableOptions(session, *session.catalogs().Find(path.catalog), set->options, path.name, definition,
                      found.temporary);
  }
  if (found.temporary) {
    session.catalogs().temporary()[path] = CatalogTable{definition, table->directory};
    return Done{"OK"};
  }
  try {
    auto& catalog = *session.catalogs().Find(path.catalog);
    if (catalog.AlterTable(path.database, path.name, table->definition, definition, renamed)) return Done{"OK"};
  } catch (const SqlError&) {
    throw;
  } catch (const OptionError& e) {
    throw AtOption(e, PlaceOf(statement.action, e.option(), span), ErrorStage::Plan);
  } catch (const Error& e) {
    throw SqlError(ErrorStage::Plan, span, e.what(), "", e.code());
  }
  return Run(session, statement);  // somebody else has altered the table: the same change on what it is now
}

Outcome Run(Session& session, AlterView& statement) {
  const auto path = session.catalogs().Resolve(Parts(statement.name));
  const Span span = statement.name.span();
  auto found = ObjectOf(session, path, span, "view");
  auto* view = std::get_if<ViewDefinition>(&found.object);
  if (view == nullptr) RefuseChange(span, path.Text() + " is a table");
  if (const auto* rename = std::get_if<alter::RenameTo>(&statement.action)) {
    RenameObject(session, found, *rename);
    return Done{"OK"};
  }
  CreateView again;
  again.temporary = found.temporary;
  again.name = statement.name;
  again.comment = view->comment;
  again.query = std::move(std::get<alter::AsQuery>(statement.action).query);
  const auto before = *view;
  auto& catalog = *session.catalogs().Find(path.catalog);
  if (found.temporary) {
    session.catalogs().temporary().erase(path);
  } else {
    catalog.Drop(path.database, path.name);
  }
  try {
    return Run(session, again);
  } catch (...) {
    if (found.temporary) {
      session.catalogs().temporary()[path] = before;
    } else {
      catalog.CreateView(path.database, path.name, before);
    }
    throw;
  }
}

Outcome Run(Session& session, AlterDatabase& statement) {
  const auto [catalog_name, database] = DatabasePath(session, statement.name);
  auto& catalog = session.catalogs().RequireDatabase(catalog_name, database, statement.name.span());
  OptionMap options = catalog.DatabaseOptions(database).value_or(OptionMap{});
  for (const auto& option : statement.action.options) options[option.key.value] = option.value.value;
  catalog.AlterDatabase(database, options);
  return Done{"OK"};
}

Outcome Run(Session& session, AlterCatalog& statement) {
  session.catalogs().Require(statement.name.text, statement.name.span);
  throw SqlError(ErrorStage::Plan, statement.name.span, "a catalog's options are fixed while the session lasts",
                 "DROP CATALOG and CREATE CATALOG it anew", ErrorCode::Unsupported);
}

}  // namespace tarn::sql
