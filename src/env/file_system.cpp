#include "env/file_system.h"

#include "base/error.h"
#include "env/clock.h"

namespace tarn::env {

std::string ReadFile(FileSystem& fs, const std::string& path) {
  const auto file = fs.OpenRead(path);
  std::string bytes(static_cast<size_t>(file->Size()), '\0');
  const int64_t got = file->ReadAt(0, bytes.data(), file->Size());
  if (got != file->Size())
    throw Error(ErrorCode::IoFailed, "file '" + path + "' shrank while it was read: expected " +
                                         std::to_string(file->Size()) + " bytes, got " + std::to_string(got));
  return bytes;
}

void ReplaceFile(FileSystem& fs, const std::string& path, std::string_view content) {
  const std::string directory = ParentPath(path);
  const std::string name = path.substr(directory.size() + (directory == "/" ? 0 : 1));
  const std::string temporary = JoinPath(directory, "." + name + "." + SystemRandom().Uuid() + ".tmp");
  try {
    const auto file = fs.Create(temporary);
    file->Append(content);
    file->Sync();
    file->Close();
    fs.Rename(temporary, path);
  } catch (const Error&) {
    try {
      fs.Delete(temporary);
    } catch (const Error&) {  // the first failure is the one to tell
    }
    throw;
  }
  fs.SyncDirectory(directory);
}

std::string JoinPath(std::string_view directory, std::string_view name) {
  std::string path(directory);
  if (!path.empty() && path.back() != '/') path += '/';
  return path.append(name);
}

std::string ParentPath(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return slash == 0 ? "/" : std::string(path.substr(0, slash));
}

}  // namespace tarn::env
