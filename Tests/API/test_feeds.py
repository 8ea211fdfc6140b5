"""Feeds: sections filled with the lists of upstreams, which may be unavailable or hostile."""

import json
import shutil
import time

import pytest

from harness import ROOT, databases, eventually
from harness.marks import case
from harness.nodes import all_ready, metric, nodes
from harness.postgresql import PostgreSQL, reason_against
from harness.server import Server
from harness.upstream import REASONS, Listener, Upstream
from publishing import done, refused

FIELDS = {
    "/id": "/songId",
    "/title": "/name",
    "/imageUrl": {"template": "https://img.example.com/{cover}.jpg"},
    "/badge": {"pointer": "/badge", "otherwise": None},
}
NAMES = ["Harbour Lights", "Paper Boats", "晴天之前", "Slow Train"]


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


def settings(*upstreams, **others):
    hosts = ",".join(f"127.0.0.1:{upstream.port},localhost:{upstream.port}" for upstream in upstreams)
    return {
        "HOMEBLOCKS_FEEDS_ALLOWED_HOSTS": hosts,
        "HOMEBLOCKS_FEEDS_ALLOWED_NETWORKS": "127.0.0.0/8,::1",
        "HOMEBLOCKS_FEEDS_MINIMUM_INTERVAL": "1",
        "PLAYLIST_KEY": "the-secret-key",
        "HOMEBLOCKS_FEEDS_SECRETS": "playlist-key=env:PLAYLIST_KEY",
        **others,
    }


@pytest.fixture
def server(start, upstream):
    return start(**settings(upstream))


@pytest.fixture(scope="module")
def trials(tmp_path_factory, starter):
    """A server and its upstream, shared by all tests that create no feed."""
    (content, token), folder, upstream = starter, tmp_path_factory.mktemp("trials"), Upstream()
    try:
        with Server(folder, settings(upstream), token, database=databases.restored(content, folder)) as server:
            yield server, upstream
    finally:
        upstream.stop()


def music(upstream, name="songs", path="/music", **changes):
    return {
        "name": name,
        "url": f"http://127.0.0.1:{upstream.port}{path}",
        "showType": "DEMO_GRID",
        "items": "/result/songs",
        "fields": FIELDS,
        "interval": 3600,
        "timeout": 2,
        **changes,
    }


def own(*ids):
    return [{"id": n, "title": f"own {n}", "imageUrl": "/assets/mall/tea-fair.svg"} for n in ids]


def section(feed="songs", cards=(), code="songs", **source):
    return {
        "blockCode": code,
        "showType": "DEMO_GRID",
        "source": {"feed": feed, **source},
        "content": {"extInfo": {"list": list(cards)}},
    }


def create(server, feed):
    return done(server.api("POST", "/api/feeds", feed), 201).data


def refresh(server, name="songs", **options):
    return done(server.api("POST", f"/api/feeds/{name}/refresh", **options)).data


def titles(server, code="songs", page="mall"):
    """The titles of a section's cards; None if the section is not served."""
    for block in server.get(f"/homepage?page={page}").data["blocks"]:
        if block["blockCode"] == code:
            return [card["title"] for card in block["extInfo"]["list"]]
    return None


def log(server, name="songs"):
    return server.api("GET", f"/api/feeds/{name}/log").data


def state(server, name="songs"):
    return log(server, name)["state"]


def filled(server, upstream, cards=(), source=None, **changes):
    """A page with a section that a feed fills."""
    create(server, music(upstream, **changes))
    eventually(lambda: state(server)["cards"])
    done(server.api("POST", "/api/pages/mall/live/blocks?to=0", section(cards=cards, **(source or {}))), 201)
    return server.get("/homepage?page=mall")


def says(response, status, text):
    """Checks that a request was rejected with a detail that contains a text."""
    assert response.status == status and text in response.json["detail"], (response.status, response.body.decode())


# Sections


@pytest.mark.both_engines
def test_a_feed_fills_a_section_around_its_own_cards(server, upstream):
    filled(server, upstream, own(1, 2), {"positions": [0, 3]})
    assert titles(server) == ["own 1", *NAMES[:2], "own 2", *NAMES[2:]]
    block = next(b for b in server.get("/homepage?page=mall").data["blocks"] if b["blockCode"] == "songs")
    assert block["extInfo"]["list"][1]["imageUrl"] == "https://img.example.com/harbour%2Flights.jpg"
    assert "source" not in block
    stored = server.api("GET", "/api/pages/mall/live/blocks/songs").data
    assert stored["source"] == {"feed": "songs", "positions": [0, 3]}
    assert [card["id"] for card in stored["content"]["extInfo"]["list"]] == [1, 2]


@pytest.mark.both_engines
def test_a_new_list_is_live_after_the_refresh_without_a_revision_or_audit_entry(server, upstream):
    filled(server, upstream)
    revision = server.api("GET", "/api/pages/mall").data["revision"]
    lines = len(server.api("GET", "/api/audit").data["entries"])
    upstream.lists["music"]["result"]["songs"].reverse()
    assert refresh(server)["outcome"] == "updated"
    assert titles(server) == NAMES[::-1]
    assert server.api("GET", "/api/pages/mall").data["revision"] == revision
    assert len(server.api("GET", "/api/audit").data["entries"]) == lines
    assert log(server)["entries"][0]["requestedBy"]


