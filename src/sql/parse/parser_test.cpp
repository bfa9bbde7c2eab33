// Text in, statement out: one table for queries (as DuckDB prints the tree), one for refusals, then the statements.
#include "sql/parse/parser.h"

#include <gtest/gtest.h>

#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/tableref/basetableref.hpp>

#include "sql/parse/keywords.h"

namespace tarn::sql {
namespace {

std::string Tree(const std::string& text) { return ParseQuery(text).tree->ToString(); }

template <typename T>
T Parsed(const std::string& text) {
  auto statement = ParseStatement(text);
  EXPECT_TRUE(std::holds_alternative<T>(statement.value)) << text << " is statement " << statement.value.index();
  return std::move(std::get<T>(statement.value));
}

TEST(ParseQuery, TreesSayWhatWasWritten) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"SELECT a, A, `select` FROM T", "SELECT a, \"^a\", \"select\" FROM \"^t\""},
      {"select Upper('x') as n", "SELECT upper('x') AS n"},
      // precedence
      {"SELECT a + b * c || d", "SELECT (a + ((b * c) || d))"},
      {"SELECT NOT a = b AND c OR d", "SELECT (((NOT (a = b)) AND c) OR d)"},
      {"SELECT a = b IS NULL", "SELECT ((a = b) IS NULL)"},
      {"SELECT a + 1 BETWEEN 2 AND 3 AND b", "SELECT (((a + 1) BETWEEN 2 AND 3) AND b)"},
      {"SELECT - a * b", "SELECT (-(a) * b)"},
      {"SELECT a IS NOT TRUE, a IS NOT DISTINCT FROM b",
       "SELECT (a IS DISTINCT FROM true), (a IS NOT DISTINCT FROM b)"},
      {"SELECT a NOT IN (1, 2), a NOT LIKE 'x' ESCAPE '!'", "SELECT (a NOT IN (1, 2)), (NOT \"like\"(a, 'x', '!'))"},
      {"SELECT a BETWEEN SYMMETRIC 2 AND 1", "SELECT ((a BETWEEN 2 AND 1) OR (a BETWEEN 1 AND 2))"},
      {"SELECT a > ALL (SELECT b FROM t)", "SELECT (NOT (a <= ANY(SELECT b FROM t)))"},
      {"SELECT a = SOME (1, 2)", "SELECT ((a = 1) OR (a = 2))"},
      {"SELECT r.f, m['k'], x[1].g, (SELECT 1)", "SELECT r.f, m['k'], (x[1]).g, (SELECT 1)"},
      // literals
      {"SELECT 1, 3000000000, 1.50, 0.908, 1e3, X'0aff', TRUE, NULL", ""},
      {"SELECT 'it''s', U&'\\4E2D'", "SELECT 'it''s', '中'"},
      {"SELECT -9223372036854775808", "SELECT -9223372036854775808"},
      // syntax of its own
      {"SELECT COUNT(*), COUNT(DISTINCT a)", "SELECT count_star(), count(DISTINCT a)"},
      {"SELECT EXTRACT(HOUR FROM t), FLOOR(t TO DAY), CEIL(x)",
       "SELECT \"extract\"('HOUR', t), floor(t, 'DAY'), ceil(x)"},
      {"SELECT TIMESTAMPDIFF(SECOND, a, b)", "SELECT timestampdiff('SECOND', a, b)"},
      {"SELECT TRIM(BOTH 'x' FROM s), TRIM(s), POSITION('a' IN s), SUBSTRING(s FROM 2 FOR 3)",
       "SELECT \"trim\"('BOTH', 'x', s), \"trim\"(s), \"position\"('a', s), \"substring\"(s, 2, 3)"},
      {"SELECT OVERLAY(s PLACING 'x' FROM 1 FOR 2)", "SELECT \"overlay\"(s, 'x', 1, 2)"},
      {"SELECT ARRAY[1, 2], MAP['a', 1], ROW(1, 'x'), (1, 2)",
       "SELECT \"array\"(1, 2), \"map\"(\"array\"('a'), \"array\"(1)), \"row\"(1, 'x'), \"row\"(1, 2)"},
      {"SELECT CASE a WHEN 1 THEN 'x' END", "SELECT CASE  WHEN ((a = 1)) THEN ('x') ELSE NULL END"},
      {"SELECT CURRENT_DATE, LOCALTIMESTAMP", "SELECT current_date(), localtimestamp()"},
      {"SELECT (a, b) OVERLAPS (c, d)", "SELECT \"overlaps\"(a, b, c, d)"},
      {"SELECT js IS NOT JSON ARRAY", "SELECT (NOT is_json(js, 'ARRAY'))"},
      {"SELECT LISTAGG(a, ',' ORDER BY b DESC) FILTER (WHERE c)",
       "SELECT listagg(a, ',' ORDER BY b DESC NULLS LAST) FILTER (WHERE c)"},
      // FROM
      {"SELECT * FROM a, b JOIN c ON x = y", "SELECT * FROM a CROSS JOIN b INNER JOIN c ON ((x = y))"},
      {"SELECT * FROM a NATURAL LEFT JOIN b", "SELECT * FROM a NATURAL LEFT JOIN b"},
      {"SELECT * FROM a FULL OUTER JOIN b USING (k, `L`)", "SELECT * FROM a FULL JOIN b USING (k, \"^l\")"},
      {"SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS t(x, Y)",
       "SELECT * FROM (SELECT * FROM (VALUES (1, 'a'), (2, 'b'))) AS t(x, \"^y\")"},
      {"SELECT * FROM t CROSS JOIN UNNEST(arr) WITH ORDINALITY AS u(v, i)",
       "SELECT * FROM t CROSS JOIN unnest(arr) WITH ORDINALITY AS u(v, i)"},
      {"SELECT * FROM o LEFT JOIN d FOR SYSTEM_TIME AS OF o.p AS d ON o.k = d.k",
       "SELECT * FROM o LEFT JOIN d AS d ON (((o.k = d.k) AND __as_of(o.p)))"},
      {"SELECT * FROM t /*+ OPTIONS('a'='1', 'a'='2') */ x",
       "SELECT * FROM t AS x AT (tarn => struct_pack(\"options\" := \"map\"('a', '1', 'a', '2')))"},
      {"SELECT * FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(Ts), INTERVAL '10' MINUTE))",
       "SELECT * FROM tumble((SELECT * FROM t), descriptor('^ts'), '00:10:00'::INTERVAL SECOND)"},
      {"SELECT * FROM TABLE(HOP(DATA => TABLE t, TIMECOL => DESCRIPTOR(ts), SIZE => INTERVAL '2' SECOND, "
       "SLIDE => INTERVAL '1' SECOND))",
       "SELECT * FROM hop((SELECT * FROM t), descriptor('ts'), '00:00:01'::INTERVAL SECOND, '00:00:02'::INTERVAL "
       "SECOND)"},
      {"SELECT * FROM f(input => TABLE t PARTITION BY (a, b) ORDER BY ts DESC, threshold => 5)",
       "SELECT * FROM f(\"input\" := (SELECT * FROM t), threshold := 5, \"input.partition_by\" := descriptor('a', "
       "'b'), "
       "\"input.order_by\" := order_by('ts', 'DESC'))"},
      // clauses
      {"SELECT a FROM t GROUP BY a, ROLLUP (b, c)", "SELECT a FROM t GROUP BY GROUPING SETS ((a),(a, b),(a, b, c))"},
      {"SELECT a FROM t GROUP BY GROUPING SETS ((a, b), ())", "SELECT a FROM t GROUP BY GROUPING SETS ((a, b),())"},
      {"SELECT SUM(a) OVER w FROM t WINDOW w AS (PARTITION BY k ORDER BY ts ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)",
       "SELECT sum(a) OVER (PARTITION BY k ORDER BY ts ASC NULLS FIRST ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM "
       "t"},
      {"SELECT 1 UNION SELECT 2 INTERSECT SELECT 3 EXCEPT ALL SELECT 4",
       "((SELECT 1) UNION ((SELECT 2) INTERSECT (SELECT 3))) EXCEPT ALL (SELECT 4)"},
      {"SELECT a FROM t ORDER BY a DESC, b NULLS LAST OFFSET 2 ROWS FETCH NEXT 10 ROWS ONLY",
       "SELECT a FROM t ORDER BY a DESC NULLS LAST, b ASC NULLS LAST LIMIT 10 OFFSET 2"},
      {"WITH v (x) AS (SELECT 1) SELECT * FROM v", "WITH v (x) AS (SELECT 1)SELECT * FROM v"},
      {"TABLE a.b.c", "SELECT * FROM a.b.c"},
  };
  for (const auto& [text, tree] : cases) {
    SCOPED_TRACE(text);
    try {
      const std::string shown = Tree(text);
      if (!tree.empty()) {
        EXPECT_EQ(shown, tree);
      }
    } catch (const SqlError& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

TEST(ParseQuery, BadLiteralsDoNotValidate) {
  const std::vector<std::tuple<std::string, size_t, std::string>> cases = {
      {"SELECT DATE '2024-02-30'", 12, "no date"},
      {"SELECT TIMESTAMP '2024-13-01 00:00:00'", 17, "no timestamp"},
      {"SELECT TIME '25:00:00'", 12, "no time of day"},
      {"SELECT INTERVAL '1-14' YEAR TO MONTH", 16, "too large"},
      {"SELECT x'0'", 7, "even number"},
  };
  for (const auto& [text, place, piece] : cases) {
    SCOPED_TRACE(text);
    try {
      ParseStatement(text);
      ADD_FAILURE() << "was taken";
    } catch (const SqlError& error) {
      EXPECT_EQ(error.stage(), ErrorStage::Validation);
      EXPECT_EQ(error.span().offset, place) << error.what();
      EXPECT_NE(std::string(error.what()).find(piece), std::string::npos) << error.what();
    }
  }
}

TEST(ParseQuery, RefusesWhatFlinkRefuses) {
  // Text, the place of the error (from 0), a piece of the message or hint.
  const std::vector<std::tuple<std::string, size_t, std::string>> cases = {
      {"SELECT a::INT FROM t", 8, "CAST"},
      {"SELECT a != b FROM t", 9, "<>"},
      {"SELECT \"a\" FROM t", 7, "double quotes"},
      {"SELECT a & b", 9, "'&'"},
      {"FROM t SELECT a", 0, "'FROM'"},
      {"SELECT * EXCLUDE (a) FROM t", 9, "EXCLUDE"},
      {"SELECT a FROM t GROUP BY ALL", 28, "the end of the statement"},
      {"SELECT DISTINCT ON (a) a FROM t", 16, "DISTINCT ON"},
      {"SELECT [1, 2]", 7, "'['"},
      {"SELECT a, FROM t", 10, "'FROM'"},
      {"SELECT a FROM t MINUS SELECT b FROM u", 16, "EXCEPT"},
      {"SELECT x WHERE x = 1", 9, "FROM"},
      {"SELECT value FROM t", 7, "`value`"},
      {"SELECT a FROM t AS rank", 19, "`rank`"},
      {"SELECT /* a /* b */ c */ 1 AS x", 22, "'*/'"},
      {"SELECT 'open", 7, "no end"},
      {"SELECT * FROM a.b.c.d", 20, "three parts"},
      {"SELECT * FROM a.t$snapshots", 16, "quote"},
      {"SELECT 1 2", 9, "'2'"},
      {"SELECT x'0g'", 7, "hexadecimal"},
      {"MERGE INTO t USING s ON TRUE WHEN MATCHED THEN DELETE", 47, "no DELETE"},
      {"SELECT * FROM t LEFT SEMI JOIN u ON TRUE", 21, "EXISTS"},
      {"SELECT INTERVAL '5' FORTNIGHT", 20, "FORTNIGHT"},
  };
  for (const auto& [text, place, piece] : cases) {
    SCOPED_TRACE(text);
    try {
      ParseStatement(text);
      ADD_FAILURE() << "was taken";
    } catch (const SqlError& error) {
      EXPECT_EQ(error.stage(), ErrorStage::Parse);
      EXPECT_EQ(error.span().offset, place) << error.what();
      EXPECT_NE(std::string(error.what()).find(piece), std::string::npos) << error.what();
    }
  }
}

// The slips that are printed in articles, and everyday ones: what the user reads.
TEST(ParseErrors, PointAtTheSlip) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"CREATE TABLE trajectory (device_id STRING, timestamp BIGINT)",
       "'timestamp' is a reserved word\n"
       "  line 1:44  CREATE TABLE trajectory (device_id STRING, timestamp BIGINT)\n"
       "                                                        ^^^^^^^^^\n"
       "  to use it as a name, quote it: `timestamp`"},
      {"CREATE TABLE t (dt INT) PARTITIONED BY (dt STRING, hr STRING)",
       "PARTITIONED BY takes names of columns, not types\n"
       "  line 1:44  CREATE TABLE t (dt INT) PARTITIONED BY (dt STRING, hr STRING)\n"
       "                                                        ^^^^^^\n"
       "  declare the column above and name it here: PARTITIONED BY (dt)"},
      {"CREATE TABLE t (id BIGINT COMMENT 订单ID)",
       "a comment stands in single quotes\n"
       "  line 1:35  CREATE TABLE t (id BIGINT COMMENT 订单ID)\n"
       "                                               ^^^^\n"
       "  COMMENT '订单ID'"},
      {"CREATE TABLE t (\n  p AS CAST(x AS TIMESTAMP(3))\n  WATERMARK FOR p AS p\n) LIKE u",
       "a comma is missing before 'WATERMARK'\n"
       "  line 3:3    WATERMARK FOR p AS p\n"
       "              ^^^^^^^^^"},
      {"SELECT a FORM t",
       "'t' stands where the end of the statement is expected\n"
       "  line 1:15  SELECT a FORM t\n"
       "                           ^\n"
       "  did you mean 'FROM'?"},
      {"SELECT a FROM t WEHRE a = 1",
       "'a' stands where the end of the statement is expected\n"
       "  line 1:23  SELECT a FROM t WEHRE a = 1\n"
       "                                   ^\n"
       "  did you mean 'WHERE'?"},
      {"SELECT a FROM t GROUP a",
       "'GROUP' stands where the end of the statement is expected\n"
       "  line 1:17  SELECT a FROM t GROUP a\n"
       "                             ^^^^^\n"
       "  BY must follow GROUP"},
      {"SELECT a, FROM t",
       "'FROM' stands where an expression or a column name is expected\n"
       "  line 1:11  SELECT a, FROM t\n"
       "                       ^^^^\n"
       "  a comma too much stands before it"},
      {"SELECT order FROM t",
       "'order' is a reserved word\n"
       "  line 1:8  SELECT order FROM t\n"
       "                   ^^^^^\n"
       "  to use it as a name, quote it: `order`"},
      {"SELET 1",
       "'SELET' stands where a statement is expected\n"
       "  line 1:1  SELET 1\n"
       "            ^^^^^\n"
       "  did you mean 'SELECT'?"},
      {"CREATE TABLE t (a INTEGR)",
       "'INTEGR' is no type\n"
       "  line 1:19  CREATE TABLE t (a INTEGR)\n"
       "                               ^^^^^^\n"
       "  did you mean 'INTEGER'?"},
  };
  for (const auto& [text, shown] : cases) {
    try {
      ParseStatement(text);
      ADD_FAILURE() << text << " was taken";
    } catch (const SqlError& error) {
      EXPECT_EQ(std::string(error.what()), shown);
    }
  }
}

