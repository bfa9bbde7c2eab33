#include "sql/statement/run.h"

#include <algorithm>

namespace tarn::sql {

std::vector<std::string> Parts(const ObjectName& name) {
  std::vector<std::string> parts;
  for (const auto& part : name.parts) parts.push_back(part.text);
  return parts;
}

OptionMap ToOptionMap(const OptionList& options) {
  OptionMap map;
  for (const auto& option : options) map[option.key.value] = option.value.value;
  return map;
}

std::pair<std::string, std::string> DatabasePath(Session& session, const ObjectName& name) {
  const auto parts = Parts(name);
  if (parts.size() > 2) {
    throw SqlError(ErrorStage::Validation, name.span(), "a database has one or two parts: [catalog.]database");
  }
  if (parts.size() == 2) return {parts[0], parts[1]};
  return {session.catalogs().current_catalog(), parts.at(0)};
}

std::vector<std::string> ObjectNames(Session& session, const std::string& catalog, const std::string& database,
                                     bool views) {
  std::vector<std::string> names;
  if (const auto* found = session.catalogs().Find(catalog); found != nullptr && found->HasDatabase(database)) {
    names = found->Names(database, views);
  }
  for (const auto& [path, object] : session.catalogs().temporary()) {
    const bool here = path.catalog == catalog && path.database == database;
    if (here && std::holds_alternative<ViewDefinition>(object) == views) names.push_back(path.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

FoundObject ObjectOf(Session& session, const ObjectPath& path, Span span, const char* what) {
  if (auto found = session.catalogs().Lookup(path)) return std::move(*found);
  session.catalogs().RequireDatabase(path.catalog, path.database, span);
  auto names = ObjectNames(session, path.catalog, path.database, false);
  for (auto& view : ObjectNames(session, path.catalog, path.database, true)) names.push_back(std::move(view));
  throw SqlError(ErrorStage::Validation, span, "there is no " + std::string(what) + " " + path.Text(),
                 SuggestName(path.name, names), ErrorCode::NotFound);
}

}  // namespace tarn::sql
