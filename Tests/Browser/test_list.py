"""The list of a page's sections: reordering by mouse, keyboard and touch, changes, undo, and concurrent operators."""

import json
import re

import pytest
from playwright.sync_api import expect

from acting import Finger, assert_accessible, assert_fits, drag, focused, hold, make_page, middle, touch_drag
from conftest import PHONE, expected
from harness import eventually
from harness.marks import short_and_long

MALL = "/admin/pages/mall"
DESKTOP, TABLET = {"width": 1440, "height": 900}, {"width": 1100, "height": 800}
FIRST = ["marquee", "beltAndRoad", "shoppingCarnival", "walletCard", "wallet", "otc"]


def order(page):
    return page.get_by_role("grid", name="Sections").get_by_role("row").evaluate_all("rows => rows.map(row => row.dataset.code)")


def stored(server, page="mall", stage="draft"):
    return server.api("GET", f"/api/pages/{page}/{stage}/order").json["data"]["order"]


def change_order(server, moves, page="mall", stage="draft"):
    response = server.api("PUT", f"/api/pages/{page}/{stage}/order", {"moves": moves})
    assert response.status == 200, response.body


def row(page, code):
    return page.locator(f'[role=row][data-code="{code}"]')


def saved(page):
    """Checks that the list shows that everything is saved."""
    # Not with expect: each of its failed attempts describes the whole page, which takes seconds for 1,000 sections.
    eventually(lambda: page.locator(".list").get_attribute("data-pending") == "0", 20)
    expect(page.get_by_text(re.compile("^Saved"))).to_be_visible()


def said(page, text):
    """Checks that this text was announced to screen readers."""
    expect(page.locator("[aria-live], [role=status], [role=alert]").filter(has_text=text).first).to_be_attached()


@pytest.fixture
def page(open_console):
    page = open_console("ming", path=MALL)
    row(page, "marquee").wait_for()
    return page


