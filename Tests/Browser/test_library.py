"""The picture library: its view, and choosing a picture for a field."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, dropped
from conftest import PHONE, expected, upload
from harness import eventually
from harness.pictures import gif, png, svg
from test_editor import box, draft, edit, editor, open_card, save, saved  # noqa: F401
from test_phone import section
from test_uploads import AD, photo  # noqa: F401

LIBRARY = "/admin/manage/pictures"


def tiles(page):
    return page.get_by_role("list", name=re.compile("^(Library|图片库)$")).get_by_role("button")


def names(page):
    return page.locator(".picture-name").all_inner_texts()


def details(page, name):
    return page.get_by_role("dialog", name=name)


def open_details(page, name):
    tiles(page).filter(has_text=name).first.click()
    expect(details(page, name).get_by_text(re.compile("^(Where it is used|使用位置)$"))).to_be_visible()
    return details(page, name)


def use(server, picture, code=AD):
    content = draft(server, code)["content"]
    content["extInfo"]["list"][0]["imageUrl"] = picture["url"]
    assert server.api("PATCH", f"/api/pages/mall/draft/blocks/{code}", {"content": content}).status == 200


@pytest.fixture
def three(server):
    """Three pictures, one of which is used in the mall's draft."""
    pictures = {
        name: upload(server, png(1080, 420, number), name) for number, name in enumerate(("Harbour", "Lanterns", "Tea fair"))
    }
    use(server, pictures["Tea fair"])
    return pictures


@pytest.mark.long
def test_the_library_is_opened_from_the_menu_and_shows_its_pictures(open_console, three):
    page = open_console("yan", path="/admin/pages/mall")
    page.get_by_role("banner").get_by_role("button", name="Manage").click()
    page.get_by_role("menuitem", name="Pictures", exact=True).click()
    expect(page.get_by_role("heading", name="Pictures", level=1)).to_be_visible()
    expect(tiles(page)).to_have_count(3)
    assert names(page) == ["Tea fair", "Lanterns", "Harbour"], "the last uploaded is first"
    expect(page.get_by_text(re.compile(r"^3 pictures · \d+ KB of 2.1 GB$"))).to_be_visible()
    expect(page.get_by_role("meter", name="Used space")).to_be_visible()


@pytest.mark.long
def test_a_search_and_a_filter_are_part_of_the_url(open_console, three):
    page = open_console("yan", path=LIBRARY)
    expect(tiles(page)).to_have_count(3)
    requested = []
    page.on("request", lambda request: "/api/pictures?" in request.url and requested.append(request.url))
    page.get_by_role("searchbox", name="Search pictures").press_sequentially("lant")
    expect(tiles(page)).to_have_count(1)
    assert len(requested) < 4, "a search waits until typing pauses"
    expect(page).to_have_url(re.compile(r"\?q=lant$"))
    page.get_by_role("searchbox", name="Search pictures").fill("nothing like it")
    expect(page.get_by_text("No picture fits this search.")).to_be_visible()
    expect(tiles(page)).to_have_count(0)
    page.get_by_role("searchbox", name="Search pictures").fill("")
    page.get_by_role("radio", name="Not used").check(force=True)
    expect(tiles(page)).to_have_count(2)
    expect(page).to_have_url(re.compile(r"\?used=false$"))
    page.reload()
    expect(tiles(page)).to_have_count(2)
    expect(page.get_by_role("radio", name="Not used")).to_be_checked()
    page.get_by_role("radio", name="Used", exact=True).check(force=True)
    expect(tiles(page)).to_have_count(1)
    assert names(page) == ["Tea fair"]


@pytest.mark.long
def test_more_pictures_are_loaded_in_parts(open_console, server):
    for number in range(60):
        upload(server, png(8, 6, number), f"Picture {number:02}")
    page = open_console("yan", path=LIBRARY)
    expect(tiles(page)).to_have_count(48)
    more = page.get_by_role("button", name="Show more")
    more.focus()
    more.evaluate("more => { more.click(); more.click(); }")
    expect(tiles(page)).to_have_count(60)
    expect(more).to_have_count(0)
    expect(tiles(page).nth(48)).to_be_focused()
    assert len(set(names(page))) == 60


@pytest.mark.long
def test_an_empty_library_explains_what_to_do(open_console):
    page = open_console("ming", path=LIBRARY)
    expect(page.get_by_role("heading", name="No pictures yet")).to_be_visible()
    expect(page.get_by_role("button", name="Upload…")).to_be_visible()
    viewer = open_console("yan", path=LIBRARY, language="zh")
    expect(viewer.get_by_text("编辑者可以上传图片。")).to_be_visible()
    expect(viewer.get_by_role("button", name="上传…")).to_have_count(0)


