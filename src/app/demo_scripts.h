// The scripts of examples/vessel-replay, built into the program (cmake/DemoScripts.cmake).
#pragma once

#include <cstddef>

namespace tarn::app {

struct DemoScript {
  const char* name;
  const char* text;
};

inline constexpr size_t kDemoScriptCount = 4;
extern const DemoScript kDemoScripts[kDemoScriptCount];

}  // namespace tarn::app
