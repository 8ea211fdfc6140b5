"""Helpers for the actions of operators, and checks that several tests use."""

import base64
import json
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from harness import eventually

# The rules of WCAG 2.2 AA and best practices.
# Style sheets are not preloaded: axe would insert them into the page, which violates its content security policy.
OPTIONS = {"resultTypes": ["violations"], "preload": False}
AXE = Axe().axe_script


def middle(target):
    """Scrolls to an element and returns its center on the screen."""
    target.scroll_into_view_if_needed()
    box = None
    # The list may still be scrolling.
    while box != (box := target.bounding_box()):
        target.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, source, target, at=0.5, steps=12, release=True):
    """Drags with the mouse from the center of one element to a height (0 top, 1 bottom) of another one."""
    x, y = middle(source)
    page.mouse.move(x, y)
    page.mouse.down()
    box = target.bounding_box()
    page.mouse.move(x, y + (4 if box["y"] > y else -4))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * at, steps=steps)
    if release:
        page.mouse.up()


def hold(page, pattern, answered=True, every=False):
    """Holds back the next response to a GET, or every one. The result has `wait()` for one, and `let_go()` for all."""
    held, has_ended = [], []

    def keep(route):
        if route.request.method != "GET" or has_ended or (held and not every):
            return route.fallback()
        held.append((route, route.fetch() if answered else None))

    def let_go():
        has_ended.append(True)
        for route, response in held:
            route.fulfill(response=response) if answered else route.continue_()

    page.route(pattern, keep)
    keep.wait = lambda: eventually(lambda: (page.evaluate("0"), held)[1])
    keep.let_go = let_go
    return keep


class Finger:
    """One finger on the screen, with real touch events."""

    def __init__(self, page):
        self.page, self.session = page, page.context.new_cdp_session(page)

    def _send(self, kind, x=None, y=None):
        points = [] if x is None else [{"x": x, "y": y}]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, x, y):
        self.at = (x, y)
        self._send("touchStart", x, y)

    def move(self, x, y, steps=12):
        from_x, from_y = self.at
        for step in range(1, steps + 1):
            self._send("touchMove", from_x + (x - from_x) * step / steps, from_y + (y - from_y) * step / steps)
        self.at = (x, y)

    def up(self):
        self._send("touchEnd")


def touch_drag(page, source, target, at=0.5, hold=None):
    """Drags with a finger. `hold` is called while the finger rests, to wait for the effect of a long press."""
    finger = Finger(page)
    finger.down(*middle(source))
    if hold:
        hold()
    box = target.bounding_box()
    finger.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * at)
    finger.up()


def make_page(server, slug, count):
    """Creates a page with sections named "Section 1", "Section 2", …; returns their codes."""
    blocks = [
        {
            "blockCode": f"section-{number}",
            "showType": "DEMO_GRID",
            "content": {
                "uiElement": {"subTitle": {"title": f"Section {number}"}},
                "extInfo": {
                    "list": [
                        {
                            "id": number,
                            "title": f"Card {number}",
                            "imageUrl": "/assets/demo/sunrise.svg",
                            "url": f"homeblocks://demo/{number}",
                            "badge": None,
                        }
                    ]
                },
            },
        }
        for number in range(1, count + 1)
    ]
    page = {"slug": slug, "title": f"Page of {count}"}
    response = server.api("PUT", f"/api/pages/{slug}/export", {"page": page, "blocks": blocks})
    assert response.status in (200, 201), response.body
    return [block["blockCode"] for block in blocks]


def assert_fits(page):
    """Checks that nothing overflows horizontally."""
    width, inner = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= inner, f"{page.url} is {width} px wide in a window of {inner} px"


def assert_accessible(page, within=None, rules=()):
    """Checks that axe-core finds nothing, optionally only within the selector `within` and for these `rules`."""
    if within:
        expect(page.locator(within).first).to_be_visible()
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    options = OPTIONS | ({"runOnly": list(rules)} if rules else {})
    # Transfer only the violations, since the rest of the result is large.
    violations = page.evaluate(
        "([within, options]) => axe.run(within ?? document, options).then(({ violations }) => violations)", [within, options]
    )
    found = [
        f"{one['id']} ({one['impact']}): {one['help']}\n"
        + "\n".join(f"    {' '.join(map(str, node['target']))}\n      {node['failureSummary']}" for node in one["nodes"])
        for one in violations
    ]
    assert not found, f"{page.url}\n" + "\n".join(found)


def focused(page):
    """The role or tag and the name of the element with the focus."""
    return page.evaluate("""() => { const one = document.activeElement;
      return [one.getAttribute('role') ?? one.localName, one.getAttribute('aria-label') ?? one.innerText ?? ''].join(' ').trim(); }""")


def document_of(server, page="music"):
    """The document that clients get, as a string."""
    return json.dumps(server.get(f"/homepage?page={page}").json, ensure_ascii=False)


def dropped(page, target, *files):
    """Drops files on an element: (name, media type, bytes)."""
    data = page.evaluate_handle(
        """files => {
      const data = new DataTransfer();
      for (const [name, type, text] of files) data.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name, { type }));
      return data;
    }""",
        [[name, kind, base64.b64encode(content).decode()] for name, kind, content in files],
    )
    for event in ("dragenter", "dragover", "drop"):
        target.dispatch_event(event, {"dataTransfer": data})


class Hands:
    """Counts an operator's actions and measures their time: a click, text typed into a field, a key, a dropped file.

    hands = Hands(page)
    hands.click(page.get_by_role("button", name="Save"))
    hands.assert_within(3, "a new title")
    """

    def __init__(self, page):
        self.page, self.actions, self.begin = page, [], time.monotonic()

    def click(self, target):
        self.actions.append(f"click {target}")
        target.click()

    def double_click(self, target):
        self.actions.append(f"double click {target}")
        target.dblclick()

    def type(self, target, text):
        self.actions.append(f"type {text!r} into {target}")
        target.fill(text)

    def press(self, key):
        self.actions.append(f"press {key}")
        self.page.keyboard.press(key)

    def drop(self, target, file, kind):
        self.actions.append(f"drop {file.name} on {target}")
        dropped(self.page, target, (file.name, kind, file.read_bytes()))

    def assert_within(self, most, task):
        """Checks that the task took at most this many actions. Prints their number and the seconds."""
        print(f"{task}: {len(self.actions)} actions, {time.monotonic() - self.begin:.1f} s")
        assert len(self.actions) <= most, "\n".join(self.actions)
