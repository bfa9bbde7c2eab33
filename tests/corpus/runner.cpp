#include "corpus/runner.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <tuple>

#include "base/error.h"
#include "columnar/change_batch.h"
#include "connector/sink.h"
#include "corpus/test_connectors.h"
#include "corpus/value_line.h"
#include "job/job.h"
#include "job/statement_job.h"
#include "sql/engine.h"
#include "sql/parse/parser.h"
#include "sql/rows.h"
#include "sql/session.h"
#include "sql/sql_error.h"

namespace tarn::corpus {
namespace {

/// Keeps what a continuous SELECT gives, as lines.
class CollectingSink : public connector::Sink {
 public:
  CollectingSink(std::vector<sql::TypedColumn> columns, TimeZone zone) : columns_(std::move(columns)), zone_(zone) {}

  std::unique_ptr<connector::SinkWriter> OpenWriter(int, int) override { return std::make_unique<Writer>(*this); }
  void Commit(int64_t, const std::vector<std::string>&, const connector::CommitTime&) override {}
  bool ExactlyOnce() const override { return false; }
  std::string Describe() const override { return "collect"; }

  const std::vector<std::string>& lines() const { return lines_; }

 private:
  class Writer : public connector::SinkWriter {
   public:
    explicit Writer(CollectingSink& sink) : sink_(sink) {}
    void Write(const columnar::ChangeBatch& batch) override {
      for (duckdb::idx_t row = 0; row < batch.size(); row++) {
        sink_.lines_.push_back(ValueLine(batch, row, sink_.columns_, sink_.zone_));
      }
    }
    std::string Prepare(int64_t) override { return {}; }
    void Abort() override {}

   private:
    CollectingSink& sink_;
  };

  std::vector<sql::TypedColumn> columns_;
  TimeZone zone_;
  std::vector<std::string> lines_;
};

bool GivesOrder(std::string_view statement) {
  std::string upper;
  for (const char c : statement) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  const size_t first = upper.find_first_not_of(" \n\t");
  if (first != std::string::npos && (upper.compare(first, 4, "SHOW") == 0 || upper.compare(first, 4, "DESC") == 0)) {
    return true;
  }
  const size_t order = upper.rfind("ORDER BY");
  return order != std::string::npos && upper.find(')', order) == std::string::npos;
}

}  // namespace

std::pair<std::string, std::string> ClassOf(const std::exception& error, bool executing) {
  if (const auto* sql = dynamic_cast<const sql::SqlError*>(&error))
    return {std::string(sql::StageName(sql->stage())), sql->what()};
  const auto* known = dynamic_cast<const Error*>(&error);
  if (known == nullptr) return {executing ? "runtime" : "internal", error.what()};
  if (executing) return {"runtime", error.what()};
  switch (known->code()) {
    case ErrorCode::Unsupported:
      return {"plan", error.what()};
    case ErrorCode::Internal:
      return {"internal", error.what()};
    case ErrorCode::InvalidInput:
    case ErrorCode::NotFound:
    case ErrorCode::AlreadyExists:
    case ErrorCode::Conflict:
      return {"validation", error.what()};
    default:
      return {"runtime", error.what()};
  }
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::filesystem::path FreshDirectory() {
  auto directory = std::filesystem::temp_directory_path() / ("tarn-corpus-" + std::to_string(getpid()));
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  return directory;
}

Outcome Run(const Case& recorded) {
  Outcome outcome;
  TakeCaptured();
  const auto directory = FreshDirectory();
  for (const auto& [name, content] : recorded.inputs) std::ofstream(directory / name, std::ios::binary) << content;
  const std::string text = Replaced(recorded.text, "${DIR}", directory.string());
  bool executing = false;
  try {
    // An engine of its own: what one case breaks does not break the next.
    sql::Engine engine(env::SystemEnv(), {.threads = 1, .memory_bytes = int64_t{1} << 30});
    sql::Session session(engine, {.streaming = recorded.mode == "streaming"});
    for (const auto& part : sql::SplitScript(text)) {
      outcome.answer = {};
      outcome.ordered = GivesOrder(part.text);
      auto result = session.Execute(part.text);
      const auto zone = TimeZone::Named(session.settings().time_zone());
      if (auto* continuous = std::get_if<sql::ContinuousQuery>(&result)) {
        const auto columns = continuous->inserts.at(0).columns;
        const auto sink = std::make_shared<CollectingSink>(columns, zone);
        job::StatementJobOptions options;
        options.name = "corpus";
        options.results = sink;
        const bool insert = continuous->inserts.at(0).target != nullptr;
        auto job = job::NewStatementJob(session, std::move(*continuous), options);
        job.job->Prepare();
        executing = true;
        job.job->Run();
        executing = false;
        if (insert) {
          outcome.answer.rows = TakeCaptured();
          continue;
        }
        outcome.answer.has_schema = true;
        for (const auto& column : columns) outcome.answer.schema.push_back({column.name, column.TypeText()});
        outcome.answer.rows = sink->lines();
        continue;
      }
      auto* rows = std::get_if<std::unique_ptr<sql::Rows>>(&result);
      if (rows == nullptr) {
        outcome.answer.rows = TakeCaptured();
        continue;
      }
      executing = true;
      outcome.answer.has_schema = true;
      for (const auto& column : (*rows)->columns()) outcome.answer.schema.push_back({column.name, column.TypeText()});
      columnar::ChangeBatch batch;
      while ((*rows)->Next(batch)) {
        for (duckdb::idx_t row = 0; row < batch.size(); row++) {
          outcome.answer.rows.push_back(ValueLine(batch, row, (*rows)->columns(), zone));
        }
      }
      executing = false;
    }
  } catch (const std::exception& error) {
    outcome.answer = {};
    std::tie(outcome.answer.error, outcome.answer.message) = ClassOf(error, executing);
  }
  std::filesystem::remove_all(directory);
  return outcome;
}

}  // namespace tarn::corpus
