// SQL statements on a disk that fails: at every single I/O, by a fault or by being full. Each failure is one clear
// error, leaves the warehouse as it was and no files behind, and the same statement then works.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/mount.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "base/error.h"
#include "testing/crash_fs.h"
#include "testing/faulty_fs.h"
#include "testing/sql_kit.h"
#include "testing/table_check.h"
#include "testing/table_kit.h"

namespace tarn {
namespace {

using tarn::testing::CrashFileSystem;
using tarn::testing::Fault;
using tarn::testing::FaultyFileSystem;
using tarn::testing::SqlKit;
using tarn::testing::TableKit;
using Lines = std::vector<std::string>;

/// Without TARN_SEEDS only every fifth I/O is made to fail, at another offset for each statement and fault.
bool Thorough() { return std::getenv("TARN_SEEDS") != nullptr; }

/// Everything that a user sees of the warehouse; with `levels` also what compaction changes.
Lines Everything(SqlKit& sql, bool levels) {
  Lines all;
  for (const auto& table : sql.Run("SHOW TABLES")) {
    all.push_back("table " + table);
    for (const auto& line : sql.Run("DESCRIBE `" + table + "`")) all.push_back("  column " + line);
    for (const auto& line : sql.Run("SELECT * FROM `" + table + "$options`")) all.push_back("  option " + line);
    for (const auto& line : sql.Run("SELECT * FROM `" + table + "`")) all.push_back("  row " + line);
    if (!levels) continue;
    for (const auto& line : sql.Run("SELECT `partition`, level, record_count FROM `" + table + "$files`"))
      all.push_back("  file " + line);
  }
  return all;
}

class SqlOnABadDisk : public ::testing::Test {
 protected:
  SqlOnABadDisk() {
    SqlKit sql(faulty, "/w");
    for (const char* statement :
         {"CREATE TABLE a (k INT, p INT, v STRING) PARTITIONED BY (p)",
          "CREATE TABLE k (k INT, p INT, v STRING, PRIMARY KEY (k, p) NOT ENFORCED) PARTITIONED BY (p) WITH ('bucket' "
          "= '1', 'num-sorted-run.compaction-trigger' = '2', 'manifest.merge-min-count' = '2')",
          "INSERT INTO a VALUES (1, 1, 'one'), (2, 2, 'two')", "INSERT INTO a VALUES (3, 1, 'three')",
          "INSERT INTO k VALUES (1, 1, 'one'), (2, 2, 'two')", "INSERT INTO k VALUES (1, 1, 'uno'), (3, 1, 'three')"})
      sql.Run(statement);
  }