TEST(ParseQuery, ReservedWordsAreThoseThatFlinkRefuses) {
  for (const char* word :
       {"timestamp", "value", "method", "result", "start", "row", "variant", "element", "contains"}) {
    EXPECT_THROW(ParseQuery(std::string("SELECT ") + word + " FROM t"), SqlError) << word;
    EXPECT_NO_THROW(ParseQuery(std::string("SELECT `") + word + "` FROM t")) << word;
  }
  for (const char* word : {"name", "id", "key", "type", "state", "user", "version", "path", "map", "json", "model",
                           "zone", "options", "ttl", "label", "first", "last"}) {
    EXPECT_NO_THROW(ParseQuery(std::string("SELECT ") + word + " FROM t AS " + word)) << word;
  }
}

TEST(ParseQuery, PositionsAreBytesOfTheStatement) {
  const std::string text = "SELECT 'é', MyCol, UPPER(x) FROM db.Tab";
  const auto query = ParseQuery(text);
  const auto& node = query.tree->node->Cast<duckdb::SelectNode>();
  EXPECT_EQ(node.select_list[1]->GetQueryLocation().GetIndex(), text.find("MyCol"));
  EXPECT_EQ(node.select_list[2]->GetQueryLocation().GetIndex(), text.find("UPPER"));
  EXPECT_EQ(node.from_table->query_location.GetIndex(), text.find("db.Tab"));
  EXPECT_EQ(node.from_table->Cast<duckdb::BaseTableRef>().table_name, "^tab");
}

