#include "paimon/data_type.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "paimon/field_ids.h"

namespace tarn::paimon {
namespace {

TEST(DataType, BothFormsComeBack) {
  struct Case {
    const char* read;
    const char* sql;
    const char* schema;
  };
  const Case cases[] = {
      {"int", "INT", "INT"},
      {"INTEGER NOT NULL", "INT NOT NULL", "INT NOT NULL"},
      {"decimal", "DECIMAL(10, 0)", "DECIMAL(10, 0)"},
      {"NUMERIC(5,2)", "DECIMAL(5, 2)", "DECIMAL(5, 2)"},
      {"DEC(7) NOT NULL", "DECIMAL(7, 0) NOT NULL", "DECIMAL(7, 0) NOT NULL"},
      {"STRING", "STRING", "STRING"},
      {"VARCHAR(2147483647)", "STRING", "STRING"},
      {"VARCHAR", "VARCHAR(1)", "VARCHAR(1)"},
      {"char(3) null", "CHAR(3)", "CHAR(3)"},
      {"BYTES", "BYTES", "BYTES"},
      {"DOUBLE PRECISION", "DOUBLE", "DOUBLE"},
      {"TIME", "TIME(0)", "TIME(0)"},
      {"TIME(3) WITHOUT TIME ZONE", "TIME(3)", "TIME(3)"},
      {"TIMESTAMP", "TIMESTAMP(6)", "TIMESTAMP(6)"},
      {"TIMESTAMP(3) WITH LOCAL TIME ZONE NOT NULL", "TIMESTAMP_LTZ(3) NOT NULL",
       "TIMESTAMP(3) WITH LOCAL TIME ZONE NOT NULL"},
      {"TIMESTAMP_LTZ(9)", "TIMESTAMP_LTZ(9)", "TIMESTAMP(9) WITH LOCAL TIME ZONE"},
      {"ARRAY<INT NOT NULL> NOT NULL", "ARRAY<INT NOT NULL> NOT NULL", "ARRAY<INT NOT NULL> NOT NULL"},
      {"INT ARRAY ARRAY", "ARRAY<ARRAY<INT>>", "ARRAY<ARRAY<INT>>"},
      {"MAP<STRING,MULTISET<DATE>>", "MAP<STRING, MULTISET<DATE>>", "MAP<STRING, MULTISET<DATE>>"},
      {"ROW(a INT, `b``c` STRING 'it''s')", "ROW<`a` INT, `b``c` STRING 'it''s'>",
       "ROW<`a` INT, `b``c` STRING 'it''s'>"},
      {"ROW<>", "ROW<>", "ROW<>"},
      {"VECTOR<FLOAT, 3>", "VECTOR<FLOAT, 3>", "VECTOR<FLOAT, 3>"},
  };
  for (const auto& [read, sql, schema] : cases) {
    SCOPED_TRACE(read);
    const auto type = ParseDataType(read);
    EXPECT_EQ(ToSql(type), sql);
    EXPECT_EQ(ToSchemaString(type), schema);
    EXPECT_EQ(ParseDataType(sql), type);
    EXPECT_EQ(ParseDataType(schema), type);
  }
}

TEST(DataType, RefusesTheRest) {
  for (const char* text : {"", "INTT", "INT x", "DECIMAL(39,0)", "DECIMAL(5,6)", "CHAR(0)", "TIMESTAMP(10)", "ARRAY",
                           "ARRAY<INT", "MAP<INT>", "ROW<a>", "INT NOT", "TIMESTAMP WITH TIME ZONE", "ROW<`a INT>"})
    EXPECT_THROW(ParseDataType(text), Error) << text;
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "ARRAY<";
  EXPECT_THROW(ParseDataType(deep), Error);
  try {
    ParseDataType("BIGNT");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "unknown type 'BIGNT' in 'BIGNT', did you mean 'BIGINT'?");
  }
}

TEST(FieldIds, NumbersAsJavaDoes) {
  std::vector<DataField> fields(2);
  fields[0].name = "a";
  fields[0].type = ParseDataType("ROW<b ROW<c INT>>");
  fields[1].name = "d";
  fields[1].type = ParseDataType("ARRAY<ROW<e INT, f INT>>");
  int32_t highest = -1;
  AssignFieldIds(fields, highest);
  EXPECT_EQ(fields[0].id, 0);
  EXPECT_EQ(fields[0].type.fields[0].id, 2);
  EXPECT_EQ(fields[0].type.fields[0].type.fields[0].id, 1);
  EXPECT_EQ(fields[1].id, 3);
  EXPECT_EQ(fields[1].type.children[0].fields[1].id, 5);
  EXPECT_EQ(highest, 5);
  EXPECT_EQ(HighestFieldId(fields), 5);
  EXPECT_EQ(HighestFieldId({}), -1);
}

TEST(FieldIds, AChangedRowKeepsTheIdsOfItsFields) {
  std::vector<DataField> fields(1);
  fields[0].type = ParseDataType("ROW<a INT, b ARRAY<ROW<c INT, d INT>>>");
  int32_t highest = -1;
  AssignFieldIds(fields, highest);
  const auto before = fields[0].type;  // b's row: c = 2, d = 3; a = 1, b = 4
  auto changed = ParseDataType("ROW<b ARRAY<ROW<d INT, e ROW<f INT>>>, a BIGINT, g STRING>");
  InheritFieldIds(before, changed, highest);
  EXPECT_EQ(changed.fields[0].id, before.fields[1].id);
  EXPECT_EQ(changed.fields[1].id, before.fields[0].id);
  const auto& row = changed.fields[0].type.children[0];
  EXPECT_EQ(row.fields[0].id, before.fields[1].type.children[0].fields[1].id);
  EXPECT_EQ(row.fields[1].id, 5);
  EXPECT_EQ(row.fields[1].type.fields[0].id, 6);
  EXPECT_EQ(changed.fields[2].id, 7);
  EXPECT_EQ(highest, 7);
}

}  // namespace
}  // namespace tarn::paimon
