"""Catalogues: operators search an upstream and choose cards from the results."""

import signal
import threading
import time
from urllib.parse import parse_qsl, quote, urlsplit

import pytest

from harness import Failure, catalogues, databases, eventually
from harness.catalogues import entries, playlists
from harness.server import Server
from harness.upstream import Listener, Upstream
from publishing import done

NAMES = ["Night drive", "Night & day / 夜与昼"]
HOSTILE = [
    "../",
    "../../admin",
    "a/../../b",
    "&x=1",
    "x&q=y",
    "?x=1",
    "#fragment",
    "%2e%2e%2f",
    "%",
    "%zz",
    "+",
    "a+b c",
    "'\"<>\\",
    "{q}",
    "{name}",
    "🎵" * 100,
    "e\u0301",
    "夜",
    ";",
    "=",
    "@",
    "http://127.0.0.1/",
    "a\u2028b",
    "..",
    ".",
    "$(id)",
    "x\ufeff",
]
UNUSABLE = ["", " ", "\u3000\t", "\0", "a\0b", "a\r\nX-Key: y", "\x7f", "x" * 101, "x" * 5000]


@pytest.fixture
def upstream():
    upstream = Upstream()
    yield upstream
    upstream.stop()


@pytest.fixture
def listener():
    listener = Listener()
    yield listener
    listener.stop()


def serve(folder, starter, *upstreams, env=None, **named):
    """A server with catalogues, on a copy of the starter pages."""
    content, token = starter
    settings = catalogues.settings(folder, *upstreams, **named) | (env or {})
    server = Server(folder, settings, token=token, database=databases.restored(content, folder))
    server.config = folder / "config"
    return server


@pytest.fixture
def start_with(tmp_path, starter):
    """Starts a server with catalogues: start_with(upstream, playlists={…})."""
    servers = []

    def start_with(*upstreams, **named):
        server = serve(tmp_path, starter, *upstreams, **named)
        servers.append(server)
        return server

    yield start_with
    for server in servers:
        if server.runs:
            server.kill()


@pytest.fixture
def server(start_with, upstream):
    return start_with(upstream, playlists=playlists(upstream), entries=entries(upstream))


@pytest.fixture(scope="module")
def one_server(tmp_path_factory, starter):
    """A server and its upstream, shared by several tests that do not change them."""
    upstream = Upstream()
    server = serve(tmp_path_factory.mktemp("catalogues"), starter, upstream, playlists=playlists(upstream, timeout=4))
    yield server, upstream
    server.kill()
    upstream.stop()


def search(server, text, name="playlists", **options):
    return server.api("GET", f"/api/catalogues/{name}?q={quote(text, safe='')}", **options)


def found(server, text, name="playlists"):
    return done(search(server, text, name)).data


def reload(server, expected):
    count = server.log.count(expected)
    server.process.send_signal(signal.SIGHUP)
    eventually(lambda: server.log.count(expected) > count)


# The list of catalogues


def test_catalogues_are_listed_with_their_layouts_and_without_their_upstream(server, upstream):
    listed = done(server.api("GET", "/api/catalogues"))
    assert [one["name"] for one in listed.data] == ["entries", "playlists"]
    grid = listed.data[0]
    assert grid == {
        "name": "entries",
        "title": "Music",
        "titles": {},
        "showType": "DEMO_GRID",
        "cards": "/extInfo/list",
        "fields": ["/id", "/imageUrl", "/title", "/url"],
    }
    assert listed.data[1]["titles"] == {"zh": "歌单"} and listed.data[1]["cards"] == "/creatives"
    for word in (str(upstream.port), "secret", "playlist-key", "127.0.0.1"):
        assert word not in listed.body.decode()
    assert upstream.calls == []


def test_without_catalogues_the_list_is_empty(start_with):
    server = start_with()
    assert done(server.api("GET", "/api/catalogues")).data == []
    assert search(server, "night", "none").status == 404


# Searches


