// How much of a table a query reads, and by how many threads; told by counters and by who calls the file system.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "testing/faulty_fs.h"
#include "testing/sql_kit.h"

namespace tarn::sql {
namespace {

/// Notes which threads read which data files. While it gathers, a thread that reads one waits for a second thread: a
/// scan on one thread waits in vain and is found out, and a fast one cannot read everything alone by chance.
class WatchedFileSystem : public testing::FaultyFileSystem {
 public:
  using FaultyFileSystem::FaultyFileSystem;

  void Gather(bool gather) { gather_ = gather; }
  void Forget() { readers_.clear(); }
  const std::map<std::string, std::set<std::thread::id>>& readers() const { return readers_; }

  std::unique_ptr<env::ReadableFile> OpenRead(const std::string& path) override {
    auto file = FaultyFileSystem::OpenRead(path);
    if (!path.ends_with(".parquet")) return file;
    return std::make_unique<Watched>(*this, std::move(file));
  }

 private:
  class Watched : public env::ReadableFile {
   public:
    Watched(WatchedFileSystem& fs, std::unique_ptr<env::ReadableFile> file) : fs_(fs), file_(std::move(file)) {}
    int64_t Size() const override { return file_->Size(); }
    int64_t ReadAt(int64_t offset, char* buffer, int64_t count) const override {
      fs_.Note(path());
      return file_->ReadAt(offset, buffer, count);
    }
    const std::string& path() const override { return file_->path(); }

   private:
    WatchedFileSystem& fs_;
    std::unique_ptr<env::ReadableFile> file_;
  };

  void Note(const std::string& path) {
    std::unique_lock lock(mutex_);
    readers_[path].insert(std::this_thread::get_id());
    threads_.insert(std::this_thread::get_id());
    came_.notify_all();
    if (gather_) came_.wait_for(lock, std::chrono::seconds(20), [&] { return threads_.size() > 1; });
    gather_ = false;
  }

  std::mutex mutex_;
  std::condition_variable came_;
  bool gather_ = false;
  std::set<std::thread::id> threads_;
  std::map<std::string, std::set<std::thread::id>> readers_;
};

class LakeScan : public ::testing::Test {
 protected:
  struct Read {
    std::vector<std::string> rows;
    ScanReport report;
  };

  /// Keys from..to and a text that no encoding makes small, as one file with row groups of 131,072 rows.
  void Insert(int from, int to) {
    kit_.Run(
        "INSERT INTO t WITH d(i) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)), "
        "n AS (SELECT a.i + 10 * b.i + 100 * c.i + 1000 * e.i + 10000 * f.i + 100000 * g.i AS k "
        "FROM d AS a, d AS b, d AS c, d AS e, d AS f, d AS g) "
        "SELECT k, MD5(CAST(k AS STRING)) || MD5(CAST(-k AS STRING)) FROM n WHERE k >= " +
        std::to_string(from) + " AND k < " + std::to_string(to) + " ORDER BY k");
  }

  Read Query(const std::string& query) {
    testing::SqlKit two(fs_, "/w", /*threads=*/2);
    fs_.Forget();
    auto outcome = two.session().Execute(query);
    auto& rows = *std::get<std::unique_ptr<Rows>>(outcome);
    Read read;
    columnar::ChangeBatch batch;
    while (rows.Next(batch))
      for (size_t row = 0; row < batch.size(); row++) read.rows.push_back(batch.chunk.GetValue(0, row).ToString());
    read.report = rows.Report();
    return read;
  }

  std::unique_ptr<env::FileSystem> memory_ = env::NewMemoryFileSystem();
  WatchedFileSystem fs_{*memory_};
  testing::SqlKit kit_{fs_, "/w"};
};

TEST_F(LakeScan, ThreadsTakeSharesOfOneFile) {
  kit_.Run("CREATE TABLE t (k INT, s STRING) WITH ('file.compression' = 'none')");
  Insert(0, 200'000);
  fs_.Gather(true);
  EXPECT_EQ(Query("SELECT CAST(SUM(CHAR_LENGTH(s)) AS BIGINT) FROM t").rows, std::vector<std::string>{"12800000"});
  ASSERT_EQ(fs_.readers().size(), 1u);
  EXPECT_EQ(fs_.readers().begin()->second.size(), 2u) << "two threads read the one file";
}

TEST_F(LakeScan, ThreadsTakeFilesOfTheirOwn) {
  kit_.Run("CREATE TABLE t (k INT, s STRING)");
  for (int i = 0; i < 4; i++) Insert(1000 * i, 1000 * (i + 1));
  fs_.Gather(true);
  EXPECT_EQ(Query("SELECT SUM(k) FROM t").rows, std::vector<std::string>{"7998000"});
  ASSERT_EQ(fs_.readers().size(), 4u);
  std::set<std::thread::id> threads;
  for (const auto& [file, readers] : fs_.readers()) {
    EXPECT_EQ(readers.size(), 1u) << file << " is too small for two";
    threads.insert(readers.begin(), readers.end());
  }
  EXPECT_EQ(threads.size(), 2u);
}

TEST_F(LakeScan, AFilterSkipsRowGroups) {
  kit_.Run("CREATE TABLE t (k INT, s STRING)");
  Insert(0, 200'000);
  EXPECT_EQ(Query("SELECT COUNT(s) FROM t").report.rows_read, 200'000);
  const auto last = Query("SELECT COUNT(s) FROM t WHERE k >= 190000");
  EXPECT_EQ(last.rows, std::vector<std::string>{"10000"});
  EXPECT_LE(last.report.rows_read, 200'000 - 131'072);
  const auto none = Query("SELECT COUNT(s) FROM t WHERE k > 250000");
  EXPECT_EQ(none.rows, std::vector<std::string>{"0"});
  EXPECT_EQ(none.report.rows_read, 0);
}

TEST_F(LakeScan, AFilterSkipsFiles) {
  kit_.Run("CREATE TABLE t (k INT, s STRING)");
  for (int i = 0; i < 4; i++) Insert(1000 * i, 1000 * (i + 1));
  for (const std::string filter : {"k = 2500", "k BETWEEN 2100 AND 2200", "k > 2000 AND k + 0 < 2900 AND k < 3000"}) {
    const auto read = Query("SELECT COUNT(s) FROM t WHERE " + filter);
    EXPECT_EQ(read.report.files_kept, 1) << filter;
    EXPECT_EQ(read.report.files_total, 4) << filter;
    EXPECT_EQ(fs_.readers().size(), 1u) << filter << ": the others are not even opened";
    const auto plan = Query("EXPLAIN SELECT COUNT(s) FROM t WHERE " + filter);
    EXPECT_NE(plan.rows.front().find("1 of 4"), std::string::npos) << plan.rows.front();
  }
  EXPECT_EQ(Query("SELECT COUNT(s) FROM t WHERE s <> ''").report.files_kept, 4);
}

}  // namespace
}  // namespace tarn::sql
