"""The schedule of a page: planned releases and takeovers, the windows of sections, and pages for takeovers."""

import re
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits
from conftest import PHONE

MALL = "/admin/pages/mall"
SCHEDULE = "/admin/pages/mall/schedule"


def instant(**distance):
    return (datetime.now(timezone.utc) + timedelta(**distance)).strftime("%Y-%m-%dT%H:%M:%SZ")


def local(**distance):
    """The text to type into a date-time field in Shanghai."""
    return (datetime.now(timezone.utc) + timedelta(hours=8) + timedelta(**distance)).strftime("%Y-%m-%dT%H:%M")


def campaign(server, slug="tea", title="Tea <i>week</i>"):
    assert server.api("POST", "/api/pages", {"page": slug, "title": title, "copyOf": "mall"}).status == 201


def takeover(server, start, end, shows="tea"):
    response = server.api("POST", "/api/pages/mall/takeovers", {"shows": shows, "from": start, "until": end})
    assert response.status == 201, response.body
    return response.data["id"]


def planned_release(server, **distance):
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/marquee", {"enabled": False}).status == 200
    response = server.api("POST", "/api/pages/mall/draft/publish", {"at": instant(**distance), "message": "Big day"})
    assert response.status == 201, response.body
    return response.data


def row(page, text):
    return page.get_by_role("listitem").filter(has_text=text)


def test_releases_takeovers_and_windows_are_listed_and_drawn(open_console, server):
    campaign(server)
    planned_release(server, days=3)
    takeover(server, instant(days=5), instant(days=6))
    assert server.api("PATCH", "/api/pages/mall/live/blocks/broadcast", {"until": instant(days=2)}).status == 200
    page = open_console("yan", path=SCHEDULE)
    expect(row(page, "Big day")).to_contain_text("goes live")
    expect(row(page, "Big day").get_by_role("link", name=re.compile("Preview then"))).to_have_attribute(
        "href", re.compile(r"^/admin/pages/mall/preview\?at=")
    )
    expect(row(page, "“Tea <i>week</i>” takes over")).to_contain_text("Planned")
    expect(row(page, "直播好物 Live")).to_contain_text("On now")
    expect(page.locator(".schedule-mark.takeover")).to_have_count(1)
    expect(page.locator(".schedule-mark.window")).to_have_count(1)
    expect(page.locator(".schedule-mark.release:not(.past)")).to_have_count(2)
    # A click in the diagram selects the row.
    page.locator(".schedule-mark.takeover").click()
    expect(row(page, "takes over")).to_be_focused()
    expect(page.get_by_role("button", name="Plan a takeover")).to_be_disabled()
    expect(page.get_by_role("button", name="New campaign page")).to_have_count(0)


@pytest.mark.long
def test_an_empty_schedule_has_a_message(open_console, server):
    page = open_console("wei", path=SCHEDULE)
    expect(page.get_by_text("Nothing planned")).to_be_visible()
    expect(row(page, "Revision 1 is live")).to_be_visible()


