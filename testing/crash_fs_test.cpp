#include "testing/crash_fs.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"

namespace tarn::testing {
namespace {

void Put(CrashFileSystem& fs, const std::string& path, std::string_view synced, std::string_view more = "") {
  const auto file = fs.Create(path);
  file->Append(synced);
  file->Sync();
  file->Append(more);
}

std::string Show(env::FileSystem& fs, const std::string& path) {
  return fs.Exists(path) ? env::ReadFile(fs, path) : "-";
}

// Everything that `show` may say after a crash now, over many seeds.
std::set<std::string> Outcomes(const CrashFileSystem& fs, const std::function<std::string(env::FileSystem&)>& show) {
  std::set<std::string> seen;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const auto clone = fs.CrashClone(seed);
    seen.insert(show(*clone));
  }
  return seen;
}
using Set = std::set<std::string>;

TEST(CrashFs, SyncedBytesUnderASyncedNameSurvive) {
  CrashFileSystem fs;
  Put(fs, "/a", "safe");
  fs.SyncDirectory("/");
  EXPECT_EQ(Outcomes(fs, [](auto& f) { return Show(f, "/a"); }), Set{"safe"});
}

TEST(CrashFs, OfUnsyncedBytesAnyPrefixSurvives) {
  CrashFileSystem fs;
  Put(fs, "/a", "S", "xy");
  fs.SyncDirectory("/");
  const std::string z1("S\0", 2), z2("S\0\0", 3);
  for (const auto& outcome : Outcomes(fs, [](auto& f) { return Show(f, "/a"); }))
    EXPECT_TRUE((Set{"S", "Sx", "Sxy", z1, z2}.contains(outcome))) << outcome;
  EXPECT_EQ(Show(*fs.CrashClone(0), "/a"), "S");
  EXPECT_EQ(Show(*fs.CrashClone(1), "/a"), "Sxy");
}

TEST(CrashFs, AnUnsyncedNameMayBeGone) {
  CrashFileSystem fs;
  Put(fs, "/a", "1");
  EXPECT_EQ(Outcomes(fs, [](auto& f) { return Show(f, "/a"); }), (Set{"-", "1"}));
  fs.SyncDirectory("/");
  fs.Delete("/a");
  EXPECT_EQ(Outcomes(fs, [](auto& f) { return Show(f, "/a"); }), (Set{"-", "1"}));
}

TEST(CrashFs, AReplacingRenameShowsOldOrNew) {
  CrashFileSystem fs;
  Put(fs, "/a", "old");
  fs.SyncDirectory("/");
  Put(fs, "/t", "new");
  fs.Rename("/t", "/a");
  EXPECT_EQ(Outcomes(fs, [](auto& f) { return Show(f, "/a"); }), (Set{"old", "new"}));
}

TEST(CrashFs, ARenameNeverLosesTheFile) {
  CrashFileSystem fs;
  Put(fs, "/a", "x");
  fs.SyncDirectory("/");
  fs.Rename("/a", "/b");
  const auto seen = Outcomes(fs, [](auto& f) { return Show(f, "/a") + Show(f, "/b"); });
  EXPECT_EQ(seen, (Set{"x-", "-x", "xx"}));
}

TEST(CrashFs, AFileWithinAnUnsyncedDirectoryGoesWithIt) {
  CrashFileSystem fs;
  fs.CreateDirectories("/d/e");
  Put(fs, "/d/e/f", "x");
  fs.SyncDirectory("/d/e");
  EXPECT_EQ(Outcomes(fs, [](auto& f) { return Show(f, "/d/e/f"); }), (Set{"-", "x"}));
  fs.SyncDirectory("/d");
  fs.SyncDirectory("/");
  EXPECT_EQ(Outcomes(fs, [](auto& f) { return Show(f, "/d/e/f"); }), Set{"x"});
}

TEST(CrashFs, ATruncatedFileMayBeTheOldOne) {
  CrashFileSystem fs;
  Put(fs, "/a", "old");
  fs.SyncDirectory("/");
  const auto file = fs.Create("/a");
  file->Append("n");
  const auto seen = Outcomes(fs, [](auto& f) { return Show(f, "/a"); });
  EXPECT_TRUE(seen.contains("old"));
  EXPECT_TRUE(seen.contains(""));
  EXPECT_TRUE(seen.contains("n"));
}

TEST(CrashFs, TheSameSeedIsTheSameCrash) {
  CrashFileSystem fs;
  for (int i = 0; i < 20; ++i) Put(fs, "/" + std::to_string(i), "", "unsynced");
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const auto show = [&] {
      const auto clone = fs.CrashClone(seed);
      std::string all;
      for (int i = 0; i < 20; ++i) all += Show(*clone, "/" + std::to_string(i)) + "|";
      return all;
    };
    EXPECT_EQ(show(), show());
  }
}

TEST(CrashFs, ForgetfulSyncsAreForCanaries) {
  CrashFileSystem fs;
  fs.IgnoreDirectorySyncs(true);
  Put(fs, "/a", "1");
  fs.SyncDirectory("/");
  EXPECT_TRUE(Outcomes(fs, [](auto& f) { return Show(f, "/a"); }).contains("-"));
}

}  // namespace
}  // namespace tarn::testing
