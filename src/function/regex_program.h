// What a regular expression of Java's is compiled to: instructions for a machine that tries, and comes back where it
// failed, as java.util.regex does. Private to regex*.cpp.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::function {

/// Characters as sorted ranges without overlap, both ends included.
class CharSet {
 public:
  using Range = std::pair<uint32_t, uint32_t>;
  static constexpr uint32_t kLast = 0x10FFFF;

  CharSet() = default;
  CharSet(std::initializer_list<Range> ranges);

  void Add(uint32_t from, uint32_t to) { ranges_.push_back({from, to}); }
  void Add(const CharSet& other) { ranges_.insert(ranges_.end(), other.ranges_.begin(), other.ranges_.end()); }
  /// To be called after Add and before anything else.
  CharSet& Settle();
  CharSet Complement() const;
  CharSet And(const CharSet& other) const { return OrOf(Complement(), other.Complement()).Complement(); }
  const std::vector<Range>& ranges() const { return ranges_; }
  bool Contains(uint32_t code) const { return code < 128 ? ascii_[code] : Find(code); }

 private:
  static CharSet OrOf(CharSet a, const CharSet& b) {
    a.Add(b);
    return a.Settle();
  }
  bool Find(uint32_t code) const;

  std::vector<Range> ranges_;
  std::bitset<128> ascii_;
};

enum class RegexOp : uint8_t {
  Set,             // one character of sets[arg]
  SetLoop,         // min..max of them, greedy, lazy or possessive
  Split,           // first here, then at arg; `lazy`: the other way round
  Jump,            // to arg
  Save,            // the position into slot arg
  CloseGroup,      // what group arg has caught: from the position in slot `min` to here
  EmptyCheck,      // goes on at arg if the position is still that of slot `min`
  BackReference,   // group arg
  TextBegin,       // \A, and ^ without (?m)
  LineBegin,       // ^ with (?m)
  TextEnd,         // \z
  LastLineEnd,     // $ without (?m), \Z
  LineEnd,         // $ with (?m)
  WordBoundary,    // \b
  NoWordBoundary,  // \B
  LookAhead,       // the part up to arg matches here; `negate`: does not
  LookBehind,      // .. ends here, and begins min..max characters before
  Atomic,          // the part up to arg, without coming back into it
  Accept,          // the end, of a part too
  Fail
};

enum class RegexLoop : uint8_t { Greedy, Lazy, Possessive };

struct RegexInstruction {
  RegexOp op = RegexOp::Fail;
  RegexLoop loop = RegexLoop::Greedy;
  bool negate = false;
  bool any_case = false, unicode_case = false;  // of a back reference
  bool unix_lines = false;
  int32_t arg = 0;
  int32_t min = 0, max = 0;
};

struct RegexProgram {
  std::vector<RegexInstruction> code;
  std::vector<CharSet> sets;
  size_t groups = 0;  // in brackets
  size_t slots = 0;   // 2 * (groups + 1), and those of open groups and of loops
};

/// Why a pattern is no regular expression, in Java's eyes.
struct RegexSyntaxError {
  std::string what;
};

/// Throws RegexSyntaxError, and Error (Unsupported) for what Java knows and this does not: scripts, blocks, \X, \G.
RegexProgram CompileRegex(std::string_view pattern);

inline bool IsLineEnd(uint32_t code, bool unix_lines) {
  if (unix_lines) return code == '\n';
  return code == '\n' || code == '\r' || code == 0x85 || code == 0x2028 || code == 0x2029;
}
uint32_t FoldAscii(uint32_t code);
uint32_t FoldUnicode(uint32_t code);
/// Letters and digits of any script.
bool IsLetterOrDigit(uint32_t code);
/// Accents and the like, which belong to the character before them.
bool IsNonSpacingMark(uint32_t code);

}  // namespace tarn::function
