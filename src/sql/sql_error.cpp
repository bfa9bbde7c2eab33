#include "sql/sql_error.h"

#include <algorithm>

#include "base/nearest.h"
#include "sql/parse/lexer.h"

namespace tarn::sql {

namespace {

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

size_t CharacterCount(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !IsContinuation(c); }));
}

/// Blank for every character before the underline; a tab stays one, so that the caret stands under its text.
std::string Blanks(std::string_view text) {
  std::string blanks;
  for (const char c : text) {
    if (!IsContinuation(c)) blanks += c == '\t' ? '\t' : ' ';
  }
  return blanks;
}

}  // namespace

std::string_view StageName(ErrorStage stage) {
  switch (stage) {
    case ErrorStage::Parse:
      return "parse";
    case ErrorStage::Validation:
      return "validation";
    case ErrorStage::Plan:
      return "plan";
    case ErrorStage::Runtime:
      return "runtime";
  }
  return "runtime";
}

LineColumn Locate(std::string_view text, size_t offset) {
  offset = std::min(offset, text.size());
  const std::string_view before = text.substr(0, offset);
  const size_t newline = before.rfind('\n');
  const std::string_view in_line = newline == std::string_view::npos ? before : before.substr(newline + 1);
  return {static_cast<size_t>(std::count(before.begin(), before.end(), '\n')) + 1, CharacterCount(in_line) + 1};
}

std::string RenderError(std::string_view statement, Span span, std::string_view message, std::string_view hint) {
  constexpr size_t kMaxLine = 160;
  std::string out(message);
  if (!statement.empty()) {
    size_t offset = std::min(span.offset, statement.size());
    // The end of the text is shown behind its last word, not on an empty line below it.
    if (offset == statement.size()) {
      while (offset > 0 && (statement[offset - 1] == '\n' || statement[offset - 1] == '\r')) offset--;
    }
    const size_t newline = offset == 0 ? std::string_view::npos : statement.rfind('\n', offset - 1);
    size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    size_t end = std::min(statement.find('\n', offset), statement.size());
    if (end > begin && statement[end - 1] == '\r') end--;
    const size_t length = std::clamp(span.length == 0 ? TokenLength(statement, offset) : span.length, size_t{1},
                                     std::max(size_t{1}, end > offset ? end - offset : size_t{1}));
    const LineColumn at = Locate(statement, offset);
    std::string head = "\n  line " + std::to_string(at.line) + ":" + std::to_string(at.column) + "  ";
    std::string cut;
    // Of a very long line only the neighbourhood is shown.
    if (end - begin > kMaxLine) {
      if (offset - begin > kMaxLine / 2) {
        begin = offset - kMaxLine / 2;
        while (begin < offset && IsContinuation(statement[begin])) begin++;
        cut = "...";
      }
      end = std::min(end, begin + kMaxLine);
      while (end > begin && end < statement.size() && IsContinuation(statement[end])) end--;
    }
    const std::string_view line = statement.substr(begin, end - begin);
    const std::string_view left = statement.substr(begin, offset - begin);
    const size_t shown = std::max(
        size_t{1}, CharacterCount(statement.substr(offset, std::min(length, end > offset ? end - offset : size_t{0}))));
    out += head;
    out += cut;
    out += line;
    out += '\n';
    out.append(head.size() - 1 + cut.size(), ' ');
    out += Blanks(left);
    out.append(shown, '^');
  }
  if (!hint.empty()) {
    out += "\n  ";
    out += hint;
  }
  return out;
}

SqlError SqlError::WithText(std::string_view statement) const {
  return SqlError(*this, RenderError(statement, span_, message_, hint_));
}

std::string SuggestName(std::string_view name, const std::vector<std::string>& candidates) {
  if (const auto nearest = NearestName(name, candidates)) return "did you mean '" + *nearest + "'?";
  // Of a handful of names all are shown.
  constexpr size_t kHandful = 8;
  if (candidates.empty() || candidates.size() > kHandful) return "";
  std::string all;
  for (const auto& candidate : candidates) all += (all.empty() ? "there is '" : ", '") + candidate + "'";
  return all;
}

}  // namespace tarn::sql
