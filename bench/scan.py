"""scan: an append table and merge-on-read tables, made by Java, read by everybody.

Ours and DuckDB's side is the same query, which needs every value of the columns; Java's program touches every value; the
Rust core hands over Arrow batches (their values are not touched). Rates count input rows, before merging. First a copy
that we write of what we read is compared with DuckDB's reading of the bare files (append) or with the Rust core's
(merge on read).
"""
import subprocess

import check
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
    return [process(run, rows * PASSES)[0] for _ in range(tools.runs)]


def copied(tools, folder, table, columns, where):
    """What we read, written by us into a table of one bucket."""
    copy = folder / "copy"
    subprocess.run(["rm", "-rf", copy], check=True)
    (folder / "copy.sql").write_text(
        "CREATE CATALOG c WITH ('type' = 'paimon', 'warehouse' = '%s');\n"
        "CREATE TABLE copied WITH ('bucket' = '-1', 'file.compression' = 'none') AS SELECT %s FROM c.bench.%s%s;\n"
        % (folder, ", ".join(columns), table, " WHERE " + where if where else ""))
    process([tools.tarn, "sql", "--warehouse", copy, "-f", folder / "copy.sql"], 1)
    rows = check.parquet(tools, copy / "default.db/copied/**/*.parquet", columns)
    subprocess.run(["rm", "-rf", copy], check=True)
    return rows


def duckdb(tools, folder, table, columns, rows):
    """The bare files, by the same version of DuckDB with as many threads."""
    files = "read_parquet('%s/bench.db/%s/**/*.parquet')" % (folder, table)
    side, _ = process([tools.build / "duckdb_bench", "--threads", "2", "--passes", PASSES, select(files, columns)], 1)
    side = reported(side.answer)
    side.rows = rows * PASSES
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
        check.same(copied(tools, folder, "append_track", columns, ""),
                   check.parquet(tools, folder / "bench.db/append_track/**/*.parquet", columns), "DuckDB")
        return ours(tools, folder, "append_track", columns, "", rows), {
            "duckdb": duckdb(tools, folder, "append_track", columns, rows),
            "java-paimon": java(tools, folder, "append_track", case),
            "paimon-rust": rust(tools, folder, "append_track", case)}
    return measure


def merge(kind, columns, case, where=""):
    def measure(tools):
        run_rows = tools.rows(1_000_000)
        table = "mor_" + kind
        folder = tools.once("mor-" + kind, lambda d: process(
            [tools.java, "Bench", "make-mor", "--dir", d, "--kind", kind, "--runs", "10", "--run-rows", run_rows,
             "--buckets", "2"], 10 * run_rows, timeout=1800))
        theirs = folder / "rust.parquet"
        process([tools.python, tools.rust_copy, folder, "bench." + table, theirs, case], 1)
        expected = check.parquet(tools, theirs, columns, where)  # the Rust core's filter leaves whole batches in
        theirs.unlink()
        check.same(copied(tools, folder, table, columns, where), expected, "the Rust core")
        return ours(tools, folder, table, columns, where, 10 * run_rows), {
            "java-paimon": java(tools, folder, table, case),
            "paimon-rust": rust(tools, folder, table, case)}
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
