"""The command `show`, which displays a page like a client, using only the client libraries."""

import datetime
import http.server
import json
import os
import pty
import queue
import socket
import subprocess
import threading
import time

import pytest

from harness import PROGRAM, ROOT
from harness.marks import short_and_long
from publishing import done

PAGES = ["music", "mall", "demo", "news", "moments"]


def show(server, *words, code=0):
    done = server.command("show", "--server", server.url, *words, code=code)
    return done.stdout if code == 0 else done.stderr


@pytest.mark.parametrize("page", PAGES)
def test_each_starter_page_is_shown_as_documented(shared_server, page):
    reported = ROOT / "docs" / "pages" / f"{page}.txt"
    shown = show(shared_server, "--page", page)
    if os.environ.get("UPDATE_PAGES"):
        reported.write_text(shown)
    assert shown == reported.read_text()


def test_it_shows_the_page_of_the_given_reader(server):
    plain = show(server, "--page", "music")
    assert "HOMEPAGE_BLOCK_LAB_PLAYLIST" not in plain
    reader = show(server, "--page", "music", "--as", "ios/9.1.0/en")
    assert reader.splitlines()[0] == "music for ios 9.1.0 en: 13 sections"
    assert "HOMEPAGE_BLOCK_LAB_PLAYLIST" in reader
    old = show(server, "--page", "music", "--as", "ios/8.9/zh-CN/user-1")
    assert old.splitlines()[0] == "music for ios 8.9 zh-CN user-1: 12 sections"
    headings = [text.split("HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST")[0].splitlines()[-1] for text in (plain, reader)]
    assert headings[0] != headings[1]


def test_it_prints_the_windows_and_audiences_of_sections_and_cards(server):
    path = "/api/pages/mall/live/blocks/middleAd"
    rules = {"2001": {"until": "2031-01-26T16:00:00Z", "audience": {"platforms": ["ios"]}}, "2002": {"enabled": False}}
    done(server.api("PATCH", path, {"cards": rules, "from": "2020-01-01T00:00:00Z"}))
    words = ["show", "--server", server.url, "--page", "mall", "--rules"]
    lines = server.command(*words, env={"HOMEBLOCKS_TOKEN": server.token}).stdout.splitlines()
    assert "middleAd: from 2020-01-01T00:00:00.000Z" in lines
    assert 'middleAd, card 2001: until 2031-01-26T16:00:00.000Z, to {"platforms":["ios"]}' in lines
    assert "middleAd, card 2002: hidden" in lines
    # Without a token the server rejects the request, and without the flag the output has only what readers get.
    assert "401" in server.command(*words, code=1, env={"HOMEBLOCKS_TOKEN": ""}).stderr
    assert "card 2001" not in show(server, "--page", "mall")


def test_without_a_page_it_shows_the_default_page(server):
    assert show(server).splitlines()[1:] == show(server, "--page", "music").splitlines()[1:]
    by_environment = server.command("show", "--page", "mall", env={"HOMEBLOCKS_SERVER": server.url}).stdout
    assert by_environment == show(server, "--page", "mall")


def test_errors_name_their_cause(server):
    assert show(server, "--page", "none", code=1).startswith("404: ")
    assert "platform/version" in show(server, "--as", "tv", code=64)
    show(server, "--page", "No Slug", code=64)
    for mistyped in ("ios/nine", "ios/v9", "ios/9/zh_TW_#Hant", "ios/9/*"):
        assert "platform/version" in show(server, "--as", mistyped, code=64)
    server.command("show", "--server", "ftp://example.com", code=64)
    unreachable = server.command("show", "--server", "http://127.0.0.1:1", code=1)
    assert "cannot be reached" in unreachable.stderr


def test_a_section_that_cannot_be_shown_is_reported_and_the_others_are_shown(server):
    empty = {"content": {"extInfo": {"list": []}}}
    done(server.api("PATCH", "/api/pages/mall/live/blocks/otc", empty))
    block = {
        "blockCode": "summer",
        "showType": "NEWS_FEED",
        "content": {"extInfo": {"list": [{"id": 1, "kind": "trailer", "title": "T", "imageUrl": "/a.svg", "length": 5}]}},
    }
    done(server.api("POST", "/api/pages/mall/live/blocks", block), 201)
    shown = show(server, "--page", "mall")
    assert "(otc," not in shown
    assert "(summer, 0 × 0)" in shown and "(for a newer app)" in shown
    assert "(marquee," in shown


