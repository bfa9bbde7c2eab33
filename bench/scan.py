"""scan: an append table and merge-on-read tables, made by Java, read by everybody.

Ours and DuckDB's side is a query that needs every value of the columns; Java's program touches every value; the Rust
core hands over Arrow batches (its strings are not copied). Rates count input rows, before merging.
"""
import re

from measure import process, reported

NAME = "scan"
TRACK = ["mmsi", "ts", "lon", "lat", "sog", "cog", "heading", "nav_status", "rot", "source"]
STRINGS = ["k"] + ["f%d" % i for i in range(20)]
PASSES = 5


def select(table, columns, where=""):
    return "SELECT COUNT(*), %s FROM %s%s" % (
        ", ".join("MIN(%s), MAX(%s)" % (c, c) for c in columns), table, " WHERE " + where if where else "")


def ours(tools, folder, table, columns, where, rows):
    statement = select("bench." + table, columns, where) + ";\n"
    (folder / "query.sql").write_text(statement * PASSES)
    run = [tools.tarn, "sql", "--warehouse", folder, "--format", "csv", "-f", folder / "query.sql"]
    process(run, rows)
    sides = [process(run, rows * PASSES)[0] for _ in range(tools.runs)]
    return sides, int(re.search(r"^(\d+),", sides[0].answer, re.M).group(1))


def duckdb(tools, folder, table, columns, rows):
    """The bare files, by the Python package of the same DuckDB version, with as many threads."""
    program = ("import duckdb\nc = duckdb.connect()\nc.execute('set threads = 2')\nq = %r\nfor _ in range(%d):\n"
               "    print(c.execute(q).fetchone()[0])\n")
    files = "read_parquet('%s/bench.db/%s/**/*.parquet')" % (folder, table)
    run = [tools.python, "-c", program % (select(files, columns), PASSES)]
    empty, _ = process([tools.python, "-c", "import duckdb; duckdb.connect()"], 1)
    side, _ = process(run, rows * PASSES)
    side.cpu_s -= empty.cpu_s
    side.wall_s -= empty.wall_s
    return side


def java(tools, folder, table, case):
    side, text = process([tools.java, "Bench", "read", "--dir", folder, "--table", table, "--cases", case, "--threads", "2"], 1)
    return reported(side.answer + text)


def rust(tools, folder, table, case):
    side, text = process([tools.python, tools.bench_py, "rust", "read", folder, table, case, "3"], 1)
    return reported(side.answer + text)


def append(columns, case):
    def measure(tools):
        rows = tools.rows(8_000_000)
        folder = tools.once("append", lambda d: process(
            [tools.java, "Bench", "make-append", "--dir", d, "--rows", rows], rows))
        sides, count = ours(tools, folder, "append_track", columns, "", rows)
        rivals = {"duckdb": duckdb(tools, folder, "append_track", columns, rows)}
        if count != int(rivals["duckdb"].answer.split()[0]):
            raise RuntimeError("rows differ from DuckDB's")
        rivals["java-paimon"] = java(tools, folder, "append_track", case)
        rivals["paimon-rust"] = rust(tools, folder, "append_track", case)
        return sides, rivals
    return measure


def merge(kind, columns, case, where=""):
    def measure(tools):
        run_rows = tools.rows(1_000_000)
        folder = tools.once("mor-" + kind, lambda d: process(
            [tools.java, "Bench", "make-mor", "--dir", d, "--kind", kind, "--runs", "10", "--run-rows", run_rows,
             "--buckets", "2"], 10 * run_rows))
        sides, _ = ours(tools, folder, "mor_" + kind, columns, where, 10 * run_rows)
        return sides, {"java-paimon": java(tools, folder, "mor_" + kind, case),
                       "paimon-rust": rust(tools, folder, "mor_" + kind, case)}
    return measure


def cases(_tools):
    return {
        "append-full": append(TRACK, "full"),
        "append-4col": append(TRACK[:4], "four"),
        "mor-full": merge("track", TRACK, "full"),
        "mor-4col": merge("track", TRACK[:4], "four"),
        "mor-filter": merge("track", TRACK, "filter", "sog >= CAST(29.7 AS FLOAT)"),
        "mor-20str-full": merge("str", STRINGS, "full"),
        "mor-20str-4col": merge("str", STRINGS[:4], "four"),
        "mor-20str-filter": merge("str", STRINGS, "filter", "f1 < '-d'"),
    }