@pytest.mark.both_engines
def test_an_unchanged_list_has_the_same_bytes_and_etag(server, upstream):
    before = filled(server, upstream)
    for has_tags in (True, False):
        upstream.has_tags = has_tags
        assert refresh(server)["outcome"] == "unchanged"
        after = server.get("/homepage?page=mall")
        assert (after.body, after.headers["ETag"]) == (before.body, before.headers["ETag"])
    sent = [call["headers"].get("if-none-match") for call in upstream.calls]
    assert sent[0] is None and sent[1]


@pytest.mark.both_engines
def test_previews_drafts_exports_and_takeovers_contain_the_feed(server, upstream):
    filled(server, upstream, own(1))
    expected = ["own 1", *NAMES]

    def shown(document):
        block = next(b for b in document["data"]["blocks"] if b["blockCode"] == "songs")
        return [card["title"] for card in block["extInfo"]["list"]]

    assert shown(server.api("GET", "/api/pages/mall/live/homepage").json) == expected
    done(server.api("PATCH", "/api/pages/mall/draft/blocks/songs", {"source": {"feed": "songs", "positions": [1]}}))
    assert shown(server.api("GET", "/api/pages/mall/draft/homepage").json) == [NAMES[0], "own 1", *NAMES[1:]]
    assert titles(server) == expected
    exported = server.api("GET", "/api/pages/mall/export").json
    block = next(b for b in exported["blocks"] if b["blockCode"] == "songs")
    assert block["source"] == {"feed": "songs", "positions": []} and len(block["content"]["extInfo"]["list"]) == 1
    done(server.api("PUT", "/api/pages/party/export", exported | {"page": {"slug": "party"}}))
    takeover = {"shows": "mall", "until": "2031-01-01T00:00:00Z"}
    done(server.api("POST", "/api/pages/party/takeovers", takeover), 201)
    assert titles(server, page="party") == expected
    upstream.lists["music"]["result"]["songs"].pop()
    refresh(server)
    assert titles(server, page="party") == expected[:-1] == titles(server)


@pytest.mark.both_engines
def test_a_list_expires_after_its_time_to_live_and_comes_back(server, upstream):
    response = filled(server, upstream, interval=1, ttl=2)
    assert "max-age=5" not in response.headers["Cache-Control"]
    upstream.mode = "500"
    eventually(lambda: titles(server) is None)
    assert state(server)["status"] == "expired"
    upstream.mode = "ok"
    eventually(lambda: titles(server) == NAMES, 20)


# Definitions


@pytest.mark.both_engines
def test_feeds_are_created_read_changed_and_deleted(server, upstream):
    made = server.api("POST", "/api/feeds", music(upstream), headers={"Idempotency-Key": "one"})
    done(made, 201)
    again = server.api("POST", "/api/feeds", music(upstream), headers={"Idempotency-Key": "one"})
    assert again.status == 201 and again.headers["ETag"] == made.headers["ETag"]
    says(server.api("POST", "/api/feeds", music(upstream)), 409, "already")
    read = server.api("GET", made.headers["Location"])
    assert read.headers["ETag"] == made.headers["ETag"] and read.data["url"] == music(upstream)["url"]
    eventually(lambda: state(server)["cards"])
    assert server.api("GET", "/api/feeds/songs").headers["ETag"] == made.headers["ETag"], "requests do not change it"
    changed = server.api("PUT", "/api/feeds/songs", read.data | {"maximum": 2}, headers={"If-Match": read.headers["ETag"]})
    assert done(changed).data["maximum"] == 2
    stale = server.api("PUT", "/api/feeds/songs", music(upstream), headers={"If-Match": read.headers["ETag"]})
    assert stale.status == 412
    done(server.api("DELETE", "/api/feeds/songs"))
    says(server.api("GET", "/api/feeds/songs"), 404, "no feed")
    actions = [line["action"] for line in server.api("GET", "/api/audit").data["entries"]]
    assert [action for action in actions if action.startswith("feed.")] == ["feed.delete", "feed.change", "feed.create"]


@pytest.mark.both_engines
def test_a_feed_in_use_cannot_be_deleted_and_its_layout_cannot_be_changed(server, upstream):
    create(server, music(upstream))
    done(server.api("POST", "/api/pages/mall/draft/blocks", section()), 201)
    says(server.api("DELETE", "/api/feeds/songs"), 409, 'the page "mall" (draft)')
    other = music(upstream, showType="DEMO_TEXT", fields={"/id": "/songId", "/text": "/name"})
    says(server.api("PUT", "/api/feeds/songs", other), 409, "DEMO_GRID")
    done(server.api("PATCH", "/api/pages/mall/draft/blocks/songs", {"source": None}))
    done(server.api("PUT", "/api/feeds/songs", other))
    done(server.api("DELETE", "/api/feeds/songs"))


