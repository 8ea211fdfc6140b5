"""Signing in and out, the first set-up, and the shell around every view."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, focused, hold
from conftest import PHONE, SMALL, expected, password
from harness import ROOT
from harness.marks import short_and_long
from harness.server import Server

ACCOUNT = "/admin/manage/account"
# Password hashing is slow on purpose, and very slow in a debug build.
SLOW = 40_000


def type_in(page, name, word, again=False):
    """Fills in the sign-in form by keyboard."""
    if not again:
        page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(word)
    page.keyboard.press("Enter")


def bar(page):
    return page.get_by_role("banner")


def account(page):
    return bar(page).get_by_role("button", name="Account of")


def choose(page, button, item, role="menuitem"):
    bar(page).get_by_role("button", name=button).click()
    page.get_by_role("menu").get_by_role(role, name=item, exact=True).click()


# Signing in and out


def test_signing_in_leads_to_the_requested_view(open_console):
    page = open_console(None, path="/admin/manage/audit?outcome=done")
    expect(page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
    expect(page).to_have_title(re.compile("^Sign in"))
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    expect(bar(page)).to_have_count(0)
    type_in(page, "lin", password("lin"))
    expect(page).to_have_url(re.compile(r"/admin/manage/audit\?outcome=done$"), timeout=SLOW)
    expect(account(page)).to_be_visible()


def test_a_wrong_password_is_reported_and_can_be_corrected(open_console):
    page = open_console(None, path=ACCOUNT)
    expected(page, "status of 401")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_label("Name", exact=True)).to_have_accessible_description(re.compile("Enter your name"))
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    type_in(page, "lin", "lin walks by the sea")
    expect(page.get_by_role("alert")).to_have_text("The name or the password is wrong.", timeout=SLOW)
    expect(page.get_by_label("Password", exact=True)).to_be_focused()
    expect(page.get_by_label("Name", exact=True)).to_have_value("lin")
    type_in(page, "lin", password("lin"), again=True)
    expect(account(page)).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("The name or the password is wrong.")).to_have_count(0)


@pytest.mark.long
def test_an_unknown_name_gets_the_same_message(open_console):
    page = open_console(None)
    expected(page, "status of 401")
    type_in(page, "nobody", "a password of nobody's")
    expect(page.get_by_role("alert")).to_have_text("The name or the password is wrong.", timeout=SLOW)


@pytest.mark.long
def test_too_many_attempts_show_a_countdown_until_the_next_one(open_console):
    page = open_console(None, path=None)
    expected(page, "status of (401|429)")
    page.clock.install()
    page.goto(page.server.url + ACCOUNT)
    page.get_by_label("Name", exact=True).fill("ming")
    button = page.get_by_role("button", name="Sign in", exact=True)
    for attempt in range(5):
        with page.expect_response("**/api/session", timeout=SLOW) as response:
            type_in(page, "ming", f"wrong {attempt} wrong wrong", again=True)
        assert response.value.status == 401
        expect(page.get_by_role("alert")).to_be_visible()
    type_in(page, "ming", password("ming"), again=True)
    wait = page.get_by_role("timer")
    expect(wait).to_contain_text(re.compile(r"Too many attempts. Try again in (15:00|14:\d\d)\."))
    expect(button).to_be_disabled()
    page.clock.fast_forward(300_000)
    expect(wait).to_contain_text(re.compile(r"again in (10:00|9:\d\d)\."))
    expect(button).to_be_disabled()
    page.clock.fast_forward(600_000)
    expect(wait).to_be_hidden()
    expect(button).to_be_enabled()


def test_the_sign_in_does_not_redirect_to_other_sites(open_console):
    page = open_console("yan", path=None)
    for next_ in ("//evil.example/x", "/\\evil.example", "https://evil.example/"):
        page.goto(f"{page.server.url}/admin/sign-in?next={next_}")
        expect(page).to_have_url(re.compile(rf"^{page.server.url}/admin/pages/"))


@pytest.mark.long
def test_a_password_can_be_shown(open_console):
    page = open_console(None)
    field = page.get_by_label("Password", exact=True)
    field.fill("by the river")
    expect(field).to_have_attribute("type", "password")
    show = page.get_by_role("button", name="Show password")
    show.click()
    expect(field).to_have_attribute("type", "text")
    expect(show).to_have_attribute("aria-pressed", "true")
    show.click()
    expect(field).to_have_attribute("type", "password")


@pytest.mark.long
def test_signing_out_ends_only_the_session_of_this_browser(open_console):
    page, other = open_console("wei", path=ACCOUNT), open_console("wei", path=ACCOUNT)
    expect(account(other)).to_be_visible()
    choose(page, "Account of", "Sign out")
    expect(page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
    assert page.request.get(page.server.url + "/api/session").json()["data"]["operator"] is None
    page.go_back()
    expect(page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
    assert other.request.get(other.server.url + "/api/session").json()["data"]["operator"]["name"] == "wei"


def test_signing_out_everywhere_asks_and_ends_all_sessions(open_console):
    page, other = open_console("wei", path=ACCOUNT), open_console("wei", path=ACCOUNT)
    expect(account(other)).to_be_visible()
    choose(page, "Account of", "Sign out everywhere")
    question = page.get_by_role("dialog", name="Sign out everywhere")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_have_count(0)
    expect(account(page)).to_be_focused()
    choose(page, "Account of", "Sign out everywhere")
    question.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
    expected(other, "status of 401")
    expect(other.get_by_role("dialog", name="Sign in again")).to_be_visible()


def test_an_ended_session_is_renewed_in_a_dialog(open_console):
    page = open_console("ming", path=ACCOUNT)
    expected(page, "status of 401")
    typed = page.get_by_label("Current password")
    typed.fill("half typed")
    page.context.clear_cookies()
    elsewhere = open_console("ming", path=None)
    csrf = elsewhere.request.get(page.server.url + "/api/session").json()["data"]["csrf"]
    elsewhere.request.delete(page.server.url + "/api/session?everywhere=true", headers={"X-CSRF-Token": csrf})
    question = page.get_by_role("dialog", name="Sign in again")
    expect(question).to_contain_text("ming")
    expect(question.get_by_label("Password", exact=True)).to_be_focused()
    # Nothing in it overflows, so that moving the focus does not scroll it.
    assert question.evaluate("one => [one.scrollLeft, one.scrollWidth - one.clientWidth]") == [0, 0]
    page.keyboard.press("Escape")
    expect(question).to_be_visible()
    question.get_by_label("Password", exact=True).fill("wrong wrong wrong")
    page.keyboard.press("Enter")
    expect(question.get_by_role("alert")).to_have_text("The name or the password is wrong.", timeout=SLOW)
    assert_accessible(page)
    question.get_by_label("Password", exact=True).fill(password("ming"))
    page.keyboard.press("Enter")
    expect(question).to_have_count(0, timeout=SLOW)
    expect(typed).to_have_value("half typed")
    expect(page).to_have_url(re.compile(ACCOUNT))


# The first set-up


@pytest.fixture
def new_server(tmp_path):
    server = Server(tmp_path)
    yield server
    if server.runs:
        server.stop()


def test_a_new_server_can_be_set_up_once_by_its_link(new_server, open_console):
    found = re.search(r"http://\S+/admin/set-up#\S+", new_server.banner)
    assert found, new_server.banner
    page = open_console(None, path=None, in_=new_server)
    expected(page, "status of (401|403|404|409|410)")
    page.goto(found.group())
    expect(page.get_by_role("heading", name="Set up the console")).to_be_visible()
    assert_accessible(page)
    page.get_by_label("Name", exact=True).fill("Qiao")
    page.get_by_label("Password", exact=True).fill("too short")
    page.get_by_role("button", name="Create administrator").click()
    expect(page.get_by_label("Password", exact=True)).to_have_accessible_description(re.compile("Use at least 12 characters"))
    page.get_by_label("Password", exact=True).fill("a long walk by the river")
    page.get_by_label("Password again", exact=True).fill("a long walk by the sea")
    page.get_by_role("button", name="Create administrator").click()
    expect(page.get_by_text("The two passwords differ.")).to_be_visible()
    page.get_by_label("Password again", exact=True).fill("a long walk by the river")
    page.keyboard.press("Enter")
    expect(account(page)).to_be_visible(timeout=SLOW)
    assert "#" not in page.url
    assert [one["name"] for one in new_server.api("GET", "/api/operators").data] == ["Qiao"]

    second = open_console(None, path=None, in_=new_server)
    expected(second, "status of (401|403|404|409|410)")
    second.goto(found.group())
    second.get_by_label("Name", exact=True).fill("Wu")
    second.get_by_label("Password", exact=True).fill("a long walk by the river")
    second.get_by_label("Password again", exact=True).fill("a long walk by the river")
    second.keyboard.press("Enter")
    expect(second.get_by_role("heading", name="This link no longer works")).to_be_visible()
    assert len(new_server.api("GET", "/api/operators").data) == 1
    second.get_by_role("link", name="Sign in", exact=True).click()
    expect(second.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()


@pytest.mark.long
def test_the_set_up_without_a_secret_explains_what_to_do(open_console):
    page = open_console(None, path="/admin/set-up")
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    expect(page.get_by_role("textbox")).to_have_count(0)


@pytest.mark.long
def test_an_incorrectly_copied_set_up_link_shows_the_form(open_console):
    page = open_console(None, path="/admin/set-up#half%a-secret")
    expect(page.get_by_role("heading", name="Set up the console")).to_be_visible()


# Language and theme


@pytest.mark.long
def test_the_language_is_that_of_the_browser_until_one_is_chosen(open_console):
    page = open_console("lin", language="zh", path=ACCOUNT)
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    expect(bar(page).get_by_role("button", name="管理")).to_be_visible()
    choose(page, "语言", "English", "menuitemradio")
    expect(bar(page).get_by_role("button", name="Manage")).to_be_visible()
    expect(bar(page).get_by_role("button", name="Language")).to_be_focused()
    expect(page.get_by_text("管理")).to_have_count(0)
    page.reload()
    expect(bar(page).get_by_role("button", name="Manage")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.long
def test_the_theme_is_that_of_the_system_until_one_is_chosen(open_console):
    page = open_console("lin", theme="dark", path=ACCOUNT)
    paper = lambda: page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    expect(account(page)).to_be_visible()
    dark = paper()
    choose(page, "Theme", "Light", "menuitemradio")
    light = paper()
    assert light != dark
    page.reload()
    expect(account(page)).to_be_visible()
    assert paper() == light
    choose(page, "Theme", "System", "menuitemradio")
    assert paper() == dark
    page.emulate_media(color_scheme="light")
    assert paper() == light


# Navigation


def test_the_shell_can_be_navigated_by_keyboard(open_console):
    page = open_console("lin", path="/admin/pages/music/history")
    expect(page.get_by_role("navigation", name="Views of this page")).to_be_visible()
    expect(bar(page).get_by_role("button", name="Page: ")).to_contain_text("Music home")
    page.evaluate("document.activeElement.blur()")
    stops = []
    for _ in range(12):
        page.keyboard.press("Tab")
        stops.append(focused(page).split("\n")[0])
    assert stops[:2] == ["a Skip to content", "a To the home page"]
    assert "Music home" in stops[2]
    assert stops[3:7] == ["a Sections", "a Preview", "a History", "a Schedule"]
    assert stops[7:] == [
        "button Search everything (Ctrl+K)",
        "button Manage",
        "button Language",
        "button Theme",
        "button Account of lin",
    ]


@pytest.mark.long
def test_the_skip_link_leads_to_the_view(open_console):
    page = open_console("lin", path=ACCOUNT)
    expect(account(page)).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()


@pytest.mark.long
def test_a_menu_can_be_used_by_keyboard(open_console):
    page = open_console("lin", path=ACCOUNT)
    button = bar(page).get_by_role("button", name="Manage")
    button.focus()
    page.keyboard.press("ArrowDown")
    menu = page.get_by_role("menu", name="Manage")
    expect(menu.get_by_role("menuitem", name="Pages")).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("End")
    expect(menu.get_by_role("menuitem", name="Servers")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(menu.get_by_role("menuitem", name="Pages")).to_be_focused()
    page.keyboard.type("ac")
    expect(menu.get_by_role("menuitem", name="Access tokens")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Enter")
    for letter in "audit":
        page.keyboard.type(letter)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/admin/manage/audit"))


@pytest.mark.long
def test_links_and_history_do_not_reload_the_console(open_console):
    page = open_console("lin", path="/admin/pages/music/history")
    tabs = page.get_by_role("navigation", name="Views of this page")
    page.evaluate("window.same = true")
    tabs.get_by_role("link", name="Preview").click()
    expect(page).to_have_url(re.compile("/admin/pages/music/preview"))
    expect(tabs.get_by_role("link", name="Preview")).to_have_attribute("aria-current", "page")
    expect(tabs.get_by_role("link", name="History")).not_to_have_attribute("aria-current", "page")
    page.go_back()
    expect(page).to_have_url(re.compile("/admin/pages/music/history$"))
    expect(tabs.get_by_role("link", name="History")).to_have_attribute("aria-current", "page")
    page.go_forward()
    expect(tabs.get_by_role("link", name="Preview")).to_have_attribute("aria-current", "page")
    assert page.evaluate("window.same")
    page.reload()
    expect(tabs.get_by_role("link", name="Preview")).to_have_attribute("aria-current", "page")


@pytest.mark.long
def test_the_root_path_leads_to_the_last_opened_page(open_console):
    page = open_console("yan")
    expect(page).to_have_url(re.compile("/admin/pages/music$"))
    choose(page, "Page: ", re.compile("News"), "menuitemradio")
    expect(page).to_have_url(re.compile("/admin/pages/news$"))
    expect(bar(page).get_by_role("button", name="Page: ")).to_contain_text("News")
    page.goto(page.server.url + "/admin/")
    expect(page).to_have_url(re.compile("/admin/pages/news$"))


@pytest.mark.long
def test_another_page_opens_in_the_same_view(open_console):
    page = open_console("yan", path="/admin/pages/music/history")
    choose(page, "Page: ", re.compile("Mall"), "menuitemradio")
    expect(page).to_have_url(re.compile("/admin/pages/mall/history$"))


@pytest.mark.long
def test_a_page_among_many_is_found_by_typing(open_console, server):
    for number in range(8):
        server.api("POST", "/api/pages", {"page": f"page-{number}", "title": f"Festival {number}"})
    server.api("PATCH", "/api/pages/page-3", {"title": "<img src=x onerror=alert(1)>"})
    page = open_console("yan", path="/admin/pages/music/history")
    page.get_by_role("button", name="Page: ").click()
    box = page.get_by_role("combobox", name="Find a page")
    expect(box).to_be_focused()
    expect(page.get_by_role("option")).to_have_count(13)
    expect(page.get_by_role("option", name="<img src=x onerror=alert(1)>")).to_be_visible()
    assert_accessible(page, ".finder")
    box.fill("nothing like it")
    expect(page.get_by_role("option")).to_have_count(0)
    expect(page.get_by_text("No page found")).to_be_visible()
    box.fill("fest")
    expect(page.get_by_role("option")).to_have_count(7)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/admin/pages/page-1/history$"))
    expect(box).to_have_count(0)


@pytest.mark.long
def test_a_renamed_page_has_its_new_name_immediately(open_console, server):
    page = open_console("yan", path="/admin/pages/news/history")
    button = page.get_by_role("button", name="Page: ")
    expect(button).to_contain_text("News")
    server.api("PATCH", "/api/pages/news", {"title": "Headlines"})
    expect(button).to_have_text("Headlines")


@pytest.mark.parametrize("path", short_and_long("/admin/manage/secrets", "/admin/nowhere", "/admin/pages", "/admin/pages/a/b/c"))
def test_an_unknown_url_is_reported_with_a_way_on(open_console, path):
    page = open_console("yan", path=path)
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
    page.get_by_role("button", name="To the home page").click()
    expect(page).to_have_url(re.compile("/admin/pages/music$"))


@pytest.mark.long
def test_a_missing_page_is_reported(open_console):
    page = open_console("yan", path="/admin/pages/autumn")
    expected(page, "status of 404")
    expect(page.get_by_role("main").get_by_role("heading", name="Nothing here")).to_be_visible()
    page.goto(page.server.url + "/admin/")
    expect(page).to_have_url(re.compile("/admin/pages/music$"))


# Roles


@pytest.mark.long
def test_going_back_while_a_view_is_loading_keeps_the_previous_view(open_console):
    page = open_console("ming", path="/admin/pages/mall/history")
    expect(page.get_by_role("heading", level=1)).to_have_text("History")
    schedule = hold(page, "**/schedule/schedule-view.js*")
    with page.expect_request("**/schedule/schedule-view.js*") as requested:
        bar(page).get_by_role("link", name="Schedule").click()
    schedule.wait()
    expect(page).to_have_url(re.compile("/schedule$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/history$"))
    schedule.let_go()
    page.evaluate("module => import(module).then(() => new Promise(requestAnimationFrame)).then(() => null)", requested.value.url)
    expect(page.get_by_role("heading", level=1)).to_have_text("History")
    expect(page.get_by_role("button", name="Plan a takeover")).to_have_count(0)


ROLES = [
    (
        "lin",
        ["Pages", "Pictures", "Audiences", "Feeds", "Calendar", "Operators", "Rights", "Access tokens", "Audit log", "Servers"],
        None,
    ),
    ("wei", ["Pages", "Pictures", "Audiences", "Feeds", "Calendar"], "operators"),
    ("ming", ["Pictures", "Feeds", "Calendar"], "pages"),
    ("yan", ["Pictures", "Feeds", "Calendar"], "audit"),
]


@pytest.mark.long
def test_only_the_management_views_that_the_role_permits_are_available(open_console):
    for operator, items, hidden in ROLES:
        page = open_console(operator, path=f"/admin/manage/{hidden}" if hidden else ACCOUNT)
        if hidden:
            expect(page.get_by_role("heading", name="Not allowed for your role")).to_be_visible()
            expect(page.get_by_role("main").get_by_role("table")).to_have_count(0)
        bar(page).get_by_role("button", name="Manage").click()
        expect(page.get_by_role("menuitem")).to_have_count(len(items))
        assert [text.strip() for text in page.get_by_role("menuitem").all_inner_texts()] == items


# The connection


def test_a_lost_connection_is_reported_until_it_is_back(open_console):
    page = open_console("lin", path=ACCOUNT)
    expected(page, "ERR_INTERNET_DISCONNECTED|net::ERR")
    expect(page.get_by_role("heading", name="My account", level=1)).to_be_visible()
    expect(page.get_by_text("Not connected.")).to_have_count(0)
    page.context.set_offline(True)
    expect(page.get_by_text("Not connected. What you change is kept")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("Not connected. What you change is kept")).to_have_count(0)
    expect(page.get_by_text("Connected again").first).to_be_visible()


@pytest.mark.long
def test_a_silent_event_stream_is_reopened(open_console, server):
    page = open_console("yan", path=None)
    page.clock.install()
    held = []
    page.route("**/api/events", lambda route: held.append(route) if not held else route.fallback())
    page.goto(server.url + "/admin/pages/news/history")
    button = page.get_by_role("button", name="Page: ")
    expect(button).to_contain_text("News")
    assert held
    with page.expect_response("**/api/events"):
        page.clock.run_for(45_000)
    server.api("PATCH", "/api/pages/news", {"title": "Headlines"})
    expect(button).to_have_text("Headlines")


@pytest.mark.long
def test_moving_an_element_of_a_list_does_not_move_the_others_in_the_dom(open_console):
    page = open_console(None)
    moved = page.evaluate("""async () => {
      const { h, reconcile } = await import('/admin/core/dom.js');
      const list = document.body.appendChild(h('ul'));
      const show = (...names) => reconcile(list, names, (name) => name, (name) => h('li', name));
      show('a', 'b', 'c', 'd');
      const seen = new MutationObserver(() => {});
      seen.observe(list, { childList: true });
      show('d', 'a', 'b', 'c');
      const moved = seen.takeRecords().flatMap((one) => [...one.removedNodes].map((node) => node.textContent));
      return [moved.join(), list.textContent];
    }""")
    assert moved == ["d", "dabc"]


# Layout and accessibility


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_shell_is_accessible(open_console, theme):
    page = open_console(None, theme=theme)
    expect(page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
    assert_accessible(page)
    page = open_console("lin", theme=theme, path="/admin/nowhere")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
    assert_accessible(page)
    for button in ("Manage", "Account of"):
        bar(page).get_by_role("button", name=button).click()
        expect(page.get_by_role("menu")).to_be_visible()
        assert_accessible(page)
        page.keyboard.press("Escape")


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["360", "390"])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_on_a_phone_everything_is_within_reach(open_console, size, language):
    page = open_console("lin", language=language, **size, path="/admin/pages/music/history")
    tabs = page.get_by_role("navigation", name="Views of this page" if language == "en" else "页面功能")
    expect(tabs).to_be_visible()
    assert_fits(page)
    targets = bar(page).locator("a, button").filter(visible=True)
    for box in [target.bounding_box() for target in targets.all()]:
        assert box["width"] >= 44 and box["height"] >= 44, box
    tabs.get_by_role("link").nth(1).click()
    expect(page).to_have_url(re.compile("/preview"))


# Loading time

CONSOLE = ROOT / "config/console"
# The first view is the list of a page. Its side panels are loaded afterwards.
FIRST = ["app.js", "shell/page-view.js"]


def imported(start):
    """The given modules and all modules that they import."""
    found, waiting = [], list(start)
    while waiting:
        name = waiting.pop(0)
        if name in found:
            continue
        found.append(name)
        text = re.sub(r"/\*(?s:.*?)\*/|^\s*//.*$", "", (CONSOLE / name).read_text(), flags=re.MULTILINE)
        for match in re.finditer(r"^(?:import|export)\b[^;]*?\bfrom\s*'(\.[^']+)'|^import\s*'(\.[^']+)'", text, re.MULTILINE):
            target = ((CONSOLE / name).parent / (match[1] or match[2])).resolve()
            waiting.append(str(target.relative_to(CONSOLE)))
    return found


def test_the_modules_of_the_first_view_are_preloaded():
    page = (CONSOLE / "index.html").read_text()
    preloaded = re.findall(r'<link rel="modulepreload" href="/admin/([^"]+)">', page)
    assert len(preloaded) == len(set(preloaded))
    assert sorted(preloaded + ["app.js"]) == sorted(imported(FIRST))
