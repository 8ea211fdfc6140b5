"""Opens the console in a browser, with the real program and a new database.

    def test_something(open_console, server):
        page = open_console("ming", language="zh", theme="dark", path="/admin/pages/music")
        other = open_console("lin")                     # a second browser with another operator
        phone = open_console(**PHONE)                   # 390 px, touch
        expected(page, r"status of 412")                # an error that Chromium may log in this test
        server.api("POST", "/sort?page=music", {...})   # the API as an admin; also server.new_token, server.shown, …

Every page is watched: an error in its console, an exception, a violation of the content security policy or a request to
another host fails the test, unless the test expects it. Failed tests keep screenshots of their pages.
"""

import json
import pathlib
import re
import tempfile
import urllib.parse

import pytest
from playwright.sync_api import expect, sync_playwright

from harness import databases
from harness.chromium import launch
from harness.pictures import png
from harness.prepared import cheap_hash, made_once
from harness.server import Server

# The operators and their roles. All of them are in every test's database.
OPERATORS = {"lin": "admin", "wei": "publisher", "ming": "editor", "yan": "viewer"}
# Window sizes.
PHONE = {"width": 390, "height": 844, "touch": True}
SMALL = {"width": 360, "height": 740, "touch": True}
TABLET = {"width": 1024, "height": 768}
LARGE = {"width": 2560, "height": 1440}

LOCALES = {"en": "en-GB", "zh": "zh-CN"}
# Browsers resolve no names, so requests to other hosts fail; this script finds requests to other ports of this machine.
VIOLATIONS = """addEventListener('securitypolicyviolation', event => console.error(
  `content security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample} ${event.sourceFile}:${event.lineNumber}`));
new PerformanceObserver(list => list.getEntries().map(entry => entry.name)
  .filter(name => !name.startsWith(location.origin + '/') && !/^(data|blob):/.test(name))
  .forEach(name => console.error(`request to another host: ${name}`))).observe({ type: 'resource', buffered: true });"""

# The timeout in milliseconds for things that should happen immediately: long enough for a busy machine.
PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)


def password(operator):
    return f"{operator} walks by the river"


class Guard:
    """Records the errors and unexpected requests of a page."""

    def __init__(self, page, origin):
        self.page, self.origin, self.faults, self.allowed, self.pending = page, origin, [], [], None
        page.on("console", self.console)
        page.on("pageerror", lambda error: self.faults.append(f"exception: {error}\n{error.stack or ''}"))
        page.on("framenavigated", lambda frame: self.visited(frame.url))
        # For all pages of the context: a new window sends its first request before it can be watched.
        page.context.on("requestfailed", lambda request: self.visited(request.url))

    def follow(self):
        """Tracks the requests without a response in `pending`.

        Only some tests need it: a page makes more than a hundred requests, and each event takes time.
        """
        if self.pending is None:
            self.pending = set()
            self.page.on("request", self.request)
            self.page.on("requestfinished", lambda request: self.pending.discard(request))
            self.page.on("requestfailed", lambda request: self.pending.discard(request))

    def console(self, message):
        if message.type == "error":
            self.faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    def request(self, request):
        # The event stream stays open as long as the page.
        if not request.url.endswith("/api/events"):
            self.pending.add(request)

    def visited(self, url):
        if not url.startswith((self.origin + "/", "data:", "blob:", "about:", "chrome-error:")):
            self.faults.append(f"request to another host: {url}")

    def unexpected(self):
        if not self.page.is_closed():
            self.page.evaluate("0")  # Messages of the page arrive before this result.
        return [fault for fault in self.faults if not any(re.search(pattern, fault) for pattern in self.allowed)]


def expected(page, pattern):
    """Permits errors of the page that match the pattern, for example a rejected request or a lost connection."""
    page.guard.allowed.append(pattern)


