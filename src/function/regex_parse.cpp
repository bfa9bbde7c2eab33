// Reads the structure of a pattern as java.util.regex does: alternatives, groups, repetitions, escapes.
#include <algorithm>
#include <map>

#include "function/regex_chars.h"
#include "function/regex_text.h"
#include "function/regex_tree.h"

namespace tarn::function {
namespace {

using Node = RegexNode;
using NodePtr = RegexNodePtr;

NodePtr Make(Node::Kind kind) {
  auto node = std::make_unique<Node>();
  node->kind = kind;
  return node;
}

class Reader : private RegexText {
 public:
  using RegexText::RegexText;

  NodePtr Read() {
    NodePtr node = Choice(0);
    if (at_ < pattern_.size()) throw RegexSyntaxError{"unmatched closing ')'"};
    return node;
  }
  size_t groups() const { return groups_; }

 private:
  // ---- structure
  NodePtr Choice(int depth) {
    if (depth > kMaxDepth) throw RegexSyntaxError{"nested too deeply"};
    const Flags outside = flags_;
    auto choice = Make(Node::Kind::Choice);
    choice->parts.push_back(Sequence(depth));
    while (Accept("|")) choice->parts.push_back(Sequence(depth));
    flags_ = outside;
    if (choice->parts.size() == 1) return std::move(choice->parts[0]);
    return choice;
  }

  NodePtr Sequence(int depth) {
    auto sequence = Make(Node::Kind::Sequence);
    while (!AtEnd() && !Looks("|") && !Looks(")")) {
      NodePtr atom = Atom(depth);
      if (atom) sequence->parts.push_back(Quantified(std::move(atom)));
    }
    return sequence;
  }

  NodePtr Quantified(NodePtr atom) {
    int32_t min = 0, max = kRegexForever;
    if (Accept("?")) {
      max = 1;
    } else if (Accept("+")) {
      min = 1;
    } else if (Accept("{")) {
      min = Number();
      max = min;
      if (Accept(",")) max = Looks("}") ? kRegexForever : Number();
      if (!Accept("}")) throw RegexSyntaxError{"unclosed counted closure"};
      if (max < min) throw RegexSyntaxError{"illegal repetition range"};
    } else if (!Accept("*")) {
      return atom;
    }
    auto repeat = Make(Node::Kind::Repeat);
    repeat->instruction.min = min;
    repeat->instruction.max = max;
    repeat->instruction.loop = Accept("?") ? RegexLoop::Lazy : Accept("+") ? RegexLoop::Possessive : RegexLoop::Greedy;
    repeat->parts.push_back(std::move(atom));
    return repeat;
  }

  int32_t Number() {
    int64_t value = -1;
    while (at_ < pattern_.size() && pattern_[at_] >= '0' && pattern_[at_] <= '9') {
      value = std::max<int64_t>(value, 0) * 10 + (pattern_[at_++] - '0');
      if (value >= kRegexForever) throw RegexSyntaxError{"illegal repetition range"};
    }
    if (value < 0) throw RegexSyntaxError{"illegal repetition"};
    return static_cast<int32_t>(value);
  }

  NodePtr Instruction(RegexOp op, int32_t arg = 0) {
    auto node = Make(Node::Kind::Instruction);
    node->instruction.op = op;
    node->instruction.arg = arg;
    node->instruction.any_case = flags_.any_case;
    node->instruction.unicode_case = flags_.unicode_case;
    node->instruction.unix_lines = flags_.unix_lines;
    return node;
  }

  NodePtr OfSet(CharSet set) {
    auto node = Make(Node::Kind::Set);
    node->set = std::move(set);
    return node;
  }

  /// nullptr: it only changed the flags.
  NodePtr Atom(int depth) {
    if (Accept("(")) return Bracket(depth + 1);
    if (Accept("[")) return OfSet(Class(depth + 1));
    if (Accept(".")) return OfSet(Dot());
    if (Accept("^")) return Instruction(flags_.lines ? RegexOp::LineBegin : RegexOp::TextBegin);
    if (Accept("$")) return Instruction(flags_.lines ? RegexOp::LineEnd : RegexOp::LastLineEnd);
    if (Looks("*") || Looks("+") || Looks("?")) throw RegexSyntaxError{"dangling meta character"};
    if (Looks("{")) throw RegexSyntaxError{"illegal repetition"};
    if (Accept("\\")) return Escape();
    SkipComments();
    const uint32_t code = Take();
    return OfSet(Cases(code, code));
  }

  NodePtr Bracket(int depth) {
    auto group = Make(Node::Kind::Group);
    if (at_ < pattern_.size() && pattern_[at_] == '?') {
      at_++;
      if (Accept(":")) {
      } else if (Accept(">")) {
        group->kind = Node::Kind::Atomic;
      } else if (Accept("=") || Accept("!")) {
        Look(*group, RegexOp::LookAhead, pattern_[at_ - 1] == '!');
      } else if (Accept("<=") || Accept("<!")) {
        Look(*group, RegexOp::LookBehind, pattern_[at_ - 1] == '!');
      } else if (Accept("<")) {
        group->group = ++groups_;
        if (!names_.emplace(GroupName('>'), group->group).second) throw RegexSyntaxError{"a group is defined twice"};
      } else {
        return FlagGroup(depth);
      }
    } else {
      group->group = ++groups_;
    }
    group->parts.push_back(Choice(depth));
    if (!Accept(")")) throw RegexSyntaxError{"unclosed group"};
    return group;
  }