@pytest.mark.long
def test_the_visible_span_can_be_chosen_and_is_in_the_url(open_console, server):
    campaign(server)
    takeover(server, instant(days=400), instant(days=410))
    page = open_console("yan", path=SCHEDULE)
    expect(page.locator(".schedule-mark.takeover")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Next:")).click()
    expect(page.locator(".schedule-mark.takeover")).to_have_count(1)
    page.get_by_role("radio", name="Quarter").check()
    expect(page).to_have_url(re.compile(r"zoom=quarter"))
    page.reload()
    expect(page.get_by_role("radio", name="Quarter")).to_be_checked()
    expect(page.locator(".schedule-mark.takeover")).to_have_count(1)
    page.get_by_role("button", name="Today").click()
    expect(page.locator(".schedule-mark.takeover")).to_have_count(0)
    expect(page.locator(".schedule-now")).to_have_count(1)


@pytest.mark.long
def test_cancelling_a_planned_release_asks_first(open_console, server):
    release = planned_release(server, days=3)
    page = open_console("wei", path=SCHEDULE)
    row(page, "Big day").get_by_role("button", name="Cancel").click()
    dialog = page.get_by_role("dialog", name="Cancel this release?")
    expect(dialog).to_contain_text("What is live stays.")
    dialog.get_by_role("button", name="Keep it").click()
    expect(row(page, "Big day")).to_contain_text("Planned")
    row(page, "Big day").get_by_role("button", name="Cancel").click()
    dialog.get_by_role("button", name="Cancel it").click()
    expect(page.get_by_text("Release cancelled.")).to_be_visible()
    page.get_by_text("Past and cancelled").click()
    expect(row(page, "Big day")).to_contain_text("Cancelled by wei")
    states = {one["id"]: one["state"] for one in server.api("GET", "/api/pages/mall/releases").data["releases"]}
    assert states[release["id"]] == "cancelled"


def test_an_active_takeover_can_be_ended(open_console, server):
    campaign(server)
    assert server.api("POST", "/api/pages/mall/takeovers", {"shows": "tea", "until": instant(days=1)}).status == 201
    page = open_console("wei", path=SCHEDULE)
    row(page, "takes over").get_by_role("button", name="End now").click()
    dialog = page.get_by_role("dialog", name="End this takeover now?")
    dialog.get_by_role("button", name="End now").click()
    expect(page.get_by_text("Takeover ended.")).to_be_visible()
    assert [one["state"] for one in server.api("GET", "/api/pages/mall/takeovers").data] == ["cancelled"]
    assert [one["showing"] for one in server.api("GET", "/api/pages").data if one["page"] == "mall"] == ["mall"]


@pytest.mark.long
def test_an_overlapping_takeover_is_rejected_and_the_other_one_is_named(open_console, server):
    campaign(server)
    takeover(server, instant(days=5), instant(days=8))
    page = open_console("wei", path=SCHEDULE)
    page.get_by_role("button", name="Plan a takeover").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("button", name="New campaign page")).to_have_count(0)
    sheet.get_by_role("button", name="Plan takeover").click()
    expect(sheet).to_contain_text("Choose which page is shown.")
    expect(sheet.get_by_label("Page to show")).to_be_focused()
    sheet.get_by_label("Page to show").select_option(label="Tea <i>week</i>")
    sheet.get_by_label("Begins at").fill(local(days=6))
    sheet.get_by_label("Ends at").fill(local(days=5))
    sheet.get_by_role("button", name="Plan takeover").click()
    expect(sheet).to_contain_text("It has to end after it begins")
    sheet.get_by_label("Ends at").fill(local(days=9))
    sheet.get_by_label("Ends at").blur()
    expect(sheet).to_contain_text("“Tea <i>week</i>” already takes over")
    sheet.get_by_role("button", name="Plan takeover").click()
    assert len(server.api("GET", "/api/pages/mall/takeovers").data) == 1
    sheet.get_by_label("Begins at").fill(local(days=20))
    sheet.get_by_label("Ends at").fill(local(days=21))
    sheet.get_by_label("Ends at").blur()
    expect(sheet.get_by_text("already takes over")).to_have_count(0)
    sheet.get_by_role("button", name="Plan takeover").click()
    expect(sheet).to_have_count(0)
    expect(row(page, "takes over")).to_have_count(2)
    assert len(server.api("GET", "/api/pages/mall/takeovers").data) == 2


@pytest.mark.long
def test_pages_that_the_apps_cannot_read_are_not_offered_for_a_takeover(open_console, server):
    page = open_console("wei", path="/admin/pages/music/schedule")
    page.get_by_role("button", name="Plan a takeover").click()
    option = page.get_by_role("dialog").get_by_role("option", name=re.compile("Mall home"))
    expect(option).to_be_disabled()


