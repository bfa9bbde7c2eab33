// LIKE, SIMILAR TO, and what splits text.
#include <algorithm>
#include <cctype>
#include <map>

#include "base/ascii_case.h"
#include "base/error.h"
#include "columnar/map_value.h"
#include "function/cast.h"
#include "function/entries.h"
#include "function/regex.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

std::string Quoted(Text character) {
  const bool plain = character.size() > 1 || std::isalnum(static_cast<unsigned char>(character[0])) != 0;
  return plain ? std::string(character) : "\\" + std::string(character);
}

/// What a LIKE pattern wants next: % and _, or one character.
struct LikeItem {
  bool any_text = false, any_character = false;
  Text character{};
};

/// The item at byte `at`, which is moved behind it. Throws InvalidInput for an escape before what needs none.
LikeItem TakeLikeItem(Text pattern, Text escape, size_t& at) {
  const Text c = Characters(pattern.substr(at), 1);
  at += c.size();
  if (escape.empty() || c != escape) return {c == "%", c == "_", c};
  const Text next = Characters(pattern.substr(at), 1);
  if (next.empty() || (next != "%" && next != "_" && next != escape)) {
    throw Error(ErrorCode::InvalidInput, "invalid escape sequence in the pattern '" + std::string(pattern) + "'");
  }
  at += next.size();
  return {false, false, next};
}

// Greedy with one point to come back to: the last %.
bool LikeMatches(Text text, Text pattern, Text escape) {
  // A wrong escape is refused wherever the text ceases to match.
  for (size_t i = 0; !escape.empty() && i < pattern.size();) TakeLikeItem(pattern, escape, i);
  size_t at = 0, item = 0, star = Text::npos, star_at = 0;
  while (at < text.size() || item < pattern.size()) {
    size_t next = item;
    const LikeItem wanted = item < pattern.size() ? TakeLikeItem(pattern, escape, next) : LikeItem{};
    if (wanted.any_text) {
      item = star = next;
      star_at = at;
      continue;
    }
    if (item < pattern.size() && at < text.size()) {
      const Text c = Characters(text.substr(at), 1);
      // As in Java's regular expressions, _ is no end of a line.
      const bool line_end = c == "\n" || c == "\r" || c == "\u0085" || c == "\u2028" || c == "\u2029";
      if (wanted.any_character ? !line_end : wanted.character == c) {
        at += c.size();
        item = next;
        continue;
      }
    }
    if (star == Text::npos || star_at >= text.size()) return false;
    star_at += Characters(text.substr(star_at), 1).size();
    at = star_at;
    item = star;
  }
  return true;
}

/// [:ALPHA:], in any letter case, as Java names it.
std::string NamedClass(Text name) {
  static const std::map<std::string, std::string> kNames = {
      {"alpha", "\\p{Alpha}"}, {"upper", "\\p{Upper}"}, {"lower", "\\p{Lower}"}, {"digit", "\\d"},
      {"alnum", "\\p{Alnum}"}, {"space", " "},          {"whitespace", "\\s"},
  };
  const auto it = kNames.find(AsciiLower(name));
  if (it != kNames.end()) return it->second;
  throw Error(ErrorCode::InvalidInput, "SIMILAR TO knows no class [:" + std::string(name) +
                                           ":]; there are ALPHA, UPPER, LOWER, DIGIT, ALNUM, SPACE and WHITESPACE");
}

