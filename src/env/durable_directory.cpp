#include "env/durable_directory.h"

#include <algorithm>

#include "base/error.h"

namespace tarn::env {

NewDirectories::~NewDirectories() {
  for (auto path = made_.rbegin(); path != made_.rend(); ++path) {
    try {
      fs_.Delete(*path);
    } catch (const Error&) {  // somebody uses it by now; what failed before is the error to tell
    }
  }
}

void NewDirectories::Create(const std::string& directory) {
  const auto before = static_cast<std::ptrdiff_t>(made_.size());
  for (std::string path = directory; path.size() > 1 && !fs_.Exists(path); path = std::string(ParentPath(path)))
    made_.push_back(path);
  std::reverse(made_.begin() + before, made_.end());
  fs_.CreateDirectories(directory);
}

void CreateDurableDirectory(FileSystem& fs, const std::string& directory) {
  NewDirectories fresh(fs);
  fresh.Create(directory);
  for (const auto& path : fresh.made()) fs.SyncDirectory(std::string(ParentPath(path)));
  fresh.Keep();
}

}  // namespace tarn::env
