#!/usr/bin/env python3
"""Side-by-side benchmarks: Tarn and its named rivals on the same files, in one run.

  run.py BUILD_DIR [--json FILE] [BENCH[/CASE]...]      all, or those named: start, scan, replay, ingest, track

Rules: results are compared by hash before times are taken. A rival is started once and has an unmeasured pass first (not
the Flink sort, which takes minutes); its own start-up does not count where its program can tell it apart, ours always
does (not for ingest, where both are libraries in a loop). `vs` = rival's CPU seconds / ours, above 1 means Tarn is
better; `vs_wall` the same in wall time. BENCH_SCALE (default 1; `full` = 1) scales the rows, BENCH_RUNS (default 3) our
runs; tables are kept in BUILD_DIR/bench-data. Prints a table, writes BUILD_DIR/bench/BENCH.json (and all to FILE).
"""
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import ingest  # noqa: E402
import replay  # noqa: E402
import scan  # noqa: E402
import start  # noqa: E402
import track  # noqa: E402
from measure import machine  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
BENCHES = [start, scan, replay, ingest, track]  # each: NAME, cases(tools) -> {case name: function(tools) -> Case}


class Case:
    """Ours: the runs; the rivals: one Side each."""

    def __init__(self, ours, rivals, note=""):
        self.ours, self.rivals, self.note = ours, rivals, note


class Tools:
    """Where the programs and the data are."""

    def __init__(self, build):
        cache = pathlib.Path(os.environ.get("TARN_CACHE") or
                             os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "tarn"))
        self.build = pathlib.Path(build).resolve()
        self.tarn = self.build / "tarn"
        self.java, self.python = cache / "java-1.4.2/run", cache / "python/bin/python"
        self.bench_py, self.flink = ROOT / "interop/java/bench_py.py", ROOT / "interop/flink/run.sh"
        self.rust_copy = ROOT / "bench/rust_copy.py"
        self.flink_env = {"TARN_FLINK_CACHE": str(cache / "flink"), "FLINK_HEAP": "6g"}
        scale = os.environ.get("BENCH_SCALE", "1")
        self.scale = 1.0 if scale == "full" else float(scale)
        self.data = self.build / "bench-data" / ("scale-%g" % self.scale)
        self.data.mkdir(parents=True, exist_ok=True)
        self.runs = int(os.environ.get("BENCH_RUNS", "3"))
        if not (self.java.exists() and self.python.exists()):
            raise SystemExit("bench: the rivals are not there yet: run ./dev interop once, it fetches them")
        sources = list((ROOT / "interop/java").glob("*.java"))
        if max(f.stat().st_mtime for f in sources) > self.java.stat().st_mtime:
            subprocess.run([ROOT / "interop/java/build.sh", "1.4.2", self.java.parent], check=True, stdout=subprocess.DEVNULL)
        need = 12 * self.scale
        if shutil.disk_usage(self.data).free < need * 1e9:
            raise SystemExit("bench: %s needs %.0f GB free for its tables; set BENCH_SCALE to less" % (self.data, need))
        if subprocess.run([self.python, "-c", "import duckdb"], capture_output=True).returncode != 0:
            subprocess.run([self.python, "-m", "pip", "install", "--quiet", "duckdb==1.4.4"], check=True)

    def rows(self, full):
        return max(1000, int(full * self.scale))

    def once(self, name, make):
        """Data that is made by `make(folder)` the first time and kept."""
        folder = self.data / name
        if not (folder / "complete").exists():
            subprocess.run(["rm", "-rf", folder], check=True)
            folder.mkdir(parents=True)
            print("bench: making %s" % name, file=sys.stderr)
            make(folder)
            (folder / "complete").touch()
        return folder


def report(bench, cases, skipped):
    out = []
    for name, case in cases:
        best = min(case.ours, key=lambda s: s.cpu_s)
        middle = statistics.median(s.cpu_s for s in case.ours)
        wall = statistics.median(s.wall_s for s in case.ours)
        rates = [s.rows / s.cpu_s for s in case.ours]
        per_row = middle / max(1, best.rows)
        rival = lambda s, value: round((value(s) / max(1, s.rows)), 12)  # noqa: E731
        out.append({
            "name": name, "rows": best.rows, "rows_per_s": round(best.rows / wall), "rows_per_cpu_s": round(best.rows / middle),
            "cpu_s": round(middle, 3), "wall_s": round(wall, 3), "peak_rss_bytes": max(s.peak_rss_bytes for s in case.ours),
            "vs": {r: round(rival(s, lambda x: x.cpu_s) / per_row, 2) for r, s in case.rivals.items()},
            "vs_wall": {r: round(rival(s, lambda x: x.wall_s) / (wall / max(1, best.rows)), 2) for r, s in case.rivals.items()},
            "rivals": {r: {"rows_per_cpu_s": round(s.rows / s.cpu_s), "peak_rss_bytes": s.peak_rss_bytes}
                       for r, s in case.rivals.items()},
            "runs": len(case.ours), "min": round(min(rates)), "max": round(max(rates)), "note": case.note})
    return {"bench": bench, "machine": machine(), "cases": out, "skipped": skipped}


def show(result):
    for case in result["cases"]:
        print("%-28s %10s %10s %8s   %s%s" % (
            result["bench"] + "/" + case["name"], rate(case["rows_per_s"]), rate(case["rows_per_cpu_s"]),
            "%.0f MB" % (case["peak_rss_bytes"] / 1e6), "  ".join("%.2fx %s" % (v, r) for r, v in case["vs"].items()),
            "   (%s)" % case["note"] if case["note"] else ""), flush=True)
    for skip in result["skipped"]:
        print("%-28s failed: %s" % (result["bench"] + "/" + skip["name"], skip["why"][:400]), flush=True)


def rate(rows):
    return "%.2f M" % (rows / 1e6) if rows >= 1e4 else "%d" % rows


def main(build, words):
    target = None
    if "--json" in words:
        at = words.index("--json")
        target = pathlib.Path(words[at + 1])
        words = words[:at] + words[at + 2:]
    known = {b.NAME for b in BENCHES}
    for word in words:
        if word.split("/")[0] not in known:
            raise SystemExit("bench: there is no bench '%s'; there are %s" % (word, ", ".join(sorted(known))))
    tools = Tools(build)
    (tools.build / "bench").mkdir(exist_ok=True)
    print("%-28s %10s %10s %8s   %s" % ("", "rows/s", "rows/CPU-s", "peak", "CPU seconds of a rival / ours"))
    results = []
    for bench in BENCHES:
        cases, skipped = [], []
        for name, measure in bench.cases(tools).items():
            full = "%s/%s" % (bench.NAME, name)
            if words and not any(full == w or full.startswith(w + "/") for w in words):
                continue
            print("bench: %s" % full, file=sys.stderr, flush=True)
            try:
                ours, rivals, *note = measure(tools)
                cases.append((name, Case(ours, rivals, *note)))
                show(report(bench.NAME, cases[-1:], []))
            except (RuntimeError, IndexError, KeyError, ValueError, OSError, subprocess.CalledProcessError) as error:
                skipped.append({"name": name, "why": "%s: %s" % (type(error).__name__, error)})
                show(report(bench.NAME, [], skipped[-1:]))
        if not cases and not skipped:
            continue
        results.append(report(bench.NAME, cases, skipped))
        (tools.build / "bench" / (bench.NAME + ".json")).write_text(json.dumps(results[-1], indent=2) + "\n")
    if target:
        target.write_text(json.dumps(results[0] if len(results) == 1 else results, indent=2) + "\n")
    return 1 if any(r["skipped"] for r in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
