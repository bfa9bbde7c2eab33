// LIKE, SIMILAR TO and regular expressions. The expressions are RE2's: Java's without look-around and back references.
#include <re2/re2.h>

#include <duckdb/common/re2_regex.hpp>
#include <duckdb/common/vector_operations/vector_operations.hpp>
#include <map>
#include <memory>

#include "base/error.h"
#include "function/cast.h"
#include "function/entries.h"

namespace duckdb_re2 {
// Exported by libduckdb.so, in no header.
bool RegexSearchInternal(const char* data, size_t size, Match& match, const RE2& regex, RE2::Anchor anchor,
                         size_t start, size_t end);
}  // namespace duckdb_re2

namespace tarn::function {
namespace {

using Text = std::string_view;

DataType Str() { return StringType(); }

void RequireText(const Call& call, size_t index) {
  if (!IsCharacter(call.type(index))) call.Refuse("strings");
}

/// A compiled expression, or why it is none.
struct Regex {
  std::unique_ptr<duckdb_re2::Regex> compiled;
  std::string error;

  explicit Regex(const std::string& pattern) {
    try {
      compiled = std::make_unique<duckdb_re2::Regex>(pattern);
      if (!compiled->GetRegex().ok()) {
        error = compiled->GetRegex().error();
        compiled.reset();
      }
    } catch (const std::exception& caught) {
      error = caught.what();
    }
  }
  bool ok() const { return compiled != nullptr; }

