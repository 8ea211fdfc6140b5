"""Malformed and too large HTTP/2 requests: only their stream fails."""

import concurrent.futures
import contextlib
import random
import signal
import socket
import ssl
import time

import pytest

from harness import eventually
from harness.frames import DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, RST_STREAM, Frames, frame, settings, window_update
from harness.marks import long
from http2 import HTTP2
from secure import Secure

GOOD = 200
BAD = 400, "PROTOCOL_ERROR"


def sized(name, size):
    """A field with a size in bytes that includes its name."""
    return name, "x" * (size - len(name))


MALFORMED = [
    {"path": "/so rt"},
    {"path": "/sort\x00"},
    {"path": "/sort\r\nX: 1"},
    {"path": "sort"},
    {"path": ""},
    {"path": None},
    {"method": "GE T"},
    {"method": ""},
    {"method": None},
    {"scheme": None},
    {"scheme": "ht tp"},
    {"authority": "a b"},
    {"authority": ""},
    {"authority": "a@b"},
    {"authority": None},
    {"fields": [("x", "a\x00b")]},
    {"fields": [("x", "a\nb")]},
    {"fields": [("x", "a\rb")]},
    {"fields": [("x y", "a")]},
    {"fields": [("X", "a")]},
    {"fields": [(":x", "a")]},
    {"fields": [("x", "a"), (":path", "/sort")]},
    {"fields": [("connection", "close")]},
    {"fields": [("transfer-encoding", "chunked")]},
    {"fields": [("te", "gzip")]},
    {"fields": [("host", "other")]},
    {"fields": [("host", "a"), ("host", "a")], "authority": None},
    {"fields": [("host", "a b")], "authority": None},
    {"fields": [("content-length", "1")]},
]


def test_a_malformed_request_ends_only_its_stream(secure):
    with HTTP2(secure) as client:
        for head in MALFORMED:
            before = client.open(client.head())
            malformed = client.open(client.head(**head))
            after = client.open(client.head())
            assert client.response(malformed)[0] in BAD, head
            # Other requests get their responses, and the connection stays open.
            assert client.response(before)[0] == client.response(after)[0] == GOOD, head
        assert client.response(client.open(client.head()))[0] == GOOD
        assert client.closed is None


SIZES = [
    ([sized("x", 8 << 10)], GOOD),
    ([sized("x", (8 << 10) + 1)], 431),
    ([(f"x{number}", "1") for number in range(100)], GOOD),
    ([(f"x{number}", "1") for number in range(101)], 431),
    ([(f"x{number}", "1") for number in range(150)], 431),
    ([sized("x", 17_000)], 431),
    ([sized("x", 40_000)], 431),
    ([sized(f"x{number}", 8000) for number in range(4)], GOOD),
    ([sized(f"x{number}", 8000) for number in range(5)], 431),
    ([sized(f"x{number}", 8000) for number in range(12)], 431),
]


def test_header_limits_are_the_same_as_for_http_1_and_end_only_the_stream(secure):
    with HTTP2(secure) as client:
        for fields, expected in SIZES:
            for method, body in (("GET", None), ("POST", b"{}")):
                case = len(fields), len(fields[0][1]), method
                before = client.open(client.head())
                status, problem = client.response(client.open(client.head(fields=fields, method=method), body))
                if expected == GOOD:
                    assert status == (GOOD if body is None else 401), case
                else:
                    assert status == expected and "32 KiB" in problem["detail"], case
                assert client.response(before)[0] == GOOD, case
        assert client.response(client.open(client.head()))[0] == GOOD
        assert client.closed is None


def test_the_first_request_of_a_connection_can_be_too_large_too(secure):
    with HTTP2(secure) as client:
        status, problem = client.response(client.open(client.head(fields=[sized("x", 17_000)])))
        assert status == 431 and "32 KiB" in problem["detail"]
        assert client.response(client.open(client.head()))[0] == GOOD


def test_host_can_replace_authority(secure):
    with HTTP2(secure) as client:
        host = client.head(fields=[("host", client.authority)], authority=None)
        assert client.response(client.open(host))[0] == GOOD
        both = client.head(fields=[("host", client.authority)])
        assert client.response(client.open(both))[0] == GOOD


def test_only_authenticated_encryption_is_offered(secure):
    for ciphers, is_taken in (("ECDHE+AESGCM:ECDHE+CHACHA20", True), ("ECDHE+AES:!AESGCM", False), ("kRSA", False)):
        context = ssl.create_default_context(cafile=secure.trusted)
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["h2"])
        context.set_ciphers(ciphers)
        with socket.create_connection(("127.0.0.1", secure.port), timeout=20) as plain:
            if is_taken:
                with context.wrap_socket(plain, server_hostname="127.0.0.1") as wire:
                    assert wire.selected_alpn_protocol() == "h2"
            else:
                with pytest.raises(ssl.SSLError):
                    context.wrap_socket(plain, server_hostname="127.0.0.1")


