#include "table/commit/drop_table.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace tarn::table {
namespace {

namespace fs = std::filesystem;

class DropTableTest : public ::testing::Test {
 protected:
  void SetUp() override {
    char pattern[] = "/tmp/tarn-drop-XXXXXX";
    ASSERT_NE(mkdtemp(pattern), nullptr);
    root_ = pattern;
    fs::create_directories(root_ / "db/t/schema");
    fs::create_directories(root_ / "db/t/day=1/bucket-0");
    fs::create_directories(root_ / "elsewhere/deep");
    Put("db/t/schema/schema-0");
    Put("db/t/day=1/bucket-0/data");
    Put("elsewhere/kept");
    Put("elsewhere/deep/kept");
  }
  void TearDown() override { fs::remove_all(root_); }

  void Put(const std::string& name) { env::ReplaceFile(env::LocalFileSystem(), root_ / name, "x"); }
  void Drop() { DropTable({env::LocalFileSystem(), env::SystemClock(), env::SystemRandom()}, root_ / "db/t"); }

  fs::path root_;
};

TEST_F(DropTableTest, LinksInATableGoAndWhatIsBehindThemStays) {
  fs::create_directory_symlink(root_ / "elsewhere", root_ / "db/t/day=2");
  fs::create_directory_symlink(root_ / "elsewhere/deep", root_ / "db/t/day=1/bucket-1");
  fs::create_symlink(root_ / "elsewhere/kept", root_ / "db/t/schema/schema-1");
  fs::create_symlink(root_ / "nowhere", root_ / "db/t/day=1/dangling");
  fs::create_directory_symlink(root_ / "db", root_ / "db/t/day=1/loop");
  Drop();
  EXPECT_TRUE(fs::is_empty(root_ / "db"));
  EXPECT_TRUE(fs::exists(root_ / "elsewhere/kept"));
  EXPECT_TRUE(fs::exists(root_ / "elsewhere/deep/kept"));
}

TEST_F(DropTableTest, ASchemaFolderThatIsALinkIsNotFollowed) {
  fs::remove_all(root_ / "db/t/schema");
  fs::create_directory_symlink(root_ / "elsewhere", root_ / "db/t/schema");
  Drop();
  EXPECT_TRUE(fs::is_empty(root_ / "db"));
  EXPECT_TRUE(fs::exists(root_ / "elsewhere/kept"));
}

// As in Java: people move a table to another disk so.
TEST_F(DropTableTest, ATableThatIsALinkLosesItsFiles) {
  fs::rename(root_ / "db/t", root_ / "moved");
  fs::create_directory_symlink(root_ / "moved", root_ / "db/t");
  Drop();
  EXPECT_TRUE(fs::is_empty(root_ / "db"));
  EXPECT_TRUE(fs::is_empty(root_ / "moved"));
  EXPECT_TRUE(fs::exists(root_ / "elsewhere/kept"));
}

}  // namespace
}  // namespace tarn::table
