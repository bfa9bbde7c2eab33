#include "table/write/table_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include "base/error.h"
#include "table/key_compare.h"
#include "testing/crash_fs.h"
#include "testing/faulty_fs.h"
#include "testing/table_kit.h"

namespace tarn::table {
namespace {

using tarn::testing::TableKit;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Write : public ::testing::Test {
 protected:
  std::vector<paimon::DataFileMeta> Files(const Table& table) {
    std::vector<paimon::DataFileMeta> files;
    for (auto& entry : LiveEntries(table, *LatestSnapshot(table))) files.push_back(std::move(entry.file));
    return files;
  }

  std::unique_ptr<env::FileSystem> fs = env::NewMemoryFileSystem();
  TableKit kit{*fs};
};

TEST_F(Write, AppendTableKeepsItsRows) {
  const auto table = kit.Make({.columns = {{"a", "INT"}, {"b", "STRING"}}});
  EXPECT_EQ(kit.Insert(table, "SELECT i, 'v' || i FROM range(3) r(i)").snapshot_id, 1);
  EXPECT_EQ(kit.Insert(table, "SELECT NULL, NULL").snapshot_id, 2);
  EXPECT_THAT(kit.Read(*table), ElementsAre("0|v0", "1|v1", "2|v2", "NULL|NULL"));
  const auto snapshot = *LatestSnapshot(*table);
  EXPECT_EQ(snapshot.total_record_count, 4);
  EXPECT_EQ(snapshot.delta_record_count, 1);
  EXPECT_EQ(snapshot.commit_kind, paimon::CommitKind::Append);
  EXPECT_THAT(kit.Strays(*table), IsEmpty());
}

TEST_F(Write, RowsGoToTheirPartitionsAndBuckets) {
  const auto table = kit.Make({.columns = {{"a", "INT"}, {"p", "STRING"}, {"d", "DATE"}},
                               .partition = {"p", "d"},
                               .options = {{"bucket", "3"}, {"bucket-key", "a"}}});
  kit.Insert(table, "SELECT i, 'p' || i % 2, DATE '2024-01-01' + (i % 3)::INT FROM range(600) r(i)");
  std::set<std::string> places;
  const auto rules = paimon::PathRules::FromOptions({});
  int64_t rows = 0;
  for (const auto& entry : LiveEntries(*table, *LatestSnapshot(*table))) {
    places.insert(paimon::RelativeBucketDirectory(table->schema(), entry.partition, entry.bucket, rules));
    EXPECT_EQ(entry.total_buckets, 3);
    rows += entry.file.row_count;
  }
  EXPECT_EQ(places.size(), 18u);
  EXPECT_TRUE(places.contains("p=p1/d=19723/bucket-2")) << *places.begin();
  EXPECT_EQ(rows, 600);
  EXPECT_EQ(kit.Read(*table).size(), 600u);
}

TEST_F(Write, FixedBucketsNumberTheirRowsOn) {
  const auto table = kit.Make({.columns = {{"a", "INT"}}, .options = {{"bucket", "1"}, {"bucket-key", "a"}}});
  kit.Insert(table, "SELECT i FROM range(10) r(i)");
  kit.Insert(table, "SELECT i FROM range(5) r(i)");
  const auto files = Files(*table);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].min_sequence_number, 0);
  EXPECT_EQ(files[0].max_sequence_number, 9);
  EXPECT_EQ(files[1].min_sequence_number, 10);
  EXPECT_EQ(files[1].max_sequence_number, 14);
}

TEST_F(Write, FilesRollAtTheirTarget) {
  const auto table = kit.Make({.columns = {{"a", "INT"}}, .options = {{"target-file-row-num", "1000"}}});
  const auto writer = kit.Writer(table);
  for (int i = 0; i < 5; ++i) writer->Write(kit.Rows(*table, "SELECT i FROM range(700) r(i)"));
  const auto messages = writer->PrepareCommit();
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].new_files.size(), 3u);
  EXPECT_TRUE(writer->PrepareCommit().empty()) << "nothing new";
}

