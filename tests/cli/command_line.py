#!/usr/bin/env python3
"""The program in scripts and pipes: exit statuses, formats, wrong usage, settings. command_line.py TARN"""

import glob
import os
import resource
import subprocess
import sys
import tempfile

TARN = os.path.abspath(sys.argv[1])
FOLDER = None

ODD = ("SELECT CAST(NULL AS STRING) AS `none`, '' AS `empty`, 'a,\"b\"' AS quoted, 'x|y' AS bar, ARRAY[1, NULL] AS `list`, "
       "TIMESTAMP '2024-01-31 12:00:00.5' AS ts, X'0aff' AS `bytes`, CAST(1.50 AS DECIMAL(5, 2)) AS dc")
FORMATS = {
    "csv": 'none,empty,quoted,bar,list,ts,bytes,dc\n'
           ',"","a,""b""",x|y,"[1, NULL]",2024-01-31 12:00:00.5,x\'0aff\',1.50\n',
    "tsv": 'none\tempty\tquoted\tbar\tlist\tts\tbytes\tdc\n'
           '\\N\t\ta,"b"\tx|y\t[1, NULL]\t2024-01-31 12:00:00.5\tx\'0aff\'\t1.50\n',
    "jsonlines": '{"none":null,"empty":"","quoted":"a,\\"b\\"","bar":"x|y","list":[1,null],'
                 '"ts":"2024-01-31 12:00:00.5","bytes":"x\'0aff\'","dc":1.50}\n',
    "json": '[{"none":null,"empty":"","quoted":"a,\\"b\\"","bar":"x|y","list":[1,null],'
            '"ts":"2024-01-31 12:00:00.5","bytes":"x\'0aff\'","dc":1.50}]\n',
    "markdown": '| none | empty | quoted | bar | list | ts | bytes | dc |\n'
                '| --- | --- | --- | --- | --- | --- | --- | ---: |\n'
                '|  |  | a,"b" | x\\|y | [1, NULL] | 2024-01-31 12:00:00.5 | x\'0aff\' | 1.50 |\n',
}


def tarn(*arguments, status=0, text_in=None, env=None):
    done = subprocess.run([TARN, *arguments], cwd=FOLDER, capture_output=True, text=True, input=text_in or "",
                          env={**os.environ, **(env or {})})
    assert done.returncode == status, f"{arguments}: exit status {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


def write(name, text):
    with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as file:
        file.write(text)


def test_formats():
    for name, expected in FORMATS.items():
        assert tarn("sql", "--format", name, "-c", ODD).stdout == expected, name
    nothing = "SELECT 1 AS n FROM (VALUES 1) AS t(x) WHERE x > 1"
    assert tarn("sql", "--format", "json", "-c", nothing).stdout == "[]\n"
    assert tarn("sql", "--format", "csv", "-c", nothing).stdout == "n\n"


def test_statements_come_from_anywhere():
    write("script.sql", "SELECT 1 AS a;\n-- two\nSELECT 2 AS a;")
    for done in (tarn("sql", "--format", "csv", "-f", "script.sql"), tarn("run", "--set", "execution.runtime-mode=batch",
                 "script.sql"), tarn("sql", "--format", "csv", text_in="SELECT 1 AS a; SELECT 2 AS a"),
                 tarn("sql", "--format", "csv", "-c", "SELECT 1 AS a", "-c", "SELECT 2 AS a;")):
        assert done.stdout == "a\n1\na\n2\n", done
    assert tarn("sql", text_in="").stdout == ""
    # A byte order mark is no text, and moves no place in it.
    write("marked.sql", "\ufeffSELECT 1 AS a; SELECT nope")
    for done in (tarn("sql", "--format", "csv", "-f", "marked.sql", status=1), tarn("run", "--set",
                 "execution.runtime-mode=batch", "marked.sql", status=1), tarn("sql", "--format", "csv",
                 text_in="\ufeffSELECT 1 AS a; SELECT nope", status=1)):
        assert done.stdout == "a\n1\n" and "line 1:23  SELECT 1 AS a; SELECT nope\n" in done.stderr, done
    assert "unexpected" not in tarn("sql", "--format", "csv", "-f", "marked.sql", status=1).stderr


