#include "base/hex.h"

#include <gtest/gtest.h>

namespace tarn {
namespace {

TEST(Hex, ThereAndBack) {
  for (int byte = 0; byte < 256; byte++) {
    const std::string_view one(reinterpret_cast<const char*>(&byte), 1);
    EXPECT_EQ(HexByte(ToHex(one)), byte);
    EXPECT_EQ(HexByte(ToHex(one, kLowerHex)), byte);
  }
  EXPECT_EQ(ToHex(std::string_view("\0\xaf", 2)), "00AF");
  EXPECT_EQ(ToHex("\xaf", kLowerHex), "af");
}

TEST(Hex, OtherCharactersAreNoDigits) {
  for (const char c : {'/', ':', '@', 'G', '`', 'g', ' ', '\0', '\xff'}) EXPECT_EQ(HexDigit(c), -1);
  for (const char* text : {"", "1", "1g", "g1", " 1"}) EXPECT_EQ(HexByte(text), -1) << text;
  EXPECT_EQ(HexByte("1Fx"), 31);
}

}  // namespace
}  // namespace tarn
