#!/usr/bin/env python3
"""`tarn demo` over a log of known content, and everything that it proposes, as it would be pasted: demo.py TARN EXAMPLES"""

import csv
import gzip
import io
import os
import shutil
import subprocess
import sys
import tempfile

from ais_log import voyage_log

TARN = os.path.abspath(sys.argv[1])
EXAMPLES = os.path.abspath(sys.argv[2])


def run(command, folder, **more):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, **more)
    assert done.returncode == 0, f"{command}: exit status {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def ask(folder, query):
    text = run([TARN, "sql", "--warehouse", "tarn-demo/warehouse", "--format", "csv", "-c", query], folder)
    return list(csv.reader(io.StringIO(text)))[1:]


def check_tables(folder, lines, expected):
    assert ask(folder, "SELECT COUNT(*) FROM ods_ais") == [[str(len(lines))]]
    assert ask(folder, "SELECT COUNT(reason) FROM ods_ais") == [[str(expected["damaged"])]]
    raw = ask(folder, "SELECT CAST(`raw` AS STRING) FROM ods_ais ORDER BY line")
    assert [row[0] for row in raw] == lines, "the raw layer is not the log"
    aside = dict(ask(folder, "SELECT reason, COUNT(*) FROM dwd_set_aside GROUP BY reason"))
    assert sum(map(int, aside.values())) == expected["repeated"] + expected["impossible"], aside
    clean = int(ask(folder, "SELECT COUNT(*) FROM dwd_track")[0][0])
    assert clean + sum(map(int, aside.values())) + expected["damaged"] == len(lines), (clean, aside)
    alarms = ask(folder, "SELECT alarm, setting, mmsi FROM alarms ORDER BY alarm, setting")
    assert alarms == [["ais-gap", "strict", "219000003"], ["speeding", "strict", "219000002"],
                      ["speeding", "usual", "219000002"]], alarms


def main():
    lines, expected = voyage_log()
    with tempfile.TemporaryDirectory() as folder:
        with gzip.open(os.path.join(folder, "log.gz"), "wt", encoding="ascii") as log:
            log.write("\n".join(lines))
        shown = run([TARN, "demo", "--input", "log.gz"], folder)
        for text in ("ods_ais", "dwd_track", "set aside", "replay", "only in strict", "Try next:", "peak"):
            assert text in shown, f"{text!r} is missing:\n{shown}"
        assert "\r" not in shown and "\x1b" not in shown
        check_tables(folder, lines, expected)
        # What is no log ends the demo.
        garbage = os.path.join(folder, "garbage.txt")
        for content, words in ((b"dear diary,\nnothing happened today\n", "The first one: dear diary,\n"),
                               (bytes(range(1, 256)), "The first one: "), (b"!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*99\n", "0*99 ("), (b"", "It holds none.")):
            with open(garbage, "wb") as log:
                log.write(content)
            wrong = subprocess.run([TARN, "demo", "--input", garbage, "--directory", "garbage"], cwd=folder,
                                   capture_output=True, text=True)
            assert wrong.returncode == 1 and words in wrong.stderr and "!AIVDM" in wrong.stderr, wrong
            assert f"no line of {garbage} can be decoded" in wrong.stderr, wrong
        # A log that is not there costs nothing.
        wrong = subprocess.run([TARN, "demo", "--input", "no.gz"], cwd=folder, capture_output=True, text=True)
        assert wrong.returncode == 1 and "there is no log" in wrong.stderr, wrong
        check_tables(folder, lines, expected)
        proposals = shown[shown.index("Try next:"):].splitlines()[1:]
        assert len(proposals) == 3, proposals
        for proposal in proposals:
            run(["bash", "-c", proposal], folder)
        # The examples alone, one after another, on the log of the demo, give the same.
        shutil.rmtree(os.path.join(folder, "tarn-demo", "warehouse"))
        for step in sorted(os.listdir(EXAMPLES)):
            run([TARN, "run", "--warehouse", "tarn-demo/warehouse", os.path.join(EXAMPLES, step)], folder)
        check_tables(folder, lines, expected)
    print("demo: ok")


if __name__ == "__main__":
    main()
