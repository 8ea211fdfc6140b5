"""Picture files of programs and cameras: which are accepted, which parts are stored, and which files are rejected."""

import itertools
import struct

import pytest

from harness.pictures import (
    TYPES,
    animated_webp,
    avif,
    box,
    exif,
    gif,
    jpeg,
    png,
    png_chunk,
    riff,
    segment,
    svg,
    webp,
    webp_of_camera,
)
from harness.svgs import EXPORTS, GRAMMAR, harmful
from publishing import done, refused
from test_pictures import PICTURES, identity, upload

RASTERS = {kind: make for kind, (make, _) in TYPES.items() if kind != "image/svg+xml"}


def reason(response):
    assert response.status == 422, response.body
    return response.json["errors"][0]["reason"]


# --- The size after the orientation is applied


def turned_pictures():
    """Pictures whose files have 80 × 60 pixels, with each orientation."""
    for orientation, order in itertools.product(range(1, 9), "<>"):
        data = exif(orientation, order)
        yield "image/jpeg", orientation, jpeg(80, 60, segments=segment(0xE1, b"Exif\0\0" + data))
        yield "image/png", orientation, png(80, 60, chunks=[(b"eXIf", data)])
        yield "image/webp", orientation, webp_of_camera(data, 80, 60)
        yield "image/webp", orientation, webp_of_camera(b"Exif\0\0" + data, 80, 60)
    for turns in range(4):
        yield "image/avif", 6 if turns % 2 else 1, avif(80, 60, turns=turns)


def test_the_size_takes_the_orientation_into_account(server):
    connection = server.connect()
    for kind, orientation, content in turned_pictures():
        picture = done(upload(server, content, kind, connection=connection), 201).data
        size = (60, 80) if orientation >= 5 else (80, 60)
        assert (picture["width"], picture["height"]) == size, (kind, orientation)
        assert (picture["id"], picture["bytes"]) == (identity(content), len(content))


def test_an_invalid_orientation_is_ignored(server):
    good = exif(6)
    for number, data in enumerate(
        (
            b"",
            b"II",
            good[:12],
            good[:-14],
            exif(0),
            exif(9),
            good.replace(b"II", b"IM"),
            b"II" + struct.pack("<HI", 42, 7),
            b"II" + struct.pack("<HI", 42, 0xFFFFFFFF),
            b"II" + struct.pack("<HIH", 42, 8, 0xFFFF),
            good.replace(struct.pack("<HH", 0x0112, 3), struct.pack("<HH", 0x0112, 2)),
        )
    ):
        for kind, content in (
            ("image/jpeg", jpeg(80, 60, segments=segment(0xE1, b"Exif\0\0" + data) + segment(0xFE, b"%d" % number))),
            ("image/png", png(80, 60, number, chunks=[(b"eXIf", data)])),
            ("image/webp", webp_of_camera(data + bytes(number % 2), 80, 60)),
        ):
            picture = done(upload(server, content, kind), 201).data
            assert (picture["width"], picture["height"]) == (80, 60), (kind, data)


# --- Data after a picture


FILM = box(b"ftyp", b"mp42", b"\0\0\0\0", b"isom") + box(b"mdat", b"film")
SAMSUNG = b"\0\0\x30\x0a\x10\0\0\0MotionPhoto_Data" + FILM + b"SEFH\x6a\0\0\0\1\0\0\0SEFT"
TEXT = png_chunk(b"tEXt", b"Comment\0tea", 7)


def with_rest():
    """Files that browsers can show: name, type, the sent bytes, and the stored bytes."""
    for kind, make in RASTERS.items():
        for name, rest in (("zeros", b"\0" * 512), ("text", b"hello"), ("another picture", jpeg(9, 9)), ("a film", FILM)):
            yield f"{kind} and {name}", kind, make() + rest, make()
    yield "a motion photo", "image/jpeg", jpeg() + FILM, jpeg()
    yield "a photo of Samsung", "image/jpeg", jpeg() + SAMSUNG, jpeg()
    gain_map = segment(0xE2, b"MPF\0" + b"II*\0\x08\0\0\0\0\0")
    yield "Ultra HDR", "image/jpeg", jpeg(segments=gain_map) + jpeg(4, 3), jpeg(segments=gain_map)
    yield (
        "fill bytes",
        "image/jpeg",
        jpeg().replace(b"\xff\xc0", b"\xff\xff\xff\xc0"),
        jpeg().replace(b"\xff\xc0", b"\xff\xff\xff\xc0"),
    )
    yield "zeros between segments", "image/jpeg", jpeg().replace(b"\xff\xc0", b"\0\0\0\xff\xc0"), jpeg()
    yield "a GIF without a trailer", "image/gif", gif()[:-1], gif()
    yield "a GIF with zeros instead", "image/gif", gif()[:-1] + b"\0\0\0", gif()
    yield "an animation without a trailer", "image/gif", gif(frames=3)[:-1], gif(frames=3)
    yield "a wrong checksum of a text", "image/png", png(chunks=[TEXT]), png()
    yield (
        "a wrong checksum of a gamma",
        "image/png",
        png(chunks=[png_chunk(b"gAMA", b"\0\0\xb1\x8f", 7), (b"tIME", b"\x07" * 7)]),
        png(chunks=[(b"tIME", b"\x07" * 7)]),
    )
    yield (
        "two wrong checksums",
        "image/png",
        png(chunks=[TEXT, (b"pHYs", b"\0" * 9), TEXT]) + b"rest",
        png(chunks=[(b"pHYs", b"\0" * 9)]),
    )
    yield "a box of a camera", "image/avif", avif() + box(b"mpvd", FILM), avif()
    odd = riff((b"VP8L", webp()[20:]), (b"XMP ", b"abc"))
    yield "an odd chunk", "image/webp", odd, odd
    unpadded = b"RIFF" + struct.pack("<I", len(odd) - 9) + odd[8:-1]
    yield "an odd chunk without padding", "image/webp", unpadded, unpadded
    yield "an animation and zeros", "image/webp", animated_webp() + b"\0\0\0", animated_webp()


