"""Runs wrk and parses its results."""

import json
import math
import re
import signal
import subprocess
import tempfile
from dataclasses import dataclass

from harness import Failure

# The standard output of wrk is rounded; this line has exact numbers.
REPORT = """
function done(summary, latency, requests)
    local e = summary.errors
    io.write(string.format("figures requests=%d microseconds=%d bytes=%d errors=%d refused=%d p50=%d p99=%d\\n",
        summary.requests, summary.duration, summary.bytes, e.connect + e.read + e.write + e.timeout, e.status,
        latency:percentile(50), latency:percentile(99)))
end
"""


@dataclass
class Load:
    """The results of one run: responses, seconds, and latencies in milliseconds."""

    requests: int
    seconds: float
    bytes: int
    errors: int
    refused: int
    p50: float
    p99: float

    @property
    def rate(self):
        return self.requests / self.seconds


def parse(text):
    line = re.search(r"^figures (.+)$", text, re.M)
    if not line:
        raise Failure("wrk said nothing of what it found: " + text.strip()[-500:])
    found = {name: int(value) for name, value in (part.split("=") for part in line.group(1).split())}
    return Load(
        found["requests"],
        found["microseconds"] / 1e6,
        found["bytes"],
        found["errors"],
        found["refused"],
        found["p50"] / 1e3,
        found["p99"] / 1e3,
    )


def run(url, seconds, headers=None, script="", connections=32):
    """Generates load from one thread; fails unless every response is successful."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as lua:
        lua.write(script + REPORT)
        lua.flush()
        command = ["wrk", "-t1", f"-c{connections}", f"-d{math.ceil(seconds)}s", "--latency", "--timeout", "10s"]
        command += [word for name, value in (headers or {}).items() for word in ("-H", f"{name}: {value}")]
        command += ["-s", lua.name, url]
        load = parse(_output(command, seconds))
    if load.errors or load.refused or not load.requests:
        raise Failure(f"of {load.requests} requests to {url}, {load.errors} failed and {load.refused} got no 2xx or 3xx response")
    return load


def _output(command, seconds):
    """The output of wrk. It accepts only whole seconds: a shorter run is ended by a signal, after which wrk reports."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            return process.communicate(timeout=seconds if seconds % 1 else seconds + 60)[0]
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            return process.communicate(timeout=60)[0]
        finally:
            process.kill()


def rotation(requests):
    """A wrk script that sends prepared requests in rotation: (method, path, headers, body) each."""
    lines = [
        f"    requests[{number}] = wrk.format({_lua(method)}, {_lua(path)}, {_table(headers)}, {_lua(body)})"
        for number, (method, path, headers, body) in enumerate(requests)
    ]
    return f"""
local requests, turn = {{}}, 0
function init(args)
{chr(10).join(lines)}
end
function request()
    turn = turn + 1
    return requests[turn % {len(requests)}]
end
"""


def _lua(text):
    # JSON and Lua escape quotes and backslashes the same way.
    return "nil" if text is None else json.dumps(text, ensure_ascii=False)


def _table(values):
    return "{" + ", ".join(f"[{_lua(name)}] = {_lua(value)}" for name, value in values.items()) + "}"


def version():
    said = subprocess.run(["wrk", "-v"], capture_output=True, text=True)
    return re.search(r"wrk (?:debian/)?(\S+)", said.stdout + said.stderr).group(1)
