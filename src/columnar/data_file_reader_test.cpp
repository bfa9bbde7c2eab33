// What a data file's columns become when the table has changed since, what is skipped, and what damage is told.
#include "columnar/data_file_reader.h"

#include <gtest/gtest.h>

#include <cstring>
#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <duckdb/planner/filter/constant_filter.hpp>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "columnar/duckdb_file_system.h"
#include "columnar/parquet_writer.h"

namespace tarn::columnar {
namespace {

using paimon::DataField;
using paimon::ParseDataType;

DataField Field(int32_t id, const char* name, const char* type) { return {id, name, ParseDataType(type), {}, {}}; }

/// The INT96 of a day and the nanoseconds of the day, of either sign.
std::string Int96(int64_t day, int64_t nanos) {
  std::string bytes(12, '\0');
  const auto julian = static_cast<int32_t>(day + 2'440'588);
  std::memcpy(bytes.data(), &nanos, sizeof nanos);
  std::memcpy(bytes.data() + sizeof nanos, &julian, sizeof julian);
  return bytes;
}

class DataFileReaderTest : public ::testing::Test {
 protected:
  DataFileReaderTest() : db_(nullptr), sql_(db_) {
    db_.GetFileSystem().RegisterSubSystem(NewDuckDbFileSystem(env::LocalFileSystem()));
    sql_.Query("SET threads = 1");
    sql_.Query("SET TimeZone = 'UTC'");
    path_ = (std::filesystem::temp_directory_path() / ("tarn_dr_" + std::to_string(getpid()) + ".parquet")).string();
  }
  ~DataFileReaderTest() override { std::filesystem::remove(path_); }

  void Write(const std::vector<DataField>& fields, const std::string& query, const ParquetWriteOptions& options = {}) {
    auto file = env::LocalFileSystem().Create(path_);
    ParquetWriter writer(*file, fields, options);
    auto rows = sql_.Query(query);
    ASSERT_FALSE(rows->HasError()) << rows->GetError();
    while (auto chunk = rows->Fetch()) {
      if (chunk->size() == 0) break;
      writer.Write(*chunk);
    }
    writer.Finish();
    file->Close();
  }

