"""An operator's first day: the number of actions for common tasks. `pytest -s` prints actions and seconds."""

import re

import pytest
from playwright.sync_api import expect

from acting import Hands, assert_accessible, document_of
from conftest import expected, password
from harness import catalogues, eventually
from harness.catalogues import entries
from harness.marks import short_and_long
from harness.upstream import Upstream
from test_chosen_changes import pick
from test_editor import box, draft, editor, saved
from test_palette import palette
from test_phone import row, section
from test_plans import lines, pending
from test_publish import bar, review
from test_schedule import local, planned_release
from test_uploads import accept, address, crop, photo, stored  # noqa: F401

pytestmark = pytest.mark.both_engines

MALL, AD = "/admin/pages/mall", "middleAd"
WALLET = "/api/pages/mall/live/blocks/wallet"


@pytest.mark.long
def test_a_banner_gets_another_picture_and_title_in_6_actions(open_console, server, photo):
    file = photo(4000, 3000)
    page = open_console("ming", path=MALL)
    hands = Hands(page)
    hands.double_click(row(page, AD).get_by_text("Spring Tea Fair").first)
    hands.click(editor(page).locator(".edit-card-open").first)
    hands.type(box(page, "Title"), "Harbour fair")
    hands.drop(editor(page).locator(".edit-picture").first, file, "image/jpeg")
    expect(crop(page)).to_be_visible()
    hands.press("Enter")
    url = address(page)
    hands.press("Control+s")
    saved(page)
    hands.assert_within(6, "another picture and title of a banner")
    card = draft(server, AD)["content"]["extInfo"]["list"][0]
    assert (card["title"], card["imageUrl"]) == ("Harbour fair", url)
    assert stored(server, url)["bytes"] <= 100_000


@pytest.fixture
def catalogue(start_server, tmp_path):
    """A server with a catalogue for the cards of the layout Grid."""
    upstream = Upstream()
    folder = tmp_path / "configuration"
    folder.mkdir()
    yield start_server(**catalogues.settings(folder, upstream, entries=entries(upstream)))
    upstream.stop()


@pytest.mark.long
def test_a_new_section_with_three_chosen_cards_a_start_and_an_audience_takes_15_actions(open_console, catalogue):
    page = open_console("ming", path=MALL, in_=catalogue)
    expect(row(page, AD)).to_be_visible()
    hands = Hands(page)
    hands.click(page.get_by_role("button", name="Add section"))
    new = page.get_by_role("dialog", name="New section")
    hands.click(new.get_by_role("button", name=re.compile("^Grid")))
    hands.type(new.get_by_label("Name"), "Nights in")
    hands.press("Enter")
    hands.click(editor(page).locator(".edit-cards-add").get_by_role("button", name="Choose from Music"))
    search = page.get_by_role("dialog", name="Choose from Music")
    hands.type(search.get_by_role("combobox"), "n")
    titles = ["Night drive", "Night & day / 夜与昼", "Rainy piano"]
    for title in titles:
        hands.click(search.get_by_role("option", name=title).get_by_title("Choose several"))
    hands.click(search.get_by_role("button", name="Add 3 cards"))

    # The phone shows it before it is saved.
    code = re.search(r"/blocks/([^/?]+)$", page.url).group(1)
    expect(section(page, code)).to_contain_text("Nights in")
    for title in titles:
        expect(section(page, code)).to_contain_text(title)
    expect(section(page, code)).not_to_contain_text("Your title")
    assert [card["title"] for card in draft(catalogue, code)["content"]["extInfo"]["list"]] == ["Your title"]

    hands.click(editor(page).get_by_role("tab", name="When"))
    hands.click(editor(page).get_by_role("button", name="Tomorrow 10:00").first)
    hands.click(editor(page).get_by_role("tab", name="Who"))
    hands.click(editor(page).get_by_label("iOS"))
    hands.press("Control+s")
    saved(page)
    hands.assert_within(15, "a new section with three cards, a beginning and an audience")
    made = draft(catalogue, code)
    assert [card["title"] for card in made["content"]["extInfo"]["list"]] == titles
    assert made["from"] is not None and made["audience"] == {"platforms": ["ios"]}


@pytest.mark.long
def test_the_section_with_a_song_is_found_in_3_actions(open_console):
    page = open_console("ming", path=MALL)
    expect(row(page, AD)).to_be_visible()
    hands = Hands(page)
    hands.press("Control+k")
    hands.type(palette(page).get_by_role("combobox"), "Glass Orchard")
    expect(palette(page).get_by_role("option", name="Glass Orchard").first).to_be_visible()
    hands.press("Enter")
    expect(page).to_have_url(re.compile("/admin/pages/music/blocks/HOMEPAGE_BLOCK_STYLE_RCMD"))
    expect(editor(page).get_by_role("heading", level=2)).to_be_visible()
    hands.assert_within(3, "finding the section that holds a song")


