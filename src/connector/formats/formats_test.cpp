// What csv and json read as which value. The answers are those of a real Flink 2.2.1.
#include <gtest/gtest.h>

#include "base/error.h"
#include "columnar/type_mapping.h"
#include "connector/formats/format.h"
#include "connector/formats/java_escapes.h"
#include "connector/formats/value_text.h"

namespace tarn::connector {
namespace {

using Given = std::map<std::string, std::string>;

struct Case {
  std::string type, text, expected;
};

const std::string kRefused = "refused";

/// The rows of a record, separated by '; ', their fields by '|'.
std::string Decode(const std::string& format, const std::string& row_type, const std::string& record,
                   const Given& given = {}, const std::vector<bool>& wanted = {}) {
  const auto& entry = FindFormat(format);
  const auto row = paimon::ParseDataType("ROW<" + row_type + ">");
  const auto decoder =
      entry.make_decoder(row.fields, wanted.empty() ? std::vector<bool>(row.fields.size(), true) : wanted,
                         Options("table", entry.options, given));
  columnar::ChangeBatch batch;
  columnar::Initialize(batch, columnar::VectorTypes(row.fields));
  columnar::RowAppender rows(batch);
  if (decoder->Decode(record, rows)) {
    EXPECT_EQ(batch.size(), 0u) << record;
    return kRefused;
  }
  EXPECT_GE(decoder->MostRows(record), batch.size()) << record;
  std::string text;
  const columnar::ChunkView view(batch.chunk);
  for (size_t i = 0; i < batch.size(); i++) {
    for (size_t column = 0; column < row.fields.size(); column++) {
      if (i + column > 0) text += column == 0 ? "; " : "|";
      if (view.IsNull(column, i)) {
        text += "NULL";
      } else {
        WriteValue(columnar::RowView(view, i), column, row.fields[column].type, TimestampStyle::Sql, text);
      }
    }
  }
  return text;
}

std::string Json(const std::string& type, const std::string& value, const Given& given = {}) {
  return Decode("json", "a " + type, R"({"a":)" + value + "}", given);
}
std::string Csv(const std::string& type, const std::string& field) { return Decode("csv", "a " + type, field); }

void ExpectJson(const std::vector<Case>& cases, const Given& given = {}) {
  for (const auto& [type, text, expected] : cases)
    EXPECT_EQ(Json(type, text, given), expected) << text << " as " << type;
}
void ExpectCsv(const std::vector<Case>& cases) {
  for (const auto& [type, text, expected] : cases) EXPECT_EQ(Csv(type, text), expected) << text << " as " << type;
}

TEST(JsonFormatTest, IntegersOfNumbers) {
  for (const std::string type : {"TINYINT", "SMALLINT"})
    ExpectJson({{type, "1.5", kRefused}, {type, "-1.5", kRefused}, {type, "1.0", kRefused}, {type, "1e2", kRefused}});
  for (const std::string type : {"INT", "BIGINT"})
    ExpectJson({{type, "1.5", "1"},
                {type, "-1.5", "-1"},
                {type, "1e2", "100"},
                {type, "-0.0", "0"},
                {type, "1e19", kRefused}});
  for (const std::string type : {"TINYINT", "SMALLINT", "INT", "BIGINT"})
    ExpectJson({{type, "-0", "0"},
                {type, "01", kRefused},
                {type, "-01", kRefused},
                {type, "1.", kRefused},
                {type, "+1", kRefused},
                {type, "1x", kRefused},
                {type, "true", kRefused},
                {type, "9223372036854775808", kRefused}});
  ExpectJson({{"TINYINT", "127", "127"},
              {"TINYINT", "128", kRefused},
              {"TINYINT", "-129", kRefused},
              {"SMALLINT", "32768", kRefused},
              {"INT", "2147483647", "2147483647"},
              {"INT", "2147483648", kRefused},
              {"INT", "2147483647.5", kRefused},
              {"INT", "1e400", kRefused},
              {"BIGINT", "2147483647.5", "2147483647"},
              {"BIGINT", "9223372036854775807.5", "9223372036854775807"}});
}

TEST(JsonFormatTest, IntegersOfTexts) {
  for (const std::string type : {"TINYINT", "SMALLINT", "INT", "BIGINT"})
    ExpectJson({{type, R"(" 7 ")", "7"},
                {type, R"("+7")", "7"},
                {type, R"("007")", "7"},
                {type, R"("1.5")", kRefused},
                {type, R"("1e2")", kRefused},
                {type, R"("")", kRefused}});
}

TEST(JsonFormatTest, Dates) {
  ExpectJson({{"DATE", R"("2024-01-31")", "2024-01-31"},
              {"DATE", R"("2024-1-1")", kRefused},
              {"DATE", R"(" 2024-01-01")", kRefused},
              {"DATE", R"("2024-02-30")", kRefused},
              {"DATE", R"("+12345-01-01")", "+12345-01-01"},
              {"DATE", R"("12345-01-01")", kRefused},
              {"DATE", R"("+2024-01-01")", kRefused},
              {"DATE", R"("-0001-01-01")", "-0001-01-01"},
              {"DATE", R"("-0000-01-01")", kRefused},
              {"DATE", R"("0000-01-01")", "0000-01-01"},
              {"DATE", "19723", kRefused}});
}

TEST(JsonFormatTest, Times) {
  ExpectJson({{"TIME(0)", R"("10:00:00")", "10:00:00"},
              {"TIME(0)", R"("10:00")", kRefused},
              {"TIME(0)", R"("1:2:3")", kRefused},
              {"TIME(0)", R"(" 10:00:00")", kRefused},
              {"TIME(0)", R"("10:00:00.")", "10:00:00"},
              {"TIME(0)", R"("10:00:00.5")", "10:00:00"},
              {"TIME(0)", R"("10:00:00.1234567891")", kRefused},
              {"TIME(0)", R"("24:00:00")", "00:00:00"},
              {"TIME(0)", R"("24:00:01")", kRefused},
              {"TIME(0)", R"("10:00:60")", kRefused},
              {"TIME(3)", R"("10:00:00.1239")", "10:00:00.123"}});
}

TEST(JsonFormatTest, Timestamps) {
  for (const auto& [type, z] :
       std::vector<std::pair<std::string, std::string>>{{"TIMESTAMP(3)", ""}, {"TIMESTAMP_LTZ(3)", "Z"}}) {
    const auto expect = [&, type = type, z = z](const std::string& text, const std::string& expected) {
      EXPECT_EQ(Json(type, '"' + text + z + '"'), expected == kRefused ? kRefused : expected + z) << type << text;
    };
    expect("2024-01-01 00:00", kRefused);
    expect("2024-01-01", kRefused);
    expect("2024-1-1 00:00:00", kRefused);
    expect("2024-01-01 1:2:3", kRefused);
    expect(" 2024-01-01 00:00:00", kRefused);
    expect("2024-01-01T00:00:00", kRefused);
    expect("2024-01-32 00:00:00", kRefused);
    expect("2024-01-01 24:00:01", kRefused);
    expect("12345-01-01 00:00:00", kRefused);
    expect("2024-01-01 00:00:00.1239", "2024-01-01 00:00:00.123");
    expect("2024-01-01 00:00:00.", "2024-01-01 00:00:00");
    expect("2024-02-30 00:00:00", "2024-02-29 00:00:00");
    expect("2023-02-31 01:02:03.5", "2023-02-28 01:02:03.5");
    expect("2024-04-31 00:00:00", "2024-04-30 00:00:00");
    expect("2024-12-31 24:00:00", "2025-01-01 00:00:00");
    expect("+12345-01-01 00:00:00", "+12345-01-01 00:00:00");
  }
  ExpectJson({{"TIMESTAMP_LTZ(3)", R"("2024-01-01 00:00:00")", kRefused},
              {"TIMESTAMP_LTZ(3)", R"("2024-01-01 00:00:00z")", kRefused},
              {"TIMESTAMP(3)", R"("2024-01-01 00:00:00Z")", kRefused}});
}

// A TIMESTAMP is read strictly, a TIMESTAMP_LTZ as in SQL.
TEST(JsonFormatTest, TimestampsOfIso8601) {
  ExpectJson({{"TIMESTAMP(3)", R"("2024-01-01T00:00")", "2024-01-01 00:00:00"},
              {"TIMESTAMP(3)", R"("2024-01-01t00:00:00")", "2024-01-01 00:00:00"},
              {"TIMESTAMP(3)", R"("2024-01-01 00:00:00")", kRefused},
              {"TIMESTAMP(3)", R"("2024-02-30T00:00:00")", kRefused},
              {"TIMESTAMP(3)", R"("2024-01-01T24:00:00")", kRefused},
              {"TIMESTAMP(3)", R"("2024-01-01T1:2:3")", kRefused},
              {"TIMESTAMP_LTZ(3)", R"("2024-01-01T00:00Z")", "2024-01-01 00:00:00Z"},
              {"TIMESTAMP_LTZ(3)", R"("2024-01-01t00:00:00Z")", kRefused},
              {"TIMESTAMP_LTZ(3)", R"("2024-02-30T00:00:00Z")", "2024-02-29 00:00:00Z"},
              {"TIMESTAMP_LTZ(3)", R"("2024-01-01T24:00:00Z")", "2024-01-02 00:00:00Z"},
              {"TIMESTAMP_LTZ(3)", R"("2024-01-01T00:00:00+01:00")", kRefused}},
             {{"json.timestamp-format.standard", "ISO-8601"}});
}

TEST(JsonFormatTest, FloatingPointNumbers) {
  for (const std::string type : {"FLOAT", "DOUBLE"})
    ExpectJson({{type, R"("1d")", "1.0"},         {type, R"("1F")", "1.0"},
                {type, R"("-1e1f")", "-10.0"},    {type, R"("0x1p3")", "8.0"},
                {type, R"("-0x1.8p1d")", "-3.0"}, {type, R"("0x1")", kRefused},
                {type, R"("1.")", "1.0"},         {type, R"(".5")", "0.5"},
                {type, R"("+1")", "1.0"},         {type, R"("+-1")", kRefused},
                {type, R"(" 1 ")", "1.0"},        {type, R"("NaN")", "NaN"},
                {type, R"("NaNd")", kRefused},    {type, R"("nan")", kRefused},
                {type, R"("inf")", kRefused},     {type, R"("-Infinity")", "-Infinity"},
                {type, R"("1e")", kRefused},      {type, R"("d")", kRefused},
                {type, R"("1dd")", kRefused},     {type, R"("")", kRefused},
                {type, "1e400", "Infinity"},      {type, "01", kRefused},
                {type, "1.", kRefused},           {type, ".5", kRefused},
                {type, "NaN", kRefused},          {type, "1d", kRefused},
                {type, "true", kRefused}});
}

TEST(JsonFormatTest, Decimals) {
  ExpectJson({{"DECIMAL(6, 2)", R"(" 1.5 ")", "1.50"},
              {"DECIMAL(6, 2)", R"("1d")", kRefused},
              {"DECIMAL(6, 2)", "1.005", "1.01"},
              {"DECIMAL(6, 2)", R"("1e2000")", "NULL"},
              {"DECIMAL(6, 2)", R"("1e-2000")", "0.00"},
              {"DECIMAL(6, 2)", R"("0e2000")", "0.00"}});
}

TEST(JsonFormatTest, BytesAreOfStringsOnly) {
  ExpectJson({{"BYTES", R"("eA==")", "eA=="},
              {"BYTES", R"(" eA==\n")", "eA=="},
              {"BYTES", R"("eA")", kRefused},
              {"BYTES", "1234", kRefused},
              {"BYTES", "true", kRefused}});
}

TEST(JsonFormatTest, Strings) {
  ExpectJson({{"STRING", "1.10", "1.10"},
              {"STRING", "01", kRefused},
              {"STRING", "truex", kRefused},
              {"STRING", "nulx", kRefused},
              {"STRING", R"("x \ud83d y")", "x ? y"},
              {"STRING", R"("\ud83d\ud83d\ude00")", "?\U0001F600"},
              {"STRING", R"("\udc00\\ud83d")", R"(?\ud83d)"},
              {"STRING", R"("\uD83Dx")", "?x"},
              {"STRING", R"("\ud83d\n")", "?\n"},
              {"STRING", "\"x\x01\ty\"", "x\x01\ty"},
              {"STRING", R"("\x")", kRefused},
              {"STRING", R"("\u00")", kRefused},
              {"STRING", R"({"x": 1.10, "y":1e5, "x":2})", R"({"x":2,"y":100000.0})"},
              {"STRING", R"(["\u0041/\/ \u00e9", 1E2, 100000000000000000000])",
               "[\"A// \u00e9\",100.0,100000000000000000000]"},
              {"STRING", "[1.0E-7,1e400,-0,-0.0,1e10]", R"([1.0E-7,"Infinity",0,-0.0,1.0E10])"},
              {"STRING", R"({"\ud83d":"\ud83d"})", R"({"?":"?"})"},
              {"STRING", "{\"x\":[\"\t\",true,null]}", R"({"x":["\t",true,null]})"},
              {"MAP<STRING, INT>", R"({"\ud83d":1})", "{?=1}"}});
}

TEST(JsonFormatTest, WhatNobodyReadsIsJsonToo) {
  for (const std::string broken : {"01", "tru", "[1 2]", R"("\q")", "{]", "[1,]", R"({"x":1,})", "NaN", "[[1.]]"}) {
    EXPECT_EQ(Decode("json", "a INT", R"({"a":1,"c":)" + broken + "}"), kRefused) << broken;
    EXPECT_EQ(Decode("json", "a INT", R"({"c":)" + broken + R"(,"a":1})"), kRefused) << broken;
    EXPECT_EQ(Decode("json", "a INT, c STRING", R"({"c":)" + broken + R"(,"a":1})", {}, {true, false}), kRefused);
    EXPECT_EQ(Decode("json", "r ROW<a INT>", R"({"r":{"c":)" + broken + "}}"), kRefused) << broken;
  }
  EXPECT_EQ(Decode("json", "a INT", "{\"c\":[{\"\\ud83d\":[-1.5e+3,\"\t\",null]}],\"a\":1}"), "1");
}

// Without a limit the stack would end.
TEST(JsonFormatTest, NestingHasALimit) {
  const auto nested = [](size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  for (const std::string columns : {"a STRING", "b INT"}) {
    EXPECT_NE(Decode("json", columns, R"({"a":)" + nested(999) + "}"), kRefused) << columns;
    EXPECT_EQ(Decode("json", columns, R"({"a":)" + nested(1000) + "}"), kRefused) << columns;
    EXPECT_EQ(Decode("json", columns, R"({"a":)" + nested(1'000'000) + "}"), kRefused) << columns;
  }
}

TEST(JsonFormatTest, AnArrayIsARowForEachObject) {
  EXPECT_EQ(Decode("json", "a INT", R"([{"a":1}])"), "1");
  EXPECT_EQ(Decode("json", "a INT", "[]"), "");
  EXPECT_EQ(Decode("json", "a INT", R"( [{"a":1,"b":{}}, {"a":2}, {}])"), "1; 2; NULL");
  for (const std::string bad : {R"([{"a":1},null])", "[1]", R"([[{"a":1}]])", R"([{"a":1},{"a":"x"}])", R"([{"a":1})",
                                R"([{"a":1}] x)", "1", "null", R"("a")"})
    EXPECT_EQ(Decode("json", "a INT", bad), kRefused) << bad;
  const Given ignore = {{"json.ignore-parse-errors", "true"}};
  EXPECT_EQ(Decode("json", "a INT", R"([1,{"a":2},null,{"a":"x"}])", ignore), "2; NULL");
  EXPECT_EQ(Decode("json", "a INT", R"([{"a":1},x)", ignore), kRefused);
  std::string many = "[{}";
  for (size_t i = 1; i < STANDARD_VECTOR_SIZE; i++) many += ",{}";
  EXPECT_NE(Decode("json", "a INT", many + "]"), kRefused);
  EXPECT_EQ(Decode("json", "a INT", many + ",{}]"), kRefused);
}

TEST(CsvFormatTest, Values) {
  for (const std::string type : {"TINYINT", "SMALLINT", "INT", "BIGINT"})
    ExpectCsv(
        {{type, "01", "1"}, {type, " 7 ", "7"}, {type, "+7", "7"}, {type, "1.5", kRefused}, {type, "1e2", kRefused}});
  ExpectCsv({{"DATE", "2024-1-1", "2024-01-01"},
             {"DATE", " 2024-01-01", kRefused},
             {"DATE", "12345-01-01", kRefused},
             {"DATE", "+12345-01-01", "+12345-01-01"},
             {"DATE", "-0001-01-01", "-0001-01-01"},
             {"TIME(0)", "10:00", "10:00:00"},
             {"TIME(0)", "1:2:3", kRefused},
             {"TIME(0)", "24:00:00", kRefused},
             {"TIME(0)", "10:00:00 ", kRefused},
             {"TIME(3)", "10:00:00.1239", "10:00:00.123"},
             {"TIMESTAMP(3)", "2024-01-01 00:00", kRefused},
             {"TIMESTAMP(3)", "2024-02-30 00:00:00", "2024-02-29 00:00:00"},
             {"TIMESTAMP(3)", "2024-01-01 24:00:00", "2024-01-02 00:00:00"},
             {"TIMESTAMP(3)", " 2024-01-01 00:00:00 ", "2024-01-01 00:00:00"},
             {"TIMESTAMP(3)", "2024-01-01 1:2:3", kRefused},
             {"TIMESTAMP(3)", "1:2:3", kRefused},
             {"TIMESTAMP_LTZ(3)", "2024-02-30 00:00:00Z", "2024-02-29 00:00:00Z"},
             {"TIMESTAMP_LTZ(3)", "2024-01-01 00:00:00", kRefused},
             {"DOUBLE", "1d", "1.0"},
             {"FLOAT", "1f", "1.0"},
             {"DOUBLE", "1L", kRefused},
             {"DECIMAL(6, 2)", " 1.5", kRefused},
             {"DECIMAL(6, 2)", "+1.5", "1.50"},
             {"BOOLEAN", " true ", "true"}});
}

TEST(CsvFormatTest, BlankLinesAreRecordsOfOneEmptyField) {
  const Given ignore = {{"csv.ignore-parse-errors", "true"}};
  EXPECT_EQ(Decode("csv", "a STRING", ""), "");
  EXPECT_EQ(Decode("csv", "a INT", ""), kRefused);
  EXPECT_EQ(Decode("csv", "a INT", "", ignore), "NULL");
  EXPECT_EQ(Decode("csv", "a STRING, b STRING", ""), kRefused);
  EXPECT_EQ(Decode("csv", "a INT, b STRING", "", ignore), "NULL|NULL");
}

TEST(CsvFormatTest, NestedValues) {
  const Given ignore = {{"csv.ignore-parse-errors", "true"}}, empty_is_null = {{"csv.null-literal", ""}};
  const std::string row = "r ROW<a INT, b STRING>";
  struct Nested {
    std::string type, field, strict, lenient;
  };
  for (const auto& [type, field, strict, lenient] : std::vector<Nested>{
           {"a ARRAY<INT>", "1;2; 3", "[1, 2, 3]", "[1, 2, 3]"},
           {"a ARRAY<INT>", "1;x", kRefused, "[1, null]"},
           {"a ARRAY<INT>", ";", kRefused, "[null, null]"},
           {"a ARRAY<INT>", "", "[]", "[]"},
           {row, "1;a", "(1, a)", "(1, a)"},
           {row, "x;a", kRefused, "(null, a)"},
           {row, "1", kRefused, "(1, null)"},
           {row, "1;a;b", "(1, a)", "(1, a)"},
           {row, ";", kRefused, "(null, )"},
           {row, "", "NULL", "NULL"},
       }) {
    EXPECT_EQ(Decode("csv", type, field), strict) << field << " as " << type;
    EXPECT_EQ(Decode("csv", type, field, ignore), lenient) << field << " as " << type;
  }
  EXPECT_EQ(Decode("csv", "a ARRAY<STRING>", "", empty_is_null), "[]");
  EXPECT_EQ(Decode("csv", "a ARRAY<STRING>", "x;", empty_is_null), "[x, null]");
  EXPECT_EQ(Decode("csv", "a STRING", "", empty_is_null), "NULL");
  const Given literal = {{"csv.null-literal", "\\N"}};
  EXPECT_EQ(Decode("csv", row, "\\N", literal), "NULL");
  EXPECT_EQ(Decode("csv", "a ARRAY<INT>", "\\N", literal), "NULL");
  EXPECT_EQ(Decode("csv", row, "\\N;b", literal), "(null, b)");
}

TEST(CsvFormatTest, BlanksMayStandBeforeAComment) {
  const Given comments = {{"csv.allow-comments", "true"}};
  EXPECT_EQ(Decode("csv", "a STRING", " # no row", comments), "");
  EXPECT_EQ(Decode("csv", "a STRING", "x # no comment", comments), "x # no comment");
  EXPECT_EQ(Decode("csv", "a STRING", " # a row"), " # a row");
}

TEST(CsvFormatTest, OnlyTheFieldDelimiterIsUnescaped) {
  const auto split = [](const std::string& delimiter, const std::string& line) {
    return Decode("csv", "a INT, z STRING", line, {{"csv.field-delimiter", delimiter}});
  };
  EXPECT_EQ(split("\\u0001", "1\x01z"), "1|z");
  EXPECT_EQ(split("\x01", "1\x01z"), "1|z");
  EXPECT_EQ(split("\\t", "1\tz"), "1|z");
  EXPECT_EQ(split("\\001", "1\x01z"), "1|z");
  EXPECT_EQ(split("\\uu007c", "1|z"), "1|z");
  EXPECT_EQ(split("\\\\", "1\\z"), "1|z");
  EXPECT_EQ(split("\\|", "1|z"), "1|z");
  for (const char* bad : {"\\u7c", "||", "\\u0001x", "", "\\", "\\n", "\\u00a7"})
    EXPECT_THROW(split(bad, ""), Error) << bad;
  for (const char* option : {"csv.quote-character", "csv.escape-character"})
    EXPECT_THROW(Decode("csv", "a INT", "1", {{option, "\\t"}}), Error) << option;
  EXPECT_EQ(Decode("csv", "a ARRAY<INT>", "1\\t2", {{"csv.array-element-delimiter", "\\t"}}), "[1, 2]");
}

TEST(JavaEscapesTest, AsCommonsTextReadsThem) {
  EXPECT_EQ(UnescapeJava("a\\b\\n\\t\\f\\r\\\"\\'\\\\\\x"), "a\b\n\t\f\r\"'\\x");
  EXPECT_EQ(UnescapeJava("\\u0041\\u+00e9\\uuu20AC"), "A\u00e9\u20ac");
  EXPECT_EQ(UnescapeJava("\\1010\\477\\8"), "A0'78");
  EXPECT_EQ(UnescapeJava("a\\"), "a");
  for (const char* bad : {"\\u", "\\u12", "\\u12g4", "\\ud83d"}) EXPECT_FALSE(UnescapeJava(bad)) << bad;
}

}  // namespace
}  // namespace tarn::connector
