"""The console's files as browsers receive them, and their content security policy."""

import gzip
import re

import brotli
import pytest

from harness import ROOT
from publishing import done, refused

FOLDER = ROOT / "config/console"
FILES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*") if path.is_file())
KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
    "png": "image/png",
    "ico": "image/x-icon",
    "woff2": "font/woff2",
}
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: https: http:",
    "connect-src": "'self'",
    "font-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
}
# Paths of views: none of them is a file, and each can be reloaded.
VIEWS = [
    "/admin/",
    "/admin/sign-in",
    "/admin/set-up",
    "/admin/pages/music",
    "/admin/pages/music/blocks/HOMEPAGE_BANNER",
    "/admin/pages/music/blocks/a.b",
    "/admin/pages/music/preview?at=2031-01-01T00:00:00Z&platform=ios&appVersion=9.1.0",
    "/admin/pages/music/history/3?against=2",
    "/admin/manage/audit?actor=Lin&page=music",
    "/admin/pages/%E6%96%B0/history",
]


def test_a_browser_is_redirected_from_the_root_to_the_console(server):
    response = server.get("/", {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (response.status, response.headers["Location"], response.headers["Cache-Control"]) == (302, "/admin/", "no-store")
    assert "Accept" in response.headers["Vary"]
    for headers in ({}, {"Accept": "*/*"}, {"Accept": "application/json"}):
        refused(server.get("/", headers), 404)


def is_protected(response):
    """Checks the policy of a page or a picture below /admin; scripts and styles are subject to that of their page."""
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "Set-Cookie" not in response.headers and "Access-Control-Allow-Origin" not in response.headers
    if response.headers["Content-Type"].startswith(("text/javascript", "text/css")):
        return response
    policy = dict(part.strip().split(" ", 1) for part in response.headers["Content-Security-Policy"].split(";") if part.strip())
    assert policy == POLICY
    for name, value in (
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ):
        assert response.headers[name] == value, (name, response.headers[name])
    return response


@pytest.fixture(scope="module")
def console(tmp_path_factory):
    from harness.server import Server

    server = Server(tmp_path_factory.mktemp("console"))
    yield server
    server.stop()


def test_there_is_a_console():
    assert "index.html" in FILES and len([name for name in FILES if name.endswith(".js")]) > 3


def test_each_file_has_its_media_type_etag_and_codings(console):
    connection = console.connect()
    for name in FILES:
        response = is_protected(done(console.get(f"/admin/{name}", connection=connection)))
        content = (FOLDER / name).read_bytes()
        assert response.body == content, name
        assert response.headers["Content-Type"] == KINDS[name.rsplit(".", 1)[1]], name
        assert response.headers["Vary"] == "Accept-Encoding" and "no-cache" in response.headers["Cache-Control"]
        tags = {response.headers["ETag"]: ""}
        for coding, decode in (("gzip", gzip.decompress), ("br", brotli.decompress)):
            coded = is_protected(done(console.get(f"/admin/{name}", {"Accept-Encoding": coding}, connection)))
            if coded.headers["Content-Encoding"] is None:
                assert len(content) < 1024, name
                assert coded.body == content
                continue
            assert coded.headers["Content-Encoding"] == coding
            assert decode(coded.body) == content and len(coded.body) < len(content), name
            tags[coded.headers["ETag"]] = coding
        for tag, coding in tags.items():
            assert re.fullmatch(r'"[^"]+"', tag)
            again = console.get(f"/admin/{name}", {"If-None-Match": tag, "Accept-Encoding": coding}, connection)
            assert again.status == 304 and again.body == b"", name
        known = console.get(f"/admin/{name}", {"If-None-Match": response.headers["ETag"]}, connection)
        assert known.status == 304 and known.body == b"" and known.headers["ETag"] == response.headers["ETag"]
        if response.headers["Content-Type"].startswith("text/html"):
            assert known.headers["Content-Security-Policy"] == response.headers["Content-Security-Policy"]


def test_a_changed_file_is_sent_again(console):
    response = done(console.get("/admin/app.js", {"If-None-Match": '"of-another-version"'}))
    assert response.body == (FOLDER / "app.js").read_bytes()


@pytest.mark.parametrize("path", VIEWS)
def test_each_view_is_the_page_with_the_app(console, path):
    response = is_protected(done(console.get(path)))
    assert response.body == (FOLDER / "index.html").read_bytes()
    assert response.headers["Content-Type"] == KINDS["html"]


def test_the_path_admin_redirects_to_its_folder(console):
    for path in ("/admin", "/admin?page=music"):
        response = console.get(path)
        assert (response.status, response.headers["Location"], response.body) == (308, "/admin/", b"")


def test_a_head_response_has_everything_except_the_body(console):
    for path in ("/admin/", "/admin/app.js", "/admin/pages/music"):
        whole, head = console.get(path), is_protected(done(console.send("HEAD", path)))
        assert head.body == b""
        for name in ("Content-Length", "Content-Type", "ETag", "Cache-Control"):
            assert head.headers[name] == whole.headers[name], name


@pytest.mark.parametrize(
    "path",
    [
        "/admin/none.js",
        "/admin/style/none.css",
        "/admin/favicon.ico",
        "/admin/core/none.mjs",
        "/admin/robots.txt",
        "/admin/.env",
        "/admin/none.js.map",
        "/admin/core/.git/config",
    ],
)
def test_a_file_that_is_not_there_is_a_404_and_never_the_page(console, path):
    """A page instead of a module would cause an incomprehensible error."""
    response = console.get(path)
    refused(response, 404)
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/admin/../homeblocks.yaml",
        "/admin/%2e%2e/homeblocks.yaml",
        "/admin/..%2fhomeblocks.yaml",
        "/admin//etc/passwd",
        "/admin/core/../../homeblocks.yaml",
        "/admin/....//homeblocks.yaml",
        "/admin/%00",
        "/admin/app.js%00.html",
        "/admin/%2e%2e%2fpages%2fmusic.json",
        "/admin/..%5chomeblocks.yaml",
        "/admin/../pages/music.json",
        "/admin/.%2e/.%2e/Package.swift",
    ],
)
def test_no_other_file_than_the_console_s_is_served(console, path):
    request = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
    head, _, body = console.raw(request).partition(b"\r\n\r\n")
    # The page with the app may be served, since it is not secret.
    page = (FOLDER / "index.html").read_bytes()
    assert re.match(rb"HTTP/1.1 (4\d\d|30\d) ", head) or body == page, (head, body[:200])
    for part in (b"maxConnections", b"root:", b"blockCode", b"swift-tools-version"):
        assert part not in body


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_file_cannot_be_changed(console, method):
    for path in ("/admin/", "/admin/app.js", "/admin/pages/music", "/admin/sign-in"):
        response = console.send(method, path, "{}", {"Content-Type": "application/json"})
        assert response.status == 405 and set(re.split(r",\s*", response.headers["Allow"])) == {"GET", "HEAD"}
        assert response.headers["Content-Type"] == "application/problem+json"


