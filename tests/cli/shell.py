#!/usr/bin/env python3
"""The SQL shell as a person meets it, on a pseudo-terminal: shell.py TARN

One function a thing that a person does; each starts its own shell in a folder of its own. Waits are for texts.
"""

import os
import signal
import sys
import tempfile

from terminal import Terminal

TARN = os.path.abspath(sys.argv[1])
PROMPT = "paimon.default> "
CTRL_C, CTRL_D, CTRL_R, CTRL_U, UP, TAB = "\x03", "\x04", "\x12", "\x15", "\x1b[A", "\t"


def shell(folder, columns=100, arguments=(), **more):
    terminal = Terminal([TARN, "sql", *arguments], columns=columns, cwd=folder, **more)
    terminal.wait(".help for help")
    return terminal


def ask(terminal, statement, *wanted):
    """Types a statement at the prompt and waits for what is to come of it, in order."""
    terminal.wait(PROMPT)
    terminal.type(statement + "\n")
    for text in wanted:
        terminal.wait(text)


def leave(terminal):
    terminal.wait(PROMPT)
    terminal.type(CTRL_D)
    status = terminal.end()
    assert status == 0, status


def expect(terminal, *lines):
    screen = terminal.screen()
    for line in lines:
        assert line in screen, f"{line!r} is not on the screen:\n{screen}"


def test_a_first_session(folder):
    with shell(folder) as t:
        expect(t, "Tarn 0.", "warehouse ./warehouse (catalog paimon, 1 database) · batch mode")
        ask(t, "CREATE TABLE t (a INT, b STRING, ts TIMESTAMP(3)) WITH ('bucket' = '-1');", "[OK]")
        ask(t, "INSERT INTO t VALUES (1, '漢字', TIMESTAMP '2024-01-01 00:00:00.5'), (-20, NULL, NULL);", "2 rows written · ")
        t.wait(PROMPT)
        t.type("SELECT *\n")
        t.wait("...> ")
        t.type("FROM t -- all; of it\n")
        t.wait("...> ")
        t.type("ORDER BY a DESC;\n")
        t.wait("2 rows")
        expect(t,
               "┌─────┬────────┬─────────────────────────┐",
               "│  a  │   b    │           ts            │",
               "│ INT │ STRING │      TIMESTAMP(3)       │",
               "│   1 │ 漢字   │ 2024-01-01 00:00:00.500 │",
               "│ -20 │ NULL   │ NULL                    │",
               "2 rows read, 1 of 1 file")
        leave(t)


def test_errors_are_underlined(folder):
    with shell(folder) as t:
        ask(t, "SELECT x, yy FROM (VALUES (1, 2)) AS v(x, xy);", "error: ", "line 1:11", "^^", "did you mean 'xy'?")
        ask(t, "SELCT 1;", "did you mean 'SELECT'?")
        ask(t, "CREATE TABLE t (k INT) WITH ('buckets' = '4');", "did you mean 'bucket'?")
        ask(t, "SELECT 1 AS still_here;", "still_here")
        leave(t)


def test_commands(folder):
    with shell(folder) as t:
        ask(t, "help", ".format NAME")
        ask(t, ".formt csv", "did you mean '.format'?")
        ask(t, r"\dt", ".help shows what there is")
        ask(t, ".format jsonlines", "")
        ask(t, "SELECT 1 AS n, 'a\"b' AS s;", '{"n":1,"s":"a\\"b"}')
        ask(t, ".format box", "")
        ask(t, ".rows 4", "")
        ask(t, "SELECT x FROM UNNEST(ARRAY[1,2,3,4,5,6,7,8]) AS u(x);", "4 of 8 rows shown", "8 rows")
        ask(t, "CREATE TABLE seen (a INT);", "[OK]")
        ask(t, ".tables", "seen")
        ask(t, ".schema seen", "CREATE TABLE `paimon`.`default`.`seen`")
        with open(os.path.join(folder, "x.sql"), "w", encoding="utf-8") as file:
            file.write("SELECT 41 + 1 AS answer;\nSELECT nope;\n")
        ask(t, ".read x.sql", "42", "x.sql:2: error: ")
        with open(os.path.join(folder, "job.sql"), "w", encoding="utf-8") as file:
            file.write("SET 'execution.runtime-mode' = 'streaming';\nSET 'pipeline.name' = 'twice';\n"
                       "INSERT INTO seen VALUES (1);\nRESET 'pipeline.name';\nRESET 'execution.runtime-mode';\n")
        ask(t, ".read job.sql", "job twice · new")
        ask(t, ".read job.sql", "job 'twice' finished at ")  # the same job, not one beside it
        t.wait(PROMPT)
        t.type("quit;\n")
        assert t.end() == 0


def test_history_is_kept(folder):
    with shell(folder) as t:
        ask(t, "SELECT 'first';", "1 row")
        t.wait(PROMPT)
        t.type("SELECT 'two',\n")
        t.wait("...> ")
        t.type("'lines';\n")
        t.wait("1 row")
        t.wait(PROMPT)
        os.kill(t.pid, signal.SIGKILL)  # nothing is lost with the window
        t.end()
    with shell(folder) as t:
        t.wait(PROMPT)
        t.type(UP)
        t.wait("'lines';")
        t.type("\n")
        t.wait("1 row")
        t.wait(PROMPT)
        t.type(CTRL_R + "first")
        t.wait("SELECT 'first'")
        t.type("\n")
        t.wait("1 row")
        leave(t)
    assert os.stat(os.path.join(folder, ".tarn_history")).st_mode & 0o077 == 0


