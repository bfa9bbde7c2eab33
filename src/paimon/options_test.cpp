#include "paimon/options.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "paimon/option_list.h"

namespace tarn::paimon {
namespace {

TEST(Options, SortedOnceEach) {
  for (size_t i = 1; i < KnownOptions().size(); ++i) EXPECT_LT(KnownOptions()[i - 1].name, KnownOptions()[i].name);
  EXPECT_GT(KnownOptions().size(), 330u);
}

TEST(Options, Classes) {
  const std::pair<const char*, OptionUse> cases[] = {
      {"bucket", OptionUse::Honoured},
      {"scan.snapshot-id", OptionUse::Honoured},
      {"log.scan", OptionUse::Honoured},
      {"sort-engine", OptionUse::NoMeaning},
      {"sink.parallelism", OptionUse::NoMeaning},
      {"parquet.page.size", OptionUse::NoMeaning},
      {"parquet.plain-only", OptionUse::Honoured},
      {"parquet.compression.codec.zstd.level", OptionUse::Honoured},
      {"metadata.stats-mode.per.level", OptionUse::Honoured},
      {"deletion-vectors.modifiable", OptionUse::Honoured},
      {"alter-column-null-to-not-null.disabled", OptionUse::Honoured},
      {"fields.b.stats-mode", OptionUse::Honoured},
      {"fields.a.b.aggregate-function", OptionUse::NoMeaning},
      {"file-index.bloom-filter.columns", OptionUse::BlocksWriting},
      {"deletion-vectors.enabled", OptionUse::BlocksWriting},
      {"incremental-between", OptionUse::BlocksReading},
      {"scan.version", OptionUse::BlocksReading},
      {"owner-team", OptionUse::Unknown},
      {"fields.", OptionUse::Unknown},
      {"Bucket", OptionUse::Unknown},
      {"", OptionUse::Unknown},
  };
  for (const auto& [name, use] : cases) EXPECT_EQ(ClassifyOption(name).use, use) << name;
}

TEST(Options, SlipsAreNamedOwnPropertiesAreNot) {
  EXPECT_EQ(ClassifyOption("buckets").nearest, "bucket");
  EXPECT_EQ(ClassifyOption("file-format").nearest, "file.format");
  EXPECT_EQ(ClassifyOption("snapshot.time-retain").nearest, "snapshot.time-retained");
  for (const char* own : {"owner", "team.contact", "last-reviewed", "doc"})
    EXPECT_EQ(ClassifyOption(own).nearest, std::nullopt) << own;
  try {
    RefuseMistypedOption("merge-engin");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "unknown table option 'merge-engin', did you mean 'merge-engine'?");
  }
  RefuseMistypedOption("owner");
  RefuseMistypedOption("bucket");
}

TEST(Options, ValuesHaveTheFormOfTheirType) {
  const std::pair<const char*, const char*> right[] = {{"write-only", "TRUE"},
                                                       {"target-file-size", "128mb"},
                                                       {"target-file-size", "1024"},
                                                       {"bucket", "-1"},
                                                       {"snapshot.time-retained", "2 h"},
                                                       {"snapshot.time-retained", "7"},
                                                       {"snapshot.time-retained", "1000000 d"},
                                                       {"compaction.delete-ratio-threshold", "0.25"},
                                                       {"dynamic-bucket.target-row-num", "3000000000"},
                                                       {"fields.a.b.count-limit", "5"},
                                                       {"owner-team", "yes"},
                                                       {"bucket-key", ""}};
  for (const auto& [name, value] : right) EXPECT_EQ(ExpectedInstead(name, value), std::nullopt) << name << value;
  const std::pair<const char*, const char*> wrong[] = {{"write-only", "yes"},
                                                       {"write-only", ""},
                                                       {"target-file-size", "huge"},
                                                       {"bucket", "3000000000"},
                                                       {"bucket", "1.5"},
                                                       {"bucket", "+-1"},
                                                       {"bucket", " 1"},
                                                       {"bucket", ""},
                                                       {"snapshot.time-retained", "2 hurs"},
                                                       {"fields.a.b.count-limit", "x"},
                                                       {"postpone.batch-write-fixed-bucket.rescale-load-factor", "1.5"},
                                                       {"manifest.target-file-size", "1 xb"},
                                                       {"compaction.delete-ratio-threshold", "much"}};
  for (const auto& [name, value] : wrong) EXPECT_NE(ExpectedInstead(name, value), std::nullopt) << name << value;
  for (const auto& option : KnownOptions())
    EXPECT_EQ(option.default_value.empty() ? std::nullopt : ExpectedInstead(option.name, option.default_value),
              std::nullopt)
        << option.name;
}

TEST(Options, DefaultsNeverBlockWriting) {
  EXPECT_FALSE(BlocksWriting("deletion-vectors.enabled", "false"));
  EXPECT_TRUE(BlocksWriting("deletion-vectors.enabled", "true"));
  EXPECT_TRUE(BlocksWriting("file-index.bitmap.columns", "a"));
  EXPECT_FALSE(BlocksWriting("sort-engine", "min-heap"));
  EXPECT_FALSE(BlocksWriting("changelog-producer", "none"));
  EXPECT_TRUE(BlocksWriting("changelog-producer", "lookup"));
  for (const auto& option : KnownOptions())
    EXPECT_FALSE(BlocksWriting(option.name, option.default_value)) << option.name;
}

}  // namespace
}  // namespace tarn::paimon
