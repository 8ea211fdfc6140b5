"""Every view at a zoom of 200 and 400 %, and with a contrast theme (WCAG 2.2: 1.4.10, 1.4.11, 2.4.11)."""

import re

import pytest
from playwright.sync_api import expect

from conftest import PHONE
from harness.marks import short_and_long
from views import MANAGE, MISSING, OVER, paths, show

# A window of 1280 px at a zoom of 200 % and 400 %.
TWICE = {"width": 640, "height": 360}
FOUR_TIMES = {"width": 320, "height": 568}

# Whether something covers the focused element: the tabs at the bottom, a sticky heading, or its scroll container.
COVERED = """() => {
  const one = document.activeElement;
  if (one === document.body || one === document.documentElement) return { end: true };
  const whole = one.closest('label, .phone-section') ?? one;
  const box = whole.getBoundingClientRect();
  const words = (one.getAttribute('aria-label') ?? one.innerText ?? one.id).trim().slice(0, 60) || one.outerHTML.slice(0, 120);
  // Of what is larger than half of the window a part is enough.
  const large = box.height > innerHeight / 2 || box.width > innerWidth;
  const at = large ? { left: Math.max(0, box.left), top: Math.max(0, box.top), right: Math.min(innerWidth, box.right), bottom: Math.min(innerHeight, box.bottom) } : box;
  const points = [.5, .1, .3, .7, .9].flatMap(x => [.5, .1, .9].map(y => [at.left + (at.right - at.left) * x, at.top + (at.bottom - at.top) * y]));
  const covering = points.map(([x, y]) => over(document.elementFromPoint(x, y)));
  const seen = large ? covering.some(one => !one) : covering.every(one => !one);
  return { words, fault: box.width * box.height > 0 && !seen
    && `${words} at ${Math.round(box.left)}, ${Math.round(box.top)} to ${Math.round(box.right)}, ${Math.round(box.bottom)} px is behind ${covering.find(Boolean)}` };
  // What lies over it, unless one sees through; outside of what it scrolls in there is something else.
  function over(found) {
    if (!found) return 'an edge of the window';
    if (whole.contains(found) || found.contains(whole) && clips(found)) return null;
    for (let up = found; up && !up.contains(whole); up = up.parentElement) {
      if (!/^rgba\\(.*, 0\\)$/.test(getComputedStyle(up).backgroundColor) || /^(img|svg|canvas)$/.test(up.localName)) return `${up.localName}.${up.className}`;
    }
    return clips(found) ? null : 'an edge of what it scrolls in';
  }
  function clips(found) {
    const boxes = [];
    for (let up = whole.parentElement; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflow !== 'visible') boxes.push(up.getBoundingClientRect());
    }
    return points.every(([x, y]) => boxes.every(one => x >= one.left - 1 && x <= one.right + 1 && y >= one.top - 1 && y <= one.bottom + 1)) || large;
  }
}"""


# A table, pictures, a long form and a short form; the other views consist of the same parts.
SOME = ["tokens", "pictures", "new-feed", "account"]


@pytest.mark.long
@pytest.mark.parametrize(
    "names",
    [
        ["sections", "editor"],
        SOME,
        ["preview", "comparison"],
        ["history", "revision", "revisions", "schedule"],
        [name for name in MANAGE if name not in SOME],
    ],
    ids=["page", "manage", "preview", "history", "manage-others"],
)
@pytest.mark.parametrize("size", [TWICE, PHONE], ids=["200%", "phone"])
def test_the_focused_element_is_never_covered(open_console, busy, size, names):
    page = open_console(path=None, **size)
    faults = []
    for name in names:
        show(page, paths()[name])
        for key in ("Tab", "Shift+Tab"):
            for _ in range(250):
                page.keyboard.press(key)
                stop = page.evaluate(COVERED)
                if stop.get("end"):
                    break
                faults += [f"{name}, {key}: {stop['fault']}"] if stop["fault"] else []
            assert stop.get("end"), f"{name}: {key} does not come to an end; at {stop['words']}"
    assert not faults, "\n".join(dict.fromkeys(faults))


