"""R15: readers with varying contexts on pages with many conditions, while operators change these pages."""

import itertools
import random
from urllib.parse import quote

from bench import pages, processes
from faults import Outcome
from faults.client import Client, Lost
from faults.crowd import Crowd
from faults.server import FaultsServer

TITLE = "thousands of readers, each with different results of a page's conditions, while it and another page are changed"
TARGET = "no read fails, each change needs ≤ 1 s more CPU than without readers, memory grows by ≤ 64 MiB"
# Each round has a set of pages, all of which users read.
ROUNDS, SHORT = 10, 1
USERS, FEW_USERS = 6000, 400
# In CPU time, so that a busy machine has no influence.
MOST_SECONDS, MOST_MEMORY = 1.0, 64 << 20
CHANGES = 3
OTHER = "demo"
# Rare enough not to slow the readers down much.
READS_BETWEEN_SAMPLES = 50


def shares(slug, chance):
    """Twenty sections, each for half of the users."""
    return pages.document(
        slug,
        [
            pages.block(f"text-{number:02}", chance.randint(50, 800)) | {"audience": {"percent": 50, "seed": f"{slug}-{number}"}}
            for number in range(20)
        ],
    )


def cards(slug, chance):
    """One section with a thousand cards, each for half of the users."""
    block = pages.block("cards", chance.randint(50, 200), 1000)
    rules = {str(number): {"audience": {"percent": 50, "seed": f"{slug}-{number % 100}"}} for number in range(1000)}
    return pages.document(slug, [block | {"cards": rules}])


def languages(slug, chance):
    """Sections in fifty languages, each with its own text in addition to much shared content."""
    tags = [first + second for first, second in itertools.product("abdefghijk", "abefg")]
    blocks = []
    for number in range(4):
        block = pages.block(f"text-{number}", 800, 60)
        block["localizations"] = {tag: {"uiElement": {"subTitle": {"title": f"{tag} {number}"}}} for tag in tags}
        block["audience"] = {"percent": 50, "seed": f"{slug}-{number}"}
        blocks.append(block)
    return pages.document(slug, blocks)


