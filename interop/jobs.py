#!/usr/bin/env python3
"""Portable jobs: each interop/jobs/*.sql runs on Tarn and, unchanged, on a real Flink; the tables they leave are equal.

  jobs.py TARN_BUILD_DIR FLINK_RUN JAVA_RUN

The warehouse is named in an init script, so that no path is in the job; ${JOBS} is the folder of the jobs.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from matrix import difference, run

HERE = pathlib.Path(__file__).resolve().parent


def on_tarn(build, job, folder):
    text = job.read_text().replace("${JOBS}", str(HERE / "jobs"))
    (folder / "job.sql").write_text(text)
    (folder / "init.sql").write_text("CREATE CATALOG lake WITH ('type' = 'paimon', 'warehouse' = '%s');\nUSE CATALOG lake;\n"
                                     % (folder / "warehouse"))
    run([build / "tarn", "check", "--portable", folder / "job.sql"])
    run([build / "tarn", "run", folder / "job.sql", "-i", folder / "init.sql", "--warehouse", folder / "session"])


def on_flink(flink, job, folder):
    (folder / "init.sql").write_text(
        "CREATE CATALOG lake WITH ('type' = 'paimon', 'warehouse' = 'file:%s');\nUSE CATALOG lake;\n"
        "SET 'execution.checkpointing.interval' = '1 s';\nSET 'restart-strategy.type' = 'none';\n" % (folder / "warehouse"))
    done = subprocess.run([flink, "--stop-on-error", "--var", "JOBS=%s" % (HERE / "jobs"), folder / "init.sql", job],
                          capture_output=True, text=True, timeout=240)
    if done.returncode != 0 or "ERROR" in done.stdout:
        raise RuntimeError("flink: " + (done.stdout + done.stderr)[-800:])


def compare(java, sides, table):
    dumps = [run([java, "Dump", sides[side] / "warehouse", "default", table]) for side in ("flink", "tarn")]
    return difference(*dumps) if any(dump.strip() for dump in dumps) else "no row on either side"


def main(build, flink, java):
    build = pathlib.Path(build).resolve()
    passed = failed = 0
    for job in sorted((HERE / "jobs").glob("*.sql")):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="tarn-job-"))
        sides = {name: folder / name for name in ("tarn", "flink")}
        for side in sides.values():
            side.mkdir()
        targets = re.findall(r"^CREATE TABLE IF NOT EXISTS (\w+)", job.read_text(), re.M)
        try:
            on_tarn(build, job, sides["tarn"])
            on_flink(flink, job, sides["flink"])
            problems = [(t, compare(java, sides, t)) for t in targets]
        except RuntimeError as error:
            problems = [("-", str(error))]
        for table, problem in problems:
            print("%-22s %-14s flink = tarn  %s" % (job.name, table, "equal" if problem is None else "DIFFERENT: " + problem))
        wrong = sum(1 for _, p in problems if p is not None)
        passed, failed = passed + len(problems) - wrong, failed + wrong
        if not wrong:
            shutil.rmtree(folder)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
