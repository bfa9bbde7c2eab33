#include "table/scan/snapshot_store.h"

#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "base/error.h"
#include "testing/faulty_fs.h"

namespace tarn::table {
namespace {

class SnapshotStore : public ::testing::Test {
 protected:
  void SetUp() override {
    Put("/t/schema/schema-0", R"({"version":3,"id":0,"fields":[{"id":0,"name":"a","type":"INT"}],"highestFieldId":0,
        "partitionKeys":[],"primaryKeys":[],"options":{"bucket":"1"},"timeMillis":1})");
    table_ = Table::Open(env_, "/t/", {{"scan.mode", "latest"}});
  }

  void Put(const std::string& path, const std::string& content) {
    fs_->CreateDirectories(env::ParentPath(path));
    env::ReplaceFile(*fs_, path, content);
  }

  void PutSnapshot(int64_t id, int64_t time_ms, std::optional<int64_t> watermark = {}) {
    paimon::Snapshot snapshot;
    snapshot.id = id;
    snapshot.base_manifest_list = "b";
    snapshot.delta_manifest_list = "d";
    snapshot.commit_user = "u";
    snapshot.time_ms = time_ms;
    snapshot.watermark = watermark;
    Put("/t/snapshot/snapshot-" + std::to_string(id), ToJson(snapshot));
  }

  std::unique_ptr<env::FileSystem> fs_ = env::NewMemoryFileSystem();
  env::Env env_{*fs_, env::SystemClock(), env::SystemRandom()};
  std::shared_ptr<const Table> table_;
};

TEST_F(SnapshotStore, ATableWithoutSnapshots) {
  EXPECT_EQ(table_->path(), "/t");
  EXPECT_EQ(table_->Option("bucket"), "1");
  EXPECT_EQ(table_->Option("scan.mode"), "latest");
  EXPECT_EQ(LatestSnapshotId(*table_), std::nullopt);
  EXPECT_EQ(LatestSnapshot(*table_), std::nullopt);
  EXPECT_EQ(SnapshotAtOrBefore(*table_, 5), std::nullopt);
  EXPECT_TRUE(ListTags(*table_).empty());
}

TEST_F(SnapshotStore, HintsAreOnlyHints) {
  for (int64_t id = 3; id <= 6; ++id) PutSnapshot(id, id * 10);
  Put("/t/snapshot/snapshot-7b1f.tmp", "half of one");
  for (const char* hint : {"6", "4", "-1", "", "x", "6 "}) {
    SCOPED_TRACE(hint);
    Put("/t/snapshot/LATEST", hint);
    Put("/t/snapshot/EARLIEST", std::string(hint) == "6" ? "1" : hint);
    EXPECT_EQ(LatestSnapshotId(*table_), 6);
    EXPECT_EQ(EarliestSnapshotId(*table_), std::string(hint) == "4" ? 4 : 3);
  }
  EXPECT_EQ(SnapshotIds(*table_), (std::vector<int64_t>{3, 4, 5, 6}));
}

TEST_F(SnapshotStore, TheNewestThatTheHintNamesIsMissed) {
  const auto message = [&] {
    try {
      LatestSnapshotId(*table_);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Corruption);
      return std::string(error.what());
    }
    return std::string();
  };
  Put("/t/snapshot/LATEST", "2");
  EXPECT_EQ(message(),
            "snapshot file '/t/snapshot/snapshot-2' is missing, and '/t/snapshot/LATEST' names it as the newest\n"
            "  Bring the file back from a copy; or delete LATEST, and the table goes on as an empty one");
  PutSnapshot(1, 10);
  EXPECT_NE(message().find("or write 1, the newest that is left"), std::string::npos) << message();
  EXPECT_THROW(LatestSnapshot(*table_), Error);
  EXPECT_THROW(SnapshotAtOrBefore(*table_, 99), Error);
  EXPECT_THROW(SnapshotAtWatermark(*table_, 0), Error);
  EXPECT_EQ(SnapshotById(*table_, 1).id, 1);
  PutSnapshot(4, 40);  // the hint is stale, and what it names has expired
  EXPECT_EQ(LatestSnapshotId(*table_), 4);
}

