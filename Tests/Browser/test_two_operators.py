"""Two operators on one page: they see each other's changes, and neither loses anything."""

import random
import re
import time
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from acting import hold
from conftest import expected, password, session
from harness import eventually
from views import ready

pytestmark = pytest.mark.both_engines

MALL = "/admin/pages/mall"


def row(page, code):
    return page.locator(f'[role=row][data-code="{code}"]')


def first(page):
    return page.get_by_role("grid", name="Sections").get_by_role("row").first


def move_to_top(page, code):
    row(page, code).focus()
    page.keyboard.press("Alt+Home")


def stored(server, stage="draft"):
    return server.api("GET", f"/api/pages/mall/{stage}/order").data["order"]


def editor(page):
    return page.get_by_role("region", name=re.compile("^Edit "))


def heading(page):
    return editor(page).get_by_label("Heading", exact=True)


def test_a_move_is_visible_to_the_other_operator_within_a_second(open_console, server):
    here, there = open_console("wei", path=MALL), open_console("ming", path=MALL)
    there.get_by_role("searchbox").fill("a")
    there.get_by_role("searchbox").fill("")
    times = []
    for code in ("otc", "wallet", "middleAd", "otc", "wallet", "middleAd"):
        begin = time.monotonic()
        move_to_top(here, code)
        # Not with expect, which polls after 100, 350, 850 and 1,850 ms.
        eventually(lambda: first(there).get_attribute("data-code") == code, 20)
        times.append(time.monotonic() - begin)
        if code == "middleAd" and min(times) < 1:
            break
    # The best of several attempts, since a busy machine may be slow.
    assert min(times) < 1, times
    expect(there.get_by_text(re.compile("wei moved")).first).to_be_visible()
    expect(there.get_by_role("searchbox")).to_be_focused()
    # The phone next to the list and the bar above it are updated too.
    expect(there.get_by_role("region", name="Draft")).to_contain_text("3 moved")
    expect(there.locator(".phone-section, [class^=phone] [data-code]").first).to_have_attribute("data-code", "middleAd")


@pytest.mark.long
def test_a_publication_by_one_operator_updates_every_view_of_the_other(open_console, server):
    here, there = open_console("wei", path=MALL), open_console("ming", path="/admin/pages/mall/history")
    list_of_other = open_console("yan", path=MALL)
    move_to_top(here, "otc")
    expect(list_of_other.get_by_role("region", name="Draft")).to_be_visible()
    here.get_by_role("button", name="Review and publish").click()
    here.get_by_role("dialog").get_by_label("What is this about?").fill("Pharmacy week")
    here.get_by_role("dialog").get_by_role("button", name="Publish now").click()
    expect(there.get_by_text("Pharmacy week")).to_be_visible()
    expect(list_of_other.get_by_role("region", name="Draft")).to_have_count(0)
    expect(first(list_of_other)).to_have_attribute("data-code", "otc")


def test_concurrent_reordering_and_editing_do_not_conflict(open_console, server):
    here, there = open_console("wei", path=MALL), open_console("ming", path=f"{MALL}/blocks/shoppingCarnival")
    heading(there).fill("Written while others move")
    move_to_top(here, "shoppingCarnival")
    expect(first(there)).to_have_attribute("data-code", "shoppingCarnival")
    expect(heading(there)).to_have_value("Written while others move")
    expect(heading(there)).to_be_focused()
    there.keyboard.press("Control+s")
    expect(row(here, "shoppingCarnival")).to_contain_text("Written while others move")
    expect(there.get_by_role("dialog")).to_have_count(0)
    assert stored(server)[0] == "shoppingCarnival"


def test_input_in_a_section_that_another_operator_deletes_is_not_lost_silently(open_console, server):
    here, there = open_console("wei", path=MALL), open_console("ming", path=f"{MALL}/blocks/shoppingCarnival")
    expected(there, "status of 404|status of 412")
    heading(there).fill("Words for a section that goes")
    expect(row(here, "shoppingCarnival")).to_contain_text("ming")
    row(here, "shoppingCarnival").focus()
    here.keyboard.press("Delete")
    here.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(row(there, "shoppingCarnival")).to_have_count(0)
    expect(there.get_by_text("wei deleted this section")).to_be_visible()
    # The other operator undoes the deletion, and the typed text can still be saved.
    here.get_by_role("button", name="Undo").filter(visible=True).first.click()
    expect(row(there, "shoppingCarnival")).to_have_count(1)
    expect(there.get_by_text("deleted this section")).to_have_count(0)
    expect(heading(there)).to_have_value("Words for a section that goes")
    editor(there).get_by_role("button", name="Save", exact=True).click()
    expect(row(here, "shoppingCarnival")).to_contain_text("Words for a section that goes")


