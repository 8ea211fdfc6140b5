"""The real program with a database file in a folder, to be started, stopped and killed."""

import os
import pathlib
import re
import signal
import subprocess

from faults import ROOT, Failure

TOKEN = "whoever-makes-faults-writes-with-this-token"


def environment(**settings):
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("HOMEBLOCKS_")}
    return inherited | {"HOMEBLOCKS_ADMIN_TOKEN": TOKEN, "HOMEBLOCKS_LOG_LEVEL": "warning"} | settings


class Server:
    """`with Server(program, folder) as server:` serves on a free port until the block ends, and may be killed before.

    `before` is a command that starts the program (`setpriv …`); `env` has further variables. The log is in the folder,
    and so is the database, unless it is named.
    """

    def __init__(self, program, folder, before=(), database=None, **env):
        self.program, self.folder, self.before = str(program), pathlib.Path(folder), list(before)
        self.database = pathlib.Path(database or self.folder / "pages.sqlite")
        self.env = environment(**env)
        self.token = TOKEN
        self.process = None

    @property
    def log(self):
        """Everything that the program printed, but for the banner."""
        file = self.folder / "log"
        return file.read_text(errors="replace") if file.exists() else ""

    def start(self, *words):
        """Returns once it listens."""
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.before, self.program, "serve", "--port", "0", "--database", str(self.database), *words],
                cwd=ROOT, env=self.env, stdout=subprocess.PIPE, stderr=log, text=True)
        banner = ""
        # The line with the database is the last one of what every start says.
        while "  database" not in banner:
            line = self.process.stdout.readline()
            if not line:
                code = self.ended()
                raise Failure(f"the program did not start and exited {code}: {self.log[-1500:].strip()}")
            banner += line
        self.port = int(re.search(r"listening on http://127\.0\.0\.1:(\d+)", banner).group(1))
        self.address = ("127.0.0.1", self.port)
        self.url = f"http://127.0.0.1:{self.port}"
        return self

    @property
    def pid(self):
        return self.process.pid

    @property
    def runs(self):
        return self.process is not None and self.process.poll() is None

    def ended(self, seconds=30):
        """Its exit code; a signal's number is negative."""
        code = self.process.wait(timeout=seconds)
        self.process.stdout.close()
        return code

    def stop(self, seconds=30):
        """Stops it as its users do; returns the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended(seconds)

    def kill(self):
        """`kill -9`, at once."""
        self.process.kill()
        return self.ended()

    def __enter__(self):
        return self if self.runs else self.start()

    def __exit__(self, *_):
        if self.runs:
            self.kill()

    def command(self, *words, seconds=60):
        """Runs another command of the program; returns exit code and everything that it printed."""
        done = subprocess.run(
            [*self.before, self.program, *map(str, words)], cwd=ROOT, env=self.env, capture_output=True, text=True,
            timeout=seconds)
        return done.returncode, done.stdout + done.stderr
