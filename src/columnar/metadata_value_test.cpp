#include "columnar/metadata_value.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace tarn::columnar {
namespace {

TEST(MetadataValue, ATimestampThatNoVectorHoldsIsOneClearError) {
  const auto type = paimon::ParseDataType("TIMESTAMP(3)");
  EXPECT_EQ(ToVectorValue(paimon::TimestampValue{-1, 5'000}, type).GetValueUnsafe<int64_t>(), -995);
  for (const int64_t millis : {INT64_MAX, INT64_MIN, INT64_MAX / 1000 + 1}) {
    try {
      ToVectorValue(paimon::TimestampValue{millis, 0}, type);
      FAIL() << "expected an error for " << millis;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ErrorCode::Unsupported);
      EXPECT_NE(
          std::string(e.what()).find("lies outside -290308-12-21 .. +294247-01-10, which is what TIMESTAMP(3) holds"),
          std::string::npos)
          << e.what();
    }
  }
}

}  // namespace
}  // namespace tarn::columnar
