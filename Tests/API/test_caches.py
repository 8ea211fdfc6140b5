"""Caches in front of the server: deploy/varnish.vcl with Varnish, and the configurations of nginx and HAProxy."""

import contextlib
import http.client
import json
import os
import random
import re
import shutil
import socket
import subprocess
import threading
import time
from datetime import timedelta

import pytest

from harness import ROOT, eventually, free_port, varnish
from harness.pictures import png
from harness.server import Server
from harness.upstream import Upstream
from publishing import ads, done, now, soon, text
from test_feeds import music
from test_feeds import section as filled_section
from test_feeds import settings as feed_settings

TOKEN = "a-token-of-the-caches-of-this-test"
PAGE = "/api/pages/music"
CONDITIONS = {
    "HOMEPAGE_BANNER": {"platforms": ["ios"]},
    "HOMEPAGE_BLOCK_PLAYLIST_RCMD": {"percent": 50, "seed": "half"},
    "HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST": {"appVersion": {"min": "9.0"}},
}

needs_varnish = pytest.mark.skipif(
    varnish.reason_against() is not None, reason=f"{varnish.reason_against()}: script/bootstrap --test installs it"
)


@pytest.fixture
def front(tmp_path, stored):
    """Starts servers and a cache in front of them, which they send purges to."""
    running = []

    def front(nodes=1, token=TOKEN, purge=True, **env):
        port = free_port()
        if purge:
            env |= {"HOMEBLOCKS_CACHES_PURGE": f"http://127.0.0.1:{port}/", "HOMEBLOCKS_CACHES_PURGE_TOKEN": token or ""}
        env |= {"HOMEBLOCKS_CACHES_TAG_HEADER": "xkey"}
        first = Server(folder(tmp_path / "node1"), env, **stored(tmp_path / "node1"))
        servers = [first]
        running.extend(servers)
        for number in range(2, nodes + 1):
            node = Server(folder(tmp_path / f"node{number}"), env, token=first.token, database=first.database)
            servers.append(node)
            running.append(node)
        cache = varnish.Varnish(folder(tmp_path / "cache"), [server.port for server in servers], token=token)
        running.append(cache.start(port))
        # The purges at the start failed because the cache was not running, and are retried.
        eventually(lambda: all(not figure(each, "failed") or figure(each, "accepted") for each in servers), 20)
        return (cache, *servers)

    yield front
    for each in reversed(running):
        if isinstance(each, Server):
            if each.runs:
                each.kill()
        else:
            each.stop()


def folder(path):
    path.mkdir(exist_ok=True)
    return path


def with_conditions(server):
    for code, audience in CONDITIONS.items():
        done(server.api("PATCH", f"{PAGE}/live/blocks/{code}", {"audience": audience}))


def requests(server, route):
    """The number of responses that the server has sent for a route."""
    found = re.findall(
        rf'^homeblocks_http_requests_total{{method="GET",route="{route}",status="(?:200|304)"}} (\d+)$',
        server.get("/metrics").body.decode(),
        re.M,
    )
    return sum(map(int, found))


def contexts(count, seed=7):
    generator = random.Random(seed)
    for user in range(count):
        yield (
            f"platform={generator.choice(['ios', 'android', 'web'])}&appVersion={generator.choice(['8.9', '9.0', '9.1.2'])}"
            f"&uid=u{user}"
        )


@needs_varnish
@pytest.mark.parametrize("users", [300, pytest.param(4000, marks=pytest.mark.long)])
def test_the_cache_fetches_one_document_for_each_audience(front, users):
    cache, server = front(purge=False, HOMEBLOCKS_CACHE_MAX_AGE="600")
    with_conditions(server)
    before, keys, bodies, raw = requests(server, "/homepage"), set(), {}, set()
    connection, direct = cache.connect(), server.connect()
    generator, urls = random.Random(3), list(contexts(users))
    for user in [*range(users), *(generator.randrange(users) for _ in range(2 * users))]:
        parts = urls[user].split("&")
        generator.shuffle(parts)
        # Each time in another order, and with parameters that no response depends on.
        raw.add(query := "&".join([*parts, *generator.choice([[], ["refresh=true"]])]))
        status, _, body = cache.get(f"/homepage?{query}", connection=connection)
        assert status == 200, (status, body)
        bodies.setdefault(user, set()).add(body)
    fetched = requests(server, "/homepage") - before
    for user, url in enumerate(urls):
        keys.add(server.get(f"/homepage/audience?{url}", connection=direct).headers["Audience-Key"])
        assert bodies[user] == {server.get(f"/homepage?{url}", connection=direct).body}
    print(f"C1: {3 * users} reads of {users} users: {len(raw)} queries, {users} if sorted, {len(keys)} keys, {fetched} fetched")
    assert fetched == len(keys) == 8