@pytest.mark.long
def test_a_single_change_is_published_in_4_actions(open_console, server):
    for code in ("otc", "marquee"):
        assert server.api("PATCH", f"/api/pages/mall/draft/blocks/{code}", {"enabled": False}).status == 200
    heading = {"content": {"uiElement": {"subTitle": {"title": "Purse"}}}}
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", heading).status == 200
    page = open_console("wei", path=MALL)
    expect(bar(page)).to_contain_text("3 changes not published")
    hands = Hands(page)
    hands.click(bar(page).get_by_role("button", name="Review and publish"))
    sheet = page.get_by_role("dialog")
    hands.click(sheet.get_by_role("checkbox", name="All changes"))
    hands.click(pick(sheet, "Purse"))
    hands.click(sheet.get_by_role("button", name="Publish 1 of 3 changes"))
    expect(page.get_by_text(re.compile("Live now as revision .*2 changes stay in the draft"))).to_be_visible()
    hands.assert_within(4, "publishing one change of three")
    assert "Purse" in document_of(server, "mall") and "otc" in server.shown("mall") and "marquee" in server.shown("mall")


@pytest.mark.long
def test_one_section_of_an_older_revision_is_restored_into_the_draft_in_4_actions(open_console, server):
    first = server.api("GET", WALLET).data["content"]
    heading = {"content": {"uiElement": {"subTitle": {"title": "Purse"}}}}
    assert server.api("PATCH", WALLET, heading).status == 200
    page = open_console("ming", path=MALL)
    hands = Hands(page)
    hands.click(row(page, "wallet").get_by_role("button", name=re.compile("^More")))
    hands.click(page.get_by_role("menuitem", name="History"))
    hands.click(page.get_by_role("button", name="Put into the draft… Revision 1"))
    hands.click(page.get_by_role("dialog").get_by_role("button", name="Put into the draft"))
    expect(page.locator(".toast").filter(has_text="as in revision 1.")).to_be_visible()
    hands.assert_within(4, "one section of an older revision into the draft")
    assert draft(server, "wallet")["content"] == first
    assert "Purse" in document_of(server, "mall"), "what is live stays"


@pytest.mark.long
def test_a_conflict_of_two_operators_in_one_section_is_resolved_in_4_actions(open_console, server):
    path = f"{MALL}/blocks/shoppingCarnival"
    mine, theirs = open_console("ming", path=path), open_console("lin", path=path)
    expected(mine, "status of 412")
    expect(mine.locator(".people-note")).to_have_text("lin has this section open, too.")
    expect(theirs.locator(".people-note")).to_have_text("ming has this section open, too.")
    hands, others = Hands(mine), Hands(theirs)
    hands.type(box(mine, "Heading"), "My heading")
    others.type(box(theirs, "Heading"), "Their heading")
    others.press("Control+s")
    saved(theirs)
    expect(editor(mine).locator(".edit-banner")).to_contain_text("lin changed this section in the meantime.")
    hands.press("Control+s")
    dialog = mine.get_by_role("dialog", name="Two people changed this section")
    expect(dialog.get_by_role("listitem").filter(has_text="My heading")).to_contain_text("Changed by both")
    heading = dialog.get_by_role("radiogroup", name=re.compile("› Heading$"))
    hands.click(heading.get_by_role("radio", name=re.compile("Theirs")))
    hands.click(dialog.get_by_role("button", name="Save this choice"))
    saved(mine)
    hands.assert_within(4, "a change of one section by two people")
    assert draft(server, "shoppingCarnival")["content"]["uiElement"]["subTitle"]["title"] == "Their heading"


@pytest.mark.parametrize(
    "language, title, close",
    short_and_long(
        ("zh", "三步完成第一次修改", "不再显示"), ("en", "Your first change in three steps", "Do not show this again")
    ),
)
def test_new_operators_see_three_steps_until_they_publish(open_console, server, language, title, close):
    page = open_console(None, path="/admin/pages/mall", language=language)
    page.get_by_label(re.compile("^(Name|用户名)$")).fill("wei")
    page.get_by_label(re.compile("^(Password|密码)$")).fill(password("wei"))
    page.keyboard.press("Enter")
    card = page.get_by_role("region", name=title)
    steps = card.get_by_role("listitem")
    expect(steps).to_have_count(3)
    expect(steps.first).to_have_attribute("aria-current", "step")
    expect(page.locator(".phone-absent > summary")).not_to_be_empty()
    assert_accessible(page)
    row(page, "otc").focus()
    page.keyboard.press("h")
    expect(steps.first).not_to_have_attribute("aria-current", "step")
    expect(steps.last).to_have_attribute("aria-current", "step")
    page.keyboard.press("Control+z")
    # An undone change is not published.
    expect(steps.first).to_have_attribute("aria-current", "step")
    page.keyboard.press("h")
    expect(steps.last).to_have_attribute("aria-current", "step")
    expect(page.locator(".list")).to_have_attribute("data-pending", "0")
    eventually(lambda: server.api("GET", "/api/pages/mall/draft/diff").data["draft"])
    assert server.api("POST", "/api/pages/mall/draft/publish", {}).status == 201
    expect(card).to_have_count(0)
    page.reload()
    expect(row(page, "otc")).to_be_visible()
    expect(card).to_have_count(0)


