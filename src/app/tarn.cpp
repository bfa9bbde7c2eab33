#include "app/tarn.h"

#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <iterator>

#include "app/ais_decode.h"
#include "app/bench.h"
#include "app/check_portable.h"
#include "app/command_line.h"
#include "app/config.h"
#include "app/demo.h"
#include "app/shell.h"
#include "app/statement_runner.h"
#include "app/version.h"
#include "base/duration.h"
#include "sql/engine.h"

extern char** environ;

namespace tarn::app {
namespace {

using Effective = std::map<std::string, EffectiveSetting>;

constexpr int kOk = 0, kFailed = 1, kInterrupted = 130;

std::string Absolute(const std::string& path) { return std::filesystem::absolute(path).lexically_normal().string(); }

sql::EngineOptions EngineOptionsOf(const Effective& settings) {
  sql::EngineOptions options;
  const auto& memory = settings.at("tarn.memory.size").value;
  if (!memory.empty()) options.memory_bytes = ParseMemorySize(memory);
  const auto& threads = settings.at("tarn.threads").value;
  if (!threads.empty()) {
    options.threads = std::atoi(threads.c_str());
    if (options.threads < 1) throw Error(ErrorCode::InvalidInput, "--threads is '" + threads + "'; expected 1 or more");
  }
  const auto& temp = settings.at("tarn.temp-dir").value;
  if (!temp.empty()) options.temp_directory = Absolute(temp);
  return options;
}

// What is not a default goes into the session, below what the script SETs.
void ApplySettings(const Effective& settings, sql::Session& session) {
  for (const auto& [key, setting] : settings) {
    if (setting.source == "default" || key == "warehouse" || key == "format") continue;
    session.settings().SetInitial(key, setting.value);
  }
}

int TerminalWidth() {
  struct winsize size = {};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int RunConfig(const Effective& settings) {
  size_t key_width = 0, value_width = 0;
  for (const auto& [key, setting] : settings) {
    key_width = std::max(key_width, key.size());
    value_width = std::max(value_width, setting.value.size());
  }
  for (const auto& [key, setting] : settings) {
    std::cout << key << std::string(key_width - key.size() + 2, ' ') << setting.value
              << std::string(value_width - setting.value.size() + 2, ' ') << "# " << setting.source << '\n';
  }
  return kOk;
}

std::string ReadScript(const std::string& file) {
  if (file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  return env::ReadFile(env::LocalFileSystem(), Absolute(file));
}

std::string Greeting(sql::Session& session, const std::string& warehouse) {
  const auto* catalog = session.catalogs().Find("paimon");
  const size_t databases = catalog == nullptr ? 0 : catalog->Databases().size();
  return std::string(kVersionLine) + " · warehouse " + warehouse + " (catalog paimon, " + std::to_string(databases) +
         (databases == 1 ? " database" : " databases") + ") · " +
         (session.settings().streaming() ? "streaming" : "batch") + " mode · .help for help";
}

int RunSql(const CommandLine& line, const Effective& settings) {
  sql::Engine engine(env::SystemEnv(), EngineOptionsOf(settings));
  sql::SessionOptions session_options;
  const std::string warehouse = settings.at("warehouse").value;
  session_options.warehouse = Absolute(warehouse);
  session_options.streaming = line.command == Command::Run;
  session_options.notice = [](const std::string& text) { std::cerr << "NOTICE " << text << std::endl; };
  sql::Session session(engine, session_options);
  ApplySettings(settings, session);

  const bool shell = line.command == Command::Shell && line.statements.empty() && !line.file && isatty(STDIN_FILENO) &&
                     isatty(STDOUT_FILENO);
  RunnerOptions options;
  options.format = settings.at("format").value;
  if (options.format.empty()) options.format = isatty(STDOUT_FILENO) || line.command == Command::Shell ? "box" : "csv";
  options.interactive = shell;
  options.progress = isatty(STDERR_FILENO);
  options.width = TerminalWidth();
  options.max_rows = shell ? 200 : 0;
  options.restart = line.restart;
  options.allow_non_restored = line.allow_non_restored;
  StatementRunner runner(session, options, std::cout, std::cerr);

  RunStatus status = RunStatus::Done;
  if (line.init_file) status = runner.RunScript(ReadScript(*line.init_file), *line.init_file);
  if (shell && status == RunStatus::Done) {
    return RunShell(session, runner, Greeting(session, warehouse), std::cout, std::cerr);
  }
  for (const auto& statement : line.statements) {
    if (status == RunStatus::Done) status = runner.RunScript(statement, "");
  }
  if (line.file && status == RunStatus::Done) {
    const std::string name = *line.file == "-" ? kStandardInput : *line.file;
    status = runner.RunScript(ReadScript(*line.file), name);
  }
  if (line.statements.empty() && !line.file && status == RunStatus::Done) {
    status = runner.RunScript(ReadScript("-"), kStandardInput);
  }
  return status == RunStatus::Interrupted ? kInterrupted : kOk;
}

int RunTheDemo(const CommandLine& line) {
  sql::Engine engine(env::SystemEnv(), EngineOptionsOf(EffectiveSettings(line, env::LocalFileSystem(), environ)));
  return RunDemo({.directory = line.demo_directory, .input = line.demo_input}, engine, std::cout, std::cerr);
}

int Dispatch(const CommandLine& line) {
  switch (line.command) {
    case Command::Config:
      return RunConfig(EffectiveSettings(line, env::LocalFileSystem(), environ));
    case Command::CheckPortable:
      return CheckPortable(ReadScript(*line.file), *line.file, std::cout);
    case Command::AisDecode:
      return RunAisDecode({.log = Absolute(line.log),
                           .static_data = line.static_data,
                           .log_time_zone = line.log_time_zone,
                           .keep_bad_checksums = line.keep_bad_checksums},
                          env::LocalFileSystem(), std::cout, std::cerr);
    case Command::Demo:
      return RunTheDemo(line);
    case Command::Bench:
      return RunBench(line.bench, line.json_file);
    case Command::Shell:
    case Command::Run:
      return RunSql(line, EffectiveSettings(line, env::LocalFileSystem(), environ));
  }
  return kFailed;
}

}  // namespace

int Main(int argc, const char* const* argv) {
  signal(SIGPIPE, SIG_IGN);  // a reader that leaves is an error of the stream, not the end of the process
  std::ios::sync_with_stdio(false);
  const auto parsed = ParseCommandLine(argc, argv);
  if (!parsed.command) {
    (parsed.exit_status == 0 ? std::cout : std::cerr) << parsed.text << std::flush;
    return parsed.exit_status;
  }
  try {
    const int status = Dispatch(*parsed.command);
    std::cout.flush();
    return status;
  } catch (const Error& e) {
    std::cout.flush();
    const std::string what = e.what();
    std::cerr << (what.find(": error: ") == std::string::npos ? "error: " : "") << what << std::endl;
  } catch (const std::exception& e) {
    std::cout.flush();
    std::cerr << "error: " << e.what() << std::endl;
  }
  return kFailed;
}

}  // namespace tarn::app
