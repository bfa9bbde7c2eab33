// From the tree of a pattern to the machine's instructions. Repeated parts are compiled several times.
#include <algorithm>
#include <map>

#include "base/error.h"
#include "function/regex_tree.h"

namespace tarn::function {
namespace {

using Node = RegexNode;

constexpr size_t kMaxInstructions = 100000;
constexpr int32_t kAsLongAsText = kRegexForever - 1;

class Writer {
 public:
  explicit Writer(size_t groups) {
    program_.groups = groups;
    program_.slots = 2 * (groups + 1) + groups;
  }

  RegexProgram Finish(const Node& node) {
    Save(0);
    Write(node);
    Save(1);
    Add(RegexOp::Accept);
    return std::move(program_);
  }

 private:
  size_t Add(RegexOp op, int32_t arg = 0) {
    RegexInstruction instruction;
    instruction.op = op;
    instruction.arg = arg;
    return Add(instruction);
  }
  size_t Add(const RegexInstruction& instruction) {
    if (program_.code.size() >= kMaxInstructions) {
      throw Error(ErrorCode::Unsupported, "a regular expression repeats too much to be carried out");
    }
    program_.code.push_back(instruction);
    return program_.code.size() - 1;
  }
  void Save(size_t slot) { Add(RegexOp::Save, static_cast<int32_t>(slot)); }
  void Land(size_t from) { program_.code[from].arg = static_cast<int32_t>(program_.code.size()); }
  /// One for all copies of a part that is repeated.
  int32_t Set(const CharSet& set) {
    const auto [known, is_new] = sets_.emplace(&set, static_cast<int32_t>(program_.sets.size()));
    if (is_new) program_.sets.push_back(set);
    return known->second;
  }

  void Write(const Node& node) {
    switch (node.kind) {
      case Node::Kind::Empty:
        return;
      case Node::Kind::Set:
        Add(RegexOp::Set, Set(node.set));
        return;
      case Node::Kind::Sequence:
        for (const auto& part : node.parts) Write(*part);
        return;
      case Node::Kind::Choice: {
        std::vector<size_t> ends;
        for (size_t i = 0; i < node.parts.size(); i++) {
          const bool last = i + 1 == node.parts.size();
          const size_t split = last ? 0 : Add(RegexOp::Split);
          Write(*node.parts[i]);
          if (last) break;
          ends.push_back(Add(RegexOp::Jump));
          Land(split);
        }
        for (const size_t end : ends) Land(end);
        return;
      }
      case Node::Kind::Group: {
        // Until it is closed, a back reference inside of it means what it caught before.
        const size_t open = 2 * (program_.groups + 1) + node.group - 1;
        if (node.group > 0) Save(open);
        Write(*node.parts[0]);
        if (node.group == 0) return;
        const size_t close = Add(RegexOp::CloseGroup, static_cast<int32_t>(node.group));
        program_.code[close].min = static_cast<int32_t>(open);
        return;
      }
      case Node::Kind::Instruction:
        Add(node.instruction);
        return;
      case Node::Kind::Repeat:
        Repeat(node);
        return;
      case Node::Kind::Look:
      case Node::Kind::Atomic: {
        RegexInstruction look = node.instruction;
        if (node.kind == Node::Kind::Atomic) look.op = RegexOp::Atomic;
        if (look.op == RegexOp::LookBehind) {
          const auto [least, most] = Width(*node.parts[0]);
          if (most == kRegexForever) throw RegexSyntaxError{"a look-behind has no obvious maximum length"};
          look.min = least;
          look.max = most;
        }
        const size_t begin = Add(look);
        Write(*node.parts[0]);
        Add(RegexOp::Accept);
        Land(begin);
        return;
      }
    }
  }

  void Repeat(const Node& node) {
    const Node& part = *node.parts[0];
    const auto& how = node.instruction;
    if (part.kind == Node::Kind::Set) {
      RegexInstruction loop = how;
      loop.op = RegexOp::SetLoop;
      loop.arg = Set(part.set);
      Add(loop);
      return;
    }
    const bool possessive = how.loop == RegexLoop::Possessive;
    const size_t atomic = possessive ? Add(RegexOp::Atomic) : 0;
    for (int32_t i = 0; i < how.min; i++) {
      const size_t before = program_.code.size();
      Write(part);
      if (program_.code.size() == before) break;  // nothing, however often
    }
    const auto split = [&] {
      const size_t at = Add(RegexOp::Split);
      program_.code[at].loop = how.loop;
      return at;
    };
    if (how.max == kRegexForever) {
      const size_t slot = program_.slots++;
      const size_t begin = split();
      Save(slot);
      Write(part);
      // A turn that took nothing is the last.
      const size_t check = Add(RegexOp::EmptyCheck);
      program_.code[check].min = static_cast<int32_t>(slot);
      Add(RegexOp::Jump, static_cast<int32_t>(begin));
      Land(check);
      Land(begin);
    } else {
      std::vector<size_t> splits;
      for (int32_t i = how.min; i < how.max; i++) {
        splits.push_back(split());
        Write(part);
      }
      for (const size_t at : splits) Land(at);
    }
    if (possessive) {
      Add(RegexOp::Accept);
      Land(atomic);
    }
  }

  /// How many characters it takes, at least and at most.
  static std::pair<int32_t, int32_t> Width(const Node& node) {
    const auto plus = [](int64_t a, int64_t b) {
      return static_cast<int32_t>(a == kRegexForever || b == kRegexForever ? kRegexForever
                                                                           : std::min<int64_t>(a + b, kAsLongAsText));
    };
    const auto times = [](int64_t a, int64_t b) {
      if (a == 0 || b == 0) return 0;
      return static_cast<int32_t>(a == kRegexForever || b == kRegexForever ? kRegexForever
                                                                           : std::min<int64_t>(a * b, kAsLongAsText));
    };
    switch (node.kind) {
      case Node::Kind::Set:
        return {1, 1};
      case Node::Kind::Sequence: {
        std::pair<int32_t, int32_t> sum = {0, 0};
        for (const auto& part : node.parts) {
          const auto width = Width(*part);
          sum = {plus(sum.first, width.first), plus(sum.second, width.second)};
        }
        return sum;
      }
      case Node::Kind::Choice: {
        std::pair<int32_t, int32_t> widest = {kRegexForever, 0};
        for (const auto& part : node.parts) {
          const auto width = Width(*part);
          widest = {std::min(widest.first, width.first), std::max(widest.second, width.second)};
        }
        return widest;
      }
      case Node::Kind::Group:
      case Node::Kind::Atomic:
        return Width(*node.parts[0]);
      case Node::Kind::Repeat: {
        const auto& how = node.instruction;
        if (node.parts[0]->kind == Node::Kind::Set && how.loop == RegexLoop::Greedy && how.max == kRegexForever) {
          // Java takes x* and x+ for bounded, by the longest text that there is.
          if (how.min <= 1) return {how.min, kAsLongAsText};
        }
        const auto width = Width(*node.parts[0]);
        return {times(width.first, node.instruction.min), times(width.second, node.instruction.max)};
      }
      case Node::Kind::Instruction:
        // What a group caught has no known length.
        return {0, node.instruction.op == RegexOp::BackReference ? kRegexForever : 0};
      default:
        return {0, 0};
    }
  }

  RegexProgram program_;
  std::map<const CharSet*, int32_t> sets_;
};

}  // namespace

RegexProgram CompileRegex(std::string_view pattern) {
  const RegexTree tree = ParseRegex(pattern);
  return Writer(tree.groups).Finish(*tree.root);
}

}  // namespace tarn::function
