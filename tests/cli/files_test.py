#!/usr/bin/env python3
"""Text files as tables, through the real program: bad records, dead letters, growing folders, partitions, sinks.

  files_test.py TARN [ONE_TEST]
"""
import gzip
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

BAD = "CREATE TABLE IF NOT EXISTS bad (source STRING, line BIGINT, reason STRING, `raw` STRING);\n"
GOOD = "CREATE TABLE IF NOT EXISTS good (id BIGINT, name STRING, x DOUBLE);\n"


class Place:
    def __init__(self, tarn):
        self.tarn = tarn
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tarn-files-"))
        self.input = self.folder / "in"
        self.input.mkdir()
        self.scripts = 0

    def files(self, fmt, more="", name="files", columns="id BIGINT, name STRING, x DOUBLE", path="in"):
        return "CREATE TEMPORARY TABLE %s (%s) WITH ('connector' = 'filesystem', 'format' = '%s', 'path' = '%s'%s);\n" % (
            name, columns, fmt, self.folder / path, more)

    def start(self, text, *options):
        self.scripts += 1
        (self.folder / ("%d.sql" % self.scripts)).write_text(text)
        return subprocess.Popen([self.tarn, "run", "%d.sql" % self.scripts, "--warehouse", "wh", "--format", "csv", *options],
                                cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, text, status=0):
        job = self.start(text)
        out, err = job.communicate(timeout=60)
        if job.returncode != status:
            raise AssertionError("status %d, expected %d\n%s%s" % (job.returncode, status, out, err))
        return out, err

    def query(self, sql):
        return subprocess.run([self.tarn, "sql", "--warehouse", "wh", "--format", "csv", "-c", sql], cwd=self.folder,
                              check=True, capture_output=True, text=True).stdout.splitlines()[1:]


def equal(found, expected):
    if found != expected:
        raise AssertionError("expected\n %r, found\n %r" % (expected, found))


def holds(text, part):
    if part not in text:
        raise AssertionError("expected %r in:\n%s" % (part, text))


def relative(name, path):
    return "CREATE TEMPORARY TABLE %s (id BIGINT) WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '%s');\n" % (
        name, path)


def test_a_relative_path_begins_at_the_working_directory(place):
    (place.input / "a.csv").write_text("1\n")
    place.run(relative("files", "in") + relative("copy", "./out/deep/") + "INSERT INTO copy SELECT * FROM files;\n")
    copied = list((place.folder / "out" / "deep").glob("*.csv"))
    equal([file.read_text() for file in copied], ["1\n"])
    for path in ("file:" + str(place.input), "file://" + str(place.input), "out/../in/a.csv"):
        out, _ = place.run(relative("files", path) + "SELECT id FROM files;\n")
        equal(out.splitlines()[-1].split(",")[-1], "1")
    for path in ("s3://in", "file:in", "file://in", ""):
        _, err = place.run(relative("files", path) + "SELECT id FROM files;\n", status=1)
        holds(err, "allowed: a local path, such as '/data/in', 'in' or 'file:///data/in'")
    _, err = place.run(relative("files", "gone") + "SELECT id FROM files;\n", status=1)
    holds(err, "there is no file or directory '%s'" % (place.folder / "gone"))


def test_a_bad_csv_value_fails_naming_file_line_and_column(place):
    (place.input / "a.csv").write_text("1,a,1.5\n2,b,fast\n")
    _, err = place.run(place.files("csv") + GOOD + "INSERT INTO good SELECT * FROM files;\n", status=1)
    holds(err, "%s/a.csv:2: column 'x': 'fast' is no DOUBLE" % place.input)
    holds(err, "'csv.ignore-parse-errors' = 'true'")
    equal(place.query("SELECT COUNT(*) FROM good"), ["0"])


def test_a_bad_json_record_fails_naming_file_and_line(place):
    (place.input / "a.json").write_text('{"id": 1, "name": "a"}\n{"id": 2, "name": \n')
    _, err = place.run(place.files("json") + GOOD + "INSERT INTO good SELECT * FROM files;\n", status=1)
    holds(err, "%s/a.json:2: no JSON object" % place.input)
    (place.input / "a.json").write_text('{"id": 1}\n{"id": "many"}\n')
    _, err = place.run(place.files("json") + GOOD + "INSERT INTO good SELECT * FROM files;\n", status=1)
    holds(err, "%s/a.json:2: column 'id'" % place.input)


