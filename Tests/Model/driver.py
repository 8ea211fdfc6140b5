"""Performs operations through HTTP and in the model, and compares everything that operators and clients can read."""

import random

from clock import Clock
from edits import exported, resource, text
from merging import ALWAYS, CARDS, Content
from model import Page
from operations import Generator
from pages import first_page
from people import People
from reading import Reader
from sending import request
from values import Values

# The number of steps between comparisons that are slow.
SELDOM = 6


def content_of(document):
    """A page's content from its export."""
    blocks = document["blocks"]
    return Content([one["blockCode"] for one in blocks], {one["blockCode"]: one for one in blocks}, document["data"])


def without_reason(conflicts):
    """Conflicts as a sorted list of texts for comparison."""
    members = ("blockCode", "pointer", "kept", "incoming", "existing")
    return sorted(text({name: one[name] for name in members if name in one}) for one in conflicts)


def covers(shown, written):
    """Whether the clients' document contains everything that was written; it may have additional defaults."""
    if isinstance(written, dict):
        return isinstance(shown, dict) and all(name in shown and covers(shown[name], value) for name, value in written.items())
    if isinstance(written, list):
        return isinstance(shown, list) and len(shown) == len(written) and all(map(covers, shown, written))
    return shown == written


def visible(content):
    """The blocks that clients without a context get, in order and with the cards that they get."""
    blocks = (reduced(content.blocks[code]) for code in content.order)
    return [one for one in blocks if one["enabled"] and one["content"]["extInfo"][CARDS[one["showType"]]]]


def reduced(block):
    """A block without the cards that are disabled or have an audience."""

    def is_shown(card):
        rule = block.get("cards", {}).get(str(card["id"]), ALWAYS)
        return rule["enabled"] and rule["audience"] is None

    if "cards" not in block:
        return block
    content, name = block["content"], CARDS[block["showType"]]
    info = content["extInfo"] | {name: [card for card in content["extInfo"][name] if is_shown(card)]}
    return block | {"content": content | {"extInfo": info}}


