"""The command line: `python3 -m bench PART`, as `script/bench` calls it."""

import argparse
import pathlib
import signal
import sys
import tempfile

from bench import (
    connections,
    engines,
    feeds,
    growth,
    history,
    memory,
    overlap,
    peers,
    picture_reads,
    reads,
    report,
    sdk,
    secure,
    start,
    table,
    variants,
    windows,
    writers,
    writes,
)
from bench.run import Run

PARTS = {
    "reads": {"S1, S3": reads.whole_and_not_modified, "S2": reads.gzip, "S5": variants.many_audiences, "S8": growth.page_sizes},
    "pictures": {"S16": picture_reads.picture},
    "secure": {"S13": secure.secure_reads, "S17": connections.memory},
    "writes": {"S6": overlap.reads_while_writing, "S7": writes.durable, "S9": history.length},
    "writers": {"S14": writers.many_writers, "S15": writers.large_pages},
    "engines": {"A4": engines.reorders, "D4": engines.distance},
    "feeds": {
        "F1": windows.cards_that_come_and_go,
        "F4": feeds.dead_upstreams,
        "F5": feeds.calls_under_load,
        "F7": feeds.reads_with_feeds,
    },
    "sdk": {"S12": sdk.decoding},
    "start": {"S10": start.first_response},
    "memory": {"S11": memory.growth},
    "peers": {"S4": peers.all_peers},
}


def arguments():
    parser = argparse.ArgumentParser(
        prog="script/bench", description="Measures in alternation; prints medians, ratios and targets.", allow_abbrev=False
    )
    parser.add_argument("part", choices=[*PARTS, "all"])
    parser.add_argument("--seconds", type=float, default=3, help="duration of each round of a side")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each side; their median is reported")
    parser.add_argument("--reads", type=int, default=10_000_000, help="number of reads of the memory measurement")
    parser.add_argument("--program", help="the server to measure instead of a release build")
    parser.add_argument("--sdk-program", help="the same for sdk-benchmark")
    parser.add_argument("--store-program", help="the same for store-benchmark")
    parser.add_argument("--write", action="store_true", help="write docs/performance.md and its charts, like all")
    return parser.parse_args()


def main():
    given = arguments()
    # Even if it is terminated, it stops the processes that it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    writes_report = given.write or given.part == "all"
    if writes_report:
        report.require_markers()
    with tempfile.TemporaryDirectory(prefix="homeblocks-bench-") as folder:
        run = Run(
            pathlib.Path(folder), given.seconds, given.rounds, given.reads, given.program, given.sdk_program, given.store_program
        )
        print(f"load average before the run: {run.load_before:.2f}; other load on this machine affects the results\n", flush=True)
        wanted = PARTS if given.part == "all" else {given.part: PARTS[given.part]}
        for part in wanted.values():
            for name, function in part.items():
                run.measure(name, function)
        shown = table.TARGETS if given.part == "all" else run.figures
        print(table.text([table.HEADINGS] + [table.row(key, run.figures.get(key)) for key in table.TARGETS if key in shown]))
        if writes_report:
            report.write(run)
    for name, reason in run.failures.items():
        print(f"{name} could not be measured: {reason}", file=sys.stderr)
    sys.exit(1 if run.failures else 0)


if __name__ == "__main__":
    main()
