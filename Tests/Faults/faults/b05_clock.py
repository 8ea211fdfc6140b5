"""A node whose clock is ahead shows planned releases on time."""

import datetime
import time

from faults import Outcome
from faults.cluster_load import PAGE
from harness.cluster import Cluster

TITLE = "a node whose clock is 30 s ahead, another one 30 s behind; planned releases"
TARGET = "within ± 1 s at every node"
ROUNDS, SHORT = 10, 1


def run(program, folder, rounds):
    worst, faults = 0.0, []
    with Cluster(folder, program, clocks=(0, 30, -30)) as cluster:
        for _ in range(rounds):
            due, before = plan(cluster.nodes[0], 4)
            shown = [None] * len(cluster.nodes)
            while None in shown and time.time() < due + 40:
                for number, node in enumerate(cluster.nodes):
                    if shown[number] is None and node.get(f"/sort?page={PAGE}").data["revision"] != before:
                        shown[number] = time.time() - due
                time.sleep(0.01)
            worst = max([worst, *(abs(each) for each in shown if each is not None)])
            faults += [
                f"node {number} showed it {each if each is None else round(each, 1)} s after it was due"
                for number, each in enumerate(shown)
                if each is None or abs(each) > 1
            ]
    return Outcome(f"{rounds} releases, at most {worst:.2f} s away from their planned time", faults)


def plan(node, seconds):
    """Plans another order for a few seconds later; returns its instant, and the revision of the current order."""
    present = node.get(f"/sort?page={PAGE}").data
    order = node.api("GET", f"/api/pages/{PAGE}/draft/order").data["order"]
    changed = node.api("PUT", f"/api/pages/{PAGE}/draft/order", {"order": order[1:] + order[:1]}, headers={"If-Match": "*"})
    assert changed.status == 200, changed.body
    due = time.time() + seconds
    planned = node.api("POST", f"/api/pages/{PAGE}/draft/publish", {"at": instant(due)})
    assert planned.status == 201, planned.body
    return due, present["revision"]


def instant(seconds):
    """An instant in the server's format."""
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).isoformat(timespec="milliseconds")