def test_the_list_of_feeds_includes_their_uses_on_request(server, upstream):
    create(server, music(upstream))
    create(server, music(upstream, "others"))
    done(server.api("POST", "/api/pages/mall/live/blocks", section()), 201)
    done(server.api("POST", "/api/pages/mall/draft/blocks", section(code="more")), 201)
    assert all("uses" not in feed for feed in server.api("GET", "/api/feeds").data)
    others, songs = server.api("GET", "/api/feeds?uses=true").data
    assert (others["name"], others["uses"]) == ("others", [])
    places = [(use["page"], use["state"], use["release"], use["block"]) for use in songs["uses"]]
    assert places == [("mall", "live", None, "songs"), ("mall", "draft", None, "more"), ("mall", "draft", None, "songs")]
    assert server.api("GET", "/api/feeds?uses=perhaps").status == 400


def test_publishers_see_the_allowed_hosts_and_no_secrets(server, upstream):
    rules = server.api("GET", "/api/feed-rules")
    hosts = [f"127.0.0.1:{upstream.port}", f"localhost:{upstream.port}"]
    assert done(rules).data == {"allowedHosts": hosts, "minimumInterval": 1, "secrets": ["playlist-key"]}
    assert b"the-secret-key" not in rules.body and b"PLAYLIST_KEY" not in rules.body


def test_invalid_definitions_and_sources_are_rejected_with_their_pointer(server, upstream):
    def pointers(response):
        assert response.status == 422, response.body
        return [error["pointer"] for error in response.json["errors"]]

    for change, pointer in (
        ({"url": "https://elsewhere.example.com/"}, "/url"),
        ({"interval": 0}, "/interval"),
        ({"headers": {"X-Key": "secret:none"}}, "/headers/X-Key"),
        ({"showType": "NONE"}, "/showType"),
        ({"maximum": 10_000}, "/maximum"),
        ({"fields": {"/t": {"template": "{"}}}, "/fields/~1t/template"),
    ):
        assert pointers(server.api("POST", "/api/feeds", music(upstream, **change))) == [pointer]
    assert server.api("GET", "/api/feeds").data == [] and upstream.calls == []
    create(server, music(upstream))
    blocks = "/api/pages/mall/live/blocks"
    assert pointers(server.api("POST", blocks, section("none"))) == ["/source/feed"]
    done(server.api("POST", blocks, section()), 201)
    second = section(code="again") | {"showType": "DEMO_IMAGE"}
    assert pointers(server.api("POST", blocks, second)) == ["/source/feed"]
    assert pointers(server.api("PATCH", f"{blocks}/songs", {"source": {"feed": "none"}})) == ["/source/feed"]
    page = {"page": {"slug": "fresh", "title": "x"}, "data": {}, "blocks": [section("none")]}
    assert pointers(server.api("PUT", "/api/pages/fresh/export", page)) == ["/blocks/0/source/feed"]


def without_feed(server, upstream, cards, block=None):
    """Creates a revision with a section whose feed is then deleted; returns the revision's number."""
    filled(server, upstream, cards, {"positions": [1]} if cards else None)
    if block:
        done(server.api("POST", "/api/pages/mall/live/blocks?to=0", block), 201)
    revision = server.api("GET", "/api/pages/mall").data["revision"]
    for code in ("songs", *([block["blockCode"]] if block else [])):
        done(server.api("DELETE", f"/api/pages/mall/live/blocks/{code}"))
    done(server.api("DELETE", "/api/feeds/songs"))
    return revision


@pytest.mark.both_engines
def test_a_revision_with_a_deleted_feed_is_restored_with_its_own_cards(server, upstream):
    before = server.api("GET", "/api/pages/mall/live/order").data["order"]
    revision = without_feed(server, upstream, own(1, 2))
    restored = done(server.api("POST", f"/api/pages/mall/revisions/{revision}/restore", {}), 201).data
    assert restored["lostFeeds"] == [{"block": "songs", "feed": "songs", "kept": True}]
    assert titles(server) == ["own 1", "own 2"]
    assert "source" not in server.api("GET", "/api/pages/mall/live/blocks/songs").data
    assert server.api("GET", "/api/pages/mall/live/order").data["order"] == ["songs", *before]
    # A second restore loses nothing, since the restored revision names no feed.
    again = done(server.api("POST", f"/api/pages/mall/revisions/{restored['revision']}/restore", {}), 201).data
    assert "lostFeeds" not in again
    assert server.command("check").returncode == 0


@pytest.mark.both_engines
def test_a_revision_with_a_deleted_feed_is_restored_into_the_draft(server, upstream):
    revision = without_feed(server, upstream, own(1))
    for body in ({"revision": revision}, {"revision": revision, "only": {"blocks": ["songs"]}}):
        outcome = done(server.api("POST", "/api/pages/mall/draft/restore?dryRun=true", body)).data
        assert outcome["lostFeeds"] == [{"block": "songs", "feed": "songs", "kept": True}]
    done(server.api("POST", "/api/pages/mall/draft/restore", {"revision": revision}))
    assert "source" not in server.api("GET", "/api/pages/mall/draft/blocks/songs").data
    assert server.api("POST", "/api/pages/mall/draft/restore", {"revision": revision}).status == 422
    done(server.api("POST", "/api/pages/mall/draft/publish", {}), 201)
    assert titles(server) == ["own 1"]


