// Expectations are what Java Paimon stores for the same columns (metadata.stats-mode).
#include "columnar/column_stats.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "columnar/truncate.h"
#include "paimon/binary_row.h"

namespace tarn::columnar {
namespace {

using paimon::ParseDataType;

const std::vector<paimon::DataField> kFields = {{0, "k", ParseDataType("INT"), {}, {}},
                                                {1, "s", ParseDataType("STRING"), {}, {}},
                                                {2, "t", ParseDataType("TIMESTAMP(6)"), {}, {}},
                                                {3, "n", ParseDataType("ARRAY<INT>"), {}, {}}};

std::vector<ColumnRange> Ranges() {
  std::vector<ColumnRange> ranges(4);
  ranges[0].min = duckdb::Value::INTEGER(-5);
  ranges[0].max = duckdb::Value::INTEGER(7);
  ranges[0].nulls = 3;
  ranges[1].min = duckdb::Value("abcdefghijklmnopqrstuvwxyz");
  ranges[1].max = duckdb::Value("zyxwvutsrqponmlkjihgfedcba");
  ranges[2].min = duckdb::Value::TIMESTAMP(duckdb::timestamp_t(-1));
  ranges[2].max = duckdb::Value::TIMESTAMP(duckdb::timestamp_t(1001));
  ranges[3].nulls_known = false;
  return ranges;
}

TEST(ColumnStats, TruncatedByDefault) {
  const StatsMode mode = StatsModeOf({}, "s", 0);
  const auto stats = ToFileStats(kFields, Ranges(), {mode, mode, mode, mode});
  EXPECT_FALSE(stats.columns.has_value()) << "all columns are there";
  const auto min = paimon::DeserializeRow(stats.stats.min_values, kFields);
  const auto max = paimon::DeserializeRow(stats.stats.max_values, kFields);
  EXPECT_EQ(std::get<int64_t>(min[0]), -5);
  EXPECT_EQ(std::get<std::string>(min[1]), "abcdefghijklmnop");
  EXPECT_EQ(std::get<std::string>(max[1]), "zyxwvutsrqponmll") << "the last code point goes up";
  EXPECT_EQ(std::get<paimon::TimestampValue>(min[2]), (paimon::TimestampValue{-1, 999000}));
  EXPECT_EQ(std::get<paimon::TimestampValue>(max[2]), (paimon::TimestampValue{1, 1000}));
  EXPECT_TRUE(paimon::IsNull(min[3]));
  EXPECT_EQ(stats.stats.null_counts, (std::vector<std::optional<int64_t>>{3, 0, 0, std::nullopt}));
}

TEST(ColumnStats, ModesLeaveOutWhatTheySay) {
  const std::map<std::string, std::string> options = {
      {"metadata.stats-mode", "full"}, {"fields.s.stats-mode", "none"}, {"metadata.stats-mode.per.level", "5:counts"}};
  std::vector<StatsMode> modes;
  for (const auto& field : kFields) modes.push_back(StatsModeOf(options, field.name, 0));
  auto stats = ToFileStats(kFields, Ranges(), modes);
  EXPECT_EQ(stats.columns, (std::vector<std::string>{"k", "t", "n"}));
  EXPECT_EQ(stats.stats.null_counts.size(), 3u);
  EXPECT_EQ(StatsModeOf(options, "k", 5).kind, StatsMode::Counts);

  const StatsMode none{StatsMode::None, 0};
  stats = ToFileStats(kFields, Ranges(), {none, none, none, none});
  EXPECT_EQ(stats.columns, std::vector<std::string>()) << "no column is not the same as all columns";
  EXPECT_EQ(stats.stats.min_values, paimon::EmptySerializedRow());
  EXPECT_THROW(ParseStatsMode("truncate(x)"), Error);
}

TEST(ColumnStats, UpperBoundsOfText) {
  EXPECT_EQ(TextUpperBound("abc", 3), "abc");
  EXPECT_EQ(TextUpperBound("abc\xF4\x8F\xBF\xBF"
                           "x",
                           4),
            "abd")
      << "the highest code point has none above it";
  EXPECT_EQ(TextUpperBound("\xF4\x8F\xBF\xBFx", 1), std::nullopt);
  EXPECT_EQ(TextUpperBound("Łódź", 2), "Łô");
  EXPECT_EQ(TextUpperBound("\xED\x9F\xBFx", 1), "\xEE\x80\x80") << "over the surrogates";
  EXPECT_EQ(BytesUpperBound(std::string("a\xFF\xFF", 3), 2), "b");
  EXPECT_EQ(BytesUpperBound(std::string("\xFF\xFF", 2), 1), std::nullopt);
}

}  // namespace
}  // namespace tarn::columnar
