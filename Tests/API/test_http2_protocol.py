"""HTTP/2 conformance (RFC 9113, RFC 7541): valid requests get a response, errors end their stream or connection."""

import struct

import pytest

from harness.frames import (
    ACK,
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    GOAWAY,
    HEADERS,
    PADDED,
    PING,
    PREFACE,
    PRIORITIZED,
    PRIORITY,
    PUSH_PROMISE,
    RST_STREAM,
    SETTINGS,
    WINDOW_UPDATE,
    Frames,
    frame,
    reset,
    settings,
    window_update,
)
from secure import Secure

# The possible outcomes of a violation for which the RFC leaves the choice to the server.
STREAM_OR_CONNECTION = {"PROTOCOL_ERROR", "STREAM_CLOSED", "closed"}


@pytest.fixture(scope="module")
def server(tmp_path_factory, starter):
    from conftest import Server

    folder = tmp_path_factory.mktemp("http2")
    plain = Server(folder)
    secure = Secure(plain, folder)
    yield secure
    for started in (secure, plain):
        started.stop()
    assert "Fatal" not in secure.log


PATHS = ["/healthz", "/sort"]


# The server responds on stream 1.
VALID = {
    "a request": lambda c, path: c.request(1, path),
    "HEAD": lambda c, path: c.request(1, path, method="HEAD"),
    "a head in two frames": lambda c, path: split(c.head(path), 5),
    "a head in five frames": lambda c, path: split(c.head(path), 3, 6, 9, 12),
    "a padded head": lambda c, path: frame(HEADERS, END_HEADERS | END_STREAM | PADDED, 1, b"\x04" + c.head(path) + bytes(4)),
    "a head with a priority": lambda c, path: frame(
        HEADERS, END_HEADERS | END_STREAM | PRIORITIZED, 1, struct.pack(">IB", 0, 200) + c.head(path)
    ),
    "a head, padded and with a priority": lambda c, path: frame(
        HEADERS, END_HEADERS | END_STREAM | PRIORITIZED | PADDED, 1, b"\x02" + struct.pack(">IB", 0, 1) + c.head(path) + bytes(2)
    ),
    "a request that ends with empty data": lambda c, path: c.request(1, path, ends=False) + frame(DATA, END_STREAM, 1),
    "a request that ends with padding": lambda c, path: (
        c.request(1, path, ends=False) + frame(DATA, END_STREAM | PADDED, 1, b"\x05" + bytes(5))
    ),
    "a priority before": lambda c, path: frame(PRIORITY, 0, 1, struct.pack(">IB", 0, 16)) + c.request(1, path),
    "an unknown kind of frame": lambda c, path: frame(0x16, 0xFF, 0, b"x" * 8) + c.request(1, path),
    "an unknown kind of frame on the stream": lambda c, path: c.request(1, path) + frame(0x16, 0, 1, b"x"),
    "a ping before": lambda c, path: frame(PING, payload=b"x" * 8) + c.request(1, path),
    "an unexpected acknowledgement of a ping": lambda c, path: frame(PING, ACK, payload=b"x" * 8) + c.request(1, path),
    "unknown flags of a ping": lambda c, path: frame(PING, 0xFE, payload=b"x" * 8) + c.request(1, path),
    "an unknown setting": lambda c, path: settings((0x99, 7)) + c.request(1, path),
    "settings twice": lambda c, path: settings((3, 10)) + settings((3, 20)) + c.request(1, path),
    "larger frames accepted": lambda c, path: settings((5, 1 << 20)) + c.request(1, path),
    "no table of fields": lambda c, path: settings((1, 0)) + c.request(1, path),
    "a window update of the connection": lambda c, path: window_update(0, 1000) + c.request(1, path),
    "a window update of the stream": lambda c, path: c.request(1, path) + window_update(1, 1000),
    "the largest window of the connection": lambda c, path: window_update(0, (1 << 31) - 1 - 65535) + c.request(1, path),
    "reserved bits": lambda c, path: frame(HEADERS, END_HEADERS | END_STREAM, 1 | 1 << 31, c.head(path)),
    "a change of the table's size": lambda c, path: frame(HEADERS, END_HEADERS | END_STREAM, 1, b"\x3f\xe1\x1f" + c.head(path)),
    "cookies in parts": lambda c, path: c.request(1, path, ("cookie", "a=b"), ("cookie", "c=d")),
    "te: trailers": lambda c, path: c.request(1, path, ("te", "trailers")),
}


