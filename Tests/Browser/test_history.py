"""The history of a page: its live revisions and their authors, comparing revisions, and restoring one."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, make_page
from conftest import PHONE, expected

HISTORY = "/admin/pages/mall/history"


def patch(server, block, body, stage="draft", page="mall"):
    assert server.api("PATCH", f"/api/pages/{page}/{stage}/blocks/{block}", body).status == 200


def publish(server, page="mall", **body):
    response = server.api("POST", f"/api/pages/{page}/draft/publish", body)
    assert response.status == 201, response.body
    return response.data["revision"]


def story(server):
    """Publishes revisions of the mall, plans one, and makes a draft; returns the numbers of the last two published."""
    patch(server, "marquee", {"enabled": False})
    first = publish(server, message="Quiet <b>morning</b>")
    assert server.api("PUT", "/api/pages/mall/draft/order", {"moves": [{"block": "wallet", "to": "start"}]}).status == 200
    second = publish(server, message="Wallet first")
    patch(server, "broadcast", {"enabled": False})
    publish(server, at="2031-01-01T00:00:00Z", message="New Year")
    patch(server, "otherMall", {"enabled": False})
    return first, second


def row(page, number):
    return page.get_by_role("listitem").filter(has=page.get_by_role("link", name=f"Revision {number}", exact=True))


def test_published_revisions_are_listed_newest_first_with_author_changes_and_state(open_console, server):
    first, second = story(server)
    page = open_console("yan", path=HISTORY)
    expect(row(page, second)).to_contain_text("Wallet first")
    expect(row(page, second)).to_contain_text("moved 我的钱包 Wallet")
    expect(row(page, second).get_by_text("Live", exact=True)).to_be_visible()
    expect(row(page, first)).to_contain_text("Quiet <b>morning</b>")
    expect(row(page, first)).to_contain_text("edited 春茶节今日开场")
    expect(row(page, first).get_by_text("Live", exact=True)).to_have_count(0)
    names = [name for name in page.get_by_role("link", name=re.compile("^Revision")).all_inner_texts()]
    numbers = [int(name.split()[-1]) for name in names]
    assert numbers == sorted(numbers, reverse=True) and numbers[-1] == 1
    expect(page.get_by_text("Planned for 1 Jan 2031, 08:00")).to_be_visible()
    expect(page.get_by_text("Draft", exact=True)).to_have_count(0)


@pytest.mark.long
def test_all_changes_can_be_shown_through_the_url(open_console, server):
    story(server)
    page = open_console(path=HISTORY)
    page.get_by_role("radio", name="All changes").check()
    expect(page.get_by_text("Draft", exact=True)).to_be_visible()
    expect(page.get_by_text("not published").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("radio", name="All changes")).to_be_checked()
    expect(page.get_by_text("Draft", exact=True)).to_be_visible()


@pytest.mark.long
def test_older_revisions_are_loaded_while_scrolling(open_console, server):
    page = open_console(path=HISTORY)
    expect(row(page, 1)).to_be_visible()
    # More revisions than one request returns.
    for number in range(35):
        patch(server, "marquee", {"enabled": number % 2 == 1}, stage="live")
    expect(row(page, 36)).to_be_visible()
    page.mouse.move(600, 500)
    page.mouse.wheel(0, 20000)
    expect(row(page, 1)).to_have_count(1)
    links = page.get_by_role("link", name=re.compile("^Revision"))
    expect(links).to_have_count(36)
    assert [int(name.split()[-1]) for name in links.all_inner_texts()] == list(range(36, 0, -1))


@pytest.mark.long
def test_changes_of_others_appear_without_a_reload(open_console, server):
    page = open_console("yan", path=HISTORY)
    expect(row(page, 1).get_by_text("Live", exact=True)).to_be_visible()
    patch(server, "marquee", {"enabled": False}, stage="live")
    expect(row(page, 2).get_by_text("Live", exact=True)).to_be_visible()
    expect(row(page, 1).get_by_text("Live", exact=True)).to_have_count(0)
    # "Live" in the menu of an unchanged row is the current live revision too.
    patch(server, "marquee", {"enabled": True}, stage="live")
    expect(row(page, 3).get_by_text("Live", exact=True)).to_be_visible()
    row(page, 1).get_by_role("button", name="Actions for Revision 1").click()
    page.get_by_role("menuitem", name="Compare with live").click()
    expect(page).to_have_url(re.compile(r"/history/1\?against=3$"))


@pytest.mark.long
def test_a_revision_of_a_deleted_page_stays_visible(open_console, server):
    make_page(server, "short", 2)
    page = open_console("yan", path="/admin/pages/short/history/1")
    expect(page.get_by_role("heading", name="Revision 1")).to_be_visible()
    expected(page, "status of 404")
    with page.expect_response(lambda response: response.status == 404):
        assert server.api("DELETE", "/api/pages/short").status in (200, 204)
    expect(page.get_by_role("heading", name="Revision 1")).to_be_visible()


def test_any_two_revisions_can_be_compared(open_console, server):
    first, second = story(server)
    page = open_console("yan", path=HISTORY)
    compare = page.get_by_role("region", name="Compare")
    expect(compare).to_have_count(0)
    page.get_by_role("checkbox", name=f"Choose revision {second} to compare").check()
    expect(compare.get_by_role("button", name="Compare")).to_be_disabled()
    page.get_by_role("checkbox", name="Choose revision 1 to compare").check()
    expect(compare).to_contain_text(f"Revisions 1 and {second} chosen.")
    compare.get_by_role("button", name="Compare").click()
    expect(page).to_have_url(re.compile(rf"/history/{second}\?against=1$"))
    table = page.get_by_role("table", name="Order before and after")
    expect(table.get_by_role("columnheader").first).to_have_text("Revision 1")
    expect(table.get_by_role("row").filter(has_text="moved from position 5")).to_contain_text("我的钱包 Wallet")
    expect(page.get_by_role("main")).to_contain_text("Visibility")
    page.get_by_role("radio", name=f"Before it ({first})").check()
    expect(page.get_by_role("main")).not_to_contain_text("Visibility")
    page.go_back()
    expect(page.get_by_role("heading", name="History")).to_be_visible()


@pytest.mark.long
def test_a_revision_can_be_previewed(open_console, server):
    first, _ = story(server)
    page = open_console("yan", path=f"{HISTORY}/{first}")
    expect(page.get_by_role("heading", name=f"Revision {first}")).to_be_visible()
    look = page.get_by_role("complementary", name="What it looks like")
    expect(look.locator(".phone-document")).to_contain_text("我的钱包")
    expect(look.locator(".phone-document")).not_to_contain_text("春茶节今日开场")
    expect(page.get_by_role("button", name="Restore…")).to_be_disabled()


@pytest.mark.long
def test_a_missing_revision_is_reported(open_console, server):
    page = open_console(path=None)
    page.guard.allowed.append("status of 404")
    page.goto(server.url + HISTORY + "/999")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()


def test_restoring_creates_a_new_revision_and_keeps_the_drafts_changes(open_console, server):
    first, second = story(server)
    page = open_console("wei", path=HISTORY)
    row(page, 1).get_by_role("button", name="Actions for Revision 1").click()
    page.get_by_role("menuitem", name="Restore…").click()
    sheet = page.get_by_role("dialog", name="Restore revision 1")
    expect(sheet).to_contain_text(
        "Changes that it reverts are also removed from the draft and planned releases; their own changes stay."
    )
    table = sheet.get_by_role("table", name="Order before and after")
    expect(table.get_by_role("columnheader").first).to_have_text("Live now")
    sheet.get_by_label("What is this about?").fill("Back to Monday")
    sheet.get_by_role("button", name="Restore revision 1").click()
    expect(page.get_by_text(re.compile("Revision 1 is live again"))).to_be_visible()
    planned, newest = server.api("GET", "/api/pages/mall/revisions?released=true").data["revisions"][:2]
    assert (newest["cause"], newest["message"], newest["live"]) == ("restore", "Back to Monday", True)
    expect(row(page, planned["number"])).to_contain_text("Planned")
    expect(row(page, newest["number"]).get_by_text("Live", exact=True)).to_be_visible()
    expect(row(page, second).get_by_text("Live", exact=True)).to_have_count(0)
    diff = server.api("GET", "/api/pages/mall/draft/diff").data
    assert [block["blockCode"] for block in diff["blocks"]] == ["otherMall"] and diff["order"]["moved"] == []


@pytest.mark.long
def test_the_live_revision_cannot_be_restored(open_console, server):
    page = open_console("wei", path=f"{HISTORY}/1")
    expect(page.get_by_role("button", name="Restore…")).to_be_disabled()


@pytest.mark.long
def test_orders_of_a_thousand_sections_stay_readable(open_console, server):
    codes = make_page(server, "long", 1000)
    order = [codes[900], *codes[:3], *codes[4:900], *codes[901:], codes[3]]
    for order in (order, order[::-1]):
        assert server.api("PUT", "/api/pages/long/live/order", {"order": order}).status == 200
    page = open_console("yan", path="/admin/pages/long/history/2")
    table = page.get_by_role("table", name="Order before and after")
    expect(table).to_contain_text("sections not moved", timeout=20000)
    assert table.get_by_role("row").count() < 20
    expect(table.get_by_role("row").filter(has_text="moved from position 901")).to_contain_text("Section 901")
    expect(table.get_by_role("row").filter(has_text="moved to position 1,000")).to_contain_text("Section 4")
    page.goto(server.url + "/admin/pages/long/history/3")
    expect(page.get_by_role("main")).to_contain_text("999 moved", timeout=20000)
    page.get_by_role("button", name=re.compile("Show .* more rows")).click()
    expect(page.get_by_role("button", name=re.compile("Show .* more rows"))).to_have_count(0)
    assert table.get_by_role("row").count() >= 1000


@pytest.mark.long
def test_history_in_chinese_on_a_phone(open_console, server):
    first, second = story(server)
    page = open_console("wei", language="zh", theme="dark", path=HISTORY, **PHONE)
    expect(page.get_by_role("heading", name="版本历史")).to_be_visible()
    expect(page.get_by_text("移动我的钱包 Wallet")).to_be_visible()
    page.get_by_role("checkbox", name=f"选择版本 {second} 进行对比").check()
    assert_fits(page)
    assert_accessible(page)
    page.goto(server.url + f"{HISTORY}/{second}?against=1")
    expect(page.get_by_role("table", name="前后顺序对比")).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
