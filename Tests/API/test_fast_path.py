"""The fast path and the router send the same responses."""

import itertools
import json
import math
import random
import re
import threading
from collections import Counter

import pytest

from conftest import normal
from harness.marks import short_and_long
from harness.wire import Wire
from http2 import HTTP2
from publishing import MALL, done, kept_until, now, soon, text
from secure import Secure

BANNER, LOCAL = "/homepage/blocks/HOMEPAGE_BANNER", "/homepage/blocks/HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST"
TARGETS = [
    "/homepage",
    "/homepage/block/page",
    "/homepage/dragon/ball",
    "/sort",
    BANNER,
    LOCAL,
    f"{BANNER}/items/0",
    "/homepage/audience",
    f"{LOCAL}/items/000001",
    "/homepage/blocks/HOMEPAGE_BLOCK_LAB_PLAYLIST",
    "/homepage/blocks/wallet",
]
ODD_TARGETS = [
    "/homepage/",
    "/homepage/audience/",
    "/homepage/audience?audience=AAAAAAAAAAAA.A",
    "//homepage",
    "/Homepage",
    "/homepage/blocks/",
    "/homepage/blocks/NONE",
    "/homepage/blocks/a:b@c!",
    f"{BANNER}/",
    f"{BANNER}/items",
    f"{BANNER}/items/",
    f"{BANNER}/items/99",
    f"{BANNER}/items/x",
    f"{BANNER}/items/-1",
    f"{BANNER}/items/id:17800000004096",
    f"{BANNER}/items/id%3A17800000004096",
    f"{BANNER}/items/id:",
    f"{BANNER}/items/id:x",
    f"{BANNER}/items/id:%ZZ",
    f"{BANNER}/items/id:%2F",
    f"{BANNER}/items/ID:17800000004096",
    f"{LOCAL}/items/id:2102",
    f"{BANNER}/items/+0",
    f"{BANNER}/items/0000000",
    f"{BANNER}/items/99999999999999999999",
    f"{BANNER}/items/0/0",
    "/homepage/blocks/HOMEPAGE%5FBANNER",
    "/homepage/blocks/NONE/items/0",
    "/sort/",
    "/sort#a",
    "http://x/sort",
    "*",
    "sort",
]
QUERIES = [
    "",
    "?",
    "??",
    "?&&",
    "?=",
    "?=x",
    "?page=music",
    "?page=mall",
    "?page=mall&page=music",
    "?page=music&page=mall",
    "?page=",
    "?page",
    "?page=none",
    "?page=MALL",
    "?page=../mall",
    "?page=mall=",
    "?page=m%61ll",
    "?p%61ge=mall",
    "?page=mall%00",
    "?page=%zz",
    "?page=mall+",
    "?other=1",
    "?other",
    "?x=http://y/z?page=mall",
    "?page=mall?",
    "?page=mall#page=music",
    "?platform=ios",
    "?platform=iOS",
    "?platform=psion",
    "?platform=",
    "?platform=ios&platform=web",
    "?Platform=ios",
    "?platform=ios&appVersion=9.1.0",
    "?platform=ios&appVersion=8",
    "?appVersion=x",
    "?appVersion=",
    "?appVersion=9.1.0-beta.1",
    "?appVersion=9.1.0%2B5",
    "?appVersion=9.1.0+5",
    "?locale=en",
    "?locale=zh-Hant-HK",
    "?locale=zh_hant",
    "?locale=fr,en",
    "?locale=fr%2Cen",
    "?locale=en,,",
    "?locale=,",
    "?locale=*",
    "?locale=a",
    f"?locale={'en,' * 11}",
    "?uid=7",
    f"?uid={'u' * 256}",
    f"?uid={'u' * 257}",
    "?uid=%E4%BD%A0",
    "?platform=ios&appVersion=9.1.0&locale=en&uid=7&page=music",
    "?shown=true",
    "?shown=false",
    "?shown=0",
    "?shown=1",
    "?shown=",
    "?shown",
    "?shown=x",
    "?shown=true&shown=false",
    "?page=mall&shown=true",
    "?cursor=",
    "?cursor",
    "?cursor=x",
    "?limit=1",
    "?limit=",
    "?limit=0",
    "?limit=x",
    "?cursor=&limit=2",
    "?cursor=%7B%22offset%22:2%7D",
    "?attr.city=beijing",
    "?attr.city=beijing&attr.member=vip",
    "?attr.city=rome",
    "?attr.city=",
    "?attr.city",
    "?attr.=x",
    "?attr.city=rome&attr.city=beijing",
    "?attr.city=beijing&attr.city=rome",
    "?attr.town=x",
    "?attr.City=beijing",
    "?attr",
    "?attr.city=%62eijing",
    "?attr%2Ecity=beijing",
    "?attr.city=bei+jing",
    "?attr.city=beijing=",
    "?platform=ios&attr.city=shanghai&uid=7",
    "?audience={key}&attr.city=beijing",
    "?audience={key}&attr.city=rome",
    "?audience={key}&attr.town=x",
    "?attr.city.x=beijing",
    "?platform=iPhone%20OS+17",
    "?platform=psion%zz",
    "?platform=ios&platform=%zz",
    "?appVersion=v9.1.0",
    "?appVersion=9.10.1%20(1234)",
    "?appVersion=9.10.1+(1234)",
    "?appVersion=9.1.0.2.5",
    "?locale=zh_TW_%23Hant",
    "?locale=zh-CN,zh;q=0.9",
    "?locale=zh%2DTW",
    "?locale=%",
    "?locale=en_US@calendar=buddhist",
    "?uid=%ff",
    "?uid=%F0%9F%8D%B5",
    "?uid=null",
    "?uid=%00",
    "?attr.city=%zz",
    "?attr.ci%74y=rome",
    "?refresh=true&cursor=",
    "?refresh=true",
    "?refresh=%zz",
    "?cursor=null",
    "?limit=5.0&cursor=",
    "?page=%20",
    "?shown=%74rue",
    "?%zz=1",
    "?uid=a%",
    "?uid=a%4",
    "?uid=%+1",
    "?locale=zh+TW",
    "?audience=%20",
    "?page=&platform=iOS",
    "?page=%6dall&uid=x+y",
    "?audience=",
    "?audience=x",
    "?audience=AAAAAAAAAAAA.A",
    "?audience=AAAAAAAAAAAA%2EA",
    "?audience=&platform=ios",
    "?audience=AAAAAAAAAAAA.A&platform=ios",
    "?audience={key}",
    "?audience={key}A",
    "?audience={key}&uid=",
    "?audience={key}&uid=7",
    "?locale=en&audience={key}",
    "?audience={key}&page=mall",
    "?audience=x&audience={key}",
    f"?audience={'A' * 1600}",
    f"?page=music&{'x=1&' * 1200}",
]
# The rest of the request after its request line.
HEADERS = [
    *(
        f"Host: x\r\n{line}\r\n\r\n".encode("latin-1")
        for line in [
            "X-Any: thing",
            "Accept-Encoding:",
            "Accept-Encoding: gzip",
            "accept-encoding:br",
            "ACCEPT-Encoding:  gzip, br\t",
            "Accept-Encoding: gzip;q=1.0, br;q=0.5",
            "Accept-Encoding: gzip;q=0, *",
            "Accept-Encoding: identity;q=0",
            "Accept-Encoding: br;q=0.001, identity;q=0.5",
            "Accept-Encoding: gzip;q=x",
            "Accept-Encoding: GZIP;Q=0.9;a=b",
            "Accept-Encoding: gzip\r\nAccept-Encoding: br",
            "Accept-Encoding: ,,;;=",
            'If-None-Match: "{tag}"',
            'If-None-Match: W/"{tag}"',
            'if-none-match: "a", "{tag}"',
            "If-None-Match: *",
            'If-None-Match: "a"',
            "If-None-Match: {tag}",
            'If-None-Match: "',
            "If-None-Match:",
            "If-None-Match: , ,",
            'If-None-Match: "a" "{tag}"',
            'If-None-Match: "a"\r\nIf-None-Match: "{tag}"',
            'If-None-Match:\r\nIf-None-Match: "{tag}"',
            'If-None-Match: "{tag}-gzip"',
            'If-None-Match: "{tag}-gzip"\r\nAccept-Encoding: gzip',
            'If-None-Match: "{tag}"\r\nAccept-Encoding: gzip',
            'If-None-Match: W/"{tag}-br"\r\nAccept-Encoding: br, gzip',
            'If-None-Match: "\u00e4", "{tag}"',
            'If-Match: "a"',
            "If-Modified-Since: Sat, 21 Nov 2026 19:26:13 GMT",
            "Range: bytes=0-1",
            "Authorization: Bearer hb_wrong",
            "Cache-Control: no-cache",
            "Accept: text/html",
            "Connection: keep-alive",
            "connection: Keep-Alive",
            "Connection: close",
            "Connection: Close",
            "Connection:",
            "Connection: keep-alive, close",
            "Connection: keep-alive\r\nConnection: close",
            "Connection: upgrade",
            "Connection: upgrade\r\nUpgrade: websocket",
            "Connection: X-Any\r\nX-Any: 1",
            "Keep-Alive: timeout=1",
            "Proxy-Connection: close",
            "TE: trailers",
            "Trailer: X",
            "Expect: 100-continue",
            "Expect: other",
            "Content-Length: 0",
            "Content-Length: 0\r\nContent-Length: 0",
            "Content-Length: -1",
            "Content-Length: +1",
            "Transfer-Encoding: identity",
            "Transfer-Encoding: gzip",
            "Content-Type: application/json",
            "Host: y",
            "Host:",
            "Host : y",
            "X-Any : a",
            " X-Any: a",
            "X-Any: a\r\n b",
            "X-Any: a\r\n\tb",
            "X-Any",
            ": a",
            "X Any: a",
            "X-Any:\ta\t",
            "X-Any: a\0b",
            "X-\u00c4ny: a",
            "X-Any: \u00e4",
            "X-Any: a\x7fb",
            "X-Any: a\rb",
            "X-Any: a\nX-Other: b",
            'X-"Any: a',
            f"X-Any: {'a' * 3900}",
            f"X-Any: {'a' * 5000}",
            f"X-Any: {'a' * 9000}",
            "\r\n".join(f"X-{n}: a" for n in range(63)),
            "\r\n".join(f"X-{n}: a" for n in range(70)),
            "\r\n".join(f"X-{n}: a" for n in range(101)),
        ]
    ),
    b"Host: x\r\nContent-Length: 4\r\n\r\nx=1\n",
    b"Host: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nx=1\n\r\n0\r\n\r\n",
    b"Host: x\nX-Any: a\n\n",
    b"Host: x\r\nX-Any: a\n\r\n",
    b"Host: x\r\n\n",
    b"Host: x\r\n\r",
    b"Host: x\r\n",
    b"",
    b"\r\n",
    *(
        f"Host: {host}\r\n\r\n".encode("latin-1")
        for host in ("", "a b", "x/y", "x:80", "[::1]:80", "user@x", "x,y", "\u00e4", "*", "x_y", "a" * 300)
    ),
]
PLAIN = HEADERS[0]
LINES = [
    "{} {} HTTP/1.0",
    "{} {} HTTP/1.2",
    "{} {} HTTP/2.0",
    "{} {} HTTP/1.01",
    "{} {} http/1.1",
    "{} {}",
    "{}  {} HTTP/1.1",
    "{} {}  HTTP/1.1",
    "{} {} HTTP/1.1 ",
    " {} {} HTTP/1.1",
    "\r\n{} {} HTTP/1.1",
    "{}\t{} HTTP/1.1",
    "{} {} x HTTP/1.1",
]
LINE = "{} {} HTTP/1.1"
PROBE = b"GET /sort HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