def test_failures_are_status_one():
    done = tarn("sql", "-c", "SELECT nope", "-c", "SELECT 1", status=1)
    assert done.stdout == "" and done.stderr.startswith("error: ") and "^^^^" in done.stderr, done
    # What fails on the way is shown where it stands, not at the statement's first word.
    done = tarn("sql", "-c", "SELECT 1 AS a, 10 / x AS b FROM (VALUES (0)) AS t(x)", status=1)
    assert "division by zero" in done.stderr and "line 1:19" in done.stderr, done
    done = tarn("sql", "-c", "SELECT 1 AS a, CAST(x AS INT) AS b FROM (VALUES ('a')) AS t(x)", status=1)
    assert "cannot cast 'a' to INT" in done.stderr and "line 1:16" in done.stderr, done
    write("bad.sql", "SELECT 1 AS a;\n\nSELECT a FROM nowhere;\n")
    assert tarn("sql", "-f", "bad.sql", status=1).stderr.startswith("bad.sql:3: error: ")
    assert "missing.sql" in tarn("run", "missing.sql", status=1).stderr
    # Places are those of the script, be it a statement in the middle of a line.
    for arguments, text in ((["sql"], "SELECT 1 AS a; SELEC 2"), (["sql", "-c", "SELECT 1 AS a; SELEC 2"], None)):
        done = tarn(*arguments, text_in=text, status=1)
        assert "line 1:16  SELECT 1 AS a; SELEC 2\n" in done.stderr, done
        assert done.stderr.splitlines()[2].endswith(" " * 15 + "^^^^^"), done
    write("late.sql", "SELECT 1 AS a; SELECT\n  nope;\nSELECT 2 AS a;\n")
    done = tarn("sql", "-f", "late.sql", status=1)
    assert done.stderr.startswith("late.sql:2: error: ") and "line 2:3    nope" in done.stderr, done


def test_bytes_from_outside_are_shown_printable():
    name = os.fsdecode(b"no-\xff\x1b[2J.sql")
    for arguments in (("run", name), ("sql", "-f", name), ("sql", "-c", "SELECT * FROM `" + name + "`")):
        done = tarn(*arguments, status=1)
        assert "no-\ufffd" in done.stderr and "\x1b" not in done.stderr, done.stderr
    with open(os.path.join(FOLDER, "raw.csv"), "wb") as file:
        file.write(b"1\n\x1b[2J\x07\xff\n")
    done = tarn("sql", "-c", "CREATE TEMPORARY TABLE raw (a INT) WITH ('connector' = 'filesystem', 'format' = 'csv', "
                f"'path' = '{FOLDER}/raw.csv'); SELECT * FROM raw", status=1)
    assert "\x1b" not in done.stderr and "\x07" not in done.stderr, done.stderr


def test_a_write_that_fails_ends_its_query():
    """The query's threads are in the midst of a source that gives rows at a pace when the sink refuses one."""
    source = ("CREATE TEMPORARY TABLE g (i BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '400000', "
              "'rows-per-second' = '400000', 'fields.i.kind' = 'sequence', 'fields.i.start' = '1', 'fields.i.end' = '400000'); ")
    tarn("sql", "-c", "CREATE TABLE required (i BIGINT NOT NULL)")
    for query, words in (("SELECT NULLIF(i, 140000) FROM g", "is NOT NULL, and a NULL came for it"),
                         ("SELECT 10 / (i - 140000) FROM g", "division by zero")):
        for _ in range(4):
            done = subprocess.run([TARN, "sql", "-c", source + "INSERT INTO required " + query], cwd=FOLDER, timeout=60,
                                  capture_output=True, text=True)
            assert done.returncode == 1 and words in done.stderr, done
            assert "pending query" not in done.stderr, done.stderr
    assert tarn("sql", "--format", "csv", "-c", "SELECT COUNT(*) AS n FROM required").stdout == "n\n0\n"


def test_wrong_usage_is_status_two():
    for arguments, words in ((["sqll"], "did you mean 'sql'?"), (["sql", "--formt", "csv"], "did you mean '--format'?"),
                             (["sql", "--format", "jsn", "-c", "SELECT 1"], "did you mean 'json'?"),
                             (["ais", "decod", "x"], "did you mean 'decode'?"), (["ais", "decode"], "LOG"),
                             (["sql", "--set", "novalue"], "K=V"), (["sql", "--threads", "0", "-c", "SELECT 1"], "tarn.threads"),
                             (["sql", "--memory", "much", "-c", "SELECT 1"], "tarn.memory.size"),
                             (["sql", "--memory", "1b", "-c", "SELECT 1"], "the least is 64 mb"),
                             (["sql", "--temp-dir", "/dev/null/x", "-c", "SELECT 1"], "/dev/null is no directory"),
                             (["config", "--set", "table.dml-snc=true"], "did you mean 'table.dml-sync'?"),
                             (["ais", "decode", "x.log", "--log-time-zone", "Europe/Pari"], "Europe/Pari"),
                             (["config", "--config", "none.yaml"], "none.yaml")):
        done = tarn(*arguments, status=2)
        assert words in done.stderr and done.stdout == "", (arguments, done.stderr)


