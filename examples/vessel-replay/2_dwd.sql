-- Step 2, the clean layer: decoded, without what cannot be true and without repeats, each fix with how it follows from
-- the vessel's fix before. What is set aside keeps a row of its own with the reason: nothing is lost on the way.
--
--   tarn run --warehouse tarn-demo/warehouse examples/vessel-replay/2_dwd.sql
--   tarn sql --warehouse tarn-demo/warehouse -c "SELECT reason, COUNT(*) FROM dwd_set_aside GROUP BY reason"
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

CREATE TABLE IF NOT EXISTS dwd_set_aside (
  `day`      STRING NOT NULL,
  mmsi       BIGINT,
  ts         TIMESTAMP_LTZ(3),
  lon        DOUBLE,
  lat        DOUBLE,
  sog        DOUBLE,
  receiver   STRING,
  reason     STRING,
  line       BIGINT
) PARTITIONED BY (`day`) WITH ('bucket' = '-1');

-- History to its end, in the order of time; lines before a log's first time have none and come first. Without
-- 'scan.bounded.idle' the job goes on with every new snapshot.
CREATE TEMPORARY VIEW ods_history AS
SELECT line, received, receiver, reason, `raw`
FROM ods_ais /*+ OPTIONS('scan.order' = 'event-time', 'scan.bounded.idle' = '0 s') */;

CREATE TEMPORARY VIEW positions AS
SELECT * FROM ais_positions(input => TABLE ods_history, on_time => DESCRIPTOR(received));

CREATE TEMPORARY VIEW judged AS
SELECT * FROM clean_track(input => TABLE positions PARTITION BY mmsi, on_time => DESCRIPTOR(received),
                          duplicate_slack_s => 5);

-- One job, one pass over the log: both tables are at the same checkpoint, always.
EXECUTE STATEMENT SET BEGIN
  INSERT INTO dwd_track
  SELECT COALESCE(DATE_FORMAT(received, 'yyyy-MM-dd'), 'unknown'), mmsi, received, lon, lat, sog, cog, heading,
         nav_status, receiver, interval_s, distance_m, implied_kn, turn_deg, line
  FROM judged
  WHERE reason IS NULL;

  INSERT INTO dwd_set_aside
  SELECT COALESCE(DATE_FORMAT(received, 'yyyy-MM-dd'), 'unknown'), mmsi, received, lon, lat, sog, receiver, reason, line
  FROM judged
  WHERE reason IS NOT NULL;
END;
