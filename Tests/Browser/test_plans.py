"""Planned releases in the list: the lines above the sections, rescheduling, moving back to the draft, and overlaps."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits
from conftest import PHONE, expected
from test_publish import bar, review
from test_schedule import instant, local, planned_release, row

MALL = "/admin/pages/mall"
RELEASES = "/api/pages/mall/releases"


def lines(page, name="Planned releases"):
    return page.get_by_role("list", name=name).get_by_role("listitem")


def pending(server):
    return [one for one in server.api("GET", RELEASES).data["releases"] if one["state"] == "pending"]


def open_plan(page):
    lines(page).get_by_role("button").click()
    return page.get_by_role("dialog")


def test_a_planned_release_is_shown_above_the_sections_and_can_be_rescheduled(open_console, server):
    release = planned_release(server, days=1)
    page = open_console("wei", path=MALL)
    expect(lines(page)).to_have_text(re.compile(r"Goes live tomorrow \d\d:\d\d: 1 change\s*Big day"))
    expect(bar(page)).to_have_count(0)
    sheet = open_plan(page)
    expect(sheet.get_by_role("heading", name=re.compile("Planned for"))).to_be_visible()
    expect(sheet.locator(".publish-section")).to_have_count(1)
    assert_accessible(page)
    time = sheet.get_by_label("Goes live at")
    time.fill(local(days=-1))
    sheet.get_by_role("button", name="Save").click()
    expect(sheet).to_contain_text("This time is in the past.")
    time.fill(local(days=1, hours=1))
    sheet.get_by_label("What is this about?").fill("Bigger day")
    sheet.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(lines(page)).to_contain_text("Bigger day")
    [moved] = pending(server)
    assert moved["id"] == release["id"] and moved["at"] > release["at"] and moved["message"] == "Bigger day"


def test_a_planned_release_can_be_moved_back_to_the_draft(open_console, server):
    planned_release(server, days=3)
    page = open_console("wei", path=MALL)
    open_plan(page).get_by_role("button", name="Put back into the draft").click()
    expect(bar(page)).to_contain_text("1 change not published")
    expect(lines(page)).to_have_count(0)
    assert pending(server) == []
    assert not server.api("GET", "/api/pages/mall/draft/blocks/marquee").data["enabled"]
    assert server.api("GET", "/api/pages/mall/live/blocks/marquee").data["enabled"]


@pytest.mark.long
def test_cancelling_in_the_schedule_offers_the_draft(open_console, server):
    planned_release(server, days=3)
    page = open_console("wei", path=f"{MALL}/schedule")
    row(page, "Big day").get_by_role("button", name=re.compile("^Cancel…")).click()
    page.get_by_role("dialog").get_by_role("button", name="Put back into the draft").click()
    page.get_by_text("Past and cancelled").click()
    expect(row(page, "Big day")).to_contain_text("Cancelled")
    assert server.api("GET", "/api/pages/mall/draft/diff").data["blocks"][0]["blockCode"] == "marquee"
    planned_release(server, days=4)
    row(page, "Planned").get_by_role("button", name=re.compile("^Change…")).click()
    expect(page.get_by_role("dialog").get_by_role("heading", name=re.compile("Planned for"))).to_be_visible()


@pytest.mark.long
def test_publishing_warns_about_sections_that_a_planned_release_changes_too(open_console, server):
    planned_release(server, days=3)
    for code in ("marquee", "wallet"):
        assert server.api("PATCH", f"/api/pages/mall/draft/blocks/{code}", {"until": instant(days=9)}).status == 200
    page = open_console("wei", path=MALL)
    sheet = review(page)
    overlap = sheet.get_by_text(re.compile("changes this, too:"))
    expect(overlap).to_contain_text("Spring tea fair is open")
    expect(overlap).not_to_contain_text("Wallet")
    box = sheet.locator(".publish-pick").filter(has=page.locator('[data-code="marquee"]')).get_by_role("checkbox")
    box.uncheck()
    expect(overlap).to_have_count(0)


@pytest.mark.long
def test_an_editor_sees_the_planned_release_but_cannot_change_it(open_console, server):
    planned_release(server, days=3)
    page = open_console("ming", path=MALL)
    sheet = open_plan(page)
    expect(sheet).to_contain_text("A publisher can change when it goes live")
    expect(sheet.locator(".publish-section")).to_have_count(1)
    for name in ("Save", "Put back into the draft", "Cancel release…"):
        expect(sheet.get_by_role("button", name=name)).to_have_count(0)


@pytest.mark.long
def test_a_planned_release_that_changed_in_the_meantime_is_not_overwritten(open_console, server):
    release = planned_release(server, days=3)
    page = open_console("wei", path=MALL)
    expected(page, "status of 4(09|12)")
    sheet = open_plan(page)
    expect(sheet.locator(".publish-section")).to_have_count(1)
    assert server.api("PATCH", f"{RELEASES}/{release['id']}", {"message": "Other day"}).status == 200
    sheet.get_by_label("Goes live at").fill(local(days=4))
    sheet.get_by_role("button", name="Save").click()
    expect(sheet).to_contain_text("changed this release in the meantime")
    expect(sheet.get_by_label("What is this about?")).to_have_value("Other day")
    sheet.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    [moved] = pending(server)
    assert moved["message"] == "Other day" and moved["at"] > release["at"]
    sheet = open_plan(page)
    expect(sheet.locator(".publish-section")).to_have_count(1)
    assert server.api("DELETE", f"{RELEASES}/{release['id']}").status == 200
    sheet.get_by_role("button", name="Put back into the draft").click()
    expect(sheet).to_contain_text("It cannot be changed any more.")


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_lines_and_the_sheet_fit_a_phone_in_chinese(open_console, server, theme):
    planned_release(server, days=1)
    page = open_console("wei", path=MALL, language="zh", theme=theme, **PHONE)
    strip = lines(page, "发布计划")
    expect(strip).to_have_text(re.compile(r"明天 \d\d:\d\d 上线：1 处修改"))
    assert_fits(page)
    strip.get_by_role("button").click()
    expect(page.get_by_role("dialog").locator(".publish-section")).to_have_count(1)
    assert_fits(page)
    assert_accessible(page)


def test_a_rollback_also_reverts_its_changes_in_the_draft(open_console, server):
    before = server.api("GET", "/api/pages/mall").data["revision"]
    assert server.api("PATCH", "/api/pages/mall/live/blocks/marquee", {"enabled": False}).status == 200
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"enabled": False}).status == 200
    page = open_console("wei", path=f"{MALL}/history/{before}")
    page.get_by_role("button", name="Restore").first.click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("also removed from the draft")
    sheet.get_by_role("button", name=re.compile("Restore")).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert [block["blockCode"] for block in server.api("GET", "/api/pages/mall/draft/diff").data["blocks"]] == ["wallet"]


def test_an_undone_draft_has_no_bar_and_no_mark(open_console, server):
    page = open_console("wei", path=MALL)
    expect(page.get_by_role("grid")).to_be_visible()
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/marquee", {"enabled": False}).status == 200
    expect(bar(page)).to_contain_text("1 change not published")
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/marquee", {"enabled": True}).status == 200
    expect(bar(page)).to_be_hidden()
    assert not server.api("GET", "/api/pages/mall").data["draft"]
