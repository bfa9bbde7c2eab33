-- Conversions are shown where they can matter to the result: not of literals, nor of a whole number that is compared.
CREATE TEMPORARY TABLE a (i INT, b BIGINT, d DOUBLE, s STRING) WITH ('connector' = 'datagen', 'number-of-rows' = '10');
EXPLAIN SELECT CAST(b AS TINYINT) AS t, CAST(i AS BIGINT) * i AS p, CAST(i AS DOUBLE) / i AS q, i / i AS r, i + b AS x
  FROM a WHERE i > b AND d > i AND CAST(b AS SMALLINT) = 7 AND i BETWEEN b AND 10 AND CAST(s AS INT) = 3;
-- A BIGINT above 2^53 may be no DOUBLE: to compare it as one can matter.
EXPLAIN SELECT s FROM a WHERE d > b AND d < i;
