#include "env/durable_directory.h"

#include <vector>

namespace tarn::env {

void CreateDurableDirectory(FileSystem& fs, const std::string& directory) {
  std::vector<std::string> made;  // the deepest first
  for (std::string path = directory; path.size() > 1 && !fs.Exists(path); path = std::string(ParentPath(path)))
    made.push_back(path);
  if (made.empty()) return;
  fs.CreateDirectories(directory);
  for (auto path = made.rbegin(); path != made.rend(); ++path) fs.SyncDirectory(std::string(ParentPath(*path)));
}

}  // namespace tarn::env
