#include "table/table.h"

#include <mutex>
#include <optional>

#include "base/error.h"
#include "table/schema/schema_store.h"

namespace tarn::table {
namespace {

std::string NameOf(const std::string& table_path) { return "table '" + table_path + "'"; }

}  // namespace

struct Table::SchemaCache {
  std::mutex mutex;
  std::map<int64_t, std::shared_ptr<const paimon::TableSchema>> by_id;
};

Table::Table(const env::Env& env, std::string path)
    : env_(env), path_(std::move(path)), cache_(std::make_shared<SchemaCache>()) {}

std::shared_ptr<const Table> Table::Open(const env::Env& env, std::string path,
                                         const std::map<std::string, std::string>& dynamic_options) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  auto table = std::shared_ptr<Table>(new Table(env, std::move(path)));
  const auto ids = SchemaIds(env.fs, table->path_);
  if (ids.empty())
    throw Error(ErrorCode::NotFound, "there is no table at '" + table->path_ + "': it has no schema file");
  table->schema_ = table->SchemaById(ids.back());
  table->options_ = table->schema_->options;
  for (const auto& [name, value] : dynamic_options) table->options_[name] = value;
  return table;
}

std::shared_ptr<const Table> Table::WithSchema(int64_t schema_id) const {
  auto table = std::shared_ptr<Table>(new Table(*this));
  table->schema_ = SchemaById(schema_id);
  return table;
}

std::shared_ptr<const Table> Table::WithOptions(const std::map<std::string, std::string>& dynamic_options) const {
  auto table = std::shared_ptr<Table>(new Table(*this));
  for (const auto& [name, value] : dynamic_options) table->options_[name] = value;
  return table;
}

std::optional<std::string> Table::Option(const std::string& name) const {
  const auto found = options_.find(name);
  if (found == options_.end()) return std::nullopt;
  return found->second;
}

std::shared_ptr<const paimon::TableSchema> Table::SchemaById(int64_t id) const {
  const std::lock_guard lock(cache_->mutex);
  auto& cached = cache_->by_id[id];
  if (cached) return cached;
  try {
    cached = std::make_shared<const paimon::TableSchema>(ReadSchema(env_.fs, path_, id));
  } catch (Error& error) {
    if (error.code() == ErrorCode::NotFound) throw MissingSchema(path_, id);
    error.At(NameOf(path_));
    throw;
  }
  return cached;
}

std::vector<int64_t> SchemaIds(const Table& table) { return SchemaIds(table.env().fs, table.path()); }

int64_t LatestSchemaId(const Table& table) {
  const auto ids = SchemaIds(table);
  if (ids.empty()) throw Error(ErrorCode::NotFound, "there is no schema file any more").At(NameOf(table.path()));
  return ids.back();
}

}  // namespace tarn::table