def test_rows_show_the_state_of_their_sections(open_console, server):
    server.api("PATCH", "/api/pages/mall/live/blocks/otc", {"enabled": False})
    server.api(
        "PATCH", "/api/pages/mall/live/blocks/wallet", {"from": "2031-01-01T00:00:00Z", "audience": {"platforms": ["ios"]}}
    )
    server.api("PATCH", "/api/pages/mall/draft/blocks/marquee", {"enabled": False})
    page = open_console("ming", path=MALL)
    expect(page.get_by_role("row", name=re.compile("Running messages, Changed, Hidden"))).to_have_count(1)
    expect(page.get_by_role("row", name=re.compile("Home pharmacy, Advertisements, Hidden$"))).to_have_count(1)
    expect(page.get_by_role("row", name=re.compile("Wallet, Navigation entries, Scheduled, Targeted$"))).to_have_count(1)
    expect(page.get_by_role("row", name=re.compile("Pinned$"))).to_have_count(1)
    # Properties of nearly every section are not shown.
    expect(page.locator(".list-badges").get_by_text("Live", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Choose what is listed").click()
    page.get_by_role("menuitemradio", name="Hidden").click()
    assert order(page) == ["marquee", "otc"]
    expect(page.get_by_text("2 of 15 shown")).to_be_visible()
    page.get_by_role("searchbox").fill("pharmacy")
    assert order(page) == ["otc"]
    page.get_by_role("searchbox").fill("nothing like this")
    page.get_by_role("button", name="Show all sections").click()
    expect(page.get_by_role("row")).to_have_count(15)


def test_drag_by_mouse(page, server):
    drag(page, row(page, "otc"), row(page, "marquee"), at=0.2)
    assert order(page)[:3] == ["otc", "marquee", "beltAndRoad"]
    said(page, re.compile("moved to position 1 of 15"))
    saved(page)
    assert stored(server)[:3] == ["otc", "marquee", "beltAndRoad"]
    assert stored(server, stage="live")[:2] == FIRST[:2]
    drag(page, row(page, "otc").locator(".list-grip"), row(page, "wallet"), at=0.9)
    assert order(page)[:5] == ["marquee", "beltAndRoad", "shoppingCarnival", "walletCard", "wallet"]
    assert order(page)[5] == "otc"
    assert focused(page).startswith("row 家庭药箱")


@pytest.mark.long
def test_escape_cancels_a_drag(page, server):
    drag(page, row(page, "otc"), row(page, "marquee"), at=0.2, release=False)
    expect(page.locator(".list-line")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator(".list-line")).not_to_be_attached()
    page.mouse.up()
    assert order(page)[:6] == FIRST
    # Releasing the button afterwards is not a click on the row below the pointer.
    expect(page).to_have_url(re.compile("/pages/mall$"))
    expect(page.get_by_role("button", name="Undo", exact=True)).to_have_attribute("aria-disabled", "true")
    assert server.api("GET", "/api/pages/mall").json["data"]["draft"] is False
    # A change by someone else also cancels it, since the row at the drop position may be gone.
    drag(page, row(page, "wallet"), row(page, "marquee"), at=0.2, release=False)
    expect(page.locator(".list-line")).to_be_attached()
    assert server.api("DELETE", "/api/pages/mall/draft/blocks/marquee").status in (200, 204)
    expect(page.get_by_text("Someone else changed the list in the meantime").first).to_be_visible()
    expect(page.locator(".list-line")).not_to_be_attached()
    page.mouse.up()
    assert order(page) == stored(server)


@pytest.mark.long
def test_nothing_can_be_moved_below_a_pinned_section(page, server):
    last = row(page, "bottomFloat")
    drag(page, row(page, "marquee"), last, at=0.95)
    assert order(page)[-2:] == ["marquee", "bottomFloat"]
    drag(page, last, row(page, "otc"), at=0.2)
    expect(page.get_by_text("has a fixed position: it stays at the end.").first).to_be_visible()
    assert order(page)[-1] == "bottomFloat"
    last.focus()
    page.keyboard.press("Alt+Home")
    assert order(page)[-1] == "bottomFloat"
    page.keyboard.press("Shift+F10")
    expect(page.get_by_role("menuitem", name="Move to the top")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Escape")
    row(page, "otc").focus()
    page.keyboard.press("Alt+End")
    assert order(page)[-2:] == ["otc", "bottomFloat"]
    saved(page)
    assert stored(server) == order(page)


def test_everything_can_be_done_by_keyboard(page, server):
    row(page, "marquee").focus()
    page.keyboard.press("ArrowDown")
    assert focused(page).startswith("row 丝路好物")
    page.keyboard.press("Alt+ArrowDown")
    assert order(page)[:3] == ["marquee", "shoppingCarnival", "beltAndRoad"]
    said(page, "丝路好物 Caravan Finds moved to position 3 of 15")
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.press("Alt+ArrowUp")
    assert order(page)[:2] == ["beltAndRoad", "marquee"]
    page.keyboard.press("Alt+ArrowUp")
    said(page, "is already at the top")
    page.keyboard.press("Alt+End")
    assert order(page)[-2] == "beltAndRoad"
    page.keyboard.press("Alt+Home")
    assert order(page)[0] == "beltAndRoad"
    assert focused(page).startswith("row 丝路好物")
    page.keyboard.press("m")
    field = page.get_by_role("spinbutton", name="Position")
    expect(field).to_be_focused()
    field.fill("99")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    field.fill("4")
    expect(page.get_by_text("Will be between 小福利钱包 Little Perks and 我的钱包 Wallet.")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert order(page)[:5] == ["marquee", "shoppingCarnival", "walletCard", "beltAndRoad", "wallet"]
    assert focused(page).startswith("row 丝路好物")
    page.keyboard.press("h")
    expect(row(page, "beltAndRoad")).to_have_attribute("aria-label", re.compile("Hidden"))
    page.keyboard.press("Delete")
    expect(row(page, "beltAndRoad")).to_have_count(0)
    assert focused(page).startswith("row")
    page.keyboard.press("Control+z")
    expect(row(page, "beltAndRoad")).to_have_count(1)
    saved(page)
    assert stored(server) == order(page)
    block = server.api("GET", "/api/pages/mall/draft/blocks/beltAndRoad").json["data"]
    assert block["enabled"] is False
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/pages/mall/blocks/"))


@pytest.mark.long
def test_tab_does_not_stop_at_every_row(page):
    page.get_by_role("searchbox").focus()
    stops = 0
    while not focused(page).startswith("row"):
        page.keyboard.press("Tab")
        stops += 1
        assert stops < 10
    inside = 0
    while page.evaluate("document.activeElement.closest('.list-row') !== null"):
        page.keyboard.press("Tab")
        inside += 1
        assert inside < 10


def test_several_sections_can_be_moved_together(page, server):
    row(page, "beltAndRoad").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.get_by_role("toolbar", name="Selected sections")).to_contain_text("2 sections selected")
    drag(page, row(page, "walletCard"), row(page, "marquee"), at=0.1)
    assert order(page)[:4] == ["beltAndRoad", "walletCard", "marquee", "shoppingCarnival"]
    said(page, "2 sections moved to positions 1 to 2 of 15")
    page.get_by_role("toolbar").get_by_role("button", name="Move down").click()
    assert order(page)[:4] == ["marquee", "beltAndRoad", "walletCard", "shoppingCarnival"]
    page.get_by_role("toolbar").get_by_role("button", name="Hide").click()
    saved(page)
    assert stored(server)[:3] == ["marquee", "beltAndRoad", "walletCard"]
    hidden = [
        block["blockCode"] for block in server.api("GET", "/api/pages/mall/draft/blocks").json["data"] if not block["enabled"]
    ]
    assert hidden == ["beltAndRoad", "walletCard"]
    page.keyboard.press("Control+z")
    eventually(lambda: [b for b in server.api("GET", "/api/pages/mall/draft/blocks").json["data"] if not b["enabled"]] == [])
    row(page, "beltAndRoad").focus()
    page.keyboard.press("Escape")
    expect(page.get_by_role("toolbar")).not_to_be_visible()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    expect(page.get_by_role("toolbar")).to_contain_text("3 sections selected")
    page.keyboard.press("Control+a")
    expect(page.get_by_role("toolbar")).to_contain_text("15 sections selected")


@pytest.mark.long
def test_a_copy_does_not_steal_the_focus(page, server):
    let_go = []
    page.route(
        "**/draft/blocks?*", lambda route: let_go.append(route.continue_) if route.request.method == "POST" else route.fallback()
    )
    page.get_by_role("button", name=re.compile("^More for 我的钱包")).click()
    page.get_by_role("menuitem", name="Duplicate").click()
    eventually(lambda: (page.evaluate("0"), let_go)[1])
    row(page, "walletCard").focus()
    let_go[0]()
    saved(page)
    expect(row(page, "walletCard")).to_be_focused()


def test_every_kind_of_step_can_be_undone_and_redone(page, server):
    def state():
        blocks = server.api("GET", "/api/pages/mall/draft/blocks").json["data"]
        return stored(server), [{key: value for key, value in block.items() if key != "info"} for block in blocks]

    begin = state()
    row(page, "wallet").focus()
    page.keyboard.press("Alt+Home")
    page.keyboard.press("h")
    page.get_by_role("button", name=re.compile("^More for 我的钱包")).click()
    page.get_by_role("menuitem", name="Duplicate").click()
    expect(row(page, "wallet-2")).to_have_count(1)
    row(page, "walletCard").focus()
    page.keyboard.press("Delete")
    expect(row(page, "walletCard")).to_have_count(0)
    saved(page)
    end = state()
    assert end[0][:3] == ["wallet", "wallet-2", "marquee"] and "walletCard" not in end[0]
    for _ in range(4):
        page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name="Undo", exact=True)).to_have_attribute("aria-disabled", "true")
    saved(page)
    # The id of the wallet card exceeds the range of JavaScript numbers: it was restored exactly.
    assert state() == begin
    for _ in range(4):
        page.keyboard.press("Control+Shift+z")
    saved(page)
    assert state() == end


@pytest.mark.long
def test_enter_opens_a_section_and_enter_again_goes_to_its_first_field(page):
    row(page, "shoppingCarnival").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".edit").get_by_role("heading", level=2)).to_be_visible()
    expect(row(page, "shoppingCarnival")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".edit").get_by_role("textbox").first).to_be_focused()
    page.keyboard.type("Lights")
    expect(page.locator(".edit").get_by_text("Not saved yet")).to_be_visible()


