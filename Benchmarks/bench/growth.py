"""S8: the cost of a byte as the page grows."""

from bench import pages
from bench.reads import IDENTITY, our_side
from harness import Failure

SIZES = (10, 30, 100, 300, 1000)


def page_sizes(run):
    with run.serve(*(pages.grown(count) for count in SIZES)) as server:
        sides = [our_side(server, IDENTITY, f"{server.url}/homepage?page=blocks{count}", f"{count:,} blocks") for count in SIZES]
        run.compare("S8", "CPU of the server per byte as the page grows", *sides)
        points = [(count, side.cpu_per_byte) for count, side in zip(SIZES, sides)]
        run.note("S8: ns per byte: " + ", ".join(f"{count:,} blocks {cost:.3f}" for count, cost in points))
        run.series["growth"] = points
        if not points[0][1]:
            raise Failure("the runs are too short to see CPU time")
        run.found("S8", points[-1][1] / points[0][1])
