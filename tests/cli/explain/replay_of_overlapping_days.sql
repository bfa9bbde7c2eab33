-- Partitions of a primary-key table that overlap in time are merged and sorted side by side: said, since it costs room.
SET 'execution.runtime-mode' = 'batch';
CREATE TABLE k (id BIGINT, d STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts, PRIMARY KEY (d, id) NOT ENFORCED)
  PARTITIONED BY (d) WITH ('bucket' = '1');
INSERT INTO k VALUES (1, 'a', TIMESTAMP '2024-01-01 00:00:00'), (2, 'a', TIMESTAMP '2024-01-03 00:00:00'),
  (1, 'b', TIMESTAMP '2024-01-02 00:00:00'), (1, 'c', TIMESTAMP '2024-01-05 00:00:00');
SET 'execution.runtime-mode' = 'streaming';
CREATE TEMPORARY TABLE p (id BIGINT, ts TIMESTAMP(3)) WITH ('connector' = 'print');
EXPLAIN INSERT INTO p SELECT id, ts FROM k /*+ OPTIONS('scan.order' = 'event-time', 'scan.bounded.idle' = '0 s') */;
EXPLAIN INSERT INTO p SELECT id, ts FROM k /*+ OPTIONS('scan.order' = 'event-time', 'scan.bounded.idle' = '0 s') */ WHERE d = 'c';
