#include "table/commit/drop_table.h"

#include "base/error.h"

namespace tarn::table {
namespace {

constexpr char kSuffix[] = ".dropped";

/// The schemas first: as long as they are there, Java takes the directory for a table of an odd name. Then entry by
/// entry: where the directory is a link, what lies behind it goes (as in Java), and not the link alone.
void DeleteFiles(env::FileSystem& fs, const std::string& directory) {
  fs.DeleteTree(env::JoinPath(directory, "schema"));
  for (const auto& entry : fs.List(directory)) fs.DeleteTree(env::JoinPath(directory, entry.name));
  fs.DeleteTree(directory);
}

}  // namespace

void DropTable(const env::Env& env, const std::string& path) {
  auto& fs = env.fs;
  const std::string database = env::ParentPath(path);
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::string hidden = env::JoinPath(database, "." + name + "." + env.random.Uuid() + kSuffix);
  try {
    fs.Rename(path, hidden);
  } catch (const Error&) {
    // The rename may have happened although it failed.
    if (fs.Exists(path)) throw;
  }
  try {
    fs.SyncDirectory(database);
    for (const auto& entry : fs.List(database))
      if (entry.is_directory && entry.name.starts_with(".") && entry.name.ends_with(kSuffix))
        DeleteFiles(fs, env::JoinPath(database, entry.name));
  } catch (const Error& error) {
    throw Error(error.code(), "table '" + path + "' is dropped, but its files are not all deleted: " + error.what() +
                                  "; the next DROP TABLE in this database deletes them, or delete '" + hidden + "'");
  }
}

}  // namespace tarn::table