@pytest.mark.long
def test_buttons_and_menu(page, server):
    target = row(page, "otc")
    target.hover()
    target.get_by_role("button", name="Move up").click()
    assert order(page)[4:6] == ["otc", "wallet"]
    assert focused(page) == "button Move up"
    target.get_by_role("button", name="Hide").click()
    expect(target).to_have_attribute("aria-label", re.compile("Hidden"))
    expect(target.get_by_role("button", name="More for")).to_have_attribute("aria-haspopup", "menu")
    target.get_by_role("button", name="More for").click()
    page.get_by_role("menuitem", name="Move to the bottom").click()
    assert order(page)[-2] == "otc"
    target.click(button="right", position={"x": 200, "y": 8})
    page.get_by_role("menuitem", name="Delete").click()
    expect(target).to_have_count(0)
    page.get_by_role("button", name="Undo", exact=True).last.click()
    expect(row(page, "otc")).to_have_count(1)
    saved(page)
    assert stored(server) == order(page)
    # The offered undo is for this change, not for later ones.
    row(page, "otc").focus()
    page.keyboard.press("Delete")
    offer = page.locator(".toast").filter(has_text="deleted")
    expect(offer).to_contain_text("家庭药箱")
    page.keyboard.press("Delete")
    expect(offer).to_have_count(1)
    expect(offer).not_to_contain_text("家庭药箱")
    page.keyboard.press("Alt+Home")
    expect(offer).to_have_count(0)


