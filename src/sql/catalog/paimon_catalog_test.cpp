#include "sql/catalog/paimon_catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/sql_kit.h"

namespace tarn::sql {
namespace {

using ::testing::ElementsAre;

// As other engines store it, and as Tarn did. ALTER writes it without the blanks, which says the same.
TEST(PaimonCatalog, BlanksInAStoredBucketKeyDoNotStopAlter) {
  const auto fs = env::NewMemoryFileSystem();
  tarn::testing::SqlKit kit(*fs, "/w");
  kit.Run("CREATE TABLE t (a INT, b INT) WITH ('bucket' = '2', 'bucket-key' = 'a,b')");
  kit.Run("INSERT INTO t VALUES (1, 2)");
  const std::string path = "/w/default.db/t/schema/schema-0";
  std::string schema = env::ReadFile(*fs, path);
  const auto names = schema.find("\"a,b\"");
  ASSERT_NE(names, std::string::npos);
  env::ReplaceFile(*fs, path, schema.replace(names, 5, "\"a, b\""));

  kit.Run("ALTER TABLE t SET ('write-only' = 'true')");
  EXPECT_THAT(kit.Run("SELECT `value` FROM t$options WHERE `key` IN ('bucket-key', 'write-only')"),
              ElementsAre("a,b", "true"));
  EXPECT_THROW(kit.Run("ALTER TABLE t SET ('bucket-key' = 'b')"), Error);
  EXPECT_THROW(kit.Run("ALTER TABLE t SET ('bucket-key' = 'b, a')"), Error);
}

}  // namespace
}  // namespace tarn::sql
