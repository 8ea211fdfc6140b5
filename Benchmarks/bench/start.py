"""S10: the time from the start of the program to its first response."""

import statistics
import time

from bench import history, responses, server


def first_response(run):
    print("S10 start to first response", flush=True)
    long = history.database(run, 100_000)
    times = {"S10 empty": [], "S10 long": []}
    for _ in range(run.rounds):
        for key, database in (("S10 empty", run.new_folder() / "pages.sqlite"), ("S10 long", long)):
            with server.BenchServer(run.program, database) as ours:
                responses.require(ours.url + "/homepage")
                times[key].append(time.perf_counter() - ours.began)
    for key, found in times.items():
        run.note(f"{key}: {min(found):.3f} to {max(found):.3f} s")
        run.found(key, statistics.median(found))
