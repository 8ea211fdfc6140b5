"""A database file that was damaged, cannot be written, is another one's or is held by another process."""

import hashlib
import os
import pathlib
import random
import re
import shutil
import time

from faults import Outcome
from faults.client import Client
from faults.damage import DAMAGES
from faults.history import History
from faults.lock import Lock
from faults.readers import Readers
from faults.replay import Replay
from faults.server import Server
from faults.writers import Writers

TITLE = "database file damaged, read-only, of a newer version, another program's, locked"
TARGET = "an error that names the file and what to do; the file is not touched"
ROUNDS, SHORT = 10, 1
SEED = 1
# Where this is the administrator, the rights of files bind all the same.
BOUND = ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner"] if os.geteuid() == 0 else []
# A write may wait for a lock that will go soon.
SECONDS = 15
ALL = ["serve", "check", "sort", "backup", "restore"]


def run(program, folder, rounds):
    """All commands on each damage; in the short form the start and one other command by turns."""
    chance = random.Random(SEED)
    good, faults, tries = sample(program, folder), [], 0
    for number in range(rounds):
        for place, damage in enumerate(DAMAGES):
            commands = ALL if rounds > SHORT else ["serve", ALL[1 + place % 4]]
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
    faults += [f"beside a log: {fault}" for fault in beside_a_log(program, folder, good)]
    faults += [f"locked while it serves: {fault}" for fault in locked_while_serving(program, folder, good)]
    return Outcome(
        f"{tries} commands on {len(DAMAGES) + 1} kinds of files refused, a lock while serving outlived",
        [f"seed {SEED}: {fault}" for fault in faults[:20]])


def sample(program, folder):
    """A good database, closed as it should be."""
    history = History()
    (folder / "good").mkdir()
    with Server(program, folder / "good") as server:
        writers = Writers(server, history, count=4, seed=SEED)
        writers.start()
        history.wait(30)
        writers.end()
        server.stop()
    return server.database


def contents(folder):
    """Every file with what is in it."""
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.iterdir()) if file.is_file()}


class Trial:
    """A command on a file of its own, in a folder with nothing else."""

    def __init__(self, program, folder, good):
        self.data = folder / "data"
        self.data.mkdir(parents=True)
        self.server = Server(program, folder, before=BOUND, database=self.data / "pages.sqlite")
        shutil.copyfile(good, self.server.database)

    def words(self, command, is_source):
        """`restore` has the file as what it restores, where the content is what is wrong."""
        database, other = self.server.database, self.server.folder / "other.sqlite"
        return {
            "serve": ["serve", "--port", "0", "--database", database],
            "check": ["check", "--database", database],
            "sort": ["sort", "--page", "music", "--move", "HOMEPAGE_BANNER to end", "--database", database],
            "backup": ["backup", other, "--database", database],
            "restore": ["restore", database, "--database", other] if is_source else [
                "restore", self.good_copy(), "--database", database, "--replace"],
        }[command]

    def good_copy(self):
        return shutil.copyfile(self.server.database, self.server.folder / "backup.sqlite")

    def damaged(self, damage, command, chance):
        words = self.words(command, damage.is_in_content)
        damage.happen(self.server.database, chance)
        try:
            return self.refused(words, damage.words, damage.is_readable and command in ("check", "backup"))
        finally:
            self.data.chmod(0o700)

    def locked(self, command):
        words = self.words(command, False)
        with Lock(self.server.database, of="all"):
            return self.refused(words, ("is locked by another program", "has it open", "is open"))

    def refused(self, words, expected, may_succeed=False):
        """What is wrong with how a command refuses, and with what it leaves behind."""
        before = contents(self.data)
        if words[0] == "serve":
            code, said = self.served()
        else:
            code, said = self.server.command(*words)
        faults = []
        if not (may_succeed and code == 0):
            if code != 1:
                faults.append(f"it exits {code}: {said.strip()[:300]}")
            elif not any(word in said for word in expected):
                faults.append(f"it does not say that the file {expected[0]}: {said.strip()[:300]}")
            # The file, what is wrong with it, and a sentence with what to do.
            elif not re.search(re.escape(str(self.server.database)) + r"[^.]*(\.\d[^.]*)*\. [A-Z][^.]+\.", said):
                faults.append(f"it does not name the file and what to do: {said.strip()[:300]}")
        other = self.server.folder / "other.sqlite"
        if code != 0 and other.exists():
            faults.append("it left a part of a copy")
        if (after := contents(self.data)) != before:
            faults.append(f"it touched the files: {changes(before, after)}")
        return faults

    def served(self):
        """A start that serves is one that does not end; it is ended."""
        try:
            self.server.start()
        except Exception:
            return self.server.process.returncode, self.server.log
        self.server.kill()
        return None, "it serves"


def changes(before, after):
    names = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    return ", ".join(f"{name} is {'new' if name not in before else 'gone' if name not in after else 'changed'}" for name in names)


def beside_a_log(program, folder, good):
    """Garbage in the log of a good database is none of its content; a log does not hide that the database is damaged."""
    faults = []
    trial = Trial(program, folder / "garbage", good)
    log = pathlib.Path(f"{trial.server.database}-wal")
    log.write_bytes(random.Random(SEED).randbytes(70_000))
    with Server(program, folder / "garbage", database=trial.server.database) as server, Client(server.address) as client:
        if (answer := client.get("/homepage")).status != 200:
            faults.append(f"garbage there: a read is answered {answer}")
    trial = Trial(program, folder / "both", good)
    with trial.server as server:
        with Client(server.address, server.token) as client:
            for place in range(5):
                client.sort({"moves": [{"block": "HOMEPAGE_BANNER", "to": place}]})
        server.kill()
    pathlib.Path(f"{server.database}-shm").unlink()
    next(each for each in DAMAGES if each.name == "cut to a half").happen(server.database, random.Random(SEED))
    faults += [f"the database cut: serve: {fault}" for fault in trial.refused(["serve"], ("is damaged",))]
    return faults


def locked_while_serving(program, folder, good):
    """Writes are refused as long as the lock is held, reads go on, and then all is as before."""
    faults, history = [], History()
    trial = Trial(program, folder / "serving", good)
    with Server(program, folder / "serving", database=trial.server.database) as server:
        writers = Writers(server, history, count=4, seed=SEED + 1)
        replay = Replay(history).begin(server.database)
        with Readers(server) as readers:
            writers.start()
            try:
                history.wait(10)
                with Lock(server.database):
                    begin, read = time.monotonic(), readers.count
                    while not any(each.status == 503 for each in history.attempts):
                        if time.monotonic() - begin > SECONDS:
                            faults.append(f"no write was refused within {SECONDS} s")
                            break
                        history.wait_for_any()
                    if readers.count - read < 20:
                        faults.append(f"only {readers.count - read} reads went on")
                if not history.wait(10):
                    faults.append("writes do not work again without the lock")
            finally:
                writers.end()
        replay.advance(server.database)
    refused = [each.answer.get("detail", "") for each in history.attempts if each.status == 503]
    faults += [f"a write was refused with {detail}" for detail in refused if "is locked by another program" not in detail]
    return faults + readers.problems + writers.problems + replay.faults
