#!/usr/bin/env python3
"""EXPLAIN of continuous queries, as text: each explain/NAME.sql must print explain/NAME.txt.

  explain_test.py TARN [--record]

--record writes what the program prints: read it before it is committed.
"""
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).parent / "explain"


def main():
    tarn = str(pathlib.Path(sys.argv[1]).resolve())
    failed = 0
    for script in sorted(FOLDER.glob("*.sql")):
        with tempfile.TemporaryDirectory(prefix="tarn-explain-") as folder:
            (pathlib.Path(folder) / "in").mkdir()
            path = pathlib.Path(folder) / script.name
            path.write_text(script.read_text().replace("${DIR}", folder))
            run = subprocess.run([tarn, "run", script.name, "--warehouse", "wh", "--set", "table.local-time-zone=UTC"],
                                 cwd=folder, capture_output=True, text=True)
            text = (run.stdout + ("" if run.returncode == 0 else run.stderr)).replace(folder, "${DIR}")
        text = "".join(line.rstrip() + "\n" for line in text.splitlines())
        expected = script.with_suffix(".txt")
        if "--record" in sys.argv:
            expected.write_text(text)
        elif not expected.exists() or expected.read_text() != text:
            failed += 1
            print("FAIL ", script.name, "prints\n" + text)
        else:
            print("ok   ", script.name)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
