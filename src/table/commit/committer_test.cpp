#include "table/commit/committer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "base/error.h"
#include "testing/table_kit.h"

namespace tarn::table {
namespace {

using tarn::testing::TableKit;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Committing : public ::testing::Test {
 protected:
  std::shared_ptr<const Table> MakeKeyed(const std::string& name = "t") {
    return kit.Make({.columns = {{"k", "INT"}, {"v", "STRING"}},
                     .primary_key = {"k"},
                     .options = {{"bucket", "1"}, {"num-sorted-run.compaction-trigger", "2"}}},
                    name);
  }
  std::shared_ptr<const Table> MakePartitioned() {
    return kit.Make({.columns = {{"a", "INT"}, {"d", "DATE"}, {"p", "STRING"}}, .partition = {"d", "p"}});
  }
  CommitOutcome Replace(const std::shared_ptr<const Table>& table, const std::string& query,
                        std::optional<std::map<std::string, paimon::Value>> partition) {
    const auto writer = kit.Writer(table, {.overwrite = true});
    writer->Write(kit.Rows(*table, query));
    return Overwrite(*table, {.commit = {.user = kit.env().random.Uuid(),
                                         .identifier = paimon::Snapshot::kBatchIdentifier,
                                         .watermark_ms = {},
                                         .messages = writer->PrepareCommit()},
                              .partition = std::move(partition)});
  }

  std::unique_ptr<env::FileSystem> fs = env::NewMemoryFileSystem();
  TableKit kit{*fs};
};

TEST_F(Committing, TheSameIdentifierCountsOnce) {
  const auto table = kit.Make({.columns = {{"a", "INT"}}});
  const auto writer = kit.Writer(table);
  writer->Write(kit.Rows(*table, "SELECT 1"));
  const CommitRequest request{.user = "job", .identifier = 7, .watermark_ms = 100, .messages = writer->PrepareCommit()};
  EXPECT_EQ(Commit(*table, request).kind, CommitOutcome::Committed);
  kit.Insert(table, "SELECT 2", "somebody else", 1);
  const auto again = Commit(*table, request);
  EXPECT_EQ(again.kind, CommitOutcome::AlreadyCommitted);
  EXPECT_EQ(again.snapshot_id, 1);
  EXPECT_THAT(kit.Read(*table), ElementsAre("1", "2"));
  EXPECT_EQ(LatestIdentifierOf(*table, "job"), 7);
  EXPECT_EQ(LatestIdentifierOf(*table, "nobody"), std::nullopt);
  EXPECT_EQ(LatestSnapshot(*table)->watermark, 100) << "inherited";
}

TEST_F(Committing, AnEmptyCommitIsASnapshotOnlyWhenWanted) {
  const auto table = kit.Make({.columns = {{"a", "INT"}}});
  EXPECT_EQ(Commit(*table, {.user = "u", .identifier = 1, .watermark_ms = {}, .messages = {}}).kind,
            CommitOutcome::NothingToDo);
  EXPECT_FALSE(LatestSnapshot(*table));
  const auto outcome =
      Commit(*table, {.user = "u", .identifier = 1, .watermark_ms = 5, .messages = {}, .ignore_empty = false});
  EXPECT_EQ(outcome.snapshot_id, 1);
  EXPECT_EQ(LatestSnapshot(*table)->watermark, 5);
  EXPECT_EQ(LatestSnapshot(*table)->total_record_count, 0);
}

TEST_F(Committing, ManyWritersAllGetIn) {
  const auto table = kit.Make({.columns = {{"a", "INT"}}, .options = {{"commit.max-retries", "100"}}});
  std::vector<std::vector<CommitMessage>> messages;
  for (int i = 0; i < 6; ++i) {
    const auto writer = kit.Writer(table);
    writer->Write(kit.Rows(*table, "SELECT " + std::to_string(i)));
    messages.push_back(writer->PrepareCommit());
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i)
    threads.emplace_back([&, i] {
      Commit(*table, {.user = "u" + std::to_string(i), .identifier = 1, .watermark_ms = {}, .messages = messages[i]});
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(LatestSnapshotId(*table), 6);
  EXPECT_THAT(kit.Read(*table), ElementsAre("0", "1", "2", "3", "4", "5"));
  EXPECT_THAT(kit.Strays(*table), IsEmpty());
}

TEST_F(Committing, ManyCommitsMergeTheirManifests) {
  const auto table = kit.Make({.columns = {{"a", "INT"}}, .options = {{"manifest.merge-min-count", "4"}}});
  for (int i = 0; i < 20; ++i) kit.Insert(table, "SELECT " + std::to_string(i));
  EXPECT_EQ(kit.Read(*table).size(), 20u);
  EXPECT_LE(DataManifests(*table, *LatestSnapshot(*table)).size(), 5u);
}

TEST_F(Committing, ACompactionOfFilesThatAreGoneIsDropped) {
  const auto table = MakeKeyed();
  kit.Insert(table, "SELECT 1, 'a'");
  // Two writers see the same file and both compact it.
  const auto first = kit.Writer(table), second = kit.Writer(table);
  first->Write(kit.Rows(*table, "SELECT 2, 'b'"));
  second->Write(kit.Rows(*table, "SELECT 3, 'c'"));
  const auto of_first = first->PrepareCommit(), of_second = second->PrepareCommit();
  ASSERT_FALSE(of_first[0].compact_before.empty());
  EXPECT_FALSE(
      Commit(*table, {.user = "a", .identifier = 1, .watermark_ms = {}, .messages = of_first}).compaction_dropped);
  const auto outcome = Commit(*table, {.user = "b", .identifier = 1, .watermark_ms = {}, .messages = of_second});
  EXPECT_EQ(outcome.kind, CommitOutcome::Committed);
  EXPECT_TRUE(outcome.compaction_dropped);
  EXPECT_THAT(kit.Read(*table), ElementsAre("1|a", "2|b", "3|c"));
  EXPECT_THAT(kit.Strays(*table), IsEmpty());
}

TEST_F(Committing, DynamicOverwriteReplacesThePartitionsOfItsRows) {
  const auto table = MakePartitioned();
  kit.Insert(table, "SELECT i, DATE '2024-01-01' + (i % 2)::INT, 'x' FROM range(4) r(i)");
  const auto outcome = Replace(table, "SELECT 9, DATE '2024-01-02', 'x'", std::nullopt);
  EXPECT_EQ(outcome.kind, CommitOutcome::Committed);
  EXPECT_THAT(kit.Read(*table), ElementsAre("0|2024-01-01|x", "2|2024-01-01|x", "9|2024-01-02|x"));
  const auto snapshot = *LatestSnapshot(*table);
  EXPECT_EQ(snapshot.commit_kind, paimon::CommitKind::Overwrite);
  EXPECT_EQ(snapshot.total_record_count, 3);
  EXPECT_EQ(snapshot.delta_record_count, -1);
  EXPECT_EQ(Replace(table, "SELECT 9, DATE '2024-01-02', 'x' WHERE false", std::nullopt).kind,
            CommitOutcome::NothingToDo);
}

TEST_F(Committing, StaticOverwriteReplacesWhatItNames) {
  const auto table = MakePartitioned();
  kit.Insert(table, "SELECT i, DATE '2024-01-01' + (i % 2)::INT, 'x' FROM range(4) r(i)");
  const paimon::Value kSecond = int64_t{19724};  // 2024-01-02
  Replace(table, "SELECT 9, DATE '2024-01-02', 'y'", {{{"d", kSecond}}});
  EXPECT_THAT(kit.Read(*table), ElementsAre("0|2024-01-01|x", "2|2024-01-01|x", "9|2024-01-02|y"));
  EXPECT_THROW(Replace(table, "SELECT 9, DATE '2024-01-03', 'y'", {{{"d", kSecond}}}), Error);
  EXPECT_THROW(Replace(table, "SELECT 9, DATE '2024-01-03', 'y'", {{{"dd", kSecond}}}), Error);
  const std::map<std::string, paimon::Value> everything;
  Replace(table, "SELECT 5, DATE '2024-01-03', 'z'", everything);
  EXPECT_THAT(kit.Read(*table), ElementsAre("5|2024-01-03|z"));
  Replace(table, "SELECT 5, DATE '2024-01-03', 'z' WHERE false", everything);
  EXPECT_THAT(kit.Read(*table), IsEmpty());
}

TEST_F(Committing, NullAndEmptyAndTheirCommonNameAreThreePartitions) {
  const auto table = MakePartitioned();
  const auto fill = [&] {
    Replace(table,
            "SELECT * FROM (VALUES (1, NULL, NULL), (2, NULL, ''), (3, NULL, ' '), (4, NULL, '__DEFAULT_PARTITION__')) "
            "r(a, d, p)",
            std::map<std::string, paimon::Value>());
  };
  const auto without = [&](const paimon::Value& value) {
    fill();
    Replace(table, "SELECT 9, NULL, NULL WHERE false", {{{"p", value}}});
    std::string left;
    for (const auto& row : kit.Read(*table)) left += row[0];
    return left;
  };
  EXPECT_EQ(without(paimon::Value()), "234");
  EXPECT_EQ(without(std::string()), "134");
  EXPECT_EQ(without(std::string(" ")), "124");
  EXPECT_EQ(without(std::string("__DEFAULT_PARTITION__")), "123");
}

TEST_F(Committing, AKeyedOverwriteGoesToTheHighestLevel) {
  const auto table = MakeKeyed();
  kit.Insert(table, "SELECT i, 'old' FROM range(3) r(i)");
  Replace(table, "SELECT i, 'new' FROM range(2) r(i)", std::map<std::string, paimon::Value>());
  EXPECT_THAT(kit.Read(*table), ElementsAre("0|new", "1|new"));
  EXPECT_EQ(LiveEntries(*table, *LatestSnapshot(*table))[0].file.level, 2);
}

TEST_F(Committing, SchemasFollowEachOther) {
  const auto table = kit.Make({.columns = {{"a", "INT"}}});
  EXPECT_FALSE(CreateTable(kit.env(), table->path(), table->schema())) << "there is one";
  auto schema = table->schema();
  schema.comment = "altered";
  EXPECT_EQ(CommitSchema(kit.env(), table->path(), 0, schema), 1);
  auto late = table->schema();
  late.comment = "altered otherwise";
  EXPECT_THROW(CommitSchema(kit.env(), table->path(), 0, late), Error) << "somebody was faster";
  EXPECT_EQ(kit.Open()->schema().comment, "altered");
  // A snapshot names the newest schema, whatever the writer's was.
  kit.Insert(table, "SELECT 1");
  EXPECT_EQ(LatestSnapshot(*table)->schema_id, 1);
}

}  // namespace
}  // namespace tarn::table
