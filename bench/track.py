"""track/decode: AIS sentences of a simulated log to messages, against gpsdecode (Debian's gpsd-clients), which prints
each message as JSON. Both find the same number of positions; ours is one thread over a log in memory."""
import re

from measure import process, reported

NAME = "track"


def decode(tools):
    lines = tools.rows(2_000_000)
    bench = tools.build / "track_bench"
    folder = tools.once("track-decode", lambda f: process([bench, "simulate", lines, f / "fleet.nmea"], lines))
    log = folder / "fleet.nmea"
    ours = [reported(process([bench, "decode", log], lines)[0].answer) for _ in range(tools.runs)]
    gpsd, _ = process(["sh", "-c", "gpsdecode -j -t 1,2,3,4,9,11,18,19,21,27 < %s | grep -c '\"lat\":'" % log], lines)
    positions = int(re.search(r"positions=(\d+)", ours[0].answer).group(1))
    if positions != int(gpsd.answer):
        raise RuntimeError("positions: ours %d, gpsdecode's %s" % (positions, gpsd.answer.strip()))
    return ours, {"gpsdecode": gpsd}


def cases(_tools):
    return {"decode": decode}
