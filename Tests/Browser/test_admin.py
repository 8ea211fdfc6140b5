"""Management: pages and their files, operators, access tokens, the audit log, the account of the operator."""

import json
import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, hold
from conftest import PHONE, expected, password
from harness import databases
from views import MANAGE, show

# Password hashing is slow, and much slower in a debug build.
SLOW = 60_000


def row(page, name):
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name))


def menu(page, name, item):
    page.get_by_role("button", name=f"More for {name}").click()
    page.get_by_role("menuitem", name=item).click()


def dialog(page, name):
    return page.get_by_role("dialog", name=name)


def choose_file(page, name, document):
    text = document if isinstance(document, str) else json.dumps(document, ensure_ascii=False)
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "application/json", "buffer": text.encode()})


def refused(page, status):
    """Permits the error that Chromium logs for a response with this status."""
    expected(page, rf"status of {status}\b")


def sign_in(server, name, word):
    return server.send("POST", "/api/session", json.dumps({"name": name, "password": word}), {"Content-Type": "application/json"})


# Pages


@pytest.mark.long
def test_a_page_can_be_created_only_after_the_others_are_loaded(open_console):
    page = open_console(path=None)
    slow = hold(page, "**/api/pages", answered=False, every=True)
    page.goto(page.server.url + MANAGE["pages"])
    slow.wait()
    buttons = [page.get_by_role("button", name=name, exact=True) for name in ("New page", "New page from a file")]
    for button in buttons:
        expect(button).to_be_disabled()
    slow.let_go()
    for button in buttons:
        expect(button).to_be_enabled()


def test_a_copied_page_has_the_content_of_the_original_and_a_title_based_on_it(open_console, server):
    page = open_console(path=MANAGE["pages"])
    page.get_by_role("button", name="New page", exact=True).click()
    form = dialog(page, "New page")
    form.get_by_role("textbox", name="Name", exact=True).fill("Autumn Fair 2027")
    expect(form.get_by_label("Short name")).to_have_value("autumn-fair-2027")
    form.get_by_label("Begin with").select_option(label="A copy of 商城首页 Mall home")
    expect(form.get_by_label("Read by")).to_be_hidden()
    form.get_by_role("textbox", name="Name", exact=True).press("Enter")
    expect(form).to_have_count(0)
    expect(row(page, "Autumn Fair 2027")).to_contain_text("autumn-fair-2027")
    assert server.order("autumn-fair-2027") == server.order("mall")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page).to_have_url(re.compile(r"/admin/pages/autumn-fair-2027$"))


@pytest.mark.long
def test_a_duplicate_page_name_is_reported_at_its_field(open_console, server):
    page = open_console(path=MANAGE["pages"])
    page.get_by_role("button", name="New page", exact=True).click()
    form = dialog(page, "New page")
    form.get_by_role("button", name="Create page").click()
    expect(form.get_by_role("textbox", name="Name", exact=True)).to_have_attribute("aria-invalid", "true")
    form.get_by_role("textbox", name="Name", exact=True).fill("Another mall")
    for slug, text in (("Mall Two", "lowercase letters"), ("mall", "Another page has this short name")):
        form.get_by_label("Short name").fill(slug)
        form.get_by_role("button", name="Create page").click()
        expect(form.get_by_label("Short name")).to_have_attribute("aria-invalid", "true")
        expect(form).to_contain_text(text)
    assert len(server.api("GET", "/api/pages").data) == 5


@pytest.mark.long
def test_a_rename_changes_both_names_except_the_default_pages_short_name(open_console, server):
    page = open_console(path=MANAGE["pages"])
    menu(page, "商城首页 Mall home", "Rename")
    form = dialog(page, "Rename page")
    expect(form.get_by_text("will no longer get a page")).to_be_hidden()
    form.get_by_role("textbox", name="Name", exact=True).fill("Market")
    form.get_by_label("Short name").fill("market")
    expect(form.get_by_text("will no longer get a page")).to_be_visible()
    form.get_by_role("button", name="Save").click()
    expect(row(page, "Market")).to_contain_text("market")
    assert server.api("GET", "/api/pages/market").data["title"] == "Market"
    menu(page, "音乐首页 Music home", "Rename")
    expect(dialog(page, "Rename page").get_by_label("Short name")).to_be_disabled()


def test_a_rename_does_not_overwrite_a_concurrent_rename(open_console, server):
    page = open_console(path=MANAGE["pages"])
    menu(page, "商城首页 Mall home", "Rename")
    form = dialog(page, "Rename page")
    form.get_by_role("textbox", name="Name", exact=True).fill("Mine")
    server.api("PATCH", "/api/pages/mall", {"title": "Theirs"})
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_role("alert")).to_contain_text("Someone renamed this page in the meantime")
    expect(form.get_by_role("textbox", name="Name", exact=True)).to_have_value("Theirs")
    assert server.api("GET", "/api/pages/mall").data["title"] == "Theirs"


