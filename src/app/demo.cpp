#include "app/demo.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <vector>

#include "app/cells.h"
#include "app/demo_scripts.h"
#include "app/statement_runner.h"
#include "app/version.h"
#include "base/error.h"
#include "columnar/change_batch.h"
#include "sql/engine.h"
#include "sql/session.h"
#include "track/simulate/fleet.h"

namespace tarn::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBar = "████████████████████";
constexpr const char* kPathInScripts = "tarn-demo/ais.log";

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

class Demo {
 public:
  Demo(const DemoOptions& options, sql::Engine& engine, std::ostream& out, std::ostream& notices)
      : options_(options), directory_(options.directory), engine_(engine), out_(out), notices_(notices) {}

  int Run() {
    StartOver();
    out_ << kVersionLine << " · demo in ./" << directory_.string()
         << " (started over; remove the folder when done)\n\n";
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

  void Line(const char* stage, const std::string& text, double seconds) {
    std::ostringstream line;
    line << "  " << std::left << std::setw(10) << stage << " " << kBar << "  " << text << "  " << HumanSeconds(seconds);
    out_ << line.str() << std::endl;
  }

  fs::path Log() const { return directory_ / "ais.log"; }

  void UseLog() {
    const fs::path input = fs::absolute(*options_.input);
    if (!fs::exists(input)) throw Error(ErrorCode::NotFound, "there is no log " + input.string());
    fs::remove(Log());
    fs::create_symlink(input, Log());
    out_ << "  " << std::left << std::setw(10) << "input"
         << " " << input.string() << std::endl;
  }

  void Simulate() {
    const double began = Now();
    // Written beside, then renamed: a log that is there is whole.
    const fs::path whole = directory_ / ("simulated-" + std::to_string(options_.simulated_lines) + ".log");
    track::FleetOptions fleet;
    fleet.lines = options_.simulated_lines;
    std::string text = "log of an earlier run kept";
    if (!fs::exists(whole)) {
      const fs::path partial = whole.string() + ".partial";
      std::ofstream log(partial, std::ios::binary);
      const auto summary = track::SimulateFleet(fleet, [&](std::string_view line) { log << line << '\n'; });
      if (!log.flush()) throw Error(ErrorCode::IoFailed, "cannot write " + partial.string());
      fs::rename(partial, whole);
      const auto hours = static_cast<int64_t>(static_cast<double>(summary.last_us - summary.first_us) / 3.6e9 + 0.5);
      text = WithSeparators(summary.lines) + " messages · " + WithSeparators(summary.vessels) + " vessels · " +
             std::to_string(hours) + " h";
    }
    fs::remove(Log());
    fs::create_symlink(whole.filename(), Log());
    Line("simulate", text, Now() - began);
  }

  /// Runs a step in a session of its own, as `tarn run` would; the seconds that it took.
  double RunStep(size_t step) {
    std::string script = kDemoScripts[step].text;
    for (size_t at; (at = script.find(kPathInScripts)) != std::string::npos && directory_ != "tarn-demo";)
      script.replace(at, std::string_view(kPathInScripts).size(), Log().string());
    sql::Session session(engine_, {.warehouse = Warehouse(), .streaming = true});
    StatementRunner runner(session, {.format = "csv"}, notices_, notices_);
    const double began = Now();
    if (runner.RunScript(script, kDemoScripts[step].name) == RunStatus::Interrupted)
      throw Error(ErrorCode::Cancelled, "interrupted");
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
    const double seconds = RunStep(0);
    const auto counts = Ask("SELECT COUNT(*), COUNT(reason) FROM ods_ais").at(0);
    const int64_t lines = std::atoll(counts[0].c_str());
    Line("ods_ais",
         WithSeparators(lines) + " lines kept as received · " + WithSeparators(std::atoll(counts[1].c_str())) +
             " of them undecodable, with reasons · " + PerSecond(lines, seconds),
         seconds);
    lines_ = lines;
  }

  void Dwd() {
    const double seconds = RunStep(1);
    const auto counts = Ask("SELECT COUNT(*), COUNT(DISTINCT `day`) FROM dwd_track").at(0);
    fixes_ = std::atoll(counts[0].c_str());
    Line("dwd_track",
         WithSeparators(fixes_) + " clean positions · " + counts[1] +
             (counts[1] == "1" ? " partition" : " partitions") + " x 4 buckets · " + PerSecond(lines_, seconds),
         seconds);
  }

  void Replay() {
    const double seconds = RunStep(2);
    const int64_t span_s = AskNumber("SELECT TIMESTAMPDIFF(SECOND, MIN(ts), MAX(ts)) FROM dwd_track");
    std::ostringstream text;
    text << "event-time order · " << (span_s + 1800) / 3600 << " h in " << HumanSeconds(seconds) << " ("
         << WithSeparators(static_cast<int64_t>(static_cast<double>(span_s) / std::max(seconds, 1e-3)))
         << "x real time) · " << PerSecond(fixes_, seconds) << " · peak " << PeakMemory() / 1'000'000 << " MB";
    Line("replay", text.str(), seconds);
  }

  void Alarms() {
    out_ << "  " << std::left << std::setw(10) << "alarms"
         << " 2 detectors x 2 settings in one pass\n\n";
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

  void Farewell() {
    const std::string warehouse = (directory_ / "warehouse").string();
    out_ << "\nTables are Apache Paimon tables in ./" << warehouse
         << " (Java Paimon, Flink, Spark read them as they are).\n"
         << "Try next:\n"
         << "  tarn sql --warehouse " << warehouse
         << " -c \"SELECT alarm, mmsi, started, evidence FROM alarms ORDER BY started LIMIT 5\"\n"
         << "  tarn run --warehouse " << warehouse
         << " examples/vessel-replay/3_replay.sql     after a change to its settings\n"
         << "  tarn sql --warehouse " << warehouse << "       the shell: SHOW TABLES; SELECT * FROM dwd_track LIMIT 5;"
         << std::endl;
  }

  DemoOptions options_;
  fs::path directory_;
  sql::Engine& engine_;
  std::ostream& out_;
  std::ostream& notices_;
  int64_t lines_ = 0;
  int64_t fixes_ = 0;
};

}  // namespace

int RunDemo(const DemoOptions& options, sql::Engine& engine, std::ostream& out, std::ostream& notices) {
  return Demo(options, engine, out, notices).Run();
}

}  // namespace tarn::app
