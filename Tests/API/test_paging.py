"""Pagination of large pages by GET, also while they change."""

import json
import random
from urllib.parse import quote

import pytest

from publishing import ads, done, refused


def codes_of(count, length):
    return [f"SECTION_{place:0{length - 8}d}" for place in range(count)]


def imported(server, codes):
    document = {"page": {}, "blocks": [ads(code, "茶 Tea") for code in codes]}
    done(server.api("PUT", "/api/pages/large/export", document))


def part(server, cursor, limit):
    """The codes of a part, and the cursor of the next part."""
    target = f"/homepage?page=large&limit={limit}&cursor={quote(cursor, safe='')}"
    data = done(server.get(target)).data
    return [block["blockCode"] for block in data["blocks"]], data["cursor"], data["hasMore"]


@pytest.mark.both_engines
@pytest.mark.parametrize("count, length", [(12, 24), (300, 32), (1000, 128)])
def test_a_page_of_any_size_is_paginated_by_get(server, count, length):
    codes = codes_of(count, length)
    random.Random(count).shuffle(codes)
    imported(server, codes)
    read, cursor, has_more = [], "", True
    while has_more:
        some, cursor, has_more = part(server, cursor, 7 if count < 100 else 97)
        read += some
        assert len(quote(cursor, safe="")) < 5 << 10
        assert ("blockCodeOrderList" in json.loads(cursor)) == (count == 12)
    assert read == codes
    response = server.send(
        "POST", "/homepage/block/page", json.dumps({"page": "large", "cursor": cursor}), {"Content-Type": "application/json"}
    )
    assert done(response).data["blocks"] == []


@pytest.mark.both_engines
def test_changes_between_two_parts_do_not_repeat_or_lose_sections(server):
    codes = codes_of(300, 40)
    imported(server, codes)
    first, cursor, _ = part(server, "", 100)
    done(server.api("PUT", "/api/pages/large/live/order", {"order": list(reversed(codes))}))
    done(server.api("DELETE", f"/api/pages/large/live/blocks/{codes[150]}"))
    done(server.api("POST", "/api/pages/large/live/blocks?to=start", ads("NEW", "茶 Tea")), 201)
    second, cursor, _ = part(server, cursor, 100)
    done(server.api("DELETE", f"/api/pages/large/live/blocks/{codes[10]}"))
    third, _, has_more = part(server, cursor, 100)
    assert first + second + third == codes[:150] + codes[151:] and not has_more


@pytest.mark.parametrize(
    "cursor",
    [
        "x",
        "{}",
        '{"offset":0}',
        '{"offset":0,"order":"AB"}',
        '{"offset":0,"order":"A%%%%%"}',
        '{"offset":2,"order":"AABCDE"}',
        '{"offset":0,"order":"AABCDEABCDE"}',
        '{"offset":0,"order":""}',
        '{"offset":0,"order":null}',
        '{"offset":0,"order":"A","blockCodeOrderList":[]}',
    ],
)
def test_an_invalid_cursor_is_rejected(shared_server, cursor):
    refused(shared_server.get(f"/homepage?cursor={quote(cursor, safe='')}"), 400)


@pytest.mark.parametrize("path", ["/homepage", "/homepage/block/page"])
def test_a_refresh_starts_at_the_beginning_whatever_the_cursor(shared_server, path):
    first = done(shared_server.get(f"{path}?cursor=&limit=4")).data
    rest = done(shared_server.get(f"{path}?limit=4&cursor={quote(first['cursor'], safe='')}")).data
    assert rest["blocks"] != first["blocks"]
    for cursor in (first["cursor"], rest["cursor"], "", "null", "x"):
        for refresh in ("true", "1", "TRUE"):
            sent = {"refresh": refresh, "cursor": cursor, "limit": 4}
            target = f"{path}?" + "&".join(f"{name}={quote(str(value), safe='')}" for name, value in sent.items())
            responses = [shared_server.get(target)]
            if path != "/homepage":
                form = {"Content-Type": "application/x-www-form-urlencoded"}
                responses.append(shared_server.send("POST", path, target.partition("?")[2], form))
                sent |= {"refresh": refresh == "true" or refresh}
                responses.append(shared_server.send("POST", path, json.dumps(sent), {"Content-Type": "application/json"}))
            for response in responses:
                assert done(response).data == first, (sent, response.data["cursor"])
    # A client that sends no cursor gets the whole page; other values of refresh are ignored.
    whole = done(shared_server.get(path)).body
    assert done(shared_server.get(f"{path}?refresh=true&limit=4")).body == whole
    for refresh in ("false", "0", "", "x", "%zz"):
        response = done(shared_server.get(f"{path}?refresh={refresh}&limit=4&cursor={quote(first['cursor'], safe='')}"))
        assert response.data == rest, refresh


def test_a_refresh_restarts_the_cards_of_a_section(shared_server):
    path = "/homepage/blocks/latest/items?page=news&limit=2"
    first = done(shared_server.get(path)).data
    cursor = quote(first["cursor"], safe="")
    assert done(shared_server.get(f"{path}&cursor={cursor}")).data["items"] != first["items"]
    assert done(shared_server.get(f"{path}&refresh=true&cursor={cursor}")).data == first
