// The condition of a filter in a path into JSON: [?(@.a > 1 && !@.b)].
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "function/json_path.h"

namespace tarn::function {

struct JsonFilter {
  struct Operand {
    std::optional<JsonPath> path;  // else a literal
    bool of_root = false;          // $.. and not @..
    JsonNode literal;

    std::optional<JsonNode> Of(const JsonNode& item, const JsonNode& root) const;
  };
  enum class Kind { Or, And, Not, Exists, Compare } kind = Kind::Or;
  std::vector<JsonFilter> parts;
  Operand left, right;
  std::string op;

  /// Reads `(condition)` at `at`, which is left behind it; nullopt: there is none. Throws for what is not supported.
  static std::optional<JsonFilter> Parse(std::string_view text, size_t& at);
  bool Accepts(const JsonNode& item, const JsonNode& root) const;
};

}  // namespace tarn::function
