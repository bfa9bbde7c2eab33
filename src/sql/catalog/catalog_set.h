// The catalogs of one session, its temporary objects, and where it stands (USE): how a dotted name becomes an object.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sql/catalog/catalog.h"
#include "sql/sql_error.h"

namespace tarn::sql {

struct ObjectPath {
  std::string catalog;
  std::string database;
  std::string name;

  auto operator<=>(const ObjectPath&) const = default;
  /// catalog.database.name
  std::string Text() const;
};

struct FoundObject {
  ObjectPath path;
  CatalogObject object;
  bool temporary = false;
};

class CatalogSet {
 public:
  /// With default_catalog.default_database, which is current.
  CatalogSet();

  void Add(const std::string& name, std::unique_ptr<Catalog> catalog);
  void Remove(const std::string& name);
  /// Null: there is no such catalog.
  Catalog* Find(const std::string& name) const;
  /// Or SqlError at `span` with the nearest name; of `stage`, as Flink finds it where it is asked for.
  Catalog& Require(const std::string& name, Span span, ErrorStage stage = ErrorStage::Validation) const;
  /// The catalog of a database that is there, or SqlError as above.
  Catalog& RequireDatabase(const std::string& catalog, const std::string& database, Span span,
                           ErrorStage stage = ErrorStage::Validation) const;
  std::vector<std::string> Names() const;

  const std::string& current_catalog() const { return catalog_; }
  const std::string& current_database() const { return database_; }
  /// They exist.
  void Use(const std::string& catalog, const std::string& database);

  /// One to three parts against where the session stands.
  ObjectPath Resolve(const std::vector<std::string>& parts) const;
  /// Temporary objects hide permanent ones.
  std::optional<FoundObject> Lookup(const ObjectPath& path) const;

  std::map<ObjectPath, CatalogObject>& temporary() { return temporary_; }
  const std::map<ObjectPath, CatalogObject>& temporary() const { return temporary_; }

 private:
  std::map<std::string, std::unique_ptr<Catalog>> catalogs_;
  std::map<ObjectPath, CatalogObject> temporary_;
  std::string catalog_;
  std::string database_;
};

}  // namespace tarn::sql
