"""The form of a section: visible and folded fields, the names of cards, and the choice of a layout."""

import json
import pathlib
import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits
from conftest import PHONE, expected
from harness import ROOT
from test_editor import box, draft, edit, editor, open_card, path_of, save, saved  # noqa: F401

PLUMBING = re.compile(r"\bid\b|request|tracking|kind of (card|target|resource)|what the action is", re.IGNORECASE)
MUSIC = ["HOMEPAGE_BANNER", "HOMEPAGE_MUSIC_CALENDAR", "HOMEPAGE_BLOCK_PLAYLIST_RCMD", "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG"]


def labels(within):
    """The labels of the fields that are visible without expanding anything."""
    return within.locator("label:visible, legend:visible, .edit-group-title:visible").all_inner_texts()


@pytest.mark.long
def test_forms_show_content_fields_fold_technical_ones_and_do_not_name_cards_by_id(edit):
    page = edit(MUSIC[0], "music")
    for code in MUSIC:
        page.goto(path_of(page, code, "music"))
        expect(editor(page).get_by_role("heading", level=2)).to_be_visible()
        names = editor(page).locator(".edit-card-title, .edit-card-note").all_inner_texts()
        assert names and not [one for one in names if re.fullmatch(r"[\d\s-]{4,}", one)], (code, names)
        assert not [one for one in names if one.startswith("Card ")], (code, names)
        open_card(page)
        shown = labels(editor(page).locator(".edit-card.open"))
        assert shown and not [one for one in shown if PLUMBING.search(one)], (code, shown)
        assert len([one for one in shown if one.strip()]) <= 18, (code, shown)


def test_a_banner_shows_its_label_picture_and_link_and_folds_the_rest(edit, server):
    page = edit("HOMEPAGE_BANNER", "music")
    open_card(page)
    card = editor(page).locator(".edit-card.open")
    for name in ("Label", "Picture", "Link"):
        expect(card.get_by_role("textbox", name=name, exact=True)).to_be_visible()
    expect(card.get_by_label("Target id", exact=True)).to_have_count(0)
    card.get_by_text("More fields").first.click()
    card.get_by_role("textbox", name="Request id").fill("campaign-7")
    save(page)
    saved(page)
    assert draft(server, "HOMEPAGE_BANNER", "music")["content"]["extInfo"]["banners"][0]["requestId"] == "campaign-7"


@pytest.mark.long
def test_a_click_percent_encodes_a_url(edit, server):
    page = edit("middleAd")
    expected(page, "status of 422")
    open_card(page)
    card = editor(page).locator(".edit-card.open")
    link, encoded = card.get_by_role("textbox", name="Link", exact=True), "https://shop.example/%E6%98%A5%E8%8C%B6%20%5B1%5D"
    link.fill("https://shop.example/春茶 [1]")
    save(page)
    expect(link).to_have_attribute("aria-invalid", "true")
    expect(card.locator(".edit-offer")).to_contain_text(encoded)
    assert_accessible(page)
    card.get_by_role("button", name="Use the encoded form: Link").click()
    expect(link).to_have_value(encoded)
    expect(link).to_be_focused()
    expect(card.locator(".edit-offer")).to_be_hidden()
    save(page)
    saved(page)
    assert draft(server, "middleAd")["content"]["extInfo"]["list"][0]["url"] == encoded


@pytest.mark.long
def test_an_error_in_a_folded_field_expands_it(edit, server):
    page = edit("HOMEPAGE_BLOCK_OLD_DRAGON_BALL", "music")
    expected(page, "status of 422")
    # A single card is expanded from the start; its entries are a list.
    editor(page).locator(".edit-card .edit-card-open").nth(1).click()
    card = editor(page).locator(".edit-card .edit-card.open")
    card.get_by_text("More fields").last.click()
    entry = card.get_by_role("textbox", name=re.compile("^Entry id"))
    entry.fill("no number")
    card.get_by_text("More fields").last.click()
    expect(entry).to_be_hidden()
    save(page)
    editor(page).get_by_role("alert").get_by_role("button", name=re.compile("Entry id")).click()
    expect(entry).to_be_focused()