/// SQL's SIMILAR TO as a regular expression: % and _ as in LIKE, | * + ? {} () [] . as they are, the rest plain.
std::string SimilarPattern(Text pattern, Text escape) {
  std::string regex = "(?s)";
  bool in_class = false;
  for (size_t i = 0; i < pattern.size();) {
    const Text c = Characters(pattern.substr(i), 1);
    i += c.size();
    if (!escape.empty() && c == escape) {
      const Text next = Characters(pattern.substr(i), 1);
      if (next.empty()) throw Error(ErrorCode::InvalidInput, "a pattern of SIMILAR TO ends in its escape character");
      regex += Quoted(next);
      i += next.size();
    } else if (in_class && c == "[" && pattern.substr(i).starts_with(":")) {
      const size_t end = pattern.find(":]", i);
      if (end == Text::npos) throw Error(ErrorCode::InvalidInput, "a class [:..:] of SIMILAR TO does not end");
      regex += NamedClass(pattern.substr(i + 1, end - i - 1));
      i = end + 2;
    } else if (in_class) {
      in_class = c != "]";
      regex += c == "\\" ? "\\\\" : std::string(c);
    } else if (c == "[") {
      in_class = true;
      regex += "[";
    } else if (c == "{") {
      // {2}, {2,}, {2,5}
      const size_t end = std::min(pattern.find('}', i), pattern.size());
      regex.append("{").append(pattern.substr(i, end - i));
      i = end;
    } else if (c == "%") {
      regex += ".*";
    } else if (c == "_") {
      regex += ".";
    } else if (Text("|*+?{}().").find(c) != Text::npos) {
      regex += c;
    } else {
      regex += Quoted(c);
    }
  }
  return regex;
}

/// Of the pattern of the row before, which mostly is this one's, it is at hand.
const std::string& LastSimilarPattern(Text pattern, Text escape) {
  struct Last {
    std::string pattern, escape, regex = SimilarPattern("", "");
  };
  thread_local Last last;
  if (pattern != last.pattern || escape != last.escape)
    last = {std::string(pattern), std::string(escape), SimilarPattern(pattern, escape)};
  return last.regex;
}

bool SimilarMatches(Text text, Text pattern, Text escape) {
  const Regex& regex = CompiledRegex(LastSimilarPattern(pattern, escape));
  if (!regex.ok()) {
    throw Error(ErrorCode::InvalidInput, "'" + std::string(pattern) + "' is no pattern: " + regex.error());
  }
  return !regex.Search(text, 0, true).empty();
}

using Matches = bool (*)(Text text, Text pattern, Text escape);

/// `tries`: a text may take too many tries, even under a pattern that is written in the call.
Resolved Pattern(const Call& call, Matches matches, bool tries) {
  call.RequireCount(2, 3);
  for (size_t i = 0; i < call.size(); i++) call.RequireText(i);
  const DataType boolean = Simple(TypeRoot::Boolean);
  std::vector<DataType> parameters;
  for (const auto& argument : call.arguments) parameters.push_back(WithNull(argument.type, false));
  const auto match = [matches](Text text, Text pattern, Text escape) -> bool {
    if (CountCharacters(escape) > 1) {
      throw Error(ErrorCode::InvalidInput,
                  "the escape of a pattern must be one character and is '" + std::string(escape) + "'");
    }
    return matches(text, pattern, escape);
  };
  // What is written in the call is looked at before anything runs.
  const auto pattern = call.LiteralText(1);
  const auto escape = call.size() == 3 ? call.LiteralText(2) : std::string();
  bool known = false;
  if (pattern && escape) {
    try {
      match("", *pattern, *escape);
      known = true;
    } catch (const Error& error) {
      // Without an escape Flink notices only when it runs.
      if (call.size() == 3 || error.code() == ErrorCode::Unsupported) throw;
    }
  }
  Kernel kernel = call.size() == 2 ? RowKernel([match](Text text, Text p) -> bool { return match(text, p, {}); })
                                   : RowKernel(match);
  Resolved resolved = Ordinary(call, std::move(parameters), boolean, std::move(kernel));
  resolved.can_fail = tries || (call.size() == 3 && !known);
  return resolved;
}

}  // namespace

Resolved ResolveLike(const Call& call) { return Pattern(call, LikeMatches, false); }
Resolved ResolveSimilar(const Call& call) { return Pattern(call, SimilarMatches, true); }

namespace {

/// Java's String.split: at most `limit` parts; without a limit empty ones at the end are left out.
std::vector<Text> SplitBy(Text text, const Regex& regex, std::optional<size_t> limit = std::nullopt) {
  if (!regex.ok()) throw Error(ErrorCode::InvalidInput, "a separator is no regular expression: " + regex.error());
  std::vector<Text> parts;
  size_t at = 0;
  regex.Each(text, [&](const auto& groups) {
    if (limit && parts.size() + 1 >= *limit) return false;
    const size_t end = groups[0].begin + groups[0].length;
    if (end == 0) return true;  // an empty match at the beginning cuts nothing off
    parts.push_back(text.substr(at, groups[0].begin - at));
    at = end;
    return true;
  });
  parts.push_back(text.substr(at));
  while (!limit && at > 0 && !parts.empty() && parts.back().empty()) parts.pop_back();
  return parts;
}

}  // namespace

