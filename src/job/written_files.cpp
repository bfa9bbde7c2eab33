#include "job/written_files.h"

#include <charconv>
#include <filesystem>
#include <mutex>
#include <optional>
#include <utility>

#include "base/error.h"

namespace tarn::job {
namespace {

constexpr std::string_view kPrefix = "written-", kUncommittedPrefix = "uncommitted-";
constexpr char kCutOff = '\0';

std::optional<int64_t> EpochOf(std::string_view name) {
  if (!name.starts_with(kPrefix)) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  int64_t epoch = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), epoch);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return epoch;
}

// The next run may be started in another folder.
std::string Absolute(const std::string& path) {
  return path.starts_with('/') ? path : std::filesystem::absolute(path).lexically_normal().string();
}

}  // namespace

class WrittenFiles::Listing : public env::FileSystem {
 public:
  Listing(env::FileSystem& below, std::string directory) : below_(below), directory_(std::move(directory)) {}

  std::unique_ptr<env::WritableFile> Create(const std::string& path) override {
    {
      const std::lock_guard lock(mutex_);
      if (!list_) list_ = below_.OpenAppend(PathOf(epoch_));
      const auto line = std::exchange(cut_off_, true) ? std::string{kCutOff, '\n'} : std::string();
      list_->Append(line + Absolute(path) + "\n");
      cut_off_ = false;
    }
    return below_.Create(path);
  }

  std::unique_ptr<env::ReadableFile> OpenRead(const std::string& path) override { return below_.OpenRead(path); }
  std::unique_ptr<env::WritableFile> OpenAppend(const std::string& path) override { return below_.OpenAppend(path); }
  std::optional<env::FileStatus> Stat(const std::string& path) override { return below_.Stat(path); }
  std::vector<env::FileStatus> List(const std::string& directory) override { return below_.List(directory); }
  void CreateDirectories(const std::string& directory) override { below_.CreateDirectories(directory); }
  void Rename(const std::string& from, const std::string& to) override { below_.Rename(from, to); }
  bool RenameIfAbsent(const std::string& from, const std::string& to) override {
    return below_.RenameIfAbsent(from, to);
  }
  bool Delete(const std::string& path) override { return below_.Delete(path); }
  void DeleteTree(const std::string& directory) override { below_.DeleteTree(directory); }
  void SyncDirectory(const std::string& directory) override { below_.SyncDirectory(directory); }
  std::unique_ptr<env::FileLock> TryLock(const std::string& path) override { return below_.TryLock(path); }

  std::string PathOf(int64_t epoch) const {
    return env::JoinPath(directory_, std::string(kPrefix) + std::to_string(epoch));
  }
  void Begin(int64_t epoch) {
    const std::lock_guard lock(mutex_);
    list_.reset();
    cut_off_ = false;
    epoch_ = epoch;
  }

 private:
  env::FileSystem& below_;
  std::string directory_;
  std::mutex mutex_;  // guards what follows
  int64_t epoch_ = 1;
  std::unique_ptr<env::WritableFile> list_;
  bool cut_off_ = false;  // the list may end in a part of a line
};

WrittenFiles::WrittenFiles(const env::Env& env, std::string directory)
    : env_(env), directory_(std::move(directory)), listing_(std::make_unique<Listing>(env_.fs, directory_)) {}

WrittenFiles::~WrittenFiles() = default;

env::FileSystem& WrittenFiles::files() { return *listing_; }

bool WrittenFiles::DeleteFilesOf(const std::string& list) {
  bool all = true;
  const auto text = env::ReadFile(env_.fs, list);
  for (size_t begin = 0; begin < text.size();) {
    const auto end = text.find('\n', begin);
    if (end == std::string::npos) break;  // cut off while it was written: its file was never made
    const auto path = text.substr(begin, end - begin);
    begin = end + 1;
    if (path.ends_with(kCutOff)) continue;
    try {
      env_.fs.Delete(path);
    } catch (const Error&) {
      all = false;
    }
  }
  return all;
}

void WrittenFiles::DeleteUncommitted(int64_t newest) {
  for (const auto& status : env_.fs.List(directory_)) {
    const auto epoch = EpochOf(status.name);
    if (!epoch && !status.name.starts_with(kUncommittedPrefix)) continue;
    auto path = env::JoinPath(directory_, status.name);
    try {
      // Without a checkpoint only the first epoch can be going on; a later list says that somebody took checkpoints
      // away.
      const bool uncommitted = !epoch || (*epoch > newest && (newest > 0 || *epoch == 1));
      if (epoch && uncommitted) {
        // The epoch's name is for the list of this run, which is dropped with the next checkpoint.
        const auto kept = std::string(kUncommittedPrefix) + env_.random.Uuid();
        env_.fs.Rename(path, env::JoinPath(directory_, kept));
        path = env::JoinPath(directory_, kept);
      }
      if (!uncommitted || DeleteFilesOf(path)) env_.fs.Delete(path);
    } catch (const Error&) {
      // It stays for the next time.
    }
  }
}

void WrittenFiles::Committed(int64_t checkpoint) {
  listing_->Begin(checkpoint + 1);
  for (const auto& status : env_.fs.List(directory_)) {
    const auto epoch = EpochOf(status.name);
    if (!epoch || *epoch > checkpoint) continue;
    try {
      env_.fs.Delete(env::JoinPath(directory_, status.name));
    } catch (const Error&) {
      // It stays for the next time.
    }
  }
}

void WrittenFiles::Forget() {
  for (const auto& status : env_.fs.List(directory_))
    if (EpochOf(status.name)) env_.fs.Delete(env::JoinPath(directory_, status.name));
}

}  // namespace tarn::job
