#include "table/schema/schema_store.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace tarn::table {
namespace {

constexpr std::string_view kPrefix = "schema-";

}  // namespace

std::string SchemaDirectory(const std::string& table_path) { return env::JoinPath(table_path, "schema"); }

std::string SchemaPath(const std::string& table_path, int64_t id) {
  return env::JoinPath(SchemaDirectory(table_path), std::string(kPrefix) + std::to_string(id));
}

std::vector<int64_t> SchemaIds(env::FileSystem& fs, const std::string& table_path) {
  std::vector<int64_t> ids;
  for (const auto& file : fs.List(SchemaDirectory(table_path))) {
    if (!file.name.starts_with(kPrefix)) continue;
    const char* begin = file.name.data() + kPrefix.size();
    const char* end = file.name.data() + file.name.size();
    int64_t id = 0;
    const auto [stop, error] = std::from_chars(begin, end, id);
    if (error == std::errc() && stop == end && id >= 0) ids.push_back(id);  // else a temporary file
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

Error MissingSchema(const std::string& table_path, int64_t id) {
  return {ErrorCode::Corruption, "schema file '" + SchemaPath(table_path, id) +
                                     "' is missing, and the table's snapshots need it\n  Bring it back from a copy, or "
                                     "delete what is left of the table: the directory '" +
                                     table_path + "'"};
}

paimon::TableSchema ReadSchema(env::FileSystem& fs, const std::string& table_path, int64_t id) {
  const std::string path = SchemaPath(table_path, id);
  const std::string content = env::ReadFile(fs, path);
  try {
    auto schema = paimon::ParseTableSchema(content);
    if (schema.id != id) {
      throw Error(ErrorCode::Corruption,
                  "schema file holds id " + std::to_string(schema.id) + ", its name says " + std::to_string(id));
    }
    return schema;
  } catch (Error& e) {
    throw e.At(path);
  }
}

paimon::TableSchema ReadLatestSchema(env::FileSystem& fs, const std::string& table_path) {
  const auto ids = SchemaIds(fs, table_path);
  if (ids.empty()) throw Error(ErrorCode::NotFound, "no schema file in " + SchemaDirectory(table_path));
  return ReadSchema(fs, table_path, ids.back());
}

}  // namespace tarn::table
