"""Choosing cards from a catalogue: a search in the form of a section fills id, title, cover and link together."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, hold
from conftest import PHONE, expected
from harness import catalogues, eventually
from harness.catalogues import entries, playlists
from harness.upstream import Upstream
from test_editor import box, draft, editor, save, saved

PLAYLISTS = "HOMEPAGE_BLOCK_PLAYLIST_RCMD"
GRID = {
    "blockCode": "grid",
    "showType": "DEMO_GRID",
    "content": {
        "extInfo": {
            "list": [
                {
                    "id": 1,
                    "title": "By hand",
                    "imageUrl": "/assets/demo/sunrise.webp",
                    "url": "homeblocks://demo/1",
                    "badge": "Mine",
                },
                {"id": 7710900001, "title": "Here already", "imageUrl": "/assets/demo/kite.webp", "url": None, "badge": None},
            ]
        }
    },
}


@pytest.fixture
def upstream():
    upstream = Upstream()
    yield upstream
    upstream.stop()


@pytest.fixture
def server(start_server, upstream, tmp_path):
    folder = tmp_path / "configuration"
    folder.mkdir()
    server = start_server(**catalogues.settings(folder, upstream, playlists=playlists(upstream), entries=entries(upstream)))
    assert server.api("POST", "/api/pages/mall/draft/blocks?to=0", GRID).status == 201
    return server


def open_editor(open_console, code="grid", slug="mall", operator="ming", **options):
    page = open_console(operator, path=f"/admin/pages/{slug}/blocks/{code}", **options)
    expect(editor(page).get_by_role("heading", level=2)).to_be_visible()
    return page


def rows(page):
    return editor(page).locator(".edit-card")


def choose_from(page, title, within=None):
    (within or editor(page).locator(".edit-cards-add")).get_by_role("button", name=f"Choose from {title}").click()
    return page.get_by_role("combobox", name=f"Search {title}")


def options(page):
    return page.get_by_role("dialog").get_by_role("option")


def cards(server, code="grid", slug="mall", at=("extInfo", "list")):
    content = draft(server, code, slug)["content"]
    return content[at[0]][at[1]] if len(at) == 2 else content[at[0]]


def test_a_card_is_searched_chosen_by_keyboard_and_saved(open_console, server, upstream):
    page = open_editor(open_console)
    search = choose_from(page, "Music")
    expect(search).to_be_focused()
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("Type a name to search for.")
    search.press_sequentially("rainy", delay=20)
    expect(options(page)).to_have_count(1)
    expect(options(page)).to_contain_text("Rainy piano")
    expect(options(page).get_by_role("img")).to_have_count(0)
    expect(options(page).locator("img")).to_have_attribute("src", re.compile("/assets/covers/city-rain.webp$"))
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("1 result.")
    assert len(upstream.calls) == 1, "one request for what was typed in one go"
    assert_accessible(page, "dialog")
    search.press("ArrowDown")
    expect(options(page)).to_have_attribute("aria-selected", "true")
    expect(search).to_have_attribute("aria-activedescendant", options(page).get_attribute("id"))
    search.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(rows(page)).to_have_count(3)
    expect(rows(page).last.locator(".edit-card-open")).to_be_focused()
    save(page)
    saved(page)
    # All digits of a 64-bit id are kept.
    assert cards(server)[2] == {
        "id": 9107199254740993,
        "title": "Rainy piano",
        "imageUrl": "/assets/covers/city-rain.webp",
        "url": "homeblocks://playlist/9107199254740993",
    }


def more_fields(page):
    """Expands the folded fields in the form of the first card, which include its id."""
    rows(page).first.get_by_text("More fields").click()


@pytest.mark.long
def test_several_cards_from_several_searches_are_added_together(open_console, server, upstream):
    page = open_editor(open_console)
    search = choose_from(page, "Music")
    search.fill("rainy")
    expect(options(page)).to_have_count(1)
    add = page.get_by_role("dialog").get_by_role("button", name=re.compile("^Add"))
    expect(add).to_have_count(0)
    search.press("ArrowDown")
    search.press("Control+Enter")
    expect(options(page)).to_have_attribute("aria-checked", "true")
    expect(add).to_have_text("Add 1 card")
    search.fill("night")
    expect(options(page)).to_have_count(2)
    # A card that the section already has cannot be selected.
    expect(options(page).first.get_by_title("Choose several")).to_have_count(0)
    options(page).nth(1).get_by_title("Choose several").click()
    expect(options(page).nth(1)).to_have_attribute("aria-checked", "true")
    expect(add).to_have_text("Add 2 cards")
    assert_accessible(page, "dialog")
    # A second click deselects a card, and the selection of another search is kept.
    options(page).nth(1).get_by_title("Choose several").click()
    expect(add).to_have_text("Add 1 card")
    options(page).nth(1).get_by_title("Choose several").click()
    search.fill("rainy")
    expect(options(page)).to_have_count(1)
    expect(options(page)).to_have_attribute("aria-checked", "true")
    add.click()
    expect(page.locator(".toast")).to_contain_text("2 cards are added.")
    expect(rows(page)).to_have_count(4)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(rows(page)).to_have_count(2)


@pytest.mark.long
def test_the_number_of_selected_cards_is_limited_to_the_free_places(open_console, server):
    page = open_editor(open_console)
    made = page.evaluate("""async () => {
      const { chooseCards } = await import('/admin/edit/catalogue-search.js');
      window.chosen = chooseCards({ name: 'entries', title: 'Music' }, () => false, 2);
    }""")
    assert made is None
    page.get_by_role("combobox", name="Search Music").fill("i")
    expect(options(page).nth(2)).to_be_visible()
    for place in range(3):
        options(page).nth(place).get_by_title("Choose several").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Add 2 cards")).to_be_visible()
    expect(options(page).nth(2)).to_have_attribute("aria-checked", "false")
    # A clicked card replaces the last selected one.
    title = options(page).nth(2).locator(".edit-result-name").inner_text()
    options(page).nth(2).click()
    titles = page.evaluate("window.chosen.then((cards) => cards.map((card) => card.title))")
    assert len(titles) == 2 and titles[1] == title


@pytest.mark.long
def test_chosen_cards_replace_the_sample_of_a_new_section(open_console, server):
    page = open_console("ming", path="/admin/pages/mall")
    page.get_by_role("button", name="Add section").click()
    dialog = page.get_by_role("dialog", name="New section")
    dialog.get_by_role("button", name=re.compile("DEMO_GRID")).click()
    dialog.get_by_role("button", name="Create section").click()
    expect(rows(page)).to_have_count(1)
    choose_from(page, "Music").fill("rainy")
    options(page).click()
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("Rainy piano")
    page.locator(".toast").filter(has_text="Rainy piano").get_by_role("button", name="Undo").click()
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("Your title")


@pytest.mark.long
def test_adding_a_card_can_be_undone(open_console, server):
    page = open_editor(open_console)
    choose_from(page, "Music").fill("晴天")
    options(page).click()
    expect(rows(page)).to_have_count(3)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(rows(page)).to_have_count(2)
    expect(editor(page).get_by_text("Everything is saved")).to_be_visible()


def test_filling_a_card_keeps_members_that_the_catalogue_does_not_have(open_console, server):
    rule = {"1": {"until": "2031-01-01T00:00:00Z"}}
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/grid", {"cards": rule}).status == 200
    page = open_editor(open_console)
    rows(page).first.locator(".edit-card-open").click()
    # An invalid number does not prevent the chosen one.
    more_fields(page)
    box(page, "Id").fill("one")
    choose_from(page, "Music", rows(page).first).fill("晴天")
    options(page).click()
    expect(box(page, "Title")).to_have_value("晴天歌单")
    more_fields(page)
    expect(box(page, "Id")).to_have_value("7710900003")
    expect(box(page, "Picture")).to_have_value("/assets/covers/citrus.webp")
    expect(box(page, "Badge")).to_have_value("Mine")
    expect(rows(page).first.locator(".edit-card-title")).to_have_text("晴天歌单")
    save(page)
    saved(page)
    assert cards(server)[0] == {
        "id": 7710900003,
        "title": "晴天歌单",
        "imageUrl": "/assets/covers/citrus.webp",
        "url": "homeblocks://playlist/7710900003",
        "badge": "Mine",
    }
    # The card keeps its rule.
    assert list(draft(server, "grid")["cards"]) == ["7710900003"]


@pytest.mark.long
def test_filling_a_card_can_be_undone(open_console, server):
    page = open_editor(open_console)
    rows(page).first.locator(".edit-card-open").click()
    choose_from(page, "Music", rows(page).first).fill("晴天")
    options(page).click()
    expect(box(page, "Title")).to_have_value("晴天歌单")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(box(page, "Title")).to_have_value("By hand")
    more_fields(page)
    expect(box(page, "Id")).to_have_value("1")
    expect(editor(page).get_by_text("Everything is saved")).to_be_visible()


@pytest.mark.long
def test_a_playlist_fills_all_duplicate_members_of_its_card(open_console, server):
    before = cards(server, PLAYLISTS, "music", ("creatives",))
    page = open_editor(open_console, PLAYLISTS, "music")
    rows(page).first.locator(".edit-card-open").first.click()
    search = choose_from(page, "Playlists", rows(page).first.locator("> .edit-card-panel > .edit-card-catalogues"))
    search.fill("night d")
    expect(options(page)).to_have_text(re.compile(r"^Night drive \(42 songs, Lin\)"))
    options(page).click()
    save(page)
    saved(page)
    after = cards(server, PLAYLISTS, "music", ("creatives",))
    assert after[1:] == before[1:]
    card, resource = after[0], after[0]["resources"][0]
    assert card["creativeId"] == resource["resourceId"] == "7710900001"
    assert card["action"] == resource["action"] == "orpheus://playlist/7710900001"
    for part in (card, resource):
        assert part["uiElement"]["mainTitle"]["title"] == "Night drive"
        assert part["uiElement"]["image"]["imageUrl"] == "/assets/covers/neon-grid.webp"
        assert part["uiElement"]["labelTexts"] == before[0]["uiElement"]["labelTexts"]
    assert resource["resourceExtInfo"] == before[0]["resources"][0]["resourceExtInfo"] | {"playCount": 91204}


@pytest.mark.long
def test_a_card_that_the_section_already_has_cannot_be_chosen_and_others_are_counted(open_console, server):
    page = open_editor(open_console)
    search = choose_from(page, "Music")
    search.fill("night")
    expect(options(page)).to_have_count(2)
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("2 results. 1 more does not fit this section.")
    expect(options(page).first).to_have_attribute("aria-disabled", "true")
    expect(options(page).first).to_contain_text("Already added")
    options(page).first.click(force=True)
    search.press("ArrowDown")
    search.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    search.press("ArrowUp")
    search.press("Enter")
    expect(rows(page)).to_have_count(3)
    expect(rows(page).last).to_contain_text("Night & day / 夜与昼")


@pytest.mark.long
def test_missing_results_and_failures_of_the_upstream_are_reported(open_console, server, upstream):
    page = open_editor(open_console)
    expected(page, "status of 50[24]")
    search = choose_from(page, "Music")
    status = page.get_by_role("dialog").get_by_role("status")
    search.fill("nobody sings this")
    expect(status).to_have_text("Nothing was found for “nobody sings this”.")
    expect(search).to_have_attribute("aria-expanded", "false")
    upstream.mode = "500"
    search.fill("night")
    expect(status).to_have_text("Music cannot be searched now.")
    assert_accessible(page, "dialog")
    upstream.mode = "silent"
    page.get_by_role("dialog").get_by_role("button", name="Try again").click()
    expect(status).to_have_text("Searching…")
    expect(status).to_have_text("Music did not respond in time.")
    upstream.mode = "ok"
    page.get_by_role("dialog").get_by_role("button", name="Try again").click()
    expect(options(page)).to_have_count(2)
    search.fill("")
    expect(options(page)).to_have_count(0)
    expect(status).to_have_text("Type a name to search for.")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(rows(page)).to_have_count(2)


@pytest.mark.long
def test_a_slow_response_does_not_replace_that_of_a_later_search(open_console, server):
    page = open_editor(open_console)
    held = hold(page, re.compile(r"/api/catalogues/entries\?q=night$"))
    search = choose_from(page, "Music")
    search.fill("night")
    held.wait()
    search.fill("晴天")
    expect(options(page)).to_have_count(1)
    held.let_go()
    page.evaluate("new Promise(done => setTimeout(done, 50))")
    expect(options(page)).to_have_text(re.compile("晴天歌单"))


@pytest.mark.long
def test_catalogues_are_offered_only_for_matching_layouts_and_to_editors(open_console, server):
    page = open_editor(open_console, "middleAd")
    expect(editor(page).locator(".edit-cards-add button")).to_have_text([re.compile("^Add: "), "From pictures…"])
    expect(editor(page).get_by_role("button", name=re.compile("Choose from"))).to_have_count(0)
    requested = []
    page = open_console("yan", path=None)
    page.on("request", lambda request: requested.append(request.url))
    page.goto(f"{server.url}/admin/pages/mall/blocks/grid")
    expect(editor(page).get_by_text("You can look at this section, but not change it.")).to_be_visible()
    rows(page).first.locator(".edit-card-open").click()
    expect(editor(page).get_by_role("button", name=re.compile("Choose from"))).to_have_count(0)
    assert not any("catalogues" in url.rsplit("/", 1)[-1] for url in requested if "/api/" in url)


@pytest.mark.long
def test_without_catalogues_nothing_is_offered(open_console, start_server):
    plain = start_server()
    page = open_console("ming", path="/admin/pages/mall/blocks/middleAd", in_=plain)
    expect(editor(page).locator(".edit-cards-add button")).to_have_text([re.compile("^Add: "), "From pictures…"])
    expect(editor(page).get_by_role("button", name=re.compile("Choose from"))).to_have_count(0)


@pytest.mark.long
def test_cards_can_be_chosen_in_chinese_on_a_phone_by_touch(open_console, server, upstream):
    page = open_editor(open_console, PLAYLISTS, "music", language="zh", theme="dark", **PHONE)
    editor(page).get_by_role("button", name="从“歌单”中选择").first.click()
    search = page.get_by_role("combobox", name="搜索“歌单”")
    search.fill("night")
    expect(options(page)).to_have_count(2)
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("共 2 条结果。另有 1 条无法在此展示。")
    assert_fits(page)
    assert_accessible(page, "dialog")
    box = options(page).first.bounding_box()
    assert box["height"] >= 44
    options(page).first.tap()
    expect(page.locator(".toast")).to_contain_text("已添加“Night drive”")
    assert_fits(page)
    editor(page).get_by_role("button", name="保存", exact=True).click()
    eventually(lambda: cards(server, PLAYLISTS, "music", ("creatives",))[-1]["creativeId"] == "7710900001")
