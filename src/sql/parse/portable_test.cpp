#include "sql/parse/portable.h"

#include <gtest/gtest.h>

namespace tarn::sql {
namespace {

TEST(Portable, FlinksOwnScriptIsClean) {
  const std::string script = R"(
SET 'execution.runtime-mode' = 'batch';
SET 'tarn.memory.size' = '1gb';
CREATE TABLE t (k INT, n BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');
CREATE TABLE lake (k INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('bucket' = '1');
EXECUTE STATEMENT SET BEGIN
  INSERT INTO lake SELECT k FROM t /*+ OPTIONS('rows-per-second' = '1') */ GROUP BY k HAVING COUNT(*) > 1;
END;
SELECT k, 'a' || 'b', COUNT(n) AS n, NOT (n > 1) FROM t ORDER BY k LIMIT 2 OFFSET 1;
SELECT k, SUM(n) AS n FROM t GROUP BY k HAVING SUM(n) > 1;
SELECT window_start FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' HOUR)) GROUP BY window_start, window_end;
)";
  for (const auto& finding : CheckPortable(script)) ADD_FAILURE() << RenderFinding(script, finding);
}

TEST(Portable, NamesEachLineThatFlinkRefuses) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"CREATE TABLE l (a STRING) WITH ('connector' = 'nmea', 'path' = 'x')", "connector 'nmea' is Tarn's own"},
      {"CREATE TABLE l (a STRING) WITH ('connector' = 'filesystem', 'dead-letter.table' = 'd')", "'dead-letter.table'"},
      {"SELECT * FROM 'x.parquet'", "no file by its name"},
      {"SELECT k, COUNT(*) AS n FROM t GROUP BY k HAVING n > 1", "alias"},
      {"SELECT LISTAGG(a ORDER BY b) FROM t", "ORDER BY inside an aggregate"},
      {"SELECT * FROM (SELECT * FROM t VERSION AS OF 3) x", "VERSION AS OF"},
      {"WITH v AS (SELECT * FROM 'y.csv') SELECT a IN (SELECT b FROM v) FROM u", "no file by its name"},
      {"SHOW OPTIONS", "SHOW OPTIONS"},
      {"SELECT * FROM t /*+ OPTIONS('scan.order' = 'event-time') */", "'scan.order' of the hint"},
      {"CREATE TABLE l (a INT) WITH ('scan.order' = 'event-time')", "Paimon keeps the option 'scan.order'"},
      {"TRUNCATE TABLE t", "Flink refuses TRUNCATE TABLE in streaming mode"},
      {"DELETE FROM t WHERE a = 1", "DELETE in streaming mode"},
      {"UPDATE t SET a = 1", "UPDATE in streaming mode"},
      {"ANALYZE TABLE t COMPUTE STATISTICS", "ANALYZE TABLE in streaming mode"},
      {"INSERT OVERWRITE t VALUES (1)", "INSERT OVERWRITE in streaming mode"},
      {"INSERT INTO t VALUES (1, 'x'), (2, NULL)", "a NULL without a type in VALUES"},
      {"SELECT a != b FROM t", "'!=' is no operator"},
      {"SELECT a FROM t ORDER BY a OFFSET 2", "OFFSET without LIMIT"},
      {"SELECT x'01' || x'02'", "|| of bytes"},
      {"SELECT 1 AS a, 2 AS a ORDER BY a", "'a' of ORDER BY ambiguous"},
      {"SELECT COUNT(a, b) FROM t", "counts one column"},
      {"SELECT INTERVAL '1' DAY / 2", "divides no INTERVAL"},
      {"SELECT NOT NULL", "a NULL without a type"},
      {"SELECT * FROM speeding(input => TABLE t PARTITION BY mmsi)", "'speeding' is Tarn's own"},
  };
  std::string script = "SELECT 1;\n";
  for (const auto& [text, what] : cases) script += text + ";\n";
  const auto findings = CheckPortable(script);
  ASSERT_EQ(findings.size(), cases.size());
  for (size_t i = 0; i < cases.size(); i++) {
    EXPECT_EQ(findings[i].at.line, i + 2) << cases[i].first;
    EXPECT_NE(findings[i].what.find(cases[i].second), std::string::npos) << findings[i].what;
  }
  EXPECT_NE(RenderFinding(script, findings[0]).find("line 2:47  CREATE TABLE l"), std::string::npos);
  // The option of a hint, not its table.
  EXPECT_NE(RenderFinding(script, findings[8]).find("line 10:29  SELECT * FROM t /*+"), std::string::npos);
}

TEST(Portable, FollowsTheModeOfTheScript) {
  const auto lines = [](const std::string& script) {
    std::vector<size_t> found;
    for (const auto& finding : CheckPortable(script)) found.push_back(finding.at.line);
    return found;
  };
  EXPECT_EQ(lines("SET 'execution.runtime-mode' = 'BATCH';\nTRUNCATE TABLE t;\nDELETE FROM t;"), std::vector<size_t>{});
  EXPECT_EQ(lines("SET 'execution.runtime-mode' = 'batch';\nRESET;\nTRUNCATE TABLE t;"), std::vector<size_t>{3});
  EXPECT_EQ(lines("SET 'execution.runtime-mode' = 'batch';\nRESET 'execution.runtime-mode';\nUPDATE t SET a = 1;\n"
                  "SET 'execution.runtime-mode' = 'batch';\nUPDATE t SET a = 1;\n"
                  "SET 'execution.runtime-mode' = 'streaming';\nDELETE FROM t;"),
            (std::vector<size_t>{3, 7}));
}

}  // namespace
}  // namespace tarn::sql
