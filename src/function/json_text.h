// JSON as SQL's functions see it: numbers with all their digits (1.50 stays 1.50), members in order.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tarn::function {

struct JsonMember;

struct JsonNode {
  enum class Kind { Null, True, False, Number, String, Array, Object };
  Kind kind = Kind::Null;
  std::string text;  // of a number as JsonNumber has it, of a string decoded
  std::vector<JsonNode> items;
  std::vector<JsonMember> members;

  bool IsScalar() const { return kind != Kind::Array && kind != Kind::Object; }
  /// Without blanks.
  std::string Write() const;
  /// Of a scalar: true, 1.50, the string itself.
  std::string ScalarText() const;
};

struct JsonMember {
  std::string name;
  JsonNode value;
};

/// nullopt: the text is no JSON. Nesting is bounded.
std::optional<JsonNode> ParseJson(std::string_view text);
std::string JsonString(std::string_view text);
/// A number as Jackson writes it again: digits, or with a point or an exponent Java's BigDecimal.toString (1e5 is 1E+5,
/// 1.0E-4 is 0.00010).
std::string JsonNumber(std::string_view text);

/// "lax $.a.b[1]['c']": a mode, and steps by name, by index, or [*] / .* for all.
struct JsonPath {
  struct Step {
    enum class Kind { Member, Index, All } kind;
    std::string name{};
    size_t index = 0;
  };
  bool lax = false;  // Flink's default is strict
  std::vector<Step> steps;

  /// nullopt: the text is no path.
  static std::optional<JsonPath> Parse(std::string_view text);
  /// What the path finds; nullptr: nothing. With [*] the found values come as one array in `made`.
  const JsonNode* Find(const JsonNode& root, JsonNode& made) const;
};

}  // namespace tarn::function