  CrashFileSystem origin;
  FaultyFileSystem faulty{origin};
};

class StatementOnABadDisk : public SqlOnABadDisk, public ::testing::WithParamInterface<std::string> {};

TEST_P(StatementOnABadDisk, FailsCleanlyAndWorksAgain) {
  const std::string& statement = GetParam();
  SqlKit sql(faulty, "/w");
  TableKit kit(faulty);
  // A compaction beside other changes may be left out when the disk fails.
  const bool compacts = statement.starts_with("CALL sys.compact");
  const auto everything = [&] { return Everything(sql, compacts); };
  const Lines before = everything();
  const auto good = origin.CrashClone(1);
  faulty.SetBase(*good);
  const int64_t start = faulty.count();
  sql.Run(statement);
  const int64_t calls = faulty.count() - start;
  const Lines after = everything();
  ASSERT_NE(before, after);

  int64_t tried = 0;
  for (const Fault fault : {Fault::IoError, Fault::DiskFull, Fault::LostAck}) {
    for (const bool onwards : {false, true}) {
      if (fault != Fault::IoError && onwards != (fault == Fault::DiskFull)) continue;
      const int64_t step = Thorough() ? 1 : 5;
      for (int64_t n = Thorough() ? 1 : 1 + (static_cast<int64_t>(fault) * 2 + onwards) % step; n <= calls; n += step) {
        SCOPED_TRACE("I/O " + std::to_string(n) + " of " + std::to_string(calls) + ", fault " +
                     std::to_string(static_cast<int>(fault)) + (onwards ? " from then on" : " once"));
        const auto disk = origin.CrashClone(1);
        faulty.SetBase(*disk);
        faulty.FailAt(n, fault, onwards);
        ++tried;
        std::string failure;
        bool may_be_done = false;  // and the message says so
        try {
          sql.Run(statement);
        } catch (const Error& error) {
          failure = error.what();
          const auto code = error.code();
          for (const char* words : {"did not say whether", "is dropped, but", "was renamed"})
            may_be_done |= failure.find(words) != std::string::npos;
          EXPECT_TRUE(code == ErrorCode::ResourceExhausted ||
                      ((fault != Fault::DiskFull || may_be_done) && code == ErrorCode::IoFailed))
              << "code " << static_cast<int>(code) << ": " << failure;
          if (!may_be_done) {
            EXPECT_THAT(failure, ::testing::HasSubstr("made up by a test"));
          }
        }
        const bool struck_a_delete = faulty.struck_a_delete();
        faulty.Heal();
        Lines seen = everything();
        if (failure.empty()) {
          ASSERT_EQ(seen, after);
        } else {
          ASSERT_TRUE(seen == before || ((fault == Fault::LostAck || may_be_done) && seen == after)) << failure;
        }
        if (seen == before) {
          sql.Run(statement);
          seen = everything();
        }
        ASSERT_EQ(seen, after) << "after trying again; the first error was " << failure;
        for (const auto& name : sql.Run("SHOW TABLES")) {
          const auto table = kit.Open(name);
          ASSERT_EQ(tarn::testing::FaultOf(*table), "") << failure;
          // A disk that does not let us delete, or says nothing, keeps files; nothing else does.
          if (fault != Fault::LostAck && !may_be_done && !struck_a_delete && (!onwards || fault == Fault::DiskFull)) {
            ASSERT_THAT(kit.Strays(*table), ::testing::IsEmpty()) << failure;
          }
        }
      }
    }
  }
  std::cout << calls << " I/Os, " << tried << " failures\n";
}

INSTANTIATE_TEST_SUITE_P(Statements, StatementOnABadDisk,
                         ::testing::Values("INSERT INTO a VALUES (4, 1, 'four'), (5, 3, 'five')",
                                           "INSERT INTO k VALUES (1, 1, 'eins'), (4, 2, 'four'), (5, 3, 'five')",
                                           "INSERT OVERWRITE a PARTITION (p = 1) VALUES (9, 'nine')",
                                           "INSERT OVERWRITE k VALUES (9, 1, 'nine'), (9, 3, 'new')",
                                           "TRUNCATE TABLE k", "DELETE FROM k WHERE v = 'two'",
                                           "DELETE FROM k WHERE p = 1", "UPDATE k SET v = v || '!' WHERE k < 3",
                                           "ALTER TABLE a DROP PARTITION (p = 1)",
                                           "CALL sys.compact(`table` => 'default.k')",
                                           "CREATE TABLE n (x INT, y STRING) WITH ('bucket' = '2', 'bucket-key' = 'x')",
                                           "ALTER TABLE a SET ('snapshot.num-retained.min' = '5')",
                                           "ALTER TABLE k ADD c INT", "ALTER TABLE a RENAME TO b", "DROP TABLE a"));

TEST_F(SqlOnABadDisk, ACreationThatFailsLeavesNoDirectories) {
  SqlKit sql(faulty, "/w");
  const std::vector<std::pair<std::string, std::string>> kCreations = {{"CREATE TABLE n (x INT)", "/w/default.db/n"},
                                                                       {"CREATE DATABASE d", "/w/d.db"}};
  for (const auto& [statement, directory] : kCreations) {
    for (const Fault fault : {Fault::IoError, Fault::DiskFull}) {
      int failures = 0, undecided = 0;
      for (int64_t n = 1;; ++n) {
        SCOPED_TRACE(statement + ", I/O " + std::to_string(n) + ", fault " + std::to_string(static_cast<int>(fault)));
        const auto disk = origin.CrashClone(1);
        faulty.SetBase(*disk);
        faulty.FailAt(n, fault, fault == Fault::DiskFull);
        try {
          sql.Run(statement);
          break;
        } catch (const Error& error) {
          ++failures;
          faulty.Heal();
          const bool may_be_done = std::string(error.what()).find("did not say whether") != std::string::npos;
          undecided += may_be_done ? 1 : 0;
          EXPECT_TRUE(may_be_done || !faulty.Exists(directory)) << error.what();
        }
      }
      faulty.Heal();
      EXPECT_GT(failures, 2);
      EXPECT_LT(undecided, failures) << "most failures are certain";
    }
  }
}

/// A real small disk, where mounting one is allowed.
class FullDisk : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    char pattern[] = "/tmp/tarn-full-XXXXXX";
    ASSERT_NE(mkdtemp(pattern), nullptr);
    disk = pattern;
    mounted_ = ::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=6m") == 0;
    if (!mounted_) {
      std::cerr << "SKIPPED: a file system of 6 MB cannot be mounted here (not root?)\n";
      GTEST_SKIP();
    }
  }
  void TearDown() override {
    if (mounted_) ::umount2(disk.c_str(), MNT_DETACH);
    std::filesystem::remove_all(disk);
  }

