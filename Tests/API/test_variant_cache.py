"""The cache of response variants: the responses that clients can add to it, and its eviction."""

from urllib.parse import quote

import pytest


def kept(server, name="bytes"):
    lines = server.get("/metrics").body.decode().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith(f"homeblocks_variant_cache_{name} ")))


def test_responses_without_room_in_the_cache_are_not_counted(server):
    cards = [
        {
            "id": 7001 + number,
            "title": str(number),
            "imageUrl": "/assets/mall/tea-fair.svg",
            "url": f"homeblocks://mall/try/{number}",
            "note": f"{number}-" + "x" * 1100,
        }
        for number in range(5)
    ]
    for code in ("LARGE", "LARGE2"):
        block = {"blockCode": code, "showType": "MALL_AD", "content": {"extInfo": {"list": cards}}}
        assert server.api("POST", "/api/pages/mall/live/blocks", block).status == 201
    cursors, cursor = [], ""
    while cursor is not None:
        cursors.append(cursor)
        assert len(cursors) < 100
        data = server.get(f"/homepage?page=mall&limit=1&cursor={quote(cursor)}").data
        cursor = data["cursor"] if data["hasMore"] else None
    with_connection = server.connect()
    for place, cursor in enumerate(cursors):
        for limit in range(1, len(cursors) - place + 1):
            path = f"/homepage?page=mall&limit={limit}&cursor={quote(cursor)}"
            assert server.get(path, connection=with_connection).status == 200
    before, bodies = kept(server), set()
    for _ in range(4):
        for place in range(5):
            response = server.get(f"/homepage/blocks/LARGE2/items/{place}?page=mall", {"Accept-Encoding": "gzip"})
            assert response.status == 200
            bodies.add((place, response.headers["ETag"], len(response.body)))
    assert len(bodies) == 5
    assert kept(server) - before < 1000


def test_the_variants_of_a_deleted_page_are_removed(server):
    server.get("/homepage")
    before = kept(server), kept(server, "variants")
    for number in range(3):
        assert server.api("POST", "/api/pages", {"page": f"copy-{number}", "title": "Copy", "copyOf": "demo"}).status == 201
        assert server.get(f"/homepage?page=copy-{number}").status == 200
    assert kept(server, "variants") == before[1] + 3
    for number in range(3):
        assert server.api("DELETE", f"/api/pages/copy-{number}").status == 200
    assert (kept(server), kept(server, "variants")) == before


@pytest.mark.long
def test_forged_keys_use_a_bounded_amount_of_memory(server):
    for number, code in enumerate(code for code in server.order() if code != "HOMEPAGE_BLOCK_LAB_PLAYLIST"):
        if number < 12:
            audience = {"audience": {"percent": 50, "seed": f"s{number}"}}
            assert server.api("PATCH", f"/api/pages/music/live/blocks/{code}", audience).status == 200
    connection = server.connect()
    anonymous = server.get("/homepage").body
    key = server.get("/homepage/audience").headers["Audience-Key"]
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    rules, _, responses = key.partition(".")
    for first in digits:
        for second in digits[::3]:
            forged = f"{rules}.{first}{second}{responses[2:]}"
            assert server.get(f"/homepage?audience={forged}", connection=connection).status in (200, 400)
    assert kept(server) <= 24 << 20
    assert server.get("/homepage").body == server.get(f"/homepage?audience={key}").body == anonymous
