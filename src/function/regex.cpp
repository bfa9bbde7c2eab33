#include "function/regex.h"

#include <algorithm>
#include <map>

#include "base/error.h"

namespace tarn::function {
namespace {

// More tries than any expression needs that does not grow exponentially with the text.
constexpr int64_t kMaxSteps = 50'000'000;
// Places to come back to, 96 MB of them.
constexpr size_t kMaxPlaces = 4'000'000;

/// One search: the position, the slots, and the places to come back to.
class Matcher {
 public:
  Matcher(const RegexProgram& program, std::string_view text, const std::string& pattern, int64_t& steps)
      : program_(program), text_(text), pattern_(pattern), steps_(steps), slots_(program.slots, kNowhere) {}

  bool MatchAt(size_t at, bool whole) {
    whole_ = whole;
    std::fill(slots_.begin(), slots_.end(), kNowhere);
    stack_.clear();
    return Run(0, at, 0);
  }
  std::optional<std::pair<size_t, size_t>> Caught(size_t group) const {
    if (slots_[2 * group] == kNowhere || slots_[2 * group + 1] == kNowhere) return std::nullopt;
    return std::pair(slots_[2 * group], slots_[2 * group + 1]);
  }

 private:
  static constexpr size_t kNowhere = static_cast<size_t>(-1);

  struct Entry {
    enum class Kind { Branch, Undo, Longer, Shorter };
    Kind kind;
    int32_t pc;    // where to go on
    size_t at;     // the position there; of Undo the slot's old value
    size_t bound;  // of Shorter the shortest position, of Longer how many more may be taken; of Undo the slot
  };

  void Count() {
    if (++steps_ <= kMaxSteps && stack_.size() <= kMaxPlaces) return;
    throw Error(ErrorCode::InvalidInput, "the regular expression '" + pattern_ +
                                             "' takes too many tries on a text of " + std::to_string(text_.size()) +
                                             " bytes; make its repetitions exclusive");
  }

  void Assign(size_t slot, size_t value) {
    stack_.push_back({Entry::Kind::Undo, 0, slots_[slot], slot});
    slots_[slot] = value;
  }

  uint32_t Before(size_t at, size_t* begin = nullptr) const {
    size_t back = at - 1;
    while (back > 0 && at - back < 4 && (static_cast<unsigned char>(text_[back]) & 0xC0) == 0x80) back--;
    if (begin != nullptr) *begin = back;
    return TakeCodePoint(text_, back);
  }
  uint32_t Here(size_t at) const { return TakeCodePoint(text_, at); }

  bool TakeOne(const CharSet& set, size_t& at) const {
    if (at >= text_.size()) return false;
    size_t next = at;
    if (!set.Contains(TakeCodePoint(text_, next))) return false;
    at = next;
    return true;
  }

  /// Undoes all that came after `base`.
  void Forget(size_t base) {
    while (stack_.size() > base) {
      const Entry entry = stack_.back();
      stack_.pop_back();
      if (entry.kind == Entry::Kind::Undo) slots_[entry.bound] = entry.at;
    }
  }

  /// Keeps what was caught after `base` and gives up the other ways.
  void Commit(size_t base) {
    size_t kept = base;
    for (size_t i = base; i < stack_.size(); i++) {
      if (stack_[i].kind == Entry::Kind::Undo) stack_[kept++] = stack_[i];
    }
    stack_.resize(kept);
  }

  /// Goes back to the last place with another way; false: there is none above `base`.
  bool Back(size_t base, int32_t& pc, size_t& at) {
    while (stack_.size() > base) {
      Entry& entry = stack_.back();
      switch (entry.kind) {
        case Entry::Kind::Undo:
          slots_[entry.bound] = entry.at;
          stack_.pop_back();
          continue;
        case Entry::Kind::Branch:
          pc = entry.pc;
          at = entry.at;
          stack_.pop_back();
          return true;
        case Entry::Kind::Shorter:
          if (entry.at <= entry.bound) {
            stack_.pop_back();
            continue;
          }
          Before(entry.at, &entry.at);
          pc = entry.pc;
          at = entry.at;
          return true;
        case Entry::Kind::Longer: {
          const auto& loop = program_.code[static_cast<size_t>(entry.pc)];
          if (entry.bound == 0 || !TakeOne(program_.sets[static_cast<size_t>(loop.arg)], entry.at)) {
            stack_.pop_back();
            continue;
          }
          entry.bound--;
          pc = entry.pc + 1;
          at = entry.at;
          return true;
        }
      }
    }
    return false;
  }