def test_a_partly_rejected_change_is_partly_undone(page, server):
    expected(page, "status of 403")
    refused = json.dumps({"type": "about:blank", "title": "No", "status": 403, "detail": "Not this one."})
    page.route(
        "**/draft/blocks/walletCard",
        lambda route: route.fulfill(status=403, body=refused, headers={"Content-Type": "application/problem+json"}),
    )
    for code in ("beltAndRoad", "walletCard", "wallet"):
        row(page, code).get_by_role("checkbox").check()
    page.get_by_role("toolbar").get_by_role("button", name="Hide").click()
    expect(page.get_by_text("Not this one.").first).to_be_visible()
    page.unroute("**/draft/blocks/walletCard")
    hidden = lambda: [
        block["blockCode"] for block in server.api("GET", "/api/pages/mall/draft/blocks").json["data"] if not block["enabled"]
    ]
    eventually(lambda: hidden() == ["beltAndRoad", "wallet"])
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_have_attribute("title", "Undo: Hide 2 sections")
    undo.click()
    eventually(lambda: hidden() == [])


def test_sections_are_reordered_by_touch_on_a_phone(open_console, server):
    page = open_console("ming", path=MALL, **PHONE)
    row(page, "marquee").wait_for()
    assert_fits(page)
    # The list scrolls, the page does not: elements below the list stay visible.
    expect(page.get_by_text("15 sections", exact=True)).to_be_in_viewport()
    touch_drag(page, row(page, "walletCard").locator(".list-grip"), row(page, "marquee"), at=0.1)
    assert order(page)[0] == "walletCard"
    # A long press anywhere on a row also starts a drag …
    ghost = page.locator(".list-ghost")
    touch_drag(
        page,
        row(page, "beltAndRoad").locator(".list-kind"),
        row(page, "walletCard"),
        at=0.1,
        hold=lambda: ghost.wait_for(state="attached"),
    )
    assert order(page)[:2] == ["beltAndRoad", "walletCard"]
    # … but a swipe scrolls the list.
    finger = Finger(page)
    x, y = middle(row(page, "shoppingCarnival"))
    finger.down(x, y)
    finger.move(x, y - 150, steps=3)
    finger.up()
    expect(ghost).to_have_count(0)
    assert order(page)[:2] == ["beltAndRoad", "walletCard"]
    eventually(lambda: page.locator(".list-scroller").evaluate("one => one.scrollTop") > 0)
    for button in page.get_by_role("button", name=re.compile("More for")).all()[:3]:
        box = button.bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44
    row(page, "walletCard").get_by_role("button", name="More for").tap()
    page.get_by_role("menuitem", name="Select").tap()
    row(page, "beltAndRoad").get_by_role("checkbox").tap()
    expect(page.get_by_role("toolbar")).to_contain_text("2 sections selected")
    page.get_by_role("toolbar").get_by_role("button", name="Move to the bottom").tap()
    assert order(page)[-3:] == ["beltAndRoad", "walletCard", "bottomFloat"]
    assert_fits(page)
    page.get_by_role("radio", name="Phone").check()
    expect(page.get_by_role("grid", name="Sections")).not_to_be_visible()
    expect(page.get_by_role("region", name="Phone", exact=True)).to_be_visible()


