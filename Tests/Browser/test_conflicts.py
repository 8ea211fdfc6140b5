"""Conflicts of the draft with changes from live or a planned release: their number, both versions, and the choice."""

import json
import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits
from conftest import PHONE
from harness import eventually

MALL, DRAFT = "/admin/pages/mall", "/api/pages/mall/draft"
CARNIVAL, GONE, MOVED = "shoppingCarnival", "otc", "walletCard"
TITLE = "/content/uiElement/subTitle/title"
REASON = "was changed here, too; the change that came has the last word"


def conflict(code, pointer, kept, **versions):
    return {"blockCode": code, "pointer": pointer, "kept": kept, "reason": REASON, **versions}


@pytest.fixture
def met(server):
    """Makes a draft with changes from live and a deleted section; returns the conflicts for the server's response."""
    heading = {"content": {"uiElement": {"later": 9107199254740993, "subTitle": {"title": "From live"}}}}
    assert server.api("PATCH", f"{DRAFT}/blocks/{CARNIVAL}", heading).status == 200
    gone = server.api("GET", f"{DRAFT}/blocks/{GONE}").data
    gone.pop("info", None)
    assert server.api("DELETE", f"{DRAFT}/blocks/{GONE}").status == 200
    return [
        conflict(CARNIVAL, TITLE, "incoming", incoming="From live", existing="From <i>the draft</i>"),
        conflict(CARNIVAL, "/content/uiElement/later", "incoming", incoming=9107199254740993, existing=9107199254740995),
        conflict(GONE, "", "existing", incoming=gone),
        conflict(MOVED, "/order", "existing", incoming=1, existing=4),
        conflict(None, "/fullscreen", "incoming", incoming=True, existing=False),
    ]


def tell(page, conflicts):
    """Adds the conflicts to the server's responses about the draft."""

    def add(route):
        response = route.fetch()
        body = response.json()
        body["data"]["draft"]["conflicts"] = conflicts
        route.fulfill(response=response, body=json.dumps(body))

    page.route("**/mall/draft/diff", add)


def opened(open_console, server, conflicts, operator="ming", **options):
    page = open_console(operator, path=None, **options)
    tell(page, conflicts)
    page.goto(server.url + MALL)
    page.locator(".publish-bar").get_by_role("button", name=re.compile(r"\d (conflict|处冲突)")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".loading")).to_have_count(0)
    return page, dialog


def item(dialog, number):
    return dialog.locator(".publish-conflict").nth(number)


def now(conflict):
    """The current version of the draft."""
    return conflict.locator(".publish-conflict-side", has_text="In the draft now")


def draft(server, code):
    return server.api("GET", f"{DRAFT}/blocks/{code}").data


def stored(page, condition):
    """Waits until the server has the change that the page shows immediately."""
    eventually(lambda: (page.evaluate("0"), condition())[1])


@pytest.mark.long
def test_the_draft_bar_counts_conflicts_only_where_there_are_some(open_console, server, met):
    page = open_console("ming", path=MALL)
    bar = page.get_by_role("region", name="Draft")
    expect(bar).to_contain_text("changes not published")
    expect(bar.get_by_role("button", name="conflict")).to_have_count(0)
    tell(page, met)
    page.reload()
    expect(bar.get_by_role("button", name="5 conflicts", exact=True)).to_be_visible()


def test_both_versions_are_shown_and_the_other_one_can_be_used(open_console, server, met):
    page, dialog = opened(open_console, server, met)
    expect(dialog.get_by_role("heading", name="Conflicts of the draft")).to_be_visible()
    first = item(dialog, 0)
    expect(first.get_by_role("heading", level=3)).to_contain_text("Heading")
    expect(first.get_by_role("group", name="The draft’s own version")).to_contain_text("From <i>the draft</i>")
    expect(now(first)).to_have_text(re.compile("From the live page or a release.*From live"))
    first.get_by_role("button", name="Use the other version").click()
    expect(now(first)).to_contain_text("From <i>the draft</i>")
    title = lambda: draft(server, CARNIVAL)["content"]["uiElement"]["subTitle"]["title"]
    stored(page, lambda: title() == "From <i>the draft</i>")
    expect(first.get_by_role("button", name="Use the other version")).to_be_focused()
    # Long numbers and other fields stay unchanged.
    item(dialog, 1).get_by_role("button", name="Use the other version").click()
    expect(now(item(dialog, 1))).to_contain_text("9107199254740995")
    later = lambda: draft(server, CARNIVAL)["content"]["uiElement"]["later"]
    stored(page, lambda: later() == 9107199254740995)
    assert title() == "From <i>the draft</i>"
    # The choice can be undone like any other step.
    dialog.get_by_role("button", name="Close").last.click()
    page.get_by_role("button", name="Undo", exact=True).click()
    stored(page, lambda: later() == 9107199254740993)