def test_a_stop_waits_for_responses_that_wait_for_flow_control(secure):
    with Frames(secure) as client:
        # The second response is a prepared one.
        for stream in (1, 3):
            client.send(client.request(stream, "/sort"))
            assert client.status(stream) == 200
        client.send(settings((4, 0)), client.request(5, "/homepage"), client.request(7, "/api/pages"))
        assert client.status(5) == 200 and client.status(7) == 401
        secure.process.send_signal(signal.SIGTERM)
        assert client.until(lambda f: f.kind == GOAWAY) is not None
        client.send(settings((4, 1 << 20)), window_update(0, 1 << 20))
        ended = set()
        while ended != {5, 7}:
            found = client.until(lambda f: f.kind == RST_STREAM or f.kind == DATA and f.flags & END_STREAM)
            assert found is not None and found.kind == DATA
            ended.add(found.stream)
        assert client.next() is None or client.failure() == "closed"
    assert secure.process.wait(20) == 0


def test_a_stop_ends_event_streams(secure):
    with Frames(secure) as client:
        client.send(client.request(1, "/api/events", ("authorization", f"Bearer {secure.plain.token}")))
        assert client.status(1) == 200
        began = time.monotonic()
        secure.process.send_signal(signal.SIGTERM)
        assert client.until(lambda f: f.stream == 1 and f.flags & END_STREAM or f.kind == RST_STREAM) is not None
    assert secure.process.wait(20) == 0 and time.monotonic() - began < 10


def test_a_stream_without_a_reader_is_reset_and_others_are_not_affected(server, tmp_path):
    secure = Secure(server, tmp_path, HOMEBLOCKS_HTTP_WRITE_TIMEOUT="1")
    try:
        with Frames(secure, initial=[(4, 0)]) as client:
            for stream in (1, 3):
                client.send(client.request(stream, "/homepage"))
                assert client.until(lambda f: f.kind == RST_STREAM).stream == stream
                # The second response is a prepared one: both paths have the same limit.
            client.send(client.request(5, "/homepage", method="HEAD"))
            head = client.until(lambda f: f.kind == HEADERS and f.stream == 5)
            assert head.flags & END_STREAM
            assert client.is_open()
    finally:
        secure.stop()


def test_clients_that_disconnect_during_their_responses_affect_no_other(secure):
    with HTTP2(secure) as reader:
        for _ in range(20):
            with Frames(secure, initial=[(4, 1 << 20)]) as client:
                client.send(window_update(0, 1 << 24), *(client.request(n, "/homepage") for n in range(1, 101, 2)))
                assert client.until(lambda f: f.kind == DATA) is not None
        assert reader.response(reader.open(reader.head()))[0] == GOOD
    assert secure.runs


def test_a_late_body_gets_its_problem_document(server, tmp_path):
    secure = Secure(server, tmp_path, HOMEBLOCKS_HTTP_REQUEST_TIMEOUT="1")
    try:
        with HTTP2(secure) as client:
            fields = [("content-type", "application/json"), ("authorization", f"Bearer {server.token}")]
            late = client.open(client.head("/api/pages", fields=fields, method="POST"), ends=False)
            status, problem = client.response(late)
            assert status == 408 and problem["status"] == 408
            assert client.response(client.open(client.head()))[0] == GOOD
    finally:
        secure.stop()


def test_a_stream_whose_end_has_no_window_does_not_stay_open(server, tmp_path):
    secure = Secure(server, tmp_path, HOMEBLOCKS_HTTP_WRITE_TIMEOUT="1")
    path = "/api/pages/music/export"
    size = len(server.api("GET", path).body)
    try:
        # The window is as large as the body, whose end is a separate frame.
        with Frames(secure, initial=[(4, size)]) as client:
            client.send(window_update(0, 1 << 24), client.request(1, path, ("authorization", f"Bearer {server.token}")))
            assert client.until(lambda f: f.kind == RST_STREAM or f.kind == DATA and f.flags & END_STREAM) is not None
            assert sum(len(f.payload) for f in client.frames if f.kind == DATA) == size
            assert client.is_open()
    finally:
        secure.stop()


def test_the_error_response_to_a_head_request_has_no_body(secure):
    with Frames(secure) as client:
        client.send(client.request(1, "/" + "x" * 9000, method="HEAD"))
        assert client.status(1) == 414
        head = next(f for f in client.frames if f.kind == HEADERS)
        assert head.flags & END_STREAM and head.fields["strict-transport-security"]
        assert client.is_open() and not any(f.kind == DATA for f in client.frames)


def test_a_client_cannot_cause_unlimited_resets(secure):
    """The router is still handling the requests of the reset streams. Other open streams get their responses."""
    with Frames(secure, initial=[(4, 0)]) as client:
        # This response is completed at the end.
        client.send(client.request(1, "/homepage"))
        for stream in range(3, 603, 2):
            client.send(client.request(stream, "/homepage"), window_update(stream, (1 << 31) - 1), window_update(stream, 1))
            found = client.until(lambda f: f.kind in (RST_STREAM, GOAWAY))
            if found is None or found.kind == GOAWAY:
                break
            assert found.error == "FLOW_CONTROL_ERROR"
        assert found is not None and found.error == "ENHANCE_YOUR_CALM"
        assert stream == 405
        client.send(settings((4, 1 << 20)), window_update(0, 1 << 20))
        assert client.until(lambda f: f.stream == 1 and f.kind == DATA and f.flags & END_STREAM) is not None
    with Frames(secure) as other:
        assert other.send(other.request(1, "/sort")).status(1) == 200


