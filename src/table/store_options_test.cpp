#include "table/store_options.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace tarn::table {
namespace {

paimon::TableSchema Schema(bool keyed) {
  paimon::TableSchema schema;
  for (const char* name : {"k", "v", "p"}) {
    paimon::DataField field;
    field.name = name;
    schema.fields.push_back(field);
  }
  if (keyed) schema.primary_keys = {"k"};
  return schema;
}

TEST(StoreOptions, DefaultsArePaimons) {
  const auto append = ParseStoreOptions(Schema(false), {});
  EXPECT_EQ(append.target_file_bytes, 256 << 20);
  EXPECT_EQ(append.bucket, -1);
  const auto keyed = ParseStoreOptions(Schema(true), {{"num-sorted-run.compaction-trigger", "3"}});
  EXPECT_EQ(keyed.target_file_bytes, 128 << 20);
  EXPECT_EQ(keyed.compact.num_levels, 4);
  EXPECT_EQ(keyed.stop_trigger, 6);
}

TEST(StoreOptions, ReadsUnitsAndLists) {
  const auto store = ParseStoreOptions(Schema(true), {{"target-file-size", "1 kb"},
                                                      {"commit.min-retry-wait", "2 s"},
                                                      {"sequence.field", "v, p"},
                                                      {"manifest.compression", "none"},
                                                      {"write-only", "TRUE"}});
  EXPECT_EQ(store.target_file_bytes, 1024);
  EXPECT_EQ(store.commit_min_wait_ms, 2000);
  EXPECT_EQ(store.sequence_fields, (std::vector<std::string>{"v", "p"}));
  EXPECT_EQ(store.manifest_codec, "null");
  EXPECT_TRUE(store.write_only);
}

// As Java does, and as the check of what a statement sets.
TEST(StoreOptions, ANumberMayHaveAPlusInFront) {
  const auto store = ParseStoreOptions(Schema(true), {{"bucket", "+4"}, {"compaction.small-file-ratio", "+0.5"}});
  EXPECT_EQ(store.bucket, 4);
  EXPECT_EQ(store.small_file_ratio, 0.5);
  EXPECT_THROW(ParseStoreOptions(Schema(true), {{"bucket", "+-1"}}), Error);
}

TEST(StoreOptions, OfAnOptionsNamesTheFirstCounts) {
  const auto ignores = [](const std::map<std::string, std::string>& options) {
    return ParseStoreOptions(Schema(true), options).ignore_delete;
  };
  EXPECT_TRUE(ignores({{"partial-update.ignore-delete", "true"}}));
  EXPECT_FALSE(ignores({{"ignore-delete", "false"}, {"deduplicate.ignore-delete", "true"}}));
  EXPECT_TRUE(ignores({{"first-row.ignore-delete", "true"}, {"deduplicate.ignore-delete", "false"}}));
  EXPECT_FALSE(ignores({{"deduplicate.ignore-delete", "false"}, {"partial-update.ignore-delete", "true"}}));
  const auto skips = ParseStoreOptions(Schema(true), {{"write-only", "false"}, {"write.compaction-skip", "true"}});
  EXPECT_FALSE(skips.write_only);
}

TEST(StoreOptions, RefusesWhatMakesNoSense) {
  for (const auto& [key, value] : std::map<std::string, std::string>{{"bucket", "0"},
                                                                     {"num-levels", "x"},
                                                                     {"write-only", "yes"},
                                                                     {"sequence.field", "nope"},
                                                                     {"target-file-size", "big"},
                                                                     {"manifest.compression", "rar"}})
    EXPECT_THROW(ParseStoreOptions(Schema(true), {{key, value}}), Error) << key;
}

TEST(StoreOptions, WritingIsRefusedByName) {
  RequireWritable(Schema(false), {{"file.format", "parquet"}, {"my.property", "x"}});
  RequireWritable(Schema(true), {{"bucket", "2"}, {"merge-engine", "deduplicate"}});
  for (const auto& [key, value] : std::map<std::string, std::string>{{"file.format", "orc"},
                                                                     {"merge-engine", "partial-update"},
                                                                     {"changelog-producer", "lookup"},
                                                                     {"deletion-vectors.enabled", "true"},
                                                                     {"row-tracking.enabled", "true"},
                                                                     {"file-index.bloom-filter.columns", "v"}}) {
    try {
      RequireWritable(Schema(true), {{"bucket", "1"}, {key, value}});
      ADD_FAILURE() << key;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Unsupported);
      EXPECT_NE(std::string(error.what()).find(key), std::string::npos);
    }
  }
  EXPECT_THROW(RequireWritable(Schema(true), {}), Error) << "dynamic buckets";
  EXPECT_THROW(RequireWritable(Schema(false), {{"bucket", "4"}}), Error) << "no bucket key";
}

}  // namespace
}  // namespace tarn::table