def test_a_page_needs_no_credential_and_reveals_nothing_about_the_server(console):
    whole = b"".join(console.get(f"/admin/{name}").body for name in FILES)
    assert console.token.split("_", 2)[2].encode() not in whole
    assert re.search(rb"hb_[a-z0-9]{12}_", whole) is None


def test_the_console_loads_nothing_from_other_origins_and_obeys_its_policy():
    page = (FOLDER / "index.html").read_text()
    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == [], "inline scripts are forbidden"
    assert re.findall(r"<style|\sstyle=|\son\w+=", page) == []
    assert re.findall(r"""(?:src|href)=["'](?:https?:)?//""", page) == []
    for name in FILES:
        content = (FOLDER / name).read_text() if name.endswith((".js", ".css")) else ""
        for pattern in (
            r"\.(innerHTML|outerHTML)\s*[+]?=(?!=)",
            r"insertAdjacentHTML|document\.write\b",
            r"\beval\s*\(",
            r"new Function\b",
            r"""(?:import|from)\s*\(?\s*["'](?:https?:)?//""",
            r"""@import\s|url\(\s*["']?(?:https?:)?//""",
        ):
            assert re.findall(pattern, content) == [], (name, pattern)


def test_the_other_routes_keep_their_own_headers(console):
    for path in ("/homepage", "/sort", "/openapi.json", "/pages"):
        assert console.get(path).headers["Content-Security-Policy"] is None
    assert "sandbox" in console.get("/assets/mall/tea-fair.svg").headers["Content-Security-Policy"]
