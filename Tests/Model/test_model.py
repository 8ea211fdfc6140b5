"""Random operations with the real program, compared with a model, and fixed scenarios.

`MODEL_STEPS=20000 pytest -n 2 Tests/Model` runs this many steps. A failure prints seed, step and a short sequence.
"""

import itertools
import math
import os

import pytest

from clock import ClockedServer
from driver import Run
from failing import run
from merging import FEEDS, PINNED
from pages import block, card, first_page
from writers import Writers

pytestmark = pytest.mark.both_engines
STEPS = int(os.environ.get("MODEL_STEPS", "250"))
# Each seed has its own page and runs at most this many steps.
LENGTH = 250
FIRST_SEED = int(os.environ.get("MODEL_SEED", "1"))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One program for all tests, each with its own page."""
    server = ClockedServer(tmp_path_factory.mktemp("model"))
    try:
        other = server.api("PUT", "/api/pages/other/export", first_page())
        assert other.status == 200, other.body
        for name, layout in FEEDS.items():
            # There is no upstream at this address: blocks show only their own cards.
            feed = {"name": name, "url": "http://127.0.0.1:9/", "showType": layout, "fields": {"/id": "/id"}, "interval": 86400}
            made = server.api("POST", "/api/feeds", feed)
            assert made.status == 201, made.body
        yield server
    finally:
        server.close()


class Story(Run):
    """A page whose operations are recorded. After each one, everything is compared with the model."""

    def do(self, kind, **members):
        self.step({"do": kind, "repeat": False, **members})

    def patch(self, stage, code, patch):
        self.do("patch", stage=stage, code=code, patch=patch)

    def title(self, stage, code, title):
        self.patch(stage, code, {"content": {"uiElement": {"subTitle": {"title": title}}}})

    def cards(self, stage, code, *cards):
        self.patch(stage, code, {"content": {"extInfo": {"list": list(cards)}}})

    def create(self, stage, code, title):
        self.do("create", stage=stage, code=code, block=block(code, title, [card(1, title)]), place={"to": "start"})

    def delete(self, stage, code):
        self.do("delete", stage=stage, code=code)

    def publish(self, ahead=None):
        self.do("publish", ahead=ahead)
        return self.model.releases[-1].id

    def wait(self, milliseconds):
        self.do("time", milliseconds=milliseconds)

    def titles(self, path):
        """The headings of the sections of a document, by code."""
        return {one["blockCode"]: one["uiElement"]["subTitle"]["title"] for one in self.data(path)["blocks"]}

    @property
    def public(self):
        return self.titles(f"/homepage?page={self.slug}")

    @property
    def draft(self):
        return self.titles(f"{self.page_path}/draft/homepage")

    @property
    def conflicts(self):
        return self.data(f"{self.page_path}/draft/diff")["draft"]["conflicts"]


SLUGS = (f"story-{number}" for number in itertools.count())


@pytest.fixture
def story(server):
    return Story(server, next(SLUGS))


def edited_after_a_planned_deletion(story):
    """A draft that keeps its heading of X although a release deleted X."""
    story.delete("draft", "A")
    story.publish(3000)
    story.title("draft", "A", "edited")
    story.wait(3000)


THEN = {
    "the draft is read": lambda story: None,
    "the draft is changed": lambda story: story.title("draft", "B", "also"),
    "the draft is published": lambda story: story.publish(),
    "the draft is planned": lambda story: story.publish(2000),
    "the draft is discarded": lambda story: story.do("discard"),
    "live is reordered": lambda story: story.do("order", stage="live", change={"order": ["C", "B", "F"]}),
    "live is sorted": lambda story: story.do("order", stage="live", change={"order": ["C", "B", "F"]}, repeat=True),
    "live is edited": lambda story: story.title("live", "B", "live"),
    "a revision is restored": lambda story: story.do("restore", back=1),
    "the page is imported": lambda story: story.do("replace_page", document=first_page()),
    "a page is imported into the draft": lambda story: story.do("replace_draft", document=first_page()),
}


@pytest.mark.parametrize("then", THEN)
def test_a_draft_that_edits_a_block_deleted_by_a_release_stays_usable(story, then):
    edited_after_a_planned_deletion(story)
    assert "A" not in story.public
    assert story.draft["A"] == "edited"
    [conflict] = story.conflicts
    assert (conflict["blockCode"], conflict["pointer"], conflict["kept"]) == ("A", "", "existing")
    assert "incoming" not in conflict
    assert conflict["existing"]["content"]["uiElement"]["subTitle"]["title"] == "edited"
    THEN[then](story)
    story.compare_all()
    if then == "the draft is published":
        assert story.public["A"] == "edited"


def test_additions_of_a_cancelled_release_are_never_public(story):
    story.create("draft", "D", "cancelled")
    first = story.publish(1000)
    story.create("draft", "D", "kept")
    story.publish(2000)
    story.do("cancel", release=[one.id for one in story.model.pending].index(first), pending=True)
    for milliseconds, title in ((0, None), (999, None), (1, None), (999, None), (1, "kept")):
        if milliseconds:
            story.wait(milliseconds)
        assert story.public.get("D") == title
        assert b"cancelled" not in story.read(f"/homepage?page={story.slug}").body


def test_a_later_release_keeps_its_edit_of_a_block_deleted_by_an_earlier_one(story):
    story.title("draft", "A", "Friday")
    friday = story.publish(2000)
    story.delete("draft", "A")
    expected = story.model.copied().publish({"ahead": 1000}, None).carried
    story.publish(1000)
    [(release, [conflict])] = expected
    assert release.id == friday
    assert (conflict["blockCode"], conflict["pointer"], conflict["kept"]) == ("A", "", "existing")
    story.wait(1000)
    assert "A" not in story.public
    story.wait(1000)
    assert story.public["A"] == "Friday"


def test_a_card_edited_in_the_draft_and_deleted_by_a_release_stays_edited(story):
    story.do("remove_card", stage="draft", code="A", index=1)
    story.publish(3000)
    edited = card(2, "edited")
    story.cards("draft", "A", card(1, "first A1"), edited, card(3, "first A3"))
    story.wait(3000)
    blocks = {one["blockCode"]: one for one in story.data(f"{story.page_path}/draft/blocks")}
    assert edited in blocks["A"]["content"]["extInfo"]["list"]
    [conflict] = story.conflicts
    assert (conflict["blockCode"], conflict["kept"], conflict["existing"]) == ("A", "existing", edited)
    assert conflict["pointer"] == "/content/extInfo/list/1" and "incoming" not in conflict


def test_a_conflict_ends_when_its_block_is_changed_in_the_draft(story):
    edited_after_a_planned_deletion(story)
    story.title("draft", "B", "also")
    assert [one["blockCode"] for one in story.conflicts] == ["A"]
    story.title("draft", "A", "again")
    assert story.conflicts == []


def test_a_conflict_ends_with_the_first_change_of_its_block_after_a_release(story):
    edited_after_a_planned_deletion(story)
    assert [one["blockCode"] for one in story.conflicts] == ["A"]
    story.title("draft", "A", "again")
    assert story.conflicts == []


def test_the_etag_of_a_draft_merged_with_a_release_is_valid_for_a_change(story):
    story.delete("draft", "A")
    story.publish(3000)
    story.title("draft", "B", "also")
    story.delete("draft", "A")
    story.wait(3000)
    story.do("order", stage="draft", change={"order": ["C", "B", "F"]}, match="fresh")


@pytest.mark.parametrize("planned", [False, True])
def test_a_section_that_gets_a_feed_and_another_layout_keeps_the_feeds_positions(story, planned):
    story.patch("draft", "A", {"source": {"feed": "ads"}})
    if planned:
        story.publish(1000)
    other = block("A", "floats", [card(1, "floats")], PINNED)
    story.do("put", stage="live", code="A", block=other)
    story.compare_all()
    if planned:
        story.wait(1000)
    else:
        [conflict] = story.conflicts
        assert (conflict["blockCode"], conflict["pointer"], conflict["kept"]) == ("A", "", "existing")
        assert 'the feed "ads"' in conflict["reason"]
        story.publish()
    live = {one["blockCode"]: one for one in story.data(f"{story.page_path}/live/blocks")}
    assert (live["A"]["showType"], live["A"]["source"]) == ("MALL_AD", {"feed": "ads", "positions": []})


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + math.ceil(STEPS / LENGTH)))
def test_random_operations_agree_with_the_model(server, seed):
    run(server, seed, min(STEPS, LENGTH))


@pytest.mark.timeout(120)
@pytest.mark.parametrize("seed", [FIRST_SEED, FIRST_SEED + 1])
def test_concurrent_writers_have_the_same_result_as_sequential_ones(server, seed):
    Writers(server, seed).run(rounds=4, each=10)