@needs_varnish
def test_the_cache_sends_the_same_responses_as_a_node(front):
    cache, server = front()
    with_conditions(server)
    banner = "/homepage/blocks/HOMEPAGE_BANNER"
    for path in [
        "/homepage",
        "/homepage?platform=ios",
        "/homepage?uid=&platform=ios&appVersion=9.1",
        "/homepage?platform=psion",
        "/homepage?page=none",
        "/homepage?page=mall&page=music&platform=ios",
        "/homepage?page=",
        "/homepage?locale=fr,en",
        "/homepage?platform=iOS&appVersion=9.1%20(5)",
        "/homepage?platform=tv&locale=zh_TW_%23Hant&uid=%ff",
        "/homepage?uid=null&page=",
        "/homepage?refresh=true&cursor=null&limit=2",
        "/homepage?refresh=true&platform=tv",
        "/homepage?cursor=&limit=2",
        "/homepage?cursor&platform=ios",
        "/homepage?limit=0&cursor=",
        "/homepage?other=1",
        "/homepage/block/page?platform=ios",
        "/homepage/dragon/ball",
        "/homepage/dragon/ball?page=mall",
        banner,
        f"{banner}?platform=ios",
        f"{banner}/items/0?platform=ios",
        f"{banner}/items/99?platform=ios",
        f"{banner}/items/id:17800000004096?platform=ios",
        f"{banner}/items/id%3Ax?platform=ios",
        "/sort",
        "/sort?page=mall",
        "/sort?page=mall&shown=true",
        "/pages",
        "/pages?x=1",
        "/block-types",
        "/openapi.json",
        "/homepage/audience?uid=7",
        "/homepage?audience=x",
        "/homepage?audience=AAAAAAAAAAAA.A",
        "/admin/",
        "/nothing",
    ]:
        for headers in ({}, {"Accept-Encoding": "gzip"}):
            expected = server.get(path, headers)
            for _ in range(2):
                status, fields, body = cache.get(path, headers)
                assert status == expected.status, (path, status, body)
                if expected.status == 200 and fields.get("Content-Encoding") == expected.headers.get("Content-Encoding"):
                    assert body == expected.body, path
                if expected.status >= 400:
                    assert json.loads(body)["detail"] == expected.json["detail"]
                assert fields.get("Ignored-Parameters") == expected.headers.get("Ignored-Parameters"), path
                assert "xkey" not in fields and fields.get("Audience-Key") == expected.headers.get("Audience-Key")
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert cache.send("POST", "/homepage/block/page", form, "platform=ios")[2] == server.get("/homepage?platform=ios").body
    tag = cache.get("/homepage?platform=ios")[1]["ETag"]
    assert cache.get("/homepage?platform=ios", {"If-None-Match": tag})[0] == 304
    # Changes and the operators' routes are passed through.
    change = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"}
    moved = cache.send("POST", "/sort", change, json.dumps({"moves": [{"block": "HOMEPAGE_BANNER", "to": "end"}]}))
    assert moved[0] == 200 and json.loads(cache.get("/sort")[2])["data"]["order"] == server.order()
    assert cache.get(f"{PAGE}/live/order")[0] == 401
    for path in ("/metrics", "/metrics/", "//metrics", "/healthz/", "/readyz?x=1"):
        assert cache.get(path)[0] == 404, path
    for path in ("/sort/?page=mall", "//sort?page=mall", "/homepage/?page=mall"):
        assert cache.get(path)[2] == server.get(path).body, path
    assert cache.get("/admin/")[0] == server.get("/admin/").status == 200
    # The last value is used, and an empty one means no value.
    twice = "/homepage?platform=ios&platform="
    assert cache.get(twice)[2] == server.get(twice).body == server.get("/homepage").body


