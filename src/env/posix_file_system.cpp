// The machine's files through POSIX calls: positional reads, unbuffered appends (callers write in large pieces).
#include <dirent.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/error.h"
#include "env/file_system.h"

namespace tarn::env {
namespace {

[[noreturn]] void Fail(const char* what, const std::string& path, int error) {
  const ErrorCode code = error == ENOENT                      ? ErrorCode::NotFound
                         : error == ENOSPC || error == EDQUOT ? ErrorCode::ResourceExhausted
                                                              : ErrorCode::IoFailed;
  char text[128];
  throw Error(code, std::string("cannot ") + what + " '" + path + "': " + strerror_r(error, text, sizeof text));
}

template <typename Call>
auto Retry(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  int Release() {
    const int fd = fd_;
    fd_ = -1;
    return fd;
  }

 private:
  int fd_;
};

int Open(const char* what, const std::string& path, int flags) {
  const int fd = Retry([&] { return ::open(path.c_str(), flags | O_CLOEXEC, 0666); });
  if (fd < 0) Fail(what, path, errno);
  return fd;
}

class PosixReadable : public ReadableFile {
 public:
  explicit PosixReadable(const std::string& path) : path_(path), fd_(Open("open", path, O_RDONLY)) {
    struct stat info;
    if (::fstat(fd_.get(), &info) != 0) Fail("look at", path_, errno);
    if (S_ISDIR(info.st_mode)) Fail("read", path_, EISDIR);
    size_ = info.st_size;
  }
  int64_t Size() const override { return size_; }
  int64_t ReadAt(int64_t offset, char* buffer, int64_t count) const override {
    int64_t done = 0;
    while (done < count) {
      const auto got =
          Retry([&] { return ::pread(fd_.get(), buffer + done, static_cast<size_t>(count - done), offset + done); });
      if (got < 0) Fail("read", path_, errno);
      if (got == 0) break;
      done += got;
    }
    return done;
  }
  const std::string& path() const override { return path_; }

 private:
  std::string path_;
  Descriptor fd_;
  int64_t size_ = 0;
};

class PosixWritable : public WritableFile {
 public:
  PosixWritable(const std::string& path, int flags)
      : path_(path), fd_(Open("create", path, O_WRONLY | O_CREAT | flags)) {}
  void Append(std::string_view bytes) override {
    while (!bytes.empty()) {
      const auto wrote = Retry([&] { return ::write(fd_.get(), bytes.data(), bytes.size()); });
      if (wrote < 0) Fail("write to", path_, errno);
      bytes.remove_prefix(static_cast<size_t>(wrote));
    }
  }
  void Sync() override {
    if (Retry([&] { return ::fsync(fd_.get()); }) != 0) Fail("sync", path_, errno);
  }
  void Close() override {
    const int fd = fd_.Release();
    // A close that was interrupted has closed the descriptor on Linux all the same.
    if (fd >= 0 && ::close(fd) != 0 && errno != EINTR) Fail("close", path_, errno);
  }

 private:
  std::string path_;
  Descriptor fd_;
};

class PosixLock : public FileLock {
 public:
  explicit PosixLock(int fd) : fd_(fd) {}

 private:
  Descriptor fd_;
};

FileStatus StatusOf(std::string name, const struct stat& info) {
  const bool directory = S_ISDIR(info.st_mode);
  return {.name = std::move(name),
          .is_directory = directory,
          .size = directory ? 0 : info.st_size,
          .modified_ms = info.st_mtim.tv_sec * 1000 + info.st_mtim.tv_nsec / 1000000};
}

/// Calls `use` with the open directory and each name in it; an absent directory has none.
template <class F>
void EachName(const std::string& directory, F use) {
  DIR* handle = ::opendir(directory.c_str());
  if (!handle) {
    if (errno == ENOENT) return;
    Fail("list", directory, errno);
  }
  const std::unique_ptr<DIR, int (*)(DIR*)> guard(handle, ::closedir);
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(handle);
    if (!entry) {
      if (errno != 0) Fail("list", directory, errno);
      return;
    }
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") use(handle, entry->d_name);
  }
}

class PosixFileSystem : public FileSystem {
 public:
  std::unique_ptr<ReadableFile> OpenRead(const std::string& path) override {
    return std::make_unique<PosixReadable>(path);
  }
  std::unique_ptr<WritableFile> Create(const std::string& path) override {
    return std::make_unique<PosixWritable>(path, O_TRUNC);
  }
  std::unique_ptr<WritableFile> OpenAppend(const std::string& path) override {
    return std::make_unique<PosixWritable>(path, O_APPEND);
  }

