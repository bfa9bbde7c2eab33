// A file system that fails on demand: the tool of "what if the N-th I/O fails?" loops.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "env/file_system.h"

namespace tarn::testing {

enum class Fault {
  IoError,   // the call fails with IoFailed and has no effect; a failing Append leaves half of its bytes
  DiskFull,  // the same with ResourceExhausted, and only for calls that take space: deleting still works
  LostAck,   // the call takes effect and then fails: the caller cannot know
};

/// Decorates `base`, which is borrowed. Thread-safe. Every call that reaches the disk counts as one I/O (Stat, List and
/// reads included).
class FaultyFileSystem : public env::FileSystem {
 public:
  explicit FaultyFileSystem(env::FileSystem& base) : base_(&base) {}

  /// Goes on over another file system; no file may be open.
  void SetBase(env::FileSystem& base) { base_ = &base; }

  /// The I/O number `n` from now on (1 = the next) fails; with `onwards` all that follow too.
  void FailAt(int64_t n, Fault fault, bool onwards = false);
  void Heal();
  int64_t count() const { return count_; }
  /// How often a fault struck since FailAt.
  int64_t struck() const { return struck_; }
  /// How many files were open for writing at once at most.
  int64_t open_most() const { return open_most_; }
  /// Whether it struck a call that deletes.
  bool struck_a_delete() const { return struck_a_delete_; }

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
  std::unique_ptr<env::FileLock> TryLock(const std::string& path) override { return base_->TryLock(path); }

 private:
  friend class FaultyReadable;
  friend class FaultyWritable;

  /// Counts one I/O and says whether it is to fail.
  bool Strikes(bool takes_space);
  [[noreturn]] void Throw(const char* what, const std::string& path) const;
  template <typename Call>
  auto Do(const char* what, const std::string& path, bool takes_space, Call call);

  env::FileSystem* base_;
  std::atomic<int64_t> count_{0};
  std::atomic<int64_t> struck_{0};
  std::atomic<bool> struck_a_delete_{false};
  std::atomic<int64_t> open_{0}, open_most_{0};
  std::atomic<int64_t> fail_at_{0};  // value of count_ at which the fault strikes; 0 = never
  std::atomic<bool> onwards_{false};
  std::atomic<Fault> fault_{Fault::IoError};
};

}  // namespace tarn::testing
