"""Changing takeovers: planned ones, active ones, and concurrent changes."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits
from conftest import PHONE, expected
from test_schedule import SCHEDULE, campaign, instant, local, row, takeover

pytestmark = pytest.mark.both_engines


def plans(server):
    return server.api("GET", "/api/pages/mall/takeovers").data


def open_change(page, text="takes over"):
    row(page, text).get_by_role("button", name=re.compile("^Change…")).click()
    return page.get_by_role("dialog", name=re.compile("Change a takeover of"))


def sent(page):
    bodies = []
    page.on(
        "request",
        lambda request: request.method == "PATCH" and "/takeovers/" in request.url and bodies.append(request.post_data_json),
    )
    return bodies


@pytest.fixture
def planned(server):
    campaign(server)
    campaign(server, "moon", "Moon week")
    takeover(server, instant(days=5), instant(days=6))
    return plans(server)[0]


def test_times_page_and_message_can_be_changed(open_console, server, planned):
    page = open_console("wei", path=SCHEDULE)
    bodies = sent(page)
    sheet = open_change(page)
    expect(sheet.get_by_label("Page to show")).to_have_value("tea")
    # An unchanged takeover is not sent.
    sheet.get_by_role("button", name="Save changes").click()
    expect(sheet).to_have_count(0)
    assert bodies == []
    sheet = open_change(page)
    sheet.get_by_label("Page to show").select_option("moon")
    sheet.get_by_label("Ends at").fill("2031-02-01T10:00")
    sheet.get_by_label("What is this about?").fill("Longer")
    sheet.get_by_role("button", name="Save changes").click()
    expect(page.locator(".toast").filter(has_text="The takeover by “Moon week” is changed.")).to_be_visible()
    [changed] = plans(server)
    assert (changed["id"], changed["shows"], changed["from"], changed["message"]) == (
        planned["id"],
        "moon",
        planned["from"],
        "Longer",
    )
    assert changed["until"].startswith("2031-02-01T02:00:00")
    assert [sorted(body) for body in bodies] == [["message", "shows", "until"]]
    expect(row(page, "“Moon week” takes over")).to_contain_text("changed by wei")
    expect(row(page, "“Tea <i>week</i>” takes over")).to_have_count(0)


@pytest.mark.long
def test_a_takeover_is_changed_by_keyboard_and_errors_are_shown_at_their_fields(open_console, server, planned):
    takeover(server, instant(days=10), instant(days=12), shows="moon")
    page = open_console("wei", path=SCHEDULE)
    button = row(page, "Tea <i>week</i>").get_by_role("button", name=re.compile("^Change…"))
    button.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name=re.compile("Change a takeover of"))
    save = sheet.get_by_role("button", name="Save changes")
    # A takeover does not overlap with itself.
    expect(sheet.get_by_text("already takes over")).to_have_count(0)
    sheet.get_by_label("Ends at").fill(local(days=11))
    expect(sheet.get_by_text("“Moon week” already takes over at that time")).to_be_visible()
    save.press("Enter")
    expect(sheet.get_by_label("Ends at")).to_be_focused()
    sheet.get_by_label("Ends at").fill(local(days=4))
    save.press("Enter")
    expect(sheet.get_by_text("It has to end after it begins")).to_be_visible()
    sheet.get_by_label("Begins at").fill("2020-01-01T10:00")
    save.press("Enter")
    expect(sheet.get_by_text("This time is in the past.")).to_be_visible()
    assert planned in plans(server)
    page.keyboard.press("Escape")
    expect(button).to_be_focused()


@pytest.mark.long
def test_only_the_end_of_an_active_takeover_can_be_changed(open_console, server):
    campaign(server)
    assert server.api("POST", "/api/pages/mall/takeovers", {"shows": "tea", "until": instant(days=1)}).status == 201
    before = plans(server)[0]
    page = open_console("wei", path=SCHEDULE)
    bodies = sent(page)
    sheet = open_change(page)
    expect(sheet.get_by_label("Page to show")).to_be_disabled()
    expect(sheet.get_by_label("Begins at")).to_be_disabled()
    expect(sheet).to_contain_text("It has begun: its page and its beginning stay.")
    sheet.get_by_label("Ends at").fill(local(days=2))
    sheet.get_by_role("button", name="Save changes").click()
    expect(page.locator(".toast").filter(has_text="is changed.")).to_be_visible()
    after = plans(server)[0]
    assert (after["from"], after["shows"], after["state"]) == (before["from"], "tea", "active") and after["until"] > before[
        "until"
    ]
    assert [sorted(body) for body in bodies] == [["until"]]


def test_concurrent_changes_of_a_colleague_are_shown_before_saving(open_console, server, planned):
    page = open_console("wei", path=SCHEDULE)
    expected(page, "status of 412")
    sheet = open_change(page)
    sheet.get_by_label("What is this about?").fill("Mine")
    sheet.get_by_label("Ends at").fill("2031-02-01T10:00")
    theirs = {"until": "2031-03-01T02:00:00Z", "shows": "moon"}
    assert server.api("PATCH", f"/api/pages/mall/takeovers/{planned['id']}", theirs).status == 200
    sheet.get_by_role("button", name="Save changes").click()
    expect(sheet.get_by_role("status").filter(has_text="changed this takeover in the meantime")).to_be_visible()
    # Unedited fields get the colleague's values, and edited ones keep the input.
    expect(sheet.get_by_label("Page to show")).to_have_value("moon")
    expect(sheet.get_by_label("Ends at")).to_have_value("2031-02-01T10:00")
    assert plans(server)[0]["until"].startswith("2031-03-01")
    sheet.get_by_role("button", name="Save changes").click()
    expect(page.locator(".toast").filter(has_text="is changed.")).to_be_visible()
    [after] = plans(server)
    assert (after["message"], after["shows"], after["until"][:10]) == ("Mine", "moon", "2031-02-01")


@pytest.mark.long
def test_a_takeover_cancelled_in_the_meantime_is_reported(open_console, server, planned):
    page = open_console("wei", path=SCHEDULE)
    expected(page, "status of 4(04|09|12)")
    sheet = open_change(page)
    assert server.api("DELETE", f"/api/pages/mall/takeovers/{planned['id']}").status == 200
    sheet.get_by_label("What is this about?").fill("Mine")
    sheet.get_by_role("button", name="Save changes").click()
    expect(sheet.get_by_role("alert")).to_contain_text("It cannot be changed any more.")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name=re.compile("^Change…"))).to_have_count(0)
    assert plans(server)[0]["state"] == "cancelled"


@pytest.mark.long
def test_operators_without_permission_cannot_change_a_takeover(open_console, server, planned):
    page = open_console("ming", path=SCHEDULE)
    expect(row(page, "takes over").get_by_role("button", name=re.compile("^Change…"))).to_be_disabled()


@pytest.mark.long
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_sheet_in_chinese_on_a_phone_fits_and_is_accessible(open_console, server, planned, theme):
    page = open_console("wei", language="zh", theme=theme, path=SCHEDULE, **PHONE)
    page.get_by_role("button", name=re.compile("^修改…")).tap()
    expect(page.get_by_role("dialog", name=re.compile("修改“.+”的限时替换"))).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