def open_without_events(open_console, path, operator="lin"):
    """Opens a page that does not receive the changes of others."""
    page = open_console(operator, path=None)
    expected(page, "/api/events")
    page.route("**/api/events", lambda route: route.abort())
    page.goto(page.server.url + path)
    return page


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = launch(playwright, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
        yield browser
        browser.close()


def session(server, operator):
    """Signs an operator in and returns the cookie as NAME=VALUE."""
    response = server.send(
        "POST",
        "/api/session",
        json.dumps({"name": operator, "password": password(operator)}),
        {"Content-Type": "application/json"},
    )
    assert response.status == 201, response.body
    return response.headers["Set-Cookie"].split(";")[0]


class Prepared:
    """A database with the starter pages, the operators with cheap password hashes, and sessions of each operator."""

    def __init__(self, folder):
        server = Server(folder)
        try:
            self.prepare(server)
        finally:
            if server.runs:
                server.kill()

    def prepare(self, server):
        for name, role in OPERATORS.items():
            body = {"name": name, "role": role, "password": password(name)}
            assert server.api("POST", "/api/operators", body).status == 201
        assert server.stop() == 0
        self.cheapen(server.database)
        server.start()
        # Tests open at most this many consoles of one operator.
        self.cookies = {name: [session(server, name) for _ in range(3)] for name in OPERATORS}
        self.token = server.token
        assert server.stop() == 0
        self.content = databases.template(server.database)

    def cheapen(self, database):
        for name in OPERATORS:
            cheap = databases.blob(cheap_hash(password(name)))
            databases.execute(f"UPDATE credentials SET secret = {cheap} WHERE name = '{name}' AND kind = 'operator'", database)


@pytest.fixture(scope="session")
def prepared(tmp_path_factory):
    return made_once(tmp_path_factory, "prepared", Prepared)


@pytest.fixture
def start_server(prepared, tmp_path):
    """Starts servers with copies of the prepared database: start_server(HOMEBLOCKS_…="…")."""
    servers = []

    def start_server(**env):
        folder = tmp_path / f"server{len(servers)}"
        folder.mkdir()
        server = Server(folder, env, token=prepared.token, database=databases.restored(prepared.content, folder))
        # Consoles use the prepared sessions as long as there are some. Settings may make them invalid.
        server.cookies = {} if env else {name: list(cookies) for name, cookies in prepared.cookies.items()}
        servers.append(server)
        return server

    yield start_server
    for server in servers:
        if server.runs:
            server.kill()


@pytest.fixture
def server(start_server):
    return start_server()


def upload(server, content, name, kind="image/png"):
    """Uploads a picture to the library."""
    response = server.send(
        "POST",
        f"/api/pictures?name={urllib.parse.quote(name)}",
        content,
        {"Authorization": f"Bearer {server.token}", "Content-Type": kind},
    )
    assert response.status in (200, 201), response.body
    return response.json["data"]


@pytest.fixture
def busy(server):
    """A page with a draft, a planned release, a takeover, a picture, and hidden, scheduled and targeted sections."""
    upload(server, png(1080, 420, 0x2A9D8F), "harbour")
    for method, path, body in [
        ("POST", "/api/pages", {"page": "spring", "title": "Spring", "copyOf": "music"}),
        ("PATCH", "/api/pages/music/draft/blocks/HOMEPAGE_PODCAST24", {"enabled": False}),
        ("POST", "/api/pages/music/draft/publish", {"at": "2031-01-20T00:00:00Z", "message": "Winter"}),
        (
            "POST",
            "/api/pages/music/takeovers",
            {"shows": "spring", "from": "2031-02-01T00:00:00Z", "until": "2031-02-08T00:00:00Z"},
        ),
        ("PUT", "/api/pages/music/draft/order", {"moves": [{"block": "HOMEPAGE_MUSIC_MLOG", "to": "start"}]}),
        (
            "PATCH",
            "/api/pages/music/draft/blocks/HOMEPAGE_BLOCK_PLAYLIST_RCMD",
            {
                "content": {"uiElement": {"subTitle": {"title": "Chosen for you"}}},
                "audience": {"platforms": ["ios"], "percent": 30},
            },
        ),
        ("PATCH", "/api/pages/music/live/blocks/HOMEPAGE_VOICELIST_RCMD", {"enabled": False}),
    ]:
        response = server.api(method, path, body)
        assert response.status in (200, 201), response.body
    return server


def sign_in(context, server, operator):
    """Sets the cookie of a session that no other browser uses."""
    known = server.cookies.get(operator)
    name, value = (known.pop() if known else session(server, operator)).split("=", 1)
    context.add_cookies([{"name": name, "value": value, "url": server.url, "httpOnly": True, "sameSite": "Strict"}])


@pytest.fixture
def open_console(browser, start_server, request):
    """Opens the console in a new browser context; returns its page.

    operator: the signed-in operator, or None. path: the path to open, or None. motion: with animations.
    forced_colors: with the colours of a contrast theme. zone: the time zone of the browser. follows: tracks requests
    for views.ready. in_: a server other than the fixture's. page.guard has the errors so far, page.server the server.
    """
    contexts, guards = [], request.node.stash.setdefault(GUARDS, [])

    def open_console(
        operator="lin",
        language="en",
        theme="light",
        width=1440,
        height=900,
        touch=False,
        path="/admin/",
        motion=False,
        forced_colors=False,
        follows=False,
        in_=None,
        zone="Asia/Shanghai",
    ):
        server = in_ or request.getfixturevalue("server")
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            locale=LOCALES[language],
            timezone_id=zone,
            color_scheme=theme,
            reduced_motion="no-preference" if motion else "reduce",
            forced_colors="active" if forced_colors else "none",
            accept_downloads=True,
            permissions=["clipboard-read", "clipboard-write"],
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(VIOLATIONS)
        # Also watch tabs that links open.
        context.on("page", lambda page: watch(page, server))
        if operator:
            sign_in(context, server, operator)
        page = context.new_page()
        if follows:
            page.guard.follow()
        if path:
            page.goto(server.url + path)
        return page

    def watch(page, server):
        page.server, page.guard = server, Guard(page, server.url)
        guards.append(page.guard)

    yield open_console
    faults = [fault for guard in guards for fault in guard.unexpected()]
    for context in contexts:
        # Routes of the test may still hold requests.
        context.unroute_all(behavior="ignoreErrors")
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")
        context.close()
    assert not faults, "the console had faults:\n" + "\n".join(faults)


GUARDS = pytest.StashKey()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call" and report.failed:
        keep_pictures(item, report)
    return report


def keep_pictures(item, report):
    """Adds screenshots and errors of every page of a failed test to its report."""
    folder = pathlib.Path(tempfile.gettempdir()) / "homeblocks-browser"
    folder.mkdir(exist_ok=True)
    for number, guard in enumerate(item.stash.get(GUARDS, [])):
        picture = folder / (re.sub(r"\W+", "_", item.name) + f"-{number}.png")
        try:
            guard.page.screenshot(path=picture, timeout=5000)
            report.sections.append((f"page {number}", f"{guard.page.url}\npicture: {picture}\n" + "\n".join(guard.faults)))
        except Exception as error:  # A closed page has no screenshot; do not hide the test's own failure.
            report.sections.append((f"page {number}", f"no picture: {error}\n" + "\n".join(guard.faults)))
