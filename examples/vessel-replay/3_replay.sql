-- Step 3, the replay: history in the order in which it happened, through two detectors with two settings each, in one
-- pass. Change a setting, run it again, compare.
--
--   tarn run --warehouse tarn-demo/warehouse examples/vessel-replay/3_replay.sql

SET 'table.local-time-zone' = 'UTC';

CREATE TABLE IF NOT EXISTS rule_settings (
  alarm           STRING NOT NULL,
  setting         STRING NOT NULL,
  setting_version INT NOT NULL,
  name            STRING NOT NULL,
  `value`         DOUBLE          -- of rows with one name the last one holds
) WITH ('bucket' = '-1');

INSERT INTO rule_settings VALUES
  ('ais-gap',  'strict', 1, 'gap_s',  1800),
  ('ais-gap',  'usual',  1, 'gap_s',  5400),
  ('speeding', 'strict', 1, 'max_kn', 20),
  ('speeding', 'usual',  1, 'max_kn', 26);

CREATE TABLE IF NOT EXISTS alarms (
  alarm           STRING NOT NULL,
  setting         STRING NOT NULL,
  setting_version INT NOT NULL,
  mmsi            BIGINT NOT NULL,
  other_mmsi      BIGINT,
  started         TIMESTAMP_LTZ(3) NOT NULL,
  ended           TIMESTAMP_LTZ(3),
  lon             DOUBLE,
  lat             DOUBLE,
  evidence        STRING,
  PRIMARY KEY (alarm, setting, setting_version, mmsi, started) NOT ENFORCED
) WITH ('bucket' = '1');

-- History to its end, in the order of event time; without 'scan.bounded.idle' the job goes on with what comes.
CREATE TEMPORARY VIEW replay AS
SELECT mmsi, ts, lon, lat, sog FROM dwd_track /*+ OPTIONS('scan.order' = 'event-time', 'scan.bounded.idle' = '0 s') */;

CREATE TEMPORARY VIEW settings AS
SELECT * FROM rule_settings /*+ OPTIONS('scan.bounded.idle' = '0 s') */;

INSERT INTO alarms
SELECT * FROM ais_gap(input => TABLE replay PARTITION BY mmsi, settings => TABLE settings, on_time => DESCRIPTOR(ts))
UNION ALL
SELECT * FROM speeding(input => TABLE replay PARTITION BY mmsi, settings => TABLE settings, on_time => DESCRIPTOR(ts));
