"""All views of the console, and waiting until they are loaded."""

import re

from playwright.sync_api import expect

from harness import eventually

BANNER, PLAYLISTS = "HOMEPAGE_BANNER", "HOMEPAGE_BLOCK_PLAYLIST_RCMD"

OF_PAGE = {
    "sections": "/admin/pages/{page}",
    "editor": "/admin/pages/{page}/blocks/{code}",
    "preview": "/admin/pages/{page}/preview",
    "comparison": "/admin/pages/{page}/preview?compare=draft",
    "history": "/admin/pages/{page}/history",
    "section-history": "/admin/pages/{page}/history?block={code}",
    "revision": "/admin/pages/{page}/history/1",
    "revisions": "/admin/pages/{page}/history/2?against=1",
    "schedule": "/admin/pages/{page}/schedule",
}
MANAGE = {
    name: f"/admin/manage/{name}"
    for name in (
        "pages",
        "pictures",
        "audiences",
        "feeds",
        "new-feed",
        "calendar",
        "operators",
        "rights",
        "tokens",
        "audit",
        "nodes",
        "account",
    )
}
MISSING = {"no page": "/admin/pages/nobody-made-this", "no view": "/admin/nowhere"}

# The steps that open the overlays of each view: a dialog, a sheet or a menu.
OVER = {
    "/admin/pages/music": [
        ("button", "Page: "),
        ("button", "Search everything"),
        ("button", "Choose what is listed"),
        ("button", "Add section"),
        ("button", "Review and publish"),
        ("button", "Discard"),
    ],
    "/admin/pages/music/history": [("button", "Actions for Revision 1")],
    "/admin/pages/music/schedule": [("button", "Plan a takeover"), ("button", "Change…: “Spring” takes over")],
    "/admin/pages/music/history/1": [("button", "Put into the draft…")],
    "/admin/manage/pages": [("button", "New page"), ("button", "New page from a file")],
    "/admin/manage/pictures": [("button", "harbour")],
    "/admin/manage/audiences": [("button", "New audience")],
    "/admin/manage/operators": [("button", "Add an operator")],
    "/admin/manage/rights": [("button", "Add a group"), ("button", "wei, All pages: Publisher")],
    "/admin/manage/tokens": [("button", "Create a token")],
}


def paths(page="music", code=PLAYLISTS):
    """The paths of the views by name."""
    return {name: path.format(page=page, code=code) for name, path in (OF_PAGE | MANAGE).items()}


def ready(page):
    """Waits until a view is shown and fully loaded. The page must be opened by `show`, or with follows=True."""
    assert page.guard.pending is not None, "nothing is known of the page's requests"
    expect(page).to_have_title(re.compile(r" · HomeBlocks$"))
    expect(page.locator("#app :is(.loading, [aria-busy=true])")).to_have_count(0)
    eventually(lambda: quiet(page), seconds=20)
    return page


def quiet(page):
    """Whether no request is pending, now and two frames later: rendering may cause further requests."""
    if page.guard.pending:
        page.evaluate("0")
        return False
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20))))")
    return not page.guard.pending


def show(page, path):
    page.guard.follow()
    page.goto(page.server.url + path)
    return ready(page)
