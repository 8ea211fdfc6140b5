"""Random changes, planned releases and takeovers, while one node repeatedly loses its servers."""

import random
import time

from faults import Outcome
from faults.b05_clock import instant
from faults.cluster_load import PAGE
from harness import eventually
from harness.cluster import Cluster

TITLE = "random changes, planned releases and takeovers at one node, another one repeatedly disconnected"
TARGET = "a ready node shows what the other one shows after ≤ 1 s; a disconnected one fails no read and sends its data's age"
ROUNDS, SHORT = 300, 25
SEED = 9
OTHER = "music-sale"


def run(program, folder, rounds):
    chance, faults, counts = random.Random(SEED), [], {}
    with Cluster(folder, program, clocks=(0, 0)) as cluster:
        story = Story(cluster, chance)
        for number in range(rounds):
            step = chance.choice(
                [story.reorder, story.edit_shown, story.retitle, story.plan, story.take_over, story.cut, story.heal, story.wait]
            )
            counts[step.__name__] = counts.get(step.__name__, 0) + 1
            step()
            faults += [f"step {number}, {step.__name__}: {fault}" for fault in story.look()]
            if faults:
                break
        if not faults:
            story.heal()
            faults += story.look()
    said = ", ".join(f"{count} × {name.replace('_', ' ')}" for name, count in sorted(counts.items()))
    return Outcome(f"{sum(counts.values())} steps (seed {SEED}): {said}", faults)


class Story:
    def __init__(self, cluster, chance):
        (self.here, self.there), self.chance, self.is_cut = cluster.nodes, chance, False
        self.takeover_ends = 0.0
        self.there.get("/pages")
        made = self.here.api("POST", "/api/pages", {"page": OTHER, "title": "Sale", "copyOf": PAGE})
        assert made.status == 201, made.body

    # Operations

    def order(self, page):
        return self.here.get(f"/sort?page={page}").data["order"]

    def reorder(self):
        self.move(PAGE)

    def edit_shown(self):
        """Changes the page of a current or future takeover."""
        self.move(OTHER)

    def move(self, page):
        codes = self.order(page)
        made = self.here.sort({"moves": [{"block": self.chance.choice(codes), "to": self.chance.randrange(len(codes))}]}, page)
        assert made.status == 200, made.body

    def retitle(self):
        """Changes a title in the list of pages."""
        made = self.here.api("PATCH", f"/api/pages/{OTHER}", {"title": f"Sale {self.chance.randrange(1000)}"})
        assert made.status == 200, made.body

    def plan(self):
        """Plans another order for the near future; several may be planned for about the same time."""
        order = self.here.api("GET", f"/api/pages/{PAGE}/draft/order").data["order"]
        self.chance.shuffle(order)
        changed = self.here.api("PUT", f"/api/pages/{PAGE}/draft/order", {"order": order}, headers={"If-Match": "*"})
        # Pinned sections are not moved.
        assert changed.status in (200, 422), changed.body
        if changed.status == 200:
            at = instant(time.time() + self.chance.uniform(0.5, 3))
            planned = self.here.api("POST", f"/api/pages/{PAGE}/draft/publish", {"at": at})
            assert planned.status in (201, 404, 409), planned.body

    def take_over(self):
        begin = max(time.time(), self.takeover_ends) + self.chance.uniform(0.3, 1.5)
        self.takeover_ends = begin + self.chance.uniform(0.5, 2)
        made = self.here.api(
            "POST", f"/api/pages/{PAGE}/takeovers", {"shows": OTHER, "from": instant(begin), "until": instant(self.takeover_ends)}
        )
        assert made.status == 201, made.body

    # Failures

    def cut(self):
        self.there.cut()
        if not self.is_cut:
            self.is_cut, self.cut_since = True, time.monotonic()

    def heal(self):
        self.there.heal()
        self.is_cut = False

    def wait(self):
        time.sleep(self.chance.uniform(0.1, 2.5))

    # Invariants

    def look(self):
        """Returns the current violations."""
        if self.is_cut:
            return self.failed_reads()
        try:
            # The node is also read while it is not ready yet.
            eventually(lambda: self.shown(self.there) and self.there.is_ready, 5)
            eventually(self.is_same, 1)
        except AssertionError:
            return [f"shown there: {self.shown(self.there)}; here: {self.shown(self.here)}; ready: {self.there.is_ready}"]
        return []

    def failed_reads(self):
        for path in (f"/homepage?page={PAGE}", "/pages"):
            response = self.there.get(path)
            if response.status != 200:
                return [f"GET {path} got the status {response.status} {response.body[:200]}"]
            if time.monotonic() - self.cut_since > 3 and "Age" not in response.headers:
                return [f"GET {path} after 3 s without a server has no Age"]
        return []

    def is_same(self):
        return self.shown(self.there) == self.shown(self.here)

    def shown(self, node):
        """The sections of the page, and the titles of all pages."""
        sections = [block["blockCode"] for block in node.get(f"/homepage?page={PAGE}").data["blocks"]]
        return sections, [page["title"] for page in node.get("/pages").data]
