#include "table/table.h"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <optional>

#include "base/error.h"

namespace tarn::table {
namespace {

constexpr std::string_view kSchemaPrefix = "schema-";

std::string SchemaDirectory(const std::string& table_path) { return env::JoinPath(table_path, "schema"); }

std::optional<int64_t> SchemaIdOf(std::string_view file_name) {
  if (!file_name.starts_with(kSchemaPrefix)) return std::nullopt;
  file_name.remove_prefix(kSchemaPrefix.size());
  int64_t id = 0;
  const auto [end, error] = std::from_chars(file_name.data(), file_name.data() + file_name.size(), id);
  // Temporary files share the prefix.
  if (error != std::errc() || end != file_name.data() + file_name.size() || id < 0) return std::nullopt;
  return id;
}

std::optional<int64_t> NewestSchemaId(env::FileSystem& fs, const std::string& table_path) {
  std::optional<int64_t> newest;
  for (const auto& file : fs.List(SchemaDirectory(table_path)))
    if (const auto id = SchemaIdOf(file.name); id && (!newest || *id > *newest)) newest = id;
  return newest;
}

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
  const auto id = NewestSchemaId(env.fs, table->path_);
  if (!id) throw Error(ErrorCode::NotFound, "there is no table at '" + table->path_ + "': it has no schema file");
  table->schema_ = table->SchemaById(*id);
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
  const auto file = env::JoinPath(SchemaDirectory(path_), std::string(kSchemaPrefix) + std::to_string(id));
  try {
    cached = std::make_shared<const paimon::TableSchema>(paimon::ParseTableSchema(env::ReadFile(env_.fs, file)));
  } catch (Error& error) {
    if (error.code() != ErrorCode::NotFound && error.code() != ErrorCode::IoFailed) error.At("file '" + file + "'");
    error.At(NameOf(path_));
    throw;
  }
  return cached;
}

std::vector<int64_t> SchemaIds(const Table& table) {
  std::vector<int64_t> ids;
  for (const auto& file : table.env().fs.List(SchemaDirectory(table.path())))
    if (const auto id = SchemaIdOf(file.name)) ids.push_back(*id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

int64_t LatestSchemaId(const Table& table) {
  const auto id = NewestSchemaId(table.env().fs, table.path());
  if (!id) throw Error(ErrorCode::NotFound, "there is no schema file any more").At(NameOf(table.path()));
  return *id;
}

}  // namespace tarn::table
