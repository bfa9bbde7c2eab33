#include <algorithm>

#include "base/option_error.h"
#include "connector/connectors.h"
#include "connector/formats/format.h"
#include "paimon/options.h"
#include "sql/option_place.h"
#include "sql/statement/option_check.h"
#include "sql/statement/table_schema.h"

namespace tarn::sql {
namespace {

std::string DistributionText(const Distribution& distribution) {
  std::string text = "DISTRIBUTED ";
  if (distribution.columns.empty())
    return text + "INTO " + std::to_string(distribution.buckets.value_or(1)) + " BUCKETS";
  text += "BY ";
  if (distribution.kind == Distribution::Kind::Hash) text += "HASH";
  if (distribution.kind == Distribution::Kind::Range) text += "RANGE";
  text += "(";
  for (size_t i = 0; i < distribution.columns.size(); i++) {
    text += (i == 0 ? "`" : ", `") + distribution.columns[i].text + "`";
  }
  text += ")";
  if (distribution.buckets) text += " INTO " + std::to_string(*distribution.buckets) + " BUCKETS";
  return text;
}

// What LIKE brings and this table cannot have is refused here, in the words of the statement, and not where the table
// is first used. `lake`: a Paimon catalog is to keep it.
void CheckTakenOptions(const CreateTable& statement, const TableDefinition& definition, const ObjectPath& base,
                       bool lake) {
  const auto own = ToOptionMap(statement.options);
  const auto refuse = [&](const std::string& what, const std::string& hint) {
    throw SqlError(ErrorStage::Validation, statement.like->base.span(), what, hint);
  };
  const std::string without = "LIKE " + statement.like->base.Text() + " (EXCLUDING OPTIONS)";
  const auto named = definition.options.find("connector");
  const bool paimon = named == definition.options.end() || named->second == "paimon";
  if (lake && !paimon && own.count("connector") == 0)
    refuse("a Paimon catalog keeps Paimon tables only, and " + base.Text() + " is one of connector '" + named->second +
               "'",
           without + " makes a Paimon table with its columns, CREATE TEMPORARY TABLE another of its connector");
  if (lake && paimon && own.count("path") == 0 && definition.options.count("path") != 0)
    refuse("LIKE brings the options of " + base.Text() +
               ", and with them the place of its files, which are not this table's",
           without + "; options that this table should have too are named in WITH (..)");
  const auto* entry = paimon ? nullptr : connector::ConnectorNamed(named->second);
  if (entry == nullptr) return;
  for (const auto& [key, value] : definition.options) {
    if (own.count(key) != 0) continue;
    if (const auto error = connector::OfOtherFormat(key, definition.options)) {
      const std::string what = error->what();
      refuse(what.substr(0, what.find('\n')) + "; it comes from " + base.Text(), without + " leaves its options out");
    }
    const bool known = key == "connector" || connector::Takes(entry->options, key);
    if (known || paimon::ClassifyOption(key).use == paimon::OptionUse::Unknown) continue;
    refuse("connector '" + entry->name + "' takes no option '" + key + "', which comes from " + base.Text(),
           without + " leaves them out");
  }
}

TableDefinition DefinitionOf(Session& session, const CreateTable& statement, bool lake) {
  TableDefinition definition;
  for (const auto& column : statement.columns) {
    if (definition.Find(column.name.text) != nullptr) {
      throw SqlError(ErrorStage::Validation, column.name.span, "column '" + column.name.text + "' is defined twice");
    }
    definition.columns.push_back(ColumnOf(column));
  }
  if (statement.watermark) SetWatermark(definition, *statement.watermark);
  definition.comment = statement.comment;
  definition.options = ToOptionMap(statement.options);
  if (statement.distribution) definition.distribution = DistributionText(*statement.distribution);
  if (statement.like) {
    const auto path = session.catalogs().Resolve(Parts(statement.like->base));
    const auto base = ObjectOf(session, path, statement.like->base.span(), "table");
    const auto* table = std::get_if<CatalogTable>(&base.object);
    if (table == nullptr) {
      throw SqlError(ErrorStage::Validation, statement.like->base.span(), path.Text() + " is a view");
    }
    // The key and partitions of the statement itself come first, so that the base's are seen to clash.
    if (statement.primary_key) definition.primary_key = {"^"};
    for (const auto& key : statement.partitioned_by) definition.partition_keys.push_back(key.text);
    MergeLike(definition, table->definition, *statement.like);
    CheckTakenOptions(statement, definition, path, lake);
    if (statement.primary_key) definition.primary_key.clear();
  } else {
    for (const auto& key : statement.partitioned_by) definition.partition_keys.push_back(key.text);
  }
  for (const auto& key : statement.partitioned_by) {
    if (definition.Find(key.text) == nullptr && !statement.as) {
      std::vector<std::string> names;
      for (const auto& column : definition.columns) names.push_back(column.name);
      throw SqlError(ErrorStage::Validation, key.span,
                     "partition column '" + key.text + "' is not a column of the table", SuggestName(key.text, names));
    }
  }
  return definition;
}

// The columns of the query join those of the CREATE part: a new name is added, a known one keeps the CREATE's type.
void TakeQueryColumns(TableDefinition& definition, const std::vector<TypedColumn>& columns,
                      const std::vector<Name>& reordered) {
  const auto column_of = [](const TypedColumn& typed) {
    ColumnDefinition column;
    column.name = typed.name;
    column.type = typed.type;
    if (column.type.root == paimon::TypeRoot::Char) column.type.root = paimon::TypeRoot::VarChar;
    return column;
  };
  if (!reordered.empty()) {
    for (const auto& name : reordered) {
      const auto found = std::find_if(columns.begin(), columns.end(),
                                      [&](const TypedColumn& column) { return column.name == name.text; });
      if (found == columns.end()) {
        throw SqlError(ErrorStage::Validation, name.span, "the query has no column '" + name.text + "'");
      }
      definition.columns.push_back(column_of(*found));
    }
    if (reordered.size() != columns.size()) {
      throw SqlError(ErrorStage::Validation, reordered.front().span, "every column of the query must be named");
    }
    return;
  }
  std::vector<ColumnDefinition> merged;
  for (const auto& column : definition.columns) {
    const bool in_query = std::any_of(columns.begin(), columns.end(),
                                      [&](const TypedColumn& typed) { return typed.name == column.name; });
    if (!in_query) merged.push_back(column);
  }
  for (const auto& typed : columns) {
    const auto* own = definition.Find(typed.name);
    merged.push_back(own != nullptr ? *own : column_of(typed));
  }
  definition.columns = std::move(merged);
}

}  // namespace

Outcome Run(Session& session, CreateTable& statement) {
  const auto path = session.catalogs().Resolve(Parts(statement.name));
  const Span span = statement.name.span();
  auto& catalog = session.catalogs().RequireDatabase(path.catalog, path.database, span);
  auto& temporary = session.catalogs().temporary();
  const bool exists =
      statement.temporary ? temporary.count(path) != 0 : catalog.Find(path.database, path.name).has_value();
  if (exists && statement.if_not_exists) return Done{"OK"};
  if (exists && !statement.replace) {
    throw SqlError(ErrorStage::Validation, span, "table or view " + path.Text() + " exists already", "",
                   ErrorCode::AlreadyExists);
  }
  if (!exists && statement.replace && !statement.create) {
    throw SqlError(ErrorStage::Validation, span, "there is no table " + path.Text() + " to replace", "",
                   ErrorCode::NotFound);
  }

  TableDefinition definition = DefinitionOf(session, statement, !statement.temporary && catalog.Type() == "paimon");
  std::vector<std::string> query_columns;
  if (statement.as) {
    Query copy;
    copy.tree = duckdb::make_uniq<duckdb::SelectStatement>();
    copy.tree->node = statement.as->tree->node->Copy();
    const auto prepared = Prepare(session, session.connection(), copy, session.settings().streaming());
    TakeQueryColumns(definition, prepared.columns, statement.reordered_columns);
    for (const auto& column : prepared.columns) query_columns.push_back(column.name);
  }
  if (statement.primary_key) SetPrimaryKey(definition, *statement.primary_key);
  CheckDefinition(session, definition, span);
  CheckTableOptions(session, catalog, statement.options, path.name, definition, statement.temporary);

  if (statement.temporary) {
    temporary[path] = CatalogTable{definition, ""};
  } else {
    try {
      // The old table goes when nothing speaks against the new one.
      catalog.CheckTable(path.database, path.name, definition);
      if (exists) catalog.Drop(path.database, path.name);
      catalog.CreateTable(path.database, path.name, definition);
    } catch (const SqlError&) {
      throw;
    } catch (const OptionError& e) {
      throw AtOption(e, PlaceOfOption(statement.options, e.option(), span), ErrorStage::Plan);
    } catch (const Error& e) {
      // Paimon refuses while planning.
      throw SqlError(ErrorStage::Plan, span, e.what(), "", e.code());
    }
  }
  if (!statement.as) {
    if (!statement.temporary && catalog.Type() == "paimon")
      NoteUnwritable(session, catalog, statement.options, path.database, path.name);
    return Done{"OK"};
  }

  InsertStatement insert;
  insert.table.parts = {{path.catalog, span}, {path.database, span}, {path.name, span}};
  for (const auto& name : query_columns) insert.columns.push_back({name, span});
  insert.query = std::move(*statement.as);
  return Run(session, insert);
}

}  // namespace tarn::sql
