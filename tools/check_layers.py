#!/usr/bin/env python3
"""Fails on an include that looks upward or sideways between the folders of src/ (order: tools/layers.txt).

Also: `duckdb.hpp` only in sql/ (it costs six seconds a file), the test kit only in tests, Boost.Beast only in serve/.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAYERS = [l.strip() for l in (ROOT / "tools/layers.txt").read_text().splitlines() if l.strip() and l[0] != "#"]
DUCKDB_FREE = {"base", "env", "avro", "orc", "paimon", "track"}
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^>"]+)[>"]', re.M)


def problems():
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix not in (".h", ".cpp"):
            continue
        folder = path.relative_to(ROOT / "src").parts[0]
        if folder not in LAYERS:
            yield path, f"folder src/{folder} is not in tools/layers.txt"
            continue
        is_test = path.name.endswith("_test.cpp")
        for include in INCLUDE.findall(path.read_text()):
            top = include.split("/")[0]
            if top in LAYERS and top != folder and LAYERS.index(top) < LAYERS.index(folder):
                yield path, f"includes {include}: {top}/ stands above {folder}/"
            if top == "testing" and not is_test:
                yield path, f"includes {include}: the test kit is for *_test.cpp"
            if include == "duckdb.hpp" and folder != "sql":
                yield path, "includes duckdb.hpp: include the header that declares what you use"
            if top == "duckdb" and folder in DUCKDB_FREE:
                yield path, f"includes {include}: {folder}/ does not know DuckDB"
            if include.startswith("boost/beast") and folder != "serve":
                yield path, "includes Boost.Beast: only serve/ does"


found = [f"{path.relative_to(ROOT)}: {text}" for path, text in problems()]
print("\n".join(found) or "layers: ok")
sys.exit(1 if found else 0)
