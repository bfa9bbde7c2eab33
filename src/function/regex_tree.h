// A pattern as it is read, before it is compiled. Private to regex*.cpp.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "function/regex_program.h"

namespace tarn::function {

/// How often a repetition without a bound may repeat.
inline constexpr int32_t kRegexForever = INT32_MAX;

struct RegexNode;
using RegexNodePtr = std::unique_ptr<RegexNode>;

struct RegexNode {
  enum class Kind { Empty, Set, Sequence, Choice, Group, Repeat, Instruction, Look, Atomic };
  Kind kind = Kind::Empty;
  std::vector<RegexNodePtr> parts;
  CharSet set;
  RegexInstruction instruction;  // of Instruction and Look: how; of Repeat: min, max, loop
  size_t group = 0;              // of Group; 0 = catches nothing
};

struct RegexTree {
  RegexNodePtr root;
  size_t groups = 0;  // in brackets
};

/// Throws as CompileRegex.
RegexTree ParseRegex(std::string_view pattern);

}  // namespace tarn::function
