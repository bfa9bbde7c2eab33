#include "connector/nmea/log_file.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "base/error.h"

namespace tarn::connector::nmea {
namespace {

constexpr size_t kChunk = 256 << 10;

}  // namespace

/// The uncompressed text from front to back.
class LogFile::Bytes {
 public:
  explicit Bytes(std::unique_ptr<env::ReadableFile> file) : file_(std::move(file)) {}
  virtual ~Bytes() = default;
  /// At most `count` bytes; 0 at the end.
  virtual size_t Read(char* buffer, size_t count) = 0;
  double progress() const {
    const int64_t size = file_->Size();
    return size == 0 ? 1 : static_cast<double>(at_) / static_cast<double>(size);
  }

 protected:
  size_t ReadFile(char* buffer, size_t count) {
    const int64_t got = file_->ReadAt(at_, buffer, static_cast<int64_t>(count));
    at_ += got;
    return static_cast<size_t>(got);
  }
  std::unique_ptr<env::ReadableFile> file_;
  int64_t at_ = 0;
};

class LogFile::PlainBytes : public LogFile::Bytes {
 public:
  PlainBytes(std::unique_ptr<env::ReadableFile> file, int64_t offset) : Bytes(std::move(file)) { at_ = offset; }
  size_t Read(char* buffer, size_t count) override { return ReadFile(buffer, count); }
};

class LogFile::GzipBytes : public LogFile::Bytes {
 public:
  explicit GzipBytes(std::unique_ptr<env::ReadableFile> file) : Bytes(std::move(file)), input_(kChunk, '\0') {
    if (inflateInit2(&stream_, /*windowBits=*/15 + 16) != Z_OK)
      throw Error(ErrorCode::ResourceExhausted, "cannot set up zlib to read " + file_->path());
  }
  ~GzipBytes() override { inflateEnd(&stream_); }

  size_t Read(char* buffer, size_t count) override {
    stream_.next_out = reinterpret_cast<Bytef*>(buffer);
    stream_.avail_out = static_cast<uInt>(count);
    while (stream_.avail_out == count) {
      if (stream_.avail_in == 0) {
        stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
        stream_.avail_in = static_cast<uInt>(ReadFile(input_.data(), input_.size()));
        if (stream_.avail_in == 0) {
          if (!between_members_) Fail("the compressed data is cut off");
          return 0;
        }
      }
      if (between_members_) {
        if (inflateReset(&stream_) != Z_OK) Fail("zlib refuses to go on");
        between_members_ = false;
      }
      const int result = inflate(&stream_, Z_NO_FLUSH);
      if (result == Z_STREAM_END)
        between_members_ = true;
      else if (result != Z_OK && result != Z_BUF_ERROR)
        Fail(stream_.msg ? stream_.msg : "not gzip data");
    }
    return count - stream_.avail_out;
  }

 private:
  [[noreturn]] void Fail(const std::string& why) const {
    throw Error(ErrorCode::Corruption, "cannot unpack " + file_->path() + ": " + why);
  }

  std::string input_;
  z_stream stream_{};
  bool between_members_ = true;
};

LogFile::LogFile(env::FileSystem& fs, const std::string& path, int64_t offset) : path_(path) {
  auto file = fs.OpenRead(path);
  unsigned char magic[2] = {};
  const bool gzip = file->ReadAt(0, reinterpret_cast<char*>(magic), 2) == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
  if (!gzip) {
    if (offset > file->Size())
      throw Error(ErrorCode::Corruption, path + " is shorter than it was: it has " + std::to_string(file->Size()) +
                                             " bytes, and reading is to go on at byte " + std::to_string(offset));
    bytes_ = std::make_unique<PlainBytes>(std::move(file), offset);
  } else {
    bytes_ = std::make_unique<GzipBytes>(std::move(file));
    std::string skipped(kChunk, '\0');
    for (int64_t left = offset; left > 0;) {
      const size_t got = bytes_->Read(skipped.data(), std::min(skipped.size(), static_cast<size_t>(left)));
      if (got == 0) throw Error(ErrorCode::Corruption, path + " is shorter than it was when it was read before");
      left -= static_cast<int64_t>(got);
    }
  }
  offset_ = offset;
  buffer_.resize(kChunk);
}

LogFile::~LogFile() = default;

double LogFile::progress() const { return bytes_->progress(); }

bool LogFile::Fill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) buffer_.resize(buffer_.size() * 2);
  const size_t got = bytes_->Read(buffer_.data() + end_, buffer_.size() - end_);
  at_end_ = got == 0;
  end_ += got;
  return got > 0;
}

bool LogFile::Next(std::string_view* line) {
  int64_t forgotten = 0;  // bytes of an overlong line
  const auto take = [&](size_t end, size_t behind) {
    *line = std::string_view(buffer_).substr(begin_, std::min(end - begin_, kMaxLine));
    offset_ += forgotten + static_cast<int64_t>(behind - begin_);
    begin_ = behind;
    return true;
  };
  size_t searched = begin_;
  for (;;) {
    const auto* newline = static_cast<const char*>(std::memchr(buffer_.data() + searched, '\n', end_ - searched));
    if (newline) {
      const auto end = static_cast<size_t>(newline - buffer_.data());
      return take(end, end + 1);
    }
    if (end_ - begin_ > kMaxLine) {
      forgotten += static_cast<int64_t>(end_ - begin_ - kMaxLine);
      end_ = begin_ + kMaxLine;
    }
    const size_t pending = end_ - begin_;
    if (!Fill()) break;
    searched = begin_ + pending;
  }
  return begin_ < end_ && take(end_, end_);  // the last line has no line end
}

}  // namespace tarn::connector::nmea
