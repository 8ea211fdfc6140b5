"""Runs `slow_clients.py` as a process until a block ends."""

import json
import os
import pathlib
import subprocess
import sys
import time

from harness import ROOT, Failure


class SlowCrowd:
    """`opening` is the time in seconds until all clients were connected, an indication of how busy the machine is."""

    def __init__(self, port, count, again=True):
        self.words = [str(port), str(count), "again" if again else "once"]

    def __enter__(self):
        began = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-B", "-m", "faults.slow_clients", *self.words],
            cwd=ROOT,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": f"{ROOT}/Tests/Faults:{ROOT}/Tests"},
        )
        if self.process.stdout.readline() != "open\n":
            self.process.kill()
            self.process.wait()
            raise Failure("the slow clients could not all connect")
        self.opening = time.monotonic() - began
        return self

    def end(self, seconds=None):
        """Waits up to `seconds` until all clients are closed, and ends them; returns the times until then, by kind."""
        if seconds is not None:
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                pass
        said = self.process.communicate("end\n", timeout=30)[0]
        return json.loads(said)

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


def open_files(server):
    return len(list(pathlib.Path(f"/proc/{server.pid}/fd").iterdir()))
