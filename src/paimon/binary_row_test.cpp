#include "paimon/binary_row.h"

#include <gtest/gtest.h>

#include <random>

#include "base/bytes.h"
#include "base/error.h"
#include "paimon/hash.h"
#include "paimon/manifest_avro.h"
#include "paimon/partition_path.h"
#include "paimon/schema.h"
#include "testing/recorded_tables.h"

namespace tarn::paimon {
namespace {

std::string Hex(std::string_view bytes) {
  std::string hex;
  for (const char c : bytes) {
    char text[3];
    std::snprintf(text, sizeof text, "%02x", static_cast<uint8_t>(c));
    hex += text;
  }
  return hex;
}

TEST(BinaryRow, Bytes) {
  struct Case {
    const char* type;
    Value value;
    const char* hex;  // after arity 1 and the null bytes
  };
  const Case cases[] = {
      {"INT", int64_t{-2}, "feffffff00000000"},
      {"BIGINT", int64_t{-2}, "feffffffffffffff"},
      {"BOOLEAN", true, "0100000000000000"},
      {"FLOAT", 1.5f, "0000c03f00000000"},
      {"STRING", std::string("abc"), "6162630000000083"},
      {"STRING", std::string(""), "0000000000000080"},
      {"STRING", std::string("abcdefg"), "6162636465666787"},
      {"STRING", std::string("abcdefgh"), "08000000100000006162636465666768"},
      {"STRING", std::string("abcdefghi"), "090000001000000061626364656667686900000000000000"},
      {"DECIMAL(18, 2)", int128_t{-1}, "ffffffffffffffff"},
      {"DECIMAL(19, 2)", int128_t{-1}, "0100000010000000ff000000000000000000000000000000"},
      {"DECIMAL(19, 2)", int128_t{128}, "020000001000000000800000000000000000000000000000"},
      {"TIMESTAMP(3)", TimestampValue{5, 0}, "0500000000000000"},
      {"TIMESTAMP(6)", TimestampValue{5, 7000}, "581b0000100000000500000000000000"},
  };
  for (const auto& [text, value, hex] : cases) {
    SCOPED_TRACE(std::string(text) + " " + hex);
    const auto type = ParseDataType(text);
    const auto bytes = SerializeRow({type}, {value});
    EXPECT_EQ(Hex(bytes), std::string("00000001") + "0000000000000000" + hex);
    EXPECT_EQ(DeserializeRow(bytes, std::vector<DataType>{type}), std::vector<Value>{value});
  }
  EXPECT_EQ(Hex(EmptySerializedRow()), "000000000000000000000000");
}

TEST(BinaryRow, NullsKeepTheRoomOfWideValues) {
  const auto row = [](const char* type) { return Hex(SerializeRow({ParseDataType(type)}, {Value{}}).substr(4)); };
  EXPECT_EQ(row("INT"), "00010000000000000000000000000000");
  EXPECT_EQ(row("DECIMAL(18, 0)"), "00010000000000000000000000000000");
  EXPECT_EQ(row("DECIMAL(19, 0)"), "0001000000000000000000001000000000000000000000000000000000000000");
  EXPECT_EQ(row("TIMESTAMP(6)"), "000100000000000000000000100000000000000000000000");
}

TEST(BinaryRow, NullBitsGrowAt57Fields) {
  for (const int32_t arity : {55, 56, 57, 120, 121}) {
    std::vector<DataType> types(static_cast<size_t>(arity), ParseDataType("INT"));
    std::vector<Value> values(types.size(), Value{int64_t{1}});
    values.back() = {};
    const auto bytes = SerializeRow(types, values);
    EXPECT_EQ(bytes.size() - 4, static_cast<size_t>((arity > 120 ? 24 : arity > 56 ? 16 : 8) + 8 * arity));
    EXPECT_EQ(DeserializeRow(bytes, types), values);
  }
}

// Every statistic, key and partition that Java recorded decodes, and encodes to the same bytes.
TEST(BinaryRow, RecordedRowsComeBackByteByByte) {
  const auto schemas = testing::RecordedFiles("schema", "schema-");
  if (schemas.empty()) GTEST_SKIP() << "no recorded tables under " << testing::RecordedTables();
  size_t rows = 0;
  const auto check = [&](const std::string& bytes, const std::vector<DataField>& fields, bool nullable) {
    const auto values = DeserializeRow(bytes, fields);
    std::vector<DataType> types;
    for (const auto& field : fields) types.push_back(nullable ? field.type.Nullable() : field.type);
    EXPECT_EQ(Hex(SerializeRow(types, values)), Hex(bytes));
    ++rows;
  };
  for (const auto& path : testing::RecordedFiles("manifest", "manifest-")) {
    if (path.filename().string().starts_with("manifest-list")) continue;
    const auto bytes = testing::ReadWholeFile(path);
    SCOPED_TRACE(path);
    const auto table = path.parent_path().parent_path();
    const bool old_writer = bytes.starts_with("ORC");  // its null wide timestamps in statistics took no room
    for (const auto& entry : ReadManifest(bytes)) {
      const auto schema_path = table / "schema" / ("schema-" + std::to_string(entry.file.schema_id));
      if (!std::filesystem::exists(schema_path)) continue;  // a branch has its own schemas
      const auto schema = ParseTableSchema(testing::ReadWholeFile(schema_path));
      check(entry.partition, schema.PartitionFields(), false);
      if (!schema.primary_keys.empty()) {
        const auto keys = schema.FieldsOf(schema.TrimmedPrimaryKeys());
        check(entry.file.min_key, keys, false);
        check(entry.file.key_stats.max_values, keys, true);
      }
      auto fields = entry.file.write_cols ? schema.FieldsOf(*entry.file.write_cols) : schema.fields;
      if (entry.file.value_stats_cols) fields = schema.FieldsOf(*entry.file.value_stats_cols);
      if (fields.size() != entry.file.value_stats.null_counts.size() || old_writer) continue;
      check(entry.file.value_stats.min_values, fields, true);
      check(entry.file.value_stats.max_values, fields, true);
    }
  }
  EXPECT_GT(rows, 500u);
}

// In a table of n buckets each file's bucket must follow from the keys in it.
TEST(Hash, PutsRecordedKeysIntoTheirBuckets) {
  size_t checked = 0;
  for (const auto& path : testing::RecordedFiles("manifest", "manifest-")) {
    if (path.filename().string().starts_with("manifest-list")) continue;
    const auto bytes = testing::ReadWholeFile(path);
    SCOPED_TRACE(path);
    const auto table = path.parent_path().parent_path();
    for (const auto& entry : ReadManifest(bytes)) {
      const auto schema_path = table / "schema" / ("schema-" + std::to_string(entry.file.schema_id));
      if (entry.total_buckets < 2 || !std::filesystem::exists(schema_path)) continue;
      const auto schema = ParseTableSchema(testing::ReadWholeFile(schema_path));
      if (schema.primary_keys.empty() || schema.BucketKeys() != schema.TrimmedPrimaryKeys()) continue;
      for (const auto& key : {entry.file.min_key, entry.file.max_key}) {
        EXPECT_EQ(DefaultBucket(HashRow(std::string_view(key).substr(4)), entry.total_buckets), entry.bucket);
        ++checked;
      }
    }
  }
  if (checked == 0) GTEST_SKIP() << "no recorded tables under " << testing::RecordedTables();
}

TEST(BinaryRow, DamageNeverReadsOutside) {
  const std::vector<DataType> types = {ParseDataType("INT"), ParseDataType("STRING"), ParseDataType("DECIMAL(30, 2)"),
                                       ParseDataType("TIMESTAMP(9)"), ParseDataType("BYTES")};
  const auto good = SerializeRow(types, {int64_t{7}, std::string("a longer text"), int128_t{1} << 80,
                                         TimestampValue{1, 2}, std::string("12345678")});
  std::mt19937 random(7);
  for (size_t size = 0; size < good.size(); ++size) {
    try {
      DeserializeRow(std::string_view(good).substr(0, size), types);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Corruption);
    }
  }
  for (int round = 0; round < 20'000; ++round) {
    auto bad = good;
    for (int flips = 0; flips < 4; ++flips) bad[random() % bad.size()] = static_cast<char>(random());
    try {
      DeserializeRow(bad, types);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Corruption);
    }
  }
}

