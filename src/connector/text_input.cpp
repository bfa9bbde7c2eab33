#include "connector/text_input.h"

#include <zlib.h>

#include <algorithm>
#include <vector>

#include "base/error.h"

namespace tarn::connector {
namespace {

constexpr size_t kBlockBytes = 256 << 10;

class PlainInput : public TextInput {
 public:
  PlainInput(std::unique_ptr<env::ReadableFile> file, int64_t offset) : TextInput(std::move(file)) {
    trace_ = ReadTrace(*file_, offset);
  }
  size_t Read(char* buffer, size_t count) override { return ReadFile(buffer, count); }
};

class GzipInput : public TextInput {
 public:
  explicit GzipInput(std::unique_ptr<env::ReadableFile> file) : TextInput(std::move(file)), packed_(kBlockBytes) {
    if (inflateInit2(&zlib_, /*windowBits=*/15 + 16) != Z_OK)
      throw Error(ErrorCode::ResourceExhausted, "cannot set up zlib to read " + file_->path());
  }
  ~GzipInput() override { inflateEnd(&zlib_); }
  GzipInput(const GzipInput&) = delete;
  GzipInput& operator=(const GzipInput&) = delete;

  size_t Read(char* buffer, size_t count) override {
    zlib_.next_out = reinterpret_cast<Bytef*>(buffer);
    zlib_.avail_out = static_cast<uInt>(count);
    while (zlib_.avail_out == count) {
      if (zlib_.avail_in == 0) {
        zlib_.next_in = reinterpret_cast<Bytef*>(packed_.data());
        zlib_.avail_in = static_cast<uInt>(ReadFile(packed_.data(), packed_.size()));
        if (zlib_.avail_in == 0) {
          if (!between_members_) Fail("the compressed data is cut off");
          return 0;
        }
      }
      if (between_members_) {
        if (inflateReset(&zlib_) != Z_OK) Fail("zlib refuses to go on");
        between_members_ = false;
      }
      const int result = inflate(&zlib_, Z_NO_FLUSH);
      if (result == Z_STREAM_END)
        between_members_ = true;
      else if (result != Z_OK && result != Z_BUF_ERROR)
        Fail(zlib_.msg ? zlib_.msg : "not gzip data");
    }
    return count - zlib_.avail_out;
  }

 private:
  [[noreturn]] void Fail(const std::string& why) const {
    throw Error(ErrorCode::Corruption, "cannot unpack " + file_->path() + " at byte " +
                                           std::to_string(trace_.size() - zlib_.avail_in) + ": " + why);
  }

  std::vector<char> packed_;
  z_stream zlib_{};
  bool between_members_ = true;
};

}  // namespace

size_t TextInput::ReadFile(char* buffer, size_t count) {
  const auto got = static_cast<size_t>(file_->ReadAt(trace_.size(), buffer, static_cast<int64_t>(count)));
  trace_.Add({buffer, got});
  return got;
}

double TextInput::progress() const {
  const auto size = file_->Size();
  return size == 0 ? 1 : static_cast<double>(trace_.size()) / static_cast<double>(size);
}

bool IsGzip(const env::ReadableFile& file) {
  unsigned char magic[2] = {};
  return file.ReadAt(0, reinterpret_cast<char*>(magic), 2) == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
}

std::unique_ptr<TextInput> OpenText(std::unique_ptr<env::ReadableFile> file, bool gzip, int64_t offset) {
  if (!gzip) return std::make_unique<PlainInput>(std::move(file), offset);
  const auto path = file->path();
  auto input = std::make_unique<GzipInput>(std::move(file));
  std::vector<char> skipped(kBlockBytes);
  while (offset > 0) {
    const auto got = input->Read(skipped.data(), std::min(skipped.size(), static_cast<size_t>(offset)));
    if (got == 0) throw Error(ErrorCode::Corruption, path + " is shorter than it was when it was read before");
    offset -= static_cast<int64_t>(got);
  }
  return input;
}

}  // namespace tarn::connector