  bool SetLoop(const RegexInstruction& loop, int32_t pc, size_t& at) {
    const auto& set = program_.sets[static_cast<size_t>(loop.arg)];
    int32_t taken = 0;
    while (taken < loop.min) {
      if (!TakeOne(set, at)) return false;
      taken++;
    }
    if (loop.loop == RegexLoop::Lazy) {
      stack_.push_back({Entry::Kind::Longer, pc, at, static_cast<size_t>(loop.max - taken)});
      return true;
    }
    const size_t shortest = at;
    while (taken < loop.max && TakeOne(set, at)) taken++;
    steps_ += static_cast<int64_t>(at - shortest) / 8;
    if (loop.loop == RegexLoop::Greedy && at > shortest) {
      stack_.push_back({Entry::Kind::Shorter, pc + 1, at, shortest});
    }
    return true;
  }

  bool SameAsGroup(const RegexInstruction& reference, size_t& at) const {
    const auto group = static_cast<size_t>(reference.arg);
    const auto caught = group <= program_.groups ? Caught(group) : std::nullopt;
    if (!caught) return false;
    for (size_t i = caught->first; i < caught->second;) {
      if (at >= text_.size()) return false;
      uint32_t a = TakeCodePoint(text_, i), b = TakeCodePoint(text_, at);
      if (reference.any_case) {
        a = reference.unicode_case ? FoldUnicode(a) : FoldAscii(a);
        b = reference.unicode_case ? FoldUnicode(b) : FoldAscii(b);
      }
      if (a != b) return false;
    }
    return true;
  }

  bool AtLineEnd(const RegexInstruction& how, size_t at) const {
    if (at == text_.size()) return true;
    const uint32_t code = Here(at);
    if (!IsLineEnd(code, how.unix_lines)) return false;
    // There is no place between \r and \n.
    if (!how.unix_lines && code == '\n' && at > 0 && text_[at - 1] == '\r') return false;
    if (how.op == RegexOp::LineEnd) return true;
    size_t behind = at;
    TakeCodePoint(text_, behind);
    if (!how.unix_lines && code == '\r' && behind < text_.size() && text_[behind] == '\n') behind++;
    return behind == text_.size();
  }

  bool AtLineBegin(const RegexInstruction& how, size_t at) const {
    if (at == text_.size()) return false;
    if (at == 0) return true;
    const uint32_t before = Before(at);
    if (!IsLineEnd(before, how.unix_lines)) return false;
    return how.unix_lines || before != '\r' || text_[at] != '\n';
  }

  /// Whether the character at `at` is part of a word: with accents, which count as the character below them.
  bool InWord(size_t at) const {
    uint32_t code = Here(at);
    if (code == '_') return true;
    for (; at > 0 && IsNonSpacingMark(code); steps_++) code = Before(at, &at);
    return IsLetterOrDigit(code);
  }

  bool AtWordBoundary(size_t at) const {
    size_t begin = at;
    if (at > 0) Before(at, &begin);
    const bool before = at > 0 && InWord(begin);
    const bool behind = at < text_.size() && InWord(at);
    return before != behind;
  }

  bool LookBehind(const RegexInstruction& look, int32_t pc, size_t at) {
    size_t begin = at;
    for (int32_t back = 0;; back++) {
      if (back >= look.min && Part(pc, begin, at)) return true;
      if (back >= look.max || begin == 0) return false;
      Before(begin, &begin);
    }
  }

  /// Runs a part that begins at `pc`; `ends_at`: it must end there. What it caught stays.
  bool Part(int32_t pc, size_t at, std::optional<size_t> ends_at = std::nullopt, size_t* end = nullptr) {
    const size_t base = stack_.size();
    const auto outer = wanted_end_;
    const bool outer_whole = whole_;
    wanted_end_ = ends_at;
    whole_ = false;
    const bool matched = Run(pc, at, base);
    wanted_end_ = outer;
    whole_ = outer_whole;
    if (!matched) return false;
    Commit(base);
    if (end != nullptr) *end = end_;
    return true;
  }

