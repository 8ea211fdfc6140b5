"""Preview links: creating one in the console, opening it on a phone without an account, and revoking it."""

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits
from conftest import PHONE, expected
from harness.marks import short_and_long

WORDS = {
    "en": (
        "Show on a phone",
        "Create link",
        "Preview of a draft",
        "This preview has ended",
        "Revoke “For Mei”",
        "What it is for",
    ),
    "zh": ("手机扫码预览", "生成链接", "草稿预览", "预览已失效", "撤销“For Mei”", "用途备注"),
}


@pytest.fixture
def draft(server):
    done = server.api("PUT", "/api/pages/mall/draft/order", {"moves": [{"block": "middleAd", "to": "start"}]})
    assert done.status == 200, done.body
    return server


@pytest.mark.parametrize("language", short_and_long("en", "zh"))
def test_an_editor_creates_a_link_that_a_phone_opens_without_an_account(open_console, draft, language):
    show, create, title, ended, revoke, purpose = WORDS[language]
    page = open_console("ming", language=language, path="/admin/pages/mall/preview?compare=draft")
    page.get_by_role("button", name=show).click()
    page.get_by_label(purpose).fill("For Mei")
    with page.expect_response(lambda response: response.request.method == "POST" and response.url.endswith("/links")) as made:
        page.get_by_role("button", name=create).click()
    link = made.value.json()["data"]
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img")).to_be_visible()
    assert_accessible(page)

    phone = open_console(None, language=language, path=None, **PHONE)
    phone.goto(link["url"])
    expect(phone.get_by_text(title, exact=True)).to_be_visible()
    expect(phone.locator("[data-code]").first).to_have_attribute("data-code", "middleAd")
    assert_accessible(phone)
    assert_fits(phone)
    assert phone.evaluate("document.referrer") == "" and link["secret"] not in phone.content()

    # A change of the draft is seen after a refresh, without another link.
    assert draft.api("PATCH", "/api/pages/mall/draft/blocks/middleAd", {"enabled": False}).status == 200
    phone.get_by_role("button").first.click()
    expect(phone.locator("[data-code='middleAd']")).to_have_count(0)

    dialog.get_by_role("button").last.click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name=show).click()
    page.get_by_role("button", name=revoke).click()
    expect(page.get_by_role("button", name=revoke)).to_have_count(0)
    expected(phone, r"status of 404")
    phone.get_by_role("button").first.click()
    expect(phone.get_by_text(ended)).to_be_visible()


@pytest.mark.long
def test_a_viewer_is_not_offered_links(open_console, draft):
    page = open_console("yan", path="/admin/pages/mall/preview")
    expect(page.get_by_role("heading", name="Preview", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Show on a phone")).to_have_count(0)


@pytest.mark.long
def test_a_link_that_cannot_be_revoked_says_so_and_stays(open_console, draft):
    assert draft.api("POST", "/api/pages/mall/links", {"label": "For Mei"}).status == 201
    page = open_console("ming", path="/admin/pages/mall/preview?at=2031-01-01T00:00:00.000Z")
    page.route("**/mall/links/*", lambda route: route.fulfill(status=503, body="{}", content_type="application/problem+json"))
    expected(page, r"status of 503")
    page.get_by_role("button", name="Show on a phone").click()
    expect(page.get_by_text("At what time").last).to_be_visible()
    page.get_by_role("button", name="Revoke “For Mei”").click()
    expect(page.get_by_role("region", name="Messages").get_by_text("Try again in a moment.")).to_be_visible()
    expect(page.get_by_role("button", name="Revoke “For Mei”")).to_be_enabled()


def test_a_link_without_a_secret_says_that_it_is_incomplete(open_console, draft):
    phone = open_console(None, path=None, **PHONE)
    phone.goto(f"{draft.url}/preview")
    expect(phone.get_by_text("The link is incomplete")).to_be_visible()