@needs_varnish
def test_a_change_is_seen_through_the_cache(front):
    cache, server = front(HOMEBLOCKS_CACHE_MAX_AGE="600", HOMEBLOCKS_CACHES_MAX_AGE="3600")
    with_conditions(server)
    orders, worst = [server.order(), server.order()[::-1]], 0
    connection = cache.connect()
    shown = [code for code in orders[0] if code not in CONDITIONS]
    for number in range(20):
        order = orders[1 - number % 2]
        begin = time.monotonic()
        done(server.sort({"order": order}))
        while True:
            begun = time.monotonic()
            blocks = [
                block["blockCode"]
                for block in json.loads(cache.get("/homepage?uid=1", connection=connection)[2])["data"]["blocks"]
            ]
            kept = [code for code in blocks if code in shown]
            if kept == [code for code in order if code in kept]:
                break
            worst = max(worst, begun - begin)
    print(f"C3: stale for at most {worst:.3f} s after {number + 1} changes")
    assert worst <= 1.5
    # The document is cached again after the last purges.
    eventually(lambda: is_cached(cache, server, "/homepage?uid=1", "/homepage"), 10)
    assert figure(server, "accepted") >= 20 and figure(server, "abandoned") == 0


def is_cached(cache, server, path, route):
    """Whether a path is served by the cache without a request to the server."""
    before = requests(server, route)
    assert cache.get(path)[0] == 200
    return requests(server, route) == before


def figure(server, result):
    text = server.get("/metrics").body.decode()
    return int(re.search(rf'^homeblocks_purges_total{{result="{result}"}} (\d+)$', text, re.M).group(1))


@needs_varnish
def test_a_card_is_neither_shown_past_its_end_nor_missing_before_it(front):
    cache, server = front()
    start, count = soon(4), 8
    windows = {
        7001 + place: (start + timedelta(milliseconds=600 * place), start + timedelta(milliseconds=600 * place + 1500))
        for place in range(count)
    }
    rules = {str(card): {"from": text(begin), "until": text(end)} for card, (begin, end) in windows.items()}
    block = ads("tea", *map(str, windows), cards=rules)
    done(server.api("POST", "/api/pages/mall/live/blocks", block), 201)
    seen, last = set(), max(end for _, end in windows.values())
    while (sent := now()) < last + timedelta(seconds=1.5):
        status, _, body = cache.get("/homepage?page=mall", {})
        assert status == 200
        got = now()
        blocks = {block["blockCode"]: block for block in json.loads(body)["data"]["blocks"]}
        shown = {card["id"] for card in blocks["tea"]["extInfo"]["list"]} if "tea" in blocks else set()
        # A cache keeps a response for whole seconds.
        second = timedelta(seconds=1)
        for card, (begin, end) in windows.items():
            assert card not in shown or (begin <= got and sent < end + second), (card, begin, end, sent)
            assert card in shown or got < begin + second or got >= end, (card, begin, end, sent)
        seen |= shown
        time.sleep(0.02)
    assert seen == set(windows)


@needs_varnish
def test_without_purges_a_response_is_stale_for_at_most_its_max_age(front):
    cache, server = front(purge=False, HOMEBLOCKS_CACHE_MAX_AGE="1")
    with_conditions(server)
    ios = "/homepage?platform=ios&appVersion=9.1&uid=4"
    assert cache.get(ios)[0] == 200
    # Changed conditions invalidate the cached audience key: the cache requests another one.
    done(server.api("PATCH", f"{PAGE}/live/blocks/HOMEPAGE_BANNER", {"audience": {"platforms": ["web"]}}))
    seconds = eventually(lambda: cache.get(ios)[2] == server.get(ios).body, 10)
    assert seconds < 3
    assert [cache.get(ios)[0] for _ in range(20)] == [200] * 20


@needs_varnish
def test_attributes_are_respected_behind_the_cache(front):
    cache, server = front(HOMEBLOCKS_AUDIENCE_ATTRIBUTES="city=beijing,shanghai;member=none,vip")
    audience = {"attributes": {"city": ["shanghai"], "member": ["vip"]}}
    done(server.api("PATCH", f"{PAGE}/live/blocks/HOMEPAGE_BANNER", {"audience": audience}))
    queries = [
        "attr.city=shanghai&attr.member=vip",
        "attr.member=vip&attr.city=shanghai&attr.x=y",
        "attr.city=shanghai",
        "attr.city=rome&attr.member=vip",
        "attr.city=shanghai&attr.member=vip&attr.city=beijing",
        "attr.city=&attr.member=",
    ]
    for query in queries * 2:
        status, _, body = cache.get(f"/homepage?{query}")
        assert status == 200 and body == server.get(f"/homepage?{query}").body, query