class Run(Reader):
    """A page of a server and its model."""

    def __init__(self, server, slug, seed=0, operator=""):
        super().__init__(server)
        self.slug, self.page_path = slug, f"/api/pages/{slug}"
        self.random, self.keys = random.Random(seed), 0
        self.generator = Generator(self.random, operator)
        self.steps, self.operations, self.keyed = 0, [], None
        document = first_page()
        self.expect(self.send("PUT", f"{self.page_path}/export", document), 200)
        blocks = [resource(block) for block in document["blocks"]]
        self.model = Page(content_of({**document, "blocks": blocks}), server.clock.now)
        self.values = Values(self)
        self.people = People(server, slug, self.random)
        # A link to the draft, and one to each planned release, by the release's id.
        self.link, self.release_links = self.linked({}), {}

    def linked(self, body):
        """The path of the document that a new preview link shows."""
        link = self.expect(self.send("POST", f"{self.page_path}/links", body), 201).data
        return f"/preview/{link['secret']}/homepage"

    # Operations

    def concrete(self, op):
        """An operation with the server's ids and contents instead of references."""
        if op["do"] in ("cancel", "reschedule"):
            known = [one for one in self.model.releases if one.base and one.id]
            choices = [one for one in known if one in self.model.pending] if op["pending"] else known
            return {**op, "release": choices[op["release"] % len(choices)].id if choices else 10**6}
        if op["do"] == "cancel_takeover":
            known = self.model.takeovers[::-1]
            return {**op, "takeover": known[op["takeover"] % len(known)].id if known else 10**6}
        if op["do"] == "restore":
            newest = self.data(f"{self.page_path}/revisions?limit=1")["revisions"][0]["number"]
            number = newest - op["back"]
            if number < 1:
                return {**op, "revision": 10**6, "content": None}
            content = content_of(self.read(f"{self.page_path}/revisions/{number}").json)
            assert text(exported(content)) in self.model.seen, f"revision {number} is nothing that ever was"
            return {**op, "revision": number, "content": content}
        return op

    def precondition(self, op, path):
        """The If-Match field and whether it matches; None without one."""
        if not path or not op.get("match"):
            return {}, None
        before = list(self.tags.get(path, []))
        response = self.send("GET", path)
        current = response.headers["ETag"]
        if response.status == 200:
            self.read(path)
        tag = current or '"none"'
        if op["match"] == "old":
            if not before:
                return {}, None
            tag = before[-2] if len(before) > 1 else before[-1]
        # Without a draft there is no ETag.
        gone = path.endswith("/draft/diff") and not self.model.has_draft
        return {"If-Match": tag}, tag == current and not gone

    def step(self, op):
        self.steps += 1
        self.operations.append(op)
        if op["do"] == "time":
            self.model.apply(op)
            self.server.clock.set(self.model.now)
        elif op["do"] == "retry":
            self.retry()
        else:
            self.make(self.concrete(op))
        self.compare()

    def make(self, op):
        method, path, body, subject = request(op, self.slug, self.model.now)
        headers, matches = self.precondition(op, subject)
        if op.get("dry"):
            path += ("&" if "?" in path else "?") + "dryRun=true"
        if op["repeat"] and method == "POST" and not op.get("dry"):
            self.keys += 1
            headers["Idempotency-Key"] = f"{self.slug}-{self.keys}"
        for token, status in self.people.refused(op):
            refusal = self.expect(self.send(method, path, body, headers, token), status)
            assert "current" not in refusal.json and refusal.headers["ETag"] is None
        self.values.before(op)
        expected = self.model.apply(op, matches)
        sender = self.people.allowed(op)
        response = self.expect(self.send(method, path, body, headers, sender), expected.status)
        if response.status >= 400:
            assert response.json["status"] == response.status
            return
        if "Idempotency-Key" in headers:
            self.keyed = (method, path, body, headers, sender), response
            self.retry()
        if expected.made:
            expected.made.id = response.data["id"]
        if not op.get("dry"):
            self.values.after(op)
        self.compare_carried(response, expected)

    def retry(self):
        """Repeats the last request with an idempotency key: it gets the same response and changes nothing."""
        if self.keyed:
            request, response = self.keyed
            again = self.expect(self.send(*request), response.status)
            assert again.body == response.body, "a retry got another response"

    def compare_carried(self, response, expected):
        carried = {(one["to"], one["release"]): one["conflicts"] for one in response.json.get("carried", [])}
        self.values.returned(carried.values())
        expectations = dict(
            (("draft", None) if to == "draft" else ("release", to.id), conflicts) for to, conflicts in expected.carried
        )
        if expected.published is not None:
            own = [("draft", None), ("release", getattr(expected.made, "id", None))]
            returned = [conflict for key in own for conflict in carried.pop(key, [])]
            self.same("the conflicts of what was published", without_reason(returned), without_reason(expected.published))
        for key in {*carried, *expectations}:
            returned = without_reason(carried.get(key, []))
            self.same(f"the conflicts in {key}", returned, without_reason(expectations.get(key, [])))
        releases = [key for key in carried if key[0] == "release"]
        assert sorted(releases) == sorted(key for key in expectations if key[0] == "release"), (carried, expectations)

    # State

    def same(self, what, found, expected):
        assert found == expected, f"{what}\n  is       {text(found)}\n  expected {text(expected)}"

    def compare(self):
        live, (draft, conflicts, _) = self.model.live.content, self.model.drafted()
        shown = self.model.takeover
        page = self.page_path
        self.same("the order", self.data(f"/sort?page={self.slug}")["order"], live.order)
        if shown:
            other = self.read("/homepage?page=other")
            assert self.read(f"/homepage?page={self.slug}").body == other.body, "the takeover is not shown"
        else:
            self.compare_shown(f"/homepage?page={self.slug}", live)
        self.same("the draft's order", self.data(f"{page}/draft/order")["order"], draft.order)
        self.compare_shown(f"{page}/draft/homepage", draft)
        self.compare_shown(self.link, draft)
        for stage, content in (("live", live), ("draft", draft)):
            blocks = [{name: one[name] for name in one if name != "info"} for one in self.data(f"{page}/{stage}/blocks")]
            self.same(f"the blocks of {stage}", blocks, [content.blocks[code] for code in content.order])
            self.values.state(stage, blocks)
        difference = self.data(f"{page}/draft/diff")["draft"]
        returned = (difference or {}).get("conflicts", [])
        self.values.returned([returned])
        self.same("the draft's conflicts", without_reason(returned), without_reason(conflicts))
        assert bool(difference) == self.model.has_draft
        if self.steps % SELDOM == 0 or self.values.due:
            self.compare_all()
            self.compare_people()

    def compare_people(self):
        """What people with rights on single pages read."""
        page = self.page_path
        for path in (page, f"{page}/draft/diff", f"{page}/releases", f"{page}/takeovers", f"{page}/export"):
            whole = self.send("GET", path)
            for token in (self.people.publisher, self.people.editor):
                own = self.expect(self.send("GET", path, token=token), whole.status)
                # The editor may not know of the page that a takeover shows.
                hides = token == self.people.editor and path in (page, f"{page}/takeovers")
                assert hides or own.body == whole.body, path
                assert not hides or '"other"' not in own.body.decode(), path
            self.expect(self.send("GET", path, token=self.people.outsider), 404)

    def compare_shown(self, path, content):
        data = self.data(path)
        expected = visible(content)
        self.same(path, [one["blockCode"] for one in data["blocks"]], [one["blockCode"] for one in expected])
        for section, block in zip(data["blocks"], expected):
            assert section["showType"] == block["showType"], path
            assert covers(section, block["content"]), f"{path}\n  has      {text(section)}\n  not all of {text(block)}"
        assert covers(data, content.data), f"{path} has not {content.data}"

    def compare_all(self):
        page = self.page_path
        lines = self.data(f"{page}/releases?limit=100")["releases"]
        pending = {line["id"]: line for line in lines if line["state"] == "pending"}
        self.same(
            "the pending releases",
            {line["id"]: line["at"] for line in pending.values()},
            {one.id: Clock.text(one.at) for one in self.model.pending},
        )
        contents = []
        for one in self.model.pending:
            document = self.read(f"{page}/revisions/{pending[one.id]['revision']}").json
            self.same(f"release {one.id}", exported(content_of(document)), exported(one.content))
            contents.append(document["blocks"])
            if one.id not in self.release_links:
                self.release_links[one.id] = self.linked({"release": one.id})
            self.compare_shown(self.release_links[one.id], one.content)
            if not any(two.begin <= one.at < two.end and not two.cancelled for two in self.model.takeovers):
                self.compare_shown(f"{page}/live/homepage?at={Clock.text(one.at)}", self.model.live_at(one.at).content)
        for one in self.model.releases:
            if one.cancelled and one.id in self.release_links:
                self.expect(self.send("GET", self.release_links[one.id]), 404)
        self.values.check(contents)
        export = self.read(f"{page}/export").json
        self.same("the export", exported(content_of(export)), exported(self.model.live.content))
        for path in [f"{page}/takeovers", f"{page}/revisions?limit=100", f"{page}/revisions?released=true"]:
            self.read(path)
        for stage, content in (("live", self.model.live.content), ("draft", self.model.drafted()[0])):
            for code in content.order:
                self.read(f"{page}/{stage}/blocks/{code}")
            self.read(f"{page}/{stage}/order")
        for path in self.random.sample(sorted(self.tags), min(4, len(self.tags))):
            # A block may have been deleted, and the release of a link cancelled.
            if "/blocks/" not in path and path not in self.release_links.values():
                self.revalidate(path)

    def run(self, steps):
        for _ in range(steps):
            self.step(self.generator.operation(self.model))