  /// A row of a column `n` of this type, whose one timestamp are these bytes, and of `k` 7.
  void WriteInt96(const std::string& type, const std::string& bytes) {
    // A new name each time: DuckDB keeps bytes of a file that changes within a second.
    std::filesystem::remove(path_);
    path_ += "x";
    ParquetWriteOptions options;
    options.codec = ParquetCodec::None;
    options.plain_only = true;
    const std::string known = "TIMESTAMP_NS '2024-02-29 12:34:56.123456789'";
    const char kind = type[0];
    const std::string value = kind == 'A'   ? "[" + known + "]"
                              : kind == 'M' ? "map {1: " + known + "}"
                              : kind == 'R' ? "{'a': 1, 'b': " + known + "}"
                                            : known;
    Write({{0, "n", ParseDataType(type), {}, {}}, Field(1, "k", "INT")}, "SELECT " + value + ", 7", options);
    std::ifstream in(path_, std::ios::binary);
    std::string file((std::istreambuf_iterator<char>(in)), {});
    const std::string there = Int96(19'782, 45'296'123'456'789);
    const auto at = file.find(there);
    ASSERT_NE(at, std::string::npos);
    file.replace(at, there.size(), bytes);
    std::ofstream(path_, std::ios::binary) << file;
  }

  /// Rows as text, fields split by '|'.
  std::vector<std::string> Read(DataFileRequest request) {
    request.path = path_;
    DataFileReader reader(*sql_.context, std::move(request));
    std::vector<std::string> lines;
    duckdb::DataChunk chunk;
    while (reader.Read(chunk)) {
      for (duckdb::idx_t row = 0; row < chunk.size(); row++) {
        std::string line;
        for (duckdb::idx_t i = 0; i < chunk.ColumnCount(); i++) {
          line += (i ? "|" : "") + chunk.GetValue(i, row).ToString();
        }
        lines.push_back(line);
      }
    }
    return lines;
  }

  duckdb::DuckDB db_;
  duckdb::Connection sql_;
  std::string path_;
};

using Lines = std::vector<std::string>;

constexpr int64_t kNanosOfDay = 86'400'000'000'000;

TEST_F(DataFileReaderTest, NanosecondsAndTimesAreExact) {
  const std::vector<DataField> fields = {Field(0, "n", "TIMESTAMP(9)"), Field(1, "l", "TIMESTAMP_LTZ(9)"),
                                         Field(2, "t", "TIME(3)"), Field(3, "a", "ARRAY<TIMESTAMP(9)>")};
  Write(fields,
        "SELECT n, n AS l, TIME '23:59:59.999' AS t, [n, NULL] AS a FROM (VALUES "
        "(TIMESTAMP_NS '1969-12-31 23:59:59.999999999'), (TIMESTAMP_NS '1960-02-29 00:00:00.000000001'), "
        "(TIMESTAMP_NS '2024-02-29 12:34:56.123456789'), (NULL)) v(n)");
  EXPECT_EQ(Read({"", {}, fields, fields}),
            (Lines{"1969-12-31 23:59:59.999999999|1969-12-31 23:59:59.999999999|23:59:59.999|['1969-12-31 "
                   "23:59:59.999999999', NULL]",
                   "1960-02-29 00:00:00.000000001|1960-02-29 00:00:00.000000001|23:59:59.999|['1960-02-29 "
                   "00:00:00.000000001', NULL]",
                   "2024-02-29 12:34:56.123456789|2024-02-29 12:34:56.123456789|23:59:59.999|['2024-02-29 "
                   "12:34:56.123456789', NULL]",
                   "NULL|NULL|23:59:59.999|[NULL, NULL]"}));
}

TEST_F(DataFileReaderTest, NanosecondsEndWhereInt64Does) {
  const std::vector<DataField> fields = {Field(0, "n", "TIMESTAMP(9)"), Field(1, "k", "INT")};
  WriteInt96("TIMESTAMP(9)", Int96(106'751, kNanosOfDay / 86'400 * 85'636 + 854'775'806));
  EXPECT_EQ(Read({"", {}, fields, fields}), (Lines{"2262-04-11 23:47:16.854775806|7"}));
  WriteInt96("TIMESTAMP(9)", Int96(-106'751, 1));  // DuckDB's own text has no 21st
  EXPECT_EQ(Read({"", {}, fields, fields}), (Lines{"1677-09-22 00:00:00.000000001|7"}));
  WriteInt96("TIMESTAMP(9)", Int96(0, -1));  // as Java's writers have it
  EXPECT_EQ(Read({"", {}, fields, fields}), (Lines{"1969-12-31 23:59:59.999999999|7"}));
  const std::vector<DataField> micros = {Field(0, "n", "TIMESTAMP(6)"), fields[1]};
  EXPECT_EQ(Read({"", {}, fields, micros}), (Lines{"1969-12-31 23:59:59.999999|7"})) << "cut towards the past";
}

TEST_F(DataFileReaderTest, NanosecondsBeyondInt64AreRefusedAndMicrosecondsReadThem) {
  const std::vector<DataField> fields = {Field(0, "n", "TIMESTAMP(9)"), Field(1, "k", "INT")};
  const std::vector<DataField> micros = {Field(0, "n", "TIMESTAMP(6)"), fields[1]};
  const std::vector<std::pair<std::string, std::string>> beyond = {
      {Int96(2'932'896, 0), "9999-12-31 00:00:00"},
      {Int96(-719'162, 0), "0001-01-01 00:00:00"},
      {Int96(-106'753, 0), "1677-09-20 00:00:00"},
      {Int96(106'751, kNanosOfDay / 86'400 * 85'637), "2262-04-11 23:47:17"},
  };
  for (const auto& [bytes, text] : beyond) {
    WriteInt96("TIMESTAMP(9)", bytes);
    duckdb::TableFilterSet filters;  // such as the wrapped value would not pass
    filters.filters[0] = duckdb::make_uniq<duckdb::ConstantFilter>(
        duckdb::ExpressionType::COMPARE_EQUAL, duckdb::Value::TIMESTAMPNS(duckdb::timestamp_ns_t(0)));
    for (const auto* pushed : {static_cast<duckdb::TableFilterSet*>(nullptr), &filters}) {
      try {
        Read({"", {}, fields, fields, pushed});
        ADD_FAILURE() << text;
      } catch (const Error& e) {
        EXPECT_EQ(e.what(), path_ + ": column 'n': '" + text +
                                ".000000000' lies outside 1677-09-21 .. 2262-04-11, which is what TIMESTAMP(9) holds\n"
                                "  ALTER TABLE .. MODIFY to TIMESTAMP(6) reads it, and every other year");
      }
    }
    EXPECT_EQ(Read({"", {}, fields, {fields[1]}}), (Lines{"7"})) << "the other columns are read";
    EXPECT_EQ(Read({"", {}, fields, micros}), (Lines{text + "|7"}));
  }
  for (const std::string nested : {"ARRAY<TIMESTAMP(9)>", "MAP<INT, TIMESTAMP(9)>", "ROW<a INT, b TIMESTAMP_LTZ(9)>"}) {
    WriteInt96(nested, beyond[0].first);
    const std::vector<DataField> in_file = {Field(0, "n", nested.c_str()), fields[1]};
    EXPECT_THROW(Read({"", {}, in_file, in_file}), Error) << nested;
    EXPECT_EQ(Read({"", {}, in_file, {fields[1]}}), (Lines{"7"})) << nested;
    WriteInt96(nested, Int96(1, 5));
    EXPECT_NE(Read({"", {}, in_file, in_file}).at(0).find("1970-01-02 00:00:00.000000005"), std::string::npos);
  }
}

TEST_F(DataFileReaderTest, MicrosecondsThatBecameNanosecondsAreHeldOrRefused) {
  const std::vector<DataField> in_file = {Field(0, "n", "TIMESTAMP(6)")}, wanted = {Field(0, "n", "TIMESTAMP(9)")};
  Write(in_file, "SELECT TIMESTAMP '1677-09-22 00:00:00.000001'");
  EXPECT_EQ(Read({"", {}, in_file, wanted}), (Lines{"1677-09-22 00:00:00.000001"}));
  std::filesystem::remove(path_);
  path_ += "x";
  Write(in_file, "SELECT TIMESTAMP '2300-01-01 00:00:00.5'");
  try {
    Read({"", {}, in_file, wanted});
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_EQ(e.what(), path_ +
                            ": column 'n': '2300-01-01 00:00:00.500000', written while the column was TIMESTAMP(6), "
                            "lies outside 1677-09-21 .. 2262-04-11, which is what TIMESTAMP(9) holds\n"
                            "  ALTER TABLE .. MODIFY gives the column its old type back");
  }
}

TEST_F(DataFileReaderTest, TimestampsOfEveryUnitAreTheSameHoweverTheyAreRead) {
  const std::vector<DataField> fields = {Field(0, "ms", "TIMESTAMP(3)"), Field(1, "us", "TIMESTAMP(6)"),
                                         Field(2, "z", "TIMESTAMP_LTZ(3)"), Field(3, "k", "INT")};
  // In a dictionary and not, with and without NULLs, before and after 1970, more than a page of them.
  for (const std::string of : {"i % 9", "i * 7919"}) {
    for (const std::string null : {"false", "i % 5 = 0"}) {
      const std::string value =
          "CASE WHEN " + null + " THEN NULL ELSE TIMESTAMP '1969-12-31 23:59:50.123' + to_seconds(" + of + ") END";
      const std::string rows = "SELECT " + value + ", " + value + " + to_microseconds(456), (" + value +
                               ")::TIMESTAMPTZ, i::INT FROM range(50000) r(i)";
      std::filesystem::remove(path_);
      path_ += "x";  // DuckDB keeps bytes of a file that changes within a second
      Write(fields, rows);
      const auto result = sql_.Query(rows);
      ASSERT_FALSE(result->HasError()) << result->GetError();
      Lines expected, of_filter;
      for (const auto& row : *result) {
        std::string line;
        for (duckdb::idx_t i = 0; i < 4; i++) line += (i ? "|" : "") + row.GetValue<duckdb::Value>(i).ToString();
        expected.push_back(line);
        if (row.GetValue<int32_t>(3) >= 49'000) of_filter.push_back(line);
      }
      EXPECT_EQ(Read({"", {}, fields, fields}), expected);
      duckdb::TableFilterSet filters;
      const auto at_least = [](const duckdb::Value& least) {
        return duckdb::make_uniq<duckdb::ConstantFilter>(duckdb::ExpressionType::COMPARE_GREATERTHANOREQUALTO, least);
      };
      filters.filters[3] = at_least(duckdb::Value::INTEGER(49'000));
      EXPECT_EQ(Read({"", {}, fields, fields, &filters}), of_filter) << "rows left out by another column's filter";
      const std::vector<DataField> wanted = {Field(0, "ms", "TIMESTAMP(6)"), Field(1, "us", "TIMESTAMP(6)"),
                                             Field(2, "z", "TIMESTAMP_LTZ(6)"), Field(3, "k", "BIGINT")};
      EXPECT_EQ(Read({"", {}, fields, wanted}), expected) << "with a cast beside them";
      filters.filters.clear();
      const auto until = duckdb::Timestamp::FromString("1969-12-31 23:59:52", false);
      filters.filters[0] = at_least(duckdb::Value::TIMESTAMP(until));
      DataFileRequest request{"", {}, fields, {fields[0], fields[2]}, &filters};
      for (const auto& line : Read(request)) EXPECT_GE(line, "1969-12-31 23:59:52") << "a filter of its own";
      DataFileReader reader(*sql_.context, {path_, {}, fields, fields});
      for (size_t column = 0; column < 3; column++) {
        const auto range = reader.RangeOf(0, column);
        ASSERT_TRUE(range);
        EXPECT_EQ(range->first.type(), reader.types()[column]);
        EXPECT_EQ(range->first.GetValueUnsafe<int64_t>() / 1'000'000, null == "false" || of == "i % 9" ? -9 : 7909);
      }
    }
  }
}

TEST_F(DataFileReaderTest, MillisecondsThatMicrosecondsCannotHoldAreRefused) {
  const std::vector<DataField> fields = {Field(0, "t", "TIMESTAMP(3)")};
  ParquetWriteOptions options;
  options.codec = ParquetCodec::None;
  options.plain_only = true;
  const int64_t known = 1'709'210'096'123;
  Write(fields, "SELECT make_timestamp_ms(1709210096123)", options);
  std::ifstream in(path_, std::ios::binary);
  std::string file((std::istreambuf_iterator<char>(in)), {});
  const auto at = file.find(std::string(reinterpret_cast<const char*>(&known), sizeof known));
  ASSERT_NE(at, std::string::npos);
  for (const int64_t millis : {INT64_MAX, INT64_MIN, INT64_MAX / 1000 + 1}) {
    std::filesystem::remove(path_);
    path_ += "x";  // DuckDB keeps bytes of a file that changes within a second
    file.replace(at, sizeof millis, reinterpret_cast<const char*>(&millis), sizeof millis);
    std::ofstream(path_, std::ios::binary) << file;
    try {
      Read({"", {}, fields, fields});
      FAIL() << "expected an error for " << millis;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("column 't': a timestamp of " + std::to_string(millis) + " ms"),
                std::string::npos)
          << e.what();
    }
  }
}

TEST_F(DataFileReaderTest, NamesThatDifferInCaseAreTwoColumns) {
  const std::vector<DataField> fields = {
      Field(0, "A", "STRING"), Field(1, "a", "STRING"), Field(2, "r", "ROW<x INT, X INT>"),
      Field(3, "R", "ARRAY<ROW<y INT, Y MAP<STRING, INT>>>"), Field(4, "a_1", "INT")};
  Write(fields, "SELECT 'up', 'low', struct_pack(x := 1, x2 := 2), [struct_pack(y := 3, y2 := map {'k': 4})], 5");
  std::vector<DataField> two = {fields[1], fields[0], fields[4]};
  EXPECT_EQ(Read({"", {}, fields, two}), (Lines{"low|up|5"}));
  DataFileReader reader(*sql_.context, {.path = path_, .file = fields, .wanted = {fields[2], fields[3]}});
  duckdb::DataChunk chunk;
  ASSERT_TRUE(reader.Read(chunk));
  const auto row = duckdb::StructValue::GetChildren(chunk.GetValue(0, 0));
  EXPECT_EQ(row[0].ToString() + row[1].ToString(), "12");
  const auto inner = duckdb::StructValue::GetChildren(duckdb::ListValue::GetChildren(chunk.GetValue(1, 0))[0]);
  EXPECT_EQ(inner[0].ToString() + inner[1].ToString(), "3{k=4}");
}

TEST_F(DataFileReaderTest, ColumnsFollowTheirIdsThroughRenamesAndNewTypes) {
  Write({Field(0, "k", "INT"), Field(1, "v", "DOUBLE"), Field(2, "s", "STRING"), Field(3, "gone", "INT")},
        "SELECT i::INT, (i * 100.75 - 150)::DOUBLE, 'text' || i, 1 FROM range(3) r(i)");
  const std::vector<DataField> in_file = {Field(0, "k", "INT"), Field(1, "v", "DOUBLE"), Field(2, "s", "STRING"),
                                          Field(3, "gone", "INT")};
  EXPECT_EQ(Read({"",
                  {},
                  in_file,
                  {Field(2, "renamed", "VARCHAR(3)"), Field(4, "new", "INT"), Field(0, "k", "BIGINT"),
                   Field(1, "v", "TINYINT")}}),
            (Lines{"tex|NULL|0|106", "tex|NULL|1|-49", "tex|NULL|2|51"}))
      << "-150 as a TINYINT is 106 in Java";
  EXPECT_EQ(Read({"", {}, in_file, {Field(9, "new", "INT")}}), (Lines{"NULL", "NULL", "NULL"}));
  EXPECT_EQ(Read({"", {}, in_file, {}}), (Lines{"", "", ""})) << "count(*) reads no column";
}

TEST_F(DataFileReaderTest, ABatchKeepsItsRowsWhenTheNextIsRead) {
  // Few values, so that the writer makes a dictionary and the reader hands out dictionary vectors.
  paimon::DataType pair;
  pair.root = paimon::TypeRoot::Row;
  pair.fields = {Field(2, "x", "STRING")};
  const std::vector<DataField> fields = {Field(0, "s", "STRING"), DataField{1, "r", pair, {}, {}}};
  Write(fields, "SELECT 'v' || (i * 7 % 5), {'x': 'w' || (i * 3 % 5)} FROM range(20000) q(i)");
  DataFileReader reader(*sql_.context, {.path = path_, .file = fields, .wanted = fields});
  std::vector<std::unique_ptr<duckdb::DataChunk>> batches;
  for (auto next = std::make_unique<duckdb::DataChunk>(); reader.Read(*next);
       next = std::make_unique<duckdb::DataChunk>()) {
    batches.push_back(std::move(next));
  }
  ASSERT_GT(batches.size(), 2U);
  int64_t i = 0;
  for (const auto& batch : batches) {
    for (duckdb::idx_t row = 0; row < batch->size(); row++, i++) {
      ASSERT_EQ(batch->GetValue(0, row).ToString(), "v" + std::to_string(i * 7 % 5)) << "row " << i;
      ASSERT_EQ(batch->GetValue(1, row).ToString(), "{'x': w" + std::to_string(i * 3 % 5) + "}") << "row " << i;
    }
  }
  EXPECT_EQ(i, 20000);
}

TEST_F(DataFileReaderTest, NestedFieldsFollowTheirIds) {
  auto row = [](std::vector<DataField> fields) {
    paimon::DataType type;
    type.root = paimon::TypeRoot::Row;
    type.fields = std::move(fields);
    return type;
  };
  const std::vector<DataField> in_file = {{0, "r", row({Field(1, "a", "INT"), Field(2, "b", "STRING")}), {}, {}}};
  Write(in_file, "SELECT CASE WHEN i = 1 THEN NULL ELSE {'a': i::INT, 'b': 'x' || i} END FROM range(3) r(i)");
  const std::vector<DataField> wanted = {
      {0, "r", row({Field(2, "bb", "STRING"), Field(3, "c", "INT"), Field(1, "a", "BIGINT")}), {}, {}}};
  EXPECT_EQ(Read({"", {}, in_file, wanted}),
            (Lines{"{'bb': x0, 'c': NULL, 'a': 0}", "NULL", "{'bb': x2, 'c': NULL, 'a': 2}"}));
}

TEST_F(DataFileReaderTest, FiltersAndRowGroupsSkip) {
  const std::vector<DataField> fields = {Field(0, "k", "INT"), Field(1, "v", "STRING")};
  ParquetWriteOptions options;
  options.row_group_rows = 2048;
  Write(fields, "SELECT i::INT, 'v' || i FROM range(10000) r(i)", options);
  duckdb::TableFilterSet filters;
  filters.filters[1] = duckdb::make_uniq<duckdb::ConstantFilter>(duckdb::ExpressionType::COMPARE_GREATERTHANOREQUALTO,
                                                                 duckdb::Value::INTEGER(9998));
  EXPECT_EQ(Read({"", {}, fields, {fields[1], fields[0]}, &filters}), (Lines{"v9998|9998", "v9999|9999"}));

  DataFileReader reader(*sql_.context, {path_, {}, fields, fields});
  ASSERT_EQ(reader.row_group_count(), 5u);
  EXPECT_EQ(reader.RowsOf(4), 10000 - 4 * 2048);
  EXPECT_EQ(reader.RangeOf(1, 0)->first.GetValue<int32_t>(), 2048);
  EXPECT_EQ(reader.RangeOf(1, 0)->second.GetValue<int32_t>(), 4095);
  reader.Restart({1, 3});
  int64_t sum = 0;
  duckdb::DataChunk chunk;
  while (reader.Read(chunk)) sum += static_cast<int64_t>(chunk.size());
  EXPECT_EQ(sum, 4096);
}

TEST_F(DataFileReaderTest, DamageIsOneErrorThatNamesTheFile) {
  const std::vector<DataField> fields = {Field(0, "k", "INT"), Field(1, "v", "STRING")};
  Write(fields, "SELECT i::INT, 'v' || hash(i) FROM range(10000) r(i)");
  const auto size = static_cast<int64_t>(std::filesystem::file_size(path_));
  const auto expect_corrupt = [&](const std::string& part) {
    try {
      Read({"", size, fields, fields});
      FAIL() << "was read";
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ErrorCode::Corruption) << e.what();
      EXPECT_NE(std::string(e.what()).find(path_), std::string::npos) << e.what();
      EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
    }
  };
  std::filesystem::resize_file(path_, static_cast<uint64_t>(size / 2));
  expect_corrupt("file ends at byte");
  std::filesystem::resize_file(path_, 3);
  expect_corrupt("file ends at byte 3");
  Write(fields, "SELECT i::INT, 'v' || hash(i) FROM range(10000) r(i)");
  {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(size - 4);
    file.write("PORK", 4);
  }
  expect_corrupt("PAR1");
  std::filesystem::remove(path_);
  try {
    Read({"", size, fields, fields});
    FAIL() << "was read";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ErrorCode::NotFound) << e.what();
  }
}

TEST_F(DataFileReaderTest, FlippedBytesNeverCrash) {
  const std::vector<DataField> fields = {Field(0, "k", "INT"), Field(1, "v", "STRING"), Field(2, "d", "DOUBLE")};
  Write(fields, "SELECT i::INT, 'v' || hash(i) % 7, i / 3.0::DOUBLE FROM range(5000) r(i)");
  std::ifstream in(path_, std::ios::binary);
  const std::string good((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  for (size_t at = 4; at < good.size(); at += 1 + good.size() / 150) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x5A);
    std::ofstream(path_, std::ios::binary) << bad;
    try {
      Read({"", static_cast<int64_t>(good.size()), fields, fields});
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(path_), std::string::npos) << e.what();
    }
  }
}

}  // namespace
}  // namespace tarn::columnar
