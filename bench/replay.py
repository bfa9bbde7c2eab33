"""replay/30x4: all rows of 30 day partitions x 4 buckets in event-time order, into `blackhole`.

Rivals: Flink's ORDER BY on the time attribute of the stream (`flink`), its plain streaming read (`flink-unordered`),
and DuckDB's ORDER BY over the bare files (`duckdb`), whose rows are taken and dropped. First our replay is written to a
table, and DuckDB says whether it holds the same rows, in order.
"""
import json
import re
import subprocess
import threading
import time

import check
from measure import Side, process, reported

NAME = "replay"
COLUMNS = ["mmsi", "ts", "lon", "lat", "sog", "cog", "heading", "nav_status", "rot", "source"]
TYPES = ("mmsi BIGINT, ts TIMESTAMP(3), lon DOUBLE, lat DOUBLE, sog FLOAT, cog FLOAT, heading INT, nav_status INT, rot FLOAT, "
         "source STRING")
BLACKHOLE = "CREATE TEMPORARY TABLE bh (%s) WITH ('connector' = 'blackhole');\n" % TYPES
COPY = ("CREATE TABLE copied (%s) WITH ('bucket' = '-1', 'target-file-size' = '16 gb', 'file.compression' = 'none');\n" % TYPES)
FAR = 4102444800000  # 2100, in milliseconds
OPTIONS = {
    "ours": "'scan.order' = 'event-time', 'scan.bounded.watermark' = '%d'" % FAR,
    "first five days": "'scan.order' = 'event-time', 'scan.bounded.watermark' = '%d'" % (1704067200000 + 5 * 86400000),
    "unordered": "'scan.bounded.watermark' = '1'",
    "ordered": "'scan.bounded.watermark' = '1', 'scan.plan-sort-partition' = 'true'",
}


def script(folder, target, options, order=""):
    return ("SET 'table.local-time-zone' = 'UTC';\nCREATE CATALOG c WITH ('type' = 'paimon', 'warehouse' = '%s');\n%s"
            "INSERT INTO %s SELECT %s FROM c.bench.traj /*+ OPTIONS(%s) */%s;\n" % (
                folder / "warehouse", BLACKHOLE if target == "bh" else COPY, target, ", ".join(COLUMNS), OPTIONS[options], order))


def make(tools, folder, rows):
    """Written by Java, so that both sides read a rival's files. The snapshot gets a watermark: batch writes record none,
    and Flink's bounded streaming read ends by that."""
    process([tools.java, "Bench", "make-replay", "--dir", folder / "warehouse", "--rows", rows], rows, timeout=1800)
    table = folder / "warehouse/bench.db/traj/snapshot"
    newest = table / ("snapshot-" + (table / "LATEST").read_text())
    snapshot = json.loads(newest.read_text())
    snapshot["watermark"] = FAR
    newest.write_text(json.dumps(snapshot, indent=2))


def flink(tools, folder, rows, options, order="", repeat=2):
    """The last of `repeat` runs in one process."""
    file = folder / ("flink-%s.sql" % options)
    file.write_text(script(folder, "bh", options, order))
    side, text = process([tools.flink, "--time", "--repeat", repeat, "--stop-on-error", "-D", "pipeline.object-reuse=true",
                          "-D", "taskmanager.memory.managed.size=2g", file], rows, timeout=1800, env=tools.flink_env)
    line = re.findall(r"^TIME.*\tINSERT.*$", side.answer + text, re.M)[-1]
    value = dict(re.findall(r"(\w+)=([\d.]+)", line))
    return Side(rows, float(value["wall"]), float(value["cpu"]), side.peak_rss_bytes)


def duckdb(tools, folder, rows):
    sql = "SELECT %s FROM read_parquet('%s/warehouse/bench.db/traj/**/*.parquet', hive_partitioning = false) ORDER BY ts" % (
        ", ".join(COLUMNS), folder)
    return reported(process([tools.build / "duckdb_bench", "--threads", "2", "--passes", "2", sql], rows)[0].answer)


def compare(tools, folder, rows):
    session = folder / "session"
    subprocess.run(["rm", "-rf", session], check=True)
    (folder / "copy.sql").write_text(script(folder, "copied", "ours"))
    process([tools.tarn, "run", folder / "copy.sql", "--restart", "--warehouse", session], rows)
    ours = check.parquet(tools, check.files_in_order(session / "default.db/copied"), COLUMNS, ordered_by="ts")
    check.same(ours, check.parquet(tools, folder / "warehouse/bench.db/traj/**/*.parquet", COLUMNS), "DuckDB")
    if ours.count != rows or not ours.ordered:
        raise RuntimeError("%s of %d are not in the order of ts" % (ours, rows))
    subprocess.run(["rm", "-rf", session], check=True)


def first_row_ms(tools, folder):
    """From the start of the process to the first row of a SELECT with the same order."""
    file = folder / "first.sql"
    file.write_text("CREATE CATALOG c WITH ('type' = 'paimon', 'warehouse' = '%s');\nSELECT %s FROM c.bench.traj "
                    "/*+ OPTIONS(%s) */;\n" % (folder / "warehouse", ", ".join(COLUMNS), OPTIONS["ours"]))
    begin = time.monotonic()
    child = subprocess.Popen([str(tools.tarn), "run", str(file), "--restart", "--format", "csv", "--warehouse", str(folder / "session")],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    watch = threading.Timer(60, child.kill)
    watch.start()
    child.stdout.readline()  # the header
    row = child.stdout.readline()
    took = time.monotonic() - begin
    watch.cancel()
    child.kill()
    child.wait()
    if not row:
        raise RuntimeError("the ordered SELECT gave no row")
    return took * 1000


def thirty_by_four(tools):
    rows = tools.rows(20_000_000)
    folder = tools.once("replay", lambda d: make(tools, d, rows))
    compare(tools, folder, rows)
    (folder / "tarn.sql").write_text(script(folder, "bh", "ours"))
    run = [tools.tarn, "run", folder / "tarn.sql", "--restart", "--warehouse", folder / "session"]
    process(run, rows)
    ours = [process(run, rows)[0] for _ in range(tools.runs)]
    rivals = {"duckdb": duckdb(tools, folder, rows), "flink-unordered": flink(tools, folder, rows, "unordered")}
    # Minutes of CPU: once, without a pass before it.
    rivals["flink"] = flink(tools, folder, rows, "ordered", " ORDER BY ts", repeat=1)
    (folder / "five.sql").write_text(script(folder, "bh", "first five days"))
    five, _ = process([tools.tarn, "run", folder / "five.sql", "--restart", "--warehouse", folder / "session"], rows)
    return ours, rivals, "first row after %.0f ms; peak of the first 5 days %.0f MB" % (
        first_row_ms(tools, folder), five.peak_rss_bytes / 1e6)


def cases(_tools):
    return {"30x4": thirty_by_four}
