"""Repeated failovers: the primary is killed under load, and the standby is promoted."""

import time

from faults import Outcome, cluster_checker
from faults.cluster_load import Readers, Writers
from harness.cluster import Cluster

TITLE = "the primary killed under load, its synchronous standby promoted; 3 nodes"
TARGET = "no acknowledged change lost or made twice; changes continue ≤ 2 s after the promotion; no public read fails"
ROUNDS, SHORT = 50, 2


def run(program, folder, rounds):
    pauses, faults = [], []
    with Cluster(folder, program) as cluster:
        with Writers(cluster.addresses) as writers, Readers(cluster.addresses) as readers:
            for _ in range(rounds):
                wait_for_changes(writers, 20)
                cluster.pair.primary.kill()
                cluster.pair.promote()
                promoted = time.monotonic()
                before = len(writers.changes)
                wait_for_changes(writers, 1)
                pauses.append(writers.changes[before].ended - promoted)
                wait_for_changes(writers, 5)
                cluster.pair.restore_standby()
        faults += writers.problems + [f"a read failed: {read.said}" for read in readers.failed[:3]]
        for reads in readers.reads.values():
            faults += cluster_checker.backwards([read for read in reads if read.revision is not None])[:3]
        faults += cluster_checker.history(cluster.pair.primary.url, writers.changes, writers.unsettled)
    faults += [f"changes continued only {pause:.1f} s after a promotion" for pause in pauses if pause > 2]
    return Outcome(
        f"{rounds} kills, {len(writers.changes):,} changes acknowledged, {len(writers.unsettled)} given up; changes continued "
        f"at most {max(pauses):.1f} s after the promotion; {len(readers.all):,} reads, {len(readers.failed)} failed",
        faults[:10],
    )


def wait_for_changes(writers, count, seconds=60):
    """Waits until a number of further changes are acknowledged."""
    wanted, limit = len(writers.changes) + count, time.monotonic() + seconds
    while len(writers.changes) < wanted:
        assert time.monotonic() < limit, f"only {len(writers.changes)} changes were acknowledged"
        assert not writers.problems, writers.problems
        time.sleep(0.005)
