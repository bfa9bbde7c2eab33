#include "testing/slt.h"

#include <algorithm>
#include <sstream>

namespace tarn::testing {
namespace {

struct Line {
  std::string text;
  int number = 0;
};

std::string Replace(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::vector<std::string> Words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// Two blanks or a tab part the columns.
std::vector<std::string> Columns(const std::string& line) {
  std::vector<std::string> columns;
  std::string column;
  for (size_t i = 0; i < line.size(); i++) {
    const bool gap = line[i] == '\t' || (line[i] == ' ' && i + 1 < line.size() && line[i + 1] == ' ');
    if (!gap) {
      column += line[i];
      continue;
    }
    columns.push_back(column);
    column.clear();
    while (i + 1 < line.size() && (line[i + 1] == ' ' || line[i + 1] == '\t')) i++;
  }
  columns.push_back(column);
  return columns;
}

std::string Joined(const std::vector<std::string>& row) {
  std::string text;
  for (const auto& value : row) text += (text.empty() ? "" : "  ") + value;
  return text;
}

class Runner {
 public:
  Runner(const std::string& directory, const SltRun& run) : directory_(directory), run_(run) {}

  void Run(const std::vector<Line>& lines) {
    for (size_t i = 0; i < lines.size() && !halted_;) {
      const auto words = Words(lines[i].text);
      if (words.empty() || words[0][0] == '#') {
        i++;
      } else if (words[0] == "halt") {
        halted_ = true;
      } else if (words[0] == "loop" && words.size() == 4) {
        i = Loop(lines, i, words);
      } else if (words[0] == "statement" && words.size() >= 2) {
        i = Statement(lines, i, words);
      } else if (words[0] == "query" && words.size() >= 2) {
        i = Query(lines, i, words);
      } else {
        Fail(lines[i].number, "not understood: " + lines[i].text);
        i++;
      }
    }
  }

  std::vector<SltFailure> failures;

 private:
  size_t Loop(const std::vector<Line>& lines, size_t begin, const std::vector<std::string>& words) {
    size_t end = begin + 1;
    for (int depth = 1; end < lines.size(); end++) {
      const auto inner = Words(lines[end].text);
      if (!inner.empty() && inner[0] == "loop") depth++;
      if (!inner.empty() && inner[0] == "endloop" && --depth == 0) break;
    }
    for (int value = std::stoi(words[2]); value < std::stoi(words[3]); value++) {
      std::vector<Line> body(lines.begin() + static_cast<long>(begin) + 1, lines.begin() + static_cast<long>(end));
      for (auto& line : body) line.text = Replace(line.text, "${" + words[1] + "}", std::to_string(value));
      Run(body);
    }
    return end + 1;
  }

  // The statement from line `at` to a blank line or ----.
  std::string Text(const std::vector<Line>& lines, size_t* at) const {
    std::string text;
    for (; *at < lines.size() && !Words(lines[*at].text).empty() && lines[*at].text != "----"; (*at)++) {
      text += (text.empty() ? "" : "\n") + lines[*at].text;
    }
    return Replace(text, "${DIR}", directory_);
  }

  size_t Statement(const std::vector<Line>& lines, size_t begin, const std::vector<std::string>& words) {
    size_t at = begin + 1;
    const auto result = run_(Text(lines, &at));
    const int number = lines[begin].number;
    if (words[1] == "ok" && result.error) Fail(number, "failed: " + *result.error);
    if (words[1] == "error") {
      const size_t wanted = lines[begin].text.find("error") + 5;
      std::string text = lines[begin].text.substr(wanted);
      text.erase(0, text.find_first_not_of(' ') == std::string::npos ? text.size() : text.find_first_not_of(' '));
      if (!result.error) {
        Fail(number, "worked, and should fail");
      } else if (result.error->find(text) == std::string::npos) {
        Fail(number, "failed otherwise: " + *result.error);
      }
    }
    return at;
  }

  size_t Query(const std::vector<Line>& lines, size_t begin, const std::vector<std::string>& words) {
    size_t at = begin + 1;
    const auto result = run_(Text(lines, &at));
    std::vector<std::string> expected;
    if (at < lines.size() && lines[at].text == "----") {
      for (at++; at < lines.size() && !Words(lines[at].text).empty(); at++) {
        expected.push_back(Joined(Columns(Replace(lines[at].text, "${DIR}", directory_))));
      }
    }
    const int number = lines[begin].number;
    if (result.error) {
      Fail(number, "failed: " + *result.error);
      return at;
    }
    std::vector<std::string> actual;
    for (const auto& row : result.rows) {
      if (row.size() != words[1].size()) {
        Fail(number, "has " + std::to_string(row.size()) + " columns, expected " + std::to_string(words[1].size()));
        return at;
      }
      actual.push_back(Joined(row));
    }
    if (words.size() > 2 && words[2] == "rowsort") {
      std::sort(actual.begin(), actual.end());
      std::sort(expected.begin(), expected.end());
    }
    if (actual != expected) {
      std::string what = "expected";
      for (const auto& row : expected) what += "\n    " + row;
      what += "\n  got";
      for (const auto& row : actual) what += "\n    " + row;
      Fail(number, what);
    }
    return at;
  }

  void Fail(int line, const std::string& what) { failures.push_back({line, what}); }

  std::string directory_;
  const SltRun& run_;
  bool halted_ = false;
};

}  // namespace

std::vector<SltFailure> RunSlt(const std::string& script, const std::string& directory, const SltRun& run) {
  std::vector<Line> lines;
  std::istringstream stream(script);
  int number = 0;
  for (std::string text; std::getline(stream, text);) {
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.pop_back();
    lines.push_back({text, ++number});
  }
  Runner runner(directory, run);
  runner.Run(lines);
  return std::move(runner.failures);
}

}  // namespace tarn::testing
