"""Publishing a draft: the bar, the review of its changes, publishing now or at an instant, and rolling back."""

import json
import re
from datetime import datetime, timezone

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, document_of
from conftest import PHONE, expected, open_without_events

pytestmark = pytest.mark.both_engines

MALL = "/admin/pages/mall"


def change_mall(server):
    """Changes the draft of the mall: two moved sections, a new one, an edited one and a removed one."""
    draft = "/api/pages/mall/draft"
    for method, path, body in [
        ("PUT", "/order", {"moves": [{"block": "localService", "to": "start"}, {"block": "wallet", "to": 3}]}),
        (
            "POST",
            "/blocks?after=marquee",
            {
                "blockCode": "teaWeek",
                "showType": "MALL_AD",
                "content": {
                    "extInfo": {
                        "list": [
                            {
                                "id": 1,
                                "title": "<b>Tea</b> week",
                                "imageUrl": "/assets/mall/tea-fair.svg",
                                "url": "https://shop.example/tea",
                            }
                        ]
                    }
                },
            },
        ),
        ("PATCH", "/blocks/marquee", {"enabled": False}),
        ("DELETE", "/blocks/otc", None),
    ]:
        assert server.api(method, draft + path, body).status in (200, 201)


def bar(page):
    return page.get_by_role("region", name="Draft")


def review(page):
    bar(page).get_by_role("button", name="Review and publish").click()
    return page.get_by_role("dialog")


def revisions(server, page="mall"):
    return server.api("GET", f"/api/pages/{page}/revisions?released=true").data["revisions"]


@pytest.mark.long
def test_a_page_without_a_draft_has_no_bar(open_console):
    page = open_console(path=MALL)
    expect(page.get_by_role("grid")).to_be_visible()
    expect(bar(page)).to_have_count(0)


def test_the_bar_summarizes_unpublished_changes_and_disappears_after_publishing(open_console, server):
    change_mall(server)
    page = open_console("wei", path=MALL)
    expect(bar(page)).to_contain_text("5 changes not published")
    expect(bar(page)).to_contain_text("2 moved, 1 new, 1 edited and 1 removed")
    sheet = review(page)
    expect(sheet.get_by_role("heading", name=re.compile("Publish “商城首页"))).to_be_visible()
    order = sheet.get_by_role("table", name="Order before and after")
    expect(order.get_by_role("row").filter(has_text="moved from position 14")).to_contain_text("附近服务 Nearby")
    expect(order.get_by_role("row").filter(has_text="Removed")).to_contain_text("家庭药箱")
    sheet.get_by_label("What is this about?").fill("Autumn <i>page</i>")
    assert "teaWeek" not in document_of(server, "mall")
    sheet.get_by_role("button", name="Publish now").click()
    expect(page.get_by_text("Live now as revision")).to_be_visible()
    expect(sheet).to_have_count(0)
    expect(bar(page)).to_have_count(0)
    assert "teaWeek" in document_of(server, "mall") and '"otc"' not in document_of(server, "mall")
    newest = revisions(server)[0]
    assert (newest["message"], newest["createdBy"]) == ("Autumn <i>page</i>", "wei")
    page.get_by_role("link", name="Show revision").click()
    expect(page).to_have_url(re.compile(rf"/history/{newest['number']}$"))
    expect(page.get_by_text("Autumn <i>page</i>")).to_be_visible()


def test_operators_who_cannot_publish_see_the_changes_and_the_reason(open_console, server):
    change_mall(server)
    page = open_console("ming", path=MALL)
    expect(bar(page)).to_contain_text("A publisher makes it live.")
    expect(bar(page).get_by_role("button", name="Review and publish")).to_have_count(0)
    bar(page).get_by_role("button", name="Review changes").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("table", name="Order before and after")).to_be_visible()
    expect(sheet.get_by_role("button", name=re.compile("Publish|Plan"))).to_have_count(0)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    viewer = open_console("yan", path=MALL)
    expect(bar(viewer).get_by_role("button", name="Review changes")).to_be_visible()
    expect(bar(viewer).get_by_role("button", name="Discard")).to_have_count(0)


