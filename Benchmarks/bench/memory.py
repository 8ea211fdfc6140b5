"""S11: resident memory after the start, and after many reads and reorders."""

from bench import orders, pages, processes, responses, variants, wrk
from bench.reads import GZIP, IDENTITY
from bench.server import JSON

STAGES = 10
WARM_READS, WARM_REORDERS = 10_000, 100


def growth(run):
    print("S11 resident memory", flush=True)
    with run.serve() as server:
        responses.require(server.url + "/homepage")
        idle = say(run, server, "after the start and one read")
        for document in (pages.p20(), pages.variants()):
            body = pages.compact(document)
            responses.require(f"{server.url}/api/pages/{document['page']['slug']}/export", JSON, method="PUT", body=body)
        reads, reorders = add_load(server, run.seconds, WARM_READS, WARM_REORDERS)
        warm = say(run, server, f"after {reads:,} reads and {reorders:,} reorders")
        # The short form also writes less.
        wanted = max(WARM_REORDERS, run.reads // 1000)
        for _ in range(STAGES):
            more = add_load(server, run.seconds, run.reads // STAGES, wanted // STAGES)
            reads, reorders = reads + more[0], reorders + more[1]
        end = say(run, server, f"after {reads:,} reads and {reorders:,} reorders")
    run.note(f"S11: growth {(end / warm - 1) * 100:.1f} % since the first load, {(end / idle - 1) * 100:.1f} % since the start")
    run.found("S11 idle", idle)
    run.found("S11 growth", (end / warm - 1) * 100)


def say(run, server, when):
    resident = processes.memory(server.pid)
    run.note(f"S11: {resident:.1f} MB resident {when} ({processes.memory(server.pid, 'RssAnon'):.1f} MB of it not of files)")
    return resident


def add_load(server, seconds, reads, reorders):
    """Sends reads of all kinds in rotation and reorders of the page that most of them read; returns their numbers."""
    paths = [f"/homepage?page=variants&{query}" for query in pages.audiences()]
    kinds = [
        lambda: wrk.run(server.url + "/homepage", seconds, IDENTITY),
        lambda: wrk.run(server.url + "/homepage?page=p20", seconds, IDENTITY),
        lambda: wrk.run(server.url + "/homepage", seconds, GZIP),
        lambda: wrk.run(server.url, seconds, script=variants.rotation(paths)),
    ]
    done = turn = 0
    while done < reads or turn < len(kinds):
        done += kinds[turn % len(kinds)]().requests
        turn += 1
    before = orders.revision(server)
    while orders.revision(server) - before < reorders:
        wrk.run(server.url, min(seconds, 1), script=orders.load_script(server), connections=8)
    return done, orders.revision(server) - before
