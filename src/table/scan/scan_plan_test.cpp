#include "table/scan/scan_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "base/option_error.h"
#include "paimon/hash.h"
#include "paimon/partition_path.h"
#include "table/commit/manifest_files.h"
#include "table/scan/made_table.h"
#include "table/scan/snapshot_store.h"
#include "table/scan/test_values.h"
#include "testing/recorded_tables.h"

namespace tarn::table {
namespace {

using Op = Predicate::Op;
using paimon::Value;

// "name name | name" : files of each split; '*' in front of one that merges.
std::string Shape(const ScanPlan& plan) {
  std::string shape;
  for (const auto& split : plan.splits) {
    if (!shape.empty()) shape += " | ";
    if (!split.raw) shape += "*";
    for (size_t i = 0; i < split.files.size(); ++i)
      shape += (i ? " " : "") + split.files[i].file_name.substr(0, split.files[i].file_name.find('.'));
  }
  return shape;
}

std::string Refusal(const std::function<void()>& call, ErrorCode code) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(code)) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

TEST(ScanPlan, ReadsManifestsInProportionToWhatAFilterTouches) {
  MadeTable made(SchemaOf({{"a", "INT"}, {"dt", "STRING"}}, {"dt"}));
  for (const char* day : {"d1", "d2", "d3", "d4"})
    made.Commit({made.Entry(std::string(day) + "a", {Text(day)}, {{Int(0), Int(9)}, {Text(day), Text(day)}}),
                 made.Entry(std::string(day) + "b", {Text(day)}, {{Int(10), Int(19)}, {Text(day), Text(day)}})});
  const auto table = made.Open();
  // What cannot be touched need not even be there.
  made.fs().Delete("/w/default.db/t/manifest/manifest-1");
  const auto plan = PlanScan(*table, {.filter = Predicate::Compare(Op::Equal, 1, Text("d3"))});
  EXPECT_EQ(Shape(plan), "d3a d3b");
  EXPECT_EQ(plan.manifests_read, 1);
  EXPECT_EQ(plan.manifests_total, 4);
  EXPECT_EQ(plan.files_total, 8);
  EXPECT_EQ(plan.files_kept, 2);
  const auto both = PlanScan(*table, {.filter = Predicate::And({Predicate::Compare(Op::Greater, 1, Text("d2")),
                                                                Predicate::Compare(Op::Equal, 0, Int(12))})});
  EXPECT_EQ(Shape(both), "d3b | d4b");
  const auto message = Refusal([&] { PlanScan(*table, {}); }, ErrorCode::Corruption);
  EXPECT_EQ(message,
            "manifest '/w/default.db/t/manifest/manifest-1' is missing, and a snapshot needs it\n  at table "
            "'/w/default.db/t'");
}

TEST(ScanPlan, NullAndEmptyPartitionsDiffer) {
  MadeTable made(SchemaOf({{"a", "INT"}, {"dt", "STRING"}}, {"dt"}));
  made.Commit(
      {made.Entry("null", {Value{}}, {}), made.Entry("empty", {Text("")}, {}), made.Entry("x", {Text("x")}, {})});
  const auto table = made.Open();
  EXPECT_EQ(Shape(PlanScan(*table, {.filter = Predicate::IsNull(1)})), "null");
  EXPECT_EQ(Shape(PlanScan(*table, {.filter = Predicate::IsNotNull(1)})), "empty | x");
  EXPECT_EQ(Shape(PlanScan(*table, {.filter = Predicate::Compare(Op::Equal, 1, Text(""))})), "empty");
}

TEST(ScanPlan, DeletedFilesAreGone) {
  MadeTable made(SchemaOf({{"a", "INT"}}));
  const auto a = made.Entry("a", {}, {{Int(0), Int(9)}}), b = made.Entry("b", {}, {{Int(0), Int(9)}});
  made.Commit({a, b});
  auto gone = a;
  gone.kind = paimon::FileKind::Delete;
  gone.file.value_stats = {};  // a DELETE may have lost its statistics
  made.Commit({gone, made.Entry("c", {}, {{Int(100), Int(100)}})}, paimon::CommitKind::Overwrite);
  const auto table = made.Open();
  EXPECT_EQ(Shape(PlanScan(*table, {})), "b c");
  EXPECT_EQ(Shape(PlanScan(*table, {.snapshot_id = 1})), "a b");
  EXPECT_EQ(Shape(PlanScan(*table, {.filter = Predicate::Compare(Op::Less, 0, Int(50))})), "b");
  EXPECT_EQ(Shape(PlanDelta(*table, 1, {})), "a b");
  EXPECT_EQ(Shape(PlanDelta(*table, 2, {})), "");
  EXPECT_EQ(Shape(PlanDelta(*made.Open({{"streaming-read-overwrite", "true"}}), 2, {})), "c");
}

TEST(ScanPlan, ColumnsAreFoundByIdInOldFiles) {
  auto schema = SchemaOf({{"a", "INT"}, {"b", "INT"}});
  MadeTable made(schema);
  made.Commit({made.Entry("old", {}, {{Int(1), Int(1)}, {Int(50), Int(60)}})});
  // b is renamed, a dropped, c added, and a new column takes the name of a.
  schema.id = 1;
  schema.fields = {{3, "a", paimon::ParseDataType("INT"), {}, {}},
                   {1, "bb", paimon::ParseDataType("INT"), {}, {}},
                   {2, "c", paimon::ParseDataType("BIGINT"), {}, {}}};
  made.AddSchema(schema);
  made.Commit({made.Entry("new", {}, {{Int(7), Int(7)}, {Int(70), Int(80)}, {Int(5), Int(5)}})});
  const auto table = made.Open();
  const auto shape = [&](const Predicate& filter) { return Shape(PlanScan(*table, {.filter = filter})); };
  EXPECT_EQ(shape(Predicate::Compare(Op::Less, 1, Int(65))), "old");
  EXPECT_EQ(shape(Predicate::Compare(Op::Equal, 0, Int(1))), "");
  EXPECT_EQ(shape(Predicate::IsNull(2)), "old");
  EXPECT_EQ(shape(Predicate::Compare(Op::Equal, 2, Int(5))), "new");
  // A type that has changed says nothing about old files.
  schema.id = 2;
  schema.fields[1].type = paimon::ParseDataType("BIGINT");
  made.AddSchema(schema);
  const auto widened = made.Open();
  EXPECT_EQ(Shape(PlanScan(*widened, {.filter = Predicate::Compare(Op::Less, 1, Int(10))})), "old new");
}

class KeyedPlan : public ::testing::Test {
 protected:
  paimon::ManifestEntry File(const std::string& name, int64_t min_key, int64_t max_key, int32_t level, int64_t v_min,
                             int64_t v_max, int64_t deletes = 0) {
    auto entry = made_.Entry(name, {}, {{Int(min_key), Int(max_key)}, {Int(v_min), Int(v_max)}});
    entry.file.level = level;
    entry.file.delete_row_count = deletes;
    entry.file.max_sequence_number = ++sequence_;
    return entry;
  }
  std::string Plan(const Predicate& filter, const std::map<std::string, std::string>& options = {}) {
    return Shape(PlanScan(*made_.Open(options), {.filter = filter}));
  }