def test_ignored_errors_are_counted(place):
    (place.input / "a.csv").write_text("1,a,1.5\nx,b,2\n3,c,3,4,5\n4,d,4\n")
    _, err = place.run(place.files("csv", ", 'csv.ignore-parse-errors' = 'true'") + GOOD +
                       "INSERT INTO good SELECT * FROM files;\n")
    holds(err, "1 rejected")
    equal(place.query("SELECT * FROM good ORDER BY name"), ["1,a,1.5", ",b,2.0", "4,d,4.0"])


def test_dead_letters_of_csv_and_json(place):
    (place.input / "a.csv").write_text('1,a,1.5\nx,b,2\n"3,c,3\n')
    _, err = place.run(place.files("csv", ", 'dead-letter.table' = 'bad'") + GOOD + BAD +
                       "INSERT INTO good SELECT * FROM files;\n")
    holds(err, "1 written, 2 rejected")
    equal(place.query("SELECT * FROM good"), ["1,a,1.5"])
    found = place.query("SELECT line, reason, `raw` FROM bad ORDER BY line")
    holds(found[0], "2,column 'id': 'x' is no BIGINT,")
    holds(found[1], "3,the quote in field 1 is not closed,")
    equal(place.query("SELECT DISTINCT source FROM bad"), [str(place.input / "a.csv")])
    (place.input / "a.csv").unlink()
    (place.input / "b.json").write_text('{"id": 1}\n[1]\n{"id": {}}\n')
    place.run(place.files("json", ", 'dead-letter.table' = 'bad'") + GOOD + BAD + "INSERT INTO good SELECT * FROM files;\n")
    equal(len(place.query("SELECT * FROM bad")), 4)


def test_a_record_is_rejected_once_whatever_reads_it(place):
    (place.input / "a.csv").write_text("1,a,1.5\nx,b,2\n3,c,fast\n")
    _, err = place.run(place.files("csv", ", 'dead-letter.table' = 'bad'") + BAD +
                       "CREATE TABLE names (id BIGINT, name STRING);\nCREATE TABLE numbers (id BIGINT, x DOUBLE);\n"
                       "EXECUTE STATEMENT SET BEGIN\nINSERT INTO names SELECT id, name FROM files;\n"
                       "INSERT INTO numbers SELECT id, x FROM files;\nEND;\n")
    holds(err, "2 rejected")
    equal(place.query("SELECT line FROM bad ORDER BY line"), ["2", "3"])
    equal(place.query("SELECT * FROM names"), ["1,a"])
    equal(place.query("SELECT * FROM numbers"), ["1,1.5"])


def test_bytes_that_are_no_utf8_are_kept_aside(place):
    (place.input / "a.csv").write_bytes(b"1,a,1\n7,\xff\xfe,2\n8,h,3\n")
    _, err = place.run(place.files("csv") + GOOD + "INSERT INTO good SELECT * FROM files;\n", status=1)
    holds(err, "%s/a.csv:2: column 'name': the byte 0xFF is no UTF-8" % place.input)
    _, err = place.run(place.files("csv", ", 'dead-letter.table' = 'bad'") + GOOD + BAD +
                       "INSERT INTO good SELECT * FROM files;\n")
    holds(err, "2 written, 1 rejected")
    (place.input / "a.csv").unlink()
    (place.input / "a.json").write_bytes(b'{"id":1,"name":"\xff"}\n{"id":2}\n')
    _, err = place.run(place.files("json", ", 'dead-letter.table' = 'bad'") + "INSERT INTO good SELECT * FROM files;\n")
    holds(err, "1 written, 1 rejected")
    equal(place.query("SELECT `raw` FROM bad ORDER BY source"),
          ['"7,\ufffd\ufffd,2"', '"{""id"":1,""name"":""\ufffd""}"'])


def test_dead_letters_of_nmea(place):
    log = place.folder / "log.nmea"
    log.write_text("!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24\n"
                   "!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*25\nnoise\n")
    ais = "CREATE TEMPORARY TABLE ais (mmsi BIGINT, lon DOUBLE) WITH ('connector' = 'nmea', 'path' = '%s', 'rows' = 'position'%s);\n"
    sink = "CREATE TABLE IF NOT EXISTS heard (mmsi BIGINT, lon DOUBLE);\n"
    _, err = place.run(ais % (log, "") + sink + "INSERT INTO heard SELECT mmsi, lon FROM ais;\n")
    holds(err, "rejected")
    _, err = place.run(ais % (log, ", 'dead-letter.table' = 'bad'") + BAD + sink + "INSERT INTO heard SELECT mmsi, lon FROM ais;\n")
    found = place.query("SELECT line, reason FROM bad ORDER BY line")
    holds(found[0], "2,")
    holds(found[0].lower(), "checksum")
    equal(place.query("SELECT COUNT(*) FROM heard"), ["2"])
    _, err = place.run(ais % (log, ", 'on-error' = 'fail'") + sink + "INSERT INTO heard SELECT mmsi, lon FROM ais;\n", status=1)
    holds(err, "log.nmea:2: ")


