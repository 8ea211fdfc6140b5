"""Clients that read the whole time: what is served from memory, and what is read from the database."""

import threading

from faults.client import Client, Lost

PATHS = [
    "/homepage", "/sort", "/healthz", "/homepage?page=mall", "/homepage?platform=ios&appVersion=9.0",
    "/api/pages/music/live/blocks", "/api/pages/music/revisions", "/api/pages/music/export"]


class Readers:
    """`with Readers(server) as readers:` has two of them read until the block ends."""

    def __init__(self, server, count=2):
        self.server = server
        self.ending = threading.Event()
        self.counts, self.problems = [0] * count, []
        self.threads = [threading.Thread(target=self._read, args=(number,)) for number in range(count)]

    @property
    def count(self):
        return sum(self.counts)

    def _read(self, number):
        with Client(self.server.address, self.server.token) as client:
            while not self.ending.is_set() and len(self.problems) < 5:
                path = PATHS[self.counts[number] % len(PATHS)]
                try:
                    answer = client.get(path)
                except Lost as lost:
                    self.problems.append(f"a read got no answer: {lost}")
                    return
                if answer.status != 200:
                    self.problems.append(f"GET {path} was answered {answer}")
                self.counts[number] += 1

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ending.set()
        for thread in self.threads:
            thread.join()
