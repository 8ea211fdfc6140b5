"""The editor of a section: forms, windows, audiences, languages, JSON, saving, conflicts, new sections."""

import json
import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, drag, hold
from conftest import PHONE, expected
from harness import eventually

EVIL = "<img src=x onerror=\"document.title='ran'\">"


def path_of(page, code, slug="mall"):
    return f"{page.server.url}/admin/pages/{slug}/blocks/{code}"


def editor(page):
    return page.locator("section.edit")


def box(page, name):
    return editor(page).get_by_role("textbox", name=name, exact=True)


def tab(page, name):
    editor(page).get_by_role("tab", name=name).click()


def save(page):
    editor(page).get_by_role("button", name=re.compile("^(Save|保存)$")).click()


def saved(page):
    expect(editor(page).get_by_text("Everything is saved")).to_be_visible()


def draft(server, code, slug="mall"):
    return server.api("GET", f"/api/pages/{slug}/draft/blocks/{code}").data


def refresh(page, slug="mall"):
    """Makes the console reload the page, as after a publication, which is an event for every section."""
    page.evaluate(
        "slug => import('/admin/page/workspace.js').then(({ Workspace }) => Workspace.open(slug)).then((one) => one.refresh())",
        slug,
    )


def open_card(page, text=""):
    editor(page).locator(".edit-card-open").filter(has_text=text).first.click()


@pytest.fixture
def edit(open_console):
    """Opens the console with the editor of a section."""

    def edit(code, slug="mall", **options):
        page = open_console(options.pop("operator", "ming"), path=f"/admin/pages/{slug}/blocks/{code}", **options)
        expect(editor(page).get_by_role("heading", level=2)).to_be_visible()
        return page

    return edit


@pytest.mark.long
def test_an_error_disappears_when_the_input_is_saved(edit, server):
    page = edit("shoppingCarnival")
    expected(page, "status of 500")
    page.route("**/draft/blocks/shoppingCarnival", lambda route: route.fulfill(status=500, body="broken"), times=1)
    box(page, "Heading").fill("Carnival of lights")
    save(page)
    error = editor(page).locator(".edit-banner").filter(has_text="Try again")
    expect(error).to_be_visible()
    save(page)
    saved(page)
    expect(error).to_have_count(0)
    assert draft(server, "shoppingCarnival")["content"]["uiElement"]["subTitle"]["title"] == "Carnival of lights"


def test_a_text_can_be_changed_and_saved(edit, server):
    page = edit("shoppingCarnival")
    heading = box(page, "Heading")
    heading.fill("Carnival of lights")
    expect(editor(page).get_by_text("Not saved yet")).to_be_visible()
    assert draft(server, "shoppingCarnival")["content"]["uiElement"]["subTitle"]["title"] != "Carnival of lights"
    heading.press("Control+s")
    saved(page)
    expect(heading).to_be_focused()
    assert draft(server, "shoppingCarnival")["content"]["uiElement"]["subTitle"]["title"] == "Carnival of lights"
    assert (
        server.api("GET", "/api/pages/mall/live/blocks/shoppingCarnival").data["content"]["uiElement"]["subTitle"]["title"]
        != "Carnival of lights"
    )
    expect(editor(page).get_by_role("heading", level=2)).to_have_text("Carnival of lights")


def test_members_that_the_form_does_not_know_stay_unchanged(edit, server):
    before = draft(server, "HOMEPAGE_BANNER", "music")["content"]
    text = server.api("GET", "/api/pages/music/draft/blocks/HOMEPAGE_BANNER").body
    assert "9107199254740993" in str(text)
    page = edit("HOMEPAGE_BANNER", "music")
    open_card(page, "新歌首发")
    box(page, "Label").fill("Première")
    save(page)
    saved(page)
    after = draft(server, "HOMEPAGE_BANNER", "music")["content"]
    before["extInfo"]["banners"][0]["typeTitle"] = "Première"
    assert after == before
    # Fields without their own control are edited as JSON, for example lists of arbitrary values.
    assert page.evaluate("""async () => {
      const { makeInput } = await import('/admin/edit/inputs.js');
      const made = makeInput('json', {}, {});
      made.show([1, { a: 9107199254740993n }]);
      const [shown, read] = [made.input.value, made.read()];
      made.input.value = '[1,';
      try { made.read(); } catch (reason) { return [shown, read.length, String(reason)]; }
    }""") == ['[1,{"a":9107199254740993}]', 2, "Line 1, column 4: something is missing at the end."]


