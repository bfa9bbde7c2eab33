// Metadata JSON against what Java Paimon wrote (shared/data/paimon-tables).

#include <gtest/gtest.h>

#include "base/error.h"
#include "paimon/consumer.h"
#include "paimon/schema.h"
#include "paimon/snapshot.h"
#include "paimon/tag.h"
#include "testing/recorded_tables.h"

namespace tarn::paimon {
namespace {

TEST(SchemaJson, WritesWhatJavaWroteByteByByte) {
  const auto files = testing::RecordedFiles("schema", "schema-");
  if (files.empty()) GTEST_SKIP() << "no recorded tables under " << testing::RecordedTables();
  EXPECT_GT(files.size(), 40u);
  for (const auto& file : files) {
    SCOPED_TRACE(file);
    const auto text = testing::ReadWholeFile(file);
    auto schema = ParseTableSchema(text);
    EXPECT_EQ(ParseTableSchema(ToJson(schema)), schema);
    // Java keeps options in the order of a hash table, ours are sorted; apart from that the bytes must be equal.
    std::string ours = ToJson(schema), theirs = text;
    const auto cut = [](std::string& json) {
      const auto begin = json.find("\"options\"");
      json.erase(begin, json.find('}', begin) - begin);
    };
    cut(ours);
    cut(theirs);
    while (theirs.ends_with('\n')) theirs.pop_back();  // one was edited by hand
    if (schema.version < TableSchema::kVersion) continue;
    EXPECT_EQ(ours, theirs);
  }
}

TEST(SnapshotJson, ReadsWhatJavaWroteAndComesBack) {
  auto files = testing::RecordedFiles("snapshot", "snapshot-");
  if (files.empty()) GTEST_SKIP() << "no recorded tables under " << testing::RecordedTables();
  EXPECT_GT(files.size(), 40u);
  size_t equal = 0;
  for (const auto& file : files) {
    SCOPED_TRACE(file);
    const auto text = testing::ReadWholeFile(file);
    const auto snapshot = ParseSnapshot(text);
    EXPECT_EQ("snapshot-" + std::to_string(snapshot.id), file.filename());
    EXPECT_EQ(ParseSnapshot(ToJson(snapshot)), snapshot);
    equal += ToJson(snapshot) == text;
  }
  // Older writers had members that are gone since ("logOffsets"); those of 1.3 and 1.4 come out byte by byte.
  EXPECT_GT(equal, 0u);
}

TEST(TagJson, ReadsTimesAsJacksonWritesThem) {
  const auto files = testing::RecordedFiles("tag", "tag-");
  if (files.empty()) GTEST_SKIP() << "no recorded tables under " << testing::RecordedTables();
  for (const auto& file : files) {
    SCOPED_TRACE(file);
    const auto tag = ParseTag(testing::ReadWholeFile(file));
    EXPECT_EQ(ParseTag(ToJson(tag)), tag);
    if (file.string().find("append_table_with_tag") == std::string::npos) continue;
    EXPECT_EQ(tag.create_time, (CivilTime{{2026, 2, 4}, 6, 8, 10, 12}));
    EXPECT_EQ(tag.time_retained_nanos, 3'000'000'000);
  }
}

TEST(SchemaJson, DefaultsOfOldVersions) {
  const auto old = ParseTableSchema(R"({"id":0,"fields":[{"id":0,"name":"a","type":"INT"}],"partitionKeys":[],
      "primaryKeys":["a"],"options":{}})");
  EXPECT_EQ(old.version, 1);
  EXPECT_EQ(old.options.at("bucket"), "1");
  EXPECT_EQ(old.options.at("file.format"), "orc");
  EXPECT_EQ(old.highest_field_id, 0);
  EXPECT_EQ(old.time_ms, 0);
}

TEST(SchemaJson, RefusesBrokenOnes) {
  for (
      const char* text :
      {"", "{}", "[]", R"({"version":9,"id":0,"fields":[]})", R"({"version":3,"id":0,"fields":{}})",
       R"({"version":3,"id":0,"fields":[{"id":0,"name":"a"}]})",
       R"({"version":3,"id":0,"fields":[{"id":0,"name":"a","type":"INTT"}]})",
       R"({"version":3,"id":0,"fields":[{"id":0,"name":"a","type":{"type":"SET"}}]})",
       R"({"version":3,"id":0,"fields":[{"id":0,"name":"a","type":{"type":"MAP","key":"INT"}}]})",
       R"({"version":3,"id":0,"fields":[{"id":99999999999,"name":"a","type":"INT"}]})",
       R"({"version":3,"id":0,"fields":[{"id":1,"name":"a","type":"INT"},{"id":1,"name":"b","type":"INT"}],"partitionKeys":[],"primaryKeys":[],"options":{}})",
       R"({"version":3,"id":0,"fields":[],"primaryKeys":["a"]})"})
    EXPECT_THROW(ParseTableSchema(text), Error) << text;
  std::string deep = R"({"version":3,"id":0,"fields":[{"id":0,"name":"a","type":)";
  for (int i = 0; i < 10'000; ++i) deep += R"({"type":"ARRAY","element":)";
  deep += "\"INT\"";
  for (int i = 0; i < 10'000; ++i) deep += "}";
  EXPECT_THROW(ParseTableSchema(deep + "}]}"), Error);
}

TEST(SnapshotJson, RefusesBrokenOnes) {
  const std::string good = R"({"version":3,"id":1,"schemaId":0,"baseManifestList":"b","deltaManifestList":"d",
      "commitUser":"u","commitIdentifier":1,"commitKind":"APPEND","timeMillis":5})";
  EXPECT_EQ(ParseSnapshot(good).time_ms, 5);
  const std::pair<std::string, std::string> damages[] = {
      {"\"id\":1", "\"id\":0"},           {"APPEND", "MERGE"},
      {"\"commitUser\":\"u\",", ""},      {"\"timeMillis\":5", "\"timeMillis\":\"5\""},
      {"\"version\":3", "\"version\":4"}, {"\"b\"", "null"}};
  for (const auto& [from, to] : damages) {
    std::string bad = good;
    bad.replace(bad.find(from), from.size(), to);
    EXPECT_THROW(ParseSnapshot(bad), Error) << bad;
  }
}

TEST(ConsumerJson, ComesBackAndIsChecked) {
  EXPECT_EQ(ToJson(Consumer{7}), "{\n  \"nextSnapshot\" : 7\n}");
  EXPECT_EQ(ParseConsumer(R"({"v":2,"nextSnapshot":7})"), Consumer{7});
  for (const char* text : {"", "[]", "{}", R"({"nextSnapshot":0})", R"({"nextSnapshot":"7"})"})
    EXPECT_THROW(ParseConsumer(text), Error) << text;
}

}  // namespace
}  // namespace tarn::paimon
