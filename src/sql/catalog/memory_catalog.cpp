// Flink's GenericInMemoryCatalog: keeps definitions, checks nothing of the outside.
#include "base/error.h"
#include "sql/catalog/catalog.h"

namespace tarn::sql {

bool Catalog::HasDatabase(const std::string& name) const { return DatabaseOptions(name).has_value(); }

namespace {

class MemoryCatalog : public Catalog {
 public:
  explicit MemoryCatalog(const std::string& default_database)
      : options_{{"type", "generic_in_memory"}, {"default-database", default_database}} {
    databases_[default_database];
  }

  std::string Type() const override { return "generic_in_memory"; }
  const OptionMap& options() const override { return options_; }

  std::vector<std::string> Databases() const override {
    std::vector<std::string> names;
    for (const auto& [name, database] : databases_) names.push_back(name);
    return names;
  }

  std::optional<OptionMap> DatabaseOptions(const std::string& name) const override {
    const auto found = databases_.find(name);
    if (found == databases_.end()) return std::nullopt;
    return found->second.options;
  }

  void CreateDatabase(const std::string& name, const OptionMap& options) override {
    databases_[name].options = options;
  }
  void AlterDatabase(const std::string& name, const OptionMap& options) override {
    databases_.at(name).options = options;
  }
  void DropDatabase(const std::string& name) override { databases_.erase(name); }

  std::vector<std::string> Names(const std::string& database, bool views) const override {
    std::vector<std::string> names;
    for (const auto& [name, object] : databases_.at(database).objects) {
      if (std::holds_alternative<ViewDefinition>(object) == views) names.push_back(name);
    }
    return names;
  }

  std::optional<CatalogObject> Find(const std::string& database, const std::string& name) const override {
    const auto found = databases_.find(database);
    if (found == databases_.end()) return std::nullopt;
    const auto object = found->second.objects.find(name);
    if (object == found->second.objects.end()) return std::nullopt;
    return object->second;
  }

  void CheckTable(const std::string&, const std::string&, const TableDefinition&) const override {}
  void CreateTable(const std::string& database, const std::string& name, const TableDefinition& table) override {
    databases_.at(database).objects[name] = CatalogTable{table, ""};
  }
  void CreateView(const std::string& database, const std::string& name, const ViewDefinition& view) override {
    databases_.at(database).objects[name] = view;
  }
  void Drop(const std::string& database, const std::string& name) override {
    databases_.at(database).objects.erase(name);
  }
  void Rename(const std::string& database, const std::string& from, const std::string& to) override {
    auto node = databases_.at(database).objects.extract(from);
    node.key() = to;
    databases_.at(database).objects.insert(std::move(node));
  }
  // A session's own: nobody else alters it.
  bool AlterTable(const std::string& database, const std::string& name, const TableDefinition& /*from*/,
                  const TableDefinition& changed, const std::map<std::string, std::string>& /*renamed*/) override {
    databases_.at(database).objects.at(name) = CatalogTable{changed, ""};
    return true;
  }

 private:
  struct Database {
    OptionMap options;
    std::map<std::string, CatalogObject> objects;
  };
  OptionMap options_;
  std::map<std::string, Database> databases_;
};

}  // namespace

std::unique_ptr<Catalog> NewMemoryCatalog(const std::string& default_database) {
  return std::make_unique<MemoryCatalog>(default_database);
}

}  // namespace tarn::sql