def test_tab_completes(folder):
    with shell(folder) as t:
        ask(t, "CREATE TABLE vessel_track (mmsi BIGINT, `Odd name` INT);", "[OK]")
        t.wait(PROMPT)
        t.type("SEL" + TAB)
        t.wait("ECT")
        t.type("mm" + TAB)
        t.wait("si")
        t.type("FROM vess" + TAB)  # FRO would be the start of functions too
        t.wait("el_track")
        t.type("\n")
        t.wait("...> ")
        t.type("wher" + TAB)
        t.wait("e")
        t.type("od" + TAB)
        t.wait("`Odd name`")
        t.type("> 1;\n")
        t.wait("0 rows")
        t.wait(PROMPT)
        t.type("SELECT json_val" + TAB)
        t.wait("ue(")
        t.type(CTRL_U + "CREATE TABLE x (a INT) WITH ('bucket-k" + TAB)
        t.wait("ey'")
        t.type(CTRL_U + "SHOW TAB" + TAB)
        t.wait("LES")
        t.type(";\n")
        t.wait("vessel_track")
        leave(t)


def test_a_broken_character_swallows_no_key(folder):
    with shell(folder) as t:
        t.wait(PROMPT)
        os.write(t.fd, b"SELECT 'a\xc3b\xe2\x82\xc3\xa4';\n")
        t.wait("│ a?b?ä")
        leave(t)


def test_ctrl_c(folder):
    with shell(folder) as t:
        t.wait(PROMPT)
        t.type("SELECT nonsense that is given up")
        t.wait("given up")
        t.type(CTRL_C)
        t.wait(PROMPT)
        t.type("SELECT 1 +\n")
        t.wait("...> ")
        t.type(CTRL_C)
        ask(t, "CREATE TABLE big (a BIGINT) WITH ('bucket' = '-1');", "[OK]")
        ask(t, "CREATE TEMPORARY TABLE g (a BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '1000');", "[OK]")
        ask(t, "SET 'execution.runtime-mode' = 'streaming';", "streaming mode")
        t.wait("(streaming)> ")
        t.type("SELECT 'row', a FROM g;\n")
        t.wait("+I")
        t.type(CTRL_C)
        t.wait("cancelled · ")
        t.wait("(streaming)> ")
        assert "^C" not in t.screen(), t.screen()
        t.type("RESET 'execution.runtime-mode';\n")
        # A statement that would take hours, with the progress line that long work has.
        ask(t, "SELECT COUNT(*) FROM UNNEST(ARRAY[1]) AS u(x);", "1 row")
        ask(t, "CREATE TEMPORARY TABLE h (a BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '1000', "
               "'number-of-rows' = '99999999');", "[OK]")
        ask(t, "INSERT INTO big SELECT a FROM h;", "rows/s")
        t.type(CTRL_C)
        t.wait("cancelled · nothing was changed")
        ask(t, "SELECT COUNT(*) AS n FROM big;", "│      0 │")
        leave(t)


def test_ctrl_c_is_heard_where_nothing_can_stop(folder):
    with shell(folder) as t:
        ask(t, "CREATE TABLE t (k INT);", "[OK]")
        t.type("SELECT COUNT(*) FROM t t0 " +
               " ".join(f"JOIN t t{i} ON t{i - 1}.k = t{i}.k" for i in range(1, 90)) + ";\n")
        t.wait("\x1b[K  SELECT COUNT")  # its progress line
        t.type(CTRL_C)
        t.wait("stopping at the next step · Ctrl-C twice more ends Tarn at once")
        t.wait("cancelled · nothing was changed")
        leave(t)


def test_a_box_fits_the_terminal(folder):
    with shell(folder, columns=60) as t:
        long = "x" * 300
        ask(t, f"SELECT 1 AS n, REPEAT('x', 300) AS s, 'end' AS `last`;", "1 row")
        rows = [line for line in t.screen().splitlines() if line.startswith("│")]
        assert rows and all(len(row) <= 60 for row in rows), "\n".join(rows)
        assert any("xxx…" in row for row in rows), "\n".join(rows)
        assert long not in t.screen()
        many = ", ".join(f"{n} AS column_number_{n}" for n in range(20))
        ask(t, f"SELECT {many};", "of 20 columns shown")
        rows = [line for line in t.screen().splitlines() if line.startswith("│") and "column_number" in line]
        assert len(rows) == 1 and len(rows[0]) <= 60 and "│ … │" in rows[0] and "column_number_19" in rows[0], rows
        leave(t)


def main():
    tests = [(name, value) for name, value in sorted(globals().items()) if name.startswith("test_")]
    for name, test in tests:
        with tempfile.TemporaryDirectory() as folder:
            test(folder)
        print(f"{name}: ok", flush=True)


if __name__ == "__main__":
    main()
