// Regular expressions: RE2's, which are Java's without look-around and back references. Compiled ones are kept, per
// thread. Java's names of groups, (?<n>..), are understood.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace duckdb_re2 {
class Regex;
}

namespace tarn::function {

/// A compiled expression, or why it is none.
class Regex {
 public:
  explicit Regex(std::string_view pattern);
  Regex(Regex&&) noexcept;
  ~Regex();

  bool ok() const { return compiled_ != nullptr; }
  const std::string& error() const { return error_; }
  /// How many groups in brackets there are.
  size_t groups() const { return groups_; }

  struct Group {
    size_t begin = 0, length = 0;
    bool matched = false;
  };
  /// The first match at or after `from`: the whole and its groups; empty = none.
  std::vector<Group> Search(std::string_view text, size_t from, bool whole = false) const;
  /// Calls `found(groups)` for one match after another, as Java's Matcher.find() does, until it returns false.
  template <typename Found>
  void Each(std::string_view text, Found found) const {
    for (size_t at = 0; at <= text.size();) {
      const auto groups = Search(text, at);
      if (groups.empty() || !found(groups)) return;
      at = groups[0].begin + groups[0].length + (groups[0].length == 0 ? 1 : 0);
    }
  }

 private:
  std::unique_ptr<duckdb_re2::Regex> compiled_;
  std::string error_;
  size_t groups_ = 0;
};

/// Patterns are nearly always literals: the last ones stay compiled, per thread. Throws Unsupported, by name, for what
/// Java knows and RE2 does not: look-around, back references, possessive quantifiers.
const Regex& CompiledRegex(std::string_view pattern);

}  // namespace tarn::function
