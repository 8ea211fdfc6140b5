"""Untrusted input is shown as text everywhere, and is never executed."""

import pytest
from playwright.sync_api import expect

from acting import assert_fits
from conftest import expected, password
from views import BANNER, PLAYLISTS, paths, show

EVIL = "<img src=x onerror=\"window.ran='{count} times'\"><script>window.ran=1</script>"


def made(response):
    assert response.status in (200, 201), response.body
    return response


@pytest.fixture
def evil(server):
    """A page whose names, texts, cards, messages and authors are all markup."""
    token = server.new_token("admin", EVIL[:60])
    made(server.api("POST", "/api/operators", {"name": EVIL[:60], "role": "viewer", "password": "a long enough one"}))
    for slug in ("odd", "odder"):
        made(server.api("POST", "/api/pages", {"page": slug, "title": EVIL, "copyOf": "music"}, token=token))
    heading = {"uiElement": {"subTitle": {"title": EVIL}}}
    block = made(server.api("GET", f"/api/pages/odd/live/blocks/{PLAYLISTS}")).data
    cards = block["content"]["creatives"]
    for card in cards:
        card["uiElement"]["mainTitle"]["title"] = EVIL
    made(
        server.api("PATCH", f"/api/pages/odd/draft/blocks/{PLAYLISTS}", {"content": heading | {"creatives": cards}}, token=token)
    )
    made(server.api("POST", "/api/pages/odd/draft/publish", {"message": EVIL}, token=token))
    made(
        server.api(
            "PATCH",
            f"/api/pages/odd/draft/blocks/{PLAYLISTS}",
            {"localizations": {"en": heading}, "audience": {"percent": 50, "seed": EVIL}},
            token=token,
        )
    )
    made(server.api("POST", "/api/pages/odd/draft/publish", {"message": EVIL, "at": "2031-02-01T00:00:00Z"}, token=token))
    made(server.api("PATCH", f"/api/pages/odd/draft/blocks/{BANNER}", {"enabled": False}, token=token))
    made(
        server.api(
            "POST",
            "/api/pages/odd/takeovers",
            {"shows": "odder", "from": "2031-01-01T00:00:00Z", "until": "2031-01-02T00:00:00Z"},
            token=token,
        )
    )
    return server


def assert_text(page):
    assert page.evaluate("window.ran") is None, f"{page.url} ran what was text"
    planted = page.evaluate("""() => [...document.querySelectorAll('script:not([src]), [onerror], [onclick], [style*=expression], a[href^="javascript:" i]')]
      .map(one => one.outerHTML)""")
    assert not planted, f"{page.url}: {planted}"


SHOWN = [
    "sections",
    "editor",
    "preview",
    "comparison",
    "history",
    "revision",
    "revisions",
    "schedule",
    "pages",
    "operators",
    "tokens",
    "audit",
]


@pytest.mark.long
@pytest.mark.parametrize("language, views", [("en", SHOWN), ("zh", ["sections", "history", "audit"])], ids=["en", "zh"])
def test_markup_in_names_and_texts_is_shown_as_text_in_every_view(open_console, evil, language, views):
    page = open_console(path=None, language=language)
    addresses = paths("odd")
    for name in views:
        show(page, addresses[name])
        expect(page.get_by_text("<img src=x onerror=").filter(visible=True).first, name).to_be_visible()
        assert_text(page)
        assert_fits(page)


@pytest.mark.long
def test_markup_in_the_url_is_not_rendered(open_console, server):
    page = open_console(path=None)
    expected(page, r"status of 40[04]")
    evil = "<img src=x onerror=ran=1>"
    for path in (
        f"/admin/pages/{evil}",
        f"/admin/pages/music/blocks/{evil}",
        f"/admin/pages/music/preview?locale={evil}&at={evil}",
        f"/admin/manage/audit?actor={evil}&page={evil}",
        f"/admin/{evil}",
        "/admin/pages/music/history/1?against=javascript:alert(1)",
    ):
        show(page, path)
        assert_text(page)


def test_the_redirect_after_signing_in_stays_in_the_console(open_console, server):
    page = open_console(operator=None, path="/admin/sign-in?next=//evil.example/admin")
    page.get_by_label("Name").fill("yan")
    page.get_by_label("Password", exact=True).fill(password("yan"))
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Account of yan")).to_be_visible()
    assert page.url.startswith(server.url + "/admin/")
