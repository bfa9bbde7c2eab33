-- Rows that replace one another by key: what fails a condition may have replaced what did not.
CREATE TABLE k (id BIGINT, d STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts, PRIMARY KEY (d, id) NOT ENFORCED)
  PARTITIONED BY (d) WITH ('bucket' = '2');
CREATE TABLE copy_of_k (id BIGINT, d STRING, v INT, PRIMARY KEY (d, id) NOT ENFORCED) WITH ('bucket' = '2');
CREATE TABLE by_v (v INT, id BIGINT, PRIMARY KEY (v) NOT ENFORCED) WITH ('bucket' = '2');
CREATE TABLE log (id BIGINT);
EXPLAIN INSERT INTO copy_of_k SELECT id, d, v + 1 FROM k WHERE id > 3;
EXPLAIN INSERT INTO copy_of_k SELECT id, d, v FROM k WHERE v > 3;
EXPLAIN INSERT INTO by_v SELECT v, id FROM k;
