"""SIGTERM while readers and writers use their connections."""

import random
import time
from subprocess import TimeoutExpired

from faults import Outcome
from faults.client import Client
from faults.history import History
from faults.load import Load
from faults.monitored_wire import MonitoredWire
from faults.replay import Replay
from faults.server import FaultsServer
from faults.writers import Writers

TITLE = "SIGTERM under load"
TARGET = "no acknowledged change is lost, no request is interrupted, exit 0 within 10 s"
ROUNDS, SHORT = 30, 2
SEED = 1


def run(program, folder, rounds):
    chance = random.Random(SEED)
    history, faults, slowest, responses, done = History(), [], 0.0, 0, 0
    with FaultsServer(program, folder) as server:
        writers = Writers(
            server, history, seed=SEED, connect=lambda address, token: MonitoredWire(address, token, faults, "a writer")
        )
        replay = Replay(history).begin(server.database)
        for number in range(rounds):
            load = Load(server, faults)
            writers.start(number)
            load.start()
            history.wait(chance.randrange(1, 40))
            seconds = end(server, load, faults)
            writers.join()
            load.join()
            slowest, responses, done = max(slowest, seconds), responses + load.responses, done + 1
            server.start()
            replay.advance(server.database)
            with Client(server.address) as client:
                replay.compare_served(client)
            faults += replay.faults + writers.problems
            if faults:
                break
    return Outcome(
        f"{done} times: {responses:,} responses to readers, {len(history.acknowledged):,} changes, "
        f"ended after at most {slowest:.1f} s",
        [f"in round {done}, seed {SEED}: {fault}" for fault in faults[:15]],
    )


def end(server, load, faults):
    """Returns the time between the signal and the end of the server."""
    load.signalled_at = begin = time.monotonic()
    server.process.terminate()
    load.signalled.set()
    try:
        code = server.ended(10)
        if code:
            faults.append(f"it exits {code}: {server.log[-300:]}")
    except TimeoutExpired:
        faults.append("it has not ended within 10 s")
        server.kill()
    return time.monotonic() - begin
