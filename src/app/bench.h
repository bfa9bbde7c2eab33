// `tarn bench`: runs the benchmarks of the source tree that this program was built in. They need the rivals' programs
// and the data around them, so an installed program has none.
#pragma once

#include <optional>
#include <string>

namespace tarn::app {

/// Becomes bench/run.py. Returns only by throwing Error(NotFound, IoFailed).
int RunBench(const std::string& name, const std::optional<std::string>& json_file);

}  // namespace tarn::app