def test_a_restore_omits_a_section_that_needs_cards_and_has_none_of_its_own(server, upstream):
    path = "/api/pages/music/live/blocks/HOMEPAGE_BANNER"
    create(server, music(upstream, "banners", showType="BANNER", fields={"/bannerId": {"template": "{songId}"}}))
    shown = server.api("GET", path).data
    patch = {"source": {"feed": "banners"}, "content": {"extInfo": {"banners": []}}}
    done(server.api("PATCH", path, patch))
    revision = server.api("GET", "/api/pages/music").data["revision"]
    done(server.api("PATCH", path, {"source": None, "content": shown["content"]}))
    done(server.api("DELETE", "/api/feeds/banners"))
    lost = [{"block": "HOMEPAGE_BANNER", "feed": "banners", "kept": False}]
    # An existing section stays, and a missing one is not restored.
    for is_there in (True, False):
        if not is_there:
            done(server.api("DELETE", path))
        outcome = done(server.api("POST", f"/api/pages/music/revisions/{revision}/restore", {}), 201).data
        assert outcome["lostFeeds"] == lost
        assert (server.api("GET", path).status == 200) == is_there
    assert server.command("check").returncode == 0


def test_a_feed_with_another_layout_is_lost_in_a_restore_like_a_deleted_one(server, upstream):
    filled(server, upstream, own(1))
    revision = server.api("GET", "/api/pages/mall").data["revision"]
    done(server.api("DELETE", "/api/pages/mall/live/blocks/songs"))
    done(server.api("PUT", "/api/feeds/songs", music(upstream, showType="DEMO_IMAGE")))
    restored = done(server.api("POST", f"/api/pages/mall/revisions/{revision}/restore", {}), 201).data
    assert restored["lostFeeds"] == [{"block": "songs", "feed": "songs", "kept": True}]
    assert titles(server) == ["own 1"]


def test_the_rollback_command_reports_lost_feeds(server, upstream):
    revision = without_feed(server, upstream, own(1))
    words = ("--server", server.url, "--token", server.token, "--page", "mall")
    said = server.command("rollback", str(revision), *words).stdout
    assert "songs is restored with its own cards: the feed songs cannot fill it any more" in said


# Responses of upstreams


def sends(upstream, content, kind="application/json"):
    """Replaces the upstream's list of songs with these bytes."""
    upstream.raw["music"] = (content, kind)


def song(**changes):
    return {"songId": 1, "name": "Harbour", "img": "/upload/a.jpg", **changes}


def listed(*songs):
    return json.dumps({"result": {"songs": songs}}, ensure_ascii=False)


PLAIN = {"/id": "/songId", "/title": "/name", "/imageUrl": "/img"}


def trial(server, upstream, fields=None, path="/music"):
    feed = music(upstream, fields=fields or PLAIN, path=path)
    return done(server.api("POST", "/api/feeds?dryRun=true", feed)).data


def cards(server, upstream, fields=None, path="/music"):
    """The cards that a feed would have, from a dry run."""
    result = trial(server, upstream, fields, path)
    assert not result["problem"], result
    return [one["card"] for one in result["cards"]]


# The path of the feed, the item's URL, and the card's URL; HOST is the upstream.
ADDRESSES = [
    ("/upload/a.jpg", "http://HOST/upload/a.jpg"),
    ("a.jpg", "http://HOST/a.jpg"),
    ("./x/../a.jpg?w=1#f", "http://HOST/a.jpg?w=1#f"),
    ("//cdn.example.com/a.jpg", "http://cdn.example.com/a.jpg"),
    ("https://cdn.example.com/a.jpg", "https://cdn.example.com/a.jpg"),
    ("https://cdn.example.com/图片.jpg", "https://cdn.example.com/%E5%9B%BE%E7%89%87.jpg"),
    ("/图 片.jpg", "http://HOST/%E5%9B%BE%20%E7%89%87.jpg"),
    ("https://cdn.example.com/%E5%9B%BE.jpg", "https://cdn.example.com/%E5%9B%BE.jpg"),
    (" /a.jpg\n", "http://HOST/a.jpg"),
    ("https://图片.example.com/a.jpg", "https://xn--wcsw84d.example.com/a.jpg"),
]


def test_urls_of_an_upstream_are_resolved_against_its_url_and_percent_encoded(trials):
    server, upstream = trials
    host = f"127.0.0.1:{upstream.port}"
    sends(
        upstream,
        listed(*(song(songId=number, img=address, link=address) for number, (address, _) in enumerate(ADDRESSES))).encode(),
    )
    found = cards(server, upstream, PLAIN | {"/url": "/link"})
    for (address, expected), card in zip(ADDRESSES, found, strict=True):
        assert card["imageUrl"] == card["url"] == expected.replace("HOST", host), address