def test_a_search_returns_valid_cards_with_a_label_and_a_picture(server, upstream):
    data = found(server, " night ")
    assert data["q"] == "night"
    assert [one["label"] for one in data["results"]] == ["Night drive (42 songs, Lin)", "Night & day / 夜与昼 (30 songs, Mei)"]
    assert data["results"][0]["picture"] == "/assets/covers/neon-grid.webp"
    card = data["results"][0]["card"]
    assert card["creativeId"] == card["resources"][0]["resourceId"] == "7710900001"
    assert card["action"] == card["resources"][0]["action"] == "orpheus://playlist/7710900001"
    assert card["uiElement"]["mainTitle"]["title"] == card["resources"][0]["uiElement"]["mainTitle"]["title"] == "Night drive"
    # One of the three results has no cover.
    assert (data["items"], data["faultCount"]) == (3, 1)
    assert data["faults"] == [
        {"item": "/result/playlists/2", "card": "/resources/0/uiElement/image/imageUrl", "reason": "/cover is missing"}
    ]
    call = upstream.calls[0]
    assert call["path"] == "/playlists?q=night&n=20" and call["headers"]["authorization"] == "the-secret-key"
    chosen = {"content": {"creatives": [one["card"] for one in data["results"]]}}
    done(server.api("PATCH", "/api/pages/music/draft/blocks/HOMEPAGE_BLOCK_PLAYLIST_RCMD", chosen))


def test_without_a_configured_label_and_picture_a_result_has_only_its_card(server):
    data = found(server, "rainy", "entries")
    assert data["results"] == [
        {
            "card": {
                "id": 9107199254740993,
                "title": "Rainy piano",
                "imageUrl": "/assets/covers/city-rain.webp",
                "url": "homeblocks://playlist/9107199254740993",
            },
            "label": None,
            "picture": None,
        }
    ]
    assert b"9107199254740993" in search(server, "rainy", "entries").body


def test_a_search_without_matches_returns_an_empty_list(server):
    data = found(server, "nobody sings this")
    assert (data["results"], data["items"], data["faultCount"]) == ([], 0, 0)


def test_a_search_returns_at_most_the_catalogues_maximum_of_cards(start_with, upstream):
    songs = [{"playlistId": n, "name": f"Song {n}", "cover": "citrus"} for n in range(10_000)]
    upstream.lists["playlists"]["result"]["playlists"] = songs
    server = start_with(upstream, entries=entries(upstream, maximum=3))
    data = found(server, "song", "entries")
    assert len(data["results"]) == 3 and data["items"] == 10_000


def test_a_catalogue_can_be_for_a_list_in_each_card(start_with, upstream):
    resource = {
        name.removeprefix("/resources/0"): value for name, value in catalogues.PLAYLIST.items() if name.startswith("/resources/0")
    }
    server = start_with(upstream, inner=playlists(upstream, fields=resource, cards="/creatives/0/resources"))
    assert server.api("GET", "/api/catalogues").data[0]["cards"] == "/creatives/0/resources"
    assert [one["card"]["resourceId"] for one in found(server, "晴天", "inner")["results"]] == ["7710900003"]
    broken = {name: value for name, value in resource.items() if name != "/resourceId"}
    catalogues.write(server.config, {"inner": playlists(upstream, fields=broken, cards="/creatives/0/resources")})
    reload(server, "files reloaded")
    data = found(server, "晴天", "inner")
    assert data["results"] == [] and data["faults"][0]["card"] == "/resourceId"


# Texts


def test_a_search_text_cannot_change_another_part_of_the_url(server, upstream):
    for text in HOSTILE:
        found(server, text)
        sent = urlsplit(upstream.calls[-1]["path"])
        assert sent.path == "/playlists" and sent.fragment == "", text
        assert sent.query == f"q={quote(text, safe='')}&n=20", text
        assert parse_qsl(sent.query, keep_blank_values=True, strict_parsing=True) == [("q", text), ("n", "20")], text
        assert set(upstream.calls[-1]["headers"]) <= {"host", "accept", "accept-encoding", "authorization", "user-agent"}, text


