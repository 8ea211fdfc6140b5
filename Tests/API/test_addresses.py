"""URLs in content: the permitted schemes, and where they are checked."""

import itertools
import json
from urllib.parse import quote

import pytest

from harness import ROOT
from harness.marks import case
from publishing import MALL, blocks, done, refused

BAD = [
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "\tjavascript:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "\u0000javascript:alert(1)",
    "\u00a0javascript:alert(1)",
    "file:///etc/passwd",
    "data:text/html,x",
    "vbscript:x",
    "ftp://h/x",
]
LIVE = f"{MALL}/live/blocks"


def card(**members):
    return {"id": 1, "title": "茶 Tea", "imageUrl": "/assets/mall/tea-fair.svg", "url": "/tea", **members}


def block(code="tea", **members):
    return {"blockCode": code, "showType": "MALL_AD", "content": {"extInfo": {"list": [card(**members)]}}}


@pytest.mark.parametrize("address", BAD)
def test_the_scheme_of_a_url_is_checked_in_every_form_of_a_block(shared_server, address):
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


# URLs with a permitted scheme that can never be loaded. Some are links only, since a picture must have a host anyway.
UNLOADABLE = [
    "https://",
    "https:///a",
    "http:a",
    "//",
    "https://h:0/",
    "https://h:65536/",
    "https://h:99999/",
    "https://h:/",
    "https://h:x/",
    "https://mei@h/",
    "https://mei:secret@h/",
    "//mei@h/",
    "https://-h/",
    "https://a..b/",
    "https://1.2.3.4.5/",
    "https://[::g]/",
]
ENCODED = [
    ("orpheus://歌单/1", "orpheus://%E6%AD%8C%E5%8D%95/1"),
    ("/a b.webp", "/a%20b.webp"),
    ("/a[1].webp", "/a%5B1%5D.webp"),
    ("/a|b^c`d", "/a%7Cb%5Ec%60d"),
    ("/a\\b", "/a%5Cb"),
    ("/a\u0001b", "/a%01b"),
    ("/100%.webp", "/100%25.webp"),
    ("https://cdn.example.com/图片.jpg", "https://cdn.example.com/%E5%9B%BE%E7%89%87.jpg"),
    ("https://例子.cn/a.jpg", "https://xn--fsqu00a.cn/a.jpg"),
    ("/a#b#c", "/a#b%23c"),
    ("/a?tabs=[1]", "/a?tabs=%5B1%5D"),
]


@pytest.mark.parametrize("address", UNLOADABLE)
def test_a_web_url_has_a_host_and_a_valid_port(shared_server, address):
    for name in ("url", "imageUrl"):
        problem = refused(shared_server.api("POST", LIVE, block(**{name: address})), 422, f"/content/extInfo/list/0/{name}")
        assert "suggestion" not in problem["errors"][0]


