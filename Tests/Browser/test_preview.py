"""The preview: a page for an audience at an instant, live next to the draft, with the selection in the URL."""

import re
import time
from datetime import datetime

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, hold
from conftest import PHONE
from harness import eventually


@pytest.fixture
def planned(server):
    """The mall with a window, a takeover, a planned release and a draft."""

    def api(method, path, body):
        response = server.api(method, f"/api/pages{path}", body)
        assert response.status in (200, 201), response.body
        return response.json["data"]

    api("PATCH", "/mall/live/blocks/otc", {"from": "2031-03-01T09:00:00+08:00"})
    api("POST", "", {"page": "twelve", "title": "Twelve Twelve", "copyOf": "mall"})
    api("PATCH", "/twelve/live/blocks/shoppingCarnival", {"content": {"uiElement": {"subTitle": {"title": "Only today"}}}})
    api("POST", "/mall/takeovers", {"shows": "twelve", "from": "2031-12-12T00:00:00+08:00", "until": "2031-12-13T00:00:00+08:00"})
    api("PATCH", "/mall/draft/blocks/broadcast", {"enabled": False})
    api("POST", "/mall/draft/publish", {"at": "2031-12-24T18:00:00+08:00", "message": "Christmas Eve"})
    api("PUT", "/mall/draft/order", {"moves": [{"block": "wallet", "to": "start"}]})
    api("PATCH", "/mall/draft/blocks/localService", {"enabled": False})
    api(
        "PATCH",
        "/mall/draft/blocks/middleAd",
        {
            "content": {
                "extInfo": {
                    "list": [
                        {"id": 1, "title": "Another tea", "imageUrl": "/assets/mall/tea-fair.svg", "url": "https://shop.example/"}
                    ]
                }
            }
        },
    )
    api(
        "POST",
        "/mall/draft/blocks?after=marquee",
        {
            "blockCode": "teaWeek",
            "showType": "MALL_AD",
            "content": {
                "extInfo": {
                    "list": [
                        {"id": 1, "title": "Tea week", "imageUrl": "/assets/mall/tea-fair.svg", "url": "https://shop.example/tea"}
                    ]
                }
            },
        },
    )
    return server


def phone(page, side="live"):
    return page.get_by_role("region", name=re.compile(f"^Phone with .*, {side}$"))


def section(page, code, side="live"):
    return phone(page, side).locator(f"[data-code='{code}']")


@pytest.mark.long
def test_the_slider_steps_from_change_to_change(open_console, planned):
    # The page of a takeover has its own planned releases, which apply while it is shown.
    planned.api("PATCH", "/api/pages/twelve/draft/blocks/otherMall", {"enabled": False})
    for at in ("2031-12-12T12:00:00+08:00", "2031-12-20T12:00:00+08:00"):
        assert planned.api("POST", "/api/pages/twelve/draft/publish", {"at": at, "message": "Afternoon"}).status == 201
        planned.api("PATCH", "/api/pages/twelve/draft/blocks/otherService", {"enabled": False})
    page = open_console("yan", path="/admin/pages/mall/preview")
    slider = page.get_by_role("slider", name="Time, by what changes")
    expect(page.get_by_text("Live now: revision")).to_be_visible()
    expect(section(page, "marquee")).to_be_attached()
    expect(section(page, "otc")).to_have_count(0)
    expect(slider).to_have_attribute("max", "5")
    expect(slider).to_have_attribute("aria-valuetext", "Now")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^1 Mar 2031, 09:00, .*appears"))
    expect(section(page, "otc")).to_be_attached()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Taken over by the page “Twelve Twelve” until 13 Dec 2031, 00:00.")).to_be_visible()
    expect(section(page, "shoppingCarnival")).to_contain_text("Only today")
    expect(section(page, "broadcast")).to_be_attached()
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile("^12 Dec 2031, 12:00, “Twelve Twelve”: Revision .* “Afternoon” goes live$")
    )
    page.keyboard.press("End")
    expect(page.get_by_text(re.compile("As planned on 24 Dec 2031, 18:00: revision .* “Christmas Eve” by "))).to_be_visible()
    expect(section(page, "broadcast")).to_have_count(0)
    expect(section(page, "shoppingCarnival")).not_to_contain_text("Only today")
    expect(page).to_have_url(re.compile(r"\?at=2031-12-24T10%3A00%3A00.000Z$"))
    page.get_by_role("button", name="Now", exact=True).last.click()
    expect(section(page, "broadcast")).to_be_attached()
    expect(page).to_have_url(re.compile("/preview$"))


@pytest.mark.long
def test_any_instant_can_be_selected(open_console, planned):
    page = open_console("yan", path=None)
    page.clock.install()
    page.goto(planned.url + "/admin/pages/mall/preview")
    slider = page.get_by_role("slider", name="Time, by what changes")
    expect(slider).to_have_attribute("max", "4")
    # Past changes are no longer listed as upcoming, however long the view has been open.
    page.clock.fast_forward(int((datetime(2031, 3, 2).timestamp() - time.time()) * 1000))
    exact = page.get_by_label("Exact time")
    exact.fill("2031-12-12T15:30")
    expect(slider).to_have_attribute("max", "3")
    expect(page.get_by_text("As planned on 12 Dec 2031, 15:30")).to_be_visible()
    expect(section(page, "shoppingCarnival")).to_contain_text("Only today")
    expect(page).to_have_url(re.compile("at=2031-12-12T07%3A30"))
    expect(phone(page).locator("..")).to_contain_text("15:30")