def test_an_invalid_search_is_rejected_and_never_sent(server, upstream):
    for text in UNUSABLE:
        response = search(server, text)
        assert response.status == 400 and "The parameter q must be a string of 1 to 100 characters" in response.json["detail"], (
            text
        )
    assert search(server, "x" * 10_000).status == 414
    for query in ("", "?q", "?q=a&q=b", "?q=a&n=1", "?q=%ff", "?q=%"):
        assert server.api("GET", f"/api/catalogues/playlists{query}").status == 400, query
    for name in ("none", "..%2fplaylists", "playlists%00", "PLAYLISTS"):
        assert server.api("GET", f"/api/catalogues/{name}?q=a").status in (400, 404), name
    assert upstream.calls == []


# Upstreams that fail


@pytest.mark.parametrize(
    "mode, status, words",
    [
        ("500", 502, "responded with the status 500"),
        ("404", 502, "responded with the status 404"),
        ("endless", 502, "returned no usable response"),
        ("bomb", 502, "returned no usable response"),
        ("broken", 502, "sent no list"),
        ("html", 502, "sent no list"),
        ("deep", 502, "sent no list"),
        ("nolist", 502, "sent no list"),
        ("headers", 502, "no usable response"),
        ("metadata", 502, "responded with the status 302"),
        ("file", 502, "responded with the status 302"),
        ("loop", 502, "responded with the status 302"),
        ("slow", 504, "did not respond in time"),
        ("silent", 504, "did not respond in time"),
    ],
)
def test_the_failure_of_an_upstream_is_reported_without_internal_details(one_server, mode, status, words):
    server, upstream = one_server
    upstream.mode = mode
    response = search(server, mode)
    assert response.status == status and words in response.json["detail"], response.body
    assert response.json["type"] == f"urn:homeblocks:problem:upstream-{'timeout' if status == 504 else 'failed'}"
    assert '"playlists"' in response.json["detail"] and response.json["errors"] == []
    for word in (str(upstream.port), "127.0.0.1", "169.254", "curl", "the-secret-key", "playlist-key", "allowedHosts"):
        assert word not in response.body.decode() + str(response.headers), word
    eventually(lambda: "a catalogue cannot be searched" in server.log)
    assert "the-secret-key" not in server.log
    # Failures are not cached.
    upstream.mode = "ok"
    assert found(server, mode)["results"] == []


def test_an_unreachable_upstream_is_reported_and_pages_are_still_served(server, upstream):
    upstream.stop()
    before = server.get("/homepage?page=mall").body
    response = search(server, "night")
    assert response.status == 502 and "cannot be reached" in response.json["detail"]
    assert server.get("/homepage?page=mall").body == before


def test_items_with_another_schema_are_omitted_and_counted(server, upstream):
    upstream.lists["playlists"]["result"]["playlists"] = [
        {"title": 7},
        {"playlistId": "x", "name": "night", "cover": "a"},
        {"playlistId": 1, "name": ["night"], "cover": "a"},
        {"playlistId": 5, "name": "Night shift", "cover": "../../../x?y#z"},
    ]
    data = found(server, "a", "entries")
    assert [one["card"]["title"] for one in data["results"]] == []
    data = found(server, "night", "entries")
    assert [one["card"]["imageUrl"] for one in data["results"]] == ["/assets/covers/..%2F..%2F..%2Fx%3Fy%23z.webp"]
    assert (data["items"], data["faultCount"]) == (3, 2)


# Limits


def test_an_identical_search_is_cached_for_some_seconds(server, upstream):
    first = search(server, "night")
    again = search(server, "night ")
    assert (again.body, again.headers["ETag"]) == (first.body, first.headers["ETag"])
    assert len(upstream.calls) == 1
    found(server, "nigh")
    found(server, "night", "entries")
    assert len(upstream.calls) == 3
    tagged = search(server, "night", headers={"If-None-Match": first.headers["ETag"]})
    assert tagged.status == 304 and len(upstream.calls) == 3