@pytest.mark.both_engines
def test_files_that_browsers_show_are_accepted_and_only_the_picture_is_stored(server):
    connection = server.connect()
    for name, kind, sent, stored in with_rest():
        response = upload(server, sent, kind, connection=connection)
        assert response.status in (200, 201), (name, response.body)
        picture = response.data
        assert (picture["id"], picture["bytes"]) == (identity(stored), len(stored)), name
        assert done(server.get(picture["url"])).body == stored, name
        assert done(upload(server, stored, kind, connection=connection), 200).data == picture, name


def test_another_file_after_a_picture_is_rejected(server):
    connection = server.connect()
    files = (
        b"<!doctype html><script>alert(1)</script>",
        b"<svg/>",
        b"\xef\xbb\xbf<?php",
        b"%PDF-1.7",
        b"PK\x03\x04",
        b"PK\x05\x06" + b"\0" * 18,
        b"Rar!\x1a\x07",
        b"7z\xbc\xaf\x27\x1c",
        b"\x1f\x8b\x08",
        b"BZh9",
        b"\xfd7zXZ\0",
        b"#!/bin/sh",
        b"MZ\x90\0",
        b"\x7fELF",
    )
    for (kind, make), file, padding in itertools.product(RASTERS.items(), files, (b"", b"\0\0", b"\r\n\t ")):
        response = upload(server, make() + padding + file, kind, connection=connection)
        assert "after the picture" in reason(response), (kind, file)


# --- PNG


def test_the_color_type_and_the_bit_depth_of_a_png_must_match(server):
    allowed = {0: {1, 2, 4, 8, 16}, 2: {8, 16}, 3: {1, 2, 4, 8}, 4: {8, 16}, 6: {8, 16}}
    connection = server.connect()
    for color_type, depth in itertools.product((*range(9), 255), (*range(18), 24, 32, 255)):
        content = png(depth=depth, color_type=color_type, chunks=[(b"PLTE", b"abc")])
        response = upload(server, content, connection=connection)
        if depth in allowed.get(color_type, ()):
            done(response, 201)
        else:
            assert "color type" in reason(response), (color_type, depth)


def test_a_png_that_no_decoder_can_read_is_rejected(server):
    cases = {
        "compression": png(methods=(1, 0, 0)),
        "filter": png(methods=(0, 1, 0)),
        "interlace": png(methods=(0, 0, 2)),
        "palette": png(color_type=3),
        "invalid palette": png(color_type=3, chunks=[(b"PLTE", b"abcd")]),
        "invalid  palette": png(color_type=3, chunks=[(b"PLTE", b"")]),
        "invalid palette ": png(color_type=3, chunks=[(b"PLTE", b"abc" * 257)]),
        "critical chunk TEST": png(chunks=[(b"TEST", b"")]),
        "invalid chunk": png(chunks=[(b"te\0t", b"")]),
        "checksum": png()[:-1] + b"x",
        "invalid checksum": png(chunks=[png_chunk(b"PLTE", b"abc", 1)]),
        "invalid  checksum": png(chunks=[png_chunk(b"fcTL", b"\0" * 26, 1)]),
        "two headers": png(chunks=[png()[8:33]]),
        "begin with its header": png()[:8] + TEXT.replace(TEXT[-4:], png_chunk(b"tEXt", b"Comment\0tea")[-4:]) + png()[8:],
    }
    for words, content in cases.items():
        assert " ".join(words.split()) in reason(upload(server, content)), words


def test_dimensions_whose_product_overflows_are_rejected(server):
    size = box(b"ispe", b"\0\0\0\0", b"\xff" * 8)
    content = (
        box(b"ftyp", b"avif", b"\0\0\0\0")
        + box(b"meta", b"\0\0\0\0", box(b"iprp", box(b"ipco", size, size)))
        + box(b"mdat", b"a")
    )
    assert "the maximum per side is" in reason(upload(server, content, "image/avif"))
    done(upload(server, png()), 201)


# --- Types


