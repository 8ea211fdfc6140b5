"""R5: malformed requests, and requests that hide another one. The cases are in Tests/Faults/http."""

import json
from concurrent.futures import ThreadPoolExecutor

from faults import Outcome
from faults.client import Client, Lost
from faults.http_case import cases
from faults.http_delivery import DELIVERIES, timed
from faults.server import FaultsServer
from faults.settings import known

TITLE = "malformed HTTP: lengths, codings, chunks, fields, hidden requests, early ends; whole, byte by byte, half-closed"
TARGET = "4xx and close, or a correct response; never a hang, a crash, a desync"
ROUNDS = 5
SHORT = 1

# The number of concurrent connections, so that cases that wait for a timeout wait together.
AT_ONCE = 24
LIMITS = {f"HOMEBLOCKS_HTTP_{name}": "2" for name in ("IDLE_TIMEOUT", "HEADER_TIMEOUT", "REQUEST_TIMEOUT", "WRITE_TIMEOUT")} | {
    # An eighth of these may be bodies of one client without a credential, which is enough for all concurrent cases.
    "HOMEBLOCKS_HTTP_MAX_CHANGES": "512",
}
HEALTH = b'{"status":"ok"}'


def run(program, folder, rounds):
    faults, tried, slowest = [], 0, 0.0
    all_cases = cases()
    limits = known(program, **LIMITS)
    with FaultsServer(program, folder, HOMEBLOCKS_LOG_LEVEL="info", HOMEBLOCKS_LOG_FORMAT="json", **limits) as server:
        work = [(case, delivery) for _ in range(rounds) for case in all_cases for delivery in DELIVERIES]
        with ThreadPoolExecutor(AT_ONCE) as workers:
            for found, seconds in workers.map(lambda each: tried_one(server, *each), work):
                tried, slowest = tried + 1, max(slowest, seconds)
                faults += [found] if found else []
        if not server.runs:
            faults.append(f"The program ended with the code {server.ended()}.")
        elif code := server.stop():
            faults.append(f"The program ended with the code {code} when it was stopped.")
        faults += [f"A hidden request got a response: {path}" for path in hidden(server.log)]
    kinds = len(all_cases)
    figure = f"{kinds} cases in {len(DELIVERIES)} ways, {tried} sent, {len(faults)} failed; the longest took {slowest:.1f} s"
    return Outcome(figure, sorted(set(faults)))


def tried_one(server, case, delivery):
    """Returns the violation of a case or of a new connection after it, or None."""
    mark = b"behind-" + case.name.lower().replace(".", "-")[:50].encode()
    try:
        wrong, seconds = timed(server.address, case, delivery, mark)
    except OSError as error:
        wrong, seconds = f"{type(error).__name__}: {error}", 0
    if wrong:
        return f"{case.name}, {delivery}: {wrong}.", seconds
    try:
        with Client(server.address, timeout=5) as client:
            response = client.get("/healthz")
    except Lost as lost:
        return f"After {case.name}, {delivery}, a new connection gets no response: {lost}.", seconds
    wrong = f"After {case.name}, {delivery}, a new connection gets {response}."
    return (None if response.body == HEALTH else wrong), seconds


def hidden(log):
    """Paths in the log that occur only in bodies or after the end of a connection."""
    lines = (json.loads(line) for line in log.splitlines() if line.startswith("{"))
    return sorted({line["path"] for line in lines if line.get("path", "").startswith("/hidden")})