def test_a_dead_letter_table_must_fit(place):
    (place.input / "a.csv").write_text("1,a,1\n")
    _, err = place.run(place.files("csv", ", 'dead-letter.table' = 'wrong'") + GOOD + "CREATE TABLE wrong (x INT);\n"
                       "INSERT INTO good SELECT * FROM files;\n", status=1)
    holds(err, "column 'x INT' is none of source STRING, line BIGINT, reason STRING, raw STRING")
    _, err = place.run(place.files("csv", ", 'dead-letter.table' = 'nowhere'") + GOOD +
                       "INSERT INTO good SELECT * FROM files;\n", status=1)
    holds(err, "nowhere")


def test_unknown_options_are_refused_with_the_nearest(place):
    for fmt, option, near in (("csv", "csv.field-delimeter", "csv.field-delimiter"),
                              ("json", "json.ignore-parse-error", "json.ignore-parse-errors"),
                              ("csv", "sink.rolling-policy.filesize", "sink.rolling-policy.file-size")):
        _, err = place.run(place.files(fmt, ", '%s' = '1'" % option) + GOOD + "INSERT INTO good SELECT * FROM files;\n", status=1)
        holds(err, "option '%s' is unknown" % option)
        holds(err, "'%s'" % near)


def test_new_files_are_found_and_a_restart_reads_none_twice(place):
    text = "SET 'execution.checkpointing.interval' = '50 ms';\n" + \
        place.files("csv", ", 'source.monitor-interval' = '50 ms'") + GOOD + "INSERT INTO good SELECT * FROM files;\n"
    (place.input / "a.csv").write_text("1,a,1\n2,a,1\n")
    for name, expected in (("b", 4), ("c", 6)):
        job = place.start(text)
        time.sleep(0.3)
        (place.input / (name + ".csv")).write_text("3,%s,1\n4,%s,1\n" % (name, name))
        (place.input / ("." + name)).write_text("9,hidden,1\n")
        end = time.monotonic() + 20
        while place.query("SELECT COUNT(*) FROM good") != [str(expected)] and time.monotonic() < end:
            time.sleep(0.1)
        job.kill() if name == "b" else job.send_signal(signal.SIGINT)
        job.communicate(timeout=20)
        place.scripts -= 1  # the same file name: the same job
    equal(place.query("SELECT name, COUNT(*) FROM good GROUP BY name ORDER BY name"), ["a,2", "b,2", "c,2"])


def test_gz_files_and_patterns(place):
    with gzip.open(place.input / "a.csv.gz", "wt") as out:
        out.write("1,a,1\n")
    with gzip.open(place.input / "a.csv.gz", "at") as out:  # a second member
        out.write("2,b,1\n")
    (place.input / "b.txt").write_text("not,a,row,at,all\n")
    place.run(place.files("csv", ", 'source.path.regex-pattern' = '.*/in/a[.]csv.*'") + GOOD + "INSERT INTO good SELECT * FROM files;\n")
    equal(place.query("SELECT id, name FROM good ORDER BY id"), ["1,a", "2,b"])


def test_partitions_are_folders_and_are_marked_when_complete(place):
    columns = "id BIGINT, d STRING, h INT"
    out = ("CREATE TEMPORARY TABLE parts (%s) PARTITIONED BY (d, h) WITH ('connector' = 'filesystem', 'format' = 'json', "
           "'path' = '%s', 'sink.partition-commit.policy.kind' = 'success-file');\n") % (columns, place.folder / "parts")
    (place.input / "a.csv").write_text("1,2024-01-01,7\n2,2024-01-01,8\n3,a/b,7\n4,,7\n")
    text = place.files("csv", columns=columns) + out
    place.run(text + "INSERT INTO parts SELECT id, NULLIF(d, ''), h FROM files;\n")
    folders = sorted(str(p.relative_to(place.folder / "parts")) for p in (place.folder / "parts").glob("*/*"))
    equal(folders, ["d=2024-01-01/h=7", "d=2024-01-01/h=8", "d=__DEFAULT_PARTITION__/h=7", "d=a%2Fb/h=7"])
    for folder in folders:
        names = sorted(p.name for p in (place.folder / "parts" / folder).iterdir())
        equal((len(names), names[0]), (2, "_SUCCESS"))
    equal((place.folder / "parts/d=2024-01-01/h=8").glob("part-*").__next__().read_text(), '{"id":2}\n')
    lines, _ = place.run(out + "SELECT id, d, h FROM parts;\n")
    equal(sorted(lines.splitlines()[1:]), ["+I,1,2024-01-01,7", "+I,2,2024-01-01,8", "+I,3,a/b,7", "+I,4,,7"])