# A field of a feed, and its result for the item's URL /图/a.jpg.
FIELDS_OF_ADDRESSES = [
    ({"template": "{img}?w=200"}, "http://HOST/%E5%9B%BE/a.jpg?w=200"),
    ({"template": "https://图.example.com/图/{songId}.jpg"}, "https://xn--wcs.example.com/%E5%9B%BE/1.jpg"),
    ({"template": "/assets/{name}.webp"}, "/assets/Harbour.webp"),
    ({"value": "/assets/图.webp"}, "/assets/%E5%9B%BE.webp"),
    ({"pointer": "/none", "otherwise": "/assets/none.webp"}, "/assets/none.webp"),
    ({"pointer": "/img"}, "http://HOST/%E5%9B%BE/a.jpg"),
]


@pytest.mark.parametrize("field, expected", FIELDS_OF_ADDRESSES)
def test_urls_of_operators_are_relative_to_this_server_and_percent_encoded(trials, field, expected):
    server, upstream = trials
    sends(upstream, listed(song(img="/图/a.jpg")).encode())
    [card] = cards(server, upstream, PLAIN | {"/imageUrl": field})
    assert card["imageUrl"] == expected.replace("HOST", f"127.0.0.1:{upstream.port}")


def test_after_a_redirect_urls_are_relative_to_its_target(start, upstream):
    other = Upstream()
    try:
        server = start(**settings(upstream, other))
        sends(other, listed(song()).encode())
        [card] = cards(server, upstream, path=f"/to/x?http://127.0.0.1:{other.port}/music")
        assert card["imageUrl"] == f"http://127.0.0.1:{other.port}/upload/a.jpg"
    finally:
        other.stop()


# A value in the response, and the id of the card; None if the item becomes no card.
NUMBERS = [
    ('"7210023457"', "7210023457"),
    ('"9007199254740993"', "9007199254740993"),
    ('"-7"', "-7"),
    ('"0"', "0"),
    ("7", "7"),
    ('"9223372036854775807"', "9223372036854775807"),
    ('"9223372036854775808"', None),
    ('"007"', None),
    ('"1.5"', None),
    ('"1e3"', None),
    ('" 7"', None),
    ('"+7"', None),
    ('"x"', None),
    ('""', None),
]


@pytest.mark.parametrize("value, expected", NUMBERS)
def test_a_string_of_digits_becomes_a_number_if_the_layout_requires_one(trials, value, expected):
    server, upstream = trials
    sends(upstream, listed(song(songId="ID")).replace('"ID"', value).encode())
    body = server.api("POST", "/api/feeds?dryRun=true", music(upstream, fields=PLAIN)).body.decode()
    assert (f'"id":{expected},' in body) if expected else "/id" in json.loads(body)["data"]["faults"][0]["card"]


def test_a_string_of_digits_stays_a_string_if_the_layout_requires_one(trials):
    server, upstream = trials
    sends(upstream, listed(song(name="123")).encode())
    assert cards(server, upstream)[0]["title"] == "123"
    advertisement = {"showType": "MALL_AD", "fields": PLAIN | {"/url": "/img", "/price": "/price"}}
    sends(upstream, listed(song(price="12.50")).encode())
    body = server.api("POST", "/api/feeds?dryRun=true", music(upstream, **advertisement)).body.decode()
    assert '"price":12.50' in body


TEXT = "春茶节 バナー café 한국"
# The encoding of the response, the encoding in its Content-Type, and a title in it.
ENCODINGS = [
    ("utf-8-sig", None, TEXT),
    ("utf-8-sig", "gbk", TEXT),
    ("utf-8", None, TEXT),
    ("utf-8", "utf-8", TEXT),
    ("gbk", "GBK", "图片 春茶节"),
    ("gbk", "gb2312", "图片"),
    ("gb18030", "gb18030", "鿫 🍵 한국"),
    ("big5", "Big5", "春茶節"),
    ("shift_jis", "Shift_JIS", "ﾊﾞﾅｰ 春茶"),
    ("cp932", "windows-31j", "①春茶"),
    ("euc-jp", "euc-jp", "バナー"),
    ("euc-kr", "EUC-KR", "한국"),
    ("cp949", "euc-kr", "똠방"),
    ("utf-16", "utf-16", TEXT),
    ("utf-16", None, TEXT),
    ("utf-16-le", None, TEXT),
    ("utf-16-be", "utf-16be", TEXT),
    ("utf-32", None, TEXT),
    ("iso-8859-1", "iso-8859-1", "café"),
    ("cp1252", "windows-1252", "café €"),
    ("cp1252", "iso-8859-1", "“café”"),
    ("cp1251", "windows-1251", "Чай"),
    ("koi8-r", "koi8-r", "Чай"),
    ("iso8859-15", "iso-8859-15", "€"),
    # The declared encoding is wrong.
    ("utf-8", "gbk", "春茶节"),
    ("utf-8", "iso-8859-1", "café"),
    ("utf-8", "big5", "春茶節"),
    ("utf-8", "x-unknown", "春茶节"),
    ("ascii", "x-unknown", "tea"),
    ("utf-16", "utf-8", TEXT),
]


