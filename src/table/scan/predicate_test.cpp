#include "table/scan/predicate.h"
#include "table/scan/test_values.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tarn::table {
namespace {

using Op = Predicate::Op;
using paimon::Value;

bool May(const Predicate& predicate, const ColumnRange& range) {
  return MayMatch(predicate, [&](size_t) { return range; });
}

TEST(Predicate, ComparesWithTheRange) {
  const ColumnRange range{.min = Int(10), .max = Int(20), .all_null = false, .may_be_null = false};
  struct Case {
    Op op;
    int64_t literal;
    bool may;
  };
  const Case cases[] = {{Op::Equal, 9, false},     {Op::Equal, 10, true},         {Op::Equal, 20, true},
                        {Op::Equal, 21, false},    {Op::Less, 10, false},         {Op::Less, 11, true},
                        {Op::LessEqual, 9, false}, {Op::LessEqual, 10, true},     {Op::Greater, 20, false},
                        {Op::Greater, 19, true},   {Op::GreaterEqual, 21, false}, {Op::GreaterEqual, 20, true},
                        {Op::NotEqual, 10, true}};
  for (const auto& [op, literal, may] : cases)
    EXPECT_EQ(May(Predicate::Compare(op, 0, Int(literal)), range), may) << static_cast<int>(op) << " " << literal;
  EXPECT_FALSE(May(Predicate::Compare(Op::NotEqual, 0, Int(5)), {.min = Int(5), .max = Int(5)}));
  EXPECT_FALSE(May(Predicate::In(0, {Int(1), Int(30)}), range));
  EXPECT_TRUE(May(Predicate::In(0, {Int(1), Int(15)}), range));
  EXPECT_FALSE(May(Predicate::In(0, {}), range));
}

TEST(Predicate, NothingFollowsFromWhatIsUnknown) {
  for (const Op op : {Op::Equal, Op::NotEqual, Op::Less, Op::GreaterEqual, Op::StartsWith}) {
    EXPECT_TRUE(May(Predicate::Compare(op, 0, Text("a")), {}));
    EXPECT_TRUE(May(Predicate::Compare(op, 0, Int(1)), {.min = Text("a"), .max = Text("b")}));
    EXPECT_TRUE(May(Predicate::Compare(op, 0, Value{}), {.min = Text("a"), .max = Text("b")}));
  }
  EXPECT_FALSE(May(Predicate::Compare(Op::Less, 0, Int(1)), {.min = Int(5)}));
  EXPECT_TRUE(May(Predicate::Compare(Op::Greater, 0, Int(1)), {.min = Int(5)}));
}

TEST(Predicate, Nulls) {
  const ColumnRange all{.min = {}, .max = {}, .all_null = true, .may_be_null = true};
  EXPECT_FALSE(May(Predicate::Compare(Op::NotEqual, 0, Int(1)), all));
  EXPECT_FALSE(May(Predicate::IsNotNull(0), all));
  EXPECT_TRUE(May(Predicate::IsNull(0), all));
  EXPECT_FALSE(May(Predicate::IsNull(0), {.min = Int(1), .max = Int(2), .all_null = false, .may_be_null = false}));
}

TEST(Predicate, Prefixes) {
  const ColumnRange range{.min = Text("bc"), .max = Text("de")};
  for (const char* prefix : {"b", "bc", "bcd", "c", "d", "de", "dd"})
    EXPECT_TRUE(May(Predicate::Compare(Op::StartsWith, 0, Text(prefix)), range)) << prefix;
  for (const char* prefix : {"a", "bb", "df", "e"})
    EXPECT_FALSE(May(Predicate::Compare(Op::StartsWith, 0, Text(prefix)), range)) << prefix;
}

TEST(Predicate, ZeroHasNoSign) {
  EXPECT_TRUE(May(Predicate::Compare(Op::Equal, 0, Value{0.0}), {.min = Value{-0.0}, .max = Value{-0.0}}));
  EXPECT_FALSE(May(Predicate::Compare(Op::Less, 0, Value{0.0}), {.min = Value{-0.0}, .max = Value{5.0}}));
}

TEST(Predicate, AndOr) {
  const ColumnRange range{.min = Int(10), .max = Int(20)};
  const auto low = Predicate::Compare(Op::Less, 0, Int(5)), high = Predicate::Compare(Op::Greater, 1, Int(15));
  EXPECT_FALSE(May(Predicate::And({low, high}), range));
  EXPECT_TRUE(May(Predicate::Or({low, high}), range));
  EXPECT_FALSE(May(Predicate::Or({low, low}), range));
  EXPECT_TRUE(Predicate::Or({low, Predicate{}}).IsTrue());
  EXPECT_EQ(Predicate::And({low, Predicate{}}).op, Op::Less);
  EXPECT_TRUE(Predicate::And({}).IsTrue());
  EXPECT_EQ(Predicate::Or({high, Predicate::And({low, high})}).Columns(), (std::vector<size_t>{0, 1}));
}

}  // namespace
}  // namespace tarn::table
