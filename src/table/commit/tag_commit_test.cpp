#include "table/commit/tag_commit.h"

#include <gtest/gtest.h>

#include "table/scan/snapshot_store.h"
#include "testing/crash_fs.h"
#include "testing/faulty_fs.h"
#include "testing/table_kit.h"

namespace tarn::table {
namespace {

using tarn::testing::CrashFileSystem;
using tarn::testing::Fault;
using tarn::testing::FaultyFileSystem;
using tarn::testing::TableKit;

// Seed 0 keeps only what was synced.
TEST(Tags, WhatIsSaidToBeDoneOutlivesAPowerCut) {
  CrashFileSystem disk;
  TableKit kit(disk);
  const auto table = kit.Make({.columns = {{"a", "INT"}}});
  kit.Insert(table, "SELECT 1");
  const auto tag_after_power_cut = [&](const std::string& name) {
    const auto clone = disk.CrashClone(0);
    return FindTag(*TableKit(*clone).Open(), name).has_value();
  };
  CreateTag(*table, "one", std::nullopt, std::nullopt);
  EXPECT_TRUE(tag_after_power_cut("one"));
  RenameTag(*table, "one", "two");
  EXPECT_FALSE(tag_after_power_cut("one"));
  EXPECT_TRUE(tag_after_power_cut("two"));
  EXPECT_EQ(DeleteTags(*table, {"two"}), 1);
  EXPECT_FALSE(tag_after_power_cut("two"));
  EXPECT_EQ(DeleteTags(*table, {"two"}), 0);
}

TEST(Tags, OneThatCannotBeDeletedLeavesTheOthersDurablyDeleted) {
  CrashFileSystem disk;
  FaultyFileSystem faulty(disk);
  TableKit kit(faulty);
  const auto table = kit.Make({.columns = {{"a", "INT"}}});
  kit.Insert(table, "SELECT 1");
  CreateTag(*table, "one", std::nullopt, std::nullopt);
  CreateTag(*table, "two", std::nullopt, std::nullopt);
  faulty.FailAt(2, Fault::IoError);
  EXPECT_THROW(DeleteTags(*table, {"one", "two"}), Error);
  EXPECT_TRUE(faulty.struck_a_delete());
  const auto clone = disk.CrashClone(0);
  const auto after = TableKit(*clone).Open();
  EXPECT_FALSE(FindTag(*after, "one"));
  EXPECT_TRUE(FindTag(*after, "two"));
}

}  // namespace
}  // namespace tarn::table