def test_changes_of_others_appear_immediately_and_do_not_move_the_focus(page, server):
    row(page, "wallet").focus()
    change_order(server, [{"block": "otc", "to": "start"}, {"block": "middleAd", "to": "start"}])
    expect(page.get_by_text("first start moved 2 sections").first).to_be_visible()
    assert order(page)[:2] == ["middleAd", "otc"]
    assert focused(page).startswith("row 我的钱包")
    page.get_by_role("searchbox").fill("wal")
    server.api("PATCH", "/api/pages/mall/live/blocks/wallet", {"enabled": False})
    expect(row(page, "wallet")).to_have_attribute("aria-label", re.compile("Hidden"))
    expect(page.get_by_role("searchbox")).to_be_focused()
    expect(page.get_by_role("searchbox")).to_have_value("wal")
    page.get_by_role("searchbox").fill("")
    server.api("DELETE", "/api/pages/mall/draft/blocks/otc")
    expect(row(page, "otc")).to_have_count(0)
    row(page, "wallet").focus()
    place = order(page).index("wallet")
    server.api("DELETE", "/api/pages/mall/draft/blocks/wallet")
    expect(row(page, "wallet")).to_have_count(0)
    # The focus stays at its position in the list.
    expect(row(page, order(page)[place])).to_be_focused()


def test_a_slow_response_does_not_undo_a_newer_move(page, server):
    slow = hold(page, "**/draft/order")
    server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"enabled": False})
    slow.wait()
    row(page, "otc").focus()
    page.keyboard.press("Alt+Home")
    saved(page)
    slow.let_go()
    expect(row(page, "wallet")).to_have_attribute("aria-label", re.compile("Hidden"))
    assert order(page)[0] == "otc"
    page.keyboard.press("Alt+ArrowDown")
    saved(page)
    assert stored(server)[:2] == order(page)[:2] == ["marquee", "otc"]
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.long
def test_changes_while_the_page_is_loading_are_shown(open_console, server):
    page = open_console("ming", path=None)
    streams = []
    page.on("response", lambda response: response.url.endswith("/api/events") and streams.append(response))
    slow = hold(page, "**/draft/blocks")
    page.goto(server.url + MALL)
    slow.wait()
    eventually(lambda: (page.evaluate("0"), streams)[1])
    server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"enabled": False})
    # Once a later change has arrived, this one has arrived too.
    with page.expect_response("**/api/pages"):
        server.api("PATCH", "/api/pages/news", {"title": "Headlines"})
    slow.let_go()
    expect(row(page, "wallet")).to_have_attribute("aria-label", re.compile("Hidden"))


def stale(page, server):
    """Makes a move in this browser, and one elsewhere of which this browser is not notified."""
    expected(page, "status of 412|ERR_INTERNET_DISCONNECTED|Failed to fetch")
    page.context.set_offline(True)
    row(page, "otc").focus()
    page.keyboard.press("Alt+Home")
    expect(page.get_by_text("Not connected: 1 change waits")).to_be_visible()
    change_order(server, [{"block": "middleAd", "to": "start"}])
    page.context.set_offline(False)
    dialog = page.get_by_role("dialog", name="The order was changed in the meantime")
    expect(dialog).to_contain_text("first start changed the order")
    return dialog


