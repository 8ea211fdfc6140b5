"""The load of a node on its database server, when it is idle and when many clients read."""

import re
import time

from faults import Outcome
from faults.cluster_load import PAGE, Readers
from harness import databases, eventually
from harness.cluster import Cluster

TITLE = "3 nodes without requests, then with readers"
TARGET = "≤ 6 queries per second and node; reads add none"
# The duration of each half in seconds.
ROUNDS, SHORT = 30, 4
# Queries per second and node.
MOST = 6


def run(program, folder, rounds):
    with Cluster(folder, program) as cluster:
        for node in cluster.nodes:
            node.get(f"/sort?page={PAGE}")
        for statement in ("ALTER SYSTEM SET log_statement = 'all'", "SELECT pg_reload_conf()"):
            databases.execute(statement, cluster.pair.primary.url)
        # Wait until the setting is active everywhere, and the background work after the first read is done.
        eventually(lambda: statements(cluster) > 20)
        eventually(lambda: rate(cluster, 1) <= MOST, 20)
        idle = rate(cluster, rounds)
        with Readers(cluster.addresses) as readers:
            busy = rate(cluster, rounds)
    faults = [f"a read failed: {read.said}" for read in readers.failed[:3]]
    if idle > MOST:
        faults.append(f"{idle:.1f} queries per second and node")
    # In the short form, the queries that each node sends every five seconds have more weight.
    if busy > idle + (0.5 if rounds >= ROUNDS else 1):
        faults.append(f"reads cost {busy - idle:.1f} queries per second and node")
    return Outcome(
        f"{idle:.1f} queries per second and node; {busy:.1f} with {len(readers.all) / rounds / len(cluster.nodes):.0f} reads "
        "per second and node",
        faults,
    )


def rate(cluster, seconds):
    """The queries per second and node; the statements that begin and end transactions are not counted."""
    began, before = time.monotonic(), statements(cluster)
    time.sleep(seconds)
    return (statements(cluster) - before) / (time.monotonic() - began) / len(cluster.nodes)


def statements(cluster):
    log = (cluster.pair.primary.folder / "log").read_text(errors="replace")
    return len(re.findall(r"(?:execute [^:]*|statement): (?!BEGIN|COMMIT|ROLLBACK)", log))