Resolved ResolveStrToMap(const Call& call) {
  call.RequireCount(1, 3);
  for (size_t i = 0; i < call.size(); i++) call.RequireText(i);
  if (call.size() == 2) call.Refuse("a text, or a text and two separators");
  const DataType result = WithNull(MapType(WithNull(StringType(), true), WithNull(StringType(), true)), true);
  Kernel kernel = [](duckdb::DataChunk& arguments, duckdb::Vector& out) {
    for (duckdb::idx_t row = 0; row < arguments.size(); row++) {
      const auto type = duckdb::LogicalType::MAP(duckdb::LogicalType::VARCHAR, duckdb::LogicalType::VARCHAR);
      bool null = false;
      for (auto& vector : arguments.data) null = null || vector.GetValue(row).IsNull();
      if (null) {
        out.SetValue(row, duckdb::Value(type));
        continue;
      }
      const std::string text = duckdb::StringValue::Get(arguments.data[0].GetValue(row));
      const bool given = arguments.ColumnCount() > 1;
      const std::string pairs = given ? duckdb::StringValue::Get(arguments.data[1].GetValue(row)) : ",";
      const std::string key = given ? duckdb::StringValue::Get(arguments.data[2].GetValue(row)) : "=";
      duckdb::vector<duckdb::Value> keys, values;
      const auto split = text.empty() ? std::vector<Text>() : SplitBy(text, CompiledRegex(pairs));
      for (const Text pair : split) {
        const auto parts = SplitBy(pair, CompiledRegex(key), 2);
        const duckdb::Value name{std::string(parts[0])};
        const duckdb::Value value =
            parts.size() < 2 ? duckdb::Value(duckdb::LogicalType::VARCHAR) : duckdb::Value(std::string(parts[1]));
        keys.push_back(name);
        values.push_back(value);
      }
      out.SetValue(row, columnar::MapValue(duckdb::LogicalType::VARCHAR, duckdb::LogicalType::VARCHAR, std::move(keys),
                                           std::move(values)));
    }
    if (AllConstant(arguments)) out.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
  };
  // Separators that are written in the call are read at once. Even then a text may take them too many tries.
  for (size_t i = 1; i < call.size(); i++) {
    if (const auto separator = call.LiteralText(i)) SplitBy("", CompiledRegex(*separator));
  }
  return {std::vector<DataType>(call.size(), StringType()), result, std::move(kernel), call.size() > 1};
}

Resolved ResolveSplit(const Call& call) {
  call.RequireCount(2, 2);
  call.RequireText(0);
  call.RequireText(1);
  Kernel kernel = [](duckdb::DataChunk& arguments, duckdb::Vector& out) {
    const Rows rows(arguments);
    for (duckdb::idx_t row = 0; row < arguments.size(); row++) {
      if (rows.IsNull(0, row) || rows.IsNull(1, row)) {
        out.SetValue(row, duckdb::Value(out.GetType()));
        continue;
      }
      const Text text = rows.Get<Text>(0, row), separator = rows.Get<Text>(1, row);
      duckdb::vector<duckdb::Value> parts;
      if (separator.empty()) {
        for (size_t at = 0; at < text.size();) {
          const Text c = Characters(text.substr(at), 1);
          parts.emplace_back(std::string(c));
          at += c.size();
        }
      } else {
        size_t at = 0;
        for (size_t hit = text.find(separator); hit != Text::npos; hit = text.find(separator, at)) {
          parts.emplace_back(std::string(text.substr(at, hit - at)));
          at = hit + separator.size();
        }
        parts.emplace_back(std::string(text.substr(at)));
      }
      out.SetValue(row, duckdb::Value::LIST(duckdb::LogicalType::VARCHAR, std::move(parts)));
    }
    if (AllConstant(arguments)) out.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
  };
  return Ordinary(call, {StringType(), StringType()}, ArrayType(WithNull(StringType(), true)), std::move(kernel));
}

}  // namespace tarn::function
