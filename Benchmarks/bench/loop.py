"""The upper limit of S1: a C loop that only sends the same bytes (Benchmarks/Loop/loop.c)."""

import subprocess

from bench import processes
from bench.sides import Side
from harness import ROOT


class Loop:
    """Serves a body with `write`, or with `sendfile` from a file in memory."""

    def __init__(self, folder, way, body):
        self.program, self.file, self.way = folder / f"loop-{way}", folder / "body", way
        self.file.write_bytes(body)
        source = ROOT / "Benchmarks/Loop/loop.c"
        subprocess.run(["gcc", "-O2", "-Wall", "-Werror", "-o", self.program, source], check=True)

    def __enter__(self):
        self.process = subprocess.Popen([self.program, self.way, self.file], stdout=subprocess.PIPE, text=True)
        self.url = f"http://127.0.0.1:{int(self.process.stdout.readline())}/homepage"
        return self

    def __exit__(self, *_):
        processes.stop(self.process)
        self.process.stdout.close()

    def side(self, headers):
        return Side(f"a bare loop ({self.way})", self.url, self.process.pid, headers)
