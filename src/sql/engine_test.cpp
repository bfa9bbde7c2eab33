#include "sql/engine.h"

#include <gtest/gtest.h>

#include <duckdb/main/connection.hpp>
#include <duckdb/main/materialized_query_result.hpp>

namespace tarn::sql {
namespace {

TEST(Engine, AnswersOnLentThreadsAndStopsThem) {
  for (int threads : {1, 2, 4}) {
    Engine engine(env::SystemEnv(), {.threads = threads, .memory_bytes = 512 << 20});
    auto query = engine.ConnectQuery();
    auto work = engine.ConnectWork();
    for (auto* connection : {query.get(), work.get()}) {
      auto sum = connection->Query("select sum(range) from range(1000000)");
      ASSERT_FALSE(sum->HasError()) << sum->GetError();
      EXPECT_EQ(sum->GetValue(0, 0).ToString(), "499999500000");
    }
  }
}

TEST(Engine, InstancesDoNotShareMemory) {
  Engine engine(env::SystemEnv(), {.threads = 2, .memory_bytes = 512 << 20});
  auto limit = engine.ConnectQuery()->Query("select current_setting('memory_limit')");
  EXPECT_EQ(limit->GetValue(0, 0).ToString(), "256.0 MiB");
}

TEST(Engine, NullIsTheSmallestValue) {
  Engine engine(env::SystemEnv(), {.threads = 1});
  auto rows = engine.ConnectQuery()->Query("select x from (values (1), (null)) t(x) order by x");
  EXPECT_TRUE(rows->GetValue(0, 0).IsNull());
}

}  // namespace
}  // namespace tarn::sql
