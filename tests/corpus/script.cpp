#include "corpus/script.h"

#include <sstream>

namespace tarn::corpus {
namespace {

bool StartsWith(const std::string& line, const std::string& prefix) { return line.rfind(prefix, 0) == 0; }

/// "-- word" or "-- word: rest".
struct Directive {
  std::string word, rest;
};

std::optional<Directive> DirectiveOf(const std::string& line) {
  if (!StartsWith(line, "-- ")) return std::nullopt;
  const auto colon = line.find(':');
  Directive directive;
  directive.word = line.substr(3, colon == std::string::npos ? colon : colon - 3);
  if (colon != std::string::npos && colon + 2 <= line.size()) directive.rest = line.substr(colon + 2);
  return directive;
}

bool EndsStatement(const std::string& line) {
  const auto last = line.find_last_not_of(" \t\r");
  return last != std::string::npos && line[last] == ';';
}

class ScriptParser {
 public:
  explicit ScriptParser(const std::vector<std::string>& lines) : lines_(lines) {}

  std::vector<ScriptStep> Parse() {
    for (; at_ < lines_.size(); at_++) {
      const auto& line = lines_[at_];
      if (!next_.text.empty()) {
        AddText(line);
      } else if (line.find_first_not_of(" \t\r") == std::string::npos) {
        continue;
      } else if (const auto directive = DirectiveOf(line)) {
        Follow(*directive);
      } else {
        next_.line = at_;
        AddText(line);
      }
    }
    return std::move(steps_);
  }

 private:
  void AddText(const std::string& line) {
    next_.text += line + "\n";
    if (EndsStatement(line)) Take();
  }
  void Take() {
    steps_.push_back(std::move(next_));
    next_ = {};
  }

  void Follow(const Directive& directive) {
    const auto& [word, rest] = directive;
    if (word == "stream") {
      next_.what = ScriptStep::What::Stream;
      next_.to_end = rest == "end";
    } else if (word == "open" || word == "read" || word == "close") {
      next_.what = word == "open"   ? ScriptStep::What::Open
                   : word == "read" ? ScriptStep::What::Read
                                    : ScriptStep::What::Close;
      std::istringstream(rest) >> next_.stream;
      next_.line = at_;
      if (word != "open") Take();
    } else if (word == "let") {
      next_.let = rest;
    } else if (word == "compare") {
      next_.compare = rest;
    } else if (word == "sleep") {
      next_.what = ScriptStep::What::Sleep;
      next_.sleep_ms = std::stoll(rest);
      Take();
    } else if (word == "schema" || word == "result" || word == "error") {
      ReadAnswer();
    }
  }

  void ReadAnswer() {
    if (steps_.empty()) return;
    auto& answer = steps_.back().answer;
    answer.present = true;
    std::vector<std::string>* list = nullptr;
    for (; at_ < lines_.size() && lines_[at_] != "-- end"; at_++) {
      const auto& line = lines_[at_];
      const auto directive = DirectiveOf(line);
      if (line == "-- ended") {
        answer.ended = true;
      } else if (directive && directive->word == "schema") {
        answer.has_schema = true;
        list = &answer.schema;
      } else if (directive && directive->word == "result") {
        answer.has_rows = true;
        list = &answer.rows;
      } else if (directive && directive->word == "error") {
        answer.error = directive->rest;
        list = nullptr;
      } else if (directive && directive->word == "message") {
        answer.message = directive->rest;
      } else if (list != nullptr) {
        list->push_back(line);
      }
    }
  }

  const std::vector<std::string>& lines_;
  size_t at_ = 0;
  ScriptStep next_;
  std::vector<ScriptStep> steps_;
};

}  // namespace

std::vector<ScriptStep> ParseScript(const std::vector<std::string>& lines) { return ScriptParser(lines).Parse(); }

}  // namespace tarn::corpus
