// The two connectors that the recorded cases bring with them (flink-corpus/README.md, "Test connectors"):
//   steps    a bounded source: rows of all tables of a case come in the order of their step numbers
//   capture  a sink that keeps what it is sent
// They belong to the test kit: no product knows them.
#pragma once

#include <string>
#include <vector>

namespace tarn::corpus {

/// Once, before the first session.
void AddTestConnectors();

/// What `capture` sinks were sent since the last call, as row lines.
std::vector<std::string> TakeCaptured();

}  // namespace tarn::corpus
