"""Every view of the console, and when it is there."""

import re

from conftest import eventually
from playwright.sync_api import expect

BANNER, PLAYLISTS = "HOMEPAGE_BANNER", "HOMEPAGE_BLOCK_PLAYLIST_RCMD"

OF_PAGE = {
    "sections": "/admin/pages/{page}",
    "editor": "/admin/pages/{page}/blocks/{code}",
    "preview": "/admin/pages/{page}/preview",
    "comparison": "/admin/pages/{page}/preview?compare=draft",
    "history": "/admin/pages/{page}/history",
    "revision": "/admin/pages/{page}/history/1",
    "revisions": "/admin/pages/{page}/history/2?against=1",
    "schedule": "/admin/pages/{page}/schedule",
}
MANAGE = {name: f"/admin/manage/{name}" for name in ("pages", "operators", "tokens", "audit", "account")}
MISSING = {"no page": "/admin/pages/nobody-made-this", "no view": "/admin/nowhere"}


def paths(page="music", code=PLAYLISTS):
    """Addresses of the views by name."""
    return {name: path.format(page=page, code=code) for name, path in (OF_PAGE | MANAGE).items()}


def ready(page):
    """Waits until a view is shown and loads nothing more."""
    expect(page).to_have_title(re.compile(r" · HomeBlocks$"))
    expect(page.locator("#app :is(.loading, [aria-busy=true])")).to_have_count(0)
    eventually(lambda: quiet(page), seconds=20)
    return page


def quiet(page):
    """Nothing is asked for, now and two frames later: what is shown may ask for more."""
    if page.guard.pending:
        page.evaluate("0")
        return False
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20))))")
    return not page.guard.pending


def show(page, path):
    page.goto(page.server.url + path)
    return ready(page)
