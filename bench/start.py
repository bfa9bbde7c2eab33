"""start/first-row: a SELECT over a small Paimon table, from process start to exit, against the same SELECT on Flink."""
from measure import process

NAME = "start"
MAKE = """CREATE TABLE IF NOT EXISTS small (k INT NOT NULL, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH ('bucket' = '1');
INSERT INTO small VALUES (1, 'a'), (2, 'b'), (3, 'c');
"""


def first_row(tools):
    def make(folder):
        (folder / "make.sql").write_text(MAKE)
        process([tools.tarn, "sql", "--warehouse", folder / "warehouse", "-f", folder / "make.sql"], 0)
    folder = tools.once("start", make)
    # Written each time: the checkout may have moved since the data was made.
    (folder / "flink.sql").write_text(
        "SET 'execution.runtime-mode' = 'batch';\nCREATE CATALOG c WITH ('type' = 'paimon', 'warehouse' = '%s');\n"
        "SELECT k, v FROM c.`default`.small;\n" % (folder / "warehouse"))
    query = [tools.tarn, "sql", "--warehouse", folder / "warehouse", "--format", "csv", "-c", "SELECT k, v FROM small"]
    process(query, 1)
    ours = [process(query, 1)[0] for _ in range(max(5, tools.runs))]
    if sorted(ours[0].answer.split()) != ["1,a", "2,b", "3,c", "k,v"]:
        raise RuntimeError("wrong answer: " + ours[0].answer)
    flink, _ = process([tools.flink, folder / "flink.sql"], 1, env=tools.flink_env)
    wall = sorted(s.wall_s for s in ours)[len(ours) // 2]
    return ours, {"flink": flink}, "%.0f ms to the result" % (wall * 1000)


def cases(_tools):
    return {"first-row": first_row}
