#include "table/commit/schema_commit.h"

#include <algorithm>

#include "base/error.h"
#include "env/durable_directory.h"
#include "table/commit/atomic_publish.h"
#include "table/schema/schema_store.h"

namespace tarn::table {
namespace {

/// A schema has no random id of its own, so two sessions that alter a table to the very same schema within one
/// millisecond are one alteration; that is harmless.
PublishResult Publish(const env::Env& env, const std::string& path, int64_t id, paimon::TableSchema& schema) {
  schema.id = id;
  schema.time_ms = env.clock.NowMillis();
  return PublishFile(env, SchemaPath(path, id), ToJson(schema));
}

void RequireKnown(PublishResult result, const std::string& path, int64_t id) {
  if (result != PublishResult::Unknown) return;
  throw Error(ErrorCode::IoFailed, "the file system did not say whether schema " + std::to_string(id) +
                                       " was written: look at the table before trying again")
      .At("table '" + path + "'");
}

/// Makes the directory with all names on the way to it durable. Table, database and warehouse always, for somebody may
/// have made them a moment ago; what is above them if it is new.
void CreateDurably(env::FileSystem& fs, env::NewDirectories& fresh, const std::string& directory) {
  fresh.Create(directory);
  const size_t levels = std::max(fresh.made().size(), size_t{3});
  std::string above = env::ParentPath(directory);
  for (size_t level = 1; level <= levels; ++level, above = env::ParentPath(above)) {
    fs.SyncDirectory(above);
    if (above == "/") break;
  }
}

}  // namespace

bool CreateTable(const env::Env& env, const std::string& path, paimon::TableSchema schema) {
  const std::string directory = SchemaDirectory(path);
  if (!SchemaIds(env.fs, path).empty()) return false;
  for (const auto& file : env.fs.List(env::JoinPath(path, "snapshot")))
    if (file.name.starts_with("snapshot-")) throw MissingSchema(path, 0);  // the new table would show their rows
  // Before the schema: a table that can be seen is one whose commits will be found again.
  env::NewDirectories fresh(env.fs);
  CreateDurably(env.fs, fresh, directory);
  fresh.Create(env::JoinPath(path, "snapshot"));
  fresh.Create(env::JoinPath(path, "manifest"));
  const auto result = Publish(env, path, 0, schema);
  fresh.Keep();  // there is a table now, or may be
  RequireKnown(result, path, 0);
  return result != PublishResult::Taken;
}

int64_t CommitSchema(const env::Env& env, const std::string& path, int64_t based_on, paimon::TableSchema schema) {
  const int64_t id = based_on + 1;
  const auto result = Publish(env, path, id, schema);
  RequireKnown(result, path, id);
  if (result == PublishResult::Taken)
    throw Error(ErrorCode::Conflict, "another session has altered the table meanwhile (schema " + std::to_string(id) +
                                         " exists); look at it and alter it again")
        .At("table '" + path + "'");
  return id;
}

}  // namespace tarn::table
