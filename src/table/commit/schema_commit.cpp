#include "table/commit/schema_commit.h"

#include <algorithm>

#include "base/error.h"
#include "table/commit/atomic_publish.h"

namespace tarn::table {
namespace {

std::string SchemaPath(const std::string& table_path, int64_t id) {
  return env::JoinPath(env::JoinPath(table_path, "schema"), "schema-" + std::to_string(id));
}

/// A schema has no random id of its own, so two sessions that alter a table to the very same schema within one
/// millisecond are one alteration; that is harmless.
PublishResult Publish(const env::Env& env, const std::string& path, int64_t id, paimon::TableSchema& schema) {
  schema.id = id;
  schema.time_ms = env.clock.NowMillis();
  const auto result = PublishFile(env, SchemaPath(path, id), ToJson(schema));
  if (result == PublishResult::Unknown)
    throw Error(ErrorCode::IoFailed, "the file system did not say whether schema " + std::to_string(id) +
                                         " was written: look at the table before trying again")
        .At("table '" + path + "'");
  return result;
}

/// Makes the directory with all names on the way to it durable. Table, database and warehouse always, for somebody may
/// have made them a moment ago; what is above them if it is new.
void CreateDurably(env::FileSystem& fs, const std::string& directory) {
  int fresh = 0;
  for (std::string above = directory; above != "/" && !fs.Exists(above); above = env::ParentPath(above)) ++fresh;
  fs.CreateDirectories(directory);
  std::string above = env::ParentPath(directory);
  for (int level = 1; level <= std::max(fresh, 3); ++level, above = env::ParentPath(above)) {
    fs.SyncDirectory(above);
    if (above == "/") break;
  }
}

}  // namespace

bool CreateTable(const env::Env& env, const std::string& path, paimon::TableSchema schema) {
  const std::string directory = env::JoinPath(path, "schema");
  for (const auto& file : env.fs.List(directory))
    if (file.name.starts_with("schema-")) return false;
  for (const auto& file : env.fs.List(env::JoinPath(path, "snapshot")))
    if (file.name.starts_with("snapshot-"))
      throw Error(ErrorCode::AlreadyExists,
                  "directory '" + path +
                      "' holds snapshots but no schema, the rest of a table that was deleted by half; delete it (the "
                      "new table would show its rows)");
  // Before the schema: a table that can be seen is one whose commits will be found again.
  CreateDurably(env.fs, directory);
  env.fs.CreateDirectories(env::JoinPath(path, "snapshot"));
  env.fs.CreateDirectories(env::JoinPath(path, "manifest"));
  if (Publish(env, path, 0, schema) == PublishResult::Taken) return false;
  return true;
}

int64_t CommitSchema(const env::Env& env, const std::string& path, int64_t based_on, paimon::TableSchema schema) {
  const int64_t id = based_on + 1;
  if (Publish(env, path, id, schema) == PublishResult::Taken)
    throw Error(ErrorCode::Conflict, "another session has altered the table meanwhile (schema " + std::to_string(id) +
                                         " exists); look at it and alter it again")
        .At("table '" + path + "'");
  return id;
}

}  // namespace tarn::table
