"""The palette: one field that finds sections of all pages, pages, views and actions."""

import json
import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, focused, hold
from conftest import PHONE, SMALL, expected
from harness import folding
from harness.marks import case
from test_editor import box, editor
from test_phone import row
from views import ready

MALL, MUSIC = "/admin/pages/mall", "/admin/pages/music"
CARNIVAL = "shoppingCarnival"
PUBLISH, REVIEW = "Review and publish “音乐首页 Music home”", "Review the draft of “音乐首页 Music home”"


def palette(page, name="Search everything"):
    return page.get_by_role("dialog", name=name)


def field(page):
    return palette(page).get_by_role("combobox")


def option(page, name):
    return palette(page).get_by_role("option", name=name)


def active(page):
    return page.locator(".palette-option[aria-selected=true]")


def open_palette(page, text=None):
    expect(page.get_by_role("banner")).to_be_visible()
    page.keyboard.press("Control+k")
    expect(field(page)).to_be_focused()
    if text is not None:
        page.keyboard.type(text)
    return page


def rename(server, title, code=CARNIVAL, page="mall"):
    """Gives the first card of a section a title, in the draft."""
    path = f"/api/pages/{page}/draft/blocks/{code}"
    content = server.api("GET", path).data["content"]
    content["extInfo"]["list"][0]["title"] = title
    assert server.api("PATCH", path, {"content": content}).status == 200


# By keyboard


def test_a_section_of_another_page_is_found_and_opened_at_its_field(open_console, server):
    rename(server, "春茶节 Oolong")
    page = open_console("ming", path=f"{MUSIC}/history")
    open_palette(page, "ＯＯＬＯＮＧ")
    hit = option(page, "春茶节 Oolong")
    expect(hit).to_have_count(1)
    expect(hit.locator("mark")).to_have_text("Oolong")
    expect(hit).to_contain_text(re.compile(r"Mall.* › .*\(shoppingCarnival\) › .*Title"))
    expect(hit).to_contain_text("Draft only")
    # Results of a page without a draft are not marked.
    field(page).fill("HOMEPAGE_BANNER")
    expect(option(page, "HOMEPAGE_BANNER")).to_have_count(1)
    expect(option(page, "HOMEPAGE_BANNER")).not_to_contain_text("only")
    field(page).fill("oolong")
    expect(field(page)).to_have_attribute("aria-activedescendant", hit.get_attribute("id"))
    page.keyboard.press("Enter")
    expect(palette(page)).to_have_count(0)
    expect(page).to_have_url(re.compile(f"{MALL}/blocks/{CARNIVAL}$"))
    expect(editor(page).locator(".edit-card.open .edit-card-title")).to_have_text("春茶节 Oolong")
    expect(box(page, "Title")).to_be_focused()


