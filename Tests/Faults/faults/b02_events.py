"""An event stream that continues at another node after each reconnect."""

import random
import time

from faults import Outcome
from faults.cluster_load import Writers
from harness import databases
from harness.cluster import TOKEN, Cluster

TITLE = "events of 4 writers at 3 nodes, read from one node after another with `Last-Event-ID`"
TARGET = "none missed, duplicated or out of order"
# The number of events to read.
ROUNDS, SHORT = 20_000, 300
SEED = 2


def run(program, folder, rounds):
    faults, seen = [], []
    with Cluster(folder, program) as cluster:
        first = int(databases.execute("SELECT coalesce(max(id), 0) FROM audit", cluster.pair.primary.url)[0])
        with Writers(cluster.addresses) as writers:
            reconnects = read(cluster, first, rounds, seen, writers)
        faults += writers.problems
        wanted = list(
            map(
                int,
                databases.execute(
                    f"SELECT id FROM audit WHERE id > {first} AND outcome = 'done' AND page IS NOT NULL ORDER BY id",
                    cluster.pair.primary.url,
                ),
            )
        )[: len(seen)]
    if len(seen) < rounds:
        faults.append(f"only {len(seen)} events were received")
    if seen != wanted:
        place = next(index for index in range(len(seen)) if seen[index : index + 1] != wanted[index : index + 1])
        faults.append(f"event {place} is {seen[place]}, expected {wanted[place : place + 1]}")
    return Outcome(f"{len(seen):,} events, {reconnects} reconnects", faults)


def read(cluster, last, count, seen, writers):
    """Appends the ids of events to `seen` until there are enough; returns the number of reconnects."""
    chance = random.Random(SEED)
    reconnects, limit = 0, time.monotonic() + 60 + count / 10
    while len(seen) < count and time.monotonic() < limit and not writers.problems:
        node = cluster.nodes[reconnects % len(cluster.nodes)]
        left = min(count - len(seen), chance.randint(1, 200))
        connection = node.connect()
        connection.timeout = 10
        connection.request(
            "GET",
            "/api/events",
            headers={"Accept": "text/event-stream", "Authorization": f"Bearer {TOKEN}", "Last-Event-ID": str(last)},
        )
        response, number = connection.getresponse(), last
        while left and (line := response.readline()):
            if line.startswith(b"id: "):
                number = int(line[4:])
            elif line.startswith(b"data: ") and number > last:
                seen.append(number)
                last, left = number, left - 1
        # Like a browser that is closed: events in transit are lost.
        connection.close()
        reconnects += 1
    return reconnects
