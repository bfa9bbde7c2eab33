-- What rows a stream of a table gives follows from the table, not from what it holds: here its history passes the bound.
CREATE TABLE k (id BIGINT, ts TIMESTAMP(3), PRIMARY KEY (id) NOT ENFORCED, WATERMARK FOR ts AS ts) WITH ('bucket' = '1');
CREATE TEMPORARY TABLE p (id BIGINT) WITH ('connector' = 'print');
EXPLAIN INSERT INTO p SELECT id FROM k /*+ OPTIONS('scan.bounded.watermark' = '1000') */;
SET 'execution.runtime-mode' = 'batch';
INSERT INTO k VALUES (1, TIMESTAMP '2024-01-01 00:00:00');
SET 'execution.runtime-mode' = 'streaming';
EXPLAIN INSERT INTO p SELECT id FROM k /*+ OPTIONS('scan.bounded.watermark' = '1000') */;
EXPLAIN INSERT INTO p SELECT id FROM k /*+ OPTIONS('scan.bounded.watermark' = '1000', 'scan.bounded.idle' = '0 s') */;
