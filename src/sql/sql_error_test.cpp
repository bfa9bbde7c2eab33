#include "sql/sql_error.h"

#include <gtest/gtest.h>

#include "sql/script_error.h"

namespace tarn::sql {
namespace {

TEST(SqlErrorText, LooksAsTheSampleSession) {
  const std::string text = "SELECT mmsi, sogg FROM dwd_track";
  EXPECT_EQ(RenderError(text, {13, 0}, "column 'sogg' is not in dwd_track", "did you mean 'sog'?"),
            "column 'sogg' is not in dwd_track\n"
            "  line 1:14  SELECT mmsi, sogg FROM dwd_track\n"
            "                          ^^^^\n"
            "  did you mean 'sog'?");
}

TEST(SqlErrorText, FindsLineAndColumnInCharacters) {
  const std::string text = "SELECT 'é€',\n\tnope\nFROM t";
  EXPECT_EQ(RenderError(text, {text.find("nope"), 4}, "wrong", ""),
            "wrong\n"
            "  line 2:2  \tnope\n"
            "            \t^^^^");
  EXPECT_EQ(RenderError("SELECT 'é€', nope", {std::string("SELECT 'é€', ").size(), 0}, "wrong", ""),
            "wrong\n"
            "  line 1:14  SELECT 'é€', nope\n"
            "                          ^^^^");
}

TEST(SqlErrorText, UnderlinesWholePathsAndQuotedTexts) {
  EXPECT_NE(RenderError("SELECT a.`b c`.d FROM t", {7, 0}, "wrong", "").find("  ^^^^^^^^^"), std::string::npos);
  EXPECT_NE(RenderError("WITH ('buckets' = '4')", {6, 0}, "wrong", "").find("  ^^^^^^^^^"), std::string::npos);
}

TEST(SqlErrorText, TheEndIsShownBehindTheLastWord) {
  EXPECT_EQ(RenderError("SELECT\n", {7, 0}, "wrong", ""),
            "wrong\n"
            "  line 1:7  SELECT\n"
            "                  ^");
}

TEST(SqlErrorText, NeverFailsOnOddInput) {
  const std::string odd = "\xff\xfe 'open\n`x\x01" + std::string(500, 'y');
  for (size_t offset = 0; offset <= odd.size() + 3; offset++) {
    for (const size_t length : {size_t{0}, size_t{1}, size_t{1000}}) {
      EXPECT_FALSE(RenderError(odd, {offset, length}, "m", "h").empty());
    }
  }
  EXPECT_EQ(RenderError("", {0, 0}, "message", "hint"), "message\n  hint");
}

TEST(SqlErrorText, StandsWhereItIsInAScript) {
  const std::string script = "SELECT 1;\nSELECT 2; SELEC 3";
  const std::string statement = "SELEC 3";
  const auto offset = script.find(statement);
  const auto error = SqlError(ErrorStage::Parse, {0, 5}, "wrong", "").WithText(statement);
  EXPECT_STREQ(InScript(error, statement, script, offset)->what(),
               "wrong\n"
               "  line 2:11  SELECT 2; SELEC 3\n"
               "                       ^^^^^");
  EXPECT_FALSE(InScript(SqlError(ErrorStage::Parse, {0, 5}, "wrong", ""), statement, script, offset));
}

TEST(SqlErrorText, CarriesItsParts) {
  const SqlError error = SqlError(ErrorStage::Validation, {7, 1}, "no x", "try y").WithText("SELECT x");
  EXPECT_EQ(error.stage(), ErrorStage::Validation);
  EXPECT_EQ(error.message(), "no x");
  EXPECT_STREQ(error.what(), "no x\n  line 1:8  SELECT x\n                   ^\n  try y");
  EXPECT_EQ(SuggestName("sogg", {"mmsi", "sog", "cog"}), "did you mean 'sog'?");
  EXPECT_EQ(SuggestName("X", {"x"}), "did you mean 'x'?");
  EXPECT_EQ(SuggestName("zzz", {"mmsi", "sog"}), "there is 'mmsi', 'sog'");
  EXPECT_EQ(SuggestName("zzz", std::vector<std::string>(9, "mmsi")), "");
}

}  // namespace
}  // namespace tarn::sql
