#include "table/commit/atomic_publish.h"

#include <optional>

#include "base/error.h"

namespace tarn::table {
namespace {

enum class Found { Ours, Others, Nothing, Unreadable };

Found LookAt(env::FileSystem& fs, const std::string& path, std::string_view content) {
  try {
    return env::ReadFile(fs, path) == content ? Found::Ours : Found::Others;
  } catch (const Error& error) {
    return error.code() == ErrorCode::NotFound ? Found::Nothing : Found::Unreadable;
  }
}

void DeleteQuietly(env::FileSystem& fs, const std::string& path) {
  try {
    fs.Delete(path);
  } catch (const Error&) {  // a leftover temporary file harms nobody; the failure before it is the one to tell
  }
}

}  // namespace

PublishResult PublishFile(const env::Env& env, const std::string& path, std::string_view content) {
  const std::string directory = env::ParentPath(path);
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::string temporary = env::JoinPath(directory, "." + name + "." + env.random.Uuid() + ".tmp");
  bool renamed = false;
  std::optional<Error> failure;
  try {
    const auto file = env.fs.Create(temporary);
    file->Append(content);
    file->Sync();
    file->Close();
  } catch (const Error&) {
    DeleteQuietly(env.fs, temporary);
    throw;
  }
  try {
    renamed = env.fs.RenameIfAbsent(temporary, path);
  } catch (const Error& error) {
    failure = error;  // the rename may have happened all the same
  }
  switch (LookAt(env.fs, path, content)) {
    case Found::Ours:
      break;
    case Found::Others:
      DeleteQuietly(env.fs, temporary);
      return PublishResult::Taken;
    case Found::Nothing:
      DeleteQuietly(env.fs, temporary);
      if (failure) throw *failure;
      throw Error(ErrorCode::IoFailed, "'" + path + "' vanished while it was published: somebody else deletes files");
    case Found::Unreadable:
      // A rename that was refused outright leaves no doubt; every other way to get here does.
      if (!failure && !renamed) {
        DeleteQuietly(env.fs, temporary);
        return PublishResult::Taken;
      }
      return PublishResult::Unknown;
  }
  for (int attempt = 0; attempt < 3; ++attempt) {
    try {
      env.fs.SyncDirectory(directory);
      return PublishResult::Published;
    } catch (const Error&) {  // visible already, so there is no way back: try again
    }
  }
  return PublishResult::Unknown;
}

}  // namespace tarn::table
