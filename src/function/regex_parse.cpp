// Reads a pattern as java.util.regex does.
#include <algorithm>
#include <map>

#include "base/error.h"
#include "base/utf8.h"
#include "function/regex_chars.h"
#include "function/regex_tree.h"

namespace tarn::function {
namespace {

constexpr int kMaxDepth = 250;

using Node = RegexNode;
using NodePtr = RegexNodePtr;

NodePtr Make(Node::Kind kind) {
  auto node = std::make_unique<Node>();
  node->kind = kind;
  return node;
}

struct Flags {
  bool any_case = false, unicode_case = false, lines = false, dot_all = false, unix_lines = false, comments = false;
};

class Reader {
 public:
  explicit Reader(std::string_view pattern) : pattern_(pattern) {}

  NodePtr Read() {
    NodePtr node = Choice(0);
    if (at_ < pattern_.size()) throw RegexSyntaxError{"unmatched closing ')'"};
    return node;
  }
  size_t groups() const { return groups_; }

 private:
  [[noreturn]] void Refuse(const std::string& what) const {
    throw Error(ErrorCode::Unsupported,
                what + " in the regular expression '" + std::string(pattern_) + "' is not supported");
  }

  // ---- characters of the pattern
  bool AtEnd() {
    SkipComments();
    return at_ >= pattern_.size();
  }
  void SkipComments() {
    while (flags_.comments && at_ < pattern_.size()) {
      if (pattern_[at_] == '#') {
        while (at_ < pattern_.size() && pattern_[at_] != '\n') at_++;
      } else if (EscapedCharSet('s').Contains(static_cast<unsigned char>(pattern_[at_]))) {
        at_++;
      } else {
        return;
      }
    }
  }
  bool Looks(std::string_view text) {
    SkipComments();
    return pattern_.substr(at_).starts_with(text);
  }
  bool Accept(std::string_view text) {
    if (!Looks(text)) return false;
    at_ += text.size();
    return true;
  }
  uint32_t Take() {
    if (at_ >= pattern_.size()) throw RegexSyntaxError{"unexpected end"};
    return TakeCodePoint(pattern_, at_);
  }

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

