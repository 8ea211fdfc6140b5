"""A row's menu reverts the draft's changes of one or several sections: content, position, and new sections."""

import re

import pytest
from playwright.sync_api import expect

from harness import eventually
from test_list import FIRST, MALL, row, saved, stored
from test_publish import bar

DIFF = "/api/pages/mall/draft/diff"


def make_changes(server):
    """Edits and moves one section, hides one, moves one, and creates one."""
    draft = "/api/pages/mall/draft"
    assert server.api("PATCH", f"{draft}/blocks/otc", {"enabled": False}).status == 200
    assert server.api("PATCH", f"{draft}/blocks/wallet", {"enabled": False}).status == 200
    marquee = {**server.api("GET", f"{draft}/blocks/marquee").data, "blockCode": "extra"}
    marquee.pop("info", None)
    assert server.api("POST", f"{draft}/blocks?after=wallet", marquee).status == 201
    moves = [{"block": "otc", "to": "start"}, {"block": "marquee", "after": "wallet"}]
    assert server.api("PUT", f"{draft}/order", {"moves": moves}).status == 200


def back_to_live(page, code):
    row(page, code).click(button="right", position={"x": 200, "y": 8})
    page.get_by_role("menuitem", name="Back to live").click()


def has_draft(server):
    return server.api("GET", DIFF).data["draft"] is not None


def test_sections_are_reverted_one_by_one_until_the_draft_equals_live(open_console, server):
    make_changes(server)
    page = open_console("ming", path=MALL)
    row(page, "shoppingCarnival").click(button="right", position={"x": 200, "y": 8})
    expect(page.get_by_role("menuitem", name="Back to live")).to_have_count(0)
    page.keyboard.press("Escape")
    back_to_live(page, "otc")
    saved(page)
    assert server.api("GET", "/api/pages/mall/draft/blocks/otc").data["enabled"]
    assert not server.api("GET", "/api/pages/mall/draft/blocks/wallet").data["enabled"], "others stay as they are"
    assert stored(server).index("otc") > stored(server).index("wallet")
    back_to_live(page, "wallet")
    back_to_live(page, "marquee")
    saved(page)
    assert "extra" in stored(server)
    back_to_live(page, "extra")
    saved(page)
    expect(bar(page)).to_have_count(0)
    assert stored(server)[:6] == FIRST
    eventually(lambda: not has_draft(server))


@pytest.mark.long
def test_reverting_several_sections_is_one_step_that_can_be_undone(open_console, server):
    make_changes(server)
    before = stored(server)
    page = open_console("ming", path=MALL)
    for code in ("otc", "wallet", "extra", "marquee"):
        row(page, code).click(modifiers=["Control"], position={"x": 200, "y": 8})
    back_to_live(page, "wallet")
    messages = page.get_by_role("region", name="Messages")
    expect(messages).to_contain_text("4 sections are back to live")
    saved(page)
    expect(bar(page)).to_have_count(0)
    assert not has_draft(server)
    messages.get_by_role("button", name="Undo").click()
    saved(page)
    expect(bar(page)).to_contain_text(re.compile("changes not published"))
    assert stored(server) == before
    assert not server.api("GET", "/api/pages/mall/draft/blocks/otc").data["enabled"]
