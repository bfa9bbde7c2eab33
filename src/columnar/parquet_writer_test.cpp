// Every type, nullable and not, before and after 1970, over several row groups and pages, in every codec: what DuckDB
// reads back equals what was written.
#include "columnar/parquet_writer.h"

#include <gtest/gtest.h>

#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "base/error.h"
#include "testing/type_matrix.h"

namespace tarn::columnar {
namespace {

using paimon::DataType;
using paimon::ParseDataType;

using tarn::testing::kTypes;
using tarn::testing::TypeCase;

class ParquetWriterTest : public ::testing::Test {
 protected:
  ParquetWriterTest() : db_(nullptr), sql_(db_) {
    Run("SET threads = 1");
    Run("SET TimeZone = 'UTC'");
    Run("CREATE MACRO make_timestamptz_(x) AS make_timestamp(x)::TIMESTAMPTZ");
    path_ = (std::filesystem::temp_directory_path() / ("tarn_pw_" + std::to_string(getpid()) + ".parquet")).string();
  }
  ~ParquetWriterTest() override { std::filesystem::remove(path_); }

  duckdb::unique_ptr<duckdb::MaterializedQueryResult> Run(const std::string& text) {
    auto result = sql_.Query(text);
    if (result->HasError()) throw Error(ErrorCode::Internal, text + "\n" + result->GetError());
    return result;
  }

  /// Writes table `t` as `fields`.
  WrittenFile Write(const std::vector<paimon::DataField>& fields, const ParquetWriteOptions& options,
                    const std::string& query = "SELECT * FROM t") {
    auto file = env::LocalFileSystem().Create(path_);
    ParquetWriter writer(*file, fields, options);
    auto rows = Run(query);
    while (auto chunk = rows->Fetch()) {
      if (chunk->size() == 0) break;
      writer.Write(*chunk);
    }
    auto written = writer.Finish();
    file->Close();
    EXPECT_EQ(written.bytes, static_cast<int64_t>(std::filesystem::file_size(path_)));
    return written;
  }

  int64_t Differences(const std::string& read) {
    const std::string sql = "SELECT (SELECT count(*) FROM (SELECT * FROM t EXCEPT ALL " + read +
                            ")) + (SELECT count(*) FROM (" + read + " EXCEPT ALL SELECT * FROM t))";
    return Run(sql)->GetValue(0, 0).GetValue<int64_t>();
  }

