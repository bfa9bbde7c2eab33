// One Paimon table on a file system: where it lies and its schemas. Cheap to copy around as shared_ptr<const Table>.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "env/env.h"
#include "paimon/schema.h"

namespace tarn::table {

/// Immutable; a later ALTER TABLE makes a new one. Thread-safe.
class Table {
 public:
  /// `path` is the table's directory; `dynamic_options` (hints, SET) win over the schema's. Throws NotFound if there is
  /// no schema there, Corruption if it cannot be read.
  static std::shared_ptr<const Table> Open(const env::Env& env, std::string path,
                                           const std::map<std::string, std::string>& dynamic_options = {});

  const env::Env& env() const { return env_; }
  const std::string& path() const { return path_; }
  /// The latest schema.
  const paimon::TableSchema& schema() const { return *schema_; }
  /// A schema by id (files are read under the schema they were written with). Cached. Throws Corruption, also
  /// where it has no file.
  std::shared_ptr<const paimon::TableSchema> SchemaById(int64_t id) const;
  /// The schema's options with the dynamic ones over them.
  const std::map<std::string, std::string>& options() const { return options_; }

  std::optional<std::string> Option(const std::string& name) const;

  /// The same table seen under an older schema: what reading a past snapshot by FOR SYSTEM_TIME shows. Options stay.
  std::shared_ptr<const Table> WithSchema(int64_t schema_id) const;
  /// The same table with more dynamic options (hints).
  std::shared_ptr<const Table> WithOptions(const std::map<std::string, std::string>& dynamic_options) const;

  bool HasPrimaryKey() const { return !schema_->primary_keys.empty(); }

 private:
  Table(const env::Env& env, std::string path);

  env::Env env_;
  std::string path_;
  std::shared_ptr<const paimon::TableSchema> schema_;
  std::map<std::string, std::string> options_;
  struct SchemaCache;
  std::shared_ptr<SchemaCache> cache_;
};

/// All schema files that there are now, ascending.
std::vector<int64_t> SchemaIds(const Table& table);
/// As they lie on disk now, not when the table was opened: ALTER TABLE may have added one since.
int64_t LatestSchemaId(const Table& table);

}  // namespace tarn::table
