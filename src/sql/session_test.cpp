// What a statement's error shows: the place in its own text. And what a user is told that is no error.
#include "sql/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "function/function.h"
#include "paimon/option_list.h"
#include "sql/sql_error.h"
#include "testing/sql_kit.h"

namespace tarn::sql {
namespace {

using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class Statements : public ::testing::Test {
 protected:
  /// What the error underlines, and its message; "" of both if there is none.
  struct Failure {
    std::string underlined;
    std::string message;
    std::string hint;
    std::string whole;
  };
  Failure FailureOf(const std::string& statement) {
    try {
      Run(statement);
      return {};
    } catch (const SqlError& e) {
      Failure failure{"", e.message(), e.hint(), e.what()};
      const std::string& whole = failure.whole;
      const size_t end = whole.rfind('^'), line = whole.rfind('\n', end);
      if (end == std::string::npos) return failure;
      const size_t begin = whole.find('^', line), above = whole.rfind('\n', line - 1);
      failure.underlined = whole.substr(above + (begin - line), end - begin + 1);
      return failure;
    } catch (const std::exception& e) {
      return {"", e.what(), "", e.what()};
    }
  }

  std::vector<std::string> Run(const std::string& statement) {
    notices.clear();
    std::vector<std::string> lines;
    auto outcome = session.Execute(statement);
    if (auto* rows = std::get_if<std::unique_ptr<Rows>>(&outcome)) {
      columnar::ChangeBatch batch;
      while ((*rows)->Next(batch)) {
        for (size_t row = 0; row < batch.size(); ++row) lines.push_back(batch.chunk.GetValue(0, row).ToString());
      }
    }
    return lines;
  }

  std::unique_ptr<env::FileSystem> fs = env::NewMemoryFileSystem();
  std::vector<std::string> notices;
  Engine engine{{*fs, env::SystemClock(), env::SystemRandom()}, {.threads = 1, .memory_bytes = 512 << 20}};
  Session session{engine, {.warehouse = "/w", .notice = [this](const std::string& text) { notices.push_back(text); }}};
};

TEST_F(Statements, NoNameOfAFunctionReachesWhatTheParserWrites) {
  std::vector<std::string> names = {"__interval", "__as_of", "__json", "timestampminus", "overlaps", "descriptor",
                                    "order_by",   "f:cast",  "unnest", "^ outer value",  ""};
  for (const auto& entry : function::Functions()) names.emplace_back(entry.name);
  for (const auto& entry : function::Specials()) names.emplace_back(entry.name);
  for (const auto& entry : function::InternalFunctions()) names.emplace_back(entry.name);
  for (const auto& name : names) {
    for (const char* value : {"1", "'x'", "s", "CAST(NULL AS INT)", "ARRAY[1]"}) {
      std::string arguments;
      for (int count = 0; count < 5; count++) {
        for (const char* over : {"", " OVER (ORDER BY s)"}) {
          const std::string call = "`" + name + "`(" + arguments + ")" + over;
          try {
            Run("SELECT " + call + " FROM (VALUES ('y')) AS t(s)");
          } catch (const Error& e) {
            EXPECT_NE(e.code(), ErrorCode::Internal) << call << ": " << e.what();
          }
        }
        arguments += (arguments.empty() ? "" : ", ") + std::string(value);
      }
    }
  }
}

TEST_F(Statements, AnErrorAfterTheFirstRowsHasItsPlaceAndItsHint) {
  Run("CREATE TEMPORARY TABLE n (k BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '20000', "
      "'fields.k.kind' = 'sequence', 'fields.k.start' = '1', 'fields.k.end' = '20000')");
  const auto failure = FailureOf("SELECT k, CAST(CASE WHEN k = 20000 THEN 'x' ELSE '1' END AS INT) FROM n");
  EXPECT_THAT(failure.message, HasSubstr("'x'"));
  EXPECT_THAT(failure.whole, HasSubstr("\n  line 1:11  SELECT k, CAST("));
  EXPECT_THAT(failure.whole, HasSubstr("TRY_CAST"));
}

TEST_F(Statements, AComputedColumnPointsIntoNoText) {
  Run("CREATE TEMPORARY TABLE gps (id STRING, speed STRING, knots AS CAST(speed AS DOUBLE) * 2) WITH ('connector' = "
      "'datagen', 'number-of-rows' = '1', 'fields.speed.length' = '3')");
  // The position of CAST in the definition lies in the middle of a name here.
  const auto failure = FailureOf("SELECT id, knots FROM gps");
  EXPECT_NE(failure.message, "");
  EXPECT_EQ(failure.underlined, "SELECT");

  Run("CREATE TABLE lake (id INT, speed STRING, fast AS speed || '!')");
  Run("ALTER TABLE lake MODIFY id BIGINT");
  Run("INSERT INTO lake VALUES (1, 'a')");
  EXPECT_THAT(Run("SELECT fast FROM lake"), ElementsAre("a!"));
}

TEST_F(Statements, OptionsAreFoundAtTheirOwnTable) {
  Run("CREATE TABLE a (k INT)");
  Run("CREATE TABLE b (k INT)");
  Run("INSERT INTO a VALUES (1)");
  Run("INSERT INTO b VALUES (1)");
  const std::string statement =
      "SELECT * FROM a /*+ OPTIONS('scan.snapshot-id' = '1') */ JOIN b /*+ OPTIONS('scan.snapshot-id' = '7') */ ON "
      "a.k = b.k";
  try {
    Run(statement);
    FAIL();
  } catch (const SqlError& e) {
    EXPECT_EQ(e.span().offset, statement.rfind("'scan.snapshot-id'"));
  }
  const std::string insert =
      "INSERT INTO a /*+ OPTIONS('bucket' = '2') */ SELECT * FROM b /*+ OPTIONS('bucket' = '3') */";
  try {
    Run(insert);
    FAIL();
  } catch (const SqlError& e) {
    EXPECT_EQ(e.span().offset, insert.find("'bucket'"));
  }
}

TEST_F(Statements, ATimeBeforeTheFirstSnapshotIsUnderlined) {
  Run("CREATE TABLE a (k INT)");
  Run("INSERT INTO a VALUES (1)");
  const auto failure = FailureOf("SELECT * FROM a FOR SYSTEM_TIME AS OF TIMESTAMP '2001-01-01 00:00:00' AS o");
  EXPECT_THAT(failure.message, HasSubstr("no snapshot is as old as"));
  EXPECT_EQ(failure.underlined, "TIMESTAMP");
}

TEST_F(Statements, AQueryWithManyRowsIsUnderlined) {
  Run("CREATE TABLE a (k INT)");
  Run("INSERT INTO a VALUES (1), (2)");
  Run("CREATE TABLE b (mmsi BIGINT, ts TIMESTAMP(3), lon DOUBLE, lat DOUBLE, sog DOUBLE)");
  Run("INSERT INTO b VALUES (1, TIMESTAMP '2024-01-01 00:00:00', 1, 1, 50)");
  auto failure = FailureOf("SELECT k, (SELECT MAX(k) FROM a), (SELECT k FROM a) FROM a");
  EXPECT_EQ(failure.message, "a query in an expression gave more than one row");
  EXPECT_EQ(failure.underlined, "(SELECT k FROM a)");
  failure = FailureOf("INSERT INTO a SELECT (SELECT k FROM a WHERE k > (SELECT 0))");
  EXPECT_EQ(failure.underlined, "(SELECT k FROM a WHERE k > (SELECT 0))");
  // A table that a function is given is no query in an expression; what UNNEST is given is one.
  failure = FailureOf(
      "SELECT (SELECT k FROM a) FROM speeding(input => TABLE b PARTITION BY mmsi, on_time => DESCRIPTOR(ts))");
  EXPECT_EQ(failure.underlined, "(SELECT k FROM a)");
  failure = FailureOf("SELECT (SELECT MAX(k) FROM a) FROM UNNEST((SELECT ARRAY[k] FROM a)) AS u(x)");
  EXPECT_EQ(failure.underlined, "(SELECT ARRAY[k] FROM a)");
  // Which of two it was is not known.
  failure = FailureOf("SELECT (SELECT k FROM a), (SELECT k FROM a WHERE k > 1)");
  EXPECT_EQ(failure.underlined, "SELECT");
}

TEST_F(Statements, ASettingThatNobodyAsksForIsSaid) {
  for (const auto& known : KnownSettings()) {
    const std::string key(known.key), value(known.default_value);
    if (known.use == SettingUse::AtStart) continue;
    Run("SET '" + key + "' = '" + value + "'");
    EXPECT_THAT(notices, IsEmpty()) << key;
    session.settings().Reset(key);
  }
  for (const auto& [key, value] :
       std::vector<std::pair<std::string, std::string>>{{"parallelism.default", "4"},
                                                        {"execution.checkpointing.mode", "at-least-once"},
                                                        {"execution.checkpointing.timeout", "1 min"},
                                                        {"table.exec.state.ttl", "1 h"},
                                                        {"table.exec.mini-batch.enabled", "true"},
                                                        {"table.exec.sink.type-length-enforcer", "TRIM_PAD"}}) {
    Run("SET '" + key + "' = '" + value + "'");
    EXPECT_THAT(notices, ElementsAre("setting '" + key + "' has no effect in Tarn"));
  }
  Run("SET 'table.exec.state.ttl' = '0 s'");
  EXPECT_THAT(notices, IsEmpty());
  Run("SET 'tarn.threads' = '4'");
  EXPECT_THAT(notices, ElementsAre(HasSubstr("is read when Tarn starts")));
}

TEST_F(Statements, AMissingOptionIsSaidWhenTheTableIsMade) {
  Run("CREATE TEMPORARY TABLE t (k INT) WITH ('connector' = 'filesystem', 'format' = 'csv')");
  EXPECT_THAT(notices, ElementsAre(HasSubstr("needs the option 'path'")));
  Run("CREATE TEMPORARY TABLE u WITH ('path' = '/u') LIKE t");
  EXPECT_THAT(notices, IsEmpty());
  Run("CREATE TEMPORARY TABLE v (k INT)");
  EXPECT_THAT(notices, ElementsAre(HasSubstr("has no option 'connector'")));
}

TEST_F(Statements, AnOptionThatStopsReadingIsSaidToDoSo) {
  for (const char* option : {"deletion-vectors.enabled", "data-evolution.enabled", "chain-table.enabled"}) {
    Run(std::string("CREATE TABLE `") + option + "` (k INT) WITH ('" + option + "' = 'true')");
    EXPECT_THAT(notices, ElementsAre(HasSubstr("neither read nor write"))) << option;
  }
  for (const char* option : {"scan.fallback-branch", "scan.primary-branch"}) {
    Run(std::string("CREATE TABLE `") + option + "` (k INT) WITH ('" + option + "' = 'b')");
    EXPECT_THAT(notices, ElementsAre(HasSubstr("neither read nor write"))) << option;
  }
  Run("CREATE TABLE tracked (k INT) WITH ('row-tracking.enabled' = 'true')");
  EXPECT_THAT(notices, ElementsAre(HasSubstr("can then read but not write")));
}

TEST_F(Statements, AnOptionThatIsSaidToStopWritingDoesSo) {
  size_t blocking = 0;
  for (const auto& option : paimon::KnownOptions()) {
    if (option.use != paimon::OptionUse::BlocksWriting || option.type == paimon::OptionType::Duration) continue;
    const std::string value = option.type == paimon::OptionType::Bool ? "TRUE" : "v";
    const std::string name(option.name);
    const auto made = FailureOf("CREATE TABLE `" + name + "` (k INT) WITH ('" + name + "' = '" + value + "')");
    if (!made.message.empty()) continue;  // refused at once
    EXPECT_THAT(notices, ElementsAre(ContainsRegex("not write|nor write"))) << name;
    EXPECT_THAT(FailureOf("INSERT INTO `" + name + "` VALUES (1)").message, HasSubstr("'" + name + "'")) << name;
    blocking++;
  }
  EXPECT_GT(blocking, 20u);
  Run("CREATE TABLE unblocked (k INT) WITH ('changelog-file.format' = 'avro', 'row-tracking.enabled' = 'FALSE')");
  Run("INSERT INTO unblocked VALUES (1)");
  EXPECT_THAT(Run("SELECT k FROM unblocked"), ElementsAre("1"));
}

TEST_F(Statements, WhatOrdersAStreamIsSaidToDoNothingInBatchMode) {
  Run("CREATE TABLE h (ts TIMESTAMP(3))");
  Run("SELECT * FROM h /*+ OPTIONS('scan.order' = 'event-time', 'scan.order.column' = 'ts') */");
  EXPECT_THAT(notices, ElementsAre(HasSubstr("'scan.order' is of streams")));
  for (const char* options : {"'scan.order' = 'bogus'", "'scan.order.column' = 'zz'", "'on-null-time' = 'zz'"}) {
    EXPECT_NE(FailureOf(std::string("SELECT * FROM h /*+ OPTIONS(") + options + ") */").message, "") << options;
    EXPECT_NE(FailureOf(std::string("CREATE TABLE q (k INT) WITH (") + options + ")").message, "") << options;
  }
}

TEST_F(Statements, ExplainOfAnInsertLooksAtItsTarget) {
  Run("CREATE TABLE t (a INT)");
  EXPECT_THAT(FailureOf("EXPLAIN INSERT INTO nope SELECT 1").message, HasSubstr("nope"));
  EXPECT_NE(FailureOf("EXPLAIN INSERT INTO t SELECT DATE '2024-01-01'").message, "");
  EXPECT_NE(FailureOf("EXPLAIN INSERT INTO t SELECT 1, 2").message, "");
  EXPECT_THAT(Run("EXPLAIN INSERT INTO t SELECT 1"), Not(IsEmpty()));
}

TEST_F(Statements, ATargetThatCannotBeWrittenIsUnderlined) {
  Run("CREATE TABLE dyn (k INT PRIMARY KEY NOT ENFORCED, v INT)");
  for (const char* statement : {"INSERT INTO dyn VALUES (1, 2)", "UPDATE dyn SET v = 3", "TRUNCATE TABLE dyn",
                                "DELETE FROM dyn WHERE v = 1", "DELETE FROM dyn"}) {
    const auto failure = FailureOf(statement);
    EXPECT_EQ(failure.underlined, "dyn") << statement;
    EXPECT_THAT(failure.message, HasSubstr("'bucket' = '-1'")) << statement;
    EXPECT_THAT(failure.message, Not(HasSubstr("at table"))) << statement;
  }
}

TEST_F(Statements, AReplacementThatIsRefusedLeavesTheOldTable) {
  Run("CREATE TABLE a AS SELECT 1 AS k");
  EXPECT_THAT(FailureOf("CREATE OR REPLACE TABLE a WITH ('bucket' = '2') AS SELECT 2 AS k").message, Not(IsEmpty()));
  EXPECT_THAT(Run("SELECT k FROM a"), ElementsAre("1"));
}

}  // namespace
}  // namespace tarn::sql