@pytest.mark.long
def test_discarding_asks_and_lists_the_lost_changes(open_console, server):
    change_mall(server)
    page = open_console("ming", path=MALL)
    bar(page).get_by_role("button", name="Discard").click()
    dialog = page.get_by_role("dialog", name="Discard the draft?")
    expect(dialog).to_contain_text("2 sections go back to their positions")
    expect(dialog).to_contain_text("New section “<b>Tea</b> week” is gone")
    expect(dialog).to_contain_text("Removed section “家庭药箱 Home pharmacy” is back")
    dialog.get_by_role("button", name="Cancel").click()
    expect(bar(page)).to_contain_text("5 changes")
    bar(page).get_by_role("button", name="Discard").click()
    dialog.get_by_role("button", name="Discard draft").click()
    expect(page.get_by_text("Draft discarded.")).to_be_visible()
    expect(bar(page)).to_have_count(0)
    assert server.api("GET", "/api/pages/mall/draft/diff").data["draft"] is None


@pytest.mark.long
def test_content_changes_are_shown_as_texts_cards_and_pictures(open_console, server):
    ads = server.api("GET", "/api/pages/mall/draft/blocks/middleAd").data["content"]
    first, second, *rest = ads["extInfo"]["list"]
    cards = [{**second, "title": "Encore tonight", "imageUrl": "/assets/mall/digital.svg"}, first, *rest]
    assert (
        server.api(
            "PATCH",
            "/api/pages/mall/draft/blocks/middleAd",
            {"content": {"extInfo": {"list": cards}}, "until": "2031-12-24T18:00:00+08:00", "audience": {"platforms": ["ios"]}},
        ).status
        == 200
    )
    page = open_console(path=MALL)
    section = review(page).locator("details", has_text="Advertisements").first
    expect(section).to_contain_text("Shown until")
    expect(section).to_contain_text("24 Dec 2031, 18:00")
    expect(section).to_contain_text("Platforms")
    expect(section).to_contain_text("Position 2 → 1")
    title = section.locator("dl > div").filter(has=page.get_by_text("Title", exact=True))
    expect(title.locator("del")).to_contain_text(second["title"])
    expect(title.locator("ins")).to_contain_text("Encore tonight")
    picture = section.locator("dl > div").filter(has=page.get_by_text("Picture", exact=True))
    expect(picture.locator("ins img")).to_have_attribute("src", "/assets/mall/digital.svg")
    # A change of only the second card does not list the unchanged first one.
    expect(section).not_to_contain_text(first["url"])
    expect(section.locator("pre")).to_have_count(0)
    section.get_by_text("Show as JSON").click()
    expect(section.locator("pre")).to_contain_text("+ " + " " * 10 + '"title": "Encore tonight"')


@pytest.mark.long
def test_ids_beyond_the_range_of_numbers_are_compared_and_shown_exactly(open_console, server):
    block = server.api("GET", "/api/pages/music/draft/blocks/HOMEPAGE_BANNER").data
    text = block["content"]["extInfo"]["banners"]
    text[0]["targetId"] = 9007199254740993
    assert (
        server.api("PATCH", "/api/pages/music/live/blocks/HOMEPAGE_BANNER", {"content": {"extInfo": {"banners": text}}}).status
        == 200
    )
    text[0]["targetId"] = 9007199254740992
    assert (
        server.api("PATCH", "/api/pages/music/draft/blocks/HOMEPAGE_BANNER", {"content": {"extInfo": {"banners": text}}}).status
        == 200
    )
    page = open_console(path="/admin/pages/music")
    target = review(page).locator("dl > div").filter(has_text="Target id")
    expect(target.locator("del")).to_contain_text("9007199254740993")
    expect(target.locator("ins")).to_contain_text("9007199254740992")


