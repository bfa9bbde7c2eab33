#include "function/regex.h"

#include <re2/re2.h>

#include <duckdb/common/re2_regex.hpp>
#include <map>

#include "base/error.h"

namespace duckdb_re2 {
// Exported by libduckdb.so, in no header.
bool RegexSearchInternal(const char* data, size_t size, Match& match, const RE2& regex, RE2::Anchor anchor,
                         size_t start, size_t end);
}  // namespace duckdb_re2

namespace tarn::function {
namespace {

/// (?<n>..) as RE2 writes it. Throws Unsupported for what RE2 has no word for.
std::string ToRe2(std::string_view pattern) {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorCode::Unsupported, what + " in the regular expression '" + std::string(pattern) +
                                            "' cannot be evaluated in linear time and is not supported");
  };
  std::string result;
  bool in_class = false;
  for (size_t i = 0; i < pattern.size(); i++) {
    const char c = pattern[i];
    const std::string_view rest = pattern.substr(i);
    if (c == '\\' && i + 1 < pattern.size()) {
      if (!in_class && pattern[i + 1] >= '1' && pattern[i + 1] <= '9') refuse("a back reference");
      result += c;
      result += pattern[++i];
    } else if (in_class) {
      in_class = c != ']';
      result += c;
    } else if (c == '[') {
      in_class = true;
      result += c;
    } else if (rest.starts_with("(?=") || rest.starts_with("(?!") || rest.starts_with("(?<=") ||
               rest.starts_with("(?<!")) {
      refuse("a look-around " + std::string(rest.substr(0, rest[2] == '<' ? 4 : 3)) + "..)");
    } else if (rest.starts_with("(?<")) {
      result += "(?P<";
      i += 2;
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace

Regex::Regex(std::string_view pattern) {
  const std::string translated = ToRe2(pattern);
  try {
    compiled_ = std::make_unique<duckdb_re2::Regex>(translated);
    if (compiled_->GetRegex().ok()) {
      groups_ = static_cast<size_t>(compiled_->GetRegex().NumberOfCapturingGroups());
    } else {
      error_ = compiled_->GetRegex().error();
      compiled_.reset();
    }
  } catch (const std::exception& caught) {
    error_ = caught.what();
  }
}

Regex::Regex(Regex&&) noexcept = default;
Regex::~Regex() = default;

std::vector<Regex::Group> Regex::Search(std::string_view text, size_t from, bool whole) const {
  duckdb_re2::Match match;
  const auto anchor = whole ? duckdb_re2::RE2::ANCHOR_BOTH : duckdb_re2::RE2::UNANCHORED;
  if (!duckdb_re2::RegexSearchInternal(text.data(), text.size(), match, compiled_->GetRegex(), anchor, from,
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

const Regex& CompiledRegex(std::string_view pattern) {
  thread_local std::map<std::string, Regex, std::less<>> cache;
  const auto it = cache.find(pattern);
  if (it != cache.end()) return it->second;
  if (cache.size() > 64) cache.clear();
  return cache.emplace(std::string(pattern), Regex(pattern)).first->second;
}

}  // namespace tarn::function
