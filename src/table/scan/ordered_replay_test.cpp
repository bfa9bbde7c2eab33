// Exact total order, once each, over files written in any order; the same across a restart at any row.
#include "table/scan/ordered_replay.h"

#include <gtest/gtest.h>

#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <filesystem>
#include <random>

#include "base/error.h"
#include "columnar/column_stats.h"
#include "columnar/duckdb_file_system.h"
#include "columnar/parquet_writer.h"
#include "columnar/row_appender.h"
#include "columnar/type_mapping.h"
#include "paimon/binary_row.h"
#include "paimon/partition_path.h"

namespace tarn::table {
namespace {

constexpr int64_t kHour = 3'600'000'000;

struct Row {
  std::optional<int64_t> time;
  int64_t id;
  std::string name;
};

class OrderedReplayTest : public ::testing::Test {
 protected:
  OrderedReplayTest() : db_(nullptr), sql_(db_) {
    db_.GetFileSystem().RegisterSubSystem(columnar::NewDuckDbFileSystem(env::LocalFileSystem()));
    sql_.Query("SET threads = 1");
    path_ = (std::filesystem::temp_directory_path() / ("tarn_or_" + std::to_string(getpid()))).string();
    schema_.fields = {{0, "ts", paimon::ParseDataType("TIMESTAMP(3)"), {}, {}},
                      {1, "id", paimon::ParseDataType("BIGINT"), {}, {}},
                      {2, "name", paimon::ParseDataType("STRING"), {}, {}},
                      {3, "hour", paimon::ParseDataType("INT"), {}, {}}};
    // What the merge moves in ways of its own: coded and plain columns, those that DuckDB decodes, nested ones.
    for (const char* type : {"STRING", "DOUBLE", "TINYINT", "DECIMAL(25, 3)", "BYTES", "TIMESTAMP(6)", "ARRAY<INT>",
                             "ROW<a INT, b STRING>", "MAP<STRING, INT>"}) {
      const auto id = static_cast<int32_t>(schema_.fields.size());
      schema_.fields.push_back({id, "c" + std::to_string(id), paimon::ParseDataType(type), {}, {}});
    }
    schema_.highest_field_id = static_cast<int32_t>(schema_.fields.size()) - 1;
    schema_.partition_keys = {"hour"};
    auto& fs = env::LocalFileSystem();
    fs.CreateDirectories(path_ + "/schema");
    env::ReplaceFile(fs, path_ + "/schema/schema-0", ToJson(schema_));
    table_ = Table::Open(env::SystemEnv(), path_);
    plan_.snapshot.emplace();
  }
  ~OrderedReplayTest() override { std::filesystem::remove_all(path_); }

  /// One more file; `rank` of its rows in the expected order follows from (partition, bucket, sequence).
  void AddFile(int hour, int bucket, const std::vector<Row>& rows, bool with_stats = true) {
    Split split;
    split.partition = paimon::SerializeRow({schema_.fields[3].type}, {int64_t{hour}});
    split.bucket = bucket;
    paimon::DataFileMeta meta;
    meta.file_name = "data-" + std::to_string(files_) + ".parquet";
    meta.min_sequence_number = meta.max_sequence_number = files_++;
    const auto file_path = paimon::DataFilePath(path_, schema_, split.partition, bucket, meta, {});
    auto& fs = env::LocalFileSystem();
    fs.CreateDirectories(std::string(env::ParentPath(file_path)));
    auto file = fs.Create(file_path);
    columnar::ParquetWriteOptions options;
    options.row_group_rows = 2048;
    columnar::ParquetWriter writer(*file, schema_.fields, options);
    columnar::ChangeBatch batch;
    columnar::Initialize(batch, columnar::VectorTypes(schema_.fields));
    columnar::RowAppender out(batch);
    for (size_t i = 0; i < rows.size(); i++) {
      out.Begin();
      if (rows[i].time) out.Int64(0, *rows[i].time);
      out.Int64(1, rows[i].id);
      out.String(2, rows[i].name);
      out.Int64(3, hour);
      if (every_kind_) {
        for (size_t c = kFirstExtra; c < schema_.fields.size(); c++) out.Value(c, Extra(c, rows[i].id));
      }
      expected_.push_back({{rows[i].time.has_value(), rows[i].time.value_or(0), hour * 1000 + bucket,
                            meta.min_sequence_number * 1'000'000 + static_cast<int64_t>(i)},
                           rows[i].id});
      if (out.Full() || i + 1 == rows.size()) {
        writer.Write(batch.chunk);
        columnar::Reset(batch);
      }
    }
    const auto written = writer.Finish();
    file->Close();
    meta.file_size = written.bytes;
    meta.row_count = written.rows;
    if (with_stats) {
      const auto stats =
          columnar::ToFileStats(schema_.fields, written.columns,
                                std::vector<columnar::StatsMode>(schema_.fields.size(), columnar::StatsMode{}));
      meta.value_stats = stats.stats;
      meta.value_stats_cols = stats.columns;
    } else {
      meta.value_stats.min_values = meta.value_stats.max_values = paimon::SerializeRow({}, {});
      meta.value_stats_cols.emplace();
    }
    split.files = {meta};
    plan_.splits.push_back(split);
  }

