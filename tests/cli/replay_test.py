#!/usr/bin/env python3
"""Ordered replay through the real program: the exact order, flat memory, and the same across kills.

  replay_test.py TARN [KILLS [SEED]]
"""
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

HISTORY = """
CREATE TEMPORARY TABLE numbers (id BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '1000000000',
  'fields.id.kind' = 'sequence', 'fields.id.start' = '0', 'fields.id.end' = '{last}');
CREATE TABLE {name} (id BIGINT, ts TIMESTAMP(3), d STRING, pad STRING, WATERMARK FOR ts AS ts{key})
  PARTITIONED BY (d) WITH ('bucket' = '4'{bucket_key}{options});
"""
KINDS = {
    "append": {"key": "", "bucket_key": ", 'bucket-key' = 'id'", "options": ""},
    "primary-key": {"key": ", PRIMARY KEY (d, id) NOT ENFORCED", "bucket_key": "", "options": ", 'write-only' = 'true'"},
}
# A day is a partition; its rows come a second apart, two at each instant, every 997th without a time.
DAY = """INSERT INTO {name} SELECT id, CASE WHEN MOD(id, 997) = 0 THEN CAST(NULL AS TIMESTAMP(3)) ELSE
  TIMESTAMPADD(SECOND, CAST(id / 2 AS INT), TIMESTAMP '2024-01-{day:02d} 00:00:00') END, '2024-01-{day:02d}',
  CAST(id * 7919 AS STRING) FROM numbers{where};
"""
IN_ORDER = "/*+ OPTIONS('scan.order' = 'event-time', 'scan.bounded.idle' = '0 s'{more}) */"


class Place:
    def __init__(self, tarn):
        self.tarn = tarn
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tarn-replay-"))

    def sql(self, text, command="sql"):
        """Rows of the last statement, and the peak memory of the process in bytes."""
        path = self.folder / "script.sql"
        path.write_text(text)
        out = open(self.folder / "out.txt", "w")
        job = subprocess.Popen([self.tarn, command, *(["-f"] if command == "sql" else []), str(path), "--warehouse",
                                str(self.folder / "wh"), "--format", "csv"], stdout=out, stderr=subprocess.PIPE, text=True)
        err = job.stderr.read()
        _, status, usage = os.wait4(job.pid, 0)
        job.returncode = os.waitstatus_to_exitcode(status)
        out.close()
        if job.returncode != 0:
            raise AssertionError(err)
        return (self.folder / "out.txt").read_text().splitlines(), usage.ru_maxrss * 1024


def make_history(place, kind, name, rows, days, rnd):
    """Days written out of order, and one old one once more."""
    text = HISTORY.format(name=name, last=rows - 1, **KINDS[kind])
    order = list(range(1, days + 1))
    rnd.shuffle(order)
    for day in order:
        # Two commits a day: their files overlap.
        text += DAY.format(name=name, day=day, where=" WHERE MOD(id, 3) = 0")
        text += DAY.format(name=name, day=day, where=" WHERE MOD(id, 3) <> 0" if kind == "append" else "")
    rewritten = order[0]
    if kind == "append":
        text += "INSERT OVERWRITE {name} PARTITION (d = '2024-01-{day:02d}') SELECT id, ts, pad FROM {name} " \
                "WHERE d = '2024-01-{day:02d}';\n".format(name=name, day=rewritten)
    else:
        text += DAY.format(name=name, day=rewritten, where=" WHERE MOD(id, 5) = 0")
    place.sql(text)


