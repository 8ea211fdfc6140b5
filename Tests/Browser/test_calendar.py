"""The calendar of all pages: releases, takeovers, and the windows of sections and cards, by month and by day."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, hold
from conftest import PHONE, SMALL, expected
from test_editor import editor
from views import ready

CALENDAR = "/admin/manage/calendar"
# The bars in January: four entries with one part each, the first part of the takeover, and two parts of a section on
# the starter page and on its copy.
ALL = 4 + 1 + 2 * 2
JANUARY, FEBRUARY = f"{CALENDAR}?month=2031-01", f"{CALENDAR}?month=2031-02"
CARNIVAL = "shoppingCarnival"


@pytest.fixture
def planned(busy):
    """January and February 2031 with the plans of `busy`, and the windows of a section and a card of another page."""
    cards = busy.api("GET", f"/api/pages/mall/live/blocks/{CARNIVAL}").data["content"]["extInfo"]["list"]
    for path, body in [
        # In Shanghai: 20 January, 08:00, to the end of 22 January.
        ("/api/pages/mall/live/blocks/wallet", {"from": "2031-01-20T00:00:00Z", "until": "2031-01-22T16:00:00Z"}),
        ("/api/pages/mall/draft/blocks/otc", {"from": "2031-01-25T04:00:00Z"}),
        (f"/api/pages/mall/live/blocks/{CARNIVAL}", {"cards": {str(cards[0]["id"]): {"until": "2031-01-15T04:30:00Z"}}}),
    ]:
        assert busy.api("PATCH", path, body).status == 200
    busy.card = cards[0]["title"]
    return busy


def grid(page):
    return page.get_by_role("grid")


def cell(page, day):
    return page.locator(f".calendar-day[data-day='{day}']")


def bar(page, text):
    return grid(page).locator("a.calendar-bar", has_text=text)


def month(page):
    return page.get_by_role("heading", level=2)


def days_of(page, one):
    """The days of an entry's bar, once all names are loaded."""
    ready(page)
    box = one.bounding_box()
    middles = page.locator(".calendar-day").evaluate_all(
        """(all, box) => all.filter((one) => { const at = one.getBoundingClientRect();
      const [x, y] = [at.left + at.width / 2, box.y + box.height / 2];
      return x > box.x && x < box.x + box.width && y > at.top && y < at.bottom; }).map((one) => one.dataset.day)""",
        box,
    )
    return [middles[0], middles[-1]]


def test_the_month_shows_the_plans_of_all_pages_on_their_days(open_console, planned):
    page = open_console("yan", path=JANUARY, follows=True)
    expect(month(page)).to_have_text("January 2031")
    expect(page.get_by_text("Asia/Shanghai")).to_be_visible()
    expect(bar(page, "Release: Winter")).to_contain_text("08:00")
    expect(bar(page, "Release: Winter")).to_contain_text("Music home")
    assert days_of(page, bar(page, "Release: Winter")) == ["2031-01-20", "2031-01-20"]
    # The names of sections and cards are loaded after the entries.
    wallet = bar(page, "我的钱包 Wallet")
    expect(wallet).to_have_count(1)
    assert days_of(page, wallet) == ["2031-01-20", "2031-01-22"]
    expect(bar(page, f"{planned.card}")).to_contain_text("12:30")
    expect(bar(page, f"{planned.card}")).to_have_accessible_name(re.compile("ends"))
    assert days_of(page, bar(page, planned.card)) == ["2031-01-15", "2031-01-15"]
    # Plans that exist only in the draft are marked.
    expect(bar(page, "begins")).to_have_class(re.compile(r"\bdraft\b"))
    expect(bar(page, "begins")).to_have_accessible_name(re.compile("Draft"))
    assert days_of(page, bar(page, "begins")) == ["2031-01-25", "2031-01-25"]
    # The takeover begins on 1 February, which is in the last week of January's view.
    assert days_of(page, bar(page, "“Spring” takes over"))[0] == "2031-02-01"
    expect(grid(page).locator("a.calendar-bar")).to_have_count(ALL)