def test_a_deletion_requires_the_typed_name_and_is_not_offered_for_the_default_page(open_console, server):
    page = open_console(path=MANAGE["pages"])
    page.get_by_role("button", name="More for 音乐首页 Music home").click()
    item = page.get_by_role("menuitem", name="Delete")
    expect(item).to_have_attribute("aria-disabled", "true")
    expect(item).to_contain_text("The default page cannot be deleted")
    page.keyboard.press("Escape")
    menu(page, "示例首页 Demo home", "Delete")
    form = dialog(page, "Delete “示例首页 Demo home”?")
    form.get_by_label("Type demo to confirm").fill("dem")
    form.get_by_role("button", name="Delete page").click()
    expect(form).to_contain_text("That is not “demo”")
    assert len(server.api("GET", "/api/pages").data) == 5
    form.get_by_label("Type demo to confirm").fill("demo")
    form.get_by_role("button", name="Delete page").click()
    expect(form).to_have_count(0)
    expect(row(page, "示例首页 Demo home")).to_have_count(0)
    assert "demo" not in [one["page"] for one in server.api("GET", "/api/pages").data]


@pytest.mark.long
def test_deleting_a_page_that_changed_in_the_meantime_asks_again(open_console, server):
    page = open_console(path=MANAGE["pages"])
    with page.expect_response(re.compile(r"/api/pages/demo$")):
        menu(page, "示例首页 Demo home", "Delete")
    code = server.order("demo")[0]
    server.api("PATCH", f"/api/pages/demo/live/blocks/{code}", {"enabled": False})
    refused(page, 412)
    form = dialog(page, "Delete “示例首页 Demo home”?")
    form.get_by_label("Type demo to confirm").fill("demo")
    form.get_by_role("button", name="Delete page").click()
    expect(form.get_by_role("alert")).to_contain_text("changed this page")
    assert "demo" in [one["page"] for one in server.api("GET", "/api/pages").data]
    form.get_by_role("button", name="Delete page").click()
    expect(form).to_have_count(0)


@pytest.mark.long
def test_the_list_of_pages_shows_new_drafts_and_takeovers(open_console, server):
    page = open_console(path=MANAGE["pages"])
    expect(row(page, "商城首页 Mall home")).to_contain_text("No draft")
    server.api("PATCH", "/api/pages/mall/draft/blocks/marquee", {"enabled": False})
    expect(row(page, "商城首页 Mall home")).to_contain_text("Draft not published")
    server.api("POST", "/api/pages/mall/takeovers", {"shows": "demo", "until": "2031-01-01T00:00:00Z"})
    expect(row(page, "商城首页 Mall home")).to_contain_text("Taken over by 示例首页 Demo home")


# Imports and exports


@pytest.mark.long
def test_an_export_saves_the_bytes_of_the_server(open_console, server):
    page = open_console("wei", path=MANAGE["pages"])
    with page.expect_download() as download:
        page.get_by_role("button", name="Save 音乐首页 Music home as a file").click()
    assert download.value.suggested_filename == "music-1.json"
    with open(download.value.path(), "rb") as file:
        assert file.read() == server.api("GET", "/api/pages/music/export").body


@pytest.fixture
def mall(server):
    return server.api("GET", "/api/pages/mall/export").json


def test_importing_an_invalid_file_reports_locations_and_solutions_and_changes_nothing(open_console, server, mall):
    page = open_console("wei", path=MANAGE["pages"])
    menu(page, "商城首页 Mall home", "Import")
    sheet = dialog(page, "Import a file into")
    go = sheet.get_by_role("button", name="Import and go live")
    expect(go).to_be_disabled()
    choose_file(page, "broken.json", '{\n  "page": {,}\n}')
    expect(sheet).to_contain_text("line 2, column 12")
    choose_file(page, "other.json", {"hello": 1})
    expect(sheet).to_contain_text("not the file of a page")
    code, mall["blocks"][4]["blockCode"] = mall["blocks"][4]["blockCode"], "no spaces"
    refused(page, 422)
    choose_file(page, "code.json", mall)
    group = sheet.locator(".import-issue-group").filter(has_text="Section 5 · ")
    expect(group).to_contain_text("A code has 1 to 128 letters")
    expect(group).to_contain_text("/blocks/4/blockCode")
    mall["blocks"][4]["blockCode"] = code
    mall["blocks"][0]["showType"] = "NOPE"
    mall["blocks"][1]["blockCode"] = mall["blocks"][2]["blockCode"]
    mall["blocks"][3]["content"]["extInfo"] = "x"
    refused(page, 422)
    choose_file(page, "faults.json", mall)
    expect(sheet.get_by_role("heading", name="3 things in the file must be fixed")).to_be_visible()
    for title, text, pointer in (
        ("Section 1 · ", "There is no layout “NOPE”", "/blocks/0/showType"),
        ("Section 3 · ", "is used twice", "/blocks/2/blockCode"),
        ("Section 4 · ", "This must be an object", "/blocks/3/content/extInfo"),
    ):
        group = sheet.locator(".import-issue-group").filter(has_text=title)
        expect(group).to_contain_text(text)
        expect(group).to_contain_text(pointer)
    expect(go).to_be_disabled()
    assert server.api("GET", "/api/pages/mall").data["revision"] == 1


