#include "table/commit/atomic_publish.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "testing/crash_fs.h"
#include "testing/faulty_fs.h"

namespace tarn::table {
namespace {

using tarn::testing::Fault;

std::string Show(env::FileSystem& fs) { return fs.Exists("/d/f") ? env::ReadFile(fs, "/d/f") : "-"; }

class Publish : public ::testing::Test {
 protected:
  void SetUp() override {
    disk.CreateDirectories("/d");
    disk.SyncDirectory("/");
  }
  env::Env On(env::FileSystem& fs) { return {fs, env::SystemClock(), env::SystemRandom()}; }

  tarn::testing::CrashFileSystem disk;
  tarn::testing::FaultyFileSystem faulty{disk};
};

TEST_F(Publish, IsDurableOnceSaid) {
  EXPECT_EQ(PublishFile(On(disk), "/d/f", "content"), PublishResult::Published);
  EXPECT_EQ(disk.List("/d").size(), 1u);
  for (uint64_t seed = 0; seed < 50; ++seed) EXPECT_EQ(Show(*disk.CrashClone(seed)), "content") << seed;
}

TEST_F(Publish, IsWholeOrNotThereWhenCutOff) {
  // The canary: a directory that is never synced may lose the name; what is there must still be whole.
  disk.IgnoreDirectorySyncs(true);
  PublishFile(On(disk), "/d/f", "content");
  disk.IgnoreDirectorySyncs(false);
  bool lost = false;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const std::string seen = Show(*disk.CrashClone(seed));
    lost |= seen == "-";
    EXPECT_TRUE(seen == "-" || seen == "content") << seen;
  }
  EXPECT_TRUE(lost) << "the crash file system does not notice a missing directory sync";
}

TEST_F(Publish, TheSecondIsTold) {
  PublishFile(On(disk), "/d/f", "first");
  EXPECT_EQ(PublishFile(On(disk), "/d/f", "second"), PublishResult::Taken);
  EXPECT_EQ(Show(disk), "first");
  EXPECT_EQ(disk.List("/d").size(), 1u);
}

TEST_F(Publish, WhicheverIoFailsTheAnswerIsTrue) {
  for (const Fault fault : {Fault::IoError, Fault::DiskFull, Fault::LostAck}) {
    for (const bool onwards : {false, true}) {
      for (int64_t n = 1;; ++n) {
        SCOPED_TRACE(std::to_string(n) + " fault " + std::to_string(static_cast<int>(fault)) + " on " +
                     std::to_string(onwards));
        disk.Delete("/d/f");
        faulty.FailAt(n, fault, onwards);
        std::optional<PublishResult> result;
        try {
          result = PublishFile(On(faulty), "/d/f", "content");
        } catch (const Error&) {
        }
        const bool struck = faulty.struck() > 0;
        faulty.Heal();
        const bool there = Show(disk) == "content";
        EXPECT_FALSE(!result && there) << "thrown means: not published";
        EXPECT_FALSE(result == PublishResult::Published && !there);
        EXPECT_NE(result, PublishResult::Taken);
        // Only a disk that refuses deletes as well may keep the temporary file.
        EXPECT_TRUE(disk.List("/d").size() == (there ? 1u : 0u) || (fault == Fault::IoError && onwards));
        for (const auto& entry : disk.List("/d"))
          if (entry.name != "f") disk.Delete("/d/" + entry.name);
        if (!struck) break;
      }
    }
  }
}

}  // namespace
}  // namespace tarn::table