def test_a_url_that_is_not_percent_encoded_is_rejected_with_the_encoded_form(server):
    for (address, encoded), name in itertools.product(ENCODED, ("url", "imageUrl")):
        with case(address, name):
            if name == "imageUrl" and address.startswith("orpheus"):
                continue
            pointer = f"/content/extInfo/list/0/{name}"
            problem = refused(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", **{name: address})), 422, pointer)
            error = problem["errors"][0]
            assert error["suggestion"] == encoded and error["reason"].endswith(f": {encoded}")
            done(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", **{name: encoded})))
            assert blocks(server)["middleAd"]["content"]["extInfo"]["list"][0][name] == encoded
    for address, _ in ENCODED:
        with case(address):
            refused(server.api("PATCH", f"{LIVE}/middleAd", {"content": {"action": address}}), 422, "/content/action")


def test_a_required_picture_is_not_empty(server):
    pointer = "/content/extInfo/list/0/imageUrl"
    problem = refused(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", imageUrl="")), 422, pointer)
    assert problem["errors"][0]["reason"] == "must not be empty"
    done(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", url="", imageUrlDark="")))


@pytest.mark.parametrize("form", ["export", "reply"])
def test_an_import_percent_encodes_urls_and_reports_it(server, form):
    long = "orpheus://open?json=" + "[歌]" * 400
    content = {"action": "orpheus://歌单/1", "extInfo": {"list": [card(url=long, imageUrl="/图.webp"), card(id=2)]}}
    made = {
        "localizations": {"en": {"extInfo": {"list": [card(url="/a b")]}}},
        "fallback": {"showType": "MALL_AD", "content": {"extInfo": {"list": [card(url="/[1]")]}}},
    }
    if form == "export":
        page = {"page": {}, "blocks": [block(), {"blockCode": "own", "showType": "MALL_AD", "content": content, **made}]}
        root = "/blocks/1/content"
    else:
        page = {"code": 200, "data": {"blocks": [{"blockCode": "own", "showType": "MALL_AD", **content}]}}
        root = "/data/blocks/0"
    expected = {
        f"{root}/action": "orpheus://%E6%AD%8C%E5%8D%95/1",
        f"{root}/extInfo/list/0/imageUrl": "/%E5%9B%BE.webp",
        f"{root}/extInfo/list/0/url": "orpheus://open?json=" + "%5B%E6%AD%8C%5D" * 400,
    }
    if form == "export":
        expected |= {
            "/blocks/1/localizations/en/extInfo/list/0/url": "/a%20b",
            "/blocks/1/fallback/content/extInfo/list/0/url": "/%5B1%5D",
        }
    trial = done(server.api("PUT", "/api/pages/own/export?dryRun=true", page)).data
    data = done(server.api("PUT", "/api/pages/own/export", page)).data
    assert data["changes"] == trial["changes"]
    assert {change["pointer"]: change["to"] for change in data["changes"]} == expected
    assert {change["from"] for change in data["changes"]} >= {"orpheus://歌单/1", "/图.webp", long}
    own = blocks(server, page="own")["own"]["content"]
    assert own["action"] == "orpheus://%E6%AD%8C%E5%8D%95/1" and own["extInfo"]["list"][1] == card(id=2)
    again = done(server.api("GET", "/api/pages/own/export")).json
    assert done(server.api("PUT", "/api/pages/own/export", again)).data["changes"] == []


def test_an_import_with_thousands_of_urls_encodes_all_of_them(server):
    cards = [card(id=number, url=f"/歌/{number}", imageUrl=f"/图/{number}.webp") for number in range(1000)]
    page = {"page": {}, "blocks": [{"blockCode": "own", "showType": "MALL_AD", "content": {"extInfo": {"list": cards}}}]}
    data = done(server.api("PUT", "/api/pages/many/export", page)).data
    assert data["changeCount"] == 2000 and len(data["changes"]) == 1000
    assert blocks(server, page="many")["own"]["content"]["extInfo"]["list"][999]["url"] == "/%E6%AD%8C/999"


def test_an_import_that_cannot_be_corrected_changes_nothing(server):
    content = {"action": "orpheus://歌单/1", "extInfo": {"list": [card(url="javascript:歌")]}}
    page = {"page": {}, "blocks": [{"blockCode": "own", "showType": "MALL_AD", "content": content}]}
    problem = refused(server.api("PUT", "/api/pages/bad/export", page), 422, "/blocks/0/content/extInfo/list/0/url")
    assert len(problem["errors"]) == 1
    assert server.api("GET", "/api/pages/bad/export").status == 404


def test_the_urls_of_the_starter_pages_and_relative_ones_are_accepted(server):
    for address in (
        "/pictures/x.svg",
        "x.svg?a=1#b",
        "//cdn.example/x.svg",
        "http://h/x",
        "HTTPS://h:8443/x?y",
        "https://[2001:db8::1]/x",
    ):
        with case(address):
            done(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", url=address, imageUrl=address)))
            assert blocks(server)["middleAd"]["content"]["extInfo"]["list"][0]["imageUrl"] == address
    # A picture cannot have the scheme of the apps.
    done(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", url="Orpheus://playlist?name=%E5%AE%98%E6%96%B9")))
    problem = refused(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", imageUrl="orpheus://x")), 422)
    assert "http:, https:" in problem["errors"][0]["reason"] and "orpheus" not in problem["errors"][0]["reason"]


def test_each_starter_page_can_be_exported_and_imported(server):
    for page in sorted(path.stem for path in (ROOT / "config/pages").glob("*.json")):
        with case(page):
            export = server.api("GET", f"/api/pages/{page}/export").body
            assert done(server.api("PUT", f"/api/pages/{page}/export", json.loads(export))).data["revision"] == 1


def test_a_recorded_reply_is_imported_and_its_corrections_are_reported(server, capture):
    reply = json.loads(capture.read_bytes())
    changes = done(server.api("PUT", "/api/pages/real/export", reply)).data["changes"]
    assert changes
    for change in changes:
        value = reply
        for name in change["pointer"].split("/")[1:]:
            value = value[int(name) if isinstance(value, list) else name]
        assert change["from"] == value != change["to"]
        known = value == "ARTIST" and change["to"] == "ORPHEUS"
        assert known or change["to"] == quote(value, safe="/:?&=%-._~!$'()*+,;@#")


def test_the_schemes_are_configurable(start):
    server = start(HOMEBLOCKS_ADDRESSES_WEB_SCHEMES="https", HOMEBLOCKS_ADDRESSES_APP_SCHEMES="homeblocks,orpheus,Shop,tel")
    done(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", url="shop://tea")))
    done(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", url="tel:+86-10-1234")))
    refused(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", imageUrl="shop://tea.svg")), 422)
    refused(server.api("PUT", f"{LIVE}/middleAd", block("middleAd", imageUrl="http://h/tea.svg")), 422)
