// The lines of a text file, plain or gzip (told by its first bytes, several members allowed), one after another in
// bounded memory. A position is a count of bytes of the uncompressed text: from there on a plain file is read at once,
// a compressed one is unpacked again from its beginning.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "connector/text_input.h"
#include "env/file_system.h"

namespace tarn::connector::nmea {

/// Used by one thread.
class LogFile {
 public:
  /// Of a longer line, which is no sentence, the beginning is returned.
  static constexpr size_t kMaxLine = 1 << 20;

  explicit LogFile(std::unique_ptr<env::ReadableFile> file, int64_t offset = 0);

  /// The next line without its '\n' (a '\r' stays); false at the end. The view lives until the next call.
  bool Next(std::string_view* line);
  /// Behind the last line returned.
  int64_t offset() const { return offset_; }
  const std::string& path() const { return path_; }
  /// Share of the file's own bytes read so far, 0..1.
  double progress() const { return text_->progress(); }
  /// What was read of the file's own bytes.
  const ReadTrace& trace() const { return text_->trace(); }

 private:
  bool Fill();

  std::string path_;
  std::unique_ptr<TextInput> text_;
  std::string buffer_;
  size_t begin_ = 0;  // of what is not returned yet
  size_t end_ = 0;
  bool at_end_ = false;
  int64_t offset_ = 0;
};

}  // namespace tarn::connector::nmea