class Both:
    """Sends the same bytes to both servers and compares everything received until they close the connection."""

    def __init__(self, pair):
        self.fast, self.plain = pair
        self.tags, self.count = {}, 0
        self.key = self.plain.get("/homepage/audience?platform=ios&uid=7").headers["Audience-Key"]

    def tag(self, target):
        if target not in self.tags:
            response = self.plain.get(target) if target.isascii() and target.startswith("/") else None
            self.tags[target] = (response and response.headers["ETag"] or '"none"').strip('"').encode()
        return self.tags[target]

    def check(self, method, target, rest, line=LINE):
        if "{key}" in target:
            target = target.replace("{key}", self.key)
        request = line.format(method, target).encode() + b"\r\n"
        request += rest.replace(b"{tag}", self.tag(target)) if b"{tag}" in rest else rest
        responses = []
        # The first response is rendered, the second one is prepared.
        for server in (self.plain, self.fast, self.fast):
            with Wire(server) as client:
                responses.append(client.send(request + PROBE).end().rest())
        self.count += 1
        expected, first, second = map(normal, responses)
        assert first == expected, (request[:400], first[:600], expected[:600])
        assert second == expected, (request[:400], second[:600], expected[:600])
        for head in re.findall(rb"HTTP/1.1 [^\0]+?\r\n\r\n", responses[2]):
            assert not (b"Cache-Control: public" in head and b"\r\nX-Request-Id:" in head)
        return expected


