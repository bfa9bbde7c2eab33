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
  /// Without blanks, the members by their names.
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

}  // namespace tarn::function