TEST(ParseQuery, DepthAndLengthAreBounded) {
  const auto nested = [](size_t n) { return "SELECT " + std::string(n, '(') + "1" + std::string(n, ')'); };
  EXPECT_NO_THROW(ParseQuery(nested(50)));
  EXPECT_THROW(ParseQuery(nested(100000)), SqlError);
  try {
    ParseQuery(nested(400));
    ADD_FAILURE() << "no error";
  } catch (const SqlError& e) {
    // As many as stand in front of the place.
    EXPECT_EQ(e.message(),
              "the statement is nested too deeply: " + std::to_string(e.span().offset - std::string("SELECT ").size()) +
                  " brackets are open here");
  }
  std::string sum = "SELECT 1", either = "SELECT a", minus = "SELECT ";
  for (int i = 0; i < 100000; i++) sum += " + 1", minus += "- ";
  for (int i = 0; i < 20000; i++) either += " OR a";
  EXPECT_THROW(ParseQuery(sum), SqlError);
  EXPECT_THROW(ParseQuery(minus + "1"), SqlError);
  std::string likes = "SELECT a", isnull = "SELECT a";
  for (int i = 0; i < 100000; i++) likes += " LIKE a", isnull += " IS NULL";
  EXPECT_THROW(ParseQuery(likes), SqlError);
  EXPECT_THROW(ParseQuery(isnull), SqlError);
  EXPECT_NO_THROW(ParseQuery(either));
}

