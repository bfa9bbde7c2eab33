#include "sql/plan/plan_text.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "sql/names.h"
#include "sql/types/analyzer.h"

namespace tarn::sql {
namespace {

constexpr std::string_view kInfinities[] = {"1e1000", "'inf'::FLOAT", "'inf'::DOUBLE"};
constexpr std::string_view kAnd = " AND ";

/// Where the bracket ends that is open in front of `at`, or npos.
size_t Closing(std::string_view text, size_t at) {
  size_t depth = 1;
  for (; at < text.size(); at++) {
    if (text[at] == '(') depth++;
    if (text[at] == ')' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

/// Where the bracket begins that is open at `at`, or npos.
size_t Opening(std::string_view text, size_t at) {
  size_t depth = 1;
  while (at-- > 0) {
    if (text[at] == ')') depth++;
    if (text[at] == '(' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

/// ((a)) around `inside` is (a).
void DropDoubleBrackets(std::string& text, size_t inside) {
  const size_t open = Opening(text, inside);
  if (open == std::string::npos || open + 1 >= text.size() || text[open + 1] != '(') return;
  const size_t close = Closing(text, open + 2);
  if (close == std::string::npos || close + 1 >= text.size() || text[close + 1] != ')') return;
  text.erase(close, 1);
  text.erase(open, 1);
}

/// The bound of two columns, in either order: "((b <= 1e1000) OR (c IS NULL))".
void WidenToNull(std::string_view text, size_t& open, size_t& end) {
  constexpr std::string_view kOr = " OR ", kNull = " IS NULL)";
  if (open == std::string_view::npos) return;
  size_t first = open, last = end;
  if (text.substr(end).starts_with(" OR (")) {
    last = Closing(text, end + kOr.size() + 1);
    if (last == std::string_view::npos || !text.substr(0, ++last).ends_with(kNull)) return;
  } else if (text.substr(0, open).ends_with(std::string(kNull) + std::string(kOr))) {
    first = Opening(text, open - kOr.size() - 1);
  }
  if (first == 0 || first == std::string_view::npos || (first == open && last == end)) return;
  if (text[first - 1] != '(' || !text.substr(last).starts_with(')')) return;
  open = first - 1;
  end = last + 1;
}

/// "((b > 1.0) AND (b <= 1e1000))" is "(b > 1.0)"; a bound that stands alone says Infinity.
void DropOpenBounds(std::string& text, std::string_view infinity) {
  const std::string bound = " <= " + std::string(infinity) + ")";
  for (size_t at = text.find(bound); at != std::string::npos; at = text.find(bound, at)) {
    size_t open = Opening(text, at);
    size_t end = at + bound.size();
    WidenToNull(text, open, end);
    if (open != std::string::npos && std::string_view(text).substr(0, open).ends_with(kAnd)) {
      text.erase(open - kAnd.size(), end - open + kAnd.size());
      at = open - kAnd.size();
      DropDoubleBrackets(text, at);
    } else if (open != std::string::npos && std::string_view(text).substr(end).starts_with(kAnd)) {
      text.erase(open, end - open + kAnd.size());
      at = open;
      DropDoubleBrackets(text, at);
    } else {
      text.replace(at + bound.size() - 1 - infinity.size(), infinity.size(), "Infinity");
    }
  }
}

/// Takes the prefix of our functions' names in DuckDB's catalog off, and the quotes that it brings; and that of the
/// names of WITH (analyze_query.cpp).
std::string WithoutPrefixes(std::string text) {
  static constexpr std::string_view kWith = "^ with ";
  for (size_t at = 0; (at = text.find(kWith, at)) != std::string::npos;) {
    const bool doubled = at > 0 && text[at - 1] == '^';  // a '^' of the user's
    if (doubled)
      at++;
    else
      text.erase(at, kWith.size());
  }
  const std::string quoted = "\"" + InternalName("");
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const bool begins = i == 0 || std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0;
    const size_t end =
        begins && text.compare(i, quoted.size(), quoted) == 0 ? text.find('"', i + quoted.size()) : std::string::npos;
    if (end == std::string::npos) {
      out += text[i++];
      continue;
    }
    out.append(text, i + quoted.size(), end - i - quoted.size());
    i = end + 1;
  }
  return out;
}

}  // namespace

std::string ExpressionForPeople(std::string text) {
  for (const auto infinity : kInfinities) DropOpenBounds(text, infinity);
  return DecodeText(WithoutPrefixes(std::move(text)));
}

std::string FiltersForPeople(const std::string& lines) {
  std::string kept;
  for (size_t begin = 0; begin <= lines.size();) {
    const size_t end = std::min(lines.find('\n', begin), lines.size());
    std::string line = lines.substr(begin, end - begin);
    begin = end + 1;
    for (const auto infinity : kInfinities) {
      if (!line.ends_with("<=" + std::string(infinity))) continue;
      const size_t last = line.rfind(kAnd);
      line.resize(last == std::string::npos ? 0 : last);
    }
    if (!line.empty()) kept += (kept.empty() ? "" : "\n") + ExpressionForPeople(std::move(line));
  }
  return kept;
}

}  // namespace tarn::sql
