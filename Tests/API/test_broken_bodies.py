"""Clients that disconnect while sending a request, or violate the protocol in its body: there is no response,
nothing is changed, and no server error is reported."""

import json
import re
import socket
import ssl
import struct

import pytest

from harness import ROOT, eventually
from harness.frames import DATA, END_HEADERS, END_STREAM, HEADERS, Frames, frame, reset
from publishing import MALL, done
from secure import Secure

VALUES = {"page": "mall", "stage": "draft", "code": "wallet", "name": "none", "id": "none", "number": "1"} | {
    "link": "hb_link_none",
    "path": "homepage/block/page",
}


def routes():
    """Method, path and media type of each operation that reads a body."""
    document = json.loads((ROOT / "openapi/openapi.json").read_text())
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if isinstance(operation, dict) and "requestBody" in operation:
                types = operation["requestBody"]["content"]
                own = re.sub(r"{(\w+)}", lambda found: VALUES[found.group(1)], path)
                yield method.upper(), own, list(types)[-1]


ROUTES = list(routes())


def some(case):
    """Every route for one kind of broken body, a few routes for the others: all bodies are read by the same code."""
    return ROUTES if case == "reset" else ROUTES[::6]


@pytest.fixture(scope="module")
def servers(tmp_path_factory, starter):
    """A server without TLS, and one with TLS on the same database."""
    from conftest import Server

    folder = tmp_path_factory.mktemp("broken")
    plain = Server(folder, {"HOMEBLOCKS_LOG_FORMAT": "json"})
    secure = Secure(plain, folder)
    yield plain, secure
    for started in (secure, plain):
        started.stop()


def faults(server):
    """The counters of responses with a 5xx status, and the errors in the log."""
    connect = server.connect()
    connect.request("GET", "/metrics")
    text = connect.getresponse().read().decode()
    connect.close()
    counted = re.findall(r'^homeblocks_http_requests_total\{.*status="5\d\d".*\} [1-9]\d*$', text, re.MULTILINE)
    lines = [line for line in server.log.splitlines() if json.loads(line)["level"] in ("error", "critical")]
    return counted, lines


def settled(server):
    """Waits until no request is in progress, and returns the server errors."""

    def is_idle():
        connect = server.connect()
        connect.request("GET", "/metrics")
        text = connect.getresponse().read().decode()
        connect.close()
        return "\nhomeblocks_requests_in_progress 0\n" in text

    eventually(is_idle, seconds=30)
    return faults(server)


# HTTP/1.1


def head(server, route, *fields):
    method, path, media_type = route
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Content-Type: {media_type}", *fields]
    return "\r\n".join([*lines, "", ""]).encode()


