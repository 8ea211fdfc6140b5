"""Repeated kills and power cuts at random times with the same file."""

import random
import time

from faults import Outcome
from faults.client import Client
from faults.history import History
from faults.powercut import PowerCuts
from faults.replay import Replay
from faults.writers import Writers
from harness import Failure

TITLE = "alternating `kill -9` and power cuts at random times, 8 writers"
TARGET = "every acknowledged change is there, no order is torn, the program starts again without repair"
ROUNDS, SHORT = 200, 4
SEED = 1
# Checking every page of the file each time would take longer than everything else.
CHECKED_EVERY = 20


def run(program, folder, rounds):
    chance = random.Random(SEED)
    history = History()
    with PowerCuts(program, folder) as server:
        writers = Writers(server, history, seed=SEED)
        replay = Replay(history).begin(server.database)
        done = 0
        for number in range(rounds):
            try:
                crash_and_restart(server, writers, number, chance)
                verify(server, replay, number % CHECKED_EVERY == CHECKED_EVERY - 1)
            except Failure as failure:
                replay.faults.append(f"the program does not start again: {failure}")
            done = number + 1
            if replay.faults or writers.problems:
                break
        if server.runs and not replay.faults:
            verify(server, replay, True)
            # Replay all changes again from the first to the last: earlier data must still be there.
            replay.faults += replay.again().advance(server.database).faults
    faults = [f"in round {done}, seed {SEED}: {fault}" for fault in (replay.faults + writers.problems)[:10]]
    return Outcome(
        f"{done} rounds, {len(history.acknowledged):,} changes acknowledged, {len(history.lost):,} without a response", faults
    )


def crash_and_restart(server, writers, number, chance):
    """Lets the writers write for a while, and kills and restarts the server."""
    writers.start(number)
    writers.history.wait(chance.randrange(80))
    # Also at any instant between two responses.
    time.sleep(chance.uniform(0, 0.01))
    if number % 2:
        server.cut()
    else:
        server.kill()
    writers.join()
    server.start()


def verify(server, replay, with_command):
    replay.advance(server.database)
    with Client(server.address) as client:
        replay.compare_served(client)
    if with_command:
        code, said = server.command("check", "--database", server.database)
        if code:
            replay.faults.append(f"`homeblocks check` exits {code}: {said.strip()[:300]}")