def test_an_import_shows_its_changes_before_they_are_made(open_console, server, mall):
    page = open_console("wei", path=MANAGE["pages"])
    menu(page, "商城首页 Mall home", "Import")
    sheet = dialog(page, "Import a file into")
    choose_file(page, "same.json", mall)
    expect(sheet).to_contain_text("is the same as the live page")
    expect(sheet.get_by_role("button", name="Import and go live")).to_be_disabled()
    mall["blocks"].insert(0, mall["blocks"].pop(2))
    mall["blocks"][1]["content"]["extInfo"]["list"][0]["title"] = "Tea for everybody"
    del mall["blocks"][5]
    # If two files are chosen one after the other, the last one is used, whichever is checked first.
    refused(page, 422)
    held = []
    page.route("**/export?dryRun=true", lambda route: held.append(route), times=1)
    with page.expect_request("**/export?dryRun=true"):
        choose_file(page, "good.json", mall)
    choose_file(page, "faulty.json", {**mall, "blocks": [{**mall["blocks"][0], "showType": "NOPE"}]})
    expect(sheet).to_contain_text("There is no layout “NOPE”")
    with page.expect_response("**/api/pages/mall/export"):
        held[0].continue_()
    expect(sheet.get_by_role("button", name="Import and go live")).to_be_disabled()
    choose_file(page, "changed.json", mall)
    for text in ("1 section removed", "1 section changed", "1 section moved"):
        expect(sheet).to_contain_text(text)
    expect(sheet).not_to_contain_text("section added")
    assert server.api("GET", "/api/pages/mall").data["revision"] == 1
    sheet.locator("details.import-section > summary").click()
    expect(sheet.locator(".import-diff")).to_contain_text("Tea for everybody")
    sheet.get_by_role("button", name="Import and go live").click()
    expect(sheet).to_have_count(0)
    assert server.order("mall") == [block["blockCode"] for block in mall["blocks"]]
    assert "Tea for everybody" in server.get("/homepage?page=mall").body.decode()


@pytest.mark.long
def test_an_import_names_the_values_that_it_replaces(open_console, server, mall):
    page = open_console("wei", path=MANAGE["pages"])
    menu(page, "商城首页 Mall home", "Import")
    sheet = dialog(page, "Import a file into")
    code = mall["blocks"][2]["blockCode"]
    mall["blocks"][2]["content"]["action"] = "homeblocks://tea/春茶"
    choose_file(page, "links.json", mall)
    expect(sheet).to_contain_text("1 value will be replaced")
    sheet.locator("details.import-replacements > summary").click()
    for text in ("/blocks/2/content/action", '"homeblocks://tea/春茶"', '"homeblocks://tea/%E6%98%A5%E8%8C%B6"'):
        expect(sheet.locator(".import-replacements")).to_contain_text(text)
    assert_accessible(page)
    sheet.get_by_role("button", name="Import and go live").click()
    expect(sheet).to_have_count(0)
    content = server.api("GET", f"/api/pages/mall/live/blocks/{code}").data["content"]
    assert content["action"] == "homeblocks://tea/%E6%98%A5%E8%8C%B6"
    # The same file again changes nothing.
    menu(page, "商城首页 Mall home", "Import")
    choose_file(page, "links.json", mall)
    expect(sheet).to_contain_text("is the same as the live page")


def test_a_file_is_imported_into_the_draft_and_a_new_draft_is_not_overwritten(open_console, server, mall):
    page = open_console("wei", path=MANAGE["pages"])
    menu(page, "商城首页 Mall home", "Import")
    sheet = dialog(page, "Import a file into")
    order = server.order("mall")
    mall["blocks"].insert(0, mall["blocks"].pop(2))
    choose_file(page, "moved.json", mall)
    expect(sheet).to_contain_text("goes live only when you publish it.")
    expect(sheet).not_to_contain_text("replaces the changes of the current draft")
    assert_accessible(page)
    # Another operator starts a draft.
    server.api("PATCH", "/api/pages/mall/draft/blocks/wallet", {"enabled": False})
    button = sheet.get_by_role("button", name="Put into the draft")
    button.click()
    expect(sheet.get_by_role("alert")).to_contain_text("has a draft now")
    expect(sheet).to_contain_text("replaces the changes of the current draft")
    # Live changes after the comparison.
    server.api("PATCH", "/api/pages/mall/live/blocks/otc", {"enabled": False})
    button.click()
    expect(sheet.get_by_role("alert")).to_contain_text("The page changed in the meantime")
    expect(sheet).to_contain_text("1 section changed")
    button.click()
    expect(sheet).to_have_count(0)
    difference = server.api("GET", "/api/pages/mall/draft/diff").data
    assert [one["blockCode"] for one in difference["blocks"]] == ["otc"] and difference["order"], difference
    assert server.order("mall") == order