  std::string disk;

 private:
  bool mounted_ = false;
};

TEST_P(FullDisk, TheCommitFailsAndTheTableStays) {
  const bool keyed = GetParam();
  TableKit kit(env::LocalFileSystem());
  kit.warehouse = disk + "/default.db";
  SqlKit sql(env::LocalFileSystem(), disk);
  sql.Run(std::string("CREATE TABLE t (k BIGINT, v STRING") +
          (keyed ? ", PRIMARY KEY (k) NOT ENFORCED) WITH ('bucket' = '2', 'num-sorted-run.compaction-trigger' = '3')"
                 : ")"));
  sql.Run(
      "CREATE TEMPORARY TABLE numbers (k BIGINT, v STRING) WITH ('connector' = 'datagen', 'number-of-rows' = "
      "'3000', 'fields.k.kind' = 'sequence', 'fields.k.start' = '1', 'fields.k.end' = '3000', 'fields.v.length' = "
      "'60')");
  std::ofstream(disk + "/ballast") << std::string(512 << 10, 'x');
  int64_t commits = 0;
  int failures = 0;
  const auto counted = [&] { return sql.Run("SELECT COUNT(*), COUNT(DISTINCT k) FROM t"); };
  const auto expected = [&] {
    return Lines{keyed ? "3000|3000" : std::to_string(3000 * commits) + "|" + (commits > 0 ? "3000" : "0")};
  };
  while (failures < 5) {
    ASSERT_LT(commits, 200) << "the disk never got full";
    try {
      sql.Run("INSERT INTO t SELECT k, v FROM numbers");
      ++commits;
    } catch (const Error& error) {
      ++failures;
      EXPECT_EQ(error.code(), ErrorCode::ResourceExhausted) << error.what();
      EXPECT_THAT(error.what(), ::testing::HasSubstr("No space left on device"));
      const auto table = kit.Open();
      EXPECT_EQ(tarn::testing::FaultOf(*table), "");
      EXPECT_THAT(kit.Strays(*table), ::testing::IsEmpty());
      EXPECT_EQ(counted(), expected());
    }
  }
  ASSERT_GT(commits, 1);
  std::filesystem::remove(disk + "/ballast");
  sql.Run("INSERT INTO t SELECT k, v FROM numbers");
  ++commits;
  EXPECT_EQ(counted(), expected());
  EXPECT_EQ(tarn::testing::FaultOf(*kit.Open()), "");
  std::cout << commits << " commits, " << failures << " on a full disk\n";
}

INSTANTIATE_TEST_SUITE_P(Tables, FullDisk, ::testing::Bool(),
                         [](const auto& param) { return param.param ? "keyed" : "append"; });

}  // namespace
}  // namespace tarn