@pytest.mark.parametrize(
    "choice, first",
    short_and_long(("Combine", {"otc", "middleAd"}), ("Keep mine", {"otc", "marquee"}), ("Take theirs", {"middleAd", "marquee"})),
)
def test_stale_order(page, server, choice, first):
    dialog = stale(page, server)
    assert_accessible(page, "dialog")
    dialog.get_by_role("radio", name=choice).check()
    outcome = dialog.locator(".conflict-outcome li").all_inner_texts()
    dialog.get_by_role("button", name="Use this order").click()
    eventually(lambda: set(stored(server)[:2]) == first)
    saved(page)
    assert order(page) == stored(server)
    assert len(outcome) >= 5
    # No change is pending, and the next move is based on the new order.
    row(page, "wallet").focus()
    page.keyboard.press("Alt+Home")
    saved(page)
    eventually(lambda: stored(server)[0] == "wallet")


@pytest.mark.long
def test_moves_are_merged_with_an_order_without_their_neighbour(page, server):
    expected(page, "status of 412|ERR_INTERNET_DISCONNECTED|Failed to fetch")
    page.context.set_offline(True)
    row(page, "otc").focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(page.get_by_text("Not connected: 1 change waits")).to_be_visible()
    server.api("DELETE", "/api/pages/mall/draft/blocks/walletCard")
    page.context.set_offline(False)
    dialog = page.get_by_role("dialog", name="The order was changed in the meantime")
    outcome = dialog.locator(".conflict-outcome li").all_inner_texts()
    dialog.get_by_role("button", name="Use this order").click()
    saved(page)
    assert order(page) == stored(server)
    # The section that it was moved after is deleted: it is now after that section's predecessor.
    assert order(page)[:4] == ["marquee", "beltAndRoad", "shoppingCarnival", "otc"]
    assert "小福利钱包" not in " ".join(outcome)


def test_changes_without_a_connection_wait_and_are_sent_later(page, server):
    expected(page, "ERR_INTERNET_DISCONNECTED|Failed to fetch")
    page.context.set_offline(True)
    row(page, "otc").focus()
    page.keyboard.press("Alt+Home")
    page.keyboard.press("h")
    page.keyboard.press("Alt+ArrowDown")
    expect(page.get_by_text("Not connected: 3 changes wait")).to_be_visible()
    assert order(page)[:2] == ["marquee", "otc"]
    page.context.set_offline(False)
    saved(page)
    assert stored(server)[:2] == ["marquee", "otc"]
    assert server.api("GET", "/api/pages/mall/draft/blocks/otc").json["data"]["enabled"] is False


def test_a_lost_response_is_not_a_conflict(page, server):
    expected(page, "ERR_FAILED|ERR_CONNECTION|status of 412|Failed to fetch")

    def lose(route):
        route.fetch()
        route.abort()

    page.route("**/draft/order", lose, times=1)
    row(page, "otc").focus()
    page.keyboard.press("Alt+Home")
    saved(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert stored(server)[0] == "otc"


def test_editing_live_requires_a_deliberate_choice(open_console, server):
    page = open_console("wei", path=MALL)
    page.get_by_role("radio", name="Live").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("radio", name="Draft")).to_be_checked()
    page.get_by_role("radio", name="Live").click()
    slow = hold(page, "**/live/order", answered=False)
    page.get_by_role("dialog").get_by_role("button", name="Edit live directly").click()
    slow.wait()
    # Until live is loaded, changes are made to the draft.
    row(page, "wallet").focus()
    page.keyboard.press("Alt+Home")
    saved(page)
    slow.let_go()
    expect(page.get_by_text("You are editing what is live")).to_be_visible()
    expect(page.get_by_text("Saved, live now")).to_have_count(0)
    assert stored(server)[0] == "wallet" and stored(server, stage="live")[:6] == FIRST
    row(page, "otc").focus()
    page.keyboard.press("Alt+Home")
    expect(page.get_by_text("Saved, live now")).to_be_visible()
    assert stored(server, stage="live")[0] == "otc"
    page.get_by_role("button", name="Back to the draft").click()
    expect(page.get_by_text("You are editing what is live")).not_to_be_visible()


