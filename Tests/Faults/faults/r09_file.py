"""A database file that is damaged, read-only, from another program, or locked by another process."""

import pathlib
import random
import time

from faults import Outcome
from faults.client import Client
from faults.damage import DAMAGES
from faults.history import History
from faults.lock import Lock
from faults.readers import Readers
from faults.replay import Replay
from faults.server import FaultsServer
from faults.trial import Trial
from faults.writers import Writers

TITLE = "a database file that is damaged, read-only, from a newer version or another program, or locked"
TARGET = "an error that names the file and the remedy; the file is not changed"
ROUNDS, SHORT = 10, 1
SEED = 1
# The time in seconds that a write may wait for a lock.
SECONDS = 15
ALL = ["serve", "check", "sort", "backup", "restore"]


def run(program, folder, rounds):
    """Runs all commands on each kind of damage; in the short form a start, and another command on every third kind."""
    chance = random.Random(SEED)
    good, faults, tries = sample(program, folder), [], 0
    for number in range(rounds):
        for place, damage in enumerate(DAMAGES):
            commands = ALL if rounds > SHORT else ["serve"] if place % 3 else ["serve", ALL[1 + place // 3]]
            for command in commands:
                trial = Trial(program, folder / f"{number}-{place}-{command}", good)
                faults += [f"{damage.name}: {command}: {fault}" for fault in trial.damaged(damage, command, chance)]
                tries += 1
        if faults:
            break
    for command in ALL if rounds > SHORT else ["serve"]:
        trial = Trial(program, folder / f"locked-{command}", good)
        faults += [f"locked by another process: {command}: {fault}" for fault in trial.locked(command)]
        tries += 1
    faults += [f"with a log: {fault}" for fault in with_a_log(program, folder, good)]
    faults += [f"locked while it serves: {fault}" for fault in locked_while_serving(program, folder, good)]
    return Outcome(
        f"{tries} commands tested on {len(DAMAGES) + 1} kinds of files, and a lock while serving: {len(faults)} faults",
        [f"seed {SEED}: {fault}" for fault in faults[:20]],
    )


def sample(program, folder):
    """Creates a valid database that was closed properly."""
    history = History()
    (folder / "good").mkdir()
    with FaultsServer(program, folder / "good") as server:
        writers = Writers(server, history, count=4, seed=SEED)
        writers.start()
        history.wait(30)
        writers.end()
        server.stop()
    return server.database


def with_a_log(program, folder, good):
    """Checks that a garbage log does not become content, and that a log does not hide a truncated database."""
    faults = []
    trial = Trial(program, folder / "garbage", good)
    log = pathlib.Path(f"{trial.server.database}-wal")
    log.write_bytes(random.Random(SEED).randbytes(70_000))
    with FaultsServer(program, folder / "garbage", database=trial.server.database) as server:
        with Client(server.address) as client:
            if (response := client.get("/homepage")).status != 200:
                faults.append(f"with a garbage log, a read got {response}")
    trial = Trial(program, folder / "both", good)
    with trial.server as server:
        with Client(server.address, server.token) as client:
            for place in range(5):
                client.sort({"moves": [{"block": "HOMEPAGE_BANNER", "to": place}]})
        server.kill()
    pathlib.Path(f"{server.database}-shm").unlink()
    next(each for each in DAMAGES if each.name == "truncated to half").happen(server.database, random.Random(SEED))
    faults += [f"a truncated database: serve: {fault}" for fault in trial.refused(["serve"], ("is damaged",))]
    return faults


def locked_while_serving(program, folder, good):
    """Checks that writes are rejected while the lock is held, reads succeed, and everything works afterwards."""
    faults, history = [], History()
    trial = Trial(program, folder / "serving", good)
    with FaultsServer(program, folder / "serving", database=trial.server.database) as server:
        writers = Writers(server, history, count=4, seed=SEED + 1)
        replay = Replay(history).begin(server.database)
        with Readers(server) as readers:
            # Use new headings, since an unchanged one creates no revision.
            writers.start(1)
            try:
                history.wait(10)
                with Lock(server.database):
                    begin, read = time.monotonic(), readers.count
                    while not any(each.status == 503 for each in history.attempts):
                        if time.monotonic() - begin > SECONDS:
                            faults.append(f"no write was rejected within {SECONDS} s")
                            break
                        history.wait_for_any()
                    if readers.count - read < 20:
                        faults.append(f"only {readers.count - read} reads succeeded")
                if not history.wait(10):
                    faults.append("writes do not work again after the lock was released")
            finally:
                writers.end()
        replay.advance(server.database)
    refused = [each.response.get("detail", "") for each in history.attempts if each.status == 503]
    faults += [f"a write was rejected with {detail}" for detail in refused if "is locked by another" not in detail]
    return faults + readers.problems + writers.problems + replay.faults
