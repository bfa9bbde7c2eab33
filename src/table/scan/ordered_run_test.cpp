#include "table/scan/ordered_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "testing/table_kit.h"

namespace tarn::table {
namespace {

using tarn::testing::TableKit;

// The memory of a replay is kept within bounds by what its runs say of themselves.
TEST(OrderedRun, CountsTheStringsThatAReaderPutIntoIt) {
  const auto fs = env::NewMemoryFileSystem();
  TableKit kit(*fs);
  const auto table = kit.Make({.columns = {{"ts", "TIMESTAMP(6)"}, {"s", "STRING"}}});
  kit.Insert(table, "SELECT TIMESTAMP '2024-01-01' + to_seconds(i), repeat('x', 1000) || i FROM range(3000) r(i)");
  const auto file = LiveEntries(*table, *LatestSnapshot(*table)).at(0).file;
  columnar::DataFileReader reader(kit.context(), {.path = table->path() + "/bucket-0/" + file.file_name,
                                                  .file = table->schema().fields,
                                                  .wanted = table->schema().fields,
                                                  .consumed_at_once = true});
  OrderedRun run;
  PrepareRun(run, reader.types(), 3000);
  const int64_t empty = run.Bytes();
  ReadIntoRun(run, reader);
  ASSERT_EQ(run.rows.size(), 3000u);
  EXPECT_GE(run.Bytes() - empty, 3000 * 1000);
  EXPECT_LT(run.Bytes() - empty, 3000 * 1200);
  OrderedRun copy;
  PrepareRun(copy, reader.types(), 3000);
  AppendToRun(copy, run.rows);
  EXPECT_EQ(copy.Bytes(), run.Bytes());
}

// Against a plain stable sort: rows in disorder, ties, NULLs, bounds on either side.
TEST(OrderedRun, SortsStablyWithinItsBounds) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int round = 0; round < 300; round++) {
    const size_t count = random() % 3000;
    const int64_t span = round % 3 == 0 ? 20 : 5000, late = round % 4 == 0 ? 1 : 300;
    const bool nulls = round % 5 == 0, bounded = round % 2 == 0;
    OrderedRun run;
    PrepareRun(run, {duckdb::LogicalType::TIMESTAMP}, count);
    run.rank = 3;
    run.first_row = 100;
    auto& vector = run.rows.data[0];
    auto* times = duckdb::FlatVector::GetData<int64_t>(vector);
    const OrderKey after{true, span / 4, 3, static_cast<int64_t>(100 + count / 3)};
    const int64_t until = bounded ? span * 3 / 4 : INT64_MAX;
    std::vector<uint32_t> expected;
    for (size_t row = 0; row < count; row++) {
      times[row] =
          static_cast<int64_t>(row) * span / static_cast<int64_t>(count) - static_cast<int64_t>(random() % late);
      if (nulls && random() % 8 == 0) {
        duckdb::FlatVector::SetNull(vector, row, true);
        continue;
      }
      const OrderKey key{true, times[row], 3, static_cast<int64_t>(100 + row)};
      if (!bounded || (key > after && times[row] <= until)) expected.push_back(static_cast<uint32_t>(row));
    }
    run.rows.SetCardinality(count);
    std::stable_sort(expected.begin(), expected.end(), [&](uint32_t a, uint32_t b) { return times[a] < times[b]; });
    FinishRun(run, 0, {bounded ? &after : nullptr, until});
    ASSERT_EQ(run.times.size(), expected.size()) << "round " << round;
    for (size_t i = 0; i < expected.size(); i++) {
      ASSERT_EQ(run.row_of[i], expected[i]) << "round " << round << ", place " << i;
      ASSERT_EQ(run.times[i], times[expected[i]]) << "round " << round << ", place " << i;
    }
  }
}

}  // namespace
}  // namespace tarn::table