def test_publishing_at_an_instant_changes_nothing_before_it(open_console, server):
    change_mall(server)
    page = open_console(path=MALL)
    sheet = review(page)
    sheet.get_by_role("radio", name="At a time").check()
    moment = sheet.get_by_label("Goes live at")
    expect(moment).to_be_visible()
    expect(sheet).to_contain_text("Asia/Shanghai")
    moment.fill("2020-01-01T10:00")
    sheet.get_by_role("button", name=re.compile("Plan for")).click()
    expect(sheet).to_contain_text("This time is in the past.")
    sheet.get_by_role("button", name="Tomorrow 10:00").click()
    expect(sheet.get_by_text("This time is in the past.")).to_have_count(0)
    sheet.get_by_role("button", name=re.compile("Plan for .*10:00")).click()
    expect(page.get_by_text(re.compile("^Planned for"))).to_be_visible()
    expect(bar(page)).to_have_count(0)
    assert "teaWeek" not in document_of(server, "mall")
    planned = [one for one in server.api("GET", "/api/pages/mall/releases").data["releases"] if one["state"] == "pending"]
    assert len(planned) == 1
    at = datetime.fromisoformat(planned[0]["at"].replace("Z", "+00:00"))
    assert at > datetime.now(timezone.utc) and (at.hour, at.minute) == (2, 0), "10:00 in Shanghai is 02:00 UTC"
    page.get_by_role("link", name="Show schedule").click()
    expect(page.get_by_role("listitem").filter(has_text="Planned").first).to_contain_text("goes live")


@pytest.mark.parametrize(
    "zone, typed, planned, words",
    [
        ("Europe/Berlin", "2031-03-30T02:30", "2031-03-30T01:30", "It will be 03:30."),
        ("America/New_York", "2031-03-09T02:30", "2031-03-09T07:30", "It will be 03:30."),
        ("America/New_York", "2031-11-02T01:30", "2031-11-02T05:30", "This is the first time (UTC-04:00)."),
    ],
)
@pytest.mark.long
def test_a_release_is_planned_by_the_same_rule_at_a_clock_change(open_console, server, zone, typed, planned, words):
    change_mall(server)
    page = open_console(path=MALL, zone=zone)
    sheet = review(page)
    sheet.get_by_role("radio", name="At a time").check()
    sheet.get_by_label("Goes live at").fill(typed)
    expect(sheet.locator(".field-clock")).to_contain_text(words)
    sheet.get_by_role("button", name=re.compile("Plan for")).click()
    expect(page.get_by_text(re.compile("^Planned for"))).to_be_visible()
    assert [one["at"] for one in server.api("GET", "/api/pages/mall/releases").data["releases"] if one["state"] == "pending"] == [
        f"{planned}:00.000Z"
    ]


def test_rolling_back_right_after_publishing(open_console, server):
    change_mall(server)
    before = server.order("mall")
    page = open_console("wei", path=MALL)
    review(page).get_by_role("button", name="Publish now").click()
    page.get_by_role("button", name="Restore revision 1").click()
    sheet = page.get_by_role("dialog", name="Restore revision 1")
    expect(sheet).to_contain_text("It goes live at once, as a new revision.")
    expect(sheet.get_by_role("table", name="Order before and after")).to_be_visible()
    sheet.get_by_role("button", name="Restore revision 1").click()
    expect(page.get_by_text(re.compile("Revision 1 is live again, as revision"))).to_be_visible()
    assert server.order("mall") == before
    assert revisions(server)[0]["cause"] == "restore"


@pytest.mark.long
def test_changes_of_others_in_the_draft_are_shown_before_publishing(open_console, server):
    change_mall(server)
    page = open_console(path=MALL)
    sheet = review(page)
    expect(sheet).to_contain_text("5 changes not published")
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/broadcast", {"enabled": False}).status == 200
    expect(sheet).to_contain_text("changed the draft in the meantime")
    expect(sheet).to_contain_text("6 changes not published")
    expect(sheet.get_by_text("直播好物 Live").last).to_be_visible()


def test_a_draft_that_changed_unnoticed_is_not_published_without_review(open_console, server):
    change_mall(server)
    page = open_without_events(open_console, MALL)
    expected(page, "status of 412")
    sheet = review(page)
    expect(sheet).to_contain_text("5 changes not published")
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/broadcast", {"enabled": False}).status == 200
    sheet.get_by_role("button", name="Publish now").click()
    expect(sheet).to_contain_text("changed the draft in the meantime")
    expect(sheet).to_contain_text("6 changes not published")
    assert len(revisions(server)) == 1
    sheet.get_by_role("button", name="Publish now").click()
    expect(page.get_by_text("Live now as revision")).to_be_visible()
    assert len(revisions(server)) == 2


