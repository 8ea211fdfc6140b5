"""The accessibility of every view: axe-core, keyboard navigation, touch targets, and wide and narrow windows."""

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits
from conftest import LARGE, PHONE, SMALL
from harness.marks import short_and_long
from test_zoom_and_contrast import FOUR_TIMES, SIDEWAYS
from views import MISSING, OVER, paths, show

# One view of each kind: a list, a form, a table.
MAIN = ("sections", "editor", "tokens")


@pytest.mark.parametrize(
    "theme, language, views",
    short_and_long(("light", "en", MAIN), ("light", "en", None), ("dark", "zh", None)),
    ids=["main", "light-en", "dark-zh"],
)
def test_every_view_is_accessible(open_console, busy, theme, language, views):
    page = open_console(path=None, theme=theme, language=language)
    page.guard.allowed.append("status of 404")
    window = page.viewport_size
    shown = [paths()[name] for name in views] if views else [*paths().values(), *MISSING.values()]
    for path in shown:
        show(page, path)
        assert_accessible(page)
        assert_fits(page)
        # The other theme differs only in its colours.
        page.emulate_media(color_scheme="light" if theme == "dark" else "dark")
        assert_accessible(page, rules=["color-contrast"])
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size(LARGE)
        assert_fits(page)
        page.set_viewport_size(FOUR_TIMES)
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate(SIDEWAYS) == [], path
        page.set_viewport_size(window)
    visitor = open_console(None, path=None, theme=theme, language=language)
    for path in ("/admin/sign-in", "/admin/set-up", "/admin/set-up#aGoodDealTooShort"):
        assert_accessible(show(visitor, path))
        visitor.set_viewport_size(FOUR_TIMES)
        assert visitor.evaluate(SIDEWAYS) == [], path
        visitor.set_viewport_size(window)


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_overlays_are_accessible_and_restore_the_focus(open_console, busy, theme):
    page = open_console(path=None, theme=theme)
    for path, steps in OVER.items():
        show(page, path)
        for role, name in steps:
            button = page.get_by_role(role, name=name).first
            button.focus()
            page.keyboard.press("Enter")
            over = page.locator("dialog[open], [role=menu], [role=listbox]").filter(visible=True).first
            expect(over, f"{path}: {name}").to_be_visible()
            expect(page.locator(".loading:visible")).to_have_count(0)
            assert_accessible(page)
            assert page.evaluate("document.activeElement !== document.body"), f"{path}: {name} takes no focus"
            page.keyboard.press("Escape")
            expect(over, f"{path}: {name}").to_have_count(0)
            expect(button, f"{path}: {name}").to_be_focused()


WALK = """() => {
  const look = (one) => { const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(one); return outline + boxShadow + borderColor + backgroundColor; };
  const near = (one) => [one, one.nextElementSibling, one.parentElement, one.parentElement?.parentElement, one.closest('label')].filter(Boolean);
  const words = (one) => (one.getAttribute('aria-label') ?? one.innerText ?? one.id).trim().slice(0, 60) || one.outerHTML.slice(0, 120);
  const last = window.lastStop;
  const faults = [];
  // In fields of a date the browser itself goes from part to part, and shows where it is.
  if (last && last.one !== document.activeElement && last.one.type !== 'datetime-local' && last.looks.every(([one, had]) => look(one) === had)) faults.push(`${last.words}: one cannot see that it has the focus`);
  const now = document.activeElement;
  if (now === document.body || now === document.documentElement) return { end: true, faults };
  const box = now.getBoundingClientRect();
  if (box.width * box.height > 0 && (box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth)) faults.push(`${words(now)}: has the focus out of sight`);
  window.lastStop = { one: now, words: words(now), looks: near(now).map(one => [one, look(one)]) };
  return { words: words(now), faults };
}"""


@pytest.mark.long
@pytest.mark.parametrize("theme, views", [("dark", MAIN), ("light", None)], ids=["dark", "light"])
def test_every_view_can_be_tabbed_through_with_a_visible_focus(open_console, busy, theme, views):
    page = open_console(path=None, theme=theme)
    faults = []
    for name in views or paths():
        path = paths()[name]
        show(page, path)
        assert not page.locator("[tabindex]").evaluate_all("all => all.filter(one => one.tabIndex > 0).map(one => one.outerHTML)")
        for stops in range(250):
            page.keyboard.press("Tab")
            stop = page.evaluate(WALK)
            faults += [f"{name}: {fault}" for fault in stop["faults"]]
            if stop.get("end"):
                break
        assert stop.get("end"), f"{name}: Tab does not come to an end; at {stop['words']}"
        assert stops > 5, f"{name}: Tab reaches almost nothing"
    assert not faults, "\n".join(sorted(set(faults)))


TARGETS = """() => { return [...document.querySelectorAll('button, a[href], select, textarea, [role=tab], [role=menuitem], summary, input:not([type=hidden])')]
  .filter(one => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest('[aria-hidden=true], .phone-content, p, .shell-skip'))
  .map(one => [one, one.getBoundingClientRect(), (one.closest('label') ?? one.labels?.[0] ?? one).getBoundingClientRect().height, around(one)])
  .filter(([, own, label, more]) => own.width > 1 && own.height > 1 && Math.max(own.height, label, more) < 43.5)
  .map(([one, own]) => `${(one.getAttribute('aria-label') ?? one.innerText ?? '').trim().slice(0, 40) || one.outerHTML.slice(0, 90)}: ${Math.round(own.width)} × ${Math.round(own.height)}`);
  // What lies over an element as a part of it: the area of its ::after.
  function around(one) {
    const after = getComputedStyle(one, '::after');
    if (after.content === 'none' || after.position !== 'absolute') return 0;
    let place = one;
    while (place && getComputedStyle(place).position === 'static') place = place.parentElement;
    return place.getBoundingClientRect().height - parseFloat(after.top) - parseFloat(after.bottom);
  } }"""


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["360", "390"])
def test_on_a_phone_everything_fits_and_touch_targets_are_large_enough(open_console, busy, size):
    page = open_console(path=None, language="zh", **size)
    small = []
    for name, path in paths().items():
        show(page, path)
        assert_fits(page)
        small += [f"{name}: {one}" for one in page.evaluate(TARGETS)]
    assert not small, "\n".join(dict.fromkeys(small))


@pytest.mark.long
def test_on_a_large_screen_everything_fits(open_console, busy):
    page = open_console(path=None, **LARGE)
    for path in paths().values():
        assert_fits(show(page, path))
