#include "columnar/nested_cast.h"

#include <gtest/gtest.h>

#include <duckdb/common/types/value.hpp>
#include <duckdb/common/types/vector.hpp>

#include "base/error.h"
#include "columnar/each_value.h"

namespace tarn::columnar {
namespace {

using duckdb::LogicalType;
using duckdb::Value;

TEST(NestedCast, ElementsThatNoListNamesAreNotCast) {
  const auto cast = CastElements([](duckdb::Vector& in, duckdb::Vector& out, size_t count) {
    ForEach<int32_t, int64_t>(in, out, count, [](int32_t value) -> int64_t {
      if (value < 0) throw Error(ErrorCode::InvalidInput, "cannot be cast");
      return value * 10;
    });
  });
  duckdb::Vector lists(LogicalType::LIST(LogicalType::INTEGER));
  for (int i = 0; i < 3; i++)
    lists.SetValue(static_cast<size_t>(i), Value::LIST({Value::INTEGER(i), Value::INTEGER(i + 5)}));
  duckdb::Vector out(LogicalType::LIST(LogicalType::BIGINT));
  cast(lists, out, 3);
  EXPECT_EQ(out.GetValue(2).ToString(), "[20, 70]");

  duckdb::FlatVector::GetData<int32_t>(duckdb::ListVector::GetEntry(lists))[2] = -1;  // of the second list
  duckdb::FlatVector::SetNull(lists, 1, true);
  duckdb::Vector some(LogicalType::LIST(LogicalType::BIGINT));
  cast(lists, some, 3);
  EXPECT_EQ(some.GetValue(0).ToString(), "[0, 50]");
  EXPECT_TRUE(some.GetValue(1).IsNull());
  EXPECT_EQ(some.GetValue(2).ToString(), "[20, 70]");
  EXPECT_EQ(duckdb::ListVector::GetListSize(some), 4u);
}

}  // namespace
}  // namespace tarn::columnar
