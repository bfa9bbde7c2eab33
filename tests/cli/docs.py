#!/usr/bin/env python3
"""Runs the SQL examples of the pages: docs.py TARN PAGE...

The `sql` blocks of one page run in order, as one script each, in one warehouse. A block without a language that follows
one at once is what its last statement prints.
"""

import os
import re
import subprocess
import sys
import tempfile

TARN = os.path.abspath(sys.argv[1])
BLOCK = re.compile(r"^```sql\n(.*?)^```\n(?:```\n(.*?)^```\n)?", re.M | re.S)
# Pages speak of an AIS log; this is one.
LOG = """1490075479,!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24
1490075489,!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24
1490075499,!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*23
"""


def run(page, folder):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    blocks = [(text.count("\n", 0, match.start()) + 1, *match.groups()) for match in BLOCK.finditer(text)]
    script = "".join(block for _, block, _ in blocks)
    done = subprocess.run([TARN, "sql", "--format", "box"], input=script, capture_output=True, text=True, cwd=folder)
    failed = []
    if done.returncode != 0:
        failed.append(f"{page}: exit status {done.returncode}: {done.stderr}")
    at = 0
    for line, _, expected in blocks:
        if expected is None:
            continue
        found = done.stdout.find(expected, at)
        if found < 0:
            failed.append(f"{page}:{line}: the example does not print\n{expected}what it prints from there on:\n"
                          f"{done.stdout[at:at + 2000]}")
        else:
            at = found + len(expected)
    print(f"{os.path.basename(page)}: {len(blocks)} examples, {'ok' if not failed else 'FAILED'}")
    return failed


def main():
    failed = []
    for page in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "ais.log"), "w", encoding="utf-8") as log:
                log.write(LOG)
            failed += run(os.path.abspath(page), folder)
    print("\n".join(failed))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
