// A text file read from front to back; files whose name ends in .gz are unpacked on the way.
#pragma once

#include <memory>
#include <string>

#include "env/file_system.h"

namespace tarn::connector {

class TextInput {
 public:
  virtual ~TextInput() = default;
  /// Up to `count` bytes of text; 0 = the end. Throws IoFailed, Corruption (a damaged .gz), naming the file.
  virtual size_t Read(char* buffer, size_t count) = 0;
};

/// Begins at `offset` bytes of text.
std::unique_ptr<TextInput> OpenText(env::FileSystem& fs, const std::string& path, int64_t offset);

}  // namespace tarn::connector
