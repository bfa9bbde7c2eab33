#include <algorithm>

#include "connector/connectors.h"
#include "paimon/option_list.h"
#include "sql/procedure/procedures.h"
#include "sql/statement/like_pattern.h"
#include "sql/statement/run.h"
#include "sql/statement/show_create.h"
#include "sql/statement/table_rows.h"
#include "table/scan/readable.h"

namespace tarn::sql {
namespace {

using What = ShowStatement::What;
using TextRowsOf = std::vector<std::vector<std::optional<std::string>>>;

// One column of names, those that the LIKE lets through.
Outcome Listing(const ShowStatement& statement, const char* column, const std::vector<std::string>& names) {
  TextRowsOf rows;
  for (const auto& name : names) {
    if (statement.like) {
      const bool matches = MatchesLike(name, statement.like->value, statement.ignore_case);
      if (matches == statement.not_like) continue;
    }
    rows.push_back({name});
  }
  return RowsOfText(TextColumns({column}), std::move(rows));
}

std::pair<std::string, std::string> FromDatabase(Session& session, const ShowStatement& statement) {
  if (!statement.from) return {session.catalogs().current_catalog(), session.catalogs().current_database()};
  auto path = DatabasePath(session, *statement.from);
  session.catalogs().RequireDatabase(path.first, path.second, statement.from->span());
  return path;
}

Outcome ShowDatabases(Session& session, const ShowStatement& statement) {
  std::string catalog = session.catalogs().current_catalog();
  Span span;
  if (statement.from) {
    catalog = Parts(*statement.from).at(0);
    span = statement.from->span();
  }
  return Listing(statement, "database name", session.catalogs().Require(catalog, span).Databases());
}

Outcome ShowTables(Session& session, const ShowStatement& statement) {
  const auto [catalog, database] = FromDatabase(session, statement);
  const bool views_only = statement.what == What::Views;
  auto names = ObjectNames(session, catalog, database, views_only);
  if (!views_only) {
    for (auto& view : ObjectNames(session, catalog, database, true)) names.push_back(std::move(view));
    std::sort(names.begin(), names.end());
  }
  return Listing(statement, views_only ? "view name" : "table name", names);
}

Outcome ShowCreateObject(Session& session, const ShowStatement& statement) {
  const Span span = statement.from->span();
  if (statement.what == What::CreateCatalog) {
    const auto name = Parts(*statement.from).at(0);
    return RowsOfText(TextColumns({"result"}), {{ShowCreateCatalog(name, session.catalogs().Require(name, span))}});
  }
  const bool want_view = statement.what == What::CreateView;
  const auto path = session.catalogs().Resolve(Parts(*statement.from));
  const auto found = ObjectOf(session, path, span, want_view ? "view" : "table");
  if (std::holds_alternative<ViewDefinition>(found.object) != want_view) {
    throw SqlError(ErrorStage::Plan, span, path.Text() + " is a " + (want_view ? "table" : "view"),
                   want_view ? "SHOW CREATE TABLE" : "SHOW CREATE VIEW");
  }
  return RowsOfText(TextColumns({"result"}), {{ShowCreate(found)}});
}

// Ours: what can be said in WITH, OPTIONS and SET.
Outcome ShowOptions(const ShowStatement& statement) {
  TextRowsOf rows;
  const auto add = [&](const std::string& where, std::string_view name, std::string_view value, std::string_view text) {
    if (statement.like) {
      const bool matches = MatchesLike(name, statement.like->value, statement.ignore_case);
      if (matches == statement.not_like) return;
    }
    rows.push_back({where, std::string(name), std::string(value), std::string(text)});
  };
  for (const auto& setting : KnownSettings()) {
    const char* effect = setting.use == SettingUse::None ? "accepted, without effect here: " : "";
    add("SET", setting.key, setting.default_value, effect + std::string(setting.description));
  }
  for (const auto& option : paimon::KnownOptions()) {
    const char* meaning = "honoured";
    if (option.use == paimon::OptionUse::NoMeaning) meaning = "accepted, without effect here";
    if (option.use == paimon::OptionUse::BlocksWriting) {
      meaning = table::BlocksReading(option.name) ? "tables with it can be neither read nor written"
                                                  : "tables with it are read only";
    }
    if (option.use == paimon::OptionUse::BlocksReading) meaning = "tables with it cannot be used in batch mode";
    add("paimon table", option.name, option.default_value, meaning);
  }
  for (const auto& connector : connector::Connectors()) {
    for (const auto& option : connector.options) {
      add("connector " + connector.name, option.name, option.default_value.value_or(""), option.description);
    }
  }
  return RowsOfText(TextColumns({"where", "option", "default", "meaning"}), std::move(rows));
}

}  // namespace

Outcome Run(Session& session, ShowStatement& statement) {
  switch (statement.what) {
    case What::Catalogs:
      return Listing(statement, "catalog name", session.catalogs().Names());
    case What::CurrentCatalog:
      return RowsOfText(TextColumns({"current catalog name"}), {{session.catalogs().current_catalog()}});
    case What::Databases:
      return ShowDatabases(session, statement);
    case What::CurrentDatabase:
      return RowsOfText(TextColumns({"current database name"}), {{session.catalogs().current_database()}});
    case What::Tables:
    case What::Views:
      return ShowTables(session, statement);
    case What::Columns:
      return DescribeColumns(session, *statement.from, &statement);
    case What::Partitions:
      return ShowPartitions(session, statement);
    case What::CreateTable:
    case What::CreateView:
    case What::CreateCatalog:
      return ShowCreateObject(session, statement);
    case What::Options:
      return ShowOptions(statement);
    case What::Modules:
      return RowsOfText(TextColumns({"module name"}), {{"core"}});
    case What::Procedures: {
      std::vector<std::string> names;
      for (const auto& procedure : Procedures()) names.push_back("sys." + procedure.name);
      return Listing(statement, "procedure name", names);
    }
    case What::Functions:
      // Nobody can register a function of his own yet: there are no user functions to list.
      return Listing(statement, "function name", statement.user ? std::vector<std::string>{} : FunctionNames());
    case What::Jars:
      return Listing(statement, "jars", {});
    case What::Jobs:
      throw SqlError(ErrorStage::Plan, {}, "jobs of other processes are not listed yet", "", ErrorCode::Unsupported);
  }
  throw Error(ErrorCode::Internal, "SHOW of an unknown kind");
}

}  // namespace tarn::sql
