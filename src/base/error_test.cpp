#include "base/error.h"

#include <gtest/gtest.h>

namespace tarn {
namespace {

TEST(Error, ANulInItsMessageHidesNothing) {
  Error error(ErrorCode::Corruption, std::string("a\0b is damaged", 14));
  EXPECT_STREQ(error.At("file.parquet").what(), "a?b is damaged\n  at file.parquet");
}

}  // namespace
}  // namespace tarn
