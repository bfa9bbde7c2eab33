#!/usr/bin/env python3
"""Writes a copy of a table with another writer:  copy_table.py pypaimon|rust FROM_WAREHOUSE TO_WAREHOUSE DB TABLE

Rows are read by pypaimon's Rust core and written in two commits.
"""
import glob
import json
import sys


def main(system, source, target, db, name):
    from pypaimon_rust import datafusion
    import pyarrow as pa
    table = datafusion.PaimonCatalog({"warehouse": source}).get_table(db + "." + name)
    builder = table.new_read_builder()
    data = pa.Table.from_batches(list(builder.new_read().read_arrow(builder.new_scan().plan().splits())))
    newest = max(glob.glob("%s/%s.db/%s/schema/schema-*" % (source, db, name)), key=lambda p: int(p.rsplit("-", 1)[1]))
    schema = json.load(open(newest))
    halves = [data.slice(0, data.num_rows // 2), data.slice(data.num_rows // 2)]

    from pypaimon import CatalogFactory, Schema
    catalog = CatalogFactory.create({"warehouse": target})
    catalog.create_database(db, True)
    not_null = {f["name"] for f in schema["fields"] if str(f["type"]).endswith("NOT NULL")}
    arrow = pa.schema([f.with_nullable(f.name not in not_null) for f in data.schema])
    try:
        catalog.drop_table(db + "." + name, True)
    except Exception:  # not there
        pass
    catalog.create_table(db + "." + name, Schema.from_pyarrow_schema(
        arrow, primary_keys=schema["primaryKeys"], partition_keys=schema["partitionKeys"], options=schema["options"]), False)
    if system == "rust":
        table = datafusion.PaimonCatalog({"warehouse": target}).get_table(db + "." + name)
        for half in halves:
            build = table.new_batch_write_builder()
            write, commit = build.new_write(), build.new_commit()
            for batch in half.cast(arrow).to_batches():
                write.write_arrow(batch)
            commit.commit(write.prepare_commit())
            write.close()
            commit.close()
        return
    table = catalog.get_table(db + "." + name)
    for half in halves:
        build = table.new_batch_write_builder()
        write, commit = build.new_write(), build.new_commit()
        write.write_arrow(half.cast(arrow))
        commit.commit(write.prepare_commit())
        write.close()
        commit.close()


main(*sys.argv[1:])