@pytest.mark.long
def test_an_import_into_a_page_that_changed_since_the_comparison_compares_again(open_console, server, mall):
    page = open_console("wei", path=MANAGE["pages"])
    menu(page, "商城首页 Mall home", "Import")
    sheet = dialog(page, "Import a file into")
    refused(page, 412)
    mall["blocks"].insert(0, mall["blocks"].pop(2))
    choose_file(page, "moved.json", mall)
    expect(sheet).to_contain_text("1 section moved")
    server.api("PATCH", "/api/pages/mall/live/blocks/marquee", {"enabled": False})
    sheet.get_by_role("button", name="Import and go live").click()
    expect(sheet.get_by_role("alert")).to_contain_text("check it again")
    expect(sheet).to_contain_text("1 section changed")
    assert server.order("mall") != [block["blockCode"] for block in mall["blocks"]]
    sheet.get_by_role("button", name="Import and go live").click()
    expect(sheet).to_have_count(0)
    assert server.order("mall") == [block["blockCode"] for block in mall["blocks"]]


@pytest.mark.long
def test_an_import_as_a_new_page_has_its_own_names(open_console, server, mall):
    page = open_console(path=MANAGE["pages"])
    page.get_by_role("button", name="New page from a file").click()
    sheet = dialog(page, "New page from a file")
    choose_file(page, "mall.json", mall)
    expect(sheet.get_by_label("Short name")).to_have_value("mall-2")
    # The sections with the display names of their layouts.
    expect(sheet.get_by_role("listitem").filter(has_text="Home pharmacy")).to_contain_text("Advertisements")
    expect(sheet.get_by_text("MALL_AD")).to_have_count(0)
    sheet.get_by_label("Short name").fill("mall")
    sheet.get_by_role("button", name="Create page").click()
    expect(sheet.get_by_label("Short name")).to_have_attribute("aria-invalid", "true")
    sheet.get_by_label("Short name").fill("spring")
    sheet.get_by_role("textbox", name="Name", exact=True).fill("Spring mall")
    sheet.get_by_role("button", name="Create page").click()
    expect(row(page, "Spring mall")).to_contain_text("spring")
    assert server.order("spring") == server.order("mall")
    assert server.api("GET", "/api/pages/spring").data["title"] == "Spring mall"
    assert server.api("GET", "/api/pages/mall").data["revision"] == 1


# Operators


def test_the_password_of_a_new_operator_is_shown_once_and_works(open_console, server):
    page = open_console(path=MANAGE["operators"])
    page.get_by_role("button", name="Add an operator").click()
    form = dialog(page, "Add an operator")
    form.get_by_role("radio", name="Publisher").check()
    form.get_by_role("textbox", name="Name", exact=True).fill("hua")
    form.get_by_role("textbox", name="Name", exact=True).press("Enter")
    shown = dialog(page, "hua can sign in now")
    secret = shown.get_by_role("textbox", name="Password of hua")
    expect(secret).to_have_text(re.compile(r"^([a-z2-9]{5}-){3}[a-z2-9]{5}$"), timeout=SLOW)
    word = secret.inner_text()
    page.keyboard.press("Escape")
    expect(shown, "it is not closed by mistake").to_be_visible()
    shown.get_by_role("button", name="Copy", exact=True).click()
    assert page.evaluate("navigator.clipboard.readText()") == word
    shown.get_by_role("button", name="I have saved it").click()
    expect(shown).to_have_count(0)
    expect(row(page, "hua")).to_contain_text("Publisher")
    page.reload()
    expect(row(page, "hua")).to_be_visible()
    assert word not in page.content()
    assert sign_in(server, "hua", word).data["operator"]["role"] == "publisher"


@pytest.mark.long
def test_a_duplicate_operator_name_is_rejected_at_its_field(open_console):
    page = open_console(path=MANAGE["operators"])
    page.get_by_role("button", name="Add an operator").click()
    form = dialog(page, "Add an operator")
    refused(page, 409)
    form.get_by_role("textbox", name="Name", exact=True).fill("wei")
    form.get_by_role("button", name="Add operator").click()
    expect(form).to_contain_text("An operator with this name already exists", timeout=SLOW)
    expect(form.get_by_role("textbox", name="Name", exact=True)).to_be_focused()


