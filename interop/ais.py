#!/usr/bin/env python3
"""AIS: what `tarn ais decode` makes of a log against gpsdecode (Debian's gpsd-clients).

  ais.py TARN LOG...       prints a line a log; exit status 1 if any position or voyage differs

Positions and voyages (type 5) are compared as multisets, so the order in which multi-part messages complete does not
matter. Type 24 is not compared: gpsdecode joins its two halves. gpsdecode is given what it can read (`for_gpsd`).
"""
import collections
import csv
import gzip
import io
import json
import re
import subprocess
import sys

POSITIONS = {1, 2, 3, 4, 9, 11, 18, 19, 21, 27}
# gpsdecode drops sentences of other talkers than these.
GPSD_TALKERS = {b"AB", b"AD", b"AI", b"AN", b"AR", b"AS", b"AT", b"AX", b"BS", b"SA"}


def for_gpsd(line):
    """A sentence of a talker that gpsdecode does not know comes from 'AI'; a wrong checksum stays wrong."""
    def renamed(match):
        talker, rest, checksum = match.groups()
        if talker in GPSD_TALKERS:
            return match.group()
        change = 0
        for old, new in zip(talker, b"AI"):
            change ^= old ^ new
        return b"!AI%s*%02X" % (rest, int(checksum, 16) ^ change)
    return re.sub(rb"!([A-Z]{2})(VD[MO],[^*!]*)\*([0-9A-Fa-f]{2})", renamed, line)


def gpsd(log):
    with (gzip.open if log.endswith(".gz") else open)(log, "rb") as file:
        lines = file.read().split(b"\n")
    # It also drops a last line that has no end.
    text = b"".join(for_gpsd(line) + b"\n" for line in lines)
    out = subprocess.run(["gpsdecode", "-j"], input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         check=True).stdout
    positions, voyages = collections.Counter(), collections.Counter()
    for line in out.decode(errors="replace").splitlines():
        if '"class":"AIS"' not in line:
            continue
        m = json.loads(line)
        if m["type"] in POSITIONS:
            digits = 1 if m["type"] == 27 else 6  # gpsdecode prints type 27 with one decimal
            cog = m.get("course")
            positions[(m["type"], m["mmsi"], "%.*f" % (digits, m["lon"]), "%.*f" % (digits, m["lat"]),
                       "" if cog is None else "%g" % cog, str(m.get("heading", "")))] += 1
        elif m["type"] == 5:
            voyages[(m["mmsi"], m["shipname"], m["callsign"], m["imo"], m["shiptype"], m["to_bow"], m["to_stern"],
                     m["to_port"], m["to_starboard"], "%.1f" % m["draught"], m["destination"])] += 1
    return positions, voyages


def ours(tarn, log):
    def rows(*flags):
        out = subprocess.run([tarn, "ais", "decode", log, *flags], capture_output=True, check=True).stdout
        return csv.DictReader(io.StringIO(out.decode(errors="replace")))
    positions, voyages = collections.Counter(), collections.Counter()
    for r in rows():
        digits = 1 if r["msg_type"] == "27" else 6
        positions[(int(r["msg_type"]), int(r["mmsi"]), "%.*f" % (digits, float(r["lon"])),
                   "%.*f" % (digits, float(r["lat"])), r["cog_deg"], r["heading_deg"])] += 1
    for r in rows("--static"):
        if r["msg_type"] == "5":
            voyages[(int(r["mmsi"]), r["name"], r["callsign"], *(int(r[c]) for c in (
                "imo", "shiptype", "to_bow", "to_stern", "to_port", "to_starboard")), r["draught_m"],
                r["destination"])] += 1
    return positions, voyages


def main(tarn, logs):
    failed = False
    for log in logs:
        theirs, mine = gpsd(log), ours(tarn, log)
        counts = []
        for kind, a, b in zip(("positions", "voyages"), theirs, mine):
            only_theirs, only_ours = a - b, b - a
            apart = max(sum(only_theirs.values()), sum(only_ours.values()))
            failed |= apart > 0
            counts.append("%s %d = gpsdecode %d, %d differ" % (kind, sum(b.values()), sum(a.values()), apart))
            for side, rest in (("gpsdecode", only_theirs), ("tarn", only_ours)):
                for row in list(rest)[:3]:
                    counts.append("\n    only %s: %s" % (side, row))
        print("%s: %s" % (log, "; ".join(counts)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
