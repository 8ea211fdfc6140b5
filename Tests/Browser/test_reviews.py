"""Reviews in the console: an editor requests one, a head approves on a phone, an administrator bypasses it."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, document_of
from conftest import PHONE, expected
from harness.marks import short_and_long
from views import MANAGE

pytestmark = pytest.mark.both_engines

MALL = "/admin/pages/mall"
BYPASS = {"HomeBlocks-Bypass": "Outage"}
# The texts that the tests look for.
WORDS = {
    "en": {
        "bar": "Draft",
        "request": "Request a review",
        "again": "Request again",
        "message": "What is this about?",
        "review": "Review",
        "none": "0 of 1 approvals",
        "bell": "1 page waits for a review",
        "item": "ming requested a review",
        "approve": "Approve",
        "approved": "Approved",
        "publish": "Publish now",
        "own": "You are an author of this change",
    },
    "zh": {
        "bar": "草稿",
        "request": "提交审核",
        "again": "重新提交审核",
        "message": "发布说明",
        "review": "审核",
        "none": "已通过 0/1 人",
        "bell": "1 个页面待审核",
        "item": "ming提交了审核",
        "approve": "通过",
        "approved": "已通过",
        "publish": "立即发布",
        "own": "您参与了本次修改",
    },
}


def row(page, code):
    return page.locator(f'[role=row][data-code="{code}"]')


def need_approval(server):
    assert server.api("PATCH", "/api/pages/mall", {"review": {"approvals": 1}}).status == 200


def draft_of(server):
    return server.api("GET", "/api/pages/mall/draft/order").data["order"]


@pytest.mark.parametrize("language", short_and_long("en", "zh"))
def test_an_editor_requests_a_review_and_their_head_approves_it_on_a_phone(open_console, server, language):
    need_approval(server)
    words = WORDS[language]
    editor = open_console("ming", language, path=MALL)
    moved = server.order("mall")[1]
    row(editor, moved).focus()
    editor.keyboard.press("Alt+ArrowUp")
    bar = editor.get_by_role("region", name=words["bar"], exact=True)
    bar.get_by_role("button", name=words["request"]).click()
    sheet = editor.get_by_role("dialog")
    sheet.get_by_label(words["message"]).fill("Tea first <b>")
    sheet.get_by_role("button", name=words["request"]).click()
    said = sheet.get_by_role("region", name=words["review"], exact=True)
    expect(said).to_contain_text(words["none"])
    expect(said).to_contain_text(words["own"])
    expect(said.get_by_role("button", name=words["approve"], exact=True)).to_have_count(0)
    assert_accessible(editor)

    head = open_console("wei", language, path="/admin/pages/music", **PHONE)
    head.get_by_role("button", name=words["bell"]).click()
    head.get_by_role("menuitem").filter(has_text=words["item"]).click()
    shown = head.get_by_role("dialog").get_by_role("region", name=words["review"], exact=True)
    expect(shown).to_contain_text("Tea first <b>")
    publish = head.get_by_role("dialog").get_by_role("button", name=words["publish"], exact=True)
    expect(publish).to_be_disabled()
    assert_fits(head)
    assert_accessible(head)
    shown.get_by_role("button", name=words["approve"], exact=True).click()
    expect(shown).to_contain_text(words["approved"])
    expect(publish).to_be_enabled()

    # A live change ends the approval, because it replaces another state.
    changed = server.api("PATCH", "/api/pages/mall/live/blocks/marquee", {"enabled": False}, headers=BYPASS)
    assert changed.status == 200, changed.body
    expect(shown).to_contain_text(words["none"])
    expect(publish).to_be_disabled()
    shown.get_by_role("button", name=words["approve"], exact=True).click()
    expect(publish).to_be_enabled()
    assert server.order("mall")[0] != moved
    publish.click()
    expect(head.get_by_role("dialog")).to_have_count(0)
    assert server.order("mall")[0] == moved
    expect(head.get_by_role("button", name=words["bell"])).to_have_count(0)


def test_an_objection_needs_a_text_and_stops_the_change(open_console, server):
    need_approval(server)
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/marquee", {"enabled": False}).status == 200
    page = open_console("wei", path=MALL)
    page.get_by_role("region", name="Draft").get_by_role("button", name="Request a review").click()
    said = page.get_by_role("dialog").get_by_role("region", name="Review", exact=True)
    said.get_by_role("button", name="Approve", exact=True).click()
    expect(said).to_contain_text("wei approved this")
    said.get_by_role("button", name="Withdraw my approval").click()
    said.get_by_role("button", name="Object…").click()
    form = page.get_by_role("dialog", name="Object…")
    form.get_by_role("button", name="Object…").click()
    expect(form.get_by_text("Write what is wrong.")).to_be_visible()
    form.get_by_label("What is wrong?").fill("The date is wrong")
    form.get_by_role("button", name="Object…").click()
    expect(said).to_contain_text("The date is wrong")
    expect(page.get_by_role("dialog").get_by_role("button", name="Publish now")).to_be_disabled()
    said.get_by_role("button", name="Withdraw my objection").click()
    expect(said).to_contain_text("0 of 1 approvals")


def test_an_administrator_sets_the_review_and_bypasses_it_with_a_reason(open_console, server):
    page = open_console(path=MANAGE["pages"])
    title = next(line["title"] for line in server.api("GET", "/api/pages").data if line["page"] == "mall")
    page.get_by_role("button", name=f"More for {title}").click()
    page.get_by_role("menuitem", name="Review…").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Approvals that changes need").select_option("1")
    form.get_by_role("button", name="Save").click()
    expect(form).to_have_count(0)
    assert server.api("GET", "/api/pages/mall").data["review"]["approvals"] == 1

    assert server.api("PATCH", "/api/pages/mall/draft/blocks/marquee", {"enabled": False}).status == 200
    expected(page, "status of 409")
    page.goto(server.url + MALL)
    page.get_by_role("region", name="Draft").get_by_role("button", name="Request a review").click()
    page.get_by_role("button", name="Publish now", exact=True).click()
    reason = page.get_by_role("dialog", name="Bypass the review?")
    assert_accessible(page)
    reason.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("alert").filter(has_text="needs its own approval")).to_be_visible()
    assert "marquee" in document_of(server, "mall")
    page.get_by_role("button", name="Publish now", exact=True).click()
    reason.get_by_role("button", name="Bypass the review").click()
    expect(reason.get_by_text("Write why it cannot wait.")).to_be_visible()
    reason.get_by_label("Why can it not wait?").fill("中午的活动")
    reason.get_by_role("button", name="Bypass the review").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert "marquee" not in document_of(server, "mall")
    page.goto(server.url + MANAGE["audit"])
    expect(page.get_by_role("listitem").filter(has_text="bypassed the review")).to_be_visible()


@pytest.mark.long
def test_a_planned_release_that_a_live_change_met_waits_in_the_schedule_until_it_is_approved(open_console, server):
    need_approval(server)
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/marquee", {"enabled": False}).status == 200
    plan = {"at": "2031-01-01T00:00:00Z"}
    assert server.api("POST", "/api/pages/mall/draft/publish", plan, headers=BYPASS).status in (200, 201)
    changed = server.api("PATCH", "/api/pages/mall/live/blocks/wallet", {"enabled": False}, headers=BYPASS)
    assert changed.status == 200
    page = open_console("wei", path=f"{MALL}/schedule")
    expect(page.get_by_text("Waits for approval").first).to_be_visible()
    page.get_by_role("button", name="1 page waits for a review").click()
    page.get_by_role("menuitem").filter(has_text="a planned release waits").click()
    page.get_by_role("button", name=re.compile("^Change…")).first.click()
    said = page.get_by_role("dialog").get_by_role("region", name="Review", exact=True)
    said.get_by_role("button", name="Approve", exact=True).click()
    expect(said).to_contain_text("Approved")
    page.get_by_role("dialog").get_by_text("Close", exact=True).click()
    expect(page.get_by_text("Waits for approval")).to_have_count(0)