  static void Look(Node& node, RegexOp op, bool negate) {
    node.kind = Node::Kind::Look;
    node.instruction.op = op;
    node.instruction.negate = negate;
  }

  std::string GroupName(char end) {
    std::string name;
    while (at_ < pattern_.size() && pattern_[at_] != end) name += pattern_[at_++];
    const auto letter = [](char c) { return FoldAscii(static_cast<unsigned char>(c)) - 'a' < 26U; };
    bool good = at_ < pattern_.size() && !name.empty() && letter(name[0]);
    for (const char c : name) good = good && (letter(c) || (c >= '0' && c <= '9'));
    if (!good) throw RegexSyntaxError{"a group has no good name"};
    at_++;
    return name;
  }

  /// (?i), to the end of the group around it, or (?i:..).
  NodePtr FlagGroup(int depth) {
    const Flags outside = flags_;
    bool on = true;
    while (true) {
      const uint32_t letter = Take();
      if (letter == '-' && on) {
        on = false;
      } else if (letter == 'i') {
        flags_.any_case = on;
      } else if (letter == 'u') {
        flags_.unicode_case = on;
      } else if (letter == 'm') {
        flags_.lines = on;
      } else if (letter == 's') {
        flags_.dot_all = on;
      } else if (letter == 'd') {
        flags_.unix_lines = on;
      } else if (letter == 'x') {
        flags_.comments = on;
      } else if (letter == 'U') {
        Refuse("the flag U");
      } else if (letter == ')') {
        return nullptr;
      } else if (letter == ':') {
        break;
      } else {
        throw RegexSyntaxError{"unknown inline modifier"};
      }
    }
    auto group = Make(Node::Kind::Group);
    group->parts.push_back(Choice(depth));
    if (!Accept(")")) throw RegexSyntaxError{"unclosed group"};
    flags_ = outside;
    return group;
  }

  // ---- behind a backslash, outside of classes
  NodePtr Escape() {
    const size_t begin = at_;
    const uint32_t letter = Take();
    switch (letter) {
      case 'A':
        return Instruction(RegexOp::TextBegin);
      case 'z':
        return Instruction(RegexOp::TextEnd);
      case 'Z':
        return Instruction(RegexOp::LastLineEnd);
      case 'b':
        if (Looks("{")) Refuse("the boundary \\b{..}");
        return Instruction(RegexOp::WordBoundary);
      case 'B':
        return Instruction(RegexOp::NoWordBoundary);
      case 'G':
        Refuse("\\G");
      case 'X':
        Refuse("\\X");
      case 'R':
        return LineBreak();
      case 'k': {
        if (!Accept("<")) throw RegexSyntaxError{"\\k is not followed by <name>"};
        const auto named = names_.find(GroupName('>'));
        if (named == names_.end()) throw RegexSyntaxError{"\\k names no group"};
        return Instruction(RegexOp::BackReference, static_cast<int32_t>(named->second));
      }
      case 'Q': {
        auto quoted = Make(Node::Kind::Sequence);
        const size_t end = std::min(pattern_.find("\\E", at_), pattern_.size());
        while (at_ < end) {
          const uint32_t code = Take();
          quoted->parts.push_back(OfSet(Cases(code, code)));
        }
        at_ = std::min(end + 2, pattern_.size());
        if (quoted->parts.empty()) return nullptr;
        // What repeats is the last character.
        NodePtr last = Quantified(std::move(quoted->parts.back()));
        quoted->parts.back() = std::move(last);
        return quoted;
      }
      default:
        break;
    }
    if (letter >= '1' && letter <= '9') {
      size_t group = letter - '0';
      // As many digits as there are groups so far.
      while (at_ < pattern_.size() && pattern_[at_] >= '0' && pattern_[at_] <= '9') {
        const size_t longer = group * 10 + static_cast<size_t>(pattern_[at_] - '0');
        if (longer > groups_) break;
        group = longer;
        at_++;
      }
      return Instruction(RegexOp::BackReference, static_cast<int32_t>(group));
    }
    at_ = begin;
    CharSet set;
    if (NamedSet(set)) return OfSet(std::move(set));
    const uint32_t code = EscapedCharacter();
    return OfSet(Cases(code, code));
  }

  NodePtr LineBreak() {
    auto choice = Make(Node::Kind::Choice);
    auto pair = Make(Node::Kind::Sequence);
    pair->parts.push_back(OfSet(CharSet({{'\r', '\r'}})));
    pair->parts.push_back(OfSet(CharSet({{'\n', '\n'}})));
    choice->parts.push_back(std::move(pair));
    choice->parts.push_back(OfSet(EscapedCharSet('v')));
    return choice;
  }

  size_t groups_ = 0;
  std::map<std::string, size_t> names_;
};

}  // namespace

RegexTree ParseRegex(std::string_view pattern) {
  Reader reader(pattern);
  RegexTree tree;
  tree.root = reader.Read();
  tree.groups = reader.groups();
  return tree;
}

}  // namespace tarn::function
