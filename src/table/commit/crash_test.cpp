// What a table looks like when its writer fails or dies: at every single I/O, and after power cuts at random ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/error.h"
#include "testing/crash_fs.h"
#include "testing/faulty_fs.h"
#include "testing/table_check.h"
#include "testing/table_kit.h"

namespace tarn::table {
namespace {

using tarn::testing::CrashFileSystem;
using tarn::testing::Fault;
using tarn::testing::FaultyFileSystem;
using tarn::testing::SchemaText;
using tarn::testing::TableKit;
using Lines = std::vector<std::string>;

SchemaText Text(bool keyed) {
  SchemaText text{.columns = {{"k", "INT"}, {"p", "INT"}, {"v", "STRING"}}, .partition = {"p"}};
  if (keyed) text.primary_key = {"p", "k"};
  text.options = keyed ? tarn::testing::Options{{"bucket", "1"}, {"num-sorted-run.compaction-trigger", "2"}}
                       : tarn::testing::Options{};
  text.options["commit.min-retry-wait"] = "1 ms";
  text.options["manifest.merge-min-count"] = "3";
  return text;
}

/// Commit n of the workload.
std::string RowsOf(int n) {
  const auto number = std::to_string(n);
  return "SELECT (i * 7 + " + number + ") % 10, i % 2, '" + number + ".' || i FROM range(8) r(i)";
}

/// What the table holds after the first n commits.
Lines Model(bool keyed, int n) {
  std::map<std::pair<int, int>, std::string> rows;
  Lines lines;
  for (int commit = 1; commit <= n; ++commit) {
    for (int i = 0; i < 8; ++i) {
      const int k = (i * 7 + commit) % 10, p = i % 2;
      std::string line =
          std::to_string(k) + "|" + std::to_string(p) + "|" + std::to_string(commit) + "." + std::to_string(i);
      if (keyed)
        rows[{p, k}] = std::move(line);
      else
        lines.push_back(std::move(line));
    }
  }
  for (auto& [key, line] : rows) lines.push_back(std::move(line));
  std::sort(lines.begin(), lines.end());
  return lines;
}

class Failing : public ::testing::TestWithParam<bool> {
 protected:
  bool keyed() const { return GetParam(); }

