#include "connector/filesystem/text_input.h"

#include <zlib.h>

#include <algorithm>
#include <vector>

#include "base/error.h"

namespace tarn::connector {
namespace {

constexpr int64_t kBlockBytes = 256 << 10;

class PlainInput : public TextInput {
 public:
  PlainInput(std::unique_ptr<env::ReadableFile> file, int64_t offset) : file_(std::move(file)), offset_(offset) {}
  size_t Read(char* buffer, size_t count) override {
    const auto got = file_->ReadAt(offset_, buffer, static_cast<int64_t>(count));
    offset_ += got;
    return static_cast<size_t>(got);
  }

 private:
  std::unique_ptr<env::ReadableFile> file_;
  int64_t offset_;
};

class GzipInput : public TextInput {
 public:
  explicit GzipInput(std::unique_ptr<env::ReadableFile> file) : file_(std::move(file)), packed_(kBlockBytes) {
    if (inflateInit2(&zlib_, 15 + 32) != Z_OK) throw Error(ErrorCode::ResourceExhausted, "zlib cannot be started");
  }
  ~GzipInput() override { inflateEnd(&zlib_); }
  GzipInput(const GzipInput&) = delete;
  GzipInput& operator=(const GzipInput&) = delete;

  size_t Read(char* buffer, size_t count) override {
    zlib_.next_out = reinterpret_cast<Bytef*>(buffer);
    zlib_.avail_out = static_cast<uInt>(count);
    while (zlib_.avail_out == count) {
      if (zlib_.avail_in == 0) Fill();
      if (zlib_.avail_in == 0) {
        if (inside_) throw Error(ErrorCode::Corruption, file_->path() + ": the packed data ends too early");
        return 0;
      }
      inside_ = true;
      const int result = inflate(&zlib_, Z_NO_FLUSH);
      if (result == Z_STREAM_END) {
        inside_ = false;
        inflateReset(&zlib_);  // a file may hold several members, one after the other
      } else if (result != Z_OK && result != Z_BUF_ERROR) {
        throw Error(ErrorCode::Corruption, file_->path() + ": no gzip data at byte " +
                                               std::to_string(offset_ - zlib_.avail_in) +
                                               (zlib_.msg ? std::string(" (") + zlib_.msg + ")" : ""));
      }
    }
    return count - zlib_.avail_out;
  }

 private:
  void Fill() {
    const auto got = file_->ReadAt(offset_, packed_.data(), kBlockBytes);
    offset_ += got;
    zlib_.next_in = reinterpret_cast<Bytef*>(packed_.data());
    zlib_.avail_in = static_cast<uInt>(got);
  }

  std::unique_ptr<env::ReadableFile> file_;
  std::vector<char> packed_;
  int64_t offset_ = 0;
  bool inside_ = false;  // a member has begun and not ended
  z_stream zlib_{};
};

}  // namespace

std::unique_ptr<TextInput> OpenText(env::FileSystem& fs, const std::string& path, int64_t offset) {
  auto file = fs.OpenRead(path);
  if (!path.ends_with(".gz")) {
    if (offset > file->Size())
      throw Error(ErrorCode::Corruption, path + " is shorter than it was: it has " + std::to_string(file->Size()) +
                                             " bytes, and reading is to go on at byte " + std::to_string(offset));
    return std::make_unique<PlainInput>(std::move(file), offset);
  }
  auto input = std::make_unique<GzipInput>(std::move(file));
  std::vector<char> skipped(64 << 10);
  while (offset > 0) {
    const auto got = input->Read(skipped.data(), std::min<size_t>(skipped.size(), static_cast<size_t>(offset)));
    if (got == 0) throw Error(ErrorCode::Corruption, path + ": is shorter than it was when it was read before");
    offset -= static_cast<int64_t>(got);
  }
  return input;
}

}  // namespace tarn::connector
