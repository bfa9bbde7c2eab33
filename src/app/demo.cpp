#include "app/demo.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <vector>

#include "app/cells.h"
#include "app/demo_scripts.h"
#include "app/progress.h"
#include "app/shell_word.h"
#include "app/statement_runner.h"
#include "app/version.h"
#include "base/error.h"
#include "base/printable.h"
#include "columnar/change_batch.h"
#include "sql/engine.h"
#include "sql/session.h"
#include "track/simulate/fleet.h"

namespace tarn::app {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBarWidth = 20;
// What the scripts say of the log, for the one of this demo to be put in its place.
constexpr const char* kPathInScripts = "'tarn-demo/ais.log'";
constexpr const char* kZoneInScripts = "'log-time-zone' = 'UTC'";

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// The most memory that this process ever held, in bytes.
int64_t PeakMemory() {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line))
    if (line.rfind("VmHWM:", 0) == 0) return std::atoll(line.c_str() + 6) * 1024;
  return 0;
}

std::string PerSecond(int64_t rows, double seconds) {
  return HumanCount(static_cast<int64_t>(static_cast<double>(rows) / std::max(seconds, 1e-3))) + " rows/s";
}

std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

void Replace(std::string* text, std::string_view from, const std::string& to) {
  const size_t at = text->find(from);
  if (at != std::string::npos) text->replace(at, from.size(), to);
}

/// The beginning of a line that may hold anything.
std::string OneLine(const std::string& text) {
  constexpr size_t kShown = 80;
  const std::string line = Printable(std::string_view(text).substr(0, kShown));
  return text.size() > kShown ? line + "..." : line;
}

std::string Padded(std::string_view stage) {
  std::string text = "  " + std::string(stage);
  text.resize(std::max<size_t>(text.size() + 1, 13), ' ');
  return text;
}

/// What stopped a step; the exit status says the rest.
struct Interrupted {};

class Demo {
 public:
  Demo(const DemoOptions& options, sql::Engine& engine, std::ostream& out, std::ostream& notices)
      : options_(options), directory_(options.directory), engine_(engine), out_(out), notices_(notices) {}

  int Run() {
    if (options_.input && !fs::exists(*options_.input))
      throw Error(ErrorCode::NotFound, "there is no log " + fs::absolute(*options_.input).string());
    StartOver();
    out_ << kVersionLine << " · demo in " << Shown(directory_) << " (started over; remove the folder when done)\n"
         << std::endl;
    if (options_.input)
      UseLog();
    else
      Simulate();
    Ods();
    Dwd();
    Replay();
    Alarms();
    Farewell();
    return 0;
  }

 private:
  using Table = std::vector<std::vector<std::string>>;

  void StartOver() {
    fs::create_directories(directory_);
    // Only what a demo made: the folder may be one that the user named.
    fs::remove_all(directory_ / "warehouse");
  }

  static std::string Shown(const fs::path& path) { return (path.is_absolute() ? "" : "./") + path.string(); }

  void Line(const char* stage, const std::string& text, double seconds) {
    ClearProgress();
    out_ << Padded(stage) << Bar(1, kBarWidth) << "  " << text << " · " << HumanSeconds(seconds) << std::endl;
  }
  // Without a bar: what belongs to the line above.
  void Detail(const char* stage, const std::string& text) { out_ << Padded(stage) << text << std::endl; }

  // How far a step is; total 0 = not known.
  void Progress(const char* stage, int64_t done, int64_t total, double began) {
    if (!options_.progress) return;
    const double share = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0;
    notices_ << kWipeLine << Padded(stage) << Bar(share, kBarWidth) << "  " << HumanCount(done)
             << (total > 0 ? " of " + HumanCount(total) : std::string()) << " rows · " << PerSecond(done, Now() - began)
             << std::flush;
  }
  void ClearProgress() {
    if (options_.progress) notices_ << kWipeLine << std::flush;
  }

  void UseLog() {
    const fs::path input = fs::absolute(*options_.input);
    log_ = directory_ / "ais.log";
    fs::remove(log_);
    fs::create_symlink(input, log_);
    std::string text = input.string();
    if (fs::is_regular_file(input))
      text += " · " + HumanCount(static_cast<int64_t>(fs::file_size(input) / 1024)) + " kB";
    Detail("input", text);
  }

