#!/usr/bin/env python3
"""AIS: what `tarn ais decode` makes of a log against gpsdecode (Debian's gpsd-clients).

  ais.py TARN LOG...       prints a line a log; exit status 1 if positions or voyages differ beyond what is known

Positions and voyages (type 5) are compared as multisets, so the order in which multi-part messages complete does not
matter. Known differences: gpsdecode joins type 24's two halves (not compared), joins parts of different receivers, and
drops a few messages that it finds too long.
"""
import collections
import csv
import io
import json
import subprocess
import sys

POSITIONS = {1, 2, 3, 4, 9, 11, 18, 19, 21, 27}
TOLERATED = 0.02  # share of a log's messages


def gpsd(log):
    command = '%s "$0" | gpsdecode -j 2>/dev/null' % ("zcat" if log.endswith(".gz") else "cat")
    out = subprocess.run(["sh", "-c", command, log], capture_output=True, check=True).stdout
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
            failed |= apart > max(1, TOLERATED * sum(b.values()))
            counts.append("%s %d = gpsdecode %d, %d differ" % (kind, sum(b.values()), sum(a.values()), apart))
            for side, rest in (("gpsdecode", only_theirs), ("tarn", only_ours)):
                for row in list(rest)[:3]:
                    counts.append("\n    only %s: %s" % (side, row))
        print("%s: %s" % (log, "; ".join(counts)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