@pytest.mark.parametrize(
    "size", short_and_long(TWICE, {"width": 844, "height": 390, "touch": True}), ids=["200%", "phone sideways"]
)
def test_the_publish_bar_is_visible_in_low_windows(open_console, busy, size):
    page = open_console(path=None, **size)
    show(page, paths()["sections"])
    review = page.get_by_role("region", name="Draft").get_by_role("button", name="Review and publish")
    for place in (0, 200):
        page.locator(".shell-outlet").evaluate("(one, place) => { one.scrollTop = place; window.scrollTo(0, place); }", place)
        box = review.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"], (place, box)
    review.click()
    expect(page.get_by_role("dialog", name="Publish")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_tab_is_cut_in_an_ordinary_window(open_console, busy, language):
    page = open_console(path=None, language=language)
    for name in ("editor", "tokens", "calendar"):
        show(page, paths()[name])
        strips = page.locator(".edit .tabs, .admin-nav").evaluate_all("all => all.map(one => [one.scrollWidth, one.clientWidth])")
        assert strips and all(whole <= seen for whole, seen in strips), (name, strips)
    expect(page.locator(".admin-nav [aria-current]")).to_have_text(re.compile("^(Calendar|日历)$"))


# Elements that scroll or overflow horizontally. Timelines, tables, code and the tab bar may: they need both directions.
SIDEWAYS = """() => {
  const may = '.tabs, .admin-nav, .table-frame, textarea, pre, .preview-scroller, .schedule-strip, .phone-content, .phone-frame, .visually-hidden, .shell-skip';
  const shown = [...document.querySelectorAll('body *')].filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest(may) && !one.closest('svg svg, [popover]:not(:popover-open)'));
  const words = one => `${one.localName}.${[...one.classList].join('.')} "${(one.innerText ?? '').trim().slice(0, 30)}"`;
  const scrolls = shown.filter(one => /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1);
  const outside = shown.filter(one => { const box = one.getBoundingClientRect(); return box.width > 1 && box.height > 1 && (box.right > innerWidth + 1 || box.left < -1) && !clipped(one); });
  const { scrollWidth } = document.documentElement;
  return [...(scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`] : []), ...scrolls.map(one => `${words(one)} scrolls: ${one.scrollWidth} in ${one.clientWidth} px`),
    ...outside.map(one => `${words(one)} overflows: ${Math.round(one.getBoundingClientRect().left)} to ${Math.round(one.getBoundingClientRect().right)} px`)];
  // Covered by an ancestor that ends within the window: a text that ends in an ellipsis, say.
  function clipped(one) {
    for (let up = one.parentElement; up; up = up.parentElement) {
      const box = up.getBoundingClientRect();
      if (getComputedStyle(up).overflowX !== 'visible' && box.right <= innerWidth + 1 && box.left >= -1) return true;
    }
    return false;
  }
}"""


# script/test checks this together with the rest of each view in test_every_view_is_accessible.
@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
def test_at_320_pixels_nothing_scrolls_horizontally(open_console, busy, language):
    page = open_console(path=None, language=language, **FOUR_TIMES)
    page.guard.allowed.append("status of 404")
    faults = []
    for name, path in (paths() | MISSING).items():
        show(page, path)
        faults += [f"{name}: {fault}" for fault in page.evaluate(SIDEWAYS)]
    visitor = open_console(None, path=None, language=language, **FOUR_TIMES)
    for path in ("/admin/sign-in", "/admin/set-up", "/admin/set-up#aGoodDealTooShort"):
        show(visitor, path)
        faults += [f"{path}: {fault}" for fault in visitor.evaluate(SIDEWAYS)]
    assert not faults, "\n".join(dict.fromkeys(faults))


@pytest.mark.long
def test_at_320_pixels_overlays_fit_too(open_console, busy):
    page = open_console(path=None, **FOUR_TIMES)
    for path, steps in OVER.items():
        show(page, path)
        for role, name in steps:
            page.get_by_role(role, name=name).first.focus()
            # A menu closes when the content below it scrolls, for example to the focused element.
            page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            page.keyboard.press("Enter")
            over = page.locator("dialog[open], [role=menu], [role=listbox]").filter(visible=True).first
            expect(over, name).to_be_visible()
            expect(page.locator(".loading:visible")).to_have_count(0)
            assert not page.evaluate(SIDEWAYS), name
            page.keyboard.press("Escape")
            expect(over, name).to_have_count(0)


# The visible properties of an element in a contrast theme: borders, outlines, and backgrounds unlike the page's.
LOOK = """one => {
  const none = ['rgba(0, 0, 0, 0)', getComputedStyle(document.documentElement).backgroundColor];
  const ground = (style) => (none.includes(style.backgroundColor) ? 'none' : style.backgroundColor);
  return [null, '::before', '::after'].map(part => getComputedStyle(one, part)).filter(style => style.content !== 'none').map(style => {
    const borders = ['Top', 'Right', 'Bottom', 'Left'].map(side => style[`border${side}Style`] === 'none' || style[`border${side}Width`] === '0px' || none.includes(style[`border${side}Color`])
      ? 'none' : `${style[`border${side}Style`]} ${style[`border${side}Width`]} ${style[`border${side}Color`]}`);
    return [ground(style), style.outlineStyle, ...borders].every(one => one === 'none') ? ''
      : [ground(style), style.outline, ...borders, style.transform].join(' | ');
  }).filter(Boolean).join(' || ');
}"""


def differs(chosen, other, name):
    expect(chosen, name).to_have_count(1)
    looks = chosen.evaluate(LOOK), other.first.evaluate(LOOK)
    assert looks[0] != looks[1], f"{name}: nothing tells what is chosen: {looks[0]}"


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_contrast_theme_shows_selected_elements(open_console, busy, theme):
    page = open_console("lin", path=None, theme=theme, forced_colors=True)
    show(page, paths()["sections"])
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    differs(page.locator(".shell-tab[aria-current]"), page.locator(".shell-tab:not([aria-current])"), "tab of the page")
    differs(page.locator(".page-stage .segment:has(:checked)"), page.locator(".page-stage .segment:not(:has(:checked))"), "Draft")
    rows = page.get_by_role("grid").get_by_role("row")
    rows.nth(2).click(position={"x": 400, "y": 30})
    page.mouse.move(700, 20)
    differs(page.locator('.list-row[aria-selected="true"]'), page.locator('.list-row[aria-selected="false"]'), "section")
    panes = page.locator(".page-panes")
    draft = panes.evaluate(LOOK)
    page.get_by_role("radio", name="Live").click()
    page.get_by_role("dialog").get_by_role("button", name="Edit live directly").click()
    expect(page.get_by_text("You are editing what is live")).to_be_visible()
    assert panes.evaluate(LOOK) != draft
    assert "none" not in page.locator(".page-live-bar").evaluate("one => getComputedStyle(one).borderTopStyle")
    show(page, paths()["editor"])
    differs(page.locator(".edit .tab[aria-selected=true]"), page.locator(".edit .tab[aria-selected=false]"), "tab of the editor")
    page.locator(".edit").get_by_role("tab", name="When").click()
    track = page.locator(".edit .toggle-track").first
    shown = track.evaluate(LOOK)
    page.locator(".edit").get_by_role("switch", name="Show this section").click()
    assert track.evaluate(LOOK) != shown
    show(page, paths()["comparison"])
    page.locator(".preview-difference").first.click()
    differs(
        page.locator('.preview-difference[aria-pressed="true"]'),
        page.locator('.preview-difference[aria-pressed="false"]'),
        "difference",
    )
    show(page, paths()["tokens"])
    differs(page.locator(".admin-nav [aria-current]"), page.locator(".admin-nav a:not([aria-current])"), "tab of the management")
