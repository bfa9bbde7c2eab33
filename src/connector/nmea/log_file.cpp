#include "connector/nmea/log_file.h"

#include <algorithm>
#include <cstring>

namespace tarn::connector::nmea {
namespace {

constexpr size_t kChunk = 256 << 10;

}  // namespace

LogFile::LogFile(std::unique_ptr<env::ReadableFile> file, int64_t offset) : path_(file->path()), offset_(offset) {
  const bool gzip = IsGzip(*file);
  text_ = OpenText(std::move(file), gzip, offset);
  buffer_.resize(kChunk);
}

bool LogFile::Fill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) buffer_.resize(buffer_.size() * 2);
  const size_t got = text_->Read(buffer_.data() + end_, buffer_.size() - end_);
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