TEST(ParseStatement, CreateTable) {
  const auto table = Parsed<CreateTable>(
      "CREATE TEMPORARY TABLE IF NOT EXISTS c.d.gps (mmsi BIGINT NOT NULL COMMENT 'it''s', fix ROW<A INT, b "
      "ARRAY<STRING>>,"
      " off BIGINT METADATA FROM 'offset' VIRTUAL, rt AS TO_TIMESTAMP_LTZ(ev_ms, 3) COMMENT 'time',"
      " WATERMARK FOR rt AS rt - interval '3' second, CONSTRAINT pk PRIMARY KEY (mmsi, rt) NOT ENFORCED)"
      " COMMENT 'positions' DISTRIBUTED BY HASH (mmsi) INTO 4 BUCKETS PARTITIONED BY (dt, hr)"
      " WITH ('connector' = 'kafka', 'topic' = 'gps') LIKE base (EXCLUDING OPTIONS OVERWRITING WATERMARKS);");
  EXPECT_TRUE(table.temporary && table.if_not_exists);
  EXPECT_EQ(table.name.Text(), "c.d.gps");
  ASSERT_EQ(table.columns.size(), 4U);
  EXPECT_EQ(paimon::ToSql(table.columns[0].type), "BIGINT NOT NULL");
  EXPECT_EQ(*table.columns[0].comment, "it's");
  EXPECT_EQ(table.columns[1].type.fields[0].name, "A");
  EXPECT_EQ(table.columns[2].kind, Column::Kind::Metadata);
  EXPECT_EQ(*table.columns[2].metadata_key, "offset");
  EXPECT_TRUE(table.columns[2].is_virtual);
  EXPECT_EQ(table.columns[3].expression->canonical, "TO_TIMESTAMP_LTZ(`ev_ms`, 3)");
  EXPECT_EQ(table.watermark->expression.canonical, "`rt` - INTERVAL '3' SECOND");
  EXPECT_EQ(table.primary_key->columns.size(), 2U);
  EXPECT_FALSE(table.primary_key->enforced);
  EXPECT_EQ(*table.distribution->buckets, 4);
  EXPECT_EQ(table.partitioned_by[1].text, "hr");
  EXPECT_EQ(table.options[1].value.value, "gps");
  EXPECT_EQ(table.like->base.Text(), "base");
  EXPECT_EQ(table.like->rules.size(), 2U);

  EXPECT_TRUE(Parsed<CreateTable>("CREATE TABLE t (k INT PRIMARY KEY NOT ENFORCED)").primary_key.has_value());
  EXPECT_TRUE(Parsed<CreateTable>("CREATE TABLE t (k INT, PRIMARY KEY (k))").primary_key->enforced);
  EXPECT_EQ(Parsed<CreateTable>("CREATE TABLE t (b, a) WITH ('x'='y') AS SELECT 1 a, 2 b").reordered_columns.size(),
            2U);
  const auto replaced = Parsed<CreateTable>("CREATE OR REPLACE TABLE t AS SELECT 1 AS a");
  EXPECT_TRUE(replaced.replace && replaced.create && replaced.as);
}

