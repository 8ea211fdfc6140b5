"""Writers and readers of several nodes, with the times of their changes and reads."""

import random
import threading
import time
import uuid
from dataclasses import dataclass

from faults.client import Client, Lost
from faults.crowd import Crowd
from harness.cluster import TOKEN

PAGE = "music"


@dataclass
class Change:
    """An acknowledged reorder."""

    revision: int
    order: list
    began: float
    ended: float


@dataclass
class Read:
    """A node's response about the page's order; the revision is None if there was no response or an error."""

    began: float
    ended: float
    revision: int | None
    said: str = ""


class Writers(Crowd):
    """Operators who reorder the same page through the nodes in turn. Each retries with the same idempotency key at
    another node until the change is acknowledged, so that it is made once."""

    def __init__(self, addresses, count=4, pause=0.0, seed=1):
        super().__init__(range(count))
        self.addresses, self.pause, self.seed = addresses, pause, seed
        self.changes, self.unsettled, self.problems = [], [], []
        self.lock = threading.Lock()
        # The longest time in seconds that a request waited for its response.
        self.longest_wait = 0.0

    def act(self, number):
        chance = random.Random(f"{self.seed}.{number}")
        clients = [Client(address, TOKEN, timeout=15) for address in self.addresses]
        codes = clients[0].get(f"/sort?page={PAGE}").data["order"]
        turn = number
        while not self.ending.is_set():
            change = {"moves": [{"block": chance.choice(codes), "to": chance.randrange(len(codes))}]}
            key = uuid.uuid4().hex
            began, limit = time.monotonic(), time.monotonic() + 60
            while True:
                turn += 1
                sent = time.monotonic()
                try:
                    response = clients[turn % len(clients)].sort(change, PAGE, {"Idempotency-Key": key})
                except Lost:
                    response = None
                self.longest_wait = max(self.longest_wait, time.monotonic() - sent)
                if response and response.status == 200:
                    with self.lock:
                        self.changes.append(Change(response.data["revision"], response.data["order"], began, time.monotonic()))
                    break
                if response and response.status not in (503, 409):
                    self.problems.append(f"a reorder got the status {response}")
                    return
                if time.monotonic() > limit or (self.ending.is_set() and time.monotonic() > limit - 40):
                    self.unsettled.append(key)
                    break
                time.sleep(0.02)
            if self.pause:
                self.ending.wait(chance.uniform(0, 2 * self.pause))


class Readers(Crowd):
    """A reader at each node, who requests the page's order repeatedly."""

    def __init__(self, addresses, pause=0.005):
        super().__init__(addresses)
        self.pause = pause
        self.reads = {address: [] for address in addresses}

    def act(self, address):
        with Client(address, timeout=5) as client:
            while not self.ending.is_set():
                began = time.monotonic()
                try:
                    response = client.get(f"/sort?page={PAGE}")
                    revision = response.data["revision"] if response.status == 200 else None
                    said = "" if response.status == 200 else str(response)
                except Lost as lost:
                    revision, said = None, str(lost)
                self.reads[address].append(Read(began, time.monotonic(), revision, said))
                time.sleep(self.pause)

    @property
    def all(self):
        return [read for reads in self.reads.values() for read in reads]

    @property
    def failed(self):
        return [read for read in self.all if read.revision is None]
