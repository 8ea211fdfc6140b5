"""S7: reorders that are on disk when they are acknowledged, against a bare loop that writes the same rows."""

import json
import os
import statistics
import subprocess
import time

from bench import orders, server
from bench.sides import Side
from harness import Failure

CLIENTS = 8


def durable(run):
    if not run.store_program:
        raise Failure("store-benchmark is needed; --store-program names it")
    folder = run.new_folder()
    with run.serve(database=folder / "pages.sqlite"):
        pass
    copy = server.copy_database(folder / "pages.sqlite", folder / "copy.sqlite")
    with run.serve(database=folder / "pages.sqlite") as ours:
        side = Side("homeblocks, 8 clients", ours.url, ours.pid, script=orders.load_script(ours), connections=CLIENTS)
        changes, rows = [], []
        bare_loop(run, copy, min(run.seconds, 0.5))
        side.load(min(run.seconds, 0.5))
        for _ in range(run.rounds):
            with orders.Revisions(ours) as made:
                side.round(run.seconds)
            changes.append(made.count / side.loads[-1].seconds)
            rows.append(bare_loop(run, copy, run.seconds))
    print("S7 durable reorders")
    print(side)
    run.details["S7 durable reorders"] = [side]
    loop = statistics.median(found["rate"] for found in rows)
    run.note(
        f"S7: {statistics.median(changes):,.0f} reorders/s that made a revision, bare loop {loop:,.0f}/s "
        f"(p50 {statistics.median(found['p50'] for found in rows):.2f} ms, "
        f"p99 {statistics.median(found['p99'] for found in rows):.2f} ms); "
        f"one fdatasync of 4 KB in the same folder {sync_cost(folder):.2f} ms"
    )
    run.found("S7", statistics.median(changes) / loop)
    run.found("S7 p99", side.median("p99"))


def bare_loop(run, database, seconds):
    done = subprocess.run(
        [run.store_program, str(database), "music", str(seconds)], capture_output=True, text=True, timeout=seconds + 60
    )
    if done.returncode:
        raise Failure("store-benchmark: " + (done.stderr or done.stdout).strip()[-1000:])
    found = json.loads(done.stdout)
    return found | {"rate": found["transactions"] / found["seconds"]}


def sync_cost(folder, times=50):
    """The median time of a sync in milliseconds."""
    costs = []
    with open(folder / "sync", "wb", buffering=0) as file:
        for _ in range(times):
            file.write(bytes(4096))
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            costs.append((time.perf_counter() - begin) * 1000)
    return statistics.median(costs)
