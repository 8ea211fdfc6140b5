"""R13: misbehaving upstreams of feeds, while readers read the page that the feeds fill."""

import concurrent.futures
import json
import threading

from bench import processes
from faults import Outcome
from faults.client import Client, Lost
from faults.crowd import Crowd
from faults.powercut import library
from faults.server import FaultsServer
from harness import eventually, free_port
from harness.upstream import REASONS, TLS_REASONS, Authority, Listener, Upstream

TITLE = "upstreams of feeds that fail, lie, send endless responses, or redirect or resolve to other servers"
TARGET = "no read fails, no response changes, each fault is in the feed's log, no other server is contacted, ≤ 200 MB"
ROUNDS, SHORT = 20, 1
# The maximum growth of memory since before the first fault, in MB.
MOST_MEMORY = 200
PAGE = "filled"
# Long enough for this machine to send every response that is not slow on purpose.
TIMEOUT = 3
# A loopback address, but not in a network that feeds are allowed to request.
FORBIDDEN = "127.0.0.9"
METADATA = "169.254.169.254"
FIELDS = {"/id": "/songId", "/title": "/name", "/imageUrl": {"template": "/assets/{cover}.jpg"}}


class Kind:
    """A way to misbehave, with a separate upstream that behaves well at first."""

    def __init__(self, name, reason, scheme="http", host="127.0.0.1", certificate=None, port=0):
        self.name, self.reason = name, reason
        self.upstream = Upstream(port, certificate=certificate)
        self.server = f"{host}:{self.upstream.port}"
        self.feed = {
            "name": f"feed-{name}",
            "url": f"{scheme}://{self.server}/music",
            "showType": "DEMO_GRID",
            "items": "/result/songs",
            "fields": FIELDS,
            "interval": 3600,
            "timeout": TIMEOUT,
        }
        self.section = {
            "blockCode": f"from-{name}",
            "showType": "DEMO_GRID",
            "source": {"feed": self.feed["name"]},
            "content": {"extInfo": {"list": []}},
        }


class Readers(Crowd):
    """Clients that read the page and its sections, and compare each response with that before the first fault."""

    def __init__(self, server, expected):
        super().__init__(range(2))
        self.server, self.expected, self.count, self.problems = server, expected, 0, []
        self.lock = threading.Lock()

    def act(self, number):
        with Client(self.server.address) as client:
            while not self.ending.is_set():
                for path, expected in self.expected.items():
                    try:
                        fault = difference(client.get(path), expected)
                    except Lost as lost:
                        fault = str(lost)
                    with self.lock:
                        self.count += 1
                        if fault and len(self.problems) < 5:
                            self.problems.append(f"a read of {path}: {fault}")


def difference(response, expected):
    """The difference between a response and an earlier one; None if there is none."""
    if response.status != 200:
        return f"it got the status {response}"
    if (response.headers["ETag"], response.body) != expected:
        return f"it changed: {response}"
    return None