  struct Group {
    size_t begin = 0, length = 0;
    bool matched = false;
  };
  /// The first match at or after `from`: the whole and its groups; empty = none.
  std::vector<Group> Search(Text text, size_t from, bool whole = false) const {
    duckdb_re2::Match match;
    const auto anchor = whole ? duckdb_re2::RE2::ANCHOR_BOTH : duckdb_re2::RE2::UNANCHORED;
    if (!duckdb_re2::RegexSearchInternal(text.data(), text.size(), match, compiled->GetRegex(), anchor, from,
                                         text.size())) {
      return {};
    }
    std::vector<Group> groups;
    for (const auto& group : match.groups) {
      // A group that took no part is reported as empty at 0, where an empty match can only be if the whole is there.
      const bool took_part = !group.text.empty() || group.position != 0 || match.groups[0].position == 0;
      groups.push_back({group.position, group.text.size(), took_part});
    }
    return groups;
  }
};

/// Patterns are nearly always literals: the last ones stay compiled, per thread.
const Regex& Cached(Text pattern) {
  thread_local std::map<std::string, Regex, std::less<>> cache;
  const auto it = cache.find(pattern);
  if (it != cache.end()) return it->second;
  if (cache.size() > 64) cache.clear();
  return cache.emplace(std::string(pattern), Regex(std::string(pattern))).first->second;
}

std::string Quoted(Text character) {
  const bool plain = character.size() > 1 || std::isalnum(static_cast<unsigned char>(character[0])) != 0;
  return plain ? std::string(character) : "\\" + std::string(character);
}

/// SQL's LIKE: % and _, and the escape character before them. Throws InvalidInput for an escape before anything else.
struct LikeItem {
  bool any_text = false, any_character = false;
  Text character{};
};

std::vector<LikeItem> LikeItems(Text pattern, Text escape) {
  std::vector<LikeItem> items;
  for (size_t i = 0; i < pattern.size();) {
    const Text c = Characters(pattern.substr(i), 1);
    i += c.size();
    if (!escape.empty() && c == escape) {
      const Text next = Characters(pattern.substr(i), 1);
      if (next.empty() || (next != "%" && next != "_" && next != escape)) {
        throw Error(ErrorCode::InvalidInput, "invalid escape sequence in the pattern '" + std::string(pattern) + "'");
      }
      items.push_back({false, false, next});
      i += next.size();
    } else {
      items.push_back({c == "%", c == "_", c});
    }
  }
  return items;
}

// Greedy with one point to come back to: the last %.
bool LikeMatches(Text text, Text pattern, Text escape) {
  const auto items = LikeItems(pattern, escape);
  size_t at = 0, item = 0, star = items.size(), star_at = 0;
  while (at < text.size() || item < items.size()) {
    if (item < items.size() && items[item].any_text) {
      star = item++;
      star_at = at;
      continue;
    }
    if (item < items.size() && at < text.size()) {
      const Text c = Characters(text.substr(at), 1);
      if (items[item].any_character || items[item].character == c) {
        at += c.size();
        item++;
        continue;
      }
    }
    if (star == items.size() || star_at >= text.size()) return false;
    star_at += Characters(text.substr(star_at), 1).size();
    at = star_at;
    item = star + 1;
  }
  return true;
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
    } else if (in_class) {
      in_class = c != "]";
      regex += c == "\\" ? "\\\\" : std::string(c);
    } else if (c == "[") {
      in_class = true;
      regex += "[";
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

bool SimilarMatches(Text text, Text pattern, Text escape) {
  const Regex& regex = Cached(SimilarPattern(pattern, escape));
  if (!regex.ok()) {
    throw Error(ErrorCode::InvalidInput, "'" + std::string(pattern) + "' is no pattern: " + regex.error);
  }
  return !regex.Search(text, 0, true).empty();
}

using Translate = bool (*)(Text text, Text pattern, Text escape);

Resolved Pattern(const Call& call, Translate translate) {
  call.RequireCount(2, 3);
  for (size_t i = 0; i < call.size(); i++) RequireText(call, i);
  const DataType boolean = Simple(TypeRoot::Boolean);
  std::vector<DataType> parameters;
  for (const auto& argument : call.arguments) parameters.push_back(WithNull(argument.type, false));
  Resolved resolved;
  if (call.size() == 2) {
    resolved =
        Ordinary(call, std::move(parameters), boolean,
                 RowKernel([translate](Text text, Text pattern) -> bool { return translate(text, pattern, {}); }));
  } else {
    resolved = Ordinary(call, std::move(parameters), boolean,
                        RowKernel([translate](Text text, Text pattern, Text escape) -> bool {
                          if (CountCharacters(escape) != 1) {
                            throw Error(ErrorCode::InvalidInput, "the escape of LIKE must be one character");
                          }
                          return translate(text, pattern, escape);
                        }));
    resolved.can_fail = true;
  }
  return resolved;
}

}  // namespace

Resolved ResolveLike(const Call& call) { return Pattern(call, LikeMatches); }
Resolved ResolveSimilar(const Call& call) { return Pattern(call, SimilarMatches); }

Resolved ResolveRegexp(const Call& call) {
  call.RequireCount(2, 2);
  RequireText(call, 0);
  RequireText(call, 1);
  Resolved resolved =
      Ordinary(call, {Str(), Str()}, Simple(TypeRoot::Boolean), RowKernel([](Text text, Text pattern) {
                 if (pattern.empty()) return false;
                 const auto& regex = Cached(pattern);
                 if (!regex.ok()) {
                   throw Error(ErrorCode::InvalidInput,
                               "'" + std::string(pattern) + "' is no regular expression: " + regex.error);
                 }
                 return !regex.Search(text, 0).empty();
               }));
  resolved.can_fail = true;
  return resolved;
}

Resolved ResolveRegexpExtract(const Call& call) {
  call.RequireCount(2, 3);
  RequireText(call, 0);
  RequireText(call, 1);
  const auto extract = [](Text text, Text pattern, int32_t group) -> std::optional<std::string> {
    const auto& regex = Cached(pattern);
    if (!regex.ok() || group < 0) return std::nullopt;
    const auto groups = regex.Search(text, 0);
    if (static_cast<size_t>(group) >= groups.size() || !groups[static_cast<size_t>(group)].matched) return std::nullopt;
    const auto& found = groups[static_cast<size_t>(group)];
    return std::string(text.substr(found.begin, found.length));
  };
  if (call.size() == 2) {
    return {{Str(), Str()}, WithNull(Str(), true), RowKernel([extract](Text t, Text p) { return extract(t, p, 0); })};
  }
  if (!IsInteger(call.type(2))) call.Refuse("two strings and the number of a group");
  return {{Str(), Str(), Simple(TypeRoot::Int)},
          WithNull(Str(), true),
          RowKernel([extract](Text t, Text p, int32_t group) { return extract(t, p, group); })};
}

Resolved ResolveRegexpReplace(const Call& call) {
  call.RequireCount(3, 3);
  for (size_t i = 0; i < 3; i++) RequireText(call, i);
  auto kernel = RowKernel([](Text text, Text pattern, Text by) -> std::optional<std::string> {
    const auto& regex = Cached(pattern);
    if (!regex.ok()) return std::nullopt;
    std::string result;
    size_t at = 0;
    while (at <= text.size()) {
      const auto groups = regex.Search(text, at);
      if (groups.empty()) break;
      const size_t begin = groups[0].begin;
      result.append(text.substr(at, begin - at)).append(by);
      at = begin + groups[0].length;
      if (groups[0].length == 0) {
        if (at >= text.size()) {
          at++;
          break;
        }
        const Text next = Characters(text.substr(at), 1);
        result += next;
        at += next.size();
      }
    }
    if (at < text.size()) result += text.substr(at);
    return result;
  });
  return Ordinary(call, {Str(), Str(), Str()}, Str(), std::move(kernel));
}

namespace {

std::vector<Text> SplitBy(Text text, const Regex& regex, size_t limit) {
  std::vector<Text> parts;
  size_t at = 0;
  while (parts.size() + 1 < limit && at < text.size()) {
    if (!regex.ok()) throw Error(ErrorCode::InvalidInput, "a separator is no regular expression: " + regex.error);
    const auto groups = regex.Search(text, at);
    if (groups.empty() || groups[0].length == 0) break;
    parts.push_back(text.substr(at, groups[0].begin - at));
    at = groups[0].begin + groups[0].length;
  }
  parts.push_back(text.substr(at));
  return parts;
}

}  // namespace

Resolved ResolveStrToMap(const Call& call) {
  call.RequireCount(1, 3);
  for (size_t i = 0; i < call.size(); i++) RequireText(call, i);
  if (call.size() == 2) call.Refuse("a text, or a text and two separators");
  const DataType result = WithNull(MapType(WithNull(Str(), true), WithNull(Str(), true)), true);
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
      for (const Text pair : SplitBy(text, Cached(pairs), static_cast<size_t>(-1))) {
        const auto parts = SplitBy(pair, Cached(key), 2);
        const duckdb::Value name{std::string(parts[0])};
        const duckdb::Value value =
            parts.size() < 2 ? duckdb::Value(duckdb::LogicalType::VARCHAR) : duckdb::Value(std::string(parts[1]));
        // A key that comes again replaces the earlier value.
        size_t at = 0;
        while (at < keys.size() && keys[at] != name) at++;
        if (at < keys.size()) {
          values[at] = value;
        } else {
          keys.push_back(name);
          values.push_back(value);
        }
      }
      out.SetValue(row, duckdb::Value::MAP(duckdb::LogicalType::VARCHAR, duckdb::LogicalType::VARCHAR, std::move(keys),
                                           std::move(values)));
    }
    if (AllConstant(arguments)) out.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
  };
  return {std::vector<DataType>(call.size(), Str()), result, std::move(kernel)};
}

Resolved ResolveSplit(const Call& call) {
  call.RequireCount(2, 2);
  RequireText(call, 0);
  RequireText(call, 1);
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
  return Ordinary(call, {Str(), Str()}, ArrayType(WithNull(Str(), true)), std::move(kernel));
}

}  // namespace tarn::function
