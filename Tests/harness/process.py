"""The real program as a process that serves, to be started, stopped and killed."""

import json
import os
import pathlib
import re
import signal
import subprocess

from harness import PROGRAM, ROOT, Failure, databases, environment


class ServerProcess:
    """`with ServerProcess(folder) as server:` serves on a free port until the block ends, and may end before.

    `launcher` is a command that starts the program in its place (`setpriv …`); `env` are further variables. The log is in
    the folder, and so is the database, unless it is named.
    """

    def __init__(self, folder, env=None, program=PROGRAM, database=None, launcher=()):
        self.folder, self.program, self.launcher = pathlib.Path(folder), str(program), [*map(str, launcher)]
        self.database = database or databases.new(self.folder)
        self.env = environment(**(env or {}))
        self.process, self.banner = None, ""

    @property
    def log(self):
        """Everything that the program wrote except the banner."""
        file = self.folder / "log"
        return file.read_text(errors="replace") if file.exists() else ""

    def start(self, port=0):
        """Returns once it listens."""
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.launcher, self.program, "serve", "--port", str(port), "--database", str(self.database)],
                cwd=ROOT,
                env=self.env,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        try:
            self.read_banner()
        except BaseException:
            if self.runs:
                self.kill()
            raise
        self.url = self.said("address", r"^listening on (https?://(?:127\.0\.0\.1|localhost):\d+)$")
        self.port = int(self.url.rpartition(":")[2])
        self.address = ("127.0.0.1", self.port)
        return self

    def read_banner(self):
        self.banner = ""
        # The line with the database is the last one; with JSON logs there is only one.
        while not re.search(r"  database.*\n$|^\{.*\}\n$", self.banner, re.S):
            part = os.read(self.process.stdout.fileno(), 65536).decode()
            if not part:
                raise Failure(f"the program did not start and exited {self.ended()}: {self.log[-1500:].strip()}")
            self.banner += part

    def said(self, name, pattern):
        """What the banner says: a member of the event with JSON logs, else what a pattern finds."""
        if self.banner.startswith("{"):
            return json.loads(self.banner)[name]
        return re.search(pattern, self.banner, re.M).group(1)

    @property
    def pid(self):
        return self.process.pid

    @property
    def private_memory(self):
        """In KB."""
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(r"RssAnon:\s+(\d+)", status).group(1))

    @property
    def runs(self):
        return self.process is not None and self.process.poll() is None

    def ended(self, seconds=30):
        """The code that it exits with; a signal's number is negative."""
        code = self.process.wait(timeout=seconds)
        self.process.stdout.close()
        return code

    def stop(self, signal_number=signal.SIGTERM, seconds=30):
        """As its users stop it; returns the exit code."""
        self.process.send_signal(signal_number)
        return self.ended(seconds)

    def kill(self):
        """Kills it with SIGKILL."""
        return self.stop(signal.SIGKILL)

    def freeze(self):
        """Suspends it, as if its machine were paused."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def __enter__(self):
        return self if self.runs else self.start()

    def __exit__(self, *_):
        if self.runs:
            self.kill()