def test_partition_time_waits_for_the_watermark(place):
    out = ("CREATE TEMPORARY TABLE parts (id BIGINT, d STRING, h STRING) PARTITIONED BY (d, h) WITH ('connector' = 'filesystem', "
           "'format' = 'csv', 'path' = '%s', 'sink.partition-commit.policy.kind' = 'success-file', "
           "'sink.partition-commit.trigger' = 'partition-time', 'sink.partition-commit.delay' = '1 h', "
           "'partition.time-extractor.timestamp-pattern' = '$d $h:00:00');\n") % (place.folder / "parts")
    files = place.files("csv", ", 'source.monitor-interval' = '1 s'", columns="id BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts")
    (place.input / "a.csv").write_text("1,2024-01-01 07:30:00\n2,2024-01-01 08:00:00\n3,2024-01-01 08:10:00\n")
    job = place.start("SET 'execution.checkpointing.interval' = '100 ms';\n" + files + out +
                      "INSERT INTO parts SELECT id, DATE_FORMAT(ts, 'yyyy-MM-dd'), DATE_FORMAT(ts, 'HH') FROM files;\n")
    first = place.folder / "parts/d=2024-01-01/h=07/_SUCCESS"
    end = time.monotonic() + 20
    while not first.exists() and time.monotonic() < end:
        time.sleep(0.05)
    job.send_signal(signal.SIGINT)
    job.communicate(timeout=20)
    equal(first.exists(), True)
    equal((place.folder / "parts/d=2024-01-01/h=08/_SUCCESS").exists(), False)


def test_the_end_of_input_completes_all_partitions(place):
    out = ("CREATE TEMPORARY TABLE parts (id BIGINT, d STRING) PARTITIONED BY (d) WITH ('connector' = 'filesystem', "
           "'format' = 'csv', 'path' = '%s', 'sink.partition-commit.policy.kind' = 'success-file', "
           "'sink.partition-commit.trigger' = 'partition-time', 'sink.partition-commit.delay' = '1 d');\n") % (place.folder / "parts")
    files = place.files("csv", columns="id BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts")
    (place.input / "a.csv").write_text("1,2024-01-01 07:30:00\n2,2024-01-02 08:00:00\n")
    place.run(files + out + "INSERT INTO parts SELECT id, DATE_FORMAT(ts, 'yyyy-MM-dd') FROM files;\n")
    marked = sorted(p.parent.name for p in (place.folder / "parts").glob("*/_SUCCESS"))
    equal(marked, ["d=2024-01-01", "d=2024-01-02"])


def test_files_roll_at_their_size(place):
    source = ("CREATE TEMPORARY TABLE numbers (id BIGINT, s STRING) WITH ('connector' = 'datagen', 'rows-per-second' = '1000000', "
              "'fields.id.kind' = 'sequence', 'fields.id.start' = '1', 'fields.id.end' = '20000');\n")
    place.run(source + place.files("csv", ", 'sink.rolling-policy.file-size' = '1 mb'", name="rolled", columns="id BIGINT, s STRING", path="rolled") +
              "INSERT INTO rolled SELECT id, s FROM numbers;\n")
    parts = list((place.folder / "rolled").glob("part-*.csv"))
    equal(len(parts) >= 2, True)
    ids = sorted(int(line.split(",")[0]) for p in parts for line in p.read_text().splitlines())
    equal(ids, list(range(1, 20001)))


