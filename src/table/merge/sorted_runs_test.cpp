// Merging against the plainest of models: a map from key to the newest row.
#include "table/merge/sorted_runs.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "base/error.h"
#include "columnar/row_kind.h"

namespace tarn::table {
namespace {

using duckdb::LogicalType;
using duckdb::Value;

struct Row {
  std::vector<Value> key;
  int64_t sequence;
  int8_t kind;
  std::vector<Value> values;
};

/// Gives rows in chunks of odd sizes.
class RowsSource : public RunSource {
 public:
  RowsSource(const MergeLayout& layout, std::vector<Row> rows, size_t chunk_rows)
      : types_(layout.types), rows_(std::move(rows)), chunk_rows_(chunk_rows) {}

  bool Next(duckdb::DataChunk& chunk) override {
    const size_t count = std::min(chunk_rows_, rows_.size() - at_);
    chunk.Initialize(duckdb::Allocator::DefaultAllocator(), types_);
    for (size_t i = 0; i < count; i++) {
      const Row& row = rows_[at_ + i];
      size_t column = 0;
      for (const auto& value : row.key) chunk.SetValue(column++, i, value);
      chunk.SetValue(column++, i, Value::BIGINT(row.sequence));
      chunk.SetValue(column++, i, Value::TINYINT(row.kind));
      for (const auto& value : row.values) chunk.SetValue(column++, i, value);
    }
    chunk.SetCardinality(count);
    at_ += count;
    return count > 0;
  }

