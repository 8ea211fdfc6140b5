"""Restoring a revision, some of its changes or one section into the draft, and the history of a section."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits
from conftest import PHONE, expected, open_without_events
from test_list import row, saved, stored
from test_publish import bar
from views import ready

pytestmark = pytest.mark.both_engines

MALL = "/admin/pages/mall"
HISTORY = f"{MALL}/history"


def block(server, code, stage="draft"):
    response = server.api("GET", f"/api/pages/mall/{stage}/blocks/{code}")
    return {key: value for key, value in response.data.items() if key != "info"} if response.status == 200 else None


def change_live(server):
    """Changes live after revision 1: hides a section, removes one, adds one, and moves one."""
    live = "/api/pages/mall/live"
    for method, path, body in [
        ("PATCH", "/blocks/wallet", {"enabled": False}),
        ("DELETE", "/blocks/otc", None),
        (
            "POST",
            "/blocks?after=marquee",
            {
                "blockCode": "teaWeek",
                "showType": "MALL_AD",
                "content": {
                    "uiElement": {"subTitle": {"title": "Tea week"}},
                    "extInfo": {
                        "list": [{"id": 1, "title": "Tea", "imageUrl": "/assets/mall/tea-fair.webp", "url": "homeblocks://tea"}]
                    },
                },
            },
        ),
        ("PUT", "/order", {"moves": [{"block": "localService", "to": "start"}]}),
    ]:
        response = server.api(method, live + path, body)
        assert response.status in (200, 201), response.body


def open_sheet(page, number=1):
    page.get_by_role("button", name=f"Actions for Revision {number}", exact=True).click()
    page.get_by_role("menuitem", name="Put into the draft…").click()
    return page.get_by_role("dialog", name=f"Put revision {number} into the draft")


def pick(sheet, name):
    return sheet.get_by_role("checkbox", name=f"Take {name} from the revision")


@pytest.mark.long
def test_restoring_a_whole_revision_into_the_draft_can_be_undone(open_console, server):
    first, order = block(server, "wallet"), stored(server)
    change_live(server)
    live, now = server.get("/homepage?page=mall").body, stored(server)
    page = open_console("ming", path=HISTORY)
    sheet = open_sheet(page)
    expect(sheet).to_contain_text("What is live stays as it is.")
    expect(sheet).to_contain_text("4 of 4 changes chosen")
    expect(sheet.get_by_role("columnheader", name="Live now")).to_be_visible()
    # No unpublished change is lost.
    expect(sheet.get_by_text("not published are replaced")).to_have_count(0)
    sheet.get_by_role("button", name="Put into the draft").click()
    expect(page.locator(".toast").filter(has_text="Revision 1 is in the draft.")).to_be_visible()
    assert stored(server) == order and block(server, "wallet") == first and block(server, "teaWeek") is None
    assert server.get("/homepage?page=mall").body == live
    page.get_by_role("link", name="Show the draft").click()
    expect(bar(page)).to_contain_text("4 changes not published")
    # The step can be undone and redone.
    page.get_by_title("Undo: Put revision 1 into the draft").click()
    saved(page)
    expect(bar(page)).to_be_hidden()
    assert stored(server) == now and block(server, "otc") is None and block(server, "teaWeek") is not None
    page.get_by_title("Redo: Put revision 1 into the draft").click()
    saved(page)
    expect(bar(page)).to_contain_text("4 changes not published")
    assert sorted(stored(server)) == sorted(order) and block(server, "wallet") == first and block(server, "teaWeek") is None


def test_a_section_of_an_older_revision_is_restored_and_the_replaced_changes_are_listed(open_console, server):
    first = block(server, "wallet")
    change_live(server)
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"until": "2031-01-01T00:00:00Z"}).status == 200
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/broadcast", {"enabled": False}).status == 200
    page = open_console("ming", path=HISTORY)
    sheet = open_sheet(page)
    expect(sheet).to_contain_text("2 changes in the draft that are not published are replaced")
    sheet.get_by_role("checkbox", name="All changes").focus()
    page.keyboard.press("Space")
    expect(sheet.get_by_text("are replaced")).to_have_count(0)
    pick(sheet, "我的钱包 Wallet").focus()
    page.keyboard.press("Space")
    expect(sheet).to_contain_text("A change in the draft that is not published is replaced: 我的钱包 Wallet.")
    sheet.get_by_role("button", name="Put 1 of 5 changes into the draft").click()
    expect(page.locator(".toast").filter(has_text="1 change of revision 1 is in the draft.")).to_be_visible()
    assert block(server, "wallet") == first
    assert block(server, "broadcast")["enabled"] is False and block(server, "otc") is None
    page.get_by_role("button", name="Undo", exact=True).click()
    page.goto(server.url + MALL)
    row(page, "wallet").wait_for()
    assert block(server, "wallet")["until"] == "2031-01-01T00:00:00.000Z"


@pytest.mark.long
def test_an_operators_own_change_is_not_attributed_to_a_colleague_while_loading(open_console, server):
    change_live(server)
    page = open_console("ming", path=HISTORY)
    sheet = open_sheet(page)
    sheet.get_by_role("checkbox", name="All changes").uncheck()
    pick(sheet, "我的钱包 Wallet").check()
    made, held = [], []
    page.on("response", lambda response: made.append(response) if response.url.endswith("/draft/restore") else None)
    # The sections are loaded before and after the change.
    page.route("**/api/pages/mall/draft/blocks", lambda route: held.append(route) if made and not held else route.continue_())
    button = sheet.get_by_role("button", name="Put 1 of 4 changes into the draft")
    with page.expect_response(lambda response: "/revisions?" in response.url):  # The view below gets the change.
        button.click()
    assert made and held
    expect(button).to_be_enabled()
    expect(sheet).not_to_contain_text("in the meantime")
    held[0].continue_()
    expect(page.locator(".toast").filter(has_text="1 change of revision 1 is in the draft.")).to_be_visible()


@pytest.mark.long
def test_concurrent_changes_of_a_colleague_in_the_draft_are_shown_and_kept(open_console, server):
    change_live(server)
    page = open_console("ming", path=HISTORY)
    sheet = open_sheet(page)
    pick(sheet, "Tea week").uncheck()
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/broadcast", {"enabled": False}).status == 200
    expect(sheet).to_contain_text("changed the draft in the meantime")
    expect(pick(sheet, "Tea week")).not_to_be_checked()
    expect(pick(sheet, "直播好物 Live")).not_to_be_checked()
    sheet.get_by_role("button", name="Put 3 of 5 changes into the draft").click()
    expect(page.locator(".toast").filter(has_text="3 changes of revision 1 are in the draft.")).to_be_visible()
    assert block(server, "broadcast")["enabled"] is False and block(server, "teaWeek") is not None


def test_a_draft_that_changed_unnoticed_is_not_overwritten(open_console, server):
    change_live(server)
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/broadcast", {"enabled": False}).status == 200
    page = open_without_events(open_console, HISTORY, operator="ming")
    expected(page, "status of 412")
    sheet = open_sheet(page)
    expect(sheet).to_contain_text("5 of 5 changes chosen")
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/marquee", {"enabled": False}).status == 200
    sheet.get_by_role("button", name="Put into the draft").click()
    expect(sheet).to_contain_text("changed the draft in the meantime")
    expect(sheet).to_contain_text("6 of 6 changes chosen")
    assert block(server, "wallet")["enabled"] is False
    sheet.get_by_role("button", name="Put into the draft").click()
    expect(page.locator(".toast").filter(has_text="Revision 1 is in the draft.")).to_be_visible()


@pytest.mark.long
def test_later_changes_of_a_colleague_are_not_undone_by_the_restore(open_console, server):
    change_live(server)
    page = open_console("ming", path=HISTORY)
    open_sheet(page).get_by_role("button", name="Put into the draft").click()
    page.get_by_role("link", name="Show the draft").click()
    expect(page.get_by_title("Undo: Put revision 1 into the draft")).to_be_enabled()
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"enabled": False}).status == 200
    expect(page.get_by_text("我的钱包 Wallet").first).to_be_visible()
    expect(row(page, "wallet")).to_contain_text("Hidden")
    page.get_by_title("Undo: Put revision 1 into the draft").click()
    expect(page.locator(".toast").filter(has_text="Someone has changed 我的钱包 Wallet since then")).to_be_visible()
    assert block(server, "wallet")["enabled"] is False and block(server, "otc") is not None


@pytest.mark.long
def test_the_offered_restores_depend_on_the_role_and_the_revision(open_console, server):
    change_live(server)
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/broadcast", {"enabled": False}).status == 200
    viewer = open_console("yan", path=HISTORY)
    viewer.get_by_role("button", name="Actions for Revision 1", exact=True).click()
    expect(viewer.get_by_role("menuitem", name="Put into the draft…")).to_be_disabled()
    editor = open_console("ming", path=f"{HISTORY}/1")
    expect(editor.get_by_role("button", name="Restore…")).to_be_disabled()
    editor.get_by_role("button", name="Put into the draft…").click()
    expect(editor.get_by_role("dialog", name="Put revision 1 into the draft")).to_be_visible()
    editor.keyboard.press("Escape")
    expect(editor.get_by_role("button", name="Put into the draft…")).to_be_focused()
    editor.goto(f"{server.url}{HISTORY}?all=1")
    newest = server.api("GET", "/api/pages/mall/revisions").data["revisions"][0]
    assert newest["draft"]
    editor.get_by_role("button", name=f"Actions for Revision {newest['number']}", exact=True).click()
    expect(editor.get_by_role("menuitem", name="Put into the draft…")).to_be_disabled()
    expect(editor.get_by_role("menuitem", name="Put into the draft…")).to_have_accessible_description("This one is the draft")


@pytest.mark.long
def test_restores_of_others_into_the_draft_appear(open_console, server):
    change_live(server)
    page = open_console("ming", path=MALL)
    expect(row(page, "wallet")).to_contain_text("Hidden")
    assert server.api("POST", "/api/pages/mall/draft/restore", {"revision": 1}).status == 200
    expect(row(page, "wallet")).not_to_contain_text("Hidden")
    expect(row(page, "otc")).to_be_visible()
    expect(row(page, "teaWeek")).to_have_count(0)
    expect(bar(page)).to_contain_text("4 changes not published")


# The history of a section


def section_history(page, code="wallet"):
    return page.get_by_role("listitem").filter(has=page.get_by_role("link", name=re.compile("^Revision")))


@pytest.mark.long
def test_the_history_of_a_section_has_its_revisions_with_their_changes(open_console, server):
    assert server.api("PATCH", "/api/pages/mall/live/blocks/wallet", {"enabled": False}).status == 200
    assert server.api("PATCH", "/api/pages/mall/live/blocks/otc", {"enabled": False}).status == 200
    assert server.api("PATCH", "/api/pages/mall/live/blocks/wallet", {"until": "2031-01-01T00:00:00Z"}).status == 200
    page = open_console("ming", path=MALL)
    row(page, "wallet").get_by_role("button", name=re.compile("^More")).click()
    page.get_by_role("menuitem", name="History").click()
    expect(page).to_have_url(re.compile(r"/history\?block=wallet$"))
    expect(page.get_by_role("heading", name="History of “我的钱包 Wallet”")).to_be_visible()
    lines = section_history(page)
    expect(lines).to_have_count(3)
    expect(page.get_by_role("checkbox")).to_have_count(0)
    expect(lines.nth(0)).to_contain_text("this section edited")
    expect(lines.nth(2)).to_contain_text("this section is new")
    summary = lines.nth(1).get_by_text("What changed")
    summary.focus()
    page.keyboard.press("Enter")
    expect(lines.nth(1)).to_contain_text("Visibility")
    expect(lines.nth(1).locator("ins")).to_contain_text("Hidden")
    expect(lines.nth(1)).not_to_contain_text("Shown until")
    lines.nth(0).get_by_text("What changed").click()
    expect(lines.nth(0)).to_contain_text("1 Jan 2031, 08:00")
    # Back to the history of the page.
    page.get_by_role("link", name="History of the page").click()
    expect(page.get_by_role("heading", name="History", exact=True)).to_be_visible()
    expect(section_history(page)).to_have_count(4)
    page.go_back()
    expect(section_history(page)).to_have_count(3)


@pytest.mark.long
def test_a_section_can_be_restored_from_its_history(open_console, server):
    first = block(server, "wallet")
    assert server.api("PATCH", "/api/pages/mall/live/blocks/wallet", {"enabled": False}).status == 200
    assert server.api("PATCH", "/api/pages/mall/live/blocks/otc", {"enabled": False}).status == 200
    page = open_console("ming", path=f"{HISTORY}?block=wallet")
    page.get_by_role("button", name="Put into the draft… Revision 1").click()
    sheet = page.get_by_role("dialog", name="Put “我的钱包 Wallet” of revision 1 into the draft")
    expect(sheet.locator("details.publish-section")).to_have_count(1)
    expect(sheet.get_by_role("checkbox")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Put into the draft… Revision 1").focus()
    page.keyboard.press("Enter")
    sheet.get_by_role("button", name="Put into the draft").click()
    expect(page.locator(".toast").filter(has_text="The draft has “我的钱包 Wallet” as in revision 1.")).to_be_visible()
    assert block(server, "wallet") == first and block(server, "otc")["enabled"] is False
    # The draft now has it.
    page.get_by_role("button", name="Put into the draft… Revision 1").click()
    expect(sheet).to_contain_text("The draft has this section as it was in this revision.")
    expect(sheet.get_by_role("button", name="Put into the draft")).to_be_disabled()


def test_a_deleted_section_has_a_history_and_can_be_restored(open_console, server):
    assert server.api("DELETE", "/api/pages/mall/live/blocks/otc").status == 200
    page = open_console("ming", path=f"{HISTORY}?block=otc")
    lines = section_history(page)
    expect(lines).to_have_count(2)
    expect(lines.nth(0)).to_contain_text("this section removed")
    expect(page.get_by_role("heading", name="History of “家庭药箱 Home pharmacy”")).to_be_visible()
    page.get_by_role("button", name="Put into the draft… Revision 1").click()
    page.get_by_role("dialog").get_by_role("button", name="Put into the draft").click()
    page.get_by_role("link", name="Show the draft").click()
    expect(row(page, "otc")).to_be_visible()


@pytest.mark.long
def test_a_section_that_is_only_in_the_draft_has_its_history_among_all_changes(open_console, server):
    change_live(server)
    assert (
        server.api(
            "POST",
            "/api/pages/mall/draft/blocks",
            {"blockCode": "tea2", "showType": "MALL_AD", "content": block(server, "teaWeek")["content"]},
        ).status
        == 201
    )
    page = open_console("ming", path=f"{MALL}/blocks/tea2", follows=True)
    page.get_by_role("button", name="More for this section").click()
    page.get_by_role("menuitem", name="History").click()
    expect(page.get_by_text("No revision changed this section")).to_be_visible()
    expect(page.get_by_role("heading", name="History of “Tea week”")).to_be_visible()
    page.get_by_role("radio", name="All changes").check()
    expect(section_history(page)).to_have_count(1)
    expect(page).to_have_url(re.compile("block=tea2"))
    ready(page).reload()
    expect(section_history(page)).to_have_count(1)


@pytest.mark.long
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_both_views_in_chinese_on_a_phone_fit_and_are_accessible(open_console, server, theme):
    change_live(server)
    page = open_console("ming", language="zh", theme=theme, path=f"{HISTORY}?block=wallet", **PHONE)
    expect(page.get_by_role("heading", name="“我的钱包 Wallet”的版本历史")).to_be_visible()
    page.get_by_text("改动内容").first.tap()
    expect(page.locator(".history-section-diff ins").first).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
    page.goto(f"{server.url}{HISTORY}/1")
    page.get_by_role("button", name="放入草稿…").tap()
    sheet = page.get_by_role("dialog", name="把版本 1 放入草稿")
    expect(sheet).to_contain_text("已选 4 处，共 4 处")
    assert_fits(page)
    assert_accessible(page)
