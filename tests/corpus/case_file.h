// The recorded cases of other engines: files of the form that flink-corpus/README.md describes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tarn::corpus {

struct ExpectedColumn {
  std::string name;
  std::string type;
};

/// One answer: an error class, or a schema and rows ("+I|a|b|").
struct Answer {
  std::string error;  // parse, validation, plan, runtime; empty: rows
  std::string message;
  bool has_schema = false;
  std::vector<ExpectedColumn> schema;
  std::vector<std::string> rows;
  std::vector<std::string> folded;
  bool has_folded = false;
  bool present = false;
};

struct Case {
  std::string file;  // path of the case file
  std::string name;
  std::string mode = "batch";
  std::vector<std::string> notes;
  bool script = false;                                      // of paimon-corpus: an answer for each of many statements
  std::string compare;                                      // empty: by the rules of the README
  std::vector<std::pair<std::string, std::string>> inputs;  // name, content
  std::string text;                                         // the statements, as they stand
  std::vector<std::string> lines;                           // of a script: all that follows its header
  Answer answer;
  Answer newer;  // answer@2.2.1; preferred

  /// A defect of Flink, by its note, or a gap of its planner: no engine should copy it.
  bool IsQuirk() const;
  const Answer& Expected() const { return newer.present ? newer : answer; }
};

/// Throws std::runtime_error for a file that is none.
std::vector<Case> ReadCases(const std::string& path);

/// The values of "+I|a|\N|": kind first. nullopt = NULL.
std::vector<std::optional<std::string>> SplitRow(const std::string& line);
/// The inverse of the escapes in a value.
std::string EscapeValue(const std::string& value);

}  // namespace tarn::corpus
