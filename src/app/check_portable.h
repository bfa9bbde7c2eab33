// `tarn check --portable FILE`: names every line of a script that a real Flink with the Paimon connector would refuse.
#pragma once

#include <iosfwd>
#include <string>

namespace tarn::app {

/// Prints "file:line: what" for each finding and returns 1 if there was one, else 0.
int CheckPortable(const std::string& script, const std::string& file, std::ostream& out);

}  // namespace tarn::app