NAMES = {
    "image/png": ("image/png", "image/x-png", "image/apng", "image/vnd.mozilla.apng"),
    "image/jpeg": ("image/jpeg", "image/jpg", "image/pjpeg", "image/jfif"),
    "image/webp": ("image/webp", "image/x-webp"),
    "image/gif": ("image/gif", "image/x-gif"),
    "image/avif": ("image/avif", "image/avif-sequence"),
    "image/svg+xml": ("image/svg+xml", "image/svg", "application/svg+xml", "text/xml", "application/xml"),
}
UNNAMED = ("application/octet-stream", "binary/octet-stream", None)


def test_the_common_names_of_a_media_type_are_accepted(server):
    for kind, (make, suffix) in TYPES.items():
        for name in (*NAMES[kind], *UNNAMED):
            spellings = [name] if name is None else [name, name.upper(), f"{name}; charset=utf-8", f" {name} ;q=1"]
            for spelling in spellings:
                headers = {"Authorization": f"Bearer {server.token}"} | ({} if spelling is None else {"Content-Type": spelling})
                response = server.send("POST", PICTURES, make(), headers)
                assert response.status in (200, 201), (spelling, response.body)
                assert (response.data["type"], response.data["url"].rsplit(".")[-1]) == (kind, suffix)


def test_a_file_whose_content_does_not_match_its_media_type_is_rejected(server):
    for kind, (make, _) in TYPES.items():
        for other, names in NAMES.items():
            for name in names if other != kind else ():
                assert f"is a file of the type {kind}" in reason(upload(server, make(), name))
    for name in UNNAMED[:2]:
        assert "is not a JPEG" in reason(upload(server, b"%PDF-1.7", name))
    for name in (
        "application/pdf",
        "text/plain",
        "text/html",
        "image/heic",
        "image/tiff",
        "multipart/form-data",
        "application/x-www-form-urlencoded",
        "image",
        "png",
    ):
        refused(upload(server, png(), name), 415, kind="media-type")


# --- SVG


def test_files_of_drawing_programs_are_accepted_with_their_size(server):
    connection = server.connect()
    for name, (width, height, document) in EXPORTS.items():
        content = document.encode()
        response = upload(server, content, "image/svg+xml", connection=connection)
        assert response.status == 201, (name, response.body)
        assert (response.data["width"], response.data["height"], response.data["bytes"]) == (width, height, len(content)), name


def test_harmful_svgs_are_rejected_in_every_form(server):
    connection, accepted, count = server.connect(), [], 0
    for document in harmful():
        count += 1
        response = upload(server, document.encode(), "image/svg+xml", connection=connection)
        if response.status != 422:
            accepted.append((document, response.status))
    assert accepted == [] and count > 200


def test_a_rejected_svg_gets_a_reason(server):
    for document, words in (
        (svg(r'<style>@\69mport "http://e.example/a.css";</style>'), "has @import in a style"),
        (svg(r'<rect fill="u\72l(http://e.example/a)"/>'), "refers to an external resource: url(http://e.example/a)"),
        (f"<!DOCTYPE svg PUBLIC {GRAMMAR} [<!ENTITY a 'b'>]>".encode() + svg(), "has a document type with declarations"),
        (b"<!DOCTYPE html>" + svg(), "has the document type html"),
        (svg("<?php a ?>"), "has the processing instruction php"),
        (svg("", 'viewBox="0 0 8"'), "needs a width and a height"),
        (svg("", 'viewBox="0 0 8 -6"'), "needs a width and a height"),
        (svg("<foreignObject>a</foreignObject>"), "has text in the element foreignObject"),
        (svg("<script/>"), "has the element script"),
    ):
        assert reason(upload(server, document, "image/svg+xml")).startswith(words), words


def test_files_of_many_small_parts_cost_no_more_than_others(server):
    boxes = avif()[: -len(b"....mdatdata")] + (struct.pack(">I", 8) + b"free") * 300_000
    assert reason(upload(server, boxes, "image/avif"))
    prefixes = " ".join(f'xmlns:p{number}="u"' for number in range(200))
    assert reason(upload(server, svg("", f'width="8" height="6" {prefixes}'), "image/svg+xml")) == "has too many namespaces"
    assert upload(server, svg("<g/>", 'width="8" height="6" ' + prefixes[:900].rpartition(" ")[0]), "image/svg+xml").status == 201


def test_the_size_of_an_svg_respects_its_units(server):
    for attributes, size in {
        'width="25.4mm" height="2.54cm"': (96, 96),
        'width="1in" height="72pt"': (96, 96),
        'width="1pc" height="40.0Q"': (16, 38),
        'width="8" height="100%" viewBox="0 0 4 3"': (8, 6),
        'height="6" viewBox="0 0 4 3"': (8, 6),
        'width="50%" height="50%" viewBox="0,0,8,6"': (8, 6),
        'width=" 8px " height="6.4PX"': (8, 6),
        'width="8em" height="6em" viewBox=" 0 0\t8\n6 "': (8, 6),
        'width="0.2" height="1e2"': (1, 100),
    }.items():
        response = upload(server, svg("", attributes), "image/svg+xml")
        assert response.status in (200, 201), (attributes, response.body)
        assert (response.data["width"], response.data["height"]) == size, attributes
