-- portable: Flink 2.2
-- Raw fixes from CSV files into a clean table by day: sentinels to NULL, unusable rows left out, two sources as one.
CREATE TEMPORARY TABLE raw_fixes (
  mmsi BIGINT,
  ts TIMESTAMP(3),
  lon DOUBLE,
  lat DOUBLE,
  sog DOUBLE,
  nav_status INT,
  source STRING
) WITH ('connector' = 'filesystem', 'path' = '${JOBS}/fixes.csv', 'format' = 'csv', 'csv.null-literal' = '');

CREATE TABLE IF NOT EXISTS clean_fixes (
  mmsi BIGINT NOT NULL,
  ts TIMESTAMP(3) NOT NULL,
  lon DOUBLE,
  lat DOUBLE,
  sog DOUBLE,
  moving BOOLEAN,
  source STRING,
  dt STRING
) PARTITIONED BY (dt) WITH ('bucket' = '2', 'bucket-key' = 'mmsi');

CREATE TABLE IF NOT EXISTS last_fix (
  mmsi BIGINT NOT NULL,
  ts TIMESTAMP(3),
  lon DOUBLE,
  lat DOUBLE,
  PRIMARY KEY (mmsi) NOT ENFORCED
) WITH ('bucket' = '1', 'sequence.field' = 'ts');

INSERT INTO clean_fixes
SELECT mmsi, ts,
       CASE WHEN ABS(lon) <= 180 THEN lon END,
       CASE WHEN ABS(lat) <= 90 THEN lat END,
       NULLIF(sog, 102.3),
       COALESCE(sog, CAST(0 AS DOUBLE)) > 0.5,
       UPPER(source),
       CAST(CAST(ts AS DATE) AS STRING)
FROM raw_fixes
WHERE mmsi IS NOT NULL AND source LIKE 'ais%'
UNION ALL
SELECT mmsi, ts, lon, lat, sog, sog > 0.5, UPPER(source), CAST(CAST(ts AS DATE) AS STRING)
FROM raw_fixes
WHERE mmsi IS NOT NULL AND source = 'radar-1';

INSERT INTO last_fix SELECT mmsi, ts, lon, lat FROM raw_fixes WHERE mmsi IS NOT NULL;
