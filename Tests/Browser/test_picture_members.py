"""The members of a picture in addition to its URL: width, height, and the picture for dark mode."""

import re

import pytest
from playwright.sync_api import expect

from acting import assert_accessible, assert_fits, dropped
from conftest import PHONE, expected, upload
from harness.pictures import png
from test_editor import box, draft, edit, editor, open_card, save, saved  # noqa: F401
from test_phone import section
from test_uploads import AD, accept, ad, address, choose, crop, photo, stored  # noqa: F401

LIGHTHOUSE, SIZE = "/assets/demo/lighthouse.webp", (800, 450)


def card(number, url=LIGHTHOUSE, size=SIZE):
    return {"id": number, "imageUrl": url, "width": size[0], "height": size[1], "title": None, "url": None}


@pytest.fixture
def shapes(edit, server):
    """Opens the form of a section for pictures of any shape, with its first card open."""

    def shapes(*cards, faults="(?!)", **options):
        made = server.api(
            "PUT",
            "/api/pages/any/export",
            {
                "page": {"slug": "any", "title": "Any shape"},
                "blocks": [
                    {
                        "blockCode": "shapes",
                        "showType": "DEMO_IMAGE",
                        "content": {"extInfo": {"list": list(cards or (card(1), card(2)))}},
                    }
                ],
            },
        )
        assert made.status in (200, 201), made.body
        page = edit("shapes", "any", **options)
        expected(page, faults)
        if not editor(page).locator(".edit-card.open").count():
            open_card(page)
        loaded(page)
        return page

    return shapes


def loaded(page):
    """Waits until the picture of the open card is loaded."""
    # A missing picture is replaced by a symbol.
    editor(page).locator(".edit-picture-thumb").first.evaluate("place => place.querySelector('img')?.decode().catch(() => null)")


def size(page):
    return tuple(
        editor(page).get_by_role("textbox", name=f"{side} of the picture", exact=True).first for side in ("Width", "Height")
    )


def expect_size(page, width, height):
    for field, value in zip(size(page), (width, height)):
        expect(field).to_have_value(str(value))


def cards(server):
    return [
        (one["imageUrl"], one["width"], one["height"]) for one in draft(server, "shapes", "any")["content"]["extInfo"]["list"]
    ]


# --- Width and height


@pytest.mark.long
def test_an_uploaded_picture_sets_its_size(shapes, server, photo):
    page = shapes()
    expect_size(page, 800, 450)
    choose(page, photo(1600, 1200))
    accept(page)
    url = address(page)
    expect_size(page, 1080, 810)
    save(page)
    saved(page)
    assert cards(server) == [(url, 1080, 810), (LIGHTHOUSE, 800, 450)]
    # The next picture replaces the size.
    choose(page, photo(1600, 1200))
    crop(page).get_by_label("Shape", exact=True).select_option("1:1")
    accept(page)
    expect_size(page, 1080, 1080)


@pytest.mark.long
def test_a_picture_of_the_library_sets_its_size(shapes, server):
    banner = upload(server, png(600, 300), "Banner")
    page = shapes()
    editor(page).get_by_role("button", name="Choose a picture: Picture").first.click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Banner")).first.click()
    expect_size(page, 600, 300)
    save(page)
    saved(page)
    assert cards(server)[0] == (banner["url"], 600, 300)


@pytest.mark.long
def test_a_smaller_size_with_the_same_ratio_counts_as_the_pictures_size(shapes, photo):
    page = shapes(card(1, size=(400, 225)))
    choose(page, photo(1600, 1200))
    accept(page)
    expect_size(page, 1080, 810)


@pytest.mark.long
def test_a_size_with_another_ratio_stays_until_it_is_replaced(shapes, server, photo):
    page = shapes(card(1, size=(500, 500)))
    choose(page, photo(1600, 1200))
    accept(page)
    url = address(page)
    expect(editor(page).get_by_text("Width and height stay 500 × 500. The picture is 1080 × 810 pixels.")).to_be_visible()
    expect_size(page, 500, 500)
    assert_accessible(page)
    editor(page).get_by_role("button", name="Use 1080 × 810").click()
    expect_size(page, 1080, 810)
    expect(editor(page).get_by_text("Width and height stay")).to_have_count(0)
    save(page)
    saved(page)
    assert cards(server) == [(url, 1080, 810)]


@pytest.mark.long
def test_the_size_of_a_missing_picture_stays_until_it_is_replaced(shapes, server, photo):
    page = shapes(card(1, url="/assets/demo/not-there.webp"), faults="status of 404")
    choose(page, photo(1600, 1200))
    accept(page)
    expect(editor(page).get_by_role("button", name="Use 1080 × 810")).to_be_visible()
    expect_size(page, 800, 450)


@pytest.mark.long
def test_the_first_picture_of_a_new_card_sets_its_size(shapes, server, photo):
    page = shapes()
    editor(page).get_by_role("button", name="Add: Pictures").click()
    new = editor(page).locator(".edit-card").nth(2)
    with page.expect_file_chooser() as requested:
        new.get_by_role("button", name="Upload a picture: Picture").click()
    requested.value.set_files(photo(1600, 1200))
    accept(page)
    expect(new.get_by_role("textbox", name="Width of the picture")).to_have_value("1080")
    expect(new.get_by_role("textbox", name="Height of the picture")).to_have_value("810")