def test_refusals_of_streaming_mode_show_their_place():
    tarn("sql", "-c", "CREATE TABLE IF NOT EXISTS lake (k INT, v STRING)", "-c", "INSERT INTO lake VALUES (1, 'a')",
         "-c", "INSERT INTO lake VALUES (2, 'b')", "-c", "CREATE TABLE IF NOT EXISTS taken (k INT)")
    for statement, place in (
            ("SELECT * FROM lake ORDER BY k", "1:29"), ("SELECT * FROM lake LIMIT 3", "1:26"),
            ("SELECT * FROM lake ORDER BY k LIMIT 3", "1:37"), ("SELECT v, COUNT(*) FROM lake GROUP BY v", "1:11"),
            ("SELECT MAX(k) FROM lake", "1:8"), ("SELECT a.k FROM lake AS a JOIN lake AS b ON a.k = b.k", "1:27"),
            ("SELECT a.k FROM lake AS a, lake AS b", "1:26"), ("SELECT DISTINCT k FROM lake", "1:8"),
            ("SELECT k FROM lake UNION SELECT k FROM lake", "1:20"),
            ("SELECT k FROM lake EXCEPT SELECT k FROM lake", "1:20"),
            ("SELECT ROW_NUMBER() OVER (ORDER BY k) FROM lake", "1:8"),
            ("SELECT x FROM lake CROSS JOIN UNNEST(ARRAY[k]) AS t(x)", "1:20"),
            ("SELECT k FROM lake WHERE k IN (SELECT k FROM lake)", "1:28"),
            ("SELECT * FROM lake$snapshots", "1:15"), ("INSERT INTO taken SELECT MAX(k) FROM lake", "1:26"),
            ("EXPLAIN SELECT MAX(k) FROM lake", "1:16"),
            ("EXECUTE STATEMENT SET BEGIN INSERT INTO taken SELECT k FROM lake; INSERT INTO taken SELECT MAX(k) FROM lake; END",
             "1:92")):
        done = tarn("sql", "-c", "SET 'execution.runtime-mode' = 'streaming'", "-c", statement, status=1)
        assert "in streaming mode" in done.stderr and f"  line {place}  " in done.stderr, (statement, done.stderr)
        assert done.stdout == "", (statement, done.stdout)
    # A view has the clause, and no place in the statement.
    done = tarn("sql", "-c", "CREATE TEMPORARY VIEW counted AS SELECT COUNT(*) AS n FROM lake", "-c",
                "SET 'execution.runtime-mode' = 'streaming'", "-c", "SELECT n FROM counted", status=1)
    assert "an aggregation" in done.stderr and "  line 1:1  " in done.stderr, done


def test_a_stream_from_a_snapshot_that_is_not_there():
    tarn("sql", "-c", "CREATE TABLE few (k INT)", "-c", "INSERT INTO few VALUES (1)", "-c", "INSERT INTO few VALUES (2)")
    for options, words in (("'scan.snapshot-id' = '99'", "there is no snapshot 99, only 1 to 2\n  line 1:32  "),
                           ("'scan.mode' = 'from-snapshot-full', 'scan.snapshot-id' = '3'", "no snapshot 3, only 1 to 2"),
                           ("'scan.watermark' = '5'", "'scan.watermark' is not supported in streaming mode\n  line 1:32"),
                           ("'incremental-between' = '1,2'", "is not supported in streaming mode\n  line 1:32")):
        done = tarn("sql", "-c", "SET 'execution.runtime-mode' = 'streaming'", "-c",
                    f"SELECT * FROM few /*+ OPTIONS ({options}) */", status=1)
        assert words in done.stderr and "--restart" not in done.stderr, (options, done.stderr)
    done = tarn("sql", "-c", "SET 'execution.runtime-mode' = 'streaming'", "-c", "SELECT * FROM few VERSION AS OF 9", status=1)
    assert "line 1:33" in done.stderr, done
    # Of two tables that give the option the wrong one is shown.
    done = tarn("sql", "-c", "SET 'execution.runtime-mode' = 'streaming'", "-c",
                "SELECT k FROM few /*+ OPTIONS('scan.snapshot-id' = '1') */ UNION ALL "
                "SELECT k FROM few /*+ OPTIONS('scan.snapshot-id' = '99') */", status=1)
    assert "line 1:100" in done.stderr, done


