#!/usr/bin/env python3
"""rust_copy.py WAREHOUSE TABLE FILE [CASE]: what pypaimon-rust reads of a table, as one Parquet file to compare with.

CASE = full | four | filter, as in interop/java/bench_py.py. Runs in the rivals' Python.
"""
import sys

import pyarrow as pa
import pyarrow.parquet as pq
from pypaimon_rust import datafusion as df

FOUR = {"str": ["k", "f0", "f1", "f2"], "track": ["mmsi", "ts", "lon", "lat"]}


def main(warehouse, name, file, case="full"):
    kind = "str" if "str" in name else "track"
    builder = df.PaimonCatalog({"warehouse": warehouse}).get_table(name).new_read_builder()
    if case == "four":
        builder.with_projection(FOUR[kind])
    if case == "filter":
        builder.with_filter({"method": "lessThan", "field": "f1", "literals": ["-d"]} if kind == "str"
                            else {"method": "greaterOrEqual", "field": "sog", "literals": [29.7]})
    splits = builder.new_scan().plan().splits()
    writer = None
    for batch in builder.new_read().read_arrow(splits):
        table = pa.Table.from_batches([batch])
        if writer is None:
            writer = pq.ParquetWriter(file, table.schema, compression="none")
        writer.write_table(table)
    writer.close()


main(*sys.argv[1:])