def image(width, height):
    return {"id": 1, "imageUrl": "/a.svg", "width": width, "height": height, "title": "P"}


def test_no_size_is_too_large(server):
    block = {"blockCode": "huge", "showType": "DEMO_IMAGE", "content": {"extInfo": {"list": [image(1, 2**63 - 1)] * 2}}}
    done(server.api("POST", "/api/pages/demo/live/blocks", block), 201)
    assert "(huge, 375 × " in show(server, "--page", "demo")


def test_a_mixed_page_is_shown_with_the_printer_of_most_of_its_sections(server):
    text = {"blockCode": "note", "showType": "DEMO_TEXT", "content": {"extInfo": {"list": [{"id": 1, "text": "Hi"}]}}}
    done(server.api("POST", "/api/pages/news/live/blocks", text), 201)
    shown = show(server, "--page", "news")
    assert "2 sections" in shown and "not shown: note: /extInfo/list" in shown


def test_the_page_of_a_takeover_is_shown_completely(server):
    done(server.api("POST", "/api/pages", {"page": "sale", "copyOf": "mall"}), 201)
    done(server.api("PUT", "/api/pages/sale/live/order", {"moves": [{"block": "middleAd", "to": "start"}]}))
    done(server.api("POST", "/api/pages/mall/takeovers", {"shows": "sale", "until": "2031-01-01T00:00:00Z"}), 201)
    lines = show(server, "--page", "mall").splitlines()
    assert lines[0] == "mall: 13 sections" and "(middleAd," in lines[1]


def test_control_characters_of_a_page_or_server_do_not_reach_the_terminal(server):
    odd = "a\u001b[31mb\u0007c\u202ed\u2028e"
    block = {"blockCode": "odd", "showType": "DEMO_TEXT", "content": {"extInfo": {"list": [{"id": 1, "text": odd}]}}}
    done(server.api("POST", "/api/pages/demo/live/blocks", block), 201)
    shown = show(server, "--page", "demo")
    assert "a [31mb cd e" in shown
    assert not set(shown) & set("\u001b\u0007\u202e\u2028")

    class Refusing(http.server.BaseHTTPRequestHandler):
        content_type = "application/problem+json"

        def do_GET(self):
            problem = {"type": "urn:x", "status": 418, "detail": "bad \u001b[31mred\u001b]0;title\u0007"}
            body = json.dumps(problem).encode()
            self.send_response(418)
            self.send_header("Content-Type", self.content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *words):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Refusing) as refusing:
        threading.Thread(target=refusing.serve_forever, daemon=True).start()
        words = ("show", "--server", f"http://127.0.0.1:{refusing.server_port}")
        said = server.command(*words, code=1).stderr
        Refusing.content_type = "text/html"
        not_the_servers = server.command(*words, code=1).stderr
        refusing.shutdown()
    assert said == "418: bad  [31mred ]0;title \n"
    assert not_the_servers == "The response with status 418 is not the server's. Check the address.\n"


@pytest.mark.parametrize("page", short_and_long(*PAGES))
def test_without_the_server_the_stored_copy_is_shown_and_labelled(server, tmp_path, page):
    caches = {"XDG_CACHE_HOME": str(tmp_path / "caches")}
    words = ("show", "--server", server.url, "--page", page)
    shown = server.command(*words, env=caches).stdout
    server.stop()
    offline = server.command(*words, env=caches)
    first, rest = offline.stdout.split("\n", 1)
    title, since = first.split(", the stored copy of ")
    assert title == shown.splitlines()[0]
    assert abs(datetime.datetime.fromisoformat(since).timestamp() - time.time()) < 600
    assert rest == shown.split("\n", 1)[1]
    assert "cannot be reached" in offline.stderr
    # A page that was never loaded cannot be shown.
    never = server.command("show", "--server", server.url, "--page", page, "--as", "ios/1.0", env=caches, code=1)
    assert "cannot be reached" in never.stderr and not never.stdout


