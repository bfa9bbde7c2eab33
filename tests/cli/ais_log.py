"""A small AIS log to run jobs on: position reports (type 1), one sentence each, with the time of reception in front."""

EPOCH = 1_705_046_400  # 2024-01-12 08:00:00 UTC


def armoured(bits):
    bits += "0" * (-len(bits) % 6)
    text = ""
    for i in range(0, len(bits), 6):
        value = int(bits[i:i + 6], 2)
        text += chr(value + 48 if value < 40 else value + 56)
    return text


def sentence(payload):
    body = f"AIVDM,1,1,,A,{payload},0"
    checksum = 0
    for char in body:
        checksum ^= ord(char)
    return f"!{body}*{checksum:02X}"


def position(mmsi, lon, lat, sog, cog=90.0, second=0):
    def bits(value, width):
        return format(int(value) & ((1 << width) - 1), f"0{width}b")

    return sentence(armoured(
        bits(1, 6) + bits(0, 2) + bits(mmsi, 30) + bits(0, 4) + bits(0, 8) + bits(round(sog * 10), 10) + "0"
        + bits(round(lon * 600_000), 28) + bits(round(lat * 600_000), 27) + bits(round(cog * 10), 12)
        + bits(round(cog), 9) + bits(second % 60, 6) + "00" + "000" + "0" + bits(0, 19)))


def voyage_log():
    """Lines of two hours, and what must come of them: one vessel sails on and is heard twice now and then, one speeds
    for ten minutes, one is silent for fifty, one jumps to a place where it cannot be; two lines are damaged."""
    lines = []
    expected = {"damaged": 2, "repeated": 0, "impossible": 1}
    for minute in range(120):
        time = EPOCH + 60 * minute

        def add(text, delay=0):
            lines.append(f"{time + delay},{text}")

        steady = position(219000001, 11.0 + 0.004 * minute, 57.0, 8.0)
        add(steady)
        if minute % 10 == 0:
            add(steady, 1)
            expected["repeated"] += 1
        speed = 32.0 if 40 <= minute <= 50 else 12.0
        add(position(219000002, 11.0 + 0.006 * minute, 57.5, speed), 2)
        if not 30 < minute < 80:
            add(position(219000003, 11.0 + 0.005 * minute, 58.0, 10.0), 3)
        if minute == 60:
            add(position(219000001, 20.0, 40.0, 8.0), 30)
        if minute in (70, 71):
            add(steady[:-1] + ("0" if steady[-1] != "0" else "1"), 40)
    return lines, expected