def pairs(step, targets, values):
    """Every step-th pair of a target and a value. Each value is in at least one of them."""
    assert len(targets) >= step and math.gcd(len(values), step) == 1, "some values would be in no pair"
    return itertools.islice(itertools.product(targets, values), 0, None, step)


@pytest.mark.parametrize("step", short_and_long(3, 1))
def test_the_fast_path_and_the_router_send_the_same_responses(pair, step):
    both = Both(pair)
    for target, headers in pairs(step, TARGETS, HEADERS):
        both.check("HEAD" if headers is PLAIN else "GET", target, headers)
    for target, query in pairs(step, ["/homepage", "/sort", LOCAL, "/homepage/dragon/ball"], QUERIES):
        both.check("GET", target + query, PLAIN)
    for target, method in itertools.product(TARGETS, ["GET", "HEAD", "POST", "DELETE", "get", "GETS", "OPTIONS", "TRACE"]):
        both.check(method, target, PLAIN)
    for target, line in itertools.product(["/homepage", "/sort"], LINES):
        both.check("GET", target, PLAIN, line)
        both.check("GET", target, b"Host: x\r\nConnection: keep-alive\r\n\r\n", line)
    for target in ODD_TARGETS:
        both.check("GET", target, PLAIN)
    # The fast path served most of the requests.
    [server.stop() for server in pair]
    together = [sum(int(line.get("count", 0)) for line in lines(server)) for server in pair]
    assert together[0] > both.count and together[1] == 0


