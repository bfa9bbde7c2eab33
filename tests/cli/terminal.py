"""A program on a pseudo-terminal, driven and looked at as a person would.

    with Terminal([tarn, "sql"], columns=80) as t:
        t.wait("> ")          # until this is on the screen (or was printed)
        t.type("SELECT 1;\n")
        print(t.screen())

The screen is a small VT100: text, \\r \\n \\b, cursor moves, erasing, inserting and deleting; what a line editor and a
progress bar need. Waiting is for texts, never for times; the limit only ends a test that hangs.
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
import unicodedata

LIMIT_S = 120


class Screen:
    """The lines ever shown, the last `rows` of which a terminal would show; never forgets."""

    def __init__(self, columns):
        self.columns = columns
        self.lines = [[]]
        self.row = 0
        self.column = 0
        self.pending = ""

    def _line(self):
        while self.row >= len(self.lines):
            self.lines.append([])
        return self.lines[self.row]

    def _put(self, char):
        wide = unicodedata.east_asian_width(char) in "WF"
        if unicodedata.combining(char):
            if self.column > 0:
                self._line()[self.column - 1] += char
            return
        if self.column + (2 if wide else 1) > self.columns:
            self.row += 1
            self.column = 0
        line = self._line()
        while len(line) < self.column + (2 if wide else 1):
            line.append(" ")
        line[self.column] = char
        self.column += 1
        if wide:
            line[self.column] = ""
            self.column += 1

    def feed(self, text):
        text = self.pending + text
        self.pending = ""
        at = 0
        while at < len(text):
            char = text[at]
            if char == "\x1b":
                match = re.compile(r"\x1b(?:\[([?>]?)([0-9;]*)([@-~])|\][^\x07]*\x07|[()].|[=>78c])").match(text, at)
                if not match:
                    self.pending = text[at:]
                    return
                at = match.end()
                if match.group(3) and not match.group(1):
                    self._control(match.group(3), match.group(2))
                continue
            at += 1
            if char == "\r":
                self.column = 0
            elif char == "\n":
                self.row += 1
                self._line()
            elif char == "\b":
                self.column = max(0, self.column - 1)
            elif char == "\t":
                self.column = min(self.columns - 1, (self.column // 8 + 1) * 8)
            elif char >= " ":
                self._put(char)

    def _control(self, kind, text):
        count = int(text.split(";")[0] or 0) if text else 0
        line = self._line()
        if kind == "A":
            self.row = max(0, self.row - max(1, count))
        elif kind == "B":
            self.row += max(1, count)
        elif kind == "C":
            self.column = min(self.columns - 1, self.column + max(1, count))
        elif kind == "D":
            self.column = max(0, self.column - max(1, count))
        elif kind == "G":
            self.column = max(1, count) - 1
        elif kind == "K":
            if count == 0:
                del line[self.column:]
            elif count == 2:
                line.clear()
        elif kind == "J" and count == 0:
            del line[self.column:]
            del self.lines[self.row + 1:]
        elif kind == "P":
            del line[self.column:self.column + max(1, count)]
        elif kind == "@":
            for _ in range(max(1, count)):
                line.insert(self.column, " ")

    def text(self):
        return "\n".join("".join(line).rstrip() for line in self.lines)


class Terminal:
    def __init__(self, command, columns=100, rows=30, env=None, cwd=None):
        self.screen_now = Screen(columns)
        self.printed = ""  # everything, controls included
        self.seen = 0      # how much of it wait() has consumed
        self.status = None
        environment = {"PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "C.UTF-8", "HOME": cwd or "/nonexistent"}
        environment.update(env or {})
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            if cwd:
                os.chdir(cwd)
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)

    def _read(self, seconds):
        """False: nothing more will come."""
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        if not data:
            return False
        text = data.decode("utf-8", "replace")
        self.printed += text
        self.screen_now.feed(text)
        return True

    def wait(self, text, limit=LIMIT_S):
        """Reads until `text` is printed after what an earlier wait() found."""
        end = time.monotonic() + limit
        while True:
            at = self.printed.find(text, self.seen)
            if at >= 0:
                self.seen = at + len(text)
                return
            if time.monotonic() > end or not self._read(0.2):
                raise AssertionError(f"{text!r} never came; the screen:\n{self.screen()}")

    def type(self, text):
        os.write(self.fd, text.encode())

    def screen(self):
        return self.screen_now.text()

    def end(self, limit=LIMIT_S):
        """Waits for the program's end; its exit status."""
        stop = time.monotonic() + limit
        while self._read(0.2):
            if time.monotonic() > stop:
                raise AssertionError(f"it does not end; the screen:\n{self.screen()}")
        _, status = os.waitpid(self.pid, 0)
        self.status = os.waitstatus_to_exitcode(status)
        return self.status
