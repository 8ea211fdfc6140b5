"""Runs h2load over HTTP/2 or HTTP/1.1, and parses its results."""

import math
import pathlib
import re
import subprocess
import tempfile

from bench.wrk import Load
from harness import Failure

# Both sides use it, since the client offers no other one.
CIPHER = "TLS_AES_128_GCM_SHA256"


def run(url, seconds, headers, protocol, connections, streams=1):
    """Generates load from one thread; fails unless every response is successful."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, "requests")
        command = [
            "h2load",
            "-t1",
            f"-c{connections}",
            f"-m{streams}",
            f"-D{math.ceil(seconds)}",
            f"--log-file={log}",
            f"--tls13-ciphers={CIPHER}",
        ]
        command += ["--h1"] if protocol == "http/1.1" else []
        command += [word for name, value in headers.items() for word in ("-H", f"{name}: {value}")]
        done = subprocess.run([*command, url], capture_output=True, text=True, timeout=seconds + 60)
        times = sorted(int(line.rsplit("\t", 1)[1]) for line in log.open())
    return parse(done.stdout, times, protocol, math.ceil(seconds))


def parse(said, times, protocol, seconds):
    agreed = re.search(r"^Application protocol: (\S+)", said, re.M)
    counted = re.search(r"^requests: .+ (\d+) succeeded, (\d+) failed, (\d+) errored, (\d+) timeout", said, re.M)
    sent = re.search(r"^traffic: .+ \((\d+)\) total", said, re.M)
    if not (agreed and counted and sent and times):
        raise Failure("h2load said nothing of what it found: " + said.strip()[-500:])
    if agreed.group(1) != protocol.replace("http/2", "h2"):
        raise Failure(f"{agreed.group(1)} was agreed on, not {protocol}")
    succeeded, failed, errored, late = map(int, counted.groups())
    if failed or errored or late or not succeeded:
        raise Failure(f"{succeeded} requests succeeded, {failed} failed, {errored} errored, {late} were late")
    at = lambda part: times[int((len(times) - 1) * part)] / 1e3
    return Load(succeeded, seconds, int(sent.group(1)), 0, 0, at(0.5), at(0.99))
