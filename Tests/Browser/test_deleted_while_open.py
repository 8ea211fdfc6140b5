"""Deleting a section while another operator is editing it."""

import re

import pytest
from playwright.sync_api import expect

from harness.marks import short_and_long

MALL = "/admin/pages/mall"
WALLET = "/api/pages/mall/draft/blocks/wallet"


def heading(page):
    return page.get_by_role("region", name=re.compile("^Edit ")).get_by_label("Heading", exact=True)


def open_wallet(open_console, operator="ming", **more):
    page = open_console(operator, path=f"{MALL}/blocks/wallet", **more)
    expect(heading(page)).to_be_visible()
    return page


def typed(page, text):
    field = heading(page)
    field.fill(text)
    return field


def order(server):
    return server.api("GET", "/api/pages/mall/draft/order").data["order"]


def test_the_section_can_be_restored_with_the_typed_text(open_console, server):
    before = order(server)
    page = open_wallet(open_console)
    field = typed(page, "My wallet")
    assert server.api("DELETE", WALLET).status == 200
    expect(page.get_by_text("deleted this section.")).to_be_visible()
    expect(field).to_have_value("My wallet")
    page.get_by_role("button", name="Restore and save").click()
    expect(page.get_by_text("deleted this section.")).to_have_count(0)
    expect(page.get_by_text("Everything is saved")).to_be_visible()
    assert "My wallet" in str(server.api("GET", WALLET).data["content"])
    assert order(server) == before
    typed(page, "My other wallet")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Everything is saved")).to_be_visible()
    assert "My other wallet" in str(server.api("GET", WALLET).data["content"])


@pytest.mark.long
def test_the_save_button_restores_the_section_too(open_console, server):
    page = open_wallet(open_console)
    typed(page, "My wallet")
    assert server.api("DELETE", WALLET).status == 200
    expect(page.get_by_text("deleted this section.")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("deleted this section.")).to_have_count(0)
    assert "My wallet" in str(server.api("GET", WALLET).data["content"])


@pytest.mark.long
def test_the_typed_text_can_be_saved_as_a_new_section(open_console, server):
    page = open_wallet(open_console)
    typed(page, "My wallet")
    assert server.api("DELETE", WALLET).status == 200
    page.get_by_role("button", name="Save as a new section").click()
    page.wait_for_url(re.compile("/blocks/wallet-2$"))
    assert server.api("GET", WALLET).status == 404
    assert "My wallet" in str(server.api("GET", f"{WALLET}-2").data["content"])
    expect(page.get_by_text("deleted this section.")).to_have_count(0)


@pytest.mark.long
def test_a_restored_section_is_no_longer_shown_as_deleted(open_console, server):
    page = open_wallet(open_console)
    block = server.api("GET", WALLET).data
    assert server.api("DELETE", WALLET).status == 200
    expect(page.get_by_text("deleted this section.")).to_be_visible()
    expect(page.get_by_role("button", name="Restore it")).to_be_visible()
    expect(page.get_by_role("button", name="Save as a new section")).to_have_count(0)
    del block["info"]
    assert server.api("POST", "/api/pages/mall/draft/blocks", block).status == 201
    expect(page.get_by_text("deleted this section.")).to_have_count(0)
    typed(page, "Back again")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Everything is saved")).to_be_visible()
    assert "Back again" in str(server.api("GET", WALLET).data["content"])


@pytest.mark.parametrize(
    "language, reported, action, gone",
    short_and_long(
        ("en", "ming has this open right now.", "Delete", "wei deleted this section."),
        ("zh", "ming正在打开。", "删除", "wei deleted this section."),
    ),
)
def test_deleting_a_section_names_operators_who_have_it_open(open_console, server, language, reported, action, gone):
    open_ = open_wallet(open_console)
    page = open_console("wei", path=MALL, language=language)
    row = page.locator('[role=row][data-code="wallet"]')
    expect(row).to_contain_text("ming", timeout=20_000)
    row.focus()
    page.keyboard.press("Delete")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(reported)
    dialog.get_by_role("button", name=action, exact=True).click()
    expect(row).to_have_count(0)
    expect(open_.get_by_text(gone)).to_be_visible()
