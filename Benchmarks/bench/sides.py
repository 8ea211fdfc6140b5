"""Two or more sides of a measurement under load in alternation; the medians of their rounds."""

import statistics
from dataclasses import dataclass, field

from bench import processes, wrk


@dataclass
class Side:
    name: str
    url: str
    pid: int
    headers: dict = field(default_factory=dict)
    script: str = ""
    connections: int = 32
    # The bytes of head and body of one response; 0 if they vary.
    response_bytes: int = 0
    loads: list = field(default_factory=list)
    cpu: list = field(default_factory=list)
    served: list = field(default_factory=list)

    def load(self, seconds):
        return wrk.run(self.url, seconds, self.headers, self.script, self.connections)

    def round(self, seconds):
        cpu, written = processes.cpu_seconds(self.pid), processes.written(self.pid)
        load = self.load(seconds)
        self.loads.append(load)
        self.cpu.append(processes.cpu_seconds(self.pid) - cpu)
        # Responses in progress at the end were served too. wrk's bytes are for kernels that do not count sockets.
        self.served.append(max(load.bytes, processes.written(self.pid) - written))

    def median(self, name):
        return statistics.median(getattr(load, name) for load in self.loads)

    @property
    def rate(self):
        return self.median("rate")

    @property
    def cpu_per_1000(self):
        """CPU seconds of the server's processes per 1,000 responses."""
        return statistics.median(cpu / load.requests * 1000 for cpu, load in zip(self.cpu, self.loads))

    @property
    def cpu_per_byte(self):
        """CPU nanoseconds per served byte."""
        return statistics.median(cpu / served * 1e9 for cpu, served in zip(self.cpu, self.served))

    def __str__(self):
        size = f"{self.response_bytes:>11,} bytes per response" if self.response_bytes else ""
        return (
            f"   {self.name:<42} {self.rate:>9,.0f}/s   p50 {self.median('p50'):>8.2f} ms   p99 {self.median('p99'):>8.2f} ms"
            f"   CPU {self.cpu_per_1000:>7.3f} s per 1,000   {size}"
        )


def alternate(sides, rounds, seconds):
    """Runs rounds A B A B …, after a warm-up of each side."""
    for side in sides:
        side.load(min(seconds, 0.5))
    for _ in range(rounds):
        for side in sides:
            side.round(seconds)


def fastest(sides, seconds):
    """The side that serves most in a short trial, so that the competitor uses its best configuration."""
    return max(sides, key=lambda side: side.load(seconds).rate)