@pytest.mark.long
def test_arrows_home_and_end_select_and_escape_restores_the_focus(open_console):
    page = open_console("lin", path=MALL)
    row(page, "wallet").focus()
    open_palette(page)
    assert palette(page).get_by_role("option").count() > 10
    first, last = palette(page).get_by_role("option").first, palette(page).get_by_role("option").last
    expect(first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(active(page)).to_have_count(1)
    expect(palette(page).get_by_role("option").nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("End")
    expect(last).to_have_attribute("aria-selected", "true")
    expect(last).to_be_in_viewport()
    page.keyboard.press("ArrowDown")
    expect(first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    expect(last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Home")
    expect(first).to_have_attribute("aria-selected", "true")
    expect(field(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(palette(page)).to_have_count(0)
    expect(row(page, "wallet")).to_be_focused()
    # `/` still searches the page.
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox", name="Search sections")).to_be_focused()
    expect(palette(page)).to_have_count(0)


@pytest.mark.long
def test_the_same_keys_close_it_and_it_never_opens_over_a_dialog(open_console):
    page = open_console("lin", path=MALL)
    open_palette(page)
    page.keyboard.press("Control+k")
    expect(palette(page)).to_have_count(0)
    page.get_by_role("button", name="Add section").click()
    other = page.get_by_role("dialog")
    expect(other).to_be_visible()
    with page.expect_event("console", lambda one: one.text == "pressed"):
        page.keyboard.press("Control+k")
        page.evaluate("new Promise(done => setTimeout(done, 300)).then(() => console.log('pressed'))")
    expect(other).to_have_count(1)
    expect(palette(page)).to_have_count(0)


@pytest.mark.long
def test_it_opens_from_a_field_and_over_a_menu_but_not_before_signing_in(open_console):
    page = open_console("ming", path=f"{MALL}/blocks/{CARNIVAL}")
    box(page, "Heading").fill("Half typed")
    open_palette(page)
    page.keyboard.press("Escape")
    expect(box(page, "Heading")).to_be_focused()
    expect(box(page, "Heading")).to_have_value("Half typed")
    page.get_by_role("button", name="Language").click()
    open_palette(page)
    expect(page.get_by_role("menu")).to_have_count(0)
    out = open_console(None)
    expect(out.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
    expect(out.get_by_role("button", name="Search everything")).to_have_count(0)
    out.keyboard.press("Control+k")
    expect(out.get_by_label("Name", exact=True)).to_be_focused()
    expect(palette(out)).to_have_count(0)


@pytest.mark.long
def test_enter_before_the_response_opens_the_first_section_of_the_response(open_console, server):
    rename(server, "Lantern riddles 7788")
    page = open_console("ming", path=MUSIC)
    held = hold(page, "**/api/search?*")
    open_palette(page, "riddles 7788")
    expect(palette(page)).to_contain_text("Searching all pages")
    page.keyboard.press("Enter")
    held.wait()
    expect(palette(page)).to_be_visible()
    held.let_go()
    expect(page).to_have_url(re.compile(f"{MALL}/blocks/{CARNIVAL}$"))


@pytest.mark.long
def test_text_typed_before_the_palette_is_loaded_is_searched_and_not_handled_by_the_list(open_console):
    page = open_console("ming", path=MALL, follows=True)
    ready(page)
    held = []
    page.route("**/admin/shell/palette.js", lambda route: held.append(route))
    row(page, "wallet").focus()
    with page.expect_request("**/admin/shell/palette.js"):
        page.keyboard.press("Control+k")
    page.keyboard.type("hm")
    page.keyboard.press("Delete")
    page.evaluate("0")
    held.pop().continue_()
    expect(field(page)).to_have_value("hm")
    expect(field(page)).to_be_focused()
    page.keyboard.type("x")
    expect(field(page)).to_have_value("hmx")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(row(page, "wallet")).to_be_focused()
    expect(row(page, "wallet")).not_to_contain_text("Hidden")


@pytest.mark.long
def test_the_newest_response_is_shown_and_an_old_result_is_not_opened(open_console, server):
    rename(server, "Riddle of lanterns")
    rename(server, "Zebra crossing", "middleAd")
    page = open_console("ming", path=MUSIC)
    open_palette(page, "of lanterns")
    expect(option(page, "Riddle of lanterns")).to_have_count(1)
    held = hold(page, "**/api/search?*")
    field(page).fill("zebra")
    held.wait()
    # The old result is visible, but Enter waits for the new response.
    expect(option(page, "Riddle of lanterns")).to_have_attribute("aria-selected", "false")
    page.keyboard.press("Enter")
    field(page).fill("zebra c")
    expect(option(page, "Zebra crossing")).to_have_count(1)
    held.let_go()
    expect(option(page, "Riddle of lanterns")).to_have_count(0)
    expect(option(page, "Zebra crossing").locator("mark")).to_have_text("Zebra c")
    # Further typing cancels the Enter.
    expect(page).to_have_url(re.compile(f"{MUSIC}$"))


@pytest.mark.long
def test_enter_in_an_input_method_commits_its_characters(open_console, server):
    rename(server, "灯会开场")
    page = open_console("ming", path=MUSIC, language="zh")
    expect(page.get_by_role("banner")).to_be_visible()
    page.keyboard.press("Control+k")
    frame = palette(page, "全局搜索")
    expect(frame.get_by_role("combobox")).to_be_focused()
    requested = []
    page.on("request", lambda one: requested.append(one.url) if "/api/search" in one.url else None)
    ime = page.context.new_cdp_session(page)
    ime.send("Input.imeSetComposition", {"text": "deng'hui", "selectionStart": 8, "selectionEnd": 8})
    expect(frame.get_by_role("combobox")).to_have_value("deng'hui")
    for key in ("Enter", "Escape"):
        ime.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", "key": key, "code": key, "windowsVirtualKeyCode": 229})
    expect(frame).to_be_visible()
    ime.send("Input.insertText", {"text": "灯会"})
    expect(frame.get_by_role("option", name="灯会开场").locator("mark")).to_have_text("灯会")
    expect(page).to_have_url(re.compile(f"{MUSIC}$"))
    assert all("deng" not in url for url in requested), requested
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"{MALL}/blocks/{CARNIVAL}$"))


# Mouse, and listed items


@pytest.mark.long
def test_the_button_opens_it_and_a_click_opens_a_page_a_view_or_an_action(open_console):
    page = open_console("lin", path=MUSIC)
    button = page.get_by_role("button", name="Search everything")
    button.click()
    groups = palette(page).get_by_role("group")
    expect(groups).to_have_count(3)
    for name in ("Pages", "Views", "Actions"):
        expect(palette(page).get_by_role("group", name=name)).to_be_visible()
    option(page, "Audit log").click()
    expect(page).to_have_url(re.compile("/admin/manage/audit"))
    expect(page).to_have_title(re.compile("^Audit log"))
    button.click()
    # Without a page, its views are not offered.
    expect(option(page, "Preview")).to_have_count(0)
    palette(page).get_by_role("button", name="Close").click()
    expect(button).to_be_focused()
    button.click()
    field(page).fill("深色")
    expect(palette(page).get_by_role("group", name="Pages")).to_have_count(0)
    field(page).fill("theme dark")
    option(page, "Theme: Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    button.click()
    expect(option(page, "Theme: Dark")).to_have_count(0)
    option(page, "Language: 简体中文").click()
    expect(page.get_by_role("button", name="全局搜索")).to_be_visible()
    page.get_by_role("button", name="全局搜索").click()
    palette(page, "全局搜索").get_by_role("option", name="退出登录").click()
    expect(page.get_by_role("heading", name="登录", exact=True)).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    "operator, there, absent",
    [
        ("wei", [PUBLISH, "Audiences"], ["Operators", "Audit log", REVIEW]),
        ("ming", [REVIEW, "Feeds"], [PUBLISH, "Audiences", "Operators"]),
        ("yan", ["Feeds", "Sign out"], [PUBLISH, REVIEW, "Audiences"]),
    ],
)
def test_only_permitted_actions_are_listed(open_console, operator, there, absent):
    page = open_console(operator, path=MUSIC)
    open_palette(page)
    expect(option(page, "Music home")).not_to_have_count(0)
    labels = palette(page).locator(".palette-label").all_inner_texts()
    assert set(there) <= set(labels) and not set(absent) & set(labels), labels


@pytest.mark.long
def test_publishing_the_page_is_one_of_the_actions(open_console, busy):
    page = open_console("wei", path=f"{MUSIC}/history")
    open_palette(page, "publish")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name=re.compile("Music home"))).to_be_visible()
    expect(page).to_have_url(re.compile(f"{MUSIC}$"))


def edit_live(page):
    page.get_by_role("radio", name="Live").click()
    page.get_by_role("dialog").get_by_role("button", name="Edit live directly").click()
    expect(page.get_by_role("region", name="Editing what is live")).to_be_visible()


@pytest.mark.long
def test_publishing_and_results_of_the_draft_switch_from_live_to_the_draft(open_console, server):
    copy = {"page": "mall", "blockCode": "newest"}
    assert server.api("POST", "/api/pages/mall/live/blocks/wallet/copy", copy).status == 201
    page = open_console("wei", path=MALL)
    edit_live(page)
    open_palette(page, "newest")
    expect(option(page, "newest")).to_contain_text("Draft only")
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Draft")).to_be_checked()
    expect(editor(page).get_by_role("heading", level=2)).to_be_visible()
    edit_live(page)
    open_palette(page, "publish")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name=re.compile("Mall home"))).to_be_visible()
    expect(page.get_by_role("radio", name="Draft", include_hidden=True)).to_be_checked()


@pytest.mark.long
def test_the_operators_recently_opened_sections_come_first(open_console):
    page = open_console("ming", path=f"{MALL}/blocks/wallet")
    name = editor(page).get_by_role("heading", level=2)
    expect(name).not_to_be_empty()
    wallet = name.inner_text()
    page.goto(page.server.url + f"{MALL}/blocks/otc")
    expect(name).not_to_be_empty()
    page.goto(page.server.url + MUSIC)
    open_palette(page)
    recent = palette(page).get_by_role("group", name="Recently opened").get_by_role("option")
    expect(recent).to_have_count(2)
    expect(recent.nth(1)).to_contain_text(wallet)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"{MALL}/blocks/wallet$"))
    expect(name).to_have_text(wallet)
    # Another operator with the same browser does not see them.
    page.evaluate(
        "const one = JSON.parse(localStorage['homeblocks.recent']); one.operator = 'lin'; localStorage['homeblocks.recent'] = JSON.stringify(one);"
    )
    open_palette(page)
    expect(palette(page).get_by_role("group", name="Pages")).to_be_visible()
    expect(recent).to_have_count(0)


