-- Names and operators are the user's; conversions that make no difference are not shown.
CREATE TEMPORARY TABLE reports (mmsi BIGINT, Name STRING, sog DOUBLE, ts TIMESTAMP(3), tags MAP<STRING, INT>,
    pos ROW<lon DOUBLE, lat DOUBLE>, heard ARRAY<STRING>, WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
  WITH ('connector' = 'filesystem', 'format' = 'json', 'path' = '${DIR}/in');
CREATE TABLE fast (mmsi BIGINT NOT NULL, name STRING, d STRING, knots INT, lon DOUBLE) PARTITIONED BY (d);
EXPLAIN INSERT INTO fast
  SELECT mmsi, UPPER(Name) || '!', DATE_FORMAT(ts, 'yyyy-MM-dd'), CAST(sog AS INT), pos.lon FROM reports
  WHERE sog > 1.5 AND (mmsi BETWEEN 200000000 AND 799999999 OR Name LIKE 'TEST%') AND NOT (tags['k'] = 3 OR heard[1] IS NULL);
EXPLAIN SELECT CASE WHEN sog > 30 THEN 'fast' WHEN sog IS NULL THEN 'unknown' ELSE 'slow' END AS speed,
    EXTRACT(HOUR FROM ts), COALESCE(Name, 'it''s nameless'), (mmsi + 1) * 2 - mmsi / 3, -mmsi, CARDINALITY(heard),
    TRY_CAST(Name AS INT), ROW(mmsi, Name), ARRAY[1, 2], FLOOR(ts TO DAY), POSITION('a' IN Name),
    ts > TIMESTAMP '2024-01-01 00:00:00.5', ts + INTERVAL '90' MINUTE, mmsi IN (1, 2, 3), CURRENT_TIMESTAMP IS NOT NULL
  FROM reports WHERE Name IS DISTINCT FROM 'x';
