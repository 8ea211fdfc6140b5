"""Publishing selected changes of a draft: checkboxes, the request, the rest of the draft, and concurrent changes."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, document_of
from conftest import PHONE, expected, open_without_events
from test_guard import CARD, create, guard
from test_publish import MALL, bar, change_mall, review, revisions

pytestmark = pytest.mark.both_engines


def pick(sheet, name):
    return sheet.get_by_role("checkbox", name=f"Publish {name}")


def sent(page):
    """Collects the bodies of the page's publish requests."""
    bodies = []
    page.on(
        "request",
        lambda request: request.method == "POST" and request.url.endswith("/publish") and bodies.append(request.post_data_json),
    )
    return bodies


def changes(server, page="mall"):
    data = server.api("GET", f"/api/pages/{page}/draft/diff").data
    return {block["blockCode"] for block in data["blocks"]}, set(data["order"]["moved"])


@pytest.mark.long
def test_with_all_changes_selected_the_request_names_no_changes(open_console, server):
    change_mall(server)
    page = open_console("wei", path=MALL)
    bodies = sent(page)
    sheet = review(page)
    expect(sheet.get_by_role("checkbox", name=re.compile("^Publish "))).to_have_count(4)
    for box in sheet.get_by_role("checkbox", name=re.compile("^(Publish |All)")).all():
        expect(box).to_be_checked()
    expect(sheet).to_contain_text("5 of 5 changes chosen")
    expect(sheet.get_by_text("in the draft:")).to_have_count(0)
    # Deselecting a change and selecting it again has no effect.
    pick(sheet, "Order").uncheck()
    pick(sheet, "Order").check()
    sheet.get_by_role("button", name="Publish now").click()
    expect(page.get_by_text("Live now as revision")).to_be_visible()
    assert bodies == [{"message": ""}]
    expect(bar(page)).to_have_count(0)


def test_selected_changes_are_published_and_the_rest_stays_in_the_bar(open_console, server):
    change_mall(server)
    before = server.order("mall")
    page = open_console("wei", path=MALL)
    bodies = sent(page)
    sheet = review(page)
    pick(sheet, "Order").uncheck()
    pick(sheet, "<b>Tea</b> week").uncheck()
    expect(sheet).to_contain_text("2 of 5 changes chosen")
    expect(sheet).to_contain_text(re.compile("3 changes stay in the draft: .*<b>Tea</b> week.* Order"))
    expect(sheet.get_by_role("button", name="Publish now")).to_have_count(0)
    sheet.get_by_role("button", name="Publish 2 of 5 changes").click()
    expect(page.get_by_text(re.compile("Live now as revision .*3 changes stay in the draft"))).to_be_visible()
    assert bodies == [{"message": "", "only": {"blocks": ["marquee", "otc"]}}]
    expect(bar(page)).to_contain_text("3 changes not published")
    expect(bar(page)).to_contain_text("2 moved and 1 new")
    assert server.order("mall") == [code for code in before if code != "otc"]
    assert "teaWeek" not in document_of(server, "mall")
    assert changes(server) == ({"teaWeek"}, {"localService", "wallet"})
    # The rest can be published like any draft.
    sheet = review(page)
    expect(pick(sheet, "Order")).to_be_checked()
    sheet.get_by_role("button", name="Publish now").click()
    expect(bar(page)).to_have_count(0)
    assert "teaWeek" in document_of(server, "mall")


@pytest.mark.long
def test_changes_are_selected_by_keyboard_and_an_empty_selection_cannot_be_published(open_console, server):
    change_mall(server)
    page = open_console("wei", path=MALL)
    sheet = review(page)
    every = sheet.get_by_role("checkbox", name="All changes")
    expect(every).to_be_checked()
    every.focus()
    page.keyboard.press("Space")
    expect(sheet).to_contain_text("0 of 5 changes chosen")
    expect(sheet).to_contain_text("Choose at least one change.")
    expect(sheet.get_by_role("button", name="Publish 0 of 5 changes")).to_be_disabled()
    for box in sheet.get_by_role("checkbox", name=re.compile("^Publish ")).all():
        expect(box).not_to_be_checked()
    page.keyboard.press("Tab")
    expect(pick(sheet, "Order")).to_be_focused()
    page.keyboard.press("Space")
    expect(every).to_have_js_property("indeterminate", True)
    expect(sheet.get_by_role("button", name="Publish 2 of 5 changes")).to_be_enabled()
    expect(sheet.get_by_text("Choose at least one change.")).to_have_count(0)
    every.focus()
    page.keyboard.press("Space")
    expect(every).to_be_checked()
    expect(sheet.get_by_role("button", name="Publish now")).to_be_enabled()
    # Selecting a change does not fold its details, and folding does not select it.
    opened = sheet.locator("details[open]").count()
    pick(sheet, "<b>Tea</b> week").uncheck()
    assert sheet.locator("details[open]").count() == opened
    sheet.locator("details[data-code=teaWeek] > summary").click()
    expect(pick(sheet, "<b>Tea</b> week")).not_to_be_checked()