def split(head, *places):
    """Splits a head into several frames."""
    edges = [0, *places, len(head)]
    parts = [head[begin:end] for begin, end in zip(edges, edges[1:])]
    kinds = [(HEADERS, END_STREAM), *[(CONTINUATION, 0)] * (len(parts) - 1)]
    return b"".join(
        frame(kind, flags | (END_HEADERS if part is parts[-1] else 0), 1, part) for (kind, flags), part in zip(kinds, parts)
    )


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("case", VALID)
def test_a_valid_request_gets_a_response(server, case, path):
    with Frames(server) as client:
        client.send(VALID[case](client, path))
        assert client.status(1) == 200
        assert client.send(client.request(3, path)).status(3) == 200
        assert client.is_open()


def open_body(client):
    """The head of a request whose body follows."""
    return client.request(1, "/api/pages", ("content-type", "application/json"), method="POST", ends=False)


# Name: the frames that are sent, and the accepted connection errors.
INVALID = {
    "no preface": (lambda c: b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", {"PROTOCOL_ERROR", "closed"}),
    "a wrong preface": (lambda c: PREFACE.replace(b"SM", b"SN") + settings(), {"PROTOCOL_ERROR", "closed"}),
    "no settings first": (lambda c: PREFACE + frame(PING, payload=bytes(8)), {"PROTOCOL_ERROR", "closed"}),
    "a frame that is too large": (lambda c: began(c) + frame(DATA, 0, 1, bytes(20000)), {"FRAME_SIZE_ERROR"}),
    "a head that is too large": (lambda c: began(c) + frame(HEADERS, END_HEADERS, 1, bytes(20000)), {"FRAME_SIZE_ERROR"}),
    "data on stream 0": (lambda c: began(c) + frame(DATA, 0, 0, b"x"), {"PROTOCOL_ERROR"}),
    "data on an idle stream": (lambda c: began(c) + frame(DATA, END_STREAM, 1, b"x"), {"PROTOCOL_ERROR", "STREAM_CLOSED"}),
    "more padding than data": (
        lambda c: began(c) + open_body(c) + frame(DATA, END_STREAM | PADDED, 1, b"\x06xxxx"),
        {"PROTOCOL_ERROR"},
    ),
    "headers on stream 0": (lambda c: began(c) + frame(HEADERS, END_HEADERS | END_STREAM, 0, c.head()), {"PROTOCOL_ERROR"}),
    "headers on an even stream": (lambda c: began(c) + frame(HEADERS, END_HEADERS | END_STREAM, 2, c.head()), {"PROTOCOL_ERROR"}),
    "headers on a lower stream": (lambda c: began(c) + c.request(5) + c.request(3), {"PROTOCOL_ERROR", "STREAM_CLOSED"}),
    "more padding than headers": (
        lambda c: began(c) + frame(HEADERS, END_HEADERS | END_STREAM | PADDED, 1, b"\xff" + c.head()),
        {"PROTOCOL_ERROR"},
    ),
    "fields that cannot be decoded": (
        lambda c: began(c) + frame(HEADERS, END_HEADERS | END_STREAM, 1, b"\xff\xff\xff\xff\xff\xff"),
        {"COMPRESSION_ERROR", "PROTOCOL_ERROR"},
    ),
    "a field of no table": (
        lambda c: began(c) + frame(HEADERS, END_HEADERS | END_STREAM, 1, b"\xbf"),
        {"COMPRESSION_ERROR", "PROTOCOL_ERROR"},
    ),
    "index 0": (
        lambda c: began(c) + frame(HEADERS, END_HEADERS | END_STREAM, 1, b"\x80"),
        {"COMPRESSION_ERROR", "PROTOCOL_ERROR"},
    ),
    "a table larger than the limit": (
        lambda c: began(c) + frame(HEADERS, END_HEADERS | END_STREAM, 1, b"\x3f\xe1\xff\x03" + c.head()),
        {"COMPRESSION_ERROR", "PROTOCOL_ERROR"},
    ),
    "headers within a head": (lambda c: began(c) + frame(HEADERS, END_STREAM, 1, c.head()) + c.request(3), {"PROTOCOL_ERROR"}),
    "a ping within a head": (
        lambda c: began(c) + frame(HEADERS, END_STREAM, 1, c.head()) + frame(PING, payload=bytes(8)),
        {"PROTOCOL_ERROR"},
    ),
    "an unknown frame within a head": (
        lambda c: began(c) + frame(HEADERS, END_STREAM, 1, c.head()) + frame(0x16, 0, 1),
        {"PROTOCOL_ERROR"},
    ),
    "the rest of a head on another stream": (
        lambda c: began(c) + frame(HEADERS, END_STREAM, 1, c.head()[:5]) + frame(CONTINUATION, END_HEADERS, 3, c.head()[5:]),
        {"PROTOCOL_ERROR"},
    ),
    "the rest of no head": (lambda c: began(c) + frame(CONTINUATION, END_HEADERS, 1, c.head()), {"PROTOCOL_ERROR"}),
    "the rest of a head that was whole": (
        lambda c: began(c) + c.request(1, ends=False) + frame(CONTINUATION, END_HEADERS, 1, c.head()),
        {"PROTOCOL_ERROR"},
    ),
    "the rest of a head on stream 0": (
        lambda c: began(c) + frame(HEADERS, END_STREAM, 1, c.head()) + frame(CONTINUATION, END_HEADERS, 0),
        {"PROTOCOL_ERROR"},
    ),
    "a head of a hundred frames": (
        lambda c: began(c) + frame(HEADERS, END_STREAM, 1, c.head()) + frame(CONTINUATION, 0, 1, b"") * 100,
        {"PROTOCOL_ERROR", "ENHANCE_YOUR_CALM"},
    ),
    "a priority on stream 0": (lambda c: began(c) + frame(PRIORITY, 0, 0, struct.pack(">IB", 1, 1)), {"PROTOCOL_ERROR"}),
    "a reset of stream 0": (lambda c: began(c) + reset(0), {"PROTOCOL_ERROR"}),
    "a reset of an idle stream": (lambda c: began(c) + reset(1), {"PROTOCOL_ERROR"}),
    "a reset of another size": (lambda c: began(c) + open_body(c) + frame(RST_STREAM, 0, 1, bytes(3)), {"FRAME_SIZE_ERROR"}),
    "an acknowledgement with settings": (lambda c: began(c) + frame(SETTINGS, ACK, 0, bytes(6)), {"FRAME_SIZE_ERROR"}),
    "settings on a stream": (lambda c: began(c) + frame(SETTINGS, 0, 1, bytes(6)), {"PROTOCOL_ERROR"}),
    "settings of another size": (lambda c: began(c) + frame(SETTINGS, 0, 0, bytes(5)), {"FRAME_SIZE_ERROR"}),
    "a push setting of 2": (lambda c: began(c) + settings((2, 2)), {"PROTOCOL_ERROR"}),
    "a window that is too large": (lambda c: began(c) + settings((4, 1 << 31)), {"FLOW_CONTROL_ERROR"}),
    "frames that are too small": (lambda c: began(c) + settings((5, 16383)), {"PROTOCOL_ERROR"}),
    "frames that are too large": (lambda c: began(c) + settings((5, 1 << 24)), {"PROTOCOL_ERROR"}),
    "a push of a client": (
        lambda c: began(c) + frame(PUSH_PROMISE, END_HEADERS, 1, struct.pack(">I", 2) + c.head()),
        {"PROTOCOL_ERROR"},
    ),
    "a ping on a stream": (lambda c: began(c) + frame(PING, 0, 1, bytes(8)), {"PROTOCOL_ERROR"}),
    "a ping of another size": (lambda c: began(c) + frame(PING, payload=bytes(6)), {"FRAME_SIZE_ERROR"}),
    "a goodbye on a stream": (lambda c: began(c) + frame(GOAWAY, 0, 1, bytes(8)), {"PROTOCOL_ERROR"}),
    "a window update by 0": (lambda c: began(c) + window_update(0, 0), {"PROTOCOL_ERROR"}),
    "a window update of another size": (lambda c: began(c) + frame(WINDOW_UPDATE, 0, 0, bytes(3)), {"FRAME_SIZE_ERROR"}),
    "a window update of an idle stream": (lambda c: began(c) + window_update(1, 100), {"PROTOCOL_ERROR"}),
    "too large a window of the connection": (lambda c: began(c) + window_update(0, (1 << 31) - 1), {"FLOW_CONTROL_ERROR"}),
}


def began(client):
    return PREFACE + settings()


@pytest.mark.parametrize("case", INVALID)
def test_a_connection_error_closes_the_connection(server, case):
    sent, errors = INVALID[case]
    with Frames(server, begin=False) as client:
        client.send(sent(client))
        assert client.failure() in errors | {"closed"}
    # Other connections are not affected.
    with Frames(server) as other:
        assert other.send(other.request(1, "/sort")).status(1) == 200


# Errors that end a stream or the connection: the name, the frames that are sent, and the stream's number.
OF_A_STREAM = {
    "data after the end": lambda c: c.request(1, "/homepage") + frame(DATA, END_STREAM, 1, b"x"),
    "headers after the end": lambda c: c.request(1, "/homepage") + c.request(1),
    "a stream that depends on itself": lambda c: frame(
        HEADERS, END_HEADERS | PRIORITIZED, 1, struct.pack(">IB", 1, 1) + c.head()
    ),
    "too large a window of a stream": lambda c: open_body(c) + window_update(1, (1 << 31) - 1),
    "a window update by 0 of a stream": lambda c: open_body(c) + window_update(1, 0),
    "a trailer that does not end": lambda c: open_body(c) + frame(HEADERS, END_HEADERS, 1, c.encoder.encode([("x", "y")])),
    "a pseudo-field as a trailer": lambda c: (
        open_body(c) + frame(HEADERS, END_HEADERS | END_STREAM, 1, c.encoder.encode([(":method", "GET")]))
    ),
    "more than its length": lambda c: (
        c.request(1, "/api/pages", ("content-length", "1"), method="POST", ends=False) + frame(DATA, END_STREAM, 1, b"xy")
    ),
    "less than its length": lambda c: (
        c.request(1, "/api/pages", ("content-length", "3"), method="POST", ends=False) + frame(DATA, END_STREAM, 1, b"xy")
    ),
}


@pytest.mark.parametrize("case", OF_A_STREAM)
def test_a_stream_error_does_not_affect_other_connections(server, case):
    with Frames(server) as client:
        client.send(OF_A_STREAM[case](client))
        ended = client.until(lambda f: f.kind in (RST_STREAM, GOAWAY) or f.kind in (HEADERS, DATA) and f.flags & END_STREAM)
        assert ended is None or ended.kind in (HEADERS, DATA) or ended.error != "NO_ERROR"
    with Frames(server) as other:
        assert other.send(other.request(1, "/sort")).status(1) == 200


def test_a_response_respects_the_windows_of_its_stream_and_connection(server):
    with Frames(server, initial=[(4, 0)]) as client:
        client.send(client.request(1, "/homepage"))
        assert client.status(1) == 200
        # Without a window, no data is sent.
        assert client.is_open() and not any(f.kind == DATA for f in client.frames)
        client.send(window_update(1, 1))
        assert len(client.until(lambda f: f.kind == DATA).payload) == 1
        client.send(settings((4, 100)))
        assert len(client.until(lambda f: f.kind == DATA).payload) == 100
        # A smaller initial window can make the window negative.
        client.send(settings((4, 0)), window_update(1, 50))
        assert client.is_open() and not client.frames[-1].kind == DATA
        client.send(settings((4, 1 << 20)), window_update(0, 1 << 20))
        assert client.until(lambda f: f.kind == DATA and f.flags & END_STREAM) is not None
        body = sum(len(f.payload) for f in client.frames if f.kind == DATA)
    assert body == len(server.plain.get("/homepage").body)


def test_frames_are_not_larger_than_the_client_accepts(server):
    for limit in (16384, 20000, 1 << 17):
        with Frames(server, initial=[(5, limit), (4, 1 << 20)]) as client:
            client.send(window_update(0, 1 << 20), client.request(1, "/homepage"))
            client.until(lambda f: f.kind == DATA and f.flags & END_STREAM)
            sizes = [len(f.payload) for f in client.frames if f.kind == DATA]
            assert max(sizes) <= limit and sum(sizes) == len(server.plain.get("/homepage").body)


def test_repeated_header_fields_are_sent_as_an_index(server):
    with Frames(server) as client:
        heads = []
        for stream in range(1, 21, 2):
            client.send(client.request(stream, "/sort"))
            heads.append(len(client.until(lambda f: f.kind == HEADERS and f.stream == stream).payload))
        # The date may change once in the meantime; most heads need one byte per field.
        assert sorted(heads)[5] < heads[0] / 4


@pytest.mark.parametrize("count", [101, 110, 300])
@pytest.mark.parametrize("path", ["/homepage", "/homepage?page=mall&uid=7"])
def test_streams_over_the_limit_are_refused_and_the_others_get_responses(server, path, count):
    """The client sends all requests before it reads the server's settings."""
    with Frames(server, initial=[(4, 0)]) as client:
        client.send(*(client.request(stream, path) for stream in range(1, 2 * count, 2)))
        refused = set()
        while len(refused) < count - 100:
            found = client.until(lambda f: f.kind in (RST_STREAM, GOAWAY))
            assert found.kind == RST_STREAM and found.error == "REFUSED_STREAM"
            refused.add(found.stream)
        assert refused == set(range(201, 2 * count, 2))
        client.send(settings((4, 1 << 20)), window_update(0, 1 << 30))
        ended = set()
        while len(ended) < 100:
            ended.add(client.until(lambda f: f.kind == DATA and f.flags & END_STREAM).stream)
        assert ended == set(range(1, 201, 2))
        assert client.send(client.request(2 * count + 1, "/sort")).status(2 * count + 1) == 200
        assert client.is_open()


def test_bodies_of_streams_over_the_limit_are_ignored(server):
    """A client that sends many bodies immediately learns of the limit later."""
    with Frames(server) as client:
        streams = range(1, 2 * 200, 2)
        client.send(
            *(
                client.request(stream, "/sort", ("content-type", "application/json"), method="POST", ends=False)
                for stream in streams
            )
        )
        refused = set()
        while len(refused) < 100:
            found = client.until(lambda f: f.kind in (RST_STREAM, GOAWAY))
            assert found.kind == RST_STREAM and found.error == "REFUSED_STREAM"
            refused.add(found.stream)
        # Every body arrives in two parts. Some of the requests have already been rejected, because they have no token.
        client.send(*(frame(DATA, 0, stream, b"{") for stream in streams))
        client.send(*(frame(DATA, END_STREAM, stream, b"}") for stream in streams))
        assert [client.status(stream) for stream in range(1, 201, 2)] == [401] * 100
        assert client.is_open()


def test_the_settings_contain_the_maximum_number_of_streams(server):
    with Frames(server) as client:
        client.send(client.request(1)).status(1)
        reported = [
            found.payload[at : at + 6]
            for found in client.frames
            if found.kind == SETTINGS
            for at in range(0, len(found.payload), 6)
        ]
        values = [struct.unpack(">HI", pair) for pair in reported]
        # The last value of a setting is used.
        assert dict(values)[3] == 100 and dict(values)[6] == 64 << 10