  duckdb::DuckDB db_;
  duckdb::Connection sql_;
  std::string path_;
};

DataType TypeOf(const TypeCase& c, bool nullable) {
  DataType type = ParseDataType(c.type);
  type.nullable = nullable;
  return type;
}

TEST_F(ParquetWriterTest, EveryTypeComesBackFromEveryCodec) {
  for (const bool nullable : {true, false}) {
    std::string select;
    std::vector<paimon::DataField> fields;
    std::string read;
    for (const TypeCase& c : kTypes) {
      std::string value(c.value);
      if (const size_t at = value.find("make_timestamptz("); at != std::string::npos) value.insert(at + 16, "_");
      if (nullable) value = "CASE WHEN hash(i * 31) % 5 = 0 THEN NULL ELSE " + value + " END";
      const std::string cast = c.read_as ? "::" + std::string(c.read_as) : "";
      if (std::string(c.name) == "ts9") {
        select += (select.empty() ? "" : ", ") + value + " AS " + c.name;
      } else {
        select += (select.empty() ? "" : ", ") + ("(" + value + ")" + cast) + " AS " + c.name;
      }
      read += (read.empty() ? "" : ", ") + std::string(c.name) + cast + " AS " + c.name;
      fields.push_back({static_cast<int32_t>(fields.size()), c.name, TypeOf(c, nullable), {}, {}});
    }
    Run("CREATE OR REPLACE TABLE t AS SELECT " + select + " FROM range(12000) r(i)");
    for (const ParquetCodec codec : {ParquetCodec::None, ParquetCodec::Snappy, ParquetCodec::Zstd, ParquetCodec::Lz4}) {
      for (const bool plain : {false, true}) {
        ParquetWriteOptions options;
        options.codec = codec;
        options.plain_only = plain;
        options.row_group_rows = 6144;
        options.page_bytes = 10'000;
        const WrittenFile written = Write(fields, options);
        EXPECT_EQ(written.rows, 12000);
        std::string from = "SELECT " + read + " FROM read_parquet('" + path_ + "')";
        // DuckDB reads INT96 to the microsecond only; data_file_reader_test looks at the rest.
        from = "SELECT * REPLACE (NULL AS ts9) FROM (" + from + ")";
        std::string expected = "SELECT * REPLACE (NULL AS ts9) FROM t";
        const std::string sql = "SELECT (SELECT count(*) FROM (" + expected + " EXCEPT ALL " + from +
                                ")) + (SELECT count(*) FROM (" + from + " EXCEPT ALL " + expected + "))";
        EXPECT_EQ(Run(sql)->GetValue(0, 0).GetValue<int64_t>(), 0)
            << "codec " << static_cast<int>(codec) << " plain " << plain << " nullable " << nullable;
      }
    }
  }
}

TEST_F(ParquetWriterTest, NestedTypesComeBack) {
  Run("CREATE TABLE t AS SELECT "
      "CASE WHEN i % 7 = 0 THEN NULL WHEN i % 5 = 0 THEN [] ELSE [i::INT, NULL, (i*2)::INT] END AS a, "
      "CASE WHEN i % 11 = 0 THEN NULL ELSE [['x' || i, NULL], NULL, [], ['long string number ' || i]] END AS aa, "
      "CASE WHEN i % 3 = 0 THEN NULL ELSE MAP {'k' || i: i::INT, 'second': NULL} END AS m, "
      "CASE WHEN i % 4 = 0 THEN NULL ELSE {'p': CASE WHEN i % 3 = 0 THEN NULL ELSE i END, 'q': [{'r': i::DOUBLE}, "
      "NULL]} END AS s, "
      "MAP {'only': (i % 9)::INT} AS ms "
      "FROM range(10000) r(i)");
  auto row = [](std::vector<paimon::DataField> f) {
    DataType t;
    t.root = paimon::TypeRoot::Row;
    t.fields = std::move(f);
    return t;
  };
  auto of = [](paimon::TypeRoot root, std::vector<DataType> children) {
    DataType t;
    t.root = root;
    t.children = std::move(children);
    return t;
  };
  using enum paimon::TypeRoot;
  const std::vector<paimon::DataField> fields = {
      {0, "a", of(Array, {ParseDataType("INT")}), {}, {}},
      {1, "aa", of(Array, {of(Array, {ParseDataType("STRING")})}), {}, {}},
      {2, "m", of(Map, {ParseDataType("STRING NOT NULL"), ParseDataType("INT")}), {}, {}},
      {3,
       "s",
       row({{4, "p", ParseDataType("BIGINT"), {}, {}},
            {5, "q", of(Array, {row({{6, "r", ParseDataType("DOUBLE"), {}, {}}})}), {}, {}}}),
       {},
       {}},
      {7, "ms", of(Multiset, {ParseDataType("STRING NOT NULL")}), {}, {}}};
  for (const uint64_t page_bytes : {500, 1 << 20}) {
    ParquetWriteOptions options;
    options.row_group_rows = 4096;
    options.page_bytes = page_bytes;
    Write(fields, options);
    EXPECT_EQ(Differences("SELECT * FROM read_parquet('" + path_ + "')"), 0);
  }
}

TEST_F(ParquetWriterTest, FieldIdsAndRepetitionAreThoseOfPaimon) {
  Run("CREATE TABLE t AS SELECT 1 AS k, [[1]] AS a, MAP {'x': 1} AS m");
  DataType array = ParseDataType("INT");
  for (int i = 0; i < 2; i++) {
    DataType outer;
    outer.root = paimon::TypeRoot::Array;
    outer.children = {array};
    array = outer;
  }
  DataType map;
  map.root = paimon::TypeRoot::Map;
  map.children = {ParseDataType("STRING"), ParseDataType("INT")};
  Write({{0, "k", ParseDataType("INT NOT NULL"), {}, {}}, {3, "a", array, {}, {}}, {4, "m", map, {}, {}}}, {});
  auto rows = Run("SELECT name, repetition_type, field_id FROM parquet_schema('" + path_ + "')");
  std::string seen;
  for (duckdb::idx_t i = 0; i < rows->RowCount(); i++) {
    seen += rows->GetValue(0, i).ToString() + " " + rows->GetValue(1, i).ToString() + " " +
            rows->GetValue(2, i).ToString() + "\n";
  }
  EXPECT_EQ(seen,
            "paimon_schema NULL NULL\n"
            "k REQUIRED 0\n"
            "a OPTIONAL 3\n"
            "list REPEATED NULL\n"
            "element OPTIONAL 536873984\n"
            "list REPEATED NULL\n"
            "element OPTIONAL 536873985\n"
            "m OPTIONAL 4\n"
            "key_value REPEATED NULL\n"
            "key REQUIRED 536866814\n"
            "value OPTIONAL 536875008\n");
}

TEST_F(ParquetWriterTest, ANullInANotNullColumnNamesTheColumn) {
  Run("CREATE TABLE t AS SELECT CASE WHEN i = 77 THEN NULL ELSE i END AS speed FROM range(100) r(i)");
  try {
    Write({{0, "speed", ParseDataType("BIGINT NOT NULL"), {}, {}}}, {});
    FAIL() << "was written";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ErrorCode::InvalidInput);
    EXPECT_NE(std::string(e.what()).find("'speed'"), std::string::npos);
  }
}

TEST_F(ParquetWriterTest, RangesSayWhatWasWritten) {
  Run("CREATE TABLE t AS SELECT (i - 50)::INT AS a, CASE WHEN i < 10 THEN NULL ELSE 'v' || i END AS b, "
      "CASE WHEN i = 3 THEN 'nan'::DOUBLE ELSE i END AS c FROM range(100) r(i)");
  const auto written = Write({{0, "a", ParseDataType("INT"), {}, {}},
                              {1, "b", ParseDataType("STRING"), {}, {}},
                              {2, "c", ParseDataType("DOUBLE"), {}, {}}},
                             {});
  EXPECT_EQ(written.columns[0].min->GetValue<int32_t>(), -50);
  EXPECT_EQ(written.columns[0].max->GetValue<int32_t>(), 49);
  EXPECT_EQ(written.columns[1].nulls, 10);
  EXPECT_EQ(written.columns[1].min->ToString(), "v10");
  EXPECT_EQ(written.columns[1].max->ToString(), "v99");
  EXPECT_FALSE(written.columns[2].min.has_value());
}

TEST_F(ParquetWriterTest, ReleasedMemoryIsTakenAnew) {
  Run("CREATE TABLE t AS SELECT i::BIGINT AS k, 'a string beyond twelve bytes ' || i AS s, CASE WHEN i % 3 = 0 THEN "
      "NULL "
      "ELSE 'v' || (i % 5) END AS d, [i::INT, NULL] AS a FROM range(50000) r(i)");
  DataType array;
  array.root = paimon::TypeRoot::Array;
  array.children = {ParseDataType("INT")};
  const std::vector<paimon::DataField> fields = {{0, "k", ParseDataType("BIGINT"), {}, {}},
                                                 {1, "s", ParseDataType("STRING"), {}, {}},
                                                 {2, "d", ParseDataType("STRING"), {}, {}},
                                                 {3, "a", array, {}, {}}};
  auto file = env::LocalFileSystem().Create(path_);
  ParquetWriter writer(*file, fields, {});
  auto rows = Run("SELECT * FROM t");
  for (int chunks = 1; auto chunk = rows->Fetch(); chunks++) {
    if (chunk->size() == 0) break;
    writer.Write(*chunk);
    if (chunks % 7 == 3) writer.EndRowGroup();
    if (chunks % 7 != 0) continue;
    EXPECT_GT(writer.HeldBytes(), 100'000);
    writer.Release();
    EXPECT_EQ(writer.HeldBytes(), 0);
    writer.Release();  // nothing is left to do
  }
  const auto written = writer.Finish();
  file->Close();
  EXPECT_EQ(written.rows, 50000);
  EXPECT_EQ(written.columns[0].min->GetValue<int64_t>(), 0);
  EXPECT_EQ(written.columns[0].max->GetValue<int64_t>(), 49999);
  EXPECT_EQ(Differences("SELECT * FROM read_parquet('" + path_ + "')"), 0);
}

// Bits that flip on a disk: zstd's checksum of each page makes them an error. Only the few bytes of page headers are
// under no checksum.
TEST_F(ParquetWriterTest, ADamagedPageGivesNoOtherValues) {
  Run("CREATE TABLE t AS SELECT (hash(i) % 1000000)::INT AS a, 'v' || (hash(i) % 100000)::VARCHAR AS s FROM "
      "range(20000) r(i)");
  Write({{0, "a", ParseDataType("INT"), {}, {}}, {1, "s", ParseDataType("STRING"), {}, {}}}, {});
  const auto last_page =
      Run("SELECT max(data_page_offset + total_compressed_size) FROM parquet_metadata('" + path_ + "')")
          ->GetValue(0, 0)
          .GetValue<int64_t>();
  std::ostringstream whole;
  whole << std::ifstream(path_, std::ios::binary).rdbuf();
  std::mt19937_64 random(1);
  int others = 0, errors = 0;
  for (int i = 0; i < 200; i++) {
    std::string bytes = whole.str();
    const size_t at = 4 + random() % (static_cast<size_t>(last_page) - 4);
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
    std::ofstream(path_, std::ios::binary) << bytes;
    try {
      others += Differences("SELECT * FROM read_parquet('" + path_ + "')") != 0;
    } catch (const Error&) {
      errors++;
    }
  }
  EXPECT_EQ(others, 0);
  EXPECT_GT(errors, 190);
}

}  // namespace
}  // namespace tarn::columnar
