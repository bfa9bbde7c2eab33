#include "env/file_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <set>
#include <thread>

#include "base/error.h"
#include "env/clock.h"
#include "testing/crash_fs.h"

namespace tarn::env {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Values;

ErrorCode CodeOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "no error";
  return ErrorCode::Internal;
}

// Every file system keeps the same promises.
class AnyFileSystem : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::string_view(GetParam()) == "local") {
      char pattern[] = "/tmp/tarn-fs-XXXXXX";
      ASSERT_NE(mkdtemp(pattern), nullptr);
      root_ = pattern;
      fs_ = &LocalFileSystem();
    } else {
      memory_ = std::string_view(GetParam()) == "crash" ? std::make_unique<tarn::testing::CrashFileSystem>()
                                                        : NewMemoryFileSystem();
      fs_ = memory_.get();
      root_ = "/root";
      fs_->CreateDirectories(root_);
    }
  }
  void TearDown() override { fs_->DeleteTree(root_); }

  std::string At(const std::string& name) const { return JoinPath(root_, name); }
  void Put(const std::string& name, std::string_view bytes) {
    const auto file = fs_->Create(At(name));
    file->Append(bytes);
    file->Sync();
    file->Close();
  }
  std::set<std::string> Names(const std::string& name = "") {
    std::set<std::string> names;
    for (const auto& entry : fs_->List(At(name))) names.insert(entry.name);
    return names;
  }

  std::unique_ptr<FileSystem> memory_;
  FileSystem* fs_ = nullptr;
  std::string root_;
};

TEST_P(AnyFileSystem, ReadsWhatWasWritten) {
  Put("a", "0123456789");
  const auto file = fs_->OpenRead(At("a"));
  char buffer[8];
  EXPECT_EQ(file->Size(), 10);
  EXPECT_EQ(file->ReadAt(3, buffer, 4), 4);
  EXPECT_EQ(std::string(buffer, 4), "3456");
  EXPECT_EQ(file->ReadAt(8, buffer, 8), 2);
  EXPECT_EQ(file->ReadAt(20, buffer, 8), 0);
  EXPECT_EQ(file->path(), At("a"));
}

TEST_P(AnyFileSystem, CreateEmptiesAndAppendContinues) {
  Put("a", "long old content");
  Put("a", "new");
  const auto file = fs_->OpenAppend(At("a"));
  file->Append("er");
  file->Close();
  EXPECT_EQ(ReadFile(*fs_, At("a")), "newer");
}

TEST_P(AnyFileSystem, AnOpenFileSurvivesItsName) {
  Put("a", "kept");
  const auto file = fs_->OpenRead(At("a"));
  EXPECT_TRUE(fs_->Delete(At("a")));
  char buffer[4];
  EXPECT_EQ(file->ReadAt(0, buffer, 4), 4);
  EXPECT_EQ(std::string(buffer, 4), "kept");
}

TEST_P(AnyFileSystem, ListsOneLevel) {
  fs_->CreateDirectories(At("x/y"));
  Put("x/f", "12");
  Put("x/y/deep", "");
  EXPECT_THAT(Names(), ElementsAre("x"));
  EXPECT_THAT(Names("x"), ElementsAre("f", "y"));
  EXPECT_TRUE(fs_->List(At("none")).empty());
  EXPECT_EQ(fs_->Stat(At("x/f"))->size, 2);
  EXPECT_EQ(fs_->Stat(At("x/f"))->name, "f");
  EXPECT_TRUE(fs_->Stat(At("x/y"))->is_directory);
  EXPECT_FALSE(fs_->Stat(At("x/f/below")).has_value());
}

TEST_P(AnyFileSystem, RenameReplacesAndRenameIfAbsentDoesNot) {
  Put("a", "A");
  Put("b", "B");
  EXPECT_FALSE(fs_->RenameIfAbsent(At("a"), At("b")));
  EXPECT_EQ(ReadFile(*fs_, At("b")), "B");
  EXPECT_EQ(ReadFile(*fs_, At("a")), "A");
  EXPECT_TRUE(fs_->RenameIfAbsent(At("a"), At("c")));
  EXPECT_THAT(Names(), ElementsAre("b", "c"));
  fs_->Rename(At("c"), At("b"));
  EXPECT_EQ(ReadFile(*fs_, At("b")), "A");
  EXPECT_THAT(Names(), ElementsAre("b"));
}

