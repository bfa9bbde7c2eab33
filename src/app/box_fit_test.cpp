#include "app/box_fit.h"

#include <gtest/gtest.h>

namespace tarn::app {
namespace {

constexpr bool kText = true, kNumber = false;

size_t Width(const BoxFit& fit) {
  size_t width = 1;
  for (const size_t column : fit.widths) width += column + 3;
  return fit.all ? width : width + 4;
}

TEST(FitBox, LeavesAloneWhatFits) {
  const auto fit = FitBox({{10, kText}, {5, kNumber}}, 80);
  EXPECT_TRUE(fit.all);
  EXPECT_EQ(fit.widths, (std::vector<size_t>{10, 5}));
  EXPECT_EQ(FitBox({{1000, kText}}, 0).widths, (std::vector<size_t>{1000}));
}

TEST(FitBox, CutsTheWidestTextAndNoNumber) {
  const auto fit = FitBox({{300, kText}, {20, kText}, {30, kNumber}}, 100);
  EXPECT_TRUE(fit.all);
  EXPECT_EQ(fit.widths[1], 20U);
  EXPECT_EQ(fit.widths[2], 30U);
  EXPECT_EQ(Width(fit), 100U);
}

TEST(FitBox, LeavesOutColumnsOfTheMiddle) {
  const auto fit = FitBox(std::vector<BoxColumn>(20, BoxColumn{15, kNumber}), 80);
  EXPECT_FALSE(fit.all);
  EXPECT_EQ(fit.shown.front(), 0U);
  EXPECT_EQ(fit.shown.back(), 19U);
  ASSERT_GT(fit.gap, 0U);
  EXPECT_GT(fit.shown[fit.gap], fit.shown[fit.gap - 1] + 1);
  EXPECT_LE(Width(fit), 80U);
}

TEST(FitBox, AlwaysShowsOneColumn) {
  for (const size_t width : {1U, 5U, 20U}) EXPECT_EQ(FitBox({{50, kText}, {50, kNumber}}, width).shown.size(), 1U);
}

}  // namespace
}  // namespace tarn::app
