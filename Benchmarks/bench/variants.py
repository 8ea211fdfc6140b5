"""S5: the page's variants for 60 audiences in rotation, against a page without audiences."""

from bench import pages, responses, wrk
from bench.reads import IDENTITY, page_of_20_kb
from bench.sides import Side
from harness import Failure


def rotation(paths):
    return wrk.rotation([("GET", path, IDENTITY, None) for path in paths])


def many_audiences(run):
    with run.serve(pages.p20(), pages.variants(), page="p20") as server:
        plain = page_of_20_kb(server)
        paths = [f"/homepage?page=variants&{query}" for query in pages.audiences()]
        check(server, paths, len(plain.body))
        # Both sides rotate through 60 requests, so that wrk has the same overhead.
        sides = [
            Side(name, server.url, server.pid, script=rotation(requests), response_bytes=plain.size)
            for name, requests in (("60 audiences", paths), ("one response", ["/homepage"] * len(paths)))
        ]
        run.compare("S5", f"{len(paths)} audiences in rotation, against one response", *sides)
        run.found("S5", sides[0].rate / sides[1].rate)


def check(server, paths, size):
    variants = [responses.require(server.url + path, IDENTITY) for path in paths]
    if len({variant.tag for variant in variants}) != len(paths):
        raise Failure("the audiences do not get a response each")
    for variant in variants:
        if abs(len(variant.body) - size) > size * 0.02:
            raise Failure(f"an audience's response has {len(variant.body)} bytes, the one of all {size}")