def test_viewers_cannot_change_the_list(open_console, server):
    page = open_console("yan", path=MALL)
    row(page, "otc").focus()
    page.keyboard.press("Alt+Home")
    expect(page.get_by_text("Your role can look at this, but not change it.").first).to_be_visible()
    assert order(page)[:6] == FIRST
    expect(page.get_by_role("button", name="Add section")).not_to_be_visible()
    expect(row(page, "otc").get_by_role("button", name="Move up")).not_to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_list_is_accessible(open_console, theme):
    page = open_console("wei", path=MALL, theme=theme)
    row(page, "marquee").focus()
    page.keyboard.press("Space")
    assert_accessible(page, ".page-list")
    page.keyboard.press("m")
    assert_accessible(page, "dialog")


@pytest.mark.long
def test_the_list_scrolls_while_a_section_is_dragged_to_its_edge(open_console, server):
    codes = make_page(server, "sixty", 60)
    page = open_console("ming", path="/admin/pages/sixty")
    expect(page.get_by_role("row")).to_have_count(60)
    box = page.locator(".list-scroller").bounding_box()
    x, y = middle(row(page, codes[0]))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 10)
    expect(page.locator(".list-line")).to_be_attached()
    drag_to_the_edge(page, x, box)
    page.mouse.up()
    place = order(page).index(codes[0])
    assert place > 10
    saved(page)
    assert stored(server, "sixty").index(codes[0]) == place
    page.keyboard.press("Alt+Home")
    assert order(page)[0] == codes[0]
    page.keyboard.press("m")
    page.get_by_role("spinbutton", name="Position").fill("50")
    page.keyboard.press("Enter")
    expect(row(page, codes[0])).to_be_focused()
    expect(row(page, codes[0])).to_be_in_viewport()
    assert order(page).index(codes[0]) == 49


@pytest.mark.measures
def test_a_thousand_sections(open_console, server):
    codes = make_page(server, "thousand", 1000)
    page = open_console("ming", path="/admin/pages/thousand")
    expect(page.get_by_role("row")).to_have_count(1000, timeout=20000)
    scroller = page.locator(".list-scroller")
    box = scroller.bounding_box()
    # CPU time: at 50 frames a second, each frame has 20 ms. A busy machine may need several attempts.
    for _ in range(4):
        x, y = middle(row(page, codes[0]))
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + 10)
        expect(page.locator(".list-line")).to_be_attached()
        cost = cost_of_frames(page, lambda: drag_to_the_edge(page, x, box))
        if cost <= 20:
            break
        page.keyboard.press("Escape")
        page.mouse.up()
        scroller.evaluate("one => one.scrollTo(0, 0)")
    assert cost <= 20, f"a frame takes {cost:.1f} ms"
    page.mouse.up()
    place = order(page).index(codes[0])
    assert place > 10
    saved(page)
    assert stored(server, "thousand").index(codes[0]) == place
    page.keyboard.press("Alt+Home")
    assert order(page)[0] == codes[0]
    page.keyboard.press("m")
    page.get_by_role("spinbutton", name="Position").fill("900")
    page.keyboard.press("Enter")
    expect(row(page, codes[0])).to_be_focused()
    expect(row(page, codes[0])).to_be_in_viewport()


def drag_to_the_edge(page, x, box):
    """Drags to the edge, where the list scrolls while the pointer rests."""
    for step in range(60):
        page.mouse.move(x, box["y"] + box["height"] * (0.2 + 0.79 * step / 60))
    eventually(lambda: page.locator(".list-scroller").evaluate("one => one.scrollTop") > 700, 40)