@pytest.mark.long
def test_a_page_is_copied_and_planned_as_a_takeover(open_console, server):
    page = open_console("lin", path=SCHEDULE)
    page.get_by_role("button", name="New campaign page").click()
    sheet = page.get_by_role("dialog", name="New campaign page")
    sheet.get_by_label("Name", exact=False).first.fill("Lantern night!")
    expect(sheet.get_by_label("Short name")).to_have_value("lantern-night")
    sheet.get_by_role("button", name="Create page").click()
    ready = page.get_by_role("dialog", name="“Lantern night!” is ready")
    expect(ready.get_by_role("button", name="Edit it")).to_be_visible()
    ready.get_by_role("button", name="Plan its takeover").click()
    plan = page.get_by_role("dialog", name=re.compile("Plan a takeover"))
    expect(plan.get_by_label("Page to show")).to_have_value("lantern-night")
    plan.get_by_role("radio", name="Now").check()
    expect(plan.get_by_label("Begins at")).to_be_hidden()
    plan.get_by_label("Ends at").fill(local(days=1))
    plan.get_by_role("button", name="Plan takeover").click()
    expect(row(page, "“Lantern night!” takes over")).to_contain_text("On now")
    assert [one["showing"] for one in server.api("GET", "/api/pages").data if one["page"] == "mall"] == ["lantern-night"]
    assert server.order("lantern-night") == server.order("mall")


@pytest.mark.long
def test_a_duplicate_short_name_is_reported_at_its_field(open_console, server):
    page = open_console("lin", path=SCHEDULE)
    page.get_by_role("button", name="New campaign page").click()
    sheet = page.get_by_role("dialog", name="New campaign page")
    # The rules are those of any page: up to 64 characters that the server accepts.
    sheet.get_by_label("Name", exact=False).first.fill("A long name for a very long week of very many offers")
    expect(sheet.get_by_label("Short name")).to_have_value("a-long-name-for-a-very-long-week-of-very-many-offers")
    sheet.get_by_label("Name", exact=False).first.fill("春季大促")
    expect(sheet.get_by_label("Short name")).to_have_value(re.compile(r"^campaign-\d{6}$"))
    sheet.get_by_label("Name", exact=False).first.fill("Music")
    sheet.get_by_role("button", name="Create page").click()
    expect(sheet).to_contain_text("Another page has this short name.")
    expect(sheet.get_by_label("Short name")).to_be_focused()


@pytest.mark.long
def test_plans_of_others_appear_without_a_reload(open_console, server):
    campaign(server)
    page = open_console("yan", path=SCHEDULE)
    expect(page.get_by_text("Nothing planned")).to_be_visible()
    takeover(server, instant(days=2), instant(days=3))
    expect(row(page, "takes over")).to_be_visible()
    expect(page.get_by_text("Nothing planned")).to_have_count(0)


@pytest.mark.long
def test_the_view_is_updated_when_a_takeover_begins(open_console, server):
    campaign(server)
    planned_release(server, hours=3, minutes=30)
    page = open_console("yan", path=None)
    page.clock.install()
    page.goto(server.url + SCHEDULE)
    takeover(server, instant(seconds=4), instant(days=1))
    expect(row(page, "takes over")).to_contain_text("Planned")
    expect(row(page, "takes over")).to_contain_text("On now")
    # The description changes as time passes.
    expect(row(page, "Big day")).to_contain_text("in 3 hours")
    page.clock.fast_forward("01:00:00")
    expect(row(page, "Big day")).to_contain_text("in 2 hours")


