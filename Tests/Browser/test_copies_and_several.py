"""Copying a section to a page, and setting the windows and audiences of several sections."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits
from conftest import PHONE, expected
from harness import eventually
from test_list import row, saved, stored
from test_publish import bar

pytestmark = pytest.mark.both_engines

MALL = "/admin/pages/mall"
WALLET, PHARMACY = "我的钱包 Wallet", "家庭药箱 Home pharmacy"


def block(server, code, stage="draft", page="mall"):
    response = server.api("GET", f"/api/pages/{page}/{stage}/blocks/{code}")
    return {key: value for key, value in response.data.items() if key != "info"} if response.status == 200 else None


def copy_of_mall(server, slug="tea", title="Tea page"):
    assert server.api("POST", "/api/pages", {"page": slug, "title": title, "copyOf": "mall"}).status == 201


def open_copy(page, code="wallet"):
    row(page, code).get_by_role("button", name=re.compile("^More")).click()
    page.get_by_role("menuitem", name="Copy to a page…").click()
    return page.get_by_role("dialog", name=re.compile("^Copy “"))


def test_a_section_is_copied_to_another_page_and_the_copy_is_opened(open_console, server):
    copy_of_mall(server)
    live = server.get("/homepage?page=tea").body
    page = open_console("ming", path=MALL)
    dialog = open_copy(page)
    dialog.get_by_label("Page", exact=True).select_option(label="Tea page")
    expect(dialog.get_by_text("Which version")).to_have_count(0)
    dialog.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator(".toast").filter(has_text=f"“{WALLET}” is in the draft of “Tea page”.")).to_be_visible()
    assert block(server, "wallet-2", page="tea") == block(server, "wallet") | {"blockCode": "wallet-2"}
    assert server.get("/homepage?page=tea").body == live
    expect(bar(page)).to_have_count(0)
    page.get_by_role("link", name="Open the copy").click()
    expect(page).to_have_url(re.compile("/pages/tea/blocks/wallet-2$"))
    expect(page.get_by_role("heading", name=WALLET)).to_be_visible()
    expect(bar(page)).to_contain_text("1 new")


@pytest.mark.long
def test_a_copy_can_be_undone(open_console, server):
    copy_of_mall(server)
    page = open_console("ming", path=MALL)
    dialog = open_copy(page)
    dialog.get_by_label("Page", exact=True).select_option("tea")
    dialog.get_by_label("Code of the copy").fill("purse")
    page.keyboard.press("Enter")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator(".toast").filter(has_text="The copy is removed from “Tea page”.")).to_be_visible()
    assert block(server, "purse", page="tea") is None


@pytest.mark.long
def test_a_copy_on_the_same_page_can_be_undone_like_other_steps(open_console, server):
    page = open_console("ming", path=f"{MALL}/blocks/wallet")
    page.get_by_role("button", name="More for this section").click()
    page.get_by_role("menuitem", name="Copy to a page…").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=f"Copy “{WALLET}” to a page")
    dialog.get_by_label("Page", exact=True).select_option("mall")
    dialog.get_by_label("Code of the copy").fill("purse")
    page.keyboard.press("Enter")
    expect(page.locator(".toast").filter(has_text=f"“{WALLET}” is copied.")).to_be_visible()
    saved(page)
    order = stored(server)
    assert order[order.index("wallet") + 1] == "purse"
    assert block(server, "purse")["content"] == block(server, "wallet")["content"]
    page.get_by_title(f"Undo: Add {WALLET}").click()
    expect(row(page, "purse")).to_have_count(0)
    saved(page)
    assert block(server, "purse") is None


@pytest.mark.long
def test_the_version_is_chosen_where_draft_and_live_differ(open_console, server):
    copy_of_mall(server)
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"enabled": False}).status == 200
    page = open_console("ming", path=MALL)
    dialog = open_copy(page)
    dialog.get_by_label("Page", exact=True).select_option("tea")
    expect(dialog.get_by_role("radio", name="Draft")).to_be_checked()
    dialog.get_by_role("radio", name="Live").check()
    dialog.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator(".toast").filter(has_text="is in the draft of “Tea page”.")).to_be_visible()
    assert block(server, "wallet-2", page="tea")["enabled"] is True
    page.get_by_role("radio", name="Live").click()
    expect(page.get_by_role("radio", name="Live")).to_be_checked()
    dialog = open_copy(page)
    dialog.get_by_label("Page", exact=True).select_option("tea")
    expect(dialog.get_by_text("Which version")).to_have_count(0)
    dialog.get_by_role("button", name="Copy", exact=True).click()
    eventually(lambda: block(server, "wallet-3", page="tea"))
    assert block(server, "wallet-3", page="tea")["enabled"] is True


@pytest.mark.long
def test_errors_of_a_copy_are_reported_at_their_fields(open_console, server):
    copy_of_mall(server)
    page = open_console("ming", path=MALL)
    expected(page, "status of 409|status of 422|status of 404")
    dialog = open_copy(page)
    target, code = dialog.get_by_label("Page", exact=True), dialog.get_by_label("Code of the copy")
    copy = dialog.get_by_role("button", name="Copy", exact=True)
    target.select_option("tea")
    code.fill("a b")
    copy.click()
    expect(code).to_be_focused()
    expect(code).to_have_accessible_description(re.compile("Only letters, digits"))
    code.fill("otc")
    expect(dialog.get_by_text("Only letters, digits")).to_be_hidden()
    copy.click()
    expect(code).to_have_accessible_description(re.compile("Another section of that page has this code."))
    # The code is already used on this page too.
    target.select_option("mall")
    copy.click()
    expect(code).to_have_accessible_description(re.compile("Another section of that page has this code."))
    code.fill("")
    target.select_option("music")
    copy.click()
    expect(target).to_have_accessible_description(re.compile("is for other apps, which do not know this layout."))
    # The page, and then the section, is deleted in the meantime.
    target.select_option("tea")
    assert server.api("DELETE", "/api/pages/tea").status == 200
    copy.click()
    expect(target).to_have_accessible_description(re.compile("This page no longer exists."))
    assert server.api("GET", "/api/pages/mall/draft/diff").data["draft"] is None


@pytest.mark.long
def test_without_a_connection_a_copy_reports_it_and_can_be_repeated(open_console, server):
    copy_of_mall(server)
    page = open_console("ming", path=MALL)
    expected(page, "ERR_INTERNET_DISCONNECTED|ERR_")
    dialog = open_copy(page)
    dialog.get_by_label("Page", exact=True).select_option("tea")
    page.context.set_offline(True)
    dialog.get_by_role("button", name="Copy", exact=True).click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    page.context.set_offline(False)
    dialog.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator(".toast").filter(has_text="is in the draft of “Tea page”.")).to_be_visible()
    assert block(server, "wallet-2", page="tea") and block(server, "wallet-3", page="tea") is None


@pytest.mark.long
def test_without_a_connection_a_copy_on_the_same_page_waits_and_is_created_later(open_console, server):
    page = open_console("ming", path=MALL)
    expected(page, "ERR_INTERNET_DISCONNECTED|ERR_")
    dialog = open_copy(page)
    dialog.get_by_label("Page", exact=True).select_option("mall")
    page.context.set_offline(True)
    dialog.get_by_role("button", name="Copy", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(row(page, "wallet-2")).to_be_visible()
    assert block(server, "wallet-2") is None
    page.context.set_offline(False)
    saved(page)
    assert block(server, "wallet-2") == block(server, "wallet") | {"blockCode": "wallet-2"}


@pytest.mark.long
def test_undoing_an_opened_copy_removes_it_from_its_page(open_console, server):
    copy_of_mall(server)
    page = open_console("ming", path=MALL)
    dialog = open_copy(page)
    dialog.get_by_label("Page", exact=True).select_option("tea")
    dialog.get_by_role("button", name="Copy", exact=True).click()
    toast = page.locator(".toast").filter(has_text="is in the draft of")
    toast.get_by_role("link", name="Open the copy").click()
    expect(page).to_have_url(re.compile("/pages/tea/blocks/wallet-2$"))
    expect(row(page, "wallet-2")).to_be_visible()
    toast.get_by_role("button", name="Undo").click()
    expect(row(page, "wallet-2")).to_have_count(0)
    assert block(server, "wallet-2", page="tea") is None


def test_a_copy_whose_response_is_lost_is_created_once(open_console, server):
    copy_of_mall(server)
    page = open_console("ming", path=MALL)
    expected(page, "ERR_")
    lost = []

    def lose(route):
        if lost:
            return route.continue_()
        lost.append(route.fetch().status)
        route.abort()

    page.route("**/copy", lose)
    dialog = open_copy(page)
    dialog.get_by_label("Page", exact=True).select_option("tea")
    dialog.get_by_role("button", name="Copy", exact=True).click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    assert lost == [201]
    dialog.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator(".toast").filter(has_text="is in the draft of “Tea page”.")).to_be_visible()
    assert block(server, "wallet-2", page="tea") and block(server, "wallet-3", page="tea") is None


@pytest.mark.long
def test_operators_who_cannot_edit_are_not_offered_copies_or_settings(open_console, server):
    page = open_console("yan", path=MALL)
    row(page, "wallet").get_by_role("button", name=re.compile("^More")).click()
    expect(page.get_by_role("menuitem", name="Copy to a page…")).to_be_disabled()
    expect(page.get_by_role("menuitem", name="History")).to_be_enabled()
    page.keyboard.press("Escape")
    for code in ("wallet", "otc"):
        row(page, code).get_by_role("checkbox").check()
    tools = page.get_by_role("toolbar", name="Selected sections")
    expect(tools).to_contain_text("2 sections selected")
    expect(tools.get_by_role("button", name="Time and audience…")).to_have_count(0)


# Several sections


def choose(page, *codes):
    for code in codes:
        row(page, code).get_by_role("checkbox").check()


def open_several(page):
    page.get_by_role("toolbar", name="Selected sections").get_by_role("button", name="Time and audience…").click()
    return page.get_by_role("dialog", name=re.compile("sections: time and audience"))


def part(dialog, what):
    return dialog.get_by_role("checkbox", name=re.compile(f"Change: {what}"))


def test_several_sections_get_an_end_and_an_audience_in_one_revision(open_console, server):
    assert (
        server.api(
            "PATCH", "/api/pages/mall/live/blocks/wallet", {"from": "2030-01-01T00:00:00Z", "audience": {"platforms": ["web"]}}
        ).status
        == 200
    )
    before = {code: block(server, code) for code in ("wallet", "otc", "marquee")}
    page = open_console("ming", path=MALL)
    choose(page, "wallet", "otc")
    dialog = open_several(page)
    change = dialog.get_by_role("button", name="Change 2 sections")
    expect(change).to_be_disabled()
    expect(dialog.get_by_label("Until", exact=True)).to_be_hidden()
    part(dialog, "end").check()
    dialog.get_by_label("Until", exact=True).fill("2031-01-01T08:00")
    part(dialog, "who sees it").check()
    dialog.get_by_role("checkbox", name="iOS").check()
    change.click()
    expect(page.locator(".toast").filter(has_text="2 sections changed")).to_be_visible()
    expect(dialog).to_have_count(0)
    wanted = {"until": "2031-01-01T00:00:00.000Z", "audience": {"platforms": ["ios"]}}
    assert {code: block(server, code) for code in before} == {
        "wallet": before["wallet"] | wanted,
        "otc": before["otc"] | wanted,
        "marquee": before["marquee"],
    }
    expect(row(page, "otc")).to_contain_text("Targeted")
    newest = server.api("GET", "/api/pages/mall/revisions").data["revisions"][0]
    assert newest["cause"] == "blocks.change" and sorted(newest["changes"]["changed"]) == ["otc", "wallet"]
    # All changes are undone in one step.
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(row(page, "otc")).not_to_contain_text("Targeted")
    saved(page)
    assert {code: block(server, code) for code in before} == before
    page.get_by_title("Redo: Set when and to whom 2 sections are shown").click()
    saved(page)
    assert block(server, "otc") == before["otc"] | wanted


@pytest.mark.long
def test_settings_are_changed_by_keyboard_and_unselected_ones_stay(open_console, server):
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"until": "2031-01-01T00:00:00Z"}).status == 200
    page = open_console("ming", path=MALL)
    row(page, "wallet").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+F10")
    page.get_by_role("menuitem", name="Time and audience…").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="2 sections: time and audience")
    expect(dialog).to_contain_text("different now")
    part(dialog, "visibility").focus()
    page.keyboard.press("Space")
    dialog.get_by_role("radio", name="Hide").check()
    # Settings that were typed and then deselected are not sent.
    part(dialog, "end").check()
    dialog.get_by_label("Until", exact=True).fill("2032-01-01T08:00")
    part(dialog, "end").uncheck()
    dialog.get_by_role("button", name="Change 2 sections").press("Enter")
    expect(page.locator(".toast").filter(has_text="2 sections changed")).to_be_visible()
    assert block(server, "wallet")["enabled"] is False and block(server, "wallet")["until"] == "2031-01-01T00:00:00.000Z"


@pytest.mark.long
def test_issues_are_reported_by_name_and_nothing_is_changed(open_console, server):
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"from": "2030-06-01T00:00:00Z"}).status == 200
    before = block(server, "wallet"), block(server, "otc")
    page = open_console("ming", path=MALL)
    expected(page, "status of 422")
    choose(page, "otc", "wallet")
    dialog = open_several(page)
    part(dialog, "end").check()
    dialog.get_by_label("Until", exact=True).fill("2030-01-01T08:00")
    dialog.get_by_role("button", name="Change 2 sections").click()
    faults = dialog.get_by_role("alert").filter(has_text="Nothing was changed, because of these sections:")
    expect(faults.get_by_role("listitem")).to_have_count(1)
    expect(faults).to_contain_text(f"“{WALLET}”")
    expect(faults).not_to_contain_text(PHARMACY)
    assert (block(server, "wallet"), block(server, "otc")) == before
    part(dialog, "beginning").check()
    dialog.get_by_label("From", exact=True).fill("2030-02-01T08:00")
    dialog.get_by_role("button", name="Change 2 sections").click()
    expect(dialog.get_by_text("It has to end after it begins.")).to_be_visible()
    expect(dialog.get_by_label("Until", exact=True)).to_be_focused()
    dialog.get_by_label("From", exact=True).fill("2029-12-01T08:00")
    dialog.get_by_role("button", name="Change 2 sections").click()
    expect(page.locator(".toast").filter(has_text="2 sections changed")).to_be_visible()
    assert block(server, "wallet")["from"] == block(server, "otc")["from"] == "2029-12-01T00:00:00.000Z"
    # The rejected change is not in the undo history.
    page.get_by_title("Undo: Set when and to whom 2 sections are shown").click()
    saved(page)
    assert (block(server, "wallet"), block(server, "otc")) == before
    expect(page.get_by_title("Undo", exact=True)).to_be_disabled()


@pytest.mark.long
def test_a_section_deleted_by_a_colleague_in_the_meantime_is_omitted(open_console, server):
    page = open_console("ming", path=MALL)
    choose(page, "wallet", "otc")
    dialog = open_several(page)
    part(dialog, "end").check()
    dialog.get_by_label("Until", exact=True).fill("2031-01-01T08:00")
    assert server.api("DELETE", "/api/pages/mall/draft/blocks/otc").status == 200
    expect(row(page, "otc")).to_have_count(0)
    dialog.get_by_role("button", name="Change 2 sections").click()
    expect(page.locator(".toast").filter(has_text="1 section changed")).to_be_visible()
    assert block(server, "wallet")["until"] and block(server, "otc") is None


def test_later_changes_of_a_colleague_are_not_undone(open_console, server):
    page = open_console("ming", path=MALL)
    choose(page, "wallet", "otc")
    dialog = open_several(page)
    part(dialog, "end").check()
    dialog.get_by_label("Until", exact=True).fill("2031-01-01T08:00")
    dialog.get_by_role("button", name="Change 2 sections").click()
    expect(page.locator(".toast").filter(has_text="2 sections changed")).to_be_visible()
    assert (
        server.api(
            "PATCH",
            "/api/pages/mall/draft/blocks",
            {"blocks": ["otc"], "set": {"until": "2032-01-01T00:00:00Z", "enabled": False}},
        ).status
        == 200
    )
    # Changes of several sections by others appear.
    expect(row(page, "otc")).to_contain_text("Hidden")
    page.get_by_title("Undo: Set when and to whom 2 sections are shown").click()
    expect(page.locator(".toast").filter(has_text=f"Someone has changed {PHARMACY} since then")).to_be_visible()
    assert (
        block(server, "wallet")["until"] == "2031-01-01T00:00:00.000Z"
        and block(server, "otc")["until"] == "2032-01-01T00:00:00.000Z"
    )


@pytest.mark.long
def test_live_sections_can_be_set_by_publishers_only_with_a_warning(open_console, server):
    page = open_console("wei", path=MALL)
    page.get_by_role("radio", name="Live").click()
    page.get_by_role("dialog").get_by_role("button", name="Edit live directly").click()
    choose(page, "wallet", "otc")
    dialog = open_several(page)
    expect(dialog).to_contain_text("This takes effect for users at once.")
    part(dialog, "visibility").check()
    dialog.get_by_role("radio", name="Hide").check()
    dialog.get_by_role("button", name="Change 2 sections").click()
    expect(page.locator(".toast").filter(has_text="2 sections changed")).to_be_visible()
    assert block(server, "wallet", "live")["enabled"] is False
    page.get_by_title("Undo: Set when and to whom 2 sections are shown").click()
    eventually(lambda: block(server, "otc", "live")["enabled"])


@pytest.mark.long
def test_without_a_connection_the_change_waits_and_is_sent_later(open_console, server):
    page = open_console("ming", path=MALL)
    expected(page, "ERR_")
    choose(page, "wallet", "otc")
    dialog = open_several(page)
    part(dialog, "visibility").check()
    dialog.get_by_role("radio", name="Hide").check()
    page.context.set_offline(True)
    dialog.get_by_role("button", name="Change 2 sections").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("Not connected: 1 change waits")).to_be_visible()
    expect(row(page, "wallet")).to_contain_text("Hidden")
    assert block(server, "wallet")["enabled"] is True
    page.context.set_offline(False)
    saved(page)
    assert block(server, "wallet")["enabled"] is False and block(server, "otc")["enabled"] is False


@pytest.mark.long
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_both_dialogs_in_chinese_on_a_phone_fit_and_are_accessible(open_console, server, theme):
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"until": "2031-01-01T00:00:00Z"}).status == 200
    page = open_console("ming", language="zh", theme=theme, path=MALL, **PHONE)
    row(page, "wallet").get_by_role("button", name=re.compile("更多操作")).tap()
    page.get_by_role("menuitem", name="选择").tap()
    row(page, "otc").get_by_role("checkbox").check()
    page.get_by_role("toolbar", name="批量操作").get_by_role("button", name="展示时间与人群…").tap()
    dialog = page.get_by_role("dialog", name="2 个版块：展示时间与人群")
    boxes = dialog.get_by_role("checkbox", name=re.compile("^修改"))
    expect(boxes).to_have_count(4)
    for box in boxes.all():
        box.check()
    expect(dialog.get_by_label("结束时间", exact=True)).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="取消选择").tap()
    row(page, "wallet").get_by_role("button", name=re.compile("更多操作")).tap()
    page.get_by_role("menuitem", name="复制到页面…").tap()
    expect(page.get_by_role("dialog", name=f"复制“{WALLET}”到页面").get_by_text("复制哪个版本")).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