@pytest.mark.long
def test_a_library_that_cannot_be_loaded_is_reported_and_can_be_retried(open_console, three):
    page = open_console("yan", path="/admin/manage/account")
    expected(page, "status of 503")
    page.route("**/api/pictures?*", lambda route: route.fulfill(status=503, content_type="application/problem+json", json={}))
    page.goto(page.server.url + LIBRARY)
    expect(page.get_by_role("alert").filter(has_text="The server is busy")).to_be_visible()
    page.unroute("**/api/pictures?*")
    page.get_by_role("button", name="Try again").click()
    expect(tiles(page)).to_have_count(3)


@pytest.mark.long
def test_several_files_are_uploaded_together_and_large_photos_are_resized(open_console, server, photo):
    page = open_console("ming", path=LIBRARY)
    expect(page.get_by_role("heading", name="No pictures yet")).to_be_visible()
    with page.expect_file_chooser() as requested:
        page.get_by_role("button", name="Upload…").click()
    assert requested.value.is_multiple()
    requested.value.set_files(
        [
            {"name": "harbour 4000.jpeg", "mimeType": "image/jpeg", "buffer": photo(4000, 3000).read_bytes()},
            {"name": "leaf.svg", "mimeType": "image/svg+xml", "buffer": svg()},
            {"name": "spin.gif", "mimeType": "image/gif", "buffer": gif(8, 6, 2)},
        ]
    )
    expect(tiles(page)).to_have_count(3)
    expect(page.get_by_role("list", name="Uploads")).to_be_hidden()
    stored = {one["name"]: one for one in server.api("GET", "/api/pictures").data["pictures"]}
    assert set(stored) == {"harbour 4000", "leaf", "spin"}
    assert stored["harbour 4000"]["width"] <= 2160 and stored["harbour 4000"]["bytes"] <= 600_000
    assert server.get(stored["leaf"]["url"]).body == svg()


@pytest.mark.long
def test_files_are_dropped_on_the_view_and_invalid_ones_are_reported(open_console, server, three):
    page = open_console("ming", path=LIBRARY + "?q=tea")
    expect(tiles(page)).to_have_count(1)
    dropped(page, page.locator(".admin-view"), ("new.png", "image/png", png(20, 20, 9)), ("notes.txt", "text/plain", b"words"))
    uploads = page.get_by_role("list", name="Uploads")
    expect(uploads.get_by_role("listitem")).to_have_count(1)
    expect(uploads).to_contain_text("notes.txt")
    expect(uploads.get_by_role("alert")).to_contain_text("This is not a picture")
    # New pictures are shown regardless of the search.
    expect(tiles(page)).to_have_count(4)
    expect(page.get_by_role("searchbox", name="Search pictures")).to_have_value("")
    uploads.get_by_role("button", name="Dismiss").click()
    expect(uploads).to_be_hidden()


