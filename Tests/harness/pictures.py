"""Files of pictures, made byte by byte."""

import struct
import zlib


def png(width=8, height=6, color=0, chunks=()):
    """A PNG file of one color; other colors are other pictures."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    row = b"\0" + struct.pack(">I", color)[1:] * width
    data = zlib.compress(row * height) if width * height < 1_000_000 else b"x"
    middle = b"".join(chunk(kind, content) for kind, content in chunks)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + middle + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def jpeg(width=8, height=6, scan=b"\x11\xff\x00\x22\xff\xd0\x33"):
    frame = struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00"
    return (
        b"\xff\xd8\xff\xe0" + struct.pack(">H", 7) + b"JFIF\0" + b"\xff\xc0" + struct.pack(">H", len(frame) + 2) + frame
        + b"\xff\xda" + struct.pack(">H", 8) + b"\x01\x01\x00\x00\x3f\x00" + scan + b"\xff\xd9")


def webp(width=8, height=6, kind="lossless", extra=b""):
    lossless = b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14) + b"\0\0\0"
    lossy = b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", width, height)
    name, data = (b"VP8L", lossless) if kind == "lossless" else (b"VP8 ", lossy)
    body = b"WEBP" + name + struct.pack("<I", len(data)) + data + extra
    return b"RIFF" + struct.pack("<I", len(body)) + body


def animated_webp(width=8, height=6):
    canvas = b"\x02\0\0\0" + struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    body = b"WEBPVP8X" + struct.pack("<I", 10) + canvas + b"ANMF" + struct.pack("<I", 16) + b"\0" * 16
    return b"RIFF" + struct.pack("<I", len(body)) + body


def gif(width=8, height=6, frames=1):
    frame = b"\x2c\0\0\0\0" + struct.pack("<HH", width, height) + b"\0" + b"\x02\x02\x4c\x01\0"
    return (
        b"GIF89a" + struct.pack("<HH", width, height) + b"\x80\0\0" + b"\0\0\0\xff\xff\xff"
        + b"\x21\xf9\x04\0\0\0\0\0" + frame * frames + b"\x3b")


def box(kind, *content):
    data = b"".join(content)
    return struct.pack(">I", len(data) + 8) + kind + data


def avif(width=8, height=6, brand=b"avif"):
    sizes = [box(b"ispe", b"\0\0\0\0", struct.pack(">II", w, h)) for w, h in ((2, 2), (width, height))]
    meta = box(b"meta", b"\0\0\0\0", box(b"iprp", box(b"ipco", *sizes)))
    return box(b"ftyp", brand, b"\0\0\0\0", b"mif1") + meta + box(b"mdat", b"data")


def svg(inside='<rect width="8" height="6" fill="#c33"/>', attributes='width="8" height="6"'):
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{inside}</svg>'.encode()


TYPES = {
    "image/png": (png, "png"), "image/jpeg": (jpeg, "jpg"), "image/webp": (webp, "webp"), "image/gif": (gif, "gif"),
    "image/avif": (avif, "avif"), "image/svg+xml": (svg, "svg"),
}
