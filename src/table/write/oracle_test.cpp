// Does the real Java Paimon read what we write? Needs the programs of interop/java in the cache (./dev interop puts
// them there).
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <iostream>
#include <set>

#include "paimon/field_ids.h"
#include "testing/java_reader.h"
#include "testing/table_kit.h"

namespace tarn::table {
namespace {

using Lines = std::vector<std::string>;
using tarn::testing::TableKit;

class Oracle : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!java.IsThere()) {
      std::cerr << "SKIPPED: no Java Paimon at " << java.path() << "; ./dev interop fetches it\n";
      GTEST_SKIP();
    }
    char pattern[] = "/tmp/tarn-oracle-XXXXXX";
    ASSERT_NE(mkdtemp(pattern), nullptr);
    root_ = pattern;
    kit.warehouse = root_ + "/default.db";
  }
  void TearDown() override {
    if (!root_.empty() && !HasFailure()) std::filesystem::remove_all(root_);
    if (!root_.empty() && HasFailure()) std::cerr << "the table is kept in " << root_ << "\n";
  }

  Lines Dump(const std::string& name) const { return java.Dump(root_, name); }

  tarn::testing::JavaReader java;
  std::string root_;
  TableKit kit{env::LocalFileSystem()};
};

TEST_F(Oracle, JavaReadsAppendTablesOfAllTypes) {
  auto schema = tarn::testing::MakeSchema({.columns = {{"b", "BOOLEAN"},
                                                       {"t", "TINYINT"},
                                                       {"s", "SMALLINT NOT NULL"},
                                                       {"i", "INT"},
                                                       {"l", "BIGINT"},
                                                       {"f", "FLOAT"},
                                                       {"d", "DOUBLE"},
                                                       {"d1", "DECIMAL(8, 2)"},
                                                       {"d2", "DECIMAL(18, 3)"},
                                                       {"d3", "DECIMAL(38, 10)"},
                                                       {"c", "CHAR(3)"},
                                                       {"v", "STRING"},
                                                       {"y", "BYTES"},
                                                       {"dt", "DATE"},
                                                       {"tm", "TIME(0)"},
                                                       {"t3", "TIMESTAMP(3)"},
                                                       {"t6", "TIMESTAMP(6)"},
                                                       {"t9", "TIMESTAMP(9)"},
                                                       {"z3", "TIMESTAMP_LTZ(3)"},
                                                       {"a", "ARRAY<INT>"},
                                                       {"m", "MAP<STRING, INT>"},
                                                       {"r", "ROW<x INT, q STRING>"}}});
  schema.highest_field_id = -1;
  paimon::AssignFieldIds(schema.fields, schema.highest_field_id);
  CreateTable(kit.env(), kit.PathOf("t"), schema);
  const auto table = kit.Open();
  kit.Insert(
      table,
      "SELECT true, 1, 2, 3, 4, 1.5, 2.5, 1.25, -1.125, 12345678901234567890.5, 'abc', 'text', '\\x00\\xFF'::BLOB, "
      "DATE '1969-12-31', TIME '12:34:56', TIMESTAMP '1969-12-31 23:59:59.999', "
      "TIMESTAMP '2024-01-31 12:00:00.123456', '1960-01-01 00:00:00.000000001'::TIMESTAMP_NS, "
      "'2024-01-31 12:00:00.5+00'::TIMESTAMPTZ, [1, NULL], MAP {'k': 1}, {'x': 1, 'q': 'z'}");
  kit.Insert(table,
             "SELECT NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "
             "NULL, NULL, NULL, NULL, NULL, NULL, NULL");
  EXPECT_EQ(Dump("t"),
            (Lines{"+I|NULL|NULL|0|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|"
                   "NULL|NULL|NULL",
                   "+I|true|1|2|3|4|1.50000000e+00|2.5000000000000000e+00|1.25|-1.125|12345678901234567890.5000000000|"
                   "\"abc\"|\"text\"|x'00ff'|1969-12-31|12:34:56.000|1969-12-31 23:59:59.999000000|"
                   "2024-01-31 12:00:00.123456000|1960-01-01 00:00:00.000000001|2024-01-31 12:00:00.500000000Z|"
                   "[1,NULL]|{\"k\":1}|(1,\"z\")"}));
}

TEST_F(Oracle, JavaFindsPartitionsOfOddNames) {
  const auto table = kit.Make({.columns = {{"p", "STRING"}, {"v", "INT"}}, .partition = {"p"}});
  kit.Insert(table,
             "SELECT * FROM (VALUES ('a/b', 1), ('..', 2), ('.', 3), ('50%', 4), ('%41', 5), ('two words', 6), ('', "
             "7), ('  ', 8), (NULL, 9), ('k=v', 10), ('日本', 11), (chr(9) || 'tab', 12), ('a:b*c?d\\e', 13), "
             "('[x]{y}^#\"''', 14), ('__DEFAULT_PARTITION__', 15), ('_hidden', 16), (chr(0) || 'nul', 17), "
             "(chr(127), 18), ('a~b|c<d>', 19)) v(p, v)");
  const auto lines = Dump("t");
  std::set<int> values;
  for (const auto& line : lines) values.insert(std::stoi(line.substr(line.rfind('|') + 1)));
  EXPECT_EQ(lines.size(), 19u);
  EXPECT_EQ(values.size(), 19u);
  EXPECT_EQ(kit.Read(*table).size(), 19u);
  EXPECT_EQ(std::count_if(lines.begin(), lines.end(), [](const auto& line) { return line.starts_with("+I|NULL|"); }), 1)
      << "NULL and '' share a directory and stay apart";
}

TEST_F(Oracle, JavaReadsPartitionedKeyedTables) {
  const auto table = kit.Make({.columns = {{"k", "INT"}, {"p", "STRING"}, {"d", "DATE"}, {"v", "STRING"}},
                               .primary_key = {"p", "d", "k"},
                               .partition = {"p", "d"},
                               .options = {{"bucket", "2"}, {"num-sorted-run.compaction-trigger", "2"}}});
  const auto writer = kit.Writer(table);
  std::map<int, std::string> model;
  for (int commit = 1; commit <= 6; ++commit) {
    const auto number = std::to_string(commit);
    writer->Write(kit.Rows(*table, "SELECT CASE WHEN (i + " + number +
                                       ") % 7 = 0 THEN '-D' ELSE '+I' END AS op, i, 'p' "
                                       "|| i % 2, DATE '2024-01-01' + (i % 3)::INT, '" +
                                       number + ".' || i FROM range(" + number + ", 60, " + number + ") r(i)"));
    for (int i = commit; i < 60; i += commit)
      model[i] = (i + commit) % 7 == 0
                     ? ""
                     : std::to_string(i) + "|\"p" + std::to_string(i % 2) + "\"|2024-01-0" + std::to_string(1 + i % 3) +
                           "|\"" + number + "." + std::to_string(i) + "\"";
    const auto outcome =
        Commit(*table, {.user = "u", .identifier = commit, .watermark_ms = {}, .messages = writer->PrepareCommit()});
    ASSERT_EQ(outcome.kind, CommitOutcome::Committed);
  }
  Lines expected;
  for (const auto& [key, text] : model)
    if (!text.empty()) expected.push_back("+I|" + text);
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(Dump("t"), expected);
  EXPECT_EQ(Dump("t$snapshots").size(), static_cast<size_t>(*LatestSnapshotId(*table)));
  EXPECT_FALSE(Dump("t$files").empty());
}

}  // namespace
}  // namespace tarn::table