  bool Run(int32_t pc, size_t at, size_t base) {
    while (true) {
      Count();
      const auto& now = program_.code[static_cast<size_t>(pc)];
      bool good = true;
      switch (now.op) {
        case RegexOp::Set:
          good = TakeOne(program_.sets[static_cast<size_t>(now.arg)], at);
          break;
        case RegexOp::SetLoop:
          good = SetLoop(now, pc, at);
          break;
        case RegexOp::Split: {
          const bool here_first = now.loop != RegexLoop::Lazy;
          stack_.push_back({Entry::Kind::Branch, here_first ? now.arg : pc + 1, at, 0});
          if (here_first) break;
          pc = now.arg;
          continue;
        }
        case RegexOp::Jump:
          pc = now.arg;
          continue;
        case RegexOp::Save:
          Assign(static_cast<size_t>(now.arg), at);
          break;
        case RegexOp::CloseGroup:
          Assign(2 * static_cast<size_t>(now.arg), slots_[static_cast<size_t>(now.min)]);
          Assign(2 * static_cast<size_t>(now.arg) + 1, at);
          break;
        case RegexOp::EmptyCheck:
          if (slots_[static_cast<size_t>(now.min)] != at) break;
          pc = now.arg;
          continue;
        case RegexOp::BackReference:
          good = SameAsGroup(now, at);
          break;
        case RegexOp::TextBegin:
          good = at == 0;
          break;
        case RegexOp::LineBegin:
          good = AtLineBegin(now, at);
          break;
        case RegexOp::TextEnd:
          good = at == text_.size();
          break;
        case RegexOp::LastLineEnd:
        case RegexOp::LineEnd:
          good = AtLineEnd(now, at);
          break;
        case RegexOp::WordBoundary:
        case RegexOp::NoWordBoundary:
          good = AtWordBoundary(at) == (now.op == RegexOp::WordBoundary);
          break;
        case RegexOp::LookAhead:
        case RegexOp::LookBehind: {
          const size_t before = stack_.size();
          const bool found = now.op == RegexOp::LookAhead ? Part(pc + 1, at) : LookBehind(now, pc + 1, at);
          if (now.negate) Forget(before);
          good = found != now.negate;
          if (!good) break;
          pc = now.arg;
          continue;
        }
        case RegexOp::Atomic:
          good = Part(pc + 1, at, std::nullopt, &at);
          if (!good) break;
          pc = now.arg;
          continue;
        case RegexOp::Accept:
          good = (!wanted_end_ || at == *wanted_end_) && (!whole_ || at == text_.size());
          if (!good) break;
          end_ = at;
          return true;
        case RegexOp::Fail:
          good = false;
          break;
      }
      if (good) {
        pc++;
      } else if (!Back(base, pc, at)) {
        return false;
      }
    }
  }

  const RegexProgram& program_;
  std::string_view text_;
  const std::string& pattern_;
  int64_t& steps_;
  std::vector<size_t> slots_;
  std::vector<Entry> stack_;
  bool whole_ = false;
  std::optional<size_t> wanted_end_;  // of the part that runs
  size_t end_ = 0;
};

}  // namespace

Regex::Regex(std::string_view pattern) : pattern_(pattern) {
  try {
    program_ = CompileRegex(pattern);
  } catch (const RegexSyntaxError& wrong) {
    error_ = wrong.what;
  }
}

std::vector<Regex::Group> Regex::Search(std::string_view text, size_t from, bool whole) const {
  int64_t steps = 0;
  Matcher matcher(program_, text, pattern_, steps);
  // What stands behind the opening of groups says where a match can begin at all.
  const auto& first = *std::find_if(program_.code.begin(), program_.code.end(),
                                    [](const RegexInstruction& one) { return one.op != RegexOp::Save; });
  const bool by_set = first.op == RegexOp::Set || (first.op == RegexOp::SetLoop && first.min > 0);
  const bool at_begin = whole || first.op == RegexOp::TextBegin;
  for (size_t at = from; at <= text.size();) {
    if (at_begin && at > 0) break;
    size_t next = at;
    const bool possible =
        !by_set ||
        (at < text.size() && program_.sets[static_cast<size_t>(first.arg)].Contains(TakeCodePoint(text, next)));
    if (possible && matcher.MatchAt(at, whole)) {
      std::vector<Group> groups;
      for (size_t i = 0; i <= program_.groups; i++) {
        const auto caught = matcher.Caught(i);
        groups.push_back(caught ? Group{caught->first, caught->second - caught->first, true} : Group{});
      }
      return groups;
    }
    if (at == text.size()) break;
    if (next == at) TakeCodePoint(text, next);
    at = next;
  }
  return {};
}

const Regex& CompiledRegex(std::string_view pattern) {
  thread_local std::map<std::string, Regex, std::less<>> cache;
  const auto it = cache.find(pattern);
  if (it != cache.end()) return it->second;
  if (cache.size() > 64) cache.clear();
  return cache.emplace(std::string(pattern), Regex(pattern)).first->second;
}

}  // namespace tarn::function
