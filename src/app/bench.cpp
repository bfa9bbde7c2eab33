#include "app/bench.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/error.h"

namespace tarn::app {

int RunBench(const std::string& name, const std::optional<std::string>& json_file) {
  const auto build = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const auto script = build.parent_path().parent_path() / "bench" / "run.py";
  if (!std::filesystem::exists(script)) {
    throw Error(ErrorCode::NotFound, "there are no benchmarks at " + script.string() +
                                         "\n  They are part of the source tree: run ./dev bench there");
  }
  std::vector<std::string> words = {"python3", script.string(), build.string()};
  if (json_file) words.insert(words.end(), {"--json", *json_file});
  words.push_back(name);
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  throw Error(ErrorCode::IoFailed, std::string("python3 cannot be started: ") + std::strerror(errno));
}

}  // namespace tarn::app
