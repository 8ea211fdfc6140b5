"""An operator's day from signing in to rolling back: by mouse, by keyboard only, and by touch on a phone."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_fits, document_of, drag, focused, touch_drag
from conftest import PHONE, password
from harness import eventually

pytestmark = pytest.mark.both_engines

# The changes of the page "mall" during the day.
MOVED, HIDDEN, EDITED, HEADING = "otc", "marquee", "shoppingCarnival", "Autumn fair"
NEW, NEW_CODE = "Tea week", "teaWeek"


def row(page, code):
    return page.locator(f'[role=row][data-code="{code}"]')


def signing_in(page):
    """Fills in the sign-in form; the test submits it."""
    page.get_by_label("Name").fill("wei")
    page.get_by_label("Password", exact=True).fill(password("wei"))


def stored(server, stage="draft"):
    return server.api("GET", f"/api/pages/mall/{stage}/order").data["order"]


def assert_nothing_live(server):
    assert server.shown("mall")[0] != MOVED and HIDDEN in server.shown("mall")
    assert HEADING not in document_of(server, "mall") and NEW_CODE not in server.shown("mall")


def assert_live(server):
    shown = server.shown("mall")
    assert shown[0] == MOVED and HIDDEN not in shown
    assert HEADING in document_of(server, "mall") and NEW_CODE in shown


def assert_rolled_back(server, before):
    eventually(lambda: server.shown("mall") == before)
    assert HEADING not in document_of(server, "mall")
    assert server.api("GET", "/api/pages/mall/draft/diff").data["draft"] is None


def test_a_day_by_mouse(open_console, server):
    before = server.shown("mall")
    page = open_console(None)
    signing_in(page)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("button", name=re.compile("^Page: ")).click()
    page.get_by_text("商城首页 Mall home").filter(visible=True).last.click()
    drag(page, row(page, MOVED), row(page, "marquee"), at=0.2)
    eventually(lambda: stored(server)[0] == MOVED)

    row(page, EDITED).get_by_role("link").click()
    editor = page.get_by_role("region", name=re.compile("^Edit "))
    editor.get_by_label("Heading", exact=True).fill(HEADING)
    editor.get_by_role("button", name="Save").click()
    expect(row(page, EDITED)).to_contain_text(HEADING)
    editor.get_by_role("button", name="Close").click()

    row(page, HIDDEN).hover()
    row(page, HIDDEN).get_by_role("button", name="Hide").click()
    expect(row(page, HIDDEN)).to_contain_text("Hidden")

    page.get_by_role("button", name="Add section").click()
    dialog = page.get_by_role("dialog", name="New section")
    dialog.get_by_role("button", name=re.compile("^Advertisements")).click()
    dialog.get_by_label("Name").fill(NEW)
    dialog.get_by_role("textbox", name=re.compile("^Code")).fill(NEW_CODE)
    dialog.get_by_role("button", name="Create section").click()
    expect(page.get_by_role("region", name=re.compile("^Edit "))).to_be_visible()
    page.get_by_role("region", name=re.compile("^Edit ")).get_by_role("button", name="Close").click()
    assert_nothing_live(server)

    page.get_by_role("button", name="Review and publish").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("What is this about?").fill("Autumn")
    # The new section still has its sample text.
    sheet.get_by_label("I have checked this.").check()
    sheet.get_by_role("button", name="Publish now").click()
    expect(page.get_by_text("Live now as revision")).to_be_visible()
    assert_live(server)

    page.get_by_role("link", name="History").click()
    page.get_by_role("button", name="Actions for Revision 1").click()
    page.get_by_role("menuitem", name="Restore…").click()
    page.get_by_role("dialog").get_by_role("button", name="Restore revision 1").click()
    expect(page.get_by_text("Revision 1 is live again")).to_be_visible()
    assert_rolled_back(server, before)


class Keyboard:
    """An operator without a mouse, who presses Tab until an element has the focus, up to a limit."""

    def __init__(self, page):
        self.page, self.press, self.type = page, page.keyboard.press, page.keyboard.type

    def to(self, pattern, key="Tab", most=80):
        for _ in range(most):
            if re.search(pattern, focused(self.page)):
                return
            self.press(key)
        raise AssertionError(f"{most} times {key} did not lead to {pattern}; at {focused(self.page)}")

    def replace(self, text):
        self.press("Control+a")
        self.type(text)


@pytest.mark.long
def test_a_day_by_keyboard_alone(open_console, server):
    before = server.shown("mall")
    page = open_console(None, path="/admin/pages/mall")
    keys = Keyboard(page)
    expect(page.get_by_label("Name")).to_be_focused()
    keys.type("wei")
    keys.press("Tab")
    keys.type(password("wei"))
    keys.press("Enter")
    row(page, MOVED).wait_for()

    keys.to("^row ")
    keys.to("家庭药箱", key="ArrowDown")
    keys.press("Alt+Home")
    eventually(lambda: stored(server)[0] == MOVED)
    expect(row(page, MOVED)).to_be_focused()

    keys.to("购物狂欢节", key="ArrowDown")
    keys.press("Enter")
    expect(page.get_by_role("region", name=re.compile("^Edit "))).to_be_visible()
    heading = page.get_by_label("Heading", exact=True)
    for _ in range(40):
        if heading.evaluate("one => one === document.activeElement"):
            break
        keys.press("Tab")
    expect(heading).to_be_focused()
    keys.replace(HEADING)
    keys.press("Control+s")
    expect(row(page, EDITED)).to_contain_text(HEADING)
    keys.to("^button Close$", key="Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_role("region", name=re.compile("^Edit "))).to_have_count(0)
    expect(row(page, EDITED)).to_be_focused()

    keys.to("跑马灯|Running", key="ArrowUp")
    keys.press("h")
    expect(row(page, HIDDEN)).to_contain_text("Hidden")

    keys.to("^button Add section", key="Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_role("dialog", name="New section")).to_be_visible()
    keys.type("advert")
    keys.to("^button Advertisements")
    keys.press("Enter")
    expect(page.get_by_role("dialog").get_by_label("Name")).to_be_focused()
    keys.replace(NEW)
    keys.press("Tab")
    keys.replace(NEW_CODE)
    keys.press("Enter")
    expect(page.get_by_role("region", name=re.compile("^Edit "))).to_be_visible()
    eventually(lambda: NEW_CODE in stored(server))
    assert_nothing_live(server)

    keys.to("^button Review and publish", key="Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    keys.to("^button Publish now")
    keys.press("Enter")
    # The new section still has its sample text.
    expect(page.get_by_label("I have checked this.")).to_be_focused()
    keys.press("Space")
    keys.to("^button Publish now")
    keys.press("Enter")
    expect(page.get_by_text("Live now as revision")).to_be_visible()
    assert_live(server)

    keys.to("^button Restore revision")
    keys.press("Enter")
    # The button waits for the comparison above it.
    expect(page.get_by_role("dialog").get_by_role("button", name=re.compile("^Restore revision"))).to_be_enabled()
    keys.to("^button Restore revision")
    keys.press("Enter")
    expect(page.get_by_text("is live again")).to_be_visible()
    assert_rolled_back(server, before)


@pytest.mark.long
def test_a_day_on_a_phone(open_console, server):
    before = server.shown("mall")
    page = open_console(None, path="/admin/pages/mall", **PHONE)
    assert_fits(page)
    signing_in(page)
    page.get_by_role("button", name="Sign in", exact=True).tap()
    row(page, MOVED).wait_for()
    assert_fits(page)
    touch_drag(page, row(page, MOVED).locator(".list-grip"), row(page, "marquee"), at=0.2)
    eventually(lambda: stored(server)[0] == MOVED)

    row(page, EDITED).get_by_role("link").tap()
    editor = page.get_by_role("region", name=re.compile("^Edit "))
    editor.get_by_label("Heading", exact=True).fill(HEADING)
    editor.get_by_role("button", name="Save").tap()
    expect(editor.get_by_role("heading").first).to_have_text(HEADING)
    assert_fits(page)
    editor.get_by_role("button", name="Close").tap()

    row(page, HIDDEN).get_by_role("button", name=re.compile("^More for")).tap()
    page.get_by_role("menuitem", name=re.compile("^Hide")).tap()
    expect(row(page, HIDDEN)).to_contain_text("Hidden")

    page.get_by_role("button", name="Add section").tap()
    dialog = page.get_by_role("dialog", name="New section")
    dialog.get_by_role("button", name=re.compile("^Advertisements")).tap()
    dialog.get_by_label("Name").fill(NEW)
    dialog.get_by_role("textbox", name=re.compile("^Code")).fill(NEW_CODE)
    assert_fits(page)
    dialog.get_by_role("button", name="Create section").tap()
    expect(editor).to_be_visible()
    editor.get_by_role("button", name="Close").tap()
    assert_nothing_live(server)

    page.get_by_role("button", name="Review and publish").tap()
    sheet = page.get_by_role("dialog")
    assert_fits(page)
    sheet.get_by_label("I have checked this.").check()
    sheet.get_by_role("button", name="Publish now").tap()
    expect(page.get_by_text("Live now as revision")).to_be_visible()
    assert_live(server)

    page.get_by_role("link", name="History").tap()
    page.get_by_role("button", name="Actions for Revision 1").tap()
    page.get_by_role("menuitem", name="Restore…").tap()
    assert_fits(page)
    page.get_by_role("dialog").get_by_role("button", name="Restore revision 1").tap()
    expect(page.get_by_text("Revision 1 is live again")).to_be_visible()
    assert_rolled_back(server, before)
