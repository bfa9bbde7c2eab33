#include "testing/faulty_fs.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace tarn::testing {
namespace {

class Faulty : public ::testing::Test {
 protected:
  void Put(const std::string& path) {
    const auto file = fs.Create(path);
    file->Append("0123456789");
    file->Sync();
    file->Close();
  }

  std::unique_ptr<env::FileSystem> memory = env::NewMemoryFileSystem();
  FaultyFileSystem fs{*memory};
};

TEST_F(Faulty, CountsAndPassesThrough) {
  Put("/a");
  EXPECT_EQ(fs.count(), 4);
  EXPECT_EQ(env::ReadFile(fs, "/a"), "0123456789");
  EXPECT_EQ(fs.count(), 6);
}

TEST_F(Faulty, FailsOnceAtTheNth) {
  fs.FailAt(2, Fault::IoError);
  EXPECT_THROW(Put("/a"), Error);
  EXPECT_EQ(fs.struck(), 1);
  EXPECT_EQ(env::ReadFile(fs, "/a"), "01234") << "a torn write";
  Put("/b");
}

TEST_F(Faulty, FailsFromTheNthOn) {
  fs.FailAt(1, Fault::IoError, /*onwards=*/true);
  EXPECT_THROW(Put("/a"), Error);
  EXPECT_THROW(fs.Exists("/a"), Error);
  fs.Heal();
  EXPECT_FALSE(fs.Exists("/a"));
}

TEST_F(Faulty, AFullDiskStillDeletes) {
  Put("/a");
  fs.FailAt(1, Fault::DiskFull, /*onwards=*/true);
  EXPECT_TRUE(fs.Delete("/a"));
  try {
    Put("/b");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::ResourceExhausted);
  }
}

TEST_F(Faulty, ALostAckHappenedAllTheSame) {
  Put("/a");
  fs.FailAt(1, Fault::LostAck);
  EXPECT_THROW(fs.RenameIfAbsent("/a", "/b"), Error);
  EXPECT_TRUE(fs.Exists("/b"));
}

}  // namespace
}  // namespace tarn::testing
