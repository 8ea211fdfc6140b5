"""Clients that read large responses slowly or not at all, and connections with little traffic."""

import gzip
import json
import pathlib
import random
import re
import signal
import socket
import time

import pytest

from harness import databases, eventually
from harness.marks import short_and_long
from harness.prepared import made_once
from harness.server import Server
from harness.wire import Wire
from publishing import ads

BIG = b"GET /homepage?page=big HTTP/1.1\r\nHost: x\r\n\r\n"
ZIPPED = BIG.replace(b"\r\n\r\n", b"\r\nAccept-Encoding: gzip\r\n\r\n")
SMALL = b"GET /sort HTTP/1.1\r\nHost: x\r\n\r\n"
LAST = b"GET /sort HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


def resident(server):
    """The program's resident memory in bytes."""
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) << 10


@pytest.fixture
def stored(starter, tmp_path_factory):
    """A database with a page of 1,000 blocks and about 5 MB."""
    content, token = starter

    def make(folder):
        generator = random.Random(5)

        # Text that does not compress well.
        def title():
            return "".join(generator.choices("0123456789abcdef", k=195))

        blocks = [ads(f"section{n}", *(title() for _ in range(17))) for n in range(1000)]
        file = folder / "big.json"
        file.write_text(json.dumps({"page": {"slug": "big", "title": "Big"}, "data": {}, "blocks": blocks}))
        with Server(folder, token=token, database=databases.restored(content, folder)) as server:
            server.command("import", str(file), "--page", "big")
            server.stop()
            return databases.template(server.database)

    big = made_once(tmp_path_factory, "big", make)
    return lambda folder: {"token": token, "database": databases.restored(big, folder)}


@pytest.fixture
def big(start):
    """Starts servers with that page, whose responses are prepared."""

    def big(**env):
        server = start(**env)
        server.page = server.get("/homepage?page=big").body
        assert 4_500_000 < len(server.page) < 6_000_000
        for request in [BIG, ZIPPED, SMALL] * 3:
            with Wire(server) as client:
                head, body = client.send(request).response()
                assert b" 200 OK" in head
                if request != SMALL:
                    assert (gzip.decompress(body) if request == ZIPPED else body) == server.page
        return server

    return big


def sip(clients, rounds):
    """Reads about 1 KB per second from each client. Returns the time in seconds of five small reads in between."""
    slowest, server = 0, clients[0].server
    with Wire(server) as other:
        for _ in range(rounds):
            for client in clients:
                client.taken += client.socket.recv(100)
            begin = time.monotonic()
            for _ in range(5):
                assert b" 200 OK" in other.send(SMALL).response()[0]
            slowest = max(slowest, time.monotonic() - begin)
            time.sleep(max(0, 0.1 - (time.monotonic() - begin)))
    return slowest


@pytest.mark.parametrize("request_", short_and_long(BIG, ZIPPED), ids=["identity", "gzip"])
def test_slow_readers_use_little_memory_and_do_not_delay_others(big, request_):
    server = big()
    before = resident(server)
    clients = [Wire(server, receive_buffer=4096) for _ in range(40)]
    for client in clients:
        client.server, client.taken = server, b""
        client.send(request_ * 20)
    # Behind a slow reader, they would take minutes.
    assert sip(clients, 30) < 5
    assert resident(server) - before < 40 << 20
    # Once it reads fast, a client gets all responses.
    [client.socket.close() for client in clients[1:]]
    chosen = clients[0]
    chosen.received = chosen.taken
    for _ in range(20):
        head, body = chosen.response()
        assert b" 200 OK" in head
        assert (gzip.decompress(body) if request_ == ZIPPED else body) == server.page
    assert b'"page":"music"' in chosen.send(LAST).response()[1] and chosen.rest() == b""


@pytest.mark.parametrize("request_", short_and_long(BIG, SMALL), ids=["large", "small"])
def test_the_server_stops_reading_from_a_client_that_reads_nothing(big, request_):
    server = big()
    before = resident(server)
    with Wire(server, receive_buffer=4096) as client:
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        client.socket.settimeout(1)
        left = memoryview(request_ * (10_000 if request_ == BIG else 200_000))
        with pytest.raises(TimeoutError):
            while left:
                left = left[client.socket.send(left) :]
        assert resident(server) - before < 40 << 20
        with Wire(server) as other:
            assert b" 200 OK" in other.send(SMALL).response()[0]


def test_a_stop_waits_until_a_slow_client_has_its_response(big):
    server = big()
    with Wire(server, receive_buffer=4096) as client:
        client.send(BIG)
        client.received = client.socket.recv(1000)
        server.process.send_signal(signal.SIGTERM)
        eventually(lambda: refuses(server))
        head, body = client.response()
        assert b" 200 OK" in head and body == server.page
        assert client.rest() == b""
    assert server.process.wait(timeout=15) == 0


def test_a_request_during_shutdown_gets_a_complete_response_or_none(big):
    server = big()
    requested = 125
    # With small segments the system's buffer is small, so that some of the responses wait in the program.
    with Wire(server, receive_buffer=4096, segment=536) as client:
        for _ in range(requested):
            client.send(SMALL)
            time.sleep(0.002)
        server.process.send_signal(signal.SIGTERM)
        eventually(lambda: refuses(server))
        time.sleep(0.2)
        client.send(BIG * 3)
        # Let the server receive the requests before it can send the waiting responses.
        time.sleep(0.1)
        received = client.rest()
    assert server.process.wait(timeout=15) == 0
    assert received.count(b"HTTP/1.1 200 OK") > 10
    # The system may drop data that the client did not read in time, but the program never sends a partial response.
    bodies = []
    while received:
        head, _, received = received.partition(b"\r\n\r\n")
        # Heads have different lengths: the last one before the connection is closed has an additional field.
        length = re.search(rb"\r\nContent-Length: (\d+)", head)
        size = int(length[1]) if length else 0
        bodies.append(received[:size])
        received = received[size:]
    assert set(bodies[requested:]) <= {server.page}, [len(body) for body in bodies[requested:]]


def refuses(server):
    """Whether new connections are refused."""
    try:
        socket.create_connection(("127.0.0.1", server.port), timeout=1).close()
    except OSError:
        return True


def test_reads_keep_a_connection_open_and_an_idle_one_is_closed(start):
    server = start(HOMEBLOCKS_HTTP_IDLE_TIMEOUT="1")
    server.get("/sort")
    with Wire(server) as client:
        begin = time.monotonic()
        while time.monotonic() - begin < 3:
            assert b" 200 OK" in client.send(SMALL).response()[0]
            time.sleep(0.4)
        begin = time.monotonic()
        assert client.rest() == b""
        assert 0.5 < time.monotonic() - begin < 10
    with Wire(server) as silent:
        begin = time.monotonic()
        assert silent.rest() == b""
        assert 0.9 < time.monotonic() - begin < 10


@pytest.mark.parametrize("first", [b"", SMALL], ids=["fresh", "used"])
def test_a_connection_with_a_slow_head_is_closed(start, first):
    server = start(HOMEBLOCKS_HTTP_IDLE_TIMEOUT="1")
    server.get("/sort")
    with Wire(server) as client:
        if first:
            assert b" 200 OK" in client.send(first).response()[0]
        client.socket.settimeout(0.3)
        begin, bytes_ = time.monotonic(), iter(SMALL)
        while True:
            assert time.monotonic() - begin < 10
            try:
                client.send(bytes([next(bytes_)]))
                if client.socket.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except OSError:
                break