@pytest.mark.long
def test_a_takeover_spans_weeks_and_the_month_can_be_changed(open_console, planned):
    page = open_console("wei", path=FEBRUARY, follows=True)
    takeover = bar(page, "“Spring” takes over")
    expect(takeover).to_have_count(2)
    assert days_of(page, takeover.nth(0)) == ["2031-02-01", "2031-02-02"]
    assert days_of(page, takeover.nth(1)) == ["2031-02-03", "2031-02-08"]
    page.get_by_role("button", name="Next month").click()
    expect(month(page)).to_have_text("March 2031")
    expect(grid(page).locator("a.calendar-bar")).to_have_count(0)
    expect(page).to_have_url(re.compile("month=2031-03"))
    for _ in range(2):
        page.get_by_role("button", name="Previous month").click()
    expect(month(page)).to_have_text("January 2031")
    expect(bar(page, "Release: Winter")).to_have_count(1)
    page.reload()
    expect(month(page)).to_have_text("January 2031")
    page.get_by_role("button", name="Today", exact=True).click()
    expect(page.locator(".calendar-day.today")).to_have_count(1)
    expect(page.locator(".calendar-date[aria-current=date]")).to_have_count(1)
    expect(page).to_have_url(re.compile(f"{CALENDAR}$"))


@pytest.mark.long
def test_pages_and_kinds_are_filtered_through_the_url(open_console, planned):
    page = open_console("wei", path=JANUARY)
    expect(grid(page).locator("a.calendar-bar")).to_have_count(ALL)
    page.get_by_label("Page", exact=True).select_option("mall")
    expect(grid(page).locator("a.calendar-bar")).to_have_count(3)
    # If only one page is selected, its name is not repeated.
    expect(bar(page, "Mall home")).to_have_count(0)
    page.get_by_role("button", name="Cards").click()
    expect(page.get_by_role("button", name="Cards")).to_have_attribute("aria-pressed", "false")
    expect(grid(page).locator("a.calendar-bar")).to_have_count(2)
    expect(page).to_have_url(re.compile("month=2031-01&page=mall&kinds=release%2Ctakeover%2Csection"))
    page.reload()
    expect(grid(page).locator("a.calendar-bar")).to_have_count(2)
    for name in ("Releases", "Takeovers", "Sections"):
        page.get_by_role("button", name=name).click()
    # Deselecting the last kind selects all of them.
    expect(grid(page).locator("a.calendar-bar")).to_have_count(3)
    page.get_by_label("Page", exact=True).select_option("")
    expect(grid(page).locator("a.calendar-bar")).to_have_count(ALL)


@pytest.mark.long
def test_entries_link_to_the_view_where_they_can_be_changed(open_console, planned):
    page = open_console("wei", path=JANUARY)
    bar(page, "Release: Winter").click()
    expect(page).to_have_url(re.compile(r"/admin/pages/music/schedule\?day=2031-01-20$"))
    page.go_back()
    bar(page, "我的钱包 Wallet").click()
    expect(page).to_have_url(re.compile("/admin/pages/mall/blocks/wallet$"))
    expect(editor(page).get_by_role("tab", name="When")).to_have_attribute("aria-selected", "true")
    page.go_back()
    expect(month(page)).to_have_text("January 2031")
    bar(page, planned.card).click()
    expect(page).to_have_url(re.compile(f"/admin/pages/mall/blocks/{CARNIVAL}$"))
    expect(editor(page).locator(".edit-card.open .edit-card-title")).to_have_text(planned.card)


@pytest.mark.long
def test_days_can_be_navigated_and_opened_by_keyboard(open_console, planned):
    page = open_console("wei", path=JANUARY)
    expect(bar(page, "我的钱包 Wallet")).to_have_count(1)
    date = lambda day: cell(page, day).locator(".calendar-date")
    date("2031-01-01").focus()
    for key, day in [
        ("ArrowRight", "2031-01-02"),
        ("ArrowDown", "2031-01-09"),
        ("End", "2031-01-12"),
        ("Home", "2031-01-06"),
        ("ArrowDown", "2031-01-13"),
        ("ArrowDown", "2031-01-20"),
    ]:
        page.keyboard.press(key)
        expect(date(day)).to_be_focused()
    expect(date("2031-01-20")).to_have_accessible_name(re.compile("^Monday,? 20 January 2031, 2 entries$"))
    # Only the links of this day are in the tab order.
    page.keyboard.press("Tab")
    expect(bar(page, "我的钱包 Wallet")).to_be_focused()
    page.keyboard.press("Tab")
    expect(bar(page, "Release: Winter")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.calendar-grid')") is None
    date("2031-01-20").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    day = page.get_by_role("dialog", name=re.compile("Tuesday,? 21 January 2031"))
    expect(day.get_by_role("listitem")).to_have_count(1)
    expect(day).to_contain_text("20 Jan 2031, 08:00 – 23 Jan 2031, 00:00")
    page.keyboard.press("Escape")
    expect(date("2031-01-21")).to_be_focused()
    page.keyboard.press("PageDown")
    expect(month(page)).to_have_text("February 2031")
    expect(date("2031-02-21")).to_be_focused()
    expect(bar(page, "“Spring” takes over")).to_have_count(2)
    expect(date("2031-02-21")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name=re.compile("Friday,? 21 February 2031"))).to_contain_text(
        "Nothing is planned for this day."
    )


