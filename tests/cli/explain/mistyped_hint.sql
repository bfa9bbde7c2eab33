-- An option that a connector does not know is underlined where the statement names it.
CREATE TEMPORARY TABLE a (id BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '10');
CREATE TABLE t (id BIGINT);
EXPLAIN INSERT INTO t
  SELECT id FROM a /*+ OPTIONS('row-per-second' = '5') */;
