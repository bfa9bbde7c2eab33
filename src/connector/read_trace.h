// Which bytes of a file were read, known again by a few of them: a file that grew since is read on, one that was put in
// its place is not. Size and time of change would not do, because a file that grew has others as well.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/encoding.h"
#include "env/file_system.h"

namespace tarn::connector {

/// The first `size` bytes of a file, of which the first and the last kSample are remembered.
class ReadTrace {
 public:
  static constexpr size_t kSample = 4096;

  ReadTrace() = default;
  /// Of what `file` begins with. Throws Corruption if it is shorter.
  ReadTrace(const env::ReadableFile& file, int64_t size);

  /// The file's next bytes.
  void Add(std::string_view bytes);
  int64_t size() const { return size_; }

  void Save(Encoder& out) const;
  /// Throws Corruption unless `file` begins with the bytes whose trace was saved.
  static void Check(Decoder& saved, const env::ReadableFile& file);

 private:
  int64_t size_ = 0;
  std::string head_;
  std::string tail_;
};

}  // namespace tarn::connector
