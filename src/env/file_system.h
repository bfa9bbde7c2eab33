// The one seam to files: everything that Tarn reads or writes (DuckDB's reads included) goes through a FileSystem, so
// that a test can put a faulty, a crashing or an in-memory one in its place.
//
// Paths are absolute, '/'-separated. All calls may come from any thread. Every failure throws Error: NotFound where the
// path does not exist, ResourceExhausted where the disk is full, IoFailed otherwise; the message names the path.
// Durability: what Append wrote survives a crash only after Sync; a created, renamed or deleted name only after SyncDir
// of its directory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::env {

struct FileStatus {
  std::string name;  // last component
  bool is_directory = false;
  int64_t size = 0;         // bytes; 0 for directories
  int64_t modified_ms = 0;  // since 1970 UTC
};

/// Positional reads of an immutable file. Threads may share one.
class ReadableFile {
 public:
  virtual ~ReadableFile() = default;
  virtual int64_t Size() const = 0;
  /// Reads up to `count` bytes at `offset` and returns how many there were (fewer only at the end of the file).
  virtual int64_t ReadAt(int64_t offset, char* buffer, int64_t count) const = 0;
  virtual const std::string& path() const = 0;
};

/// Sequential writing by one owner. The destructor closes without a promise; call Close (after Sync) to be sure.
class WritableFile {
 public:
  virtual ~WritableFile() = default;
  virtual void Append(std::string_view bytes) = 0;
  virtual void Sync() = 0;
  virtual void Close() = 0;
};

/// Held until destroyed or until the process dies.
class FileLock {
 public:
  virtual ~FileLock() = default;
};

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  virtual std::unique_ptr<ReadableFile> OpenRead(const std::string& path) = 0;
  /// Creates the file, or empties it if it exists. The directory must exist.
  virtual std::unique_ptr<WritableFile> Create(const std::string& path) = 0;
  /// Opens for appending at the end; creates the file if it does not exist.
  virtual std::unique_ptr<WritableFile> OpenAppend(const std::string& path) = 0;

  virtual std::optional<FileStatus> Stat(const std::string& path) = 0;
  /// Entries in no particular order; an absent directory has none.
  virtual std::vector<FileStatus> List(const std::string& directory) = 0;

  /// Creates the directory and its parents; no error if it exists.
  virtual void CreateDirectories(const std::string& directory) = 0;
  /// Replaces the target atomically if it exists.
  virtual void Rename(const std::string& from, const std::string& to) = 0;
  /// Atomic among all processes: false, and nothing changed, if `to` exists.
  virtual bool RenameIfAbsent(const std::string& from, const std::string& to) = 0;
  /// False if there was nothing to delete.
  virtual bool Delete(const std::string& path) = 0;
  virtual void DeleteTree(const std::string& directory) = 0;
  virtual void SyncDirectory(const std::string& directory) = 0;

  /// Advisory, exclusive, never waits: nullptr if another holder has it. Creates the file if needed.
  virtual std::unique_ptr<FileLock> TryLock(const std::string& path) = 0;

  bool Exists(const std::string& path) { return Stat(path).has_value(); }
};

/// The machine's own files. Thread-safe; lives as long as the process.
FileSystem& LocalFileSystem();
/// An empty in-memory tree.
std::unique_ptr<FileSystem> NewMemoryFileSystem();

std::string ReadFile(FileSystem& fs, const std::string& path);
/// Writes beside the target, syncs, renames over it and syncs the directory: after a crash the old or the new content.
void ReplaceFile(FileSystem& fs, const std::string& path, std::string_view content);

/// "a/b" + "c" -> "a/b/c".
std::string JoinPath(std::string_view directory, std::string_view name);
std::string ParentPath(std::string_view path);

}  // namespace tarn::env
