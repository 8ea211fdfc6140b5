"""URLs in content: which schemes they may have, and where that is checked."""

import json

import pytest

from harness import ROOT
from publishing import MALL, blocks, done, refused

BAD = [
    "javascript:alert(1)", "JavaScript:alert(1)", "\tjavascript:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
    "\u0000javascript:alert(1)", "\u00a0javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "vbscript:x", "ftp://h/x",
]
LIVE = f"{MALL}/live/blocks"


def card(**members):
    return {"id": 1, "title": "茶 Tea", "imageUrl": "/assets/mall/tea-fair.svg", "url": "/tea", **members}


def block(code="tea", **members):
    return {"blockCode": code, "showType": "MALL_AD", "content": {"extInfo": {"list": [card(**members)]}}}


@pytest.mark.parametrize("address", BAD)
def test_an_address_has_an_allowed_scheme_in_every_form_of_a_block(shared_server, address):
    before, place = shared_server.api("GET", f"{MALL}/export").body, "extInfo/list/0"
    for name in ("url", "imageUrl"):
        pointer = f"/content/{place}/{name}"
        refused(shared_server.api("POST", LIVE, block(**{name: address})), 422, pointer)
        refused(shared_server.api("PUT", f"{LIVE}/wallet", block("wallet", **{name: address})), 422, pointer)
        content = {"extInfo": {"list": [card(**{name: address})]}}
        refused(shared_server.api("PATCH", f"{MALL}/draft/blocks/middleAd", {"content": content}), 422, pointer)
        patch = {"localizations": {"en": content}}
        refused(shared_server.api("PATCH", f"{LIVE}/middleAd", patch), 422, f"/localizations/en/{place}/{name}")
        fallback = {"showType": "MALL_AD", "content": content}
        refused(shared_server.api("PATCH", f"{LIVE}/middleAd", {"fallback": fallback}), 422, f"/fallback/content/{place}/{name}")
        refused(shared_server.api("POST", f"{LIVE}/middleAd/creatives", card(**{name: address})), 422)
        page = {"page": {}, "blocks": [block(**{name: address})]}
        refused(shared_server.api("PUT", f"{MALL}/export", page), 422, f"/blocks/0{pointer}")
        reply = {"blocks": [{"blockCode": "tea", "showType": "MALL_AD", **content}]}
        refused(shared_server.api("PUT", f"{MALL}/export", reply), 422, f"/blocks/0/{place}/{name}")
    refused(shared_server.api("PATCH", f"{LIVE}/middleAd", {"content": {"action": address}}), 422, "/content/action")
    button = {"text": "茶 Tea", "action": address, "actionType": "orpheus"}
    change = {"content": {"uiElement": {"button": button}}}
    refused(shared_server.api("PATCH", f"{LIVE}/middleAd", change), 422, "/content/uiElement/button/action")
    assert shared_server.api("GET", f"{MALL}/export").body == before


@pytest.mark.parametrize("address", [
    "", "/pictures/x.svg", "x.svg?a=1#b", "//cdn.example/x.svg", "http://h/x", "HTTPS://h:8443/x?y", "https://[2001:db8::1]/x",
])
def test_the_starter_pages_and_relative_addresses_are_taken(server, address):
    done(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", url=address, imageUrl=address)))
    assert blocks(server)["middleAd"]["content"]["extInfo"]["list"][0]["imageUrl"] == address
    # A scheme of the apps is not allowed for a picture.
    done(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", url="Orpheus://playlist?name=官方")))
    problem = refused(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", imageUrl="orpheus://x")), 422)
    assert "http:, https:" in problem["errors"][0]["reason"] and "orpheus" not in problem["errors"][0]["reason"]


@pytest.mark.parametrize("page", sorted(path.stem for path in (ROOT / "config/pages").glob("*.json")))
def test_each_starter_page_goes_out_and_comes_in_again(server, page):
    export = server.api("GET", f"/api/pages/{page}/export").body
    assert done(server.api("PUT", f"/api/pages/{page}/export", json.loads(export))).data["revision"] == 1


def test_a_real_reply_is_taken(server, capture):
    done(server.api("PUT", "/api/pages/real/export", json.loads(capture.read_bytes())))


def test_the_schemes_are_settings(start):
    server = start(HOMEBLOCKS_ADDRESSES_WEB_SCHEMES="https", HOMEBLOCKS_ADDRESSES_APP_SCHEMES="homeblocks,orpheus,Shop,tel")
    done(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", url="shop://tea")))
    done(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", url="tel:+86-10-1234")))
    refused(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", imageUrl="shop://tea.svg")), 422)
    refused(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", imageUrl="http://h/tea.svg")), 422)
