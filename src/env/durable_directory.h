// A directory that is still there after a crash: its name, and those of its parents that had to be made, are synced.
#pragma once

#include <string>

#include "env/file_system.h"

namespace tarn::env {

void CreateDurableDirectory(FileSystem& fs, const std::string& directory);

}  // namespace tarn::env