  void Simulate() {
    const double began = Now();
    // Written beside, then renamed: a log that is there is whole.
    const fs::path whole = directory_ / ("simulated-" + std::to_string(options_.simulated_lines) + ".log");
    track::FleetOptions fleet;
    fleet.lines = options_.simulated_lines;
    std::string text = WithSeparators(fleet.lines) + " messages · log of an earlier run kept";
    if (!fs::exists(whole)) {
      const fs::path partial = whole.string() + ".partial";
      std::ofstream log(partial, std::ios::binary);
      int64_t written = 0;
      const auto summary = track::SimulateFleet(fleet, [&](std::string_view line) {
        log << line << '\n';
        if (++written % 100'000 == 0) Progress("simulate", written, fleet.lines, began);
      });
      if (!log.flush()) throw Error(ErrorCode::IoFailed, "cannot write " + partial.string());
      fs::rename(partial, whole);
      const auto hours = (summary.last_us - summary.first_us + 1'800'000'000) / 3'600'000'000;
      text = WithSeparators(summary.lines) + " messages · " + WithSeparators(summary.vessels) + " vessels · " +
             std::to_string(hours) + " h";
    }
    log_ = directory_ / "ais.log";
    fs::remove(log_);
    fs::create_symlink(whole.filename(), log_);
    lines_ = fleet.lines;
    Line("simulate", text, Now() - began);
  }

  std::string Script(size_t step) const {
    std::string script = kDemoScripts[step].text;
    Replace(&script, kPathInScripts, Quoted(log_.string()));
    Replace(&script, kZoneInScripts, "'log-time-zone' = " + Quoted(options_.log_time_zone));
    return script;
  }

  /// Runs a step in a session of its own, as `tarn run` would; the seconds that it took. `rows`: how many it will
  /// read, 0 = not known.
  double RunStep(size_t step, const char* stage, int64_t rows) {
    sql::Session session(engine_, {.warehouse = Warehouse(), .streaming = true});
    session.settings().Set("table.dml-sync", "true");
    std::ostringstream said;  // what `tarn run` says of a job is no news here
    RunnerOptions options{.format = "csv"};
    const double began = Now();
    options.watch = [=, this](int64_t read) { Progress(stage, read, rows, began); };
    StatementRunner runner(session, options, said, said);
    if (runner.RunScript(Script(step), kDemoScripts[step].name) == RunStatus::Interrupted) {
      ClearProgress();
      throw Interrupted();
    }
    return Now() - began;
  }

  std::string Warehouse() const { return fs::absolute(directory_ / "warehouse").string(); }

  Table Ask(const std::string& query) {
    sql::Session session(engine_, {.warehouse = Warehouse(), .streaming = false});
    auto outcome = session.Execute(query);
    auto& rows = *std::get<std::unique_ptr<sql::Rows>>(outcome);
    const Cells cells(rows.columns(), "UTC");
    Table table;
    columnar::ChangeBatch batch;
    while (rows.Next(batch))
      for (size_t row = 0; row < batch.size(); ++row) {
        auto& values = table.emplace_back();
        for (size_t column = 0; column < rows.columns().size(); ++column)
          values.push_back(cells.Text(batch, column, row).value_or(""));
      }
    return table;
  }
  int64_t AskNumber(const std::string& query) { return std::atoll(Ask(query).at(0).at(0).c_str()); }

  void Ods() {
    const double seconds = RunStep(0, "ods_ais", lines_);
    const auto counts = Ask("SELECT COUNT(*), COUNT(reason) FROM ods_ais").at(0);
    lines_ = std::atoll(counts[0].c_str());
    if (options_.input) RequireSentences();
    const int64_t undecodable = std::atoll(counts[1].c_str());
    const auto told = undecodable == 0 ? "none" : WithSeparators(undecodable) + " of them";
    Line("ods_ais",
         WithSeparators(lines_) + " lines kept as received · " + told + " undecodable" +
             (undecodable == 0 ? "" : ", with reasons") + " · " + PerSecond(lines_, seconds),
         seconds);
  }

  /// Lines without a sentence may stand in a log, and are no fault; a file of nothing else is no AIS log.
  void RequireSentences() {
    const auto decoded =
        AskNumber("SELECT COUNT(*) FROM ods_ais WHERE reason IS NULL AND CAST(`raw` AS STRING) LIKE '%!__VD_,%'");
    if (decoded > 0) return;
    ClearProgress();
    std::string text = "no line of " + fs::absolute(*options_.input).string() + " can be decoded";
    const auto first = Ask("SELECT CAST(`raw` AS STRING), reason FROM ods_ais ORDER BY line LIMIT 1");
    if (first.empty()) {
      text += "\n  It holds none.";
    } else {
      text += "\n  The first one: " + OneLine(first[0][0]) + (first[0][1].empty() ? "" : " (" + first[0][1] + ")");
    }
    throw Error(ErrorCode::InvalidInput,
                text + "\n  An AIS log holds NMEA sentences, such as !AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24");
  }

  void Dwd() {
    const double seconds = RunStep(1, "dwd_track", lines_);
    const auto counts = Ask("SELECT COUNT(*), COUNT(DISTINCT `day`) FROM dwd_track").at(0);
    fixes_ = std::atoll(counts[0].c_str());
    Line("dwd_track",
         WithSeparators(fixes_) + " clean positions · " + counts[1] +
             (counts[1] == "1" ? " partition" : " partitions") + " x 4 buckets · " + PerSecond(lines_, seconds),
         seconds);
    const auto reasons = Ask("SELECT reason, COUNT(*) AS n FROM dwd_set_aside GROUP BY reason ORDER BY n DESC, reason");
    int64_t aside = 0;
    for (const auto& row : reasons) aside += std::atoll(row[1].c_str());
    constexpr size_t kNamed = 3;
    Detail("set aside", WithSeparators(aside) + " positions" + (reasons.size() > kNamed ? ", most of them:" : ""));
    for (size_t i = 0; i < std::min(kNamed, reasons.size()); i++) {
      std::ostringstream line;
      line << std::setw(9) << WithSeparators(std::atoll(reasons[i][1].c_str())) << "  " << reasons[i][0];
      Detail("", line.str());
    }
  }

  void Replay() {
    const double seconds = RunStep(2, "replay", fixes_);
    const int64_t span_s = AskNumber("SELECT COALESCE(TIMESTAMPDIFF(SECOND, MIN(ts), MAX(ts)), 0) FROM dwd_track");
    std::ostringstream text;
    text << "event-time order · " << Span(span_s) << " in " << HumanSeconds(seconds) << " ("
         << WithSeparators(static_cast<int64_t>(static_cast<double>(span_s) / std::max(seconds, 1e-3)))
         << "x real time) · " << PerSecond(fixes_, seconds) << " · peak " << PeakMemory() / 1'000'000 << " MB";
    ClearProgress();
    out_ << Padded("replay") << Bar(1, kBarWidth) << "  " << text.str() << std::endl;
  }

  static std::string Span(int64_t seconds) {
    return seconds < 5400 ? std::to_string((seconds + 30) / 60) + " min"
                          : std::to_string((seconds + 1800) / 3600) + " h";
  }

  void Alarms() {
    Detail("alarms", "2 detectors x 2 settings in one pass\n");
    std::ostringstream head;
    head << "  " << std::left << std::setw(16) << "alarm" << std::right << std::setw(7) << "strict" << std::setw(8)
         << "usual" << std::setw(17) << "only in strict";
    out_ << head.str() << "\n";
    for (const auto& row : Ask(SummaryQuery())) {
      std::ostringstream line;
      line << "  " << std::left << std::setw(16) << row[0] << std::right << std::setw(7)
           << WithSeparators(std::atoll(row[1].c_str())) << std::setw(8) << WithSeparators(std::atoll(row[2].c_str()))
           << std::setw(17) << WithSeparators(std::atoll(row[3].c_str()));
      out_ << line.str() << "\n";
    }
  }

  /// The SELECT of the last step, which runs in batch mode here.
  static std::string SummaryQuery() {
    const std::string script = kDemoScripts[3].text;
    const size_t at = script.find("\nWITH");
    return script.substr(at + 1);
  }

  /// Where the replay's script is: beside the user, where this is a checkout; else the demo leaves one in its folder.
  std::string ReplayScript() const {
    const fs::path in_checkout = fs::path("examples/vessel-replay") / kDemoScripts[2].name;
    if (fs::exists(in_checkout)) return in_checkout.string();
    const fs::path own = directory_ / kDemoScripts[2].name;
    std::ofstream(own) << Script(2);
    return own.string();
  }

  void Farewell() {
    const std::string tarn = ShellWord(options_.program);
    const std::string warehouse = (directory_ / "warehouse").string();
    const std::string with = " --warehouse " + ShellWord(warehouse);
    out_ << "\nTables are Apache Paimon tables in " << Shown(directory_ / "warehouse")
         << " (Java Paimon, Flink, Spark read them as they are).\n"
         << "Try next:\n"
         << "  " << tarn << " sql" << with
         << " -c \"SELECT alarm, mmsi, started, evidence FROM alarms ORDER BY started LIMIT 5\"\n"
         << "  " << tarn << " run" << with << " " << ShellWord(ReplayScript())
         << "     # after a change to its settings\n"
         << "  " << tarn << " sql" << with << "     # a shell: SHOW TABLES; SELECT * FROM dwd_track LIMIT 5;"
         << std::endl;
  }

  DemoOptions options_;
  fs::path directory_;
  fs::path log_;  // in `directory_`; a link
  sql::Engine& engine_;
  std::ostream& out_;
  std::ostream& notices_;
  int64_t lines_ = 0;  // 0 = not known yet
  int64_t fixes_ = 0;
};

}  // namespace

int RunDemo(const DemoOptions& options, sql::Engine& engine, std::ostream& out, std::ostream& notices) {
  try {
    return Demo(options, engine, out, notices).Run();
  } catch (const Interrupted&) {
    notices << "interrupted · the demo starts over when it is run again" << std::endl;
    return 130;
  }
}

}  // namespace tarn::app
