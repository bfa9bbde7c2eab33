"""replay/30x4: all rows of 30 day partitions x 4 buckets in event-time order.

Rivals: Flink's streaming ORDER BY on the time attribute (`flink`), its plain streaming read (`flink-unordered`), and
DuckDB's ORDER BY over the bare files into a sink that takes every row.
"""
import json
import pathlib
import re

from measure import Side, process

NAME = "replay"
COLUMNS = "mmsi, ts, lon, lat, sog, cog, heading, nav"
BLACKHOLE = ("CREATE TEMPORARY TABLE bh (mmsi BIGINT, ts TIMESTAMP(3), lon DOUBLE, lat DOUBLE, sog FLOAT, cog FLOAT, "
             "heading INT, nav INT) WITH ('connector' = 'blackhole');\n")
WRITE = pathlib.Path(__file__).resolve().parent / "replay_write.sql"
UNORDERED = "INSERT INTO bh SELECT %s FROM c.`default`.traj /*+ OPTIONS('scan.bounded.watermark' = '1') */;\n" % COLUMNS
ORDERED = ("INSERT INTO bh SELECT %s FROM c.`default`.traj /*+ OPTIONS('scan.bounded.watermark' = '1', "
           "'scan.plan-sort-partition' = 'true') */ ORDER BY ts;\n" % COLUMNS)


def make(tools, folder, rows):
    """Written by Flink, so that both sides read a rival's files. The snapshot gets a watermark: Flink's batch writes
    record none, and its bounded streaming read ends by that."""
    process([tools.flink, "--stop-on-error", "-D", "taskmanager.memory.managed.size=1g", "--var", "WH=%s" % (folder / "warehouse"),
             "--var", "N=%d" % rows, "--var", "STEP=%d" % max(1, 2592000000 // rows), WRITE], rows, env=tools.flink_env)
    table = folder / "warehouse/default.db/traj/snapshot"
    newest = table / ("snapshot-" + (table / "LATEST").read_text())
    snapshot = json.loads(newest.read_text())
    snapshot["watermark"] = 4102444800000
    newest.write_text(json.dumps(snapshot, indent=2))


def flink(tools, folder, rows, statement, repeat):
    script = folder / "flink.sql"
    script.write_text("SET 'table.local-time-zone' = 'UTC';\nCREATE CATALOG c WITH ('type' = 'paimon', 'warehouse' = '%s');\n%s%s"
                      % (folder / "warehouse", BLACKHOLE, statement))
    _, text = process([tools.flink, "--time", "--repeat", repeat, "--stop-on-error", "-D", "pipeline.object-reuse=true",
                       "-D", "taskmanager.memory.managed.size=2g", script], rows, env=tools.flink_env)
    line = re.findall(r"^TIME.*\tINSERT.*$", text, re.M)[-1]
    value = dict(re.findall(r"(\w+)=([\d.]+)", line))
    names = list(value)
    return Side(rows, float(value.get("wall", value[names[0]])), float(value.get("cpu", value[names[1]])),
                int(float(value.get("rss_mb", 0))) << 20)


def duckdb(tools, folder, rows):
    files = "read_parquet('%s/warehouse/default.db/traj/**/*.parquet', hive_partitioning = false)" % folder
    program = ("import duckdb\nc = duckdb.connect()\nc.execute('set threads = 2')\n"
               "n = 0\nfor batch in c.execute(\"select %s from %s order by ts\").fetch_record_batch(100000):\n"
               "    n += batch.num_rows\nprint(n)\n") % (COLUMNS, files)
    side, _ = process([tools.python, "-c", program], rows)
    if int(side.answer) != rows:
        raise RuntimeError("DuckDB read %s rows" % side.answer)
    return side


def thirty_by_four(tools):
    rows = tools.rows(20_000_000)
    folder = tools.once("replay", lambda d: make(tools, d, rows))
    script = folder / "tarn.sql"
    script.write_text("CREATE CATALOG c WITH ('type' = 'paimon', 'warehouse' = '%s');\n%s"
                      "INSERT INTO bh SELECT %s FROM c.`default`.traj /*+ OPTIONS('scan.order' = 'event-time', "
                      "'scan.bounded.watermark' = '4102444800000') */;\n" % (folder / "warehouse", BLACKHOLE, COLUMNS))
    run = [tools.tarn, "run", script, "--restart", "--warehouse", folder / "session"]
    process(run, rows)
    ours = [process(run, rows)[0] for _ in range(tools.runs)]
    rivals = {"duckdb": duckdb(tools, folder, rows),
              "flink-unordered": flink(tools, folder, rows, UNORDERED, 2),
              "flink": flink(tools, folder, rows, ORDERED, 1)}
    return ours, rivals


def cases(_tools):
    return {"30x4": thirty_by_four}
