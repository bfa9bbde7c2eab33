// A job over a simulated disk: whatever fails and whenever the power goes, running it again gives each row once.
#include "job/job.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <duckdb/planner/expression/bound_comparison_expression.hpp>
#include <duckdb/planner/expression/bound_constant_expression.hpp>
#include <duckdb/planner/expression/bound_reference_expression.hpp>

#include "base/error.h"
#include "connector/connectors.h"
#include "job/checkpoint_store.h"
#include "testing/crash_fs.h"
#include "testing/faulty_fs.h"

namespace tarn::job {
namespace {

/// A clock that moves a little whenever it is looked at, so that checkpoints come often.
class StepClock : public env::Clock {
 public:
  int64_t NowMicros() const override { return now_ += 1000; }

 private:
  mutable int64_t now_ = 1'700'000'000'000'000;
};

class CountingRandom : public env::Random {
 public:
  uint64_t Next() override { return state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL; }

 private:
  uint64_t state_ = 42;
};

constexpr int kRows = 9000;

class JobTest : public ::testing::Test {
 protected:
  JobTest() : db_(nullptr), connection_(db_) {}

  static void WriteInput(env::FileSystem& fs) {
    fs.CreateDirectories("/in");
    fs.CreateDirectories("/out");
    fs.SyncDirectory("/");
    std::string text;
    for (int i = 0; i < kRows; i++) text += std::to_string(i) + ",name " + std::to_string(i) + "\n";
    const auto cut = text.find('\n', text.size() / 2) + 1;
    env::ReplaceFile(fs, "/in/a.csv", text.substr(0, cut));
    env::ReplaceFile(fs, "/in/b.csv", text.substr(cut));
  }

  std::unique_ptr<Job> NewJob(env::FileSystem& fs, bool restart = false, int64_t limit = 100'000) {
    const env::Env env{fs, clock_, random_};
    auto make_plan = [this, env, limit](const std::string& commit_user, env::FileSystem* data_files) {
      connector::ConnectorContext context{.env = env,
                                          .duckdb = connection_.context.get(),
                                          .streaming = true,
                                          .commit_user = commit_user,
                                          .data_files = data_files};
      connector::TableDescription table;
      table.name = "t";
      table.columns = {{0, "id", paimon::ParseDataType("BIGINT"), {}, {}},
                       {1, "name", paimon::ParseDataType("STRING"), {}, {}}};
      table.options = {{"path", "/in"}, {"format", "csv"}};
      auto plan = std::make_shared<stream::StreamPlan>();
      const stream::Columns columns = {{"id", table.columns[0].type}, {"name", table.columns[1].type}};
      const auto source =
          plan->Add({.inputs = {},
                     .columns = columns,
                     .time = {},
                     .key = {},
                     .mode = {},
                     .what = stream::SourceNode{connector::MakeSource("filesystem", table, {0, 1}, context), "in"}});
      auto left = duckdb::make_uniq<duckdb::BoundReferenceExpression>(duckdb::LogicalType::BIGINT, 0);
      auto right = duckdb::make_uniq<duckdb::BoundConstantExpression>(duckdb::Value::BIGINT(limit));
      const auto filter = plan->Add(
          {.inputs = {source},
           .columns = columns,
           .time = {},
           .key = {},
           .mode = {},
           .what = stream::FilterNode{{std::make_shared<duckdb::BoundComparisonExpression>(
                                           duckdb::ExpressionType::COMPARE_LESSTHAN, std::move(left), std::move(right)),
                                       "id < " + std::to_string(limit)}}});
      table.options["path"] = "/out/t";
      plan->Add({.inputs = {filter},
                 .columns = columns,
                 .time = {},
                 .key = {},
                 .mode = {},
                 .what = stream::SinkNode{connector::MakeSink("filesystem", table, context), "out"}});
      if (second_sink_) {
        table.options["path"] = "/out/u";
        plan->Add({.inputs = {filter},
                   .columns = columns,
                   .time = {},
                   .key = {},
                   .mode = {},
                   .what = stream::SinkNode{connector::MakeSink("filesystem", table, context), "second"}});
      }
      return std::shared_ptr<const stream::StreamPlan>(plan);
    };
    return std::make_unique<Job>(env, *connection_.context, std::move(make_plan),
                                 JobOptions{.id = "j",
                                            .directory = "/w/.tarn/jobs/j",
                                            .interval_us = 1500,
                                            .restart = restart,
                                            .allow_non_restored = false,
                                            .notice = [this](const std::string& text) { notices_ += text; }});
  }

