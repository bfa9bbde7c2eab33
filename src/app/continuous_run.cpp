#include "app/continuous_run.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <ostream>

#include "app/background_jobs.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/result_writer.h"
#include "app/standard_output.h"
#include "base/civil_time.h"
#include "env/executor.h"

namespace tarn::app {
namespace {

using namespace std::chrono_literals;

/// Shows the changes of a SELECT as they come.
class ScreenSink : public connector::Sink {
 public:
  ScreenSink(ResultWriter& writer, std::ostream& out, std::atomic<int64_t>& changes)
      : writer_(writer), out_(out), changes_(changes) {}

  std::function<void()> stop;  // called when nobody reads the screen (a pipe) any more; set before the job runs
  bool unread() const { return unread_; }

  std::unique_ptr<connector::SinkWriter> OpenWriter(int, int) override { return std::make_unique<Writer>(*this); }
  void Commit(int64_t, const std::vector<std::string>&, const connector::CommitTime&) override {}
  bool ExactlyOnce() const override { return false; }
  std::string Describe() const override { return "the screen"; }

 private:
  struct Writer : connector::SinkWriter {
    explicit Writer(ScreenSink& owner) : sink(owner) {}
    void Write(const columnar::ChangeBatch& batch) override {
      if (sink.unread_) return;
      sink.writer_.Write(batch);
      sink.changes_ += static_cast<int64_t>(batch.size());
      if (StillRead(sink.out_)) return;
      sink.unread_ = true;
      sink.stop();
    }
    std::string Prepare(int64_t) override { return ""; }
    void Abort() override {}
    ScreenSink& sink;
  };

  ResultWriter& writer_;
  std::ostream& out_;
  std::atomic<int64_t>& changes_;
  std::atomic<bool> unread_{false};
};

std::string WatermarkText(int64_t watermark_us) {
  if (watermark_us == connector::kNoWatermark) return "none yet";
  if (watermark_us == connector::kMaxWatermark) return "the end";
  return FormatTimestamp(watermark_us, 0);
}

// One line a second on a terminal, none in a pipe.
class JobLine {
 public:
  JobLine(const job::Job& job, const ContinuousOptions& options, bool shown, std::ostream& out) : out_(out) {
    if (!shown && !options.watch) return;
    thread_ = std::make_unique<env::OwnedThread>("job-line", [this, &job, watch = options.watch] {
      int64_t before = 0;
      std::unique_lock lock(mutex_);
      while (watch && !wake_.wait_for(lock, 250ms, [this] { return done_; })) watch(job.progress().rows_read);
      if (watch) return;
      while (!wake_.wait_for(lock, 1s, [this] { return done_; })) {
        const auto now = job.progress();
        out_ << kWipeLine << "  " << HumanCount(now.rows_read) << " rows · " << HumanCount(now.rows_read - before)
             << " rows/s · watermark " << WatermarkText(now.watermark) << " · state "
             << HumanCount(now.state_bytes / 1024) << " kB · cp " << now.checkpoint << std::flush;
        before = now.rows_read;
        drawn_ = true;
      }
      if (drawn_) out_ << kWipeLine << std::flush;
    });
  }
  ~JobLine() {
    {
      const std::scoped_lock lock(mutex_);
      done_ = true;
    }
    wake_.notify_all();
    thread_.reset();
  }

 private:
  std::ostream& out_;
  std::mutex mutex_;  // guards done_
  std::condition_variable wake_;
  bool done_ = false, drawn_ = false;
  std::unique_ptr<env::OwnedThread> thread_;
};

}  // namespace

std::string EndOfJob(const job::StatementJob& job, job::JobEnd end) {
  const auto progress = job.job->progress();
  auto text = "job " + job.id;
  if (end == job::JobEnd::Stopped) {
    text += " stopped";
    if (!job.directory.empty()) text += ": checkpoint " + std::to_string(progress.checkpoint) + " taken";
    text += " · " + WithSeparators(progress.rows_written) + " rows written. ";
    text += job.directory.empty() ? "It has no name to go on under: SET 'pipeline.name' = '...' gives it one."
                                  : "Run the same command to go on.";
    return text;
  }
  text += " finished · " + WithSeparators(progress.rows_read) + " rows read, " + WithSeparators(progress.rows_written) +
          " written";
  if (progress.rejected > 0) text += ", " + WithSeparators(progress.rejected) + " rejected";
  return text;
}

RunStatus RunContinuous(sql::Session& session, sql::ContinuousQuery query, const ContinuousOptions& options,
                        std::ostream& out, std::ostream& notices) {
  if (query.explain_only) {
    out << job::ExplainContinuous(session, std::move(query)) << std::flush;
    return RunStatus::Done;
  }
  const bool select = !query.inserts.front().target;
  std::unique_ptr<ResultWriter> writer;
  std::shared_ptr<ScreenSink> screen;
  std::atomic<int64_t> changes{0};
  job::StatementJobOptions job_options;
  job_options.name = options.name;
  job_options.restart = options.restart;
  job_options.allow_non_restored = options.allow_non_restored;
  job_options.notice = [&notices](const std::string& text) { notices << "NOTICE " << text << std::endl; };
  if (select) {
    writer = NewResultWriter(
        options.format, out,
        {.time_zone = session.settings().time_zone(), .changes = true, .width = options.width, .max_rows = 0});
    screen = std::make_shared<ScreenSink>(*writer, out, changes);
    job_options.results = screen;
  }
  const auto columns = query.inserts.front().columns;
  auto made = job::NewStatementJob(session, std::move(query), job_options);
  if (screen) screen->stop = [&made] { made.job->Stop(); };
  made.job->Prepare();
  if (writer) writer->Begin(columns);  // a query that cannot be planned has no result, not even a head
  if (!select) {
    notices << "job " << made.id << " · " << made.job->beginning();
    if (!made.directory.empty()) notices << " · state in " << made.directory;
    if (!made.job->plan()->Bounded()) notices << " · runs until Ctrl-C";
    notices << std::endl;
  }
  if (options.background && !select &&
      (!made.job->plan()->Bounded() || !session.settings().GetBool("table.dml-sync"))) {
    options.background->Start(std::move(made), options.in_script);
    return RunStatus::Done;
  }
  job::JobEnd end = job::JobEnd::Finished;
  {
    const InterruptGuard guard([&made] { made.job->Stop(); });
    const BackgroundJobs::OnFailure beside(options.background, [&made] { made.job->Stop(); });
    const JobLine line(*made.job, options, options.progress && !select, notices);
    end = made.job->Run();
  }
  if (screen && screen->unread()) return RunStatus::Done;
  if (writer) {
    writer->End();
    StillRead(out);
  }
  if (end == job::JobEnd::Stopped && options.progress) notices << kWipeLine;
  if (select && end == job::JobEnd::Stopped)
    notices << "cancelled · " << WithSeparators(changes) << " changes · nothing was changed" << std::endl;
  if (!select) notices << EndOfJob(made, end) << std::endl;
  return end == job::JobEnd::Stopped ? RunStatus::Interrupted : RunStatus::Done;
}

}  // namespace tarn::app