def mixed(slug, chance):
    """Sections of any kind."""
    blocks = []
    for number in range(chance.randint(5, 60)):
        count = chance.choice([1, 3, 20, 100])
        block = pages.block(f"text-{number:02}", chance.choice([30, 200, 1500 // count + 30]), count)
        block["audience"] = chance.choice([None, {"percent": chance.randint(1, 99), "seed": str(chance.randint(1, 9))}])
        if chance.random() < 0.5:
            block["cards"] = {
                str(card): {"audience": {"percent": chance.randint(1, 99), "seed": f"{number}-{card}"}}
                for card in range(count)
                if chance.random() < 0.6
            }
        blocks.append(block)
    return pages.document(slug, blocks)


KINDS = {"shares": shares, "cards": cards, "languages": languages, "mixed": mixed}


class Memory:
    """The growth of a server's memory since its start."""

    def __init__(self, server):
        self.server, self.start, self.most = server, resident(server), 0

    def look(self):
        self.most = max(self.most, resident(self.server) - self.start)


class Readers(Crowd):
    """Two clients that read a page, each time as another user and sometimes only in part."""

    def __init__(self, server, document, users, memory):
        super().__init__(range(2))
        self.server, self.users, self.memory = server, users, memory
        self.slug, self.codes = document["page"]["slug"], [block["blockCode"] for block in document["blocks"]]
        self.count, self.problems = 0, []

    def paths(self, user, chance):
        query = f"page={self.slug}&uid=user-{user}&locale={chance.choice('abdefghijk')}{chance.choice('abefg')}"
        code = quote(chance.choice(self.codes))
        yield f"/homepage?{query}", 200
        if chance.random() < 0.2:
            # The section or its first card may not be shown to this user.
            yield chance.choice(
                [
                    (f"/homepage/blocks/{code}?{query}", 404),
                    (f"/homepage/blocks/{code}/items/0?{query}", 404),
                    (f"/homepage/blocks/{code}/items?limit=5&{query}", 404),
                    (f"/homepage?cursor=&limit=2&{query}", 200),
                ]
            )

    def act(self, number):
        chance = random.Random(f"{self.slug}-{number}")
        with Client(self.server.address) as client:
            for user in range(number, self.users, len(self.members)):
                for path, other in self.paths(user, chance):
                    try:
                        response = client.get(path, {"Accept-Encoding": chance.choice(["gzip", "br", "identity"])})
                    except Lost as lost:
                        self.problems.append(f"a read got no response: {lost}")
                        return
                    if response.status not in (200, other):
                        self.problems.append(f"GET {path} got {response}")
                self.count += 1
                if user % READS_BETWEEN_SAMPLES == 0:
                    self.memory.look()

    def wait(self):
        for thread in self.threads:
            thread.join()


def resident(server):
    return int(processes.memory(server.pid) * 1e6)


def send(server, method, path, body=None):
    """Sends a request over a new connection, since a shared one could be closed as idle in the meantime."""
    with Client(server.address, server.token) as client:
        return client.send(method, path, body)


class Changes:
    """Small changes of pages, and the CPU time of the slowest one in excess of the same change without readers."""

    def __init__(self, server, memory):
        self.server, self.memory = server, memory
        self.alone, self.number, self.most, self.problems = {}, itertools.count(), 0.0, []

    def seconds(self, page, code):
        title = {"content": {"uiElement": {"subTitle": {"title": f"No. {next(self.number)}"}}}}
        before = processes.cpu_seconds(self.server.pid)
        try:
            response = send(self.server, "PATCH", f"/api/pages/{page}/live/blocks/{code}", title)
            if response.status != 200:
                self.problems.append(f"A change of {page} got {response}")
        except Lost as lost:
            self.problems.append(f"A change of {page} got no response: {lost}")
        self.memory.look()
        return processes.cpu_seconds(self.server.pid) - before

    def begin(self, page, code):
        self.alone[page] = self.seconds(page, code)

    def make(self, page, code, when):
        more = self.seconds(page, code) - self.alone[page]
        self.most = max(self.most, more)
        if more > MOST_SECONDS:
            self.problems.append(f"A change of {page} {when} needed {more:.1f} s more CPU than without readers.")


def run(program, folder, rounds):
    users = USERS if rounds > SHORT else FEW_USERS
    faults, reads = [], 0
    with FaultsServer(program, folder) as server, Client(server.address, server.token) as client:
        client.get("/homepage")
        other = client.get(f"/api/pages/{OTHER}/live/blocks").data[0]["blockCode"]
        memory = Memory(server)
        changes = Changes(server, memory)
        changes.begin(OTHER, other)
        for turn in range(rounds):
            for kind, make in KINDS.items():
                slug = f"{kind}-{turn}"
                document = make(slug, random.Random(slug))
                response = send(server, "PUT", f"/api/pages/{slug}/export", pages.compact(document))
                if response.status not in (200, 201):
                    faults.append(f"The page {slug} was rejected: {response}")
                    continue
                code = document["blocks"][0]["blockCode"]
                changes.begin(slug, code)
                with Readers(server, document, users, memory) as readers:
                    readers.wait()
                    for _ in range(CHANGES):
                        changes.make(slug, code, f"after {users} users")
                        changes.make(OTHER, other, f"after {users} users of {slug}")
                reads, faults = reads + readers.count, faults + readers.problems[:3]
                # Free the memory for the next page.
                send(server, "DELETE", f"/api/pages/{slug}")
        faults += changes.problems
        if memory.most > MOST_MEMORY:
            faults.append(f"The program used {memory.most >> 20} MiB more.")
        if code := server.stop():
            faults.append(f"The program ended with the code {code}.")
    return Outcome(
        f"{rounds * len(KINDS)} pages, {reads:,} users; a change needed at most {changes.most:.2f} s more; "
        f"at most {memory.most >> 20} MiB more",
        faults,
    )
