#include "corpus/case_file.h"

#include <fstream>
#include <stdexcept>

namespace tarn::corpus {
namespace {

bool StartsWith(const std::string& line, const std::string& prefix) { return line.rfind(prefix, 0) == 0; }

ExpectedColumn ParseColumn(const std::string& line) {
  // `name` TYPE, a backtick inside the name is doubled.
  ExpectedColumn column;
  size_t at = 1;
  while (at < line.size()) {
    if (line[at] == '`') {
      if (at + 1 >= line.size() || line[at + 1] != '`') break;
      at++;
    }
    column.name += line[at++];
  }
  column.type = line.substr(std::min(line.size(), at + 2));
  return column;
}

/// "-- result@2.2.1:" -> ("result", true); "-- note: x" -> ("note", false).
struct Directive {
  std::string word;
  bool newer = false;
  std::string rest;
};

std::optional<Directive> ParseDirective(const std::string& line) {
  if (!StartsWith(line, "-- ")) return std::nullopt;
  const size_t colon = line.find(':');
  Directive directive;
  directive.word = line.substr(3, colon == std::string::npos ? colon : colon - 3);
  if (colon != std::string::npos && colon + 2 <= line.size()) directive.rest = line.substr(colon + 2);
  const size_t at = directive.word.find('@');
  if (at != std::string::npos) {
    directive.newer = true;
    directive.word.resize(at);
  }
  static const char* const kWords[] = {"mode",   "paimon", "flink",  "note",  "compare", "file",
                                       "schema", "result", "folded", "error", "message", "end"};
  for (const char* word : kWords) {
    if (directive.word == word) return directive;
  }
  return std::nullopt;
}

}  // namespace

bool Case::IsQuirk() const {
  if (StartsWith(name, "quirk-")) return true;
  for (const auto& note : notes) {
    if (StartsWith(note, "quirk:") || StartsWith(note, "superset:")) return true;
  }
  if (Expected().message.find("unexpected correlate variable") != std::string::npos) return true;
  return false;
}

std::vector<Case> ReadCases(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::vector<Case> cases;
  std::string line;
  enum class Part { Statements, Schema, Result, Folded, Nothing } part = Part::Nothing;
  Answer* answer = nullptr;
  while (std::getline(in, line)) {
    if (StartsWith(line, "-- case: ")) {
      cases.emplace_back();
      cases.back().file = path;
      cases.back().name = line.substr(9);
      part = Part::Statements;
      continue;
    }
    if (cases.empty()) continue;
    Case& current = cases.back();
    if (current.script && !StartsWith(line, "-- note: ") && !StartsWith(line, "-- file: ")) {
      current.lines.push_back(line);
      continue;
    }
    const bool answered = current.answer.present || current.newer.present;
    auto directive = ParseDirective(line);
    // Before the answer only header lines are directives; a comment in the SQL is not.
    const bool header =
        directive && (directive->word == "mode" || directive->word == "flink" || directive->word == "paimon" ||
                      directive->word == "note" || directive->word == "compare" || directive->word == "file");
    if (directive && header && !answered && current.text.empty()) {
      if (directive->word == "paimon") current.script = true;
      if (directive->word == "mode") current.mode = directive->rest;
      if (directive->word == "note") current.notes.push_back(directive->rest);
      if (directive->word == "compare") current.compare = directive->rest;
      if (directive->word == "file") {
        std::string content;
        while (std::getline(in, line) && line != "-- end") content += line + "\n";
        current.inputs.emplace_back(directive->rest, content);
      }
      continue;
    }
    if (directive && !header) {
      answer = directive->newer ? &current.newer : &current.answer;
      answer->present = true;
      part = Part::Nothing;
      if (directive->word == "schema") {
        answer->has_schema = true;
        part = Part::Schema;
      } else if (directive->word == "result") {
        part = Part::Result;
      } else if (directive->word == "folded") {
        answer->has_folded = true;
        part = Part::Folded;
      } else if (directive->word == "error") {
        answer->error = directive->rest;
      } else if (directive->word == "message") {
        answer->message = directive->rest;
      }
      continue;
    }
    switch (part) {
      case Part::Statements:
        current.text += line + "\n";
        break;
      case Part::Schema:
        if (!line.empty()) answer->schema.push_back(ParseColumn(line));
        break;
      case Part::Result:
        if (!line.empty()) answer->rows.push_back(line);
        break;
      case Part::Folded:
        if (!line.empty()) answer->folded.push_back(line);
        break;
      case Part::Nothing:
        break;
    }
  }
  return cases;
}

std::vector<std::optional<std::string>> SplitRow(const std::string& line) {
  std::vector<std::optional<std::string>> values;
  std::string value;
  bool null = false;
  for (size_t i = 0; i < line.size(); i++) {
    const char c = line[i];
    if (c == '\\' && i + 1 < line.size()) {
      const char next = line[++i];
      if (next == 'N') {
        null = true;
      } else if (next == 'n') {
        value += '\n';
      } else if (next == 'r') {
        value += '\r';
      } else if (next == 't') {
        value += '\t';
      } else if (next == 'u' && i + 4 < line.size()) {
        value += static_cast<char>(std::stoi(line.substr(i + 1, 4), nullptr, 16));
        i += 4;
      } else {
        value += next;
      }
    } else if (c == '|') {
      values.push_back(null ? std::nullopt : std::optional(value));
      value.clear();
      null = false;
    } else {
      value += c;
    }
  }
  return values;
}

std::string EscapeValue(const std::string& value) {
  std::string text;
  for (const char c : value) {
    switch (c) {
      case '\\':
        text += "\\\\";
        break;
      case '|':
        text += "\\|";
        break;
      case '\n':
        text += "\\n";
        break;
      case '\r':
        text += "\\r";
        break;
      case '\t':
        text += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          char code[8];
          std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned char>(c));
          text += code;
        } else {
          text += c;
        }
    }
  }
  return text;
}

}  // namespace tarn::corpus
