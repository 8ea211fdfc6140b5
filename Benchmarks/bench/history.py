"""S9: the cost of a reorder as the history grows."""

import contextlib
import json
import sqlite3
import statistics
import time
from http.client import HTTPConnection

from bench import orders, processes, server
from bench.server import JSON
from harness import Failure

LENGTHS = (1, 1_000, 10_000, 100_000)


def database(run, revisions):
    """Creates a database whose starter page has a history of this length."""
    file = run.new_folder() / "pages.sqlite"
    with run.serve(database=file):
        pass
    if revisions > 1:
        add_revisions(file, revisions)
    return file


def add_revisions(file, count):
    """Adds revisions to the database of a stopped server, within the rules of its schema."""
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        page, number, tree, text, first = database.execute(
            """SELECT p.id, r.number, r.tree_id, o.codes, (SELECT max(at) FROM releases)
               FROM pages AS p JOIN revisions AS r ON r.page_id = p.id JOIN orders AS o ON o.id = r.order_id
               WHERE p.slug = 'music' ORDER BY r.number DESC LIMIT 1"""
        ).fetchone()
        codes = json.loads(text)
        swapped = json.dumps([codes[1], codes[0], *codes[2:]], separators=(",", ":"))
        for step in range(1, count):
            order = database.execute(
                "INSERT INTO orders (page_id, since, codes, created_at, created_by) VALUES (?, ?, ?, ?, 'bench')",
                (page, number + step, swapped if step % 2 else text, step),
            ).lastrowid
            database.execute(
                """INSERT INTO revisions (page_id, number, parent, order_id, tree_id, cause, message, created_at, created_by)
                   VALUES (?, ?, ?, ?, ?, 'order', '', ?, 'bench')""",
                (page, number + step, number + step - 1, order, tree, step),
            )
            database.execute(
                """INSERT INTO releases (page_id, revision, at, scheduled, created_at, created_by)
                   VALUES (?, ?, ?, 0, ?, 'bench')""",
                (page, number + step, first + step, step),
            )


class Reorderer:
    """One keep-alive connection that reorders."""

    def __init__(self, ours):
        self.path, self.bodies, self.times = f"/sort?page={ours.page}", orders.moves(ours), []
        self.connection = HTTPConnection(*ours.url.removeprefix("http://").split(":"), timeout=30)
        self.server = ours

    def reorder(self):
        begin = time.perf_counter()
        self.connection.request("POST", self.path, self.bodies[len(self.times) % len(self.bodies)], JSON)
        response = self.connection.getresponse()
        response.read()
        self.times.append((time.perf_counter() - begin) * 1000)
        if response.status != 200:
            raise Failure(f"a reorder got the status {response.status}")


def length(run):
    print("S9 a reorder as the history grows", flush=True)
    # Few enough that a history of one revision stays short.
    times = max(5, int(run.seconds * 20)) * run.rounds
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(server.BenchServer(run.program, database(run, count))) for count in LENGTHS]
        clients = [Reorderer(ours) for ours in servers]
        for client in clients:
            client.reorder()
            client.times.clear()
        cpu = [processes.cpu_seconds(ours.pid) for ours in servers]
        for turn in range(times):
            # Alternate the order: the second one may be slowed down by the disk's work for the first one.
            first = turn % len(clients)
            for client in clients[first:] + clients[:first]:
                client.reorder()
        cpu = [processes.cpu_seconds(ours.pid) - before for ours, before in zip(servers, cpu)]
    costs = [statistics.median(client.times) for client in clients]
    for count, cost, used in zip(LENGTHS, costs, cpu):
        run.note(f"S9: {count:>7,} revisions: {cost:.2f} ms a reorder, {used / times * 1000:.2f} ms of CPU")
    run.series["history"] = list(zip(LENGTHS, costs))
    # The ratio of each pair: variations of the disk's speed affect both.
    run.found("S9", statistics.median(long / short for short, long in zip(clients[0].times, clients[-1].times)))
