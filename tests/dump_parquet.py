"""Prints the Parquet files of an append table as pyarrow reads them, in the dump program's forms, sorted by bytes.

  dump_parquet.py TABLE_DIRECTORY
"""
import glob
import sys

import pyarrow as pa
import pyarrow.parquet as pq


def text(value, kind):
    if value is None:
        return "NULL"
    if pa.types.is_boolean(kind):
        return "true" if value else "false"
    if pa.types.is_float32(kind):
        return "%.8e" % value
    if pa.types.is_float64(kind):
        return "%.16e" % value
    if pa.types.is_string(kind):
        return '"%s"' % value.replace("\\", "\\\\").replace('"', '\\"')
    if pa.types.is_binary(kind):
        return "x'%s'" % value.hex()
    if pa.types.is_decimal(kind):
        return "{:f}".format(value)
    if pa.types.is_list(kind):
        return "[%s]" % ",".join(text(v, kind.value_type) for v in value)
    if pa.types.is_map(kind):
        return "{%s}" % ",".join(sorted(text(k, kind.key_type) + ":" + text(v, kind.item_type) for k, v in value))
    if pa.types.is_struct(kind):
        return "(%s)" % ",".join(text(value[f.name], f.type) for f in kind)
    return str(value)


def instants(column):
    """Timestamps as their nanoseconds since 1970: Python's own stop at the microsecond."""
    units = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
    factor = units[column.type.unit]
    zone = "Z" if column.type.tz else ""
    out = []
    for value in column.cast(pa.int64()).to_pylist():
        if value is None:
            out.append("NULL")
            continue
        seconds, nanos = divmod(value * factor, 10**9)
        whole = pa.scalar(seconds, pa.timestamp("s")).as_py()
        out.append("%s.%09d%s" % (whole.strftime("%Y-%m-%d %H:%M:%S"), nanos, zone))
    return out


def column_texts(column):
    if pa.types.is_timestamp(column.type):
        return instants(column)
    if pa.types.is_time(column.type):
        return ["NULL" if v is None else v.strftime("%H:%M:%S.") + "%03d" % (v.microsecond // 1000)
                for v in column.to_pylist()]
    return [text(v, column.type) for v in column.to_pylist()]


lines = []
for path in glob.glob(sys.argv[1] + "/**/*.parquet", recursive=True):
    table = pq.read_table(path)
    lines += ["+I\t" + "\t".join(row) for row in zip(*(column_texts(c) for c in table.columns))]
sys.stdout.buffer.write("".join(line + "\n" for line in sorted(lines, key=str.encode)).encode())
