#include "base/base64.h"

#include <gtest/gtest.h>

namespace tarn {
namespace {

TEST(Base64, ThereAndBack) {
  EXPECT_EQ(ToBase64(""), "");
  EXPECT_EQ(ToBase64("x"), "eA==");
  EXPECT_EQ(ToBase64("x4"), "eDQ=");
  EXPECT_EQ(ToBase64("x41"), "eDQx");
  EXPECT_EQ(ToBase64("\xFF\xEF\xBE"), "/+++");
  for (const char* text : {"", "x", "x4", "x41", "x41\xFF"}) EXPECT_EQ(FromBase64(ToBase64(text)), text);
}

TEST(Base64, TheEndMayLackItsFill) {
  EXPECT_EQ(FromBase64("eA"), "x");
  EXPECT_EQ(FromBase64("eDQ"), "x4");
  for (const char* bad : {"e", "eA=", "eDQx=", "=", "====", "e===", "eD=x", "e-A=", "eA==eA=="}) {
    EXPECT_FALSE(FromBase64(bad)) << bad;
  }
}

}  // namespace
}  // namespace tarn