def test_the_next_request_gets_the_same_response(pair):
    fast, plain = pair
    fast.raw(PROBE)
    for method, target, rest in itertools.product(["GET", "POST"], ["/sort", "/healthz"], HEADERS):
        request, responses = f"{method} {target} HTTP/1.1\r\n".encode() + rest, []
        for server in (plain, fast):
            with Wire(server, timeout=0.2) as client:
                try:
                    client.send(request).more()
                except TimeoutError:
                    pass
                client.socket.settimeout(20)
                responses.append(normal(client.send(PROBE).end().rest()))
        assert responses[1] == responses[0], (request[:400], responses[1][:1600], responses[0][:1600])


# The header fields for requests over HTTP/2, which does not permit the names and values of the other ones.
FIELDS = [
    [],
    [("accept-encoding", "gzip")],
    [("accept-encoding", "br")],
    [("accept-encoding", "gzip;q=0, *")],
    [("accept-encoding", "")],
    [("accept-encoding", "gzip"), ("accept-encoding", "br")],
    [("accept-encoding", "identity;q=0")],
    [("if-none-match", '"{tag}"')],
    [("if-none-match", "*")],
    [("if-none-match", '"a"')],
    [("if-none-match", "")],
    [("if-none-match", '"a", W/"{tag}"')],
    [("if-none-match", '"{tag}-gzip"'), ("accept-encoding", "gzip")],
    [("if-none-match", '"a"'), ("if-none-match", '"{tag}"')],
    [("if-match", '"a"')],
    [("range", "bytes=0-1")],
    [("authorization", "Bearer hb_wrong")],
    [("cookie", "a=b"), ("cookie", "c=d")],
    [("te", "trailers")],
    [("te", "gzip")],
    [("origin", "https://a.example")],
    [("content-length", "0")],
    [("content-length", "1")],
    [("expect", "100-continue")],
    [("trailer", "x")],
    [("upgrade", "websocket")],
    [("connection", "close")],
    [("host", "other")],
    [("keep-alive", "timeout=1")],
    [("transfer-encoding", "chunked")],
    [("http2-settings", "AAMAAABkAAQAAP__")],
    [("priority", "u=1, i")],
    [("x-any", "a" * 3900)],
    [("x-any", "a" * 5000)],
    [("x-any", "a" * 9000)],
    [("x-any", "")],
    [("x-any", "a\tb")],
    [("x-any", "\u00e4")],
    [(f"x-{n}", "a") for n in range(62)],
    [(f"x-{n}", "a") for n in range(70)],
    [(f"x-{n}", "a") for n in range(101)],
]
PSEUDO = [
    {"method": "HEAD"},
    {"method": "POST"},
    {"method": "get"},
    {"method": "OPTIONS"},
    {"method": "TRACE"},
    {"scheme": "http"},
    {"scheme": "ftp"},
    {"authority": None},
    {"authority": "a b"},
    {"authority": "x"},
    {"authority": "[::1]"},
    {"authority": ""},
]


