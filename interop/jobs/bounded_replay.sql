-- portable: Flink 2.2
-- A streaming job over a table's history that ends by itself at a bound of event time, and one that reads all of it.
CREATE TEMPORARY TABLE raw_fixes (
  mmsi BIGINT,
  ts TIMESTAMP(3),
  lon DOUBLE,
  lat DOUBLE,
  sog DOUBLE,
  nav_status INT,
  source STRING,
  WATERMARK FOR ts AS ts
) WITH ('connector' = 'filesystem', 'path' = '${JOBS}/fixes.csv', 'format' = 'csv', 'csv.null-literal' = '');

CREATE TABLE IF NOT EXISTS fixes (
  mmsi BIGINT,
  ts TIMESTAMP(3),
  sog DOUBLE,
  WATERMARK FOR ts AS ts
) WITH ('bucket' = '2', 'bucket-key' = 'mmsi');

CREATE TABLE IF NOT EXISTS until_bound (
  mmsi BIGINT,
  ts TIMESTAMP(3),
  sog DOUBLE,
  speed_class STRING
);

INSERT INTO fixes SELECT mmsi, ts, sog FROM raw_fixes WHERE mmsi IS NOT NULL;

INSERT INTO until_bound
SELECT mmsi, ts, sog, CASE WHEN sog IS NULL THEN 'unknown' WHEN sog > 10 THEN 'fast' ELSE 'slow' END
FROM fixes /*+ OPTIONS('scan.bounded.watermark' = '1705060800000') */
WHERE ts <= TIMESTAMP '2024-01-12 12:00:00';
