"""Operators who make changes until they are stopped or the server ends."""

import random
import threading

from faults import operations
from faults.client import Client
from harness import Failure

PAGE = "music"


def patient(address, token):
    """A client whose timeout is longer than the server needs to reject all waiting changes."""
    return Client(address, token, timeout=120)


class Writers:
    """Threads with their own tokens and names that make changes of every kind.

    Every fourth thread works on the draft and publishes it; the others change live.
    """

    def __init__(self, server, history, count=8, seed=1, connect=patient):
        self.server, self.history, self.seed, self.connect = server, history, seed, connect
        with Client(server.address, server.token) as admin:
            self.tokens = {f"writer {number}": self._token(admin, f"writer {number}") for number in range(count)}
            self.codes = admin.get(f"/sort?page={PAGE}").data["order"]
            self.patched = [code for code in self.codes if self._takes_heading(admin, code)]
        self.ending = threading.Event()
        self.threads = []
        self.problems = []

    def _token(self, admin, name):
        response = admin.send("POST", "/api/tokens", {"name": name, "role": "publisher"})
        if response.status != 201:
            raise Failure(f"a token was not created: {response}")
        return response.data["token"]

    def _takes_heading(self, admin, code):
        path = f"/api/pages/{PAGE}/live/blocks/{code}?dryRun=true"
        return admin.send("PATCH", path, operations.titled("?")).status == 200

    def start(self, label=0):
        """Starts the threads; `label` makes the changes of each start distinct."""
        self.ending.clear()
        self.threads = [
            threading.Thread(target=self._write, args=(name, number, label)) for number, name in enumerate(self.tokens)
        ]
        for thread in self.threads:
            thread.start()

    def end(self):
        """Lets each thread finish its current change."""
        self.ending.set()
        self.join()

    def join(self):
        for thread in self.threads:
            thread.join()

    def _write(self, name, number, label):
        chance = random.Random(f"{self.seed} {label} {number}")
        step = self._draft_step if number % 4 == 3 else self._live_step
        with self.connect(self.server.address, self.tokens[name]) as client:
            count = 0
            while not self.ending.is_set() and not client.is_over:
                response = step(client, name, chance, f"{label}-{number}-{count}")
                count += 1
                if response is None:
                    return
                self._judge(name, response)

    def _judge(self, name, response):
        """Checks a response. That another writer has published the draft is no error; 503 is checked elsewhere."""
        if response.status not in (200, 201, 404, 503):
            self.problems.append(f"{name} got the status {response}")

    def _live_step(self, client, name, chance, text):
        kind = chance.random()
        if kind < 0.3:
            return self.history.block(client, name, chance.choice(self.patched), operations.titled(text))
        make = operations.some_order if kind < 0.5 else operations.some_moves
        return self.history.order(client, name, make(chance, self.codes))

    def _draft_step(self, client, name, chance, text):
        kind = chance.random()
        if kind < 0.3:
            return self.history.publish(client, name, text)
        if kind < 0.6:
            return self.history.block(client, name, chance.choice(self.patched), operations.titled(text), "draft")
        return self.history.order(client, name, operations.some_moves(chance, self.codes), "draft")
