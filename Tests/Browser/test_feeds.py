"""Feeds in the console: setting them up with a real upstream and a dry run, their states, logs and sections."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits
from conftest import PHONE, expected
from harness import eventually
from harness.upstream import Upstream
from test_accessibility import TARGETS
from views import MANAGE, show

PICTURE = "/assets/mall/tea-fair.svg"
FIELDS = {
    "/id": "/songId",
    "/title": "/name",
    "/imageUrl": {"value": PICTURE},
    "/url": {"template": "https://songs.example/{cover}"},
}
SONGS = ["Harbour Lights", "Paper Boats", "晴天之前", "Slow Train"]
OWN = [{"id": n, "title": f"Own {n}", "imageUrl": PICTURE} for n in (1, 2)]


@pytest.fixture
def upstream():
    upstream = Upstream()
    yield upstream
    upstream.stop()


@pytest.fixture
def server(start_server, upstream):
    return start_server(
        HOMEBLOCKS_FEEDS_ALLOWED_HOSTS=f"127.0.0.1:{upstream.port}",
        HOMEBLOCKS_FEEDS_ALLOWED_NETWORKS="127.0.0.0/8",
        HOMEBLOCKS_FEEDS_MINIMUM_INTERVAL="1",
        HOMEBLOCKS_FEEDS_SECRETS="playlist-key=env:PLAYLIST_KEY",
        PLAYLIST_KEY="the-secret-key",
    )


def definition(upstream, name="songs", **changes):
    return {
        "name": name,
        "url": f"http://127.0.0.1:{upstream.port}/music",
        "showType": "DEMO_GRID",
        "items": "/result/songs",
        "fields": FIELDS,
        "interval": 3600,
        "timeout": 2,
        **changes,
    }


def made(server, upstream, **changes):
    """Creates a feed and waits for its list."""
    response = server.api("POST", "/api/feeds", definition(upstream, **changes))
    assert response.status == 201, response.body
    name = changes.get("name", "songs")
    eventually(lambda: log(server, name)["state"]["cards"] or log(server, name)["state"]["failures"])
    return response.data


def log(server, name="songs"):
    return server.api("GET", f"/api/feeds/{name}/log").data


def section(server, source={"feed": "songs", "positions": [0]}, cards=OWN[:1], stage="live"):
    body = {"blockCode": "songs", "showType": "DEMO_GRID", "source": source, "content": {"extInfo": {"list": list(cards)}}}
    response = server.api(
        "POST", f"/api/pages/mall/{stage}/blocks?to=0", {name: value for name, value in body.items() if value is not None}
    )
    assert response.status == 201, response.body


def titles(server):
    blocks = server.get("/homepage?page=mall").data["blocks"]
    return next(([card["title"] for card in b["extInfo"]["list"]] for b in blocks if b["blockCode"] == "songs"), None)


def parts(page):
    return page.get_by_role("group", name="Card field")


def part(page, place):
    """The row of a member of the card."""
    places = parts(page).get_by_label("Card field")
    expect(places.first).to_be_visible()
    return parts(page).nth([one.input_value() for one in places.all()].index(place))


def fill(page, place, kind, what):
    one = part(page, place)
    one.get_by_label("Comes from").select_option(label=kind)
    one.get_by_label("Value", exact=True).fill(what)


def trial(page):
    return page.get_by_role("region", name="Dry run")


# The form and its dry run


def test_a_feed_is_set_up_in_the_console_and_fills_a_section(open_console, server, upstream):
    section(server, source=None)
    page = open_console("wei", path=MANAGE["feeds"])
    expected(page, "status of 422")
    page.get_by_role("link", name="New feed").click()
    page.get_by_role("textbox", name="Address").fill(f"http://127.0.0.1:{upstream.port}/music")
    page.get_by_label("Layout of the cards").select_option("DEMO_GRID")
    # The rows of required members exist from the beginning.
    expect(parts(page)).to_have_count(3)
    fill(page, "/id", "The item", "/songId")
    fill(page, "/imageUrl", "Always the same", PICTURE)
    fill(page, "/title", "The item", "/name")
    # The response is not a list: the lists in it are offered.
    trial(page).get_by_role("button", name="/result/songs").click()
    expect(page.get_by_label("Where the list is")).to_have_value("/result/songs")
    expect(trial(page).get_by_role("listitem")).to_have_count(4)
    first = trial(page).get_by_role("listitem").first
    expect(first).to_contain_text('"songId": 501')
    expect(first.get_by_role("heading", name="Harbour Lights")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("textbox", name="Name", exact=True).fill("songs")
    page.get_by_role("button", name="Save feed").click()
    expect(page.get_by_text("songs is saved and requested now").first).to_be_visible()
    line = page.get_by_role("row").filter(has=page.get_by_role("link", name="songs"))
    expect(line).to_contain_text("Fresh")
    expect(line).to_contain_text("4 cards")
    expect(line).to_contain_text("Fills no section")

    page.goto(server.url + "/admin/pages/mall/blocks/songs")
    page.get_by_role("tab", name="Feed").click()
    page.get_by_label("Filled by").select_option("songs")
    expect(page.get_by_text("Fresh: 4 cards")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("row", name=re.compile(r"Feed · "))).to_be_visible()
    assert titles(server) == ["Own 1"]
    assert server.api("POST", "/api/pages/mall/draft/publish", {}).status == 201
    assert titles(server) == ["Own 1", *SONGS]


def test_the_dry_run_shows_issues_at_their_items_and_at_the_rows_of_the_mapping(open_console, server, upstream):
    songs = upstream.lists["music"]["result"]["songs"]
    songs[1] = {"songId": 502, "cover": "x"}
    songs[2]["songId"] = 501
    made(server, upstream)
    page = open_console("wei", path=MANAGE["feeds"] + "/songs")
    items = trial(page).get_by_role("listitem")
    expect(items).to_have_count(4)
    expect(items.nth(1)).to_contain_text("/name is missing.")
    expect(items.nth(1)).to_contain_text('"songId": 502')
    expect(items.nth(2)).to_contain_text("Its id 501 is that of an earlier card.")
    faulty = parts(page).filter(has_text="1 item has a fault here")
    expect(faulty).to_have_count(1)
    expect(faulty.get_by_label("Card field")).to_have_value("/title")
    # Another value fixes the issue, and the dry run stores nothing.
    faulty.get_by_label("Otherwise").fill("Untitled")
    expect(items.nth(1).get_by_role("heading", name="Untitled")).to_be_visible()
    expect(faulty).to_have_count(0)
    assert len(log(server)["entries"]) == 1
    assert server.api("GET", "/api/feeds/songs").data["fields"] == FIELDS


@pytest.mark.long
def test_an_unreachable_upstream_is_reported_in_both_languages(open_console, server, upstream):
    made(server, upstream)
    upstream.mode = "500"
    page = open_console("wei", path=MANAGE["feeds"] + "/songs")
    expect(trial(page)).to_contain_text("There is no list. The upstream responds with the status 500.")
    upstream.mode = "html"
    page.get_by_role("button", name="Try again").click()
    expect(trial(page)).to_contain_text("The response is not valid JSON.")
    chinese = open_console("wei", language="zh", path=MANAGE["feeds"] + "/songs")
    expect(chinese.get_by_role("region", name="试运行")).to_contain_text("响应不是有效的 JSON。")


@pytest.mark.long
def test_errors_of_the_server_are_shown_at_their_fields(open_console, server, upstream):
    made(server, upstream)
    page = open_console("wei", path=MANAGE["feeds"] + "/songs")
    expected(page, "status of 422")
    expect(trial(page).get_by_role("listitem")).to_have_count(4)
    page.get_by_role("textbox", name="Address").fill("songs.example")
    page.get_by_label("Interval").fill("soon")
    fill(page, "/title", "Text with values", "{name")
    page.get_by_role("button", name="Add a header field").click()
    header = page.get_by_role("group", name="Header field")
    expect(header.get_by_label("Value")).to_have_value("secret:playlist-key")
    header.get_by_label("Name").fill("Authorization")
    header.get_by_label("Value").select_option(label="Text")
    header.get_by_label("Text").fill("Bearer abc")
    page.get_by_role("button", name="Save feed").click()
    for text in (
        "Enter an http or https address",
        "Enter a whole number from 1 to",
        "Enter text with names in braces",
        "This is a credential",
    ):
        wrong = page.locator(".field.invalid").filter(has_text=text)
        expect(wrong.locator("[aria-invalid=true]"), text).to_have_count(1)
    assert upstream.calls == [call for call in upstream.calls if "authorization" not in call["headers"]]
    # A host that is not allowed is reported once everything else is valid.
    page.get_by_role("textbox", name="Address").fill("http://169.254.169.254/latest")
    page.get_by_label("Interval").fill("60")
    fill(page, "/title", "The item", "/name")
    header.get_by_label("Value").select_option(label="The secret playlist-key")
    expect(page.get_by_text("The server 169.254.169.254:80 is not allowed")).to_be_visible()
    # A secret is referenced by name; its value is nowhere in the console.
    page.get_by_role("textbox", name="Address").fill(f"http://127.0.0.1:{upstream.port}/music")
    expect(trial(page).get_by_role("listitem")).to_have_count(4)
    page.get_by_role("button", name="Save feed").click()
    expect(page.get_by_role("heading", name="Feeds")).to_be_visible()
    assert server.api("GET", "/api/feeds/songs").data["headers"] == {"Authorization": "secret:playlist-key"}
    assert upstream.calls[-1]["headers"]["authorization"] == "the-secret-key"
    assert "the-secret-key" not in page.content()


def test_a_feed_that_someone_else_changed_is_not_overwritten(open_console, server, upstream):
    feed = made(server, upstream)
    page = open_console("wei", path=MANAGE["feeds"] + "/songs")
    expected(page, "status of 412")
    expect(trial(page).get_by_role("listitem")).to_have_count(4)
    server.api("PUT", "/api/feeds/songs", definition(upstream, maximum=3), headers={"If-Match": feed["info"]["etag"]})
    page.get_by_label("Maximum number of cards").fill("2")
    page.get_by_role("button", name="Save feed").click()
    expect(page.get_by_text(re.compile("changed the feed"))).to_be_visible()
    assert server.api("GET", "/api/feeds/songs").data["maximum"] == 3
    # Input is not discarded without asking.
    page.get_by_role("link", name="All feeds").click()
    dialog = page.get_by_role("dialog", name="Leave without saving?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.get_by_label("Maximum number of cards")).to_have_value("2")
    page.get_by_role("link", name="All feeds").click()
    dialog.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("heading", name="Feeds")).to_be_visible()


# The list and the log


@pytest.mark.long
def test_the_list_shows_the_state_of_feeds_and_is_updated(open_console, server, upstream):
    made(server, upstream)
    section(server)
    page = open_console("wei", path=MANAGE["feeds"])
    line = page.get_by_role("row").filter(has=page.get_by_role("link", name="songs"))
    expect(line).to_contain_text("Fresh")
    expect(line).to_contain_text("Next request: in")
    expect(line.get_by_role("listitem")).to_have_text("songs mall (live)")
    menu = line.get_by_role("button", name="More for songs")
    upstream.mode = "500"
    menu.click()
    page.get_by_role("menuitem", name="Refresh now").click()
    expect(page.get_by_text("songs: The upstream responds with the status 500.").first).to_be_visible()
    expect(line).to_contain_text("Failing")
    expect(line).to_contain_text("one request failed; the 4 cards confirmed")
    expect(menu).to_be_focused()
    # Someone else refreshes the feed: the list is updated.
    upstream.mode = "ok"
    upstream.lists["music"]["result"]["songs"].pop()
    assert server.api("POST", "/api/feeds/songs/refresh").status == 200
    expect(line).to_contain_text("3 cards, confirmed")
    expect(menu).to_be_focused()
    assert_accessible(page)


@pytest.mark.long
def test_the_log_has_each_request_with_its_issues(open_console, server, upstream):
    made(server, upstream)
    upstream.mode = "schema"
    server.api("POST", "/api/feeds/songs/refresh")
    page = open_console("yan", path=MANAGE["feeds"] + "/songs/log")
    rows = page.get_by_role("table", name="Log").locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Refused")
    expect(rows.nth(0)).to_contain_text("The response contains no valid card.")
    expect(rows.nth(0)).to_contain_text("requested by")
    expect(rows.nth(1)).to_contain_text("New list")
    expect(rows.nth(1)).to_contain_text("200")
    rows.nth(0).get_by_text("4 faults").click()
    expect(rows.nth(0).get_by_role("listitem")).to_have_count(4)
    expect(rows.nth(0)).to_contain_text("/result/songs/0")
    expect(page.get_by_role("button", name="Refresh now")).to_have_count(0)
    assert_accessible(page)
    assert_fits(show(open_console("wei", path=None, **PHONE), MANAGE["feeds"] + "/songs/log"))


@pytest.mark.long
def test_a_feed_in_use_cannot_be_deleted_and_its_sections_are_listed(open_console, server, upstream):
    made(server, upstream)
    section(server, stage="draft")
    page = open_console("wei", path=MANAGE["feeds"])
    page.get_by_role("button", name="More for songs").click()
    page.get_by_role("menuitem", name="Delete").click()
    dialog = page.get_by_role("dialog", name="Delete songs?")
    expect(dialog.get_by_role("listitem")).to_have_text("songs mall (draft)")
    expect(dialog.get_by_role("button", name="Delete")).to_have_count(0)
    dialog.get_by_role("button", name="Close").last.click()
    assert server.api("DELETE", "/api/pages/mall/draft").status == 200
    page.get_by_role("button", name="More for songs").click()
    page.get_by_role("menuitem", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="There are no feeds yet")).to_be_visible()
    assert server.api("GET", "/api/feeds").data == []


@pytest.mark.long
def test_an_editor_sees_feeds_but_cannot_change_them(open_console, server, upstream):
    made(server, upstream, headers={"Authorization": "secret:playlist-key"})
    page = open_console("ming", path=MANAGE["feeds"])
    expect(page.get_by_role("link", name="songs", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="New feed")).to_have_count(0)
    page.get_by_role("link", name="songs").click()
    expect(page.get_by_text("Publishers can change this feed.")).to_be_visible()
    expect(page.get_by_role("textbox", name="Address")).not_to_be_editable()
    expect(page.get_by_label("Layout of the cards")).to_be_disabled()
    expect(page.get_by_role("group", name="Header field").get_by_label("Value")).to_have_value("secret:playlist-key")
    for name in ("Save feed", "Delete", "Add a field", "Try again"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    calls = len(upstream.calls)
    assert_accessible(page)
    page.goto(server.url + "/admin/manage/new-feed")
    expect(page.get_by_role("textbox", name="Address")).to_have_count(0)
    assert len(upstream.calls) == calls


@pytest.mark.long
def test_a_feeds_form_works_on_a_phone(open_console, server, upstream):
    made(server, upstream)
    page = show(open_console("wei", path=None, language="zh", theme="dark", **PHONE), MANAGE["feeds"] + "/songs")
    expect(page.get_by_role("region", name="试运行").get_by_role("listitem")).to_have_count(4)
    assert_fits(page)
    assert_accessible(page)
    assert page.evaluate(TARGETS) == []


# Sections with a feed


@pytest.mark.long
def test_own_cards_have_positions_among_the_cards_of_the_feed(open_console, server, upstream):
    made(server, upstream)
    section(server, source={"feed": "songs"}, cards=OWN, stage="draft")
    page = open_console("ming", path="/admin/pages/mall/blocks/songs")
    page.get_by_role("tab", name="Feed").click()
    runs = page.get_by_role("list", name="The list that is shown").get_by_role("listitem")
    expect(runs).to_have_text(["1–2 own", "3–6 feed"])
    page.get_by_label("Own 2").fill("4")
    page.get_by_label("Own 2").press("Tab")
    expect(runs).to_have_text(["1 own", "2–3 feed", "4 own", "5–6 feed"])
    # A position before that of the previous card is invalid.
    page.get_by_label("Own 2").fill("1")
    page.get_by_label("Own 2").press("Tab")
    expect(page.get_by_role("tabpanel").get_by_text("A whole number from 2 to 1,000")).to_be_visible()
    page.get_by_label("Own 2").fill("3")
    page.get_by_label("Own 2").press("Tab")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved", exact=True).first).to_be_visible()
    stored = server.api("GET", "/api/pages/mall/draft/blocks/songs").data
    assert stored["source"] == {"feed": "songs", "positions": [0, 2]}
    # A new own card gets a position after the others.
    page.get_by_role("tab", name="Content").click()
    page.get_by_role("button", name="Add: Entries").click()
    page.get_by_role("tab", name="Feed").click()
    expect(runs).to_have_text(["1 own", "2 feed", "3–4 own", "5–7 feed"])
    page.get_by_role("button", name="Discard").last.click()
    expect(runs).to_have_text(["1 own", "2 feed", "3 own", "4–6 feed"])
    # It can be undone like any change of a section.
    page.get_by_role("button", name="Undo").first.click()
    eventually(lambda: server.api("GET", "/api/pages/mall/draft/blocks/songs").data["source"]["positions"] == [])


@pytest.mark.long
def test_a_section_offers_matching_feeds_and_its_feed_can_be_removed(open_console, server, upstream):
    made(server, upstream)
    made(server, upstream, name="others", showType="BANNER", fields={"/bannerId": "/songId"})
    section(server, stage="draft")
    page = open_console("ming", path="/admin/pages/mall/blocks/songs")
    page.get_by_role("tab", name="Feed").click()
    choice = page.get_by_label("Filled by")
    expect(choice.get_by_role("option")).to_have_text(["Nothing: own cards only", "songs"])
    choice.select_option("")
    page.get_by_role("button", name="Save", exact=True).click()
    eventually(lambda: server.api("GET", "/api/pages/mall/draft/blocks/songs").data.get("source") is None)


@pytest.mark.long
def test_a_failing_feed_is_shown_at_its_section_in_the_list(open_console, server, upstream):
    made(server, upstream)
    section(server, stage="draft")
    upstream.mode = "500"
    page = open_console("ming", path="/admin/pages/mall")
    expect(page.get_by_role("row", name=re.compile("Feed · "))).to_be_visible()
    server.api("POST", "/api/feeds/songs/refresh")
    expect(page.get_by_role("row", name=re.compile("Feed fails"))).to_be_visible()


@pytest.mark.long
def test_a_section_that_the_app_fills_is_shown_as_such(open_console, server):
    page = open_console("ming", path=None)

    def respond(route):
        response = route.fetch()
        blocks = response.json()
        for block in blocks["data"]:
            if block["blockCode"] == "wallet":
                block["source"] = {"client": "https://app.example/wallet"}
        route.fulfill(response=response, json=blocks)

    page.route(re.compile(r"/api/pages/mall/(draft|live)/blocks$"), respond)
    show(page, "/admin/pages/mall/blocks/wallet")
    expect(page.get_by_role("row", name=re.compile("我的钱包 Wallet.*From the app"))).to_be_visible()
    page.get_by_role("tab", name="Feed").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("Filled by the app from https://app.example/wallet")
    expect(page.get_by_role("tabpanel").get_by_role("combobox")).to_have_count(0)


@pytest.mark.long
def test_the_comparison_shows_the_changes_of_a_feed(open_console, server, upstream):
    made(server, upstream)
    section(server, source=None)
    server.api("PATCH", "/api/pages/mall/draft/blocks/songs", {"source": {"feed": "songs", "positions": [2]}})
    page = open_console("wei", path="/admin/pages/mall")
    page.get_by_role("button", name="Review and publish").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("term").filter(has_text="Feed")).to_be_visible()
    expect(sheet.get_by_text("Positions of own cards")).to_be_visible()


@pytest.mark.long
def test_the_preview_has_the_instants_of_cards_and_of_feed_lists(open_console, server, upstream):
    made(server, upstream, ttl=7200)
    section(server, cards=OWN)
    cards = {"cards": {"1": {"until": "2031-03-01T01:00:00Z"}}}
    assert server.api("PATCH", "/api/pages/mall/live/blocks/songs", cards).status == 200
    page = open_console("yan", path="/admin/pages/mall/preview")
    shown = page.get_by_role("region", name=re.compile("^Phone with .*, live$")).locator("[data-code='songs']")
    expect(shown).to_contain_text("Harbour Lights")
    slider = page.get_by_role("slider", name="Time, by what changes")
    expect(slider).to_have_attribute("max", "2")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("The feed’s list in “.*” ends unless it is confirmed"))
    expect(shown).not_to_contain_text("Harbour Lights")
    expect(shown).to_contain_text("Own 1")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("“Own 1” disappears from"))
    expect(shown).not_to_contain_text("Own 1")
    expect(shown).to_contain_text("Own 2")


LOST = {"en": "has its own cards only: its feed cannot fill it any more", "zh": "的数据源已无法使用，仅恢复了版块自有的卡片"}


def without_its_feed(server, upstream):
    """Creates a revision with a section whose feed is then deleted; returns its number."""
    made(server, upstream)
    section(server)
    number = server.api("GET", "/api/pages/mall").data["revision"]
    assert server.api("DELETE", "/api/pages/mall/live/blocks/songs").status == 200
    assert server.api("DELETE", "/api/feeds/songs").status == 200
    return number


@pytest.mark.long
@pytest.mark.parametrize(
    "language, menu, title, action",
    [("en", "Restore…", "Restore revision", "Restore revision"), ("zh", "回滚到此版本…", "回滚到版本", "回滚到版本")],
)
def test_restoring_reports_sections_that_lost_their_feed(open_console, server, upstream, language, menu, title, action):
    number = without_its_feed(server, upstream)
    page = open_console("wei", path=f"/admin/pages/mall/history/{number}", language=language)
    page.get_by_role("button", name=menu).click()
    page.get_by_role("dialog", name=re.compile(title)).get_by_role("button", name=re.compile(action)).click()
    expect(page.locator(".toast").filter(has_text=LOST[language])).to_be_visible()
    assert titles(server) == ["Own 1"]


@pytest.mark.long
def test_restoring_into_the_draft_reports_sections_that_lost_their_feed(open_console, server, upstream):
    number = without_its_feed(server, upstream)
    page = open_console("ming", path="/admin/pages/mall/history")
    page.get_by_role("button", name=f"Actions for Revision {number}", exact=True).click()
    page.get_by_role("menuitem", name="Put into the draft…").click()
    page.get_by_role("dialog").get_by_role("button", name="Put into the draft").click()
    expect(page.locator(".toast").filter(has_text=LOST["en"])).to_be_visible()
    assert "source" not in server.api("GET", "/api/pages/mall/draft/blocks/songs").data