@pytest.mark.long
def test_opening_a_result_asks_about_unsaved_input(open_console):
    page = open_console("ming", path=f"{MALL}/blocks/{CARNIVAL}")
    box(page, "Heading").fill("Half typed")
    open_palette(page, "HOMEPAGE_BANNER")
    expect(option(page, "HOMEPAGE_BANNER")).to_have_count(1)
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="Save your changes?").get_by_role("button", name="Keep editing").click()
    expect(page).to_have_url(re.compile(f"{MALL}/blocks/{CARNIVAL}$"))
    expect(box(page, "Heading")).to_have_value("Half typed")
    open_palette(page, "review")
    palette(page).get_by_role("option", name="Review").first.click()
    page.get_by_role("dialog", name="Save your changes?").get_by_role("button", name="Keep editing").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(box(page, "Heading")).to_have_value("Half typed")
    # Also on the same page.
    open_palette(page, "wallet")
    palette(page).get_by_role("option", name="wallet").first.click()
    page.get_by_role("dialog", name="Save your changes?").get_by_role("button", name="Keep editing").click()
    expect(page).to_have_url(re.compile(f"{MALL}/blocks/{CARNIVAL}$"))
    expect(box(page, "Heading")).to_have_value("Half typed")


# Failures


@pytest.mark.long
def test_without_a_connection_pages_are_found_and_sections_once_it_is_back(open_console, server):
    rename(server, "Mooncake fair")
    page = open_console("ming", path=MALL, follows=True)
    expected(page, "ERR_INTERNET_DISCONNECTED|net::ERR")
    ready(page)
    open_palette(page)
    page.context.set_offline(True)
    page.keyboard.type("mooncake")
    expect(palette(page)).to_contain_text("Not connected. Sections are searched when the connection is back.")
    field(page).fill("mall")
    expect(palette(page).get_by_role("group", name="Pages").get_by_role("option").first).to_be_visible()
    field(page).fill("mooncake")
    page.context.set_offline(False)
    expect(option(page, "Mooncake fair")).to_have_count(1)
    expect(palette(page)).not_to_contain_text("Not connected")


