// A case of paimon-corpus: a script of many statements, each with an answer of its own (paimon-corpus/README.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "corpus/case_file.h"

namespace tarn::corpus {

struct ScriptAnswer {
  bool present = false;
  bool has_schema = false;          // else the schema last given in the case holds
  std::vector<std::string> schema;  // "name TYPE"
  bool has_rows = false;
  std::vector<std::string> rows;
  std::string error, message;
  bool ended = false;  // the stream ended by itself
};

struct ScriptStep {
  enum class What { Batch, Stream, Open, Read, Close, Sleep } what = What::Batch;
  size_t line = 0;      // in the case, for messages
  std::string text;     // of the statement
  std::string stream;   // name of an open one
  bool to_end = false;  // a stream that must end by itself
  std::string let;      // the variable that the first value becomes
  std::string compare;
  int64_t sleep_ms = 0;
  ScriptAnswer answer;
};

std::vector<ScriptStep> ParseScript(const std::vector<std::string>& lines);

/// Runs a script in a fresh warehouse; "" or what differs, statement by statement.
std::string RunScript(const Case& recorded);

}  // namespace tarn::corpus