def test_markup_in_a_title_is_text_in_every_tab(edit, server):
    block = draft(server, "shoppingCarnival")
    content = block["content"]
    content["uiElement"]["subTitle"]["title"] = EVIL
    content["extInfo"]["list"][0]["title"] = EVIL
    response = server.api(
        "PATCH",
        "/api/pages/mall/draft/blocks/shoppingCarnival",
        {"content": content, "localizations": {"en": {"uiElement": {"subTitle": {"title": EVIL + "2"}}}}},
    )
    assert response.status == 200, response.body
    page = edit("shoppingCarnival")
    expect(editor(page).get_by_role("heading", level=2)).to_have_text(EVIL)
    expect(editor(page).get_by_role("button", name=EVIL).first).to_be_visible()
    for name in ("When", "Who", "Languages", "JSON", "Content"):
        tab(page, name)
        expect(editor(page).get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        assert page.locator("img[src='x'], [onerror]").count() == 0
    assert page.title() != "ran"


def test_an_error_is_shown_next_to_its_field(edit, server):
    page = edit("shoppingCarnival")
    expected(page, "status of 422")
    open_card(page, "September Carnival")
    title = box(page, "Title")
    title.fill("")
    editor(page).get_by_label("Background colour").fill("red")
    open_card(page)
    expect(title).to_be_hidden()
    save(page)
    summary = editor(page).get_by_role("alert").filter(has_text="2 fields have errors")
    expect(summary).to_be_focused()
    summary.get_by_role("button", name="Title").click()
    expect(title).to_be_focused()
    expect(title).to_have_attribute("aria-invalid", "true")
    expect(title).to_have_accessible_description(re.compile("At least 1 character"))
    expect(editor(page).get_by_label("Background colour")).to_have_accessible_description(re.compile("#3366CC"))
    title.fill("Carnival")
    expect(title).not_to_have_attribute("aria-invalid", "true")
    editor(page).get_by_label("Background colour").fill("#336699")
    save(page)
    saved(page)
    expect(summary).to_be_hidden()
    card = draft(server, "shoppingCarnival")["content"]["extInfo"]["list"][0]
    assert (card["title"], card["backgroundColor"]) == ("Carnival", "#336699")


@pytest.mark.long
def test_numbers_with_letters_are_not_sent(edit, server):
    page = edit("localService")
    open_card(page)
    rating = editor(page).get_by_label("Distance in km").first
    before = draft(server, "localService")
    rating.fill("near")
    save(page)
    expect(rating).to_have_accessible_description(re.compile("Enter a number"))
    assert draft(server, "localService") == before
    rating.fill("1.5")
    save(page)
    saved(page)
    assert draft(server, "localService")["content"]["extInfo"]["list"][0]["distance"] == 1.5
    # Input that is typed during another request is kept too.
    held = []
    page.route("**/draft/blocks/localService", lambda route: held.append(route))
    rating.fill("2.5")
    with page.expect_request("**/draft/blocks/localService"):
        save(page)
    rating.fill("far")
    held[0].continue_()
    expect(editor(page).get_by_role("button", name="Save", exact=True)).to_be_enabled()
    expect(editor(page).get_by_text("Not saved yet")).to_be_visible()
    expect(rating).to_have_value("far")


def test_json_and_form_stay_in_sync(edit, server):
    page = edit("shoppingCarnival")
    box(page, "Heading").fill("From the form")
    tab(page, "JSON")
    area = editor(page).get_by_label("The whole section as JSON")
    assert json.loads(area.input_value())["content"]["uiElement"]["subTitle"]["title"] == "From the form"
    whole = area.input_value()
    area.fill(whole.replace('"From the form"', '"From the text", "later": 12345678901234567890'))
    expect(editor(page).get_by_text("Valid JSON")).to_be_visible()
    tab(page, "Content")
    expect(box(page, "Heading")).to_have_value("From the text")
    tab(page, "JSON")
    lines = area.input_value().split("\n")
    lines[3] = lines[3].rstrip(",")
    area.fill("\n".join(lines))
    expect(editor(page).get_by_text("Line 5, column 3: a comma or a closing bracket is expected.").first).to_be_visible()
    tab(page, "Content")
    expect(editor(page).get_by_text("Fix it to use the form again")).to_be_visible()
    expect(box(page, "Heading")).to_have_count(0)
    save(page)
    expect(editor(page).get_by_text("Not saved yet")).to_be_visible()
    tab(page, "JSON")
    area.fill("\n".join(lines).replace('"enabled": true', '"enabled": false,'))
    tab(page, "Content")
    expect(box(page, "Heading")).to_have_value("From the text")
    tab(page, "When")
    expect(editor(page).get_by_role("switch", name="Show this section")).not_to_be_checked()
    save(page)
    saved(page)
    assert "12345678901234567890" in str(server.api("GET", "/api/pages/mall/draft/blocks/shoppingCarnival").body)


@pytest.mark.long
def test_invalid_json_is_rejected_with_its_location(edit, server):
    marquee = draft(server, "marquee")
    fallback = {name: marquee[name] for name in ("showType", "content")}
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/middleAd", {"fallback": fallback}).status == 200
    page = edit("middleAd")
    expected(page, "status of 4(00|22)|ERR_FAILED")
    # A layout that could not be loaded is not selected.
    tab(page, "Old apps")
    layout = editor(page).get_by_label("Layout for old apps")
    expect(layout).to_have_value("MALL_MARQUEE")
    page.route("**/block-types/MALL_BROADCAST", lambda route: route.abort(), times=1)
    layout.select_option("MALL_BROADCAST")
    expect(page.get_by_role("region", name="Messages").get_by_role("button", name="Dismiss")).to_be_visible()
    expect(layout).to_have_value("MALL_MARQUEE")
    tab(page, "JSON")
    area = editor(page).get_by_label("The whole section as JSON")
    text = area.input_value()
    area.fill(
        text.replace('"from": null', '"from": "2031-01-0"').replace(
            '"audience": null', '"audience": {"platforms": "ios", "locales": 5}'
        )
    )
    expect(editor(page).get_by_text("Valid JSON")).to_be_visible()
    for name in ("When", "Who", "Content"):
        tab(page, name)
        expect(editor(page).get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
    save(page)
    mistakes = editor(page).get_by_role("alert")
    mistakes.get_by_role("button", name="From").click()
    expect(editor(page).get_by_label("From", exact=True)).to_be_focused()


# Numbers that JavaScript would serialize differently.
NUMBERS = "[1.10,1e3,-0,1.0,0.1000,1E+2,5e-7,0.0000001,9007199254740993,123456789012345678901234567890,123456789.123456789,1.7976931348623157e308]"


def with_numbers(server, code="shoppingCarnival"):
    """Adds numbers to a section, in its cards and elsewhere."""
    content = draft(server, code)["content"]
    content["own"], content["extInfo"]["list"][0]["own"], content["extInfo"]["list"][0]["price"] = "NUMBERS", "NUMBERS", "PRICE"
    body = json.dumps({"content": content}).replace('"NUMBERS"', NUMBERS).replace('"PRICE"', "1.10")
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/merge-patch+json"}
    assert server.send("PATCH", f"/api/pages/mall/draft/blocks/{code}", body.encode(), headers).status == 200


def assert_numbers(server, price="1.10", code="shoppingCarnival"):
    body = server.api("GET", f"/api/pages/mall/draft/blocks/{code}").body.decode()
    assert body.count(f'"own":{NUMBERS}') == 2 and f'"price":{price}' in body, body


def test_numbers_that_are_not_edited_stay_as_written(edit, server):
    with_numbers(server)
    page = edit("shoppingCarnival")
    box(page, "Heading").fill("Carnival of lights")
    save(page)
    saved(page)
    assert_numbers(server)
    # Also when the section is edited as JSON, and when that is undone.
    tab(page, "JSON")
    area = editor(page).get_by_role("textbox", name="The whole section as JSON")
    area.fill(area.input_value().replace("Carnival of lights", "Carnival of tea"))
    save(page)
    saved(page)
    assert draft(server, "shoppingCarnival")["content"]["uiElement"]["subTitle"]["title"] == "Carnival of tea"
    assert_numbers(server)
    page.keyboard.press("Control+z")
    eventually(lambda: draft(server, "shoppingCarnival")["content"]["uiElement"]["subTitle"]["title"] == "Carnival of lights")
    assert_numbers(server)


@pytest.mark.long
def test_a_typed_number_is_stored_as_typed(edit, server):
    with_numbers(server)
    page = edit("shoppingCarnival")
    open_card(page)
    editor(page).get_by_text("More fields").first.click()
    price = box(page, "Price")
    expect(price).to_have_value("1.10")
    price.fill("2.50")
    save(page)
    saved(page)
    assert_numbers(server, "2.50")


# A time zone, the typed time, the stored instant, and the hint of the field.
CLOCKS = [
    ("Europe/Berlin", "2031-03-30T02:30", "2031-03-30T01:30", "skip 02:30. It will be 03:30."),
    ("America/New_York", "2031-03-09T02:30", "2031-03-09T07:30", "skip 02:30. It will be 03:30."),
    ("Australia/Lord_Howe", "2031-10-05T02:15", "2031-10-04T15:45", "skip 02:15. It will be 02:45."),
    ("Europe/Berlin", "2031-10-26T02:30", "2031-10-26T00:30", "02:30 comes twice. This is the first time (UTC+02:00)."),
    ("America/New_York", "2031-11-02T01:30", "2031-11-02T05:30", "01:30 comes twice. This is the first time (UTC-04:00)."),
    ("Australia/Lord_Howe", "2031-04-06T01:45", "2031-04-05T14:45", "01:45 comes twice. This is the first time (UTC+11:00)."),
    ("Asia/Shanghai", "2031-03-30T02:30", "2031-03-29T18:30", None),
    ("Europe/Berlin", "2031-03-30T03:00", "2031-03-30T01:00", None),
]


@pytest.mark.long
@pytest.mark.parametrize("zone, typed, stored, words", CLOCKS)
def test_a_time_at_a_clock_change_is_interpreted_by_one_rule_and_explained(edit, server, zone, typed, stored, words):
    page = edit("middleAd", zone=zone)
    tab(page, "When")
    editor(page).get_by_label("From", exact=True).fill(typed)
    note = editor(page).locator(".field-clock:not([hidden])")
    expect(note).to_have_count(1 if words else 0)
    if words:
        expect(note).to_contain_text(words)
    save(page)
    saved(page)
    assert draft(server, "middleAd")["from"] == f"{stored}:00.000Z"


@pytest.mark.long
def test_the_second_of_two_equal_times_can_be_chosen_and_is_kept(edit, server):
    page = edit("middleAd", zone="Europe/Berlin")
    tab(page, "When")
    editor(page).get_by_label("From", exact=True).fill("2031-10-26T02:30")
    editor(page).get_by_role("button", name="Use the second").click()
    expect(editor(page).locator(".field-clock")).to_contain_text(["This is the second time (UTC+01:00)"])
    save(page)
    saved(page)
    assert draft(server, "middleAd")["from"] == "2031-10-26T01:30:00.000Z"
    chinese = edit("middleAd", language="zh", operator="lin", zone="Europe/Berlin")
    tab(chinese, "时间")
    expect(editor(chinese).locator(".field-clock:not([hidden])")).to_contain_text("02:30 会出现两次，此处为第二次（UTC+01:00）")
    editor(chinese).get_by_label("结束时间").fill("2031-11-07T00:00")
    save(chinese)
    eventually(lambda: draft(server, "middleAd").get("until"))
    assert draft(server, "middleAd")["from"] == "2031-10-26T01:30:00.000Z"


@pytest.mark.long
def test_a_window_is_described_in_both_languages(edit, server):
    page = edit("middleAd")
    say = editor(page).locator(".edit-sentence")
    expect(say).to_have_text("Shown all the time to everybody")
    tab(page, "When")
    editor(page).get_by_label("From", exact=True).fill("2031-01-22T00:00")
    editor(page).get_by_label("Until", exact=True).fill("2031-02-07T00:00")
    tab(page, "Who")
    editor(page).get_by_label("iOS").check()
    editor(page).get_by_label("Minimum").fill("9.0")
    editor(page).get_by_label("Shown to users of").fill("en")
    editor(page).get_by_label("Shown to users of").press("Enter")
    editor(page).get_by_role("switch", name="Only a part of the users").check()
    editor(page).get_by_role("textbox", name="Percent").fill("30")
    expect(say).to_have_text(
        "Shown from 22 Jan 2031 00:00 to 7 Feb 00:00 (Shanghai) to 30 % of iOS users on 9.0 or newer in English"
    )
    # The page may be reloaded in the meantime, as when another section's window opens: unsaved input is kept.
    tab(page, "When")
    shown = editor(page).get_by_role("switch", name="Show this section")
    shown.uncheck()
    refresh(page)
    expect(shown).not_to_be_checked()
    shown.check()
    save(page)
    saved(page)
    block = draft(server, "middleAd")
    assert (block["from"], block["until"]) == ("2031-01-21T16:00:00.000Z", "2031-02-06T16:00:00.000Z")
    audience = block["audience"]
    assert audience.pop("seed")
    assert audience == {"platforms": ["ios"], "appVersion": {"min": "9.0"}, "locales": ["en"], "percent": 30}
    chinese = edit("middleAd", language="zh", operator="lin")
    expect(editor(chinese).locator(".edit-sentence")).to_have_text(
        "2031年1月22日 00:00 至 2月7日 00:00（北京时间），展示给使用 iOS 9.0 及以上版本、语言为英语的用户中的 30%"
    )


@pytest.mark.long
def test_an_end_before_the_start_is_rejected_at_its_field(edit):
    page = edit("middleAd", language="zh")
    expected(page, "status of 422")
    tab(page, "时间")
    editor(page).get_by_label("开始时间").fill("2031-02-07T00:00")
    editor(page).get_by_label("结束时间").fill("2031-01-22T00:00")
    tab(page, "内容")
    save(page)
    editor(page).get_by_role("alert").get_by_role("button", name="结束时间").click()
    expect(editor(page).get_by_label("结束时间")).to_be_focused()
    expect(editor(page).get_by_label("结束时间")).to_have_accessible_description(re.compile("必须晚于开始时间"))


def test_a_localization_stores_only_differences(edit, server):
    page = edit("shoppingCarnival")
    tab(page, "Languages")
    editor(page).get_by_label("Add a language").fill("en")
    editor(page).get_by_role("button", name="Add", exact=True).click()
    heading = box(page, "Heading")
    base = draft(server, "shoppingCarnival")["content"]
    expect(heading).to_have_attribute("placeholder", base["uiElement"]["subTitle"]["title"])
    expect(heading).to_have_value("")
    heading.fill("Shopping carnival")
    editor(page).get_by_role("button", name="Use own cards for this language").click()
    open_card(page)
    box(page, "Title").fill("Everything must go")
    save(page)
    saved(page)
    overlay = draft(server, "shoppingCarnival")["localizations"]["en"]
    assert overlay["uiElement"] == {"subTitle": {"title": "Shopping carnival"}}
    assert overlay["extInfo"]["list"][0]["title"] == "Everything must go"
    assert len(overlay["extInfo"]["list"]) == len(base["extInfo"]["list"])
    assert draft(server, "shoppingCarnival")["content"] == base
    # Reset texts to the default one by one, and then the whole localization.
    editor(page).get_by_role("group", name="Advertisements").get_by_role("button", name="Use default").click()
    heading.fill("")
    save(page)
    saved(page)
    assert draft(server, "shoppingCarnival")["localizations"]["en"] == {}
    editor(page).get_by_role("button", name="Remove English").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
    save(page)
    saved(page)
    assert draft(server, "shoppingCarnival")["localizations"] is None


def titles(page):
    return editor(page).locator(".edit-cards").first.locator(":scope > li .edit-card-title").all_text_contents()


def test_cards_are_reordered_by_keyboard_buttons_and_mouse(edit, server):
    page = edit("wallet")
    before = titles(page)
    assert len(before) > 3
    first = editor(page).get_by_role("button", name=before[0], exact=False).first
    first.focus()
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Alt+ArrowDown")
    expect(page.get_by_text(f"{before[0]} moved to position 3 of {len(before)}")).to_be_attached()
    expect(first).to_be_focused()
    assert titles(page) == [before[1], before[2], before[0], *before[3:]]
    page.keyboard.press("Alt+End")
    assert titles(page)[-1] == before[0]
    editor(page).get_by_role("button", name=f"Move {before[1]} down").click()
    assert titles(page)[:2] == [before[2], before[1]]
    now = titles(page)
    grips = editor(page).locator(".edit-card-grip")
    drag(page, grips.nth(1), grips.nth(0), at=0.1)
    assert titles(page) == [now[1], now[0], *now[2:]]
    save(page)
    saved(page)
    assert [card["title"] for card in draft(server, "wallet")["content"]["extInfo"]["list"]] == titles(page)


@pytest.mark.long
def test_cards_are_added_duplicated_and_deleted(edit, server):
    page = edit("wallet")
    count = len(titles(page))
    editor(page).get_by_role("button", name=re.compile("^Add: ")).click()
    title = box(page, "Title")
    expect(title).to_be_focused()
    title.fill("Gift cards")
    assert titles(page)[-1] == "Gift cards"
    box(page, "Icon").fill("/assets/mall/digital.webp")
    editor(page).get_by_role("button", name="More for Gift cards").click()
    page.get_by_role("menuitem", name="Duplicate").click()
    assert titles(page)[-2:] == ["Gift cards", "Gift cards"]
    editor(page).get_by_role("button", name="More for Gift cards").last.click()
    page.get_by_role("menuitem", name="Delete").click()
    assert len(titles(page)) == count + 1
    page.get_by_role("button", name="Undo").last.click()
    assert len(titles(page)) == count + 2
    save(page)
    saved(page)
    ids = [card["id"] for card in draft(server, "wallet")["content"]["extInfo"]["list"]]
    assert len(set(ids)) == count + 2


@pytest.mark.long
def test_a_picture_is_chosen_from_the_pictures_of_the_page(edit, server):
    page = edit("middleAd")
    open_card(page)
    editor(page).get_by_role("button", name="Choose a picture: Picture", exact=True).click()
    dialog = page.get_by_role("dialog", name="Choose a picture")
    dialog.get_by_label("Search pictures").fill("digital")
    dialog.get_by_role("button", name="digital.webp").click()
    expect(box(page, "Picture")).to_have_value("/assets/mall/digital.webp")
    save(page)
    saved(page)
    assert draft(server, "middleAd")["content"]["extInfo"]["list"][0]["imageUrl"] == "/assets/mall/digital.webp"


@pytest.mark.long
def test_a_picture_whose_url_has_an_unencoded_percent_sign_can_be_chosen(edit, server):
    cards = draft(server, "middleAd")["content"]["extInfo"]["list"]
    cards[0]["imageUrl"], cards[1]["imageUrl"] = "/assets/50-off.png", "/assets/half%20price.png"
    stored = server.api("PATCH", "/api/pages/mall/draft/blocks/middleAd", {"content": {"extInfo": {"list": cards}}})
    assert stored.status == 200, stored.body
    page = edit("shoppingCarnival")
    expected(page, "status of 404")

    def with_percent_sign(route):
        """Returns a URL that an earlier version of the server accepted."""
        reply = route.fetch()
        route.fulfill(response=reply, body=reply.text().replace("50-off.png", "50%off.png"))

    page.route(re.compile(r"/api/pages/mall/draft/"), with_percent_sign)
    page.goto(page.server.url + "/admin/pages/mall/blocks/wallet")
    expect(editor(page).get_by_role("heading", level=2)).to_be_visible()
    open_card(page)
    editor(page).get_by_role("button", name="Choose a picture: ").first.click()
    dialog = page.get_by_role("dialog", name="Choose a picture")
    expect(dialog.get_by_role("button", name="half price.png")).to_be_visible()
    expect(dialog.get_by_role("button", name="50%off.png")).to_be_visible()
    dialog.get_by_role("button", name="half price.png").click()
    save(page)
    saved(page)
    assert "/assets/half%20price.png" in json.dumps(draft(server, "wallet"))


def test_an_undo_keeps_a_recent_change_of_another_operator(edit, server):
    heading = lambda: draft(server, "shoppingCarnival")["content"]["uiElement"]["subTitle"]["title"]
    before = heading()
    page = edit("shoppingCarnival", follows=True)
    expected(page, "status of 412")
    box(page, "Heading").fill("Mine")
    save(page)
    saved(page)
    eventually(lambda: (page.evaluate("0"), heading() == "Mine" and not page.guard.pending)[1])
    # The console has not loaded the other change when the operator undoes.
    slow = hold(page, "**/draft/blocks/shoppingCarnival")
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/shoppingCarnival", {"until": "2031-01-01T00:00:00Z"}).status == 200
    slow.wait()
    page.get_by_role("button", name="Undo", exact=True).click()
    eventually(lambda: (page.evaluate("0"), heading() == before)[1])
    assert draft(server, "shoppingCarnival")["until"].startswith("2031-01-01T00:00:00")
    slow.let_go()


@pytest.mark.long
@pytest.mark.parametrize("name", ["__proto__", "constructor"])
def test_a_member_is_kept_whatever_its_name(edit, server, name):
    at = lambda: draft(server, "shoppingCarnival")["content"]["extInfo"].get(name)
    server.api("PATCH", "/api/pages/mall/draft/blocks/shoppingCarnival", {"content": {"extInfo": {name: {"kept": 1}}}})
    page = edit("shoppingCarnival")
    # An undo may be sent before the console has loaded the other change.
    expected(page, "status of 412")
    box(page, "Heading").fill("Next to it")
    save(page)
    saved(page)
    assert at() == {"kept": 1}
    # Changing and removing the member can be undone and redone while others change the section.
    tab(page, "JSON")
    area = editor(page).get_by_label("The whole section as JSON")
    for value, until in ({"kept": 2}, "2031-01-01T00:00:00Z"), (None, "2032-01-01T00:00:00Z"):
        before = at()
        text = json.loads(area.input_value())
        del text["content"]["extInfo"][name]
        if value:
            text["content"]["extInfo"] |= {name: value}
        area.fill(json.dumps(text, ensure_ascii=False))
        save(page)
        saved(page)
        assert at() == value
        with page.expect_response(lambda response: response.url.endswith("/draft/blocks/shoppingCarnival")):
            other = server.api("PATCH", "/api/pages/mall/draft/blocks/shoppingCarnival", {"until": until})
            assert other.status == 200
        page.get_by_role("button", name="Undo", exact=True).click()
        expect(editor(page).get_by_text("Everything is saved")).to_be_visible()
        eventually(lambda: (page.evaluate("0"), at() == before)[1])
        page.get_by_role("button", name="Redo", exact=True).click()
        eventually(lambda: (page.evaluate("0"), at() == value)[1])


def test_unsaved_input_survives_a_reload(edit, server):
    page = edit("shoppingCarnival")
    page.on("dialog", lambda dialog: dialog.accept())
    heading = box(page, "Heading")
    heading.fill("Half typed")
    page.reload()
    expect(heading).not_to_have_value("Half typed")
    editor(page).get_by_role("button", name="Restore").click()
    expect(heading).to_have_value("Half typed")
    expect(editor(page).get_by_text("Not saved yet")).to_be_visible()
    save(page)
    saved(page)
    assert draft(server, "shoppingCarnival")["content"]["uiElement"]["subTitle"]["title"] == "Half typed"
    page.reload()
    expect(heading).to_have_value("Half typed")
    expect(editor(page).get_by_role("button", name="Restore")).to_have_count(0)


def test_leaving_asks_before_input_is_lost(edit, server):
    page = edit("shoppingCarnival")
    heading = box(page, "Heading")
    heading.fill("Half typed")
    editor(page).get_by_role("button", name="Close", exact=True).click()
    question = page.get_by_role("dialog", name="Save your changes?")
    question.get_by_role("button", name="Keep editing").click()
    expect(heading).to_have_value("Half typed")
    editor(page).get_by_role("button", name="Close", exact=True).click()
    question.get_by_role("button", name="Save", exact=True).click()
    expect(editor(page)).to_have_count(0)
    assert draft(server, "shoppingCarnival")["content"]["uiElement"]["subTitle"]["title"] == "Half typed"
    # Adding a section while there is unsaved input asks once, too.
    page.locator("[role=row][data-code=shoppingCarnival]").get_by_role("link").click()
    heading.fill("Half typed again")
    page.get_by_role("button", name="Add section").click()
    new = page.get_by_role("dialog", name="New section")
    new.get_by_label("Search layouts").fill("advert")
    new.get_by_label("Search layouts").press("Enter")
    new.get_by_label("Code").fill("teaWeek")
    new.get_by_role("button", name="Create section").click()
    question.get_by_role("button", name="Discard").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile("/blocks/teaWeek$"))


def title_of(server, code):
    return draft(server, code)["content"]["uiElement"]["subTitle"]["title"]


def close(page):
    editor(page).get_by_role("button", name="Close", exact=True).click()


@pytest.mark.long
def test_a_change_that_waits_for_the_connection_does_not_need_its_editor(edit, server):
    page = edit("shoppingCarnival")
    expected(page, "ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 412")
    question = page.get_by_role("dialog", name="Save your changes?")
    page.context.set_offline(True)
    box(page, "Heading").fill("Written in a tunnel")
    close(page)
    question.get_by_role("button", name="Save", exact=True).click()
    expect(editor(page)).to_have_count(0)
    # A change that the console keeps is not unsaved input.
    page.locator("[role=row][data-code=otc]").get_by_role("link").click()
    box(page, "Title").fill("Written in the next one")
    save(page)
    expect(editor(page).get_by_text("Waits for the connection")).to_be_visible()
    close(page)
    expect(editor(page)).to_have_count(0)
    expect(question).to_have_count(0)
    # Input that the server rejects is restored.
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/otc", {"enabled": False}).status == 200
    page.context.set_offline(False)
    eventually(lambda: title_of(server, "shoppingCarnival") == "Written in a tunnel")
    expect(page.get_by_role("region", name="Messages").get_by_text("could not be saved")).to_be_visible()
    page.locator("[role=row][data-code=otc]").get_by_role("link").click()
    editor(page).get_by_role("button", name="Restore").click()
    expect(box(page, "Title")).to_have_value("Written in the next one")


def edit_live(page):
    page.get_by_role("radio", name="Live").click()
    page.get_by_role("dialog").get_by_role("button", name="Edit live directly").click()


def delete(page):
    editor(page).get_by_role("button", name="More for this section").click()
    page.get_by_role("menuitem", name="Delete").click()


def test_changes_of_others_are_not_undone_or_deleted_silently(edit, server):
    page = edit("otc", operator="wei")
    # The console may request another operator's change after the section is deleted.
    expected(page, "ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 404|status of 412")
    hide = editor(page).get_by_role("button", name="Hide the section")
    hide.click()
    undo = page.get_by_role("region", name="Messages").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/otc", {"enabled": True}).status == 200
    expect(hide).to_be_visible()
    undo.click()
    expect(page.get_by_role("region", name="Messages").get_by_text("cannot be undone")).to_be_visible()
    page.context.set_offline(True)
    delete(page)
    expect(editor(page)).to_have_count(0)
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/otc", {"until": "2031-01-01T00:00:00Z"}).status == 200
    page.context.set_offline(False)
    page.get_by_role("dialog", name="anyway").get_by_role("button", name="Delete").click()
    eventually(lambda: "otc" not in server.api("GET", "/api/pages/mall/draft/order").data["order"])


@pytest.mark.long
def test_the_stages_of_a_section_in_its_editor(edit, server):
    section = {**draft(server, "middleAd"), "blockCode": "teaWeek"}
    section.pop("info")
    assert server.api("POST", "/api/pages/mall/draft/blocks", section).status == 201
    page = edit("teaWeek", operator="wei")
    page.get_by_role("radio", name="Live").click()
    page.get_by_role("dialog").get_by_role("button", name="Edit live directly").click()
    expect(page.get_by_text("This section no longer exists")).to_be_visible()
    page.get_by_role("button", name="Back to the draft").click()
    expect(editor(page).get_by_role("button", name="Save", exact=True)).to_be_attached()
    # Deleting live content needs a confirmation.
    page.get_by_role("radio", name="Live").click()
    page.get_by_role("dialog").get_by_role("button", name="Edit live directly").click()
    expect(page.get_by_text("You are editing what is live")).to_be_visible()
    page.locator("[role=row][data-code=wallet]").get_by_role("link").click()
    delete(page)
    page.get_by_role("dialog", name="from the live page").get_by_role("button", name="Cancel").click()
    expect(editor(page).get_by_role("button", name="More for this section")).to_be_visible()
    assert "wallet" in server.shown("mall")


def test_two_operators_change_one_section(edit, server):
    mine = edit("shoppingCarnival", operator="ming")
    expected(mine, "status of 412")
    theirs = edit("shoppingCarnival", operator="lin")
    box(mine, "Heading").fill("My heading")
    box(mine, "Text").fill("My button")
    box(theirs, "Heading").fill("Their heading")
    box(theirs, "Opens").fill("homeblocks://theirs")
    save(theirs)
    saved(theirs)
    expect(box(mine, "Heading")).to_have_value("My heading")
    save(mine)
    dialog = mine.get_by_role("dialog", name="Two people changed this section")
    expect(dialog).to_contain_text("lin changed it")
    heading = dialog.get_by_role("radiogroup", name=re.compile("› Heading$"))
    expect(dialog.get_by_role("listitem").filter(has_text="My heading")).to_contain_text("Changed by both")
    expect(heading).to_contain_text("My heading")
    heading.get_by_role("radio", name=re.compile("Theirs")).check()
    expect(
        dialog.get_by_role("radiogroup", name=re.compile("Opens$")).get_by_role("radio", name=re.compile("Theirs"))
    ).to_be_checked()
    dialog.get_by_role("button", name="Save this choice").click()
    saved(mine)
    ui = draft(server, "shoppingCarnival")["content"]["uiElement"]
    assert ui["subTitle"]["title"] == "Their heading"
    assert (ui["button"]["text"], ui["button"]["action"]) == ("My button", "homeblocks://theirs")
    expect(box(mine, "Heading")).to_have_value("Their heading")
    # An operator without unsaved input just sees the change.
    expect(box(theirs, "Text")).to_have_value("My button")


def test_a_new_section_is_ready_to_be_filled(open_console, server):
    page = open_console("ming", path="/admin/pages/mall")
    page.get_by_role("button", name="Add section").click()
    dialog = page.get_by_role("dialog", name="New section")
    dialog.get_by_label("Search layouts").fill("advert")
    dialog.get_by_label("Search layouts").press("Enter")
    dialog.get_by_label("Name").fill("Tea week")
    code = dialog.get_by_label("Code")
    expect(code).to_have_value("teaWeek")
    code.fill("marquee")
    dialog.get_by_role("button", name="Create section").click()
    expect(code).to_have_accessible_description(re.compile("Another section has this code"))
    code.fill("tea week")
    expect(code).to_have_accessible_description(re.compile("Only letters, digits"))
    code.fill("teaWeek")
    dialog.get_by_label("Place").select_option(label="At the top")
    dialog.get_by_role("button", name="Create section").click()
    expect(editor(page).get_by_role("heading", level=2)).to_have_text("Tea week")
    expect(page).to_have_url(re.compile("/blocks/teaWeek$"))
    assert server.api("GET", "/api/pages/mall/draft/order").data["order"][0] == "teaWeek"
    block = draft(server, "teaWeek")
    assert block["content"]["extInfo"]["list"][0]["title"] == "Your title"
    assert "teaWeek" not in server.api("GET", "/api/pages/mall/live/order").data["order"]
    editor(page).get_by_role("button", name="Hide the section").click()
    expect(editor(page).get_by_role("button", name="Show the section")).to_be_visible()
    editor(page).get_by_role("button", name="More for this section").click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(editor(page)).to_have_count(0)
    page.get_by_role("button", name="Undo").last.click()
    expect(page.get_by_text("Tea week").first).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("language, words", [("en", "A code cannot be"), ("zh", "代码不能是")])
def test_a_code_that_urls_cannot_contain_is_rejected_before_it_is_sent(open_console, server, language, words):
    page = open_console("ming", path="/admin/pages/mall", language=language)
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.locator(".list-add").click()
    dialog = page.get_by_role("dialog")
    dialog.locator(".edit-layout").first.click()
    code = dialog.locator("input[required], input[aria-required]").first
    for text in (".", "..", " .. "):
        code.fill(text)
        dialog.locator(".dialog-foot .primary").click()
        expect(code).to_have_accessible_description(re.compile(words))
    assert not sent
    code.fill("...")
    dialog.locator(".dialog-foot .primary").click()
    expect(dialog).to_have_count(0)
    eventually(lambda: "..." in server.api("GET", "/api/pages/mall/draft/order").data["order"])
    expect(editor(page).get_by_role("heading", level=2)).to_be_visible()


@pytest.mark.long
def test_new_sections_of_every_layout_are_valid(open_console, server):
    page = open_console("ming", path="/admin/pages/demo")
    expect(page.get_by_role("button", name="Add section")).to_be_visible()
    refused = page.evaluate("""async () => {
      const { Workspace } = await import('/admin/page/workspace.js');
      const { startContent } = await import('/admin/edit/new-section.js');
      const { Layout } = await import('/admin/edit/layout.js');
      const { api } = await import('/admin/core/api.js');
      const refused = [];
      const workspace = await Workspace.open('demo');
      for (const { showType } of workspace.types.values()) {
        const content = startContent(new Layout(await workspace.schema(showType)), workspace, 'Hello', showType);
        await api('POST', '/api/pages/demo/draft/blocks', { query: { dryRun: true }, body: { blockCode: 'new', showType, content } })
          .catch((problem) => refused.push([showType, problem.errors]));
      }
      return refused;
    }""")
    assert refused == []


def test_viewers_cannot_edit(edit):
    page = edit("shoppingCarnival", operator="yan")
    expect(editor(page).get_by_text("You can look at this section, but not change it.")).to_be_visible()
    expect(box(page, "Heading")).not_to_be_editable()
    for name in ("Save", "Discard", "Hide the section", "More for this section"):
        expect(editor(page).get_by_role("button", name=name, exact=True)).to_have_count(0)
    assert editor(page).get_by_role("button", name=re.compile("^Add: ")).count() == 0


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_editor_is_accessible(edit, theme):
    page = edit("shoppingCarnival", theme=theme)
    open_card(page)
    assert_accessible(page, within=".edit")
    for name in ("When", "Who", "Languages", "JSON"):
        tab(page, name)
        if name == "Who":
            editor(page).get_by_role("switch", name="Only a part of the users").check()
        assert_accessible(page, within=".edit")


@pytest.mark.long
def test_the_editor_fits_a_phone(edit):
    page = edit("shoppingCarnival", language="zh", **PHONE)
    for name in ("内容", "时间", "人群", "多语言", "JSON"):
        tab(page, name)
        assert_fits(page)
