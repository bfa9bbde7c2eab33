#include "sql/names.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace tarn::sql {
namespace {

TEST(Names, EncodesWhatDuckDbWouldFold) {
  EXPECT_EQ(EncodeName("dateTime"), "date^time");
  EXPECT_EQ(EncodeName("A"), "^a");
  EXPECT_EQ(EncodeName("a^b"), "a^^b");
  EXPECT_EQ(EncodeName("EXPR$0"), "^e^x^p^r$0");
  EXPECT_EQ(EncodeName("订单ID"), "订单^i^d");
  EXPECT_EQ(EncodeName(""), "");
}

TEST(Names, DifferentNamesStayDifferentAndComeBack) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::string letters = "aA^bB$_";
  std::set<std::string> names, encoded;
  for (int i = 0; i < 2000; i++) {
    std::string name;
    for (size_t n = random() % 8; n > 0; n--) name += letters[random() % letters.size()];
    const std::string code = EncodeName(name);
    for (const char c : code) EXPECT_FALSE(c >= 'A' && c <= 'Z') << name;
    EXPECT_EQ(DecodeName(code), name);
    names.insert(name);
    encoded.insert(code);
  }
  EXPECT_EQ(names.size(), encoded.size());
}

TEST(Names, TextKeepsWhatIsNoCode) {
  EXPECT_EQ(DecodeText("column ^a of t: 2 ^ 3"), "column A of t: 2 ^ 3");
  EXPECT_EQ(DecodeText("ends with ^"), "ends with ^");
}

}  // namespace
}  // namespace tarn::sql