def over_http2(client, head, body=None):
    """A response's status, header fields in order, and body."""
    stream = client.open(head, body)
    status, content = client.response(stream)
    if isinstance(content, dict):
        content = content | {"requestId": "*"}
    fields, varying = client.fields.get(stream, []), {"date": "*", "x-request-id": "*"}
    if ("content-type", "application/problem+json") in fields:
        # An id has no leading zeros.
        varying["content-length"] = "*"
    return status, [(name, varying.get(name, value)) for name, value in fields], content


@pytest.mark.parametrize("step", short_and_long(3, 1))
def test_the_fast_path_and_the_router_send_the_same_responses_over_http_2(pair, tmp_path, step):
    fast, plain = pair
    servers = []
    for name, server, env in (("fast", fast, {}), ("plain", plain, {"HOMEBLOCKS_HTTP_FAST_PATH": "false"})):
        folder = tmp_path / name
        folder.mkdir()
        servers.append(Secure(server, folder, **env))
    key = plain.get("/homepage/audience?platform=ios&uid=7").headers["Audience-Key"]
    both, count = Both(pair), 0
    try:
        clients = [HTTP2(server) for server in servers]

        def check(target, fields=(), body=None, **pseudo):
            nonlocal clients, count
            tag = both.tag(target).decode()
            fields = [(name, value.replace("{tag}", tag)) for name, value in fields]
            (client, ordinary), count = clients, count + 1
            expected = over_http2(ordinary, ordinary.head(target, fields, **({"authority": "x"} | pseudo)), body)
            # The first response is rendered, the second one is prepared.
            for _ in range(2):
                received = over_http2(client, client.head(target, fields, **({"authority": "x"} | pseudo)), body)
                assert received == expected, (target, fields, pseudo)

        for target, fields in pairs(step, TARGETS, FIELDS):
            check(target, fields)
        for target, query in pairs(step, ["/homepage", "/sort", LOCAL], QUERIES):
            check(target + query.replace("{key}", key))
        for target, pseudo in itertools.product(["/homepage", "/sort", BANNER], PSEUDO):
            check(target, **pseudo)
            check(target, [("accept-encoding", "gzip")], **pseudo)
        for target in ODD_TARGETS:
            check(target)
        for target in TARGETS[:4]:
            check(target, body=b"")
            check(target, body=b"x")
        # Heads that begin like each other, some of them several times in a row.
        generator, many = random.Random(step), sum(FIELDS[1:8], [])
        head = ("/homepage", [])
        for _ in range(100):
            if generator.random() < 0.7:
                first = generator.randrange(len(many))
                head = generator.choice(TARGETS[:4]), many[first : first + generator.randrange(3)]
            check(*head)
        assert all(client.closed is None for client in clients)
        [client.__exit__() for client in clients]
    finally:
        [server.stop() for server in servers]
    together = [sum(int(line.get("count", 0)) for line in lines(server)) for server in servers]
    assert together[0] > count // 2 and together[1] == 0


