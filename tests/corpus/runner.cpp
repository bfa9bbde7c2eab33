#include "corpus/runner.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "columnar/change_batch.h"
#include "connector/sink.h"
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
  void Commit(int64_t, const std::vector<std::string>&, int64_t) override {}
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

/// The class of an error, as the corpora name them.
std::string ClassOf(const Error& error, bool executing) {
  if (executing) return "runtime";
  switch (error.code()) {
    case ErrorCode::Unsupported:
      return "plan";
    case ErrorCode::Internal:
      return "internal";
    case ErrorCode::InvalidInput:
    case ErrorCode::NotFound:
    case ErrorCode::AlreadyExists:
    case ErrorCode::Conflict:
      return "validation";
    default:
      return "runtime";
  }
}

std::string ReplaceAll(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

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

Outcome Run(const Case& recorded) {
  Outcome outcome;
  if (recorded.script) {
    outcome.answer.error = "internal";
    outcome.answer.message = "scripts with an answer for each statement are not run yet";
    return outcome;
  }
  const std::filesystem::path directory =
      std::filesystem::temp_directory_path() / ("tarn-corpus-" + std::to_string(getpid()));
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  for (const auto& [name, content] : recorded.inputs) std::ofstream(directory / name, std::ios::binary) << content;
  const std::string text = ReplaceAll(recorded.text, "${DIR}", directory.string());
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
        auto job = job::NewStatementJob(session, std::move(*continuous), options);
        job.job->Prepare();
        executing = true;
        job.job->Run();
        executing = false;
        outcome.answer.has_schema = true;
        for (const auto& column : columns) outcome.answer.schema.push_back({column.name, column.TypeText()});
        outcome.answer.rows = sink->lines();
        continue;
      }
      auto* rows = std::get_if<std::unique_ptr<sql::Rows>>(&result);
      if (rows == nullptr) continue;
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
  } catch (const sql::SqlError& error) {
    outcome.answer = {};
    outcome.answer.error = sql::StageName(error.stage());
    outcome.answer.message = error.what();
  } catch (const Error& error) {
    outcome.answer = {};
    outcome.answer.error = ClassOf(error, executing);
    outcome.answer.message = error.what();
  } catch (const std::exception& error) {
    outcome.answer = {};
    outcome.answer.error = executing ? "runtime" : "internal";
    outcome.answer.message = error.what();
  }
  std::filesystem::remove_all(directory);
  return outcome;
}

}  // namespace tarn::corpus
