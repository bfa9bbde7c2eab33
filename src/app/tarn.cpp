#include "app/tarn.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <thread>

#include "app/ais_decode.h"
#include "app/bench.h"
#include "app/check_portable.h"
#include "app/command_line.h"
#include "app/config.h"
#include "app/demo.h"
#include "app/error_text.h"
#include "app/result_writer.h"
#include "app/shell.h"
#include "app/standard_output.h"
#include "app/statement_runner.h"
#include "app/terminal.h"
#include "app/version.h"
#include "base/byte_order_mark.h"
#include "base/duration.h"
#include "base/printable.h"
#include "base/time_zone.h"
#include "sql/engine.h"
#include "sql/mistyped_setting.h"

extern char** environ;

namespace tarn::app {
namespace {

using Effective = std::map<std::string, EffectiveSetting>;

constexpr int kOk = 0, kFailed = 1, kWrongUsage = 2, kInterrupted = 130;
constexpr int kMostThreads = 1024;
constexpr int64_t kLeastMemory = 64 << 20;  // below it not even a small query has room for its buffers
constexpr size_t kBoxRows = 200;            // on a terminal; a pipe gets all

std::string Absolute(const std::string& path) { return std::filesystem::absolute(path).lexically_normal().string(); }

// Why nothing can be put below a directory, which need not exist yet; nullopt: it can.
std::optional<std::string> WhyNotWritable(const std::string& directory) {
  std::filesystem::path nearest = directory;
  std::error_code ignored;
  while (!std::filesystem::exists(nearest, ignored) && nearest.has_relative_path()) nearest = nearest.parent_path();
  if (!std::filesystem::is_directory(nearest, ignored)) return nearest.string() + " is no directory";
  if (access(nearest.c_str(), W_OK | X_OK) != 0) return nearest.string() + " cannot be written to";
  return std::nullopt;
}

// Throws UsageError naming the setting and where it came from.
sql::EngineOptions EngineOptionsOf(const Effective& settings) {
  sql::EngineOptions options;
  const auto& memory = settings.at("tarn.memory.size");
  if (!memory.value.empty()) {
    try {
      options.memory_bytes = ParseMemorySize(memory.value);
    } catch (const Error& e) {
      throw UsageError("tarn.memory.size (" + memory.source + "): " + e.what());
    }
    if (options.memory_bytes < kLeastMemory) {
      throw UsageError("tarn.memory.size (" + memory.source + ") is '" + memory.value + "'; the least is 64 mb");
    }
  }
  const auto& threads = settings.at("tarn.threads");
  if (!threads.value.empty()) {
    const auto [end, error] =
        std::from_chars(threads.value.data(), threads.value.data() + threads.value.size(), options.threads);
    if (error != std::errc() || end != threads.value.data() + threads.value.size() || options.threads < 1 ||
        options.threads > kMostThreads) {
      throw UsageError("tarn.threads (" + threads.source + ") is '" + threads.value + "'; expected 1 to " +
                       std::to_string(kMostThreads));
    }
  }
  const auto& temp = settings.at("tarn.temp-dir");
  if (!temp.value.empty()) {
    options.temp_directory = Absolute(temp.value);
    if (const auto problem = WhyNotWritable(options.temp_directory)) {
      throw UsageError("tarn.temp-dir (" + temp.source + "): " + *problem);
    }
  }
  return options;
}

// What is not a default goes into the session, below what the script SETs.
void ApplySettings(const Effective& settings, sql::Session& session) {
  for (const auto& [key, setting] : settings) {
    if (setting.source == "default" || key == "warehouse" || key == "format") continue;
    session.settings().SetInitial(key, setting.value);
    try {
      session.settings().Check(key);
    } catch (const Error& e) {
      throw UsageError(e.what() + std::string(" (") + setting.source + ")");
    }
    if (const auto notice = sql::SettingNotice(session.settings(), key)) session.Notice(*notice);
  }
}

// A default that depends on the machine is shown as what it comes to.
std::string Shown(const std::string& key, const EffectiveSetting& setting) {
  if (!setting.value.empty()) return setting.value;
  if (key == "tarn.memory.size") return std::to_string(sql::DefaultMemoryBytes() >> 20) + " mb";
  if (key == "tarn.threads") return std::to_string(std::max(1u, std::thread::hardware_concurrency()));
  return "''";
}

int RunConfig(const Effective& settings, std::ostream& out) {
  EngineOptionsOf(settings);  // refuses what makes no sense
  sql::Settings given;
  for (const auto& [key, setting] : settings) {
    if (setting.source == "default" || key == "warehouse" || key == "format") continue;
    given.Set(key, setting.value);
    if (const auto notice = sql::SettingNotice(given, key))
      std::cerr << "NOTICE " << *notice << " (" << setting.source << ")" << std::endl;
  }
  size_t key_width = 0, value_width = 0;
  for (const auto& [key, setting] : settings) {
    key_width = std::max(key_width, key.size());
    value_width = std::max(value_width, Shown(key, setting).size());
  }
  for (const auto& [key, setting] : settings) {
    const std::string value = Shown(key, setting);
    out << key << std::string(key_width - key.size() + 2, ' ') << value
        << std::string(value_width - value.size() + 2, ' ') << "# " << setting.source << '\n';
  }
  return kOk;
}

std::string ReadScript(const std::string& file) {
  const std::string text = file == "-" ? std::string(std::istreambuf_iterator<char>(std::cin), {})
                                       : env::ReadFile(env::LocalFileSystem(), Absolute(file));
  return std::string(WithoutByteOrderMark(text));
}

std::string Greeting(sql::Session& session, const std::string& warehouse) {
  const auto* catalog = session.catalogs().Find("paimon");
  const size_t databases = catalog == nullptr ? 0 : catalog->Databases().size();
  return std::string(kVersionLine) + " · warehouse " + warehouse + " (catalog paimon, " + std::to_string(databases) +
         (databases == 1 ? " database" : " databases") + ") · " +
         (session.settings().streaming() ? "streaming" : "batch") + " mode · .help for help";
}

int RunSql(const CommandLine& line, const Effective& settings, std::ostream& out) {
  const auto& format = settings.at("format");
  if (!format.value.empty()) {
    try {
      NewResultWriter(format.value, out, {});
    } catch (const Error& e) {
      throw UsageError(e.what());
    }
  }
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
  options.format = format.value;
  if (options.format.empty()) options.format = isatty(STDOUT_FILENO) || line.command == Command::Shell ? "box" : "csv";
  options.interactive = shell;
  options.progress = isatty(STDERR_FILENO);
  options.width = TerminalWidth();
  options.max_rows = isatty(STDOUT_FILENO) ? kBoxRows : 0;
  options.restart = line.restart;
  options.allow_non_restored = line.allow_non_restored;
  StatementRunner runner(session, options, out, std::cerr);

  RunStatus status = RunStatus::Done;
  if (line.init_file) status = runner.RunScript(ReadScript(*line.init_file), *line.init_file);
  if (shell && status == RunStatus::Done) {
    return RunShell(session, runner, Greeting(session, warehouse), out, std::cerr);
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

void RequireZone(const std::string& zone) {
  try {
    TimeZone::Named(zone);
  } catch (const Error& e) {
    throw UsageError(std::string("--log-time-zone: ") + e.what());
  }
}

int RunTheDemo(const CommandLine& line, std::ostream& out) {
  RequireZone(line.log_time_zone);
  const DemoOptions options{.program = line.program,
                            .directory = line.demo_directory,
                            .input = line.demo_input,
                            .log_time_zone = line.log_time_zone,
                            .progress = isatty(STDERR_FILENO) != 0};
  sql::Engine engine(env::SystemEnv(), EngineOptionsOf(EffectiveSettings(line, env::LocalFileSystem(), environ)));
  return RunDemo(options, engine, out, std::cerr);
}

int Dispatch(const CommandLine& line, std::ostream& out) {
  switch (line.command) {
    case Command::Config:
      return RunConfig(EffectiveSettings(line, env::LocalFileSystem(), environ), out);
    case Command::CheckPortable:
      return CheckPortable(ReadScript(*line.file), *line.file, out);
    case Command::AisDecode:
      RequireZone(line.log_time_zone);
      return RunAisDecode({.log = Absolute(line.log),
                           .static_data = line.static_data,
                           .log_time_zone = line.log_time_zone,
                           .keep_bad_checksums = line.keep_bad_checksums},
                          env::LocalFileSystem(), out, std::cerr);
    case Command::Demo:
      return RunTheDemo(line, out);
    case Command::Bench:
      return RunBench(line.bench, line.json_file);
    case Command::Shell:
    case Command::Run:
      return RunSql(line, EffectiveSettings(line, env::LocalFileSystem(), environ), out);
  }
  return kFailed;
}

}  // namespace

int Main(int argc, const char* const* argv) {
  signal(SIGPIPE, SIG_IGN);  // a reader that leaves is an error of the stream, not the end of the process
  signal(SIGXFSZ, SIG_IGN);  // so is a file that would grow past the user's limit
  StandardOutput out(STDOUT_FILENO);
  const auto parsed = ParseCommandLine(argc, argv);
  if (!parsed.command && parsed.exit_status != 0) {
    std::cerr << parsed.text << std::flush;
    return parsed.exit_status;
  }
  std::string what;
  try {
    if (!parsed.command) {
      out << parsed.text;
      StillRead(out);
      return kOk;
    }
    const int status = Dispatch(*parsed.command, out);
    StillRead(out);
    return status;
  } catch (const UsageError& e) {
    std::cerr << "tarn: " << Printable(e.what()) << std::endl;
    return kWrongUsage;
  } catch (const std::exception& e) {
    what = e.what();
  }
  out.flush();
  std::cerr << ErrorText(what) << std::endl;
  return kFailed;
}

}  // namespace tarn::app