@pytest.mark.long
def test_a_full_day_shows_the_number_of_further_entries(open_console, server):
    codes = server.api("GET", "/api/pages/mall/live/order").data["order"][:7]
    for code in codes:
        assert (
            server.api(
                "PATCH", f"/api/pages/mall/live/blocks/{code}", {"from": "2031-01-08T01:00:00Z", "until": "2031-01-08T09:00:00Z"}
            ).status
            == 200
        )
    page = open_console("wei", path=JANUARY)
    full = cell(page, "2031-01-08")
    expect(full.locator("a.calendar-bar")).to_have_count(3)
    more = full.get_by_role("button", name=re.compile("4 more on Wednesday,? 8 January 2031"))
    more.click()
    day = page.get_by_role("dialog", name=re.compile("Wednesday,? 8 January 2031"))
    expect(day.get_by_role("listitem")).to_have_count(7)
    day.get_by_role("link").last.click()
    expect(day).to_have_count(0)
    expect(page).to_have_url(re.compile("/admin/pages/mall/blocks/"))


@pytest.mark.long
def test_plans_of_others_appear_and_the_focus_stays(open_console, server):
    page = open_console("yan", path=JANUARY)
    date = cell(page, "2031-01-09").locator(".calendar-date")
    date.focus()
    assert (
        server.api(
            "PATCH", "/api/pages/mall/live/blocks/wallet", {"from": "2031-01-08T01:00:00Z", "until": "2031-01-08T09:00:00Z"}
        ).status
        == 200
    )
    expect(bar(page, "我的钱包 Wallet")).to_have_count(1)
    expect(date).to_be_focused()


@pytest.mark.long
def test_the_last_selected_month_is_shown_and_a_failure_is_reported(open_console, planned):
    page = open_console("wei", path=JANUARY)
    expected(page, "status of 503")
    expect(bar(page, "Release: Winter")).to_have_count(1)
    held = hold(page, "**/api/calendar?*")
    page.get_by_role("button", name="Next month").click()
    held.wait()
    expect(grid(page).locator("a.calendar-bar")).to_have_count(0)
    page.get_by_role("button", name="Previous month").click()
    expect(bar(page, "Release: Winter")).to_have_count(1)
    held.let_go()
    expect(bar(page, "Release: Winter")).to_have_count(1)
    expect(month(page)).to_have_text("January 2031")
    failing = lambda route: route.fulfill(
        status=503, content_type="application/problem+json", body='{"title":"busy","status":503}'
    )
    page.route("**/api/calendar?*", failing)
    page.get_by_role("button", name="Next month").click()
    expect(page.get_by_role("alert")).to_contain_text("Try again in a moment")
    page.unroute("**/api/calendar?*", failing)
    page.get_by_role("button", name="Try again").click()
    expect(bar(page, "“Spring” takes over")).to_have_count(2)


