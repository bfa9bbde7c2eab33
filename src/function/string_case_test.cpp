#include "function/string_case.h"

#include <gtest/gtest.h>

namespace tarn::function {
namespace {

// What Java 17's String.toLowerCase answers, by the rules of its BreakIterator.
TEST(LowerCase, ASigmaEndsAWord) {
  EXPECT_EQ(LowerCase("ΟΔΟΣ"), "οδος");
  EXPECT_EQ(LowerCase("Σ"), "σ");
  EXPECT_EQ(LowerCase("ΣΣ ΣΣΣ"), "σς σσς");
  EXPECT_EQ(LowerCase("ΑΣ, ΒΣ! ΓΣ"), "ας, βς! γς");
  EXPECT_EQ(LowerCase("ασΣ"), "ασς");
  EXPECT_EQ(LowerCase("ΑΣß"), "ασß");
}

TEST(LowerCase, PunctuationInsideOfAWord) {
  EXPECT_EQ(LowerCase("ΟΔΟΣ-ΑΒ"), "οδοσ-αβ");
  EXPECT_EQ(LowerCase("ΑΣ'Α Σ"), "ασ'α σ");
  EXPECT_EQ(LowerCase("ΑΣ.Α"), "ασ.α");
  EXPECT_EQ(LowerCase("Α.Σ"), "α.ς");
  EXPECT_EQ(LowerCase("Σ.Σ"), "σ.ς");
  EXPECT_EQ(LowerCase("ΑΣ--Α"), "ας--α");  // one mark only
  EXPECT_EQ(LowerCase("ΑΣ. Α"), "ας. α");
  EXPECT_EQ(LowerCase("ΑΣ:Α"), "ας:α");
  EXPECT_EQ(LowerCase("ΑΣ_Α"), "ασ_α");
}

TEST(LowerCase, NumbersInsideOfAWord) {
  EXPECT_EQ(LowerCase("ΑΣ1Α"), "ασ1α");
  EXPECT_EQ(LowerCase("ΑΣ1"), "ας1");
  EXPECT_EQ(LowerCase("Α1,5Σ"), "α1,5ς");
  EXPECT_EQ(LowerCase("Α1-5Σ"), "α1-5σ");
  EXPECT_EQ(LowerCase("ΑΣ.1Α"), "ας.1α");  // a letter must follow the full stop behind a letter
}

TEST(LowerCase, MarksAndOtherScriptsInAWord) {
  EXPECT_EQ(LowerCase("Α\u0301Σ\u0301"), "α\u0301ς\u0301");
  EXPECT_EQ(LowerCase("Α\u200bΣ\u200bΑ"), "α\u200bσ\u200bα");
  EXPECT_EQ(LowerCase("Α אΣ"), "α אσ");  // the letter before it has no case
  EXPECT_EQ(LowerCase("ΑאΣא"), "αאςא");
  EXPECT_EQ(LowerCase("Α漢Σ"), "α漢σ");
}

TEST(LowerCase, OtherSpecialLetters) {
  EXPECT_EQ(LowerCase("İI"), "i\u0307i");
  EXPECT_EQ(LowerCase("ÀÉ"), "àé");
}

}  // namespace
}  // namespace tarn::function