TEST(ParseStatement, Types) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"varchar", "STRING"},
      {"CHAR", "CHAR(1)"},
      {"DECIMAL", "DECIMAL(10, 0)"},
      {"DEC(5)", "DECIMAL(5, 0)"},
      {"NUMERIC(12, 4) NOT NULL", "DECIMAL(12, 4) NOT NULL"},
      {"TIME(3)", "TIME(0)"},
      {"TIMESTAMP", "TIMESTAMP(6)"},
      {"TIMESTAMP(3) WITH LOCAL TIME ZONE", "TIMESTAMP_LTZ(3)"},
      {"INT ARRAY NOT NULL", "ARRAY<INT> NOT NULL"},
      {"MAP<STRING, ARRAY<ROW<a INT NOT NULL>>>", "MAP<STRING, ARRAY<ROW<`a` INT NOT NULL>>>"},
      {"ROW(a INT 'comment', b MULTISET<INT>)", "ROW<`a` INT 'comment', `b` MULTISET<INT>>"},
      {"DOUBLE PRECISION", "DOUBLE"},
      {"BYTES", "BYTES"},
      {"BINARY(4)", "BINARY(4)"},
  };
  for (const auto& [text, type] : cases) {
    const auto table = Parsed<CreateTable>("CREATE TABLE t (c " + text + ")");
    EXPECT_EQ(paimon::ToSql(table.columns[0].type), type) << text;
  }
  for (const char* bad : {"DECIMAL(39)", "TEXT", "TIMESTAMP(10)", "DECIMAL(3, 4)", "VARCHAR(0)", "INTERVAL DAY"}) {
    EXPECT_THROW(ParseStatement(std::string("CREATE TABLE t (c ") + bad + ")"), SqlError) << bad;
  }
}

