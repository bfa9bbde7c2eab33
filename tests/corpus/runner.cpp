#include "corpus/runner.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "columnar/change_batch.h"
#include "corpus/value_line.h"
#include "sql/engine.h"
#include "sql/parse/parser.h"
#include "sql/rows.h"
#include "sql/session.h"
#include "sql/sql_error.h"

namespace tarn::corpus {
namespace {

sql::Engine& SharedEngine() {
  static sql::Engine engine(env::SystemEnv(), {.threads = 1, .memory_bytes = int64_t{1} << 30});
  return engine;
}

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
  const std::filesystem::path directory =
      std::filesystem::temp_directory_path() / ("tarn-corpus-" + std::to_string(getpid()));
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  for (const auto& [name, content] : recorded.inputs) std::ofstream(directory / name, std::ios::binary) << content;
  const std::string text = ReplaceAll(recorded.text, "${DIR}", directory.string());
  bool executing = false;
  try {
    sql::Session session(SharedEngine(), {.streaming = recorded.mode == "streaming"});
    for (const auto& part : sql::SplitScript(text)) {
      outcome.answer = {};
      outcome.ordered = GivesOrder(part.text);
      auto result = session.Execute(part.text);
      if (auto* continuous = std::get_if<sql::ContinuousQuery>(&result)) {
        (void)continuous;
        throw Error(ErrorCode::Internal, "continuous queries are not run here yet");
      }
      auto* rows = std::get_if<std::unique_ptr<sql::Rows>>(&result);
      if (rows == nullptr) continue;
      executing = true;
      outcome.answer.has_schema = true;
      for (const auto& column : (*rows)->columns()) outcome.answer.schema.push_back({column.name, column.TypeText()});
      const auto zone = TimeZone::Named(session.settings().time_zone());
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
    outcome.answer.error = "internal";
    outcome.answer.message = error.what();
  }
  std::filesystem::remove_all(directory);
  return outcome;
}

}  // namespace tarn::corpus
