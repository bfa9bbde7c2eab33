#include "sql/shell_names.h"

#include "sql/session.h"

namespace tarn::sql {

std::vector<std::string> NamesForCompletion(Session& session) {
  auto& catalogs = session.catalogs();
  std::vector<std::string> names = catalogs.Names();
  const auto* catalog = catalogs.Find(catalogs.current_catalog());
  if (catalog == nullptr) return names;
  for (auto& database : catalog->Databases()) names.push_back(std::move(database));
  if (!catalog->HasDatabase(catalogs.current_database())) return names;
  const auto add_columns = [&](const CatalogObject& object) {
    if (const auto* table = std::get_if<CatalogTable>(&object)) {
      for (const auto& column : table->definition.columns) names.push_back(column.name);
    } else {
      for (const auto& column : std::get<ViewDefinition>(object).column_names) names.push_back(column);
    }
  };
  for (const bool views : {false, true}) {
    for (auto& name : catalog->Names(catalogs.current_database(), views)) {
      try {
        if (const auto object = catalog->Find(catalogs.current_database(), name)) add_columns(*object);
      } catch (const Error&) {
        // A damaged table has a name all the same.
      }
      names.push_back(std::move(name));
    }
  }
  for (const auto& [path, object] : catalogs.temporary()) {
    names.push_back(path.name);
    add_columns(object);
  }
  return names;
}

}  // namespace tarn::sql