def close_hard(connection):
    """Resets the connection."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def end_input(connection):
    connection.shutdown(socket.SHUT_WR)
    connection.settimeout(5)
    try:
        while connection.recv(65536):
            pass
    except (OSError, ssl.SSLError):
        pass
    connection.close()


CHUNKED = "Transfer-Encoding: chunked"
# Name: the header fields of the body, the part of it that is sent, and how the connection ends.
BROKEN = {
    "reset": ("Content-Length: 100", b'{"name":', close_hard),
    "closed": ("Content-Length: 100", b'{"name":', lambda connection: connection.close()),
    "shorter than it says": ("Content-Length: 100", b"{}", end_input),
    "reset before the first byte": ("Content-Length: 100", b"", close_hard),
    "a chunk without its end": (CHUNKED, b"20\r\n{}", close_hard),
    "chunks without the last one": (CHUNKED, b"2\r\n{}\r\n", end_input),
    "no chunk": (CHUNKED, b"2\r\n{}\r\nzz\r\n", end_input),
    "malformed trailers": (CHUNKED, b"2\r\n{}\r\n0\r\na b\x00c\r\n\r\n", end_input),
    "trailers without their end": (CHUNKED, b"2\r\n{}\r\n0\r\nx: 1\r\n", close_hard),
    "trailers that are too large": (CHUNKED, b"2\r\n{}\r\n0\r\nx: " + b"a" * 70_000 + b"\r\n\r\n", end_input),
}


def transports():
    """Each case over each transport. TLS has no half-closed connections, so the server waits for its timeout."""
    for case, (_, _, end) in BROKEN.items():
        yield "clear", case
        waits = end is end_input and case != "malformed trailers"
        yield pytest.param("tls", case, marks=[pytest.mark.long] if waits else [])


@pytest.mark.parametrize("transport, case", transports())
def test_a_broken_body_over_http_1_is_not_reported_as_a_server_error(servers, transport, case):
    plain, secure = servers
    fields, body, end = BROKEN[case]
    server = plain if transport == "clear" else secure
    before = faults(server)
    for route in some(case):
        connection = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        if transport == "tls":
            context = ssl.create_default_context(cafile=secure.trusted)
            context.set_alpn_protocols(["http/1.1"])
            connection = context.wrap_socket(connection, server_hostname="127.0.0.1")
        try:
            connection.sendall(head(server, route, f"Authorization: Bearer {plain.token}", fields) + body)
        except OSError:
            # The request was rejected before its body arrived.
            pass
        end(connection)
    assert settled(server) == before


# HTTP/2


def ask(client, route, token, *fields):
    method, path, media_type = route
    own = [("content-type", media_type), ("authorization", f"Bearer {token}"), *fields]
    return client.request(1, path, *own, method=method, ends=False)


def trailers(client, *fields, flags=END_HEADERS | END_STREAM):
    return frame(HEADERS, flags, 1, client.encoder.encode(list(fields)))


LENGTH = ("content-length", "100")
# Name: additional header fields, and the frames after the head.
BROKEN_STREAMS = {
    "reset": ([LENGTH], lambda c: frame(DATA, 0, 1, b'{"name":') + reset(1)),
    "reset without an error": ([], lambda c: frame(DATA, 0, 1, b"{}") + reset(1, 0)),
    "reset before the first byte": ([], lambda c: reset(1)),
    "longer than it says": ([("content-length", "1")], lambda c: frame(DATA, END_STREAM, 1, b"{}")),
    "shorter than it says": ([LENGTH], lambda c: frame(DATA, END_STREAM, 1, b"{}")),
    "trailers behind less than it says": ([LENGTH], lambda c: frame(DATA, 0, 1, b"{}") + trailers(c, ("x", "1"))),
    "trailers in capitals": ([], lambda c: frame(DATA, 0, 1, b"{}") + trailers(c, ("X", "1"))),
    "a path among the trailers": ([], lambda c: frame(DATA, 0, 1, b"{}") + trailers(c, (":path", "/sort"))),
    "trailers without an end": ([], lambda c: frame(DATA, 0, 1, b"{}") + trailers(c, ("x", "1"), flags=END_HEADERS)),
    "trailers with a line end": ([], lambda c: frame(DATA, 0, 1, b"{}") + trailers(c, ("x", "a\nb"))),
    "trailers that are too large": ([], lambda c: frame(DATA, 0, 1, b"{}") + trailers(c, ("x", "a" * 9_000))),
    "closed": ([], lambda c: frame(DATA, 0, 1, b"{}")),
}


@pytest.mark.parametrize("case", BROKEN_STREAMS)
def test_a_broken_body_over_http_2_is_not_reported_as_a_server_error(servers, case):
    plain, secure = servers
    fields, rest = BROKEN_STREAMS[case]
    before = faults(secure)
    for route in some(case):
        with Frames(secure) as client:
            client.send(ask(client, route, plain.token, *fields), rest(client))
            # The connection stays open, and the stream gets no successful response.
            if case != "closed" and "reset" not in case and client.is_open():
                ends = [found for found in client.frames if found.stream == 1 and found.kind == HEADERS]
                assert all(400 <= int(found.fields[":status"]) < 500 for found in ends), (case, route, ends)
    assert settled(secure) == before


def test_an_incomplete_body_changes_nothing(servers):
    """Even if the body is valid JSON so far: the client has not ended it."""
    plain, secure = servers
    body = json.dumps({"name": "half", "role": "viewer"}).encode()
    for end in (lambda c: b"", lambda c: reset(1), lambda c: reset(1, 0), lambda c: trailers(c, ("x", "a" * 9_000))):
        with Frames(secure) as client:
            client.send(
                ask(client, ("POST", "/api/tokens", "application/json"), plain.token), frame(DATA, 0, 1, body), end(client)
            )
    fields = f"Authorization: Bearer {plain.token}", CHUNKED
    with socket.create_connection(("127.0.0.1", plain.port)) as connection:
        request = head(plain, ("POST", "/api/tokens", "application/json"), *fields)
        connection.sendall(request + f"{len(body):x}\r\n".encode() + body + b"\r\n")
    settled(secure), settled(plain)
    assert "half" not in [token["name"] for token in done(plain.api("GET", "/api/tokens")).data]


def test_a_disconnected_client_is_logged_once_below_the_level_error(servers):
    plain, _ = servers
    before = plain.log.count("request not received")
    with socket.create_connection(("127.0.0.1", plain.port)) as connection:
        route = "PUT", f"{MALL}/draft/order", "application/json"
        connection.sendall(head(plain, route, f"Authorization: Bearer {plain.token}", "Content-Length: 100") + b"{")
        close_hard(connection)
    eventually(lambda: plain.log.count("request not received") == before + 1)
    line = next(line for line in reversed(plain.log.splitlines()) if "request not received" in line)
    assert json.loads(line)["level"] == "info"