@pytest.mark.parametrize("seed", short_and_long(1, 2, 3))
def test_a_sample_of_all_combinations_gets_the_same_responses(pair, seed):
    both, generator, statuses = Both(pair), random.Random(seed), set()
    for _ in range(300):
        target = generator.choice(TARGETS * 3 + ODD_TARGETS) + generator.choice(QUERIES)
        line = generator.choice(LINES) if generator.random() < 0.05 else LINE
        received = both.check(generator.choice(["GET"] * 4 + ["HEAD"] * 2 + ["POST"]), target, generator.choice(HEADERS), line)
        statuses.add(received[9:12])
    assert {b"200", b"304", b"400", b"404", b"405", b"431"} <= statuses


PIECES = {
    "platform": [
        "ios",
        "iOS",
        "Android",
        "iPhone%20OS%2017.5",
        "web",
        "H5",
        "tv",
        "psion",
        "",
        "null",
        "%zz",
        "ios%00",
        "I%CC%81OS",
    ],
    "appVersion": [
        "9",
        "9.1.0",
        "v9.1.0",
        "9.10.1%20(1234)",
        "9.10.1+(1)",
        "9.1.0%2B5",
        "9.1.0.2.5",
        "9.",
        "x",
        "9.1-b_1",
        "%",
        "(null)",
    ],
    "locale": [
        "en",
        "zh-Hant-HK",
        "zh_TW_%23Hant",
        "en_US@calendar=buddhist",
        "zh-CN,zh;q=0.9",
        "zh-CN%2Czh%3Bq%3D0.9",
        "*",
        "iw",
        "zz,!",
        "%e4",
        "en;q=0,fr;q=x",
        ",,",
        "nn-NO",
        "undefined",
        "en," * 11,
        "zh-TW,en",
        "sr_RS@latin",
        "zh_CN.UTF-8",
        "%5B%22zh-CN%22%5D",
    ],
    "uid": ["7", "u" * 256, "u" * 257, "%E4%BD%A0", "%ff", "null", "+", "a%20b", "%00", ""],
    "attr.city": ["beijing", "rome", "", "%62eijing", "bei+jing", "%zz", "shanghai"],
    "attr.member": ["vip", "none", "nobody"],
    "attr.town": ["x", "%zz"],
    "page": ["music", "", "mall", "none", "m%61ll"],
    "refresh": ["true", "1", "false", "%zz", ""],
    "other": ["1", "%zz"],
    "cursor": ["", "null", "x"],
    "limit": ["5.0", "2", "0"],
    "shown": ["true", "x"],
}
SELDOM = {"page": 0.15, "refresh": 0.2, "other": 0.05, "cursor": 0.06, "limit": 0.06, "shown": 0.04, "attr.town": 0.1}


def odd_context(generator):
    """A query with unusual values of the client context, in random order, some of them repeated."""
    pairs = []
    for name, values in PIECES.items():
        for chance in (SELDOM.get(name, 0.5), 0.05):
            if generator.random() < chance:
                value = generator.choice(values)
                if generator.random() < 0.1 and value:
                    place = generator.randrange(len(value))
                    value = value[:place] + generator.choice("%+-_.;=,('9~") + value[place + 1 :]
                pairs.append(f"{name}={value}")
    generator.shuffle(pairs)
    return "&".join(pairs)


def exchanged(client, request, has_body):
    head, body = client.send(request).response(has_body)
    return normal(head + b"\r\n\r\n") + (normal(body) if b"problem+json" in head else body)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("count", short_and_long(300, 10_000))
def test_unusual_contexts_are_parsed_the_same(pair, count):
    generator, statuses, named = random.Random(39), Counter(), set()
    fast, plain = pair
    with Wire(plain) as ordinary, Wire(fast) as ahead:
        for _ in range(count):
            method, target = generator.choice(["GET", "GET", "GET", "HEAD"]), generator.choice(TARGETS[:8])
            request = f"{method} {target}?{odd_context(generator)} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
            # The first response is rendered, the second one is prepared.
            expected, *received = (exchanged(client, request, method == "GET") for client in (ordinary, ahead, ahead))
            assert received == [expected, expected], (request, expected[:900], [part[:900] for part in received])
            statuses[expected[9:12]] += 1
            named |= set(re.findall(rb"\r\nIgnored-Parameters: ([^\r]*)\r\n", expected))
    # Unusual contexts cause no errors; pages, cursors and limits are still validated.
    assert set(statuses) <= {b"200", b"204", b"400", b"404"} and statuses[b"200"] + statuses[b"204"] > 0.7 * count, statuses
    names = {name for text in named for name in text.decode().split(", ")}
    assert names == {"platform", "appVersion", "locale", "uid", "attr.city", "attr.member"}
    [server.stop() for server in pair]
    together = [sum(int(line.get("count", 0)) for line in lines(server)) for server in pair]
    # Requests with a cursor or a limit, and those that cannot be decoded, are served by the router.
    assert together[0] > 0.5 * count and together[1] == 0, together


