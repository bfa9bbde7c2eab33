// Whole row groups hold what DuckDB's reader gives, whatever the types, encodings, page versions and codecs; damage is
// an error or does not show.
#include "columnar/row_group_reader.h"

#include <gtest/gtest.h>

#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <filesystem>
#include <fstream>
#include <random>

#include "base/error.h"
#include "columnar/duckdb_file_system.h"
#include "columnar/parquet_writer.h"
#include "columnar/type_mapping.h"

namespace tarn::columnar {
namespace {

using paimon::DataField;
using paimon::ParseDataType;

DataField Field(int32_t id, const char* name, const char* type) { return {id, name, ParseDataType(type), {}, {}}; }

const std::vector<DataField> kFields = {
    Field(0, "tiny", "TINYINT"),        Field(1, "num", "INT"),          Field(2, "big", "BIGINT"),
    Field(3, "real", "FLOAT"),          Field(4, "dbl", "DOUBLE"),       Field(5, "day", "DATE"),
    Field(6, "dec", "DECIMAL(9, 2)"),   Field(7, "few", "STRING"),       Field(8, "many", "STRING"),
    Field(9, "raw", "BYTES"),           Field(10, "ms", "TIMESTAMP(3)"), Field(11, "us", "TIMESTAMP_LTZ(6)"),
    Field(12, "ns", "TIMESTAMP(9)"),    Field(13, "yes", "BOOLEAN"),     Field(14, "list", "ARRAY<INT>"),
    Field(15, "always", "INT NOT NULL")};

/// `nulls`: one in so many values is NULL; 0: none.
std::string Query(int rows, int nulls) {
  const auto value = [&](int column, const std::string& what) {
    if (nulls == 0) return what;
    return "CASE WHEN hash(i, " + std::to_string(column) + ") % " + std::to_string(nulls) + " = 0 THEN NULL ELSE " +
           what + " END";
  };
  return "SELECT " + value(0, "(i % 100)::TINYINT") + " \"tiny\", " + value(1, "(i * 7 % 1000)::INT") + " num, " +
         value(2, "i * 1000000007") + " big, " + value(3, "(i % 360)::FLOAT") + " \"real\", " + value(4, "i / 7") +
         " dbl, " + value(5, "DATE '1969-01-01' + (i % 900)::INT") + " \"day\", " +
         value(6, "(i % 5000 / 100)::DECIMAL(9,2)") + " \"dec\", " + value(7, "'one of five, number ' || i % 5") +
         " \"few\", " + value(8, "repeat('x', (i % 23)::INT) || i") + " \"many\", " +
         value(9, "(chr((i % 20 + 65)::INT) || '\\xFF\\x00')::BLOB") + " \"raw\", " +
         value(10, "make_timestamp((i * 1000 - 5000) * 1000)") + " \"ms\", " +
         value(11, "make_timestamp(i * 11 - 70)::TIMESTAMPTZ") + " \"us\", " +
         value(12, "make_timestamp_ns(i * 17 - 90)") + " \"ns\", " + value(13, "i % 3 = 0") + " \"yes\", " +
         value(14, "[i::INT, NULL, (i % 3)::INT]") + " \"list\", (i % 10)::INT \"always\" FROM range(" +
         std::to_string(rows) + ") t(i)";
}

class RowGroupReaderTest : public ::testing::Test {
 protected:
  RowGroupReaderTest() : db_(nullptr), sql_(db_) {
    db_.GetFileSystem().RegisterSubSystem(NewDuckDbFileSystem(env::LocalFileSystem()));
    sql_.Query("SET threads = 1");
    sql_.Query("SET TimeZone = 'UTC'");
    folder_ = std::filesystem::temp_directory_path() / ("tarn_rg_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~RowGroupReaderTest() override { std::filesystem::remove_all(folder_); }

  /// A new name each time: DuckDB keeps bytes of a file that changes within a second.
  std::string NewPath() { return (folder_ / (std::to_string(files_++) + ".parquet")).string(); }

  std::string Write(const std::string& query, const ParquetWriteOptions& options) {
    const auto path = NewPath();
    auto file = env::LocalFileSystem().Create(path);
    ParquetWriter writer(*file, kFields, options);
    auto rows = sql_.Query(query);
    if (rows->HasError()) throw std::runtime_error(rows->GetError());
    while (auto chunk = rows->Fetch()) {
      if (chunk->size() == 0) break;
      writer.Write(*chunk);
    }
    writer.Finish();
    file->Close();
    return path;
  }

  /// By DuckDB's own writer.
  std::string Copy(const std::string& query, const std::string& options) {
    const auto path = NewPath();
    auto done = sql_.Query("COPY (" + query + ") TO '" + path + "' (FORMAT parquet, " + options + ")");
    if (done->HasError()) throw std::runtime_error(done->GetError());
    return path;
  }

  static DataFileRequest Request(const std::string& path, const std::vector<DataField>& fields = kFields) {
    DataFileRequest request;
    request.path = path;
    request.file = request.wanted = fields;
    return request;
  }

  static void AddRow(std::string& text, duckdb::DataChunk& chunk, size_t row) {
    for (size_t c = 0; c < chunk.ColumnCount(); c++) text += chunk.GetValue(c, row).ToString() + "|";
    text += "\n";
  }

  std::string ByDuckDb(const std::string& path, const std::vector<DataField>& fields = kFields) {
    DataFileReader reader(*sql_.context, Request(path, fields));
    duckdb::DataChunk chunk;
    std::string text;
    while (reader.Read(chunk))
      for (size_t row = 0; row < chunk.size(); row++) AddRow(text, chunk, row);
    return text;
  }

  /// Columns whose codes were kept are in coded_ then, and the number of rows in rows_.
  std::string ByRowGroups(const std::string& path, const std::vector<DataField>& fields = kFields) {
    RowGroupReader reader(*sql_.context, Request(path, fields));
    const auto types = VectorTypes(fields);
    std::string text;
    coded_.clear();
    rows_ = 0;
    for (size_t g = 0; g < reader.file().row_group_count(); g++) {
      duckdb::DataChunk rows;
      rows.Initialize(duckdb::Allocator::DefaultAllocator(), types,
                      static_cast<duckdb::idx_t>(reader.file().RowsOf(g)) + STANDARD_VECTOR_SIZE);
      std::vector<CodedColumn> coded(types.size());
      reader.Read(g, rows, coded);
      for (size_t c = 0; c < coded.size(); c++) {
        if (!coded[c].in_use) continue;
        coded_.insert(fields[c].name);
        Decode(coded[c], rows.size(), rows.data[c]);
      }
      for (size_t row = 0; row < rows.size(); row++) AddRow(text, rows, row);
      rows_ += rows.size();
    }
    return text;
  }

  duckdb::DuckDB db_;
  duckdb::Connection sql_;
  std::filesystem::path folder_;
  int files_ = 0;
  std::set<std::string> coded_;
  size_t rows_ = 0;
};

TEST_F(RowGroupReaderTest, HoldsWhatDuckDbReads) {
  for (const auto codec : {ParquetCodec::None, ParquetCodec::Snappy, ParquetCodec::Zstd, ParquetCodec::Lz4}) {
    for (const bool plain : {false, true}) {
      for (const int nulls : {0, 4}) {
        ParquetWriteOptions options;
        options.codec = codec;
        options.plain_only = plain;
        options.row_group_rows = 4096;
        options.page_bytes = 10'000;
        const auto path = Write(Query(5000, nulls), options);
        SCOPED_TRACE(path + ", codec " + std::to_string(static_cast<int>(codec)) + (plain ? ", plain" : "") +
                     (nulls ? ", with NULLs" : ""));
        ASSERT_EQ(ByRowGroups(path), ByDuckDb(path));
        const bool can = !plain && codec != ParquetCodec::Lz4;
        EXPECT_EQ(coded_.contains("few"), can);
        EXPECT_EQ(coded_.contains("real"), can);
        EXPECT_FALSE(coded_.contains("many")) << "its dictionary would be as long as the column";
      }
    }
  }
}

TEST_F(RowGroupReaderTest, HoldsWhatOtherWritersWrite) {
  for (const std::string version : {"V1", "V2"}) {
    for (const std::string codec : {"uncompressed", "snappy", "zstd", "gzip"}) {
      for (const int nulls : {0, 3}) {
        const auto path =
            Copy(Query(4000, nulls), "PARQUET_VERSION " + version + ", COMPRESSION " + codec + ", ROW_GROUP_SIZE 2500");
        SCOPED_TRACE(version + ", " + codec + (nulls ? ", with NULLs" : ""));
        // Its own names for types: DECIMAL(9,2) and TIMESTAMP(3) are the same bytes as ours, nanoseconds are not.
        auto fields = kFields;
        std::erase_if(fields, [](const auto& field) { return field.name == "ns" || field.name == "ms"; });
        ASSERT_EQ(ByRowGroups(path, fields), ByDuckDb(path, fields));
      }
    }
  }
}

TEST_F(RowGroupReaderTest, NullsAloneAndNoRowsAtAll) {
  std::string all_null = "SELECT ";
  for (const auto& field : kFields)
    all_null += field.name == "always" ? "1 \"always\""
                                       : "NULL::" + VectorType(field.type).ToString() + " \"" + field.name + "\", ";
  for (const auto codec : {ParquetCodec::None, ParquetCodec::Zstd}) {
    ParquetWriteOptions options;
    options.codec = codec;
    const auto path = Write(all_null + " FROM range(3000)", options);
    EXPECT_EQ(ByRowGroups(path), ByDuckDb(path));
    EXPECT_EQ(ByRowGroups(Write(Query(0, 0), options)), "");
  }
}

TEST_F(RowGroupReaderTest, ColumnsThatTheFileDoesNotHaveAsWanted) {
  const auto path = Write(Query(5000, 5), {});
  auto request = Request(path);
  request.wanted = {Field(30, "new", "INT"), Field(1, "renamed", "BIGINT"), Field(2, "big", "BIGINT")};
  RowGroupReader reader(*sql_.context, request);
  duckdb::DataChunk rows;
  rows.Initialize(duckdb::Allocator::DefaultAllocator(), VectorTypes(request.wanted), 5000 + STANDARD_VECTOR_SIZE);
  std::vector<CodedColumn> coded(3);
  reader.Read(0, rows, coded);
  ASSERT_EQ(rows.size(), 5000u);
  DataFileReader other(*sql_.context, request);
  duckdb::DataChunk chunk;
  size_t at = 0;
  for (; other.Read(chunk); at += chunk.size())
    for (size_t row = 0; row < chunk.size(); row++)
      for (size_t c = 0; c < 3; c++)
        ASSERT_EQ(rows.GetValue(c, at + row).ToString(), chunk.GetValue(c, row).ToString()) << at + row << ", " << c;
}

TEST_F(RowGroupReaderTest, DamageIsAnErrorThatNamesTheFileAndColumn) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  ParquetWriteOptions options;
  options.codec = ParquetCodec::None;  // every byte of a page is looked at
  options.page_bytes = 2000;
  int refused = 0;
  for (const bool plain : {true, false}) {
    options.plain_only = plain;
    auto fields = kFields;  // those that are decoded here
    std::erase_if(fields, [&](const auto& field) {
      static const std::set<std::string> ours = {"num", "big", "real", "dbl", "day", "few", "many", "raw", "ms", "us"};
      static const std::set<std::string> coded = {"num", "big", "real", "dbl", "day", "few", "raw", "ms", "us"};
      return !(plain ? ours : coded).contains(field.name);
    });
    const auto path = Write(Query(600, 5), options);
    std::ifstream in(path, std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(in)), {});
    for (int round = 0; round < 300; round++) {
      auto bytes = whole;
      for (int i = 0; i < 3; i++) bytes[4 + random() % (bytes.size() * 3 / 4)] = static_cast<char>(random());
      const auto damaged = NewPath();
      std::ofstream(damaged, std::ios::binary) << bytes;
      try {
        ByRowGroups(damaged, fields);
        EXPECT_EQ(rows_, 600u);
      } catch (const Error& e) {
        refused++;
        EXPECT_NE(std::string(e.what()).find(damaged), std::string::npos) << e.what();
        EXPECT_TRUE(e.code() == ErrorCode::Corruption || e.code() == ErrorCode::Unsupported) << e.what();
      }
      std::filesystem::remove(damaged);
    }
  }
  EXPECT_GT(refused, 20);
}

}  // namespace
}  // namespace tarn::columnar
