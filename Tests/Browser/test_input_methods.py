"""Keys of an input method: a key that commits or cancels a composition does nothing else."""

import pytest
from playwright.sync_api import expect

MALL = "/admin/pages/mall"
# The events of Chromium and Firefox, and those of Safari after the end of a composition.
ORDERS = {"while composing": {"isComposing": True}, "after its end": {"keyCode": 229}}


@pytest.fixture(params=ORDERS)
def press(request):
    """Dispatches the event of an input method's key, without any default action of the browser."""

    def press(locator, key):
        locator.evaluate(
            "(input, init) => input.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))",
            {"key": key, **ORDERS[request.param]},
        )

    return press


def test_committing_a_word_does_not_open_a_result_or_end_the_search(open_console, press):
    page = open_console("wei", path=MALL)
    search = page.get_by_label("Search sections")
    search.fill("钱包")
    press(search, "Enter")
    press(search, "Escape")
    expect(search).to_have_value("钱包")
    assert page.url.endswith(MALL)
    search.press("Enter")
    page.wait_for_url("**/blocks/*")


@pytest.mark.long
def test_committing_a_word_does_not_add_a_language(open_console, press):
    page = open_console("wei", path=f"{MALL}/blocks/wallet")
    page.get_by_role("tab", name="Languages").click()
    language = page.get_by_label("Add a language")
    language.fill("zh-Hant")
    press(language, "Enter")
    expect(language).to_have_value("zh-Hant")
    language.press("Enter")
    expect(language).not_to_have_value("zh-Hant")


@pytest.mark.long
def test_cancelling_a_word_does_not_close_a_dialog(open_console, press):
    page = open_console("lin", path="/admin/manage/tokens")
    page.get_by_role("button", name="Create a token").first.click()
    dialog = page.get_by_role("dialog")
    name = dialog.get_by_role("textbox").first
    name.fill("发布")
    press(name, "Escape")
    press(name, "Enter")
    expect(dialog).to_have_count(1)
    expect(name).to_have_value("发布")
    name.press("Escape")
    expect(dialog).to_have_count(0)


@pytest.mark.long
def test_choosing_a_word_does_not_choose_a_layout(open_console, press):
    page = open_console("wei", path=MALL)
    page.get_by_role("button", name="Add section").click()
    search = page.get_by_label("Search layouts")
    search.fill("advert")
    press(search, "Enter")
    expect(search).to_have_value("advert")
    search.press("Enter")
    expect(search).to_have_count(0)