def lines(server):
    """The entries of a server's log about requests."""
    logged = [json.loads(line) for line in server.log.splitlines() if line[:1] == "{"]
    return [line for line in logged if line["message"] in ("request", "requests")]


def figure(server, name):
    """The value of a counter in /metrics."""
    found = re.search(rf"^{re.escape(name)} (\d+)$", server.get("/metrics").body.decode(), re.MULTILINE)
    return int(found.group(1)) if found else 0


@pytest.mark.parametrize("fast_path", ["true", "false"])
def test_prepared_responses_are_counted_and_logged_in_groups(start, fast_path):
    server = start(HOMEBLOCKS_LOG_FORMAT="json", HOMEBLOCKS_HTTP_FAST_PATH=fast_path)
    path = "/homepage?uid=Someone&refresh=Something"
    size = len(server.get(path).body)
    requests = 'homeblocks_http_requests_total{method="GET",route="/homepage",status="200"}'
    sent = 'homeblocks_http_response_bytes_total{method="GET",route="/homepage",status="200"}'
    names = [requests, sent, "homeblocks_variant_cache_hits_total", "homeblocks_variant_cache_misses_total"]
    before = [figure(server, name) for name in names]
    with Wire(server) as client:
        for _ in range(50):
            assert len(client.send(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()).response()[1]) == size
        for _ in range(3):
            client.send(b"GET /homepage HTTP/1.1\r\nHost: x\r\nIf-None-Match: *\r\n\r\n")
            assert client.response()[0].startswith(b"HTTP/1.1 304 ")
    after = [figure(server, name) for name in names]
    assert [new - old for new, old in zip(after, before)] == [50, 50 * size, 53, 0]
    assert figure(server, requests.replace("200", "304")) == 3 and figure(server, sent.replace("200", "304")) == 0
    assert server.stop() == 0
    single = [line for line in lines(server) if line["message"] == "request" and line["path"] == "/homepage"]
    together = [line for line in lines(server) if line["message"] == "requests" and line["route"] == "/homepage"]
    figures = {status: [0, 0] for status in ("200", "304")}
    for line in together:
        assert line["method"] == "GET"
        figures[line["status"]][0] += int(line["count"])
        figures[line["status"]][1] += int(line["bytes"])
    if fast_path == "true":
        assert len(single) == 1 and figures == {"200": [50, 50 * size], "304": [3, 0]}
    else:
        assert len(single) == 54 and together == []
    log = server.log
    assert "Someone" not in log and "uid" not in log and "Something" not in log and "?" not in log


def test_a_change_is_visible_immediately_and_no_response_is_mixed(server):
    both = [server.order(), server.order()[::-1]]
    seen, faults, stop = set(), [], threading.Event()

    def read(path, coding):
        request = f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: {coding}\r\n\r\n".encode()
        try:
            with Wire(server) as client:
                while not stop.is_set():
                    for _ in range(3):
                        client.send(request)
                    for _ in range(3):
                        head, body = client.response()
                        assert head.startswith(b"HTTP/1.1 200 OK")
                        data = json.loads(body)["data"]
                        order = data["order"] if "order" in data else [block["blockCode"] for block in data["blocks"]]
                        whole = [code for code in both[0] if code in order]
                        assert order in (whole, whole[::-1])
                        seen.add((path, order == whole))
        except Exception as fault:
            faults.append(repr(fault)[:500])

    readers = [threading.Thread(target=read, args=(path, "identity")) for path in ("/sort", "/homepage", "/sort?shown=true")]
    [reader.start() for reader in readers]
    changes = server.connect()
    with Wire(server) as client:
        for number in range(100):
            order = both[1 - number % 2]
            done(server.sort({"order": order}, connection=changes))
            head, body = client.send(b"GET /sort HTTP/1.1\r\nHost: x\r\n\r\n").response()
            assert json.loads(body)["data"]["order"] == order
            assert json.loads(body)["data"]["revision"] == number + 2
            head, body = client.send(b"GET /homepage HTTP/1.1\r\nHost: x\r\n\r\n").response()
            shown = [block["blockCode"] for block in json.loads(body)["data"]["blocks"]]
            assert shown == [code for code in order if code in shown] and len(shown) > 9
    stop.set()
    [reader.join() for reader in readers]
    assert faults == [] and len(seen) == 6


