-- An option of every table that has event time, whatever its connector.
CREATE TEMPORARY TABLE f (id BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'filesystem',
  'format' = 'csv', 'path' = '${DIR}/in', 'scan.watermark.max-jump' = '6 h');
EXPLAIN SELECT id, ts FROM f;
EXPLAIN SELECT id, ts FROM f /*+ OPTIONS('scan.watermark.max-jump' = 'far') */;
