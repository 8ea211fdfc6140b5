"""Rights per page in the console: the table of people and pages, groups, what limited people see, and seeing as they do."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits
from conftest import PHONE, expected
from harness.marks import short_and_long
from views import MANAGE


def limit(server, name, role="none", **pages):
    """Gives an operator a role on all pages and roles on some; returns the id."""
    [person] = [line for line in server.api("GET", "/api/operators").data if line["name"] == name]
    changed = server.api("PATCH", f"/api/operators/{person['id']}", {"role": role, "pages": pages})
    assert changed.status == 200, changed.body
    return person["id"]


def person(server, name):
    [found] = [line for line in server.api("GET", "/api/operators").data if line["name"] == name]
    return found


WORDS = {
    "en": (
        "ming, {page}: Editor",
        "Publisher",
        "Add a group",
        "Name",
        "Add group",
        "More for ming",
        "Change rights…",
        "Save",
        "Rights of ming",
    ),
    "zh": (
        "ming，{page}：编辑者",
        "发布者",
        "新建用户组",
        "名称",
        "新建",
        "ming 的更多操作",
        "修改权限…",
        "保存",
        "“ming”的权限",
    ),
}


@pytest.mark.parametrize("language", short_and_long("en", "zh"))
def test_an_admin_changes_roles_in_the_table_and_gives_a_group(open_console, server, language):
    cell, publisher, new, name, create, more, change, save, of = WORDS[language]
    title = next(line["title"] for line in server.api("GET", "/api/pages").data if line["page"] == "mall")
    page = open_console(language=language, path=MANAGE["rights"])
    page.get_by_role("button", name=cell.format(page=title)).click()
    page.get_by_role("menuitemradio", name=publisher).click()
    expect(page.get_by_role("button", name=cell.format(page=title))).to_have_count(0)
    assert person(server, "ming")["pages"] == {"mall": "publisher"}
    assert_accessible(page)

    page.get_by_role("button", name=new).click()
    page.get_by_role("textbox", name=name, exact=True).fill("活动组")
    page.get_by_role("dialog").get_by_role("button", name=create, exact=True).click()
    expect(page.get_by_role("rowheader").filter(has_text="活动组")).to_be_visible()
    page.get_by_role("button", name=more).click()
    page.get_by_role("menuitem", name=change).click()
    form = page.get_by_role("dialog", name=of)
    form.get_by_role("checkbox", name="活动组").check()
    assert_accessible(page)
    form.get_by_role("button", name=save).click()
    expect(form).to_have_count(0)
    assert [group["name"] for group in person(server, "ming")["groups"]] == ["活动组"]
    assert person(server, "ming")["pages"] == {"mall": "publisher"}


def test_roles_on_pages_are_entered_and_their_mistakes_are_marked(open_console, server):
    page = open_console(path=MANAGE["operators"])
    page.get_by_role("button", name="More for yan").click()
    page.get_by_role("menuitem", name="Change rights…").click()
    form = page.get_by_role("dialog", name="Rights of yan")
    form.get_by_role("radio", name="No access").check()
    form.get_by_role("button", name="Add a page").click()
    form.get_by_label("Page", exact=True).fill("nobody")
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_text("There is no page with this name.")).to_be_visible()
    form.get_by_label("Page", exact=True).fill("m*")
    form.get_by_label("Role", exact=True).select_option("publisher")
    form.get_by_role("button", name="Save").click()
    expect(form).to_have_count(0)
    found = person(server, "yan")
    assert (found["role"], found["pages"]) == ("none", {"m*": "publisher"})
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="yan"))
    expect(row).to_contain_text("m*: Publisher")


def test_a_limited_person_sees_and_is_offered_only_what_they_may(open_console, server):
    limit(server, "yan", mall="editor")
    page = open_console("yan", path="/admin/")
    expect(page).to_have_url(re.compile("/admin/pages/mall$"))
    page.get_by_role("button", name="Page: ").click()
    expect(page.get_by_role("menuitemradio")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Add section")).to_be_visible()
    page.get_by_role("button", name="Manage").click()
    items = page.get_by_role("menuitem").all_inner_texts()
    assert [item.strip() for item in items] == ["Pictures", "Feeds", "Calendar"]
    page.keyboard.press("Escape")
    page.goto(server.url + "/admin/pages/mall/schedule")
    expect(page.get_by_role("button", name="Plan a takeover")).to_be_disabled()
    expected(page, r"status of 404")
    page.goto(server.url + "/admin/pages/music")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()


def test_a_takeover_by_a_hidden_page_has_no_name(open_console, server):
    plan = {"shows": "mall-sale", "from": "2031-01-01T00:00:00Z", "until": "2031-01-02T00:00:00Z"}
    made = server.api("POST", "/api/pages", {"page": "mall-sale", "title": "Hushed", "copyOf": "mall"})
    assert made.status == 201 and server.api("POST", "/api/pages/mall/takeovers", plan).status == 201
    limit(server, "wei", mall="publisher")
    page = open_console("wei", path="/admin/pages/mall/schedule")
    expect(page.get_by_text("“a page that you cannot see” takes over").first).to_be_visible()
    for path in ("/admin/pages/mall/preview", "/admin/manage/calendar", "/admin/manage/pages"):
        page.goto(server.url + path)
        expect(page.get_by_role("heading").first).to_be_visible()
    assert "Hushed" not in page.content()


@pytest.mark.parametrize("language", short_and_long("en", "zh"))
def test_an_admin_sees_the_console_as_another_person_and_changes_nothing(open_console, server, language):
    limit(server, "ming", mall="editor")
    more, look, banner, end = {
        "en": ("More for ming", "See the console as ming", "You see the console as ming does", "End"),
        "zh": ("ming 的更多操作", "以“ming”的视角查看", "当前以“ming”的视角", "退出该视角"),
    }[language]
    page = open_console(language=language, path=MANAGE["rights"])
    page.get_by_role("button", name=more).click()
    page.get_by_role("menuitem", name=look).click()
    expect(page.get_by_text(banner)).to_be_visible()
    expect(page).to_have_url(re.compile("/admin/pages/mall$"))
    expect(page.locator(".phone-absent > summary")).not_to_be_empty()
    expect(page.locator("main h1")).to_be_attached()
    assert_accessible(page)
    expected(page, r"status of 403")
    order = server.order("mall")
    page.locator(".list-row").first.focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.get_by_role("region", name={"en": "Messages", "zh": "消息"}[language])).not_to_be_empty()
    draft = server.api("GET", "/api/pages/mall/draft/order").data["order"]
    assert draft == order
    page.get_by_role("button", name=end).click()
    expect(page.get_by_text(banner)).to_have_count(0)
    expect(page.get_by_role("rowheader").filter(has_text="ming")).to_be_visible()


@pytest.mark.long
def test_the_table_fits_on_a_phone(open_console, server):
    limit(server, "ming", mall="editor", **{"campaign-*": "publisher"})
    page = open_console(path=MANAGE["rights"], **PHONE)
    expect(page.get_by_role("rowheader").filter(has_text="ming")).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