@pytest.mark.long
def test_files_that_become_cards_set_their_sizes(shapes, server, photo):
    page = shapes()
    dropped(
        page,
        editor(page).locator(".edit-cards-place").first,
        ("one.jpg", "image/jpeg", photo(1600, 1200).read_bytes()),
        ("two.png", "image/png", png(600, 300, 5)),
    )
    expect(editor(page).locator(".edit-card")).to_have_count(4)
    save(page)
    saved(page)
    assert sorted(one[1:] for one in cards(server)[2:]) == [(600, 300), (1080, 810)]


@pytest.mark.long
def test_a_typed_url_sets_the_size_and_the_chinese_console_is_translated(shapes, server):
    banner = upload(server, png(600, 300), "Banner")
    page = shapes(card(1, size=(500, 500)), language="zh")
    field = editor(page).locator(".edit-picture input").first
    field.fill(banner["url"])
    expect(editor(page).get_by_text("宽高仍为 500 × 500，图片尺寸为 600 × 300。")).to_be_visible()
    editor(page).get_by_role("button", name="改用 600 × 300").click()
    expect(editor(page).get_by_role("textbox", name="图片宽度")).to_have_value("600")


# --- The picture for dark mode

DARK = "Picture for dark screens"


def dark_upload(page, files):
    choose(page, files, re.compile(f"^Upload a picture: {DARK}$"))


@pytest.mark.long
def test_a_picture_for_dark_mode_has_the_same_crop(ad, server, photo):
    page = ad()
    light, dark = box(page, "Picture"), box(page, DARK)
    assert light.bounding_box()["y"] == dark.bounding_box()["y"] or light.bounding_box()["x"] == dark.bounding_box()["x"]
    choose(page, photo(1600, 1200))
    for _ in range(4):
        page.keyboard.press("Shift+ArrowDown")
    shown = crop(page).get_by_role("status").inner_text()
    assert "Centre 50%, 50%" not in shown
    accept(page)
    url = address(page)
    dark_upload(page, photo(1600, 1200))
    # It has the same part, ratio and width.
    expect(crop(page).get_by_role("status")).to_have_text(shown)
    page.keyboard.press("+")
    accept(page)
    expect(dark).to_have_value(re.compile(r"^/pictures/[0-9a-f]{32}\.\w+$"))
    expect(light).to_have_value(url)
    picture = stored(server, dark.input_value())
    assert (picture["width"], picture["height"]) == (1080, 420) and picture["bytes"] <= 100_000
    save(page)
    saved(page)
    first = draft(server, AD)["content"]["extInfo"]["list"][0]
    assert (first["imageUrl"], first["imageUrlDark"]) == (url, picture["url"])
    assert_accessible(page)


@pytest.mark.long
def test_the_crop_is_discarded_with_its_picture(ad, photo):
    page = ad()
    choose(page, photo(1600, 1200))
    page.keyboard.press("Shift+ArrowDown")
    accept(page)
    address(page)
    box(page, "Picture").fill("/assets/mall/bike-share.webp")
    dark_upload(page, photo(1600, 1200))
    expect(crop(page).get_by_role("status")).to_contain_text("Centre 50%, 50%. Zoom 100%")


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_phone_shows_the_picture_of_its_theme(open_console, server, theme):
    bright, night = (upload(server, png(1080, 420, colour), name) for name, colour in (("Day", 0xF0E0C0), ("Night", 0x101828)))
    page = open_console("ming", path=f"/admin/pages/mall/blocks/{AD}", theme=theme)
    open_card(page)
    box(page, "Picture").fill(bright["url"])
    box(page, DARK).fill(night["url"])
    first = section(page, AD).locator(".phone-ad").first
    shown, other = (bright, night) if theme == "light" else (night, bright)
    expect(first.locator(f"img[src$='{shown['url']}']")).to_be_visible()
    expect(first.locator(f"img[src$='{other['url']}']")).to_be_hidden()
    # The theme of the console takes precedence over that of the system.
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", "dark" if theme == "light" else "light")
    expect(first.locator(f"img[src$='{other['url']}']")).to_be_visible()
    expect(first.locator(f"img[src$='{shown['url']}']")).to_be_hidden()


@pytest.mark.long
def test_without_a_valid_picture_for_dark_mode_the_ordinary_one_is_shown(open_console, server):
    bright = upload(server, png(1080, 420, 0xF0E0C0), "Day")
    page = open_console("ming", path=f"/admin/pages/mall/blocks/{AD}", theme="dark")
    open_card(page)
    box(page, "Picture").fill(bright["url"])
    first = section(page, AD).locator(".phone-ad").first
    expect(first.locator("img")).to_have_count(1)
    box(page, DARK).fill("data:image/png;base64,AAAA")
    expect(first.locator(f"img[src$='{bright['url']}']")).to_be_visible()
    expect(first.locator("img")).to_have_count(1)


@pytest.mark.long
def test_files_that_become_cards_are_pictures_for_light_mode(edit, server):
    page = edit(AD)
    before = len(draft(server, AD)["content"]["extInfo"]["list"])
    dropped(page, editor(page).locator(".edit-cards-place").first, ("one.png", "image/png", png(1080, 420, 1)))
    row = editor(page).locator(".edit-card").nth(before)
    row.locator(".edit-card-open").click()
    expect(row.get_by_role("textbox", name="Picture", exact=True)).to_have_value(re.compile("^/pictures/"))
    expect(row.get_by_role("textbox", name=DARK)).to_have_value("")


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
def test_both_pictures_fit_on_a_phone(open_console, language):
    page = open_console("ming", path=f"/admin/pages/mall/blocks/{AD}", language=language, theme="dark", **PHONE)
    open_card(page)
    name = DARK if language == "en" else "深色模式图片"
    expect(editor(page).get_by_role("textbox", name=name).first).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
