#include "testing/places.h"

#include <cstdlib>

namespace tarn::testing {

std::filesystem::path SourceDirectory() { return TARN_SOURCE_DIR; }

std::filesystem::path SharedDirectory() {
  if (const char* shared = std::getenv("TARN_SHARED")) return shared;
  return SourceDirectory().parent_path() / "shared";
}

}  // namespace tarn::testing