  MadeTable made_{SchemaOf({{"k", "INT NOT NULL"}, {"v", "INT"}}, {}, {"k"},
                           {{"bucket", "1"}, {"source.split.open-file-cost", "1 b"}})};
  int64_t sequence_ = 0;
};

TEST_F(KeyedPlan, OneLevelWithoutDeletesIsRaw) {
  made_.Commit({File("a", 0, 9, 5, 0, 0), File("b", 10, 19, 5, 0, 0)});
  EXPECT_EQ(Plan({}), "a b");
  EXPECT_EQ(Plan({}, {{"source.split.target-size", "1000"}}), "a | b");
}

TEST_F(KeyedPlan, OverlappingFilesMergeOthersDoNot) {
  made_.Commit({File("a", 0, 9, 5, 0, 0), File("b", 10, 19, 5, 0, 0), File("c", 12, 13, 0, 0, 0),
                File("d", 30, 39, 0, 0, 0, 1)});
  EXPECT_EQ(Plan({}, {{"source.split.target-size", "1"}}), "a | *b c | *d");
  EXPECT_EQ(Plan({}), "*a b c d");
}

TEST_F(KeyedPlan, AFileIsLeftOutOnlyWithAllThatItHides) {
  // c is newer than b in 12..13 and may hide its rows, whatever it holds.
  made_.Commit({File("a", 0, 9, 5, 100, 100), File("b", 10, 19, 5, 100, 200), File("c", 12, 13, 0, 0, 5)});
  EXPECT_EQ(Plan(Predicate::Compare(Op::Greater, 1, Int(150))), "*b c");
  EXPECT_EQ(Plan(Predicate::Compare(Op::Equal, 0, Int(5))), "a");
  EXPECT_EQ(Plan(Predicate::Compare(Op::Equal, 0, Int(15))), "b");
  EXPECT_EQ(Plan(Predicate::Compare(Op::Greater, 1, Int(150)), {{"merge-engine", "aggregation"}}), "*a b c");
}

TEST_F(KeyedPlan, AKeyLiesInOneBucket) {
  std::vector<paimon::ManifestEntry> entries;
  for (int32_t bucket = 0; bucket < 4; ++bucket) {
    entries.push_back(File(std::to_string(bucket), 0, 1000, 5, 0, 9));
    entries.back().bucket = bucket;
    entries.back().total_buckets = 4;
  }
  made_.Commit(entries);
  std::set<std::string> seen;
  for (int64_t key = 0; key < 100; ++key) {
    const auto shape = Plan(Predicate::Compare(Op::Equal, 0, Int(key)));
    EXPECT_EQ(shape.size(), 1u) << shape;
    const auto row = paimon::SerializeRow({paimon::ParseDataType("INT NOT NULL")}, {Int(key)}).substr(4);
    EXPECT_EQ(shape, std::to_string(paimon::DefaultBucket(paimon::HashRow(row), 4)));
    seen.insert(shape);
  }
  EXPECT_EQ(seen.size(), 4u);
  EXPECT_EQ(Plan(Predicate::Compare(Op::Less, 0, Int(5))), "0 | 1 | 2 | 3");
  EXPECT_EQ(Plan(Predicate::Or({Predicate::Compare(Op::Equal, 0, Int(5)), Predicate::Compare(Op::Equal, 1, Int(5))})),
            "0 | 1 | 2 | 3");
}

// A row lies where the bytes of its key once said, and a compaction may have written it again under a later schema.
TEST(ScanPlan, NoBucketIsLeftOutOnceTheKeysTypeHasChanged) {
  auto schema = SchemaOf({{"k", "INT"}, {"v", "INT"}}, {}, {}, {{"bucket", "4"}, {"bucket-key", "k"}});
  MadeTable made(schema);
  const auto in_bucket = [&](const std::string& name, int32_t bucket) {
    auto entry = made.Entry(name, {}, {{Int(0), Int(99)}, {Int(0), Int(9)}});
    entry.bucket = bucket;
    entry.total_buckets = 4;
    return entry;
  };
  made.Commit({in_bucket("b0", 0), in_bucket("b1", 1), in_bucket("b2", 2), in_bucket("b3", 3)});
  const ScanRequest by_key{.filter = Predicate::Compare(Op::Equal, 0, Int(5))};
  EXPECT_EQ(PlanScan(*made.Open(), by_key).files_kept, 1);

  auto comment = schema;
  comment.id = 1;
  comment.fields[1].type = paimon::ParseDataType("BIGINT");
  made.AddSchema(comment);
  EXPECT_EQ(PlanScan(*made.Open(), by_key).files_kept, 1) << "another column's type does not matter";

  auto wider = comment;
  wider.id = 2;
  wider.fields[0].type = paimon::ParseDataType("BIGINT");
  made.AddSchema(wider);
  EXPECT_EQ(PlanScan(*made.Open(), by_key).files_kept, 4);
}

TEST_F(KeyedPlan, FirstRowSkipsLevelZero) {
  made_.Commit({File("a", 0, 9, 4, 0, 0), File("b", 10, 19, 5, 0, 0), File("c", 0, 19, 0, 0, 0)});
  EXPECT_EQ(Plan({}, {{"merge-engine", "first-row"}}), "a b");
}

TEST(ScanPlan, TimeTravelByOptions) {
  MadeTable made(SchemaOf({{"a", "INT"}}));
  for (const char* name : {"a", "b", "c"}) made.Commit({made.Entry(name, {}, {{Int(0), Int(9)}})});
  made.Put("tag/tag-one", ToJson(*FindSnapshot(*made.Open(), 1)));
  const auto shape = [&](const std::map<std::string, std::string>& options) {
    return Shape(PlanScan(*made.Open(options), {}));
  };
  EXPECT_EQ(shape({}), "a b c");
  EXPECT_EQ(shape({{"scan.snapshot-id", "2"}}), "a b");
  EXPECT_EQ(shape({{"scan.mode", "from-snapshot-full"}, {"scan.snapshot-id", "2"}}), "a b");
  EXPECT_EQ(shape({{"scan.tag-name", "one"}}), "a");
  EXPECT_EQ(shape({{"scan.timestamp-millis", "2500"}}), "a b");
  EXPECT_EQ(shape({{"scan.timestamp", "1970-01-01 00:00:01"}}), "a");
  EXPECT_EQ(shape({{"scan.mode", "latest"}}), "a b c");
  using Options = std::map<std::string, std::string>;
  const std::pair<Options, ErrorCode> bad[] = {
      {{{"scan.snapshot-id", "99"}}, ErrorCode::NotFound},
      {{{"scan.snapshot-id", "x"}}, ErrorCode::InvalidInput},
      {{{"scan.tag-name", "two"}}, ErrorCode::NotFound},
      {{{"scan.timestamp-millis", "5"}}, ErrorCode::NotFound},
      {{{"scan.timestamp", "yesterday"}}, ErrorCode::InvalidInput},
      {{{"scan.mode", "from-snapshot"}}, ErrorCode::InvalidInput},
      {{{"scan.mode", "lates"}}, ErrorCode::InvalidInput},
      {{{"scan.snapshot-id", "1"}, {"scan.tag-name", "one"}}, ErrorCode::InvalidInput},
      {{{"incremental-between", "1,2"}}, ErrorCode::Unsupported},
  };
  for (const auto& [options, code] : bad) Refusal([&shape, &given = options] { shape(given); }, code);
}

TEST(ScanPlan, ADamagedSnapshotIsNoFaultOfTheOptionThatNamesIt) {
  MadeTable made(SchemaOf({{"a", "INT"}}));
  made.Commit({made.Entry("a", {}, {{Int(0), Int(9)}})});
  made.Put("snapshot/snapshot-1", "{");
  const auto plan = [&](const char* id) { PlanScan(*made.Open({{"scan.snapshot-id", id}}), {}); };
  try {
    plan("1");
    FAIL();
  } catch (const OptionError& error) {
    FAIL() << error.what();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("file '/w/default.db/t/snapshot/snapshot-1'"));
  }
  EXPECT_THROW(plan("2"), OptionError);
}

