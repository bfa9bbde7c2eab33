"""ingest: rows into primary-key tables, compaction included, and sorting and writing alone (`write-only`)."""
from measure import process, reported

NAME = "ingest"
ROWS = {"track": 5_000_000, "str": 3_000_000}


def ours(tools, kind, buckets, write_only, rows):
    command = [tools.build / "ingest_bench", "--kind", kind, "--rows", rows, "--buckets", buckets]
    sides = []
    for _ in range(tools.runs):
        side, text = process(command + (["--write-only"] if write_only else []), rows)
        sides.append(reported(side.answer + text))
    return sides


def java(tools, kind, buckets, write_only, rows):
    folder = tools.data / "ingest-java"
    options = ["--options", "write-only=true"] if write_only else []
    side, text = process([tools.java, "Bench", "write-" + kind, "--dir", folder, "--rows", rows, "--buckets", buckets,
                          "--threads", min(2, buckets)] + options, rows)
    return reported(side.answer + text)


def python(tools, system, kind, buckets, rows):
    side, text = process([tools.python, tools.bench_py, system, "write", tools.data / ("ingest-" + system), kind, rows, buckets], rows)
    return reported(side.answer + text)


def case(kind, buckets, write_only):
    def measure(tools):
        rows = tools.rows(ROWS[kind])
        rivals = {"java-paimon": java(tools, kind, buckets, write_only, rows)}
        if write_only:
            rivals["paimon-rust"] = python(tools, "rust", kind, buckets, rows)
        return ours(tools, kind, buckets, write_only, rows), rivals
    return measure


def cases(_tools):
    return {
        "pk-track-1bucket": case("track", 1, False),
        "pk-int-20str-1bucket": case("str", 1, False),
        "write-only-track": case("track", 1, True),
        "write-only-20str": case("str", 1, True),
    }