def cost_of_frames(page, act):
    """The time in milliseconds that a frame takes on the page's main thread during an action."""
    page.evaluate("""() => { window.counted = 0;
      const frame = () => { window.counted += 1; requestAnimationFrame(frame); };
      requestAnimationFrame(frame); }""")
    before = page.evaluate("window.counted")
    browser = page.context.browser
    browser.start_tracing(page=page, categories=["toplevel"])
    act()
    frames = page.evaluate("window.counted") - before
    events = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {
        event["tid"] for event in events if event.get("name") == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    spent = sum(
        event.get("tdur", 0) for event in events if event["name"] == "ThreadControllerImpl::RunTask" and event["tid"] in threads
    )
    assert frames > 5 and spent > 0
    return spent / 1000 / frames


@pytest.mark.long
def test_slash_text_and_enter_open_the_first_result(page):
    page.keyboard.press("/")
    page.keyboard.type("pharmacy")
    expect(page.get_by_role("grid", name="Sections").get_by_role("row")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name=re.compile("^Edit 家庭药箱"))).to_be_visible()
    expect(page).to_have_url(re.compile("/blocks/otc$"))


@pytest.mark.long
def test_enter_without_a_search_or_a_result_opens_nothing(page):
    page.get_by_role("searchbox").press("Enter")
    page.get_by_role("searchbox").fill("nothing like this")
    page.get_by_role("searchbox").press("Enter")
    expect(page.get_by_text("No section matches")).to_be_visible()
    expect(page.get_by_role("region", name=re.compile("^Edit "))).to_have_count(0)


@pytest.mark.long
def test_the_pointer_on_a_row_covers_none_of_its_badges(open_console, server):
    server.api(
        "PATCH",
        "/api/pages/mall/draft/blocks/wallet",
        {"enabled": False, "from": "2031-01-01T00:00:00Z", "audience": {"platforms": ["ios"]}},
    )
    page = open_console("ming", path=f"{MALL}/blocks/otc", width=1440)
    for code in ("wallet", "otc"):
        row(page, code).hover()
        covered = row(page, code).evaluate("""row => {
            const boxes = [...row.querySelectorAll('.list-act')].filter(act => act.offsetWidth).map(act => act.getBoundingClientRect());
            return [...row.querySelectorAll('.badge')].map(badge => badge.getBoundingClientRect()).filter(badge => boxes.some(act => (
                act.left < badge.right - 1 && act.right > badge.left + 1 && act.top < badge.bottom && act.bottom > badge.top))).length;
        }""")
        assert covered == 0
    expect(row(page, "wallet").locator(".badge")).to_have_count(4)


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_message_does_not_cover_the_saving_state(open_console, size):
    page = open_console("ming", path=MALL, **size)
    row(page, "otc").focus()
    page.keyboard.press("Delete")
    toast = page.locator(".toast").first
    expect(toast).to_be_visible()
    saved(page)
    message, state = toast.bounding_box(), page.locator(".list-status").bounding_box()
    assert message["y"] + message["height"] <= state["y"] or message["y"] >= state["y"] + state["height"]


@pytest.mark.long
@pytest.mark.parametrize(
    "size, operator",
    [(DESKTOP, "wei"), (PHONE, "ming"), (DESKTOP, "ming"), (TABLET, "wei"), (TABLET, "ming"), (PHONE, "wei")],
    ids=["desktop-wei", "phone-ming", "desktop-ming", "tablet-wei", "tablet-ming", "phone-wei"],
)
def test_the_first_change_does_not_move_rows_under_the_pointer(open_console, size, operator):
    page = open_console(operator, path=MALL, **size)
    place = row(page, "marquee")
    place.wait_for()
    before = place.bounding_box()["y"]
    page.get_by_role("button", name=re.compile("^More for 家庭药箱")).click()
    page.get_by_role("menuitem", name="Hide").click()
    bar = page.get_by_role("region", name="Draft")
    expect(bar).to_contain_text("1 change not published")
    expect(bar).to_contain_text(f"Last by {operator}")
    saved(page)
    assert place.bounding_box()["y"] == before
    assert_fits(page)
