"""Are the rows the same? Both sides' rows as Parquet files or Arrow batches, hashed by DuckDB without regard to order."""
import re

from measure import process


class Rows:
    """How many rows, their hash, and whether the column that was asked for never falls."""

    def __init__(self, text):
        value = dict(re.findall(r"(\w+)=(\S+)", re.findall(r"^CHECK (.*)$", text, re.M)[-1]))
        self.count, self.hash = int(value["rows"]), value["hash"]
        self.nulls, self.ordered = int(value.get("nulls", 0)), value.get("ordered") == "yes"

    def __eq__(self, other):
        return (self.count, self.hash) == (other.count, other.hash)

    def __str__(self):
        return "%d rows, hash %s" % (self.count, self.hash)


def parquet(tools, files, columns, where="", ordered_by=None):
    """Of Parquet files (a glob, or a list in which the order of rows is the order of files)."""
    if isinstance(files, (list, tuple)):
        files = "[%s]" % ", ".join("'%s'" % f for f in files)
    else:
        files = "'%s'" % files
    sql = "SELECT %s FROM read_parquet(%s, hive_partitioning = false)%s" % (
        ", ".join(columns), files, " WHERE " + where if where else "")
    order = [] if ordered_by is None else ["--ordered-by", columns.index(ordered_by)]
    return Rows(process([tools.build / "duckdb_bench", "--check", "--threads", "2"] + order + [sql], 1)[0].answer)


def same(ours, theirs, who):
    if ours != theirs:
        raise RuntimeError("rows differ from %s's: ours %s; theirs %s" % (who, ours, theirs))


def files_in_order(folder):
    """The data files that one writer has cut, in the order in which it did."""
    return sorted(folder.glob("**/*.parquet"), key=lambda f: int(re.search(r"-(\d+)\.parquet$", f.name).group(1)))
