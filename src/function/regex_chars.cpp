// Sets of characters, and those that Java names: \p{Lu}, \p{Alpha}.
#include "function/regex_chars.h"

#include <algorithm>
#include <map>
#include <utf8proc.hpp>

namespace tarn::function {

CharSet::CharSet(std::initializer_list<Range> ranges) : ranges_(ranges) { Settle(); }

CharSet& CharSet::Settle() {
  std::sort(ranges_.begin(), ranges_.end());
  std::vector<Range> merged;
  for (const auto& range : ranges_) {
    if (!merged.empty() && range.first <= merged.back().second + 1) {
      merged.back().second = std::max(merged.back().second, range.second);
    } else {
      merged.push_back(range);
    }
  }
  ranges_ = std::move(merged);
  for (uint32_t code = 0; code < 128; code++) ascii_[code] = Find(code);
  return *this;
}

CharSet CharSet::Complement() const {
  CharSet result;
  uint32_t next = 0;
  for (const auto& [from, to] : ranges_) {
    if (from > next) result.Add(next, from - 1);
    next = to + 1;
  }
  if (next <= kLast) result.Add(next, kLast);
  return result.Settle();
}

bool CharSet::Find(uint32_t code) const {
  const auto it =
      std::upper_bound(ranges_.begin(), ranges_.end(), code, [](uint32_t c, const Range& r) { return c < r.first; });
  return it != ranges_.begin() && code <= std::prev(it)->second;
}

uint32_t FoldAscii(uint32_t code) { return code >= 'A' && code <= 'Z' ? code + 32 : code; }

uint32_t FoldUnicode(uint32_t code) {
  // Java folds by way of the upper case: both ways of writing sigma and the Kelvin sign meet there.
  const auto upper = duckdb::utf8proc_toupper(static_cast<int32_t>(code));
  return static_cast<uint32_t>(duckdb::utf8proc_tolower(upper));
}

const std::vector<uint32_t>& SameUnicodeFold(uint32_t code) {
  static const auto kSame = [] {
    std::map<uint32_t, std::vector<uint32_t>> same;
    for (uint32_t c = 0; c <= CharSet::kLast; c++) {
      if (const uint32_t folded = FoldUnicode(c); folded != c) same[folded].push_back(c);
    }
    for (auto& [folded, codes] : same) codes.push_back(folded);
    return same;
  }();
  static const std::vector<uint32_t> kNone;
  const auto it = kSame.find(FoldUnicode(code));
  return it == kSame.end() ? kNone : it->second;
}

bool IsLetterOrDigit(uint32_t code) {
  if (code < 128) return (FoldAscii(code) >= 'a' && FoldAscii(code) <= 'z') || (code >= '0' && code <= '9');
  const std::string_view category = duckdb::utf8proc_category_string(static_cast<int32_t>(code));
  return category[0] == 'L' || category == "Nd";
}

bool IsNonSpacingMark(uint32_t code) {
  return code >= 128 && std::string_view(duckdb::utf8proc_category_string(static_cast<int32_t>(code))) == "Mn";
}

namespace {

/// Of a category ("Lu") or a family of them ("L"); "LC" are the letters that have cases.
CharSet OfCategory(std::string_view name) {
  CharSet set;
  uint32_t begin = 0;
  bool inside = false;
  for (uint32_t code = 0; code <= CharSet::kLast + 1; code++) {
    bool member = false;
    if (code <= CharSet::kLast) {
      const std::string_view category = duckdb::utf8proc_category_string(static_cast<int32_t>(code));
      member = name == "LC" ? category == "Lu" || category == "Ll" || category == "Lt"
                            : category.substr(0, name.size()) == name;
    }
    if (member && !inside) begin = code;
    if (!member && inside) set.Add(begin, code - 1);
    inside = member;
  }
  return set.Settle();
}

const std::map<std::string_view, CharSet>& PosixSets() {
  static const std::map<std::string_view, CharSet> kSets = {
      {"Lower", {{'a', 'z'}}},
      {"Upper", {{'A', 'Z'}}},
      {"ASCII", {{0, 0x7F}}},
      {"Alpha", {{'a', 'z'}, {'A', 'Z'}}},
      {"Digit", {{'0', '9'}}},
      {"Alnum", {{'a', 'z'}, {'A', 'Z'}, {'0', '9'}}},
      {"Punct", {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}},
      {"Graph", {{'!', '~'}}},
      {"Print", {{' ', '~'}}},
      {"Blank", {{' ', ' '}, {'\t', '\t'}}},
      {"Cntrl", {{0, 0x1F}, {0x7F, 0x7F}}},
      {"XDigit", {{'0', '9'}, {'a', 'f'}, {'A', 'F'}}},
      {"Space", {{'\t', '\r'}, {' ', ' '}}},
  };
  return kSets;
}

}  // namespace

const CharSet* NamedCharSet(std::string_view name) {
  const auto posix = PosixSets().find(name);
  if (posix != PosixSets().end()) return &posix->second;
  static const std::string_view kCategories[] = {
      "L",  "LC", "Lu", "Ll", "Lt", "Lm", "Lo", "M",  "Mn", "Mc", "Me", "N",  "Nd", "Nl", "No", "P",  "Pc", "Pd", "Ps",
      "Pe", "Pi", "Pf", "Po", "S",  "Sm", "Sc", "Sk", "So", "Z",  "Zs", "Zl", "Zp", "C",  "Cc", "Cf", "Cs", "Co", "Cn"};
  for (const std::string_view prefix : {"Is", "gc=", "general_category="}) {
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  }
  const auto* known = std::find(std::begin(kCategories), std::end(kCategories), name);
  if (known == std::end(kCategories)) return nullptr;
  thread_local std::map<std::string_view, CharSet> made;
  const auto it = made.find(*known);
  return it != made.end() ? &it->second : &made.emplace(*known, OfCategory(*known)).first->second;
}

const CharSet& EscapedCharSet(char letter) {
  static const std::map<char, CharSet> kSets = {
      {'d', {{'0', '9'}}},
      {'w', {{'a', 'z'}, {'A', 'Z'}, {'0', '9'}, {'_', '_'}}},
      {'s', {{'\t', '\r'}, {' ', ' '}}},
      {'h',
       {{' ', ' '},
        {'\t', '\t'},
        {0xA0, 0xA0},
        {0x1680, 0x1680},
        {0x180E, 0x180E},
        {0x2000, 0x200A},
        {0x202F, 0x202F},
        {0x205F, 0x205F},
        {0x3000, 0x3000}}},
      {'v', {{'\n', '\r'}, {0x85, 0x85}, {0x2028, 0x2029}}},
  };
  return kSets.at(letter);
}

}  // namespace tarn::function
