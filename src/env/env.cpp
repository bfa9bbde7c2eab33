#include "env/env.h"

namespace tarn::env {

Env SystemEnv() { return {LocalFileSystem(), SystemClock(), SystemRandom()}; }

}  // namespace tarn::env
