// A file system in memory that knows what a power cut may take away.
//
// The model is that of POSIX without favours: bytes survive from the last Sync of their file; of what was appended
// since any prefix may survive, pages of it zeroed. A name (created, renamed, deleted) survives from the last
// SyncDirectory of its directory; of the changes since, each name may be found at any point of its history, whatever
// became of the other names. Only a rename never loses the file: it is found under the old name, the new one, or both.
// A directory is a name in its parent like any other.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "env/file_system.h"

namespace tarn::testing {

struct CrashTree;  // the state, shared with open files

/// Thread-safe.
class CrashFileSystem : public env::FileSystem {
 public:
  CrashFileSystem();
  ~CrashFileSystem() override;

  /// What the disk holds if the power goes now: one of the legal outcomes, picked by `seed`. Everything in the clone is
  /// durable. Seeds 0 and 1 are the extremes: nothing unsynced survives; everything does.
  std::unique_ptr<CrashFileSystem> CrashClone(uint64_t seed) const;

  /// For canaries: a file system whose SyncDirectory does nothing. A good crash test must catch it.
  void IgnoreDirectorySyncs(bool ignore);
  /// The same for the Sync of files.
  void IgnoreFileSyncs(bool ignore);

  std::unique_ptr<env::ReadableFile> OpenRead(const std::string& path) override;
  std::unique_ptr<env::WritableFile> Create(const std::string& path) override;
  std::unique_ptr<env::WritableFile> OpenAppend(const std::string& path) override;
  std::optional<env::FileStatus> Stat(const std::string& path) override;
  std::vector<env::FileStatus> List(const std::string& directory) override;
  void CreateDirectories(const std::string& directory) override;
  void Rename(const std::string& from, const std::string& to) override;
  bool RenameIfAbsent(const std::string& from, const std::string& to) override;
  bool Delete(const std::string& path) override;
  void DeleteTree(const std::string& directory) override;
  void SyncDirectory(const std::string& directory) override;
  std::unique_ptr<env::FileLock> TryLock(const std::string& path) override;

 private:
  explicit CrashFileSystem(std::shared_ptr<CrashTree> tree);
  std::shared_ptr<CrashTree> tree_;
};

}  // namespace tarn::testing
