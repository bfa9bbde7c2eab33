#include "base/printable.h"

#include <gtest/gtest.h>

namespace tarn {
namespace {

TEST(Printable, LeavesTextAndReplacesTheRest) {
  EXPECT_EQ(Printable("two\n\tlines, \u20ac \U0001f600"), "two\n\tlines, \u20ac \U0001f600");
  EXPECT_EQ(Printable("data-\xE2\x28-0"), "data-\uFFFD(-0");
  EXPECT_EQ(Printable("a\x1B[2Jb\x07" + std::string(1, '\0') + "\x7F\xC2\x9B"), "a\uFFFD[2Jb\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(Printable("line\r\nover\rwritten\r"), "line\nover\uFFFDwritten");
}

}  // namespace
}  // namespace tarn