// Others act between our look at the hint and that at the directory.
TEST_F(SnapshotStore, TheHintChangesWhileItIsFollowed) {
  class Hooked : public testing::FaultyFileSystem {
   public:
    using FaultyFileSystem::FaultyFileSystem;
    std::vector<env::FileStatus> List(const std::string& directory) override {
      if (const auto act = std::exchange(before_list, nullptr)) act();
      return FaultyFileSystem::List(directory);
    }
    std::function<void()> before_list;
  } hooked(*fs_);
  const auto table = Table::Open({hooked, env::SystemClock(), env::SystemRandom()}, "/t");
  PutSnapshot(1, 10);
  Put("/t/snapshot/LATEST", "3");
  hooked.before_list = [&] { Put("/t/snapshot/LATEST", "1"); };  // rolled back; 2 and 3 are deleted after that
  EXPECT_EQ(LatestSnapshotId(*table), 1);
  Put("/t/snapshot/LATEST", "3");
  hooked.before_list = [&] { PutSnapshot(4, 40); };  // 3 has expired, the hint of 4 is yet to come
  EXPECT_EQ(LatestSnapshotId(*table), 4);
  hooked.before_list = [&] { fs_->DeleteTree("/t/snapshot"); };  // made anew
  Put("/t/snapshot/LATEST", "6");
  EXPECT_EQ(LatestSnapshotId(*table), std::nullopt);
}

TEST_F(SnapshotStore, ByTimeAndWatermark) {
  PutSnapshot(3, 30);
  PutSnapshot(4, 40, 100);
  PutSnapshot(5, 50);
  PutSnapshot(6, 50, INT64_MIN);
  PutSnapshot(7, 60, 200);
  const auto at = [&](int64_t time) {
    const auto snapshot = SnapshotAtOrBefore(*table_, time);
    return snapshot ? snapshot->id : 0;
  };
  EXPECT_EQ(at(29), 0);
  EXPECT_EQ(at(30), 3);
  EXPECT_EQ(at(49), 4);
  EXPECT_EQ(at(50), 6);
  EXPECT_EQ(at(1000), 7);
  EXPECT_EQ(SnapshotAtWatermark(*table_, 100)->id, 4);
  EXPECT_EQ(SnapshotAtWatermark(*table_, 101)->id, 7);
  EXPECT_EQ(SnapshotAtWatermark(*table_, 201), std::nullopt);
}

TEST_F(SnapshotStore, SaysWhatIsThereAndWhatIsBroken) {
  PutSnapshot(3, 30);
  try {
    SnapshotById(*table_, 9);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::NotFound);
    EXPECT_STREQ(error.what(), "there is no snapshot 9, only 3 to 3\n  at table '/t'");
  }
  Put("/t/snapshot/snapshot-4", "{\"version\":3");
  try {
    LatestSnapshot(*table_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Corruption);
    EXPECT_NE(std::string(error.what()).find("at file '/t/snapshot/snapshot-4'"), std::string::npos) << error.what();
  }
  EXPECT_THROW(Table::Open(env_, "/nowhere"), Error);
  EXPECT_THROW(table_->SchemaById(8), Error);
}

TEST_F(SnapshotStore, SchemasByIdAndNewest) {
  Put("/t/schema/schema-10", R"({"version":3,"id":10,"fields":[{"id":0,"name":"b","type":"INT"}],"highestFieldId":0,
      "partitionKeys":[],"primaryKeys":[],"options":{},"timeMillis":1})");
  Put("/t/schema/.schema-11.tmp", "half of one");
  EXPECT_EQ(LatestSchemaId(*table_), 10);
  EXPECT_EQ(SchemaIds(*table_), (std::vector<int64_t>{0, 10}));
  const auto newer = Table::Open(env_, "/t");
  EXPECT_EQ(newer->schema().fields[0].name, "b");
  EXPECT_EQ(newer->WithSchema(0)->schema().fields[0].name, "a");
}

}  // namespace
}  // namespace tarn::table