@pytest.mark.long
def test_conflicts_of_a_publication_with_planned_releases_are_reported(open_console, server):
    path = "/api/pages/mall/draft"
    title = lambda text: {"content": {"uiElement": {"subTitle": {"title": text}}}}
    assert server.api("PATCH", path + "/blocks/otherMall", title("Later")).status == 200
    assert server.api("POST", path + "/publish", {"at": "2031-01-01T00:00:00Z"}).status == 201
    assert server.api("PATCH", path + "/blocks/otherMall", title("Sooner")).status == 200
    page = open_console(path=MALL)
    review(page).get_by_role("button", name="Publish now").click()
    report = page.get_by_role("dialog", name="Conflicting changes")
    expect(report).to_contain_text(re.compile(r"In the planned revision \d+"))
    expect(report).to_contain_text("Sooner")
    report.get_by_role("button", name="OK").click()
    expect(report).to_have_count(0)


@pytest.mark.long
def test_the_sheet_is_usable_by_keyboard_in_chinese_on_a_phone(open_console, server):
    change_mall(server)
    page = open_console("wei", language="zh", theme="dark", path=MALL, **PHONE)
    region = page.get_by_role("region", name="草稿")
    expect(region).to_contain_text("5 处修改尚未发布")
    region.get_by_role("button", name="检查并发布").focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("table", name="前后顺序对比")).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(region.get_by_role("button", name="检查并发布")).to_be_focused()


@pytest.mark.long
def test_the_sheet_is_accessible(open_console, server):
    change_mall(server)
    page = open_console(path=MALL)
    expect(review(page).get_by_role("table", name="Order before and after")).to_be_visible()
    assert_accessible(page)


@pytest.mark.long
def test_the_review_of_a_new_section_shows_its_window_and_audience(open_console, server):
    server.api(
        "POST",
        "/api/pages/mall/draft/blocks?after=marquee",
        {
            "blockCode": "teaWeek",
            "showType": "MALL_AD",
            "from": "2031-01-01T00:00:00Z",
            "until": "2031-02-01T00:00:00Z",
            "audience": {"platforms": ["ios"]},
            "content": {
                "extInfo": {
                    "list": [
                        {"id": 1, "title": "Tea week", "imageUrl": "/assets/mall/tea-fair.svg", "url": "https://shop.example/tea"}
                    ]
                }
            },
        },
    )
    page = open_console("wei", path=MALL)
    section = review(page).locator("details[data-code=teaWeek]")
    expect(section).to_contain_text("Shown from 1 Jan 2031 08:00 to 1 Feb 08:00 (Shanghai) to iOS users")


@pytest.mark.long
def test_each_column_of_a_comparison_has_the_names_of_its_revision(open_console, server):
    server.api("PUT", "/api/pages/mall/draft/order", {"moves": [{"block": "otc", "to": "start"}]})
    content = server.api("GET", "/api/pages/mall/draft/blocks/otc").data["content"]
    renamed = json.loads(json.dumps(content, ensure_ascii=False).replace("家庭药箱 Home pharmacy", "Medicine week"))
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/otc", {"content": renamed}).status == 200
    page = open_console("wei", path=MALL)
    order = review(page).get_by_role("table", name="Order before and after")
    cells = order.locator("td[data-code=otc]")
    expect(cells).to_have_count(2)
    names = sorted(cells.locator(".publish-name").all_inner_texts())
    assert names == ["Medicine week", "家庭药箱 Home pharmacy"]


def test_each_line_of_the_review_names_its_author(open_console, server):
    server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"enabled": False})
    page = open_console("wei", path=MALL)
    page.locator('[role=row][data-code="otc"]').click(button="right", position={"x": 200, "y": 8})
    page.get_by_role("menuitem", name="Hide").click()
    expect(bar(page)).to_contain_text("2 changes not published")
    expect(page.get_by_text(re.compile("^Saved"))).to_be_visible()
    sheet = review(page)
    lines = sheet.locator(".publish-section")
    expect(lines.filter(has_text="Home pharmacy").locator("summary").first).to_contain_text(
        re.compile("Advertisements · wei, (just now|now)")
    )
    expect(lines.filter(has_text="Wallet").locator("summary").first).not_to_contain_text("wei")
