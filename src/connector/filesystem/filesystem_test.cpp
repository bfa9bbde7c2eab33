#include <gtest/gtest.h>

#include <array>

#include "base/encoding.h"
#include "base/error.h"
#include "base/utf8.h"
#include "columnar/row_view.h"
#include "columnar/type_mapping.h"
#include "connector/connectors.h"
#include "connector/formats/value_text.h"

namespace tarn::connector {
namespace {

using Strings = std::vector<std::string>;

class FilesystemTest : public testing::Test {
 protected:
  FilesystemTest() {
    for (const auto& [name, type] : std::vector<std::pair<std::string, std::string>>{
             {"id", "INT"}, {"name", "STRING"}, {"x", "DOUBLE"}, {"d", "DECIMAL(6, 2)"}, {"ts", "TIMESTAMP(3)"}})
      table_.columns.push_back(
          {static_cast<int32_t>(table_.columns.size()), name, paimon::ParseDataType(type), {}, {}});
    table_.name = "t";
    table_.options = {{"path", "/data"}, {"format", "csv"}};
    fs_->CreateDirectories("/data");
  }

  void Put(const std::string& name, const std::string& text) { env::ReplaceFile(*fs_, "/data/" + name, text); }

  std::unique_ptr<Source> Open() {
    Projection all(table_.columns.size());
    for (size_t i = 0; i < all.size(); i++) all[i] = i;
    return MakeSource("filesystem", table_, all, context_);
  }

  /// Rows as text, fields split by '|'; with restarts after every batch if asked.
  Strings Rows(bool restart = false) {
    const auto source = Open();
    auto reader = source->Open(0, 1, "");
    columnar::ChangeBatch batch, bad;
    columnar::Initialize(batch, columnar::VectorTypes(table_.columns));
    columnar::Initialize(bad, RejectedTypes());
    Strings rows;
    for (;;) {
      columnar::Reset(batch);
      const auto result = reader->Read(batch);
      columnar::Reset(bad);
      if (reader->TakeRejected(bad))
        for (size_t row = 0; row < bad.size(); row++)
          rejected_.push_back(bad.chunk.GetValue(0, row).ToString() + ":" + bad.chunk.GetValue(1, row).ToString() +
                              ": " + bad.chunk.GetValue(2, row).ToString() + ": " +
                              bad.chunk.GetValue(3, row).ToString());
      if (result == ReadResult::End) return rows;
      for (size_t row = 0; row < batch.size(); row++) {
        std::string line;
        const columnar::ChunkView view(batch.chunk);
        for (size_t i = 0; i < table_.columns.size(); i++) {
          if (i > 0) line += '|';
          if (view.IsNull(i, row)) {
            line += "NULL";
          } else {
            WriteValue(columnar::RowView(view, row), i, table_.columns[i].type, TimestampStyle::Sql, line);
          }
        }
        rows.push_back(line);
      }
      if (restart) reader = source->Open(0, 1, reader->Position());
    }
  }

  std::string Refusal() {
    try {
      Rows();
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }

  std::unique_ptr<env::FileSystem> fs_ = env::NewMemoryFileSystem();
  TableDescription table_;
  ConnectorContext context_{.env = {*fs_, env::SystemClock(), env::SystemRandom()}};
  Strings rejected_;
};

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

class ChangedFileTest : public FilesystemTest {
 protected:
  ChangedFileTest() {
    for (int i = 0; i < 30'000; i++) text_ += std::to_string(i) + ",n,1,1,2024-01-31 12:00:00\n";
    Put("a.csv", text_);
    const auto reader = Open()->Open(0, 1, "");
    columnar::Initialize(batch_, columnar::VectorTypes(table_.columns));
    EXPECT_EQ(reader->Read(batch_), ReadResult::Batch);
    position_ = reader->Position();
  }

  size_t RowsAhead() {
    const auto source = Open();
    const auto reader = source->Open(0, 1, position_);
    for (size_t rows = 0;;) {
      columnar::Reset(batch_);
      if (reader->Read(batch_) == ReadResult::End) return rows;
      rows += batch_.size();
    }
  }
  void ExpectRefusal(const std::string& words) {
    try {
      RowsAhead();
      FAIL() << "expected: " << words;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("/data/a.csv is " + words), std::string::npos) << e.what();
    }
  }