def test_a_small_head_that_is_large_when_decoded_is_rejected_quickly(secure):
    with Frames(secure) as client:
        # From the second time on, the field is encoded as one byte.
        client.send(client.request(1, "/sort", ("x", "y" * 3500)))
        assert client.status(1) == 200
        head, index = client.head("/sort"), client.encoder.encode([("x", "y" * 3500)])
        assert len(index) == 1
        began = time.monotonic()
        client.send(frame(HEADERS, END_STREAM | END_HEADERS, 3, head + index * 16_000))
        assert client.status(3) == "INTERNAL_ERROR"
        assert time.monotonic() - began < 5
        assert client.send(client.request(5, "/sort")).status(5) == 200
        assert client.is_open()


# Paths with prepared responses, and paths served by the router.
PATHS = ["/homepage", "/homepage?page=mall", "/sort", "/healthz", "/homepage?limit=2"]


@pytest.mark.parametrize("seed", [0, 1, *long(2, 3, 4, 5)])
def test_streams_in_any_order_get_complete_responses(secure, seed):
    """With random windows, resets and bodies in between."""
    choose = random.Random(seed)
    expected = {path: secure.plain.get(path).body for path in PATHS}
    with HTTP2(secure) as client:
        # Otherwise the client would mistake the acknowledgement of its first settings for that of later ones.
        assert client.response(client.open(client.head()))[0] == GOOD
        opened = {}
        for _ in range(150):
            match choose.randrange(6):
                case 0 | 1 | 2 if len(opened) < 60:
                    path, method = choose.choice(PATHS), choose.choice(["GET", "GET", "HEAD"])
                    opened[client.open(client.head(path, method=method))] = expected[path] if method == "GET" else b""
                case 3:
                    body = b"x" * choose.randrange(200_000)
                    stream = client.open(client.head("/api/pages", method="POST"), ends=False)
                    while body and (most := min(client.connection.local_flow_control_window(stream), 16_000)) > 0:
                        client.connection.send_data(stream, body[:most])
                        body = body[most:]
                    client.reset(stream)
                case 4 if opened:
                    stream = choose.choice(list(opened))
                    if not client.responses.get(stream, (0, 0, 0, False))[3]:
                        client.reset(stream)
                        del opened[stream]
                case 5:
                    client.connection.update_settings({4: choose.choice([0, 1, 1000, 65_535, 1 << 20])})
                    client.flush()
                case _:
                    client.receive_some()
        client.connection.update_settings({4: 1 << 20})
        client.flush()
        for stream, body in opened.items():
            assert client.response(stream) == (GOOD, body), (seed, stream)
        assert client.closed is None


def test_idle_connections_release_memory_and_then_serve_further_requests(secure):
    paths = ["/homepage?page=demo", "/healthz"]
    expected = [secure.plain.get(path).body for path in paths]
    with contextlib.ExitStack() as stack:

        def connect(count):
            clients = [stack.enter_context(HTTP2(secure)) for _ in range(count)]
            for client in clients:
                assert client.response(client.open(client.head(paths[0]))) == (GOOD, expected[0])
            return clients

        connect(20)
        before = secure.private_memory
        clients = connect(150)
        # Without the release it is 44 KB each.
        eventually(lambda: secure.private_memory - before < 150 * 40)
        for client in clients:
            streams = [client.open(client.head(path)) for path in paths * 2]
            assert [client.response(stream) for stream in streams] == [(GOOD, body) for body in expected * 2]


@pytest.mark.parametrize("path", ["/homepage?page=demo", "/healthz"])
def test_a_head_that_arrives_in_two_parts_is_complete(secure, path):
    """Between them, an idle connection releases memory."""
    with HTTP2(secure) as client:
        assert client.response(client.open(client.head()))[0] == GOOD
        stream = client.connection.get_next_available_stream_id()
        client.connection.send_headers(stream, client.head(path, [("x", "a" * 200)]), end_stream=True)
        sent = client.connection.data_to_send()
        client.socket.sendall(sent[:-100])
        time.sleep(2.5)
        client.socket.sendall(sent[-100:])
        assert client.response(stream) == (GOOD, secure.plain.get(path).body)


def test_the_router_responds_however_connections_come_and_go(secure):
    """At times no connection is open."""
    expected = secure.plain.get("/healthz").body

    def reconnect(seed):
        choose = random.Random(seed)
        for _ in range(25):
            with HTTP2(secure) as client:
                streams = [client.open(client.head("/healthz")) for _ in range(choose.randrange(1, 4))]
                # Sometimes the connection is closed before the responses.
                if choose.random() < 0.7:
                    assert [client.response(stream) for stream in streams] == [(GOOD, expected)] * len(streams)

    for clients in (1, 8, 2):
        with concurrent.futures.ThreadPoolExecutor(clients) as pool:
            list(pool.map(reconnect, range(clients)))
    assert secure.stop() == 0
