#include "sql/plan/plan_text.h"

#include <gtest/gtest.h>

namespace tarn::sql {
namespace {

TEST(PlanTextTest, AnOpenBoundOfANumberIsNotShown) {
  EXPECT_EQ(FiltersForPeople("b>1.0 AND b<=1e1000"), "b>1.0");
  EXPECT_EQ(FiltersForPeople("b>1.0 AND b<=7.0\nf<=1e1000\nk=3"), "b>1.0 AND b<=7.0\nk=3");
  EXPECT_EQ(FiltersForPeople("b<='inf'::FLOAT"), "");
  EXPECT_EQ(ExpressionForPeople("((k = 3) OR ((b >= 2.0) AND (b <= 1e1000)))"), "((k = 3) OR (b >= 2.0))");
  EXPECT_EQ(ExpressionForPeople("(NOT ((b >= 2.0) AND (b <= 1e1000) AND (b <= 3.0)))"),
            "(NOT ((b >= 2.0) AND (b <= 3.0)))");
  EXPECT_EQ(ExpressionForPeople("((b <= 1e1000) AND (b > a))"), "(b > a)");
  EXPECT_EQ(ExpressionForPeople("((b > a) AND ((b <= 1e1000) OR (a IS NULL)))"), "(b > a)");
  EXPECT_EQ(ExpressionForPeople("((b > a) AND ((cast(a, NULL) IS NULL) OR (b <= 1e1000)))"), "(b > a)");
  EXPECT_EQ(ExpressionForPeople("((b <= 1e1000) OR (a IS NULL))"), "((b <= Infinity) OR (a IS NULL))");
  EXPECT_EQ(ExpressionForPeople("(f < \"f:cast\"(k, NULL)) AND (\"f:cast\"(k, NULL) <= 'inf'::FLOAT)"),
            "(f < cast(k, NULL))");
  EXPECT_EQ(ExpressionForPeople("CASE  WHEN ((b <= 1e1000)) THEN (b) ELSE NULL END"),
            "CASE  WHEN ((b <= Infinity)) THEN (b) ELSE NULL END");
  EXPECT_EQ(ExpressionForPeople("^ with a"), "a");
  EXPECT_EQ(ExpressionForPeople("\"^^ with a\" = 1"), "\"^ with a\" = 1");
}

}  // namespace
}  // namespace tarn::sql