@needs_varnish
@pytest.mark.parametrize("reads", [600, pytest.param(10_000, marks=pytest.mark.long)])
def test_no_read_fails_when_nodes_are_killed_or_frozen(front, reads):
    cache, first, second = front(nodes=2, HOMEBLOCKS_CACHE_MAX_AGE="1")
    with_conditions(first)
    urls, statuses, stop = list(contexts(20)), [], threading.Event()
    # Fill the cache.
    assert {cache.get(f"/homepage?{url}")[0] for url in urls} == {200}

    def read():
        connection, number = cache.connect(), 0
        while not stop.is_set():
            number += 1
            statuses.append(cache.get(f"/homepage?{urls[number % len(urls)]}", connection=connection)[0])

    readers = [threading.Thread(target=read) for _ in range(2)]
    [reader.start() for reader in readers]
    try:
        second.process.send_signal(19)
        eventually(lambda: len(statuses) > reads / 3, 60)
        second.process.send_signal(18)
        second.kill()
        eventually(lambda: len(statuses) > 2 * reads / 3, 60)
        # Without any node, the cache serves what it has stored.
        first.kill()
        eventually(lambda: len(statuses) > reads, 100)
    finally:
        stop.set()
        [reader.join() for reader in readers]
    print(f"C3: {len(statuses)} reads, {len([status for status in statuses if status != 200])} failed")
    assert set(statuses) == {200}


@needs_varnish
def test_only_authorized_clients_can_purge(front, tmp_path):
    cache, server = front(HOMEBLOCKS_CACHE_MAX_AGE="600")
    cache.get("/sort")
    for headers in (
        {"xkey": "homeblocks"},
        {"xkey": "homeblocks", "Authorization": "Bearer other"},
        {"xkey": "homeblocks", "Authorization": TOKEN},
        {"xkey": "homeblocks", "X-Forwarded-For": "127.0.0.1"},
    ):
        assert cache.send("PURGE", "/", headers)[0] == 403
    assert cache.send("PURGE", "/", {"Authorization": f"Bearer {TOKEN}"})[0] == 400
    assert is_cached(cache, server, "/sort", "/sort")
    assert cache.send("PURGE", "/", {"xkey": "homeblocks", "Authorization": f"Bearer {TOKEN}"})[0] == 200
    assert not is_cached(cache, server, "/sort", "/sort")
    # From another address, even the token does not help.
    others = varnish.Varnish(folder(tmp_path / "others"), [server.port], token=TOKEN, purgers=["192.0.2.1"])
    with others:
        assert others.send("PURGE", "/", {"xkey": "homeblocks", "Authorization": f"Bearer {TOKEN}"})[0] == 403
    # If no token is configured, the address is sufficient.
    with varnish.Varnish(folder(tmp_path / "open"), [server.port]) as without:
        assert without.send("PURGE", "/", {"xkey": "homeblocks"})[0] == 200
    # The server itself accepts no purges.
    assert server.send("PURGE", "/", headers={"xkey": "homeblocks"}).status in (404, 405, 501)
    assert TOKEN not in server.log


