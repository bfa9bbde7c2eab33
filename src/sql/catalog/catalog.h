// A catalog: databases of tables and views. Two kinds: in memory (default_catalog: any connector, gone with the
// session) and Paimon (a warehouse directory). Names are as the user wrote them. One session at a time uses a catalog
// object; the files below a Paimon catalog may be shared with anybody.
//
// Absence is a value where a caller may go on (Find*), an Error(NotFound) where it was asked for by name.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sql/catalog/table_definition.h"

namespace tarn::sql {

struct CatalogTable {
  TableDefinition definition;
  std::string directory;  // of a Paimon table; empty for tables of a connector
};
using CatalogObject = std::variant<CatalogTable, ViewDefinition>;

class Catalog {
 public:
  virtual ~Catalog() = default;

  /// "generic_in_memory" or "paimon".
  virtual std::string Type() const = 0;
  /// The WITH options it was made by.
  virtual const OptionMap& options() const = 0;

  virtual std::vector<std::string> Databases() const = 0;
  bool HasDatabase(const std::string& name) const;
  /// The database's own options; absent: there is no such database.
  virtual std::optional<OptionMap> DatabaseOptions(const std::string& name) const = 0;
  virtual void CreateDatabase(const std::string& name, const OptionMap& options) = 0;
  virtual void AlterDatabase(const std::string& name, const OptionMap& options) = 0;
  /// The database exists. With what is in it.
  virtual void DropDatabase(const std::string& name) = 0;

  /// Sorted. `views` picks views, else tables only.
  virtual std::vector<std::string> Names(const std::string& database, bool views) const = 0;
  virtual std::optional<CatalogObject> Find(const std::string& database, const std::string& name) const = 0;

  /// Refuses what CreateTable would refuse, and makes nothing.
  virtual void CheckTable(const std::string& database, const std::string& name, const TableDefinition& table) const = 0;
  /// Makes a table as defined, or refuses what this catalog cannot keep. The name is free.
  virtual void CreateTable(const std::string& database, const std::string& name, const TableDefinition& table) = 0;
  virtual void CreateView(const std::string& database, const std::string& name, const ViewDefinition& view) = 0;
  virtual void Drop(const std::string& database, const std::string& name) = 0;
  virtual void Rename(const std::string& database, const std::string& from, const std::string& to) = 0;
  /// Replaces the definition `from` of a table by what ALTER TABLE made of it; refuses what may not change. `renamed`
  /// says which column was called how before: new name -> old name. False: the table is not `from` any more, somebody
  /// else has altered it; make the change on what it is now.
  virtual bool AlterTable(const std::string& database, const std::string& name, const TableDefinition& from,
                          const TableDefinition& changed, const std::map<std::string, std::string>& renamed) = 0;
};

std::unique_ptr<Catalog> NewMemoryCatalog(const std::string& default_database);

}  // namespace tarn::sql