@pytest.mark.long
def test_the_three_steps_stay_closed(open_console, server):
    page = open_console(None, path="/admin/pages/mall")
    page.get_by_label("Name").fill("ming")
    page.get_by_label("Password", exact=True).fill(password("ming"))
    page.keyboard.press("Enter")
    card = page.get_by_role("region", name="Your first change in three steps")
    expect(card).to_contain_text("Ask a publisher")
    card.get_by_role("button", name="Do not show this again").click()
    expect(card).to_have_count(0)
    page.reload()
    expect(row(page, "otc")).to_be_visible()
    expect(card).to_have_count(0)


@pytest.mark.long
def test_operators_who_have_published_do_not_see_the_three_steps(open_console, server):
    before = open_console("wei", path="/admin/pages/mall")
    row(before, "otc").focus()
    before.keyboard.press("h")
    review(before).get_by_role("button", name="Publish now").click()
    expect(before.get_by_text("Live now as revision")).to_be_visible()
    page = open_console(None, path="/admin/pages/mall")
    page.get_by_label("Name").fill("wei")
    page.get_by_label("Password", exact=True).fill(password("wei"))
    page.keyboard.press("Enter")
    expect(row(page, "otc")).to_be_visible()
    page.wait_for_function("() => localStorage.getItem('homeblocks.first-steps')?.includes('done')")
    expect(page.get_by_role("region", name="Your first change in three steps")).to_have_count(0)


@pytest.mark.long
def test_the_message_and_time_of_a_planned_release_are_changed_in_4_actions(open_console, server):
    release = planned_release(server, days=1)
    page = open_console("wei", path=MALL)
    hands = Hands(page)
    hands.click(lines(page).get_by_role("button"))
    sheet = page.get_by_role("dialog")
    hands.type(sheet.get_by_label("What is this about?"), "Bigger day")
    hands.type(sheet.get_by_label("Goes live at"), local(days=2))
    hands.click(sheet.get_by_role("button", name="Save"))
    expect(lines(page)).to_contain_text("Bigger day")
    hands.assert_within(4, "another message and time of a planned release")
    [moved] = pending(server)
    assert moved["id"] == release["id"] and moved["at"] > release["at"]


@pytest.mark.long
def test_a_planned_release_is_corrected_through_the_draft_in_7_actions(open_console, server):
    planned_release(server, days=1)
    page = open_console("wei", path=MALL)
    hands = Hands(page)
    hands.click(lines(page).get_by_role("button"))
    hands.click(page.get_by_role("dialog").get_by_role("button", name="Put back into the draft"))
    expect(bar(page)).to_contain_text("1 change not published")
    row(page, "otc").focus()
    hands.press("h")
    expect(bar(page)).to_contain_text("2 changes not published")
    hands.click(bar(page).get_by_role("button", name="Review and publish"))
    sheet = page.get_by_role("dialog")
    hands.click(sheet.get_by_role("radio", name="At a time"))
    hands.type(sheet.get_by_label("Goes live at"), local(days=2))
    hands.click(sheet.get_by_role("button", name=re.compile("Plan for")))
    expect(lines(page)).to_have_count(1)
    hands.assert_within(7, "other content and another time of a planned release")
    [planned] = pending(server)
    changed = {
        one["blockCode"]
        for one in server.api("GET", f"/api/pages/mall/revisions/{planned['revision']}").json["blocks"]
        if not one.get("enabled", True)
    }
    assert {"otc", "marquee"} <= changed


@pytest.mark.long
def test_continuing_after_a_rollback_takes_5_actions_and_restores_nothing(open_console, server):
    assert server.api("PATCH", WALLET, {"enabled": False}).status == 200
    page = open_console("wei", path=f"{MALL}/history")
    hands = Hands(page)
    hands.click(page.get_by_role("button", name="Actions for Revision 1"))
    hands.click(page.get_by_role("menuitem", name="Restore…"))
    hands.click(page.get_by_role("dialog").get_by_role("button", name="Restore revision 1"))
    expect(page.get_by_text(re.compile("Revision 1 is live again"))).to_be_visible()
    hands.click(page.get_by_role("link", name="Sections"))
    row(page, "otc").focus()
    hands.press("h")
    expect(bar(page)).to_contain_text("1 change not published")
    hands.assert_within(5, "a rollback and the next change")
    difference = server.api("GET", "/api/pages/mall/draft/diff").data
    assert [one["blockCode"] for one in difference["blocks"]] == ["otc"] and "wallet" in server.shown("mall")