def test_a_live_change_by_one_operator_is_in_the_draft_of_the_other(open_console, server):
    there = open_console("ming", path=MALL)
    move_to_top(there, "otc")
    eventually(lambda: stored(server)[0] == "otc")
    here = open_console("wei", path=MALL)
    here.get_by_role("radio", name="Live").click()
    here.get_by_role("dialog").get_by_role("button", name="Edit live directly").click()
    expect(here.get_by_text("You are editing what is live")).to_be_visible()
    row(here, "marquee").focus()
    here.keyboard.press("h")
    expect(row(here, "marquee")).to_contain_text("Hidden")
    expect(row(there, "marquee")).to_contain_text("Hidden")
    assert stored(server)[0] == "otc" and "marquee" not in server.shown("mall")


def test_a_change_without_the_required_role_is_rejected_with_a_message_and_reverted(open_console, server):
    page = open_console("ming", path=MALL)
    expected(page, "status of 403")
    row(page, "otc").wait_for()
    before = stored(server)
    operators = server.api("GET", "/api/operators").data
    ming = next(one for one in operators if one["name"] == "ming")
    assert server.api("PATCH", f"/api/operators/{ming['id']}", {"role": "viewer"}).status == 200
    move_to_top(page, "otc")
    eventually(lambda: first(page).get_attribute("data-code") == before[0])
    expect(page.get_by_text(re.compile("role|may not|only look", re.I)).filter(visible=True).first).to_be_visible()
    assert stored(server) == before


def test_the_next_operator_gets_the_current_page_without_the_undo_steps_of_the_previous_one(open_console, server):
    page = open_console("wei", path=MALL)
    move_to_top(page, "otc")
    eventually(lambda: stored(server)[0] == "otc")
    page.get_by_role("radio", name="Live").click()
    page.get_by_role("dialog").get_by_role("button", name="Edit live directly").click()
    expect(page.get_by_text("You are editing what is live")).to_be_visible()
    sign_out(page)
    expect(page.get_by_label("Name", exact=True)).to_be_visible()
    server.api("PUT", "/api/pages/mall/draft/order", {"moves": [{"block": "wallet", "to": "start"}]})
    sign_in(page, "ming")
    expect(first(page)).to_have_attribute("data-code", "wallet")
    expect(page.get_by_text("You are editing what is live")).not_to_be_visible()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_have_attribute("aria-disabled", "true")


def sign_out(page):
    page.get_by_role("button", name="Account of").click()
    page.get_by_role("menuitem", name="Sign out", exact=True).click()


def sign_in(page, operator):
    page.get_by_label("Name", exact=True).fill(operator)
    page.get_by_label("Password", exact=True).fill(password(operator))
    page.keyboard.press("Enter")


@pytest.mark.long
def test_a_read_in_flight_at_sign_out_is_aborted(open_console, server):
    page = ready(open_console("wei", path=MALL, follows=True))
    diff = hold(page, "**/mall/draft/diff", answered=False)
    server.api("PUT", "/api/pages/mall/draft/order", {"moves": [{"block": "wallet", "to": "start"}]})
    diff.wait()
    sign_out(page)
    expect(page.get_by_label("Name", exact=True)).to_be_visible()
    # A request that still reached the server would get a 401, which fails the test.
    diff.let_go()
    sign_in(page, "ming")
    expect(first(page)).to_have_attribute("data-code", "wallet")
    expect(page.locator(".toast")).to_have_count(0)


