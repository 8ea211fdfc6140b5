"""A4: durable reorders of one page and of eight over HTTP, with a file and with PostgreSQL. D4: reorders with a remote
PostgreSQL server."""

import json
import statistics
import time
import urllib.request
from contextlib import ExitStack

from bench import orders, wrk
from bench.server import JSON
from bench.sides import Side
from harness import Failure, databases
from harness.link import DistantLink
from harness.postgresql import PostgreSQL, reason_against

CLIENTS = 8
PAGES = 8


def reorders(run):
    if reason := reason_against():
        raise Failure(reason)
    settings = {"shared_preload_libraries": "pg_stat_statements", "pg_stat_statements.track": "top"}
    with ExitStack() as stack:
        postgresql = stack.enter_context(PostgreSQL(settings, is_durable=True))
        databases.execute("CREATE EXTENSION pg_stat_statements", postgresql.url)
        places = {"a file": run.new_folder() / "pages.sqlite", "PostgreSQL": postgresql.url}
        servers = {name: stack.enter_context(run.serve(database=place)) for name, place in places.items()}
        slugs = {name: ["music", *copies(server)] for name, server in servers.items()}
        print("A4 reorders on both engines")
        for target, count in (("A4 one page", 1), ("A4 eight pages", PAGES)):
            rates = measured(run, servers, {name: found[:count] for name, found in slugs.items()}, postgresql)
            run.note(
                f"{target}: "
                + ", ".join(f"{name} {rate:,.0f}/s" for name, rate in rates.items())
                + f", PostgreSQL / file {rates['PostgreSQL'] / rates['a file']:.2f}"
            )
            run.found(target, rates["PostgreSQL"] / rates["a file"])
        run.note(f"A4: {statements(postgresql, servers['PostgreSQL'])} statements a reorder on PostgreSQL")


# The one-way latency to the database in seconds: another machine, another cloud zone, another region.
DISTANCES = (0.0005, 0.0025, 0.005, 0.01)
TARGET_DISTANCE = 0.005


def distance(run):
    if reason := reason_against():
        raise Failure(reason)
    print("D4 reorders with PostgreSQL at a distance")
    for delay in DISTANCES:
        with ExitStack() as stack:
            postgresql = stack.enter_context(PostgreSQL(is_durable=True))
            link = DistantLink(postgresql, delay)
            stack.callback(link.close)
            address = f"postgresql://homeblocks@/postgres?host={link.folder}"
            server = stack.enter_context(run.serve(database=address))
            milliseconds = [seconds * 1000 for seconds in reorder_seconds(server)]
            median = statistics.median(milliseconds)
            run.note(f"D4: {delay * 1000:g} ms each way: p50 {median:.1f} ms, slowest {max(milliseconds):.1f} ms")
            if delay == TARGET_DISTANCE:
                run.found("D4", median)


def reorder_seconds(server, times=40):
    """The seconds of sequential reorders of one client, without the first ones."""
    seconds = []
    for number in range(times):
        body = json.dumps({"moves": [{"block": "HOMEPAGE_BANNER", "to": number % 2}]}).encode()
        began = time.perf_counter()
        with urllib.request.urlopen(urllib.request.Request(f"{server.url}/sort?page=music", body, JSON)):
            seconds.append(time.perf_counter() - began)
    return seconds[10:]


def copies(server):
    """Creates pages with the content of the first one; returns their slugs."""
    slugs = [f"music-{number}" for number in range(2, PAGES + 1)]
    for slug in slugs:
        body = json.dumps({"page": slug, "title": slug, "copyOf": "music"}).encode()
        with urllib.request.urlopen(urllib.request.Request(f"{server.url}/api/pages", body, JSON)):
            pass
    return slugs


def measured(run, servers, slugs, postgresql):
    """The revisions per second of each server: the medians of alternating rounds."""
    sides = {}
    for name, server in servers.items():
        bodies = orders.moves(server)
        script = wrk.rotation([("POST", f"/sort?page={slug}", JSON, body) for body in bodies for slug in slugs[name]])
        sides[name] = Side(f"{name}, {CLIENTS} clients", server.url, server.pid, script=script, connections=CLIENTS)
        sides[name].load(min(run.seconds, 0.5))
    rates = {name: [] for name in sides}
    for _ in range(run.rounds):
        # PostgreSQL does this itself within a minute after a table has grown. Until then, it assumes a small table.
        databases.execute("ANALYZE", postgresql.url)
        for name, side in sides.items():
            before = revisions(servers[name], slugs[name])
            side.round(run.seconds)
            rates[name].append((revisions(servers[name], slugs[name]) - before) / side.loads[-1].seconds)
    for side in sides.values():
        print(side)
    return {name: statistics.median(found) for name, found in rates.items()}


def revisions(server, slugs):
    def of(slug):
        with urllib.request.urlopen(f"{server.url}/sort?page={slug}") as response:
            return json.load(response)["data"]["revision"]

    return sum(of(slug) for slug in slugs)


def statements(postgresql, server, times=50):
    """The number of statements for a reorder, including those that begin and end its transaction."""
    databases.execute("SELECT pg_stat_statements_reset()", postgresql.url)
    for number in range(times):
        body = json.dumps({"moves": [{"block": "HOMEPAGE_BANNER", "to": number % 2}]}).encode()
        with urllib.request.urlopen(urllib.request.Request(f"{server.url}/sort?page=music", body, JSON)):
            pass
    # Without the listener's statements.
    [calls] = databases.execute("SELECT sum(calls) FROM pg_stat_statements WHERE query NOT LIKE '%audit WHERE%'", postgresql.url)
    return round(int(calls) / times, 1)
