"""S8: the cost of a byte as the page grows."""

import contextlib

from bench import pages, responses
from bench.loop import Loop
from bench.reads import IDENTITY, our_side
from harness import Failure

SIZES = (10, 30, 100, 300, 1000)


def page_sizes(run):
    with run.serve(*(pages.grown(count) for count in SIZES)) as server, contextlib.ExitStack() as loops:
        sides = [our_side(server, IDENTITY, f"{server.url}/homepage?page=blocks{count}", f"{count:,} blocks") for count in SIZES]
        bare = []
        for side in sides[0], sides[-1]:
            loop = loops.enter_context(Loop(run.new_folder(), "write", responses.require(side.url, IDENTITY).body))
            bare.append(loop.side(IDENTITY))
            bare[-1].name += f", {side.name}"
        run.compare("S8", "CPU of the server per byte as the page grows", *sides, *bare)
        points = [(count, side.cpu_per_byte) for count, side in zip(SIZES, sides)]
        run.note("S8: ns per byte: " + ", ".join(f"{count:,} blocks {cost:.3f}" for count, cost in points))
        run.note("S8: ns per byte: " + ", ".join(f"{side.name} {side.cpu_per_byte:.3f}" for side in bare))
        run.series["growth"] = points
        if not points[0][1] or not bare[0].cpu_per_byte:
            raise Failure("the runs are too short to see CPU time")
        growth = points[-1][1] / points[0][1]
        run.found("S8", growth)
        run.found("S8b", growth / (bare[1].cpu_per_byte / bare[0].cpu_per_byte))
