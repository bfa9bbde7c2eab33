#include "testing/faulty_fs.h"

#include <type_traits>

#include "base/error.h"

namespace tarn::testing {

void FaultyFileSystem::FailAt(int64_t n, Fault fault, bool onwards) {
  fault_ = fault;
  onwards_ = onwards;
  struck_ = 0;
  struck_a_delete_ = false;
  fail_at_ = count_ + n;
}

void FaultyFileSystem::Heal() { fail_at_ = 0; }

bool FaultyFileSystem::Strikes(bool takes_space) {
  const int64_t now = ++count_;
  const int64_t at = fail_at_;
  if (at == 0 || now < at || (!onwards_ && struck_ > 0)) return false;
  // A call that takes no space leaves the fault waiting for the next one that does.
  if (fault_ == Fault::DiskFull && !takes_space) return false;
  ++struck_;
  return true;
}

void FaultyFileSystem::Throw(const char* what, const std::string& path) const {
  const bool full = fault_ == Fault::DiskFull;
  throw Error(
      full ? ErrorCode::ResourceExhausted : ErrorCode::IoFailed,
      std::string("cannot ") + what + " '" + path +
          (full ? "': No space left on device (made up by a test)" : "': Input/output error (made up by a test)"));
}

template <typename Call>
auto FaultyFileSystem::Do(const char* what, const std::string& path, bool takes_space, Call call) {
  const bool strikes = Strikes(takes_space);
  if (strikes && std::string_view(what) == "delete") struck_a_delete_ = true;
  if (strikes && fault_ != Fault::LostAck) Throw(what, path);
  if constexpr (std::is_void_v<decltype(call())>) {
    call();
    if (strikes) Throw(what, path);
  } else {
    auto result = call();
    if (strikes) Throw(what, path);
    return result;
  }
}

class FaultyReadable : public env::ReadableFile {
 public:
  FaultyReadable(FaultyFileSystem& fs, std::unique_ptr<env::ReadableFile> base) : fs_(fs), base_(std::move(base)) {}
  int64_t Size() const override { return base_->Size(); }
  int64_t ReadAt(int64_t offset, char* buffer, int64_t count) const override {
    return fs_.Do("read", path(), false, [&] { return base_->ReadAt(offset, buffer, count); });
  }
  const std::string& path() const override { return base_->path(); }

 private:
  FaultyFileSystem& fs_;
  std::unique_ptr<env::ReadableFile> base_;
};

class FaultyWritable : public env::WritableFile {
 public:
  FaultyWritable(FaultyFileSystem& fs, std::string path, std::unique_ptr<env::WritableFile> base)
      : fs_(fs), path_(std::move(path)), base_(std::move(base)) {
    const int64_t now = ++fs_.open_;
    if (now > fs_.open_most_) fs_.open_most_ = now;
  }
  ~FaultyWritable() override { --fs_.open_; }
  void Append(std::string_view bytes) override {
    const bool strikes = fs_.Strikes(true);
    base_->Append(strikes && fs_.fault_ != Fault::LostAck ? bytes.substr(0, bytes.size() / 2) : bytes);
    if (strikes) fs_.Throw("write to", path_);
  }
  void Sync() override {
    fs_.Do("sync", path_, true, [&] { base_->Sync(); });
  }
  void Close() override {
    fs_.Do("close", path_, false, [&] { base_->Close(); });
  }

 private:
  FaultyFileSystem& fs_;
  std::string path_;
  std::unique_ptr<env::WritableFile> base_;
};

std::unique_ptr<env::ReadableFile> FaultyFileSystem::OpenRead(const std::string& path) {
  return std::make_unique<FaultyReadable>(*this, Do("open", path, false, [&] { return base_->OpenRead(path); }));
}
std::unique_ptr<env::WritableFile> FaultyFileSystem::Create(const std::string& path) {
  return std::make_unique<FaultyWritable>(*this, path, Do("create", path, true, [&] { return base_->Create(path); }));
}
std::unique_ptr<env::WritableFile> FaultyFileSystem::OpenAppend(const std::string& path) {
  return std::make_unique<FaultyWritable>(*this, path,
                                          Do("create", path, true, [&] { return base_->OpenAppend(path); }));
}
std::optional<env::FileStatus> FaultyFileSystem::Stat(const std::string& path) {
  return Do("look at", path, false, [&] { return base_->Stat(path); });
}
std::vector<env::FileStatus> FaultyFileSystem::List(const std::string& directory) {
  return Do("list", directory, false, [&] { return base_->List(directory); });
}
void FaultyFileSystem::CreateDirectories(const std::string& directory) {
  Do("create directory", directory, true, [&] { base_->CreateDirectories(directory); });
}
void FaultyFileSystem::Rename(const std::string& from, const std::string& to) {
  Do("rename", from, false, [&] { base_->Rename(from, to); });
}
bool FaultyFileSystem::RenameIfAbsent(const std::string& from, const std::string& to) {
  return Do("rename", from, false, [&] { return base_->RenameIfAbsent(from, to); });
}
bool FaultyFileSystem::Delete(const std::string& path) {
  return Do("delete", path, false, [&] { return base_->Delete(path); });
}
void FaultyFileSystem::DeleteTree(const std::string& directory) {
  Do("delete", directory, false, [&] { base_->DeleteTree(directory); });
}
void FaultyFileSystem::SyncDirectory(const std::string& directory) {
  Do("sync directory", directory, true, [&] { base_->SyncDirectory(directory); });
}

}  // namespace tarn::testing
