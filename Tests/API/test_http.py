"""The server's HTTP/1.1 interface, including clients that violate the protocol."""

import gzip
import json
import re
import socket
import sqlite3
import threading
import time

import brotli
import pytest

from conftest import visible
from harness.connections import connections
from harness.marks import short_and_long
from harness.wire import Wire

ADMIN = "Authorization: Bearer {token}\r\n"
JSON = "Content-Type: application/json\r\n"


def problem(received, status):
    """Checks that the received bytes are one problem document with a status, and returns it."""
    head, _, body = received.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    assert lines[0].startswith(f"HTTP/1.1 {status} "), received[:300]
    headers = {line.split(":", 1)[0].lower(): line.split(":", 1)[1].strip() for line in lines[1:]}
    assert headers["content-type"] == "application/problem+json"
    document = json.loads(body)
    assert document["status"] == document["code"] == status
    assert document["detail"] == document["message"] != ""
    for name in ("type", "title", "requestId"):
        assert document[name]
    assert isinstance(document["errors"], list)
    return document


def post(head="", body=b"{}", host="Host: x\r\n"):
    return (f"POST /sort HTTP/1.1\r\n{host}Connection: close\r\n" + head).encode() + b"\r\n" + body


def with_length(head, body, **kinds):
    return post(head + f"Content-Length: {len(body)}\r\n", body, **kinds)


DEEP = b"[" * 65 + b"]" * 65

