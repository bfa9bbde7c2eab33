#include "corpus/live_query.h"

#include <condition_variable>
#include <mutex>

#include "corpus/value_line.h"
#include "env/executor.h"
#include "job/statement_job.h"

namespace tarn::corpus {

struct LiveQuery::Shared : connector::Sink {
  Shared(std::vector<sql::TypedColumn> shown, TimeZone time_zone) : columns(std::move(shown)), zone(time_zone) {}

  std::unique_ptr<connector::SinkWriter> OpenWriter(int, int) override {
    struct Writer : connector::SinkWriter {
      explicit Writer(Shared& owner) : shared(owner) {}
      void Write(const columnar::ChangeBatch& batch) override {
        const std::scoped_lock lock(shared.mutex);
        for (duckdb::idx_t row = 0; row < batch.size(); row++)
          shared.rows.push_back(ValueLine(batch, row, shared.columns, shared.zone));
        shared.changed.notify_all();
      }
      std::string Prepare(int64_t) override { return {}; }
      void Abort() override {}
      Shared& shared;
    };
    return std::make_unique<Writer>(*this);
  }
  void Commit(int64_t, const std::vector<std::string>&, const connector::CommitTime&) override {}
  bool ExactlyOnce() const override { return false; }
  std::string Describe() const override { return "collect"; }

  std::vector<sql::TypedColumn> columns;
  TimeZone zone;
  std::mutex mutex;  // guards what follows
  std::condition_variable changed;
  std::vector<std::string> rows;
  bool ended = false;
  std::optional<std::string> failure;

  job::StatementJob job;
  std::unique_ptr<env::OwnedThread> thread;
};

LiveQuery::LiveQuery(sql::Session& session, sql::ContinuousQuery query, const TimeZone& zone)
    : columns_(query.inserts.at(0).columns), shared_(std::make_unique<Shared>(columns_, zone)) {
  job::StatementJobOptions options;
  options.name = "corpus";
  if (!query.inserts.at(0).target) options.results = std::shared_ptr<connector::Sink>(shared_.get(), [](auto*) {});
  shared_->job = job::NewStatementJob(session, std::move(query), options);
  shared_->job.job->Prepare();
  shared_->thread = std::make_unique<env::OwnedThread>("live-query", [shared = shared_.get()] {
    std::optional<std::string> failure;
    try {
      shared->job.job->Run();
    } catch (const std::exception& error) {
      failure = error.what();
    }
    const std::scoped_lock lock(shared->mutex);
    shared->failure = failure;
    shared->ended = true;
    shared->changed.notify_all();
  });
}

LiveQuery::~LiveQuery() { Stop(); }

std::vector<std::string> LiveQuery::Take(size_t expected, std::chrono::milliseconds patience,
                                         std::chrono::milliseconds quiet) {
  std::unique_lock lock(shared_->mutex);
  shared_->changed.wait_for(lock, patience, [&] { return shared_->rows.size() >= expected || shared_->ended; });
  shared_->changed.wait_for(lock, quiet, [&] { return shared_->rows.size() > expected || shared_->ended; });
  return std::exchange(shared_->rows, {});
}

bool LiveQuery::WaitForEnd(std::chrono::milliseconds patience) {
  std::unique_lock lock(shared_->mutex);
  return shared_->changed.wait_for(lock, patience, [&] { return shared_->ended; });
}

bool LiveQuery::Ended() {
  const std::scoped_lock lock(shared_->mutex);
  return shared_->ended;
}

std::optional<std::string> LiveQuery::Failure() {
  const std::scoped_lock lock(shared_->mutex);
  return shared_->failure;
}

void LiveQuery::Stop() {
  shared_->job.job->Stop();
  shared_->thread.reset();
}

}  // namespace tarn::corpus
