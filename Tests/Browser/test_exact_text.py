"""What a reviewer sees: look-alike and invisible characters, folded fields, and what is new since they looked."""

import pytest
from playwright.sync_api import expect

from acting import assert_accessible
from conftest import expected
from test_reviews import need_approval

MALL = "/admin/pages/mall"
SHOWN = """async (texts) => {
  const { exactText } = await import('/admin/ui/exact-text.js');
  return texts.map((text) => exactText(text).map((node) => (node.nodeType ? `[${node.textContent}]` : node)).join(''));
}"""
EQUAL = """async (pairs) => {
  const { looksEqual } = await import('/admin/ui/exact-text.js');
  return pairs.map(([before, after]) => looksEqual(before, after));
}"""
DIFFERENT = [["Open", "open"], ["m2", "m²"], ["（1）", "(1)"], ["a\nb", "ab"], ["10", "1o"]]
HOSTS = """async (texts) => {
  const { asciiHost } = await import('/admin/ui/exact-text.js');
  return texts.map(asciiHost);
}"""


def reviewing(open_console):
    """Opens the sheet with the changes as a publisher; returns the page and the sheet."""
    page = open_console("wei", path=MALL)
    page.get_by_role("region", name="Draft").get_by_role("button", name="Request a review").click()
    return page, page.get_by_role("dialog")


def test_look_alike_and_invisible_characters_show_their_codes(open_console):
    page = open_console(path=MALL)
    plain = [
        "春茶上新 Spring tea, 50 % off…",
        "满 199 减 40\n第二行",
        "Москва сегодня",
        "Ελλάδα",
        "カタログとトマト",
        "Tシャツ",
        "👨‍👩‍👧 ❤️ 👍🏽",
        "café · naïve",
    ]
    assert page.evaluate(SHOWN, plain) == plain
    marked = {
        "pаypal": "pа[U+0430]ypal",
        "аре": "а[U+0430]р[U+0440]е[U+0435]",
        "Москва pаypal": "Москва pа[U+0430]ypal",
        "二ニ": "二ニ[U+30CB]",
        "a\u200bb": "a[U+200B]b",
        "a\u00a0b": "a[U+00A0]b",
        "\u202egnp.exe": "[U+202E]gnp.exe",
        "ＡＢ": "Ａ[U+FF21]Ｂ[U+FF22]",
        "⼝": "⼝[U+2F1D]",
        "x\U000e0041": "x[U+E0041]",
        "\ufeff": "[U+FEFF]",
        "\u2800": "[U+2800]",
        "Gооglе": "Gо[U+043E]о[U+043E]glе[U+0435]",
        "ᎪᏢᏢᏞᎬ": "".join(f"{one}[U+{ord(one):04X}]" for one in "ᎪᏢᏢᏞᎬ"),
    }
    assert dict(zip(marked, page.evaluate(SHOWN, list(marked)), strict=True)) == marked
    pairs = [
        ["pаypal", "paypal"],
        ["a\u200bb", "ab"],
        ["Il1", "lI1"],
        ["ab", "ac"],
        ["ab", "ab"],
        ["口", "ロ"],
        ["a", None],
        *DIFFERENT,
    ]
    assert page.evaluate(EQUAL, pairs) == [True, True, True, False, False, True, False] + [False] * len(DIFFERENT)
    addresses = ["https://аррӏе.com/x", "https://例子.cn", "https://apple.com/é", "/pictures/é", "not: an é address"]
    assert page.evaluate(HOSTS, addresses) == ["xn--80ak6aa92e.com", "xn--fsqu00a.cn", None, None, None]


