"""Pipelined requests on one connection, some of them served by the fast path, others by the router."""

import random
import re
import socket
import threading

import pytest

from conftest import normal
from harness.marks import short_and_long
from harness.wire import Wire

END = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
SORT = b"GET /sort HTTP/1.1\r\nHost: x\r\n\r\n"
PATHS = [
    "/homepage",
    "/homepage?page=mall&platform=ios&appVersion=9.1.0",
    "/homepage?locale=zh-Hant-HK",
    "/homepage/block/page",
    "/homepage/dragon/ball",
    "/homepage/blocks/HOMEPAGE_BANNER",
    "/homepage/blocks/HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST?locale=en",
    "/homepage/blocks/HOMEPAGE_BANNER/items/0",
    "/homepage/blocks/wallet?page=mall",
    "/sort",
    "/sort?page=mall&shown=true",
    "/pages",
    "/healthz",
    "/block-types",
    "/none",
    "/homepage?page=none",
    "/homepage/blocks/NONE",
    "/homepage?limit=2&cursor=",
    "/homepage?platform=psion",
    "/sort?shown=perhaps",
]


def written(generator, token, tags):
    """The bytes of a random request."""
    kind = generator.randrange(12)
    if kind == 0:
        body = b"page=mall&platform=web"
        head = "POST /homepage/block/page HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded"
    elif kind == 1:
        body = b'{"moves":[{"block":"HOMEPAGE_BANNER","to":"end"}]}'
        head = "POST /sort?dryRun=true HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        head += f"Authorization: Bearer {token}"
    elif kind == 2:
        # A body that looks like the end of a request.
        body, head = b"GET /sort HTTP/1.1\r\nHost: x\r\n\r\n", f"GET {generator.choice(PATHS)} HTTP/1.1\r\nHost: x"
    else:
        path = generator.choice(PATHS)
        head = f"{'HEAD' if kind == 3 else 'GET'} {path} HTTP/1.1\r\nHost: x"
        if kind % 2:
            head += "\r\n" + generator.choice(["Accept-Encoding: gzip, br", "accept-encoding: gzip", "X-Any: thing"])
        if kind > 9:
            head += f"\r\nIf-None-Match: {tags.get(path) or '*'}"
        return head.encode() + b"\r\n\r\n"
    return head.encode() + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body


def exchange(server, pieces):
    """Everything received in response to requests that are sent in pieces before the client closes its sending side."""
    with Wire(server, timeout=60) as client:
        client.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sender = threading.Thread(target=lambda: ([client.send(piece) for piece in pieces], client.end()))
        sender.start()
        received = client.rest()
        sender.join()
        return normal(received)


def cut(generator, stream, longest):
    while stream:
        size = generator.randint(1, longest)
        yield stream[:size]
        stream = stream[size:]


@pytest.mark.parametrize("seed, count", short_and_long((0, 400), (0, 1000), (1, 1000), (2, 1000), (3, 1000)))
def test_many_requests_of_all_kinds_get_responses_in_order(pair, seed, count):
    fast, plain = pair
    generator = random.Random(seed)
    tags = {path: plain.get(path).headers["ETag"] for path in PATHS}
    requests = [written(generator, plain.token, tags) for _ in range(count)]
    stream = b"".join(requests)
    expected = exchange(plain, [stream])
    assert expected.count(b"HTTP/1.1 ") == len(requests)
    for status in (b"200 OK", b"304 Not Modified", b"400 Bad Request", b"404 Not Found"):
        assert expected.count(b"HTTP/1.1 " + status) > count / 100
    for pieces in ([stream], [stream], cut(generator, stream, 700), cut(generator, stream, 60), requests):
        received = exchange(fast, pieces)
        if received != expected:
            responses = [text.split(b"HTTP/1.1 ") for text in (received, expected)]
            place = next((n for n, (one, other) in enumerate(zip(*responses)) if one != other), min(map(len, responses)))
            pytest.fail(f"response {place}: {[text[place : place + 1] for text in responses]} to {requests[place - 1 : place]}")


@pytest.mark.parametrize("path", ["/sort", "/healthz"])
def test_data_after_the_last_request_gets_no_response(pair, path):
    for server in pair:
        for last in (f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", f"GET {path} HTTP/1.0\r\n\r\n"):
            for behind in (b"GARBAGE\r\n\r\n", SORT, b"\0" * 100):
                received = server.raw(SORT * 3 + last.encode() + behind)
                assert received.count(b"HTTP/1.1 200 OK") == 4 and received.count(b"HTTP/1.1 ") == 4


@pytest.mark.parametrize(
    "last", [END, b"GET /sort HTTP/1.0\r\n\r\n", SORT[:-2] + b"Connection: close\r\n\r\n"], ids=["ordinary", "old", "plain"]
)
def test_nothing_is_sent_or_counted_after_the_last_response(pair, last):
    for server in pair:
        server.raw(SORT + END)

        def count():
            name = r'http_requests_total{method="GET",route="/sort",status="200"} (\d+)'
            return int(re.search(name, server.get("/metrics").body.decode()).group(1))

        before = count()
        for _ in range(20):
            with Wire(server) as client:
                assert b" 200 OK" in client.send(last).response()[0]
                assert client.send(SORT).rest() == b""
        assert count() - before == (0 if last is END else 20)


def test_garbage_after_reads_does_not_affect_their_responses(pair):
    fast, plain = pair
    for server in pair:
        server.raw(SORT + END)
    for garbage in (b"GARBAGE\r\n\r\n", b"GET /sort HTTP/1.1\r\n\r\n", b"GET /sort HTTP/9.9\r\nHost: x\r\n\r\n"):
        received = normal(fast.raw(SORT * 5 + garbage + SORT))
        assert received == normal(plain.raw(SORT * 5 + garbage + SORT))
        assert received.count(b"HTTP/1.1 200 OK") == 5 and received.count(b"HTTP/1.1 400 ") == 1


@pytest.mark.parametrize(
    "first",
    [
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
        b"GET /homepage HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
        b"CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
    ids=["websocket", "h2c", "connect"],
)
def test_a_response_is_never_sent_for_another_request(pair, first):
    """After a request to upgrade the protocol, responses may be missing, but no later response may take their place."""
    for server in pair:
        server.raw(SORT + END)
        with Wire(server) as client:
            assert client.send(first + b"HEAD /homepage/none HTTP/1.1\r\nHost: x\r\n\r\n").response()[0]
            received = client.send(SORT).end().rest()
            assert received == b"" or received.startswith(b"HTTP/1.1 404 ")


def test_a_body_that_ends_like_a_head_hides_no_request(pair):
    fast, plain = pair
    body = b'{"moves":[]}\r\n\r\n'
    head = f"POST /sort?dryRun=true HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {plain.token}\r\n"
    kinds = {
        "length": f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body,
        "chunks": b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n"
        % (len(body), body),
        "refused": f"Content-Type: text/plain\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body,
    }
    for kind, rest in kinds.items():
        stream = (head.encode() + rest + SORT) * 10
        expected = exchange(plain, [stream])
        assert expected.count(b"HTTP/1.1 ") == 20, kind
        for size in (1, 3, 17, 1 << 20):
            assert exchange(fast, [stream[n : n + size] for n in range(0, len(stream), size)]) == expected, (kind, size)