class Run:
    """A server, its upstreams, and the violations so far."""

    def __init__(self, program, folder):
        authority = Authority(folder)
        certificate = authority.certificate("upstream")
        self.kinds = [Kind(name, reason) for name, reason in REASONS.items()]
        self.kinds += [Kind(name, reason, "https", certificate=certificate) for name, reason in TLS_REASONS.items()]
        self.rebound = [
            Kind(name, "an address that is not allowed", host=f"{name}.test", port=free_port())
            for name in ("rebound", "metadata-name")
        ]
        self.off_the_list, self.faults, self.reads = Listener(), [], 0
        self.away = Kind("away", str(self.off_the_list.port))
        # The target of the name that resolves differently the second time: another address with the same port.
        # An ephemeral port may be in use there.
        self.neighbour = Listener(FORBIDDEN, self.rebound[0].upstream.port)
        self.all = [*self.kinds, *self.rebound, self.away]
        self.table = folder / "names"
        self.resolve("127.0.0.1", "127.0.0.1")
        self.server = FaultsServer(
            program,
            folder,
            LD_PRELOAD=str(library(folder, "resolver")),
            RESOLVER_TABLE=str(self.table),
            HOMEBLOCKS_FEEDS_ALLOWED_HOSTS=",".join(kind.server for kind in self.all),
            HOMEBLOCKS_FEEDS_ALLOWED_NETWORKS="127.0.0.1/32",
            HOMEBLOCKS_FEEDS_CA_FILE=str(authority.file),
        )

    def resolve(self, rebound, metadata):
        self.table.write_text(f"rebound.test {rebound}\nmetadata-name.test {metadata}\n")

    def api(self, method, path, body=None, status=200):
        with Client(self.server.address, self.server.token, timeout=60) as client:
            response = client.send(method, path, body)
        assert response.status == status, f"{method} {path}: {response}"
        return response.data

    def entry(self, kind):
        """The latest entry of a feed's log."""
        entries = self.api("GET", f"/api/feeds/{kind.feed['name']}/log")["entries"]
        return entries[0] if entries else None

    def fill(self):
        """Creates the feeds and their page; returns the responses that must not change."""
        for kind in self.all:
            self.api("POST", "/api/feeds", kind.feed, 201)
        page = {"page": {"slug": PAGE, "title": PAGE}, "data": {}, "blocks": [kind.section for kind in self.all]}
        self.api("PUT", f"/api/pages/{PAGE}/export", page)
        for kind in self.all:
            eventually(lambda kind=kind: (self.entry(kind) or {}).get("outcome") == "updated", 30)
        paths = [
            f"/homepage?page={PAGE}",
            *(f"/homepage/blocks/{kind.section['blockCode']}?page={PAGE}" for kind in (self.all[0], *self.rebound)),
        ]
        with Client(self.server.address) as client:
            responses = {path: client.get(path) for path in paths}
        blocks = responses[paths[0]].data["blocks"]
        assert [len(block["extInfo"]["list"]) for block in blocks] == [4] * len(self.all)
        return {path: (response.headers["ETag"], response.body) for path, response in responses.items()}

    def misbehave(self, number):
        """Makes each upstream misbehave, each round in another way as far as the addresses permit."""
        for place, kind in enumerate(self.kinds):
            group = REASONS if kind.name in REASONS else TLS_REASONS
            names = list(group)
            kind.upstream.mode = names[(names.index(kind.name) + number) % len(names)]
            kind.reason = group[kind.upstream.mode]
        self.away.upstream.mode = f"to http://127.0.0.1:{self.off_the_list.port}/music"
        self.resolve(FORBIDDEN, METADATA)

    def refresh(self, kind):
        path = f"/api/feeds/{kind.feed['name']}/refresh"
        outcome = self.api("POST", path)["outcome"]
        entry = self.entry(kind)
        how = kind.name if kind.upstream.mode == "ok" else kind.upstream.mode
        if outcome not in ("failed", "refused") or entry["outcome"] != outcome:
            self.faults.append(f"{how}: the refresh is {outcome}")
        elif kind.reason not in (entry["problem"] or ""):
            self.faults.append(f"{how}: the log says {json.dumps(entry['problem'])}")

    def round(self, number, expected):
        self.misbehave(number)
        # A new process has no cached host names.
        self.server.kill()
        self.server.start()
        with Readers(self.server, expected) as readers, concurrent.futures.ThreadPoolExecutor(4) as pool:
            # Start with the slowest kinds: those that time out or have very many items.
            list(
                pool.map(
                    self.refresh,
                    sorted(self.all, key=lambda kind: (kind.reason != REASONS["silent"], kind.upstream.mode != "values")),
                )
            )
        self.reads += readers.count
        self.faults += readers.problems
        for listener in (self.off_the_list, self.neighbour):
            if listener.connections:
                self.faults.append(f"{listener.connections} connections were made to a forbidden server")

    def recover(self):
        """Makes all upstreams behave well again, with another list."""
        self.resolve("127.0.0.1", "127.0.0.1")
        self.server.kill()
        self.server.start()
        for kind in self.all:
            kind.upstream.mode = "ok"
            kind.upstream.lists["music"]["result"]["songs"].pop()
            self.api("POST", f"/api/feeds/{kind.feed['name']}/refresh")
        with Client(self.server.address) as client:
            lengths = {len(block["extInfo"]["list"]) for block in client.get(f"/homepage?page={PAGE}").data["blocks"]}
        if lengths != {3}:
            self.faults.append(f"afterwards the sections have {sorted(lengths)} cards instead of 3")


def run(program, folder, rounds):
    run = Run(program, folder)
    most = 0.0
    with run.server:
        expected = run.fill()
        before = processes.memory(run.server.pid, "VmHWM")
        for number in range(rounds):
            run.round(number, expected)
            most = max(most, processes.memory(run.server.pid, "VmHWM") - before)
            if run.faults:
                break
        if most > MOST_MEMORY:
            run.faults.append(f"the server used {most:.0f} MB more")
        if not run.faults:
            run.recover()
    for each in [run.off_the_list, run.neighbour, *(kind.upstream for kind in run.all)]:
        each.stop()
    return Outcome(
        f"{len(run.all)} feeds, {rounds} times each; {run.reads:,} reads, 0 failed or changed; at most {most:.0f} MB more"
        if not run.faults
        else f"{run.reads:,} reads",
        run.faults[:10],
    )