  std::optional<FileStatus> Stat(const std::string& path) override {
    struct stat info;
    if (::stat(path.c_str(), &info) == 0) return StatusOf(path.substr(path.rfind('/') + 1), info);
    if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
    Fail("look at", path, errno);
  }

  std::vector<FileStatus> List(const std::string& directory) override {
    std::vector<FileStatus> entries;
    EachName(directory, [&](DIR* handle, const char* name) {
      struct stat info;
      if (::fstatat(::dirfd(handle), name, &info, 0) == 0) entries.push_back(StatusOf(name, info));
      // An entry that vanished meanwhile was deleted by somebody else, which is allowed.
    });
    return entries;
  }

  void CreateDirectories(const std::string& directory) override {
    if (::mkdir(directory.c_str(), 0777) == 0) return;
    if (errno == ENOENT) {
      const std::string parent = ParentPath(directory);
      if (parent == directory) Fail("create directory", directory, ENOENT);
      CreateDirectories(parent);
      if (::mkdir(directory.c_str(), 0777) == 0) return;
    }
    const int error = errno;
    const auto status = error == EEXIST ? Stat(directory) : std::nullopt;
    if (!status || !status->is_directory) Fail("create directory", directory, error == EEXIST ? ENOTDIR : error);
  }

  void Rename(const std::string& from, const std::string& to) override {
    if (::rename(from.c_str(), to.c_str()) != 0) Fail("rename", from + "' to '" + to, errno);
  }

  bool RenameIfAbsent(const std::string& from, const std::string& to) override {
    if (::syscall(SYS_renameat2, AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (errno == EEXIST) return false;
    if (errno != EINVAL && errno != ENOSYS) Fail("rename", from + "' to '" + to, errno);
    // File systems without RENAME_NOREPLACE: a hard link refuses an existing name just as atomically.
    if (::link(from.c_str(), to.c_str()) != 0) {
      if (errno == EEXIST) return false;
      Fail("rename", from + "' to '" + to, errno);
    }
    if (::unlink(from.c_str()) != 0) Fail("delete", from, errno);
    return true;
  }

  bool Delete(const std::string& path) override {
    if (::remove(path.c_str()) == 0) return true;
    if (errno == ENOENT || errno == ENOTDIR) return false;
    Fail("delete", path, errno);
  }

  void DeleteTree(const std::string& directory) override {
    struct stat info;
    if (::lstat(directory.c_str(), &info) != 0) {
      if (errno == ENOENT) return;
      Fail("look at", directory, errno);
    }
    if (S_ISDIR(info.st_mode)) {
      std::vector<std::string> names;  // links to nothing among them, which List does not have
      EachName(directory, [&](DIR*, const char* name) { names.emplace_back(name); });
      for (const auto& name : names) DeleteTree(JoinPath(directory, name));
    }
    Delete(directory);
  }

  void SyncDirectory(const std::string& directory) override {
    const Descriptor fd(Open("open directory", directory, O_RDONLY | O_DIRECTORY));
    if (Retry([&] { return ::fsync(fd.get()); }) != 0) Fail("sync directory", directory, errno);
  }

  std::unique_ptr<FileLock> TryLock(const std::string& path) override {
    // flock belongs to the open file, so it also tells two holders within this process apart.
    Descriptor fd(Open("lock", path, O_RDWR | O_CREAT));
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) == 0) return std::make_unique<PosixLock>(fd.Release());
    if (errno == EWOULDBLOCK) return nullptr;
    Fail("lock", path, errno);
  }
};

}  // namespace

FileSystem& LocalFileSystem() {
  static PosixFileSystem* const fs = new PosixFileSystem;  // never destroyed: files may be closed late
  return *fs;
}

}  // namespace tarn::env
