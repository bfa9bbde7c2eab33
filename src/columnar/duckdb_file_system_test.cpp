#include "columnar/duckdb_file_system.h"

#include <gtest/gtest.h>

#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <duckdb/main/materialized_query_result.hpp>

#include "columnar/duckdb_error.h"

namespace tarn::columnar {
namespace {

TEST(DuckDbFileSystem, ReadsAndErrorsPassThrough) {
  auto files = env::NewMemoryFileSystem();
  files->CreateDirectories("/d");
  auto file = files->Create("/d/a.csv");
  file->Append("x,y\n1,2\n3,4\n");
  file->Close();

  duckdb::DuckDB db(nullptr);
  db.GetFileSystem().RegisterSubSystem(NewDuckDbFileSystem(*files));
  duckdb::Connection connection(db);
  auto sum = connection.Query("select sum(x + y) from read_csv('" + DuckDbPath("/d/a.csv") + "')");
  ASSERT_FALSE(sum->HasError()) << sum->GetError();
  EXPECT_EQ(sum->GetValue(0, 0).ToString(), "10");

  auto absent = connection.Query("select * from read_csv('" + DuckDbPath("/d/b.csv") + "')");
  ASSERT_TRUE(absent->HasError());
  const Error error = FromDuckDb(absent->GetErrorObject());
  EXPECT_EQ(error.code(), ErrorCode::NotFound);
  EXPECT_NE(std::string(error.what()).find("/d/b.csv"), std::string::npos) << error.what();
}

TEST(DuckDbFileSystem, Paths) {
  EXPECT_EQ(DuckDbPath("/w/t"), "env:/w/t");
  EXPECT_EQ(EnvPath("env:/w/t"), "/w/t");
  EXPECT_EQ(EnvPath("/w/t"), "/w/t");
}

}  // namespace
}  // namespace tarn::columnar