@pytest.mark.parametrize("encoding, declared, title", ENCODINGS)
def test_responses_are_decoded_with_their_actual_encoding(trials, encoding, declared, title):
    server, upstream = trials
    kind = "application/json" + (f'; charset="{declared}"' if declared else "")
    sends(upstream, listed(song(name=title)).encode(encoding), kind)
    assert [card["title"] for card in cards(server, upstream)] == [title]


@pytest.mark.parametrize("encoding, declared", [("gbk", "x-unknown"), ("cp1252", "ebcdic-us")])
def test_the_message_about_an_unsupported_encoding_names_it(trials, encoding, declared):
    server, upstream = trials
    sends(
        upstream,
        listed(song(name="春茶节" if encoding == "gbk" else "café")).encode(encoding),
        f"application/json; charset={declared}",
    )
    assert f"the unsupported encoding {declared}" in trial(server, upstream)["problem"]


# Values of members that the card does not use.
UNRELATED = [
    b'"\\ud83d"',
    b'"\\udc00x"',
    b'"\\ud83d\\ud83d\\ude00"',
    b"1e400",
    b"-1e999",
    b'{"a": 1, "a": 2}',
    b'"\xff\xfe"',
    b"[" * 100 + b"]" * 100,
    b'"\\u0000"',
]


def test_members_that_no_card_uses_are_not_validated(server, upstream):
    for number, value in enumerate(UNRELATED):
        with case(value):
            sends(upstream, listed(song(), song(songId=2, note="NOTE")).encode().replace(b'"NOTE"', value))
            name = f"songs-{number}"
            create(server, music(upstream, name, fields=PLAIN))
            eventually(lambda name=name: state(server, name)["cards"] == 2)
            assert log(server, name)["entries"][0]["faultCount"] == 0
            assert len(cards(server, upstream)) == 2


# A title in the response, and the reason why the item becomes no card.
NEEDED = [
    (b'"\\ud83d"', "cannot be read"),
    (b'"\xff"', "cannot be read"),
    (b'"\xb4\xba\xb2\xe8"', "cannot be read"),
    (b"1e400", "out of range"),
]


@pytest.mark.parametrize("value, reason", NEEDED)
def test_an_invalid_member_of_an_item_affects_only_its_own_card(trials, value, reason):
    server, upstream = trials
    sends(upstream, listed(song(), song(songId=2, name="NAME")).encode().replace(b'"NAME"', value))
    result = trial(server, upstream)
    assert [one["card"]["id"] for one in result["cards"]] == [1]
    [fault] = result["faults"]
    assert fault["card"] == "/title" and reason in fault["reason"]


# Refreshes


@pytest.mark.both_engines
def test_a_dry_run_returns_items_with_their_cards_and_changes_nothing(server, upstream):
    upstream.lists["music"]["result"]["songs"].append({"songId": "x"})
    feed = music(upstream)
    tried = done(server.api("POST", "/api/feeds?dryRun=true", feed)).data
    assert [card["card"]["title"] for card in tried["cards"]] == NAMES
    assert tried["cards"][0]["upstream"]["plays"] == 1204 and tried["cards"][0]["item"] == "/result/songs/0"
    fault = {"item": "/result/songs/4", "card": "/imageUrl", "reason": "/cover is missing"}
    assert tried["faults"] == [fault | {"upstream": {"songId": "x"}}] and tried["lists"] == ["/result/songs"]
    assert server.api("GET", "/api/feeds").data == []
    create(server, feed)
    eventually(lambda: state(server)["cards"])
    entries = len(log(server)["entries"])
    upstream.lists["music"]["result"]["songs"] = []
    assert done(server.api("POST", "/api/feeds/songs/refresh?dryRun=true")).data["outcome"] == "refused"
    assert done(server.api("PUT", "/api/feeds/songs?dryRun=true", feed)).data["outcome"] == "refused"
    assert len(log(server)["entries"]) == entries and state(server)["cards"] == 4


def test_a_secret_is_sent_without_the_space_around_it(start, upstream, tmp_path):
    """Secrets in files often end with a line break."""
    file = tmp_path / "secret"
    file.write_text(" first-key \r\n")
    server = start(
        **settings(
            upstream, PLAYLIST_KEY="\tsecond-key\n", HOMEBLOCKS_FEEDS_SECRETS=f"first=file:{file},second=env:PLAYLIST_KEY\n"
        )
    )
    create(server, music(upstream, headers={"X-First": "secret:first", "X-Second": "secret:second"}))
    eventually(lambda: state(server)["cards"])
    sent = upstream.calls[0]["headers"]
    assert (sent["x-first"], sent["x-second"]) == ("first-key", "second-key")


