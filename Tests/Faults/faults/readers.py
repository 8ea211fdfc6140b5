"""Clients that continuously read, both responses from memory and from the database."""

from faults.client import Client, Lost
from faults.crowd import Crowd

PATHS = [
    "/homepage",
    "/sort",
    "/healthz",
    "/homepage?page=mall",
    "/homepage?platform=ios&appVersion=9.0",
    "/api/pages/music/live/blocks",
    "/api/pages/music/revisions",
    "/api/pages/music/export",
]


class Readers(Crowd):
    """`with Readers(server) as readers:` runs two readers until the block ends."""

    def __init__(self, server, count=2):
        super().__init__(range(count))
        self.server = server
        self.counts, self.problems = [0] * count, []

    @property
    def count(self):
        return sum(self.counts)

    def act(self, number):
        with Client(self.server.address, self.server.token) as client:
            while not self.ending.is_set() and len(self.problems) < 5:
                path = PATHS[self.counts[number] % len(PATHS)]
                try:
                    response = client.get(path)
                except Lost as lost:
                    self.problems.append(f"a read got no response: {lost}")
                    return
                if response.status != 200:
                    self.problems.append(f"GET {path} got the status {response}")
                self.counts[number] += 1