def test_a_response_for_one_operator_is_not_shown_to_the_next(open_console, server):
    page = ready(open_console("wei", path=MALL, follows=True))
    pages = hold(page, "**/api/pages")
    assert server.api("POST", "/api/pages", {"page": "tea", "title": "Tea"}).status == 201
    pages.wait()
    sign_out(page)
    expect(page.get_by_label("Name", exact=True)).to_be_visible()
    assert server.api("DELETE", "/api/pages/tea").status in (200, 204)
    sign_in(page, "ming")
    expect(first(page)).to_be_visible()
    pages.let_go()
    page.get_by_role("button", name="Page: ").click()
    expect(page.get_by_role("menuitemradio", name="Mall")).to_be_visible()
    expect(page.get_by_role("menuitemradio", name="Tea")).to_have_count(0)


@pytest.mark.long
def test_a_sign_out_that_fails_loses_neither_reads_nor_changes(open_console, server):
    page = ready(open_console("wei", path=MALL, follows=True))
    expected(page, "status of 503")
    page.route(
        "**/api/session", lambda route: route.fulfill(status=503) if route.request.method == "DELETE" else route.fallback()
    )
    diff = hold(page, "**/mall/draft/diff", answered=False)
    server.api("PUT", "/api/pages/mall/draft/order", {"moves": [{"block": "wallet", "to": "start"}]})
    diff.wait()
    sign_out(page)
    expect(page.locator(".toast.bad")).to_be_visible()
    expect(first(page)).to_have_attribute("data-code", "wallet")
    # A change is sent again, as after a lost response.
    held = []
    page.route(
        "**/mall/draft/order", lambda route: route.fallback() if held or route.request.method != "PUT" else held.append(route)
    )
    move_to_top(page, "otc")
    eventually(lambda: (page.evaluate("0"), held)[1])
    sign_out(page)
    page.get_by_role("dialog", name="Unsent changes").get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("Saved in the draft")).to_be_visible()
    expect(first(page)).to_have_attribute("data-code", "otc")
    assert stored(server)[0] == "otc"


def test_a_change_is_not_sent_as_the_operator_who_signed_in_in_another_tab(open_console, server):
    page = ready(open_console("wei", path=MALL, follows=True))
    expected(page, "status of 403")
    before = stored(server)
    page.context.clear_cookies()
    name, value = session(server, "ming").split("=", 1)
    page.context.add_cookies([{"name": name, "value": value, "url": server.url, "httpOnly": True, "sameSite": "Strict"}])
    move_to_top(page, "otc")
    expect(page.get_by_role("button", name="Account of ming")).to_be_visible()
    expect(page.locator(".toast.bad")).to_contain_text("The session has ended")
    expect(first(page)).to_have_attribute("data-code", before[0])
    assert stored(server) == before