TEST(ScanPlan, RefusesByNameWhatItCannotRead) {
  MadeTable made(SchemaOf({{"a", "INT"}}));
  made.Commit({made.Entry("a", {}, {{Int(0), Int(9)}})});
  const auto message = Refusal(
      [&] {
        PlanScan(*made.Open({{"deletion-vectors.enabled", "true"}}), {});
      },
      ErrorCode::Unsupported);
  EXPECT_EQ(message,
            "table '/w/default.db/t' cannot be read: it uses deletion vectors ('deletion-vectors.enabled' = 'true'), "
            "which is not supported yet");
  auto entry = made.Entry("b", {}, {{Int(0), Int(9)}});
  entry.file.file_name = "b.orc";
  made.Commit({entry});
  Refusal([&] { PlanScan(*made.Open(), {}); }, ErrorCode::Unsupported);
}

// Damage anywhere in the chain is one error that names the file.
TEST(ScanPlan, DamageNamesTheFile) {
  for (const char* file : {"manifest/manifest-1", "manifest/manifest-list-1-0", "manifest/manifest-list-1-1"}) {
    for (const char* damage : {"missing", "empty", "magic", "cut"}) {
      SCOPED_TRACE(std::string(file) + " " + damage);
      MadeTable made(SchemaOf({{"a", "INT"}}));
      made.Commit({made.Entry("a", {}, {{Int(0), Int(9)}})});
      const auto path = env::JoinPath(made.path(), file);
      auto bytes = env::ReadFile(made.fs(), path);
      if (std::string(damage) == "missing") made.fs().Delete(path);
      if (std::string(damage) == "empty") made.Put(file, "");
      if (std::string(damage) == "magic") made.Put(file, "PAR1" + bytes.substr(4));
      if (std::string(damage) == "cut") made.Put(file, bytes.substr(0, bytes.size() - (bytes.size() < 20 ? 1 : 17)));
      if (std::string(damage) == "cut" && std::string(file) == "manifest/manifest-list-1-0") continue;  // an empty list
      const auto message = Refusal([&] { PlanScan(*made.Open(), {}); }, ErrorCode::Corruption);
      EXPECT_NE(message.find(path), std::string::npos) << message;
      EXPECT_NE(message.find("at table '/w/default.db/t'"), std::string::npos) << message;
    }
  }
}