@pytest.mark.both_engines
def test_a_reviewer_sees_every_field_and_what_is_new_since_they_looked(open_console, server):
    need_approval(server)
    block = server.api("GET", "/api/pages/mall/draft/blocks/wallet").data
    texts = block["content"]
    texts["uiElement"] = {"mainTitle": {"title": "Wаllet"}}
    texts["trackingTag"] = "summer"
    draft = "/api/pages/mall/draft/blocks"
    assert server.api("PATCH", f"{draft}/wallet", {"content": texts}).status == 200
    added = {"blockCode": "tea", "showType": block["showType"], "content": {**block["content"], "hidden": "one\u200btwo"}}
    assert server.api("POST", draft, added).status == 201
    page, sheet = reviewing(open_console)
    wallet = sheet.locator("details[data-code=wallet]")
    expect(wallet.locator("ins").filter(has_text="Wа").first).to_contain_text("U+0430")
    # Fields without a title are open, and named.
    expect(wallet.get_by_text("trackingTag").first).to_be_visible()
    expect(wallet.locator("ins").filter(has_text="summer")).to_be_visible()
    # A new section is shown in full.
    expect(sheet.locator("details[data-code=tea] pre")).to_contain_text("oneU+200Btwo")
    assert_accessible(page)
    said = sheet.get_by_role("region", name="Review", exact=True)
    said.get_by_role("button", name="Approve", exact=True).click()
    expect(said).to_contain_text("wei approved this")

    # An edit ends the approval. What is new is shown in place.
    assert server.api("PATCH", f"{draft}/otc", {"enabled": False}).status == 200
    expect(said).to_contain_text("wei approved another state")
    expect(said.get_by_role("button", name="Approve", exact=True)).to_be_visible()
    expect(sheet.locator("details[data-code]")).to_have_count(3)
    said.get_by_role("radio", name="Since you last looked").check()
    expect(sheet.locator("details[data-code]")).to_have_count(1)
    expect(sheet.locator("details[data-code=otc]")).to_be_visible()
    said.get_by_role("radio", name="All").check()
    expect(sheet.locator("details[data-code]")).to_have_count(3)


@pytest.mark.both_engines
def test_a_reviewer_cannot_approve_a_state_that_is_not_shown(open_console, server):
    need_approval(server)
    draft = "/api/pages/mall/draft/blocks"
    assert server.api("PATCH", f"{draft}/wallet", {"enabled": False}).status == 200
    page, sheet = reviewing(open_console)
    said = sheet.get_by_role("region", name="Review", exact=True)
    approve = said.get_by_role("button", name="Approve", exact=True)
    expect(approve).to_be_visible()
    # The changes cannot be loaded, but the review can.
    page.route("**/draft/diff", lambda route: route.fulfill(status=503, body="{}", content_type="application/problem+json"))
    expected(page, "status of (412|503)")
    assert server.api("PATCH", f"{draft}/otc", {"enabled": False}).status == 200
    approve.click()
    expect(page.get_by_text("This was changed in the meantime.").first).to_be_visible()
    expect(sheet.get_by_role("button", name="Try again")).to_be_visible()
    expect(approve).to_have_count(0)
    page.unroute("**/draft/diff")
    sheet.get_by_role("button", name="Try again").click()
    expect(sheet.locator("details[data-code=otc]")).to_be_visible()
    approve.click()
    expect(said).to_contain_text("wei approved this")


@pytest.mark.long
@pytest.mark.both_engines
def test_a_reviewer_sees_the_time_that_is_requested_while_they_look(open_console, server):
    need_approval(server)
    draft, review = "/api/pages/mall/draft/blocks", "/api/pages/mall/draft/review"
    assert server.api("PATCH", f"{draft}/wallet", {"enabled": False}).status == 200
    assert server.api("PATCH", f"{draft}/otc", {"enabled": False}).status == 200
    page, sheet = reviewing(open_console)
    said = sheet.get_by_role("region", name="Review", exact=True)
    approve = said.get_by_role("button", name="Approve", exact=True)
    expect(approve).to_be_visible()
    # What is chosen here is not what is reviewed.
    sheet.get_by_role("checkbox", name="Publish", exact=False).first.uncheck()
    expect(approve).to_have_count(0)
    expect(said).to_contain_text("Another time or selection needs its own approval")
    sheet.get_by_role("checkbox", name="All changes").check()
    expect(approve).to_be_visible()
    plan = {"at": "2031-01-01T00:00:00Z", "only": {"blocks": ["otc"]}}
    assert server.api("POST", review, plan).status == 201
    expected(page, "status of 412")
    approve.click()
    expect(said).to_contain_text("1 Jan 2031")
    expect(said).to_contain_text("Only some of the changes are published.")
    expect(sheet.get_by_role("radio", name="At a time")).to_be_checked()
    expect(sheet.get_by_text("1 of 2 changes chosen")).to_be_visible()
    approve.click()
    expect(said).to_contain_text("wei approved this")


@pytest.mark.long
@pytest.mark.both_engines
def test_a_new_card_is_shown_in_full(open_console, server):
    need_approval(server)
    path = "/api/pages/mall/draft/blocks/middleAd"
    content = server.api("GET", path).data["content"]
    content["extInfo"]["list"].append(
        {"id": 9, "title": "New", "imageUrl": "/assets/mall/tea-fair.svg", "url": "https://shop.example/x"}
    )
    assert server.api("PATCH", path, {"content": content}).status == 200
    _, sheet = reviewing(open_console)
    expect(sheet.locator("details[data-code=middleAd] pre")).to_contain_text("https://shop.example/x")
