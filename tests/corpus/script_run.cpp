// Runs a script and compares each answer by the rules of paimon-corpus/README.md.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <thread>

#include "corpus/compare.h"
#include "corpus/live_query.h"
#include "corpus/runner.h"
#include "corpus/script.h"
#include "corpus/value_line.h"
#include "sql/engine.h"
#include "sql/rows.h"
#include "sql/session.h"

namespace tarn::corpus {
namespace {

using namespace std::chrono_literals;
using What = ScriptStep::What;

// How long a stream may take to send what is expected, and how long we listen for rows too many.
constexpr auto kPatience = 6000ms;
constexpr auto kQuiet = 400ms;

struct Given {
  std::vector<std::string> schema, rows;
  std::string error, message;
  bool ended = false;
};

std::string FirstWord(const std::string& statement) {
  std::string word;
  for (size_t at = statement.find_first_not_of(" \n\t("); at < statement.size(); at++) {
    const char c = statement[at];
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) break;
    word += static_cast<char>(c & ~0x20);
  }
  return word;
}

bool IsQuery(const std::string& statement) {
  const auto word = FirstWord(statement);
  return word == "SELECT" || word == "WITH" || word == "VALUES" || word == "TABLE";
}

/// Blanks and line ends do not count in the text of SHOW CREATE.
std::string Squeezed(const std::string& line) {
  std::string text;
  for (size_t i = 0; i < line.size(); i++) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == 'n') {
      i++;
    } else if (line[i] != ' ') {
      text += line[i];
    }
  }
  return text;
}

/// The stored kind that Paimon passes on is its own affair; -U and -D are not.
std::string WithoutKind(const std::string& line) { return line.rfind("+U|", 0) == 0 ? "+I" + line.substr(2) : line; }

std::vector<std::string> Mapped(std::vector<std::string> lines, std::string (*change)(const std::string&)) {
  std::transform(lines.begin(), lines.end(), lines.begin(), change);
  return lines;
}