  std::vector<int64_t> Expected() {
    auto sorted = expected_;
    std::sort(sorted.begin(), sorted.end());
    std::vector<int64_t> ids;
    for (const auto& [key, id] : sorted) ids.push_back(id);
    return ids;
  }

  /// Reads to the end, beginning anew behind the last row whenever as many rows as the next of `stops` were read.
  std::vector<int64_t> Replay(const std::vector<size_t>& stops = {}, OrderedRequest request = {}) {
    request.columns = {1, 2};
    std::vector<int64_t> ids;
    size_t next_stop = 0;
    auto replay = std::make_unique<OrderedReplay>(*sql_.context, table_, plan_, request);
    duckdb::DataChunk chunk;
    chunk.Initialize(duckdb::Allocator::DefaultAllocator(), replay->types());
    while (replay->Read(chunk)) {
      for (duckdb::idx_t row = 0; row < chunk.size(); row++) {
        ids.push_back(chunk.GetValue(0, row).GetValue<int64_t>());
        EXPECT_EQ(chunk.GetValue(1, row).ToString(), Name(ids.back()));
      }
      if (next_stop < stops.size() && ids.size() >= stops[next_stop]) {
        next_stop++;
        request.after = replay->last();
        replay = std::make_unique<OrderedReplay>(*sql_.context, table_, plan_, request);
      }
    }
    counters_ = replay->counters();
    return ids;
  }

  static constexpr size_t kFirstExtra = 4;

  /// Of one of the columns from kFirstExtra on, in the row of this id.
  duckdb::Value Extra(size_t column, int64_t id) const {
    const auto type = columnar::VectorType(schema_.fields[column].type);
    if ((id * 7 + static_cast<int64_t>(column)) % 5 == 0) return duckdb::Value(type);
    const auto number = duckdb::Value::INTEGER(static_cast<int32_t>(id % 100));
    duckdb::Value text("text of some length, " + std::to_string(id % 3));
    switch (type.id()) {
      case duckdb::LogicalTypeId::VARCHAR:
        return text;
      case duckdb::LogicalTypeId::DOUBLE:
        return duckdb::Value::DOUBLE(static_cast<double>(id) / 7);
      case duckdb::LogicalTypeId::BLOB:
        return duckdb::Value::BLOB_RAW(Name(id) + std::to_string(id));
      case duckdb::LogicalTypeId::TIMESTAMP:
        return duckdb::Value::TIMESTAMP(duckdb::timestamp_t(id * 1'234'567));
      case duckdb::LogicalTypeId::LIST:
        return duckdb::Value::LIST(duckdb::LogicalType::INTEGER, {number, duckdb::Value(duckdb::LogicalType::INTEGER)});
      case duckdb::LogicalTypeId::STRUCT:
        return duckdb::Value::STRUCT(type, {number, text});
      case duckdb::LogicalTypeId::MAP:
        return duckdb::Value::MAP(duckdb::LogicalType::VARCHAR, duckdb::LogicalType::INTEGER, {text}, {number});
      default:
        return number.DefaultCastAs(type);
    }
  }

