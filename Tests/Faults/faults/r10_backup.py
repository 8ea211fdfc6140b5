"""Backups during writes, and restoring them."""

import hashlib
import random
import time

from faults import Outcome
from faults.client import Client
from faults.history import History
from faults.replay import Replay
from faults.server import FaultsServer
from faults.writers import Writers

TITLE = "backup while 8 writers write; restore"
TARGET = "the copy passes `check` and contains a prefix of the acknowledged history"
ROUNDS, SHORT = 20, 2
SEED = 1


def run(program, folder, rounds):
    chance, history, faults = random.Random(SEED), History(), []
    done = 0
    with FaultsServer(program, folder) as server:
        writers = Writers(server, history, seed=SEED)
        whole = Replay(history).begin(server.database)
        for number in range(rounds):
            trial = Backup(server, folder / f"backup-{number}.sqlite", whole, faults)
            writers.start(number)
            try:
                history.wait(chance.randrange(1, 40))
                trial.make()
                # The backup does not contain the following changes.
                history.wait(10)
            finally:
                writers.end()
            whole.advance(server.database)
            faults += whole.faults + writers.problems
            if not faults:
                trial.check()
            done += 1
            if faults:
                break
        if not faults:
            refuse_while_open(server, trial)
    end = "nothing restored"
    if not faults:
        restore(program, folder, server, trial)
        end = "the last one restored"
    return Outcome(
        f"{done} backups while {len(history.acknowledged):,} changes were made, {end}: {len(faults)} faults",
        [f"in round {done}, seed {SEED}: {fault}" for fault in faults[:10]],
    )


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


class Backup:
    """A backup made during writes, which is compared with the writers' responses until then."""

    def __init__(self, server, file, whole, faults):
        self.server, self.file, self.faults = server, file, faults
        # The backup must contain a prefix of the history from the first change of the writers.
        self.replay = whole.again()

    def expect(self, holds, fault):
        if not holds:
            self.faults.append(fault)
        return holds

    def command(self, *words):
        code, said = self.server.command(*words)
        return code, said.strip()[:400]

    def make(self):
        self.began = time.monotonic()
        code, said = self.command("backup", self.file, "--database", self.server.database)
        self.expect(code == 0 and str(self.file) in said, f"backup exits {code}: {said}")
        code, said = self.command("backup", self.file, "--database", self.server.database)
        self.expect(code == 1 and str(self.file) in said, f"a backup over another one exits {code}: {said}")

    def check(self):
        """Checks that the backup is intact, a single file, and a prefix of the history."""
        before = digest(self.file)
        code, said = self.command("check", "--database", self.file)
        self.expect(code == 0, f"check of the copy exits {code}: {said}")
        self.expect(digest(self.file) == before, "check changed the copy")
        extra = [file.name for file in self.file.parent.iterdir() if file.name.startswith(self.file.name + "-")]
        self.expect(not extra, f"the copy is not one file: {extra}")
        self.replay.advance(self.file, is_copy=True, until=self.began)
        self.faults += [f"the copy: {fault}" for fault in self.replay.faults]


def refuse_while_open(server, trial):
    """Checks that a database that a server has open is not replaced."""
    order = "/sort"
    with Client(server.address) as client:
        before = client.get(order).data
        for words in ([], ["--replace"]):
            code, said = trial.command("restore", trial.file, "--database", server.database, *words)
            trial.expect(
                code == 1 and str(server.database) in said,
                f"restore {' '.join(words)} into a served database exits {code}: {said}",
            )
        trial.expect(client.get(order).data == before, "a rejected restore changed the served content")


def restore(program, folder, server, trial):
    """Restores to a new path and over the database, and checks that both serve the content of the backup."""
    code, said = trial.command("restore", trial.file, "--database", server.database)
    trial.expect(code == 1 and str(server.database) in said, f"restore over a database exits {code}: {said}")
    for database, words in ((folder / "restored.sqlite", []), (server.database, ["--replace"])):
        code, said = trial.command("restore", trial.file, "--database", database, *words)
        if not trial.expect(code == 0, f"restore to {database.name} {' '.join(words)} exits {code}: {said}"):
            continue
        with FaultsServer(program, folder, database=database) as restored:
            with Client(restored.address, restored.token) as client:
                trial.replay.compare_served(client)
                response = client.sort({"moves": [{"block": "HOMEPAGE_BANNER", "to": "start"}]})
                trial.expect(response.status == 200, f"a write after the restore got {response}")
            code = restored.stop()
            trial.expect(code == 0, f"the restored server exits {code}")
    trial.faults += [f"restored: {fault}" for fault in trial.replay.faults]
