#!/usr/bin/env python3
"""What a job is called, how it goes on, what Ctrl-C does: the real program, run as a user runs it.

  jobs_test.py TARN [ONE_TEST]
"""
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FAST = "SET 'execution.checkpointing.interval' = '50 ms';\n"
# 15000 rows in about 3 s: long enough to be killed in the middle on a busy machine.
COUNTED = """CREATE TEMPORARY TABLE {name} (id BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '5000',
  'fields.id.kind' = 'sequence', 'fields.id.start' = '1', 'fields.id.end' = '{rows}');
"""
ENDLESS = """CREATE TEMPORARY TABLE {name} (id BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '5000',
  'fields.id.min' = '1', 'fields.id.max' = '9');
"""
TARGET = "CREATE TABLE IF NOT EXISTS {name} (id BIGINT) WITH ('bucket' = '1', 'bucket-key' = 'id');\n"


class Place:
    """A warehouse and scripts of one test."""

    def __init__(self, tarn):
        self.tarn = tarn
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tarn-jobs-"))

    def script(self, name, text):
        (self.folder / name).write_text(text)

    def start(self, name, *options):
        return subprocess.Popen([self.tarn, "run", name, "--warehouse", "wh", *options], cwd=self.folder,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, name, *options, status=0):
        job = self.start(name, *options)
        out, err = job.communicate(timeout=60)
        if job.returncode != status:
            raise AssertionError("status %d, expected %d\n%s%s" % (job.returncode, status, out, err))
        return err

    def stop(self, job, status=130):
        job.send_signal(signal.SIGINT)
        _, err = job.communicate(timeout=30)
        equal(job.returncode, status)
        return err

    def wait_for_checkpoint(self, job_id, at_least=1):
        """The newest checkpoint that is committed, once there is one."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            found = [int(p.name[4:]) for p in (self.folder / "wh/.tarn/jobs" / job_id).glob("chk-*") if p.name[4:].isdigit()]
            if found and max(found) > at_least:
                return max(found)
            time.sleep(0.01)
        raise AssertionError("no checkpoint of " + job_id)

    def query(self, sql):
        return subprocess.run([self.tarn, "sql", "--warehouse", "wh", "--format", "csv", "-c", sql], cwd=self.folder,
                              check=True, capture_output=True, text=True).stdout.splitlines()[1:]

    def jobs(self):
        return sorted(p.name for p in (self.folder / "wh/.tarn/jobs").glob("*"))

    def state(self, job_id):
        return json.loads((self.folder / "wh/.tarn/jobs" / job_id / "job.json").read_text())["state"]


def equal(found, expected):
    if found != expected:
        raise AssertionError("expected %r, found %r" % (expected, found))


def holds(text, part):
    if part not in text:
        raise AssertionError("expected %r in:\n%s" % (part, text))


def once(place, table, rows):
    equal(place.query("SELECT COUNT(*), COUNT(DISTINCT id), MAX(id) FROM " + table), ["%d,%d,%d" % (rows, rows, rows)])


def copy_job(rows=15000, into="t", where=""):
    return FAST + COUNTED.format(name="numbers", rows=rows) + TARGET.format(name=into) + \
        "INSERT INTO %s SELECT id FROM numbers%s;\n" % (into, where)


def test_a_finished_job_runs_anew_and_says_so(place):
    place.script("a.sql", copy_job(100))
    holds(place.run("a.sql"), "job a.sql:4 · new")
    equal(place.state("a.sql:4"), "finished")
    err = place.run("a.sql")
    holds(err, "NOTICE job 'a.sql:4' finished at ")
    holds(err, "it runs anew")
    equal(place.query("SELECT COUNT(*) FROM t"), ["200"])


def test_a_killed_job_goes_on(place):
    place.script("a.sql", copy_job())
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:4")
    job.kill()
    job.communicate()
    holds(place.run("a.sql"), "resumed from checkpoint ")
    once(place, "t", 15000)


def test_restart_begins_anew(place):
    place.script("a.sql", copy_job())
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:4")
    job.kill()
    job.communicate()
    before = int(place.query("SELECT COUNT(*) FROM t")[0])
    holds(place.run("a.sql", "--restart"), "new (--restart)")
    equal(place.query("SELECT COUNT(*) FROM t"), [str(before + 15000)])


def test_a_changed_plan_is_refused_by_the_operator(place):
    place.script("a.sql", copy_job())
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:4")
    place.stop(job)
    place.script("a.sql", copy_job(where=" WHERE id > 0"))
    err = place.run("a.sql", status=1)
    holds(err, "the job's plan has changed since its checkpoint: 'Filter  id > 0' was not there")
    holds(err, "--restart")
    holds(err, "--allow-non-restored")
    holds(place.run("a.sql", "--allow-non-restored"), "resumed from checkpoint")
    once(place, "t", 15000)


def test_newer_commits_of_the_lineage_stop_the_job(place):
    place.script("a.sql", copy_job(rows=1000000))
    job = place.start("a.sql")
    old = place.wait_for_checkpoint("a.sql:4")
    place.stop(job)
    state = place.folder / "wh/.tarn/jobs/a.sql:4"
    job = place.start("a.sql")
    old = place.wait_for_checkpoint("a.sql:4", at_least=old + 1)
    # A copy of the folder of a job that runs, with a list of files that are committed after the copy was made.
    end = time.monotonic() + 30
    while True:
        job.send_signal(signal.SIGSTOP)
        newest = max(int(p.name[4:]) for p in state.glob("chk-*"))
        listed = state / ("written-%d" % (newest + 1))
        if listed.exists() and listed.read_text().endswith("\n"):
            break
        equal(time.monotonic() < end, True)
        job.send_signal(signal.SIGCONT)
        time.sleep(0.003)
    shutil.copytree(state, place.folder / "old")
    job.send_signal(signal.SIGCONT)
    place.wait_for_checkpoint("a.sql:4", at_least=newest + 2)
    place.stop(job)
    rows = place.query("SELECT COUNT(*), SUM(id) FROM t")
    shutil.rmtree(state)
    shutil.copytree(place.folder / "old", state)
    err = place.run("a.sql", status=1)
    holds(err, "holds checkpoint ")
    holds(err, "Its rows would be written twice")
    equal(place.query("SELECT COUNT(*) - COUNT(DISTINCT id) FROM t"), ["0"])
    equal(place.query("SELECT COUNT(*), SUM(id) FROM t"), rows)


def test_a_target_made_anew_under_a_stopped_job(place):
    """What was committed to the old table is not committed to the new one."""
    place.script("a.sql", copy_job())
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:4")
    place.stop(job)
    before = int(place.query("SELECT COUNT(*) FROM t")[0])
    place.query("DROP TABLE t")
    holds(place.run("a.sql"), "resumed from checkpoint ")
    equal(place.query("SELECT COUNT(*), MAX(id) FROM t"), ["%d,15000" % (15000 - before)])


def test_a_target_made_anew_under_a_killed_job(place):
    place.script("a.sql", copy_job())
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:4")
    job.kill()
    job.communicate()
    place.query("DROP TABLE t")
    err = place.run("a.sql", status=1)
    holds(err, "was written and is gone")
    holds(err, "--restart")
    place.run("a.sql", "--restart")
    once(place, "t", 15000)


def test_a_target_dropped_under_a_running_job(place):
    place.script("a.sql", copy_job(rows=1000000))
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:4")
    place.query("DROP TABLE t")
    _, err = job.communicate(timeout=30)
    equal(job.returncode, 1)
    holds(err, "dropped while it was written")
    equal(place.query("SHOW TABLES"), [])


def test_a_damaged_checkpoint_is_named(place):
    place.script("a.sql", copy_job())
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:4")
    place.stop(job)
    newest = max((place.folder / "wh/.tarn/jobs/a.sql:4").glob("chk-*"), key=lambda p: int(p.name[4:]))
    whole = newest.read_bytes()
    for damaged in (whole[:-1] + bytes([whole[-1] ^ 1]), whole[:len(whole) // 2], b"", b"\xff" * len(whole)):
        newest.write_bytes(damaged)
        err = place.run("a.sql", status=1)
        holds(err, str(newest.relative_to(place.folder)))
        holds(err, "--restart")
    before = int(place.query("SELECT COUNT(*) FROM t")[0])
    place.run("a.sql", "--restart")
    equal(place.query("SELECT COUNT(*) FROM t"), [str(before + 15000)])


def test_a_damaged_record_is_named(place):
    place.script("a.sql", copy_job(100))
    place.run("a.sql")
    record = place.folder / "wh/.tarn/jobs/a.sql:4/job.json"
    whole = record.read_bytes()
    for damaged in (whole[:50], b"", b"\xff" * 20, b"[1]", b"{}"):
        record.write_bytes(damaged)
        err = place.run("a.sql", status=1)
        holds(err, "a.sql:4/job.json: the job's record is cut off or damaged")
        holds(err, "--restart")
        if "JSON" in err or "pars" in err:
            raise AssertionError(err)
    holds(place.run("a.sql", "--restart"), "new (--restart)")
    equal(place.query("SELECT COUNT(*) FROM t"), ["200"])


def test_a_source_made_anew_is_not_gone_on_with(place):
    """Snapshots of the same numbers in another table, few or many: their rows were never read."""
    place.query("CREATE TABLE dst (a INT)")
    place.script("a.sql", FAST + "INSERT INTO dst SELECT a FROM src "
                 "/*+ OPTIONS('continuous.discovery-interval' = '20 ms') */;\n")

    def fill(first, commits):
        place.query("CREATE TABLE src (a INT)")
        for a in range(first, first + commits):
            place.query("INSERT INTO src VALUES (%d)" % a)

    fill(1, 3)
    job = place.start("a.sql")
    wait_rows(place, "SELECT COUNT(*) FROM dst", ["3"])
    place.query("INSERT INTO src VALUES (4)")
    wait_rows(place, "SELECT COUNT(*) FROM dst", ["4"])
    place.stop(job)
    place.query("INSERT INTO src VALUES (5)")
    job = place.start("a.sql")  # the same table: it goes on
    wait_rows(place, "SELECT COUNT(*) FROM dst", ["5"])
    place.stop(job)
    for commits in (3, 5, 6, 9):
        place.query("DROP TABLE src")
        fill(10, commits)
        err = place.run("a.sql", status=1)
        holds(err, "rolled back or made anew" if commits >= 5 else "made anew")
        holds(err, "--restart")
    equal(place.query("SELECT COUNT(*) FROM dst"), ["5"])
    # Under a running job too.
    job = place.start("a.sql", "--restart")
    wait_rows(place, "SELECT COUNT(*) FROM dst", ["14"])
    place.query("ALTER TABLE src RENAME TO src_before")
    place.query("CREATE TABLE src_next (a INT)")
    for a in range(12):
        place.query("INSERT INTO src_next VALUES (%d)" % a)
    place.query("ALTER TABLE src_next RENAME TO src")
    _, err = job.communicate(timeout=30)
    equal(job.returncode, 1)
    holds(err, "made anew")
    equal(place.query("SELECT COUNT(*) FROM dst"), ["14"])


def test_ctrl_c_takes_a_checkpoint(place):
    place.script("a.sql", FAST.replace("50 ms", "1 h") + COUNTED.format(name="numbers", rows=15000) +
                 TARGET.format(name="t") + "INSERT INTO t SELECT id FROM numbers;\n")
    job = place.start("a.sql")
    time.sleep(0.5)
    err = place.stop(job)
    holds(err, "job a.sql:4 stopped: checkpoint 1 taken")
    holds(err, "Run the same command to go on.")
    equal(place.state("a.sql:4"), "stopped")
    holds(place.run("a.sql"), "resumed from checkpoint 1")
    once(place, "t", 15000)


def test_a_second_ctrl_c_stops_at_once(place):
    place.script("a.sql", FAST + ENDLESS.format(name="numbers") +
                 "CREATE TEMPORARY TABLE hole (id BIGINT) WITH ('connector' = 'blackhole');\n"
                 "INSERT INTO hole SELECT id FROM numbers;\n")
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:4")
    # Both arrive while it stands still, so the first has no time to end it with a checkpoint.
    for sent in (signal.SIGSTOP, signal.SIGINT, signal.SIGTERM, signal.SIGCONT):
        job.send_signal(sent)
    job.communicate(timeout=10)
    equal(job.returncode, 130)
    equal(place.state("a.sql:4"), "running")


def test_one_name_over_several_inserts(place):
    place.script("a.sql", FAST + "SET 'pipeline.name' = 'copies';\n" + COUNTED.format(name="numbers", rows=100) +
                 TARGET.format(name="t") + TARGET.format(name="u") +
                 "INSERT INTO t SELECT id FROM numbers;\nINSERT INTO u SELECT id FROM numbers WHERE id <= 50;\n")
    place.run("a.sql")
    equal(place.jobs(), ["copies", "copies:7"])
    once(place, "t", 100)
    once(place, "u", 50)
    err = place.run("a.sql")
    holds(err, "job 'copies' finished at ")
    holds(err, "job 'copies:7' finished at ")


def test_only_jobs_take_a_name(place):
    """An EXPLAIN or a SELECT in front does not make another job of the INSERT behind it."""
    head = FAST + "SET 'pipeline.name' = 'copies';\n" + COUNTED.format(name="numbers", rows=15000) + TARGET.format(name="t")
    insert = "INSERT INTO t SELECT id FROM numbers;\n"
    place.script("a.sql", head + insert)
    job = place.start("a.sql")
    place.wait_for_checkpoint("copies")
    place.stop(job)
    place.script("a.sql", head + "EXPLAIN SELECT id FROM numbers;\nEXPLAIN " + insert + "SELECT id FROM numbers WHERE id < 3;\n" +
                 insert)
    holds(place.run("a.sql"), "job copies · resumed from checkpoint ")
    equal(place.jobs(), ["copies"])
    once(place, "t", 15000)


def test_a_statement_set_is_one_job(place):
    place.script("a.sql", FAST + COUNTED.format(name="numbers", rows=15000) + TARGET.format(name="t") +
                 TARGET.format(name="u") +
                 "EXECUTE STATEMENT SET BEGIN\n  INSERT INTO t SELECT id FROM numbers;\n"
                 "  INSERT INTO u SELECT id FROM numbers WHERE MOD(id, 2) = 0;\n  INSERT INTO t SELECT -id FROM numbers;\nEND;\n")
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:5")
    job.kill()
    job.communicate()
    # What two INSERTs write into one table is one commit.
    rows = [int(place.query("SELECT COUNT(*) FROM t WHERE id " + sign)[0]) for sign in ("> 0", "< 0")]
    if rows[0] != rows[1]:
        raise AssertionError(rows)
    place.run("a.sql")
    equal(place.jobs(), ["a.sql:5"])
    equal(place.query("SELECT COUNT(*), COUNT(DISTINCT id), SUM(id) FROM t"), ["30000,30000,0"])
    equal(place.query("SELECT COUNT(*), COUNT(DISTINCT id), MAX(id) FROM u"), ["7500,7500,15000"])


def test_a_bounded_insert_beside_an_endless_one(place):
    """What it has written is complete while the job goes on, and its last watermark holds back nobody."""
    place.script("a.sql", FAST + COUNTED.format(name="numbers", rows=300) + ENDLESS.format(name="endless") +
                 "CREATE TEMPORARY TABLE early (id BIGINT, ts AS TO_TIMESTAMP_LTZ(id, 3), WATERMARK FOR ts AS ts) "
                 "WITH ('connector' = 'datagen', 'number-of-rows' = '300', 'fields.id.kind' = 'sequence', "
                 "'fields.id.start' = '1', 'fields.id.end' = '300');\n"
                 "CREATE TEMPORARY TABLE late (id BIGINT, ts AS TO_TIMESTAMP_LTZ(id + 1000000, 3), WATERMARK FOR ts AS ts) "
                 "WITH ('connector' = 'datagen', 'rows-per-second' = '1000', 'fields.id.kind' = 'sequence', "
                 "'fields.id.start' = '1001', 'fields.id.end' = '100000000');\n"
                 "CREATE TEMPORARY TABLE files (id BIGINT, d STRING) PARTITIONED BY (d) WITH ('connector' = 'filesystem', "
                 "'format' = 'csv', 'path' = '%s', 'sink.partition-commit.policy.kind' = 'success-file', "
                 "'sink.partition-commit.delay' = '1 d');\n" % (place.folder / "out") +
                 "CREATE TABLE IF NOT EXISTS t (id BIGINT) WITH ('bucket' = '1', 'bucket-key' = 'id');\n"
                 "CREATE TABLE IF NOT EXISTS u (id BIGINT) WITH ('bucket' = '1', 'bucket-key' = 'id');\n"
                 "EXECUTE STATEMENT SET BEGIN\n  INSERT INTO files SELECT id, 'x' FROM numbers;\n"
                 "  INSERT INTO t SELECT id FROM early;\n  INSERT INTO t SELECT id FROM late;\n"
                 "  INSERT INTO u SELECT id FROM endless;\nEND;\n")
    complete = place.folder / "out/d=x/_SUCCESS"
    moved_on = lambda: place.query("SELECT MAX(`watermark`) > 1000000 FROM t$snapshots") == ["TRUE"]
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:9")
    end = time.monotonic() + 30
    while time.monotonic() < end and not (complete.exists() and moved_on()):
        time.sleep(0.1)
    equal((complete.exists(), moved_on()), (True, True))
    equal(sum(len(p.read_text().splitlines()) for p in complete.parent.glob("part-*")), 300)
    place.stop(job)
    newest = place.wait_for_checkpoint("a.sql:9")
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:9", at_least=newest)
    place.stop(job)
    equal(sum(len(p.read_text().splitlines()) for p in complete.parent.glob("part-*")), 300)
    equal(place.query("SELECT COUNT(*) = COUNT(DISTINCT id), SUM(CASE WHEN id <= 300 THEN 1 ELSE 0 END) FROM t"), ["TRUE,300"])


def test_two_inserts_into_one_folder_and_one_keyed_table(place):
    """One sink each: killed in the middle, every row comes once."""
    place.script("a.sql", FAST + COUNTED.format(name="numbers", rows=15000) +
                 "CREATE TEMPORARY TABLE files (id BIGINT) WITH ('connector' = 'filesystem', 'format' = 'csv', "
                 "'path' = '%s');\n" % (place.folder / "out") +
                 "CREATE TABLE IF NOT EXISTS k (id BIGINT, v STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('bucket' = '1');\n"
                 "EXECUTE STATEMENT SET BEGIN\n  INSERT INTO files SELECT id FROM numbers;\n"
                 "  INSERT INTO files SELECT -id FROM numbers;\n  INSERT INTO k SELECT id, 'a' FROM numbers;\n"
                 "  INSERT INTO k SELECT id + 15000, 'b' FROM numbers;\nEND;\n")
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:5")
    job.kill()
    job.communicate()
    place.run("a.sql")
    rows = sorted(int(line) for p in (place.folder / "out").glob("part-*") for line in p.read_text().splitlines())
    equal(rows, sorted(sign * n for n in range(1, 15001) for sign in (1, -1)))
    equal(place.query("SELECT v, COUNT(*), MIN(id), MAX(id) FROM k GROUP BY v ORDER BY v"), ["a,15000,1,15000", "b,15000,15001,30000"])


def test_dead_letters_in_the_target_of_another_insert(place):
    (place.folder / "in").mkdir()
    (place.folder / "in/a.csv").write_text("1\nx\n3\ny\n")
    place.script("a.sql", TARGET.format(name="good") +
                 "CREATE TABLE IF NOT EXISTS bad (source STRING, line BIGINT, reason STRING, `raw` STRING);\n"
                 "CREATE TEMPORARY TABLE files (id BIGINT) WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '%s', "
                 "'dead-letter.table' = 'bad');\n" % (place.folder / "in") +
                 "EXECUTE STATEMENT SET BEGIN\n  INSERT INTO good SELECT id FROM files;\n"
                 "  INSERT INTO bad SELECT 's', id, 'r', 'w' FROM files;\nEND;\n")
    holds(place.run("a.sql"), "2 rows read, 4 written, 2 rejected")
    equal(place.query("SELECT line, `raw` FROM bad ORDER BY line"), ["1,w", "2,x", "3,w", "4,y"])


def test_a_changed_cast_is_a_changed_plan(place):
    place.script("a.sql", copy_job(where=" WHERE CAST(id AS TINYINT) > 0"))
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:4")
    place.stop(job)
    place.script("a.sql", copy_job(where=" WHERE CAST(id AS SMALLINT) > 0"))
    holds(place.run("a.sql", status=1), "'Filter  CAST(id AS SMALLINT) > 0")


def test_endless_inserts_run_side_by_side(place):
    text = FAST + ENDLESS.format(name="numbers") + TARGET.format(name="t") + TARGET.format(name="u") + \
        "INSERT INTO t SELECT id FROM numbers;\nINSERT INTO u SELECT id FROM numbers;\n"
    place.script("a.sql", text)
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:5")
    place.wait_for_checkpoint("a.sql:6")
    err = place.stop(job)
    holds(err, "job a.sql:5 stopped: checkpoint ")
    holds(err, "job a.sql:6 stopped: checkpoint ")
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:6", at_least=3)
    err = place.stop(job)
    holds(err, "job a.sql:5 · resumed from checkpoint ")
    holds(err, "job a.sql:6 · resumed from checkpoint ")


def test_a_failure_stops_the_jobs_beside_it(place):
    (place.folder / "in").mkdir()
    (place.folder / "in/a.csv").write_text("1\n2\nthree\n")
    place.script("a.sql", FAST + ENDLESS.format(name="numbers") + TARGET.format(name="t") + TARGET.format(name="u") +
                 "CREATE TEMPORARY TABLE files (id BIGINT) WITH ('connector' = 'filesystem', 'format' = 'csv', "
                 "'path' = '%s', 'source.monitor-interval' = '1 s');\n" % (place.folder / "in") +
                 "INSERT INTO t SELECT id FROM numbers;\nINSERT INTO u SELECT id FROM files;\n")
    err = place.run("a.sql", status=1)
    holds(err, "a.sql:8: error: %s/in/a.csv:3: column 'id': 'three' is no BIGINT" % place.folder)
    equal(place.state("a.sql:6"), "stopped")
    equal(place.state("a.sql:7"), "failed")


def test_bad_data_shows_the_expression_that_could_not_take_it(place):
    lines = ["CREATE TEMPORARY TABLE numbers (k INT, s STRING) WITH ('connector' = 'datagen', 'number-of-rows' = '9',",
             "  'fields.k.min' = '0', 'fields.k.max' = '0', 'fields.s.length' = '3');",
             "CREATE TEMPORARY TABLE sink (k INT, v INT) WITH ('connector' = 'blackhole');"]
    place.script("a.sql", "\n".join(lines) + "\nINSERT INTO sink SELECT k,\n  10 / k FROM numbers;\n")
    holds(place.run("a.sql", status=1), "a.sql:5: error: division by zero\n  line 5:6    10 / k FROM numbers;")
    place.script("b.sql", "\n".join(lines) + "\nINSERT INTO sink SELECT k, k FROM numbers\n  WHERE CAST(s AS INT) > 3;\n")
    holds(place.run("b.sql", status=1), "\n  line 5:9    WHERE CAST(s AS INT) > 3;")
    # A job without an end is waited for at the end of the script, and tells the same.
    place.script("c.sql", "\n".join(lines).replace("'number-of-rows' = '9'", "'rows-per-second' = '9'") +
                 "\nINSERT INTO sink SELECT k, k FROM numbers; INSERT INTO sink\n  SELECT k, 10 / k FROM numbers;\n")
    holds(place.run("c.sql", status=1), "c.sql:5: error: division by zero\n  line 5:16    SELECT k, 10 / k FROM numbers;")
    # An expression of a view stands in no place of the statement.
    place.script("d.sql", "\n".join(lines) + "\nCREATE TEMPORARY VIEW v AS SELECT k, 10 / k AS d FROM numbers;\n"
                 "INSERT INTO sink SELECT k, d FROM v;\n")
    holds(place.run("d.sql", status=1), "d.sql:5: error: division by zero\n  at Project")


def test_a_failure_stops_the_job_in_front(place):
    """The script does not wait for the end of an INSERT when one beside it has failed."""
    (place.folder / "in").mkdir()
    place.script("a.sql", FAST + COUNTED.format(name="numbers", rows=10000000) + TARGET.format(name="t") + TARGET.format(name="u") +
                 "CREATE TEMPORARY TABLE files (id BIGINT) WITH ('connector' = 'filesystem', 'format' = 'csv', "
                 "'path' = '%s', 'source.monitor-interval' = '50 ms');\n" % (place.folder / "in") +
                 "INSERT INTO u SELECT id FROM files;\nINSERT INTO t SELECT id FROM numbers;\n"
                 "INSERT INTO t SELECT id FROM numbers;\n")
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:7")
    (place.folder / "in/a.csv").write_text("three\n")
    _, err = job.communicate(timeout=30)
    equal(job.returncode, 1)
    holds(err, "a.sql:7: error: %s/in/a.csv:1: column 'id': 'three' is no BIGINT" % place.folder)
    holds(err, "job a.sql:7 stopped: checkpoint ")
    equal([place.state("a.sql:6"), place.state("a.sql:7")], ["failed", "stopped"])
    equal(place.jobs(), ["a.sql:6", "a.sql:7"])


def test_a_failing_statement_tells_of_the_jobs_before_it(place):
    place.script("a.sql", FAST + ENDLESS.format(name="numbers") + TARGET.format(name="t") +
                 "INSERT INTO t SELECT id FROM numbers;\nSELECT nothing FROM nowhere;\n")
    err = place.run("a.sql", status=1)
    holds(err, "job a.sql:4 stopped: checkpoint 1 taken")
    holds(err, "a.sql:6: error: ")
    equal(place.state("a.sql:4"), "stopped")


def test_inserts_without_dml_sync_overlap(place):
    place.script("a.sql", FAST + "SET 'table.dml-sync' = 'false';\n" + COUNTED.format(name="numbers", rows=15000) +
                 TARGET.format(name="t") + TARGET.format(name="u") +
                 "INSERT INTO t SELECT id FROM numbers;\nINSERT INTO u SELECT id FROM numbers;\n")
    err = place.run("a.sql")
    if err.index("job a.sql:7 · new") > err.index("job a.sql:6 finished"):
        raise AssertionError(err)
    once(place, "t", 15000)
    once(place, "u", 15000)


def test_the_same_job_does_not_run_twice_at_once(place):
    place.script("a.sql", FAST + ENDLESS.format(name="numbers") + TARGET.format(name="t") +
                 "INSERT INTO t SELECT id FROM numbers;\n")
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:4")
    holds(place.run("a.sql", status=1), "job 'a.sql:4' is running already")
    place.stop(job)


def test_identity_is_the_files_name_wherever_it_is_run_from(place):
    (place.folder / "sub").mkdir()
    place.script("sub/a.sql", copy_job())
    job = place.start("sub/a.sql")
    place.wait_for_checkpoint("a.sql:4")
    place.stop(job)
    holds(place.run(str(place.folder / "sub/a.sql")), "resumed from checkpoint ")
    once(place, "t", 15000)


def wait_rows(place, query, expected):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        found = place.query(query)
        if found == expected:
            return
        time.sleep(0.1)
    raise AssertionError("expected %r, found %r" % (expected, found))


def test_a_table_is_followed(place):
    """History, then each new snapshot; also by a job that was away, and that was killed."""
    place.query("CREATE TABLE a (id BIGINT, v STRING) WITH ('bucket' = '1', 'bucket-key' = 'id')")
    place.query("CREATE TABLE b (id BIGINT, v STRING) WITH ('bucket' = '1', 'bucket-key' = 'id')")
    place.query("INSERT INTO a VALUES (1, 'old'), (2, 'old')")
    place.script("a.sql", FAST + "INSERT INTO b SELECT id, v FROM a "
                 "/*+ OPTIONS('continuous.discovery-interval' = '20 ms') */ WHERE id > 1;\n")
    job = place.start("a.sql")
    wait_rows(place, "SELECT * FROM b", ["2,old"])
    place.query("INSERT INTO a VALUES (3, 'live'), (0, 'left out')")
    wait_rows(place, "SELECT * FROM b ORDER BY id", ["2,old", "3,live"])
    job.kill()
    job.communicate()
    place.query("INSERT INTO a VALUES (4, 'away')")
    job = place.start("a.sql")
    wait_rows(place, "SELECT * FROM b ORDER BY id", ["2,old", "3,live", "4,away"])
    holds(place.stop(job), "resumed from checkpoint")


def test_a_keyed_table_is_followed(place):
    """Changes by key: what stops passing a condition is deleted from the copy."""
    for name in ("k", "copy"):
        place.query("CREATE TABLE %s (id BIGINT, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('bucket' = '1')" % name)
    place.query("INSERT INTO k VALUES (1, 10), (2, 20), (3, 30)")
    place.script("a.sql", FAST + "INSERT INTO copy SELECT id, v FROM k "
                 "/*+ OPTIONS('continuous.discovery-interval' = '20 ms') */ WHERE v > 15;\n")
    job = place.start("a.sql")
    wait_rows(place, "SELECT * FROM copy ORDER BY id", ["2,20", "3,30"])
    place.query("INSERT INTO k VALUES (1, 100), (2, 2), (4, 1)")
    wait_rows(place, "SELECT * FROM copy ORDER BY id", ["1,100", "3,30"])
    place.stop(job)


def test_files_of_a_killed_job_are_deleted(place):
    place.script("a.sql", "SET 'execution.checkpointing.interval' = '1 h';\n" + ENDLESS.format(name="numbers") +
                 "CREATE TABLE IF NOT EXISTS t (id BIGINT, d STRING) WITH ('bucket' = '1', 'bucket-key' = 'id', "
                 "'target-file-size' = '64 kb');\nINSERT INTO t SELECT id, UUID() || UUID() FROM numbers;\n")
    files = lambda: {str(p) for p in (place.folder / "wh").glob("default.db/t/bucket-*/data-*")}
    job = place.start("a.sql")
    end = time.monotonic() + 30
    while not files() and time.monotonic() < end:
        time.sleep(0.05)
    job.kill()
    job.communicate()
    orphans = files()
    equal(len(orphans) > 0, True)
    job = place.start("a.sql")
    time.sleep(1)
    place.stop(job)
    equal(files() & orphans, set())
    named = {row.split("/")[-1] for row in place.query("SELECT file_path FROM t$files")}
    equal({pathlib.Path(p).name for p in files()} == named and len(named) > 0, True)


def test_a_plan_with_a_clock_goes_on(place):
    """What "now" is does not belong to the plan."""
    place.script("a.sql", FAST + COUNTED.format(name="numbers", rows=15000) +
                 "CREATE TABLE IF NOT EXISTS t (id BIGINT, at_time TIMESTAMP_LTZ(3)) WITH ('bucket' = '1', 'bucket-key' = 'id');\n"
                 "INSERT INTO t SELECT id, CURRENT_TIMESTAMP FROM numbers WHERE CURRENT_DATE > DATE '2020-01-01';\n")
    job = place.start("a.sql")
    place.wait_for_checkpoint("a.sql:4")
    place.stop(job)
    holds(place.run("a.sql"), "resumed from checkpoint")
    once(place, "t", 15000)
    equal(place.query("SELECT COUNT(DISTINCT at_time) > 3 FROM t"), ["TRUE"])


def test_null_for_a_not_null_column(place):
    text = FAST + "CREATE TEMPORARY TABLE files (id BIGINT, v INT) WITH ('connector' = 'filesystem', 'format' = 'csv', " \
        "'csv.null-literal' = '', 'path' = '%s');\nCREATE TABLE IF NOT EXISTS t (id BIGINT, v INT NOT NULL);\n" % (place.folder / "in.csv")
    (place.folder / "in.csv").write_text("1,1\n2,\n3,3\n")
    place.script("a.sql", text + "INSERT INTO t SELECT id, v FROM files;\n")
    holds(place.run("a.sql", status=1), "column 'v' of ")
    place.script("b.sql", text + "SET 'table.exec.sink.not-null-enforcer' = 'DROP';\nINSERT INTO t SELECT id, v FROM files;\n")
    place.run("b.sql")
    equal(place.query("SELECT * FROM t ORDER BY id"), ["1,1", "3,3"])


def main():
    tarn = str(pathlib.Path(sys.argv[1]).resolve())
    failed = 0
    for name, test in sorted(globals().items()):
        if not name.startswith("test_") or (len(sys.argv) > 2 and sys.argv[2] not in name):
            continue
        place = Place(tarn)
        try:
            test(place)
            print("ok   ", name, flush=True)
            shutil.rmtree(place.folder)
        except Exception as e:  # every test is run
            failed += 1
            print("FAIL ", name, "in", place.folder, "\n", e, flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