  static std::string Name(int64_t id) { return "vessel with a long name, number " + std::to_string(id % 17); }

  duckdb::DuckDB db_;
  duckdb::Connection sql_;
  std::string path_;
  paimon::TableSchema schema_;
  std::shared_ptr<const Table> table_;
  ScanPlan plan_;
  bool every_kind_ = false;  // else the columns from kFirstExtra on are NULL
  int64_t files_ = 0;
  std::vector<std::pair<std::tuple<bool, int64_t, int64_t, int64_t>, int64_t>> expected_;
  OrderedCounters counters_;
};

TEST_F(OrderedReplayTest, ThirtyPartitionsOfFourBucketsWrittenOutOfOrder) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  std::vector<std::pair<int, int>> cells;
  for (int hour = 0; hour < 30; hour++)
    for (int bucket = 0; bucket < 4; bucket++) cells.emplace_back(hour, bucket);
  std::shuffle(cells.begin(), cells.end(), random);
  cells.emplace_back(3, 1);  // one old partition is written again
  int64_t id = 0;
  for (const auto& [hour, bucket] : cells) {
    std::vector<Row> rows;
    const size_t count = 1 + random() % 5000;
    for (size_t i = 0; i < count; i++) {
      // Seconds, so that ties abound; some rows belong to the hour before; a few have no time.
      auto time = hour * kHour + static_cast<int64_t>(i * 3600 / count) * 1'000'000;
      if (random() % 20 == 0) time -= static_cast<int64_t>(random() % 600) * 1'000'000;
      rows.push_back({random() % 500 == 0 ? std::nullopt : std::optional(time), id, Name(id)});
      id++;
    }
    AddFile(hour, bucket, rows, /*with_stats=*/random() % 10 != 0);
  }
  std::shuffle(plan_.splits.begin(), plan_.splits.end(), random);
  const auto expected = Expected();
  ASSERT_EQ(Replay(), expected);
  EXPECT_GT(counters_.null_time_rows, 0);
  EXPECT_GT(counters_.units_sorted, 0);
  // Files without statistics are opened at once; the rest only near the front.
  EXPECT_LT(counters_.open_units_peak, 90);