CASES = {
    "broken JSON": (with_length(ADMIN + JSON, b'{"order":'), 400),
    "65 levels": (with_length(ADMIN + JSON, DEEP), 400),
    "no JSON type": (with_length(ADMIN + "Content-Type: text/plain\r\n", b"{}"), 415),
    "no type": (with_length(ADMIN, b"{}"), 415),
    "2 MB": (with_length(ADMIN + JSON, b'"' + b"x" * (2 << 20) + b'"'), 413),
    "2 MB in chunks": (
        post(ADMIN + JSON + "Transfer-Encoding: chunked\r\n", b"200000\r\n" + b"x" * 0x200000 + b"\r\n0\r\n\r\n"),
        413,
    ),
    "unknown page": (b"GET /homepage?page=none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404),
    "unknown path": (b"GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404),
    "wrong method": (b"DELETE /sort HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405),
    "no token": (with_length(JSON, b"{}"), 401),
    "bad token": (with_length("Authorization: Bearer hb_abcdefghijkl_x\r\n" + JSON, b"{}"), 401),
    "stale If-Match": (with_length(ADMIN + JSON + 'If-Match: "old"\r\n', b'{"moves":[]}'), 412),
    "two lengths": (post(ADMIN + JSON + "Content-Length: 2\r\nContent-Length: 3\r\n"), 400),
    "length and chunks": (post(ADMIN + JSON + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"), 400),
    "negative length": (post(ADMIN + JSON + "Content-Length: -1\r\n"), 400),
    "two hosts": (b"GET /sort HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
    "NUL in a page's name": (with_length(ADMIN + JSON, b'{"moves":[]}').replace(b"/sort", b"/sort?page=music%00q"), 404),
    "repeated codes in a cursor": (
        b"GET /homepage?cursor=%7B%22offset%22:0,%22blockCodeOrderList%22:[%22A%22,%22A%22]%7D HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        400,
    ),
    "too many codes": (with_length(ADMIN + JSON, json.dumps({"order": [str(n) for n in range(20000)]}).encode()), 422),
    "no host": (with_length(ADMIN + JSON, b"{}", host=""), 400),
    "bad chunk": (post(ADMIN + JSON + "Transfer-Encoding: chunked\r\n", b"zz\r\n"), 400),
    "no HTTP": (b"hello there\r\n\r\n", 400),
    "bad version": (b"GET / HTTP/9.9\r\nHost: x\r\n\r\n", 400),
    "null byte": (b"GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n", 400),
    "large header": (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 9000 + b"\r\n\r\n", 431),
    "large headers": (
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"".join(b"X%d: %s\r\n" % (n, b"a" * 4000) for n in range(9)) + b"\r\n",
        431,
    ),
    "many headers": (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"".join(b"X%d: a\r\n" % n for n in range(101)) + b"\r\n", 431),
}


@pytest.mark.parametrize("name", CASES)
def test_bad_input_gets_its_status_and_does_not_affect_the_server(shared_server, name):
    request, status = CASES[name]
    received = shared_server.raw(request.replace(b"{token}", shared_server.token.encode()))
    document = problem(received, status)
    assert shared_server.token not in json.dumps(document)
    assert shared_server.get("/sort").data["revision"] == 1
    assert shared_server.get("/healthz").status == 200


def test_every_coding_has_the_same_content(server):
    plain = server.get("/homepage").body
    assert gzip.decompress(server.get("/homepage", {"Accept-Encoding": "gzip"}).body) == plain
    assert brotli.decompress(server.get("/homepage", {"Accept-Encoding": "br"}).body) == plain


@pytest.mark.parametrize("path", ["/api/pages/music/live/blocks", "/api/pages/music/draft/homepage", "/api/pages/music/export"])
def test_reads_are_compressed_and_responses_with_new_secrets_are_not(server, path):
    plain = server.api("GET", path)
    for coding, content in (("gzip", gzip.decompress), ("br", brotli.decompress)):
        response = server.api("GET", path, headers={"Accept-Encoding": coding})
        assert content(response.body) == plain.body and len(response.body) < len(plain.body) / 3
        assert response.headers["ETag"] == plain.headers["ETag"][:-1] + f'-{coding}"'
        known = server.api("GET", path, headers={"Accept-Encoding": coding, "If-None-Match": response.headers["ETag"]})
        assert known.status == 304
    made = server.api("POST", "/api/tokens", {"name": "n" * 60, "role": "viewer"}, headers={"Accept-Encoding": "gzip, br"})
    assert made.status == 201 and "Content-Encoding" not in made.headers


def test_a_change_accepts_the_etag_of_a_compressed_response(server):
    path = "/api/pages/music/live/blocks/HOMEPAGE_MUSIC_CALENDAR"
    tag = server.api("GET", path, headers={"Accept-Encoding": "br"}).headers["ETag"]
    assert tag.endswith('-br"')
    assert server.api("PATCH", path, {"enabled": False}, headers={"If-Match": tag}).status == 200
    assert server.api("PATCH", path, {"enabled": True}, headers={"If-Match": tag}).status == 412


def test_garbage_after_a_valid_request_does_not_affect_its_response(server):
    received = server.raw(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\r\n\r\n")
    first, _, rest = received.partition(b'{"status":"ok"}')
    assert first.startswith(b"HTTP/1.1 200 OK")
    problem(rest, 400)


def test_pipelined_requests_get_responses_in_order(server):
    paths = ["/healthz", "/sort", "/pages", "/none", "/homepage/dragon/ball"] * 20
    request = "".join(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n" for path in paths[:-1])
    request += f"GET {paths[-1]} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    rest = server.raw(request.encode())
    for path in paths:
        head, _, rest = rest.partition(b"\r\n\r\n")
        length = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")][0]
        body, rest = rest[: int(length.split(b":")[1])], rest[int(length.split(b":")[1]) :]
        assert body == server.get(path).body or path == "/none" and b" 404 " in head
    assert rest == b""


def test_a_slow_body_times_out(start):
    server = start(HOMEBLOCKS_HTTP_REQUEST_TIMEOUT="1")
    head = f"POST /sort HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {server.token}\r\n{JSON}Content-Length: 1000\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(head.encode())
        begin = time.monotonic()
        connection.settimeout(0.1)
        received = b""
        while time.monotonic() - begin < 8:
            try:
                connection.sendall(b" ")
                part = connection.recv(65536)
                if not part:
                    break
                received += part
            except TimeoutError:
                continue
            except OSError:
                break
        assert time.monotonic() - begin < 6
    problem(received, 408)


def test_a_client_that_does_not_read_is_disconnected_and_a_slow_one_is_not(start):
    server = start(HOMEBLOCKS_HTTP_IDLE_TIMEOUT="1", HOMEBLOCKS_HTTP_WRITE_TIMEOUT="1")
    request = b"GET /homepage HTTP/1.1\r\nHost: x\r\n\r\n"
    size = len(server.get("/homepage").body)

    def connect(count):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        connection.settimeout(20)
        connection.connect(("127.0.0.1", server.port))
        connection.sendall(request * count)
        return connection

    with connect(400) as stalled, connect(200) as slow:
        received, begin = 0, time.monotonic()
        while received < 200 * size:
            part = slow.recv(65536)
            assert part, f"cut after {received} of {200 * size} bytes and {time.monotonic() - begin} s"
            received += len(part)
            # Read at an even rate, in total for longer than the write timeout.
            time.sleep(max(0, begin + 2.5 * received / (200 * size) - time.monotonic()))
        # The stalled connection was closed in the meantime: the client gets only the data in its socket.
        received = b""
        try:
            while part := stalled.recv(1 << 20):
                received += part
        except ConnectionResetError:
            pass
        assert len(received) < 400 * size


@pytest.mark.parametrize("last", ["", "Connection: close\r\n"])
@pytest.mark.parametrize("path", ["/homepage", "/openapi.json"])
def test_a_client_that_has_closed_its_sending_side_gets_complete_responses(server, path, last):
    body, request = server.get(path).body, f"GET {path} HTTP/1.1\r\nHost: x\r\n"
    with Wire(server, receive_buffer=4096) as wire:
        wire.send(f"{request}\r\n".encode() * 4 + f"{request}{last}\r\n".encode()).end()
        assert [wire.response()[1] == body for _ in range(5)] == [True] * 5
        assert wire.rest() == b""


def test_a_client_that_does_not_read_uses_little_of_the_systems_memory(server):
    with socket.socket() as stalled:
        stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stalled.connect(("127.0.0.1", server.port))
        stalled.sendall(b"GET /homepage HTTP/1.1\r\nHost: x\r\n\r\n" * 400)
        sizes, end = [0], time.monotonic() + 20
        # Wait until the server writes nothing more.
        while sizes[-1] == 0 or sizes[-5:] != sizes[-1:] * 5:
            assert time.monotonic() < end, sizes
            ports = server.port, stalled.getsockname()[1]
            sizes.append(sum(each.unsent for each in connections() if (each.local, each.remote) == ports))
            time.sleep(0.1)
    assert max(sizes) < 400_000


def test_connections_without_keep_alive_are_closed_after_the_response(server):
    for request in (b"GET /healthz HTTP/1.0\r\n\r\n", b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Close\r\n\r\n"):
        begin = time.monotonic()
        assert server.raw(request).endswith(b'{"status":"ok"}')
        assert time.monotonic() - begin < 5


def test_a_client_that_expects_100_continue_gets_it(server):
    body = b'{"moves":[]}'
    head = f"POST /sort HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nAuthorization: Bearer {server.token}\r\n{JSON}Content-Length: {len(body)}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(head.encode())
        assert connection.recv(65536) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(body)
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 OK")


def test_bad_tokens_cannot_fill_the_audit_log(server):
    server.token = "hb_abcdefghijkl_x"
    for _ in range(100):
        assert server.sort({"moves": []}).status == 401
    server.stop()
    with sqlite3.connect(server.database) as database:
        kept = database.execute("SELECT count(*) FROM audit WHERE outcome = 'refused'").fetchone()[0]
    assert 1 <= kept <= 60


def test_readiness_does_not_wait_for_another_programs_lock(server):
    with sqlite3.connect(server.database, isolation_level=None) as database:
        database.execute("BEGIN IMMEDIATE")
        begin = time.monotonic()
        assert server.get("/readyz").status == 503
        assert time.monotonic() - begin < 4
        assert server.get("/homepage").status == 200
        database.execute("ROLLBACK")
    assert server.get("/readyz").status == 200


def test_an_idle_connection_and_one_with_a_slow_head_are_closed(start):
    server = start(HOMEBLOCKS_HTTP_IDLE_TIMEOUT="1")
    for begin in (b"", b"GET / HTTP/1.1\r\nHost: x\r\nX: "):
        start_time = time.monotonic()
        assert server.raw(begin) == b""
        assert time.monotonic() - start_time < 6


@pytest.mark.parametrize("count", short_and_long(15, 40))
def test_eight_clients_with_if_match_create_a_linear_history(server, count):
    order = server.order()
    acknowledged, lock = [], threading.Lock()

    def work(number):
        connection = server.connect()
        done = 0
        tag = server.get("/sort", connection=connection).headers["ETag"]
        while done < count:
            block = order[(number * count + done) % len(order)]
            target = "start" if done % 2 else "end"
            response = server.sort({"moves": [{"block": block, "to": target}]}, headers={"If-Match": tag}, connection=connection)
            tag = response.headers["ETag"]
            if response.status == 412:
                assert response.json["current"]["order"]
                continue
            assert response.status == 200
            done += 1
            with lock:
                acknowledged.append((response.data["revision"], response.data["moved"], response.data["order"]))

    workers = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    [worker.start() for worker in workers]
    [worker.join() for worker in workers]
    assert len(acknowledged) == 8 * count
    history = sorted((revision, order) for revision, moved, order in acknowledged if moved)
    assert [revision for revision, _ in history] == list(range(2, 2 + len(history)))
    assert server.order() == history[-1][1]
    assert server.shown() == visible(history[-1][1])


def test_changes_are_visible_immediately_to_every_reader(server):
    """After a change is acknowledged, no later read returns an older state."""
    order = server.order()
    newest, stale, stop = [1], [], threading.Event()

    def read():
        connection = server.connect()
        while not stop.is_set():
            known = newest[0]
            seen = server.get("/sort", connection=connection).data["revision"]
            if seen < known:
                stale.append((seen, known))

    readers = [threading.Thread(target=read) for _ in range(4)]
    [reader.start() for reader in readers]
    connection = server.connect()
    for number in range(200):
        response = server.sort({"moves": [{"block": order[number % 7], "to": "start"}]}, connection=connection)
        newest[0] = response.data["revision"]
    stop.set()
    [reader.join() for reader in readers]
    assert newest[0] > 150
    assert stale == []


def picture(server):
    """The path of a picture of the starter page."""
    return re.search(rb"/assets/[\w/.-]+\.webp", server.get("/homepage").body).group().decode()


def test_a_picture_runs_no_script(server):
    response = server.get(picture(server))
    assert response.status == 200 and response.headers["Content-Type"] == "image/webp"
    policy = response.headers["Content-Security-Policy"]
    assert "sandbox" in policy and "default-src 'none'" in policy and "script-src" not in policy
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../homeblocks.yaml",
        "/assets/%2e%2e/homeblocks.yaml",
        "/assets/..%2fhomeblocks.yaml",
        "/assets//etc/passwd",
        "/assets/....//homeblocks.yaml",
        "/assets/",
        "/assets",
        "/assets/%00",
        "/../config/homeblocks.yaml",
        "/config/homeblocks.yaml",
    ],
)
def test_no_other_file_than_a_picture_is_served(shared_server, path):
    received = shared_server.raw(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    assert received.startswith(b"HTTP/1.1 40")
    assert b"maxConnections" not in received and b"root:" not in received
