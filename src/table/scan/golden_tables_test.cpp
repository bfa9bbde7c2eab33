// Tables that Java Paimon wrote, read by us, against what Java reads of them (data/paimon-tables of the shared folder).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "columnar/duckdb_file_system.h"
#include "table/scan/split_reader.h"
#include "testing/places.h"
#include "testing/table_dump.h"

namespace tarn::table {
namespace {

std::filesystem::path Shared() { return tarn::testing::SharedDirectory(); }

TEST(GoldenTables, ReadAsJavaReadsThem) {
  const auto root = Shared() / "data" / "paimon-tables";
  if (!std::filesystem::exists(root)) GTEST_SKIP() << "no " << root << ": set TARN_SHARED";
  duckdb::DuckDB db(nullptr);
  db.GetFileSystem().RegisterSubSystem(columnar::NewDuckDbFileSystem(env::LocalFileSystem()));
  duckdb::Connection connection(db);
  size_t equal = 0;
  std::string refused;
  for (const auto& database : std::filesystem::directory_iterator(root / "parquet")) {
    for (const auto& entry : std::filesystem::directory_iterator(database)) {
      if (!entry.is_directory()) continue;
      const std::string name = database.path().stem().string() + "." + entry.path().filename().string();
      std::ifstream file(root / "expected" / "parquet" / (name + ".txt"));
      if (!file) continue;  // Java could not read it there either
      std::vector<std::string> expected;
      for (std::string line; std::getline(file, line);) expected.push_back(line);
      try {
        EXPECT_EQ(
            tarn::testing::DumpTable(*connection.context,
                                     Table::Open(env::SystemEnv(), std::filesystem::canonical(entry.path()).string())),
            expected)
            << name;
        equal++;
      } catch (const Error& e) {
        EXPECT_EQ(e.code(), ErrorCode::Unsupported) << name << ": " << e.what();
        refused += "  " + name + ": " + e.what() + "\n";
      }
    }
  }
  std::printf("%zu tables were read; refused:\n%s", equal, refused.c_str());
  EXPECT_GE(equal, 10u);
}

}  // namespace
}  // namespace tarn::table
