#include "app/statement_runner.h"

#include <chrono>
#include <ostream>

#include "app/cells.h"
#include "app/continuous_run.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/result_writer.h"
#include "sql/parse/parser.h"

namespace tarn::app {
namespace {

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// What the progress line calls the statement: its first words.
std::string Title(std::string_view statement) {
  std::string title;
  for (const char c : statement.substr(0, 48)) title += c == '\n' || c == '\t' || c == '\r' ? ' ' : c;
  return title;
}

std::string Footer(int64_t rows, double seconds, const sql::ScanReport& report) {
  std::string text = WithSeparators(rows) + (rows == 1 ? " row" : " rows") + " · " + HumanSeconds(seconds);
  if (report.files_total > 0) {
    text += " · " + HumanCount(report.rows_read) + " rows read, " + WithSeparators(report.files_kept) + " of " +
            WithSeparators(report.files_total) + " files";
  }
  return text;
}

}  // namespace

RunStatus StatementRunner::ShowRows(sql::Rows& rows, double started) {
  const bool is_box = options_.format == "box";
  // EXPLAIN and SHOW CREATE answer with a text of several lines, which needs no lines around it.
  if (is_box && rows.columns().size() == 1 && rows.columns()[0].name == "result") {
    const Cells cells(rows.columns(), session_.settings().time_zone());
    columnar::ChangeBatch text;
    while (rows.Next(text)) {
      for (size_t row = 0; row < text.size(); row++) out_ << cells.Text(text, 0, row).value_or("NULL") << '\n';
    }
    out_.flush();
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
  while (rows.Next(batch)) {
    writer->Write(batch);
    count += static_cast<int64_t>(batch.size());
    if (!out_) throw Error(ErrorCode::IoFailed, "the result cannot be written: nobody reads it any more");
  }
  writer->End();
  out_.flush();
  if (options_.interactive) notices_ << Footer(count, Now() - started, rows.Report()) << std::endl;
  return RunStatus::Done;
}

RunStatus StatementRunner::Run(std::string_view statement, const std::string& name) {
  const double started = Now();
  auto guard = std::make_unique<InterruptGuard>([this] { session_.Cancel(); });
  std::unique_ptr<ProgressLine> progress;
  if (options_.progress) {
    progress = std::make_unique<ProgressLine>(
        Title(statement),
        [this] {
          return ProgressNow{session_.Progress(), session_.rows_written()};
        },
        notices_);
  }
  try {
    auto outcome = session_.Execute(statement);
    if (auto* done = std::get_if<sql::Done>(&outcome)) {
      progress.reset();
      if (!options_.interactive) return RunStatus::Done;
      if (done->rows) {
        notices_ << Footer(*done->rows, Now() - started, {}) << " written" << std::endl;
      } else {
        notices_ << "[OK]" << (done->message == "OK" ? "" : " " + done->message) << std::endl;
      }
      return RunStatus::Done;
    }
    if (auto* rows = std::get_if<std::unique_ptr<sql::Rows>>(&outcome)) {
      return ShowRows(**rows, started);
    }
    progress.reset();
    guard.reset();  // a job has its own
    return RunContinuous(session_, std::move(std::get<sql::ContinuousQuery>(outcome)),
                         {.name = name,
                          .format = options_.format,
                          .width = options_.width,
                          .restart = options_.restart,
                          .allow_non_restored = options_.allow_non_restored,
                          .progress = options_.progress},
                         out_, notices_);
  } catch (const Error& e) {
    progress.reset();
    if (e.code() == ErrorCode::Cancelled && guard && guard->interrupted()) {
      notices_ << "cancelled · nothing was changed" << std::endl;
      return RunStatus::Interrupted;
    }
    throw;
  }
}

RunStatus StatementRunner::RunScript(std::string_view script, const std::string& file) {
  int number = 0;
  for (const auto& part : sql::SplitScript(script)) {
    number++;
    try {
      const auto status =
          Run(part.text, file.empty() ? "statement " + std::to_string(number) : file + ":" + std::to_string(number));
      if (status == RunStatus::Interrupted) return status;
    } catch (const Error& e) {
      if (file.empty()) throw;
      throw Error(e.code(), file + ":" + std::to_string(part.line) + ": error: " + e.what());
    }
  }
  return RunStatus::Done;
}

}  // namespace tarn::app