  CrashFileSystem origin;
  FaultyFileSystem faulty{origin};
  TableKit kit{faulty};
};

TEST_P(Failing, WhicheverIoFailsTheTableIsOldOrNew) {
  auto table = kit.Make(Text(keyed()));
  for (int n = 1; n <= 2; ++n) kit.Insert(table, RowsOf(n), "u", n);
  const Lines before = Model(keyed(), 2), after = Model(keyed(), 3);
  ASSERT_EQ(kit.Read(*table), before);

  for (const Fault fault : {Fault::IoError, Fault::DiskFull, Fault::LostAck}) {
    for (const bool onwards : {false, true}) {
      if (fault != Fault::IoError && onwards != (fault == Fault::DiskFull)) continue;
      for (int64_t n = 1;; ++n) {
        SCOPED_TRACE("I/O " + std::to_string(n) + ", fault " + std::to_string(static_cast<int>(fault)) +
                     (onwards ? " from then on" : " once"));
        const auto disk = origin.CrashClone(1);
        faulty.SetBase(*disk);
        faulty.FailAt(n, fault, onwards);

        std::unique_ptr<TableWriter> writer;
        std::vector<CommitMessage> messages;
        bool prepared = false, failed = false;
        std::optional<CommitOutcome> outcome;
        try {
          writer = kit.Writer(table);
          writer->Write(kit.Rows(*table, RowsOf(3)));
          messages = writer->PrepareCommit();
          prepared = true;
          outcome = Commit(*table, {.user = "u", .identifier = 3, .watermark_ms = {}, .messages = messages});
        } catch (const Error& error) {
          failed = true;
          EXPECT_TRUE(fault != Fault::DiskFull || error.code() == ErrorCode::ResourceExhausted) << error.what();
          if (!prepared && writer) writer->Abort();
        }
        const bool struck = faulty.struck() > 0;
        faulty.Heal();

        ASSERT_EQ(tarn::testing::FaultOf(*table), "");
        const Lines seen = kit.Read(*table);
        if (failed) {
          ASSERT_EQ(seen, before);
        } else if (outcome->kind == CommitOutcome::Unknown) {
          ASSERT_TRUE(seen == before || seen == after);
        } else {
          ASSERT_EQ(outcome->kind, CommitOutcome::Committed) << outcome->detail;
          ASSERT_EQ(seen, after);
        }
        // The same again: once more by the same messages if there are any, else by writing anew.
        if (!prepared) {
          writer = kit.Writer(table);
          writer->Write(kit.Rows(*table, RowsOf(3)));
          messages = writer->PrepareCommit();
        }
        outcome = Commit(*table, {.user = "u", .identifier = 3, .watermark_ms = {}, .messages = messages});
        ASSERT_TRUE(outcome->kind == CommitOutcome::Committed || outcome->kind == CommitOutcome::AlreadyCommitted)
            << outcome->detail;
        ASSERT_EQ(kit.Read(*table), after);
        ASSERT_EQ(LatestIdentifierOf(*table, "u"), 3);
        // What the broken disk would not delete may be left; nothing else.
        if (fault != Fault::IoError) {
          ASSERT_THAT(kit.Strays(*table), ::testing::IsEmpty());
        }
        if (!struck) break;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, Failing, ::testing::Bool(),
                         [](const auto& param) { return param.param ? "keyed" : "append"; });

// The first try published all, but nobody knows; the second is to find out on a disk that fails.
TEST(TryingAgain, KeepsTheFilesOfACompactionThatIsPublished) {
  CrashFileSystem origin;
  FaultyFileSystem faulty(origin);
  TableKit kit(faulty);
  const auto table = kit.Make(Text(true));
  for (int n = 1; n <= 2; ++n) kit.Insert(table, RowsOf(n), "u", n);
  const auto writer = kit.Writer(table);
  writer->Write(kit.Rows(*table, RowsOf(3)));
  const CommitRequest request{.user = "u", .identifier = 3, .watermark_ms = {}, .messages = writer->PrepareCommit()};
  ASSERT_FALSE(request.messages[0].compact_after.empty());
  ASSERT_FALSE(Commit(*table, request).compaction_dropped);
  for (const Fault fault : {Fault::IoError, Fault::LostAck}) {
    for (const bool onwards : {false, true}) {
      for (int64_t n = 1;; ++n) {
        SCOPED_TRACE("I/O " + std::to_string(n) + (onwards ? " from then on" : " once"));
        const auto disk = origin.CrashClone(1);
        faulty.SetBase(*disk);
        faulty.FailAt(n, fault, onwards);
        std::optional<CommitOutcome> outcome;
        try {
          outcome = Commit(*table, request);
        } catch (const Error&) {
        }
        const bool struck = faulty.struck() > 0;
        faulty.Heal();
        if (outcome) {
          ASSERT_FALSE(outcome->compaction_dropped) << outcome->detail;
          ASSERT_TRUE(outcome->kind == CommitOutcome::AlreadyCommitted || outcome->kind == CommitOutcome::Unknown);
        }
        ASSERT_EQ(tarn::testing::FaultOf(*table), "");
        ASSERT_EQ(kit.Read(*table), Model(true, 3));
        ASSERT_EQ(Commit(*table, request).kind, CommitOutcome::AlreadyCommitted);
        if (!struck) break;
      }
    }
  }
}

/// Just before a snapshot appears somebody else acts, and from then on the schemas cannot be listed.
class OvertakenFileSystem : public FaultyFileSystem {
 public:
  using FaultyFileSystem::FaultyFileSystem;

  bool RenameIfAbsent(const std::string& from, const std::string& to) override {
    if (overtake) {
      std::exchange(overtake, nullptr)();
      blind_ = true;
    }
    return FaultyFileSystem::RenameIfAbsent(from, to);
  }
  std::vector<env::FileStatus> List(const std::string& directory) override {
    if (blind_ && directory.ends_with("/schema")) throw Error(ErrorCode::IoFailed, "cannot list").At(directory);
    return FaultyFileSystem::List(directory);
  }

  std::function<void()> overtake;

 private:
  bool blind_ = false;
};

// The first try lost the race to another process of the job, which has published all of the same request.
TEST(TryingAgain, KeepsTheFilesOfACompactionThatItCannotLookFor) {
  CrashFileSystem disk;
  OvertakenFileSystem overtaken(disk);
  TableKit kit(overtaken), other(disk);
  const auto table = kit.Make(Text(true));
  for (int n = 1; n <= 2; ++n) kit.Insert(table, RowsOf(n), "u", n);
  const auto writer = kit.Writer(table);
  writer->Write(kit.Rows(*table, RowsOf(3)));
  const CommitRequest request{.user = "u", .identifier = 3, .watermark_ms = {}, .messages = writer->PrepareCommit()};
  ASSERT_FALSE(request.messages[0].compact_after.empty());
  overtaken.overtake = [&] { ASSERT_FALSE(Commit(*other.Open(), request).compaction_dropped); };
  const auto outcome = Commit(*table, request);
  EXPECT_EQ(outcome.kind, CommitOutcome::Unknown) << outcome.detail;
  EXPECT_FALSE(outcome.compaction_dropped);
  EXPECT_EQ(other.Read(*other.Open()), Model(true, 3));
}

/// Runs the workload, cutting the power at random I/Os; returns what went wrong, or nothing.
std::string RunWithPowerCuts(uint64_t seed, bool keyed, bool forget_directory_syncs) {
  std::mt19937_64 random(seed);
  auto disk = std::make_unique<CrashFileSystem>();
  disk->IgnoreDirectorySyncs(forget_directory_syncs);
  FaultyFileSystem faulty(*disk);
  TableKit kit(faulty);
  constexpr int kCommits = 8;
  int acknowledged = 0;
  bool made = false;
  std::string last_error;
  for (int cut = 0; acknowledged < kCommits; ++cut) {
    if (cut > 40) return "no progress although nothing fails any more; the last error was: " + last_error;
    // The process dies at some I/O: from there on nothing works.
    if (cut < 12) faulty.FailAt(1 + static_cast<int64_t>(random() % 150), Fault::IoError, /*onwards=*/true);
    try {
      if (!made) {
        CreateTable(kit.env(), kit.PathOf("t"), tarn::testing::MakeSchema(Text(keyed)));
        made = true;
      }
      const auto table = kit.Open();
      const auto writer = kit.Writer(table);
      while (acknowledged < kCommits) {
        writer->Write(kit.Rows(*table, RowsOf(acknowledged + 1)));
        const auto outcome = Commit(
            *table,
            {.user = "u", .identifier = acknowledged + 1, .watermark_ms = {}, .messages = writer->PrepareCommit()});
        if (outcome.kind == CommitOutcome::Unknown) break;
        if (outcome.kind == CommitOutcome::Conflict) return "conflict: " + outcome.detail;
        ++acknowledged;
        if (outcome.kind == CommitOutcome::AlreadyCommitted || outcome.compaction_dropped) break;
      }
    } catch (const Error& error) {  // it is dead
      last_error = error.what();
    }
    faulty.Heal();
    if (acknowledged == kCommits) break;
    auto survivor = disk->CrashClone(random());
    disk = std::move(survivor);
    faulty.SetBase(*disk);
    // After the power cut: what was acknowledged is there, what was under way is whole or absent.
    try {
      const auto table = kit.Open();
      made = true;
      if (const auto fault = tarn::testing::FaultOf(*table); !fault.empty())
        return "after cut " + std::to_string(cut) + ": " + fault;
      const Lines seen = kit.Read(*table);
      if (seen != Model(keyed, acknowledged)) {
        if (seen != Model(keyed, acknowledged + 1))
          return "after cut " + std::to_string(cut) + " the table is neither at commit " +
                 std::to_string(acknowledged) + " nor at the next";
        ++acknowledged;
      }
    } catch (const Error& error) {
      if (made || error.code() != ErrorCode::NotFound) return "after cut " + std::to_string(cut) + ": " + error.what();
    }
  }
  const auto table = kit.Open();
  if (kit.Read(*table) != Model(keyed, kCommits)) return "at the end the rows differ";
  return "";
}

uint64_t Seeds() {
  const char* text = std::getenv("TARN_SEEDS");
  return text ? std::strtoull(text, nullptr, 10) : 12;
}

TEST(PowerCut, CommittedSurvivesAndNothingAppearsInHalf) {
  for (const bool keyed : {false, true})
    for (uint64_t seed = 1; seed <= (Seeds() + 1) / 2; ++seed)
      EXPECT_EQ(RunWithPowerCuts(seed, keyed, false), "") << "seed " << seed << (keyed ? ", keyed" : ", append");
}

// The canary: without directory syncs the same test must find something.
TEST(PowerCut, AMissingDirectorySyncIsNoticed) {
  for (uint64_t seed = 1; seed <= 50; ++seed)
    if (!RunWithPowerCuts(seed, false, true).empty()) return;
  FAIL() << "50 seeds without a directory sync, and nothing was lost";
}

}  // namespace
}  // namespace tarn::table
