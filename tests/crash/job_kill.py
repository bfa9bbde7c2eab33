#!/usr/bin/env python3
"""Kills a running job with SIGKILL at random moments and runs it again, until it ends: each row must be there once.

  job_kill.py TARN [KILLS [SEED]]

The job copies CSV files into a Paimon table and, in event-time order, into a second one; checkpoints come every 30 ms.
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


def run_with_kills(tarn, folder, name, script, kills, rnd):
    path = folder / (name + ".sql")
    path.write_text(script.format(input=folder / "in", output=folder / "out"))
    command = [tarn, "run", str(path), "--warehouse", str(folder / "wh")]
    killed = 0
    longest = 1.0
    while True:
        job = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        began = time.monotonic()
        if killed < kills:
            try:
                job.wait(rnd.uniform(0.02, longest))
            except subprocess.TimeoutExpired:
                job.kill()
                job.wait()
                killed += 1
                continue
        text, _ = job.communicate()
        longest = time.monotonic() - began + 0.05
        if job.returncode != 0:
            sys.exit("%s failed after %d kills:\n%s" % (name, killed, text))
        return killed


def main():
    tarn = sys.argv[1]
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
    print("seed", seed)
    rnd = random.Random(seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tarn-job-kill-"))
    (folder / "in").mkdir()
    write_input(folder / "in")
    killed = run_with_kills(tarn, folder, "copy", COPY, kills // 2, rnd)
    out = subprocess.run([tarn, "sql", "--warehouse", str(folder / "wh"), "--format", "csv", "-c",
                          "SELECT COUNT(*), COUNT(DISTINCT id), SUM(id) FROM copied"], check=True, capture_output=True, text=True).stdout
    expected = "%d,%d,%d" % (ROWS, ROWS, ROWS * (ROWS - 1) // 2)
    if out.splitlines()[-1] != expected:
        sys.exit("copied: expected %s, found %s (in %s)" % (expected, out, folder))
    killed += run_with_kills(tarn, folder, "replay", REPLAY, kills - kills // 2, rnd)
    ids = []
    for part in (folder / "out").glob("part-*"):
        ids += [int(line.split(",")[0]) for line in part.read_text().splitlines()]
    if sorted(ids) != list(range(ROWS)):
        sys.exit("replayed: %d rows, %d different ones, expected %d (in %s)" % (len(ids), len(set(ids)), ROWS, folder))
    print("%d kills: every row once, in both tables" % killed)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
