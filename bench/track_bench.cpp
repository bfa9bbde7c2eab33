// track_bench decode LOG: decodes a log that is in memory, and says what it took. Other programs of bench/ compare.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "track/ais/log_decoder.h"
#include "track/ais/report.h"
#include "track/simulate/fleet.h"

namespace {

using namespace tarn::track;

constexpr int kPasses = 5;

int Usage() {
  std::fprintf(stderr, "usage: track_bench simulate LINES LOG | track_bench decode LOG\n");
  return 2;
}

int Simulate(int64_t lines, const char* path) {
  std::ofstream out(path, std::ios::binary);
  FleetOptions options;
  options.lines = lines;
  options.damaged = 0;  // decoders differ in what they make of broken sentences
  SimulateFleet(options, [&](std::string_view line) { out << line << '\n'; });
  return out.flush() ? 0 : 1;
}

int Decode(const char* path) {
  std::ifstream in(path, std::ios::binary);
  const std::string log((std::istreambuf_iterator<char>(in)), {});
  int64_t lines = 0;
  int64_t positions = 0;
  double check = 0;  // so that nothing is optimised away
  const auto wall = std::chrono::steady_clock::now();
  const std::clock_t cpu = std::clock();
  for (int pass = 0; pass < kPasses; ++pass) {
    ais::LogDecoder decoder;
    ais::PositionRow row;
    for (size_t at = 0; at < log.size(); ++lines) {
      const size_t end = std::min(log.find('\n', at), log.size());
      const auto& result = decoder.Decode(std::string_view(log).substr(at, end - at));
      at = end + 1;
      if (result.outcome != ais::Outcome::Complete || !ais::ToPosition(*result.message, &row)) continue;
      ++positions;
      check += row.position.lon;
    }
  }
  const double cpu_s = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
  const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
  std::printf("RESULT rows=%lld wall_s=%.4f cpu_s=%.4f positions=%lld check=%.0f\n", static_cast<long long>(lines),
              wall_s, cpu_s, static_cast<long long>(positions / kPasses), check);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if (command == "simulate" && argc == 4) return Simulate(std::atoll(argv[2]), argv[3]);
  if (command == "decode" && argc == 3) return Decode(argv[2]);
  return Usage();
}
