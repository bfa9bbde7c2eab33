// From a query's text to its result: what Flink calls the columns and types, and that DuckDB computes in those types.
#include "sql/types/analyze.h"

#include <gtest/gtest.h>

#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <duckdb/main/materialized_query_result.hpp>
#include <duckdb/parser/statement/select_statement.hpp>

#include "function/function.h"
#include "function/value_text.h"
#include "sql/parse/parser.h"
#include "sql/sql_error.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {
namespace {

class Analysis : public ::testing::Test {
 protected:
  Analysis() { RegisterFlink(*database_.instance); }

  /// "name TYPE, .. -> value|value|; .." or "stage: message".
  std::string Run(const std::string& sql) {
    try {
      auto query = ParseQuery(sql);
      auto node = std::move(query.tree->node);
      AnalyzeContext context;
      context.database = "default";
      const auto columns = Analyze(node, context);
      std::string text;
      for (const auto& column : columns) text += (text.empty() ? "" : ", ") + column.name + " " + column.TypeText();
      auto statement = duckdb::make_uniq<duckdb::SelectStatement>();
      statement->node = std::move(node);
      auto result = connection_.Query(std::move(statement));
      if (result->HasError()) return "runtime: " + result->GetError();
      text += " ->";
      for (size_t i = 0; i < columns.size(); i++) {
        EXPECT_EQ(result->types[i], ToLogicalType(columns[i].type)) << sql << ": DuckDB computed another type";
      }
      for (duckdb::idx_t row = 0; row < result->RowCount(); row++) {
        text += row == 0 ? " " : "; ";
        for (size_t i = 0; i < columns.size(); i++) {
          text += function::ValueText(result->GetValue(i, row), columns[i].type, TimeZone()) + "|";
        }
      }
      return text;
    } catch (const SqlError& error) {
      return std::string(StageName(error.stage())) + ": " + error.message();
    }
  }

