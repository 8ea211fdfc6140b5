"""F4, F5, F7: pages filled by feeds, while their upstreams respond and while they are unreachable."""

import json
import re
import subprocess
import sys
from contextlib import contextmanager

from bench import pages, processes, responses, wrk
from bench.reads import IDENTITY, our_side, page_of_20_kb
from bench.server import JSON
from bench.sides import Side
from bench.variants import rotation
from harness import ROOT, Failure, eventually

COUNT = 50
INTERVAL = 10
# The number of replacements of all lists while memory is measured.
REPLACEMENTS = 20


class Upstream:
    """`with Upstream() as upstream:` runs script/upstream as a process."""

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, str(ROOT / "script/upstream"), "0"], stdout=subprocess.PIPE, text=True)
        said = re.search(r"(http://(\S+?))/music", self.process.stdout.readline())
        if not said:
            raise Failure("script/upstream did not start")
        self.url, self.host = said.groups()
        return self

    def __exit__(self, *_):
        processes.stop(self.process)
        self.process.stdout.close()

    @property
    def settings(self):
        """The settings of a server that may request it."""
        return {
            "HOMEBLOCKS_FEEDS_ALLOWED_HOSTS": self.host,
            "HOMEBLOCKS_FEEDS_ALLOWED_NETWORKS": "127.0.0.0/8",
            "HOMEBLOCKS_FEEDS_MINIMUM_INTERVAL": "1",
        }

    def put(self, path, body):
        responses.require(f"{self.url}{path}", method="PUT", body=body)

    @property
    def calls(self):
        return json.loads(responses.require(f"{self.url}/calls").body)


def cards(block):
    return block["content"]["extInfo"]["list"]


def documents():
    """The page of S1, the page of S5, and a page with a section for each of the other feeds."""
    measured = [pages.p20(), pages.variants()]
    codes = {block["blockCode"] for page in measured for block in page["blocks"]}
    others = [pages.block(f"more-{number:02}", 424) for number in range(COUNT - len(codes))]
    return [*measured, pages.document("more", others)]


def filled(document):
    """A page whose sections have no own cards: feeds with the sections' codes provide the same cards."""

    def section(block):
        extra = block["content"]["extInfo"] | {"list": []}
        return block | {"source": {"feed": block["blockCode"]}, "content": block["content"] | {"extInfo": extra}}

    return document | {"blocks": [section(block) for block in document["blocks"]]}


def lists():
    """The list of each feed."""
    return {block["blockCode"]: cards(block) for document in documents() for block in document["blocks"]}


def feed(upstream, name, interval=INTERVAL):
    return {
        "name": name,
        "url": f"{upstream.url}/{name}",
        "showType": "DEMO_TEXT",
        "items": "",
        "fields": {"/id": "/id", "/text": "/text"},
        "interval": interval,
        "timeout": 5,
    }


@contextmanager
def server_with_feeds(run, upstream):
    """A server whose feeds produce the same bytes as the original pages."""
    with run.serve(*documents(), page="p20", env=upstream.settings) as server:
        for name, entries in lists().items():
            upstream.put(f"/items/{name}", pages.compact(entries))
            create(server, feed(upstream, name))
        for document in documents():
            body = pages.compact(filled(document))
            responses.require(f"{server.url}/api/pages/{document['page']['slug']}/export", JSON, method="PUT", body=body)
        eventually(lambda: all(state["cards"] for state in states(server)), 60)
        yield server


def create(server, definition):
    responses.require(f"{server.url}/api/feeds", JSON, 201, method="POST", body=pages.compact(definition))


def refresh(server, name):
    """Requests a feed now, or after the current request has ended."""
    eventually(lambda: responses.ask(f"{server.url}/api/feeds/{name}/refresh", JSON, "POST").status == 200, 30)


def states(server):
    return [feed["state"] for feed in json.loads(responses.require(f"{server.url}/api/feeds", JSON).body)["data"]]


# F7


