"""A change from its request to its rollback: an editor, a head with a phone, and a live change in between."""

import io
import time

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, document_of
from conftest import PHONE, expected
from harness import eventually

MALL = "/admin/pages/mall"
BYPASS = {"HomeBlocks-Bypass": "Outage"}
# A phone with 4G: bytes per second and milliseconds.
FOUR_G = {"offline": False, "downloadThroughput": 9_000_000 / 8, "uploadThroughput": 9_000_000 / 8, "latency": 170}


class Clock:
    """Notes when each step of the story was done."""

    def __init__(self):
        self.start = time.monotonic()
        self.steps = []

    def note(self, step):
        self.steps.append((time.monotonic() - self.start, step))


def scanned(code):
    """Returns the address in a code on the screen."""
    import zxingcpp
    from PIL import Image

    [result] = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
    return result.text


def over_4g(page):
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", FOUR_G)


def later(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + seconds))


def request_again(server, at=None):
    """Requests a review of another time over the API."""
    requested = server.api("POST", "/api/pages/mall/draft/review", {"message": "双十一", "at": at})
    assert requested.status == 201, requested.body


@pytest.mark.long
@pytest.mark.both_engines
def test_a_head_approves_by_scanning_a_code_and_a_rollback_needs_no_approval(open_console, server):
    assert server.api("PATCH", "/api/pages/mall", {"review": {"approvals": 1}}).status == 200
    before, clock = server.shown("mall"), Clock()
    moved = server.order("mall")[1]

    editor = open_console("ming", "zh", path=MALL)
    editor.locator(f'[role=row][data-code="{moved}"]').focus()
    editor.keyboard.press("Alt+ArrowUp")
    editor.get_by_role("region", name="草稿", exact=True).get_by_role("button", name="提交审核").click()
    sheet = editor.get_by_role("dialog")
    sheet.get_by_label("发布说明").fill("双十一")
    sheet.get_by_role("button", name="提交审核").click()
    expect(sheet.get_by_role("region", name="审核", exact=True)).to_contain_text("已通过 0/1 人")
    clock.note("an editor requests a review")

    # The head sees the request, and approves it on a phone without an account.
    head = open_console("wei", "zh", path="/admin/pages/music")
    head.get_by_role("button", name="1 个页面待审核").click()
    head.get_by_role("menuitem").filter(has_text="ming提交了审核").click()
    shown = head.get_by_role("dialog").get_by_role("region", name="审核", exact=True)
    shown.get_by_role("button", name="手机扫码预览").click()
    links = head.get_by_role("dialog").last
    expect(links.get_by_role("switch", name="允许审核")).to_be_checked()
    links.get_by_role("button", name="生成链接").click()
    address = scanned(head.get_by_role("img", name="链接二维码"))
    clock.note("their head shows the code of a link")

    phone = open_console(None, "zh", path=None, **PHONE)
    over_4g(phone)
    start = time.monotonic()
    phone.goto(address)
    review = phone.get_by_role("region", name="审核", exact=True)
    expect(phone.locator("main [data-code]").first).to_have_attribute("data-code", moved)
    scan = time.monotonic() - start
    clock.note(f"a phone shows the draft {scan:.1f} s after the scan, over 4G")
    expect(review.get_by_role("button", name="通过", exact=True)).to_be_visible()
    clock.note("and what it changes")
    review.get_by_text("1 处改动").click()
    expect(review.get_by_role("listitem").filter(has_text="移动")).to_have_count(1)
    assert_accessible(phone)
    assert_fits(phone)
    review.get_by_role("radio", name="当前线上").check(force=True)
    expect(phone.locator("main [data-code]").first).to_have_attribute("data-code", before[0])
    review.get_by_role("radio", name="改动后").check(force=True)
    expect(phone.locator("main [data-code]").first).to_have_attribute("data-code", moved)

    # Live changes before the head has approved: what they saw is not what would go live.
    hidden = server.order("mall")[3]
    live = f"/api/pages/mall/live/blocks/{hidden}"
    assert server.api("PATCH", live, {"enabled": False}, headers=BYPASS).status == 200
    expected(phone, r"status of 412")
    review.get_by_role("button", name="通过", exact=True).click()
    expect(review.get_by_role("alert")).to_contain_text("内容刚刚有改动")
    clock.note("live changed in the meantime, so the approval is refused")
    review.get_by_role("button", name="通过", exact=True).click()
    expect(review).to_contain_text("wei")
    expect(review).to_contain_text("通过链接")
    clock.note("the head looks again and approves")

    # The editor wants it tonight instead: the approval does not cover another time.
    at = later(20)
    request_again(server, at)
    head.get_by_role("button", name="关闭").last.click()
    refused = server.api("POST", "/api/pages/mall/draft/publish", {"at": at})
    assert refused.status == 409 and refused.json["type"].endswith(":review-required")
    phone.get_by_role("button", name="刷新").click()
    expect(review).to_contain_text("通过的是另一状态")
    clock.note("another time ends the approval, and says so")
    review.get_by_role("button", name="通过", exact=True).click()
    expect(review.get_by_role("button", name="撤回通过")).to_be_visible()
    planned = server.api("POST", "/api/pages/mall/draft/publish", {"at": at})
    assert planned.status == 201 and planned.data["state"] == "pending", planned.body
    clock.note("approved again, and planned")
    # The draft is gone. The phone shows the page, without a review.
    expected(phone, r"status of 404")
    phone.get_by_role("button", name="刷新").click()
    expect(review).to_have_count(0)
    expect(phone.locator("main [data-code]").first).to_be_visible()
    assert server.shown("mall")[0] == before[0]
    eventually(lambda: server.shown("mall")[0] == moved, seconds=40)
    clock.note("the release takes effect")

    live = server.api("GET", "/api/pages/mall").data["revision"]
    assert hidden not in document_of(server, "mall")
    first = server.api("GET", "/api/pages/mall/revisions?limit=100").data["revisions"][-1]["number"]
    assert first != live
    restored = server.api("POST", f"/api/pages/mall/revisions/{first}/restore", {"message": "Back"})
    assert restored.status == 201, restored.body
    assert server.shown("mall") == before
    clock.note("a rollback takes it back without an approval")
    print("\n".join(f"{seconds:6.1f} s  {step}" for seconds, step in clock.steps))


@pytest.mark.measures
def test_a_phone_shows_a_draft_within_three_seconds_of_the_scan(open_console, server):
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"enabled": False}).status == 200
    link = server.api("POST", "/api/pages/mall/links", {}).data
    phone = open_console(None, "zh", path=None, **PHONE)
    over_4g(phone)
    start = time.monotonic()
    phone.goto(link["url"])
    expect(phone.locator("main [data-code]").first).to_be_visible()
    assert time.monotonic() - start <= 3
