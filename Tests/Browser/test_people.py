"""Presence: operators see who else is on the page and in which section."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits
from conftest import PHONE, SMALL, expected
from harness import eventually
from test_editor import box, editor
from test_phone import row
from views import ready

MALL = "/admin/pages/mall"
# An operator who leaves disappears within this time.
GONE = 32_000


def bar(page):
    return page.get_by_role("banner")


def others(page):
    return bar(page).get_by_role("button", name=re.compile(r"on this page, too|也在此页面"))


def note(page):
    return page.locator(".people-note")


def said(page):
    """Records the announcements for screen readers."""
    page.evaluate("""() => { window.said = []; new MutationObserver(() => {
      for (const one of document.querySelectorAll('[aria-live=polite]')) if (one.textContent && window.said.at(-1) !== one.textContent) window.said.push(one.textContent);
    }).observe(document.body, { childList: true, subtree: true, characterData: true }); }""")
    return lambda: page.evaluate("window.said")


@pytest.mark.long
def test_two_operators_see_each_other_at_the_page_the_row_and_the_form(open_console):
    here = open_console("wei", path=f"{MALL}/blocks/wallet")
    words = said(here)
    there = open_console("ming", path=MALL)
    expect(others(here)).to_have_accessible_name("ming is on this page, too")
    expect(others(there)).to_have_accessible_name("wei is on this page, too")
    expect(row(there, "wallet")).to_contain_text("wei is here")
    expect(row(there, "wallet")).to_have_accessible_name(re.compile("wei is here"))
    # Operators do not see themselves.
    expect(row(here, "wallet")).not_to_contain_text("is here")
    expect(note(here)).to_have_count(0)
    row(there, "wallet").focus()
    there.keyboard.press("Enter")
    expect(note(there)).to_have_text("wei has this section open, too.")
    expect(note(here)).to_have_text("ming has this section open, too.")
    eventually(lambda: "ming has this section open, too." in words())
    # Ming opens another section: only its row has the mark.
    box(here, "Heading").focus()
    there.goto(there.server.url + f"{MALL}/blocks/otc")
    expect(row(here, "otc")).to_contain_text("ming is here")
    expect(row(here, "wallet")).not_to_contain_text("ming is here")
    expect(note(here)).to_have_count(0)
    expect(note(there)).to_have_count(0)
    expect(box(here, "Heading")).to_be_focused()
    # Each announcement was made once.
    assert len([text for text in words() if "ming is on this page" in text]) == 1, words()


@pytest.mark.long
def test_the_menu_of_names_links_to_their_sections(open_console):
    there = open_console("ming", path=f"{MALL}/blocks/otc")
    here = open_console("wei", path=MALL)
    expect(row(here, "otc")).to_contain_text("ming is here")
    name = row(here, "otc").locator(".list-name").inner_text()
    others(here).focus()
    here.keyboard.press("Enter")
    item = here.get_by_role("menuitem", name="ming")
    expect(item).to_be_focused()
    expect(item).to_contain_text(name)
    here.keyboard.press("Escape")
    expect(others(here)).to_be_focused()
    others(here).click()
    item.click()
    expect(here).to_have_url(re.compile(f"{MALL}/blocks/otc$"))
    expect(note(there)).to_have_text("wei has this section open, too.")


@pytest.mark.long
def test_nobody_is_shown_to_a_single_operator_even_with_a_second_tab_or_browser(open_console):
    page = open_console("wei", path=f"{MALL}/blocks/wallet")
    tab = page.context.new_page()
    tab.goto(page.server.url + f"{MALL}/blocks/wallet")
    elsewhere = open_console("wei", path=f"{MALL}/blocks/wallet")
    away = open_console("lin", path="/admin/pages/music")
    # Their reports have arrived once someone else sees them.
    witness = open_console("ming", path=MALL)
    expect(others(witness)).to_have_accessible_name("wei is on this page, too")
    expect(row(witness, "wallet")).to_contain_text("wei is here")
    for one in (page, tab, elsewhere):
        expect(others(one)).to_have_accessible_name("ming is on this page, too")
        expect(note(one)).to_have_count(0)
        expect(row(one, "wallet")).not_to_contain_text("is here")
    expect(others(away)).to_have_count(0)
    expect(witness.get_by_text(re.compile(r"\blin is"))).to_have_count(0)


@pytest.mark.long
def test_an_operator_who_leaves_disappears_within_30_seconds(open_console):
    here = open_console("wei", path=MALL)
    closes, signs_out, goes = (open_console(name, path=f"{MALL}/blocks/wallet") for name in ("ming", "yan", "lin"))
    expect(row(here, "wallet")).to_contain_text("3 others are here")
    for one in (signs_out, goes):
        expect(others(one)).to_be_visible()
    closes.close()
    bar(signs_out).get_by_role("button", name="Account of").click()
    signs_out.get_by_role("menuitem", name="Sign out", exact=True).click()
    expect(signs_out.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
    goes.goto(goes.server.url + "/admin/manage/account")
    for one in (signs_out, goes):
        expect(others(one)).to_have_count(0)
    expect(row(here, "wallet")).not_to_contain_text(re.compile("(is|are) here"), timeout=GONE)
    expect(others(here)).to_have_count(0)


@pytest.mark.long
def test_a_disconnected_operator_disappears_within_30_seconds_and_comes_back(open_console):
    here, there = open_console("wei", path=MALL), open_console("ming", path=f"{MALL}/blocks/wallet")
    open_console("yan", path=f"{MALL}/blocks/wallet")
    expected(there, "net::ERR|ERR_INTERNET_DISCONNECTED")
    expect(others(here)).to_have_accessible_name("ming and yan are on this page, too")
    expect(others(there)).to_be_visible()
    there.context.set_offline(True)
    # Presence is unknown without a connection.
    expect(others(there)).to_have_count(0)
    expect(others(here)).to_have_accessible_name("yan is on this page, too", timeout=GONE)
    expect(row(here, "wallet")).to_contain_text("yan is here")
    there.context.set_offline(False)
    expect(row(here, "wallet")).to_contain_text("2 others are here")
    expect(others(there)).to_be_visible()


@pytest.mark.long
def test_hidden_and_idle_pages_are_not_reported(open_console):
    page = open_console("wei", path=None, follows=True)
    page.clock.install()
    reports = []
    page.on("request", lambda request: reports.append(request.post_data_json) if request.url.endswith("/presence") else None)
    page.goto(page.server.url + MALL)
    ready(page)
    with page.expect_response("**/presence"):
        page.clock.run_for(4500)
    with page.expect_response("**/presence"):
        page.clock.run_for(10_000)
    assert reports == [{"block": None}] * 2
    # The page is hidden.
    page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))"
    )
    page.clock.run_for(30_000)
    assert len(reports) == 2
    with page.expect_response("**/presence"):
        page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    # The page is idle for five minutes, and then used again.
    page.clock.fast_forward(310_000)
    page.clock.run_for(11_000)
    before = len(reports)
    page.clock.run_for(60_000)
    assert len(reports) == before
    with page.expect_response("**/presence"):
        page.keyboard.press("Shift")
    assert len(reports) == before + 1


@pytest.mark.long
def test_a_rejected_report_does_not_ask_for_a_password_or_show_an_error(open_console):
    page = open_console("wei", path=None, follows=True)
    expected(page, "status of (401|500)")
    responses = [500, 401]
    page.route(
        "**/presence",
        lambda route: (
            route.fulfill(status=responses.pop(), content_type="application/problem+json", body="{}")
            if responses
            else route.fallback()
        ),
    )
    page.clock.install()
    page.goto(page.server.url + MALL)
    ready(page)
    with page.expect_response("**/presence"):
        page.clock.run_for(4500)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".toast")).to_have_count(0)
    row(page, "wallet").focus()
    expect(row(page, "wallet")).to_be_focused()


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["360", "390"])
def test_on_a_phone_the_initials_fit_the_bar(open_console, size):
    here = open_console("wei", language="zh", theme="dark", path=f"{MALL}/blocks/wallet", **size)
    for name in ("ming", "yan"):
        open_console(name, path=f"{MALL}/blocks/wallet")
    expect(others(here)).to_have_accessible_name("ming和yan也在此页面")
    expect(note(here)).to_have_text("ming和yan也打开了此版块。")
    assert_fits(here)
    # The initials of one operator, and the number of others.
    expect(others(here).locator(".avatar:visible")).to_have_text(["mi", "+1"])
    for target in bar(here).locator("a, button").filter(visible=True).all():
        box = target.bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44, box
    assert_accessible(here)
    # The page's name is still legible, also when zoomed in.
    here.set_viewport_size({"width": 320, "height": 640})
    assert bar(here).get_by_role("button", name="当前页面").bounding_box()["width"] > 80
    assert_fits(here)


@pytest.mark.long
def test_the_presence_of_others_is_accessible(open_console):
    for name in ("ming", "yan", "lin"):
        open_console(name, path=f"{MALL}/blocks/wallet")
    here = open_console("wei", path=f"{MALL}/blocks/wallet")
    expect(others(here)).to_have_accessible_name("lin, ming and yan are on this page, too")
    expect(note(here)).to_have_text("lin, ming and yan have this section open, too.")
    expect(row(here, "wallet")).to_contain_text("3 others are here")
    assert_accessible(here)
    expect(editor(here).get_by_role("heading", level=2)).to_be_visible()
