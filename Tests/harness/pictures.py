"""Picture files, built byte by byte."""

import struct
import zlib


def png_chunk(kind, data, checksum=None):
    return (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data) if checksum is None else checksum)
    )


def png(width=8, height=6, color=0, chunks=(), depth=8, color_type=2, methods=(0, 0, 0)):
    """A PNG file of one color, which makes it unique. Chunks are bytes, or a name and content."""
    header = struct.pack(">IIBBBBB", width, height, depth, color_type, *methods)
    row = b"\0" + struct.pack(">I", color)[1:] * width
    data = zlib.compress(row * height) if width * height < 1_000_000 else b"x"
    middle = b"".join(chunk if isinstance(chunk, bytes) else png_chunk(*chunk) for chunk in chunks)
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + middle + png_chunk(b"IDAT", data) + png_chunk(b"IEND", b"")


def exif(orientation, order="<"):
    """Exif data with an orientation after another entry."""
    entries = [(0x0106, 2), (0x0112, orientation)]
    fields = b"".join(struct.pack(order + "HHIHH", tag, 3, 1, value, 0) for tag, value in entries)
    return (b"II" if order == "<" else b"MM") + struct.pack(order + "HIH", 42, 8, len(entries)) + fields + b"\0\0\0\0"


def segment(marker, data):
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(data) + 2) + data


def jpeg(width=8, height=6, scan=b"\x11\xff\x00\x22\xff\xd0\x33", segments=b""):
    frame = struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00"
    return (
        b"\xff\xd8"
        + segment(0xE0, b"JFIF\0")
        + segments
        + segment(0xC0, frame)
        + segment(0xDA, b"\x01\x01\x00\x00\x3f\x00")
        + scan
        + b"\xff\xd9"
    )


def webp(width=8, height=6, kind="lossless", extra=b""):
    lossless = b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14) + b"\0\0\0"
    lossy = b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", width, height)
    name, data = (b"VP8L", lossless) if kind == "lossless" else (b"VP8 ", lossy)
    body = b"WEBP" + name + struct.pack("<I", len(data)) + data + extra
    return b"RIFF" + struct.pack("<I", len(body)) + body


def riff(*chunks):
    body = b"WEBP" + b"".join(name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2) for name, data in chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def canvas(flags, width, height):
    return (b"VP8X", bytes([flags, 0, 0, 0]) + struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3])


def animated_webp(width=8, height=6):
    return riff(canvas(2, width, height), (b"ANMF", b"\0" * 16))


def webp_of_camera(exif_data, width=8, height=6):
    return riff(canvas(8, width, height), (b"VP8L", webp(width, height)[20:]), (b"EXIF", exif_data))


def gif(width=8, height=6, frames=1):
    frame = b"\x2c\0\0\0\0" + struct.pack("<HH", width, height) + b"\0" + b"\x02\x02\x4c\x01\0"
    return (
        b"GIF89a"
        + struct.pack("<HH", width, height)
        + b"\x80\0\0"
        + b"\0\0\0\xff\xff\xff"
        + b"\x21\xf9\x04\0\0\0\0\0"
        + frame * frames
        + b"\x3b"
    )


def box(kind, *content):
    data = b"".join(content)
    return struct.pack(">I", len(data) + 8) + kind + data


def avif(width=8, height=6, brand=b"avif", turns=None):
    """An AVIF file with a thumbnail, rotated by `turns` quarters if given."""
    sizes = [box(b"ispe", b"\0\0\0\0", struct.pack(">II", w, h)) for w, h in ((2, 2), (width, height))]
    if turns is None:
        meta = box(b"meta", b"\0\0\0\0", box(b"iprp", box(b"ipco", *sizes)))
    else:
        properties = box(b"ipco", *sizes, box(b"irot", bytes([turns])), box(b"imir", b"\x01"))
        # Item 1 is the picture, item 2 the thumbnail, which is not rotated.
        associations = box(
            b"ipma",
            b"\0\0\0\0",
            struct.pack(">I", 2),
            struct.pack(">HB", 1, 3),
            b"\x02\x83\x84",
            struct.pack(">HB", 2, 1),
            b"\x01",
        )
        meta = box(b"meta", b"\0\0\0\0", box(b"pitm", b"\0\0\0\0", struct.pack(">H", 1)), box(b"iprp", properties, associations))
    return box(b"ftyp", brand, b"\0\0\0\0", b"mif1") + meta + box(b"mdat", b"data")


def svg(inside='<rect width="8" height="6" fill="#c33"/>', attributes='width="8" height="6"'):
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{inside}</svg>'.encode()


TYPES = {
    "image/png": (png, "png"),
    "image/jpeg": (jpeg, "jpg"),
    "image/webp": (webp, "webp"),
    "image/gif": (gif, "gif"),
    "image/avif": (avif, "avif"),
    "image/svg+xml": (svg, "svg"),
}
