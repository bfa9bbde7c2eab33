// The text of a file from front to back, as it stands or unpacked from gzip (of several members, one after the other).
#pragma once

#include <memory>
#include <string>

#include "connector/read_trace.h"
#include "env/file_system.h"

namespace tarn::connector {

/// Used by one thread.
class TextInput {
 public:
  virtual ~TextInput() = default;
  /// Fills up to `count` bytes; 0 at the end.
  virtual size_t Read(char* buffer, size_t count) = 0;
  /// What was read of the file, some of it not returned yet. Saved beside a position of the text.
  const ReadTrace& trace() const { return trace_; }
  /// Share of the file's own bytes read so far, 0..1.
  double progress() const;

 protected:
  explicit TextInput(std::unique_ptr<env::ReadableFile> file) : file_(std::move(file)) {}
  size_t ReadFile(char* buffer, size_t count);

  std::unique_ptr<env::ReadableFile> file_;
  ReadTrace trace_;
};

/// Whether a file begins as gzip does.
bool IsGzip(const env::ReadableFile& file);

/// From byte `offset` of the text: a packed file is unpacked again from its beginning. Throws Corruption if the text is
/// shorter.
std::unique_ptr<TextInput> OpenText(std::unique_ptr<env::ReadableFile> file, bool gzip, int64_t offset);

}  // namespace tarn::connector