@pytest.mark.long
def test_a_link_shows_the_same_preview_to_someone_else(open_console, planned):
    page = open_console("yan", path="/admin/pages/mall/preview")
    page.get_by_label("Exact time").fill("2031-12-24T18:00")
    page.get_by_role("radio", name="Live and draft").check(force=True)
    page.get_by_role("radio", name="Android").check(force=True)
    page.get_by_label("App version").fill("8.2.1")
    page.get_by_label("App language").fill("zh-Hant-HK")
    page.get_by_label("User").fill("reader 7")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("uid=reader"))
    page.get_by_role("button", name="Copy link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url

    other = open_console("wei", path=link.removeprefix(planned.url))
    expect(other.get_by_role("radio", name="Android")).to_be_checked()
    expect(other.get_by_role("radio", name="Live and draft")).to_be_checked()
    for label, value in {
        "App version": "8.2.1",
        "App language": "zh-Hant-HK",
        "User": "reader 7",
        "Exact time": "2031-12-24T18:00",
    }.items():
        expect(other.get_by_label(label)).to_have_value(value)
    expect(other.get_by_text("“Christmas Eve”").first).to_be_visible()
    expect(section(other, "broadcast")).to_have_count(0)


@pytest.mark.long
def test_the_audience_can_be_selected(open_console, server):
    page = open_console("yan", path="/admin/pages/music/preview?platform=ios&appVersion=9.1")
    expect(section(page, "HOMEPAGE_BLOCK_LAB_PLAYLIST")).to_be_attached()
    page.get_by_role("radio", name="Android").check(force=True)
    expect(section(page, "HOMEPAGE_BLOCK_LAB_PLAYLIST")).to_have_count(0)
    page.get_by_label("App language").fill("en")
    page.keyboard.press("Tab")
    english = server.api("GET", "/api/pages/music/live/homepage?locale=en").json["data"]["blocks"]
    title = next(one for one in english if one["blockCode"] == "HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST")["uiElement"]["subTitle"][
        "title"
    ]
    expect(section(page, "HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST")).to_contain_text(title)
    expect(page).to_have_url(re.compile(r"platform=android&appVersion=9.1&locale=en$"))


def test_the_draft_is_shown_next_to_live_with_differences_marked(open_console, planned):
    page = open_console("yan", path="/admin/pages/mall/preview")
    expect(section(page, "marquee")).to_be_attached()
    expect(phone(page, "draft")).to_have_count(0)
    page.get_by_role("radio", name="Live and draft").check(force=True)
    differences = page.get_by_role("region", name="What the draft changes")
    expect(differences.get_by_text("For this audience: 1 section added, 1 gone, 1 changed and 1 moved.")).to_be_visible()
    marks = lambda side: dict(
        phone(page, side)
        .locator("[data-code]:has(> .phone-mark)")
        .evaluate_all("all => all.map(one => [one.dataset.code, one.querySelector(':scope > .phone-mark').textContent])")
    )
    assert marks("live") == {"wallet": "Moved", "middleAd": "Changed", "localService": "Gone in the draft"}
    assert marks("draft") == {"wallet": "Moved", "middleAd": "Changed", "teaWeek": "Added"}
    page.get_by_role("button", name=re.compile("Changed$")).click()
    for side in ("live", "draft"):
        expect(section(page, "middleAd", side)).to_be_in_viewport()
    # Next to a planned release too, only differences are marked.
    page.get_by_label("Exact time").fill("2031-12-24T18:00")
    expect(section(page, "broadcast", "live")).to_have_count(0)
    expect(differences.get_by_text("For this audience: 2 sections added, 1 gone, 1 changed and 1 moved.")).to_be_visible()
    # The draft does not include planned releases and takeovers, but windows apply.
    page.get_by_label("Exact time").fill("2031-12-12T12:00")
    expect(section(page, "otc", "draft")).to_be_attached()
    expect(section(page, "shoppingCarnival", "draft")).not_to_contain_text("Only today")
    expect(section(page, "shoppingCarnival", "live")).to_contain_text("Only today")


@pytest.mark.long
def test_changes_of_others_are_shown(open_console, planned):
    page = open_console("yan", path="/admin/pages/mall/preview?compare=draft")
    differences = page.get_by_role("region", name="What the draft changes")
    expect(differences.get_by_text("1 section added, 1 gone")).to_be_visible()
    planned.api("DELETE", "/api/pages/mall/draft")
    expect(differences.get_by_text("For this audience the draft and the live page look the same.")).to_be_visible()
    expect(page.get_by_text("There is no draft")).to_be_visible()
    expect(page.locator(".phone-mark")).to_have_count(0)
    planned.api(
        "POST", "/api/pages/mall/takeovers", {"shows": "twelve", "from": "2020-01-01T00:00:00Z", "until": "2031-01-01T00:00:00Z"}
    )
    expect(section(page, "shoppingCarnival")).to_contain_text("Only today")
    expect(page.get_by_text("Taken over by the page “Twelve Twelve” until 1 Jan 2031")).to_be_visible()


@pytest.mark.long
def test_a_changed_plan_is_shown_if_another_change_arrives_while_it_is_loading(open_console, planned):
    page = open_console("yan", path="/admin/pages/mall/preview", follows=True)
    expect(page.get_by_text("Live now")).to_be_visible()
    eventually(lambda: (page.evaluate("0"), not page.guard.pending)[1])
    slow = hold(page, "**/mall/takeovers", answered=False)
    planned.api(
        "POST", "/api/pages/mall/takeovers", {"shows": "twelve", "from": "2020-01-01T00:00:00Z", "until": "2031-01-01T00:00:00Z"}
    )
    slow.wait()
    # Another selection loads the preview again, and is faster than the first load.
    page.get_by_role("radio", name="iOS").check()
    slow.let_go()
    expect(page.get_by_text("Taken over by the page “Twelve Twelve” until 1 Jan 2031")).to_be_visible()


@pytest.mark.long
def test_an_instant_before_the_page_existed_shows_that_nothing_was_live(open_console, server):
    page = open_console("yan", path=None)
    page.guard.allowed.append(r"status of 404")
    page.goto(server.url + "/admin/pages/demo/preview?at=2020-01-01T00:00:00Z")
    expect(phone(page).get_by_text("had nothing live at that time")).to_be_visible()
    page.get_by_role("button", name="Now", exact=True).last.click()
    expect(section(page, "gridOne")).to_be_attached()
    expect(page.get_by_text("Nothing is planned")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_preview_is_accessible(open_console, planned, theme):
    page = open_console("yan", language="zh", theme=theme, path="/admin/pages/mall/preview?compare=draft")
    expect(page.locator(".phone-mark").first).to_be_visible()
    assert_accessible(page)


@pytest.mark.long
def test_on_a_small_screen_one_phone_is_shown_at_a_time(open_console, planned):
    page = open_console("yan", path="/admin/pages/mall/preview?compare=draft", **PHONE)
    expect(section(page, "marquee")).to_be_visible()
    expect(phone(page, "draft")).to_have_count(0)
    page.get_by_role("radio", name="Draft", exact=True).check(force=True)
    expect(section(page, "teaWeek", "draft")).to_be_visible()
    expect(phone(page, "live")).to_have_count(0)
    assert_fits(page)
    box = phone(page, "draft").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]


@pytest.mark.long
def test_a_member_of_a_named_audience_gets_the_cards_of_that_audience(open_console, start_server):
    server = start_server(HOMEBLOCKS_AUDIENCE_ATTRIBUTES="city=beijing,shanghai")
    conditions = {"platforms": ["ios"], "appVersion": {"ios": {"min": "9.0"}}, "attributes": {"city": ["beijing"]}}
    assert server.api("POST", "/api/audiences", {"name": "vips", "title": "VIPs", "audience": conditions}).status == 201
    cards = server.api("GET", "/api/pages/mall/live/blocks/middleAd").data["content"]["extInfo"]["list"]
    rules = {"cards": {str(cards[0]["id"]): {"audience": {"name": "vips"}}}}
    assert server.api("PATCH", "/api/pages/mall/live/blocks/middleAd", rules).status == 200
    page = open_console("yan", path="/admin/pages/mall/preview", in_=server)
    expect(section(page, "marquee")).to_be_attached()
    expect(page.get_by_label("As a member of").get_by_role("option")).to_have_text(["Choose an audience", "VIPs"])
    expect(section(page, "middleAd").get_by_text(cards[0]["title"])).to_have_count(0)
    page.get_by_label("As a member of").select_option("vips")
    expect(page).to_have_url(re.compile(r"platform=ios&appVersion=9.0&attr.city=beijing$"))
    expect(page.get_by_label("As a member of")).to_have_value("vips")
    expect(section(page, "middleAd")).to_contain_text(cards[0]["title"])
    # A client from another city is not a member.
    page.get_by_label("city").select_option("shanghai")
    expect(page.get_by_label("As a member of")).to_have_value("")
    expect(section(page, "middleAd").get_by_text(cards[0]["title"])).to_have_count(0)
    page.get_by_label("city").select_option("")
    expect(page).to_have_url(re.compile(r"platform=ios&appVersion=9.0$"))
    # A link with an attribute that the server no longer declares shows a preview too.
    page.goto(server.url + "/admin/pages/mall/preview?platform=ios&appVersion=9.1&attr.city=beijing&attr.gone=x")
    expect(section(page, "middleAd")).to_contain_text(cards[0]["title"])
    expect(page.get_by_label("city")).to_have_value("beijing")
