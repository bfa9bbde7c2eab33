CREATE TABLE t (id BIGINT);
CREATE TABLE u (id BIGINT);
EXPLAIN INSERT INTO u SELECT id FROM t
  /*+ OPTIONS('scan.order' = 'evnt-time') */;