def test_formats_keep_their_values(place):
    columns = ("i INT, d DECIMAL(20, 10), f FLOAT, b BOOLEAN, s STRING, bs BYTES, dt DATE, t TIME, ts TIMESTAMP(6), "
               "tl TIMESTAMP_LTZ(3), a ARRAY<INT>, r ROW<x INT, y STRING>")
    values = ("1, CAST('0.0000000120' AS DECIMAL(20, 10)), CAST(1.5 AS FLOAT), TRUE, 'a, \"b\"\nc', X'00ff41', DATE '2024-01-31', "
              "TIME '12:00:01', TIMESTAMP '2024-01-31 12:00:00.123456', TO_TIMESTAMP_LTZ(1700000000123, 3), ARRAY[1, 2], ROW(7, 'z')")
    nulls = ", ".join("CAST(NULL AS %s)" % t for t in ("INT", "DECIMAL(20, 10)", "FLOAT", "BOOLEAN", "STRING", "BYTES", "DATE", "TIME",
                                                      "TIMESTAMP(6)", "TIMESTAMP_LTZ(3)", "ARRAY<INT>", "ROW<x INT, y STRING>"))
    for fmt, more in (("csv", ", 'csv.null-literal' = '\\N'"), ("json", "")):
        table = "SET 'table.local-time-zone' = 'UTC';\n" + place.files(fmt, more, name="kept", columns=columns, path="kept-" + fmt)
        place.run(table + "INSERT INTO kept SELECT %s UNION ALL SELECT %s;\n" % (values, nulls))
        out, _ = place.run(table + "CREATE TEMPORARY TABLE p (%s) WITH ('connector' = 'print');\nINSERT INTO p SELECT * FROM kept;\n" % columns)
        lines = sorted(re.split(r"\n(?=\+I\[)", out.strip()))
        equal(lines, ["+I[1, 1.20E-8, 1.5, true, a, \"b\"\nc, [0, -1, 65], 2024-01-31, 12:00:01, 2024-01-31T12:00:00.123456, "
                      "2023-11-14T22:13:20.123Z, [1, 2], +I[7, z]]",
                      "+I[null, null, null, null, null, null, null, null, null, null, null, null]"])
    text = next((place.folder / "kept-csv").glob("part-*")).read_text()
    holds(text, "1.20E-8")
    holds(text, ",1;2,7;z")


def test_datagen_makes_every_type(place):
    columns = ("i TINYINT, d DECIMAL(30, 5), s CHAR(4), v VARCHAR(9), bs BINARY(3), dt DATE, t TIME, ts TIMESTAMP(3), "
               "a ARRAY<INT>, m MAP<STRING, DOUBLE>, r ROW<x INT, y ARRAY<STRING>>, q MULTISET<STRING>, n INT")
    text = ("CREATE TEMPORARY TABLE made (%s) WITH ('connector' = 'datagen', 'number-of-rows' = '50', 'fields.i.min' = '1', "
            "'fields.i.max' = '3', 'fields.v.length' = '5', 'fields.v.var-len' = 'true', 'fields.a.length' = '2', "
            "'fields.a.element.max' = '9', 'fields.a.element.min' = '0', 'fields.m.key.length' = '2', 'fields.r.x.min' = '5', "
            "'fields.r.x.max' = '5', 'fields.n.null-rate' = '1');\n") % columns
    out, _ = place.run(text + "CREATE TEMPORARY TABLE p (i TINYINT, s CHAR(4), v VARCHAR(9), a ARRAY<INT>, r INT, n INT, m MAP<STRING, DOUBLE>) "
                       "WITH ('connector' = 'print');\nINSERT INTO p SELECT i, s, v, a, r.x, n, m FROM made;\n")
    lines = out.splitlines()
    equal(len(lines), 50)
    lengths = set()
    for line in lines:
        found = re.fullmatch(r"\+I\[[123], [0-9a-f]{4}, ([0-9a-f]{1,5}), \[\d, \d\], 5, null, \{[0-9a-f]{2}=.*\}\]", line)
        if not found:
            raise AssertionError(line)
        lengths.add(len(found.group(1)))
    equal(len(lengths) > 1, True)
    _, err = place.run(text.replace("fields.i.min", "fields.j.min") + "SELECT i FROM made;\n", status=1)
    holds(err, "fields.j.min")


def main():
    tarn = str(pathlib.Path(sys.argv[1]).resolve())
    failed = 0
    for name, test in sorted(globals().items()):
        if not name.startswith("test_") or (len(sys.argv) > 2 and sys.argv[2] not in name):
            continue
        place = Place(tarn)
        try:
            test(place)
            print("ok   ", name, flush=True)
            shutil.rmtree(place.folder)
        except Exception as e:  # every test is run
            failed += 1
            print("FAIL ", name, "in", place.folder, "\n", str(e)[:3000], flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
