// Every statement that a real Flink judged: what it took must parse, what it could not parse must be refused here too.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "sql/parse/parser.h"
#include "testing/places.h"

namespace tarn::sql {
namespace {

std::filesystem::path Shared() { return tarn::testing::SharedDirectory(); }

/// A statement of a corpus and the class of the error that Flink gave for it ("" = none).
struct Judged {
  std::string place;
  std::string text;
  std::string error;
};

std::vector<std::string> Lines(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool Starts(const std::string& line, const char* prefix) { return line.rfind(prefix, 0) == 0; }

/// All statements of a flink-corpus case share one verdict: its last statement is the question, or a setup failed.
std::vector<std::vector<Judged>> FlinkCases(const std::filesystem::path& file) {
  std::vector<std::vector<Judged>> cases;
  std::string name, sql, error;
  bool answer = false, input = false;
  const auto finish = [&] {
    if (name.empty()) return;
    cases.emplace_back();
    for (const auto& part : SplitScript(sql)) {
      cases.back().push_back({file.filename().string() + ": " + name, std::string(part.text), error});
    }
  };
  for (const auto& line : Lines(file)) {
    if (Starts(line, "-- case: ")) {
      finish();
      name = line.substr(9);
      sql.clear();
      error.clear();
      answer = input = false;
    } else if (Starts(line, "-- file: ")) {
      input = true;
    } else if (line == "-- end") {
      input = false;
    } else if (Starts(line, "-- error: ") || Starts(line, "-- error@2.2.1: ")) {
      error = line.substr(line.find(": ") + 2);  // the later version's answer stands last
      answer = true;
    } else if (Starts(line, "-- schema") || Starts(line, "-- result") || Starts(line, "-- folded")) {
      if (line.find("@2.2.1") != std::string::npos) error.clear();
      answer = true;
    } else if (!answer && !input && !Starts(line, "-- mode: ") && !Starts(line, "-- flink: ") &&
               !Starts(line, "-- note: ") && !Starts(line, "-- compare: ")) {
      sql += line + "\n";
    }
  }
  finish();
  return cases;
}

/// Each statement of a paimon-corpus script has a verdict of its own.
std::vector<Judged> PaimonStatements(const std::filesystem::path& file) {
  std::vector<Judged> statements;
  std::string name, sql;
  bool skip = false;
  for (const auto& line : Lines(file)) {
    if (Starts(line, "-- case: ")) name = line.substr(9);
    if (line == "-- end") {
      skip = false;
    } else if (Starts(line, "-- file: ") || Starts(line, "-- schema:") || Starts(line, "-- result:")) {
      skip = true;
    } else if (Starts(line, "-- error: ")) {
      if (!statements.empty()) statements.back().error = line.substr(10);
      skip = true;
    } else if (!skip && !(Starts(line, "-- ") && sql.empty())) {
      // Values that a run takes from an earlier answer: times.
      sql += std::regex_replace(line, std::regex("\\$\\{T[0-9]+\\}"), "2024-01-01 00:00:00.000") + "\n";
      if (!line.empty() && line.back() == ';') {
        statements.push_back({file.filename().string() + ": " + name, sql, ""});
        sql.clear();
      }
    }
  }
  return statements;
}

std::vector<std::filesystem::path> CaseFiles(const std::filesystem::path& root) {
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::exists(root)) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".case") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// "" when it parses, else the stage; `message` for the reader of a failure.
std::string Verdict(const std::string& text, std::string& message) {
  try {
    ParseStatement(text);
    return "";
  } catch (const SqlError& error) {
    message = error.what();
    return std::string(StageName(error.stage()));
  }
}

/// Where we knowingly differ from the recorded Flink: place, then why.
const std::set<std::string>& Exceptions() {
  static const std::set<std::string> kExceptions = {};
  return kExceptions;
}

TEST(ParseCorpus, FlinkCorpus) {
  const auto files = CaseFiles(Shared() / "flink-corpus");
  if (files.empty()) GTEST_SKIP() << "no corpus at " << Shared() << "; set TARN_SHARED";
  size_t parsed = 0, refused = 0;
  for (const auto& file : files) {
    for (const auto& statements : FlinkCases(file)) {
      bool parse_error = false, other_error = false;
      std::string messages;
      for (const auto& statement : statements) {
        std::string message;
        const std::string verdict = Verdict(statement.text, message);
        parse_error = parse_error || verdict == "parse";
        other_error = other_error || (verdict != "" && verdict != "parse");
        if (!verdict.empty()) messages += statement.text + "\n=> " + message + "\n";
        parsed++;
      }
      if (statements.empty()) continue;
      const auto& expected = statements.back().error;
      if (Exceptions().contains(statements.back().place)) continue;
      EXPECT_EQ(parse_error, expected == "parse") << statements.back().place << "\n" << messages;
      EXPECT_FALSE(other_error && (expected.empty() || expected == "parse")) << statements.back().place << "\n"
                                                                             << messages;
      refused += expected == "parse" ? 1 : 0;
    }
  }
  std::cout << parsed << " statements, " << refused << " cases that are no SQL\n";
  EXPECT_GT(parsed, 500U);
}

TEST(ParseCorpus, PaimonCorpus) {
  const auto files = CaseFiles(Shared() / "paimon-corpus");
  if (files.empty()) GTEST_SKIP() << "no corpus at " << Shared() << "; set TARN_SHARED";
  size_t parsed = 0;
  for (const auto& file : files) {
    for (const auto& statement : PaimonStatements(file)) {
      parsed++;
      if (Exceptions().contains(statement.place)) continue;
      std::string message;
      const std::string verdict = Verdict(statement.text, message);
      EXPECT_EQ(verdict == "parse", statement.error == "parse") << statement.place << "\n" << statement.text << message;
      EXPECT_FALSE(verdict != "" && verdict != "parse" && statement.error.empty()) << statement.place << "\n"
                                                                                   << statement.text << message;
    }
  }
  std::cout << parsed << " statements\n";
  EXPECT_GT(parsed, 1000U);
}

}  // namespace
}  // namespace tarn::sql
