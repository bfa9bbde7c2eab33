// Several writers on one table at once, as threads and as processes; overwrites, compactions and slow readers beside
// them. Whatever the order, every commit is in the table once and whole. TARN_SEEDS repeats each race so often.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <random>
#include <thread>

#include "base/error.h"
#include "table/commit/drop_table.h"
#include "testing/sql_kit.h"
#include "testing/table_check.h"
#include "testing/table_kit.h"

namespace tarn {
namespace {

using table::CommitOutcome;
using tarn::testing::FaultOf;
using tarn::testing::SchemaText;
using tarn::testing::SqlKit;
using tarn::testing::TableKit;
using Lines = std::vector<std::string>;

constexpr int kOwnKeys = 12;
constexpr int kSharedKeys = 4;

int Rounds() {
  const char* seeds = std::getenv("TARN_SEEDS");
  return seeds ? std::max(1, std::atoi(seeds)) : 1;
}

SchemaText Text(bool keyed) {
  SchemaText text{.columns = {{"k", "INT"}, {"v", "STRING"}}, .options = {{"commit.max-retries", "200"}}};
  text.options["commit.min-retry-wait"] = "1 ms";
  text.options["commit.max-retry-wait"] = "20 ms";
  text.options["manifest.merge-min-count"] = "6";
  if (keyed) {
    text.primary_key = {"k"};
    text.options["bucket"] = "1";
    text.options["num-sorted-run.compaction-trigger"] = "3";
  }
  return text;
}

/// Commit n of writer w: its own keys, then those that all write.
std::string RowsOf(int w, int n) {
  const std::string tag = "'" + std::to_string(w) + "." + std::to_string(n) + "'";
  return "SELECT CASE WHEN i < " + std::to_string(kOwnKeys) + " THEN " + std::to_string(1000 * (w + 1)) +
         " + i ELSE i - " + std::to_string(kOwnKeys) + " END, " + tag + " FROM range(" +
         std::to_string(kOwnKeys + kSharedKeys) + ") r(i)";
}

/// What one writer does, as a thread or as a process.
void Write(const std::string& warehouse, int w, int commits, uint64_t seed) {
  std::mt19937_64 random(seed * 100 + static_cast<uint64_t>(w));
  TableKit kit(env::LocalFileSystem());
  kit.warehouse = warehouse;
  const auto opened = kit.Open();
  const auto writer = kit.Writer(opened);
  for (int n = 1; n <= commits; ++n) {
    writer->Write(kit.Rows(*opened, RowsOf(w, n)));
    const auto outcome = table::Commit(*opened, {.user = "writer-" + std::to_string(w),
                                                 .identifier = n,
                                                 .watermark_ms = {},
                                                 .messages = writer->PrepareCommit()});
    if (outcome.kind != CommitOutcome::Committed) throw Error(ErrorCode::Internal, "not committed: " + outcome.detail);
    if (outcome.compaction_dropped) writer->Refresh();
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 2000));
  }
}

class Race : public ::testing::Test {
 protected:
  void SetUp() override { Renew(); }
  void TearDown() override { std::filesystem::remove_all(kit.warehouse); }
  void Renew() {
    if (kit.warehouse != TableKit::kWarehouse) std::filesystem::remove_all(kit.warehouse);
    char pattern[] = "/tmp/tarn-race-XXXXXX";
    ASSERT_NE(mkdtemp(pattern), nullptr);
    kit.warehouse = pattern;
  }

  /// Each writer's commits are all there; of the shared keys one of those written.
  void Check(bool keyed, int writers, int commits) {
    const auto table = kit.Open();
    ASSERT_EQ(FaultOf(*table), "");
    const Lines seen = kit.Read(*table);
    Lines expected;
    std::set<std::string> shared;
    for (int w = 0; w < writers; ++w)
      for (int n = keyed ? commits : 1; n <= commits; ++n)
        for (int i = 0; i < kOwnKeys + kSharedKeys; ++i) {
          const std::string tag = "|" + std::to_string(w) + "." + std::to_string(n);
          if (i < kOwnKeys)
            expected.push_back(std::to_string(1000 * (w + 1) + i) + tag);
          else if (!keyed)
            expected.push_back(std::to_string(i - kOwnKeys) + tag);
        }
    if (!keyed) {
      std::sort(expected.begin(), expected.end());
      ASSERT_EQ(seen, expected);
      ASSERT_EQ(table::LatestSnapshotId(*table), writers * commits);
    } else {
      ASSERT_EQ(seen.size(), expected.size() + kSharedKeys);
      ASSERT_THAT(seen, ::testing::IsSupersetOf(expected));
    }
    for (int w = 0; w < writers; ++w)
      ASSERT_EQ(table::LatestIdentifierOf(*table, "writer-" + std::to_string(w)), commits);
  }

