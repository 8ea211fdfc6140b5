"""The phone next to the list: it shows the page, follows every change, and does not execute content."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits
from conftest import PHONE, expected

PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="


def phone(page):
    return page.get_by_role("region", name=re.compile("^(Phone with|手机预览：)"))


def section(page, code):
    return phone(page).locator(f"[data-code='{code}']")


def codes(page):
    return phone(page).locator("[data-code]").evaluate_all("all => all.map(one => one.dataset.code)")


def expect_codes(page, wanted):
    sections = phone(page).locator("[data-code]")
    expect(sections).to_have_count(len(wanted))
    for place, code in enumerate(wanted):
        expect(sections.nth(place)).to_have_attribute("data-code", code)


def document_codes(server, page, query=""):
    response = server.api("GET", f"/api/pages/{page}/draft/homepage?{query}")
    return [block["blockCode"] for block in response.json["data"]["blocks"]]


def row(page, code):
    return page.locator(f"[role=row][data-code='{code}']")


STARTER_PAGES = [
    (
        "music",
        [
            "为你挑选 For You",
            "傍晚六点的海风",
            "纸船与灯塔",
            "南屿 South Isle",
            "天台日落弹唱",
            "灯塔看守人日记",
            "林间白噪音",
            "雪山音乐节",
        ],
    ),
    (
        "mall",
        [
            "春茶节今日开场",
            "September Carnival",
            "登录后查看余额与优惠券",
            "手机充值",
            "1.8万 人在看",
            "巷口面馆 Noodle Bar",
            "猜你喜欢",
        ],
    ),
    ("news", ["云端邮差", "Abyss Radio 评测", "8.5", "2:18", "评测"]),
    ("moments", ["阿柚 Yuzu", "今年最后一次看海", "望潮湾 Tidewatch Bay", "没有调色"]),
    ("demo", ["日出 Sunrise", "你好，世界 Hello, world.", "慢慢来", "黄昏里的灯塔 A lighthouse at dusk"]),
]


def test_every_starter_page_is_shown_like_in_the_app(open_console, server):
    page = open_console("yan", language="zh", path=None)
    for slug, words in STARTER_PAGES:
        page.goto(f"{server.url}/admin/pages/{slug}")
        expect_codes(page, document_codes(server, slug))
        for word in words:
            expect(phone(page)).to_contain_text(word)
        # No layout is shown by the placeholder for unknown layouts, and no text is a JavaScript artifact.
        expect(phone(page).locator(".phone-generic")).to_have_count(0)
        assert not re.search(r"undefined|\[object|NaN|phone\.", phone(page).inner_text())
        expect(phone(page).locator("a")).to_have_count(0)


@pytest.mark.long
def test_a_move_is_shown_immediately_and_confirmed_by_the_servers_document(open_console, server):
    page = open_console("ming", path="/admin/pages/demo")
    expect_codes(page, ["gridOne", "textOne", "centerTextOne", "imageOne"])
    # The phone does not wait for a slow server.
    held = []
    page.route("**/draft/order*", lambda route: held.append(route) if route.request.method == "PUT" else route.continue_())
    row(page, "imageOne").focus()
    with page.expect_request("**/draft/order*"):
        page.keyboard.press("Alt+Home")
    expect_codes(page, ["imageOne", "gridOne", "textOne", "centerTextOne"])
    assert server.api("GET", "/api/pages/demo/draft/order").json["data"]["order"][0] == "gridOne"
    expect(row(page, "imageOne")).to_be_focused()
    with page.expect_response("**/draft/homepage*"):
        held.pop().continue_()
    assert codes(page) == document_codes(server, "demo") == ["imageOne", "gridOne", "textOne", "centerTextOne"]


@pytest.mark.long
def test_changes_of_others_are_shown_without_scrolling(open_console, server):
    page = open_console("ming", path="/admin/pages/music")
    expect(section(page, "HOMEPAGE_BLOCK_VIDEO_PLAYLIST")).to_be_attached()
    phone(page).evaluate("screen => { screen.scrollTop = 400; }")
    server.api(
        "PATCH",
        "/api/pages/music/draft/blocks/HOMEPAGE_BLOCK_MGC_PLAYLIST",
        {"content": {"uiElement": {"subTitle": {"title": "Radar of the week"}}}},
    )
    expect(phone(page)).to_contain_text("Radar of the week")
    assert phone(page).evaluate("screen => screen.scrollTop") == 400
    server.api("PATCH", "/api/pages/music/draft/blocks/HOMEPAGE_BLOCK_MGC_PLAYLIST", {"enabled": False})
    expect(section(page, "HOMEPAGE_BLOCK_MGC_PLAYLIST")).to_have_count(0)


@pytest.mark.long
def test_the_scroll_position_of_a_row_is_kept_when_its_section_moves(open_console, server):
    page = open_console("ming", path="/admin/pages/music")
    track = section(page, "HOMEPAGE_BLOCK_PLAYLIST_RCMD").locator("[data-sideways]")
    track.evaluate("track => { track.scrollLeft = 200; }")
    kept = track.evaluate("track => track.scrollLeft")
    assert kept > 0
    server.api("PUT", "/api/pages/music/draft/order", {"moves": [{"block": "HOMEPAGE_BLOCK_PLAYLIST_RCMD", "to": "start"}]})
    expect(phone(page).locator("[data-code]").first).to_have_attribute("data-code", "HOMEPAGE_BLOCK_PLAYLIST_RCMD")
    assert track.evaluate("track => track.scrollLeft") == kept


@pytest.mark.long
def test_a_section_is_selected_by_mouse_by_keyboard_and_from_the_list(open_console):
    page = open_console("ming", path="/admin/pages/mall")
    choose = lambda name: phone(page).get_by_role("button", name=f"Choose section: {name}")
    section(page, "shoppingCarnival").get_by_text("购物狂欢节 Carnival").click()
    expect(choose("购物狂欢节 Carnival")).to_have_attribute("aria-pressed", "true")
    expect(row(page, "shoppingCarnival")).to_have_attribute("aria-selected", "true")
    choose("直播好物 Live").focus()
    page.keyboard.press("Enter")
    expect(choose("直播好物 Live")).to_have_attribute("aria-pressed", "true")
    expect(choose("购物狂欢节 Carnival")).to_have_attribute("aria-pressed", "false")
    expect(row(page, "broadcast")).to_have_attribute("aria-selected", "true")
    # A section selected in the list is outlined and scrolled to.
    phone(page).evaluate("screen => { screen.scrollTop = 0; }")
    row(page, "localService").focus()
    expect(choose("附近服务 Nearby")).to_have_attribute("aria-pressed", "true")
    expect(section(page, "localService")).to_be_in_viewport(ratio=0.9)


@pytest.mark.long
def test_the_section_with_an_open_editor_is_outlined_and_visible(open_console):
    page = open_console("ming", path="/admin/pages/mall/blocks/localService")
    choose = phone(page).get_by_role("button", name="Choose section: 附近服务 Nearby")
    expect(choose).to_have_attribute("aria-pressed", "true")
    expect(phone(page).get_by_role("button", pressed=True)).to_have_count(1)
    expect(section(page, "localService")).to_be_in_viewport(ratio=0.9)


@pytest.mark.long
def test_hidden_sections_are_listed_with_their_reason(open_console, server):
    at = "2031-02-01T00:00:00Z"
    server.api("PATCH", "/api/pages/mall/draft/blocks/otc", {"from": at})
    server.api("PATCH", "/api/pages/mall/draft/blocks/middleAd", {"until": "2024-02-01T00:00:00Z"})
    server.api("PATCH", "/api/pages/mall/draft/blocks/marquee", {"enabled": False})
    server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"audience": {"platforms": ["ios"]}})
    page = open_console("ming", path="/admin/pages/mall")
    summary = page.get_by_text("9 of 15 sections shown")
    expect(summary).to_be_visible()
    expect(section(page, "marquee")).to_have_count(0)
    summary.click()
    for words in ("Scheduled from 1 Feb 2031, 08:00", "Ended 1 Feb 2024, 08:00", "Hidden", "For another audience"):
        expect(page.get_by_role("button", name=re.compile(f"{words}$"))).to_have_count(1)
    expect(page.get_by_role("button", name=re.compile("Has nothing to show$"))).to_have_count(2)
    page.get_by_role("button", name=re.compile("For another audience$")).click()
    expect(row(page, "wallet")).to_have_attribute("aria-selected", "true")


@pytest.mark.long
def test_the_selected_audience_is_applied_and_remembered(open_console, server):
    page = open_console("ming", path="/admin/pages/music")
    expect(section(page, "HOMEPAGE_BANNER")).to_be_attached()
    expect(section(page, "HOMEPAGE_BLOCK_LAB_PLAYLIST")).to_have_count(0)
    page.get_by_text("Any user").click()
    page.get_by_role("radio", name="iOS").check(force=True)
    page.get_by_label("App version").fill("nine")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Enter a version such as 9.1 or 9.1.0.")).to_be_visible()
    expect(section(page, "HOMEPAGE_BLOCK_LAB_PLAYLIST")).to_have_count(0)
    page.get_by_label("App version").fill("9.1")
    expect(section(page, "HOMEPAGE_BLOCK_LAB_PLAYLIST")).to_have_count(1)
    page.reload()
    expect(page.get_by_text("iOS 9.1")).to_be_visible()
    expect(section(page, "HOMEPAGE_BLOCK_LAB_PLAYLIST")).to_have_count(1)
    full = page.get_by_role("link", name="Full preview")
    expect(full).to_have_attribute("href", "/admin/pages/music/preview?platform=ios&appVersion=9.1")
    page.get_by_text("iOS 9.1").click()
    page.get_by_role("button", name="Reset").click()
    expect(section(page, "HOMEPAGE_BLOCK_LAB_PLAYLIST")).to_have_count(0)
    expect(page.get_by_role("radio", name="Unknown")).to_be_checked()


def test_untrusted_content_is_shown_as_text_and_not_executed(open_console, server):
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    entries = [
        {"id": 1, "title": evil, "imageUrl": "javascript:alert(3)", "url": "javascript:alert(4)"},
        {"id": 2, "title": "Plain", "imageUrl": PIXEL, "url": "https://elsewhere.example/"},
        {"id": 3, "title": "Gone", "imageUrl": "/assets/demo/no-such-picture.svg", "url": "x"},
        {"id": 4, "title": "Text as a picture", "imageUrl": "data:text/html,%3Cscript%3Ealert(5)%3C/script%3E", "url": "x"},
    ]

    def write(entries):
        return server.api(
            "PATCH",
            "/api/pages/demo/draft/blocks/gridOne",
            {"content": {"uiElement": {"subTitle": {"title": evil}}, "extInfo": {"list": entries}}},
        )

    assert write(entries).status == 422
    fine = [entry | {"imageUrl": "/assets/demo/balloons.svg", "url": "/x"} for entry in entries]
    assert write(fine).status == 200

    def with_addresses(route):
        """The document with URLs that the server no longer accepts."""
        reply = route.fetch()
        document = reply.json()
        for block in document["data"]["blocks"]:
            if block["blockCode"] == "gridOne":
                for card, entry in zip(block["extInfo"]["list"], entries):
                    card |= {"imageUrl": entry["imageUrl"], "url": entry["url"]}
        route.fulfill(response=reply, json=document)

    page = open_console("ming", path=None)
    page.route("**/draft/homepage*", with_addresses)
    expected(page, r"no-such-picture")
    page.on("dialog", lambda dialog: pytest.fail("a script of the content ran"))
    page.goto(server.url + "/admin/pages/demo")
    grid = section(page, "gridOne")
    expect(grid.get_by_text(evil)).to_have_count(2)
    expect(grid.locator("script")).to_have_count(0)
    expect(grid.locator("img")).to_have_count(1)
    expect(grid.locator(".phone-pic-none")).to_have_count(3)
    grid.get_by_text("Plain").click()
    expect(row(page, "gridOne")).to_have_attribute("aria-selected", "true")
    # The link of a card is not followed: a click opens the card's form.
    expect(page).to_have_url(server.url + "/admin/pages/demo/blocks/gridOne")


@pytest.mark.long
def test_an_empty_page_has_a_message(open_console, server):
    server.api("POST", "/api/pages", {"page": "bare", "title": "Bare"})
    page = open_console("ming", path="/admin/pages/bare")
    expect(phone(page).get_by_role("heading", name="Nothing to see here")).to_be_visible()


@pytest.mark.long
def test_a_failure_is_reported_in_the_phone_and_can_be_retried(open_console, server):
    page = open_console("ming", path=None)
    expected(page, r"status of 503")
    failing = [True]
    page.route(
        "**/draft/homepage*",
        lambda route: (
            route.fulfill(
                status=503,
                content_type="application/problem+json",
                body='{"status":503,"title":"Unavailable","detail":"Come back soon."}',
            )
            if failing[0]
            else route.continue_()
        ),
    )
    page.goto(server.url + "/admin/pages/demo")
    expect(phone(page).get_by_text("The server is busy")).to_be_visible()
    # The list still works.
    expect(row(page, "gridOne")).to_be_visible()
    failing.clear()
    failing.append(False)
    phone(page).get_by_role("button", name="Try again").click()
    expect(section(page, "gridOne")).to_be_attached()
    expect(phone(page).get_by_text("The server is busy")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("slug, theme", [("music", "light"), ("mall", "dark"), ("moments", "light"), ("news", "dark")])
def test_the_phone_is_accessible(open_console, slug, theme):
    page = open_console("ming", theme=theme, path=f"/admin/pages/{slug}")
    expect(phone(page).locator("[data-code]").first).to_be_visible()
    assert_accessible(page, within=".phone-pane")


@pytest.mark.long
def test_the_phone_fits_a_small_screen(open_console):
    page = open_console("ming", path="/admin/pages/mall", **PHONE)
    page.get_by_role("radio", name="Phone").check(force=True)
    expect(section(page, "marquee")).to_be_visible()
    expect(section(page, "bottomFloat")).to_be_in_viewport()
    assert_fits(page)
    box = phone(page).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
