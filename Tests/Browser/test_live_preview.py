"""The phone in the editor: it shows input, scrolls to the changed section, and opens the forms of cards."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, drag, make_page
from conftest import PHONE
from harness import ROOT
from test_editor import box, draft, editor, open_card, save, saved, tab
from test_phone import phone, row, section

CARNIVAL, ADS = "shoppingCarnival", "middleAd"


def open_editor(open_console, code, slug="mall", **options):
    page = open_console("ming", path=f"/admin/pages/{slug}/blocks/{code}", **options)
    expect(editor(page).get_by_role("heading", level=2)).to_be_visible()
    expect(section(page, code)).to_be_attached()
    return page


def test_the_phone_shows_unsaved_input(open_console, server):
    page = open_editor(open_console, CARNIVAL)
    before = draft(server, CARNIVAL)
    box(page, "Heading").fill("Carnival of lights")
    expect(section(page, CARNIVAL)).to_contain_text("Carnival of lights")
    open_card(page, "September Carnival")
    box(page, "Title").fill("Everything glows")
    expect(section(page, CARNIVAL)).to_contain_text("Everything glows")
    assert draft(server, CARNIVAL) == before
    # Other sections do not change, and discarded input disappears.
    expect(section(page, ADS)).not_to_contain_text("glows")
    editor(page).get_by_role("button", name="Discard", exact=True).click()
    expect(section(page, CARNIVAL)).to_contain_text("September Carnival")
    expect(section(page, CARNIVAL)).not_to_contain_text("glows")


@pytest.mark.long
def test_the_phone_selects_localizations_like_the_server(open_console):
    table = (ROOT / "Tests/Languages/devices.tsv").read_text()
    rows = [line.split("\t")[1:] for line in table.splitlines() if line[0] != "#"]
    # Current language tags, as operators type them: browsers do not know other names.
    tag = r"[A-Za-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2}|-[0-9]{3})?"
    rows = [row for row in rows if re.fullmatch(f"{tag}(,{tag})*", row[0]) and row[0][:3] != "und"]
    assert len(rows) > 150
    page = open_console("ming", path="/admin/pages/mall")
    found = page.evaluate(
        """async (rows) => {
      const { bestTag } = await import('/admin/phone/language-match.js');
      return rows.map(([value, texts]) => bestTag(texts.split(',').sort(), value) ?? '-');
    }""",
        rows,
    )
    assert [(*row[:2], tag) for row, tag in zip(rows, found)] == [tuple(row) for row in rows]


@pytest.mark.long
def test_saved_input_stays_in_the_phone(open_console, server):
    page = open_editor(open_console, CARNIVAL)
    box(page, "Heading").fill("Lanterns")
    expect(section(page, CARNIVAL)).to_contain_text("Lanterns")
    section(page, CARNIVAL).evaluate("""node => { window.seen = []; new MutationObserver(() => {
      window.seen.push(node.querySelector('.phone-head-title')?.textContent);
    }).observe(node, { childList: true, subtree: true, characterData: true }); }""")
    with page.expect_response("**/draft/homepage*"):
        save(page)
    saved(page)
    expect(section(page, CARNIVAL)).to_contain_text("Lanterns")
    assert draft(server, CARNIVAL)["content"]["uiElement"]["subTitle"]["title"] == "Lanterns"
    assert set(page.evaluate("window.seen")) <= {"Lanterns"}, "the old heading came back for a moment"


@pytest.mark.long
def test_cards_that_are_added_moved_and_deleted_are_shown_before_saving(open_console):
    page = open_editor(open_console, CARNIVAL)
    titles = lambda: section(page, CARNIVAL).locator(".phone-ad-title span:first-child").all_inner_texts()
    before = titles()
    editor(page).get_by_role("button", name=re.compile("^Add: ")).click()
    box(page, "Title").fill("Lantern riddles")
    expect(section(page, CARNIVAL)).to_contain_text("Lantern riddles")
    assert titles() == [*before, "Lantern riddles"]
    editor(page).get_by_role("button", name="More for Lantern riddles").click()
    page.get_by_role("menuitem", name="To the top").click()
    expect(section(page, CARNIVAL).locator(".phone-ad-title span:first-child").first).to_have_text("Lantern riddles")
    more = editor(page).get_by_role("button", name="More for Lantern riddles")
    # A menu closes when the content below it scrolls.
    more.scroll_into_view_if_needed()
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    more.click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(section(page, CARNIVAL)).not_to_contain_text("Lantern riddles")
    assert titles() == before


@pytest.mark.long
def test_a_section_that_was_empty_appears_with_its_first_card(open_console, server):
    content = draft(server, CARNIVAL)["content"]
    content["extInfo"]["list"] = []
    assert server.api("PATCH", f"/api/pages/mall/draft/blocks/{CARNIVAL}", {"content": content}).status == 200
    page = open_console("ming", path=f"/admin/pages/mall/blocks/{CARNIVAL}")
    expect(section(page, "marquee")).to_be_attached()
    expect(section(page, CARNIVAL)).to_have_count(0)
    editor(page).get_by_role("button", name=re.compile("^Add: ")).click()
    box(page, "Title").fill("The first one")
    expect(section(page, CARNIVAL)).to_contain_text("The first one")


@pytest.mark.long
def test_a_localization_is_shown_to_its_readers_while_it_is_typed(open_console, server):
    assert (
        server.api(
            "PATCH",
            f"/api/pages/mall/draft/blocks/{CARNIVAL}",
            {"localizations": {"en": {"uiElement": {"subTitle": {"title": "Carnival week"}}}}},
        ).status
        == 200
    )
    page = open_editor(open_console, CARNIVAL)
    page.get_by_text("Any user").click()
    page.get_by_label("App language").fill("en-GB")
    expect(section(page, CARNIVAL)).to_contain_text("Carnival week")
    tab(page, "Languages")
    box(page, "Heading").fill("Carnival of lights")
    expect(section(page, CARNIVAL)).to_contain_text("Carnival of lights")
    # Changes of the default texts are not shown to this reader.
    tab(page, "Content")
    box(page, "Heading").fill("灯会")
    expect(section(page, CARNIVAL)).to_contain_text("Carnival of lights")
    expect(section(page, CARNIVAL)).not_to_contain_text("灯会")


@pytest.mark.long
def test_a_card_hidden_by_a_rule_stays_hidden_while_others_are_edited(open_console, server):
    cards = draft(server, CARNIVAL)["content"]["extInfo"]["list"]
    assert len(cards) > 1
    hidden, other = cards[0], cards[1]
    assert (
        server.api(
            "PATCH", f"/api/pages/mall/draft/blocks/{CARNIVAL}", {"cards": {str(hidden["id"]): {"from": "2031-01-01T00:00:00Z"}}}
        ).status
        == 200
    )
    page = open_editor(open_console, CARNIVAL)
    expect(section(page, CARNIVAL)).not_to_contain_text(hidden["title"])
    open_card(page, other["title"])
    box(page, "Title").fill("Typed next to it")
    expect(section(page, CARNIVAL)).to_contain_text("Typed next to it")
    expect(section(page, CARNIVAL)).not_to_contain_text(hidden["title"])


@pytest.mark.long
def test_the_phone_scrolls_to_edited_and_moved_sections(open_console):
    page = open_editor(open_console, "localService")
    phone(page).evaluate("screen => { screen.scrollTop = 0; }")
    expect(section(page, "localService")).not_to_be_in_viewport()
    box(page, "Heading").fill("Around the corner")
    expect(section(page, "localService")).to_be_in_viewport(ratio=0.5)
    editor(page).get_by_role("button", name="Discard", exact=True).click()
    editor(page).get_by_role("button", name="Close", exact=True).click()
    row(page, "localService").focus()
    page.keyboard.press("Alt+Home")
    expect(section(page, "localService")).to_be_in_viewport(ratio=0.9)
    page.keyboard.press("Alt+End")
    expect(section(page, "localService")).to_be_in_viewport(ratio=0.9)


@pytest.mark.long
def test_the_phone_scrolls_to_a_dragged_section(open_console):
    page = open_console("ming", path="/admin/pages/mall", height=1400)
    expect(section(page, "localService")).to_be_attached()
    phone(page).evaluate("screen => { screen.scrollTop = 0; }")
    drag(page, row(page, "marquee").locator(".list-grip"), row(page, "localService"), at=0.9)
    expect(section(page, "marquee")).to_be_in_viewport(ratio=0.9)


@pytest.mark.long
def test_a_click_on_a_card_opens_its_form(open_console):
    page = open_console("ming", path="/admin/pages/mall")
    section(page, "wallet").locator("[data-card='1']").click()
    expect(page).to_have_url(re.compile("/blocks/wallet$"))
    opened = editor(page).locator(".edit-card.open")
    expect(opened).to_have_count(1)
    expect(opened.locator(".edit-card-title")).to_have_text(section(page, "wallet").locator("[data-card='1'] b").inner_text())
    expect(opened.locator(".edit-card-open")).to_be_focused()
    # A click on a section outside its cards selects the section.
    section(page, CARNIVAL).get_by_text("购物狂欢节 Carnival").click()
    expect(row(page, CARNIVAL)).to_have_attribute("aria-selected", "true")
    expect(page).to_have_url(re.compile("/blocks/wallet$"))


@pytest.mark.long
def test_a_click_on_a_song_opens_the_song_of_its_card(open_console):
    page = open_console("ming", path="/admin/pages/music")
    song = phone(page).locator(".phone-song[data-card='1/resources/2']").first
    name = song.locator("b").inner_text()
    song.scroll_into_view_if_needed()
    song.click()
    expect(editor(page).locator(".edit-card.open .edit-card.open .edit-card-title")).to_have_text(name)


@pytest.mark.long
def test_a_click_opens_the_right_card_after_a_hidden_one(open_console, server):
    cards = draft(server, CARNIVAL)["content"]["extInfo"]["list"]
    assert (
        server.api(
            "PATCH", f"/api/pages/mall/draft/blocks/{CARNIVAL}", {"cards": {str(cards[0]["id"]): {"enabled": False}}}
        ).status
        == 200
    )
    page = open_editor(open_console, CARNIVAL)
    section(page, CARNIVAL).locator("[data-card='0']").click()
    expect(editor(page).locator(".edit-card.open .edit-card-title")).to_have_text(cards[1]["title"])


@pytest.mark.long
def test_a_section_is_selected_and_opened_by_keyboard(open_console):
    page = open_console("ming", path="/admin/pages/mall")
    choose = phone(page).get_by_role("button", name="Choose section: 直播好物 Live")
    choose.focus()
    page.keyboard.press("Enter")
    expect(choose).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/blocks/broadcast$"))


@pytest.mark.long
def test_opening_another_card_asks_about_unsaved_input(open_console):
    page = open_editor(open_console, CARNIVAL)
    box(page, "Heading").fill("Half typed")
    section(page, "wallet").locator("[data-card='1']").click()
    page.get_by_role("dialog", name="Save your changes?").get_by_role("button", name="Keep editing").click()
    expect(page).to_have_url(re.compile(f"/blocks/{CARNIVAL}$"))
    expect(box(page, "Heading")).to_have_value("Half typed")
    expect(section(page, CARNIVAL)).to_contain_text("Half typed")


CONDITIONS = [
    ({"from": "2031-02-01T00:00:00Z"}, "1 Feb 2031, 08:00"),
    ({"until": "2024-02-01T00:00:00Z"}, "1 Feb 2024, 07:59"),
    ({"audience": {"platforms": ["ios"], "appVersion": {"min": "9.0"}, "locales": ["en"]}}, "iOS 9.0 · en, now"),
    ({"audience": {"percent": 1, "seed": "tea"}}, "user "),
]


@pytest.mark.long
def test_a_section_is_previewed_for_its_own_audience_and_window(open_console, server):
    change = lambda patch: server.api("PATCH", f"/api/pages/mall/draft/blocks/{CARNIVAL}", patch)
    page = open_console("ming", path="/admin/pages/mall")
    offer = page.get_by_role("button", name="Preview under its own conditions")
    for patch, words in CONDITIONS:
        assert change({"enabled": True, "from": None, "until": None, "audience": None}).status == 200
        row(page, "marquee").focus()
        expect(section(page, CARNIVAL)).to_be_attached()
        assert change(patch).status == 200
        expect(section(page, CARNIVAL)).to_have_count(0)
        expect(offer).to_have_count(0)
        row(page, CARNIVAL).focus()
        offer.click()
        expect(section(page, CARNIVAL)).to_be_in_viewport(ratio=0.5)
        expect(page.locator(".phone-pane")).to_contain_text(words)
        page.locator(".phone-pane").get_by_role("button", name="Back", exact=True).click()
        expect(section(page, CARNIVAL)).to_have_count(0)
        # A hidden section is never shown.
        expect(offer).to_have_count(1)
        assert change({"enabled": False}).status == 200
        expect(offer).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("slug, player", [("music", 1), ("mall", 0)])
def test_the_app_s_bars_and_the_end_of_the_first_screen_are_shown(open_console, slug, player):
    page = open_console("ming", path=f"/admin/pages/{slug}")
    pane = page.locator(".phone-pane")
    expect(pane.locator(".phone-app-search")).to_be_visible()
    expect(pane.locator(".phone-app-tabs")).to_be_visible()
    expect(pane.locator(".phone-app-player")).to_have_count(player)
    fold = pane.locator(".phone-fold")
    fold.scroll_into_view_if_needed()
    expect(fold).to_be_visible()
    # A screen of 812 points without the bars of the system and the app.
    place = fold.evaluate("one => one.offsetTop")
    bars = pane.locator(".phone-status, .phone-app-head, .phone-app-foot").evaluate_all(
        "all => all.reduce((sum, one) => sum + one.offsetHeight, 0)"
    )
    assert abs(place + bars - 812) <= 1


@pytest.mark.long
def test_on_a_small_screen_a_card_in_the_phone_opens_its_form(open_console):
    page = open_console("ming", path="/admin/pages/mall", language="zh", **PHONE)
    page.get_by_role("radio", name=re.compile("预览|手机")).check(force=True)
    card = section(page, CARNIVAL).locator("[data-card='0']")
    card.scroll_into_view_if_needed()
    card.tap()
    opened = editor(page).locator(".edit-card.open")
    expect(opened).to_be_visible()
    assert_fits(page)
    # The phone shows input in the form.
    opened.get_by_role("textbox", name="标题", exact=True).fill("灯会开场")
    page.get_by_role("radio", name=re.compile("预览|手机")).check(force=True)
    expect(section(page, CARNIVAL)).to_contain_text("灯会开场")
    assert_fits(page)
    # The same card opens the form again.
    section(page, CARNIVAL).locator("[data-card='0']").tap()
    expect(opened).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_phone_with_an_offer_is_accessible(open_console, server, theme):
    assert server.api("PATCH", f"/api/pages/mall/draft/blocks/{CARNIVAL}", {"from": "2031-02-01T00:00:00Z"}).status == 200
    page = open_console("ming", theme=theme, path=f"/admin/pages/mall/blocks/{CARNIVAL}")
    expect(page.get_by_role("button", name="Preview under its own conditions")).to_be_visible()
    expect(page.locator(".phone-app-tabs")).to_be_visible()
    assert_accessible(page, within=".phone-pane")


@pytest.mark.measures
def test_the_phone_follows_a_keystroke_within_100_ms_at_40_sections(open_console, server):
    codes = make_page(server, "forty", 40)
    page = open_editor(open_console, codes[20], "forty")
    box(page, "Heading").focus()
    page.evaluate(
        """code => {
      window.took = [];
      const node = document.querySelector(`.phone-pane [data-code='${code}']`);
      let begin = 0;
      addEventListener('keydown', () => { begin = performance.now(); }, { capture: true });
      new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => window.took.push(performance.now() - begin))))
        .observe(node, { childList: true, subtree: true });
      window.others = 0;
      for (const other of document.querySelectorAll('.phone-pane [data-code]')) {
        if (other !== node) new MutationObserver(() => { window.others += 1; }).observe(other, { childList: true, subtree: true });
      }
    }""",
        codes[20],
    )
    for letter in "lanterns":
        page.keyboard.press(letter)
        page.wait_for_function("count => window.took.length >= count", arg=1)
    expect(section(page, codes[20])).to_contain_text("lanterns")
    took = page.evaluate("window.took")
    assert page.evaluate("window.others") == 0, "only the section that changed is drawn"
    # The best of eight letters, since a busy machine may be slow.
    assert min(took) < 100, took