 private:
  duckdb::vector<LogicalType> types_;
  std::vector<Row> rows_;
  size_t chunk_rows_;
  size_t at_ = 0;
};

std::vector<std::string> Drain(MergedRows& merged) {
  std::vector<std::string> lines;
  duckdb::DataChunk chunk;
  while (merged.Next(chunk)) {
    EXPECT_GT(chunk.size(), 0u);
    for (duckdb::idx_t row = 0; row < chunk.size(); row++) {
      std::string line;
      for (duckdb::idx_t i = 0; i < chunk.ColumnCount(); i++) line += chunk.GetValue(i, row).ToString() + "|";
      lines.push_back(line);
    }
  }
  return lines;
}

std::string Line(const Row& row) {
  std::string line;
  for (const auto& value : row.key) line += value.ToString() + "|";
  line += std::to_string(row.sequence) + "|" + std::to_string(row.kind) + "|";
  for (const auto& value : row.values) line += value.ToString() + "|";
  return line;
}

struct Shape {
  const char* name;
  std::vector<LogicalType> key_types;
  std::function<std::vector<Value>(uint64_t)> key;  // ascending in its argument
};

const Shape kShapes[] = {
    {"int", {LogicalType::INTEGER}, [](uint64_t n) { return std::vector<Value>{Value::INTEGER(int32_t(n) - 5000)}; }},
    {"vessel and time",
     {LogicalType::BIGINT, LogicalType::TIMESTAMP},
     [](uint64_t n) {
       return std::vector<Value>{Value::BIGINT(int64_t(n / 97) * 1'000'003 - 7),
                                 Value::TIMESTAMP(duckdb::timestamp_t(int64_t(n % 97) * 1'000'000'007 - 50))};
     }},
    {"short text",
     {LogicalType::VARCHAR},
     [](uint64_t n) {
       char text[16];
       std::snprintf(text, sizeof text, "v%06llu", static_cast<unsigned long long>(n));
       return std::vector<Value>{Value(text)};
     }},
    {"texts that are beginnings of each other",
     {LogicalType::VARCHAR, LogicalType::SMALLINT},
     [](uint64_t n) {
       return std::vector<Value>{Value(std::string(n / 40, 'x')), Value::SMALLINT(int16_t(n % 40) - 20)};
     }},
    {"wide decimal",
     {LogicalType::DECIMAL(38, 2)},
     [](uint64_t n) {
       return std::vector<Value>{
           Value::DECIMAL(duckdb::hugeint_t(int64_t(n) - 3000) * duckdb::hugeint_t(1LL << 62), 38, 2)};
     }},
    {"double", {LogicalType::DOUBLE}, [](uint64_t n) {
       return std::vector<Value>{Value::DOUBLE(double(n) / 7 - 400)};
     }}};

TEST(SortedRuns, EqualTheNewestRowOfEachKey) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (const Shape& shape : kShapes) {
    for (const bool interleaved : {false, true}) {      // are sequence numbers mixed between the runs?
      for (const uint64_t key_space : {300, 14'000}) {  // runs of many equal keys; runs longer than a section
        if (key_space > 10000 && std::string(shape.name).starts_with("texts that")) continue;
        SCOPED_TRACE(std::string(shape.name) + " keys " + std::to_string(key_space));
        MergeLayout layout;
        for (const auto& type : shape.key_types) layout.types.push_back(type);
        layout.key_count = shape.key_types.size();
        layout.types.insert(layout.types.end(), {LogicalType::BIGINT, LogicalType::TINYINT, LogicalType::VARCHAR,
                                                 LogicalType::LIST(LogicalType::INTEGER)});
        std::map<uint64_t, Row> newest;
        std::vector<std::unique_ptr<RunSource>> runs;
        int64_t sequence = 0;
        std::vector<int64_t> mixed(200'000);
        for (size_t i = 0; i < mixed.size(); i++) mixed[i] = static_cast<int64_t>(i);
        std::shuffle(mixed.begin(), mixed.end(), random);
        for (int run = 0; run < 4; run++) {
          std::vector<Row> rows;
          const uint64_t low = run == 3 ? key_space * 3 / 4 : 0;  // the last covers a part only
          for (uint64_t n = low; n < key_space; n++) {
            if (random() % 10 > 4) continue;
            const int64_t number = interleaved ? mixed[static_cast<size_t>(sequence++)] : sequence++;
            Row row{shape.key(n),
                    number,
                    static_cast<int8_t>(random() % 8 == 0 ? 3 : 0),
                    {random() % 5 == 0 ? Value(LogicalType::VARCHAR) : Value("value " + std::to_string(number)),
                     Value::LIST(LogicalType::INTEGER, {Value::INTEGER(run), Value::INTEGER(int32_t(n))})}};
            const auto known = newest.find(n);
            if (known == newest.end() || known->second.sequence < number) newest.insert_or_assign(n, row);
            rows.push_back(std::move(row));
          }
          runs.push_back(std::make_unique<RowsSource>(layout, std::move(rows), 700 + 300 * size_t(run)));
        }
        std::shuffle(runs.begin(), runs.end(), random);
        std::vector<std::string> expected;
        for (const auto& [n, row] : newest) {
          if (row.kind == 0) expected.push_back(Line(row));
        }
        const auto merged = MergeSortedRuns(layout, std::move(runs), {});
        ASSERT_EQ(Drain(*merged), expected);
      }
    }
  }
}

MergeLayout SmallLayout() {
  MergeLayout layout;
  layout.types = {LogicalType::INTEGER, LogicalType::BIGINT, LogicalType::TINYINT, LogicalType::INTEGER};
  layout.key_count = 1;
  return layout;
}

Row Small(int32_t key, int64_t sequence, int8_t kind, Value value) {
  return {{Value::INTEGER(key)}, sequence, kind, {std::move(value)}};
}

std::vector<std::string> MergeSmall(MergeLayout layout, const std::vector<std::vector<Row>>& rows,
                                    const MergeOptions& options) {
  std::vector<std::unique_ptr<RunSource>> runs;
  for (const auto& run : rows) runs.push_back(std::make_unique<RowsSource>(layout, run, 2));
  return Drain(*MergeSortedRuns(std::move(layout), std::move(runs), options));
}

using Lines = std::vector<std::string>;

TEST(SortedRuns, DeletesStayWhenAskedTo) {
  const std::vector<std::vector<Row>> rows = {{Small(1, 1, 0, Value::INTEGER(10)), Small(2, 2, 0, Value::INTEGER(20))},
                                              {Small(1, 3, 3, Value::INTEGER(10)), Small(3, 4, 3, Value::INTEGER(30))}};
  EXPECT_EQ(MergeSmall(SmallLayout(), rows, {}), (Lines{"2|2|0|20|"}));
  EXPECT_EQ(MergeSmall(SmallLayout(), rows, {.keep_deletes = true}), (Lines{"1|3|3|10|", "2|2|0|20|", "3|4|3|30|"}));
  EXPECT_EQ(MergeSmall(SmallLayout(), rows, {.ignore_delete = true}), (Lines{"1|1|0|10|", "2|2|0|20|"}));
  EXPECT_EQ(MergeSmall(SmallLayout(), rows, {.output = {3, 0}}), (Lines{"20|2|"}));
}

TEST(SortedRuns, SequenceFieldsComeBeforeSequenceNumbers) {
  auto layout = SmallLayout();
  layout.sequence_fields = {0};
  const std::vector<std::vector<Row>> rows = {
      {Small(1, 1, 0, Value::INTEGER(9)), Small(2, 2, 0, Value(LogicalType::INTEGER)),
       Small(3, 3, 0, Value::INTEGER(5))},
      {Small(1, 4, 0, Value::INTEGER(8)), Small(2, 5, 0, Value::INTEGER(-9)), Small(3, 6, 0, Value::INTEGER(5))}};
  EXPECT_EQ(MergeSmall(layout, rows, {}), (Lines{"1|1|0|9|", "2|5|0|-9|", "3|6|0|5|"}))
      << "a late row of an older user sequence loses; NULL loses; ties go to the sequence number";
  layout.sequence_descending = true;
  EXPECT_EQ(MergeSmall(layout, rows, {}), (Lines{"1|4|0|8|", "2|5|0|-9|", "3|6|0|5|"}));
}

TEST(SortedRuns, ARunMayRepeatAKey) {
  const std::vector<std::vector<Row>> rows = {{Small(1, 1, 0, Value::INTEGER(1)), Small(1, 2, 0, Value::INTEGER(2)),
                                               Small(1, 3, 0, Value::INTEGER(3)), Small(2, 4, 0, Value::INTEGER(4))}};
  EXPECT_EQ(MergeSmall(SmallLayout(), rows, {}), (Lines{"1|3|0|3|", "2|4|0|4|"}));
}

TEST(SortedRuns, PartialUpdatesTakeNoRowBackUnlessToldTo) {
  const Value null(LogicalType::INTEGER);
  for (const int8_t kind : {int8_t{1}, int8_t{3}}) {
    const std::vector<std::vector<Row>> newest = {{Small(1, 1, 0, Value::INTEGER(7))}, {Small(1, 2, kind, null)}};
    // What came after it makes it no better.
    const std::vector<std::vector<Row>> oldest = {{Small(1, 1, kind, null)}, {Small(1, 2, 0, Value::INTEGER(7))}};
    for (const auto& rows : {newest, oldest}) {
      try {
        MergeSmall(SmallLayout(), rows, {.engine = "partial-update"});
        ADD_FAILURE() << "kind " << int{kind} << " was taken";
      } catch (const Error& error) {
        const std::string message = error.what();
        EXPECT_NE(message.find("'ignore-delete'"), std::string::npos) << message;
        EXPECT_NE(message.find("'partial-update.remove-record-on-delete'"), std::string::npos) << message;
      }
    }
    EXPECT_EQ(MergeSmall(SmallLayout(), newest, {.engine = "partial-update", .ignore_delete = true}),
              (Lines{"1|1|0|7|"}));
    EXPECT_EQ(MergeSmall(SmallLayout(), oldest, {.engine = "partial-update", .remove_on_delete = true}),
              (Lines{"1|2|0|7|"}));
    // One record alone is not merged: Paimon passes it on, and it is gone.
    EXPECT_EQ(MergeSmall(SmallLayout(), {{Small(1, 1, kind, null)}}, {.engine = "partial-update"}), Lines{});
  }
}

TEST(SortedRuns, OnlyADeleteRemovesARowOfPartialUpdates) {
  const Value null(LogicalType::INTEGER);
  const MergeOptions options{.engine = "partial-update", .remove_on_delete = true};
  EXPECT_EQ(MergeSmall(SmallLayout(), {{Small(1, 1, 0, Value::INTEGER(7))}, {Small(1, 2, 3, null)}}, options), Lines{});
  EXPECT_EQ(MergeSmall(SmallLayout(), {{Small(1, 1, 0, Value::INTEGER(7))}, {Small(1, 2, 1, null)}}, options),
            (Lines{"1|1|0|7|"}))
      << "a -U is left out";
  EXPECT_EQ(MergeSmall(SmallLayout(),
                       {{Small(1, 1, 0, Value::INTEGER(7))}, {Small(1, 2, 1, null)}, {Small(1, 3, 2, null)}}, options),
            (Lines{"1|3|2|7|"}))
      << "and hides no older value";
  EXPECT_EQ(MergeSmall(SmallLayout(),
                       {{Small(1, 1, 0, Value::INTEGER(7))}, {Small(1, 2, 3, null)}, {Small(1, 3, 2, null)}}, options),
            (Lines{"1|3|2|NULL|"}))
      << "a -D does";
}

TEST(SortedRuns, RefusesWhatIsNotSorted) {
  EXPECT_THROW(MergeSmall(SmallLayout(), {{Small(2, 1, 0, Value::INTEGER(1)), Small(1, 2, 0, Value::INTEGER(2))}}, {}),
               Error);
  EXPECT_THROW(MergeSmall(SmallLayout(), {}, {.engine = "no-such"}), Error);
}

}  // namespace
}  // namespace tarn::table
