#!/usr/bin/env python3
"""Records tests/data/golden: small tables of all types that Java Paimon wrote, and what Java reads of them.

  record_golden.py JAVA_OLD JAVA_NEW       Replaces the folder. Layout: parquet/DB.db/TABLE, expected/parquet/DB.TABLE.txt
"""
import json
import pathlib
import shutil
import sys

from matrix import run, spec, tables

OUT = pathlib.Path(__file__).resolve().parent.parent / "tests/data/golden"


def main(java_old, java_new):
    shutil.rmtree(OUT, ignore_errors=True)
    expected = OUT / "expected/parquet"
    expected.mkdir(parents=True)
    for database, java in (("java_1_0", java_old), ("java_1_4", java_new)):
        for name, table in tables():
            if name.endswith("common"):
                continue
            made = spec(name, table)
            made["database"] = database
            for step in made["steps"]:
                step["generate"]["rows"] = 4 if table[2] else 12
            file = OUT / "spec.json"
            file.write_text(json.dumps(made))
            run([java, "Write", OUT / "parquet", file])
            file.unlink()
            (expected / ("%s.%s.txt" % (database, name))).write_text(run([java_new, "Dump", OUT / "parquet", database, name]))


main(*sys.argv[1:])
