// One Paimon table on a file system: where it lies and its schemas. Cheap to copy around as shared_ptr<const Table>.
#pragma once

#include <map>
#include <memory>
#include <string>

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
  /// A schema by id (files are read under the schema they were written with). Cached. Throws NotFound, Corruption.
  std::shared_ptr<const paimon::TableSchema> SchemaById(int64_t id) const;
  /// The schema's options with the dynamic ones over them.
  const std::map<std::string, std::string>& options() const { return options_; }

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

}  // namespace tarn::table