@pytest.mark.long
def test_role_and_password_of_another_operator_can_be_changed_and_removed_operators_are_hidden(open_console, server):
    page = open_console(path=MANAGE["operators"])
    menu(page, "yan", "Change rights")
    form = dialog(page, "Rights of yan")
    expect(form.get_by_role("radio", name="Viewer")).to_be_checked()
    form.get_by_role("radio", name="Editor").check()
    form.get_by_role("button", name="Save").click()
    expect(row(page, "yan")).to_contain_text("Editor")
    menu(page, "yan", "Set a new password")
    dialog(page, "Set a new password for yan?").get_by_role("button", name="Set a new password").click()
    secret = page.get_by_role("textbox", name="Password of yan")
    expect(secret).to_be_visible(timeout=SLOW)
    fresh = secret.inner_text()
    # A second Enter copies the password instead of closing the dialog.
    expect(page.get_by_role("button", name="Copy", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == fresh
    page.get_by_role("button", name="I have saved it").click()
    for word, status in ((password("yan"), 401), (fresh, 201)):
        assert sign_in(server, "yan", word).status == status, word
    menu(page, "yan", "Remove")
    dialog(page, "Remove yan?").get_by_role("button", name="Remove operator").click()
    expect(row(page, "yan")).to_have_count(0)
    page.get_by_role("switch", name="Show 1 removed operator").check()
    expect(row(page, "yan")).to_contain_text("Removed")
    expect(page.get_by_role("button", name="More for yan")).to_have_count(0)


@pytest.mark.long
def test_the_operators_own_row_is_protected_and_explains_why(open_console):
    page = open_console(path=MANAGE["operators"])
    expect(row(page, "lin")).to_contain_text("You")
    page.get_by_role("button", name="More for lin").click()
    item = page.get_by_role("menuitem", name="Remove")
    expect(item).to_have_attribute("aria-disabled", "true")
    expect(item).to_contain_text("You cannot change your own rights")
    page.get_by_role("menuitem", name="Change my password").click()
    expect(page).to_have_url(re.compile(r"/admin/manage/account$"))


# Audiences


def test_an_audience_is_defined_once_used_in_a_section_and_changed_everywhere(open_console, server):
    page = open_console("wei", path=MANAGE["audiences"])
    expect(page.get_by_role("heading", name="There are no audiences yet")).to_be_visible()
    page.get_by_role("button", name="New audience").click()
    form = dialog(page, "New audience")
    form.get_by_label("Name", exact=True).fill("iOS readers")
    form.get_by_role("textbox", name="Short name").fill("ios readers")
    form.get_by_role("button", name="Save audience").click()
    expect(form.get_by_role("textbox", name="Short name")).to_have_attribute("aria-invalid", "true")
    form.get_by_role("textbox", name="Short name").fill("ios-readers")
    form.get_by_role("button", name="Save audience").click()
    expect(form).to_contain_text("Choose at least one condition.")
    form.get_by_label("iOS").check()
    form.get_by_role("button", name="Save audience").click()
    expect(form).to_have_count(0)
    expect(row(page, "iOS readers")).to_contain_text("iOS users")
    expect(row(page, "iOS readers")).to_contain_text("Not used")

    page.goto(f"{server.url}/admin/pages/mall/blocks/wallet")
    editor = page.locator("section.edit")
    editor.get_by_role("tab", name="Who").click()
    editor.get_by_label("Audience", exact=True).select_option(label="iOS readers (ios-readers)")
    expect(editor.get_by_label("Android")).to_have_count(0)
    expect(editor.locator(".edit-sentence")).to_have_text("Shown all the time to iOS users")
    editor.get_by_role("button", name="Save", exact=True).click()
    expect(editor.get_by_text("Everything is saved")).to_be_visible()
    stored = server.api("GET", "/api/pages/mall/draft/blocks/wallet").data["audience"]
    assert stored == {"name": "ios-readers", "platforms": ["ios"]}
    assert server.api("POST", "/api/pages/mall/draft/publish", {}).status == 201

    page.goto(server.url + MANAGE["audiences"])
    expect(row(page, "iOS readers")).to_contain_text("mall (live)")
    menu(page, "iOS readers", "Delete")
    expect(dialog(page, "Delete iOS readers?")).to_contain_text("It is in use: mall (live).")
    dialog(page, "Delete iOS readers?").get_by_text("Close", exact=True).click()
    menu(page, "iOS readers", "Change")
    form = dialog(page, "Change iOS readers")
    expect(form).to_contain_text("A change takes effect at once: mall (live).")
    form.get_by_role("switch", name="Different versions per platform").check()
    form.get_by_label("iOS", exact=True).uncheck()
    form.get_by_label("iOS: Minimum").fill("9.0")
    form.get_by_label("Android: Minimum").fill("8.5")
    form.get_by_role("button", name="Save audience").click()
    expect(form).to_have_count(0)
    expect(page.locator(".toast")).to_contain_text("iOS readers is saved and changed mall (live)")
    expect(row(page, "iOS readers")).to_contain_text("users on iOS 9.0 or newer and Android 8.5 or newer")
    assert "wallet" in {
        block["blockCode"] for block in server.get("/homepage?page=mall&platform=android&appVersion=8.5").data["blocks"]
    }


@pytest.mark.long
def test_the_form_of_an_audience_is_translated_to_chinese(open_console, server):
    conditions = {"appVersion": {"ios": {"min": "9.0"}, "android": {"max": "8.9"}}}
    server.api("POST", "/api/audiences", {"name": "vips", "title": "会员", "audience": conditions})
    page = open_console("wei", language="zh", path=MANAGE["audiences"])
    expect(row(page, "会员")).to_contain_text("使用 iOS 9.0 及以上版本和Android 8.9 及以下版本的用户")
    expect(row(page, "会员")).to_contain_text("未使用")


# Servers


@pytest.mark.long
@pytest.mark.both_engines
def test_the_servers_of_a_database_are_listed(open_console, server):
    page = open_console(path=MANAGE["nodes"])
    if not databases.IS_POSTGRESQL:
        expect(page.get_by_role("heading", name="One server")).to_be_visible()
        expect(page.get_by_role("main").get_by_role("table")).to_have_count(0)
        return
    known = server.api("GET", "/api/nodes").data
    lines = page.get_by_role("table", name="Servers").get_by_role("row")
    expect(lines).to_have_count(1 + len(known))
    expect(lines.nth(1)).to_contain_text(known[0]["name"])
    expect(lines.nth(1)).to_contain_text(known[0]["version"])
    expect(page.get_by_text("Does not respond")).to_have_count(0)


# Tokens


def test_a_new_token_is_shown_once_with_a_working_command_and_can_be_revoked(open_console, server):
    page = open_console(path=MANAGE["tokens"])
    page.get_by_role("button", name="Create a token").click()
    form = dialog(page, "Create a token")
    form.get_by_role("button", name="Create token").click()
    expect(form.get_by_role("textbox", name="Name", exact=True)).to_have_attribute("aria-invalid", "true")
    form.get_by_role("textbox", name="Name", exact=True).fill("nightly sorting")
    form.get_by_role("radio", name="30 days").check()
    form.get_by_role("button", name="Create token").click()
    shown = dialog(page, "The token “nightly sorting”")
    secret = shown.get_by_role("textbox", name="Token", exact=True).inner_text()
    line = shown.get_by_role("textbox", name="Try it in a terminal").inner_text()
    assert re.fullmatch(r"hb_\S{40,}", secret)
    assert line == f"curl -H 'Authorization: Bearer {secret}' {server.url}/api/pages"
    shown.get_by_role("button", name="I have saved it").click()
    requested = dialog(page, "Close without copying?")
    requested.get_by_role("button", name="Cancel").click()
    expect(shown).to_be_visible()
    shown.get_by_role("button", name="I have saved it").click()
    requested.get_by_role("button", name="Close", exact=True).last.click()
    expect(shown).to_have_count(0)
    assert server.api("GET", "/api/pages", token=secret).status == 200
    page.reload()
    expect(row(page, "nightly sorting")).to_contain_text("Editor")
    expect(row(page, "nightly sorting")).not_to_contain_text("Never")
    assert secret not in page.content()
    page.get_by_role("button", name="Revoke nightly sorting").click()
    requested = dialog(page, "Revoke “nightly sorting”?")
    requested.get_by_role("button", name="Cancel").click()
    assert server.api("GET", "/api/pages", token=secret).status == 200
    page.get_by_role("button", name="Revoke nightly sorting").click()
    requested.get_by_role("button", name="Revoke token").click()
    expect(row(page, "nightly sorting")).to_have_count(0)
    assert server.api("GET", "/api/pages", token=secret).status == 401
    page.get_by_role("switch", name="Show 1 revoked or expired token").check()
    expect(row(page, "nightly sorting")).to_contain_text("Revoked")
    expect(page.get_by_role("button", name="Revoke nightly sorting")).to_have_count(0)


@pytest.mark.long
def test_a_token_that_expires_in_the_past_is_rejected_at_its_field(open_console, server):
    page = open_console(path=MANAGE["tokens"])
    page.get_by_role("button", name="Create a token").click()
    form = dialog(page, "Create a token")
    form.get_by_role("textbox", name="Name", exact=True).fill("old")
    form.get_by_role("radio", name="Until…").check()
    form.get_by_label("Expires at").fill("2020-01-01T00:00")
    form.get_by_role("button", name="Create token").click()
    expect(form).to_contain_text("Choose a time in the future")
    assert "old" not in [one["name"] for one in server.api("GET", "/api/tokens").data]


# The audit log


@pytest.mark.long
def test_the_audit_log_is_filtered_by_its_url_and_shows_the_changes(open_console, server):
    server.api("PATCH", "/api/pages/mall/live/blocks/marquee", {"enabled": False})
    server.api("POST", "/sort?page=music", {"moves": [{"block": "HOMEPAGE_BANNER", "to": "end"}]})
    banners = server.api("GET", "/api/pages/music/live/blocks/HOMEPAGE_BANNER").data["content"]["extInfo"]["banners"]
    assert banners[0]["song"]["al"]["pic"] == 9107199254740993
    banners[0]["song"]["al"]["pic"] += 2
    server.api("PATCH", "/api/pages/music/live/blocks/HOMEPAGE_BANNER", {"content": {"extInfo": {"banners": banners}}})
    viewer = server.new_token("viewer", "kiosk")
    server.api("POST", "/sort?page=music", {"moves": []}, token=viewer)
    page = open_console(path=MANAGE["audit"] + "?page=mall&outcome=done")
    lines = page.get_by_role("main").locator("ol > li")
    expect(page.get_by_label("Page", exact=True)).to_have_value("mall")
    expect(lines.first).to_contain_text("changed a section of the live page")
    expect(lines.filter(has_text="reordered the live page")).to_have_count(0)
    lines.first.locator("summary").first.click()
    expect(lines.first.locator(".audit-change")).to_contain_text("Revision")
    page.get_by_label("Page", exact=True).select_option(label="音乐首页 Music home")
    expect(page).to_have_url(re.compile(r"page=music"))
    expect(lines.nth(1)).to_contain_text("reordered the live page")
    lines.first.locator("summary").first.click()
    for number in ("9107199254740993", "9107199254740995"):
        expect(lines.first.locator(".audit-change")).to_contain_text(number)
    # A date is typed part by part; intermediate results do not interfere, and the whole date is one history entry.
    page.get_by_label("When", exact=True).select_option(label="From … until …")
    page.get_by_label("From", exact=True).focus()
    page.keyboard.type("05052024")
    expect(page.get_by_label("From", exact=True)).to_have_value(re.compile("^2024-05-05T"))
    expect(page).to_have_url(re.compile("from=2024-05-0[45]T"))
    page.go_back()
    expect(page.get_by_label("From", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Clear filters").click()
    page.get_by_role("radio", name="Refused").check()
    expect(page).to_have_url(re.compile(r"\?outcome=refused$"))
    expect(lines).to_have_count(1)
    expect(lines.first).to_contain_text("kiosk was refused")
    expect(lines.first).to_contain_text("the role Viewer does not allow it")
    page.go_back()
    expect(lines.first).to_contain_text("was refused", timeout=8000)
    expect(page.get_by_role("radio", name="All")).to_be_checked()
    page.goto(server.url + MANAGE["audit"] + "?actor=nobody")
    expect(page.get_by_role("heading", name="No entry matches these filters")).to_be_visible()


@pytest.mark.long
def test_the_audit_log_shows_names_instead_of_codes_and_ids(open_console, server):
    server.api("POST", "/api/pages", {"page": "spring", "title": "Spring", "copyOf": "mall"})
    server.api("PUT", "/api/pages/mall/draft/order", {"moves": [{"block": "wallet", "to": 3}]})
    server.api("PATCH", "/api/pages/mall/draft/blocks/otc", {"enabled": False})
    server.api("DELETE", "/api/pages/mall/draft")
    server.api(
        "POST", "/api/pages/mall/takeovers", {"shows": "spring", "from": "2031-02-01T00:00:00Z", "until": "2031-02-08T00:00:00Z"}
    )
    page = open_console(path=MANAGE["audit"] + "?page=mall&outcome=done")
    lines = page.locator(".audit-line")
    expect(lines.filter(has_text="planned a takeover").locator(".audit-subject")).to_have_text("“Spring”")
    expect(lines.filter(has_text="changed a section in the draft").locator(".audit-subject")).to_contain_text(
        "家庭药箱 Home pharmacy"
    )
    order = lines.filter(has_text="reordered the draft")
    order.get_by_text("What changed").click()
    expect(order.locator(".audit-change")).to_contain_text("我的钱包 Wallet")
    discarded = lines.filter(has_text="discarded")
    discarded.get_by_text("What changed").click()
    expect(discarded.locator(".audit-change")).to_contain_text("Made from revision")
    takeover = lines.filter(has_text="planned a takeover")
    takeover.get_by_text("What changed").click()
    expect(takeover.locator(".audit-change")).to_contain_text("Shows")
    titles = page.locator(".audit-members th[scope=row]").all_inner_texts()
    assert titles and not [title for title in titles if title[:1].islower()], titles


@pytest.mark.long
def test_an_invalid_span_in_the_url_of_the_audit_log_is_ignored(open_console, server):
    server.api("PATCH", "/api/pages/mall/live/blocks/marquee", {"enabled": False})
    page = open_console(path=MANAGE["audit"] + "?days=constructor")
    expect(page.get_by_role("main").locator("ol > li").first).to_contain_text("changed a section of the live page")


@pytest.mark.long
def test_the_audit_log_loads_more_entries_and_announces_newer_ones(open_console, server):
    for number in range(60):
        server.api("PATCH", "/api/pages/demo", {"title": f"Demo {number}"})
    page = open_console(path=MANAGE["audit"] + "?action=page.rename")
    lines = page.get_by_role("main").locator("ol > li")
    expect(lines.first).to_contain_text("renamed a page")
    page.get_by_role("button", name="Show more").scroll_into_view_if_needed()
    expect(page.get_by_text("End of the log")).to_be_visible()
    expect(lines).to_have_count(60)
    lines.first.locator("summary").click()
    expect(lines.first.locator(".audit-change")).to_contain_text("Demo 58")
    expect(lines.first.locator(".audit-change")).to_contain_text("Demo 59")
    server.api("PATCH", "/api/pages/demo", {"title": "Newest"})
    page.get_by_role("button", name="Show", exact=True).click()
    lines.first.locator("summary").click()
    expect(lines.first.locator(".audit-change")).to_contain_text("Newest")


# The account of the operator


def test_operators_need_their_current_password_to_change_it(open_console, server):
    page = open_console("yan", path=MANAGE["account"])
    current, new, again = (
        page.get_by_label(re.compile(rf"^{name}\W*$")) for name in ("Current password", "New password", "New password again")
    )
    button = page.get_by_role("button", name="Change password")
    for values, field, text in (
        (("", "", ""), current, "Please fill this in"),
        (("x", "short", "short"), new, "12 characters or more"),
        (("x", "a fine new password", "another password"), again, "differ"),
    ):
        for one, value in zip((current, new, again), values):
            one.fill(value)
        button.click()
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_be_focused()
        expect(page.locator("form")).to_contain_text(text)
    refused(page, 422)
    again.fill("a fine new password")
    current.fill("not the present one")
    button.click()
    expect(page.locator("form")).to_contain_text("This is not your current password", timeout=SLOW)
    current.fill(password("yan"))
    button.click()
    expect(page.locator(".toast")).to_contain_text("Your password was changed", timeout=SLOW)
    expect(current).to_have_value("")
    page.reload()
    expect(page.get_by_role("heading", name="My account")).to_be_visible()


# Roles


def test_actions_that_a_role_does_not_permit_are_hidden_and_rejected_by_the_server(open_console, server):
    page = open_console("wei", path=MANAGE["pages"])
    expect(row(page, "商城首页 Mall home")).to_be_visible()
    for name in ("New page", "New page from a file"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    page.get_by_role("button", name="More for 商城首页 Mall home").click()
    expect(page.get_by_role("menuitem")).to_have_text(["Save as a file", "Import a file…"])
    page.keyboard.press("Escape")
    requested = []
    page.on("request", lambda request: requested.append(request.url))
    for name in ("operators", "tokens", "audit"):
        expect(page.get_by_role("main").get_by_role("link", name=re.compile(name, re.I))).to_have_count(0)
        page.goto(server.url + MANAGE[name])
        expect(page.get_by_role("heading", name="Not allowed for your role")).to_be_visible()
        assert page.context.request.get(f"{server.url}/api/{name}").status == 403
    assert not [url for url in requested if re.search(r"/api/(operators|tokens|audit)", url)]
    page = open_console("ming", path=MANAGE["pages"])
    expect(page.get_by_role("heading", name="Not allowed for your role")).to_be_visible()
    page.goto(server.url + MANAGE["account"])
    expect(page.get_by_role("heading", name="Change password")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("language, theme", [("zh", "light"), ("en", "dark")])
def test_every_view_and_dialog_fits_a_phone_and_is_accessible(open_console, server, language, theme):
    server.api("PATCH", "/api/pages/mall/live/blocks/marquee", {"enabled": False})
    page = open_console(**PHONE, language=language, theme=theme, path=None)
    for name in MANAGE:
        show(page, MANAGE[name])
        assert_fits(page)
        assert_accessible(page)
        opener = page.locator(".admin-actions button.primary")
        # The library opens the file dialog of the system instead.
        if opener.count() and name != "pictures":
            opener.click()
            expect(page.get_by_role("dialog")).to_be_visible()
            assert_accessible(page)
            page.keyboard.press("Escape")
            expect(opener).to_be_focused()
