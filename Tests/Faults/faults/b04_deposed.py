"""A frozen primary that is replaced and comes back, and a node without a connection to any server."""

import time

from faults import Outcome, cluster_checker
from faults.b03_failover import wait_for_changes
from faults.cluster_load import Readers, Writers
from harness import databases, eventually
from harness.cluster import Cluster

TITLE = "the primary frozen under load, replaced, and thawed; a node disconnected from the servers"
TARGET = "no node uses the old primary after 3 s; a disconnected node is unready within 3 s, and ready ≤ 2 s after reconnecting"
ROUNDS, SHORT = 10, 1

USES = """
    SELECT count(*) FROM pg_stat_activity
    WHERE application_name = 'homeblocks' AND state_change > clock_timestamp() - interval '500 ms'
    """


def run(program, folder, rounds):
    faults, pauses, unready, ready = [], [], [], []
    with Cluster(folder, program) as cluster:
        with Writers(cluster.addresses) as writers, Readers(cluster.addresses) as readers:
            for number in range(rounds):
                wait_for_changes(writers, 20)
                pauses.append(replace_frozen(cluster, writers, faults))
                node = cluster.nodes[number % len(cluster.nodes)]
                node.cut()
                unready.append(eventually(lambda: not node.is_ready, 20))
                node.heal()
                ready.append(eventually(lambda: node.is_ready, 20))
        faults += writers.problems + [f"a read failed: {read.said}" for read in readers.failed[:3]]
        for reads in readers.reads.values():
            faults += cluster_checker.backwards([read for read in reads if read.revision is not None])[:3]
        faults += cluster_checker.history(cluster.pair.primary.url, writers.changes, writers.unsettled)
    faults += [f"not ready only after {seconds:.1f} s" for seconds in unready if seconds > 3]
    faults += [f"ready only {seconds:.1f} s after it was reconnected" for seconds in ready if seconds > 2]
    return Outcome(
        f"{rounds} times: changes continued at most {max(pauses):.1f} s after the promotion; a disconnected node was not "
        f"ready after {max(unready):.1f} s, and ready {max(ready):.1f} s after it was reconnected; {len(writers.changes):,} changes, "
        f"{len(readers.all):,} reads, {len(readers.failed)} failed",
        faults[:10],
    )


def replace_frozen(cluster, writers, faults):
    """Returns the time between the promotion and the next acknowledged change."""
    cluster.pair.primary.freeze()
    cluster.pair.promote()
    promoted, before = time.monotonic(), len(writers.changes)
    wait_for_changes(writers, 1)
    pause = writers.changes[before].ended - promoted
    wait_for_changes(writers, 5)
    old = cluster.pair.standby
    old.thaw()
    time.sleep(3)
    if uses := int(databases.execute(USES, old.url)[0]):
        faults.append(f"{uses} connections use the old primary 3 s after it came back")
    cluster.pair.restore_standby()
    return pause
