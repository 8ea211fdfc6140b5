"""Limits for clients, and the responses to clients that exceed them."""

import json
import pathlib
import re
import signal
import socket
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from harness import eventually
from harness.connections import connections
from harness.process import ServerProcess
from harness.wire import Wire
from sessions import PASSWORD, Browser
from test_http import problem

GET = b"GET /sort HTTP/1.1\r\nHost: x\r\n\r\n"


def post(server, length, body=b""):
    """The head of an admin's reorder, and the beginning of its body."""
    return (
        f"POST /sort HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {server.token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    ).encode() + body


def metric(server, name):
    """The value of one of the server's metrics."""
    responses = []
    # A connection that was just closed may still be counted.
    eventually(lambda: responses.append(server.get("/metrics")) or responses[-1].status == 200)
    line = re.search(rf"^{re.escape(name)} (\S+)$", responses[-1].body.decode(), re.MULTILINE)
    assert line, f"{name} is no metric"
    return float(line.group(1))


def drip(wire, part, seconds):
    """Sends a part repeatedly until the server responds; returns the response, and the time in seconds until then."""
    begin = time.monotonic()
    wire.socket.settimeout(0.1)
    received = b""
    while time.monotonic() - begin < seconds:
        try:
            wire.socket.sendall(part)
            piece = wire.socket.recv(65536)
            if not piece:
                break
            received += piece
        except TimeoutError:
            continue
        except OSError:
            break
    return received, time.monotonic() - begin


@pytest.mark.parametrize("fast", ["true", "false"])
def test_a_slow_head_times_out(start, fast):
    server = start(HOMEBLOCKS_HTTP_HEADER_TIMEOUT="1", HOMEBLOCKS_HTTP_FAST_PATH=fast)
    with Wire(server) as wire:
        # The connection has already been used.
        assert b" 200 OK" in wire.send(GET).response()[0]
        wire.send(b"GET /sort HTTP/1.1\r\nHost: x\r\nX: ")
        received, seconds = drip(wire, b"a", 20)
    assert 0.9 < seconds < 15
    assert "head" in problem(received, 408)["detail"]


def test_a_body_below_the_minimum_rate_times_out(start):
    server = start(HOMEBLOCKS_HTTP_BODY_RATE="100")
    with Wire(server) as wire:
        wire.send(post(server, 100_000, b"{"))
        received, seconds = drip(wire, b" ", 30)
    assert 4.5 < seconds < 20
    assert "body" in problem(received, 408)["detail"]


def test_each_body_on_a_connection_has_its_own_timeout(start):
    server = start(HOMEBLOCKS_HTTP_REQUEST_TIMEOUT="2")
    request = post(server, 12, b'{"moves":[]}')
    with Wire(server) as wire:
        # Each packet ends in the middle of a body, in total for longer than the timeout of one body.
        wire.send(request[:-3])
        begin, sent = time.monotonic(), 1
        while time.monotonic() - begin < 3 or sent <= 20:
            wire.send(request[-3:] + request[:-3])
            sent += 1
            assert b" 200 OK" in wire.response()[0]
            time.sleep(0.05)
        wire.send(request[-3:])
        assert b" 200 OK" in wire.response()[0]


def test_the_wait_for_an_earlier_response_does_not_count_for_a_bodys_timeout(start):
    server = start(HOMEBLOCKS_HTTP_REQUEST_TIMEOUT="2")
    order = server.order()
    change = json.dumps({"moves": [{"block": order[1], "to": "start"}]}).encode()
    with sqlite3.connect(server.database, isolation_level=None) as database, Wire(server) as wire:
        database.execute("BEGIN IMMEDIATE")
        wire.send(post(server, len(change), change) + post(server, 12, b'{"moves":'))
        time.sleep(3)
        database.execute("ROLLBACK")
        assert b" 200 OK" in wire.response()[0]
        assert b" 200 OK" in wire.send(b"[]}").response()[0]


@pytest.mark.parametrize("begun", ["head", "body"])
def test_a_request_that_arrives_while_the_process_is_frozen_does_not_time_out(start, begun):
    server = start(HOMEBLOCKS_HTTP_HEADER_TIMEOUT="3", HOMEBLOCKS_HTTP_REQUEST_TIMEOUT="3", HOMEBLOCKS_HTTP_MAX_CHANGES="600")
    request = post(server, 12, b'{"moves":[]}')
    cut = len(request) - 3 if begun == "body" else 20
    # More connections than an event loop reads in one iteration.
    wires = [Wire(server).send(request[:cut]) for _ in range(300)]
    eventually(lambda: not any(each.unread for each in connections() if each.local == server.port))
    server.freeze()
    try:
        [wire.send(request[cut:]) for wire in wires]
        time.sleep(4)
    finally:
        server.thaw()
    assert {wire.response()[0].partition(b"\r\n")[0] for wire in wires} == {b"HTTP/1.1 200 OK"}
    [wire.socket.close() for wire in wires]


def test_an_empty_line_after_a_request_does_not_start_a_timeout(start):
    server = start(HOMEBLOCKS_HTTP_HEADER_TIMEOUT="1")
    with Wire(server) as wire:
        assert b" 200 OK" in wire.send(post(server, 12, b'{"moves":[]}')).response()[0]
        wire.send(b"\r\n")
        time.sleep(1.5)
        assert b" 200 OK" in wire.send(GET).response()[0]


@pytest.mark.parametrize("head, status", [("GET /healthz", 200), ("POST /sort", 401)])
def test_a_body_that_breaks_after_its_response_gets_no_second_one(server, head, status):
    with Wire(server) as wire:
        wire.send(f"{head} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
        assert f" {status} ".encode() in wire.response()[0]
        wire.send(b"zz\r\n")
        assert wire.rest() == b""


def test_connections_over_the_limit_get_a_retry_after(start):
    server = start(HOMEBLOCKS_HTTP_MAX_CONNECTIONS="2")
    held = [Wire(server) for _ in range(2)]
    for wire in held:
        assert b" 200 OK" in wire.send(GET).response()[0]
    with Wire(server) as wire:
        received = wire.send(GET).rest()
    assert b"\r\nRetry-After: 5\r\n" in received and b"\r\nConnection: close\r\n" in received
    assert "connections" in problem(received, 503)["detail"]
    assert b" 200 OK" in held[0].send(GET).response()[0]
    held[1].socket.close()
    eventually(lambda: server.get("/sort").status == 200)
    assert metric(server, 'homeblocks_connections_refused_total{reason="connections"}') >= 1


def wire_from(server, address):
    """A connection from another address of this machine."""
    wire = Wire.__new__(Wire)
    wire.socket = socket.create_connection(("127.0.0.1", server.port), timeout=10, source_address=(address, 0))
    wire.received = b""
    return wire


def test_one_client_cannot_use_all_connections(start):
    server = start(HOMEBLOCKS_HTTP_MAX_CONNECTIONS_PER_CLIENT="2")

    held = [wire_from(server, "127.0.0.2") for _ in range(2)]
    for wire in held:
        assert b" 200 OK" in wire.send(GET).response()[0]
    with wire_from(server, "127.0.0.2") as wire:
        received = wire.send(GET).rest()
    assert b"\r\nRetry-After: 5\r\n" in received
    problem(received, 429)
    assert server.get("/sort").status == 200
    held[0].socket.close()
    eventually(lambda: metric(server, "homeblocks_connections_open") == 2)
    with wire_from(server, "127.0.0.2") as wire:
        assert b" 200 OK" in wire.send(GET).response()[0]
    held[1].socket.close()


def test_a_trusted_proxy_may_exceed_the_connection_limit_of_a_client(start):
    server = start(HOMEBLOCKS_HTTP_MAX_CONNECTIONS_PER_CLIENT="1", HOMEBLOCKS_HTTP_TRUSTED_PROXIES="127.0.0.1")
    held = [Wire(server) for _ in range(5)]
    for wire in held:
        assert b" 200 OK" in wire.send(GET).response()[0]
        wire.socket.close()


def test_the_log_names_the_client_of_a_trusted_proxy_only(start):
    for proxies, expected in (("", "127.0.0.1"), ("127.0.0.0/8", "198.51.100.9")):
        server = start(HOMEBLOCKS_HTTP_TRUSTED_PROXIES=proxies, HOMEBLOCKS_LOG_FORMAT="json")
        server.get("/healthz", {"X-Forwarded-For": "1.2.3.4, 198.51.100.9"})
        server.stop()
        lines = [json.loads(line) for line in server.log.splitlines()]
        assert [line["client"] for line in lines if line.get("path") == "/healthz"] == [expected]


def test_changes_over_the_limit_get_a_retry_after_and_reads_are_served(start):
    server = start(HOMEBLOCKS_HTTP_MAX_CHANGES="2")
    with Wire(server) as slow:
        # A request holds a permit while its body arrives; one client gets at most half of the permits.
        slow.send(post(server, 12, b"{"))
        eventually(lambda: metric(server, "homeblocks_requests_in_progress") == 1)
        refused = server.sort({"moves": []})
        assert refused.status == 503 and refused.headers["Retry-After"] == "1"
        assert server.get("/api/pages/music/live/blocks", {"Authorization": f"Bearer {server.token}"}).status == 200
        assert server.get("/homepage").status == 200
        head, _ = slow.send(b'"moves":[]}').response()
        assert b" 200 OK" in head
    assert server.sort({"moves": []}).status == 200
    assert metric(server, 'homeblocks_requests_refused_total{reason="changes_per_client"}') == 1
    assert metric(server, "homeblocks_requests_in_progress") == 0


def test_a_change_that_times_out_is_rolled_back_and_the_response_says_so(start):
    server = start(HOMEBLOCKS_HTTP_HANDLER_TIMEOUT="1", HOMEBLOCKS_HTTP_REQUEST_TIMEOUT="1")
    order = server.order()
    assert server.sort({"moves": []}).status == 200
    with sqlite3.connect(server.database, isolation_level=None) as database:
        database.execute("BEGIN IMMEDIATE")
        begin = time.monotonic()
        response = server.sort({"moves": [{"block": order[1], "to": "start"}]})
        assert response.status == 503 and "Nothing was changed" in response.json["detail"]
        assert response.headers["Retry-After"] == "5"
        # SQLite itself waits for another program's lock for five seconds.
        assert time.monotonic() - begin < 8
        database.execute("ROLLBACK")
    assert server.order() == order
    assert server.sort({"moves": [{"block": order[1], "to": "start"}]}).status == 200


@pytest.mark.parametrize("fast", ["true", "false"])
def test_during_shutdown_an_open_connection_gets_one_more_response_and_is_closed(start, fast):
    server = start(HOMEBLOCKS_HTTP_FAST_PATH=fast)
    with Wire(server) as wire, Wire(server) as idle:
        for one in (wire, idle):
            assert b"Connection: close" not in one.send(GET).response()[0]
        server.process.send_signal(signal.SIGTERM)
        eventually(lambda: refuses(server))
        head, body = wire.send(GET * 3).response()
        assert b" 200 OK" in head and b"\r\nConnection: close" in head and body
        # The next requests get no response, as `Connection: close` announced.
        assert wire.rest() == b""
        assert idle.rest() == b""
    assert server.process.wait(timeout=15) == 0


def refuses(server):
    try:
        Wire(server).socket.close()
    except OSError:
        return True
    return False


def test_the_number_of_file_descriptors_limits_the_connections(server, tmp_path):
    server.stop()
    (tmp_path / "few").mkdir()
    with ServerProcess(tmp_path / "few", server.env, database=server.database, launcher=["prlimit", "--nofile=128:128"]) as few:
        server.port, server.process = few.port, few.process
        limit = int(metric(server, "homeblocks_connections_limit"))
        assert 20 < limit < 100
        held = [Wire(server) for _ in range(300)]
        answered = 0
        for wire in held[: limit - 2]:
            assert b" 200 OK" in wire.send(GET).response()[0]
            answered += 1
        assert answered == limit - 2
        [wire.socket.close() for wire in held]
        eventually(lambda: server.get("/sort").status == 200)
        assert few.stop() == 0
        assert "fewer connections" in few.log


def test_changes_wait_together_for_another_programs_lock(server):
    order = server.order()
    with sqlite3.connect(server.database, isolation_level=None, check_same_thread=False) as database:
        database.execute("BEGIN IMMEDIATE")
        begin, responses = time.monotonic(), []
        change = {"moves": [{"block": order[1], "to": "start"}]}
        writers = [threading.Thread(target=lambda: responses.append(server.sort(change))) for _ in range(6)]
        [writer.start() for writer in writers]
        [writer.join() for writer in writers]
        assert [response.status for response in responses] == [503] * 6
        assert "locked" in responses[0].json["detail"]
        # If they waited one after the other, this would take half a minute.
        assert time.monotonic() - begin < 15
        database.execute("ROLLBACK")
    assert server.sort(change).status == 200


def test_slow_anonymous_bodies_do_not_affect_operators_and_sign_ins(start, staff):
    server = start(HOMEBLOCKS_HTTP_REQUEST_TIMEOUT="60", HOMEBLOCKS_HTTP_BODY_RATE="0")
    staff.at(server)
    paths = ("/homepage/block/page", "/homepage/dragon/ball", "/api/session", "/api/setup")
    held = [wire_from(server, f"127.0.0.{2 + number % 2}") for number in range(64)]
    for number, wire in enumerate(held):
        wire.send(
            f"POST {paths[number % 4]} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
            "Content-Length: 60000\r\n\r\n{".encode()
        )
    # Two clients use all permits for bodies without a credential, which are a quarter of the permits for changes.
    eventually(lambda: metric(server, 'homeblocks_requests_refused_total{reason="anonymous_bodies"}') == 48)
    eventually(lambda: metric(server, "homeblocks_requests_in_progress") == 16)

    assert server.sort({"moves": []}).status == 200
    assert Browser(server).sign_in("Mei").status == 201
    # Clients that share the address of a slow client are not affected either.
    credentials = json.dumps({"name": "Mei", "password": PASSWORD}).encode()
    with wire_from(server, "127.0.0.2") as wire:
        wire.send(
            b"POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
            % (len(credentials), credentials)
        )
        assert b" 201 Created" in wire.response()[0]
    received = held[0].rest()
    assert b"\r\nRetry-After: 1\r\n" in received and b"\r\nConnection: close\r\n" in received
    problem(received, 503)
    # A body that continues in time is read completely.
    head, _ = held[-1].send(b" " * 59_998 + b"}").response()
    assert b" 422 " in head
    assert metric(server, 'homeblocks_requests_refused_total{reason="changes"}') == 0
    [wire.socket.close() for wire in held]


def test_clients_without_permission_for_changes_use_no_permits(start):
    server = start(HOMEBLOCKS_HTTP_MAX_CHANGES="2")
    viewer = server.new_token("viewer")
    for token in ("hb_abcdefghijkl_x", viewer):
        with Wire(server) as wire:
            wire.send(post(server, 100, b"{").replace(server.token.encode(), token.encode()))
            assert server.sort({"moves": []}).status == 200
            assert wire.response()[0].split()[1] in (b"401", b"403")


@pytest.mark.long
def test_the_size_of_a_page_is_limited_and_concurrent_reads_need_little_memory(server):
    """A page of the maximum size can be read concurrently, exported and imported."""
    text = "a" * 960_000
    create = "/api/pages/mall/draft/blocks"
    block = {"showType": "MALL_AD", "content": {"note": text, "extInfo": {"list": []}}}
    count = 0
    while (response := server.api("POST", create, {"blockCode": f"large{count}", **block})).status == 201:
        count += 1
        assert count < 20
    assert response.status == 422
    assert "page.bytes" in response.json["detail"]
    assert text[:100] not in response.json["detail"]
    assert count == 17

    before = peak_memory(server)
    with ThreadPoolExecutor(6) as pool:
        responses = list(pool.map(lambda _: server.api("GET", create), range(6)))
    assert {response.status for response in responses} == {200}
    assert len({response.body for response in responses}) == 1
    grown = peak_memory(server) - before
    assert grown < 350 << 20, f"{grown >> 20} MiB"

    assert server.api("POST", "/api/pages/mall/draft/publish", {}).status == 201
    export = server.api("GET", "/api/pages/mall/export").body
    assert 16_000_000 < len(export) <= 17 << 20

    def put(page, body):
        headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"}
        return server.send("PUT", f"/api/pages/{page}/export", body, headers)

    assert put("mall", export).status == 200
    too_large = put("mall", b" " * (17 << 20) + b" {}")
    assert too_large.status == 413
    assert "import.body" in too_large.json["detail"]


def peak_memory(server):
    """The program's peak resident memory in bytes."""
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status).group(1)) << 10
