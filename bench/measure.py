"""Running a side of a comparison: a process as a whole, or the figures that a rival's own program prints."""
import os
import re
import resource
import subprocess
import time


class Side:
    """What one side needed: seconds of wall clock and of CPU, peak resident bytes, and what it answered."""

    def __init__(self, rows, wall_s, cpu_s, peak_rss_bytes, answer=""):
        self.rows, self.wall_s, self.cpu_s = rows, wall_s, cpu_s
        self.peak_rss_bytes, self.answer = peak_rss_bytes, answer


def process(command, rows, timeout=900, env=None):
    """The whole process, from its start to its exit; CPU of all its threads and children."""
    out = open(os.path.join(os.environ.get("TMPDIR", "/tmp"), "tarn-bench-%d.out" % os.getpid()), "w+b")
    err = open(out.name + ".err", "w+b")
    begin = time.monotonic()
    child = subprocess.Popen([str(c) for c in command], stdout=out, stderr=err, env={**os.environ, **(env or {})})
    deadline = begin + timeout
    while True:
        pid, status, used = os.wait4(child.pid, os.WNOHANG)
        if pid:
            break
        if time.monotonic() > deadline:
            child.kill()
            os.wait4(child.pid, 0)
            raise RuntimeError("%s: no end after %d s" % (command[0], timeout))
        time.sleep(0.002)
    wall = time.monotonic() - begin
    child.returncode = os.waitstatus_to_exitcode(status)
    out.seek(0)
    err.seek(0)
    answer, complaint = out.read().decode(errors="replace"), err.read().decode(errors="replace")
    for file in (out, err):
        file.close()
        os.unlink(file.name)
    if child.returncode != 0:
        raise RuntimeError("%s: exit %d: %s" % (command[0], child.returncode, (complaint + answer)[-500:]))
    return Side(rows, wall, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, answer), complaint


def reported(text, pattern=r"^RESULT (.*)$"):
    """The last RESULT line of interop/java's Bench or bench_py.py, which leave out their own start and warm-up."""
    line = re.findall(pattern, text, re.M)[-1]
    value = dict(re.findall(r"(\S+?)=(\S+)", line))
    return Side(int(value["rows"]), float(value["wall_s"]), float(value["cpu_s"]),
                int(value.get("rss_peak_mb", 0)) << 20, line)


def machine():
    model = re.search(r"model name\s*: (.*)", open("/proc/cpuinfo").read())
    return {"cpu": model.group(1) if model else "?", "cores": os.cpu_count(),
            "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"), "page_bytes": resource.getpagesize()}
