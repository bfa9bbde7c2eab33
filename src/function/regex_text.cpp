#include "function/regex_text.h"

#include <algorithm>

#include "base/error.h"
#include "base/utf8.h"
#include "function/regex_chars.h"

namespace tarn::function {

void RegexText::Refuse(const std::string& what) const {
  throw Error(ErrorCode::Unsupported,
              what + " in the regular expression '" + std::string(pattern_) + "' is not supported");
}

bool RegexText::AtEnd() {
  SkipComments();
  return at_ >= pattern_.size();
}

void RegexText::SkipComments() {
  while (flags_.comments && at_ < pattern_.size()) {
    if (pattern_[at_] == '#') {
      // The end of the line itself is a blank, or a character of the pattern.
      for (size_t next = at_; next < pattern_.size(); at_ = next) {
        if (IsLineEnd(TakeCodePoint(pattern_, next), flags_.unix_lines)) break;
      }
    } else if (EscapedCharSet('s').Contains(static_cast<unsigned char>(pattern_[at_]))) {
      at_++;
    } else {
      return;
    }
  }
}

bool RegexText::Looks(std::string_view text) {
  SkipComments();
  return pattern_.substr(at_).starts_with(text);
}

bool RegexText::Accept(std::string_view text) {
  if (!Looks(text)) return false;
  at_ += text.size();
  return true;
}

uint32_t RegexText::Take() {
  if (at_ >= pattern_.size()) throw RegexSyntaxError{"unexpected end"};
  return TakeCodePoint(pattern_, at_);
}

CharSet RegexText::Cases(uint32_t from, uint32_t to) const {
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

CharSet RegexText::Dot() const {
  if (flags_.dot_all) return CharSet({{0, CharSet::kLast}});
  CharSet ends({{'\n', '\n'}});
  if (!flags_.unix_lines) ends.Add(CharSet({{'\r', '\r'}, {0x85, 0x85}, {0x2028, 0x2029}}));
  return ends.Settle().Complement();
}

bool RegexText::NamedSet(CharSet& set) {
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

uint32_t RegexText::Digits(uint32_t base, size_t count) {
  uint32_t value = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t c = FoldAscii(Take());
    const uint32_t digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
    if (digit >= base) throw RegexSyntaxError{"an escape lacks digits"};
    value = value * base + digit;
  }
  return value;
}

uint32_t RegexText::EscapedCharacter() {
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

CharSet RegexText::Class(int depth) {
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
bool RegexText::ClassItems(CharSet& set, int depth, bool any) {
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

}  // namespace tarn::function
