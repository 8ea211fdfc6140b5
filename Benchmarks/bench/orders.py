"""Changes of a page's order, and the number of their revisions."""

import json

from bench import responses, wrk
from bench.server import JSON
from harness import Failure


def of(server):
    return responses.require(f"{server.url}/sort?page={server.page}").body


def codes(server):
    return json.loads(of(server))["data"]["order"]


def revision(server):
    """The number of the revision that created the current order, which increases with each reorder."""
    return json.loads(of(server))["data"]["revision"]


def moves(server):
    """A request body for each block that moves it to the start. In rotation, each of them changes the order, provided
    that there are fewer clients than blocks."""
    return [json.dumps({"moves": [{"block": code, "to": "start"}]}) for code in codes(server)[::-1]]


def load_script(server):
    return wrk.rotation([("POST", f"/sort?page={server.page}", JSON, body) for body in moves(server)])


class Revisions:
    """`with Revisions(server) as made:` counts the reorders within the block."""

    def __init__(self, server):
        self.server = server

    def __enter__(self):
        self.before = revision(self.server)
        return self

    def __exit__(self, *error):
        self.count = revision(self.server) - self.before
        if not any(error) and not self.count:
            raise Failure("no reorder became a revision")
