#include "table/commit/commit_message.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace tarn::table {
namespace {

CommitMessage Full() {
  paimon::DataFileMeta file{.file_name = "data-1.parquet",
                            .file_size = 5000000000,
                            .row_count = 3,
                            .min_key = std::string("\0\1", 2),
                            .max_key = "z",
                            .key_stats = {"a", "b", {0, std::nullopt, 7}},
                            .value_stats = {"c", "d", {1}},
                            .min_sequence_number = -1,
                            .max_sequence_number = 9,
                            .schema_id = 2,
                            .level = 5,
                            .extra_files = {"x.index"},
                            .creation_time_ms = 1700000000000,
                            .delete_row_count = 0,
                            .embedded_file_index = "idx",
                            .file_source = 1,
                            .value_stats_cols = std::vector<std::string>{"a", "b"},
                            .external_path = "s3://b/x",
                            .first_row_id = 4,
                            .write_cols = std::vector<std::string>{},
                            .write_cols_sequences = std::vector<int64_t>{1, 2}};
  paimon::DataFileMeta bare;
  bare.file_name = "data-2.parquet";
  return {.partition = std::string("\0\0\0\1p", 5),
          .bucket = 3,
          .total_buckets = 4,
          .new_files = {bare},
          .compact_before = {bare, file},
          .compact_after = {file}};
}

TEST(CommitMessage, ComesBackUnchanged) {
  for (const auto& messages : {std::vector<CommitMessage>{}, {Full()}, {Full(), CommitMessage{}, Full()}})
    EXPECT_EQ(ParseCommitMessages(Serialize(messages)), messages);
}

TEST(CommitMessage, DamageIsAnErrorAtEveryByte) {
  const std::string bytes = Serialize({Full()});
  for (size_t cut = 0; cut < bytes.size(); ++cut) {
    SCOPED_TRACE(cut);
    EXPECT_THROW(ParseCommitMessages(std::string_view(bytes).substr(0, cut)), Error);
  }
  EXPECT_THROW(ParseCommitMessages(bytes + "x"), Error);
  EXPECT_THROW(ParseCommitMessages("\x02" + bytes.substr(1)), Error);
}

}  // namespace
}  // namespace tarn::table