@pytest.mark.long
def test_missing_optional_members_of_a_card_are_folded(edit):
    page = edit("HOMEPAGE_MUSIC_CALENDAR", "music")
    open_card(page)
    card = editor(page).locator(".edit-card.open")
    expect(card.get_by_role("button", name="Add: How it looks")).to_have_count(0)
    card.get_by_text("More fields").last.click()
    expect(card.get_by_role("button", name="Add: How it looks")).to_be_visible()


@pytest.mark.long
def test_a_single_resource_is_edited_within_its_card(edit, server):
    page = edit("HOMEPAGE_MUSIC_CALENDAR", "music")
    open_card(page)
    card = editor(page).locator(".edit-card.open")
    expect(card).to_have_count(1)
    expect(card.locator(".edit-card")).to_have_count(0)
    card.get_by_role("textbox", name="Title", exact=True).fill("Tea hour")
    save(page)
    saved(page)
    resources = draft(server, "HOMEPAGE_MUSIC_CALENDAR", "music")["content"]["creatives"][0]["resources"]
    assert resources[0]["uiElement"]["mainTitle"]["title"] == "Tea hour" and len(resources) == 1
    # With a second resource, there is a list.
    card.get_by_role("button", name="Add: Resources").click()
    expect(card.locator(".edit-card")).to_have_count(2)
    expect(card.locator(".edit-card .edit-card-title").first).to_have_text("Tea hour")


@pytest.mark.long
def test_forms_never_nest_three_deep(edit):
    page = edit("HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG", "music")
    open_card(page)
    card = editor(page).locator(".edit-card.open")
    card.locator(".edit-card-open").nth(1).click()
    inner = card.locator(".edit-card.open")
    expect(inner).to_have_count(1)
    expect(inner.get_by_role("textbox", name="Title", exact=True)).to_be_visible()
    # In a nested card, only folded fields can be expanded.
    assert (
        inner.locator(".edit-card-open, .edit-group > summary").evaluate_all(
            "(all, inner) => all.filter(one => one.checkVisibility() && !one.closest('.edit-more')).length", None
        )
        == 1
    )


def folded(node, path=""):
    """The paths at which a layout folds fields, with the titles of the folds."""
    if isinstance(node, dict):
        if "x-fold" in node:
            yield path, node
        for name, inner in node.items():
            yield from folded(inner, f"{path}/{name}")


@pytest.mark.long
def test_no_layout_folds_titles_pictures_links_or_cards():
    titles = {"Title", "Picture", "Link", "Opens", "Heading", "Cards", "Banners", "Text", "Label", "Cover", "Icon", "Summary"}
    files = sorted((pathlib.Path(ROOT) / "config/block-types").glob("*.json"))
    found = [(file.name, path, node) for file in files for path, node in folded(json.loads(file.read_text()))]
    assert len(found) > 100
    assert not [one for one in found if one[2].get("title") in titles]


@pytest.mark.long
def test_the_choice_of_a_layout_shows_each_layout_like_the_app(open_console):
    page = open_console("ming", path="/admin/pages/mall")
    page.get_by_role("button", name="Add section").click()
    dialog = page.get_by_role("dialog", name="New section")
    used = dialog.locator("li", has_text="Advertisements").first
    expect(used.locator(".phone-ad")).not_to_have_count(0)
    # Also a layout without a section on this page, with sample cards.
    dialog.get_by_label("Search layouts").fill("picture grid")
    dialog.get_by_label("Search layouts").fill("DEMO_GRID")
    grid = dialog.locator("li:visible", has_text="DEMO_GRID")
    expect(grid.locator(".phone-tile")).to_have_count(4)
    # The picture is decorative; a click on it chooses the layout, but only the button gets the keyboard focus.
    assert grid.locator(".edit-layout-picture :is(button, a, [tabindex])").evaluate_all(
        "all => all.every(one => one.closest('[inert]'))"
    )
    grid.locator(".edit-layout-picture").click(position={"x": 20, "y": 20}, force=True)
    expect(dialog.get_by_label("Code")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("options", [PHONE | {"language": "zh", "theme": "dark"}, {}], ids=["phone", "desktop"])
def test_the_choice_of_a_layout_fits_and_is_accessible(open_console, options):
    page = open_console("ming", path="/admin/pages/music", **options)
    page.locator(".list-add").click()
    expect(page.locator(".edit-layout-picture .phone-section").first).to_be_attached()
    assert_fits(page)
    assert_accessible(page, within="dialog")
