-- Commits of one job and one checkpoint are one commit of a table, so it cannot be written under two names.
CREATE TEMPORARY TABLE a (id BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '10');
CREATE TABLE t (id BIGINT);
CREATE TEMPORARY TABLE also_t (id BIGINT) WITH ('connector' = 'paimon', 'path' = '${DIR}/wh/default.db/t');
EXPLAIN STATEMENT SET BEGIN
  INSERT INTO t SELECT id FROM a;
  INSERT INTO also_t SELECT -id FROM a;
END;
