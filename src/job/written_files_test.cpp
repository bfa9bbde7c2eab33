#include "job/written_files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "testing/faulty_fs.h"

namespace tarn::job {
namespace {

class WrittenFilesTest : public ::testing::Test {
 protected:
  WrittenFilesTest() {
    fs_->CreateDirectories("/job");
    fs_->CreateDirectories("/data");
  }
  void Make(WrittenFiles& written, const std::string& path) { written.files().Create(path)->Close(); }
  bool Exists(const std::string& path) { return fs_->Exists(path); }

  std::unique_ptr<env::FileSystem> fs_ = env::NewMemoryFileSystem();
  env::Env env_{*fs_, env::SystemClock(), env::SystemRandom()};
};

TEST_F(WrittenFilesTest, WhatNoCheckpointHoldsIsDeleted) {
  {
    WrittenFiles written(env_, "/job");
    written.Committed(0);
    Make(written, "/data/first");
    written.Committed(1);
    Make(written, "/data/second");
  }
  WrittenFiles again(env_, "/job");
  again.DeleteUncommitted(1);
  EXPECT_TRUE(Exists("/data/first"));
  EXPECT_FALSE(Exists("/data/second"));
  EXPECT_FALSE(Exists("/job/written-2"));
}

TEST_F(WrittenFilesTest, AFileThatCannotBeDeletedStaysListedAndTheOthersGo) {
  fs_->CreateDirectories("/data/stays/full");
  env::ReplaceFile(*fs_, "/data/goes", "");
  env::ReplaceFile(*fs_, "/job/written-1", "/data/stays\n/data/goes\n/data/cut of");
  {
    WrittenFiles written(env_, "/job");
    written.DeleteUncommitted(0);
    EXPECT_FALSE(Exists("/data/goes"));
    // The run goes on in the same epoch, and its checkpoint is not one of the file that stays.
    Make(written, "/data/new");
    EXPECT_EQ(env::ReadFile(*fs_, "/job/written-1"), "/data/new\n");
    written.Committed(1);
  }
  fs_->DeleteTree("/data/stays/full");
  WrittenFiles written(env_, "/job");
  written.DeleteUncommitted(1);
  EXPECT_FALSE(Exists("/data/stays"));
  EXPECT_TRUE(Exists("/data/new"));
  EXPECT_EQ(fs_->List("/job").size(), 0u);
}

TEST_F(WrittenFilesTest, ALineThatWasCutOffIsNoPathAndSpoilsNone) {
  testing::FaultyFileSystem faulty(*fs_);
  const env::Env env{faulty, env::SystemClock(), env::SystemRandom()};
  env::ReplaceFile(*fs_, "/data/other", "");
  {
    WrittenFiles written(env, "/job");
    Make(written, "/data/first");
    faulty.FailAt(1, testing::Fault::DiskFull);  // half of the line is written
    EXPECT_THROW(Make(written, "/data/other-1234567890"), Error);
    Make(written, "/data/second");
  }
  const auto list = env::ReadFile(*fs_, "/job/written-1");
  EXPECT_NE(list.find(std::string("\0\n/data/second\n", 15)), std::string::npos);
  WrittenFiles again(env_, "/job");
  again.DeleteUncommitted(0);
  EXPECT_FALSE(Exists("/data/first"));
  EXPECT_FALSE(Exists("/data/second"));
  EXPECT_TRUE(Exists("/data/other"));
}

TEST_F(WrittenFilesTest, AListThatCannotBeDeletedStopsNobody) {
  fs_->CreateDirectories("/job/written-1/full");
  WrittenFiles written(env_, "/job");
  written.Committed(1);
  written.DeleteUncommitted(1);
  EXPECT_TRUE(Exists("/job/written-1"));
}

TEST_F(WrittenFilesTest, ForgottenFilesStay) {
  env::ReplaceFile(*fs_, "/data/kept", "");
  env::ReplaceFile(*fs_, "/job/written-1", "/data/kept\n");
  WrittenFiles written(env_, "/job");
  written.Forget();
  written.DeleteUncommitted(0);
  EXPECT_TRUE(Exists("/data/kept"));
  EXPECT_FALSE(Exists("/job/written-1"));
}

TEST_F(WrittenFilesTest, ListedPathsHoldInAnyFolder) {
  {
    WrittenFiles written(env_, "/job");
    written.Committed(0);
    try {
      Make(written, "here/file");
    } catch (const std::exception&) {  // a file system in memory knows no current folder
    }
  }
  EXPECT_EQ(env::ReadFile(*fs_, "/job/written-1"), std::filesystem::current_path().string() + "/here/file\n");
}

}  // namespace
}  // namespace tarn::job
