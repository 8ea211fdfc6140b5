"""S14, S15: changes by many clients on several pages, and changes of a large page."""

import json
import statistics
import subprocess

from bench import engines, orders, pages, responses, wrk
from bench.server import JSON
from bench.sides import Side
from harness import ROOT

CLIENTS = 32
SMALL, LARGE = 12, 1000


def many_writers(run):
    """32 clients on 8 pages, against 8 clients on one page (as in S7) of the same server, on a disk with slow syncs: on
    a fast disk, the processor would be the limit."""
    # One address can use half of the permits for changes, and changes of the previous load may still be in progress.
    env = {"HOMEBLOCKS_HTTP_MAX_CHANGES": str(4 * CLIENTS), "LD_PRELOAD": str(slow_disk(run.new_folder()))}
    with run.serve(env=env) as server:
        slugs = ["music", *engines.copies(server)]
        one = Side("8 clients, one page", server.url, server.pid, script=orders.load_script(server), connections=8)
        bodies = orders.moves(server)
        script = wrk.rotation([("POST", f"/sort?page={slug}", JSON, body) for body in bodies for slug in slugs])
        many = Side("32 clients, 8 pages", server.url, server.pid, script=script, connections=CLIENTS)
        rates = {side.name: [] for side in (one, many)}
        for side in (one, many):
            side.load(min(run.seconds, 0.5))
        for _ in range(run.rounds):
            for side in (one, many):
                before = engines.revisions(server, slugs)
                side.round(run.seconds)
                rates[side.name].append((engines.revisions(server, slugs) - before) / side.loads[-1].seconds)
    print("S14 many writers", one, many, sep="\n")
    run.details["S14 many writers"] = [one, many]
    found = {name: statistics.median(values) for name, values in rates.items()}
    run.note("S14: " + ", ".join(f"{name} {rate:,.0f} revisions/s" for name, rate in found.items()))
    run.found("S14", found[many.name] / found[one.name])


def slow_disk(folder):
    """Builds the library that delays each sync by 5 ms; returns its path."""
    made = folder / "slow.so"
    source = ROOT / "Benchmarks/Disk/slow.c"
    subprocess.run(["gcc", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", "-o", made, source], check=True)
    return made


def large_pages(run):
    """A reorder and an edit of one block on a page of 1,000 blocks, against a page of 12, both of which are in memory.
    One client, which gets its response when the new version is served."""
    with run.serve(pages.grown(SMALL), pages.grown(LARGE)) as server:
        # A read loads a page into memory, so that each change renders its next version.
        for count in (SMALL, LARGE):
            responses.require(f"{server.url}/homepage?page=blocks{count}")
        for key, make in (("S15 reorder", reorders), ("S15 edit", edits)):
            small, large = (
                Side(f"{count:,} blocks", server.url, server.pid, script=make(count), connections=1) for count in (SMALL, LARGE)
            )
            run.compare(key, "one client", small, large)
            run.found(key, large.median("p50") / small.median("p50"))


def reorders(count):
    path = f"/sort?page=blocks{count}"
    return wrk.rotation(
        [
            ("POST", path, JSON, json.dumps({"moves": [{"block": f"text-{number:04}", "to": "start"}]}))
            for number in reversed(range(SMALL))
        ]
    )


def edits(count):
    """Edits that set a different title each time."""
    path = f"/api/pages/blocks{count}/live/blocks/text-0003"
    return wrk.rotation(
        [
            (
                "PATCH",
                path,
                JSON | {"Content-Type": "application/merge-patch+json"},
                json.dumps({"content": {"uiElement": {"subTitle": {"title": f"Title {number}"}}}}),
            )
            for number in range(100)
        ]
    )