def test_concurrent_searches_of_a_catalogue_are_limited_and_others_wait_at_most_its_timeout(start_with, upstream):
    server = start_with(
        upstream,
        silent=playlists(upstream, url=f"http://127.0.0.1:{upstream.port}/silent/playlists?q={{q}}", timeout=2),
        playlists=playlists(upstream),
    )
    responses = []
    threads = [threading.Thread(target=lambda n=n: responses.append(search(server, f"night {n}", "silent"))) for n in range(12)]
    begin = time.monotonic()
    for thread in threads:
        thread.start()
    eventually(lambda: len(upstream.calls) == 4)
    # Other catalogues can be searched in the meantime.
    assert len(found(server, "night")["results"]) == 2
    assert time.monotonic() - begin < 2
    assert len(upstream.calls) == 5
    for thread in threads:
        thread.join()
    assert time.monotonic() - begin < 8
    assert {response.status for response in responses} <= {503, 504} and len(responses) == 12
    assert sum(response.status == 504 for response in responses) >= 4
    for response in responses:
        assert response.status == 504 or response.headers["Retry-After"] and "too many searches" in response.json["detail"]


# Roles and allowed hosts


def test_viewers_cannot_search(server, upstream):
    for role, status in (("viewer", 403), ("editor", 200), ("publisher", 200), ("admin", 200)):
        token = server.new_token(role)
        assert server.api("GET", "/api/catalogues", token=token).status == status
        assert search(server, "night", token=token).status == status
        assert search(server, "night", "none", token=token).status == (403 if role == "viewer" else 404)
    assert server.get("/api/catalogues").status == server.get("/api/catalogues/playlists?q=night").status == 401
    assert len(upstream.calls) == 1


def test_servers_that_are_not_allowed_are_never_contacted(start_with, upstream, listener):
    to = f"http://127.0.0.1:{upstream.port}/to/x?http://127.0.0.1:{listener.port}/playlists?q={{q}}"
    server = start_with(upstream, moved=playlists(upstream, url=to))
    response = search(server, "night", "moved")
    assert response.status == 502 and str(listener.port) not in response.body.decode()
    found_elsewhere = f"http://127.0.0.1:{upstream.port}/to/x?http://localhost:{upstream.port}/playlists?q={{q}}"
    catalogues.write(server.config, {"moved": playlists(upstream, url=found_elsewhere)})
    reload(server, "files reloaded")
    assert len(found(server, "night", "moved")["results"]) == 2
    assert "authorization" in upstream.calls[-2]["headers"] and "authorization" not in upstream.calls[-1]["headers"]
    catalogues.write(server.config, {"off": playlists(upstream, url=f"http://127.0.0.1:{listener.port}/playlists?q={{q}}")})
    reload(server, "files not reloaded, the old ones stay")
    assert (
        "catalogues/off.json" in server.log
        and f"127.0.0.1:{listener.port}, which is not in the setting feeds.allowedHosts" in server.log
    )
    assert search(server, "night", "off").status == 404 and len(found(server, "night", "moved")["results"]) == 2
    assert listener.connections == 0


def test_a_secret_is_in_no_response_and_no_log(start_with, upstream):
    server = start_with(upstream, env={"HOMEBLOCKS_LOG_LEVEL": "trace"}, playlists=playlists(upstream))
    responses = [search(server, text) for text in ("night", "", "zzz")] + [server.api("GET", "/api/catalogues")]
    upstream.mode = "500"
    responses += [search(server, "failing"), server.get("/metrics"), server.api("GET", "/api/audit")]
    assert upstream.calls[-1]["headers"]["authorization"] == "the-secret-key"
    server.stop()
    for response in responses:
        assert "the-secret-key" not in response.body.decode() + str(response.headers)
    assert "the-secret-key" not in server.log


# Configuration files