@pytest.mark.long
def test_a_deleted_section_is_restored_at_its_live_position_and_can_be_removed_again(open_console, server, met):
    before = server.api("GET", "/api/pages/mall/live/order").data["order"]
    page, dialog = opened(open_console, server, met)
    gone = item(dialog, 2)
    expect(gone.get_by_role("group", name="The draft’s own version")).to_contain_text("There is no such section")
    gone.get_by_role("button", name="Use the other version").click()
    expect(now(gone)).to_contain_text("家庭药箱")
    stored(page, lambda: server.api("GET", f"{DRAFT}/order").data["order"] == before)
    gone.get_by_role("button", name="Use the other version").click()
    expect(now(gone)).to_contain_text("There is no such section")
    stored(page, lambda: GONE not in server.api("GET", f"{DRAFT}/order").data["order"])


@pytest.mark.long
def test_a_conflict_links_to_its_section(open_console, server, met):
    page, dialog = opened(open_console, server, met)
    moved = item(dialog, 3)
    expect(moved).to_contain_text("Position 5")
    expect(moved.get_by_role("button", name="Use the other version")).to_have_count(0)
    moved.get_by_role("button", name="Go to the section").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(f'[role=row][data-code="{MOVED}"]')).to_be_focused()
    page.get_by_role("button", name="5 conflicts").click()
    expect(item(dialog, 4).get_by_role("button")).to_have_count(0)
    item(dialog, 0).get_by_role("link").click()
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(re.compile(f"/blocks/{CARNIVAL}$"))


def test_later_changes_are_not_overwritten(open_console, server, met):
    met[0] |= {"incoming": "Another one from live"}
    page, dialog = opened(open_console, server, met)
    expect(item(dialog, 0)).to_contain_text("now has neither version")
    expect(item(dialog, 0).get_by_role("button", name="Use the other version")).to_have_count(0)
    expect(item(dialog, 0).get_by_role("link")).to_be_visible()


@pytest.mark.long
def test_a_rejected_choice_is_reported_and_changes_nothing(open_console, server, met):
    page, dialog = opened(open_console, server, met)
    page.guard.allowed.append("status of 403")
    page.route(
        f"**/draft/blocks/{CARNIVAL}",
        lambda route: (
            route.fulfill(status=403, content_type="application/problem+json", body="{}")
            if route.request.method == "PUT"
            else route.fallback()
        ),
    )
    item(dialog, 0).get_by_role("button", name="Use the other version").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    expect(now(item(dialog, 0))).to_contain_text("From live")
    assert draft(server, CARNIVAL)["content"]["uiElement"]["subTitle"]["title"] == "From live"


@pytest.mark.long
def test_a_viewer_sees_conflicts_but_cannot_choose(open_console, server, met):
    page, dialog = opened(open_console, server, met, operator="yan")
    expect(item(dialog, 0)).to_contain_text("From live")
    expect(dialog.locator(".publish-conflict").get_by_role("button")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_conflicts_in_chinese_on_a_phone(open_console, server, met, theme):
    page, dialog = opened(open_console, server, met, language="zh", theme=theme, **PHONE)
    expect(dialog.get_by_role("heading", name="草稿中的冲突")).to_be_visible()
    expect(dialog.get_by_role("button", name="改用另一版本")).to_have_count(3)
    expect(item(dialog, 0)).to_contain_text("草稿当前采用")
    expect(dialog).not_to_contain_text(REASON)
    assert_fits(page)
    assert_accessible(page)


@pytest.mark.long
@pytest.mark.parametrize("language, words", [("zh", "与其他修改重叠"), ("en", "Conflicting changes")])
def test_conflicts_of_a_live_change_are_reported_in_the_consoles_language(open_console, server, met, language, words):
    page = open_console("wei", path=MALL, language=language)
    page.locator(".page-stage").get_by_role("radio").nth(1).click()
    page.get_by_role("dialog").locator(".danger").click()
    expect(page.locator(".page-live-bar")).to_be_visible()

    def add(route):
        response = route.fetch()
        body = response.json()
        body["data"]["carried"] = [
            {"to": "draft", "release": None, "revision": 3, "applied": False, "conflicts": met},
            {"to": "release", "release": 7, "revision": 4, "applied": True, "conflicts": []},
            {"to": "release", "release": 8, "revision": 5, "applied": True},
        ]
        body.pop("carried", None)
        route.fulfill(response=response, body=json.dumps(body))

    page.route("**/live/blocks/*", lambda route: add(route) if route.request.method == "PATCH" else route.fallback())
    page.locator('[role=row][data-code="marquee"]').focus()
    page.keyboard.press("h")
    report = page.get_by_role("dialog", name=words)
    expect(report.locator("ul ul > li")).to_have_count(len(met))
    expect(report).to_contain_text("fullscreen")
    expect(report).not_to_contain_text(REASON)
    if language == "zh":
        expect(report.locator("ul ul > li").first).to_contain_text("已采用本次修改")
        expect(report.locator("ul ul > li").nth(2)).to_contain_text("整个版块保留那里的内容")