@pytest.mark.long
def test_an_upload_without_a_connection_can_be_retried(open_console, server):
    page = open_console("ming", path=LIBRARY)
    expected(page, "ERR_INTERNET_DISCONNECTED|net::ERR|Failed to load")
    expect(page.get_by_role("heading", name="No pictures yet")).to_be_visible()
    page.context.set_offline(True)
    dropped(page, page.locator(".admin-view"), ("new.png", "image/png", png(20, 20, 9)))
    expect(page.get_by_role("alert").filter(has_text="Not connected")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("list", name="Uploads").get_by_role("button", name="Try again").click()
    expect(tiles(page)).to_have_count(1)


@pytest.mark.long
def test_an_upload_that_ends_in_another_view_does_not_affect_that_view(open_console, server, three):
    page = open_console("ming", path=LIBRARY + "?q=tea")
    held = []
    page.route("**/api/pictures?name=*", lambda route: held.append(route))
    dropped(page, page.locator(".admin-view"), ("new.png", "image/png", png(20, 20, 9)))
    eventually(lambda: (page.evaluate("0"), held)[1])
    page.get_by_role("link", name="Feeds").click()
    expect(page).to_have_url(re.compile("/manage/feeds$"))
    page.evaluate("history.replaceState(history.state, '', '?q=kept')")
    held[0].continue_()
    expect(page.get_by_role("region", name="Messages")).to_contain_text("1 picture is uploaded.")
    expect(page).to_have_url(re.compile(r"/manage/feeds\?q=kept$"))


@pytest.mark.long
def test_viewers_cannot_change_pictures(open_console, three, server):
    page = open_console("yan", path=LIBRARY)
    dialog = open_details(page, "Tea fair")
    expect(dialog.get_by_role("textbox")).to_have_count(0)
    for name in ("Save", "Replace everywhere…", "Delete"):
        expect(dialog.get_by_role("button", name=name)).to_have_count(0)
    page.keyboard.press("Escape")
    dropped(page, page.locator(".admin-view"), ("new.png", "image/png", png(20, 20, 9)))
    expect(page.get_by_role("list", name="Uploads")).to_have_count(0)
    assert len(server.api("GET", "/api/pictures").data["pictures"]) == 3


@pytest.mark.long
def test_name_description_and_tags_are_changed(open_console, three, server):
    page = open_console("ming", path=LIBRARY)
    dialog = open_details(page, "Harbour")
    expect(dialog.get_by_role("button", name="Delete")).to_have_count(0)
    dialog.get_by_role("textbox", name="Name").fill(" ")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Enter a name.")).to_be_visible()
    expect(dialog.get_by_role("textbox", name="Name")).to_be_focused()
    dialog.get_by_role("textbox", name="Name").fill("Harbour at night")
    dialog.get_by_role("textbox", name="Description").fill("Boats")
    dialog.get_by_role("textbox", name="Tags").fill("spring, sea，night, sea")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Messages")).to_contain_text("Saved.")
    stored = server.api("GET", f"/api/pictures/{three['Harbour']['id']}").data
    assert (stored["name"], stored["alt"], stored["tags"]) == ("Harbour at night", "Boats", ["spring", "sea", "night"])
    expect(details(page, "Harbour at night").get_by_text("Enter a name.")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(tiles(page).filter(has_text="Harbour at night")).to_have_count(1)
    page.get_by_role("searchbox", name="Search pictures").fill("sea")
    expect(tiles(page)).to_have_count(1)


@pytest.mark.long
def test_unsaved_details_are_not_discarded_without_asking(open_console, three):
    page = open_console("ming", path=LIBRARY)
    dialog = open_details(page, "Harbour")
    dialog.get_by_role("textbox", name="Description").fill("Boats")
    page.keyboard.press("Escape")
    question = page.get_by_role("dialog", name="Discard what you typed?")
    question.get_by_role("button", name="Cancel").click()
    expect(dialog.get_by_role("textbox", name="Description")).to_have_value("Boats")
    page.keyboard.press("Escape")
    question.get_by_role("button", name="Discard").click()
    expect(dialog).to_have_count(0)
    expect(tiles(page).filter(has_text="Harbour")).to_be_focused()
    open_details(page, "Harbour")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.long
def test_the_audit_log_shows_the_changes_of_a_picture(open_console, three, server):
    assert server.api("PATCH", f"/api/pictures/{three['Harbour']['id']}", {"alt": "小船", "tags": ["春"]}).status == 200
    page = open_console(language="zh", path="/admin/manage/audit?action=picture.change")
    line = page.get_by_role("listitem").filter(has_text="修改了图片的名称或文字").first
    line.locator("summary").click()
    expect(line.get_by_role("rowheader", name="描述")).to_be_visible()
    expect(line.get_by_role("rowheader", name="标签")).to_be_visible()


def test_concurrent_changes_of_details_are_not_lost_silently(open_console, three, server):
    page = open_console("ming", path=LIBRARY)
    expected(page, "status of 412")
    dialog = open_details(page, "Harbour")
    assert server.api("PATCH", f"/api/pictures/{three['Harbour']['id']}", {"name": "Port"}).status == 200
    dialog.get_by_role("textbox", name="Description").fill("Boats")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("it is called “Port” now")
    expect(dialog.get_by_role("textbox", name="Description")).to_have_value("Boats")
    assert server.api("GET", f"/api/pictures/{three['Harbour']['id']}").data["name"] == "Port"
    dialog.get_by_role("button", name="Save").click()
    eventually(lambda: server.api("GET", f"/api/pictures/{three['Harbour']['id']}").data["alt"] == "Boats")


@pytest.mark.long
def test_details_link_to_the_uses_of_a_picture(open_console, three):
    page = open_console("ming", path=LIBRARY)
    dialog = open_details(page, "Tea fair")
    expect(dialog).to_contain_text("1080 × 420")
    expect(dialog).to_contain_text("draft")
    dialog.get_by_role("button", name="Copy address").click()
    assert page.evaluate("navigator.clipboard.readText()") == three["Tea fair"]["url"]
    dialog.get_by_role("textbox", name="Description").fill("Lamps")
    dialog.get_by_role("link", name=AD).click()
    page.get_by_role("dialog", name="Discard what you typed?").get_by_role("button", name="Cancel").click()
    expect(dialog.get_by_role("textbox", name="Description")).to_have_value("Lamps")
    expect(page).to_have_url(re.compile(f"{LIBRARY}$"))
    dialog.get_by_role("link", name=AD).click()
    page.get_by_role("dialog", name="Discard what you typed?").get_by_role("button", name="Discard").click()
    expect(page).to_have_url(re.compile(f"/admin/pages/mall/blocks/{AD}$"))
    expect(dialog).to_have_count(0)
    expect(editor(page).get_by_role("heading", level=2)).to_be_visible()


def test_a_picture_is_replaced_in_all_drafts_and_live_does_not_change(open_console, three, server):
    use(server, three["Tea fair"], "shoppingCarnival")
    live = server.get("/homepage?page=mall").body
    page = open_console("ming", path=LIBRARY)
    dialog = open_details(page, "Tea fair")
    dialog.get_by_role("textbox", name="Description").fill("Lamps")
    dialog.get_by_role("button", name="Replace everywhere…").click()
    page.get_by_role("dialog", name="Replace “Tea fair” by").get_by_role("button", name="Lanterns").click()
    page.get_by_role("dialog", name="Replace it in all drafts?").get_by_role("button", name="Replace", exact=True).click()
    expect(page.get_by_role("region", name="Messages")).to_contain_text("Replaced in the draft of")
    # Only the previous revision of the draft still references it.
    expect(dialog.get_by_text("revision 3 and earlier ones")).to_be_visible()
    expect(dialog.get_by_role("link", name=AD)).to_have_count(0)
    expect(dialog.get_by_role("textbox", name="Description")).to_have_value("Lamps")
    for code in (AD, "shoppingCarnival"):
        assert draft(server, code)["content"]["extInfo"]["list"][0]["imageUrl"] == three["Lanterns"]["url"]
    assert server.get("/homepage?page=mall").body == live


@pytest.mark.long
def test_only_admins_can_delete_pictures_and_only_unused_ones(open_console, three, server):
    page = open_console("lin", path=LIBRARY)
    dialog = open_details(page, "Tea fair")
    dialog.get_by_role("button", name="Delete").click()
    expect(dialog.get_by_role("alert")).to_contain_text("cannot be deleted while it is used")
    expect(page.get_by_role("dialog", name="Delete this picture?")).to_have_count(0)
    page.keyboard.press("Escape")
    dialog = open_details(page, "Harbour")
    dialog.get_by_role("button", name="Delete").click()
    question = page.get_by_role("dialog", name="Delete this picture?")
    question.get_by_role("button", name="Cancel").click()
    assert len(server.api("GET", "/api/pictures").data["pictures"]) == 3
    dialog.get_by_role("button", name="Delete").click()
    question.get_by_role("button", name="Delete").click()
    expect(tiles(page)).to_have_count(2)
    expect(dialog).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize(
    "language, words, delete", [("en", "cannot be deleted while it is used", "Delete"), ("zh", "图片使用中，无法删除", "删除")]
)
def test_a_picture_that_is_used_in_the_meantime_is_not_deleted(open_console, three, server, language, words, delete):
    page = open_console("lin", path=LIBRARY, language=language)
    expected(page, "status of 409")
    dialog = open_details(page, "Harbour")
    use(server, three["Harbour"])
    dialog.get_by_role("button", name=delete).click()
    page.get_by_role("dialog").last.get_by_role("button", name=delete, exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text(words)
    expect(dialog.get_by_role("link", name=AD)).to_be_visible()


@pytest.mark.long
def test_a_missing_picture_is_reported(open_console, three, server):
    page = open_console("ming", path=LIBRARY)
    expected(page, "status of 404")
    expect(tiles(page)).to_have_count(3)
    assert server.api("DELETE", f"/api/pictures/{three['Harbour']['id']}").status == 200
    tiles(page).filter(has_text="Harbour").click()
    expect(details(page, "Harbour").get_by_role("alert")).to_contain_text("Nothing here")
    page.keyboard.press("Escape")
    expect(tiles(page)).to_have_count(2)


def test_a_picture_is_chosen_from_the_library_for_a_field(edit, three, server):
    page = edit(AD)
    open_card(page)
    button = editor(page).get_by_role("button", name="Choose a picture: Picture", exact=True)
    button.click()
    dialog = page.get_by_role("dialog", name="Choose a picture")
    expect(dialog.get_by_role("list", name="Library").get_by_role("button")).to_have_count(3)
    # The pictures of the page are offered too.
    expect(dialog.get_by_role("button", name="digital.webp")).to_be_visible()
    dialog.get_by_role("searchbox", name="Search pictures").fill("harbour")
    expect(dialog.get_by_role("list", name="Library").get_by_role("button")).to_have_count(1)
    expect(dialog.get_by_role("button", name="digital.webp")).to_be_hidden()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(box(page, "Picture")).to_have_value(three["Harbour"]["url"])
    expect(box(page, "Picture")).to_be_focused()
    expect(section(page, AD).locator(f"img[src$='{three['Harbour']['url']}']")).to_be_attached()
    save(page)
    saved(page)


@pytest.mark.long
def test_without_a_library_the_pictures_of_the_page_are_still_offered(edit):
    page = edit(AD)
    expected(page, "status of 503")
    page.route("**/api/pictures?*", lambda route: route.fulfill(status=503, content_type="application/problem+json", json={}))
    open_card(page)
    editor(page).get_by_role("button", name="Choose a picture: Picture", exact=True).click()
    dialog = page.get_by_role("dialog", name="Choose a picture")
    expect(dialog.get_by_role("alert")).to_contain_text("The server is busy")
    dialog.get_by_role("button", name="digital.webp").click()
    expect(box(page, "Picture")).to_have_value("/assets/mall/digital.webp")


@pytest.mark.long
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_library_details_and_choice_are_accessible_and_fit_on_a_phone(open_console, three, theme):
    page = open_console("lin", theme=theme, language="zh", path=LIBRARY, **PHONE)
    expect(tiles(page)).to_have_count(3)
    assert_accessible(page)
    assert_fits(page)
    dialog = open_details(page, "Tea fair")
    assert_accessible(page)
    assert_fits(page)
    dialog.get_by_role("button", name="全部替换…").tap()
    expect(page.get_by_role("dialog", name="将“Tea fair”替换为")).to_be_visible()
    expect(page.get_by_role("dialog", name="将“Tea fair”替换为").get_by_role("button", name="Harbour")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)


@pytest.mark.long
def test_several_pictures_are_tagged_and_deleted_together(open_console, server, three):
    page = open_console("lin", path=LIBRARY)
    page.get_by_role("button", name="Select", exact=True).click()
    tools = page.get_by_role("toolbar", name="Select")
    expect(tools.get_by_role("button", name="Delete")).to_be_disabled()
    for name in ("Harbour", "Tea fair"):
        tiles(page).filter(has_text=name).click()
        expect(tiles(page).filter(has_text=name)).to_have_attribute("aria-pressed", "true")
    expect(tools).to_contain_text("2 pictures selected")
    assert_accessible(page)
    tools.get_by_role("button", name="Add tags…").click()
    dialog = page.get_by_role("dialog", name="Add tags…")
    dialog.get_by_role("textbox", name="Tags").fill("spring，sale")
    dialog.get_by_role("button", name="Add", exact=True).click()
    messages = page.get_by_role("region", name="Messages")
    expect(messages).to_contain_text("2 pictures have these tags now.")
    tags = {one["name"]: one["tags"] for one in server.api("GET", "/api/pictures").data["pictures"]}
    assert tags == {"Harbour": ["spring", "sale"], "Tea fair": ["spring", "sale"], "Lanterns": []}
    expect(tools).to_have_count(0)

    page.get_by_role("button", name="Select", exact=True).click()
    for name in ("Harbour", "Tea fair"):
        tiles(page).filter(has_text=name).click()
    tools.get_by_role("button", name="Delete").click()
    expected(page, "status of 409")
    page.get_by_role("dialog", name="Delete 2 pictures?").get_by_role("button", name="Delete").click()
    expect(messages).to_contain_text("1 picture is deleted. Tea fair stayed as it was: in use")
    expect(tiles(page)).to_have_count(2)
    assert sorted(names(page)) == ["Lanterns", "Tea fair"]
    # A click opens a picture again.
    open_details(page, "Lanterns")