  static std::vector<int> Output(env::FileSystem& fs) {
    std::vector<int> ids;
    for (const auto& file : fs.List("/out/t")) {
      if (file.name[0] == '.') continue;
      const auto text = env::ReadFile(fs, "/out/t/" + file.name);
      for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) ids.push_back(std::stoi(text.substr(at)));
    }
    std::sort(ids.begin(), ids.end());
    return ids;
  }
  static std::vector<int> Expected() {
    std::vector<int> ids(kRows);
    for (int i = 0; i < kRows; i++) ids[static_cast<size_t>(i)] = i;
    return ids;
  }

  duckdb::DuckDB db_;
  duckdb::Connection connection_;
  StepClock clock_;
  CountingRandom random_;
  std::string notices_;
  bool second_sink_ = false;
};

TEST_F(JobTest, RunsToTheEndAndThenAnew) {
  testing::CrashFileSystem fs;
  WriteInput(fs);
  EXPECT_EQ(NewJob(fs)->Run(), JobEnd::Finished);
  EXPECT_EQ(Output(fs), Expected());
  auto again = NewJob(fs);
  EXPECT_EQ(again->Run(), JobEnd::Finished);
  EXPECT_NE(notices_.find("runs anew"), std::string::npos) << notices_;
  EXPECT_EQ(Output(fs).size(), 2 * Expected().size());
}

TEST_F(JobTest, StoppedAndRunAgainItGoesOn) {
  testing::CrashFileSystem fs;
  WriteInput(fs);
  auto first = NewJob(fs);
  first->Stop();
  EXPECT_EQ(first->Run(), JobEnd::Stopped);
  first.reset();
  auto second = NewJob(fs);
  EXPECT_EQ(second->Run(), JobEnd::Finished);
  EXPECT_EQ(second->beginning(), "resumed from checkpoint 1");
  EXPECT_EQ(Output(fs), Expected());
}

TEST_F(JobTest, AChangedPlanDoesNotGoOn) {
  testing::CrashFileSystem fs;
  WriteInput(fs);
  auto first = NewJob(fs);
  first->Stop();
  first->Run();
  first.reset();
  try {
    NewJob(fs, false, 5)->Run();
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("id < 5"), std::string::npos) << e.what();
  }
  EXPECT_EQ(NewJob(fs, /*restart=*/true, 5)->Run(), JobEnd::Finished);
}

TEST_F(JobTest, TwoProcessesDoNotRunOneJob) {
  testing::CrashFileSystem fs;
  WriteInput(fs);
  fs.CreateDirectories("/w/.tarn/jobs/j");
  const auto lock = fs.TryLock("/w/.tarn/jobs/j/lock");
  EXPECT_THROW(NewJob(fs)->Run(), Error);
}

TEST_F(JobTest, WhatHasEndedHoldsBackNobodysEventTime) {
  const PreparedTable ended{.sink = "t", .bytes = "", .watermark = 10, .ended = true};
  const PreparedTable also{.sink = "t", .bytes = "", .watermark = 7, .ended = true};
  const PreparedTable going{.sink = "t", .bytes = "", .watermark = 20, .ended = false};
  const PreparedTable behind{.sink = "t", .bytes = "", .watermark = 15, .ended = false};
  const auto is = [](const connector::CommitTime& time, int64_t watermark, bool end) {
    EXPECT_EQ(time.watermark_us, watermark);
    EXPECT_EQ(time.end_of_input, end);
  };
  is(TimeOfCommit({&ended, &going, &behind}, false), 15, false);
  is(TimeOfCommit({&ended, &also}, false), 7, true);
  is(TimeOfCommit({&going}, false), 20, false);
  is(TimeOfCommit({&going}, true), 20, true);
}

TEST_F(JobTest, ACheckpointKeepsWhatHasEnded) {
  Checkpoint checkpoint;
  checkpoint.prepared = {{"t", "x", 3, true}, {"u", "y", 4, false}};
  const auto read = ParseCheckpoint(Serialize(checkpoint));
  ASSERT_EQ(read.prepared.size(), 2u);
  EXPECT_TRUE(read.prepared[0].ended);
  EXPECT_FALSE(read.prepared[1].ended);
}