@pytest.mark.long
def test_operators_who_cannot_publish_see_no_checkboxes(open_console, server):
    change_mall(server)
    page = open_console("ming", path=MALL)
    bar(page).get_by_role("button", name="Review changes").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("details[data-code=teaWeek]")).to_be_visible()
    expect(sheet.get_by_role("checkbox")).to_have_count(0)


@pytest.mark.long
def test_only_selected_changes_are_checked(open_console, server):
    create(server, CARD | {"title": "Your title"})
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/marquee", {"enabled": False}).status == 200
    page = open_console("wei", path=MALL)
    sheet = review(page)
    expect(guard(sheet)).to_contain_text("1 thing to check")
    expect(sheet.get_by_role("region", name="New sections")).to_be_visible()
    pick(sheet, "Tea week").uncheck()
    expect(guard(sheet)).to_have_count(0)
    expect(sheet.get_by_role("region", name="New sections")).to_have_count(0)
    # A change that is selected again needs another confirmation.
    pick(sheet, "Tea week").check()
    sheet.get_by_label("I have checked this.").check()
    pick(sheet, "Tea week").uncheck()
    pick(sheet, "Tea week").check()
    expect(sheet.get_by_label("I have checked this.")).not_to_be_checked()
    pick(sheet, "Tea week").uncheck()
    sheet.get_by_role("button", name="Publish 1 of 2 changes").click()
    expect(page.get_by_text("Live now as revision")).to_be_visible()
    assert "teaWeek" not in document_of(server, "mall")


@pytest.mark.long
def test_a_selection_can_be_planned(open_console, server):
    change_mall(server)
    page = open_console("wei", path=MALL)
    sheet = review(page)
    sheet.get_by_role("checkbox", name="All changes").uncheck()
    pick(sheet, "<b>Tea</b> week").check()
    sheet.get_by_role("radio", name="At a time").check()
    expect(sheet.get_by_role("button", name="Plan 1 of 5 changes")).to_be_visible()
    expect(sheet).to_contain_text("The chosen changes leave the draft until they go live.")
    sheet.get_by_label("Goes live at").fill("2031-01-01T10:00")
    sheet.get_by_role("button", name=re.compile("Plan 1 of 5 for 1 Jan 2031")).click()
    expect(page.get_by_text(re.compile("Planned for .*4 changes stay in the draft"))).to_be_visible()
    expect(bar(page)).to_contain_text("4 changes not published")
    assert changes(server) == ({"marquee", "otc"}, {"localService", "wallet"})
    assert len([one for one in server.api("GET", "/api/pages/mall/releases").data["releases"] if one["state"] == "pending"]) == 1


@pytest.mark.long
def test_a_colleagues_later_change_is_marked_and_not_selected_if_there_is_a_selection(open_console, server):
    change_mall(server)
    page = open_console("wei", path=MALL)
    sheet = review(page)
    pick(sheet, "Order").uncheck()
    pick(sheet, "Order").focus()
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/broadcast", {"enabled": False}).status == 200
    expect(sheet).to_contain_text("New changes are marked and not selected.")
    expect(sheet.locator("details[data-code=broadcast] > summary")).to_contain_text("New just now")
    expect(pick(sheet, "直播好物 Live")).not_to_be_checked()
    expect(pick(sheet, "Order")).not_to_be_checked()
    expect(pick(sheet, "Order")).to_be_focused()
    expect(pick(sheet, "<b>Tea</b> week")).to_be_checked()
    # A selected change that a colleague changes again stays selected and is marked.
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/teaWeek", {"from": "2031-01-01T00:00:00Z"}).status == 200
    expect(sheet.locator("details[data-code=teaWeek] > summary")).to_contain_text("Changed just now")
    expect(sheet.locator("details[data-code=broadcast] > summary")).to_contain_text("New just now")
    expect(pick(sheet, "<b>Tea</b> week")).to_be_checked()
    sheet.get_by_role("button", name="Publish 3 of 6 changes").click()
    expect(page.get_by_text("Live now as revision")).to_be_visible()
    assert changes(server) == ({"broadcast"}, {"localService", "wallet"})


@pytest.mark.long
def test_a_colleagues_later_change_is_selected_if_everything_is(open_console, server):
    change_mall(server)
    page = open_console("wei", path=MALL)
    bodies = sent(page)
    sheet = review(page)
    expect(sheet).to_contain_text("5 of 5 changes chosen")
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/broadcast", {"enabled": False}).status == 200
    expect(sheet).to_contain_text("6 of 6 changes chosen")
    expect(sheet.locator("details[data-code=broadcast] > summary")).to_contain_text("New just now")
    sheet.get_by_role("button", name="Publish now").click()
    expect(page.get_by_text("Live now as revision")).to_be_visible()
    assert bodies == [{"message": ""}]


