#include "columnar/duckdb_file_system.h"

#include <algorithm>
#include <duckdb/common/open_file_info.hpp>

#include "columnar/duckdb_error.h"

namespace tarn::columnar {
namespace {

constexpr std::string_view kPrefix = "env:";

class EnvHandle : public duckdb::FileHandle {
 public:
  EnvHandle(duckdb::FileSystem& fs, const std::string& name, duckdb::FileOpenFlags open_flags,
            std::unique_ptr<env::ReadableFile> opened)
      : FileHandle(fs, name, open_flags), file(std::move(opened)) {}
  void Close() override { file.reset(); }

  std::unique_ptr<env::ReadableFile> file;
  int64_t position = 0;
};

class EnvFileSystem : public duckdb::FileSystem {
 public:
  explicit EnvFileSystem(env::FileSystem& files) : files_(files) {}

  std::string GetName() const override { return "TarnEnv"; }
  bool CanHandleFile(const std::string& path) override { return path.starts_with(kPrefix); }

  duckdb::unique_ptr<duckdb::FileHandle> OpenFile(const std::string& path, duckdb::FileOpenFlags flags,
                                                  duckdb::optional_ptr<duckdb::FileOpener>) override {
    try {
      if (flags.OpenForWriting()) throw Error(ErrorCode::Unsupported, "DuckDB does not write through env: " + path);
      return duckdb::make_uniq<EnvHandle>(*this, path, flags, files_.OpenRead(EnvPath(path)));
    } catch (const Error& e) {
      if (flags.ReturnNullIfNotExists() && e.code() == ErrorCode::NotFound) return nullptr;
      ThrowThroughDuckDb(e);
    }
  }

  void Read(duckdb::FileHandle& handle, void* buffer, int64_t bytes, duckdb::idx_t location) override {
    const int64_t got = ReadAt(handle, buffer, bytes, static_cast<int64_t>(location));
    if (got == bytes) return;
    ThrowThroughDuckDb(Error(ErrorCode::Corruption, EnvPath(handle.path) + ": file ends at byte " +
                                                        std::to_string(static_cast<int64_t>(location) + got) + "; " +
                                                        std::to_string(bytes) + " bytes were expected at " +
                                                        std::to_string(location)));
  }

  int64_t Read(duckdb::FileHandle& handle, void* buffer, int64_t bytes) override {
    auto& env_handle = handle.Cast<EnvHandle>();
    const int64_t got = ReadAt(handle, buffer, bytes, env_handle.position);
    env_handle.position += got;
    return got;
  }

  int64_t GetFileSize(duckdb::FileHandle& handle) override { return handle.Cast<EnvHandle>().file->Size(); }
  duckdb::timestamp_t GetLastModifiedTime(duckdb::FileHandle&) override { return duckdb::timestamp_t(0); }
  std::string GetVersionTag(duckdb::FileHandle&) override { return ""; }
  duckdb::FileType GetFileType(duckdb::FileHandle&) override { return duckdb::FileType::FILE_TYPE_REGULAR; }
  bool FileExists(const std::string& path, duckdb::optional_ptr<duckdb::FileOpener>) override {
    try {
      const auto status = files_.Stat(EnvPath(path));
      return status && !status->is_directory;
    } catch (const Error& e) {
      ThrowThroughDuckDb(e);
    }
  }
  bool DirectoryExists(const std::string&, duckdb::optional_ptr<duckdb::FileOpener>) override { return false; }
  duckdb::vector<duckdb::OpenFileInfo> Glob(const std::string& path, duckdb::FileOpener*) override {
    return {duckdb::OpenFileInfo(path)};
  }
  bool CanSeek() override { return true; }
  bool OnDiskFile(duckdb::FileHandle&) override { return true; }
  bool IsPipe(const std::string&, duckdb::optional_ptr<duckdb::FileOpener>) override { return false; }
  void Seek(duckdb::FileHandle& handle, duckdb::idx_t location) override {
    handle.Cast<EnvHandle>().position = static_cast<int64_t>(location);
  }
  duckdb::idx_t SeekPosition(duckdb::FileHandle& handle) override {
    return static_cast<duckdb::idx_t>(handle.Cast<EnvHandle>().position);
  }
  void Reset(duckdb::FileHandle& handle) override { handle.Cast<EnvHandle>().position = 0; }

 private:
  static int64_t ReadAt(duckdb::FileHandle& handle, void* buffer, int64_t bytes, int64_t location) {
    try {
      return handle.Cast<EnvHandle>().file->ReadAt(location, static_cast<char*>(buffer), bytes);
    } catch (const Error& e) {
      ThrowThroughDuckDb(e);
    }
  }

  env::FileSystem& files_;
};

}  // namespace

duckdb::unique_ptr<duckdb::FileSystem> NewDuckDbFileSystem(env::FileSystem& files) {
  return duckdb::make_uniq<EnvFileSystem>(files);
}

std::string DuckDbPath(std::string_view path) { return std::string(kPrefix).append(path); }

std::string EnvPath(std::string_view duckdb_path) {
  if (duckdb_path.starts_with(kPrefix)) duckdb_path.remove_prefix(kPrefix.size());
  return std::string(duckdb_path);
}

}  // namespace tarn::columnar