def check_order(kind, lines, rows, days):
    found = [line.split(",") for line in lines]
    expected = []
    for day in range(1, days + 1):
        for i in range(rows):
            ts = "" if i % 997 == 0 else "2024-01-%02d %02d:%02d:%02d" % (day, i // 2 // 3600, i // 2 // 60 % 60, i // 2 % 60)
            expected.append((ts, "2024-01-%02d" % day, i))
    got = [(f[1].replace(".000", ""), f[2], int(f[0])) for f in found]
    if sorted(got) != sorted(expected):
        raise AssertionError("%s: %d rows, %d different, expected %d" % (kind, len(got), len(set(got)), len(expected)))
    times = [g[:2] for g in got]  # within one instant of a day the bucket decides, which nobody outside sees
    if times != sorted(times):
        at = next(i for i in range(1, len(times)) if times[i] < times[i - 1])
        raise AssertionError("%s: row %d %r comes after %r" % (kind, at, times[at], times[at - 1]))


def test_order(place, kind, rnd, kills):
    rows, days = 4000, 30
    make_history(place, kind, "h", rows, days, rnd)
    select = "SELECT id, ts, d FROM h " + IN_ORDER.format(more="") + ";\n"
    first, _ = place.sql(select, "run")
    lines = [line.partition(",")[2] for line in first[1:]]  # the first column is op
    check_order(kind, lines, rows, days)
    again, _ = place.sql(select.replace("'0 s'", "'0 s', 'scan.order.memory' = '4 mb'") if kind != "append" else select, "run")
    if again != first:
        raise AssertionError(kind + ": a second replay, with little memory, gave another order")
    return lines


def test_other_orders(place, kind, rnd, kills):
    """By partition and as written: two commits, the later one of the earlier partition."""
    table = HISTORY.partition("CREATE TABLE")[1:]
    create = "".join(table).format(name="o", **KINDS[kind])
    rows = {"b": ("(1, TIMESTAMP '2024-01-01 00:00:01', 'b', 'x')", "(2, TIMESTAMP '2024-01-01 00:00:03', 'b', 'x')"),
            "a": ("(3, TIMESTAMP '2024-01-01 00:00:02', 'a', 'x')", "(4, TIMESTAMP '2024-01-01 00:00:04', 'a', 'x')")}
    place.sql(create + "".join("INSERT INTO o VALUES %s, %s;\n" % rows[d] for d in "ba"))
    for order, expected in (("event-time", "1324"), ("partition", "3412"), ("write", "1234")):
        lines, _ = place.sql("SELECT id FROM o /*+ OPTIONS('scan.order' = '%s', 'scan.bounded.idle' = '0 s') */;\n" % order, "run")
        ids = [line.partition(",")[2] for line in lines[1:]]
        # Files of one commit and partition come bucket by bucket, so only the partitions are told apart where time is not.
        if order == "event-time":
            found = "".join(ids)
        else:
            found = "".join(sorted(ids[:2]) + sorted(ids[2:]))
        if found != expected:
            raise AssertionError("%s: order %s gave %s, expected %s" % (kind, order, ids, expected))


def test_memory(place, kind, rnd, kills):
    peaks = []
    for days in (5, 30):
        name = "m%d" % days
        make_history(place, kind, name, 60_000, days, rnd)
        _, peak = place.sql("CREATE TEMPORARY TABLE hole (id BIGINT, ts TIMESTAMP(3), pad STRING) WITH ('connector' = 'blackhole');\n"
                            "INSERT INTO hole SELECT id, ts, pad FROM %s %s;\n" % (name, IN_ORDER.format(more="")), "run")
        peaks.append(peak)
    print("  %s: 5 partitions %.1f MB, 30 partitions %.1f MB" % (kind, peaks[0] / 1e6, peaks[1] / 1e6))
    if peaks[1] > 1.2 * peaks[0]:
        raise AssertionError("%s: memory grows with the span: %r" % (kind, peaks))


def test_kills(place, kind, rnd, kills):
    """A job that replays into files, killed wherever it is: each row once, in the order of an undisturbed replay."""
    rows, days = 60_000, 10
    make_history(place, kind, "h", rows, days, rnd)
    select = "SELECT id, ts, d FROM h " + IN_ORDER.format(more="")
    expected = [line.partition(",")[2].replace(".000", "") for line in place.sql(select + ";\n", "run")[0][1:]]
    script = place.folder / "replay.sql"
    script.write_text("SET 'execution.checkpointing.interval' = '10 ms';\n"
                      "CREATE TEMPORARY TABLE replayed (id BIGINT, ts TIMESTAMP(3), d STRING) WITH "
                      "('connector' = 'filesystem', 'format' = 'csv', 'path' = '%s');\n"
                      "INSERT INTO replayed %s;\n" % (place.folder / "out", select))
    command = [place.tarn, "run", str(script), "--warehouse", str(place.folder / "wh")]
    jobs = place.folder / "wh/.tarn/jobs"
    killed, rounds, whole = 0, 0, None
    while True:  # a replay is quick: it takes several to kill it often enough; the first is undisturbed
        began = time.monotonic()
        more = run_with_kills(command, jobs, kills - killed if rounds else 0, rnd, whole)
        killed += more
        if more == 0:
            whole = min(whole or 60.0, time.monotonic() - began)
        rounds += 1
        got = []
        for part in sorted((place.folder / "out").glob("part-*"), key=lambda p: p.stat().st_mtime_ns):
            got += [line.replace('"', "") for line in part.read_text().splitlines()]
        if got != expected:
            at = next((i for i in range(min(len(got), len(expected))) if got[i] != expected[i]), min(len(got), len(expected)))
            raise AssertionError("%s: after %d kills %d rows, expected %d; row %d is %r, expected %r" %
                                 (kind, killed, len(got), len(expected), at, got[at:at + 1], expected[at:at + 1]))
        if killed >= kills:
            break
        shutil.rmtree(place.folder / "out")
        for job in jobs.glob("replay.sql*"):
            shutil.rmtree(job)
    print("  %s: %d kills in %d rounds, %d rows once each and in order" % (kind, killed, rounds, len(got)))


def run_with_kills(command, jobs, kills, rnd, whole):
    """Runs the job until it ends, killed up to `kills` times on its way; `whole` is how long it takes undisturbed."""
    killed = 0
    while True:
        job = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            text, _ = job.communicate(timeout=rnd.uniform(0.02, 0.9 * whole) if killed < kills else None)
        except subprocess.TimeoutExpired:
            job.kill()
            job.communicate()
            if any('"finished"' in record.read_text() for record in jobs.glob("replay.sql*/job.json")):
                return killed  # it came too late: to run a finished job again is to run it anew
            killed += 1
            continue
        if job.returncode != 0:
            raise AssertionError("failed after %d kills:\n%s" % (killed, text))
        return killed


def main():
    tarn = str(pathlib.Path(sys.argv[1]).resolve())
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
    print("seed", seed, flush=True)
    failed = 0
    for test in (test_order, test_other_orders, test_memory, test_kills):
        for kind in KINDS:
            rnd = random.Random(seed)
            place = Place(tarn)
            began = time.monotonic()
            try:
                test(place, kind, rnd, kills)
                print("ok    %s %s %.1f s" % (test.__name__, kind, time.monotonic() - began), flush=True)
                shutil.rmtree(place.folder)
            except Exception as e:  # every test is run
                failed += 1
                print("FAIL ", test.__name__, kind, "in", place.folder, "\n", str(e)[:2000], flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
