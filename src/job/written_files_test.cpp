#include "job/written_files.h"

#include <gtest/gtest.h>

#include <filesystem>

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
  WrittenFiles written(env_, "/job");
  written.DeleteUncommitted(0);
  EXPECT_FALSE(Exists("/data/goes"));
  EXPECT_TRUE(Exists("/job/written-1"));
  fs_->DeleteTree("/data/stays/full");
  written.DeleteUncommitted(0);
  EXPECT_FALSE(Exists("/data/stays"));
  EXPECT_FALSE(Exists("/job/written-1"));
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