def test_a_repeated_read_follows_each_change(pair):
    """The fast path parses it only once."""
    clients = [f"page=mall&platform={platform}&appVersion={version}" for platform in ("ios", "web") for version in ("8.0", "9.1")]
    targets = [f"/homepage?{client}&uid={user}" for client in clients for user in ("ada", "bo")] + ["/sort?page=mall"]
    rules = [{"platforms": ["ios"]}, {"appVersion": {"min": "9.0"}}, {"percent": 50, "seed": "s"}, None]
    seen = set()
    for rule in rules:
        for server in pair:
            done(server.api("PATCH", f"{MALL}/live/blocks/wallet", {"audience": rule}))
        for target in targets * 3:
            fast, plain = (server.get(target) for server in pair)
            assert (fast.status, fast.body) == (plain.status, plain.body), (rule, target)
            seen.add((target, b'"wallet"' in fast.body))
    # The first client sees the section only under some rules.
    assert {shown for target, shown in seen if target == targets[0]} == {True, False}


def test_heads_that_are_repeated_on_a_connection_get_the_same_responses(pair):
    """The fast path parses a head only if it is not that of the previous read. The heads begin like each other."""
    generator, both, repeated = random.Random(1), Both(pair), Counter()
    lines = [b"Accept-Encoding: gzip", b'If-None-Match: "{tag}"', b"X-Any: a", b"Range: bytes=0-1", b"Origin: https://a.example"]
    heads = [
        (method, target, b"".join(line + b"\r\n" for line in lines[start:end]))
        for method in ("GET", "HEAD")
        for target in ("/homepage", "/homepage?page=mall", "/sort", "/homepage/audience")
        for start, end in ((0, 0), (0, 1), (0, 2), (0, 4), (1, 2), (1, 3), (2, 3), (4, 5))
    ]
    with Wire(both.fast) as fast, Wire(both.plain) as plain:
        head = heads[0]
        for step in range(600):
            if step % 100 == 99:
                change = {"content": {"uiElement": {"subTitle": {"title": f"Step {step}"}}}}
                for server in pair:
                    done(server.api("PATCH", f"{MALL}/live/blocks/wallet", change))
                both.tags.clear()
            if generator.random() < 0.4:
                head = generator.choice(heads)
            method, target, rest = head
            request = f"{method} {target} HTTP/1.1\r\nHost: x\r\n".encode() + rest.replace(b"{tag}", both.tag(target)) + b"\r\n"
            expected, received = (exchanged(client, request, method == "GET") for client in (plain, fast))
            assert received == expected, (step, request)
            repeated[received[9:12]] += 1
    assert set(repeated) == {b"200", b"204", b"304"}


@pytest.mark.parametrize("edge", ["from", "until"])
def test_a_window_opens_and_closes_on_time(server, edge):
    moment = soon(2.2)
    done(server.api("PATCH", f"{MALL}/live/blocks/wallet", {edge: text(moment)}))
    connection, responses = server.connect(), 0
    while now() < moment or responses < 50:
        sent = now()
        page = done(server.get("/homepage?page=mall", connection=connection))
        block = server.get("/homepage/blocks/wallet?page=mall", connection=connection)
        is_there = "wallet" in [block["blockCode"] for block in page.data["blocks"]]
        if now() < moment:
            assert is_there == (edge == "until") == (block.status == 200)
            # The age is relative to the time at which the request was sent.
            assert kept_until(page, sent) <= moment
            responses = 0
        elif sent >= moment:
            assert is_there == (edge == "from") == (block.status == 200)
            responses += 1
    assert "max-age=5" in page.headers["Cache-Control"]