std::string ErrorOfLatest(const std::string& bytes) {
  const auto fs = env::NewMemoryFileSystem();
  fs->CreateDirectories("/job");
  env::ReplaceFile(*fs, "/job/chk-7", bytes);
  try {
    CheckpointStore({*fs, env::SystemClock(), env::SystemRandom()}, "/job").Latest();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST_F(JobTest, ACheckpointOfAnotherVersionIsNotTakenForADamagedOne) {
  auto bytes = Serialize(Checkpoint());
  EXPECT_EQ(ErrorOfLatest(bytes), "");
  bytes[0] = 1;
  EXPECT_NE(ErrorOfLatest(bytes).find("damaged\n  Bring the file back"), std::string::npos) << ErrorOfLatest(bytes);
  uint64_t checksum = 0xcbf29ce484222325;
  for (size_t i = 0; i + 8 < bytes.size(); i++) checksum = (checksum ^ static_cast<uint8_t>(bytes[i])) * 0x100000001b3;
  for (size_t i = 0; i < 8; i++) bytes[bytes.size() - 8 + i] = static_cast<char>(checksum >> (8 * i));
  const auto old = ErrorOfLatest(bytes);
  EXPECT_NE(old.find("/job/chk-7: the checkpoint is of version 1"), std::string::npos) << old;
  EXPECT_NE(old.find("--restart"), std::string::npos) << old;
  EXPECT_EQ(old.find("Bring the file back"), std::string::npos) << old;
}

TEST_F(JobTest, AStartThatCannotReadItsCheckpointLeavesTheRecord) {
  testing::CrashFileSystem fs;
  WriteInput(fs);
  const env::Env env{fs, clock_, random_};
  CheckpointStore store(env, "/w/.tarn/jobs/j");
  fs.CreateDirectories("/w/.tarn/jobs/j");
  JobRecord stopped;
  stopped.state = "stopped";
  stopped.checkpoint = 7;
  stopped.commit_user = "j_u";
  store.WriteRecord(stopped);
  env::ReplaceFile(fs, "/w/.tarn/jobs/j/chk-7", "no checkpoint");
  EXPECT_THROW(NewJob(fs)->Run(), Error);
  const auto record = store.Record();
  ASSERT_TRUE(record);
  EXPECT_EQ(record->state, "stopped");
  EXPECT_EQ(record->checkpoint, 7);
  EXPECT_EQ(record->commit_user, "j_u");
}

// The N-th I/O fails in one of three ways; then the power goes, and the disk is one of its legal outcomes. Where only
// the process goes, no file that was not committed is left either.
TEST_F(JobTest, AnyFailureAndAPowerCutLoseAndRepeatNothing) {
  int64_t ios = 0;
  {
    testing::CrashFileSystem base;
    WriteInput(base);
    testing::FaultyFileSystem counted(base);
    NewJob(counted)->Run();
    ios = counted.count();
  }
  ASSERT_GT(ios, 50);
  for (const auto fault : {testing::Fault::IoError, testing::Fault::DiskFull, testing::Fault::LostAck}) {
    for (int64_t n = 1; n <= ios; n += 3) {
      SCOPED_TRACE("I/O " + std::to_string(n) + ", fault " + std::to_string(static_cast<int>(fault)));
      testing::CrashFileSystem base;
      WriteInput(base);
      testing::FaultyFileSystem faulty(base);
      faulty.FailAt(n, fault, /*onwards=*/n % 2 == 0);
      try {
        NewJob(faulty)->Run();
      } catch (const Error&) {
      }
      const auto disk = base.CrashClone(static_cast<uint64_t>(n));
      for (auto* fs : {disk.get(), &base}) {
        SCOPED_TRACE(fs == &base ? "the process ends" : "the power goes");
        // A job that had finished and whose record survived would run anew: that is no failure of this test.
        const env::Env env{*fs, clock_, random_};
        const auto record = CheckpointStore(env, "/w/.tarn/jobs/j").Record();
        if (!record || record->state != "finished") {
          EXPECT_EQ(NewJob(*fs)->Run(), JobEnd::Finished);
        }
        ASSERT_EQ(Output(*fs), Expected());
      }
      for (const auto& file : base.List("/out/t")) ASSERT_FALSE(file.name.starts_with(".part-")) << file.name;
    }
  }
}

TEST_F(JobTest, WhatOneSinkHadPreparedGoesWhenTheOtherFails) {
  second_sink_ = true;
  int failures = 0;
  for (int64_t n = 1; n < 200; n++) {
    SCOPED_TRACE("I/O " + std::to_string(n));
    testing::CrashFileSystem base;
    WriteInput(base);
    testing::FaultyFileSystem faulty(base);
    faulty.FailAt(n, testing::Fault::DiskFull, /*onwards=*/false);
    try {
      NewJob(faulty)->Run();
      continue;
    } catch (const Error&) {
    }
    const env::Env env{base, clock_, random_};
    if (CheckpointStore(env, "/w/.tarn/jobs/j").Latest()) continue;
    failures++;
    for (const char* directory : {"/out/t", "/out/u"}) {
      if (!base.Exists(directory)) continue;
      for (const auto& file : base.List(directory)) EXPECT_FALSE(file.name.starts_with(".part-")) << file.name;
    }
  }
  EXPECT_GT(failures, 5);
}

}  // namespace
}  // namespace tarn::job