  TableKit kit{env::LocalFileSystem()};
};

class Writers : public Race, public ::testing::WithParamInterface<bool> {};

TEST_P(Writers, AsThreadsLoseNothing) {
  for (int round = 1; round <= Rounds(); ++round) {
    SCOPED_TRACE("seed " + std::to_string(round));
    Renew();
    kit.Make(Text(GetParam()));
    std::vector<std::thread> threads;
    std::atomic<int> failures = 0;
    for (int w = 0; w < 4; ++w)
      threads.emplace_back([&, w] {
        try {
          Write(kit.warehouse, w, 10, static_cast<uint64_t>(round));
        } catch (const std::exception& error) {
          ++failures;
          std::cerr << "writer " << w << ": " << error.what() << "\n";
        }
      });
    for (auto& thread : threads) thread.join();
    ASSERT_EQ(failures, 0);
    Check(GetParam(), 4, 10);
  }
}

TEST_P(Writers, AsProcessesLoseNothing) {
  for (int round = 1; round <= Rounds(); ++round) {
    SCOPED_TRACE("seed " + std::to_string(round));
    Renew();
    kit.Make(Text(GetParam()));
    std::vector<pid_t> children;
    for (int w = 0; w < 3; ++w) {
      const pid_t child = fork();
      if (child == 0) {
        execl("/proc/self/exe", "race_tests", "--child", kit.warehouse.c_str(), std::to_string(w).c_str(),
              std::to_string(round).c_str(), nullptr);
        _exit(127);
      }
      children.push_back(child);
    }
    for (const pid_t child : children) {
      int status = 0;
      waitpid(child, &status, 0);
      EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    }
    Check(GetParam(), 3, 10);
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, Writers, ::testing::Bool(),
                         [](const auto& param) { return param.param ? "keyed" : "append"; });

TEST_F(Race, ALostRaceIsAConflictAndLeavesNothing) {
  for (int round = 1; round <= Rounds(); ++round) {
    SCOPED_TRACE("seed " + std::to_string(round));
    Renew();
    auto text = Text(false);
    text.options["commit.max-retries"] = "0";
    kit.Make(text);
    std::vector<std::thread> threads;
    std::atomic<int> committed = 0, lost = 0, others = 0;
    for (int w = 0; w < 4; ++w)
      threads.emplace_back([&, w] {
        TableKit mine(env::LocalFileSystem());
        mine.warehouse = kit.warehouse;
        const auto table = mine.Open();
        for (int n = 1; n <= 10; ++n) {
          const auto writer = mine.Writer(table);
          writer->Write(mine.Rows(*table, RowsOf(w, n)));
          const auto messages = writer->PrepareCommit();
          try {
            table::Commit(*table,
                          {.user = "u" + std::to_string(w), .identifier = n, .watermark_ms = {}, .messages = messages});
            ++committed;
          } catch (const Error& error) {
            ++(error.code() == ErrorCode::Conflict ? lost : others);
            table::DiscardFiles(*table, messages);
          }
        }
      });
    for (auto& thread : threads) thread.join();
    const auto table = kit.Open();
    ASSERT_EQ(others, 0);
    ASSERT_EQ(committed + lost, 40);
    ASSERT_EQ(FaultOf(*table), "");
    ASSERT_THAT(kit.Strays(*table), ::testing::IsEmpty());
    ASSERT_EQ(kit.Read(*table).size(), static_cast<size_t>(committed * (kOwnKeys + kSharedKeys)));
    std::cout << committed << " committed, " << lost << " lost\n";
  }
}

TEST_F(Race, OneCommitByManyIsOneCommit) {
  auto table = kit.Make(Text(true));
  for (int n = 1; n <= 6 * Rounds(); ++n) {
    const auto writer = kit.Writer(table);
    writer->Write(kit.Rows(*table, RowsOf(0, n)));
    const table::CommitRequest request{
        .user = "u", .identifier = n, .watermark_ms = {}, .messages = writer->PrepareCommit()};
    std::vector<std::thread> threads;
    std::atomic<int> committed = 0, already = 0;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] {
        const auto outcome = table::Commit(*table, request);
        committed += outcome.kind == CommitOutcome::Committed;
        already += outcome.kind == CommitOutcome::AlreadyCommitted;
      });
    for (auto& thread : threads) thread.join();
    // The rows and the compaction beside them are two snapshots: they may be published by two of the four.
    ASSERT_GE(committed, 1);
    ASSERT_EQ(committed + already, 4);
    ASSERT_EQ(FaultOf(*table), "") << n;
    int appended = 0;
    for (const auto& snapshot : table::ListSnapshots(*table))
      appended += snapshot.commit_identifier == n && snapshot.commit_kind == paimon::CommitKind::Append;
    ASSERT_EQ(appended, 1);
    ASSERT_EQ(kit.Read(*table).size(), static_cast<size_t>(kOwnKeys + kSharedKeys));
  }
}

