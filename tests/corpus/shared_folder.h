// Where the recordings of other engines lie: $TARN_SHARED, else ../shared beside the repository.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

namespace tarn::corpus {

/// Empty, with a loud word on stderr, where the folder is not there. Relative to the repository's root.
inline std::string SharedFolder(const std::string& name) {
  const char* root = std::getenv("TARN_SHARED");
  const std::filesystem::path folder = std::filesystem::path(root != nullptr ? root : "../shared") / name;
  if (std::filesystem::exists(folder)) return folder.string();
  std::cerr << "SKIPPED: there is no " << folder.string() << "; set TARN_SHARED to the folder of the recordings\n";
  return {};
}

}  // namespace tarn::corpus
