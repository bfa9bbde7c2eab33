-- INSERTs of one statement set into one table share its sink, so that one commit holds what all of them wrote.
CREATE TEMPORARY TABLE a (id BIGINT, v STRING) WITH ('connector' = 'datagen', 'number-of-rows' = '10');
CREATE TABLE t (id BIGINT, v STRING);
CREATE TEMPORARY TABLE f (id BIGINT) WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '${DIR}/out');
EXPLAIN STATEMENT SET BEGIN
  INSERT INTO t SELECT id, v FROM a WHERE id > 5;
  INSERT INTO f SELECT id FROM a;
  INSERT INTO `default`.t SELECT -id, v FROM a;
  INSERT INTO f SELECT id + 1 FROM a;
END;
