// The real Java Paimon as a reader, for tests that may run where it lies in the cache (./dev interop puts it there).
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace tarn::testing {

class JavaReader {
 public:
  explicit JavaReader(const std::string& version = "1.4.2") {
    const char* cache = std::getenv("TARN_CACHE");
    const char* home = std::getenv("HOME");
    run_ = (cache ? std::string(cache) : std::string(home ? home : "") + "/.cache/tarn") + "/java-" + version + "/run";
  }
  bool IsThere() const { return std::filesystem::exists(run_); }
  const std::string& path() const { return run_; }

  /// The lines of interop's Dump of a table, sorted, fields split by '|'. Throws what the program said if it failed.
  std::vector<std::string> Dump(const std::string& warehouse, const std::string& table) const {
    const std::string command = run_ + " Dump " + warehouse + " default '" + table + "' 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    if (!pipe) throw Error(ErrorCode::IoFailed, "cannot start '" + command + "'");
    std::vector<std::string> lines;
    std::array<char, 65536> buffer;
    while (fgets(buffer.data(), static_cast<int>(buffer.size()), pipe)) {
      std::string line(buffer.data());
      if (line.ends_with('\n')) line.pop_back();
      std::replace(line.begin(), line.end(), '\t', '|');
      lines.push_back(std::move(line));
    }
    if (pclose(pipe) != 0) {
      std::string said;
      for (const auto& line : lines) said += line + "\n";
      throw Error(ErrorCode::IoFailed, "'" + command + "' failed:\n" + said);
    }
    std::sort(lines.begin(), lines.end());
    return lines;
  }

 private:
  std::string run_;
};

}  // namespace tarn::testing
