"""Random requests of several people on a page that is reviewed: at every instant, what clients get was approved by someone
who did not change it, was live before, or has a reason in the audit log.

`REVIEW_STEPS=10000 pytest Tests/Model/test_reviewed_pages.py` makes this many requests.
"""

import json
import os
import random
from datetime import datetime, timedelta

import pytest

from clock import BEGIN, Clock, ClockedServer
from pages import block, card, first_page

pytestmark = pytest.mark.both_engines
STEPS = int(os.environ.get("REVIEW_STEPS", "400"))
# Each seed has its own page.
LENGTH = 200
PASSWORD = "the long way around the lake"
BYPASS = {"HomeBlocks-Bypass": "A%20test"}
CODES = "ABC"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = ClockedServer(tmp_path_factory.mktemp("reviews"))
    try:
        yield server
    finally:
        server.close()


class Walk:
    """A page, three people with tokens, of which one has two, and an admin."""

    def __init__(self, server, seed):
        self.server, self.random, self.page = server, random.Random(seed), f"page-{seed}"
        self.path, self.tokens = f"/api/pages/{self.page}", []
        for name in ("Ada", "Bo", "Ed"):
            admin = self.session(f"{name} {seed}")
            for _ in range(2 if name == "Ada" else 1):
                body = {"name": f"{name}'s token", "role": "publisher"}
                made = server.send("POST", "/api/tokens", json.dumps(body), admin | {"Content-Type": "application/json"})
                assert made.status == 201, made.body
                self.tokens.append((name, made.data["token"]))
        self.ok(self.api("PUT", f"{self.path}/export", first_page()))
        audience = {"name": f"fans-{seed}", "audience": {"platforms": ["ios"]}}
        self.ok(self.api("POST", "/api/audiences", audience))
        self.ok(self.api("PATCH", f"{self.path}/live/blocks/A", {"audience": {"name": audience["name"]}}))
        self.feed = {
            "name": f"songs-{seed}",
            "url": "http://127.0.0.1:9/x",
            "showType": "MALL_AD",
            "items": "",
            "fields": {"/title": "/name"},
        }
        self.ok(self.api("POST", "/api/feeds", self.feed))
        songs = block("S", "songs", [card(1, "own")], "MALL_AD", source={"feed": self.feed["name"]})
        self.ok(self.api("POST", f"{self.path}/live/blocks", songs))
        self.ok(self.api("PATCH", self.path, {"review": {"approvals": 1}}))
        # What was live, who approved what content or what state with which authors, and the authors of the draft and of planned releases.
        self.seen, self.approved, self.states = {self.content("live")}, {}, {}
        self.authors, self.releases, self.count = set(), {}, {}

    def session(self, name):
        """Creates an admin and signs them in."""
        self.ok(self.api("POST", "/api/operators", {"name": name, "role": "admin", "password": PASSWORD}))
        body = json.dumps({"name": name, "password": PASSWORD})
        response = self.server.send("POST", "/api/session", body, {"Content-Type": "application/json"})
        assert response.status == 201, response.body
        return {"Cookie": response.headers["Set-Cookie"].split(";")[0], "X-CSRF-Token": response.data["csrf"]}

    def api(self, method, path, body=None, token=None, **options):
        response = self.server.api(method, path, body, token, **options)
        assert response.status < 500, (method, path, body, response.status, response.body)
        return response

    def ok(self, response):
        assert response.status < 300, response.body
        return response

    @staticmethod
    def fingerprint(blocks):
        return json.dumps([{name: one[name] for name in one if name != "info"} for one in blocks], sort_keys=True)

    def content(self, stage):
        return self.fingerprint(self.ok(self.api("GET", f"{self.path}/{stage}/blocks")).data)

    def draft(self):
        return self.ok(self.api("GET", f"{self.path}/draft/diff")).data["draft"]

    def revision(self, number):
        return self.ok(self.api("GET", f"{self.path}/revisions/{number}")).json

    def planned(self, states=("pending", "waiting")):
        lines = self.ok(self.api("GET", f"{self.path}/releases?limit=100")).data["releases"]
        return [line for line in lines if line["state"] in states]

    # What people do

    def edit(self, person, token):
        code = self.random.choice(CODES)
        change = self.random.choice(
            [
                ("PATCH", f"blocks/{code}", {"enabled": self.random.random() < 0.5}),
                ("PATCH", f"blocks/{code}", {"content": {"uiElement": {"subTitle": {"title": str(self.random.randrange(4))}}}}),
                ("PUT", "order", {"moves": [{"block": code, "to": self.random.randrange(3)}]}),
            ]
        )
        self.drafted(change[0], f"draft/{change[1]}", change[2], person, token)

    def drafted(self, method, path, body, person, token):
        """Changes the draft, and notes its author if something changed."""
        before = self.content("draft")
        self.ok(self.api(method, f"{self.path}/{path}", body, token))
        if self.content("draft") != before:
            self.authors.add(person)

    def live_edit(self, person, token):
        before = self.content("live")
        change = {"moves": [{"block": self.random.choice(CODES), "to": 0}]}
        assert self.api("PUT", f"{self.path}/live/order", change, token).status in (200, 409)
        assert self.content("live") == before

    def bypass(self, _person, _token):
        change = {"moves": [{"block": self.random.choice(CODES), "to": self.random.randrange(3)}]}
        self.ok(self.api("PUT", f"{self.path}/live/order", change, headers=BYPASS))
        self.seen.add(self.content("live"))

    def ask(self, person, token):
        at = {} if self.random.random() < 0.6 else {"at": Clock.text(self.server.clock.now + self.random.randrange(1000, 9000))}
        self.api("POST", f"{self.path}/draft/review", at, token)

    def approve(self, person, token):
        subjects = [f"{self.path}/draft"] + [f"{self.path}/releases/{line['id']}" for line in self.planned()]
        path = self.random.choice(subjects) + "/review"
        review = self.api("GET", path, token=token)
        if review.status != 200:
            return
        state, said = review.data, {"state": review.data["state"]}
        if self.random.random() < 0.15:
            self.ok(self.api("POST", f"{path}/objections", said | {"message": "No"}, token))
            return
        if path.startswith(f"{self.path}/draft"):
            approved, authors = self.states.setdefault(state["state"], []), set(self.authors)
        else:
            content = self.fingerprint(self.stored(state["revision"]))
            approved, authors = self.approved.setdefault(content, []), self.releases.get(int(path.split("/")[-2]), set())
        if self.random.random() < 0.3:
            response = self.approve_with_link(path, said, token)
        else:
            response = self.api("POST", f"{path}/approvals", said, token)
        assert response.status in (201, 409), response.body
        assert (response.status == 409) == (person in authors), (person, authors, state)
        if response.status == 201:
            approved.append((person, authors))
            self.count["approved"] = self.count.get("approved", 0) + 1

    def approve_with_link(self, path, body, token):
        """Approves with a link that a person creates. It approves as that person."""
        shown = {} if path.startswith(f"{self.path}/draft") else {"release": int(path.split("/")[-2])}
        link = self.ok(self.api("POST", f"{self.path}/links", {"mayApprove": True, **shown}, token)).data
        headers = {"HomeBlocks-Preview": link["secret"], "Content-Type": "application/json"}
        response = self.server.send("POST", "/preview/review/approvals", json.dumps(body), headers)
        assert response.status != 201 or response.data["verdicts"][-1]["link"] == link["id"]
        return response

    def stored(self, number):
        return self.revision(number)["blocks"]

    def publish(self, person, token):
        review = self.api("GET", f"{self.path}/draft/review", token=token)
        at = review.data["at"] if review.status == 200 else None
        authors = set(self.authors)
        response = self.api("POST", f"{self.path}/draft/publish", {"at": at} if at else {}, token)
        assert response.status in (201, 404, 409, 422), response.body
        if response.status == 201:
            self.count["published"] = self.count.get("published", 0) + 1
            self.authors = set()
            content = self.fingerprint(self.stored(response.data["revision"]))
            self.approved.setdefault(content, []).extend(self.states.get(review.data["state"], []))
            if response.data["state"] in ("pending", "waiting"):
                self.releases[response.data["id"]] = authors

    def finish(self, person, token):
        """Approves the draft and publishes it, as most people do."""
        self.approve(person, token)
        self.publish(*self.random.choice(self.tokens))

    def plan_ahead(self, person, token):
        """Edits, requests a review of a planned release, and lets another person approve and plan it."""
        self.edit(person, token)
        at = Clock.text(self.server.clock.now + self.random.randrange(1000, 9000))
        self.api("POST", f"{self.path}/draft/review", {"at": at}, token)
        review = self.api("GET", f"{self.path}/draft/review", token=token)
        others = [one for one in self.tokens if one[0] not in self.authors]
        if review.status == 200 and others:
            other, theirs = self.random.choice(others)
            self.ok(self.api("POST", f"{self.path}/draft/review/approvals", {"state": review.data["state"]}, theirs))
            self.states.setdefault(review.data["state"], []).append((other, set(self.authors)))
            self.publish(other, theirs)

    def restore(self, person, token):
        newest = self.ok(self.api("GET", f"{self.path}/revisions?limit=1")).data["revisions"][0]["number"]
        number = self.random.randrange(1, newest + 1)
        response = self.api("POST", f"{self.path}/revisions/{number}/restore", {}, token)
        assert response.status in (201, 409), response.body
        if response.status == 201:
            self.count["restored"] = self.count.get("restored", 0) + 1
            content = self.fingerprint(self.stored(number))
            assert content in self.seen, "a revision was restored that was never live"

    def change_plan(self, person, token):
        plans = self.planned()
        for line in plans[:1]:
            if self.random.random() < 0.5:
                into = self.random.random() < 0.5
                before = self.draft()
                response = self.api(
                    "DELETE", f"{self.path}/releases/{line['id']}{'?intoDraft=true' if into else ''}", token=token
                )
                if response.status == 200 and into and self.draft() != before:
                    self.authors.add(person)
                    for one in plans:
                        if one["at"] <= line["at"]:
                            self.authors |= self.releases.get(one["id"], set())
            else:
                at = Clock.text(self.server.clock.now + self.random.randrange(1000, 9000))
                if self.api("PATCH", f"{self.path}/releases/{line['id']}", {"at": at}, token).status == 200:
                    self.releases.setdefault(line["id"], set()).add(person)

    def import_page(self, person, token):
        document = self.ok(self.api("GET", f"{self.path}/export")).json
        self.random.shuffle(document["blocks"])
        document["blocks"].sort(key=lambda one: one["blockCode"] == "F")
        changes = [one["blockCode"] for one in document["blocks"]] != [
            one["blockCode"] for one in self.ok(self.api("GET", f"{self.path}/live/blocks")).data
        ]
        assert self.api("PUT", f"{self.path}/export", document, token).status == 409 or not changes
        self.drafted("PUT", "draft", document, person, token)

    def change_audience(self, person, token):
        name = f"fans-{self.page.split('-')[1]}"
        platforms = self.random.sample(["ios", "android", "web"], self.random.randrange(1, 3))
        response = self.ok(self.api("PUT", f"/api/audiences/{name}", {"audience": {"platforms": platforms}}, token))
        if any(one["page"] == self.page for one in response.data["renewed"]):
            assert {one["state"] for one in response.data["renewed"] if one["page"] == self.page} == {"draft"}
            self.authors.add(person)

    def change_feed(self, person, token):
        feed = self.feed | {"interval": self.random.randrange(60, 9000)}
        before = self.content("live")
        assert self.api("PUT", f"/api/feeds/{feed['name']}", feed, token).status == 409
        self.ok(self.api("PUT", f"/api/feeds/{feed['name']}", feed, headers=BYPASS))
        assert self.content("live") == before

    def discard(self, person, token):
        if self.api("DELETE", f"{self.path}/draft", token=token).status == 200:
            self.authors = set()

    def take_over(self, person, token):
        plan = {"shows": "music", "until": Clock.text(self.server.clock.now + 5000)}
        assert self.api("POST", f"{self.path}/takeovers", plan, token).status == 409

    def wait(self, person, token):
        self.advance(self.random.randrange(1, 6000))

    def advance(self, milliseconds):
        """Lets time pass, and notes what is live after each planned release."""
        end = self.server.clock.now + milliseconds
        for line in reversed(self.planned(("pending",))):
            at = (datetime.fromisoformat(line["at"]) - BEGIN) // timedelta(milliseconds=1)
            if self.server.clock.now < at < end:
                self.server.clock.set(at)
                self.check_content("wait")
        self.server.clock.set(end)

    ACTIONS = (
        [edit] * 4 + [approve] * 6 + [finish] * 4 + [plan_ahead] * 4 + [publish] * 2 + [ask] * 2 + [wait] * 2
        + [live_edit, bypass, restore, change_plan, import_page, change_audience, change_feed, discard, take_over]
    )  # fmt: skip

    def step(self):
        action = self.random.choice(self.ACTIONS)
        person, token = self.random.choice(self.tokens)
        action(self, person, token)
        # A release that waited takes effect at once, and the next one a millisecond later.
        self.check_content(action.__name__)
        # What takes effect late does so in the next milliseconds.
        self.advance(5)
        self.check(action.__name__)

    def check(self, action):
        if not self.draft():
            # It may have become equal to what is live.
            self.authors = set()
        self.check_plans(action)
        self.check_content(action)

    def check_content(self, action):
        """What clients get was approved by someone who is not an author, was live before, or bypassed the review."""
        now = self.content("live")
        if now in self.seen:
            return
        approvals = self.approved.get(now, [])
        assert any(person not in authors for person, authors in approvals), (action, now, approvals)
        self.seen.add(now)

    def check_plans(self, action):
        """Nothing waits without a reason, and whatever comes after a waiting release waits, too."""
        listed = {line["id"]: line for line in self.planned(("pending", "waiting", "live", "past", "cancelled"))}
        assert len(listed) >= min(len(self.releases), 90), (action, "a release was lost")
        plans = sorted(
            (line for line in listed.values() if line["state"] in ("pending", "waiting")),
            key=lambda line: (line["at"], line["id"]),
        )
        waits = [line["state"] == "waiting" for line in plans]
        assert waits == sorted(waits), (action, plans)
        first = next((line for line in plans if line["state"] == "waiting"), None)
        for line in plans:
            if line["state"] == "pending" or line is first:
                review = self.ok(self.api("GET", f"{self.path}/releases/{line['id']}/review")).data
                assert review["ready"] == (line["state"] == "pending"), (action, line, review)
        self.count["waited"] = self.count.get("waited", 0) + any(waits)


@pytest.mark.parametrize("seed", range(1, 1 + max(1, STEPS // LENGTH)))
def test_clients_of_a_reviewed_page_get_only_what_someone_else_approved(server, seed):
    walk = Walk(server, seed)
    for _ in range(LENGTH):
        walk.step()
    # The walk is about something.
    assert walk.count.get("approved", 0) > 3 and walk.count["waited"] > 3, walk.count
