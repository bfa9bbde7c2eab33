// Regular expressions as java.util.regex has them. Compiled ones are kept, per thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "function/regex_program.h"

namespace tarn::function {

/// A compiled expression, or why it is none.
class Regex {
 public:
  explicit Regex(std::string_view pattern);

  bool ok() const { return error_.empty(); }
  const std::string& error() const { return error_; }
  /// How many groups in brackets there are.
  size_t groups() const { return program_.groups; }

  struct Group {
    size_t begin = 0, length = 0;
    bool matched = false;
  };
  /// The first match at or after byte `from`: the whole and its groups; empty = none. `whole`: it must take all of the
  /// text. Throws InvalidInput where the expression tries so much that no answer is in sight.
  std::vector<Group> Search(std::string_view text, size_t from, bool whole = false) const;
  /// Calls `found(groups)` for one match after another, as Java's Matcher.find() does, until it returns false.
  template <typename Found>
  void Each(std::string_view text, Found found) const {
    for (size_t at = 0; at <= text.size();) {
      const auto groups = Search(text, at);
      if (groups.empty() || !found(groups)) return;
      at = groups[0].begin + groups[0].length;
      if (groups[0].length > 0) continue;
      // Behind an empty match the next one begins a character later.
      if (at == text.size()) return;
      TakeCodePoint(text, at);
    }
  }

 private:
  std::string pattern_;
  RegexProgram program_;
  std::string error_;
};

/// Patterns are nearly always literals: the last ones stay compiled, per thread. Throws Unsupported, by name, for what
/// Java knows and Tarn does not.
const Regex& CompiledRegex(std::string_view pattern);

}  // namespace tarn::function
