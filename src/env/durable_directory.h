// Directories that are still there after a crash, and gone again after a failure.
#pragma once

#include <string>
#include <vector>

#include "env/file_system.h"

namespace tarn::env {

/// The name of the directory, and those of its parents that had to be made, are synced. Fails as a whole.
void CreateDurableDirectory(FileSystem& fs, const std::string& directory);

/// Directories that are made on the way to something: unless it is kept, what was made and is empty goes away again.
class NewDirectories {
 public:
  explicit NewDirectories(FileSystem& fs) : fs_(fs) {}
  ~NewDirectories();
  NewDirectories(const NewDirectories&) = delete;
  NewDirectories& operator=(const NewDirectories&) = delete;

  /// With the parents that are missing.
  void Create(const std::string& directory);
  /// Those that were made, parents first.
  const std::vector<std::string>& made() const { return made_; }
  void Keep() { made_.clear(); }

 private:
  FileSystem& fs_;
  std::vector<std::string> made_;
};

}  // namespace tarn::env