@pytest.mark.long
def test_the_calendar_in_chinese_on_a_phone(open_console, server):
    campaign(server, title="茶叶节")
    planned_release(server, days=3)
    takeover(server, instant(days=5), instant(days=6))
    page = open_console("lin", language="zh", theme="dark", path=SCHEDULE, **PHONE)
    expect(row(page, "“茶叶节”限时替换首页")).to_contain_text("待开始")
    assert_fits(page)
    assert_accessible(page)
    page.get_by_role("button", name="限时替换首页", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_fits(page)
    assert_accessible(page)


@pytest.mark.long
def test_the_calendar_is_accessible(open_console, server):
    campaign(server)
    planned_release(server, days=3)
    page = open_console("lin", path=SCHEDULE)
    expect(row(page, "Big day")).to_be_visible()
    assert_accessible(page)


@pytest.mark.long
def test_date_fields_offer_frequently_used_instants(open_console, server):
    campaign(server)
    page = open_console("wei", path=SCHEDULE)
    page.get_by_role("button", name="Plan a takeover", exact=True).first.click()
    sheet = page.get_by_role("dialog")
    sheet.locator(".field").filter(has_text="Begins at").get_by_role("button", name="Tomorrow 10:00").click()
    begins = sheet.get_by_label("Begins at", exact=True)
    expect(begins).to_have_value(re.compile("T10:00$"))
    sheet.locator(".field").filter(has_text="Ends at").get_by_role("button", name="For 3 days").click()
    ends = sheet.get_by_label("Ends at")
    distance = datetime.fromisoformat(ends.input_value()) - datetime.fromisoformat(begins.input_value())
    assert distance == timedelta(days=3)
    # The editor of a section has the same.
    page.goto(f"{server.url}/admin/pages/mall/blocks/otc")
    page.get_by_role("tab", name="When").click()
    page.get_by_role("group", name="Suggestions").first.get_by_role("button", name="Monday 10:00").click()
    start = page.get_by_label("From", exact=True)
    expect(start).to_have_value(re.compile("T10:00$"))
    page.get_by_role("group", name="Suggestions").first.get_by_role("button", name="Saturday 0:00").click()
    saturday = datetime.fromisoformat(start.input_value())
    assert (saturday.weekday(), saturday.hour, saturday.minute) == (5, 0, 0)
    page.get_by_role("group", name="Suggestions").nth(1).get_by_role("button", name="End of the weekend").click()
    assert datetime.fromisoformat(page.get_by_label("Until", exact=True).input_value()) == saturday + timedelta(days=2)
    assert_accessible(page)


ENDS_AFTER_EACH_DAY = """async () => {
  const { ends } = await import('/admin/ui/date-presets.js');
  return [...Array(7).keys()].map((day) => {
    const begin = new Date(2031, 2, 3 + day, 10).toISOString();
    return ends(begin).map(({ label, at }) => [label, (Date.parse(at) - Date.parse(begin)) / 3600000]);
  });
}"""


def test_the_offered_ends_are_correct_on_every_weekday(open_console):
    page = open_console("ming", path=MALL)
    for day, found in enumerate(page.evaluate(ENDS_AFTER_EACH_DAY)):
        # Starting on a Monday at 10:00; weekends end on Sunday at 24:00.
        assert dict(found) == {
            "Midnight": 14,
            "End of the weekend": 14 + 24 * (6 - day),
            "For 1 day": 24,
            "For 3 days": 72,
            "For 7 days": 168,
        }


@pytest.mark.long
def test_an_operator_in_another_time_zone_sees_the_companys_time_too(open_console, start_server):
    server = start_server(HOMEBLOCKS_CONSOLE_TIME_ZONE="Asia/Shanghai")
    page = open_console("ming", path=f"{MALL}/blocks/wallet", in_=server, zone="Europe/Berlin")
    page.locator(".edit").get_by_role("tab", name="When").click()
    start = page.locator(".edit").get_by_label("From", exact=True)
    start.fill("2031-03-01T20:00")
    start.blur()
    expect(page.get_by_text("Asia/Shanghai: 2 Mar 2031, 03:00")).to_be_visible()
    start.fill("")
    start.blur()
    expect(page.get_by_text("Asia/Shanghai:")).to_have_count(0)
    there = open_console("lin", path=f"{MALL}/blocks/wallet", in_=server, zone="Asia/Shanghai", language="zh")
    there.locator(".edit").get_by_role("tab", name="时间").click()
    from_ = there.locator(".edit").get_by_label("开始时间", exact=True)
    from_.fill("2031-03-01T20:00")
    from_.blur()
    expect(there.locator(".field-company:visible")).to_have_count(0)