def test_a_secret_is_sent_to_the_upstream_only(server, upstream):
    create(server, music(upstream, headers={"Authorization": "secret:playlist-key", "X-Plain": "yes"}))
    eventually(lambda: state(server)["cards"])
    sent = upstream.calls[0]["headers"]
    assert (sent["authorization"], sent["x-plain"]) == ("the-secret-key", "yes")
    for path in ("/api/feeds", "/api/feeds/songs", "/api/feeds/songs/log", "/api/audit"):
        assert b"the-secret-key" not in server.api("GET", path).body
    assert b"the-secret-key" not in server.get("/metrics").body and "the-secret-key" not in server.log
    redirect = f"/to/x?http://localhost:{upstream.port}/music"
    create(server, music(upstream, "moved", redirect, headers={"X-Key": "secret:playlist-key"}))
    eventually(lambda: log(server, "moved")["entries"])
    assert upstream.calls[-2]["headers"]["x-key"] == "the-secret-key"
    last = upstream.calls[-1]
    assert last["path"] == "/music" and "x-key" not in last["headers"], "another server does not get it"


@pytest.mark.parametrize("interval, seconds", [(2, 5), pytest.param(10, 60, marks=pytest.mark.long)])
def test_a_due_feed_is_requested_once_however_many_clients_read(start, upstream, interval, seconds):
    server = start(**settings(upstream))
    filled(server, upstream, interval=interval)
    before, begin, connection = len(upstream.calls), time.monotonic(), server.connect()
    calls = passed = 0
    # Requests may be late on a busy machine.
    while passed < seconds or (calls == 0 and passed < 30):
        assert server.get("/homepage?page=mall", connection=connection).status == 200
        calls, passed = len(upstream.calls) - before, time.monotonic() - begin
    assert 1 <= calls <= passed // interval + 1


@pytest.mark.both_engines
def test_a_second_refresh_at_the_same_time_is_rejected(server, upstream):
    create(server, music(upstream, path="/silent/music", timeout=3))
    eventually(lambda: upstream.calls)
    says(server.api("POST", "/api/feeds/songs/refresh"), 409, "being refreshed")


# Upstreams that fail


@pytest.mark.both_engines
def test_an_unreachable_upstream_and_a_restart_do_not_change_the_page(server, upstream):
    before = filled(server, upstream, own(1))
    upstream.stop()
    assert refresh(server)["outcome"] == "failed"
    for _ in range(2):
        response = server.get("/homepage?page=mall")
        assert (response.body, response.headers["ETag"]) == (before.body, before.headers["ETag"])
        assert state(server)["status"] == "failing"
        server.kill()
        server.start()


def test_a_hostile_upstream_does_not_change_the_page_and_each_problem_is_logged(server, upstream):
    before = filled(server, upstream, timeout=2)
    for mode, reason in REASONS.items():
        upstream.mode = mode
        result = refresh(server)
        assert result["outcome"] in ("failed", "refused"), mode
        assert reason in log(server)["entries"][0]["problem"], (mode, log(server)["entries"][0])
        after = server.get("/homepage?page=mall")
        assert (after.body, after.headers["ETag"]) == (before.body, before.headers["ETag"]), mode
    upstream.mode = "many"
    assert refresh(server)["items"] == 10_000
    assert len(titles(server)) == 50
    assert server.runs and metric(server, 'homeblocks_feed_refreshes_total{feed="songs",outcome="failed"}') > 10


def test_servers_that_are_not_allowed_are_never_contacted(start, upstream, listener):
    server = start(**settings(upstream))
    create(server, music(upstream, path=f"/to/x?http://127.0.0.1:{listener.port}/music"))
    eventually(lambda: log(server)["entries"])
    assert str(listener.port) in log(server)["entries"][0]["problem"]
    create(server, music(upstream, "again", f"/to/x?http://127.0.0.1:{upstream.port}%40127.0.0.1:{listener.port}/"))
    eventually(lambda: log(server, "again")["entries"])
    assert log(server, "again")["entries"][0]["outcome"] == "failed"
    assert listener.connections == 0


def test_a_host_name_of_this_machine_is_not_contacted(start, upstream, listener):
    server = start(HOMEBLOCKS_FEEDS_ALLOWED_HOSTS=f"localhost:{listener.port}", HOMEBLOCKS_FEEDS_MINIMUM_INTERVAL="1")
    create(server, music(upstream) | {"url": f"http://localhost:{listener.port}/music"})
    eventually(lambda: log(server)["entries"])
    assert "an address that is not allowed" in log(server)["entries"][0]["problem"]
    assert listener.connections == 0
    literal = music(upstream, "literal") | {"url": f"http://127.0.0.1:{listener.port}/music"}
    assert server.api("POST", "/api/feeds", literal).status == 422


def test_upstreams_that_do_not_respond_do_not_delay_others(start, upstream):
    server = start(**settings(upstream))
    silent = [f"silent-{number}" for number in range(24)]
    for name in silent:
        create(server, music(upstream, name, "/silent/music", interval=1, timeout=4))
    create(server, music(upstream, interval=1))
    # Each silent upstream has caused a timeout; from now on, all of their requests fail.
    eventually(
        lambda: all(feed["state"]["failures"] for feed in server.api("GET", "/api/feeds").data if feed["name"] in silent), 60
    )

    def refreshes():
        return metric(server, 'homeblocks_feed_refreshes_total{feed="songs",outcome="unchanged"}') or 0

    before = refreshes()
    took = eventually(lambda: refreshes() >= before + 4, 30)
    assert took < 8, "each second, and a tenth of it"


