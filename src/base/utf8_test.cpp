#include "base/utf8.h"

#include <gtest/gtest.h>

#include <vector>

namespace tarn {
namespace {

TEST(Utf8Text, TakesCharactersOneByOne) {
  std::vector<uint32_t> codes;
  const std::string text = "a\u00e9\u20ac\U0001f600";
  for (size_t at = 0; at < text.size();) codes.push_back(TakeCodePoint(text, at));
  EXPECT_EQ(codes, (std::vector<uint32_t>{'a', 0xE9, 0x20AC, 0x1F600}));
  std::string again;
  for (const uint32_t code : codes) AppendUtf8(again, code);
  EXPECT_EQ(again, text);
  EXPECT_EQ(CountCharacters(text), 4);
  EXPECT_EQ(Characters(text, 2), "a\u00e9");
  EXPECT_EQ(Characters(text, 9), text);
}

TEST(Utf8Text, BadBytesCountOneByOne) {
  // A continuation alone, a character that is cut off, and one that is followed by another.
  for (const std::string bad : {"\x80", "\xC3", "\xE2\x82", "\xE2z"}) {
    size_t at = 0;
    EXPECT_EQ(TakeCodePoint(bad, at), static_cast<unsigned char>(bad[0]));
    EXPECT_EQ(at, 1U);
    EXPECT_EQ(FindBadUtf8("ok" + bad), 2U);
  }
  for (size_t before = 0; before < 20; before++) {
    const std::string text(before, 'a');
    EXPECT_EQ(FindBadUtf8(text + "\xFF" + "bbbbbbbbb"), before);
    EXPECT_EQ(FindBadUtf8(text + "\u00fc" + "bbbbbbbbb"), std::string::npos);
  }
  EXPECT_EQ(FindBadUtf8("\u20ac"), std::string::npos);
  EXPECT_EQ(FindBadUtf8("\xED\xA0\x80"), 0U);  // half a surrogate pair
}

TEST(Utf8Text, ReplacesWhatIsMalformed) {
  EXPECT_EQ(DecodeUtf8("a\xFFz"), "a\uFFFDz");
  EXPECT_EQ(DecodeUtf8("\xE2\x82"), "\uFFFD");
  EXPECT_EQ(DecodeUtf8("\u20ac"), "\u20ac");
}

}  // namespace
}  // namespace tarn