  duckdb::DuckDB database_{nullptr};
  duckdb::Connection connection_{database_};
};

TEST_F(Analysis, EveryExampleOfTheListRunsInItsType) {
  for (const auto& entry : function::Functions()) {
    ASSERT_NE(std::string(entry.description), "") << entry.name;
    const std::string answer = Run(std::string("SELECT ") + entry.example + " AS x");
    EXPECT_NE(answer.find(" -> "), std::string::npos) << entry.name << ": " << answer;
  }
  for (const auto& special : function::Specials()) {
    if (std::string(special.example).empty()) continue;
    const std::string answer = Run(std::string("SELECT ") + special.example + " AS x");
    EXPECT_NE(answer.find(" -> "), std::string::npos) << special.name << ": " << answer;
  }
}

TEST_F(Analysis, TypesAndNullabilityAreFlinks) {
  struct {
    const char* sql;
    const char* answer;
  } cases[] = {
      {"SELECT 1 AS a, 'abc' AS b", "a INT NOT NULL, b CHAR(3) NOT NULL -> 1|abc|"},
      {"SELECT 'a' || 'bc' AS x", "x CHAR(3) NOT NULL -> abc|"},
      {"SELECT a.x, b.y FROM (VALUES (1)) AS a(x) LEFT JOIN (VALUES (1, 'p')) AS b(x, y) ON a.x = b.x",
       "x INT NOT NULL, y CHAR(1) -> 1|p|"},
      {"SELECT x, x FROM (VALUES (1)) AS t(x)", "x INT NOT NULL, x0 INT NOT NULL -> 1|1|"},
      {"SELECT a FROM (VALUES ('a'), ('bcd')) AS t(a) WHERE a = 'bcd'", "a VARCHAR(3) NOT NULL -> bcd|"},
      {"SELECT MOD(CAST(7 AS BIGINT), 4) AS m, CAST(1.5 AS FLOAT) + CAST(1 AS DOUBLE) AS f",
       "m INT NOT NULL, f FLOAT NOT NULL -> 3|2.5|"},
      {"SELECT 0.908 * CAST(1000 AS BIGINT) AS p", "p DECIMAL(24, 3) NOT NULL -> 908.000|"},
      {"SELECT 2147483647 + 1 AS x", "x INT NOT NULL -> -2147483648|"},
      {"SELECT k, SUM(v) AS s FROM (VALUES ('a', 1), ('a', 2)) AS t(k, v) GROUP BY k",
       "k CHAR(1) NOT NULL, s INT NOT NULL -> a|3|"},
      {"SELECT SUM(v) AS s FROM (VALUES (1), (2)) AS t(v)", "s INT -> 3|"},
      {"WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS y FROM a) SELECT a.x, b.y FROM a, b",
       "x INT NOT NULL, y INT NOT NULL -> 1|2|"},
      {"SELECT x FROM (VALUES (1)) AS a(x) FULL JOIN (VALUES (1)) AS b(x) USING (x)", "x INT -> 1|"},
      {"SELECT x FROM (VALUES (1), (CAST(NULL AS INT))) AS a(x) JOIN (VALUES (1)) AS b(x) USING (x)",
       "x INT NOT NULL -> 1|"},
      {"SELECT x FROM (VALUES (1), (CAST(NULL AS INT))) AS a(x) LEFT JOIN (VALUES (1)) AS b(x) USING (x)",
       "x INT -> 1|; NULL|"},
      {"SELECT x FROM (VALUES (2)) AS a(y) LEFT JOIN ((VALUES (1)) AS b(x) JOIN (VALUES (1)) AS c(x) USING (x)) "
       "ON y = x",
       "x INT -> NULL|"},
      {"SELECT x FROM (VALUES (1)) AS a(x) NATURAL FULL JOIN (VALUES (1)) AS b(x)", "x INT -> 1|"},
      {"SELECT a FROM (SELECT ROW(t) AS a FROM (VALUES (TIME '10:00:00'), (TIME '09:00:00')) AS v(t)) ORDER BY a",
       "a ROW<`EXPR$0` TIME(0) NOT NULL> NOT NULL -> (09:00:00)|; (10:00:00)|"},
      {"SELECT a, MAX(a) OVER (PARTITION BY a) AS m FROM (VALUES (INTERVAL '2' MONTH), (INTERVAL '2' MONTH)) AS t(a) "
       "EXCEPT ALL SELECT INTERVAL '2' MONTH, INTERVAL '2' MONTH",
       "a INTERVAL MONTH NOT NULL, m INTERVAL MONTH NOT NULL -> +0-02|+0-02|"},
      {"SELECT SUM(k) OVER (ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING) AS a, MAX(k) OVER (ORDER BY k ROWS 1 "
       "PRECEDING) AS b, SUM(k) OVER (ORDER BY k) AS c, COUNT(k) OVER (ORDER BY k ROWS BETWEEN 1 FOLLOWING AND 2 "
       "FOLLOWING) AS d FROM (VALUES (1)) AS t(k)",
       "a INT, b INT, c INT NOT NULL, d BIGINT NOT NULL -> NULL|1|1|0|"},
      {"SELECT LISTAGG(s, '-') AS a FROM (VALUES (CAST('ab' AS VARCHAR(2))), (CAST('c' AS VARCHAR(2)))) AS t(s)",
       "a VARCHAR(2) NOT NULL -> ab-c|"},
      {"SELECT (a, b) = (1, 2) AS x, (a, b) <> (1, 2) AS y, (a, a) <> (1, 2) AS z FROM (VALUES (1, CAST(NULL AS INT))) "
       "AS t(a, b)",
       "x BOOLEAN, y BOOLEAN, z BOOLEAN NOT NULL -> NULL|TRUE|TRUE|"},
      {"SELECT IS_ALPHA(CAST(NULL AS STRING)) AS x", "x BOOLEAN NOT NULL -> FALSE|"},
      {"SELECT TIMESTAMPADD(MINUTE, 1, DATE '2024-01-31') AS x",
       "x TIMESTAMP(6) NOT NULL -> 2024-01-31 00:01:00.000000|"},
  };
  for (const auto& c : cases) EXPECT_EQ(Run(c.sql), c.answer) << c.sql;
}

TEST_F(Analysis, BadDataIsSeenOnlyWhereSqlLooks) {
  EXPECT_EQ(Run("SELECT b <> 0 AND 4 / b > 1 AS x FROM (VALUES (2), (0)) AS t(b) ORDER BY b"),
            "x BOOLEAN NOT NULL -> FALSE|; TRUE|");
  EXPECT_EQ(Run("SELECT b = 0 OR 4 / b > 1 AS x FROM (VALUES (0)) AS t(b)"), "x BOOLEAN NOT NULL -> TRUE|");
  EXPECT_EQ(Run("SELECT 4 / b AS x FROM (VALUES (0)) AS t(b)").substr(0, 8), "runtime:");
}

TEST_F(Analysis, WhatFlinkRefusesIsRefused) {
  struct {
    const char* sql;
    const char* message;
  } cases[] = {
      {"SELECT X FROM (VALUES (1)) AS t(x)", "validation: column 'X' is not in t"},
      {"SELECT k FROM (VALUES (1)) AS a(k), (VALUES (1)) AS b(k)", "validation: column 'k' is ambiguous"},
      {"SELECT NULL AS a", "validation: illegal use of NULL: its type is unknown"},
      {"SELECT no_such(1)", "validation: no function matches NO_SUCH"},
      {"SELECT x + 1 AS y FROM (VALUES (1)) AS t(x) WHERE y > 1", "validation: column 'y' is not in t"},
      {"SELECT t.y FROM (VALUES (1)) AS t(x), (VALUES (1)) AS u(y)", "validation: column 'y' is not in t"},
      {"SELECT z FROM (VALUES (1)) AS t(x), (VALUES (1)) AS u(y)", "validation: column 'z' is in none of t, u"},
      {"SELECT z FROM (SELECT 1 AS x)", "validation: column 'z' is not in the query of FROM"},
      {"SELECT z", "validation: column 'z' is not known here: there is no FROM"},
      {"SELECT k, v FROM (VALUES ('a', 1)) AS t(k, v) GROUP BY k",
       "validation: column 'v' is neither grouped nor aggregated"},
      {"SELECT k FROM (VALUES (1)) AS t(k) WHERE SUM(k) > 1", "validation: an aggregate is illegal in WHERE"},
      {"SELECT 1 AS a UNION ALL SELECT DATE '2024-01-01'",
       "plan: type mismatch in column 1 of UNION ALL: INTEGER and DATE"},
  };
  for (const auto& c : cases) EXPECT_EQ(Run(c.sql), c.message) << c.sql;
}

}  // namespace
}  // namespace tarn::sql
