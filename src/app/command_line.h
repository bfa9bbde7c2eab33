// What the user asked for on the command line. CLI11 is walled off in command_line.cpp.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace tarn::app {

enum class Command { Shell, Run, Config, CheckPortable, AisDecode, Demo, Bench };

struct CommandLine {
  Command command = Command::Shell;
  std::string program = "tarn";  // as the user called it

  // Global: for the settings (config.h), as the highest of its layers.
  std::vector<std::pair<std::string, std::string>> settings;  // --set k=v, --memory, --threads, --temp-dir
  std::optional<std::string> warehouse;
  std::optional<std::string> config_file;

  // sql, run
  std::vector<std::string> statements;  // -c, in order
  std::optional<std::string> file;      // -f, or run's argument
  std::optional<std::string> init_file;
  std::optional<std::string> format;
  bool restart = false;
  bool allow_non_restored = false;

  // ais decode, demo
  std::string log;
  bool static_data = false;
  std::string log_time_zone = "UTC";
  bool keep_bad_checksums = false;
  std::optional<std::string> demo_input;
  std::string demo_directory = "tarn-demo";

  // bench
  std::string bench;
  std::optional<std::string> json_file;
};

/// What was asked for cannot be meant: exit status 2. Flags and settings, before anything runs.
class UsageError : public Error {
 public:
  explicit UsageError(std::string message) : Error(ErrorCode::InvalidInput, std::move(message)) {}
};

struct ParsedCommandLine {
  std::optional<CommandLine> command;  // absent: `text` is all there is to say
  std::string text;                    // help, version, or what is wrong
  int exit_status = 0;
};

ParsedCommandLine ParseCommandLine(int argc, const char* const* argv);

}  // namespace tarn::app
