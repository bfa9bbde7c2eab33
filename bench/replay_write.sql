-- N trajectory rows over 30 days, in time order, in an append table of 30 partitions x 4 buckets.
-- Variables: WH (warehouse), N (rows), STEP (milliseconds between rows: 2592000000 / N).
SET 'table.local-time-zone' = 'UTC';
SET 'execution.runtime-mode' = 'batch';
CREATE CATALOG IF NOT EXISTS c WITH ('type' = 'paimon', 'warehouse' = '${WH}');
CREATE TABLE IF NOT EXISTS c.`default`.traj (
  mmsi BIGINT, ts TIMESTAMP(3), lon DOUBLE, lat DOUBLE, sog FLOAT, cog FLOAT, heading INT, nav INT, dt STRING,
  WATERMARK FOR ts AS ts - INTERVAL '1' DAY -- the four buckets of a day are read one after another
) PARTITIONED BY (dt)
WITH ('bucket' = '4', 'bucket-key' = 'mmsi', 'file.format' = 'parquet', 'write-only' = 'true');
CREATE TEMPORARY TABLE seq (i BIGINT, r DOUBLE) WITH ('connector' = 'datagen', 'number-of-rows' = '${N}', 'rows-per-second' = '2000000000',
  'fields.i.kind' = 'sequence', 'fields.i.start' = '0', 'fields.i.end' = '${N}', 'fields.r.min' = '0', 'fields.r.max' = '1');
INSERT INTO c.`default`.traj
SELECT 200000000 + MOD(i * 7919, 20011), t, 10 + r * 20, 50 + SIN(i / 1e5) * 8, CAST(r * 20 AS FLOAT), CAST(MOD(i, 3600) / 10.0 AS FLOAT),
       CAST(MOD(i, 360) AS INT), CAST(MOD(i, 16) AS INT), DATE_FORMAT(t, 'yyyy-MM-dd')
FROM (SELECT i, r, CAST(TO_TIMESTAMP_LTZ(CAST(1704067200000 + i * ${STEP} AS BIGINT), 3) AS TIMESTAMP(3)) AS t FROM seq);
