#include "app/statement_runner.h"

#include <chrono>
#include <ostream>
#include <utility>

#include "app/background_jobs.h"
#include "app/cells.h"
#include "app/continuous_run.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/result_writer.h"
#include "app/standard_output.h"
#include "sql/parse/parser.h"
#include "sql/rows_read.h"
#include "sql/script_error.h"

namespace tarn::app {
namespace {

constexpr int kCallsUntilTold = 10;  // of the guard, which calls again and again: about a second

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// What the progress line calls the statement: its first words.
std::string Title(std::string_view statement) {
  std::string title;
  for (const char c : statement.substr(0, 48)) title += c == '\n' || c == '\t' || c == '\r' ? ' ' : c;
  return title;
}

std::string CountOfRows(int64_t count) { return WithSeparators(count) + (count == 1 ? " row" : " rows"); }

std::string Footer(int64_t rows, double seconds, const sql::ScanReport& report) {
  std::string text = CountOfRows(rows) + " · " + HumanSeconds(seconds);
  if (report.files_total > 0) {
    text += " · " + HumanCount(report.rows_read) + (report.rows_read == 1 ? " row" : " rows") + " read, " +
            WithSeparators(report.files_kept) + " of " + WithSeparators(report.files_total) +
            (report.files_total == 1 ? " file" : " files");
  }
  return text;
}

}  // namespace

RunStatus StatementRunner::ShowRows(sql::Rows& rows, double started, const std::function<void()>& before_output) {
  const bool is_box = options_.format == "box";
  // EXPLAIN and SHOW CREATE answer with a text of several lines, which needs no lines around it.
  if (is_box && rows.columns().size() == 1 && rows.columns()[0].name == "result") {
    const Cells cells(rows.columns(), session_.settings().time_zone());
    columnar::ChangeBatch text;
    while (rows.Next(text)) {
      before_output();
      for (size_t row = 0; row < text.size(); row++) out_ << cells.Text(text, 0, row).value_or("NULL") << '\n';
    }
    StillRead(out_);
    return RunStatus::Done;
  }
  ResultStyle style{.time_zone = session_.settings().time_zone(),
                    .changes = false,
                    .width = options_.width,
                    .max_rows = is_box ? options_.max_rows : 0};
  auto writer = NewResultWriter(options_.format, out_, style);
  writer->Begin(rows.columns());
  columnar::ChangeBatch batch;
  int64_t count = 0;
  bool read = true;
  while (read && rows.Next(batch)) {
    // A box is drawn at its end; the other formats print as rows come, and the progress line must be gone by then.
    if (!is_box) before_output();
    writer->Write(batch);
    count += static_cast<int64_t>(batch.size());
    if (!is_box || !out_) read = StillRead(out_);
  }
  before_output();
  // The reader of a pipe has seen enough: what comes after in the script is done all the same.
  if (!read) return RunStatus::Done;
  writer->End();
  StillRead(out_);
  if (options_.interactive) notices_ << Footer(count, Now() - started, rows.Report()) << std::endl;
  return RunStatus::Done;
}

// The identity of a job: by it a later run finds what to go on with. 'pipeline.name' may stay set over several INSERTs;
// from the second on their number tells them apart. Statements that stand in no file have none without it.
std::string StatementRunner::JobName(const Place& place) {
  const auto number = ":" + std::to_string(place.number);
  auto name = session_.settings().Get("pipeline.name");
  if (name.empty()) {
    if (place.file.empty() || place.file == kStandardInput) return "";
    name = place.file.substr(place.file.rfind('/') + 1) + number;
  } else if (job_names_.contains(name)) {
    name += number;
  }
  job_names_.insert(name);
  return name;
}

RunStatus StatementRunner::Run(std::string_view statement, const Place& place) {
  const double started = Now();
  // DuckDB cannot be stopped while it plans, which takes seconds where dozens of tables are joined.
  const auto cancel = [this, calls = 0]() mutable {
    session_.Cancel();
    if (++calls == kCallsUntilTold && options_.progress)
      notices_ << kWipeLine << "stopping at the next step · Ctrl-C " << (options_.interactive ? "twice" : "once")
               << " more ends Tarn at once" << std::endl;
  };
  auto guard = std::make_unique<InterruptGuard>(cancel, options_.interactive ? 3 : 2);
  std::unique_ptr<ProgressLine> progress;
  if (options_.progress) {
    progress = std::make_unique<ProgressLine>(
        Title(statement),
        [this] {
          const int64_t written = session_.rows_written();
          return ProgressNow{session_.Progress(), written > 0 ? written : sql::RowsRead(session_)};
        },
        notices_);
  }
  try {
    auto outcome = session_.Execute(statement);
    if (auto* done = std::get_if<sql::Done>(&outcome)) {
      progress.reset();
      if (!options_.interactive) return RunStatus::Done;
      if (done->rows) {
        notices_ << CountOfRows(*done->rows) << " written · " << HumanSeconds(Now() - started) << std::endl;
      } else {
        notices_ << "[OK]" << (done->message == "OK" ? "" : " " + done->message) << std::endl;
      }
      return RunStatus::Done;
    }
    if (auto* rows = std::get_if<std::unique_ptr<sql::Rows>>(&outcome)) {
      return ShowRows(**rows, started, [&progress] { progress.reset(); });
    }
    progress.reset();
    guard.reset();  // a job has its own
    auto& query = std::get<sql::ContinuousQuery>(outcome);
    // What only shows something is no job: whether it stands in the script does not change what the others are called.
    const bool is_job = !query.explain_only && query.inserts.front().target;
    return RunContinuous(session_, std::move(query),
                         {.name = is_job ? JobName(place) : "",
                          .format = options_.format,
                          .width = options_.width,
                          .restart = options_.restart,
                          .allow_non_restored = options_.allow_non_restored,
                          .progress = options_.progress,
                          .background = background_,
                          .in_script = place.in_script,
                          .watch = options_.watch},
                         out_, notices_);
  } catch (const Error& e) {
    progress.reset();
    if (e.code() == ErrorCode::Cancelled && guard && guard->interrupted()) {
      notices_ << (options_.progress ? kWipeLine : "") << "cancelled · nothing was changed" << std::endl;
      return RunStatus::Interrupted;
    }
    throw;
  }
}

RunStatus StatementRunner::RunScript(std::string_view script, const std::string& file) {
  BackgroundJobs jobs(notices_);
  // In a shell a script that is read again has the same jobs again; on a command line the files after one another make
  // one script.
  if (file.empty() || options_.interactive) job_names_.clear();
  // In a shell the next statement waits; in a file jobs without an end run side by side.
  const auto before = std::exchange(background_, file.empty() ? nullptr : &jobs);
  try {
    auto status = RunStatements(script, file);
    if (jobs.Wait(/*stop=*/status == RunStatus::Interrupted) == RunStatus::Interrupted) status = RunStatus::Interrupted;
    background_ = before;
    return status;
  } catch (...) {
    jobs.StopAndTell();  // nothing of what jobs say gets lost behind the script's own failure; after Wait none are left
    background_ = before;
    throw;
  }
}

RunStatus StatementRunner::RunStatements(std::string_view script, const std::string& file) {
  int number = 0;
  for (const auto& part : sql::SplitScript(script)) {
    number++;
    if (background_ && background_->failed()) return RunStatus::Interrupted;  // the wait for the jobs says why
    // What is wrong is shown where it stands in the script, be it in the middle of a line.
    const auto in_script = [script, file, part](const Error& e) -> Error {
      auto line = part.line;
      std::string what = e.what();
      if (const auto* placed = dynamic_cast<const sql::SqlError*>(&e)) {
        if (const auto shown = sql::InScript(*placed, part.text, script, part.offset)) {
          line = sql::Locate(script, shown->span().offset).line;
          what = shown->what();
        }
      }
      if (!file.empty()) what = file + ":" + std::to_string(line) + ": error: " + what;
      return {e.code(), what};
    };
    try {
      if (Run(part.text, {.file = file, .number = number, .in_script = in_script}) == RunStatus::Interrupted)
        return RunStatus::Interrupted;
    } catch (const Error& e) {
      throw in_script(e);
    }
  }
  return RunStatus::Done;
}

}  // namespace tarn::app
