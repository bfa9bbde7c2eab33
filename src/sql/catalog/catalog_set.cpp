#include "sql/catalog/catalog_set.h"

namespace tarn::sql {

std::string ObjectPath::Text() const { return catalog + "." + database + "." + name; }

CatalogSet::CatalogSet() : catalog_("default_catalog"), database_("default_database") {
  catalogs_[catalog_] = NewMemoryCatalog(database_);
}

void CatalogSet::Add(const std::string& name, std::unique_ptr<Catalog> catalog) {
  catalogs_[name] = std::move(catalog);
}

void CatalogSet::Remove(const std::string& name) { catalogs_.erase(name); }

Catalog* CatalogSet::Find(const std::string& name) const {
  const auto found = catalogs_.find(name);
  return found == catalogs_.end() ? nullptr : found->second.get();
}

Catalog& CatalogSet::Require(const std::string& name, Span span, ErrorStage stage) const {
  if (auto* found = Find(name)) return *found;
  throw SqlError(stage, span, "there is no catalog '" + name + "'", SuggestName(name, Names()), ErrorCode::NotFound);
}

Catalog& CatalogSet::RequireDatabase(const std::string& catalog, const std::string& database, Span span,
                                     ErrorStage stage) const {
  auto& found = Require(catalog, span, stage);
  if (found.HasDatabase(database)) return found;
  throw SqlError(stage, span, "there is no database '" + database + "' in catalog '" + catalog + "'",
                 SuggestName(database, found.Databases()), ErrorCode::NotFound);
}

std::vector<std::string> CatalogSet::Names() const {
  std::vector<std::string> names;
  for (const auto& [name, catalog] : catalogs_) names.push_back(name);
  return names;
}

void CatalogSet::Use(const std::string& catalog, const std::string& database) {
  catalog_ = catalog;
  database_ = database;
}

ObjectPath CatalogSet::Resolve(const std::vector<std::string>& parts) const {
  if (parts.size() == 3) return {parts[0], parts[1], parts[2]};
  if (parts.size() == 2) return {catalog_, parts[0], parts[1]};
  return {catalog_, database_, parts.at(0)};
}

std::optional<FoundObject> CatalogSet::Lookup(const ObjectPath& path) const {
  const auto temporary = temporary_.find(path);
  if (temporary != temporary_.end()) return FoundObject{path, temporary->second, true};
  const Catalog* catalog = Find(path.catalog);
  if (catalog == nullptr) return std::nullopt;
  auto object = catalog->Find(path.database, path.name);
  if (!object) return std::nullopt;
  return FoundObject{path, std::move(*object), false};
}

}  // namespace tarn::sql
