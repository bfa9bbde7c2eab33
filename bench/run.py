#!/usr/bin/env python3
"""Side-by-side benchmarks: Tarn and its named rivals on the same files, in one run.

  run.py BUILD_DIR [BENCH[/CASE]...]      all, or those named: start, scan, replay, ingest, track

Rules: the rival is started once and has an unmeasured pass first; its own start-up does not count where its program can
tell it apart (Java, Python), and the other way round ours always does. `vs` = rival's CPU seconds / ours, above 1 means
Tarn is better; `vs_wall` the same in wall time. Results are compared before times are. BENCH_SCALE (default 1) scales
the rows; tables are kept in BUILD_DIR/bench-data. Prints a table, writes BUILD_DIR/bench/BENCH.json.
"""
import json
import os
import pathlib
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
        self.flink_env = {"TARN_FLINK_CACHE": str(cache / "flink"), "FLINK_HEAP": "6g"}
        self.scale = float(os.environ.get("BENCH_SCALE", "1"))
        self.data = self.build / "bench-data" / ("scale-%g" % self.scale)
        self.data.mkdir(parents=True, exist_ok=True)
        self.runs = int(os.environ.get("BENCH_RUNS", "3"))
        if not (self.java.exists() and self.python.exists()):
            raise SystemExit("bench: the rivals are not there yet: run ./dev interop once, it fetches them")
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


def main(build, wanted):
    tools = Tools(build)
    (tools.build / "bench").mkdir(exist_ok=True)
    failed = 0
    for bench in BENCHES:
        cases, skipped = [], []
        for name, measure in bench.cases(tools).items():
            full = "%s/%s" % (bench.NAME, name)
            if wanted and not any(full == w or full.startswith(w + "/") for w in wanted):
                continue
            try:
                ours, rivals, *note = measure(tools)
                cases.append((name, Case(ours, rivals, *note)))
            except (RuntimeError, IndexError, subprocess.CalledProcessError) as error:
                skipped.append({"name": name, "why": str(error)})
                failed += 1
        if not cases and not skipped:
            continue
        result = report(bench.NAME, cases, skipped)
        (tools.build / "bench" / (bench.NAME + ".json")).write_text(json.dumps(result, indent=2) + "\n")
        for case in result["cases"]:
            print("%-30s %9.3f M rows/s %9.3f M rows/cpu-s  %6.0f MB   %s%s" % (
                bench.NAME + "/" + case["name"], case["rows_per_s"] / 1e6, case["rows_per_cpu_s"] / 1e6,
                case["peak_rss_bytes"] / 1e6,
                "  ".join("%.2fx %s" % (v, r) for r, v in case["vs"].items()),
                "   (%s)" % case["note"] if case["note"] else ""), flush=True)
        for skip in result["skipped"]:
            print("%-30s failed: %s" % (bench.NAME + "/" + skip["name"], skip["why"][:400]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