TEST_F(Write, ADeclaredWatermarkColumnSortsRowGroups) {
  const auto table =
      kit.Make({.columns = {{"a", "INT"}, {"ts", "TIMESTAMP(3)"}}, .options = {{"schema.watermark.0.rowtime", "ts"}}});
  kit.Insert(table, "SELECT i, TIMESTAMP '2024-01-01' + INTERVAL (hash(i) % 1000) SECOND FROM range(2000) r(i)");
  const auto entries = LiveEntries(*table, *LatestSnapshot(*table));
  columnar::DataFileReader reader(kit.context(),
                                  {.path = paimon::DataFilePath(table->path(), table->schema(), entries[0].partition, 0,
                                                                entries[0].file, paimon::PathRules::FromOptions({})),
                                   .file = table->schema().fields,
                                   .wanted = table->schema().fields});
  duckdb::DataChunk chunk;
  duckdb::Value last;
  int64_t rows = 0;
  while (reader.Read(chunk))
    for (duckdb::idx_t i = 0; i < chunk.size(); ++i, ++rows) {
      const auto ts = chunk.GetValue(1, i);
      EXPECT_TRUE(last.IsNull() || last <= ts);
      last = ts;
    }
  EXPECT_EQ(rows, 2000);
}

TEST_F(Write, AppendTablesRefuseDeletes) {
  const auto table = kit.Make({.columns = {{"a", "INT"}}});
  EXPECT_THROW(kit.Insert(table, "SELECT '-D' AS op, 1"), Error);
  EXPECT_FALSE(LatestSnapshot(*table).has_value());
  EXPECT_THAT(kit.Strays(*table), IsEmpty());
  const auto lenient = kit.Make({.columns = {{"a", "INT"}}, .options = {{"ignore-delete", "true"}}}, "lenient");
  kit.Insert(lenient, "SELECT * FROM (VALUES ('+I', 1), ('-D', 1), ('+U', 2)) v(op, a)");
  EXPECT_THAT(kit.Read(*lenient), ElementsAre("1", "2"));
}

TEST_F(Write, NotNullIsEnforced) {
  const auto table = kit.Make({.columns = {{"a", "INT NOT NULL"}}});
  EXPECT_THROW(kit.Insert(table, "SELECT NULL"), Error);
}