@pytest.mark.long
def test_the_list_has_the_days_on_which_something_begins_or_ends(open_console, planned):
    page = open_console("wei", path=JANUARY)
    page.get_by_role("radio", name="List").check(force=True)
    expect(page).to_have_url(re.compile("as=list"))
    days = page.locator(".calendar-listed")
    expect(days.get_by_role("heading", level=3)).to_have_text(
        [
            re.compile(r"Wednesday,? 15 January"),
            re.compile(r"Monday,? 20 January"),
            re.compile(r"Wednesday,? 22 January"),
            re.compile(r"Saturday,? 25 January"),
        ]
    )
    expect(days.nth(2)).to_contain_text("Ends")
    expect(days.nth(1)).not_to_contain_text("Ends")
    page.get_by_role("button", name="Next month").click()
    expect(days.get_by_role("heading", level=3)).to_have_text(
        [
            "Already running",
            re.compile("Saturday,? 1 February"),
            re.compile("Thursday,? 6 February"),
            re.compile("Saturday,? 8 February"),
        ]
    )
    page.get_by_role("button", name="Next month").click()
    expect(page.get_by_role("heading", name="Nothing is planned for March 2031")).to_be_visible()
    page.get_by_label("Page", exact=True).select_option("news")
    page.get_by_role("button", name="Show everything").click()
    expect(page.get_by_label("Page", exact=True)).to_have_value("")


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["360", "390"])
def test_on_a_phone_the_days_are_a_list(open_console, planned, size):
    page = open_console("ming", language="zh", theme="dark", path=JANUARY, **size)
    expect(page.locator(".calendar-listed")).to_have_count(4)
    expect(grid(page)).to_have_count(0)
    expect(page.get_by_text("北京时间")).to_be_visible()
    expect(page.get_by_text("我的钱包 Wallet").first).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
    page.get_by_role("button", name="下个月").tap()
    expect(month(page)).to_have_text("2031年2月")
    page.get_by_role("link", name="“Spring”限时替换首页").first.tap()
    expect(page).to_have_url(re.compile("/admin/pages/music/schedule"))


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_calendar_is_accessible(open_console, planned, theme):
    page = open_console("lin", theme=theme, path=JANUARY, follows=True)
    expect(bar(page, "我的钱包 Wallet")).to_have_count(1)
    ready(page)
    assert_accessible(page)
    cell(page, "2031-01-20").locator(".calendar-date").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_accessible(page)


@pytest.mark.long
def test_the_schedule_of_a_page_leads_to_the_calendar_of_all(open_console):
    page = open_console("yan", path="/admin/pages/mall/schedule")
    page.get_by_role("link", name="All pages").click()
    expect(page).to_have_url(re.compile(f"{CALENDAR}$"))
    expect(page.get_by_role("heading", name="Calendar", level=1)).to_be_visible()


def test_days_lanes_and_lists_are_calculated_correctly(open_console):
    page = open_console(None)
    found = page.evaluate("""async () => {
      const { listOf, monthOf, partsOf, weeksOf, withDays } = await import('/admin/schedule/calendar-model.js');
      const entry = (from, until, kind = 'section') => withDays({ kind, page: 'mall', stage: 'live', blockCode: `${from} ${until}`, from, until });
      const day = (date) => date && `${date.getMonth() + 1}-${date.getDate()}`;
      const midnight = entry('2031-01-07T16:00:00Z', '2031-01-08T16:00:00Z');
      const week = weeksOf(monthOf('2031-01'))[1];
      const entries = [entry('2031-01-01T00:00:00Z', '2031-01-31T00:00:00Z'), entry('2031-01-06T00:00:00Z', '2031-01-07T00:00:00Z'),
        entry('2031-01-09T00:00:00Z', '2031-01-10T00:00:00Z'), entry('2031-01-07T00:00:00Z', '2031-01-09T00:00:00Z')];
      return [[day(midnight.first), day(midnight.last)], [day(entry(null, '2031-01-08T00:00:00Z').first), entry(null, '2031-01-08T00:00:00Z').open],
        weeksOf(monthOf('2031-02')).length, weeksOf(monthOf('2027-02')).length, day(weeksOf(monthOf('2031-02'))[0][0]),
        partsOf(entries, week).map(({ column, days, lane, before, after }) => [column, days, lane, before, after]),
        listOf([entry('2030-12-01T00:00:00Z', '2031-03-01T00:00:00Z'), midnight], monthOf('2031-01'), new Date(2031, 0, 5)).map((one) => [day(one.day), one.lines.length])];
    }""")
    assert found == [
        ["1-8", "1-8"],
        ["1-8", "from"],
        5,
        4,
        "1-27",
        [[0, 7, 0, True, True], [0, 2, 1, False, False], [1, 3, 2, False, False], [3, 2, 1, False, False]],
        [[None, 1], ["1-5", 0], ["1-8", 1]],
    ]
