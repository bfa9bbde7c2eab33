// Paths into JSON, as Jayway's JsonPath reads them: $.a[0], $['b','c'], $[-1], $[0,2], $[1:], $.*, $..d,
// $.a[?(@.b > 1)].
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "function/json_text.h"

namespace tarn::function {

struct JsonFilter;

struct JsonPath {
  struct Step {
    enum class Kind {
      Members,  // by names
      Indexes,  // below 0 they count from the end
      Slice,
      All,
      Deep,    // ..: a node and all that is below it
      Length,  // length() or size()
      Filter,
    } kind;
    std::vector<std::string> names{};
    std::vector<int64_t> indexes{};
    std::optional<int64_t> from{}, to{};  // of a slice; one of them is there
    std::shared_ptr<const JsonFilter> filter{};
  };
  bool lax = false;  // Flink's default is strict
  bool valid = false;
  std::vector<Step> steps;

  /// Not valid: the text is no path. Throws for what a path may have in Flink and not here.
  static JsonPath Parse(std::string_view text);
  /// Whether the path names one value. The values of any other come as an array, which may be empty.
  bool IsDefinite() const;
  /// What the valid path finds, if it fits `root`.
  std::optional<JsonNode> Find(const JsonNode& root) const;
};

}  // namespace tarn::function