TEST_F(Race, OverwritesAndAppendsHappenInSomeOrder) {
  for (int round = 1; round <= Rounds(); ++round) {
    SCOPED_TRACE("seed " + std::to_string(round));
    Renew();
    const auto table = kit.Make(Text(false));
    std::thread appender([&] { Write(kit.warehouse, 0, 15, static_cast<uint64_t>(round)); });
    std::thread replacer([&] {
      TableKit mine(env::LocalFileSystem());
      mine.warehouse = kit.warehouse;
      for (int n = 1; n <= 8; ++n) {
        const auto writer = mine.Writer(table, {.overwrite = true});
        writer->Write(mine.Rows(*table, "SELECT i, 'replaced." + std::to_string(n) + "' FROM range(5) r(i)"));
        const auto outcome = table::Overwrite(
            *table,
            {.commit = {.user = "replacer", .identifier = n, .watermark_ms = {}, .messages = writer->PrepareCommit()},
             .partition = std::map<std::string, paimon::Value>()});
        EXPECT_EQ(outcome.kind, CommitOutcome::Committed) << outcome.detail;
      }
    });
    appender.join();
    replacer.join();
    // The snapshots say the order; done again one after the other, the commits give the same rows.
    Lines expected;
    for (const auto& snapshot : table::ListSnapshots(*table)) {
      const std::string tag = std::to_string(snapshot.commit_identifier);
      if (snapshot.commit_user == "replacer") {
        expected.clear();
        for (int i = 0; i < 5; ++i) expected.push_back(std::to_string(i) + "|replaced." + tag);
      } else {
        for (int i = 0; i < kOwnKeys + kSharedKeys; ++i)
          expected.push_back(std::to_string(i < kOwnKeys ? 1000 + i : i - kOwnKeys) + "|0." + tag);
      }
      ASSERT_EQ(snapshot.total_record_count, static_cast<int64_t>(expected.size()));
    }
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(kit.Read(*table), expected);
    ASSERT_EQ(FaultOf(*table), "");
    ASSERT_EQ(table::LatestSnapshotId(*table), 15 + 8);
  }
}

TEST_F(Race, ACompactionThatAnOverwriteOvertakesIsDropped) {
  const auto table = kit.Make(Text(true));
  const auto writer = kit.Writer(table);
  const auto commit = [&](int n, std::vector<table::CommitMessage> messages) {
    return table::Commit(*table, {.user = "u", .identifier = n, .watermark_ms = {}, .messages = std::move(messages)});
  };
  for (int n = 1; n <= 2; ++n) {
    writer->Write(kit.Rows(*table, RowsOf(0, n)));
    ASSERT_EQ(commit(n, writer->PrepareCommit()).kind, CommitOutcome::Committed);
  }
  writer->Write(kit.Rows(*table, RowsOf(0, 3)));
  auto messages = writer->PrepareCommit();  // the third run: compacts
  ASSERT_FALSE(messages.at(0).compact_after.empty());
  const auto replacing = kit.Writer(table, {.overwrite = true});
  replacing->Write(kit.Rows(*table, "SELECT 77, 'replaced'"));
  ASSERT_EQ(
      table::Overwrite(
          *table, {.commit = {.user = "o", .identifier = 1, .watermark_ms = {}, .messages = replacing->PrepareCommit()},
                   .partition = std::map<std::string, paimon::Value>()})
          .kind,
      CommitOutcome::Committed);
  const auto outcome = commit(3, std::move(messages));
  EXPECT_EQ(outcome.kind, CommitOutcome::Committed) << outcome.detail;
  EXPECT_TRUE(outcome.compaction_dropped);
  Lines expected{"77|replaced"};
  for (int i = 0; i < kOwnKeys + kSharedKeys; ++i)
    expected.push_back(std::to_string(i < kOwnKeys ? 1000 + i : i - kOwnKeys) + "|0.3");
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(kit.Read(*table), expected);
  EXPECT_EQ(FaultOf(*table), "");
  EXPECT_THAT(kit.Strays(*table), ::testing::IsEmpty());
  // After looking at the table anew the writer goes on, and its compactions are taken again.
  writer->Refresh();
  bool compacted = false;
  for (int n = 4; n <= 8; ++n) {
    writer->Write(kit.Rows(*table, RowsOf(0, n)));
    const auto next = commit(n, writer->PrepareCommit());
    ASSERT_EQ(next.kind, CommitOutcome::Committed) << next.detail;
    ASSERT_FALSE(next.compaction_dropped) << next.detail;
  }
  for (const auto& snapshot : table::ListSnapshots(*table))
    compacted |= snapshot.commit_kind == paimon::CommitKind::Compact;
  EXPECT_TRUE(compacted);
  for (auto& line : expected)
    if (line.ends_with("|0.3")) line.replace(line.size() - 3, 3, "0.8");
  EXPECT_EQ(kit.Read(*table), expected);
  EXPECT_EQ(FaultOf(*table), "");
}