@pytest.mark.parametrize(
    "changes, words",
    [
        (
            {"url": "http://127.0.0.1:1/p?q={q}"},
            "/url names the server 127.0.0.1:1, which is not in the setting feeds.allowedHosts",
        ),
        ({"url": "http://127.0.0.1/{q}?n=1"}, "/url must have {q} once, in its query"),
        ({"url": "http://{q}.example.com/?x"}, "/url must have {q} once, in its query"),
        ({"url": "http://127.0.0.1/?a={q}&b={q}"}, "/url must have {q} once"),
        ({"url": "http://127.0.0.1/"}, "/url must have {q} once"),
        ({"url": "file:///etc/passwd?{q}"}, "/url must be an http or https URL"),
        ({"url": 7}, "/url must have {q} once"),
        ({"url": "http://127.0.0.1/?" + "x" * 800 + "{q}"}, "/url must have at most 700 characters"),
        ({"headers": {"Authorization": "Bearer abc"}}, "/headers/Authorization is a credential"),
        ({"headers": {"X-Key": "secret:none"}}, '/headers/X-Key names the secret "none"'),
        ({"showType": "NONE"}, '/showType names the layout "NONE"'),
        ({"showType": "MOMENT"}, "/showType names the layout"),
        ({"cards": "/creatives/0/action"}, "/cards must be a JSON Pointer to a list"),
        ({"cards": "/extInfo"}, "/cards must be"),
        ({"cards": "/nowhere"}, "/cards must be"),
        ({"cards": "creatives"}, "/cards must be"),
        ({"cards": ""}, "/cards must be"),
        ({"items": "list"}, "/items must be a JSON Pointer"),
        ({"fields": {}}, "/fields must give a value"),
        ({"title": ""}, "/title must be"),
        ({"titles": {"zh": 7}}, "/titles must be titles by language"),
        ({"label": {"template": "{"}}, "/label/template must be"),
        ({"picture": 7}, "/picture must be"),
        ({"timeout": 11}, "/timeout must be a whole number from 1 to 10"),
        ({"maximum": 51}, "/maximum must be a whole number from 1 to 50"),
        ({"interval": 10}, "/interval is an unknown member"),
        ({"showType": None}, "/showType is required"),
    ],
)
def test_an_invalid_catalogue_is_reported_with_its_pointer_and_the_old_ones_stay(one_server, changes, words):
    server, upstream = one_server
    catalogues.write(server.config, {"broken": playlists(upstream, **changes), "fine": playlists(upstream)})
    length = len(server.log)
    reload(server, "files not reloaded, the old ones stay")
    assert "catalogues/broken.json cannot be used: The catalogue was rejected: " + words in server.log[length:]
    assert [one["name"] for one in server.api("GET", "/api/catalogues").data] == ["playlists"]


def test_the_message_about_a_broken_catalogue_at_the_start_names_it(start_with, upstream):
    with pytest.raises(Failure) as failure:
        start_with(upstream, playlists=playlists(upstream, url="http://elsewhere.example.com/?q={q}"))
    assert "catalogues/playlists.json" in str(failure.value)
    assert "/url names the server elsewhere.example.com:80" in str(failure.value)


def test_a_reload_replaces_catalogues_and_discards_cached_results(server, upstream):
    assert len(found(server, "night")["results"]) == 2
    catalogues.write(server.config, {"playlists": playlists(upstream, maximum=1), "songs": playlists(upstream, title="Songs")})
    reload(server, "files reloaded")
    assert [one["name"] for one in server.api("GET", "/api/catalogues").data] == ["playlists", "songs"]
    assert len(found(server, "night")["results"]) == 1
    assert search(server, "night", "entries").status == 404
    catalogues.write(server.config, {"Not a name": playlists(upstream)})
    reload(server, "files not reloaded, the old ones stay")
    assert "/name is the file's name" in server.log


def test_a_server_stops_in_time_while_a_search_waits(start_with, upstream):
    server = start_with(
        upstream, silent=playlists(upstream, url=f"http://127.0.0.1:{upstream.port}/silent/playlists?q={{q}}", timeout=10)
    )
    # There may be no response, since the server stops.
    waiting = threading.Thread(target=lambda: pytest.raises(Exception, search, server, "night", "silent"), daemon=True)
    waiting.start()
    eventually(lambda: upstream.calls)
    begin = time.monotonic()
    server.stop()
    assert time.monotonic() - begin < 11