TEST(PartitionPath, EscapesAndNames) {
  EXPECT_EQ(EscapePathPart("[1]{2}^\\ a/b=c%\"#':*?\x7f\n"),
            "%5B1%5D%7B2%7D%5E%5C a%2Fb%3Dc%25%22%23%27%3A%2A%3F%7F%0A");
  EXPECT_EQ(EscapePathPart("ä ö"), "ä ö");
  EXPECT_EQ(UnescapePathPart("a%2Fb%3d%zz%"), "a/b=%zz%");
  EXPECT_EQ(FileFormatOfName("data-1-0.parquet"), "parquet");
  EXPECT_EQ(FileFormatOfName("data-1-0.zstd.parquet"), "parquet");
  EXPECT_EQ(FileFormatOfName("data-1-0.json.gz"), "json");
  EXPECT_EQ(FileFormatOfName("data-1-0"), "");
  EXPECT_EQ(BucketDirectory(-2), "bucket-postpone");
}

TEST(PartitionPath, ValuesAsJavaNamesThem) {
  struct Case {
    const char* type;
    Value value;
    const char* legacy;
    const char* cast;
  };
  const Case cases[] = {
      {"DATE", int64_t{19724}, "19724", "2024-01-02"},
      {"DATE", Value{}, "__DEFAULT_PARTITION__", "__DEFAULT_PARTITION__"},
      {"STRING", std::string(" "), "__DEFAULT_PARTITION__", "__DEFAULT_PARTITION__"},
      {"BOOLEAN", false, "false", "false"},
      {"DECIMAL(10, 2)", int128_t{-1}, "-0.01", "-0.01"},
      {"TIMESTAMP(3)", TimestampValue{1704103200000, 0}, "2024-01-01T10:00", "2024-01-01 10:00:00.000"},
      {"TIMESTAMP(3)", TimestampValue{-1000, 0}, "1969-12-31T23:59:59", "1969-12-31 23:59:59.000"},
      {"TIMESTAMP(0)", TimestampValue{1704103200000, 0}, "2024-01-01T10:00", "2024-01-01 10:00:00"},
      {"TIME(0)", int64_t{3723000}, "3723000", "01:02:03"},
  };
  PathRules legacy, cast;
  cast.legacy_name = false;
  for (const auto& [type, value, legacy_text, cast_text] : cases) {
    EXPECT_EQ(PartitionValueText(value, ParseDataType(type), legacy), legacy_text);
    EXPECT_EQ(PartitionValueText(value, ParseDataType(type), cast), cast_text);
  }
  TableSchema schema;
  schema.fields = {{0, "d t", ParseDataType("STRING"), {}, {}}, {1, "h", ParseDataType("INT"), {}, {}}};
  schema.partition_keys = {"d t", "h"};
  const auto partition = SerializeRow({schema.fields[0].type, schema.fields[1].type}, {std::string("a/b"), int64_t{3}});
  DataFileMeta file;
  file.file_name = "data-0.parquet";
  EXPECT_EQ(DataFilePath("/t", schema, partition, 2, file, legacy), "/t/d t=a%2Fb/h=3/bucket-2/data-0.parquet");
  EXPECT_THROW(DataFilePath("/t", schema, EmptySerializedRow(), 2, file, legacy), Error);
  file.external_path = "file:///x/data-0.parquet";
  EXPECT_EQ(DataFilePath("/t", schema, partition, 2, file, legacy), "/x/data-0.parquet");
}

// Every live data file of the recorded tables lies where we look for it.
TEST(PartitionPath, FindsRecordedFiles) {
  size_t found = 0;
  for (const auto& path : testing::RecordedFiles("manifest", "manifest-")) {
    if (path.filename().string().starts_with("manifest-list")) continue;
    const auto bytes = testing::ReadWholeFile(path);
    const auto table = path.parent_path().parent_path();
    for (const auto& entry : ReadManifest(bytes)) {
      const auto schema_path = table / "schema" / ("schema-" + std::to_string(entry.file.schema_id));
      if (!std::filesystem::exists(schema_path) || entry.kind == FileKind::Delete || entry.file.external_path) continue;
      if (table.filename() == "append_table_with_tag") continue;  // only its metadata was kept
      const auto schema = ParseTableSchema(testing::ReadWholeFile(schema_path));
      const auto file = DataFilePath(table.string(), schema, entry.partition, entry.bucket, entry.file,
                                     PathRules::FromOptions(schema.options));
      EXPECT_TRUE(std::filesystem::exists(file)) << file;
      ++found;
    }
  }
  if (found == 0) GTEST_SKIP() << "no recorded tables under " << testing::RecordedTables();
}

}  // namespace
}  // namespace tarn::paimon
