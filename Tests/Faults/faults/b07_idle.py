"""What a node costs its database server: when nobody uses it, and when many read."""

import time

from faults import Outcome
from faults.cluster_load import PAGE, Readers
from harness import databases
from harness.cluster import Cluster

TITLE = "3 nodes without requests, then with readers"
TARGET = "≤ 6 queries a second and node; none more for reads"
# Seconds of each half.
ROUNDS, SHORT = 30, 5

COUNT = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'postgres'"


def run(program, folder, rounds):
    with Cluster(folder, program) as cluster:
        for node in cluster.nodes:
            node.get(f"/sort?page={PAGE}")
        idle = rate(cluster, rounds)
        with Readers(cluster.addresses) as readers:
            busy = rate(cluster, rounds)
    faults = [f"a read failed: {read.said}" for read in readers.failed[:3]]
    if idle > 6:
        faults.append(f"{idle:.1f} queries a second and node")
    if busy > idle + 0.5:
        faults.append(f"reads cost {busy - idle:.1f} queries a second and node")
    return Outcome(
        f"{idle:.1f} queries a second and node; {busy:.1f} with {len(readers.all) / rounds / len(cluster.nodes):.0f} reads a "
        "second and node", faults)


def rate(cluster, seconds):
    """The transactions a second and node."""
    count = lambda: int(databases.execute(COUNT, cluster.pair.primary.url)[0])  # noqa: E731
    # The server counts a session's transactions up to a second late.
    time.sleep(1.5)
    began, before = time.monotonic(), count()
    time.sleep(seconds)
    return (count() - before - 1) / (time.monotonic() - began) / len(cluster.nodes)