  std::string text_;
  std::string position_;
  columnar::ChangeBatch batch_;
};

TEST_F(ChangedFileTest, OneThatGrewIsReadOn) {
  EXPECT_EQ(RowsAhead(), 27'952u);
  Put("a.csv", text_ + "1,n,1,1,2024-01-31 12:00:00\n");
  EXPECT_EQ(RowsAhead(), 27'953u);
}

TEST_F(ChangedFileTest, OneThatIsShorterIsNotReadOn) {
  Put("a.csv", text_.substr(0, 100));
  ExpectRefusal("shorter than it was");
}

TEST_F(ChangedFileTest, ALongerOneInItsPlaceIsNotReadOn) {
  Put("a.csv", "-1" + text_ + text_);
  ExpectRefusal("not the file that it was");
  Put("a.csv", text_.substr(0, 10'000) + "7" + text_.substr(10'000) + text_);
  ExpectRefusal("not the file that it was");
}

TEST_F(ChangedFileTest, ThePositionsOfAnEarlierVersionAreReadOn) {
  Encoder old;
  old.U8(1)
      .I64(1)
      .Str("/data/0.csv")
      .Str("/data/a.csv")
      .I64(static_cast<int64_t>(text_.find("29998,")))
      .I64(29'998)
      .I64(0);
  position_ = old.Take();
  Put("0.csv", text_);
  EXPECT_EQ(RowsAhead(), 2u);
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

// What a job wrote before it was asked which partitions are complete.
class PartitionCommitTest : public FilesystemTest {
 protected:
  void SetUp() override {
    table_.columns.resize(0);
    for (const char* name : {"id", "d", "d_hour", "a/b"})
      table_.columns.push_back(
          {static_cast<int32_t>(table_.columns.size()), name, paimon::ParseDataType("STRING"), {}, {}});
    table_.partition_keys = {"d", "d_hour", "a/b"};
    table_.options = {{"path", "/out"},
                      {"format", "csv"},
                      {"sink.partition-commit.trigger", "partition-time"},
                      {"sink.partition-commit.policy.kind", "success-file"},
                      {"partition.time-extractor.timestamp-pattern", "$d $d_hour"}};
    context_.commit_user = "job_1";
  }

  void Write(const std::vector<std::array<const char*, 3>>& partitions) {
    sink_ = MakeSink("filesystem", table_, context_);
    const auto writer = sink_->OpenWriter(0, 1);
    columnar::ChangeBatch batch;
    columnar::Initialize(batch, columnar::VectorTypes(table_.columns));
    columnar::RowAppender rows(batch);
    for (const auto& values : partitions) {
      rows.Begin();
      rows.String(0, "x");
      for (size_t i = 0; i < 3; i++)
        if (values[i]) rows.String(i + 1, values[i]);
    }
    writer->Write(batch);
    sink_->Commit(1, {writer->Prepare(1)}, {});
  }

  /// Directories with a _SUCCESS after event time has come so far (seconds since 1970), or after the end of input.
  Strings CompleteAt(int64_t seconds, bool end = false) {
    sink_->Commit(2, {}, {.watermark_us = seconds * 1'000'000, .end_of_input = end});
    Strings found;
    Find("/out", found);
    return found;
  }

 private:
  void Find(const std::string& directory, Strings& found) {
    for (const auto& status : fs_->List(directory)) {
      if (status.name == "_SUCCESS") found.push_back(directory.substr(5));
      if (status.is_directory) Find(env::JoinPath(directory, status.name), found);
    }
  }

  std::unique_ptr<Sink> sink_;
};

TEST_F(PartitionCommitTest, ValuesAreReadAsTheyWereWritten) {
  Write({{"1970-01-01", "00:00:10", "x=y/z"}, {"1970-01-01", "00:00:20", "%41"}});
  EXPECT_EQ(CompleteAt(9), Strings{});
  EXPECT_EQ(CompleteAt(10), Strings{"d=1970-01-01/d_hour=00%3A00%3A10/a%2Fb=x%3Dy%2Fz"});
  EXPECT_EQ(CompleteAt(20).size(), 2u);
  EXPECT_EQ(Rows(), (Strings{"x|1970-01-01|00:00:10|x=y/z", "x|1970-01-01|00:00:20|%41"}));
}

TEST_F(PartitionCommitTest, NullAndUnreadableValuesWaitForTheEndOfInput) {
  Write({{nullptr, "00:00:10", "x"},
         {"1970-01-01", "noon", "x"},
         {"$d_hour", "$d", "x"},
         {"1970-01-01", "00:00:10", "x"}});
  EXPECT_EQ(CompleteAt(1'000'000'000), Strings{"d=1970-01-01/d_hour=00%3A00%3A10/a%2Fb=x"});
  EXPECT_EQ(CompleteAt(1'000'000'000, /*end=*/true).size(), 4u);
}

}  // namespace
}  // namespace tarn::connector
