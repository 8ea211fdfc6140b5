"""Blocks, instants and checks shared by the tests of the operators' routes."""

import copy
import re
from datetime import datetime, timedelta, timezone
from urllib.parse import quote

from harness import eventually

MALL = "/api/pages/mall"
KINDS = {
    400: "malformed",
    401: "unauthorized",
    403: "forbidden",
    404: "not-found",
    409: "conflict",
    412: "precondition-failed",
    422: "invalid",
    429: "too-many-sign-ins",
}
# Another heading for the section "wallet", as a merge patch.
POCKET = {"content": {"uiElement": {"subTitle": {"title": "口袋 Pocket"}}}}


def ads(code, *titles, **members):
    """A block of advertisements, one per title."""
    cards = [
        {
            "id": 7001 + place,
            "title": title,
            "imageUrl": "/assets/mall/tea-fair.svg",
            "url": f"homeblocks://mall/try/{place}",
        }
        for place, title in enumerate(titles)
    ]
    return {"blockCode": code, "showType": "MALL_AD", "content": {"extInfo": {"list": cards}}, **members}


def now():
    return datetime.now(timezone.utc)


def soon(seconds):
    """The instant some seconds from now, in whole milliseconds."""
    moment = now() + timedelta(seconds=seconds)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def text(moment):
    """An instant in the format of responses."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def wait_until(moment):
    eventually(lambda: now() >= moment, 30)


def kept_until(response, sent):
    """The latest instant at which a cache may use a response that was generated when the request was sent."""
    ages = dict(re.findall(r"(max-age|stale-while-revalidate)=(\d+)", response.headers["Cache-Control"]))
    return sent + timedelta(seconds=int(ages["max-age"]) + int(ages.get("stale-while-revalidate", 0)))


def done(response, status=200):
    assert response.status == status, (response.status, response.body.decode())
    return response


def refused(response, status, *pointers, kind=None):
    """Checks that a response is a problem document with these pointers, and returns it."""
    assert response.status == status, (response.status, response.body.decode())
    assert response.headers["Content-Type"] == "application/problem+json"
    document = response.json
    assert document["type"] == f"urn:homeblocks:problem:{kind or KINDS[status]}"
    assert document["code"] == document["status"] == status and document["detail"] == document["message"] != ""
    found = [fault["pointer"] for fault in document["errors"]]
    assert all(pointer in found for pointer in pointers), (pointers, document)
    return document


def tag(response):
    return {"If-Match": response.headers["ETag"]}


def without_info(block):
    return {name: value for name, value in block.items() if name != "info"}


def blocks(server, stage="live", page="mall"):
    """The stored blocks of a page, by code."""
    response = done(server.api("GET", f"/api/pages/{page}/{stage}/blocks"))
    return {block["blockCode"]: without_info(block) for block in response.data}


def sections(server, query="page=mall"):
    """The sections that clients get, by code."""
    return {block["blockCode"]: block for block in done(server.get(f"/homepage?{query}")).data["blocks"]}


def page_line(server, page="mall"):
    """A page's entry in the list of pages; None if there is no such page."""
    return next((line for line in done(server.api("GET", "/api/pages")).data if line["page"] == page), None)


def copy_of_mall(server, page="mall-sale"):
    """Creates a copy of the page `mall` with its sections in another order."""
    done(server.api("POST", "/api/pages", {"page": page, "title": "大促 Sale", "copyOf": "mall"}), 201)
    done(server.api("PUT", f"/api/pages/{page}/live/order", {"moves": [{"block": "shoppingCarnival", "to": "start"}]}))


def all_of(server, path, name, limit=100):
    """All entries of a paginated list."""
    entries, cursor = [], ""
    while cursor is not None:
        separator = "&" if "?" in path else "?"
        part = f"&cursor={quote(cursor, safe='')}" if cursor else ""
        data = done(server.api("GET", f"{path}{separator}limit={limit}{part}")).data
        assert len(data[name]) <= limit
        entries += data[name]
        assert data["next"] is None or data["next"] != cursor, "a part leads to itself"
        cursor = data["next"]
    return entries


def patched(document, steps):
    """A document with a JSON Patch (RFC 6902) applied."""
    root = {"": copy.deepcopy(document)}
    for step in steps:
        assert step["op"] in ("add", "remove", "replace"), step
        tokens = [token.replace("~1", "/").replace("~0", "~") for token in step["path"].split("/")]
        place = root
        for token in tokens[:-1]:
            place = place[int(token)] if isinstance(place, list) else place[token]
        last = tokens[-1]
        if isinstance(place, list):
            last = len(place) if last == "-" else int(last)
            assert last <= len(place) - (step["op"] != "add"), step
        else:
            assert step["op"] == "add" or last in place, step
        if step["op"] == "remove":
            del place[last]
        elif step["op"] == "add" and isinstance(place, list):
            place.insert(last, step["value"])
        else:
            place[last] = step["value"]
    return root.get("")
