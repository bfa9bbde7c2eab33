#include "table/system/system_tables.h"

#include <gtest/gtest.h>

#include <duckdb/common/types/value.hpp>

#include "base/error.h"
#include "columnar/type_mapping.h"
#include "paimon/tag.h"
#include "table/scan/made_table.h"
#include "table/scan/snapshot_store.h"
#include "testing/recorded_tables.h"

namespace tarn::table {
namespace {

using paimon::Value;

// Rows as text, cells split by '|', only the named columns.
std::vector<std::string> Show(const Table& table, std::string_view name, const std::vector<std::string>& columns) {
  const SystemTable* system_table = FindSystemTable(name);
  EXPECT_NE(system_table, nullptr) << name;
  std::vector<std::string> shown;
  for (const auto& batch : ReadSystemTable(table, *system_table)) {
    for (duckdb::idx_t row = 0; row < batch.size(); ++row) {
      std::string line;
      for (const auto& column : columns) {
        size_t index = 0;
        while (system_table->columns.at(index).name != column) ++index;
        line += (line.empty() ? "" : "|") + batch.chunk.GetValue(index, row).ToString();
      }
      shown.push_back(line);
    }
  }
  return shown;
}

using Lines = std::vector<std::string>;

TEST(SystemTables, ListIsSortedAndFound) {
  for (size_t i = 1; i < SystemTables().size(); ++i) EXPECT_LT(SystemTables()[i - 1].name, SystemTables()[i].name);
  EXPECT_EQ(FindSystemTable("nope"), nullptr);
}

TEST(SystemTables, BoundsOfADamagedManifestAreShownAsCharacters) {
  MadeTable made(SchemaOf({{"v", "STRING"}}));
  made.Commit({made.Entry("one", {}, {{std::string("a\xff"), std::string("\xffz")}})});
  EXPECT_EQ(Show(*made.Open(), "files", {"min_value_stats", "max_value_stats"}), (Lines{"{v=a?}|{v=?z}"}));
}

// The rows of paimon-corpus/system, case pk-table-metadata, as far as they are metadata.
TEST(SystemTables, KeyedTable) {
  MadeTable made(SchemaOf({{"k", "INT NOT NULL"}, {"v", "STRING"}, {"dt", "STRING NOT NULL"}}, {"dt"}, {"k", "dt"},
                          {{"bucket", "2"}, {"changelog-producer", "lookup"}}));
  auto one = made.Entry(
      "one", {std::string("x")},
      {{int64_t{1}, int64_t{2}}, {std::string("a"), std::string("b")}, {std::string("x"), std::string("x")}});
  one.file.file_source = 0;
  one.file.creation_time_ms = 1704067200123;
  auto two = made.Entry("two", {std::string("y")},
                        {{int64_t{3}, int64_t{3}}, {Value{}, Value{}}, {std::string("y"), std::string("y")}});
  two.bucket = 1;
  made.Commit({one, two});
  const auto table = made.Open();
  EXPECT_EQ(
      Show(*table, "files",
           {"partition", "bucket", "file_path", "file_format", "min_key", "max_key", "null_value_counts",
            "min_value_stats", "max_value_stats", "deleteRowCount", "file_source", "creation_time", "write_cols"}),
      (Lines{"{x}|0|/w/default.db/t/dt=x/bucket-0/one.parquet|parquet|[1]|[2]|{dt=0, k=0, v=0}|{dt=x, k=1, v=a}|{dt=x, "
             "k=2, v=b}|0|APPEND|"
             "2024-01-01 00:00:00.123|NULL",
             "{y}|1|/w/default.db/t/dt=y/bucket-1/two.parquet|parquet|[3]|[3]|{dt=0, k=0, v=10}|{dt=y, k=3, "
             "v=null}|{dt=y, k=3, v=null}|0|NULL|NULL|NULL"}));
  EXPECT_EQ(Show(*table, "partitions", {"partition", "record_count", "file_count", "last_update_time"}),
            (Lines{"dt=x|10|1|2024-01-01 00:00:00.123", "dt=y|10|1|NULL"}));
  EXPECT_EQ(Show(*table, "buckets", {"partition", "bucket", "record_count"}), (Lines{"{x}|0|10", "{y}|1|10"}));
  EXPECT_EQ(
      Show(*table, "manifests", {"num_added_files", "num_deleted_files", "min_partition_stats", "max_partition_stats"}),
      (Lines{"2|0|{x}|{y}"}));
  EXPECT_EQ(Show(*table, "options", {"key", "value"}), (Lines{"bucket|2", "changelog-producer|lookup"}));
  EXPECT_EQ(
      Show(*table, "schemas", {"schema_id", "fields", "partition_keys", "primary_keys", "options", "comment"}),
      (Lines{
          R"(0|[{"id":0,"name":"k","type":"INT NOT NULL"},{"id":1,"name":"v","type":"STRING"},)"
          R"({"id":2,"name":"dt","type":"STRING NOT NULL"}]|["dt"]|["k","dt"]|{"bucket":"2","changelog-producer":"lookup"}|NULL)"}));
  EXPECT_EQ(Show(*table, "snapshots", {"snapshot_id", "commit_kind", "commit_time", "watermark"}),
            (Lines{"1|APPEND|1970-01-01 00:00:01|NULL"}));
  EXPECT_EQ(Show(*table, "file_key_ranges", {"level", "min_key", "first_row_id"}), (Lines{"0|[1]|NULL", "0|[3]|NULL"}));
}

// Case append-table-metadata: no keys, dates as days, statistics that are not known.
TEST(SystemTables, AppendTable) {
  MadeTable made(
      SchemaOf({{"a", "INT"}, {"d", "DATE"}, {"e", "DECIMAL(5, 2)"}, {"f", "BOOLEAN"}, {"h", "ARRAY<INT>"}}));
  auto entry = made.Entry(
      "one", {},
      {{int64_t{1}, int64_t{2}}, {int64_t{-1}, int64_t{19723}}, {int128_t{125}, int128_t{125}}, {false, true}});
  made.Commit({entry});
  made.Commit({made.Entry("two", {}, {})});
  const auto table = made.Open({{"scan.snapshot-id", "1"}});
  EXPECT_EQ(Show(*table, "files", {"partition", "min_key", "null_value_counts", "min_value_stats", "max_value_stats"}),
            (Lines{"{}|NULL|{a=0, d=0, e=0, f=0, h=null}|{a=1, d=-1, e=1.25, f=false, h=null}|{a=2, d=19723, e=1.25, "
                   "f=true, h=null}"}));
}

TEST(SystemTables, TagsConsumersBranches) {
  MadeTable made(SchemaOf({{"a", "INT"}}));
  made.Commit({made.Entry("one", {}, {})});
  const auto snapshot = *LatestSnapshot(*made.Open());
  made.Put("tag/tag-b", ToJson(snapshot));
  made.Put("tag/tag-a",
           ToJson(paimon::Tag{snapshot, CivilTime{{2024, 1, 31}, 12, 0, 1, 500'000'000}, 86'400'000'000'000}));
  made.Put("consumer/consumer-me", R"({"nextSnapshot":7})");
  made.Put("branch/branch-x/schema/schema-0", "{}");
  const auto table = made.Open();
  EXPECT_EQ(Show(*table, "tags", {"tag_name", "snapshot_id", "create_time", "time_retained"}),
            (Lines{"a|1|2024-01-31 12:00:01.5|PT24H", "b|1|NULL|NULL"}));
  EXPECT_EQ(Show(*table, "consumers", {"consumer_id", "next_snapshot_id"}), (Lines{"me|7"}));
  EXPECT_EQ(Show(*table, "branches", {"branch_name"}), (Lines{"x"}));
  made.Put("consumer/consumer-bad", "{}");
  EXPECT_THROW(Show(*table, "consumers", {"consumer_id"}), Error);
}

// All tables that Java wrote can be looked into, also those whose rows cannot be read yet.
TEST(SystemTables, RecordedTables) {
  if (!std::filesystem::exists(testing::RecordedTables()))
    GTEST_SKIP() << "no recorded tables under " << testing::RecordedTables();
  size_t tables = 0, files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(testing::RecordedTables())) {
    if (entry.path().filename() != "schema" || entry.path().string().find("/branch/") != std::string::npos) continue;
    const auto path = entry.path().parent_path();
    SCOPED_TRACE(path);
    const auto table = Table::Open(env::SystemEnv(), path.string());
    ++tables;
    for (const auto& system_table : SystemTables())
      for (const auto& batch : ReadSystemTable(*table, system_table))
        if (system_table.name == "files") files += batch.size();
  }
  EXPECT_GT(tables, 40u);
  EXPECT_GT(files, 50u);
}

TEST(SystemTables, ManyRows) {
  MadeTable made(SchemaOf({{"a", "INT"}}));
  std::vector<paimon::ManifestEntry> entries;
  for (int i = 0; i < 5000; ++i) entries.push_back(made.Entry(std::to_string(i), {}, {}));
  made.Commit(entries);
  EXPECT_EQ(Show(*made.Open(), "files", {"bucket"}).size(), 5000u);
}

}  // namespace
}  // namespace tarn::table
