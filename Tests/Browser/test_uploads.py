"""Uploading pictures at a field of a section: cropping and resizing in the browser."""

import base64
import re
import struct
import zlib

import pytest
from playwright.sync_api import expect

from acting import Finger, assert_accessible, assert_fits, dropped
from conftest import PHONE, expected, password
from harness import eventually
from harness.pictures import animated_webp, gif, png, svg
from test_editor import box, draft, edit, editor, open_card, save, saved  # noqa: F401
from test_phone import section

AD, MALL = "middleAd", "/admin/pages/mall/blocks/middleAd"

# A picture like a photo: gradients, edges and noise, which do not compress well.
PHOTO = """async ([width, height, type, quality, hole]) => {
  const canvas = new OffscreenCanvas(width, height), context = canvas.getContext('2d');
  const sky = context.createLinearGradient(0, 0, width, height);
  for (const [at, colour] of [[0, '#f7c59f'], [.4, '#2a9d8f'], [.7, '#264653'], [1, '#e76f51']]) sky.addColorStop(at, colour);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  let seed = 7;
  const random = () => (seed = (seed * 1664525 + 1013904223) % 4294967296) / 4294967296;
  for (let leaf = 0; leaf < 900; leaf += 1) {
    context.fillStyle = `hsl(${random() * 360} 60% ${20 + random() * 60}% / .5)`;
    context.beginPath();
    context.ellipse(random() * width, random() * height, random() * width / 20, random() * width / 60, random() * 3, 0, 7);
    context.fill();
  }
  const tile = new OffscreenCanvas(512, 512), grain = tile.getContext('2d'), data = grain.createImageData(512, 512);
  for (let place = 0; place < data.data.length; place += 4) {
    data.data.fill(random() * 255, place, place + 3);
    data.data[place + 3] = 26;
  }
  grain.putImageData(data, 0, 0);
  context.fillStyle = context.createPattern(tile, 'repeat');
  context.fillRect(0, 0, width, height);
  if (hole) context.clearRect(0, 0, width / 2, height);
  const blob = await canvas.convertToBlob({ type, quality });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let place = 0; place < bytes.length; place += 32768) text += String.fromCharCode(...bytes.subarray(place, place + 32768));
  return btoa(text);
}"""


# A picture that already has the right size, since cropping and compressing a photo takes seconds.
READY = {"name": "harbour.png", "mimeType": "image/png", "buffer": png(1080, 420, 0x2A9D8F)}


@pytest.fixture(scope="session")
def photo(browser, tmp_path_factory):
    """Creates a file: photo(4000, 3000), photo(800, 600, "image/png", hole=True)."""
    made = {}

    def photo(width, height, kind="image/jpeg", quality=0.92, hole=False):
        key = (width, height, kind, hole)
        if key not in made:
            page = browser.new_page()
            content = base64.b64decode(page.evaluate(PHOTO, [width, height, kind, quality, hole]))
            page.close()
            made[key] = tmp_path_factory.mktemp("photos") / f"harbour {width}.{kind.split('/')[1]}"
            made[key].write_bytes(content)
        return made[key]

    return photo


