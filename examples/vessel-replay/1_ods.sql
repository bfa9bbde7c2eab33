-- Step 1, the raw layer: every line of an AIS log, byte for byte as it came, by day of reception.
--
--   tarn run --warehouse tarn-demo/warehouse examples/vessel-replay/1_ods.sql
--
-- reads ./tarn-demo/ais.log (plain or gzip). Nothing is dropped here, so that a fault can be traced later and the clean
-- layer rebuilt for any span; what cannot be read, or has a time that cannot be right, says so in `reason`.

SET 'table.local-time-zone' = 'UTC';

CREATE TABLE IF NOT EXISTS ods_ais (
  `day`    STRING NOT NULL,
  line     BIGINT,             -- its number in the log
  received TIMESTAMP_LTZ(3),   -- where the line does not say, the time of the line before
  receiver STRING,
  reason   STRING,             -- NULL = nothing wrong
  `raw`    BYTES,
  WATERMARK FOR received AS received - INTERVAL '10' SECOND
) PARTITIONED BY (`day`) WITH ('bucket' = '-1');

CREATE TEMPORARY TABLE ais_log (
  line     BIGINT,
  received TIMESTAMP_LTZ(3),
  receiver STRING,
  reason   STRING,
  `raw`    BYTES
) WITH (
  'connector' = 'nmea',
  'path' = 'tarn-demo/ais.log',
  'rows' = 'line',
  'log-time-zone' = 'UTC',     -- of times that name none
  'max-jump' = '6 h'           -- a report from next year must not make all that follow it late
);

INSERT INTO ods_ais
SELECT COALESCE(DATE_FORMAT(received, 'yyyy-MM-dd'), 'unknown'), line, received, receiver, reason, `raw`
FROM ais_log;
