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
  std::string program = "tarn";         // how the user called it, for what to try next
  std::string directory = "tarn-demo";  // its warehouse is emptied first; the log in it is kept
  std::optional<std::string> input;     // a real log; without it the simulator writes one, once
  std::string log_time_zone = "UTC";    // of times in it that name none
  int64_t simulated_lines = 2'000'000;
  bool progress = false;  // `notices` is a terminal: show how far each step is
};

/// The summary goes to `out` as it comes, progress to `notices`. Returns the exit status; throws Error.
int RunDemo(const DemoOptions& options, sql::Engine& engine, std::ostream& out, std::ostream& notices);

}  // namespace tarn::app