def rotated(content):
    """A portrait photo of a camera: its pixels are rotated, with the EXIF orientation 6."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0)
    tiff = b"MM\0*" + struct.pack(">I", 8) + struct.pack(">H", 1) + entry + b"\0\0\0\0"
    data = b"Exif\0\0" + tiff
    return content[:2] + b"\xff\xe1" + struct.pack(">H", len(data) + 2) + data + content[2:]


def crop(page):
    return page.get_by_role("dialog", name=re.compile("^(Crop the picture|Upload a picture|裁剪图片|上传图片)$"))


def choose(page, files, name=re.compile("^Upload a picture: Picture$")):
    with page.expect_file_chooser() as requested:
        editor(page).get_by_role("button", name=name).first.click()
    requested.value.set_files(files)
    expect(crop(page)).to_be_visible()


def accept(page):
    crop(page).get_by_role("button", name=re.compile("^(Use picture|使用图片)$")).click()


def address(page):
    """The URL in the field after an upload."""
    expect(box(page, "Picture")).to_have_value(re.compile(r"^/pictures/[0-9a-f]{32}\.\w+$"))
    return box(page, "Picture").input_value()


def stored(server, url=None):
    [*pictures] = server.api("GET", "/api/pictures").data["pictures"]
    return next(one for one in pictures if url in (None, one["url"])) if pictures else None


@pytest.fixture
def ad(edit):
    """Opens the form of the first card of an advertisement, whose picture is 1080:420."""

    def ad(**options):
        page = edit(AD, **options)
        open_card(page)
        return page

    return ad


def test_a_large_photo_becomes_a_small_banner(ad, server, photo):
    file = photo(4000, 3000)
    assert file.stat().st_size > 3_000_000
    page = ad()
    choose(page, file)
    expect(crop(page)).to_contain_text("Only the part in the frame is shown")
    expect(crop(page)).to_contain_text("Becomes 1080 × 420 pixels")
    assert stored(server) is None, "nothing is sent before one agrees"
    accept(page)
    picture = stored(server, address(page))
    assert picture["bytes"] <= 100_000 and picture["type"] == "image/webp", picture
    assert (picture["width"], picture["height"]) == (1080, 420)
    assert picture["name"] == "harbour 4000"
    expect(editor(page).get_by_text(re.compile(r"^Uploaded: 1080 × 420, \d+ KB$"))).to_be_visible()
    # The phone shows it immediately, and the draft has it once it is saved.
    expect(section(page, AD).locator(f"img[src$='{picture['url']}']")).to_be_attached()
    assert picture["url"] not in str(draft(server, AD))
    save(page)
    saved(page)
    assert draft(server, AD)["content"]["extInfo"]["list"][0]["imageUrl"] == picture["url"]


def pixels(page, url, *places):
    """The colours of a picture at relative positions, each as [red, green, blue, alpha]."""
    return page.evaluate(
        """async ([url, places]) => {
      const image = await createImageBitmap(await (await fetch(url)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      return places.map(([x, y]) => [...context.getImageData(x * (image.width - 1), y * (image.height - 1), 1, 1).data]);
    }""",
        [url, places],
    )


@pytest.mark.long
def test_the_crop_is_changed_by_mouse_and_by_keyboard(ad, server, photo):
    page = ad()
    choose(page, photo(1600, 1200))
    stage = crop(page).get_by_role("application")
    expect(stage).to_be_focused()
    state = crop(page).get_by_role("status")
    expect(state).to_contain_text("Centre 50%, 50%. Zoom 100%")
    frame = stage.bounding_box()
    middle = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0], middle[1] - 400, steps=8)
    page.mouse.up()
    # The frame cannot leave the photo.
    expect(state).to_contain_text("Centre 50%, 74%. Zoom 100%")
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    expect(state).to_contain_text("Centre 50%, 70%.")
    page.keyboard.press("+")
    expect(state).to_contain_text("Zoom 110%")
    page.keyboard.press("Shift+ArrowRight")
    expect(state).not_to_contain_text("Centre 50%")
    page.keyboard.press("-")
    expect(state).to_contain_text("Zoom 100%")
    page.keyboard.press("0")
    expect(state).to_contain_text("Centre 50%, 50%. Zoom 100%")
    page.mouse.move(*middle)
    page.mouse.wheel(0, -400)
    expect(state).to_contain_text("Zoom 272%")
    expect(crop(page)).to_contain_text("It will look blurred")
    crop(page).get_by_role("slider", name="Zoom").fill("0")
    expect(state).to_contain_text("Zoom 100%")
    expect(crop(page)).not_to_contain_text("blurred")
    accept(page)
    picture = stored(server, address(page))
    assert (picture["width"], picture["height"]) == (1080, 420)


@pytest.mark.long
def test_the_uploaded_picture_is_the_part_in_the_frame(ad, server):
    # The upper part is red, the lower part green: only the lower part is selected.
    rows = b"".join(b"\0" + (b"\xff\0\0" if row < 600 else b"\0\xc8\0") * 1080 for row in range(1200))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    content = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", 1080, 1200, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )
    page = ad()
    choose(page, {"name": "halves.png", "mimeType": "image/png", "buffer": content})
    for _ in range(15):
        page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Enter")
    [upper, lower] = pixels(page, address(page), [0.5, 0.02], [0.5, 0.98])
    for red, green, _, alpha in (upper, lower):
        assert red < 60 and green > 150 and alpha == 255


@pytest.mark.long
def test_a_portrait_photo_is_rotated(ad, server, photo):
    page = ad()
    choose(page, {"name": "upright.jpg", "mimeType": "image/jpeg", "buffer": rotated(photo(1600, 1200).read_bytes())})
    expect(crop(page)).to_contain_text("The photo is 1200 × 1600 pixels")
    accept(page)
    assert stored(server, address(page))["width"] == 1080


@pytest.mark.long
def test_transparent_pictures_stay_transparent(ad, photo):
    page = ad()
    choose(page, photo(1600, 900, "image/png", hole=True))
    accept(page)
    [left, right] = pixels(page, address(page), [0.1, 0.5], [0.9, 0.5])
    assert left[3] == 0 and right[3] == 255


@pytest.mark.long
@pytest.mark.parametrize("hole, kind", [(False, "image/jpeg"), (True, "image/png")])
def test_a_browser_without_webp_creates_a_jpeg_or_a_transparent_png(open_console, server, photo, hole, kind):
    page = open_console("ming", path=None)
    page.add_init_script("""const encode = HTMLCanvasElement.prototype.toBlob;
      HTMLCanvasElement.prototype.toBlob = function (done, type, quality) { return encode.call(this, done, type === 'image/webp' ? 'image/png' : type, quality); };""")
    page.goto(server.url + MALL)
    open_card(page)
    choose(page, photo(4000, 3000) if not hole else photo(1600, 900, "image/png", hole=True))
    accept(page)
    picture = stored(server, address(page))
    assert picture["type"] == kind
    assert hole or picture["bytes"] <= 100_000
    assert abs(picture["width"] / picture["height"] - 1080 / 420) < 0.03


AS_THEY_ARE = [
    ("spin.gif", "image/gif", gif(1080, 420, 2)),
    ("leaf.svg", "image/svg+xml", svg()),
    # The server and the console inspect the file if its name and media type do not reveal its format.
    ("leaf", "application/octet-stream", b'<?xml version="1.0"?>\n' + svg()),
    ("spin.png", "image/png", png(1080, 420, chunks=[(b"iCCP", b"x" * 9000), (b"acTL", struct.pack(">II", 2, 0))])),
    ("spin.webp", "image/webp", animated_webp(1080, 420)),
]


@pytest.mark.long
def test_animations_and_vector_graphics_are_uploaded_unchanged(ad, server):
    page = ad()
    for name, kind, content in AS_THEY_ARE:
        before = box(page, "Picture").input_value()
        choose(page, {"name": name, "mimeType": kind, "buffer": content})
        expect(crop(page)).to_contain_text("uploaded unchanged")
        expect(crop(page).get_by_role("application")).to_have_count(0)
        if kind == "image/svg+xml":
            expect(crop(page)).to_contain_text("this place needs 18:7")
        accept(page)
        expect(box(page, "Picture")).not_to_have_value(before)
        assert server.get(address(page)).body == content


@pytest.mark.long
def test_a_picture_with_the_right_size_is_not_recompressed(ad, server):
    content = png(1080, 420, 0x336699)
    page = ad()
    # The field shows the required size in advance.
    expect(editor(page).locator(".edit-picture").first).to_contain_text("18:7, 1080 × 420 pixels")
    choose(page, {"name": "ready.png", "mimeType": "image/png", "buffer": content})
    expect(crop(page)).not_to_contain_text("Only the part")
    accept(page)
    assert server.get(address(page)).body == content


@pytest.mark.long
def test_name_and_description_are_kept(ad, server):
    page = ad()
    choose(page, READY)
    crop(page).get_by_role("textbox", name="Name").fill("Harbour at night")
    crop(page).get_by_role("textbox", name="Description").fill("Boats and lanterns")
    page.keyboard.press("Enter")
    url = address(page)
    eventually(lambda: stored(server, url)["alt"] == "Boats and lanterns")
    assert stored(server, url)["name"] == "Harbour at night"


@pytest.mark.long
def test_uploading_the_same_picture_keeps_its_name_and_description_with_a_message(ad, server):
    page = ad()
    for name, alt in (("Harbour at night", "Boats and lanterns"), ("Other name", "Other words")):
        choose(page, READY)
        crop(page).get_by_role("textbox", name="Name").fill(name)
        crop(page).get_by_role("textbox", name="Description").fill(alt)
        accept(page)
        url = address(page)
        eventually(lambda: stored(server, url)["alt"] == "Boats and lanterns")
    expect(page.get_by_role("region", name="Messages")).to_contain_text(
        "This picture is already in the library, as “Harbour at night”."
    )
    [picture] = server.api("GET", "/api/pictures").data["pictures"]
    assert (picture["name"], picture["alt"]) == ("Harbour at night", "Boats and lanterns")


def test_a_file_is_dropped_on_the_field_and_pasted_into_it(ad, server):
    page = ad()
    field = editor(page).locator(".edit-picture").first
    dropped(page, field, ("first.png", "image/png", png(1080, 420, 1)), ("second.png", "image/png", png(1080, 420, 2)))
    expect(crop(page).get_by_role("textbox", name="Name")).to_have_value("first")
    accept(page)
    first = address(page)
    expect(page.get_by_text("Only the first file was used")).to_be_visible()
    page.evaluate(
        """text => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], 'image.png', { type: 'image/png' }));
      document.querySelector('.edit-picture input').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }""",
        base64.b64encode(png(1080, 420, 3)).decode(),
    )
    accept(page)
    expect(box(page, "Picture")).not_to_have_value(first)
    assert server.get(address(page)).body == png(1080, 420, 3)


@pytest.mark.long
def test_text_is_pasted_as_text(ad):
    page = ad()
    box(page, "Picture").fill("")
    page.evaluate("navigator.clipboard.writeText('https://cdn.example.com/a.png')")
    expected(page, "request to another host|ERR_NAME_NOT_RESOLVED|net::ERR")
    page.keyboard.press("ControlOrMeta+v")
    expect(box(page, "Picture")).to_have_value("https://cdn.example.com/a.png")
    expect(crop(page)).to_have_count(0)


@pytest.mark.long
def test_a_file_dropped_outside_a_field_is_not_opened(ad):
    page = ad()
    default = page.evaluate("""() => {
      const data = new DataTransfer();
      data.items.add(new File(['x'], 'a.png', { type: 'image/png' }));
      const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    }""")
    assert default
    expect(crop(page)).to_have_count(0)


@pytest.mark.long
def test_cancelling_uploads_nothing(ad, server):
    page = ad()
    before = box(page, "Picture").input_value()
    choose(page, READY)
    page.keyboard.press("Escape")
    expect(crop(page)).to_have_count(0)
    expect(editor(page).get_by_role("button", name="Upload a picture: Picture", exact=True)).to_be_focused()
    expect(box(page, "Picture")).to_have_value(before)
    expect(editor(page).locator(".picture-line").first).to_be_hidden()
    assert stored(server) is None


@pytest.mark.long
def test_an_upload_shows_its_progress_and_can_be_cancelled(ad, server):
    page = ad()
    before, held = box(page, "Picture").input_value(), []
    page.route("**/api/pictures?*", lambda route: held.append(route) if route.request.method == "POST" else route.fallback())
    choose(page, READY)
    accept(page)
    expect(editor(page).get_by_role("progressbar")).to_be_visible()
    expect(editor(page)).to_contain_text("Uploading harbour")
    eventually(lambda: (page.evaluate("0"), held)[1])
    editor(page).locator(".picture-line").get_by_role("button", name="Cancel").click()
    expect(editor(page).get_by_role("progressbar")).to_have_count(0)
    expect(box(page, "Picture")).to_have_value(before)
    expect(editor(page).get_by_role("alert")).to_have_count(0)
    assert stored(server) is None


@pytest.mark.long
def test_input_during_an_upload_takes_precedence(ad, server):
    page = ad()
    held = []
    page.route("**/api/pictures?*", lambda route: held.append(route) if route.request.method == "POST" else route.fallback())
    choose(page, READY)
    accept(page)
    expect(editor(page).get_by_role("progressbar")).to_be_visible()
    box(page, "Picture").fill("/assets/mall/fashion.webp")
    expect(editor(page).get_by_role("progressbar")).to_have_count(0)
    expect(box(page, "Picture")).to_have_value("/assets/mall/fashion.webp")


REFUSALS = [
    (413, "larger than this server accepts"),
    (409, "The library is full"),
    (403, "may not upload"),
    (422, "The file is damaged"),
    (503, "The picture was rejected."),
]


@pytest.mark.long
def test_an_upload_that_the_server_rejects_is_reported_at_the_field_and_can_be_retried(ad):
    page = ad()
    expected(page, f"status of ({'|'.join(str(status) for status, _ in REFUSALS)})")
    refusals = []

    def refuse(route):
        if route.request.method != "POST" or not refusals:
            return route.fallback()
        route.fulfill(
            status=refusals.pop(),
            content_type="application/problem+json",
            json={
                "type": "x",
                "detail": "The picture was rejected.",
                "errors": [{"pointer": "", "reason": "a chunk of the PNG file has an invalid checksum"}],
            },
        )

    # After a rejection because of the role, the console requests the session's token again, which is unchanged.
    page.route("**/api/pictures?*", refuse)
    for status, words in REFUSALS:
        refusals.append(status)
        choose(page, READY)
        accept(page)
        expect(editor(page).get_by_role("alert")).to_contain_text(words)
        assert not refusals
        with page.expect_response(
            lambda response: response.request.method == "POST" and "/api/pictures?" in response.url and response.ok
        ):
            editor(page).get_by_role("button", name="Try again").click()
        address(page)
        expect(editor(page).get_by_role("alert")).to_have_count(0)
        # The next upload has another URL.
        box(page, "Picture").fill("/assets/mall/fashion.webp")


@pytest.mark.long
@pytest.mark.parametrize(
    "language, words", [("zh", "连接已断开，图片没有上传。"), ("en", "Not connected. The picture was not uploaded.")]
)
def test_without_a_connection_the_upload_can_be_retried(open_console, language, words):
    page = open_console("ming", path=MALL, language=language)
    open_card(page)
    expected(page, "ERR_INTERNET_DISCONNECTED|net::ERR|Failed to load")
    choose(page, READY, re.compile("^(Upload a picture: Picture|上传图片：图片)$"))
    expect(crop(page)).to_be_visible()
    page.context.set_offline(True)
    accept(page)
    expect(editor(page).get_by_role("alert")).to_contain_text(words)
    page.context.set_offline(False)
    editor(page).get_by_role("button", name=re.compile("^(Try again|重试)$")).click()
    expect(editor(page).locator(".edit-picture input").first).to_have_value(re.compile("^/pictures/"))


NO_PICTURES = [
    ("notes.txt", b"no picture", "This is not a picture"),
    ("page.html", b"<!doctype html><svg></svg>", "This is not a picture"),
    ("empty.png", b"", "The file is empty"),
    ("broken.png", b"\x89PNG\r\n\x1a\n" + b"x" * 400, "This browser cannot read the file"),
    ("phone.heic", b"\0\0\0\x18ftypheic" + b"\0" * 200, "This browser cannot read the file"),
]


@pytest.mark.long
def test_a_file_that_is_not_a_picture_is_rejected_before_anything_is_sent(ad):
    page = ad()
    for name, content, words in NO_PICTURES:
        dropped(page, editor(page).locator(".edit-picture").first, (name, "image/heic" if name.endswith("heic") else "", content))
        expect(editor(page).get_by_role("alert")).to_contain_text(words)
        expect(crop(page)).to_have_count(0)
        editor(page).get_by_role("button", name="Dismiss").click()
        expect(editor(page).get_by_role("alert")).to_have_count(0)


@pytest.mark.long
def test_a_session_that_ends_during_an_upload_is_renewed_and_the_upload_continues(ad, server, open_console):
    page = ad()
    expected(page, "status of 401")
    choose(page, READY)
    expect(crop(page)).to_be_visible()
    page.context.clear_cookies()
    accept(page)
    again = page.get_by_role("dialog", name="Sign in again")
    again.get_by_label("Password", exact=True).fill(password("ming"))
    page.keyboard.press("Enter")
    expect(again).to_have_count(0, timeout=40_000)
    address(page)


@pytest.mark.long
def test_the_picture_of_a_card_deleted_during_the_upload_stays_in_the_library(ad, server):
    page = ad()
    held = []
    page.route("**/api/pictures?*", lambda route: held.append(route) if route.request.method == "POST" else route.fallback())
    choose(page, READY)
    accept(page)
    eventually(lambda: (page.evaluate("0"), held)[1])
    editor(page).get_by_role("button", name="More for 春茶节 Spring Tea Fair").click()
    page.get_by_role("menuitem", name="Delete").click()
    held[0].continue_()
    expect(page.get_by_role("region", name="Messages")).to_contain_text("Its field is no longer open")
    assert stored(server)["name"] == "harbour"


@pytest.mark.long
def test_discarding_an_upload_restores_the_old_picture(ad):
    page = ad()
    before = box(page, "Picture").input_value()
    choose(page, READY)
    accept(page)
    address(page)
    editor(page).get_by_role("button", name="Discard", exact=True).click()
    open_card(page)
    expect(box(page, "Picture")).to_have_value(before)
    page.get_by_role("button", name="Undo").last.click()
    open_card(page)
    address(page)


@pytest.mark.long
def test_operators_who_cannot_edit_are_not_offered_uploads(edit):
    page = edit(AD, operator="yan")
    open_card(page)
    expect(editor(page).get_by_role("button", name=re.compile("^Upload"))).to_have_count(0)
    dropped(page, editor(page).locator(".edit-picture").first, ("a.png", "image/png", png(1080, 420)))
    expect(crop(page)).to_have_count(0)


@pytest.mark.long
def test_a_field_for_any_ratio_offers_several_ratios(edit, server, photo):
    card = {"id": 1, "imageUrl": "/assets/demo/sunrise.svg", "width": 4, "height": 3, "title": None, "url": None}
    made = server.api(
        "PUT",
        "/api/pages/any/export",
        {
            "page": {"slug": "any", "title": "Any shape"},
            "blocks": [{"blockCode": "single", "showType": "DEMO_IMAGE", "content": {"extInfo": {"list": [card]}}}],
        },
    )
    assert made.status in (200, 201), made.body
    page = edit("single", "any")
    choose(page, photo(1600, 1200), re.compile("^Upload a picture: "))
    expect(crop(page).get_by_role("status")).to_contain_text("Becomes 1080 × 810 pixels")
    crop(page).get_by_label("Shape", exact=True).select_option("1:1")
    expect(crop(page).get_by_role("status")).to_contain_text("Becomes 1080 × 1080 pixels")
    crop(page).get_by_label("Shape", exact=True).select_option("free")
    crop(page).get_by_label("Shape, from tall to wide").fill("100")
    expect(crop(page).get_by_role("status")).to_contain_text("Becomes 1080 × 360 pixels")
    assert_accessible(page)


@pytest.mark.long
def test_a_picture_with_another_ratio_has_a_warning(ad, server):
    page = ad()
    expect(editor(page).get_by_text("Apps crop the rest")).to_have_count(0)
    box(page, "Picture").fill("/assets/mall/bike-share.webp")
    expect(editor(page).get_by_text(re.compile("this place needs 18:7. Apps crop the rest"))).to_be_visible()
    made = server.send(
        "POST", "/api/pictures", png(1080, 420), {"Authorization": f"Bearer {server.token}", "Content-Type": "image/png"}
    )
    box(page, "Picture").fill(made.json["data"]["url"])
    expect(editor(page).get_by_text("Apps crop the rest")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_dialog_is_accessible_and_fits_on_a_phone(open_console, server, photo, theme):
    page = open_console("ming", path=MALL, theme=theme, language="zh", **PHONE)
    open_card(page)
    choose(page, photo(1600, 1200), re.compile("^上传图片：图片$"))
    expect(crop(page)).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    stage = crop(page).get_by_role("application")
    box_ = stage.bounding_box()
    finger = Finger(page)
    finger.down(box_["x"] + box_["width"] / 2, box_["y"] + box_["height"] / 2)
    finger.move(box_["x"] + box_["width"] / 2, box_["y"] - 60)
    finger.up()
    expect(crop(page).get_by_role("status")).to_contain_text("中心 50%、74%")
    accept(page)
    expect(editor(page).locator(".edit-picture input").first).to_have_value(re.compile("^/pictures/"))
    assert_fits(page)
    assert_accessible(page)


def cards(server, code=AD):
    return draft(server, code)["content"]["extInfo"]["list"]


@pytest.mark.long
def test_files_dropped_on_a_list_become_cards(edit, server, photo):
    page = edit(AD)
    before = len(cards(server))
    rows = editor(page).locator(".edit-card")
    expect(rows).to_have_count(before)
    dropped(
        page,
        editor(page).locator(".edit-cards-place").first,
        ("one.jpg", "image/jpeg", photo(1600, 1200).read_bytes()),
        ("notes.txt", "text/plain", b"words"),
        ("two.png", "image/png", png(1080, 420, 5)),
    )
    expect(rows).to_have_count(before + 2)
    expect(crop(page)).to_have_count(0)
    expect(editor(page).get_by_role("list", name="Uploads").get_by_role("alert")).to_contain_text("This is not a picture")
    for place, name in ((before, "Night market"), (before + 1, "Morning market")):
        rows.nth(place).locator(".edit-card-open").click()
        rows.nth(place).get_by_role("textbox", name="Title", exact=True).fill(name)
        rows.nth(place).get_by_role("textbox", name="Link", exact=True).fill("homeblocks://mall/market")
    save(page)
    saved(page)
    made = {one["url"]: one for one in server.api("GET", "/api/pictures").data["pictures"]}
    assert len(made) == 2
    for card in cards(server)[before:]:
        picture = made[card["imageUrl"]]
        assert (picture["width"], picture["height"]) == (1080, 420) and picture["bytes"] <= 100_000


@pytest.mark.long
def test_files_for_cards_can_be_chosen_by_keyboard_too(edit, server):
    page = edit(AD)
    before = len(cards(server))
    with page.expect_file_chooser() as requested:
        editor(page).get_by_role("button", name="From pictures…").first.press("Enter")
    assert requested.value.is_multiple()
    requested.value.set_files(
        [{"name": f"{number}.png", "mimeType": "image/png", "buffer": png(1080, 420, number)} for number in range(3)]
    )
    expect(editor(page).locator(".edit-card")).to_have_count(before + 3)
    expect(section(page, AD).locator("img[src*='/pictures/']")).to_have_count(3)


@pytest.mark.long
def test_a_file_dropped_on_the_field_of_a_card_becomes_its_picture(ad, server):
    page = ad()
    before = len(cards(server))
    dropped(page, editor(page).locator(".edit-picture").first, ("one.png", "image/png", png(1080, 420, 1)))
    accept(page)
    address(page)
    expect(editor(page).locator(".edit-card")).to_have_count(before)
