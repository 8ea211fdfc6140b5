"""The console behind a proxy that serves everything below a path."""

import pytest
from playwright.sync_api import expect

from conftest import expected, password
from harness.stripping import StrippingProxy
from views import BANNER


@pytest.fixture
def proxy():
    proxy = StrippingProxy("/home/pages")
    yield proxy
    proxy.stop()


def test_every_url_of_the_console_has_the_path(proxy, open_console, start_server):
    proxy.server = server = start_server(HOMEBLOCKS_SERVER_PUBLIC_URL=proxy.url)
    server.url = proxy.url
    page = open_console(None, path="/admin/", in_=server)
    # Sign in, open the list of sections and one of them, and reload the page.
    page.get_by_label("Name", exact=True).fill("lin")
    page.get_by_label("Password", exact=True).fill(password("lin"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{proxy.url}/admin/pages/music")
    expect(page.get_by_role("main")).to_be_visible()
    page.goto(f"{proxy.url}/admin/pages/music/blocks/{BANNER}")
    page.reload()
    expect(page.get_by_role("heading", name="Banner").first).to_be_visible()
    pictures = page.locator("img")
    expect(pictures.first).to_be_visible()
    page.wait_for_function("() => [...document.images].some((image) => image.naturalWidth > 0)")
    assert (
        page.evaluate(
            "[...document.images].filter((image) => image.complete && !image.naturalWidth && image.src).map((image) => image.src)"
        )
        == []
    )
    # Modules that are loaded on demand, and a change.
    for path in ("preview", "history"):
        page.goto(f"{proxy.url}/admin/pages/music/{path}")
        expect(page.get_by_role("main")).to_be_visible()
    page.goto(f"{proxy.url}/admin/manage/pictures")
    expect(page.get_by_role("main")).to_be_visible()
    page.wait_for_load_state("load")
    assert proxy.missing == []


@pytest.mark.long
def test_the_console_opens_at_the_servers_own_url_too(open_console, start_server):
    server = start_server(HOMEBLOCKS_SERVER_PUBLIC_URL="https://example.com/home")
    page = open_console(path=None, in_=server)
    # The phone loads pictures from the URLs in documents.
    expected(page, "https://example.com/home/")
    page.goto(server.url + "/admin/pages/music/blocks/" + BANNER)
    expect(page.get_by_role("heading", name="Banner").first).to_be_visible()
    assert page.evaluate("document.querySelector('link[rel=icon]').href") == server.url + "/admin/icon.svg"
