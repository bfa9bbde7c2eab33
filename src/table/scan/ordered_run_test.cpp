#include "table/scan/ordered_run.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace tarn::table
