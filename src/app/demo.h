// `tarn demo`: from radio messages to alarms. An AIS log becomes a raw table, a clean one, an ordered replay through
// two detectors, and a summary; each step is a script of examples/vessel-replay.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "env/env.h"

namespace tarn::sql {
class Engine;
}

namespace tarn::app {

struct DemoOptions {
  std::string directory = "tarn-demo";  // its warehouse is emptied first; the log in it is kept
  std::optional<std::string> input;     // a real log; without it the simulator writes one, once
  int64_t simulated_lines = 2'000'000;
};

/// The summary goes to `out` as it comes, notices of the steps to `notices`. Returns the exit status; throws Error.
int RunDemo(const DemoOptions& options, sql::Engine& engine, std::ostream& out, std::ostream& notices);

}  // namespace tarn::app