def test_wide_characters_take_two_columns():
    for text in ("🚢", "⚓", "船", "e\u0301\u0301ab"):  # the last one: an e with two accents, and two letters
        rows = tarn("sql", "--format", "box", "-c", f"SELECT '{text}' AS y, 'abcd' AS z").stdout.splitlines()
        columns = {line.index("│", 1) for line in rows if line.startswith("│") and text not in line}
        row = next(line for line in rows if text in line)
        shown = row[1:row.index("│", 1)]
        wide = {"🚢": 1, "⚓": 1, "船": 1}.get(text, -2)  # columns more than characters
        assert columns == {len(shown) + wide + 1}, (text, rows)


def test_a_limit_of_file_sizes_is_an_error():
    tarn("sql", "-c", "CREATE TABLE limited (k INT, s STRING) WITH ('file.compression' = 'none', 'bucket' = '1', 'bucket-key' = 'k')",
         "-c", "INSERT INTO limited VALUES (1, 'a')")
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
    many = "INSERT INTO limited SELECT k, UUID() FROM (" + " UNION ALL ".join(["SELECT k FROM keys"] * 3) + ") AS t"
    rows = ", ".join(f"({i})" for i in range(1000))
    done = subprocess.run([TARN, "sql", "-c", f"CREATE TEMPORARY VIEW keys AS SELECT k FROM (VALUES {rows}) AS t(k)", "-c", many],
                          cwd=FOLDER, capture_output=True, text=True, preexec_fn=limit)
    assert done.returncode == 1 and ".parquet" in done.stderr and "File too large" in done.stderr, done
    assert tarn("sql", "--format", "csv", "-c", "SELECT COUNT(*) AS n FROM limited").stdout == "n\n1\n"
    files = glob.glob(os.path.join(FOLDER, "warehouse/default.db/limited/**/*.parquet"), recursive=True)
    assert len(files) == 1, files


def test_event_time_is_marked_where_it_is_one():
    tarn("sql", "-c", "CREATE TABLE timed (ts TIMESTAMP(3), WATERMARK FOR ts AS ts)")
    assert "ROWTIME" not in tarn("sql", "--format", "csv", "-c", "DESCRIBE timed").stdout
    assert "TIMESTAMP(3) *ROWTIME*" in tarn("sql", "--format", "csv", "-c", "SET 'execution.runtime-mode' = 'streaming'", "-c",
                                            "DESCRIBE timed").stdout


def test_hints_without_effect_are_noted():
    for statement, words in (("SELECT /*+ OPTIONS('a' = 'b') */ 1 AS x", "NOTICE hint OPTIONS has no effect behind SELECT"),
                             ("SELECT /*+ BROADCAST(t) */ x FROM (VALUES 1) AS t(x)", "NOTICE hint BROADCAST has no effect")):
        assert words in tarn("sql", "-c", statement).stderr, statement


def test_an_option_stands_behind_its_command():
    for arguments, words in (
            (["--format", "csv", "sql", "-c", "SELECT 1"],
             "option --format belongs to 'tarn sql' and stands behind it\n  tarn sql --format csv -c 'SELECT 1'\n"),
            (["--format=csv", "sql", "-c", "SELECT 'a'"], "\n  tarn sql --format=csv -c 'SELECT '\\''a'\\'''\n"),
            (["--restart", "--threads", "2", "run", "x.sql"], "\n  tarn --threads 2 run --restart x.sql\n"),
            (["--static", "ais", "decode", "x.log"], "\n  tarn ais decode --static x.log\n"),
            (["ais", "--static", "decode", "x.log"], "\n  tarn ais decode --static x.log\n"),
            (["-c", "SELECT 1"], "option -c stands behind a command that has it: 'tarn sql'\n"),
            (["--format", "csv"], "a command that has it: 'tarn sql', 'tarn run'\n"),
            (["sql", "--restart"], "'tarn sql' has no option --restart; it is one of 'tarn run'\n")):
        done = tarn(*arguments, status=2)
        assert words in done.stderr and done.stdout == "", (arguments, done.stderr)


