#include "columnar/sort_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "columnar/change_batch.h"

namespace tarn::columnar {
namespace {

using duckdb::LogicalType;
using duckdb::Value;

// NULL below everything, then the values' own order.
int Compare(const Value& a, const Value& b) {
  if (a.IsNull() || b.IsNull()) return static_cast<int>(b.IsNull()) - static_cast<int>(a.IsNull());
  return a < b ? -1 : b < a;
}

Value Draw(const LogicalType& type, std::mt19937_64& random, bool nulls) {
  if (nulls && random() % 5 == 0) return Value(type);
  const auto small = static_cast<int64_t>(random() % 7) - 3;
  switch (type.id()) {
    case duckdb::LogicalTypeId::VARCHAR:
      return Value(std::string(random() % 20, 'a') + std::string(1, static_cast<char>('a' + random() % 3)));
    case duckdb::LogicalTypeId::DOUBLE:
      return random() % 9 == 0 ? Value::DOUBLE(NAN) : Value::DOUBLE(static_cast<double>(small) * 1.25);
    case duckdb::LogicalTypeId::BIGINT:
      return Value::BIGINT(random() % 2 ? small : static_cast<int64_t>(random()));
    default:
      return Value::BIGINT(small).DefaultCastAs(type);
  }
}

TEST(SortRows, OrdersLikeValuesAndIsStable) {
  const uint64_t seed = std::random_device()();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  const std::vector<duckdb::vector<LogicalType>> keys = {
      {LogicalType::INTEGER},
      {LogicalType::BIGINT, LogicalType::TIMESTAMP},
      {LogicalType::DOUBLE, LogicalType::SMALLINT, LogicalType::BOOLEAN},
      {LogicalType::VARCHAR},
      {LogicalType::INTEGER, LogicalType::VARCHAR, LogicalType::BIGINT},
      {LogicalType::BIGINT, LogicalType::BIGINT, LogicalType::BIGINT},
      {LogicalType::DECIMAL(30, 2), LogicalType::INTEGER},
  };
  for (const auto& types : keys) {
    for (const bool nulls : {false, true}) {
      ChangeBatch batch;
      Initialize(batch, types);
      constexpr duckdb::idx_t kRows = 500;
      for (duckdb::idx_t row = 0; row < kRows; ++row) {
        for (size_t column = 0; column < types.size(); ++column) {
          const auto value = types[column].id() == duckdb::LogicalTypeId::TIMESTAMP
                                 ? Value::TIMESTAMP(duckdb::timestamp_t(static_cast<int64_t>(random() % 50)))
                                 : Draw(types[column], random, nulls);
          batch.chunk.SetValue(column, row, value);
        }
      }
      batch.chunk.SetCardinality(kRows);
      const auto compare = [&](uint32_t a, uint32_t b) {
        for (size_t column = 0; column < types.size(); ++column)
          if (const int order = Compare(batch.chunk.GetValue(column, a), batch.chunk.GetValue(column, b))) return order;
        return 0;
      };
      std::vector<size_t> columns(types.size());
      std::iota(columns.begin(), columns.end(), 0);
      std::vector<uint32_t> expected(kRows);
      std::iota(expected.begin(), expected.end(), 0);
      std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return compare(a, b) < 0; });
      const auto sorted = SortRows(batch.chunk, columns);
      ASSERT_EQ(sorted.rows, expected) << types[0].ToString();
      for (size_t i = 1; i < kRows; ++i)
        ASSERT_EQ(sorted.equals_previous[i], compare(sorted.rows[i - 1], sorted.rows[i]) == 0) << i;
    }
  }
}

TEST(SortRows, NothingIsSortedToo) {
  ChangeBatch batch;
  Initialize(batch, {LogicalType::INTEGER});
  const std::vector<size_t> columns{0};
  EXPECT_TRUE(SortRows(batch.chunk, columns).rows.empty());
}

}  // namespace
}  // namespace tarn::columnar