TEST(ParseStatement, Insert) {
  const auto insert = Parsed<InsertStatement>(
      "INSERT OVERWRITE c.d.t /*+ OPTIONS('sink.parallelism'='2') */ PARTITION (dt = '2024', hr) (a, b) SELECT 1, 2");
  EXPECT_TRUE(insert.overwrite);
  EXPECT_EQ(insert.options[0].key.value, "sink.parallelism");
  ASSERT_EQ(insert.partition.size(), 2U);
  EXPECT_TRUE(insert.partition[0].value && !insert.partition[1].value);
  EXPECT_EQ(insert.columns[1].text, "b");
  EXPECT_EQ(insert.query.text, "SELECT 1, 2");
  EXPECT_TRUE(Parsed<InsertStatement>("INSERT INTO t (SELECT 1)").columns.empty());
  EXPECT_EQ(Parsed<InsertStatement>("INSERT INTO t VALUES (1), (2)").table.Text(), "t");
  EXPECT_EQ(Parsed<StatementSet>("EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; INSERT INTO b SELECT 2; END;")
                .inserts.size(),
            2U);
  EXPECT_EQ(Parsed<StatementSet>("BEGIN STATEMENT SET; INSERT INTO a SELECT 1; END").inserts.size(), 1U);
}

TEST(ParseStatement, SetInEveryForm) {
  const std::vector<std::tuple<std::string, std::string, std::string>> cases = {
      {"SET 'a.b' = 'c d';", "a.b", "c d"},
      {"SET execution.checkpointing.interval=3minute;", "execution.checkpointing.interval", "3minute"},
      {"set table.exec.mini-batch.size = 100", "table.exec.mini-batch.size", "100"},
      {"set a.b = 'it''s' -- why not", "a.b", "it's"},
      {"-- first\nSET path=hdfs://host/x;", "path", "hdfs://host/x"},
      {"SET a=", "a", ""},
  };
  for (const auto& [text, key, value] : cases) {
    const auto set = Parsed<SetStatement>(text);
    ASSERT_TRUE(set.option) << text;
    EXPECT_EQ(set.option->key.value, key);
    EXPECT_EQ(set.option->value.value, value);
    EXPECT_NE(text.substr(set.option->key.span.offset, set.option->key.span.length).find(key), std::string::npos);
  }
  EXPECT_FALSE(Parsed<SetStatement>("SET").option);
  EXPECT_EQ(Parsed<ResetStatement>("RESET 'k'").key->value, "k");
  EXPECT_EQ(Parsed<ResetStatement>("reset a.b;").key->value, "a.b");
  EXPECT_FALSE(Parsed<ResetStatement>("RESET;").key);
  EXPECT_THROW(ParseStatement("SET a b = c"), SqlError);
}