@pytest.mark.long
def test_a_failed_search_is_reported_and_can_be_retried(open_console, server):
    rename(server, "Mooncake fair")
    page = open_console("ming", path=MALL)
    expected(page, "status of 503")
    failing = lambda route: route.fulfill(
        status=503, content_type="application/problem+json", body='{"title":"busy","status":503}'
    )
    page.route("**/api/search?*", failing)
    open_palette(page, "mooncake")
    expect(palette(page)).to_contain_text("Try again in a moment")
    expect(option(page, "Mooncake fair")).to_have_count(0)
    page.unroute("**/api/search?*", failing)
    palette(page).get_by_role("button", name="Try again").click()
    expect(option(page, "Mooncake fair")).to_have_count(1)
    expect(field(page)).to_be_focused()
    field(page).fill("no such thing at all")
    expect(palette(page)).to_contain_text("Nothing matches “no such thing at all”.")
    expect(palette(page).get_by_role("option")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(palette(page)).to_be_visible()


def test_untrusted_texts_are_shown_as_text(open_console, server):
    rename(server, "<img src=x onerror=alert(1)> tea")
    page = open_console("ming", path=MUSIC)
    open_palette(page, "onerror")
    expect(option(page, "<img src=x onerror=alert(1)> tea").locator("mark")).to_have_text("onerror")
    expect(palette(page).locator("img")).to_have_count(0)


MATCHES = [
    ("a ﾊﾞﾅｰ b", "バナ", ["a ", "ﾊﾞﾅ", "ｰ b"]),
    ("cafe\u0301", "CAFÉ", ["", "cafe\u0301", ""]),
    ("Tea and cake", "TEA", ["", "Tea", " and cake"]),
    ("ＴＥＡ 茶", "tea 茶", ["", "ＴＥＡ 茶", ""]),
    ("春茶节", "茶", ["春", "茶", "节"]),
    ("🍵 tea", "tea", ["🍵 ", "tea", ""]),
    ("ﬁne", "in", ["", "ﬁn", "e"]),
    ("tea", "coffee", ["tea"]),
    ("tea", " ", ["tea"]),
]


@pytest.mark.long
def test_the_matching_part_is_highlighted(open_console):
    page = open_console(None)
    found = page.evaluate(
        """async (matches) => {
      const { marked } = await import('/admin/shell/palette-search.js');
      return matches.map(([text, query]) => [text, query, marked(text, query).map((part) => part.textContent ?? part)]);
    }""",
        MATCHES,
    )
    assert [tuple(match) for match in found] == MATCHES


def test_texts_are_folded_like_on_the_server(open_console):
    page = open_console(None)
    wrong = page.evaluate(
        """async (cases) => {
      const { folded } = await import('/admin/core/folded.js');
      return JSON.parse(cases).filter(([text, wanted]) => folded(text) !== wanted || folded(wanted) !== wanted);
    }""",
        # A single string takes much less time to transfer than a list.
        json.dumps([(text, folding.folded(text)) for text in folding.cases()]),
    )
    assert not wrong, f"{len(wrong)}: {wrong[:10]}"


SPELLINGS = ["バナー", "ﾊﾞﾅｰ", "sale", "ＳＡＬＥ", "Café", "cafe\u0301"]


def test_sections_and_pages_are_found_in_every_spelling(open_console, server):
    title = "ﾊﾞﾅｰ ＳＡＬＥ Cafe\u0301"
    heading = {"content": {"uiElement": {"subTitle": {"title": title}}}}
    assert server.api("PATCH", f"/api/pages/mall/draft/blocks/{CARNIVAL}", heading).status == 200
    assert server.api("PATCH", "/api/pages/music", {"title": title}).status == 200
    page = open_console("ming", path=MALL)
    for query in SPELLINGS:
        with case(query):
            open_palette(page, query)
            expect(option(page, title).locator("mark")).to_have_count(1)
            expect(palette(page).get_by_role("group", name="Pages", exact=True).get_by_role("option")).to_have_count(1)
            page.keyboard.press("Escape")
            page.get_by_role("searchbox", name="Search sections").fill(query)
            expect(row(page, CARNIVAL)).to_be_visible()
            expect(page.get_by_role("grid", name="Sections").get_by_role("row")).to_have_count(1)
            page.get_by_role("searchbox", name="Search sections").fill("")


# Layout and accessibility


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["360", "390"])
def test_on_a_phone_it_fills_the_screen_and_a_tap_opens_a_result(open_console, server, size):
    rename(server, "灯会开场")
    page = open_console("ming", path=MUSIC, language="zh", theme="dark", **size)
    page.get_by_role("button", name="全局搜索").tap()
    frame = palette(page, "全局搜索")
    frame.get_by_role("combobox").fill("灯会")
    hit = frame.get_by_role("option", name="灯会开场")
    expect(hit).to_contain_text("仅草稿")
    assert_fits(page)
    assert hit.bounding_box()["height"] >= 44
    assert_accessible(page, ".palette")
    hit.tap()
    expect(page).to_have_url(re.compile(f"{MALL}/blocks/{CARNIVAL}$"))


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_palette_is_accessible(open_console, theme):
    page = open_console("lin", theme=theme, path=MALL)
    open_palette(page)
    assert_accessible(page)
    page.keyboard.type("a")
    expect(palette(page).get_by_role("group", name="Sections of all pages").get_by_role("option")).to_have_count(20)
    expect(palette(page)).to_contain_text("More sections match")
    assert_accessible(page)
    assert focused(page).startswith("combobox")
