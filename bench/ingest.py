"""ingest: rows into primary-key tables, compaction included, and sorting and writing alone (`write-only`).

Ours and Java's side make the same rows; the making itself, measured apart, is taken off on both sides. The Rust core is
given ready Arrow batches of rows of the same kind. Afterwards the tables of ours and of Java are read by the Rust core
and compared.
"""
import subprocess

import check
from measure import process, reported

NAME = "ingest"
ROWS = {"track": 5_000_000, "str": 3_000_000}
COLUMNS = {"track": ["mmsi", "ts", "lon", "lat", "sog", "cog", "heading", "nav_status", "rot", "source", "dt"],
           "str": ["k"] + ["f%d" % i for i in range(20)]}


def ours(tools, kind, buckets, write_only, rows, folder):
    command = [tools.build / "ingest_bench", "--kind", kind, "--rows", rows, "--buckets", buckets, "--dir", folder, "--keep"]
    sides = []
    for _ in range(tools.runs):
        side, text = process(command + (["--write-only"] if write_only else []), rows)
        sides.append(reported(side.answer + text))
    return sides


def java(tools, kind, buckets, write_only, rows, folder):
    options = ["--options", "write-only=true"] if write_only else []
    side, text = process([tools.java, "Bench", "write-" + kind, "--dir", folder, "--rows", rows, "--buckets", buckets, "--keep", "true",
                          "--threads", min(2, buckets)] + options, rows)
    written = reported(side.answer + text)
    made = reported(process([tools.java, "Bench", "gen", "--kind", kind, "--rows", rows], rows)[0].answer)
    written.cpu_s -= made.cpu_s
    written.wall_s -= made.wall_s
    return written


def rust(tools, kind, buckets, rows, folder):
    side, text = process([tools.python, tools.bench_py, "rust", "write", folder, kind, rows, buckets], rows)
    return reported(side.answer + text)


def read_back(tools, warehouse, table, kind):
    file = tools.data / "ingest-copy.parquet"
    process([tools.python, tools.rust_copy, warehouse, table, file], 1)
    rows = check.parquet(tools, file, COLUMNS[kind])
    file.unlink()
    return rows


def case(kind, buckets, write_only):
    def measure(tools):
        rows = tools.rows(ROWS[kind])
        folders = {who: tools.data / ("ingest-" + who) for who in ("ours", "java", "rust")}
        try:
            rivals = {"java-paimon": java(tools, kind, buckets, write_only, rows, folders["java"])}
            sides = ours(tools, kind, buckets, write_only, rows, folders["ours"])
            check.same(read_back(tools, folders["ours"], "default.t", kind),
                       read_back(tools, folders["java"], "bench.write_" + kind, kind), "Java")
            if write_only:
                rivals["paimon-rust"] = rust(tools, kind, buckets, rows, folders["rust"])
            return sides, rivals
        finally:
            subprocess.run(["rm", "-rf"] + list(folders.values()), check=True)
    return measure


def cases(_tools):
    return {
        "pk-track-1bucket": case("track", 1, False),
        "pk-int-20str-1bucket": case("str", 1, False),
        "write-only-track": case("track", 1, True),
        "write-only-20str": case("str", 1, True),
    }