  /// The characters that one stands for under (?i).
  CharSet Cases(uint32_t from, uint32_t to) const {
    CharSet set({{from, to}});
    if (!flags_.any_case) return set;
    for (const CharSet::Range& letters : {CharSet::Range{'a', 'z'}, CharSet::Range{'A', 'Z'}}) {
      const uint32_t first = std::max(from, letters.first), last = std::min(to, letters.second);
      if (first <= last) set.Add(first ^ 0x20, last ^ 0x20);
    }
    // Ranges that long hold no letters with cases.
    if (flags_.unicode_case && to - from < 0x20000) {
      for (uint32_t code = from; code <= to; code++) {
        for (const uint32_t same : SameUnicodeFold(code)) set.Add(same, same);
      }
    }
    return set.Settle();
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

  CharSet Dot() const {
    if (flags_.dot_all) return CharSet({{0, CharSet::kLast}});
    CharSet ends({{'\n', '\n'}});
    if (!flags_.unix_lines) ends.Add(CharSet({{'\r', '\r'}, {0x85, 0x85}, {0x2028, 0x2029}}));
    return ends.Settle().Complement();
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

  /// \d \D \p{..} and the like, the backslash is read already; false, and nothing read: it is one character.
  bool NamedSet(CharSet& set) {
    const size_t begin = at_;
    const uint32_t letter = Take();
    const uint32_t lower = FoldAscii(letter);
    if (letter < 128 && std::string_view("dwshv").find(static_cast<char>(lower)) != std::string_view::npos) {
      set = EscapedCharSet(static_cast<char>(lower));
    } else if (lower == 'p') {
      std::string name(1, static_cast<char>(Take()));
      if (name == "{") {
        const size_t end = pattern_.find('}', at_);
        if (end == std::string_view::npos) throw RegexSyntaxError{"unclosed character family"};
        name = pattern_.substr(at_, end - at_);
        at_ = end + 1;
      }
      const CharSet* named = NamedCharSet(name);
      if (named == nullptr) Refuse("the character family \\p{" + name + "}");
      set = *named;
      // Under (?i) a letter of either case stands for both.
      if (flags_.any_case && (name == "Lower" || name == "Upper")) set = *NamedCharSet("Alpha");
      if (flags_.any_case && (name == "Lu" || name == "Ll" || name == "Lt")) set = *NamedCharSet("LC");
    } else {
      at_ = begin;
      return false;
    }
    if (letter != lower) set = set.Complement();
    return true;
  }

  uint32_t Digits(uint32_t base, size_t count) {
    uint32_t value = 0;
    for (size_t i = 0; i < count; i++) {
      const uint32_t c = FoldAscii(Take());
      const uint32_t digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
      if (digit >= base) throw RegexSyntaxError{"an escape lacks digits"};
      value = value * base + digit;
    }
    return value;
  }

  /// One character behind a backslash.
  uint32_t EscapedCharacter() {
    const uint32_t letter = Take();
    switch (letter) {
      case 't':
        return '\t';
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 'f':
        return '\f';
      case 'a':
        return 7;
      case 'e':
        return 0x1B;
      case 'c':
        return Take() ^ 64;
      case '0': {
        uint32_t value = Digits(8, 1);
        const auto octal = [&] { return at_ < pattern_.size() && pattern_[at_] >= '0' && pattern_[at_] <= '7'; };
        if (octal()) value = value * 8 + Digits(8, 1);
        if (octal() && value <= 037) value = value * 8 + Digits(8, 1);
        return value;
      }
      case 'x': {
        if (at_ >= pattern_.size() || pattern_[at_] != '{') return Digits(16, 2);
        const size_t end = pattern_.find('}', ++at_);
        if (end == std::string_view::npos || end == at_ || end - at_ > 6) throw RegexSyntaxError{"bad \\x{..}"};
        const uint32_t code = Digits(16, end - at_);
        at_ = end + 1;
        if (code > CharSet::kLast) throw RegexSyntaxError{"bad \\x{..}"};
        return code;
      }
      case 'u': {
        const uint32_t high = Digits(16, 4);
        if (high < 0xD800 || high >= 0xDC00 || !pattern_.substr(at_).starts_with("\\u")) return high;
        at_ += 2;
        const uint32_t low = Digits(16, 4);
        if (low < 0xDC00 || low >= 0xE000) Refuse("half of a surrogate pair");
        return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
      }
      case 'N':
        Refuse("the character name \\N{..}");
      default:
        if (letter < 128 && FoldAscii(letter) >= 'a' && FoldAscii(letter) <= 'z') {
          throw RegexSyntaxError{"unsupported escape sequence"};
        }
        return letter;
    }
  }

  // ---- classes: [..], the opening bracket is read
  CharSet Class(int depth) {
    if (depth > kMaxDepth) throw RegexSyntaxError{"nested too deeply"};
    const bool negate = Accept("^");
    CharSet all;
    bool any = false;
    while (true) {
      CharSet operand;
      const bool some = ClassItems(operand, depth, any);
      operand.Settle();
      if (some) all = any ? all.And(operand) : operand;
      any = any || some;
      if (Accept("&&")) continue;
      if (!Accept("]")) throw RegexSyntaxError{"unclosed character class"};
      if (!any) throw RegexSyntaxError{"bad class syntax"};
      return negate ? all.Complement() : all;
    }
  }

  /// Up to && or ]; a ] that comes first is a character.
  bool ClassItems(CharSet& set, int depth, bool any) {
    bool some = false;
    while (true) {
      if (AtEnd()) throw RegexSyntaxError{"unclosed character class"};
      if (Looks("&&") || (Looks("]") && (some || any))) return some;
      some = true;
      if (Accept("[")) {
        set.Add(Class(depth + 1));
        continue;
      }
      const bool escaped = Accept("\\");
      if (escaped) {
        if (Accept("Q")) {
          while (at_ < pattern_.size() && !Accept("\\E")) {
            const uint32_t code = Take();
            set.Add(Cases(code, code));
          }
          continue;
        }
        CharSet named;
        if (NamedSet(named)) {
          set.Add(named);
          continue;
        }
      }
      const uint32_t from = escaped ? EscapedCharacter() : Take();
      uint32_t to = from;
      if (Looks("-") && at_ + 1 < pattern_.size() && pattern_[at_ + 1] != ']' && pattern_[at_ + 1] != '[') {
        at_++;
        to = Accept("\\") ? EscapedCharacter() : Take();
        if (to < from) throw RegexSyntaxError{"illegal character range"};
      }
      set.Add(Cases(from, to));
    }
  }

  std::string_view pattern_;
  size_t at_ = 0;
  size_t groups_ = 0;
  Flags flags_;
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
