#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <set>

#include "base/nearest.h"
#include "base/option_error.h"
#include "paimon/options.h"
#include "sql/catalog/paimon_catalog.h"
#include "sql/names.h"
#include "sql/option_place.h"
#include "sql/scan/table_binder.h"
#include "sql/statement/option_check.h"
#include "sql/statement/run.h"

namespace tarn::sql {
namespace {

/// What the items of a SELECT list are called, as far as they say it themselves.
std::vector<Name> WrittenNames(const duckdb::QueryNode& query) {
  std::vector<Name> names;
  if (query.type != duckdb::QueryNodeType::SELECT_NODE) return names;
  for (const auto& item : query.Cast<duckdb::SelectNode>().select_list) {
    const auto location = item->GetQueryLocation();
    const Span span{location.IsValid() ? location.GetIndex() : 0, 0};
    if (!item->GetAlias().empty()) {
      names.push_back({DecodeName(item->GetAlias()), span});
    } else if (item->GetExpressionClass() == duckdb::ExpressionClass::COLUMN_REF) {
      names.push_back({DecodeName(item->Cast<duckdb::ColumnRefExpression>().GetColumnName()), span});
    }
  }
  return names;
}

void RequireDistinct(const std::vector<Name>& names) {
  std::set<std::string> known;
  for (const auto& name : names) {
    if (known.insert(name.text).second) continue;
    throw SqlError(ErrorStage::Validation, name.span, "column '" + name.text + "' is defined twice",
                   "give one of them another name");
  }
}

constexpr std::string_view kTableDefault = "table-default.";

// As CREATE TABLE checks the options of its own.
void CheckTableDefault(const Option& option) {
  const auto key = option.key.value.substr(kTableDefault.size());
  const auto& value = option.value.value;
  const auto known = paimon::ClassifyOption(key);
  if (known.nearest) {
    throw SqlError(ErrorStage::Validation, option.key.span, "option '" + key + "' of tables is unknown",
                   "did you mean '" + std::string(*known.nearest) + "'? (SHOW OPTIONS lists all)");
  }
  const auto expected = paimon::ExpectedInstead(key, value);
  if (!expected || known.use == paimon::OptionUse::NoMeaning) return;
  throw SqlError(ErrorStage::Validation, option.value.span,
                 "option '" + key + "' of tables is '" + value + "'; expected " + std::string(*expected));
}

// Other engines' options are theirs; one that was meant to be ours is an error.
void CheckCatalogOptions(const OptionList& options) {
  static const std::vector<std::string> kKnown = {"default-database", "metastore", "type", "warehouse"};
  for (const auto& option : options) {
    const auto& key = option.key.value;
    if (key.starts_with(kTableDefault)) CheckTableDefault(option);
    const auto nearest = Slip(key, kKnown);
    if (!nearest || *nearest == key) continue;
    throw SqlError(ErrorStage::Validation, option.key.span, "option '" + key + "' is unknown",
                   "did you mean '" + *nearest + "'?");
  }
}

}  // namespace

Outcome Run(Session& session, CreateCatalog& statement) {
  auto& catalogs = session.catalogs();
  const auto& name = statement.name;
  if (catalogs.Find(name.text) != nullptr) {
    if (statement.if_not_exists) return Done{"OK"};
    throw SqlError(ErrorStage::Validation, name.span, "catalog '" + name.text + "' exists already", "",
                   ErrorCode::AlreadyExists);
  }
  const auto options = ToOptionMap(statement.options);
  CheckCatalogOptions(statement.options);
  const auto type = options.find("type");
  if (type == options.end()) {
    throw SqlError(ErrorStage::Validation, name.span, "a catalog needs the option 'type'",
                   "'paimon' or 'generic_in_memory'");
  }
  if (type->second == "paimon") {
    try {
      catalogs.Add(name.text, OpenPaimonCatalog(session.env(), options));
    } catch (const OptionError& e) {
      throw AtOption(e, PlaceOfOption(statement.options, e.option(), name.span));
    }
  } else if (type->second == "generic_in_memory") {
    const auto database = options.find("default-database");
    catalogs.Add(name.text, NewMemoryCatalog(database == options.end() ? "default" : database->second));
  } else {
    throw SqlError(ErrorStage::Validation, PlaceOfOption(statement.options, "type", name.span),
                   "catalog type '" + type->second + "' is unknown",
                   SuggestName(type->second, {"paimon", "generic_in_memory"}));
  }
  return Done{"OK"};
}

Outcome Run(Session& session, CreateDatabase& statement) {
  const auto [catalog_name, database] = DatabasePath(session, statement.name);
  auto& catalog = session.catalogs().Require(catalog_name, statement.name.span());
  if (catalog.HasDatabase(database)) {
    if (statement.if_not_exists) return Done{"OK"};
    throw SqlError(ErrorStage::Validation, statement.name.span(),
                   "database '" + database + "' exists already in catalog '" + catalog_name + "'", "",
                   ErrorCode::AlreadyExists);
  }
  auto options = ToOptionMap(statement.options);
  if (statement.comment) options["comment"] = *statement.comment;
  try {
    catalog.CreateDatabase(database, options);
  } catch (const Error& e) {
    throw SqlError(ErrorStage::Validation, statement.name.span(), e.what(), "", e.code());
  }
  return Done{"OK"};
}

Outcome Run(Session& session, CreateView& statement) {
  const auto path = session.catalogs().Resolve(Parts(statement.name));
  const Span span = statement.name.span();
  auto& catalog = session.catalogs().RequireDatabase(path.catalog, path.database, span);
  auto& temporary = session.catalogs().temporary();
  const bool exists =
      statement.temporary ? temporary.count(path) != 0 : catalog.Find(path.database, path.name).has_value();
  if (exists) {
    if (statement.if_not_exists) return Done{"OK"};
    throw SqlError(ErrorStage::Validation, span, "table or view " + path.Text() + " exists already", "",
                   ErrorCode::AlreadyExists);
  }
  NoteHints(session, statement.query.hints);
  // Validated once, so that a wrong view is refused here and not where it is used.
  TableBinder binder(session, session.connection(), session.settings().streaming());
  auto node = std::move(statement.query.tree->node);
  const auto names = statement.columns.empty() ? WrittenNames(*node) : statement.columns;
  const auto columns = Analyze(node, binder.Context());
  if (!statement.columns.empty() && statement.columns.size() != columns.size()) {
    throw SqlError(ErrorStage::Validation, Cover(statement.columns.front().span, statement.columns.back().span),
                   "the view names " + std::to_string(statement.columns.size()) + " columns, its query has " +
                       std::to_string(columns.size()));
  }
  RequireDistinct(names);
  ViewDefinition view;
  view.query = statement.query.text;
  view.catalog = session.catalogs().current_catalog();
  view.database = session.catalogs().current_database();
  view.comment = statement.comment;
  for (size_t i = 0; i < columns.size(); i++) {
    view.column_names.push_back(statement.columns.empty() ? columns[i].name : statement.columns[i].text);
    view.column_types.push_back(columns[i].type);
  }
  if (statement.temporary) {
    temporary[path] = std::move(view);
  } else {
    try {
      catalog.CreateView(path.database, path.name, view);
    } catch (const Error& e) {
      throw SqlError(ErrorStage::Plan, span, e.what(), "", e.code());
    }
  }
  return Done{"OK"};
}

Outcome Run(Session&, CreateFunction& statement) {
  throw SqlError(ErrorStage::Plan, statement.class_name.span,
                 "functions written in other languages cannot be loaded: '" + statement.class_name.value + "'", "",
                 ErrorCode::Unsupported);
}

}  // namespace tarn::sql