TEST(ParseStatement, Others) {
  EXPECT_EQ(Parsed<ShowStatement>("SHOW TABLES FROM c.d NOT LIKE 'x%'").from->Text(), "c.d");
  EXPECT_TRUE(Parsed<ShowStatement>("SHOW TABLES FROM c.d NOT LIKE 'x%'").not_like);
  EXPECT_EQ(Parsed<ShowStatement>("SHOW CREATE TABLE t").what, ShowStatement::What::CreateTable);
  EXPECT_EQ(Parsed<ShowStatement>("SHOW PARTITIONS t PARTITION (dt='x')").partition.size(), 1U);
  EXPECT_TRUE(Parsed<DescribeStatement>("DESC EXTENDED t").extended);
  EXPECT_EQ(Parsed<DescribeStatement>("DESCRIBE CATALOG c").what, DescribeStatement::What::Catalog);
  EXPECT_EQ(Parsed<DescribeStatement>("DESCRIBE catalog").what, DescribeStatement::What::Table);
  EXPECT_TRUE(Parsed<UseStatement>("USE CATALOG c").catalog);
  EXPECT_FALSE(Parsed<UseStatement>("USE c.d").catalog);
  EXPECT_TRUE(Parsed<DropStatement>("DROP DATABASE IF EXISTS d CASCADE").cascade);
  EXPECT_TRUE(Parsed<DropStatement>("DROP TEMPORARY VIEW v").temporary);
  EXPECT_EQ(Parsed<CreateView>("CREATE TEMPORARY VIEW v (a, b) COMMENT 'c' AS SELECT 1, 2").query.text, "SELECT 1, 2");
  EXPECT_EQ(Parsed<CreateCatalog>("CREATE CATALOG c WITH ('type'='paimon')").options.size(), 1U);
  EXPECT_EQ(Parsed<CreateDatabase>("CREATE DATABASE IF NOT EXISTS c.d COMMENT 'x'").name.Text(), "c.d");
  EXPECT_EQ(Parsed<CreateFunction>("CREATE TEMPORARY SYSTEM FUNCTION f AS 'x.Y' LANGUAGE JAVA").class_name.value,
            "x.Y");
  EXPECT_EQ(Parsed<CallStatement>("CALL sys.compact(`table` => 'db.t', 'x')").arguments[0].name->text, "table");
  EXPECT_TRUE(Parsed<ExplainStatement>("EXPLAIN CHANGELOG_MODE, ESTIMATED_COST INSERT INTO t SELECT 1").changelog_mode);
  EXPECT_TRUE(Parsed<ExplainStatement>("EXPLAIN PLAN FOR SELECT 1").statement);
  EXPECT_TRUE(Parsed<DeleteStatement>("DELETE FROM t WHERE a = 1").condition);
  EXPECT_EQ(Parsed<UpdateStatement>("UPDATE t SET a = 1, b = a + 1 WHERE c").assignments.size(), 2U);
  EXPECT_EQ(Parsed<TruncateStatement>("TRUNCATE TABLE t").table.Text(), "t");
  EXPECT_TRUE(Parsed<AnalyzeStatement>("ANALYZE TABLE t COMPUTE STATISTICS FOR ALL COLUMNS").all_columns);
  EXPECT_EQ(Parsed<UnsupportedStatement>("ADD JAR 'x.jar'").what, "ADD JAR");
  EXPECT_EQ(Parsed<UnsupportedStatement>("MERGE INTO t USING s ON t.k = s.k WHEN MATCHED THEN UPDATE SET v = 1").what,
            "MERGE INTO");
}

