"""A node that is frozen during its changes, while it may hold the lock of the page."""

import time

from faults import Outcome, cluster_checker
from faults.b03_failover import wait_for_changes
from faults.cluster_load import Writers
from harness.cluster import Cluster

TITLE = "a node frozen while it changes a page that others change too"
TARGET = "other requests fail after ≤ 3 s, and changes continue after ≤ 6 s"
ROUNDS, SHORT = 20, 2
# Longer than the server's timeout for idle transactions.
FROZEN_SECONDS = 7


def run(program, folder, rounds):
    longest, pauses, faults = 0.0, [], []
    with Cluster(folder, program) as cluster:
        with Writers(cluster.addresses[:1], count=6) as own, Writers(cluster.addresses[1:], count=2, seed=2) as writers:
            for _ in range(rounds):
                wait_for_changes(own, 10)
                wait_for_changes(writers, 10)
                cluster.nodes[0].freeze()
                frozen = time.monotonic()
                try:
                    time.sleep(FROZEN_SECONDS)
                finally:
                    cluster.nodes[0].thaw()
                times = [frozen] + [change.ended for change in writers.changes if change.ended > frozen] + [time.monotonic()]
                pauses.append(max(after - before for before, after in zip(times, times[1:])))
        changes = own.changes + writers.changes
        faults += own.problems + writers.problems
        faults += cluster_checker.history(cluster.pair.primary.url, changes, own.unsettled + writers.unsettled)
        longest = writers.longest_wait
    if longest > 3.5:
        faults.append(f"a request waited {longest:.1f} s")
    faults += [f"changes continued only after {pause:.1f} s" for pause in pauses if pause > 6]
    held = sum(pause > 2 for pause in pauses)
    return Outcome(
        f"frozen {rounds} times, {held} of them with the page's lock: a request waited at most {longest:.1f} s, changes "
        f"continued after at most {max(pauses):.1f} s; {len(changes):,} changes acknowledged",
        faults[:10],
    )
