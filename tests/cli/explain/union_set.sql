-- A table that is read twice alike is read once; the INSERTs of a statement set are one plan.
CREATE TEMPORARY TABLE a (id BIGINT, v STRING) WITH ('connector' = 'datagen', 'number-of-rows' = '10');
CREATE TEMPORARY TABLE b (id BIGINT, v STRING) WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '${DIR}/in',
  'source.monitor-interval' = '1 s');
CREATE TABLE t (id BIGINT, v STRING);
CREATE TEMPORARY TABLE p (id BIGINT) WITH ('connector' = 'print');
EXPLAIN STATEMENT SET BEGIN
  INSERT INTO t SELECT id, v FROM a WHERE id > 5 UNION ALL SELECT id, v FROM b;
  INSERT INTO p SELECT id FROM a;
END;
