"""The complete system: three nodes, a primary and its standby, and Varnish, while one part after the other fails."""

import json
import time

from faults import Outcome, cluster_checker
from faults.b03_failover import wait_for_changes
from faults.b04_deposed import USES
from faults.cluster_load import PAGE, Readers, Writers
from harness import databases, eventually, free_port, varnish
from harness.cluster import Cluster

TITLE = "3 nodes behind Varnish: a change, the primary frozen, replaced and thawed, a node frozen, a node killed"
TARGET = "a change is visible through Varnish after ≤ 1.5 s; no acknowledged change is lost; no read fails"
ROUNDS, SHORT = 3, 1
TOKEN = "a-token-for-purges-with-32-characters"


def run(program, folder, rounds):
    if reason := varnish.reason_against():
        return Outcome(f"not tested: {reason}", [reason])
    port = free_port()
    settings = {
        "HOMEBLOCKS_CACHES_TAG_HEADER": "xkey",
        "HOMEBLOCKS_CACHES_PURGE": f"http://127.0.0.1:{port}/",
        "HOMEBLOCKS_CACHES_PURGE_TOKEN": TOKEN,
        "HOMEBLOCKS_CACHES_MAX_AGE": "3600",
    }
    seen, resumed, faults = [], [], []
    with Cluster(folder, program, env=settings) as cluster:
        ports = [node.port for node in cluster.nodes]
        with varnish.Varnish(folder, ports, token=TOKEN, port=port) as cache:
            with Writers(cluster.addresses, count=2, pause=0.1) as writers, Readers([("127.0.0.1", port)]) as readers:
                for number in range(rounds):
                    wait_for_changes(writers, 5)
                    seen.append(change(cluster.nodes[number % 3], cache))
                    resumed.append(replace_primary(cluster, writers, faults))
                    fail_nodes(cluster.nodes[number % 3], cluster.nodes[(number + 1) % 3])
                    cluster.pair.restore_standby()
            faults += writers.problems + [f"a read failed: {read.said}" for read in readers.failed[:3]]
            # One change of each round is made by this run itself.
            faults += cluster_checker.history(cluster.pair.primary.url, writers.changes, writers.unsettled + ["own"] * rounds)
    if max(seen) > 1.5:
        faults.append(f"a change was visible through Varnish only after {max(seen):.1f} s")
    return Outcome(
        f"{rounds} times: a change was visible through Varnish after at most {max(seen):.2f} s; changes continued "
        f"at most {max(resumed):.1f} s after the promotion; {len(writers.changes):,} changes, {len(readers.all):,} reads through "
        f"Varnish, {len(readers.failed)} failed",
        faults[:10],
    )


def change(node, cache):
    """Makes a change at a node; returns the seconds until it or a later one is visible through the cache."""
    order = node.get(f"/sort?page={PAGE}").data["order"]
    made = node.sort({"moves": [{"block": order[0], "to": len(order) - 1}]}, PAGE)
    assert made.status == 200, made.body
    return eventually(lambda: shown_revision(cache) >= made.data["revision"], 20)


def shown_revision(cache):
    status, _, body = cache.get(f"/sort?page={PAGE}")
    return json.loads(body)["data"]["revision"] if status == 200 else 0


def replace_primary(cluster, writers, faults):
    """Returns the time between the promotion and the next acknowledged change."""
    cluster.pair.primary.freeze()
    cluster.pair.promote()
    promoted, before = time.monotonic(), len(writers.changes)
    wait_for_changes(writers, 1)
    resumed = writers.changes[before].ended - promoted
    old = cluster.pair.standby
    old.thaw()
    time.sleep(3)
    if uses := int(databases.execute(USES, old.url)[0]):
        faults.append(f"{uses} connections use the old primary 3 s after it came back")
    return resumed


def fail_nodes(first, second):
    """Freezes one node for a while, then kills and restarts another one."""
    first.freeze()
    time.sleep(4)
    first.thaw()
    eventually(lambda: first.is_ready, 60)
    second.kill()
    time.sleep(2)
    second.start(second.port)
    eventually(lambda: second.is_ready, 60)