std::vector<std::string> Sorted(std::vector<std::string> lines) {
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::string Differs(const char* what, const std::vector<std::string>& expected, const std::vector<std::string>& got) {
  if (expected == got) return "";
  std::string text = std::string("      expected ") + what + ":\n";
  for (const auto& line : expected) text += "        " + line + "\n";
  text += std::string("      got:\n");
  for (const auto& line : got) text += "        " + line + "\n";
  return text;
}

bool SameError(const std::string& expected, const std::string& got) {
  const auto early = [](const std::string& error) { return error == "validation" || error == "plan"; };
  return expected == got || (early(expected) && early(got));
}

class Script {
 public:
  explicit Script(const Case& recorded)
      : recorded_(recorded),
        directory_(FreshDirectory()),
        engine_(env::SystemEnv(), {.threads = 1, .memory_bytes = int64_t{1} << 30}),
        session_(std::make_unique<sql::Session>(engine_, sql::SessionOptions{})) {
    for (const auto& [name, content] : recorded.inputs) {
      const auto path = directory_ / name;
      std::filesystem::create_directories(path.parent_path());
      std::ofstream(path, std::ios::binary) << content;
    }
    for (const auto& [key, value] : {std::pair{"table.local-time-zone", "UTC"},
                                     {"table.dml-sync", "true"},
                                     {"pipeline.auto-watermark-interval", "0"},
                                     {"parallelism.default", "1"},
                                     {"paimon.*.*.*.continuous.discovery-interval", "100 ms"}})
      session_->settings().Set(key, value);
    session_->Execute("CREATE CATALOG p WITH ('type' = 'paimon', 'warehouse' = '" +
                      (directory_ / "warehouse").string() + "')");
    session_->Execute("USE CATALOG p");
  }
  ~Script() {
    open_.clear();
    session_.reset();
    std::filesystem::remove_all(directory_);
  }

  std::string Run() {
    std::string differences;
    for (const auto& step : ParseScript(recorded_.lines)) {
      std::string difference;
      try {
        difference = RunStep(step);
      } catch (const std::exception& error) {
        difference = std::string("      ") + error.what() + "\n";
      }
      if (difference.empty()) continue;
      std::string shown = step.text.empty() ? "-- " + step.stream + "\n" : step.text;
      differences += "    " + shown + difference;
    }
    return differences;
  }

 private:
  std::string RunStep(const ScriptStep& step) {
    switch (step.what) {
      case What::Sleep:
        std::this_thread::sleep_for(std::chrono::milliseconds(step.sleep_ms));
        return "";
      case What::Close:
        open_.erase(step.stream);
        return "";
      case What::Read: {
        const auto found = open_.find(step.stream);
        if (found == open_.end()) return "      the stream '" + step.stream + "' is not open\n";
        Given given;
        Collect(*found->second, step, given);
        return CompareAnswer(step, given);
      }
      default:
        return CompareAnswer(step, Execute(step));
    }
  }

  void Collect(LiveQuery& query, const ScriptStep& step, Given& given) {
    given.rows = query.Take(step.answer.rows.size(), kPatience, kQuiet);
    if (const auto failure = query.Failure()) {
      given.error = "runtime";
      given.message = *failure;
    }
    given.ended = query.Ended();
  }

  Given Execute(const ScriptStep& step) {
    Given given;
    const bool streaming = step.what != What::Batch;
    session_->settings().Set("execution.runtime-mode", streaming ? "streaming" : "batch");
    const auto text = Filled(step.text);
    bool executing = false;
    try {
      auto outcome = session_->Execute(text);
      const auto zone = TimeZone::Named(session_->settings().time_zone());
      if (auto* continuous = std::get_if<sql::ContinuousQuery>(&outcome)) {
        const bool insert = continuous->inserts.at(0).target != nullptr;
        auto query = std::make_unique<LiveQuery>(*session_, std::move(*continuous), zone);
        executing = true;
        Describe(query->columns(), given);
        if ((insert || step.to_end) && !query->WaitForEnd(60s)) {
          given.error = "timeout";
          given.message = "it did not end";
          return given;
        }
        Collect(*query, step, given);
        if (step.what == What::Open) open_[step.stream] = std::move(query);
      } else if (auto* rows = std::get_if<std::unique_ptr<sql::Rows>>(&outcome)) {
        executing = true;
        Describe((*rows)->columns(), given);
        columnar::ChangeBatch batch;
        while ((*rows)->Next(batch)) {
          for (duckdb::idx_t row = 0; row < batch.size(); row++)
            given.rows.push_back(ValueLine(batch, row, (*rows)->columns(), zone));
        }
      }
    } catch (const std::exception& error) {
      const auto [error_class, message] = ClassOf(error, executing);
      given.error = error_class;
      given.message = message;
      given.rows.clear();
    }
    if (!step.let.empty() && !given.rows.empty()) variables_[step.let] = SplitRow(given.rows[0]).at(1).value_or("");
    return given;
  }

  static void Describe(const std::vector<sql::TypedColumn>& columns, Given& given) {
    for (const auto& column : columns) given.schema.push_back(column.name + " " + column.TypeText());
  }

  std::string CompareAnswer(const ScriptStep& step, Given given) {
    const auto& expected = step.answer;
    if (expected.error.empty() && !given.error.empty()) return "      got " + given.error + ": " + given.message + "\n";
    if (!step.let.empty()) return "";
    if (!expected.error.empty()) {
      if (given.error.empty())
        return "      expected " + expected.error + ": " + expected.message + "\n      got none\n";
      if (!SameError(expected.error, given.error))
        return "      expected " + expected.error + ": " + expected.message + "\n      got " + given.error + ": " +
               given.message + "\n";
      if (!expected.has_rows) return "";
    }
    if (!expected.present) return "";
    std::string difference;
    if (IsQuery(step.text)) {
      if (expected.has_schema) schema_ = expected.schema;
      difference += Differs("schema", schema_, given.schema);
    }
    for (auto& line : given.rows)
      for (size_t at; (at = line.find(directory_.string())) != std::string::npos;)
        line.replace(at, directory_.string().size(), "${DIR}");
    difference += CompareRows(step, given);
    if (step.what != What::Batch && step.what != What::Close && expected.error.empty() && expected.ended != given.ended)
      difference += expected.ended ? "      the stream went on\n" : "      the stream ended\n";
    return difference;
  }

  std::string CompareRows(const ScriptStep& step, const Given& given) {
    const auto& expected = step.answer.rows;
    if (FirstWord(step.text) == "SHOW") {
      return Differs("rows", Sorted(Mapped(expected, &Squeezed)), Sorted(Mapped(given.rows, &Squeezed)));
    }
    static const std::regex kOrdered(R"(\border\s+by\b[^()]*(\([^()]*\)[^()]*)*$)", std::regex::icase);
    const bool ordered = !step.text.empty() && (!IsQuery(step.text) || std::regex_search(step.text, kOrdered));
    if (step.what == What::Batch) {
      auto a = Mapped(expected, &WithoutKind), b = Mapped(given.rows, &WithoutKind);
      return ordered && step.compare != "any-order" ? Differs("rows", a, b) : Differs("rows", Sorted(a), Sorted(b));
    }
    static const std::regex kAggregate(R"(\b(count|sum|min|max|avg)\s*\()", std::regex::icase);
    static const std::regex kGrouped(R"(\bgroup\s+by\b)", std::regex::icase);
    if (std::regex_search(step.text, kAggregate) && !std::regex_search(step.text, kGrouped) && step.compare.empty())
      return Differs("rows", expected, given.rows);
    // Per key the sequence. The key of a primary-key table is what its schema says is NOT NULL.
    std::vector<size_t> key;
    for (size_t i = 0; i < schema_.size(); i++) {
      const auto& column = schema_[i];
      const bool named = step.compare.rfind("per-key", 0) == 0 &&
                         step.compare.find(" " + column.substr(0, column.find(' '))) != std::string::npos;
      if (named || (step.compare.empty() && column.ends_with(" NOT NULL"))) key.push_back(i + 1);
    }
    if (key.empty()) return Differs("rows", Sorted(expected), Sorted(given.rows));
    return Differs("rows", RowsByKey(expected, key), RowsByKey(given.rows, key));
  }

  std::string Filled(std::string text) const {
    text = Replaced(text, "${DIR}", directory_.string());
    for (const auto& [name, value] : variables_) text = Replaced(text, "${" + name + "}", value);
    return text;
  }

  const Case& recorded_;
  std::filesystem::path directory_;
  sql::Engine engine_;
  std::unique_ptr<sql::Session> session_;
  std::map<std::string, std::unique_ptr<LiveQuery>> open_;
  std::map<std::string, std::string> variables_;
  std::vector<std::string> schema_;  // the one that was given last
};

}  // namespace

std::string RunScript(const Case& recorded) { return Script(recorded).Run(); }

}  // namespace tarn::corpus
