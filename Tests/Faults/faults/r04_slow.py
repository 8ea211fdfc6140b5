"""R4: many connections with almost no traffic, and more connections than file descriptors."""

import resource
import statistics
import time

from faults import Outcome
from faults.descriptors import exhausted
from faults.latency import p99
from faults.server import FaultsServer
from faults.settings import known
from faults.slow_crowd import SlowCrowd, open_files

TITLE = "2,000 connections that are idle, send a head or a body slowly, or read nothing; no file descriptors left"
TARGET = "p99 for others ≤ 2 × without; each is closed within its limit; no descriptor leaks"
# The number of alternating measurements of p99 without and with the slow clients.
ROUNDS = 7
# Too few for a verdict about p99, and with a smaller crowd and fewer reads.
SHORT = 1

CROWD, SMALL_CROWD = 2000, 400
# The reads take longer than a second, in which each client of the crowd sends something.
READS, FEW_READS = 60_000, 240
FEWEST = 5
MOST = 2
# In seconds, if the program has the setting.
LIMITS = {"IDLE_TIMEOUT": 3, "HEADER_TIMEOUT": 2, "REQUEST_TIMEOUT": 4, "WRITE_TIMEOUT": 3}
LATER = 5


def run(program, folder, rounds):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, hard) if hard > 0 else 8192, hard))
    try:
        faults, figures = [], []
        for number, trial in enumerate((latencies, cuts, exhausted)):
            own = folder / str(number)
            own.mkdir()
            figure, found = trial(program, own, rounds)
            figures.append(figure)
            faults += found
        return Outcome("; ".join(figures), faults)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def latencies(program, folder, rounds):
    """Measures p99 without and with the crowd in alternation."""
    ratios, without, slowed = [], [], []
    count, reads = crowd_of(rounds), READS if rounds >= FEWEST else FEW_READS
    # The server reads a quarter as many bodies concurrently: no connection of the crowd is refused.
    limits = known(program, HOMEBLOCKS_HTTP_MAX_CHANGES=str(2 * count))
    with FaultsServer(program, folder, **limits) as server:
        p99(server.address, reads)
        before = open_files(server)
        for _ in range(rounds):
            without.append(p99(server.address, reads))
            with SlowCrowd(server.port, count) as crowd:
                awaited(server, lambda now: now >= before + count)
                p99(server.address, reads // 6)
                slowed.append(p99(server.address, reads))
                crowd.end()
            ratios.append(slowed[-1] / without[-1])
            if found := leaks(server, before):
                return "descriptors leak", found
        server.stop()
    ratio = statistics.median(ratios)
    figure = (
        f"p99 {ratio:.2f} × ({statistics.median(slowed) * 1000:.1f} ms against "
        f"{statistics.median(without) * 1000:.1f} ms, median of {rounds})"
    )
    late = ratio > MOST and rounds >= FEWEST
    return figure, [f"Others wait {ratio:.2f} times as long with {count} slow connections."] if late else []


def cuts(program, folder, rounds):
    """Measures the time after which each kind of connection is closed."""
    count = crowd_of(rounds)
    limits = {f"HOMEBLOCKS_HTTP_{name}": str(seconds) for name, seconds in LIMITS.items()}
    limits = known(program, **limits)
    due = {kind: allowed(kind, limits) for kind in ("idle", "head", "body", "reading nothing")}
    with FaultsServer(program, folder, **limits) as server:
        p99(server.address, 80)
        before = open_files(server)
        with SlowCrowd(server.port, count, again=False) as crowd:
            # Connections that are accepted late are closed late. The short form runs concurrently with other tests.
            later = 2 * crowd.opening + (LATER if rounds < FEWEST else 0)
            found = crowd.end(max(due.values()) + later + LATER)
        faults = []
        for kind, seconds in due.items():
            times = found.get(kind, [])
            if len(times) < count // len(due):
                faults.append(f"{count // len(due) - len(times)} connections ({kind}) were never closed.")
            elif max(times) > seconds + later:
                faults.append(f"A connection ({kind}) was closed only after {max(times):.1f} s, not {seconds + later:.1f} s.")
        faults += leaks(server, before)
        if code := server.stop():
            faults.append(f"The program ended with the code {code}.")
    shown = ", ".join(f"{kind} {max(times):.1f} s" for kind, times in sorted(found.items()) if times)
    return f"closed after at most: {shown}", faults


def allowed(kind, limits):
    """The seconds until all connections of a kind must be closed. A kind without a limit has that of idle ones."""
    names = {"head": "HEADER_TIMEOUT", "body": "REQUEST_TIMEOUT", "reading nothing": "WRITE_TIMEOUT"}
    name = names.get(kind, "IDLE_TIMEOUT")
    seconds = LIMITS[name if f"HOMEBLOCKS_HTTP_{name}" in limits else "IDLE_TIMEOUT"]
    # The program checks for idle connections four times per limit, and the crowd checks once a second.
    return seconds * 1.25 + 3


def crowd_of(rounds):
    return CROWD if rounds >= FEWEST else SMALL_CROWD


def leaks(server, before, seconds=15):
    """Returns a violation if more descriptors are open than before, after all connections were closed."""
    more = awaited(server, lambda now: now <= before, seconds) - before
    return [f"{more} more descriptors are open {seconds} s after all connections ended."] if more > 0 else []


def awaited(server, enough, seconds=15):
    """Waits until the number of open descriptors is as expected or the time is up; returns the number."""
    end = time.monotonic() + seconds
    while not enough(now := open_files(server)) and time.monotonic() < end:
        time.sleep(0.02)
    return now
