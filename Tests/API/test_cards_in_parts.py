"""Pagination of a section's cards: consistent while an operator or the refresh of a feed changes the list."""

import random
from urllib.parse import quote

import pytest

from harness import eventually
from harness.upstream import Upstream
from publishing import MALL, ads, done, refused

FIELDS = {
    "/id": "/momentId",
    "/text": "/words",
    "/publishTime": {"value": 1793443320000},
    "/author/id": "/momentId",
    "/author/name": "/author",
    "/author/avatarUrl": {"value": "/assets/avatars/fox.webp"},
    "/images/0/imageUrl": {"template": "https://img.example.com/{photo}.jpg"},
    "/images/0/width": {"value": 800},
    "/images/0/height": {"value": 600},
    "/likes": {"value": []},
    "/comments": {"value": []},
}
MOMENTS = "/homepage/blocks/friends/items?page=moments"


@pytest.fixture
def upstream():
    upstream = Upstream()
    yield upstream
    upstream.stop()


@pytest.fixture
def server(start, upstream):
    return start(HOMEBLOCKS_FEEDS_ALLOWED_HOSTS=f"127.0.0.1:{upstream.port}", HOMEBLOCKS_FEEDS_ALLOWED_NETWORKS="127.0.0.0/8")


def moments(*ids):
    """The upstream's list with these moments."""
    return {"data": {"list": [{"momentId": n, "author": f"Author {n}", "words": f"Moment {n}", "photo": f"p{n}"} for n in ids]}}


def fill(server, upstream):
    """Creates a feed of the upstream's moments, which fills the first section of the page `moments`."""
    feed = {
        "name": "moments",
        "url": f"http://127.0.0.1:{upstream.port}/moments",
        "showType": "MOMENT_LIST",
        "items": "/data/list",
        "fields": FIELDS,
        "interval": 3600,
        "timeout": 2,
    }
    done(server.api("POST", "/api/feeds", feed), 201)
    eventually(lambda: server.api("GET", "/api/feeds/moments/log").data["state"]["cards"])
    section = {
        "blockCode": "friends",
        "showType": "MOMENT_LIST",
        "source": {"feed": "moments"},
        "content": {"extInfo": {"list": []}},
    }
    done(server.api("POST", "/api/pages/moments/live/blocks?to=0", section), 201)


def refresh(server):
    assert done(server.api("POST", "/api/feeds/moments/refresh")).data["outcome"] == "updated"


def part(server, path, cursor="", limit=10):
    data = done(server.get(f"{path}&limit={limit}&cursor={quote(cursor, safe='')}")).data
    assert set(data) == {"cursor", "hasMore", "items"} and len(data["items"]) <= limit
    return data["items"], data["cursor"], data["hasMore"]


def test_the_document_has_ids_and_parts_have_whole_moments(server, upstream):
    fill(server, upstream)
    block = done(server.get("/homepage?page=moments")).data["blocks"][0]
    assert block["extInfo"]["list"] == [{"id": 9001}, {"id": 9002}, {"id": 9003}] and "source" not in block
    items, cursor, more = part(server, MOMENTS, limit=2)
    assert [item["text"] for item in items] == ["First snow on the pass.", "The new record is out!"] and more
    assert items[0]["images"][0]["imageUrl"] == "https://img.example.com/snow.jpg"
    items, cursor, more = part(server, MOMENTS, cursor, 2)
    assert [item["id"] for item in items] == [9003] and not more
    assert part(server, MOMENTS, cursor)[0] == [] and not part(server, MOMENTS, cursor)[2]
    # The first part is the same without a cursor, and has a validator like any other read.
    first = done(server.get(f"{MOMENTS}&limit=2"))
    assert first.data["items"] == part(server, MOMENTS, limit=2)[0]
    assert server.get(f"{MOMENTS}&limit=2", {"If-None-Match": first.headers["ETag"]}).status == 304
    assert done(server.get("/homepage/blocks/friends/items/id:9002?page=moments")).data["text"] == "The new record is out!"


def test_the_show_command_prints_all_moments_of_the_feed(server, upstream):
    upstream.lists["moments"] = moments(*range(1, 31))
    fill(server, upstream)
    shown = server.command("show", "--server", server.url, "--page", "moments").stdout
    assert shown.splitlines()[0] == "moments: 54 sections"
    places = [shown.index(f"(friends/{n},") for n in range(1, 31)]
    assert places == sorted(places) and places[-1] < shown.index("(moment-2424,")


@pytest.mark.parametrize("seed", range(3))
def test_a_reader_gets_each_remaining_moment_once_while_the_feed_is_refreshed(server, upstream, seed):
    choice = random.Random(seed)
    ids = list(range(1, 61))
    upstream.lists["moments"] = moments(*ids[:50])
    fill(server, upstream)
    first, stayed, seen, cursor, more, new = ids[:50], set(ids[:50]), [], "", True, 1000
    shown = list(first)
    while more:
        items, cursor, more = part(server, MOMENTS, cursor, choice.randint(3, 9))
        got = [item["id"] for item in items]
        assert set(got) <= set(shown), "what the upstream took away is not shown"
        seen += got
        for gone in choice.sample(shown, min(len(shown) - 1, 3)):
            shown.remove(gone)
            if gone not in seen:
                stayed.discard(gone)
        shown.append(new := new + 1)
        choice.shuffle(shown)
        upstream.lists["moments"] = moments(*shown)
        refresh(server)
    assert seen == [n for n in first if n in stayed]
    # The next reader gets the current list.
    assert [item["id"] for item in part(server, MOMENTS, limit=1000)[0]] == shown


def test_a_list_of_a_thousand_cards_is_read_with_short_cursors(server, upstream):
    done(server.api("POST", f"{MALL}/live/blocks", ads("tea", *(f"Ad {n}" for n in range(1000)))), 201)
    path, seen, cursor, more = "/homepage/blocks/tea/items?page=mall", [], "", True
    while more:
        items, cursor, more = part(server, path, cursor, 130)
        assert len(quote(cursor, safe="")) <= 5 * 1024
        seen += [item["id"] for item in items]
    assert seen == [7001 + n for n in range(1000)]


def test_an_invalid_limit_or_cursor_is_rejected(server):
    wallet = "/homepage/blocks/wallet/items?page=mall"
    for query in ("limit=0", "limit=1001", "limit=x", "cursor=x", "cursor={}", 'cursor={"offset":9,"blockCodeOrderList":[]}'):
        refused(server.get(f"{wallet}&{quote(query, safe='=')}"), 400)
    refused(server.get("/homepage/blocks/none/items?page=mall"), 404)
    refused(server.get("/homepage/blocks/otherMall/items?page=mall"), 404)
    # A layout without a list of cards has no items.
    assert done(server.get("/homepage/blocks/walletCard/items?page=mall")).data["items"] == []


def test_operators_cards_are_read_consistently_too(server):
    done(server.api("POST", f"{MALL}/live/blocks", ads("tea", *"abcdef")), 201)
    path = "/homepage/blocks/tea/items?page=mall"
    items, cursor, more = part(server, path, limit=2)
    assert [item["title"] for item in items] == ["a", "b"] and more
    block = done(server.api("GET", f"{MALL}/live/blocks/tea")).data
    cards = block["content"]["extInfo"]["list"]
    cards.reverse()
    del cards[2]
    done(server.api("PATCH", f"{MALL}/live/blocks/tea", {"content": {"extInfo": {"list": cards}}}))
    items, cursor, more = part(server, path, cursor, 10)
    assert [item["title"] for item in items] == ["c", "e", "f"] and not more
