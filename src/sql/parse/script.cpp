// Cutting a script into statements, and SET without quotes, which no lexer of ours reads: its value may hold `//`.
#include "sql/parse/script.h"

#include <vector>

namespace tarn::sql {

namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Behind the comment that begins at `at`, or `at` itself when none does. A hint is no comment.
size_t SkipComment(std::string_view text, size_t at) {
  const std::string_view two = text.substr(at, 2);
  if (two == "--" || two == "//") return std::min(text.find('\n', at), text.size());
  if (two == "/*" && text.substr(at, 3) != "/*+") {
    const size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  return at;
}

size_t SkipBlanks(std::string_view text, size_t at) {
  while (at < text.size()) {
    if (IsBlank(text[at])) {
      at++;
      continue;
    }
    const size_t next = SkipComment(text, at);
    if (next == at) break;
    at = next;
  }
  return at;
}

/// Behind the quote that closes the one at `at`; the end of the text when none does. Doubled quotes pass as two.
size_t SkipQuoted(std::string_view text, size_t at) {
  const size_t end = text.find(text[at], at + 1);
  return end == std::string_view::npos ? text.size() + 1 : end + 1;
}

std::string UpperWord(std::string_view text, size_t at) {
  std::string word;
  for (; at < text.size() && IsLetter(text[at]); at++) {
    word += text[at] >= 'a' && text[at] <= 'z' ? static_cast<char>(text[at] - 'a' + 'A') : text[at];
  }
  return word;
}

struct Cut {
  size_t end = 0;         // of the statement, without its `;`
  bool complete = false;  // a `;` ends it
};

/// From the first token of a statement to its end.
Cut FindEnd(std::string_view text, size_t begin) {
  if (const auto set = MatchUnquotedSet(text.substr(begin))) return {begin + set->length, set->complete};
  std::vector<std::string> words;
  bool in_set = false;
  bool closed = false;  // the last word was the END of the set
  size_t cases = 0;     // CASE has an END of its own
  for (size_t at = begin; at < text.size();) {
    const char c = text[at];
    if (c == '\'' || c == '`') {
      at = SkipQuoted(text, at);
      closed = false;
      if (at > text.size()) return {text.size(), false};
      continue;
    }
    const size_t behind_comment = SkipComment(text, at);
    if (behind_comment != at) {
      at = behind_comment;
      continue;
    }
    if (IsLetter(c)) {
      const std::string last = UpperWord(text, at);
      at += last.size();
      if (last == "CASE") cases++;
      closed = last == "END" && cases == 0;
      if (last == "END" && cases > 0) cases--;
      if (words.size() < 8) words.push_back(last);
      const size_t n = words.size();
      const bool may_hold = words[0] == "EXECUTE" || words[0] == "BEGIN" || words[0] == "EXPLAIN";
      if (n >= 2 && may_hold && n < 8 && last == "SET" && words[n - 2] == "STATEMENT") in_set = true;
      continue;
    }
    if (c == ';' && (!in_set || closed)) return {at, true};
    if (!IsBlank(c)) closed = false;
    at++;
  }
  return {text.size(), false};
}

}  // namespace

std::optional<UnquotedSet> MatchUnquotedSet(std::string_view text) {
  const std::string word = UpperWord(text, 0);
  if (word != "SET" && word != "RESET") return std::nullopt;
  size_t at = word.size();
  if (at >= text.size() || !IsBlank(text[at])) return std::nullopt;
  at = SkipBlanks(text, at);
  const auto key_part = [](char c) { return !IsBlank(c) && c != '\'' && c != '=' && c != ';' && c != '`' && c != '"'; };
  const size_t key = at;
  while (at < text.size() && key_part(text[at])) at++;
  if (at == key) return std::nullopt;
  UnquotedSet set;
  set.reset = word == "RESET";
  set.key = {std::string(text.substr(key, at - key)), {key, at - key}};
  const auto finish = [&](size_t end) {
    end = SkipBlanks(text, end);
    if (end < text.size() && text[end] != ';') return false;
    set.complete = end < text.size();
    set.length = end;
    return true;
  };
  if (set.reset) return finish(at) ? std::optional(set) : std::nullopt;
  while (at < text.size() && IsBlank(text[at])) at++;
  if (at >= text.size() || text[at] != '=') return std::nullopt;
  at++;
  while (at < text.size() && IsBlank(text[at]) && text[at] != '\n') at++;
  const size_t value = at;
  if (at < text.size() && text[at] == '\'') {
    std::string unquoted;
    for (at++; at < text.size(); at++) {
      if (text[at] == '\'') {
        if (at + 1 >= text.size() || text[at + 1] != '\'') break;
        at++;
      }
      unquoted += text[at];
    }
    if (at >= text.size()) return std::nullopt;
    at++;
    set.value = {std::move(unquoted), {value, at - value}};
  } else {
    while (at < text.size() && !IsBlank(text[at]) && text[at] != ';') at++;
    set.value = {std::string(text.substr(value, at - value)), {value, at - value}};
  }
  return finish(at) ? std::optional(set) : std::nullopt;
}

std::vector<ScriptPart> SplitScript(std::string_view script) {
  std::vector<ScriptPart> parts;
  size_t at = 0;
  while ((at = SkipBlanks(script, at)) < script.size()) {
    if (script[at] == ';') {
      at++;
      continue;
    }
    const Cut cut = FindEnd(script, at);
    size_t end = cut.end;
    while (end > at && IsBlank(script[end - 1])) end--;
    parts.push_back({script.substr(at, end - at), at, Locate(script, at).line});
    at = cut.end + (cut.complete ? 1 : 0);
  }
  return parts;
}

bool IsIncomplete(std::string_view text) {
  size_t at = 0;
  while ((at = SkipBlanks(text, at)) < text.size()) {
    if (text[at] == ';') {
      at++;
      continue;
    }
    const Cut cut = FindEnd(text, at);
    if (!cut.complete) return true;
    at = cut.end + 1;
  }
  // A comment that is still open.
  const size_t open = text.rfind("/*");
  return open != std::string_view::npos && text.find("*/", open) == std::string_view::npos &&
         text.substr(open, 3) != "/*+" && text.find('\'', open) == std::string_view::npos;
}

}  // namespace tarn::sql