@pytest.mark.long
def test_scheduled_changes_are_shown_and_announced_when_they_take_effect(open_console, server):
    assert server.api("POST", "/api/pages", {"page": "tea", "title": "Tea", "copyOf": "mall"}).status == 201
    now = datetime.now(timezone.utc)
    at = lambda hours: (now + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert server.api("POST", "/api/pages/mall/takeovers", {"shows": "tea", "from": at(1), "until": at(20)}).status == 201
    page = open_console("wei", path=None, follows=True)
    page.clock.install()
    with page.expect_response("**/mall/takeovers"):
        page.goto(server.url + MALL)
    page.get_by_role("radio", name="Live").click()
    page.get_by_role("dialog").get_by_role("button", name="Edit live directly").click()
    expect(page.get_by_text("You are editing what is live")).to_be_visible()
    expect(page.get_by_role("button", name="Choose section").first).to_be_visible()
    # A release that takes effect is announced, …
    plan = lambda **distance: server.api(
        "POST",
        "/api/pages/mall/draft/publish",
        {"at": (datetime.now(timezone.utc) + timedelta(**distance)).isoformat(timespec="seconds")},
    )
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/otc", {"enabled": False}).status == 200
    assert plan(seconds=5).status == 201
    reported = page.locator(".toast").filter(has_text="A planned release has taken effect")
    expect(reported).to_have_count(1)
    expect(row(page, "otc")).to_contain_text("Hidden")
    # … one that is still pending on the server is not, and a takeover changes no section.
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/otc", {"enabled": True}).status == 200
    with page.expect_response("**/mall/takeovers"):
        assert plan(hours=1).status == 201
    # Requests caused by the plan itself are not scheduled changes.
    page.clock.run_for(2_000)
    eventually(lambda: (page.evaluate("0"), not page.guard.pending)[1])
    requested = []
    page.on("request", lambda request: requested.append(request.url))
    page.clock.fast_forward(3_599_000)
    page.clock.run_for(6_000)
    # The phone shows what users see at that time.
    expect(page.locator(".phone-notice")).to_contain_text("Tea")
    assert [url for url in requested if url.endswith("/releases")] and not [
        url for url in requested if url.endswith("/live/order")
    ]
    expect(reported).to_have_count(0)


def test_a_change_between_the_first_load_and_the_event_stream_is_not_missed(open_console, server):
    page = open_console("ming", path=None)
    held = []
    page.route("**/api/events", lambda route: held.append(route))
    with page.expect_request("**/api/events"):
        page.goto(server.url + MALL)
    expect(row(page, "otc")).to_be_visible()
    server.api("PUT", "/api/pages/mall/draft/order", {"moves": [{"block": "otc", "to": "start"}]})
    held[0].continue_()
    expect(first(page)).to_have_attribute("data-code", "otc")


@pytest.mark.long
def test_the_banner_over_unsaved_input_names_the_colleague(open_console, server):
    here, there = (ready(open_console(who, path=f"{MALL}/blocks/shoppingCarnival", follows=True)) for who in ("wei", "ming"))
    heading(there).fill("Medicine chest")
    heading(here).fill("Pharmacy at home")
    here.keyboard.press("Control+s")
    banner = editor(there).locator(".edit-banner")
    expect(banner).to_contain_text("wei changed this section in the meantime.")
    expect(banner).not_to_contain_text("object")


@pytest.mark.long
def test_undo_does_not_move_a_section_that_a_colleague_has_moved_since(open_console, server):
    here, there = open_console("wei", path=MALL), open_console("ming", path=MALL)
    move_to_top(here, "otc")
    expect(first(there)).to_have_attribute("data-code", "otc")
    row(there, "otc").focus()
    there.keyboard.press("Alt+End")
    expect(first(here)).not_to_have_attribute("data-code", "otc")
    moved = stored(server)
    here.keyboard.press("Control+z")
    expect(here.locator(".toast").filter(has_text="Someone has moved 家庭药箱 Home pharmacy since then")).to_be_visible()
    assert stored(server) == moved
    # A colleague's move of another section does not prevent the undo.
    move_to_top(here, "wallet")
    expect(first(there)).to_have_attribute("data-code", "wallet")
    row(there, "middleAd").focus()
    there.keyboard.press("Alt+End")
    # The last position before the pinned section.
    expect(here.get_by_role("grid", name="Sections").get_by_role("row").nth(13)).to_have_attribute("data-code", "middleAd")
    here.keyboard.press("Control+z")
    eventually(lambda: stored(server)[0] != "wallet", 20)
    assert stored(server).index("middleAd") > stored(server).index("bottomNav")


# For random orders: a section counts as moved if it is in some minimal set of moves that explains the difference.
EXPLANATIONS = """async (orders) => {
    const { mayHaveMoved } = await import('/admin/page/orders.js');
    const subsets = (codes) => codes.reduce((all, code) => [...all, ...all.map((one) => [...one, code])], [[]]);
    const faults = [];
    for (const [before, after] of orders) {
        const common = before.filter((code) => after.includes(code));
        const explains = (moved) => common.filter((code) => !moved.includes(code)).join()
            === after.filter((code) => common.includes(code) && !moved.includes(code)).join();
        const all = subsets(common).filter(explains);
        const fewest = Math.min(...all.map((moved) => moved.length));
        for (const code of [...before, 'unknown']) {
            const expected = all.some((moved) => moved.length === fewest && moved.includes(code));
            if (mayHaveMoved(before, after, code) !== expected) faults.push([before, after, code, expected]);
        }
    }
    return faults;
}"""


@pytest.mark.long
def test_a_section_counts_as_moved_if_a_minimal_set_of_moves_contains_it(open_console):
    chance = random.Random(4)
    orders = []
    for _ in range(400):
        before = list("abcdefg")[: chance.randint(1, 7)]
        after = [code for code in chance.sample(before, len(before)) if chance.random() > 0.15] + ["new"] * (
            chance.random() < 0.3
        )
        orders.append([before, after])
    page = open_console(path=MALL)
    expect(page.get_by_role("grid", name="Sections")).to_be_visible()
    assert page.evaluate(EXPLANATIONS, orders) == []