@needs_varnish
def test_the_cache_cannot_be_poisoned(front):
    cache, server = front(HOMEBLOCKS_CACHE_MAX_AGE="600", HOMEBLOCKS_SERVER_PUBLIC_URL="https://pages.example.com")
    with_conditions(server)
    honest = ["/homepage", "/homepage?platform=ios", "/homepage?platform=ios&appVersion=9.1&uid=4", "/sort", "/pages"]
    expected = [server.get(path).body for path in honest]
    rules, _, responses = cache.get("/homepage/audience")[1]["Audience-Key"].partition(".")
    poison = {
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "gopher",
        "X-Original-URL": "/nothing",
        "X-Rewrite-URL": "/x",
        "Forwarded": "host=evil.example",
        "Host": "evil.example",
        "Cookie": "session=x",
        "Authorization": "Bearer x",
        "Origin": "https://evil.example",
        "X-HTTP-Method-Override": "DELETE",
        "Range": "bytes=0-0",
        "Accept-Encoding": "br",
        "X-HomeBlocks-Step": "document",
        "X-HomeBlocks-Path": "/metrics",
        "X-HomeBlocks-Stale": "yes",
        "X-HomeBlocks-Page": "&page=mall",
        "X-HomeBlocks-Client": "&platform=web",
        "If-None-Match": "*",
    }
    for path in honest:
        for name, value in poison.items():
            cache.get(path, {name: value})
        cache.get(path, poison)
        cache.send("HEAD", path, poison)
    forged = [f"{rules}.{digit}{responses[1:]}" for digit in "ABCDEFGHabc_-9"]
    for key in [*forged, f"{rules}.", f"{rules}.{'A' * 3000}", "x", "%00", f"{rules}.A%26page=mall", f"{rules}.A&page=mall"]:
        status, _, body = cache.get(f"/homepage?audience={key}")
        assert status in (200, 400, 409), (key, status)
        assert b"evil" not in body
        cache.get(f"/homepage?platform=ios&audience={key}")
        cache.get(f"/homepage?page=mall&audience={key}")
    for path in [
        "/homepage?platform=ios%26page=mall",
        "/homepage?page=music%26platform=ios",
        "/homepage?pl%61tform=ios",
        "//homepage",
        "/homepage?platform=web&platform=ios",
        "/homepage/../sort",
        "/sort?page=music&shown=x",
        "/homepage?page=music;platform=web",
    ]:
        cache.get(path)
    for path, body in zip(honest, expected):
        assert cache.get(path)[2] == body, path
        assert cache.get(path, {"Host": "other.example"})[2] == body


