#!/usr/bin/env python3
"""The interop matrix: who writes, who reads, for each kind of table; dumps must be equal.

  matrix.py TARN_BUILD_DIR JAVA_OLD JAVA_NEW PYTHON [--only WORD] [--keep DIR]

JAVA_* are `run` programs that interop/java/build.sh made; PYTHON has pypaimon, pypaimon-rust and pyarrow.
The other side's rows are random (seeded) and hold nulls, days before 1970 and the extremes of every type. Tarn's own
tables are copies of them made by Tarn's SQL, commit by commit, so both directions carry the same rows.
Prints one line a cell, then the matrix; exit status 1 on any difference.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TYPES = [
    ("b", "BOOLEAN"), ("ti", "TINYINT"), ("si", "SMALLINT"), ("i", "INT"), ("bi", "BIGINT"), ("f", "FLOAT"),
    ("d", "DOUBLE"), ("d1", "DECIMAL(9, 2)"), ("d2", "DECIMAL(18, 5)"), ("d3", "DECIMAL(38, 10)"), ("c", "CHAR(5)"),
    ("v", "VARCHAR(20)"), ("s", "STRING"), ("bin", "BINARY(4)"), ("vb", "VARBINARY(10)"), ("by", "BYTES"),
    ("dt", "DATE"), ("tm", "TIME(0)"), ("t0", "TIMESTAMP(0)"), ("t3", "TIMESTAMP(3)"), ("t6", "TIMESTAMP(6)"),
    ("t9", "TIMESTAMP(9)"), ("l0", "TIMESTAMP(0) WITH LOCAL TIME ZONE"), ("l3", "TIMESTAMP(3) WITH LOCAL TIME ZONE"),
    ("l6", "TIMESTAMP(6) WITH LOCAL TIME ZONE"), ("l9", "TIMESTAMP(9) WITH LOCAL TIME ZONE"), ("a", "ARRAY<INT>"),
    ("m", "MAP<STRING, DOUBLE>"), ("r", "ROW<x INT, y ARRAY<ROW<p STRING, q DECIMAL(5, 2)>>>"),
]
MULTISETS = [("ms", "MULTISET<STRING>"), ("mn", "MULTISET<STRING> NOT NULL")]
# What another reader cannot do at all: columns that are left out of its cells, and tables that it refuses whole.
CANNOT = {"pypaimon": {"t9", "l9"}, "java-1.0.1": {"t9", "l9"}}
REFUSES = {("pypaimon", "append_multiset"), ("pypaimon", "pk_multiset"), ("rust as writer", "append_multiset"),
           ("rust as writer", "pk_multiset")}
NOTES = {"pypaimon": "it spoils TIMESTAMP(7..9) both ways; a table with a MULTISET it neither reads nor makes",
         "rust": "its tables are made by pypaimon, so none has a MULTISET",
         "java-1.0.1": "it cannot read TIMESTAMP(7..9) before 1970"}


def tables():
    """name -> (columns, primary key, partition keys, options)"""
    for nulls in ("nullable", "notnull"):
        columns = [(n, t + (" NOT NULL" if nulls == "notnull" else "")) for n, t in TYPES]
        key = [("id", "INT NOT NULL")]
        parts = [("pd", "DATE NOT NULL"), ("ps", "VARCHAR(3) NOT NULL")]
        yield "append_" + nulls, (key + columns, [], [], {"bucket": "-1"})
        yield "append_fixed_" + nulls, (key + columns, [], [], {"bucket": "4", "bucket-key": "id"})
        yield "append_parts_" + nulls, (key + columns + parts, [], ["pd", "ps"], {"bucket": "-1"})
        yield "pk_" + nulls, (key + columns, ["id"], [], {"bucket": "1"})
        yield "pk_parts_" + nulls, (key + columns + parts, ["id", "pd", "ps"], ["pd", "ps"], {"bucket": "2"})
    # A type of which pypaimon refuses the whole table.
    for kind, key, bucket in (("append", [], "-1"), ("pk", ["id"], "2")):
        yield kind + "_multiset", ([("id", "INT NOT NULL"), *MULTISETS], key, [], {"bucket": bucket})


def spec(name, table):
    columns, key, parts, options = table
    steps = []
    count = 4 if parts else 60  # each of these rows has a partition of its own; Java 1.0.1 runs out of pages with more
    for seed in (1, 2, 3):
        rows = {"rows": count, "seed": seed, "keys": 40, "nulls": 0.15 if name.endswith("nullable") else 0}
        steps.append({"generate": rows})
    return {"database": "g", "table": name, "replace": True, "columns": [list(c) for c in columns], "primaryKey": key,
            "partitionKeys": parts, "options": options, "steps": steps}


def run(command, **more):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise RuntimeError("%s: exit %d: %s" % (command[0], done.returncode, (done.stderr + done.stdout).strip()[-600:]))
    return done.stdout


def difference(expected, found):
    """None if equal, else the first lines that are not."""
    a, b = expected.splitlines(), found.splitlines()
    if a == b:
        return None
    only_a, only_b = sorted(set(a) - set(b)), sorted(set(b) - set(a))
    return "%d rows expected, %d found; expected only: %s; found only: %s" % (
        len(a), len(b), (only_a or ["-"])[0][:300], (only_b or ["-"])[0][:300])


class Bench:
    """One warehouse a writer, and how each system writes and dumps."""

    def __init__(self, args, folder):
        self.build, self.folder, self.python = pathlib.Path(args.build).resolve(), folder, args.python
        self.java = {"java-1.0.1": args.java_old, "java-1.4.2": args.java_new}
        self.expected = {}

    def warehouse(self, writer):
        return self.folder / writer

    def write_java(self, which, name, table):
        file = self.folder / (which + "_" + name + ".json")
        file.write_text(json.dumps(spec(name, table)))
        run([self.java[which], "Write", self.warehouse(which), file])

    def write_python(self, which, name):
        """The rows of the Java table, once more by pypaimon or its Rust core."""
        run([self.python, HERE / "python/copy_table.py", which, self.warehouse("java-1.4.2"), self.warehouse(which), "g", name])

    def write_tarn(self, name, table):
        columns, key, parts, options = table
        sql = ["CREATE DATABASE IF NOT EXISTS paimon.g;", "USE CATALOG paimon;", "USE g;"]
        names = ["`%s`" % c[0] for c in columns]
        body = ", ".join("`%s` %s" % c for c in columns)
        if key:
            body += ", PRIMARY KEY (%s) NOT ENFORCED" % ", ".join("`%s`" % k for k in key)
        sql.append("CREATE TABLE %s (%s)%s WITH (%s);" % (
            name, body, " PARTITIONED BY (%s)" % ", ".join(parts) if parts else "",
            ", ".join("'%s' = '%s'" % o for o in options.items())))
        sql.append("CREATE CATALOG java WITH ('type' = 'paimon', 'warehouse' = '%s');" % self.warehouse("java-1.4.2"))
        for share in ("MOD(id, 3) = 0", "MOD(id, 3) = 1", "MOD(id, 3) = 2"):
            sql.append("INSERT INTO %s SELECT %s FROM java.g.%s WHERE %s;" % (name, ", ".join(names), name, share))
        if key:  # a second run over keys that are there already
            sql.append("INSERT INTO %s SELECT %s FROM java.g.%s WHERE id < 10;" % (name, ", ".join(names), name))
        file = self.folder / (name + ".sql")
        file.write_text("\n".join(sql) + "\n")
        run([self.build / "tarn", "sql", "--warehouse", self.warehouse("tarn"), "-f", file])

    def expect(self, writer, name, columns):
        """What the newest Java reads of a table; asked once."""
        key = (writer, name, tuple(columns))
        if key not in self.expected:
            self.expected[key] = self.dump("java-1.4.2", writer, name, columns)
        return self.expected[key]

    def dump(self, reader, writer, name, columns):
        pick = ["--columns", ",".join(columns)] if columns else []
        if reader == "tarn":
            return run([self.build / "check-tables", "--dump", self.warehouse(writer), "g", name] + pick)
        if reader.startswith("java"):
            return run([self.java[reader], "Dump", self.warehouse(writer), "g", name] + pick)
        return run([self.python, HERE / "python/dump.py", reader, self.warehouse(writer), "g", name] + pick)


def main():
    parser = argparse.ArgumentParser()
    for name in ("build", "java_old", "java_new", "python"):
        parser.add_argument(name)
    parser.add_argument("--only", default="", help="tables whose name contains this")
    parser.add_argument("--keep", help="leave the warehouses in this folder")
    args = parser.parse_args()
    folder = pathlib.Path(args.keep or tempfile.mkdtemp(prefix="tarn-interop-")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    bench = Bench(args, folder)
    chosen = {n: t for n, t in tables() if args.only in n}
    results = {}

    def writers_of(name):
        others = [w for w, who in (("pypaimon", "pypaimon"), ("rust", "rust as writer")) if (who, name) not in REFUSES]
        return ["java-1.4.2", "java-1.0.1", *others, "tarn"]

    def readers_of(writer, name):
        if writer != "tarn":
            return ["tarn"]
        readers = ["tarn", "java-1.4.2", "java-1.0.1", "rust"]
        if ("pypaimon", name) not in REFUSES:
            readers.append("pypaimon")
        if name.startswith("append"):
            readers.append("pyarrow")
        return readers

    def one(name):
        table = chosen[name]
        cells = []
        all_columns = [c[0] for c in table[0]]
        for writer in writers_of(name):
            try:
                if writer.startswith("java"):
                    bench.write_java(writer, name, table)
                elif writer == "tarn":
                    bench.write_tarn(name, table)
                else:
                    bench.write_python(writer, name)
            except RuntimeError as error:
                cells.append((writer, "-", str(error)))
                continue
            for reader in readers_of(writer, name):
                left_out = CANNOT.get(reader, set()) | (CANNOT.get(writer, set()) if writer == "pypaimon" else set())
                # A reader that cannot do a column still has the table's other columns to read.
                columns = [c for c in all_columns if c not in left_out] if left_out else []
                try:
                    # The same rows everywhere: what the newest Java reads is the expectation.
                    source = writer if writer.startswith("java") else "java-1.4.2"
                    cells.append((writer, reader, difference(bench.expect(source, name, columns),
                                                             bench.dump(reader, writer, name, columns))))
                except RuntimeError as error:
                    cells.append((writer, reader, str(error)))
        return name, cells

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, cells in pool.map(one, chosen):
            for writer, reader, problem in cells:
                results[name, writer, reader] = problem
                print("%-22s %-11s -> %-11s %s" % (name, writer, reader, "equal" if problem is None else "DIFFERENT: " + problem),
                      flush=True)

    pairs = sorted({k[1:] for k in results}, key=lambda p: (p[0] == "tarn", p))
    print("\n%-22s" % "" + "  ".join("%s>%s" % p for p in pairs))
    for name in chosen:
        row = []
        for pair in pairs:
            mark = "." if (name,) + pair not in results else "ok" if results[(name,) + pair] is None else "FAIL"
            row.append(mark.ljust(len("%s>%s" % pair)))
        print("%-22s" % name + "  ".join(row))
    for who, note in NOTES.items():
        print("note: %s: %s" % (who, note))
    bad = sum(1 for p in results.values() if p is not None)
    print("%d passed, %d failed" % (len(results) - bad, bad))
    if not args.keep and not bad:
        shutil.rmtree(folder)
    elif bad:
        print("the tables are left in %s" % folder)
    return 1 if bad or not results else 0


if __name__ == "__main__":
    sys.exit(main())
