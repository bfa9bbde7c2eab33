#include "app/completion.h"

#include <gtest/gtest.h>

namespace tarn::app {
namespace {

std::vector<std::string> Words(const std::string& text) {
  return CompleteWord(text, [] { return std::vector<std::string>{"mmsi", "Odd name", "order", "default"}; }).words;
}

TEST(Completion, NamesAreWrittenAsSqlWantsThem) {
  EXPECT_EQ(Words("SELECT mm"), (std::vector<std::string>{"mmsi"}));
  EXPECT_EQ(Words("SELECT Odd"), (std::vector<std::string>{"`Odd name`"}));
  EXPECT_EQ(Words("SELECT `od"), (std::vector<std::string>{"`Odd name`"}));
  EXPECT_EQ(Words("SELECT * FROM paimon.def"), (std::vector<std::string>{"`default`"}));
}

TEST(Completion, KeywordsComeInTheCaseThatWasBegun) {
  EXPECT_EQ(Words("SEL"), (std::vector<std::string>{"SELECT"}));
  EXPECT_EQ(Words("sel"), (std::vector<std::string>{"select"}));
  EXPECT_EQ(Words("SELECT json_val"), (std::vector<std::string>{"json_value("}));
}

TEST(Completion, PhrasesGoOn) {
  EXPECT_EQ(Words("SHOW TAB"), (std::vector<std::string>{"TABLES"}));
  EXPECT_EQ(Words("create tab"), (std::vector<std::string>{"table"}));
  EXPECT_EQ(Words("SELECT 1 UNION A"), (std::vector<std::string>{"ALL"}));
}

TEST(Completion, OptionsStandInQuotes) {
  EXPECT_EQ(Words("CREATE TABLE t (a INT) WITH ('bucket-k"), (std::vector<std::string>{"bucket-key'"}));
  EXPECT_EQ(Words("SET 'table.dml"), (std::vector<std::string>{"table.dml-sync'"}));
  // The quotes of what is closed, or of a comment, count for nothing.
  EXPECT_EQ(Words("SELECT 'it''s' -- isn't\nSEL"), (std::vector<std::string>{"SELECT"}));
}

TEST(Completion, SaysWhereTheWordBegins) {
  EXPECT_EQ(CompleteWord("SELECT mm", [] { return std::vector<std::string>(); }).begin, 7U);
  EXPECT_TRUE(Words("SELECT ").empty());
}

}  // namespace
}  // namespace tarn::app
