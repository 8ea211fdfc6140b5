"""A disk that becomes full during writes, has space again, and is full at a start."""

import random
import time

from faults import Outcome
from faults.client import Client
from faults.disks import small_disk
from faults.history import History
from faults.readers import Readers
from faults.replay import Replay
from faults.server import FaultsServer
from faults.writers import Writers
from harness import Failure

TITLE = "disk full during writes, and at a start"
TARGET = "503 with the reason, reads work, no acknowledged change is lost, writes work again once there is space"
ROUNDS, SHORT = 12, 2
SEED = 1
# A log may be reused from its beginning before a write needs more space.
SECONDS = 60


def run(program, folder, rounds):
    chance = random.Random(SEED)
    history, faults = History(), []
    reads = starts = done = 0
    with small_disk(folder) as disk, on(disk, program, folder) as server:
        writers = Writers(server, history, seed=SEED)
        replay = Replay(history).begin(server.database)
        for number in range(rounds):
            with Readers(server) as readers:
                faults += fill_and_free(disk, writers, number, chance)
            reads += readers.count
            faults += readers.problems
            replay.advance(server.database)
            starts += start_on_full(disk, server, number, faults)
            verify(server, replay)
            done += 1
            faults += replay.faults + writers.problems
            if faults:
                break
        faults += first_start(disk, program, folder)
    refused = [attempt for attempt in history.attempts if attempt.status == 503]
    faults += [f"{each} was rejected with {each.response.get('detail')}" for each in refused if not says_full(each)]
    if not refused and not faults:
        raise Failure("no write was rejected, so nothing was tested")
    return Outcome(
        f"{done} times full ({disk.kind}): {len(refused):,} changes rejected, {len(history.acknowledged):,} "
        f"acknowledged, {reads:,} reads succeeded, {starts} of {done} starts on the full disk succeeded",
        [f"in round {done}, seed {SEED}: {fault}" for fault in faults[:10]],
    )


def on(disk, program, folder, name="pages.sqlite"):
    """A server whose database is on the disk, but not its program log."""
    return FaultsServer(program, folder, database=disk.folder / name, **disk.env)


def says_full(attempt):
    return "disk is full" in attempt.response.get("detail", "")


def fill_and_free(disk, writers, number, chance):
    """Returns the violations while the disk was full, and after it had space again."""
    history = writers.history
    writers.start(number)
    try:
        if not history.wait(chance.randrange(1, 40)):
            return ["nothing was written before the disk was full"]
        disk.fill()
        begin, seen = time.monotonic(), len(history.attempts)
        while len(refused := [each for each in history.attempts[seen:] if each.status == 503]) < 20:
            if time.monotonic() - begin > SECONDS:
                return [f"only {len(refused)} changes were rejected within {SECONDS} s on a full disk"]
            history.wait_for_any()
        disk.free()
        return [] if history.wait(20) else ["writes do not work again although there is space"]
    finally:
        writers.end()


def start_on_full(disk, server, number, faults):
    """Stops or kills the server in alternation on the full disk, and starts it. Returns whether it served.

    A start that has nothing to write must serve; a failed one must print the reason.
    """
    disk.fill()
    if number % 2:
        server.kill()
    elif code := server.stop():
        faults.append(f"SIGTERM on a full disk: exit {code}: {server.log[-300:]}")
    # Files that were removed during the stop leave some space.
    disk.fill()
    served = serves(server, faults)
    disk.free()
    if not served:
        server.start()
    return served


def serves(server, faults):
    try:
        server.start()
    except Failure as failure:
        said = str(failure)
        if "full" not in said or str(server.database) not in said or "exited 1" not in said:
            faults.append(f"a start on a full disk does not print the reason: {said}")
        return False
    with Client(server.address) as client:
        if (response := client.get("/homepage")).status != 200:
            faults.append(f"started on a full disk, a read got the status {response}")
    return True


def first_start(disk, program, folder):
    """Checks that a start without a database reports the full disk, and succeeds once there is space."""
    faults = []
    server = on(disk, program, folder, "new.sqlite")
    disk.fill()
    if serves(server, faults):
        server.stop()
        faults.append("a first start on a full disk succeeded")
    disk.free()
    if not faults:
        with server:
            server.stop()
    return faults


def verify(server, replay):
    """Compares the history with the database and the served page."""
    replay.advance(server.database)
    with Client(server.address) as client:
        replay.compare_served(client)
    code, said = server.command("check", "--database", server.database)
    if code:
        replay.faults.append(f"`homeblocks check` exits {code}: {said.strip()[:300]}")