def test_help_and_version():
    assert tarn("--version").stdout.startswith("Tarn ")
    assert "sql" in tarn("--help").stdout
    full = subprocess.run(["bash", "-c", f"'{TARN}' --help > /dev/full"], cwd=FOLDER, capture_output=True, text=True)
    assert full.returncode == 1 and "No space left" in full.stderr, full
    for command in (["sql"], ["run"], ["config"], ["check"], ["ais"], ["ais", "decode"], ["demo"]):
        assert f"Usage: tarn {' '.join(command)} " in tarn(*command, "--help").stdout, command


def test_settings_have_one_precedence():
    write("tarn.yaml", "parallelism.default: 3\ntable:\n  local-time-zone: Asia/Tokyo\n")
    try:
        def effective(*arguments, **more):
            lines = tarn("config", *arguments, **more).stdout.splitlines()
            return {line.split()[0]: line.split("# ")[1] for line in lines}

        assert effective()["parallelism.default"] == "tarn.yaml:1"
        variable = {"TARN_PARALLELISM_DEFAULT": "4"}
        assert effective(env=variable)["parallelism.default"] == "environment TARN_PARALLELISM_DEFAULT"
        assert effective("--set", "parallelism.default=5", env=variable)["parallelism.default"] == "flag"
        assert effective()["table.dml-sync"] == "default"
        done = tarn("sql", "--set", "nosuch.key=1", "-c", "SELECT 1 AS a")
        assert "NOTICE setting 'nosuch.key' is unknown to Tarn" in done.stderr, done
        hour = "SELECT CAST(TO_TIMESTAMP_LTZ(0, 3) AS STRING) AS t"
        assert "09:00:00" in tarn("sql", "--format", "csv", "-c", hour).stdout
        write("tarn.yaml", "parallelism.defualt: 3\n")
        assert "tarn.yaml:1" in tarn("config", status=2).stderr
        write("tarn.yaml", "typo.key: 3\n")
        done = tarn("config")
        assert "NOTICE setting 'typo.key' is unknown to Tarn" in done.stderr and "tarn.yaml:1" in done.stderr, done
        write("tarn.yaml", "table.dml-sync: true\na: [1\n")
        assert "tarn.yaml:2" in tarn("config", status=2).stderr
    finally:
        os.remove(os.path.join(FOLDER, "tarn.yaml"))


def test_pipes():
    many = "SELECT a.x FROM UNNEST(ARRAY[1,2,3,4,5,6,7,8]) AS a(x)" + "".join(
        f", UNNEST(ARRAY[1,2,3,4,5,6,7,8]) AS b{i}(y)" for i in range(7))
    for form in ("csv", "jsonlines", "box"):
        command = f"'{TARN}' sql --format {form} -c \"{many}\" -c \"SELECT 'after' AS x\" | head -3; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", command], cwd=FOLDER, capture_output=True, text=True)
        assert done.stdout.splitlines()[-1] == "0" and done.stderr == "", (form, done)
    full = subprocess.run(["bash", "-c", f"'{TARN}' sql --format csv -c 'SELECT 1 AS n' > /dev/full"], cwd=FOLDER,
                          capture_output=True, text=True)
    assert full.returncode == 1 and "No space left" in full.stderr, full
    # A stream without an end, whose reader leaves.
    endless = ("CREATE TEMPORARY TABLE g (a BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '5000'); "
               "SET 'execution.runtime-mode' = 'streaming'; SELECT a FROM g;")
    done = subprocess.run(["bash", "-c", f"'{TARN}' sql --format csv | head -4; echo ${{PIPESTATUS[0]}}"], cwd=FOLDER,
                          capture_output=True, text=True, input=endless)
    assert done.stdout.splitlines()[0] == "op,a" and done.stdout.splitlines()[-1] == "0" and done.stderr == "", done


def test_portable():
    write("mine.sql", "CREATE TEMPORARY TABLE t (a INT) WITH ('connector' = 'nmea', 'path' = 'x');\n")
    done = tarn("check", "--portable", "mine.sql", status=1)
    assert done.stdout.startswith("mine.sql:1: ") and "nmea" in done.stdout, done
    write("hint.sql", "\nSELECT * FROM t /*+ OPTIONS('scan.order' = 'event-time') */;\n")
    assert tarn("check", "--portable", "hint.sql", status=1).stdout.startswith("hint.sql:2: the option 'scan.order'")
    write("portable.sql", "CREATE TEMPORARY TABLE t (a INT) WITH ('connector' = 'datagen');\nSELECT a FROM t;\n")
    assert tarn("check", "--portable", "portable.sql").stdout == "portable.sql: portable\n"


