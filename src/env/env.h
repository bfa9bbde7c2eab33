// What a component gets handed to reach the outside. References are borrowed and outlive everything built on them.
#pragma once

#include "env/clock.h"
#include "env/file_system.h"

namespace tarn::env {

struct Env {
  FileSystem& fs;
  Clock& clock;
  Random& random;
};

/// The machine's own.
Env SystemEnv();

}  // namespace tarn::env
