CREATE TEMPORARY TABLE lines (id BIGINT, ts TIMESTAMP(3)) WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '${DIR}/in',
  'dead-letter.table' = 'bad');
CREATE TABLE bad (source STRING, line BIGINT, reason STRING, `raw` STRING);
CREATE TABLE t (id BIGINT, ts TIMESTAMP(3));
EXPLAIN INSERT INTO t SELECT id, ts FROM lines;
