-- Step 2, the clean layer: decoded, without what cannot be true and without repeats, each fix with how it follows from
-- the vessel's fix before.
--
--   tarn run --warehouse tarn-demo/warehouse examples/vessel-replay/2_dwd.sql
--
-- `line` leads a fix back to its record in ods_ais.

SET 'table.local-time-zone' = 'UTC';

CREATE TABLE IF NOT EXISTS dwd_track (
  `day`       STRING NOT NULL,
  mmsi        BIGINT,
  ts          TIMESTAMP_LTZ(3),
  lon         DOUBLE,
  lat         DOUBLE,
  sog         DOUBLE,            -- knots
  cog         DOUBLE,            -- degrees
  heading     INT,               -- degrees
  nav_status  INT,
  receiver    STRING,
  interval_s  DOUBLE,            -- since the vessel's fix before; NULL for its first
  distance_m  DOUBLE,
  implied_kn  DOUBLE,
  turn_deg    DOUBLE,            -- right is positive
  line        BIGINT,
  WATERMARK FOR ts AS ts - INTERVAL '10' SECOND
) PARTITIONED BY (`day`) WITH ('bucket' = '4', 'bucket-key' = 'mmsi');

-- History to its end, in the order of time; lines before a log's first time have none and come first. Without
-- 'scan.bounded.idle' the job goes on with every new snapshot.
CREATE TEMPORARY VIEW ods_history AS
SELECT line, received, receiver, reason, `raw`
FROM ods_ais /*+ OPTIONS('scan.order' = 'event-time', 'scan.bounded.idle' = '0 s') */;

CREATE TEMPORARY VIEW positions AS
SELECT * FROM ais_positions(input => TABLE ods_history, on_time => DESCRIPTOR(received));

INSERT INTO dwd_track
SELECT DATE_FORMAT(received, 'yyyy-MM-dd'), mmsi, received, lon, lat, sog, cog, heading, nav_status, receiver,
       interval_s, distance_m, implied_kn, turn_deg, line
FROM clean_track(input => TABLE positions PARTITION BY mmsi, on_time => DESCRIPTOR(received), duplicate_slack_s => 5)
WHERE reason IS NULL;