TEST_F(Write, LittleMemoryMakesNoDifference) {
  const auto table = kit.Make({.columns = {{"k", "INT"}, {"p", "INT"}, {"v", "STRING"}},
                               .primary_key = {"p", "k"},
                               .partition = {"p"},
                               .options = {{"bucket", "2"}}});
  const auto writer = kit.Writer(table, {.memory_bytes = 20'000});
  for (int i = 0; i < 20; ++i)
    writer->Write(kit.Rows(*table, "SELECT hash(i, " + std::to_string(i) + ") % 200, i % 3, 'a long value ' || " +
                                       std::to_string(i) + " || ' ' || i FROM range(500) r(i)"));
  const auto messages = writer->PrepareCommit();
  Commit(*table, {.user = "u", .identifier = 1, .watermark_ms = {}, .messages = messages});
  const auto other = kit.Make({.columns = {{"k", "INT"}, {"p", "INT"}, {"v", "STRING"}},
                               .primary_key = {"p", "k"},
                               .partition = {"p"},
                               .options = {{"bucket", "2"}}},
                              "other");
  const auto plain = kit.Writer(other);
  for (int i = 0; i < 20; ++i)
    plain->Write(kit.Rows(*other, "SELECT hash(i, " + std::to_string(i) + ") % 200, i % 3, 'a long value ' || " +
                                      std::to_string(i) + " || ' ' || i FROM range(500) r(i)"));
  Commit(*other, {.user = "u", .identifier = 1, .watermark_ms = {}, .messages = plain->PrepareCommit()});
  EXPECT_EQ(kit.Read(*table), kit.Read(*other));
  EXPECT_EQ(kit.Read(*table).size(), 600u);
}

TEST(ManyPartitions, NeedFewOpenFilesAndLittleMemory) {
  tarn::testing::CrashFileSystem disk;
  tarn::testing::FaultyFileSystem counting(disk);
  TableKit kit(counting);
  for (const bool keyed : {false, true}) {
    tarn::testing::SchemaText text{.columns = {{"p", "INT"}, {"k", "INT"}, {"v", "STRING"}}, .partition = {"p"}};
    if (keyed) {
      text.primary_key = {"p", "k"};
      text.options = {{"bucket", "1"}};
    }
    const auto table = kit.Make(text, keyed ? "keyed" : "append");
    const auto writer = kit.Writer(table, {.memory_bytes = 2 << 20});
    // 900 partitions come by again and again.
    for (int i = 0; i < 10; ++i)
      writer->Write(kit.Rows(*table, "SELECT (i * 7919) % 900, " + std::to_string(i) +
                                         " * 2000 + i, 'value ' || i FROM range(1800) r(i)"));
    const auto messages = writer->PrepareCommit();
    Commit(*table, {.user = "u", .identifier = 1, .watermark_ms = {}, .messages = messages});
    EXPECT_EQ(messages.size(), 900u);
    EXPECT_EQ(kit.Read(*table).size(), 18000u);
    size_t files = 0;
    for (const auto& message : messages) files += message.new_files.size();
    EXPECT_LT(files, 3600u) << "files of few rows are no use to anybody";
  }
  EXPECT_LT(counting.open_most(), 320);
}

size_t MemoryInUse() {
  const auto info = ::mallinfo2();  // zeros under sanitizers
  return info.uordblks + info.hblkhd;
}

TEST_F(Write, FlushedFilesHoldLittleMemory) {
  const auto table =
      kit.Make({.columns = {{"p", "INT"}, {"a", "STRING"}, {"b", "STRING"}, {"c", "BIGINT"}}, .partition = {"p"}});
  const auto writer = kit.Writer(table, {.memory_bytes = 4 << 20});
  for (int i = 0; i < 20; ++i)
    writer->Write(kit.Rows(*table,
                           "SELECT i % 100, 'a string of some length ' || hash(i), 'another one ' || hash(i + 1), i "
                           "FROM range(10000) r(i)"));
  const size_t open = MemoryInUse();
  const auto messages = writer->PrepareCommit();
  EXPECT_EQ(messages.size(), 100u);
  // What it frees by closing a hundred files, little more than what it was allowed.
  const size_t closed = MemoryInUse();
  EXPECT_LT(open, closed + (10 << 20));
}

TEST_F(Write, RowsLargerThanTheBufferAndVeryWideOnes) {
  for (const bool keyed : {false, true}) {
    tarn::testing::SchemaText text{.columns = {{"k", "INT"}, {"v", "STRING"}}};
    if (keyed) {
      text.primary_key = {"k"};
      text.options = {{"bucket", "1"}};
    }
    const auto table = kit.Make(text, keyed ? "keyed" : "append");
    const auto writer = kit.Writer(table, {.memory_bytes = 1 << 20});
    for (int i = 0; i < 3; ++i)
      writer->Write(kit.Rows(*table, "SELECT i, repeat('ab' || i, 1300000) FROM range(" + std::to_string(i) + ", " +
                                         std::to_string(i + 2) + ") r(i)"));
    Commit(*table, {.user = "u", .identifier = 1, .watermark_ms = {}, .messages = writer->PrepareCommit()});
    const auto rows = kit.Read(*table);
    ASSERT_EQ(rows.size(), keyed ? 4u : 6u);
    for (const auto& row : rows) EXPECT_EQ(row.size(), 2 + 3 * 1300000u);
  }
  tarn::testing::SchemaText wide{.columns = {}};
  std::string query = "SELECT ";
  for (int i = 0; i < 1000; ++i) {
    wide.columns.emplace_back("c" + std::to_string(i), i % 2 ? "STRING" : "ARRAY<ROW<x INT, y ARRAY<ARRAY<STRING>>>>");
    query += i % 2 ? "i || 's'," : "[{'x': i, 'y': [['a', NULL], NULL]}, NULL],";
  }
  query.back() = ' ';
  const auto table = kit.Make(wide, "wide");
  kit.Insert(table, query + "FROM range(3) r(i)");
  const auto rows = kit.Read(*table);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(std::count(rows[0].begin(), rows[0].end(), '|'), 999);
}

class Keyed : public Write {
 protected:
  std::shared_ptr<const Table> Make(tarn::testing::Options options = {}) {
    options.emplace("bucket", "1");
    return kit.Make({.columns = {{"k", "INT"}, {"v", "STRING"}, {"s", "INT"}},
                     .primary_key = {"k"},
                     .options = std::move(options)});
  }
};

TEST_F(Keyed, TheLastRowOfAKeyStays) {
  const auto table = Make();
  kit.Insert(table, "SELECT * FROM (VALUES (2, 'b', 0), (1, 'a', 0), (2, 'c', 0)) v(k, v, s)");
  EXPECT_THAT(kit.Read(*table), ElementsAre("1|a|0", "2|c|0"));
  kit.Insert(table, "SELECT * FROM (VALUES ('-D', 1, 'x', 0), ('+U', 2, 'd', 0), ('+I', 3, 'e', 0)) v(op, k, v, s)");
  EXPECT_THAT(kit.Read(*table), ElementsAre("2|d|0", "3|e|0"));
  const auto files = Files(*table);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].row_count, 2) << "merged before it was written";
  EXPECT_EQ(files[0].level, 0);
  EXPECT_EQ(files[0].max_sequence_number, 2);
  EXPECT_EQ(files[1].min_sequence_number, 3);
  EXPECT_EQ(files[1].delete_row_count, 1);
  EXPECT_EQ(KeyCompareOf(table->schema())(files[1].min_key, files[0].min_key), 0);
  EXPECT_GT(KeyCompareOf(table->schema())(files[1].max_key, files[0].max_key), 0);
}

