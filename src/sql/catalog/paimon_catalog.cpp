#include "sql/catalog/paimon_catalog.h"

#include <algorithm>
#include <filesystem>

#include "base/option_error.h"
#include "env/durable_directory.h"
#include "paimon/field_ids.h"
#include "table/commit/drop_table.h"
#include "table/commit/schema_commit.h"
#include "table/scan/snapshot_store.h"
#include "table/schema/schema_store.h"
#include "table/schema/validate.h"

namespace tarn::sql {
namespace {

constexpr std::string_view kDatabaseSuffix = ".db";
constexpr std::string_view kTableDefault = "table-default.";

class PaimonCatalog : public Catalog {
 public:
  PaimonCatalog(const env::Env& env, OptionMap options, std::string warehouse)
      : env_(env), options_(std::move(options)), warehouse_(std::move(warehouse)) {}

  std::string Type() const override { return "paimon"; }
  const OptionMap& options() const override { return options_; }

  std::vector<std::string> Databases() const override {
    std::vector<std::string> names;
    for (const auto& entry : env_.fs.List(warehouse_)) {
      if (entry.is_directory && entry.name.size() > kDatabaseSuffix.size() && entry.name.ends_with(kDatabaseSuffix)) {
        names.push_back(entry.name.substr(0, entry.name.size() - kDatabaseSuffix.size()));
      }
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  std::optional<OptionMap> DatabaseOptions(const std::string& name) const override {
    const auto status = env_.fs.Stat(DatabasePath(name));
    if (!status || !status->is_directory) return std::nullopt;
    return OptionMap{};
  }

  void CreateDatabase(const std::string& name, const OptionMap& /*options*/) override {
    CheckName(name, "database");
    env::CreateDurableDirectory(env_.fs, DatabasePath(name));
  }
  void AlterDatabase(const std::string& /*name*/, const OptionMap& /*options*/) override {
    throw Error(ErrorCode::Unsupported, "a warehouse directory keeps no options of its databases");
  }
  void DropDatabase(const std::string& name) override {
    for (const auto& table : Names(name, false)) table::DropTable(env_, TablePath(name, table));
    env_.fs.DeleteTree(DatabasePath(name));
    env_.fs.SyncDirectory(warehouse_);
  }

  std::vector<std::string> Names(const std::string& database, bool views) const override {
    std::vector<std::string> names;
    if (views) return names;
    for (const auto& entry : env_.fs.List(DatabasePath(database))) {
      if (!entry.is_directory || entry.name.starts_with(".")) continue;
      if (!table::SchemaIds(env_.fs, TablePath(database, entry.name)).empty()) names.push_back(entry.name);
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  std::optional<CatalogObject> Find(const std::string& database, const std::string& name) const override {
    if (name.empty() || name.find('/') != std::string::npos) return std::nullopt;
    const std::string path = TablePath(database, name);
    if (table::SchemaIds(env_.fs, path).empty()) {
      if (!HasData(path)) return std::nullopt;
      throw table::MissingSchema(path, 0);
    }
    return CatalogTable{DefinitionOf(table::ReadLatestSchema(env_.fs, path), path), path};
  }

  void CheckTable(const std::string& database, const std::string& name,
                  const TableDefinition& definition) const override {
    NewSchema(database, name, definition);
  }
  void CreateTable(const std::string& database, const std::string& name, const TableDefinition& definition) override {
    if (!table::CreateTable(env_, TablePath(database, name), NewSchema(database, name, definition))) {
      throw Error(ErrorCode::AlreadyExists, "table " + database + "." + name + " was made by another process just now");
    }
  }

  void CreateView(const std::string&, const std::string&, const ViewDefinition&) override {
    throw Error(ErrorCode::Unsupported, "a warehouse directory keeps no views: use CREATE TEMPORARY VIEW");
  }

  void Drop(const std::string& database, const std::string& name) override {
    table::DropTable(env_, TablePath(database, name));
  }

  void Rename(const std::string& database, const std::string& from, const std::string& to) override {
    CheckName(to, "table");
    if (!env_.fs.RenameIfAbsent(TablePath(database, from), TablePath(database, to))) {
      throw Error(ErrorCode::AlreadyExists, "table " + database + "." + to + " exists already");
    }
    try {
      env_.fs.SyncDirectory(DatabasePath(database));
    } catch (const Error& e) {
      throw Error(e.code(), "table " + database + "." + from + " was renamed to '" + to +
                                "', but a power cut may undo that: " + e.what());
    }
  }

  bool AlterTable(const std::string& database, const std::string& name, const TableDefinition& from,
                  const TableDefinition& changed, const std::map<std::string, std::string>& renamed) override;

 private:
  /// The first schema of a table, checked.
  paimon::TableSchema NewSchema(const std::string& database, const std::string& name,
                                const TableDefinition& definition) const {
    CheckName(name, "table");
    if (name.find('$') != std::string::npos) {
      throw Error(ErrorCode::InvalidInput, "'" + name + "' names a system table; a table of your own has no '$' in it");
    }
    const auto connector = definition.options.find("connector");
    if (connector != definition.options.end() && connector->second != "paimon") {
      throw OptionError("connector", "a Paimon catalog keeps Paimon tables only, and 'connector' is '" +
                                         connector->second + "': use CREATE TEMPORARY TABLE");
    }
    const std::string path = TablePath(database, name);
    const auto wanted_path = definition.options.find("path");
    if (wanted_path != definition.options.end() && wanted_path->second != path) {
      throw OptionError("path", "option 'path': a table of this catalog lies at " + path, ErrorCode::Unsupported);
    }
    TableDefinition whole = definition;
    for (const auto& [key, value] : options_) {
      if (key.starts_with(kTableDefault)) whole.options.emplace(key.substr(kTableDefault.size()), value);
    }
    auto schema = SchemaOf(whole);
    const auto type = schema.options.find("type");
    if (type != schema.options.end() && type->second != "table") {
      throw Error(ErrorCode::Unsupported, "'type' = '" + type->second + "': only 'table' is supported");
    }
    table::ValidateSchema(schema);
    schema.highest_field_id = -1;
    paimon::AssignFieldIds(schema.fields, schema.highest_field_id);
    return schema;
  }
  static void CheckName(const std::string& name, const char* what) {
    const bool bad = name.empty() || name.find('/') != std::string::npos || name.starts_with(".");
    if (bad) throw Error(ErrorCode::InvalidInput, std::string(what) + " name '" + name + "' cannot be a directory's");
  }
  std::string DatabasePath(const std::string& name) const {
    return env::JoinPath(warehouse_, name + std::string(kDatabaseSuffix));
  }
  std::string TablePath(const std::string& database, const std::string& name) const {
    return env::JoinPath(DatabasePath(database), name);
  }
  /// Whether there is a snapshot. Its schema must be there: the next one must not take the name of one that is lost.
  bool HasWholeSnapshot(const std::string& path) const {
    const auto lake = table::Table::Open(env_, path);
    const auto latest = table::LatestSnapshot(*lake);
    if (latest) lake->SchemaById(latest->schema_id);
    return latest.has_value();
  }
  bool HasData(const std::string& path) const {
    for (const auto& entry : env_.fs.List(env::JoinPath(path, "snapshot"))) {
      if (entry.name.starts_with("snapshot-")) return true;
    }
    return false;
  }

  env::Env env_;
  OptionMap options_;
  std::string warehouse_;
};

bool PaimonCatalog::AlterTable(const std::string& database, const std::string& name, const TableDefinition& from,
                               const TableDefinition& changed, const std::map<std::string, std::string>& renamed) {
  const std::string path = TablePath(database, name);
  const auto connector = changed.options.find("connector");
  if (connector != changed.options.end() && connector->second != "paimon") {
    throw OptionError("connector", "a Paimon catalog keeps Paimon tables only, and 'connector' cannot become '" +
                                       connector->second + "'");
  }
  const auto wanted_path = changed.options.find("path");
  if (wanted_path != changed.options.end() && wanted_path->second != path) {
    throw OptionError("path", "option 'path' cannot change", ErrorCode::Unsupported);
  }
  // 'primary-key' and 'partition' are clauses by now; as options they would change the key.
  for (const char* key : {"primary-key", "partition"}) {
    if (changed.options.count(key) != 0) {
      throw OptionError(key, "option '" + std::string(key) + "' is fixed once a table exists", ErrorCode::Unsupported);
    }
  }
  const auto before = table::ReadLatestSchema(env_.fs, path);
  if (!(DefinitionOf(before, path) == from)) return false;
  auto after = SchemaOf(changed);
  const bool has_data = HasWholeSnapshot(path);
  if (after.primary_keys != before.primary_keys && has_data) {
    throw Error(ErrorCode::Unsupported, "the primary key cannot change once the table has data");
  }
  // Columns keep their ids by name; a renamed one by its old name; a new one gets the next.
  after.highest_field_id = before.highest_field_id;
  for (auto& field : after.fields) {
    const auto rename = renamed.find(field.name);
    const auto index = before.FindField(rename == renamed.end() ? field.name : rename->second);
    if (index) {
      const auto& old = before.fields[*index];
      field.id = old.id;
      field.default_value = old.default_value;
      paimon::InheritFieldIds(old.type, field.type, after.highest_field_id);
    } else {
      std::vector<paimon::DataField> added{field};
      paimon::AssignFieldIds(added, after.highest_field_id);
      field = added.front();
    }
  }
  table::ValidateOptionChange(path, before, after, has_data);
  try {
    table::CommitSchema(env_, path, before.id, std::move(after));
  } catch (const Error& e) {
    if (e.code() != ErrorCode::Conflict) throw;
    return false;
  }
  return true;
}

}  // namespace

std::unique_ptr<Catalog> OpenPaimonCatalog(const env::Env& env, const OptionMap& options) {
  const auto metastore = options.find("metastore");
  if (metastore != options.end() && metastore->second != "filesystem") {
    throw OptionError("metastore", "'metastore' = '" + metastore->second + "': only 'filesystem' is supported",
                      ErrorCode::Unsupported);
  }
  const auto warehouse = options.find("warehouse");
  if (warehouse == options.end() || warehouse->second.empty()) {
    throw OptionError("warehouse", "a Paimon catalog needs the option 'warehouse', a directory");
  }
  std::string path = warehouse->second;
  if (path.starts_with("file:")) {
    path = path.substr(5);
    while (path.starts_with("//")) path = path.substr(1);
  } else if (path.find("://") != std::string::npos) {
    throw OptionError("warehouse", "warehouse " + path + ": only local directories are supported",
                      ErrorCode::Unsupported);
  }
  if (!path.starts_with("/")) path = std::filesystem::absolute(path).lexically_normal().string();
  while (path.size() > 1 && path.ends_with("/")) path.pop_back();
  auto catalog = std::make_unique<PaimonCatalog>(env, options, path);
  const auto default_database = options.find("default-database");
  const std::string database = default_database == options.end() ? "default" : default_database->second;
  try {
    if (!catalog->HasDatabase(database)) catalog->CreateDatabase(database, {});
  } catch (const Error& e) {
    throw OptionError("warehouse", e.what(), e.code());
  }
  return catalog;
}

}  // namespace tarn::sql
