#!/usr/bin/env python3
"""Kills a running job with SIGKILL at random moments and runs it again, until it ends: each row must be there once.

  job_kill.py TARN [KILLS [SEED]]

One job copies CSV files into a Paimon table, another one replays that in event-time order into CSV files; checkpoints come
every 30 ms. A kill that comes when a job has recorded its end is none: to run it again is to run it anew.
"""
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

ROWS = 120_000
FILES = 6

TABLES = """
CREATE TABLE IF NOT EXISTS copied (id BIGINT, d STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)
  PARTITIONED BY (d) WITH ('bucket' = '2', 'bucket-key' = 'id');
CREATE TEMPORARY TABLE files (id BIGINT, ts TIMESTAMP(3)) WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '{input}');
SET 'execution.checkpointing.interval' = '30 ms';
"""
COPY = TABLES + "INSERT INTO copied SELECT id, DATE_FORMAT(ts, 'yyyy-MM-dd'), ts FROM files;\n"
REPLAY = TABLES + """
CREATE TEMPORARY TABLE replayed (id BIGINT, ts TIMESTAMP(3)) WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '{output}');
INSERT INTO replayed SELECT id, ts FROM copied
  /*+ OPTIONS('scan.order' = 'event-time', 'scan.bounded.watermark' = '4102444800000', 'scan.bounded.idle' = '1 ms') */;
"""


def write_input(folder):
    order = list(range(ROWS))
    for number in range(FILES):
        with open(folder / ("part-%d.csv" % number), "w") as out:
            for i in order[number::FILES]:
                # Two rows share each instant; later files hold the same days again.
                s = i // 2
                out.write("%d,2024-01-%02d %02d:%02d:%02d\n" % (i, 1 + s // 86400, s // 3600 % 24, s // 60 % 60, s % 60))


def finished(warehouse, name):
    return any('"finished"' in record.read_text() for record in warehouse.glob(".tarn/jobs/%s.sql*/job.json" % name))


def run_with_kills(tarn, path, warehouse, kills, rnd, whole):
    """Runs the job until it ends, killed up to `kills` times on its way; `whole` is how long it takes undisturbed."""
    killed, name = 0, path.stem
    command = [tarn, "run", str(path), "--warehouse", str(warehouse)]
    while True:
        job = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            text, _ = job.communicate(timeout=rnd.uniform(0.02, 0.9 * whole) if killed < kills else None)
        except subprocess.TimeoutExpired:
            job.kill()
            job.communicate()
            if not finished(warehouse, name):  # else it came too late: to run a finished job again is to run it anew
                killed += 1
                continue
            return killed
        if job.returncode != 0:
            sys.exit("%s failed after %d kills:\n%s" % (name, killed, text))
        return killed


def check_copied(tarn, warehouse):
    out = subprocess.run([tarn, "sql", "--warehouse", str(warehouse), "--format", "csv", "-c",
                          "SELECT COUNT(*), COUNT(DISTINCT id), SUM(id) FROM copied"], check=True, capture_output=True, text=True).stdout
    expected = "%d,%d,%d" % (ROWS, ROWS, ROWS * (ROWS - 1) // 2)
    if out.splitlines()[-1] != expected:
        sys.exit("copied: expected %s, found %s (in %s)" % (expected, out, warehouse))


def check_replayed(output):
    ids = []
    for part in output.glob("part-*"):
        ids += [int(line.split(",")[0]) for line in part.read_text().splitlines()]
    if sorted(ids) != list(range(ROWS)):
        sys.exit("replayed: %d rows, %d different ones, expected %d (in %s)" % (len(ids), len(set(ids)), ROWS, output))


def main():
    tarn = sys.argv[1]
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
    print("seed", seed, flush=True)
    rnd = random.Random(seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tarn-job-kill-"))
    (folder / "in").mkdir()
    write_input(folder / "in")
    killed = {"copy": 0, "replay": 0}
    whole = {}
    rounds = 0
    # A job is quick: it takes several to kill it often enough. The first round is undisturbed, to know how quick.
    while min(killed.values()) * 2 < kills:
        warehouse, output = folder / ("wh%d" % rounds), folder / ("out%d" % rounds)
        for name, script in (("copy", COPY), ("replay", REPLAY)):
            path = folder / (name + ".sql")
            path.write_text(script.format(input=folder / "in", output=output))
            began = time.monotonic()
            left = (kills + 1) // 2 - killed[name]
            more = run_with_kills(tarn, path, warehouse, left if rounds else 0, rnd, whole.get(name))
            killed[name] += more
            if more == 0:
                whole[name] = min(whole.get(name, 60.0), time.monotonic() - began)
            if name == "copy":
                check_copied(tarn, warehouse)
        check_replayed(output)
        shutil.rmtree(warehouse)
        shutil.rmtree(output)
        rounds += 1
    print("%d kills in %d rounds: every row once, in the table and in the files" % (sum(killed.values()), rounds))
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
