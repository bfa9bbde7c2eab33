// What java.util.regex (Java 17) finds with the same patterns: every match with its groups, ~ for one that took no
// part.
#include "function/regex.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace tarn::function {
namespace {

std::string AllMatches(const std::string& pattern, const std::string& text) {
  const Regex regex(pattern);
  if (!regex.ok()) return "no pattern";
  std::string all;
  regex.Each(text, [&](const std::vector<Regex::Group>& groups) {
    all += '<';
    for (size_t i = 0; i < groups.size(); i++) {
      if (i > 0) all += '|';
      all += groups[i].matched ? text.substr(groups[i].begin, groups[i].length) : "~";
    }
    all += '>';
    return true;
  });
  return all;
}

TEST(RegexText, FindsWhatJavaFinds) {
  const struct {
    std::string pattern, text, matches;
  } kCases[] = {
      {"(a)?b", "b ab", "<b|~><ab|a>"},
      {"(a)|(b)", "ab", "<a|a|~><b|~|b>"},
      {"(?<=a)b", "ab cb", "<b>"},
      {"(?<!a)b", "ab cb", "<b>"},
      {"a(?=b)", "ab ac", "<a>"},
      {"a(?!b)", "ab ac", "<a>"},
      {"(a+)b\\1", "aabaa aba", "<aabaa|aa><aba|a>"},
      {"(?<x>a|b)\\k<x>", "aabbab", "<aa|a><bb|b>"},
      {"a++a", "aaaa", ""},
      {"a*+b", "aaab", "<aaab>"},
      {"(?>a|ab)c", "abc ac", "<ac>"},
      {"(a|ab)(c|bcd)(d*)", "abcd", "<abcd|a|bcd|>"},
      {"^a", "a\na", "<a>"},
      {"(?m)^a", "a\na", "<a><a>"},
      {"(?m)a$", "a\na\r\na", "<a><a><a>"},
      {"a$", "a\n", "<a>"},
      {"a$", "a\n\n", ""},
      {"a\\Z", "a\r\n", "<a>"},
      {"a\\z", "a\n", ""},
      {"$", "a\n", "<><>"},
      {"(?m)$", "a\nb\n", "<><><>"},
      {"(?m)^", "a\nb\n", "<><>"},
      {".", "a\n\302\205\u2028b", "<a><b>"},
      {"(?s).", "a\n", "<a><\n>"},
      {"(?d).", "\r\n", "<\r>"},
      {"(?dm)a$", "a\r\na", "<a>"},
      {"\\s+", "a \013\u00a0b", "< \013>"},
      {"\\S+", "a b", "<a><b>"},
      {"\\h", "a\u00a0b", "<\u00a0>"},
      {"\\v", "a\302\205b", "<\302\205>"},
      {"\\R", "\r\n\n\r", "<\r\n><\n><\r>"},
      {"\\w+", "h\u00e9llo_1", "<h><llo_1>"},
      {"\\bo", "o \u00e9o", "<o>"},
      {"\\Bo", "oo \u00e9o", "<o><o>"},
      {"\\d{2,3}", "1 12 12345", "<12><123><45>"},
      {"\\d{2,3}?", "12345", "<12><34>"},
      {"a{,2}", "aa", "no pattern"},
      {"a{2", "aa", "no pattern"},
      {"a{3,2}", "a", "no pattern"},
      {"*a", "a", "no pattern"},
      {"a**", "a", "no pattern"},
      {"(a", "a", "no pattern"},
      {"a)", "a", "no pattern"},
      {"[a", "a", "no pattern"},
      {"[]a]", "]a", "<]><a>"},
      {"[^]a]", "]ab", "<b>"},
      {"[a-]", "-a", "<-><a>"},
      {"[a-c-e]", "b-de", "<b><-><e>"},
      {"[z-a]", "a", "no pattern"},
      {"[a-z&&[^bc]]", "abcd", "<a><d>"},
      {"[a-d&&c-f]", "abcdef", "<c><d>"},
      {"[a[bc]d]", "abcde", "<a><b><c><d>"},
      {"[^a[b]]", "abc", "<c>"},
      {"[a&&b&&c]", "abc", ""},
      {"[&&a]", "a&", "<a>"},
      {"[\\d-x]", "1-x", "<1><-><x>"},
      {"[\\p{Alpha}_]+", "ab_1", "<ab_>"},
      {"\\p{Lu}+", "aB\u00c9c", "<B\u00c9>"},
      {"\\P{L}+", "a1 b", "<1 >"},
      {"\\pL+", "1\u00e9a", "<\u00e9a>"},
      {"\\p{IsLu}", "aB", "<B>"},
      {"\\p{Punct}", "a.b", "<.>"},
      {"(?i)\\p{Lower}", "aB", "<a><B>"},
      {"(?i)abc", "aBC", "<aBC>"},
      {"(?i)\u00e9", "\u00c9", ""},
      {"(?iu)\u00e9", "\u00c9", "<\u00c9>"},
      {"(?iu)[\u03c3]", "\u03a3\u03c2", "<\u03a3><\u03c2>"},
      {"a(?i)b|c", "aB C c", "<aB><C><c>"},
      {"(?i:a)b", "Ab AB", "<Ab>"},
      {"(?-i)a", "a", "<a>"},
      {"(?x)a b # c", "ab", "<ab>"},
      {"(?x)a#c\rb#\u2028c", "ab\u2028c", "<ab\u2028c>"},
      {"(?xd)a#\rb", "ab", "<a>"},
      {"(?x)[a b]", "a b", "<a><b>"},
      {"\\Qa.b\\E+", "a.bb a.b", "<a.bb><a.b>"},
      {"\\Qa.b", "a.b", "<a.b>"},
      {"\\x41\\u0042\\x{43}\\0104", "ABCD", "<ABCD>"},
      {"\\ud83d\\ude00", "\U0001f600", "<\U0001f600>"},
      {"\\cA", "\001", "<\001>"},
      {"\\y", "y", "no pattern"},
      {"\\_", "_", "<_>"},
      {"\\e", "\033", "<\033>"},
      {"", "abc", "<><><><>"},
      {"", "\u00e9", "<><>"},
      {"x*", "axb", "<><x><><>"},
      {"(a*)*", "aab", "<aa|><|><|>"},
      {"(a*)+", "b", "<|><|>"},
      {"(a|b)*c", "abac", "<abac|a>"},
      {"(?:a|b)*?c", "abac", "<abac>"},
      {"(a){2}", "aaaa", "<aa|a><aa|a>"},
      {"(?:(a)|b)*", "ab", "<ab|a><|~>"},
      {"(a)\\2", "aa", ""},
      {"(a|b\\1)+", "aba", "<aba|ba>"},
      {"(a\\1|b)+", "bab", "<bab|ab>"},
      {"(\\1a)", "a", ""},
      {"(?:(?:){2000000000}){2000000000}a", "a", "<a>"},
      {"\\b", "e\u0301 \u0301_", "<><><><>"},
      {"(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\11", "abcdefghija1", "<abcdefghija1|a|b|c|d|e|f|g|h|i|j>"},
      {"\\10", "a0", ""},
      {"(?<=a{1,3})b", "aab b", "<b>"},
      {"(?<=a+)b", "aab", "<b>"},
      {"(?<=a|bc)d", "ad bcd cd", "<d><d>"},
      {"(?=(a+))a*b\\1", "baaabac", "<aba|a>"},
      {"((?<=b)a)?", "ba", "<|~><a|a><|~>"},
      {"(?<1a>x)", "x", "no pattern"},
      {"(?<a>x)(?<a>y)", "xy", "no pattern"},
      {"(?a)", "a", "no pattern"},
      {"(?z:a)", "a", "no pattern"},
      {"a|", "ab", "<a><><>"},
      {"|a", "a", "<><>"},
      {"()", "a", "<|><|>"},
      {"[a-z]+?\\d", "ab1", "<ab1>"},
      {"(\\w+)\\s(\\w+)", "hello world", "<hello world|hello|world>"},
      {"^(?:(\\d+)x)?\\s*y", "12x y", "<12x y|12>"},
      {"\U0001f600+", "\U0001f600\U0001f600", "<\U0001f600\U0001f600>"},
      {"[\U0001f600-\U0001f605]", "\U0001f603", "<\U0001f603>"},
      {"(?<year>\\d{4})-(?<m>\\d\\d)", "2024-05", "<2024-05|2024|05>"},
      {"}", "}", "<}>"},
      {"]", "]", "<]>"},
      {"a{0}b", "ab", "<b>"},
      {"(a{0,2}){2}", "aaa", "<aaa|a><|>"},
      {"(?:ab?){2,3}", "abaab", "<abaab>"},
      {"\\", "a", "no pattern"},
      {"[\\]]", "]", "<]>"},
      {"[\\Qa-c\\E]", "b-a", "<-><a>"},
      {"(?s-i)a", "a", "<a>"},
      {"a.c", "a\rc", ""},
  };
  for (const auto& c : kCases) EXPECT_EQ(AllMatches(c.pattern, c.text), c.matches) << c.pattern << " in " << c.text;
}

TEST(RegexText, MatchesTheWholeText) {
  EXPECT_FALSE(Regex("a|ab").Search("ab", 0, true).empty());
  EXPECT_TRUE(Regex("a").Search("ab", 0, true).empty());
}

TEST(RegexText, RefusesByNameWhatItCannotDo) {
  for (const char* pattern : {"\\X", "\\G", "\\p{IsHan}", "\\N{DIGIT ONE}", "(?U)a", "\\b{g}"}) {
    try {
      Regex regex(pattern);
      ADD_FAILURE() << pattern;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Unsupported) << pattern;
      EXPECT_NE(std::string(error.what()).find("is not supported"), std::string::npos) << error.what();
    }
  }
}

TEST(RegexText, GivesUpInsteadOfTryingForever) {
  EXPECT_THROW(Regex("(a+)+b").Search(std::string(60, 'a'), 0), Error);
  std::string accents;
  for (int i = 0; i < 20000; i++) accents += "\u0301";
  EXPECT_THROW(Regex("\\bx").Search(accents, 0), Error);
  // A long text alone is no reason.
  std::string text(300000, 'a');
  text += 'c';
  EXPECT_FALSE(Regex("^(?:a|b)*c").Search(text, 0).empty());
}

}  // namespace
}  // namespace tarn::function
