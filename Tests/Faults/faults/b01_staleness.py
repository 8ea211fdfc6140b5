"""Reads at three nodes while a page is changed twenty times a second through all of them."""

import threading
import time

from faults import Outcome, cluster_checker
from faults.cluster_load import Readers, Writers
from harness import databases
from harness.cluster import Cluster

TITLE = "3 nodes, 20 changes per second through all of them; then with every listener disconnected every 2 s"
TARGET = "stale for ≤ 100 ms at p99, ≤ 1 s at most; nothing out of order"
# The duration of each half in seconds.
ROUNDS, SHORT = 60, 6

CUT = r"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ~ 'audit\s+WHERE id >' AND pid <> pg_backend_pid()"


def run(program, folder, rounds):
    with Cluster(folder, program) as cluster:
        plain, faults = measure(cluster, rounds)
        ending = threading.Event()
        cuts = []

        def cut():
            while not ending.wait(2):
                cuts.extend(databases.execute(CUT, cluster.pair.primary.url))

        thread = threading.Thread(target=cut)
        thread.start()
        try:
            cut_off, more = measure(cluster, rounds)
        finally:
            ending.set()
            thread.join()
        faults += more
    # The short form runs concurrently with other tests.
    if rounds >= ROUNDS and cluster_checker.percentile(plain, 0.99) > 0.1:
        faults.append(f"p99 is {cluster_checker.percentile(plain, 0.99) * 1000:.0f} ms")
    faults += [f"stale for {times[-1]:.2f} s" for times in (plain, cut_off) if times[-1] > 1]
    if not cuts:
        faults.append("no listener was disconnected")
    return Outcome(f"{described(plain)}; with {len(cuts)} listeners disconnected: {described(cut_off)}", faults)


def described(times):
    p99 = cluster_checker.percentile(times, 0.99)
    return f"{len(times):,} reads, p99 {p99 * 1000:.0f} ms, at most {times[-1] * 1000:.0f} ms"


def measure(cluster, seconds):
    """Returns for how long reads were stale, and the violations."""
    after = cluster_checker.last_revision(cluster.pair.primary.url)
    with Writers(cluster.addresses, count=4, pause=0.2) as writers, Readers(cluster.addresses) as readers:
        time.sleep(seconds)
    faults = writers.problems + [f"a read failed: {read.said}" for read in readers.failed[:3]]
    for reads in readers.reads.values():
        good = [read for read in reads if read.revision is not None]
        faults += cluster_checker.backwards(good) + cluster_checker.from_the_future(writers.changes, good)
    faults += cluster_checker.history(cluster.pair.primary.url, writers.changes, writers.unsettled, after)
    return cluster_checker.staleness(writers.changes, [read for read in readers.all if read.revision]), faults[:10]
