#!/usr/bin/env python3
"""Prints a table as another reader sees it, in the text form of interop/java's Dump (one row a line, sorted by bytes).

  dump.py pypaimon|rust|pyarrow WAREHOUSE DB TABLE [--columns a,b]

`pyarrow` reads the bare Parquet files of an append table, to see that any Parquet reader can. Types come from the
table's schema file, so that a value is printed by what it is, not by what Arrow made of it.
"""
import datetime
import decimal
import glob
import json
import math
import os
import re
import sys


def schema_of(path):
    newest = max(glob.glob(path + "/schema/schema-*"), key=lambda p: int(p.rsplit("-", 1)[1]))
    return json.load(open(newest))


def text(value, kind):
    """One value of a schema file's type, as Dump prints it."""
    if value is None:
        return "NULL"
    if isinstance(kind, dict):
        outer = kind["type"].split()[0]
        if outer == "ARRAY":
            return "[" + ",".join(text(v, kind["element"]) for v in value) + "]"
        if outer in ("MAP", "MULTISET"):
            key, val = (kind["key"], kind["value"]) if outer == "MAP" else (kind["element"], "INT")
            pairs = value.items() if isinstance(value, dict) else value
            return "{" + ",".join(sorted(text(k, key) + ":" + text(v, val) for k, v in pairs)) + "}"
        if outer == "ROW":
            return "(" + ",".join(text(value[f["name"]], f["type"]) for f in kind["fields"]) + ")"
        raise ValueError(outer)
    name = re.match(r"[A-Z]+", kind).group()
    if name == "BOOLEAN":
        return "true" if value else "false"
    if name in ("FLOAT", "DOUBLE"):
        if math.isnan(value):
            return "nan"
        if math.isinf(value):
            return "inf" if value > 0 else "-inf"
        return ("%.8e" if name == "FLOAT" else "%.16e") % value
    if name == "DECIMAL":
        scale = int(re.search(r",\s*(\d+)\)", kind).group(1)) if "," in kind else 0
        return format(value.quantize(decimal.Decimal(1).scaleb(-scale), context=decimal.Context(prec=60)), "f")
    if name in ("CHAR", "VARCHAR", "STRING"):
        escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
        return '"' + "".join(escapes.get(c, "\\u%04X" % ord(c) if ord(c) < 32 or ord(c) == 127 else c)
                             for c in value) + '"'
    if name in ("BINARY", "VARBINARY", "BYTES", "BLOB"):
        return "x'" + bytes(value).hex() + "'"
    if name == "TIME":
        if isinstance(value, datetime.time):
            return value.strftime("%H:%M:%S.") + "%03d" % (value.microsecond // 1000)
        return "%02d:%02d:%02d.%03d" % (value // 3600000, value // 60000 % 60, value // 1000 % 60, value % 1000)
    if name == "TIMESTAMP":
        zone = "Z" if "LOCAL" in kind else ""
        nanos = getattr(value, "nanosecond", 0)
        return value.strftime("%Y-%m-%d %H:%M:%S.").rjust(20, "0") + "%06d%03d" % (value.microsecond, nanos) + zone
    return str(value)


def as_time(array):
    """Arrow times below microseconds lose their nanoseconds in to_pylist(); go through integers instead."""
    import pyarrow as pa
    if not pa.types.is_timestamp(array.type) or array.type.unit != "ns":
        return array.to_pylist()

    class Stamp:
        def __init__(self, ns):
            self.when = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=ns // 1000)
            self.nanosecond = ns % 1000
            self.microsecond = self.when.microsecond

        def strftime(self, form):
            return self.when.strftime(form)
    return [None if v is None else Stamp(v) for v in array.cast(pa.int64()).to_pylist()]


def batches(system, warehouse, db, name, columns):
    if system == "pypaimon":
        from pypaimon import CatalogFactory
        table = CatalogFactory.create({"warehouse": warehouse}).get_table(db + "." + name)
        builder = table.new_read_builder()
        if columns:
            builder = builder.with_projection(columns)
        splits = builder.new_scan().plan().splits()
        yield from builder.new_read().to_arrow_batch_reader(splits) if splits else []
    elif system == "rust":
        from pypaimon_rust import datafusion
        table = datafusion.PaimonCatalog({"warehouse": warehouse}).get_table(db + "." + name)
        builder = table.new_read_builder()
        if columns:
            builder.with_projection(columns)
        splits = builder.new_scan().plan().splits()
        yield from builder.new_read().read_arrow(splits) if splits else []
    else:
        import pyarrow.parquet
        for file in sorted(glob.glob("%s/%s.db/%s/**/bucket-*/data-*.parquet" % (warehouse, db, name), recursive=True)):
            yield from pyarrow.parquet.ParquetFile(file).iter_batches(columns=columns)


def main(args):
    columns = None
    if "--columns" in args:
        at = args.index("--columns")
        columns = args[at + 1].split(",")
        del args[at:at + 2]
    system, warehouse, db, name = args
    fields = schema_of(os.path.join(warehouse, db + ".db", name))["fields"]
    if columns:
        fields = [f for c in columns for f in fields if f["name"] == c]
    lines = []
    for batch in batches(system, warehouse, db, name, columns):
        values = [as_time(batch.column(batch.schema.get_field_index(f["name"]))) for f in fields]
        for row in zip(*values):
            lines.append("\t".join(["+I"] + [text(v, f["type"]) for v, f in zip(row, fields)]))
    out = "\n".join(sorted(lines, key=lambda l: l.encode()))
    if out:
        print(out)


main(sys.argv[1:])
