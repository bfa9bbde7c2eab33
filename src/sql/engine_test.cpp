#include "sql/engine.h"

#include <gtest/gtest.h>

#include <duckdb/main/connection.hpp>
#include <duckdb/main/materialized_query_result.hpp>
#include <filesystem>

#include "columnar/duckdb_error.h"

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

TEST(Engine, SpillsWhereItIsToldAndCleansUp) {
  const auto directory = std::filesystem::temp_directory_path() / ("tarn_spill_" + std::to_string(getpid()));
  std::filesystem::remove_all(directory);
  {
    Engine engine(env::SystemEnv(),
                  {.threads = 1, .memory_bytes = 64 << 20, .temp_directory = (directory / "a" / "b").string()});
    auto connection = engine.ConnectQuery();
    auto rows = connection->Query(
        "select count(*), max(r) from (select row_number() over (order by s) as r from "
        "(select repeat('x', 200) || hash(i) as s from range(300000) t(i)))");
    ASSERT_FALSE(rows->HasError()) << rows->GetError();
    EXPECT_EQ(rows->GetValue(1, 0).ToString(), "300000");
    EXPECT_FALSE(std::filesystem::is_empty(directory / "a" / "b")) << "it did not spill";
  }
  EXPECT_TRUE(std::filesystem::is_empty(directory / "a" / "b"));
  std::filesystem::remove_all(directory);
}

TEST(Engine, OutOfMemoryIsSaidInOurWords) {
  Engine engine(env::SystemEnv(), {.threads = 1, .memory_bytes = 64 << 20});
  auto rows = engine.ConnectQuery()->Query("select length(string_agg(repeat('x', 200), '')) from range(300000) t(i)");
  ASSERT_TRUE(rows->HasError());
  const std::string error = columnar::FromDuckDb(rows->GetErrorObject()).what();
  EXPECT_TRUE(error.starts_with("the query needs more memory than it may use: ")) << error;
  EXPECT_EQ(error.find("duckdb"), std::string::npos) << error;
}

TEST(Engine, NullIsTheSmallestValue) {
  Engine engine(env::SystemEnv(), {.threads = 1});
  auto rows = engine.ConnectQuery()->Query("select x from (values (1), (null)) t(x) order by x");
  EXPECT_TRUE(rows->GetValue(0, 0).IsNull());
}

}  // namespace
}  // namespace tarn::sql