TEST_F(Keyed, SequenceFieldsDecideBeforeOrderOfArrival) {
  const auto table = Make({{"sequence.field", "s"}});
  kit.Insert(table,
             "SELECT * FROM (VALUES (1, 'new', 5), (1, 'old', 3), (2, 'x', NULL), (2, 'y', 1), (2, 'z', 1), "
             "(2, 'n', NULL)) v(k, v, s)");
  EXPECT_THAT(kit.Read(*table), ElementsAre("1|new|5", "2|z|1"));
  const auto down =
      kit.Make({.columns = {{"k", "INT"}, {"s", "INT"}},
                .primary_key = {"k"},
                .options = {{"bucket", "1"}, {"sequence.field", "s"}, {"sequence.field.sort-order", "descending"}}},
               "down");
  kit.Insert(down, "SELECT * FROM (VALUES (1, 5), (1, 3), (1, NULL), (1, 4)) v(k, s)");
  EXPECT_THAT(kit.Read(*down), ElementsAre("1|3"));
}

TEST_F(Keyed, IgnoredDeletesDoNotExist) {
  const auto table = Make({{"ignore-delete", "true"}});
  kit.Insert(table, "SELECT * FROM (VALUES ('+I', 1, 'a', 0), ('-D', 1, 'a', 0), ('-U', 1, 'a', 0)) v(op, k, v, s)");
  EXPECT_THAT(kit.Read(*table), ElementsAre("1|a|0"));
}

TEST_F(Keyed, CompactionChangesNoRow) {
  const auto table = Make({{"num-sorted-run.compaction-trigger", "3"}});
  std::map<int, std::string> model;
  const auto writer = kit.Writer(table);
  bool compacted = false;
  for (int commit = 1; commit <= 12; ++commit) {
    std::string values;
    for (int i = 0; i < 20; ++i) {
      const int key = (commit * 7 + i * 3) % 50;
      const bool gone = (commit + i) % 5 == 0;
      const std::string text = std::to_string(commit) + "." + std::to_string(i);
      values += std::string(i ? ", " : "") + "('" + (gone ? "-D" : "+I") + "', " + std::to_string(key) + ", '" + text +
                "', 0)";
      model[key] = gone ? "" : std::to_string(key) + "|" + text + "|0";
    }
    writer->Write(kit.Rows(*table, "SELECT * FROM (VALUES " + values + ") v(op, k, v, s)"));
    const auto outcome =
        Commit(*table, {.user = "u", .identifier = commit, .watermark_ms = {}, .messages = writer->PrepareCommit()});
    EXPECT_EQ(outcome.kind, CommitOutcome::Committed) << outcome.detail;
    compacted |= LatestSnapshot(*table)->commit_kind == paimon::CommitKind::Compact;
    std::vector<std::string> expected;
    for (const auto& [key, text] : model)
      if (!text.empty()) expected.push_back(text);
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(kit.Read(*table), expected) << commit;
  }
  EXPECT_TRUE(compacted);
  EXPECT_LE(Files(*table).size(), 3u);
  EXPECT_THAT(kit.Strays(*table), IsEmpty());
}

TEST_F(Keyed, WriteOnlyDoesNotCompact) {
  const auto table = Make({{"num-sorted-run.compaction-trigger", "2"}, {"write-only", "true"}});
  for (int i = 0; i < 6; ++i) kit.Insert(table, "SELECT i, 'x', 0 FROM range(5) r(i)");
  EXPECT_EQ(Files(*table).size(), 6u);
}

TEST_F(Write, TheNumberOfBucketsIsKept) {
  auto table = kit.Make({.columns = {{"k", "INT"}}, .primary_key = {"k"}, .options = {{"bucket", "2"}}});
  kit.Insert(table, "SELECT i FROM range(10) r(i)");
  auto schema = table->schema();
  schema.options["bucket"] = "4";
  CommitSchema(kit.env(), table->path(), 0, schema);
  table = kit.Open();
  EXPECT_EQ(table->schema().id, 1);
  EXPECT_THROW(kit.Insert(table, "SELECT i FROM range(10) r(i)"), Error);
}

}  // namespace
}  // namespace tarn::table