@pytest.mark.long
def test_a_selected_change_that_a_colleague_reverts_or_publishes_disappears(open_console, server):
    change_mall(server)
    page = open_console("wei", path=MALL)
    sheet = review(page)
    sheet.get_by_role("checkbox", name="All changes").uncheck()
    pick(sheet, "<b>Tea</b> week").check()
    assert server.api("DELETE", "/api/pages/mall/draft/blocks/teaWeek").status == 200
    expect(sheet).to_contain_text("0 of 4 changes chosen")
    expect(sheet.get_by_role("button", name="Publish 0 of 4 changes")).to_be_disabled()
    assert server.api("POST", "/api/pages/mall/draft/publish", {}).status == 201
    expect(sheet).to_contain_text("Nothing to publish")
    expect(sheet.get_by_role("checkbox")).to_have_count(0)
    expect(sheet.get_by_role("button", name=re.compile("^Publish"))).to_be_disabled()
    assert len(revisions(server)) == 2


@pytest.mark.long
def test_the_selection_is_kept_if_the_draft_has_changed_unnoticed(open_console, server):
    change_mall(server)
    page = open_without_events(open_console, MALL)
    expected(page, "status of 412")
    sheet = review(page)
    pick(sheet, "Order").uncheck()
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/broadcast", {"enabled": False}).status == 200
    sheet.get_by_role("button", name="Publish 3 of 5 changes").click()
    expect(sheet).to_contain_text("changed the draft in the meantime")
    assert len(revisions(server)) == 1
    sheet.get_by_role("button", name="Publish 3 of 6 changes").click()
    expect(page.get_by_text("Live now as revision")).to_be_visible()
    assert changes(server) == ({"broadcast"}, {"localService", "wallet"})


@pytest.mark.long
def test_a_rejected_selection_is_reported_at_its_checkbox(open_console, server):
    change_mall(server)
    page = open_console("wei", path=MALL)
    expected(page, "status of 422")
    problem = {
        "type": "urn:homeblocks:problem:invalid",
        "title": "Invalid",
        "status": 422,
        "detail": "No.",
        "errors": [
            {"pointer": "/only/blocks/1", "reason": "the block was not changed"},
            {"pointer": "/only/data", "reason": "none"},
        ],
    }
    page.route("**/draft/publish", lambda route: route.fulfill(status=422, json=problem, content_type="application/problem+json"))
    sheet = review(page)
    pick(sheet, "Order").uncheck()
    sheet.get_by_role("button", name="Publish 3 of 5 changes").click()
    expect(sheet.get_by_text("The draft does not have this change any more.")).to_have_count(1)
    wrong = sheet.get_by_role("checkbox").and_(sheet.locator("[aria-invalid=true]"))
    expect(wrong).to_have_count(1)
    expect(wrong).to_be_focused()
    page.keyboard.press("Space")
    expect(sheet.get_by_text("The draft does not have this change any more.")).to_have_count(0)
    assert len(revisions(server)) == 1


@pytest.mark.long
def test_page_level_data_is_a_separate_change(open_console, server):
    page_fields = server.api("GET", "/api/pages/mall/export").json
    old = server.api("GET", "/api/pages/mall").data["revision"]
    page_fields["data"] = {**page_fields.get("data", {}), "campaign": "tea"}
    assert server.api("PUT", "/api/pages/mall/export", page_fields).status == 200
    assert server.api("POST", "/api/pages/mall/draft/restore", {"revision": old}).status == 200
    assert server.api("PATCH", "/api/pages/mall/draft/blocks/marquee", {"enabled": False}).status == 200
    page = open_console("wei", path=MALL)
    bodies = sent(page)
    sheet = review(page)
    expect(pick(sheet, "Page fields")).to_be_checked()
    expect(sheet.locator("pre").first).to_contain_text('"campaign": "tea"')
    sheet.locator(".publish-pick").filter(has=page.locator("details[data-code=marquee]")).get_by_role("checkbox").uncheck()
    sheet.get_by_role("button", name="Publish 1 of 2 changes").click()
    expect(page.get_by_text("Live now as revision")).to_be_visible()
    assert bodies == [{"message": "", "only": {"data": True}}]
    assert changes(server) == ({"marquee"}, set())


@pytest.mark.long
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_checkboxes_in_chinese_on_a_phone_fit_and_are_accessible(open_console, server, theme):
    change_mall(server)
    page = open_console("wei", language="zh", theme=theme, path=MALL, **PHONE)
    page.get_by_role("region", name="草稿").get_by_role("button", name="检查并发布").click()
    sheet = page.get_by_role("dialog")
    box = sheet.get_by_role("checkbox", name="发布“顺序”")
    expect(box).to_be_checked()
    target = sheet.locator(".publish-box").first.bounding_box()
    assert target["width"] >= 44 and target["height"] >= 44, target
    box.tap()
    expect(sheet).to_contain_text("已选 3 处，共 5 处")
    expect(sheet).to_contain_text("2 处修改留在草稿中：顺序。")
    expect(sheet.get_by_role("button", name="发布 3 处（共 5 处）")).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
