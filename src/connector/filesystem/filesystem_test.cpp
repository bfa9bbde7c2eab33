#include "base/utf8.h"
#include "connector/filesystem/filesystem_fixture.h"

namespace tarn::connector {
namespace {

TEST_F(FilesystemTest, CsvAsFlinkReadsIt) {
  table_.options["csv.null-literal"] = "\\N";
  Put("b.csv", "3,last,1e3,1,2024-01-31 12:00:00\n");
  Put("a.csv",
      "1,\"a, \"\"b\"\"\",1.5,12.345,2024-01-31 12:00:00.25\r\n"
      "2,\"two\nlines\",\\N,\\N,\\N\n");
  Put("_SUCCESS", "none of it\n");
  EXPECT_EQ(Rows(), (Strings{"1|a, \"b\"|1.5|12.35|2024-01-31 12:00:00.25", "2|two\nlines|NULL|NULL|NULL",
                             "3|last|1000.0|1.00|2024-01-31 12:00:00"}));
}

TEST_F(FilesystemTest, ABadValueNamesFileLineAndColumn) {
  Put("a.csv", "1,a,1,1,2024-01-31 12:00:00\n2,b,none,1,2024-01-31 12:00:00\n");
  const auto refusal = Refusal();
  EXPECT_NE(refusal.find("/data/a.csv:2: column 'x': 'none' is no DOUBLE"), std::string::npos) << refusal;
}

TEST_F(FilesystemTest, IgnoredErrorsAreNullFieldsAndSkippedLines) {
  table_.options["csv.ignore-parse-errors"] = "true";
  Put("a.csv", "x,a,1,1,2024-01-31 12:00:00\n1,2,3,4,5,6\n3,c,3,3,2024-01-31 12:00:00\n");
  EXPECT_EQ(Rows(), (Strings{"NULL|a|1.0|1.00|2024-01-31 12:00:00", "3|c|3.0|3.00|2024-01-31 12:00:00"}));
}

TEST_F(FilesystemTest, DeadLettersKeepTheLineAndTheReason) {
  table_.options["dead-letter.table"] = "bad";
  Put("a.csv", "1,a,1,1,2024-01-31 12:00:00\nx,b,1,1,2024-01-31 12:00:00\n");
  EXPECT_EQ(Rows().size(), 1u);
  EXPECT_EQ(rejected_, (Strings{"/data/a.csv:2: column 'id': 'x' is no INT: x,b,1,1,2024-01-31 12:00:00"}));
}

TEST_F(FilesystemTest, ALineWithFewerOrMoreColumnsIsBad) {
  Put("a.csv", "1,a,1,1,2024-01-31 12:00:00\n2,b,1\n");
  EXPECT_NE(Refusal().find("/data/a.csv:2: 3 of the 5 columns of the table"), std::string::npos) << Refusal();
  Put("a.csv", "1,a,1,1,2024-01-31 12:00:00,more\n");
  EXPECT_NE(Refusal().find("/data/a.csv:1: more than the 5 columns of the table"), std::string::npos) << Refusal();
  // One delimiter too many at the end is none.
  Put("a.csv", "1,a,1,1,2024-01-31 12:00:00,\n");
  EXPECT_EQ(Rows(), (Strings{"1|a|1.0|1.00|2024-01-31 12:00:00"}));

  table_.options["dead-letter.table"] = "bad";
  Put("a.csv", "2,b,1\n1,a,1,1,2024-01-31 12:00:00\n");
  EXPECT_EQ(Rows().size(), 1u);
  EXPECT_EQ(rejected_, (Strings{"/data/a.csv:1: 3 of the 5 columns of the table: 2,b,1"}));

  table_.options["csv.ignore-parse-errors"] = "true";
  EXPECT_EQ(Rows(), (Strings{"2|b|1.0|NULL|NULL", "1|a|1.0|1.00|2024-01-31 12:00:00"}));
}

TEST_F(FilesystemTest, ATimeThatNoVectorHoldsIsBad) {
  for (const char* time : {"999999-01-01 00:00:00", "-290308-12-21 19:59:05.224194"}) {
    Put("a.csv", "1,a,1,1," + std::string(time) + "\n");
    EXPECT_NE(Refusal().find("column 'ts': '" + std::string(time) + "' is no TIMESTAMP(3)"), std::string::npos)
        << Refusal();
  }
  table_.columns[4].type = paimon::ParseDataType("DATE");
  Put("a.csv", "1,a,1,1,9999999-01-01\n");
  EXPECT_NE(Refusal().find("column 'ts': '9999999-01-01' is no DATE"), std::string::npos) << Refusal();
}

TEST_F(FilesystemTest, TextBehindAClosingQuoteIsBad) {
  const std::string good = "1,a,1,1,2024-01-31 12:00:00\n";
  Put("a.csv", good + "9,\"bad\"quote,1,1,2024-01-01 00:00:00\n" + good);
  EXPECT_NE(Refusal().find("/data/a.csv:2: the quote in field 2 has more text behind its end"), std::string::npos)
      << Refusal();
  table_.options["csv.ignore-parse-errors"] = "true";
  EXPECT_EQ(Rows().size(), 2u);
  Put("a.csv", "1,\"a\" \t,1,1,2024-01-31 12:00:00\n");
  EXPECT_EQ(Rows(), (Strings{"1|a|1.0|1.00|2024-01-31 12:00:00"}));
}

TEST_F(FilesystemTest, AQuoteInsideAFieldOpensNothing) {
  Put("a.csv", "1,5\" disk,1,1,2024-01-31 12:00:00\n2,\"a \"\"b\n\"\"\",1,1,2024-01-31 12:00:00\n");
  EXPECT_EQ(Rows(), (Strings{"1|5\" disk|1.0|1.00|2024-01-31 12:00:00", "2|a \"b\n\"|1.0|1.00|2024-01-31 12:00:00"}));
  table_.options["csv.allow-comments"] = "true";
  Put("a.csv", "#,\"caf\xE9\n1,a,1,1,2024-01-31 12:00:00\n");
  EXPECT_EQ(Rows(), (Strings{"1|a|1.0|1.00|2024-01-31 12:00:00"}));
}

TEST_F(FilesystemTest, TheMarksOfCsvMustBeToldApart) {
  Put("a.csv", "1,\"a, \"\"b\"\"\",1,1,2024-01-31 12:00:00\n");
  table_.options["csv.escape-character"] = "\"";
  EXPECT_EQ(Rows(), (Strings{"1|a, \"b\"|1.0|1.00|2024-01-31 12:00:00"}));
  table_.options["csv.escape-character"] = ",";
  EXPECT_NE(Refusal().find("option 'csv.escape-character' is ','"), std::string::npos) << Refusal();
  table_.options.erase("csv.escape-character");
  table_.options["csv.field-delimiter"] = "\"";
  EXPECT_NE(Refusal().find("option 'csv.quote-character' is '\"'"), std::string::npos) << Refusal();
}

TEST_F(FilesystemTest, RealNumbersAreRoundedOnceAndReachInfinity) {
  Put("a.csv", "1,a,1.00000005960464477539062500001,1,\\N\n2,a,1e39,1,\\N\n3,a,-1e400,1,\\N\n4,a,1e-400,1,\\N\n");
  table_.options["csv.null-literal"] = "\\N";
  EXPECT_EQ(Rows(), (Strings{"1|a|1.0000000596046448|1.00|NULL", "2|a|1.0E39|1.00|NULL", "3|a|-Infinity|1.00|NULL",
                             "4|a|0.0|1.00|NULL"}));
  table_.columns[2].type = paimon::ParseDataType("FLOAT");
  EXPECT_EQ(Rows(), (Strings{"1|a|1.0000001|1.00|NULL", "2|a|Infinity|1.00|NULL", "3|a|-Infinity|1.00|NULL",
                             "4|a|0.0|1.00|NULL"}));
}

TEST_F(FilesystemTest, BytesThatAreNoUtf8MakeABadRecord) {
  const std::string good = "1,a,1,1,2024-01-31 12:00:00\n";
  Put("a.csv", good + "2,\"x\nb\xFF\",1,1,2024-01-31 12:00:00\n" + good);
  EXPECT_NE(Refusal().find("/data/a.csv:2: column 'name': the byte 0xFF is no UTF-8"), std::string::npos) << Refusal();
  table_.options["csv.ignore-parse-errors"] = "true";
  EXPECT_EQ(Rows().size(), 2u);
  table_.options["dead-letter.table"] = "bad";
  EXPECT_EQ(Rows().size(), 2u);
  EXPECT_EQ(rejected_, (Strings{"/data/a.csv:2: column 'name': the byte 0xFF is no UTF-8: "
                                "2,\"x\nb\uFFFD\",1,1,2024-01-31 12:00:00"}));

  rejected_.clear();
  table_.options = {{"path", "/data"}, {"format", "json"}, {"dead-letter.table", "bad"}};
  Put("a.csv",
      "{\"id\":1,\"name\":\"\xC3\"}\n{\"id\":2,\"other\":[\"\xED\xA0\x80\"]}\n{\"id\":3,\"name\":\"ok\"}\n{\"n\xFF");
  EXPECT_EQ(Rows(), (Strings{"3|ok|NULL|NULL|NULL"}));
  EXPECT_EQ(rejected_,
            (Strings{"/data/a.csv:1: column 'name': the byte 0xC3 is no UTF-8: {\"id\":1,\"name\":\"\uFFFD\"}",
                     "/data/a.csv:2: the byte 0xED is no UTF-8: {\"id\":2,\"other\":[\"\uFFFD\uFFFD\uFFFD\"]}",
                     "/data/a.csv:4: the byte 0xFF is no UTF-8: {\"n\uFFFD"}));
}

TEST_F(FilesystemTest, ReasonsAreCutBetweenCharacters) {
  table_.options["dead-letter.table"] = "bad";
  std::string umlauts = "x";
  for (int i = 0; i < 200; i++) umlauts += "ä";
  Put("a.csv", "1,a," + umlauts + ",1,2024-01-31 12:00:00\n");
  EXPECT_TRUE(Rows().empty());
  ASSERT_EQ(rejected_.size(), 1u);
  const auto reason = rejected_[0].substr(0, rejected_[0].find(" is no DOUBLE"));
  EXPECT_LT(reason.size(), umlauts.size());
  EXPECT_NE(reason.find("column 'x': 'xää"), std::string::npos) << reason;
  EXPECT_EQ(DecodeUtf8(reason), reason) << "a character was cut in two";
}

class NestedJsonTest : public FilesystemTest {
 protected:
  NestedJsonTest() {
    table_.columns.resize(0);
    for (const auto& [name, type] : std::vector<std::pair<std::string, std::string>>{{"id", "BIGINT"},
                                                                                     {"r", "ROW<a INT, b INT>"},
                                                                                     {"n", "INT"},
                                                                                     {"l", "ARRAY<INT>"},
                                                                                     {"m", "MAP<STRING, INT>"}})
      table_.columns.push_back(
          {static_cast<int32_t>(table_.columns.size()), name, paimon::ParseDataType(type), {}, {}});
    table_.options = {{"path", "/data"}, {"format", "json"}};
  }
  std::string RefusalOf(const std::string& line) {
    Put("a.json", line);
    return Refusal();
  }
};

TEST_F(NestedJsonTest, AnIgnoredErrorIsNullAtItsPlaceOnly) {
  table_.options["json.ignore-parse-errors"] = "true";
  Put("a.json", R"({"id":2,"r":{"a":"x","b":7},"n":6,"l":[1,"x",3],"m":{"a":"q","b":2}})"
                "\n"
                R"({"id":3,"r":[1],"n":"y","l":{"a":1},"m":{"a":{"b":[1]},"b":1.7}})"
                "\n");
  EXPECT_EQ(Rows(), (Strings{"2|(null, 7)|6|[1, null, 3]|{a=null, b=2}", "3|NULL|NULL|NULL|{a=null, b=1}"}));
}

TEST_F(NestedJsonTest, OfEqualNamesTheFirstCountsButInAMapTheLast) {
  Put("a.json", R"({"id":1,"id":2,"n":null,"n":1,"m":{"a":1,"b":2,"a":3},"r":{"a":1,"a":2,"b":3}})");
  EXPECT_EQ(Rows(), (Strings{"1|(1, 3)|NULL|NULL|{a=3, b=2}"}));
}

TEST_F(NestedJsonTest, ReasonsNameThePlace) {
  for (const auto& [line, reason] : std::vector<std::pair<std::string, std::string>>{
           {R"({"id":"many"})", R"(a.json:1: column 'id': "many" is no BIGINT)"},
           {R"({"id":{}})", "column 'id': an object is no BIGINT"},
           {R"({"r":[]})", "column 'r': an array is no ROW<`a` INT, `b` INT>"},
           {R"({"r":{"a":1,"b":"x"}})", R"(column 'r.b': "x" is no INT)"},
           {R"({"l":[1,[2]]})", "column 'l[2]': an array is no INT"},
           {R"({"m":{"k":true}})", "column 'm[k]': true is no INT"},
           {R"([1])", "no JSON object: element 1 of the array is none"},
           {R"("x")", "no JSON object: it begins with neither { nor ["},
           {R"({"id":1)", "no JSON object: it ends before all that was opened is closed"},
           {R"({"id":"1)", "no JSON object: a string is not closed"}}) {
    const auto refusal = RefusalOf(line);
    EXPECT_NE(refusal.find(reason), std::string::npos) << line << ": " << refusal;
  }
}

TEST_F(NestedJsonTest, AKeyThatItsTypeCannotHoldIsABadValue) {
  table_.columns[4].type = paimon::ParseDataType("MAP<DECIMAL(3, 0), INT>");
  const std::string line = R"({"id":1,"m":{"7":1,"12345":2}})";
  const auto refusal = RefusalOf(line);
  EXPECT_NE(refusal.find("a.json:1: column 'm': '12345' is no DECIMAL(3, 0)"), std::string::npos) << refusal;
  table_.options["dead-letter.table"] = "bad";
  EXPECT_EQ(Rows(), Strings{});
  EXPECT_EQ(rejected_, (Strings{"/data/a.json:1: column 'm': '12345' is no DECIMAL(3, 0): " + line}));
  table_.options.erase("dead-letter.table");
  table_.options["json.ignore-parse-errors"] = "true";
  EXPECT_EQ(Rows(), (Strings{"1|NULL|NULL|NULL|NULL"}));
}

TEST_F(FilesystemTest, Base64NeedsItsPadding) {
  table_.columns[1].type = paimon::ParseDataType("BYTES");
  Put("a.csv", "1,eA==,1,1,2024-01-31 12:00:00\n");
  EXPECT_EQ(Rows(), (Strings{"1|eA==|1.0|1.00|2024-01-31 12:00:00"}));
  for (const std::string bad : {"eA", "eA=", "====", "eD=x"}) {
    Put("a.csv", "1," + bad + ",1,1,2024-01-31 12:00:00\n");
    EXPECT_NE(Refusal().find("column 'name': '" + bad + "' is no BYTES"), std::string::npos) << Refusal();
  }
}

TEST_F(FilesystemTest, JsonLines) {
  table_.options["format"] = "json";
  Put("a.json", R"({"id": 1, "name": "a\nb", "x": 2.5, "d": 7.125, "ts": "2024-01-31 12:00:00", "more": {"y": [1]}})"
                "\n"
                R"({"name": {"k": [1, 2]}, "id": null})"
                "\n\n"
                R"({"id": "17", "x": 3})"
                "\n");
  EXPECT_EQ(Rows(), (Strings{"1|a\nb|2.5|7.13|2024-01-31 12:00:00", "NULL|{\"k\":[1,2]}|NULL|NULL|NULL",
                             "17|NULL|3.0|NULL|NULL"}));
  Put("b.json", "{\"id\": 1\n");
  EXPECT_NE(Refusal().find("/data/b.json:1: no JSON object"), std::string::npos) << Refusal();
}

TEST_F(FilesystemTest, AByteOrderMarkIsNoText) {
  const std::string row = "1,a,1,1,2024-01-31 12:00:00\n", quoted = "\"2\",b,1,1,2024-01-31 12:00:00\n";
  Put("a.csv", "\xEF\xBB\xBF" + row + row);
  Put("b.csv", "\xEF\xBB\xBF" + quoted);
  Put("c.csv", "\xEF\xBB\xBF");
  const Strings expected = {"1|a|1.0|1.00|2024-01-31 12:00:00", "1|a|1.0|1.00|2024-01-31 12:00:00",
                            "2|b|1.0|1.00|2024-01-31 12:00:00"};
  EXPECT_EQ(Rows(), expected);
  EXPECT_EQ(Rows(true), expected);
  Put("d.csv", row + "\xEF\xBB\xBF" + row);
  EXPECT_NE(Refusal().find("/data/d.csv:2: column 'id'"), std::string::npos) << "only the file begins with one";
}

// To Jackson each line is a document.
TEST_F(FilesystemTest, AByteOrderMarkIsNoJson) {
  table_.options["format"] = "json";
  Put("a.json", "\xEF\xBB\xBF{\"id\": 1}\n\xEF\xBB\xBF{\"id\": 2}\n\xEF\xBB\xBF");
  EXPECT_EQ(Rows(), (Strings{"1|NULL|NULL|NULL|NULL", "2|NULL|NULL|NULL|NULL"}));
}

TEST_F(FilesystemTest, ARestartAtAnyBatchChangesNothing) {
  std::string text;
  for (int i = 0; i < 7000; i++) text += std::to_string(i) + ",n" + std::to_string(i) + ",1,1,2024-01-31 12:00:00\n";
  Put("a.csv", text);
  Put("b.csv", "7000,n,1,1,2024-01-31 12:00:00\n");
  const auto rows = Rows();
  EXPECT_EQ(rows.size(), 7001u);
  EXPECT_EQ(Rows(/*restart=*/true), rows);
}

TEST_F(FilesystemTest, AnArrayOfManyObjectsIsGivenInBatches) {
  table_.options["format"] = "json";
  std::string array = "[";
  for (int i = 0; i < 5000; i++)
    array += R"({"id":)" + std::to_string(i) + R"(,"name":"]}, {[\"","more":[{},{"x":{}}]},)";
  array.back() = ']';
  Put("a.json", "{\"id\":-1}\n" + array + "\n{\"id\":-2}\n" + array);
  const auto rows = Rows();
  ASSERT_EQ(rows.size(), 10'002u);
  EXPECT_EQ(rows[0], "-1|NULL|NULL|NULL|NULL");
  EXPECT_EQ(rows[5000], "4999|]}, {[\"|NULL|NULL|NULL");
  EXPECT_EQ(rows[5001], "-2|NULL|NULL|NULL|NULL");
  EXPECT_EQ(rows[10'001], rows[5000]);
  EXPECT_EQ(Rows(/*restart=*/true), rows);

  array.insert(array.size() - 1, ",{\"id\":\"x\"}");
  Put("a.json", "\n" + array);
  EXPECT_NE(Refusal().find("/data/a.json:2: column 'id': \"x\" is no INT"), std::string::npos) << Refusal();
  table_.options["dead-letter.table"] = "bad";
  EXPECT_TRUE(Rows().empty()) << "a record is read as a whole or not at all";
  EXPECT_EQ(rejected_.size(), 1u);
}

TEST_F(FilesystemTest, PartitionsComeFromDirectories) {
  table_.partition_keys = {"id"};
  fs_->CreateDirectories("/data/id=7");
  Put("id=7/a.csv", "a,1,1,2024-01-31 12:00:00\n");
  EXPECT_EQ(Rows(), (Strings{"7|a|1.0|1.00|2024-01-31 12:00:00"}));
}

TEST_F(FilesystemTest, UnknownOptionsAreRefusedWithTheNearestName) {
  table_.options["csv.field-delimeter"] = ";";
  const auto refusal = Refusal();
  EXPECT_NE(refusal.find("did you mean 'csv.field-delimiter'"), std::string::npos) << refusal;
}

TEST_F(FilesystemTest, WhatIsWrittenAppearsAtTheCommitAndReadsBack) {
  table_.options["format"] = "json";
  table_.options["path"] = "/out";
  context_.commit_user = "job_1";
  const auto sink = MakeSink("filesystem", table_, context_);
  auto writer = sink->OpenWriter(0, 1);
  columnar::ChangeBatch batch;
  columnar::Initialize(batch, columnar::VectorTypes(table_.columns));
  columnar::RowAppender rows(batch);
  rows.Begin();
  rows.Int64(0, 1);
  rows.String(1, "quote \" and\ttab");
  rows.Double(2, 1e10);
  writer->Write(batch);
  EXPECT_TRUE(Rows().empty());
  const auto prepared = writer->Prepare(1);
  EXPECT_TRUE(Rows().empty());
  sink->Commit(1, {prepared}, {});
  sink->Commit(1, {prepared}, {});
  EXPECT_EQ(Rows(), (Strings{"1|quote \" and\ttab|1.0E10|NULL|NULL"}));
  writer->Write(batch);
  writer.reset();  // never prepared: nothing stays
  EXPECT_EQ(fs_->List("/out").size(), 1u);
}

}  // namespace
}  // namespace tarn::connector