  std::vector<size_t> stops;
  for (int i = 0; i < 50; i++) stops.push_back(random() % expected.size());
  std::sort(stops.begin(), stops.end());
  EXPECT_EQ(Replay(stops), expected);
}

TEST_F(OrderedReplayTest, MemoryDoesNotGrowWithTheSpan) {
  std::vector<int64_t> peaks;
  int64_t id = 0;
  for (int hour = 0; hour < 30; hour++) {
    for (int bucket = 0; bucket < 4; bucket++) {
      std::vector<Row> rows;
      for (int64_t i = 0; i < 6000; i++, id++) rows.push_back({hour * kHour + i * 599'000, id, Name(id)});
      AddFile(hour, bucket, rows);
    }
    if (hour != 4 && hour != 29) continue;
    EXPECT_EQ(Replay(), Expected());
    peaks.push_back(counters_.peak_bytes);
  }
  EXPECT_LE(static_cast<double>(peaks[1]), 1.2 * static_cast<double>(peaks[0]));
}

TEST_F(OrderedReplayTest, ManyRowsOfOneInstantComeBucketByBucket) {
  int64_t id = 0;
  for (const int bucket : {2, 0, 1}) {
    std::vector<Row> rows;
    for (int i = 0; i < 20'000; i++, id++) rows.push_back({i < 3 ? i * 1000 : 5 * kHour, id, Name(id)});
    AddFile(0, bucket, rows);
  }
  EXPECT_EQ(Replay(), Expected());
  EXPECT_EQ(Replay({1, 5, 30'000, 30'001, 59'990}), Expected());
}

TEST_F(OrderedReplayTest, EveryKindOfColumnGoesWithItsRow) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  every_kind_ = true;
  int64_t id = 0;
  for (int bucket = 0; bucket < 5; bucket++) {
    std::vector<Row> rows;
    for (int i = 0; i < 3000; i++, id++) {
      const auto late = random() % 10 == 0 ? static_cast<int64_t>(random() % 500'000) : 0;
      rows.push_back({i * 1000 - late / 1000 * 1000, id, Name(id)});
    }
    AddFile(0, bucket, rows);
  }
  OrderedRequest request;
  request.columns = {1};
  for (size_t c = kFirstExtra; c < schema_.fields.size(); c++) request.columns.push_back(c);
  OrderedReplay replay(*sql_.context, table_, plan_, request);
  duckdb::DataChunk chunk;
  chunk.Initialize(duckdb::Allocator::DefaultAllocator(), replay.types());
  std::vector<int64_t> ids;
  while (replay.Read(chunk)) {
    for (duckdb::idx_t row = 0; row < chunk.size(); row++) {
      ids.push_back(chunk.GetValue(0, row).GetValue<int64_t>());
      for (size_t c = 1; c < chunk.ColumnCount(); c++) {
        ASSERT_EQ(chunk.GetValue(c, row).ToString(), Extra(kFirstExtra + c - 1, ids.back()).ToString())
            << "row " << ids.size() << ", " << schema_.fields[kFirstExtra + c - 1].name;
      }
    }
  }
  EXPECT_EQ(ids, Expected());
}

TEST_F(OrderedReplayTest, RowsBeyondTheBoundAreNotGiven) {
  AddFile(0, 0, {{1 * kHour, 0, Name(0)}, {2 * kHour, 1, Name(1)}, {2 * kHour + 1000, 2, Name(2)}});
  AddFile(1, 0, {{3 * kHour, 3, Name(3)}, {std::nullopt, 4, Name(4)}});
  OrderedRequest request;
  request.until = 2 * kHour;
  EXPECT_EQ(Replay({}, request), (std::vector<int64_t>{4, 0, 1}));
}

TEST_F(OrderedReplayTest, RowsOfOneTimeComeInTheOrderOfCommitsWhereEachBeginsItsNumbersAnew) {
  const std::vector<std::vector<int64_t>> commits = {{1, 2, 3}, {4}, {5, 6}};
  std::vector<int64_t> in_order;
  for (const auto& ids : commits) {
    std::vector<Row> rows;
    for (const auto id : ids) rows.push_back({kHour, id, Name(id)});
    AddFile(0, 0, rows);
    auto& file = plan_.splits.back().files[0];
    file.min_sequence_number = 0;
    file.max_sequence_number = static_cast<int64_t>(ids.size()) - 1;
    in_order.insert(in_order.end(), ids.begin(), ids.end());
  }
  EXPECT_EQ(Replay(), in_order);
}

TEST_F(OrderedReplayTest, TooMuchOverlapIsSaidNotSuffered) {
  for (int bucket = 0; bucket < 4; bucket++) {
    std::vector<Row> rows;
    for (int i = 0; i < 4000; i++) rows.push_back({i * 1000, i, Name(i)});
    AddFile(0, bucket, rows);
  }
  OrderedRequest request;
  request.memory_bytes = 50 << 10;
  try {
    Replay({}, request);
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ErrorCode::ResourceExhausted) << e.what();
    const std::string message = e.what();
    EXPECT_NE(message.find("needs more than the 50 kb of 'scan.order.memory': 2 row groups"), std::string::npos)
        << message;
    EXPECT_NE(message.find(", and 2 more begin"), std::string::npos) << message;
    // What it says to be enough is, and it is no wild guess.
    const std::string before = "to about ";
    const auto at = message.find(before);
    ASSERT_NE(at, std::string::npos) << message;
    const int64_t kib = std::stoll(message.substr(at + before.size()));
    EXPECT_NE(message.find(std::to_string(kib) + " kb,"), std::string::npos) << message;
    request.memory_bytes = kib << 10;
    EXPECT_EQ(Replay({}, request).size(), 16'000u);
    request.memory_bytes = (kib << 10) / 2;
    EXPECT_THROW(Replay({}, request), Error);
  }
}

}  // namespace
}  // namespace tarn::table