def test_a_server_stops_in_time_while_an_upstream_is_silent(server, upstream):
    create(server, music(upstream, path="/silent/music", timeout=20))
    eventually(lambda: upstream.calls)
    begin = time.monotonic()
    server.stop()
    assert time.monotonic() - begin < 9


# Nodes, backups, commands


@pytest.mark.skipif(reason_against() is not None, reason=str(reason_against()))
def test_one_of_three_nodes_requests_a_feed_and_all_nodes_serve_it(tmp_path, upstream):
    with PostgreSQL() as postgresql, nodes(tmp_path, postgresql.url, env=settings(upstream)) as servers:
        all_ready(servers)
        filled(servers[0], upstream, interval=2)
        for server in servers:
            eventually(lambda server=server: titles(server) == NAMES)
        calls, begin = len(upstream.calls), time.monotonic()
        upstream.lists["music"]["result"]["songs"].reverse()
        for server in servers:
            eventually(lambda server=server: titles(server) == NAMES[::-1])
        assert time.monotonic() - begin < 8
        eventually(lambda: time.monotonic() - begin > 6)
        assert 1 <= len(upstream.calls) - calls <= 4, "one request for each interval of all nodes together"
        bodies = {server.get("/homepage?page=mall").body for server in servers}
        assert len(bodies) == 1


def test_the_feed_command_lists_shows_and_refreshes_feeds_and_prints_their_log(server, upstream):
    def run(*words, code=0):
        return server.command("feed", *words, "--server", server.url, "--token", server.token, code=code).stdout

    assert "no feed" in run("list")
    create(server, music(upstream))
    eventually(lambda: state(server)["cards"])
    assert "songs" in run("list") and "DEMO_GRID" in run("list")
    assert json.loads(run("show", "songs"))["maximum"] == 50
    assert "unchanged: 4 cards" in run("refresh", "songs", "--dry-run").replace("updated", "unchanged")
    upstream.mode = "500"
    assert "status 500" in run("refresh", "songs", code=1)
    assert "status 500" in run("log", "songs")


def test_a_backup_contains_the_feeds_with_their_lists(server, upstream, tmp_path):
    before = filled(server, upstream, own(1))
    server.stop()
    copy = tmp_path / "copy.sqlite"
    server.command("backup", str(copy))
    other = Server(tmp_path, env=settings(upstream), token=server.token, database=copy)
    try:
        assert other.get("/homepage?page=mall").body == before.body
        assert state(other)["cards"] == 4
    finally:
        other.stop()
    assert "valid" in server.command("check").stdout


def test_the_minimum_number_of_cards_applies_to_the_whole_section(start, upstream, tmp_path):
    """A song that the upstream removes disappears, even if the feed alone has fewer cards than the layout requires."""
    config = tmp_path / "config"
    shutil.copytree(ROOT / "config", config)
    file = config / "block-types/DEMO_GRID.json"
    layout = json.loads(file.read_text())
    layout["x-homeblocks"]["minimumCards"] = 2
    file.write_text(json.dumps(layout))
    server = start(**settings(upstream), HOMEBLOCKS_CONFIG=str(config / "homeblocks.yaml"))
    songs = upstream.lists["music"]["result"]["songs"]
    del songs[2:]
    filled(server, upstream, own(1, 2))
    done(server.api("POST", "/api/pages/mall/live/blocks?to=0", section(code="alone")), 201)
    assert titles(server) == ["own 1", "own 2", *NAMES[:2]] and titles(server, "alone") == NAMES[:2]
    del songs[1:]
    assert refresh(server)["outcome"] == "updated"
    assert titles(server) == ["own 1", "own 2", NAMES[0]] and titles(server, "alone") is None
    # A list without any valid card changes nothing: the upstream may have failed.
    del songs[:]
    assert refresh(server)["outcome"] == "refused"
    assert titles(server) == ["own 1", "own 2", NAMES[0]]


@pytest.mark.parametrize(
    "changes, pointer",
    [
        ({"items": "/a~"}, "/items"),
        ({"items": "/a~2b"}, "/items"),
        ({"fields": FIELDS | {"/url": "/a~2b"}}, "/fields/~1url"),
        ({"fields": FIELDS | {"/url~": "/a"}}, "/fields/~1url~0"),
        ({"fields": FIELDS | {"/url": {"template": "{/a~}"}}}, "/fields/~1url/template"),
        ({"fields": FIELDS | {"/url": {"pointer": "/a~2", "otherwise": None}}}, "/fields/~1url"),
    ],
)
def test_an_invalid_json_pointer_is_rejected(trials, changes, pointer):
    server, upstream = trials
    refused(server.api("POST", "/api/feeds", music(upstream, **changes)), 422, pointer)
