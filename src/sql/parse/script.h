// SET and RESET whose key stands without quotes, as Flink's client takes them: SET a.b = c, set a.b='c d', RESET a.b.
#pragma once

#include <optional>
#include <string_view>

#include "sql/parse/parser.h"

namespace tarn::sql {

struct UnquotedSet {
  bool reset = false;
  Text key;
  Text value;
  size_t length = 0;      // of the text up to its `;` or end
  bool complete = false;  // a `;` follows
};

/// `text` begins with the statement's first token. nullopt: it is not of this form.
std::optional<UnquotedSet> MatchUnquotedSet(std::string_view text);

}  // namespace tarn::sql