def test_files_by_name():
    write("ships.csv", "mmsi,Name,sog\n1,anna,2.5\n2,berta,\n")
    done = tarn("sql", "--format", "csv", "-c", "SELECT `Name`, sog * 2 AS d FROM 'ships.csv' AS s WHERE s.mmsi < 3 ORDER BY mmsi")
    assert done.stdout == "Name,d\nanna,5.0\nberta,\n", done
    tarn("sql", "-c", "CREATE TABLE kept (k INT, s STRING, d DECIMAL(10, 2), t TIMESTAMP(3), a ARRAY<INT>)", "-c",
         "INSERT INTO kept VALUES (1, 'x', 1.5, TIMESTAMP '2024-01-02 03:04:05.678', ARRAY[1, 2])")
    [file] = glob.glob(os.path.join(FOLDER, "warehouse/default.db/kept/bucket-*/*.parquet"))
    done = tarn("sql", "--format", "csv", "-c", f"SELECT k, s, d + 1 AS d, t, a FROM '{file}'")
    assert done.stdout.splitlines()[1].startswith('1,x,2.50,2024-01-02 03:04:05.678'), done
    assert "batch mode only" in tarn("sql", "-c", "SET 'execution.runtime-mode' = 'streaming'", "-c",
                                     f"SELECT * FROM '{file}'", status=1).stderr
    # A name is no pattern.
    os.makedirs(os.path.join(FOLDER, "in[a]"), exist_ok=True)
    os.makedirs(os.path.join(FOLDER, "ina"), exist_ok=True)
    for name, value in [("in[a]/x*1?.csv", 1), ("in[a]/xy11.csv", 2), ("ina/x*1?.csv", 3), ("a[1].csv", 4), ("a1.csv", 5)]:
        write(name, f"k\n{value}\n")
    assert tarn("sql", "--format", "csv", "-c", "SELECT k FROM 'in[a]/x*1?.csv'").stdout == "k\n1\n"
    assert tarn("sql", "--format", "csv", "-c", "SELECT k FROM 'a[1].csv'").stdout == "k\n4\n"
    # And a folder of it is no column.
    os.makedirs(os.path.join(FOLDER, "p=007"), exist_ok=True)
    write("p=007/a.csv", "k,p\n1,x\n")
    assert tarn("sql", "--format", "csv", "-c", "SELECT * FROM 'p=007/a.csv'").stdout == "k,p\n1,x\n"
    write("a\\b[1].csv", "k\n6\n")
    assert "beside one of *?[" in tarn("sql", "-c", "SELECT k FROM 'a\\b[1].csv'", status=1).stderr
    write("times.csv", "t\n10:00:00\n")
    assert "'t' of 'times.csv' has the type TIME, which cannot be read" in tarn(
        "sql", "-c", "SELECT t FROM 'times.csv'", status=1).stderr
    write("bad.parquet", "this is no parquet")
    assert "'bad.parquet' cannot be read" in tarn("sql", "-c", "SELECT * FROM 'bad.parquet'", status=1).stderr


def test_ais_decode_of_odd_files():
    good = "1490075479,!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24"
    write("crlf.log", good + "\r\n" + good)
    assert len(tarn("ais", "decode", "crlf.log").stdout.splitlines()) == 3
    write("empty.log", "")
    assert len(tarn("ais", "decode", "empty.log").stdout.splitlines()) == 1
    write("long.log", good + "\n" + "x" * 3_000_000 + "\n" + good + "\n")
    assert len(tarn("ais", "decode", "long.log").stdout.splitlines()) == 3
    write("text.log", "this is\nno log\n")
    assert "is this an NMEA log?" in tarn("ais", "decode", "text.log").stderr
    assert "missing.log" in tarn("ais", "decode", "missing.log", status=1).stderr
    import gzip
    packed = gzip.compress("".join(f"{1490075479 + i},{good[11:]}\n" for i in range(20_000)).encode())
    with open(os.path.join(FOLDER, "cut.gz"), "wb") as file:
        file.write(packed[:len(packed) // 2])
    done = tarn("ais", "decode", "cut.gz", status=1)
    assert "cut off" in done.stderr and len(done.stdout.splitlines()) > 1000, done.stderr


def main():
    global FOLDER
    with tempfile.TemporaryDirectory() as FOLDER:
        for name, test in sorted(globals().items()):
            if name.startswith("test_"):
                test()
                print(f"{name}: ok", flush=True)


if __name__ == "__main__":
    main()