TEST_P(AnyFileSystem, OfManyRenamesToOneNameOneWins) {
  constexpr int kThreads = 8;
  for (int i = 0; i < kThreads; ++i) Put("from" + std::to_string(i), std::to_string(i));
  std::atomic<int> winners{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] { winners += fs_->RenameIfAbsent(At("from" + std::to_string(i)), At("to")); });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(winners, 1);
  EXPECT_EQ(Names().size(), size_t{kThreads});
}

TEST_P(AnyFileSystem, DeletesFilesAndTrees) {
  fs_->CreateDirectories(At("x/y"));
  Put("x/y/f", "");
  EXPECT_EQ(CodeOf([&] { fs_->Delete(At("x")); }), ErrorCode::IoFailed);
  EXPECT_FALSE(fs_->Delete(At("none")));
  fs_->DeleteTree(At("x"));
  fs_->DeleteTree(At("none"));
  EXPECT_FALSE(fs_->Exists(At("x")));
}

TEST_P(AnyFileSystem, SaysWhatIsMissing) {
  EXPECT_EQ(CodeOf([&] { fs_->OpenRead(At("none")); }), ErrorCode::NotFound);
  EXPECT_EQ(CodeOf([&] { fs_->Create(At("none/f")); }), ErrorCode::NotFound);
  EXPECT_EQ(CodeOf([&] { fs_->Rename(At("none"), At("b")); }), ErrorCode::NotFound);
  EXPECT_EQ(CodeOf([&] { fs_->RenameIfAbsent(At("none"), At("b")); }), ErrorCode::NotFound);
  EXPECT_EQ(CodeOf([&] { fs_->SyncDirectory(At("none")); }), ErrorCode::NotFound);
  EXPECT_EQ(CodeOf([&] { fs_->OpenRead(root_); }), ErrorCode::IoFailed);
  try {
    fs_->OpenRead(At("none"));
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr(At("none")));
    EXPECT_THAT(error.what(), HasSubstr("No such file"));
  }
}

TEST_P(AnyFileSystem, CreateDirectoriesIsHappyWithWhatIsThere) {
  fs_->CreateDirectories(At("x/y/z"));
  fs_->CreateDirectories(At("x/y/z"));
  Put("f", "");
  EXPECT_EQ(CodeOf([&] { fs_->CreateDirectories(At("f")); }), ErrorCode::IoFailed);
}

TEST_P(AnyFileSystem, ALockIsHeldByOne) {
  auto lock = fs_->TryLock(At("lock"));
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(fs_->TryLock(At("lock")), nullptr);
  lock.reset();
  EXPECT_NE(fs_->TryLock(At("lock")), nullptr);
}

TEST_P(AnyFileSystem, ReplaceFileLeavesNothingBeside) {
  ReplaceFile(*fs_, At("hint"), "1");
  ReplaceFile(*fs_, At("hint"), "2");
  EXPECT_EQ(ReadFile(*fs_, At("hint")), "2");
  EXPECT_THAT(Names(), ElementsAre("hint"));
}

INSTANTIATE_TEST_SUITE_P(All, AnyFileSystem, Values("local", "memory", "crash"),
                         [](const auto& param) { return param.param; });

TEST(LocalFileSystem, AFullDiskIsResourceExhausted) {
  const auto file = LocalFileSystem().OpenAppend("/dev/full");
  EXPECT_EQ(CodeOf([&] { file->Append("x"); }), ErrorCode::ResourceExhausted);
}

TEST(Path, JoinsAndTakesParents) {
  EXPECT_EQ(JoinPath("/a", "b"), "/a/b");
  EXPECT_EQ(JoinPath("/a/", "b"), "/a/b");
  EXPECT_EQ(JoinPath("", "b"), "b");
  EXPECT_EQ(ParentPath("/a/b"), "/a");
  EXPECT_EQ(ParentPath("/a/b/"), "/a");
  EXPECT_EQ(ParentPath("/a"), "/");
  EXPECT_EQ(ParentPath("/"), "/");
  EXPECT_EQ(ParentPath("a"), ".");
}

TEST(Random, UuidsAreVersion4) {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const std::string uuid = SystemRandom().Uuid();
    ASSERT_EQ(uuid.size(), 36u);
    EXPECT_EQ(uuid[14], '4');
    EXPECT_NE(std::string("89ab").find(uuid[19]), std::string::npos);
    EXPECT_TRUE(seen.insert(uuid).second);
  }
}

}  // namespace
}  // namespace tarn::env
