// Files of the tables that Java Paimon wrote (shared/data/paimon-tables).
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "testing/places.h"

namespace tarn::testing {

inline std::filesystem::path RecordedTables() { return SharedDirectory() / "data" / "paimon-tables"; }

inline std::string ReadWholeFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Files that lie in a folder of that name and begin with `prefix`; empty if the tables are not there.
inline std::vector<std::filesystem::path> RecordedFiles(const std::string& folder, const std::string& prefix) {
  std::vector<std::filesystem::path> found;
  if (!std::filesystem::exists(RecordedTables())) return found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(RecordedTables())) {
    const auto& path = entry.path();
    if (entry.is_regular_file() && path.parent_path().filename() == folder &&
        path.filename().string().starts_with(prefix))
      found.push_back(path);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace tarn::testing
