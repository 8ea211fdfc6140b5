"""The console's performance: fast to load, small, and smooth with a thousand sections."""

import re

import pytest
from playwright.sync_api import expect

from acting import make_page, middle
from harness import PROGRAM, eventually
from views import ready

# The time at which the list has its first row, by the clock of the page.
FIRST_ROW = """new MutationObserver((_, observer) => {
  if (!document.querySelector('[role=grid] [role=row]')) return;
  window.firstRow ??= performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });"""


def test_the_first_load_is_below_150_kilobytes(open_console, server):
    page = open_console(path=None)
    page.add_init_script(FIRST_ROW)
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    responses, sizes, begun = {}, {}, {}
    network.on("Network.requestWillBeSent", lambda event: begun.update({event["requestId"]: event["timestamp"]}))
    network.on("Network.responseReceived", lambda event: responses.update({event["requestId"]: event["response"]}))
    network.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(server.url + "/admin/pages/mall")
    expect(page.get_by_role("grid", name="Sections").get_by_role("row").first).to_be_visible()
    expect(page.locator(".phone-section").first).to_be_visible()
    expect(page.locator(".loading:visible")).to_have_count(0)
    usable = min(begun.values()) + page.evaluate("window.firstRow") / 1000
    # The page's pictures are content; everything else belongs to the console.
    names = {
        one: response["url"].removeprefix(server.url)
        for one, response in responses.items()
        if one in sizes and "/assets/" not in response["url"]
    }
    files = [one for one, name in names.items() if name.startswith("/admin")]
    table = "\n".join(f"{sizes[one]:8} {name}" for one, name in sorted(names.items(), key=lambda item: -sizes[item[0]]))
    first = sum(sizes[one] for one in names if begun[one] <= usable)
    # Seconds later, the modules for editing are loaded in case the connection is lost.
    later = min((begun[one] for one, name in names.items() if name == "/admin/edit/prepare.js"), default=float("inf"))
    whole = sum(sizes[one] for one in names if begun[one] < later)
    # The files needed for the list, and those loaded after it: the phone with its document.
    assert 50_000 < first < whole
    assert whole < 150_000, f"{whole} bytes:\n{table}"
    assert all(responses[one]["headers"].get("Content-Encoding") in ("br", "gzip") for one in files if sizes[one] > 2000)


@pytest.mark.long
def test_the_second_load_uses_the_browser_cache(open_console, server):
    page = open_console(path="/admin/pages/mall", follows=True)
    expect(page.locator(".phone-section").first).to_be_visible()
    ready(page)
    again = []
    page.on("response", lambda response: again.append((response.status, response.url)))
    page.reload()
    expect(page.get_by_role("grid").get_by_role("row").first).to_be_visible()
    files = [status for status, url in again if url.endswith((".js", ".css"))]
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').filter(one => /\\.(js|css)$/.test(one.name)).map(one => [one.name, one.transferSize])"
    )
    assert len(files) > 10
    # The files are revalidated, since an update may have changed them, but not sent again.
    assert all(size < 1000 for _, size in sizes), [one for one in sizes if one[1] >= 1000]


@pytest.mark.measures
def test_the_list_is_usable_within_half_a_second(open_console, server):
    page = open_console(path=None)
    page.add_init_script(FIRST_ROW)
    times = []
    for _ in range(4):
        page.goto(server.url + "/admin/pages/mall")
        expect(page.get_by_role("grid").get_by_role("row").first).to_be_visible()
        times.append(page.evaluate("window.firstRow"))
    # The best of four, since a busy machine may be slow. A debug build responds more slowly than a release build.
    assert min(times) < (500 if "release" in PROGRAM else 1200), times


@pytest.mark.measures
def test_dragging_among_a_thousand_sections_keeps_50_frames_a_second(open_console, server):
    codes = make_page(server, "thousand", 1000)
    page = open_console(path="/admin/pages/thousand", motion=True)
    row = page.locator(f'[role=row][data-code="{codes[1]}"]')
    x, y = middle(row)
    best = 0
    # A busy machine may need several attempts.
    for _ in range(5):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + 20, steps=4)
        expect(page.locator(".list-ghost")).to_be_attached()
        page.evaluate("""() => { window.frames = []; let last = performance.now(); window.counting = true;
          requestAnimationFrame(function next(now) { window.frames.push(now - last); last = now; if (window.counting) requestAnimationFrame(next); }); }""")
        # Drag up and down over the rows, and to the lower edge, where the list scrolls.
        for _ in range(3):
            page.mouse.move(x, 760, steps=25)
            page.mouse.move(x, 240, steps=25)
        page.mouse.move(x, 890, steps=30)
        frames = page.evaluate("() => { window.counting = false; return window.frames.slice(2); }")
        assert page.locator(".list-scroller").evaluate("one => one.scrollTop") > 0
        page.keyboard.press("Escape")
        page.mouse.up()
        page.locator(".list-scroller").evaluate("one => one.scrollTo(0, 0)")
        assert len(frames) > 30
        best = max(best, 1000 * len(frames) / sum(frames))
        if best >= 50:
            break
    assert best >= 50, f"{best:.1f} frames a second"


@pytest.mark.measures
def test_a_thousand_sections_respond_to_a_key_within_a_quarter_of_a_second(open_console, server):
    codes = make_page(server, "thousand", 1000)
    page = open_console(path="/admin/pages/thousand")
    row = page.locator(f'[role=row][data-code="{codes[-1]}"]')
    row.scroll_into_view_if_needed()
    row.focus()
    times = []
    for key in ("Alt+Home", "Alt+End", "Alt+Home"):
        page.evaluate("""() => addEventListener('keydown', () => { const begin = performance.now();
          requestAnimationFrame(() => setTimeout(() => { window.took = performance.now() - begin; })); }, { capture: true, once: true })""")
        page.keyboard.press(key)
        eventually(lambda: page.evaluate("window.took"))
        times.append(page.evaluate("window.took"))
        page.evaluate("window.took = null")
    eventually(lambda: server.api("GET", "/api/pages/thousand/draft/order").data["order"][0] == codes[-1])
    assert min(times) < 250, times


@pytest.mark.long
def test_the_last_of_forty_sections_is_moved_to_the_top_in_two_actions(open_console, server):
    codes = make_page(server, "forty", 40)
    page = open_console(path="/admin/pages/forty")
    last = page.locator(f'[role=row][data-code="{codes[-1]}"]')
    last.scroll_into_view_if_needed()
    last.get_by_role("button", name=re.compile("^More for")).click()
    page.get_by_role("menuitem", name="Move to the top").click()
    eventually(lambda: server.api("GET", "/api/pages/forty/draft/order").data["order"][0] == codes[-1])
    # By keyboard, End selects the last one.
    expect(last.locator(":scope:focus, :focus").or_(page.locator(f'[data-code="{codes[-1]}"]:focus'))).to_have_count(1)
    page.keyboard.press("End")
    page.keyboard.press("Alt+Home")
    eventually(lambda: server.api("GET", "/api/pages/forty/draft/order").data["order"][:2] == [codes[-2], codes[-1]])
