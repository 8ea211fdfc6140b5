"""No input or change is lost when sessions end, servers restart or connections break."""

import re

import pytest
from playwright.sync_api import expect

from conftest import expected, password
from harness import eventually

SECTION = "shoppingCarnival"
BROKEN = "ERR_CONNECTION|ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_INCOMPLETE|ERR_EMPTY|Failed to fetch|status of 50"


@pytest.fixture
def editing(open_console):
    """Opens the console of an operator who is typing a heading."""

    def editing(operator="ming", **more):
        page = open_console(operator, path=f"/admin/pages/mall/blocks/{SECTION}", **more)
        heading(page).fill("Half of a")
        return page

    return editing


def heading(page):
    return page.get_by_role("region", name=re.compile("^Edit ")).get_by_label("Heading", exact=True)


def go_on(page, server):
    """Checks that the typed text is still there and can be saved."""
    expect(heading(page)).to_have_value("Half of a")
    heading(page).fill("Half of a heading and the rest")
    page.get_by_role("button", name="Save", exact=True).click()
    eventually(lambda: title(server) == "Half of a heading and the rest")
    expect(page.get_by_text("Everything is saved")).to_be_visible()


def title(server):
    return server.api("GET", f"/api/pages/mall/draft/blocks/{SECTION}").data["content"]["uiElement"]["subTitle"]["title"]


def end_session(open_console, server):
    other = open_console("ming", path=None)
    csrf = other.request.get(server.url + "/api/session").json()["data"]["csrf"]
    assert other.request.delete(server.url + "/api/session?everywhere=true", headers={"X-CSRF-Token": csrf}).ok


def sign_in_again(page):
    dialog = page.get_by_role("dialog", name="Sign in again")
    dialog.get_by_label("Password", exact=True).fill(password("ming"))
    dialog.get_by_role("button", name="Sign in", exact=True).click()
    expect(dialog).to_have_count(0)


def test_a_session_ended_elsewhere_is_renewed_without_losing_input(editing, open_console, server):
    page = editing()
    expected(page, "status of 401")
    end_session(open_console, server)
    sign_in_again(page)
    go_on(page, server)


@pytest.mark.long
def test_a_session_without_its_cookie_is_renewed_without_losing_input(editing, server):
    page = editing()
    expected(page, "status of 401")
    page.context.clear_cookies()
    page.get_by_role("button", name="Save", exact=True).click()
    sign_in_again(page)
    eventually(lambda: title(server) == "Half of a")
    go_on(page, server)


def test_input_survives_a_restart_of_the_server(editing, server):
    page = editing()
    expected(page, BROKEN)
    server.stop()
    expect(page.get_by_text(re.compile("^Not connected"))).to_be_visible()
    server.start(server.port)
    expect(page.get_by_text(re.compile("^Not connected"))).to_have_count(0)
    go_on(page, server)


def test_changes_saved_while_the_server_is_down_are_kept_and_sent_later(editing, server):
    page = editing()
    expected(page, BROKEN)
    server.kill()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text(re.compile("Waits for the connection|Not connected: 1 change waits")).first).to_be_visible()
    server.start(server.port)
    eventually(lambda: title(server) == "Half of a", seconds=20)
    go_on(page, server)


def test_changes_without_a_connection_are_not_lost(editing, server):
    page = editing()
    expected(page, BROKEN)
    page.context.set_offline(True)
    page.get_by_role("button", name="Save", exact=True).click()
    otc = page.locator('[role=row][data-code="otc"]')
    otc.focus()
    page.keyboard.press("Alt+Home")
    page.keyboard.press("h")
    expect(page.get_by_text(re.compile("3 changes wait")).first).to_be_visible()
    assert title(server) != "Half of a"
    page.context.set_offline(False)
    eventually(lambda: title(server) == "Half of a", seconds=20)
    eventually(lambda: server.api("GET", "/api/pages/mall/draft/blocks/otc").data["enabled"] is False)
    assert server.api("GET", "/api/pages/mall/draft/order").data["order"][0] == "otc"
    go_on(page, server)


def test_closing_the_window_with_unsaved_input_asks(editing):
    page = editing()
    # Browsers ask only if the user has interacted with the page.
    heading(page).press("End")
    requested = []
    page.on("dialog", lambda dialog: (requested.append(dialog.type), dialog.dismiss()))
    page.close(run_before_unload=True)
    eventually(lambda: (page.evaluate("0"), requested)[1])
    assert requested == ["beforeunload"]
    expect(heading(page)).to_have_value("Half of a")


@pytest.mark.long
def test_pending_changes_stay_with_their_page_and_are_not_discarded_silently(open_console, server):
    page = open_console("ming", path="/admin/pages/mall")
    expected(page, "status of 503|status of 401")
    busy = lambda route: (
        route.fulfill(status=503, headers={"Retry-After": "1"}) if route.request.method == "PUT" else route.fallback()
    )
    page.route("**/draft/order", busy)
    otc = page.locator('[role=row][data-code="otc"]')
    otc.focus()
    page.keyboard.press("Alt+Home")
    waits = page.get_by_text("The server is busy: 1 change waits")
    expect(waits).to_be_visible()
    # The pending change is still there after visiting another page.
    switcher = page.get_by_role("button", name="Page: ")
    switcher.click()
    page.get_by_role("menuitemradio", name=re.compile("News")).click()
    expect(otc).to_have_count(0)
    switcher.click()
    page.get_by_role("menuitemradio", name=re.compile("Mall")).click()
    expect(waits).to_be_visible()
    expect(page.get_by_role("row").first).to_have_attribute("data-code", "otc")
    page.get_by_role("button", name="Account of").click()
    page.get_by_role("menuitem", name="Sign out", exact=True).click()
    question = page.get_by_role("dialog", name="Unsent changes")
    expect(question).to_contain_text("1 change has not reached the server yet")
    question.get_by_role("button", name="Cancel").click()
    end_session(open_console, server)
    page.get_by_role("dialog", name="Sign in again").get_by_role("button", name="Sign in as someone else").click()
    question.get_by_role("button", name="Cancel").click()
    sign_in_again(page)
    page.unroute("**/draft/order", busy)
    eventually(lambda: server.api("GET", "/api/pages/mall/draft/order").data["order"][0] == "otc", seconds=20)
    expect(page.get_by_text(re.compile("^Saved"))).to_be_visible()