TEST_F(Race, ACommitToATableThatWasMadeAnewIsRefused) {
  const auto old = kit.Make(Text(false));
  const auto writer = kit.Writer(old);
  writer->Write(kit.Rows(*old, RowsOf(0, 1)));
  table::DropTable(kit.env(), old->path());
  const auto commit = [&](std::vector<table::CommitMessage> messages) {
    try {
      table::Commit(*old, {.user = "u", .identifier = 1, .watermark_ms = {}, .messages = std::move(messages)});
      return std::string("committed");
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  const auto messages = writer->PrepareCommit();
  EXPECT_THAT(commit(messages), ::testing::HasSubstr("was dropped"));
  std::this_thread::sleep_for(std::chrono::milliseconds(2));  // a schema is known by its time
  const auto fresh = kit.Make(Text(false));
  EXPECT_THAT(commit(messages), ::testing::HasSubstr("made anew"));
  EXPECT_EQ(kit.Read(*fresh), Lines());
}

TEST_F(Race, ASlowReaderSeesTheSnapshotThatItBeganWith) {
  const std::string root = kit.warehouse;
  kit.warehouse = root + "/default.db";
  SqlKit sql(env::LocalFileSystem(), root);
  for (const bool keyed : {false, true}) {
    sql.Run("DROP TABLE IF EXISTS t");
    const auto table = kit.Make(Text(keyed));
    for (int n = 0; n < 4; ++n)
      kit.Insert(table, "SELECT " + std::to_string(n) + " * 5000 + i, 'old' FROM range(6000) r(i)");
    auto outcome = sql.session().Execute("SELECT v FROM t");
    auto& rows = *std::get<std::unique_ptr<sql::Rows>>(outcome);
    columnar::ChangeBatch batch;
    ASSERT_TRUE(rows.Next(batch));
    size_t count = batch.size();
    // Meanwhile others compact and replace everything.
    for (int n = 0; n < 4; ++n) kit.Insert(table, "SELECT i, 'new' FROM range(100) r(i)");
    SqlKit other(env::LocalFileSystem(), root);
    other.Run("INSERT OVERWRITE t VALUES (1, 'replaced')");
    while (rows.Next(batch)) {
      count += batch.size();
      for (size_t i = 0; i < batch.size(); ++i) ASSERT_EQ(batch.chunk.GetValue(0, i).ToString(), "old");
    }
    EXPECT_EQ(count, keyed ? 21000u : 24000u);
    EXPECT_EQ(other.Run("SELECT * FROM t"), Lines{"1|replaced"});
  }
  kit.warehouse = root;
}

TEST_F(Race, AltersOfOneTableAllHold) {
  constexpr int kSessions = 4, kAlters = 8;
  SqlKit(env::LocalFileSystem(), kit.warehouse).Run("CREATE TABLE t (k INT)");
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int session = 0; session < kSessions; ++session)
    threads.emplace_back([&, session] {
      try {
        SqlKit sql(env::LocalFileSystem(), kit.warehouse);
        for (int n = 0; n < kAlters; ++n) {
          const auto name = std::to_string(session) + "_" + std::to_string(n);
          if (n % 2 == 0) {
            sql.Run("ALTER TABLE t ADD (c" + name + " INT)");
          } else {
            sql.Run("ALTER TABLE t SET ('my.option-" + name + "' = 'x')");
          }
        }
      } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        failures++;
      }
    });
  for (auto& thread : threads) thread.join();
  ASSERT_EQ(failures, 0);
  SqlKit sql(env::LocalFileSystem(), kit.warehouse);
  EXPECT_EQ(sql.Run("DESCRIBE t").size(), 1u + kSessions * kAlters / 2);
  EXPECT_EQ(sql.Run("SELECT * FROM `t$schemas`").size(), 1u + kSessions * kAlters);
  int kept = 0;
  for (const auto& line : sql.Run("SELECT * FROM `t$options`")) kept += line.starts_with("my.option-") ? 1 : 0;
  EXPECT_EQ(kept, kSessions * kAlters / 2);
}

}  // namespace
}  // namespace tarn

int main(int argc, char** argv) {
  if (argc == 5 && std::string(argv[1]) == "--child") {
    try {
      tarn::Write(argv[2], std::stoi(argv[3]), 10, std::stoull(argv[4]));
      return 0;
    } catch (const std::exception& error) {
      std::cerr << "writer " << argv[3] << ": " << error.what() << "\n";
      return 1;
    }
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