class Stub:
    """A node that closes the connection after each change without a response, and counts the changes."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port, self.changes = self.listener.getsockname()[1], 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        # Health checks may reset their connection.
        with contextlib.suppress(ConnectionError), connection, connection.makefile("rb") as stream:
            while line := stream.readline():
                while stream.readline() not in (b"\r\n", b""):
                    pass
                if line.startswith(b"GET "):
                    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nCache-Control: no-store\r\n\r\nok")
                    continue
                self.changes += 1
                return


def check_no_change_is_repeated(port, stub, send):
    """On new connections and on reused ones."""
    for body in (None, b"{}"):
        for _ in range(3):
            assert send("GET", "/api/pages") == 200
            before = stub.changes
            assert send("POST", "/api/pages/music/draft/publish", body) in (None, 502, 503)
            assert stub.changes == before + 1


def plain_sender(port):
    def send(method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            connection.request(method, path, body=body)
            response = connection.getresponse()
            response.read()
            return response.status
        except http.client.RemoteDisconnected:
            return None
        finally:
            connection.close()

    return send


@needs_varnish
def test_varnish_never_retries_a_change(tmp_path):
    stub = Stub()
    with varnish.Varnish(folder(tmp_path / "cache"), [stub.port]) as cache:
        check_no_change_is_repeated(cache.port, stub, plain_sender(cache.port))
    stub.listener.close()


class Proxy:
    """nginx or HAProxy with its configuration from deploy/, on a free port in front of a node."""

    def __init__(self, name, folder, node):
        self.port = free_port()
        text = (ROOT / "deploy" / {"nginx": "nginx-cache.conf", "haproxy": "haproxy.cfg"}[name]).read_text()
        text = text.replace("127.0.0.1:8080", f"127.0.0.1:{node}")
        file = folder / "configuration"
        if name == "nginx":
            text = text.replace("listen 80;", f"listen 127.0.0.1:{self.port};").replace("/var/cache/nginx", str(folder))
            file.write_text(
                f"{'user root;' * (os.geteuid() == 0)} daemon off;\npid {folder}/pid;\nerror_log {folder}/log;\nevents {{}}\n"
                f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/temp; {text} }}"
            )
            check, run = ["nginx", "-t", "-c", file], ["nginx", "-c", file]
        else:
            file.write_text(text.replace("bind :80\n", f"bind 127.0.0.1:{self.port}\n"))
            check, run = ["haproxy", "-c", "-f", file], ["haproxy", "-db", "-f", file]
        done = subprocess.run(check, capture_output=True, text=True, timeout=30)
        assert done.returncode == 0, done.stdout + done.stderr
        self.process = subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def __enter__(self):
        eventually(self.responds, 30)
        return self

    def responds(self):
        assert self.process.poll() is None
        try:
            return plain_sender(self.port)("GET", "/api/pages") not in (None, 502, 503)
        except ConnectionError:
            return False

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)


def proxies():
    return [
        pytest.param(
            name,
            marks=pytest.mark.skipif(
                not (shutil.which(name) or shutil.which(name, path="/usr/sbin")), reason=f"{name} is not installed"
            ),
        )
        for name in ("nginx", "haproxy")
    ]


@pytest.mark.parametrize("name", proxies())
def test_other_proxies_never_retry_a_change(tmp_path, name):
    stub = Stub()
    with Proxy(name, folder(tmp_path / name), stub.port) as proxy:
        check_no_change_is_repeated(proxy.port, stub, plain_sender(proxy.port))
    stub.listener.close()


@pytest.mark.parametrize("name", proxies())
def test_reads_and_changes_go_through_other_proxies(server, tmp_path, name):
    with Proxy(name, folder(tmp_path / name), server.port) as proxy:

        def send(method, path, body=None, headers=None):
            return server.send(method, path, body, headers, http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=60))

        for path in ("/homepage", "/homepage?platform=ios&uid=4", "/sort", "/pages", "/homepage/audience?uid=1"):
            for _ in range(2):
                response = send("GET", path)
                assert (response.status, response.body) == (server.get(path).status, server.get(path).body)
        credential = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"}
        moves = json.dumps({"moves": [{"block": "HOMEPAGE_BANNER", "to": "end"}]})
        assert send("POST", "/sort", moves).status == 401
        assert send("POST", "/sort", moves, credential).status == 200
        for path in ("/metrics", "/metrics/", "/healthz/"):
            assert send("GET", path).status == 404, path
        # It gets no purges: an order is stale for at most cache.maxAge.
        assert eventually(lambda: send("GET", "/sort").data["order"][-1] == "HOMEPAGE_BANNER", 20) < 8


def picture_is_kept(server, read):
    """Checks that a picture comes from the cache at its second read, and when no node responds."""
    content = png(64, 32, 0x2A9D8F)
    response = server.send(
        "POST", "/api/pictures?name=harbour", content, {"Authorization": f"Bearer {server.token}", "Content-Type": "image/png"}
    )
    assert response.status == 201, response.body
    url = response.json["data"]["url"]
    for _ in range(2):
        assert read(url) == (200, content)
    server.stop()
    assert read(url) == (200, content)


def test_nginx_serves_cached_pictures_while_no_node_responds(server, tmp_path):
    if not (shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")):
        pytest.skip("nginx is not installed")
    with Proxy("nginx", folder(tmp_path / "nginx"), server.port) as proxy:

        def read(path):
            response = server.get(path, connection=http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=60))
            return response.status, response.body

        picture_is_kept(server, read)


@needs_varnish
def test_varnish_serves_cached_pictures_while_no_node_responds(front):
    cache, server = front()

    def read(path):
        status, _, body = cache.get(path)
        return status, body

    picture_is_kept(server, read)


@needs_varnish
@pytest.mark.parametrize("count", [3, 100])
def test_a_new_list_of_a_feed_is_in_caches_immediately_however_many_feeds_a_page_has(front, tmp_path, count):
    upstream = Upstream()
    cache, server = front(HOMEBLOCKS_CACHE_MAX_AGE="60", HOMEBLOCKS_CACHES_MAX_AGE="3600", **feed_settings(upstream))
    names = [f"feed-{number}-{'x' * 50}" for number in range(count)]
    for name in names:
        done(server.api("POST", "/api/feeds", music(upstream, name)), 201)
    page = {"page": {"slug": "fed", "title": "Fed"}, "data": {}}
    page["blocks"] = [filled_section(name, code=f"section-{number}") for number, name in enumerate(names)]
    done(server.api("PUT", "/api/pages/fed/export", page))
    eventually(lambda: all(feed["state"]["cards"] for feed in server.api("GET", "/api/feeds").data), 60)

    def shown(send):
        blocks = json.loads(send("/homepage?page=fed")[2])["data"]["blocks"]
        return [[card["title"] for card in block["extInfo"]["list"]] for block in blocks]

    with Proxy("nginx", folder(tmp_path / "nginx"), server.port) as nginx:

        def through_nginx(path):
            response = server.get(path, connection=http.client.HTTPConnection("127.0.0.1", nginx.port, timeout=60))
            return response.status, response.headers, response.body

        for send in (cache.get, through_nginx):
            for _ in range(2):
                status, headers, body = send("/homepage?page=fed")
                assert (status, body) == (200, server.get("/homepage?page=fed").body)
        assert len(headers["Cache-Groups"]) < 2000
    old = shown(cache.get)
    assert len(old) == count
    upstream.lists["music"]["result"]["songs"].reverse()
    assert done(server.api("POST", f"/api/feeds/{names[-1]}/refresh")).data["outcome"] == "updated"
    eventually(lambda: shown(cache.get) == [*old[:-1], old[-1][::-1]], 3)
    upstream.stop()


COUNT, SECONDS = 1000, 20


def windows_of(count, start, seed=11):
    """The windows of cards by id: around a few instants with gaps, so that caches keep responses in between. Every
    other card has no begin."""
    generator, instants, instant = random.Random(seed), [], start
    while instant < start + timedelta(seconds=SECONDS):
        instants.append(instant)
        instant += timedelta(milliseconds=generator.randrange(200, 4000))

    def near(place):
        return instants[place] + timedelta(milliseconds=generator.randrange(30))

    windows = {}
    for card in range(1, count + 1):
        end = generator.randrange(1, len(instants))
        windows[card] = (near(generator.randrange(end)) if card % 2 else None, near(end))
    return windows


def rules(windows):
    return {str(card): {"until": text(end), **({"from": text(begin)} if begin else {})} for card, (begin, end) in windows.items()}


def polled(get, until):
    """Polls the cards: for each read, when it was sent and completed, the ids, and the details from the cache."""
    reads = []
    while (sent := now()) < until:
        status, body, said = get()
        assert status == 200, body
        reads.append((sent, now(), set(map(int, re.findall(rb'"id":(\d+)', body))), said))
        time.sleep(0.03)
    return reads


def check_windows(name, reads, windows):
    """Returns the maximum time in seconds for which a card was shown after its end. Cards may appear and disappear one
    second late, but must not be shown before their window or be missing within it."""
    late, worst = timedelta(seconds=1), timedelta(0)
    for sent, got, ids, said in reads:
        for card, (begin, end) in windows.items():
            if card in ids:
                worst = max(worst, sent - end)
                assert sent < end + late, (name, card, *map(text, (sent, end)), said)
                assert not begin or got >= begin, (name, card, *map(text, (got, begin)), said)
            else:
                assert got >= end or begin and sent < begin + late, (name, card, *map(text, (sent, begin or end, end)), said)
    return worst.total_seconds()


@needs_varnish
@pytest.mark.skipif(not shutil.which("nginx", path="/usr/sbin:/usr/bin"), reason="nginx is not installed")
def test_a_thousand_cards_appear_and_disappear_on_time_also_through_caches(front, tmp_path):
    cache, server = front(HOMEBLOCKS_CACHE_MAX_AGE="60", HOMEBLOCKS_CACHES_MAX_AGE="3600")
    start = soon(6)
    windows = windows_of(COUNT, start)
    cards = [{"id": card, "text": f"Card {card}"} for card in windows]
    block = {"blockCode": "many", "showType": "DEMO_TEXT", "cards": rules(windows), "content": {"extInfo": {"list": cards}}}
    page = {"page": {"slug": "windows", "title": "Windows"}, "data": {}, "blocks": [block]}
    done(server.api("PUT", "/api/pages/windows/export", page))
    path, results = "/homepage?page=windows", {}

    def read(name, connection):
        def get():
            connection.request("GET", path)
            response = connection.getresponse()
            said = {key: response.headers[key] for key in ("Date", "Age", "X-Cache", "Cache-Control")}
            return response.status, response.read(), said

        results[name] = polled(get, start + timedelta(seconds=SECONDS + 2))

    with Proxy("nginx", folder(tmp_path / "nginx"), server.port) as nginx:
        before = requests(server, "/homepage")
        ports = {"directly": server.port, "nginx": nginx.port, "Varnish": cache.port}
        threads = [
            threading.Thread(target=read, args=(name, http.client.HTTPConnection("127.0.0.1", port, timeout=60)))
            for name, port in ports.items()
        ]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        fetched = requests(server, "/homepage") - before - len(results["directly"])
    assert set(results) == set(ports)
    cached = len(results["nginx"]) + len(results["Varnish"])
    assert fetched < cached / 2, "the caches kept responses"
    worst = {name: check_windows(name, reads, windows) for name, reads in results.items()}
    assert not results["Varnish"][-1][2], "the empty section is gone"
    said = ", ".join(f"{name} {seconds:.2f} s in {len(results[name])} reads" for name, seconds in worst.items())
    print(f"F1: seen after the end by at most: {said}; {fetched} of {cached} reads of caches reached the server")


@pytest.fixture
def cached(request, front, tmp_path, server):
    """A node, and the address of the cache in front of it."""
    if request.param == "Varnish":
        cache, node = front(HOMEBLOCKS_CACHE_MAX_AGE="60", HOMEBLOCKS_CACHES_MAX_AGE="3600")
        yield node, cache.port
    else:
        server.stop()
        server.env["HOMEBLOCKS_CACHE_MAX_AGE"] = "60"
        server.start()
        with Proxy("nginx", folder(tmp_path / "nginx"), server.port) as proxy:
            yield server, proxy.port


@pytest.mark.parametrize("cached", [pytest.param("Varnish", marks=needs_varnish), *proxies()[:1]], indirect=True)
@pytest.mark.parametrize("reads", [200, pytest.param(5000, marks=pytest.mark.long)])
def test_no_cache_stores_what_a_preview_link_shows(cached, reads):
    server, port = cached
    done(server.api("PATCH", f"{PAGE}/draft/blocks/HOMEPAGE_BANNER", {"enabled": False}))
    link = done(server.api("POST", f"{PAGE}/links", {}), 201).data
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    published = done(server.get("/homepage", connection=connection)).body
    # The same URL with and without the link, and the path with the link's secret.
    ways = [("/homepage", {"HomeBlocks-Preview": link["secret"]}), (f"/preview/{link['secret']}/homepage", {}), ("/homepage", {})]
    for read in range(reads):
        path, headers = ways[read % 3]
        response = done(server.get(path, headers, connection))
        assert (b"HOMEPAGE_BANNER" in response.body) == (read % 3 == 2)
        if read % 3 == 2:
            assert response.body == published
    # Each read with the link reached the server.
    uses = reads - len(range(2, reads, 3))
    eventually(lambda: done(server.api("GET", f"{PAGE}/links")).data["links"][0]["uses"] == uses)
    done(server.api("DELETE", f"{PAGE}/links/{link['id']}"))
    # A review with a link passes, too, and its response is that of now.
    secret = done(server.api("POST", f"{PAGE}/links", {"mayApprove": True}), 201).data["secret"]
    headers = {"HomeBlocks-Preview": secret, "Content-Type": "application/json"}

    def through():
        # Varnish closes a connection after a change.
        return http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    review = done(server.get("/preview/review", headers, through())).data
    body = json.dumps({"state": review["state"], "message": "No"})
    done(server.send("POST", "/preview/review/objections", body, headers, through()), 201)
    assert len(done(server.get("/preview/review", headers, through())).data["verdicts"]) == 1
    for path, headers in ways[:2]:
        assert server.get(path, headers, connection).status == 404


@pytest.mark.parametrize("cached", [pytest.param("Varnish", marks=needs_varnish), *proxies()[:1]], indirect=True)
def test_a_banner_ends_on_time_through_a_cache(cached):
    server, port = cached
    end = soon(5)
    block = ads("evening", "Until then", "Always", cards={"7001": {"until": text(end)}})
    done(server.api("POST", "/api/pages/mall/live/blocks", block), 201)
    connection, last_seen, first_gone = http.client.HTTPConnection("127.0.0.1", port, timeout=60), None, None
    while now() < end + timedelta(seconds=4):
        sent = now()
        response = done(server.get("/homepage/blocks/evening?page=mall", connection=connection))
        ids = [card["id"] for card in response.data["extInfo"]["list"]]
        assert 7002 in ids
        if 7001 in ids:
            assert first_gone is None, "it came back"
            last_seen = sent
        elif first_gone is None:
            first_gone = now()
        time.sleep(0.005)
    print(f"ends {text(end)}, last seen {text(last_seen)}, first gone {text(first_gone)}")
    assert last_seen < end + timedelta(seconds=1) and first_gone >= end
