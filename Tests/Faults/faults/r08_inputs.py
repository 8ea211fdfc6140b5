"""R8: random bytes and mutated pages as imports and block changes."""

import random
import time
from concurrent.futures import ThreadPoolExecutor

from faults import Outcome
from faults.input_writer import Writer
from faults.server import FaultsServer

TITLE = "random bytes and mutated pages as imports and block writes (seed 8)"
TARGET = "accepted and read back as sent, or a 4xx; never a crash"
# Each has 250 inputs; some find no block to change.
ROUNDS = 410
SHORT = 1

INPUTS = 250
WRITERS = 4
# The number of rounds with the same database.
TOGETHER = 20


def run(program, folder, rounds):
    faults, sent, accepted, seconds = [], 0, 0, 0.0
    for first in range(0, rounds, TOGETHER):
        own = folder / str(first)
        own.mkdir()
        with FaultsServer(program, own) as server:
            writers = [Writer(server.address, n, random.Random(f"8 {first} {n}"), faults) for n in range(WRITERS)]
            inputs = min(TOGETHER, rounds - first) * INPUTS // WRITERS
            began = time.monotonic()
            with ThreadPoolExecutor(WRITERS) as threads:
                list(threads.map(lambda writer: [writer.step() for _ in range(inputs) if server.runs], writers))
            seconds += time.monotonic() - began
            sent += sum(each.sent for each in writers)
            accepted += sum(each.accepted for each in writers)
            faults += ended(server)
        for file in own.glob("pages.sqlite*"):
            file.unlink()
    figure = f"{sent:,} inputs, {accepted:,} of them accepted, {len(faults)} failed; {sent / seconds:.0f} per second"
    return Outcome(figure, faults[:50])


def ended(server):
    """Stops the server; returns the violations of the server and its database."""
    if not server.runs:
        return [f"The program ended with the code {server.ended()}."]
    faults = [f"The program ended with the code {code} when it was stopped." for code in [server.stop()] if code]
    code, said = server.command("check", "--database", server.database)
    return faults + ([f"check reports for the database: {said[-300:]}"] if code else [])