TEST(ScanPlan, AFileThatIsAddedTwiceIsToldOfWithItsTable) {
  MadeTable made(SchemaOf({{"a", "INT"}}));
  const auto entry = made.Entry("a", {}, {{Int(0), Int(9)}});
  made.Commit({entry});
  const auto snapshot = made.Commit({entry});
  const auto message = Refusal([&] { LiveEntries(*made.Open(), snapshot); }, ErrorCode::Corruption);
  EXPECT_NE(message.find("snapshot 2 of table '/w/default.db/t'"), std::string::npos) << message;
}

// Tables that Java wrote: what is planned exists and adds up to the snapshot's count; what is not is refused.
TEST(ScanPlan, RecordedTables) {
  const auto root = testing::RecordedTables() / "parquet";
  if (!std::filesystem::exists(root)) GTEST_SKIP() << "no recorded tables under " << root;
  size_t planned = 0, refused = 0;
  for (const auto& database : std::filesystem::directory_iterator(root)) {
    for (const auto& directory : std::filesystem::directory_iterator(database.path())) {
      if (!std::filesystem::exists(directory.path() / "schema")) continue;
      SCOPED_TRACE(directory.path());
      const auto table = Table::Open(env::SystemEnv(), directory.path().string());
      try {
        const auto plan = PlanScan(*table, {});
        const auto rules = paimon::PathRules::FromOptions(table->options());
        int64_t rows = 0;
        for (const auto& split : plan.splits)
          for (const auto& file : split.files) {
            rows += file.row_count;
            const auto path =
                paimon::DataFilePath(table->path(), table->schema(), split.partition, split.bucket, file, rules);
            EXPECT_TRUE(file.external_path || std::filesystem::exists(path)) << path;
          }
        EXPECT_EQ(rows, plan.snapshot->total_record_count);
        ++planned;
      } catch (const Error& error) {
        EXPECT_TRUE(error.code() == ErrorCode::Unsupported || error.code() == ErrorCode::Corruption) << error.what();
        std::cout << directory.path().filename() << ": " << error.what() << "\n";
        ++refused;
      }
    }
  }
  std::cout << planned << " planned, " << refused << " refused\n";
  EXPECT_GT(planned, 8u);
}

}  // namespace
}  // namespace tarn::table
