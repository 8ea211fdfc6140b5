"""What a node costs its database server: when nobody uses it, and when many read."""

import re
import time

from faults import Outcome
from faults.cluster_load import PAGE, Readers
from harness import databases, eventually
from harness.cluster import Cluster

TITLE = "3 nodes without requests, then with readers"
TARGET = "≤ 6 queries a second and node; none more for reads"
# Seconds of each half.
ROUNDS, SHORT = 30, 4
# Queries a second and node.
MOST = 6


def run(program, folder, rounds):
    with Cluster(folder, program) as cluster:
        for node in cluster.nodes:
            node.get(f"/sort?page={PAGE}")
        for statement in ("ALTER SYSTEM SET log_statement = 'all'", "SELECT pg_reload_conf()"):
            databases.execute(statement, cluster.pair.primary.url)
        # The setting has arrived everywhere, and what the first read began is over: pages are made ahead a second later.
        eventually(lambda: statements(cluster) > 20)
        eventually(lambda: rate(cluster, 1) <= MOST, 20)
        idle = rate(cluster, rounds)
        with Readers(cluster.addresses) as readers:
            busy = rate(cluster, rounds)
    faults = [f"a read failed: {read.said}" for read in readers.failed[:3]]
    if idle > MOST:
        faults.append(f"{idle:.1f} queries a second and node")
    # In a few seconds the queries that each node makes every five count for more.
    if busy > idle + (0.5 if rounds >= ROUNDS else 1):
        faults.append(f"reads cost {busy - idle:.1f} queries a second and node")
    return Outcome(
        f"{idle:.1f} queries a second and node; {busy:.1f} with {len(readers.all) / rounds / len(cluster.nodes):.0f} reads a "
        "second and node", faults)


def rate(cluster, seconds):
    """The queries a second and node; what begins and ends a transaction is not counted."""
    began, before = time.monotonic(), statements(cluster)
    time.sleep(seconds)
    return (statements(cluster) - before) / (time.monotonic() - began) / len(cluster.nodes)


def statements(cluster):
    log = (cluster.pair.primary.folder / "log").read_text(errors="replace")
    return len(re.findall(r"(?:execute [^:]*|statement): (?!BEGIN|COMMIT|ROLLBACK)", log))
