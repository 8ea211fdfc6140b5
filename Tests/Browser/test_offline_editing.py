"""Editing without a connection: everything that it needs is loaded in advance."""

import re

from playwright.sync_api import expect

from conftest import expected
from harness import eventually
from views import ready


def test_a_section_that_was_not_opened_before_can_be_edited_offline_and_saved_later(open_console, server):
    page = open_console("wei", path="/admin/pages/mall", follows=True)
    expected(page, "ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)|/api/events|/presence")
    expect(page.get_by_role("grid")).to_be_visible()
    loaded = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/style/edit-dialogs.css'))"
    eventually(lambda: page.evaluate(loaded), 60)
    ready(page)
    page.context.set_offline(True)
    row = page.locator('[role=row][data-code="shoppingCarnival"]')
    row.focus()
    page.keyboard.press("Enter")
    form = page.get_by_role("region", name=re.compile("^Edit "))
    form.get_by_label("Heading", exact=True).fill("Written on a train")
    form.get_by_role("button", name="Save", exact=True).click()
    page.context.set_offline(False)
    expect(form.get_by_text("Everything is saved")).to_be_visible(timeout=30_000)
    content = server.api("GET", "/api/pages/mall/draft/blocks/shoppingCarnival").data["content"]
    assert content["uiElement"]["subTitle"]["title"] == "Written on a train"
