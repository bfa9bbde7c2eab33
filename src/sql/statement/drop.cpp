#include "sql/statement/run.h"

namespace tarn::sql {
namespace {

Outcome DropCatalog(Session& session, DropStatement& statement) {
  auto& catalogs = session.catalogs();
  const auto name = Parts(statement.name).at(0);
  if (statement.if_exists && catalogs.Find(name) == nullptr) return Done{"OK"};
  session.catalogs().Require(name, statement.name.span());
  if (name == catalogs.current_catalog()) {
    throw SqlError(ErrorStage::Validation, statement.name.span(), "catalog '" + name + "' is in use",
                   "USE CATALOG another one first");
  }
  catalogs.Remove(name);
  return Done{"OK"};
}

Outcome DropDatabase(Session& session, DropStatement& statement) {
  const auto [catalog_name, database] = DatabasePath(session, statement.name);
  const Span span = statement.name.span();
  if (statement.if_exists) {
    const auto* catalog = session.catalogs().Find(catalog_name);
    if (catalog == nullptr || !catalog->HasDatabase(database)) return Done{"OK"};
  }
  auto& catalog = session.catalogs().RequireDatabase(catalog_name, database, span);
  auto& catalogs = session.catalogs();
  if (catalog_name == catalogs.current_catalog() && database == catalogs.current_database()) {
    throw SqlError(ErrorStage::Validation, span, "database '" + database + "' is in use", "USE another one first");
  }
  const size_t objects = catalog.Names(database, false).size() + catalog.Names(database, true).size();
  if (objects != 0 && !statement.cascade) {
    throw SqlError(ErrorStage::Validation, span,
                   "database '" + database + "' is not empty: " + std::to_string(objects) + " tables and views",
                   "DROP DATABASE .. CASCADE drops them too");
  }
  catalog.DropDatabase(database);
  return Done{"OK"};
}

}  // namespace

Outcome Run(Session& session, DropStatement& statement) {
  if (statement.kind == ObjectKind::Catalog) return DropCatalog(session, statement);
  if (statement.kind == ObjectKind::Database) return DropDatabase(session, statement);
  const Span span = statement.name.span();
  if (statement.kind == ObjectKind::Function) {
    if (statement.if_exists) return Done{"OK"};
    throw SqlError(ErrorStage::Validation, span, "there is no function " + statement.name.Text() + " of yours", "",
                   ErrorCode::NotFound);
  }
  const bool view = statement.kind == ObjectKind::View;
  const char* what = view ? "view" : "table";
  const auto path = session.catalogs().Resolve(Parts(statement.name));
  const auto found = session.catalogs().Lookup(path);
  const bool right_kind = found && std::holds_alternative<ViewDefinition>(found->object) == view;
  if (!right_kind || (statement.temporary && !found->temporary)) {
    if (statement.if_exists) return Done{"OK"};
    if (!found) ObjectOf(session, path, span, what);  // throws with the nearest name
    throw SqlError(ErrorStage::Validation, span,
                   path.Text() + " is no " + (statement.temporary ? "temporary " : "") + what, "", ErrorCode::NotFound);
  }
  if (found->temporary && !statement.temporary) {
    throw SqlError(ErrorStage::Validation, span, "a temporary " + std::string(what) + " " + path.Text() + " exists",
                   "drop it first: DROP TEMPORARY " + std::string(view ? "VIEW" : "TABLE"));
  }
  if (statement.temporary) {
    session.catalogs().temporary().erase(path);
  } else {
    session.catalogs().Find(path.catalog)->Drop(path.database, path.name);
  }
  return Done{"OK"};
}

}  // namespace tarn::sql