TEST(ParseStatement, AlterTable) {
  const auto action = [](const std::string& text) { return Parsed<AlterTable>("ALTER TABLE t " + text).action; };
  EXPECT_EQ(std::get<alter::SetOptions>(action("SET ('a'='b', 'c'='d')")).options.size(), 2U);
  EXPECT_EQ(std::get<alter::ResetOptions>(action("RESET ('a', 'b')")).keys.size(), 2U);
  EXPECT_EQ(std::get<alter::RenameTo>(action("RENAME TO u")).name.Text(), "u");
  EXPECT_EQ(std::get<alter::RenameColumn>(action("RENAME a TO b")).to.text, "b");
  const auto add =
      std::get<alter::ChangeSchema>(action("ADD (a INT AFTER b, c AS a + 1 FIRST, PRIMARY KEY (a) NOT ENFORCED)"));
  EXPECT_FALSE(add.modify);
  EXPECT_EQ(add.columns[0].second.after->text, "b");
  EXPECT_TRUE(add.columns[1].second.first && add.primary_key);
  EXPECT_TRUE(std::get<alter::ChangeSchema>(action("MODIFY a BIGINT NOT NULL COMMENT 'x' FIRST")).modify);
  EXPECT_EQ(std::get<alter::DropColumns>(action("DROP (a, b)")).columns.size(), 2U);
  EXPECT_TRUE(std::holds_alternative<alter::DropWatermark>(action("DROP WATERMARK")));
  EXPECT_EQ(
      std::get<alter::DropPartitions>(action("DROP IF EXISTS PARTITION (d='1'), PARTITION (d='2')")).partitions.size(),
      2U);
  EXPECT_TRUE(std::get<alter::AddPartitions>(action("ADD IF NOT EXISTS PARTITION (d='1')")).if_not_exists);
}

TEST(Script, IsCutAtItsSemicolons) {
  const std::string script =
      "-- a comment; with one\nSET a=hdfs://x;\n\nSELECT ';' /* ; */ AS `a;b`; ;\n"
      "EXECUTE STATEMENT SET BEGIN\n  INSERT INTO a SELECT 1;\n  INSERT INTO b SELECT 2;\nEND;\n"
      "BEGIN STATEMENT SET; INSERT INTO c SELECT CASE WHEN x THEN 1 END; END;\nSELECT 1";
  const auto parts = SplitScript(script);
  ASSERT_EQ(parts.size(), 5U);
  EXPECT_EQ(parts[0].text, "SET a=hdfs://x");
  EXPECT_EQ(parts[0].line, 2U);
  EXPECT_EQ(parts[1].line, 4U);
  EXPECT_TRUE(parts[2].text.ends_with("END"));
  EXPECT_TRUE(parts[3].text.starts_with("BEGIN"));
  EXPECT_EQ(parts[4].text, "SELECT 1");
  for (const auto& part : parts) {
    EXPECT_EQ(script.substr(part.offset, part.text.size()), part.text);
    EXPECT_NO_THROW(ParseStatement(part.text)) << part.text;
  }
}

TEST(Script, KnowsWhatIsUnfinished) {
  for (const char* open : {"SELECT 1", "SELECT ';", "SELECT `a;", "SELECT 1; SELECT", "SELECT 1 /* ;", "SET a=b",
                           "BEGIN STATEMENT SET; INSERT INTO a SELECT 1;"}) {
    EXPECT_TRUE(IsIncomplete(open)) << open;
  }
  for (const char* done : {"", "  -- nothing", "SELECT 1;", "SELECT 1; -- done", "SET a=b;", "SELECT ';';",
                           "BEGIN STATEMENT SET; INSERT INTO a SELECT 1; END;"}) {
    EXPECT_FALSE(IsIncomplete(done)) << done;
  }
}

}  // namespace
}  // namespace tarn::sql