def on_a_terminal(server, env, *words):
    """Returns a command's output on a terminal, and its exit code."""
    master, terminal = pty.openpty()
    process = subprocess.Popen([PROGRAM, *words], cwd=ROOT, env=env, stdout=terminal, stderr=terminal)
    os.close(terminal)
    drawn = b""
    try:
        while True:
            try:
                drawn += os.read(master, 65536)
            except OSError:  # The other side is closed.
                return drawn.decode(), process.wait(timeout=30)
    finally:
        process.kill()
        process.wait(timeout=10)
        os.close(master)


@pytest.mark.parametrize("page", short_and_long("mall", "demo", "moments", "news"))
def test_on_a_terminal_a_copy_with_missing_parts_does_not_end_the_command(server, tmp_path, page):
    env = server.env | {"XDG_CACHE_HOME": str(tmp_path / "caches")}
    words = ("show", "--server", server.url, "--page", page)
    shown = server.command(*words, env=env).stdout
    # Only the document remains in the cache.
    for file in (tmp_path / "caches").rglob("*.response"):
        header = file.read_bytes().split(b"\n", 1)[0]
        if b"/homepage?" not in header or b"cursor=" in header:
            file.unlink()
    drawn, code = on_a_terminal(server, env, *words)
    assert code == 0, drawn
    assert drawn.replace("\r\n", "\n").endswith(shown)


def test_a_section_that_was_never_loaded_is_reported_as_missing(server, tmp_path):
    caches = {"XDG_CACHE_HOME": str(tmp_path / "caches")}
    words = ("show", "--server", server.url, "--page", "mall")
    shown = server.command(*words, env=caches).stdout
    assert "(otc," in shown
    for file in (tmp_path / "caches").rglob("*.response"):
        if b"blocks/otc" in file.read_bytes().split(b"\n", 1)[0]:
            file.unlink()
    server.stop()
    offline = server.command(*words, env=caches).stdout
    assert "(otc," not in offline
    assert [line for line in offline.splitlines() if "not shown" in line and "otc: " in line]


@pytest.mark.long
def test_on_a_terminal_the_stored_copy_is_shown_if_the_server_does_not_respond(server, tmp_path):
    env = server.env | {"XDG_CACHE_HOME": str(tmp_path / "caches")}
    words = ("show", "--server", server.url, "--page", "demo")
    server.command(*words, env=env)
    server.stop()
    # The system accepts the connections, but nothing responds.
    with socket.create_server(("127.0.0.1", server.port), reuse_port=False) as silent:
        master, terminal = pty.openpty()
        process = subprocess.Popen([PROGRAM, *words], cwd=ROOT, env=env, stdout=terminal, stderr=subprocess.DEVNULL)
        os.close(terminal)
        try:
            drawn = b""
            while b"centerTextOne" not in drawn:
                drawn += os.read(master, 65536)
            assert b", the stored copy of " in drawn
        finally:
            process.kill()
            process.wait(timeout=10)
            os.close(master)
            silent.close()


def test_watch_prints_the_page_again_when_it_changes(server):
    process = subprocess.Popen(
        [PROGRAM, "show", "--watch", "--page", "demo", "--server", server.url],
        cwd=ROOT,
        env=server.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    lines = queue.Queue()
    for stream in (process.stdout, process.stderr):
        threading.Thread(target=lambda stream=stream: [lines.put(line) for line in stream], daemon=True).start()

    def until(words):
        end = time.monotonic() + 30
        while words not in (line := lines.get(timeout=30)):
            assert time.monotonic() < end, f"no line with {words!r}"
        return line

    try:
        until("1. list  (gridOne")
        done(server.api("PUT", "/api/pages/demo/live/order", {"moves": [{"block": "imageOne", "to": "start"}]}))
        until("1. list  (imageOne")
        until("4. list  (centerTextOne")
        server.stop()
        until("cannot be reached")
        assert process.poll() is None
        # The page is printed again when the server is back, even if it has not changed.
        server.start(port=server.port)
        until("1. list  (imageOne")
    finally:
        process.terminate()
        process.wait(timeout=10)