def reads_with_feeds(run):
    with Upstream() as upstream, run.serve(*documents()[:2], page="p20") as plain, server_with_feeds(run, upstream) as fed:
        tags = [page.tag for page in responses.same_bytes(f"{fed.url}/homepage", f"{plain.url}/homepage", IDENTITY)]
        names = f"{COUNT} feeds", "without"
        for key, headers in (("F7 S1", [IDENTITY] * 2), ("F7 S3", [IDENTITY | {"If-None-Match": tag} for tag in tags])):
            compared = [our_side(server, sent, name=name) for server, sent, name in zip((fed, plain), headers, names)]
            found(run, key, f"{key[3:]} with {COUNT} feeds, against without", compared)
        paths = [f"/homepage?page=variants&{query}" for query in pages.audiences()]
        size = page_of_20_kb(plain).size
        for path in paths[:: len(paths) // 5]:
            responses.same_bytes(fed.url + path, plain.url + path, IDENTITY)
        compared = [
            Side(name, server.url, server.pid, script=rotation(paths), response_bytes=size)
            for server, name in zip((fed, plain), names)
        ]
        found(run, "F7 S5", f"S5 with {COUNT} feeds, against without", compared)
        replace_lists(run, upstream, fed)


def found(run, key, title, compared):
    run.compare(key, title, *compared)
    run.found(key, compared[0].rate / compared[1].rate)


def replace_lists(run, upstream, server):
    """Measures memory while all lists change repeatedly and their pages are read."""
    resident = []
    for number in range(REPLACEMENTS):
        for name, entries in lists().items():
            upstream.put(f"/items/{name}", pages.compact([entry | {"id": entry["id"] + number} for entry in entries]))
            refresh(server, name)
        wrk.run(f"{server.url}/homepage", min(run.seconds, 0.5), IDENTITY)
        resident.append(processes.memory(server.pid))
    warm = REPLACEMENTS // 4
    run.note(
        f"F7: {resident[warm]:.1f} MB resident after {(warm + 1) * COUNT} new lists, {resident[-1]:.1f} MB after "
        f"{REPLACEMENTS * COUNT}"
    )
    run.found("F7 memory", (resident[-1] / resident[warm] - 1) * 100)


# F4


def dead_upstreams(run):
    with Upstream() as upstream, Upstream() as dead:
        with server_with_feeds(run, upstream) as healthy, server_with_feeds(run, dead) as failing:
            tag = responses.require(f"{failing.url}/homepage").tag
            processes.stop(dead.process)
            for name in lists():
                refresh(failing, name)
            if not all(state["failures"] for state in states(failing)):
                raise Failure("a feed does not notice that its upstream is dead")
            compared = our_side(failing, IDENTITY, name="all upstreams dead"), our_side(healthy, IDENTITY, name="all respond")
            run.compare("F4", f"the page of S1 while the upstreams of {COUNT} feeds are dead", *compared)
            failing.kill()
            failing.start()
            if responses.require(f"{failing.url}/homepage").tag != tag:
                raise Failure("the page differs after the server was killed")
    # The load generator counts every unsuccessful response as a failure.
    run.note(
        f"F4: {sum(load.requests for load in compared[0].loads):,} reads with all upstreams dead, 0 failed; "
        "the same ETag after kill -9"
    )
    run.found("F4", compared[0].median("p99") / compared[1].median("p99"))


# F5


def calls_under_load(run):
    """Runs twenty times as long as other measurements (60 s), with an interval of a sixth of that."""
    seconds = run.seconds * 20
    interval = max(1, round(seconds / 6))
    print(f"F5 calls of an upstream in {interval * 6} s of load at an interval of {interval} s", flush=True)
    with Upstream() as upstream:
        with run.serve(pages.p20(), page="p20", env=upstream.settings) as server:
            section = pages.document("p20", filled(pages.p20())["blocks"][:1])
            name, entries = next(iter(lists().items()))
            upstream.put(f"/items/{name}", pages.compact(entries))
            create(server, feed(upstream, name, interval))
            responses.require(f"{server.url}/api/pages/p20/export", JSON, method="PUT", body=pages.compact(section))
            eventually(lambda: states(server)[0]["cards"], 30)
            before = len(upstream.calls)
            load = wrk.run(f"{server.url}/homepage", interval * 6, IDENTITY)
            made = len(upstream.calls) - before
    run.note(f"F5: {load.requests:,} reads in {load.seconds:.0f} s, {made} calls of the upstream")
    run.found("F5", made)
