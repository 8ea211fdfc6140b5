"""Windows and audiences of single cards: shown and changed in the card's row, and applied in the preview."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits
from conftest import PHONE, expected
from test_editor import draft, editor, open_card, save, saved

BLOCK = "/api/pages/mall/draft/blocks/middleAd"


def open_editor(open_console, operator="ming", **options):
    page = open_console(operator, path="/admin/pages/mall/blocks/middleAd", **options)
    expect(editor(page).get_by_role("heading", level=2)).to_be_visible()
    return page


def rows(page):
    return editor(page).locator(".edit-card")


def rule(page):
    return editor(page).locator(".edit-card.open .edit-card-rule")


def test_a_card_gets_a_window_and_an_audience_in_its_row(open_console, server):
    first, second = (str(card["id"]) for card in draft(server, "middleAd")["content"]["extInfo"]["list"])
    page = open_editor(open_console)
    open_card(page)
    expect(rule(page)).to_contain_text("Shown whenever the section is, to everybody")
    rule(page).get_by_role("button", name="When and to whom").click()
    rule(page).get_by_label("Until", exact=True).fill("2031-01-26T00:00")
    rule(page).get_by_label("iOS").check()
    expect(rule(page).locator(".edit-card-sentence")).to_have_text("Shown until 26 Jan 2031 00:00 (Shanghai) to iOS users")
    assert_accessible(page, "section.edit")
    save(page)
    saved(page)
    limited = {"enabled": True, "from": None, "until": "2031-01-25T16:00:00.000Z", "audience": {"platforms": ["ios"]}}
    assert draft(server, "middleAd")["cards"] == {first: limited}
    expect(rows(page).first.locator(".edit-card-states .badge")).to_have_count(2)
    expect(rows(page).last.locator(".edit-card-states .badge")).to_have_count(0)

    # The rule moves with its card, and is restored with it.
    rows(page).first.locator(".edit-card-open").press("Alt+End")
    expect(rows(page).last.locator(".edit-card-states .badge")).to_have_count(2)
    save(page)
    saved(page)
    block = draft(server, "middleAd")
    assert [str(card["id"]) for card in block["content"]["extInfo"]["list"]] == [second, first]
    assert block["cards"] == {first: limited}
    rows(page).last.locator(".edit-card-open").click()
    rows(page).last.get_by_role("button", name=re.compile("^More for")).click()
    page.get_by_role("menuitem", name="Delete").click()
    page.get_by_role("button", name="Undo").last.click()
    expect(editor(page).get_by_text("Everything is saved")).to_be_visible()
    rows(page).last.get_by_role("button", name=re.compile("^More for")).click()
    page.get_by_role("menuitem", name="Delete").click()
    save(page)
    saved(page)
    assert "cards" not in draft(server, "middleAd")


@pytest.mark.long
def test_an_empty_rule_is_removed_and_an_invalid_one_is_shown_at_its_card(open_console, server):
    first = draft(server, "middleAd")["content"]["extInfo"]["list"][0]
    assert server.api("PATCH", BLOCK, {"cards": {str(first["id"]): {"enabled": False}}}).status == 200
    page = open_editor(open_console, language="zh")
    expected(page, "status of 422")
    expect(rows(page).first.locator(".edit-card-states")).to_have_text("已隐藏")
    open_card(page)
    expect(rule(page)).to_contain_text("已隐藏，所有用户都看不到此卡片")
    rule(page).get_by_role("button", name="展示时间与人群").click()
    rule(page).get_by_label("开始时间", exact=True).fill("2031-02-01T00:00")
    rule(page).get_by_label("结束时间", exact=True).fill("2031-01-01T00:00")
    rule(page).get_by_role("button", name="展示时间与人群").click()
    save(page)
    mistake = editor(page).locator(".edit-mistake")
    expect(mistake).to_contain_text(f"{first['title']} › 展示时间与人群 › 结束时间")
    mistake.click()
    expect(rule(page).get_by_label("结束时间", exact=True)).to_be_focused()
    rule(page).get_by_role("button", name="改为长期展示").click()
    rule(page).get_by_role("switch", name="显示此卡片").check()
    expect(rule(page)).to_contain_text("随版块一起展示给所有用户")
    save(page)
    expect(editor(page).get_by_text("已全部保存")).to_be_visible()
    assert "cards" not in draft(server, "middleAd")


@pytest.mark.long
def test_the_preview_steps_through_the_windows_of_cards(open_console, server):
    first = draft(server, "middleAd")["content"]["extInfo"]["list"][0]
    cards = {str(first["id"]): {"until": "2031-03-01T09:00:00+08:00"}}
    assert server.api("PATCH", "/api/pages/mall/live/blocks/middleAd", {"cards": cards}).status == 200
    page = open_console("yan", path="/admin/pages/mall/preview")
    shown = page.get_by_role("region", name=re.compile("^Phone with .*, live$")).locator("[data-code='middleAd']")
    expect(shown).to_contain_text(first["title"])
    slider = page.get_by_role("slider", name="Time, by what changes")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile(f"^1 Mar 2031, 09:00, .*{re.escape(first['title'])}.* disappears from")
    )
    expect(shown).not_to_contain_text(first["title"])


@pytest.mark.long
def test_the_rule_of_a_card_fits_a_phone(open_console, server):
    page = open_editor(open_console, **PHONE)
    open_card(page)
    rule(page).get_by_role("button", name="When and to whom").click()
    assert_fits(page)


@pytest.mark.long
def test_the_comparison_shows_the_changes_of_a_card(open_console, server):
    first = draft(server, "middleAd")["content"]["extInfo"]["list"][0]
    assert server.api("PATCH", BLOCK, {"cards": {str(first["id"]): {"until": "2031-03-01T01:00:00Z"}}}).status == 200
    page = open_console("lin", path="/admin/pages/mall")
    page.get_by_role("button", name="Review and publish").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(first["title"])
    expect(sheet).to_contain_text("Shown until")
