"""Single blocks: creating, reading, changing, deleting and validating them, their windows, and their cards' order."""

import json
from datetime import timedelta
from urllib.parse import quote

import pytest

from publishing import (
    MALL,
    POCKET,
    ads,
    all_of,
    blocks,
    copy_of_mall,
    done,
    kept_until,
    now,
    page_line,
    refused,
    sections,
    soon,
    tag,
    text,
    wait_until,
    without_info,
)

STAGES = ["live", "draft"]
LIVE, DRAFT = f"{MALL}/live/blocks", f"{MALL}/draft/blocks"


@pytest.mark.both_engines
@pytest.mark.parametrize("stage", STAGES)
def test_a_block_is_created_read_replaced_patched_and_deleted(server, stage):
    path, order = f"{MALL}/{stage}/blocks", server.order("mall")
    document = server.get("/homepage?page=mall").body
    block = ads("teaFair", "春茶节开场 Opening", "明前龙井 Longjing")

    created = done(server.api("POST", f"{path}?after=marquee", block), 201)
    assert created.headers["Location"] == f"{path}/teaFair"
    usual = {"enabled": True, "from": None, "until": None, "audience": None, "localizations": None, "fallback": None}
    assert without_info(created.data) == usual | block
    assert created.data["info"]["etag"] == created.headers["ETag"]
    read = done(server.api("GET", f"{path}/teaFair"))
    assert (read.data, read.headers["ETag"]) == (created.data, created.headers["ETag"])
    expected = [order[0], "teaFair"] + order[1:]
    assert done(server.api("GET", f"{MALL}/{stage}/order")).data["order"] == expected

    other = ads("teaFair", "山野白茶 White tea", showType="MALL_NAVIGATION", enabled=False)
    del other["blockCode"]
    replaced = done(server.api("PUT", f"{path}/teaFair", other, headers=tag(created)))
    assert without_info(replaced.data) == usual | other | {"blockCode": "teaFair"}
    stale = server.api("PUT", f"{path}/teaFair", other, headers=tag(created))
    assert refused(stale, 412)["current"]["showType"] == "MALL_NAVIGATION"
    assert stale.headers["ETag"] == replaced.headers["ETag"] != created.headers["ETag"]
    refused(server.api("PUT", f"{path}/teaFair", other | {"blockCode": "coffeeFair"}), 422, "/blockCode")

    change = {"enabled": True, "content": {"uiElement": {"subTitle": {"title": "茶 Tea"}}}}
    merge = {"Content-Type": "application/merge-patch+json"}
    patched = done(server.api("PATCH", f"{path}/teaFair", change, headers=tag(replaced) | merge))
    assert patched.data["content"] == other["content"] | change["content"]
    bare = done(server.api("PATCH", f"{path}/teaFair", {"content": {"uiElement": None}}, headers={"If-Match": "*"}))
    assert bare.data["content"] == other["content"] and bare.data["enabled"] is True

    shown = server.get("/homepage?page=mall")
    assert (shown.body == document) == (stage == "draft")
    assert ("teaFair" in server.shown("mall")) == (stage == "live")
    refused(server.api("DELETE", f"{path}/teaFair", headers=tag(created)), 412)
    deleted = done(server.api("DELETE", f"{path}/teaFair", headers=tag(bare)))
    assert (deleted.data["page"], deleted.data["order"]) == ("mall", order)
    assert deleted.data["index"] == {code: place for place, code in enumerate(order)}
    for method, body in (("GET", None), ("PUT", other), ("PATCH", change), ("DELETE", None)):
        refused(server.api(method, f"{path}/teaFair", body), 404)
    assert server.get("/homepage?page=mall").body == document


@pytest.mark.both_engines
@pytest.mark.parametrize("stage", STAGES)
def test_an_etag_changes_only_with_its_own_resource(server, stage):
    def tags():
        listed = done(server.api("GET", f"{MALL}/{stage}/blocks")).data
        order = done(server.api("GET", f"{MALL}/{stage}/order"))
        return order.headers["ETag"], {block["blockCode"]: block["info"]["etag"] for block in listed}

    order, block = tags()
    done(server.api("PUT", f"{MALL}/{stage}/order", {"moves": [{"block": "wallet", "to": "start"}]}))
    other_order, same = tags()
    assert other_order != order and same == block
    done(server.api("PATCH", f"{MALL}/{stage}/blocks/wallet", POCKET))
    same_order, other = tags()
    assert same_order == other_order
    assert {code for code in block if other[code] != block[code]} == {"wallet"}
    for path, known in ((f"{MALL}/{stage}/order", same_order), (f"{MALL}/{stage}/blocks/wallet", other["wallet"])):
        assert server.api("GET", path, headers={"If-None-Match": known}).status == 304


@pytest.mark.both_engines
def test_a_code_is_unique(server):
    before = blocks(server)
    for stage in STAGES:
        refused(server.api("POST", f"{MALL}/{stage}/blocks", ads("wallet", "另一个 Another")), 409)
    assert blocks(server) == before == blocks(server, "draft")
    assert page_line(server)["draft"] is False


CARD = {"id": 1, "title": "x", "imageUrl": "/assets/x.svg", "url": "homeblocks://x"}


def cards(*elements):
    return {"content": {"extInfo": {"list": list(elements)}}}


# Members that make a valid block invalid, and the pointer of the issue.
WRONG = {
    "a card without a picture": (cards({"id": 1, "title": "x", "url": "y"}), "/content/extInfo/list/0/imageUrl"),
    "a title that is no text": (cards(CARD, CARD | {"title": 7}), "/content/extInfo/list/1/title"),
    "a colour that is none": (cards(CARD | {"backgroundColor": "red"}), "/content/extInfo/list/0/backgroundColor"),
    "an unknown layout": ({"showType": "MALL_NONE"}, "/showType"),
    "an unknown member": ({"colour": "red"}, "/colour"),
    "a switch that is no switch": ({"enabled": "yes"}, "/enabled"),
    "an unknown audience member": ({"audience": {"cities": ["Suzhou"]}}, "/audience/cities"),
    "an unknown platform": ({"audience": {"platforms": ["ios", "tv"]}}, "/audience/platforms/1"),
    "a version that is none": ({"audience": {"appVersion": {"min": "nine"}}}, "/audience/appVersion/min"),
    "versions that none is between": ({"audience": {"appVersion": {"min": "9.0", "max": "8.9"}}}, "/audience/appVersion"),
    "percent 101": ({"audience": {"percent": 101}}, "/audience/percent"),
    "percent -1": ({"audience": {"percent": -1}}, "/audience/percent"),
    "percent in thousandths": ({"audience": {"percent": 0.001}}, "/audience/percent"),
    "percent as a text": ({"audience": {"percent": "30"}}, "/audience/percent"),
    "a window that never opens": ({"from": "2030-01-01T00:00:00Z", "until": "2030-01-01T00:00:00Z"}, "/until"),
    "a window across zones that never opens": ({"from": "2030-01-01T00:00:00Z", "until": "2030-01-01T07:59:59+08:00"}, "/until"),
    "a fallback of an unknown layout": ({"fallback": {"showType": "NONE", "content": {}}}, "/fallback/showType"),
    "a fallback that does not fit": (
        {"fallback": {"showType": "MALL_AD", "content": {"extInfo": {}}}},
        "/fallback/content/extInfo/list",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_invalid_block_is_rejected_with_the_pointer_of_the_issue(shared_server, name):
    members, pointer = WRONG[name]
    for stage in STAGES:
        path, before = f"{MALL}/{stage}/blocks", blocks(shared_server, stage)
        refused(shared_server.api("POST", path, ads("teaFair", "春茶节 Tea fair") | members), 422, pointer)
        refused(shared_server.api("PUT", f"{path}/middleAd", ads("middleAd", "春茶节 Tea fair") | members), 422, pointer)
        refused(shared_server.api("PATCH", f"{path}/middleAd", members), 422, pointer)
        assert blocks(shared_server, stage) == before
    assert page_line(shared_server)["revision"] == 1 and page_line(shared_server)["draft"] is False


def test_a_translation_must_fit_the_layout_too(server):
    for translation in ({"extInfo": {"list": "none"}}, {"extInfo": {"list": [{"id": "one"}]}}, {"extInfo": None}):
        block = {**blocks(server)["middleAd"], "localizations": {"zh": translation}}
        response = server.api("PUT", f"{LIVE}/middleAd", block)
        found = [fault["pointer"] for fault in refused(response, 422)["errors"]]
        assert found and all(pointer.startswith("/localizations/zh") for pointer in found), found
    refused(server.api("PATCH", f"{LIVE}/middleAd", {"localizations": {"no tag": {}}}), 422)
    assert blocks(server)["middleAd"]["localizations"] is None


def test_every_date_must_have_an_offset(server):
    copy_of_mall(server)
    done(server.api("PATCH", f"{DRAFT}/wallet", POCKET))
    later = text(soon(3600))
    bodies = [
        ("POST", LIVE, lambda date: ads("teaFair", "茶 Tea", **{"from": date}), "/from"),
        ("PATCH", f"{DRAFT}/otc", lambda date: {"until": date}, "/until"),
        ("POST", f"{MALL}/draft/publish", lambda date: {"at": date}, "/at"),
        ("POST", f"{MALL}/takeovers", lambda date: {"shows": "mall-sale", "from": date, "until": later}, "/from"),
        ("POST", f"{MALL}/takeovers", lambda date: {"shows": "mall-sale", "until": date}, "/until"),
        ("POST", "/api/tokens", lambda date: {"name": "CI", "role": "viewer", "expiresAt": date}, "/expiresAt"),
    ]
    queries = [f"{MALL}/live/homepage?at=", "/api/audit?from=", "/api/audit?until="]
    for date in (
        "2030-01-01T08:00:00",
        "2030-01-01",
        "2030-01-01 08:00:00Z",
        "2030-02-30T08:00:00Z",
        "tomorrow",
        1893456000,
    ):
        for method, path, body, pointer in bodies:
            refused(server.api(method, path, body(date)), 422, pointer)
        for query in queries:
            refused(server.api("GET", query + quote(str(date))), 422)
    assert page_line(server)["revision"] == 1 and page_line(server)["draft"] is True
    assert done(server.api("GET", f"{MALL}/takeovers")).data == []
    assert len(done(server.api("GET", "/api/tokens")).data) == 1
    past = {"at": text(now() - timedelta(seconds=5))}
    refused(server.api("POST", f"{MALL}/draft/publish", past), 422, "/at")


@pytest.mark.both_engines
def test_a_window_is_stored_in_utc(server):
    window = {"from": "2030-01-31T08:00:00+08:00", "until": "2030-01-31T09:30:00.25-01:30"}
    response = done(server.api("PATCH", f"{LIVE}/otc", window))
    assert (response.data["from"], response.data["until"]) == ("2030-01-31T00:00:00.000Z", "2030-01-31T11:00:00.250Z")
    assert "otc" not in server.shown("mall") and "otc" in server.order("mall")


def test_a_window_opens_and_closes_without_a_request(server):
    begin = soon(2)
    end = begin + timedelta(seconds=2)
    without = done(server.get("/homepage?page=mall"))
    window = {"from": text(begin), "until": text(end)}
    done(server.api("POST", LIVE, ads("flash", "限时 Two seconds", **window)), 201)
    for moment, status in ((begin, 404), (end, 200)):
        sent = now()
        served = done(server.get("/homepage?page=mall"))
        assert kept_until(served, sent) <= moment
        assert (served.headers["ETag"] == without.headers["ETag"]) == (status == 404)
        assert server.get("/homepage/blocks/flash?page=mall").status == status
        wait_until(moment)
    after = done(server.get("/homepage?page=mall"))
    assert (after.body, after.headers["ETag"]) == (without.body, without.headers["ETag"])
    assert "flash" in server.order("mall")


def test_a_disabled_block_is_not_served(server):
    before = done(server.get("/homepage?page=mall"))
    done(server.api("PATCH", f"{LIVE}/wallet", {"enabled": False}))
    shown = [block["blockCode"] for block in before.data["blocks"]]
    assert server.shown("mall") == [code for code in shown if code != "wallet"]
    for path in ("/homepage/blocks/wallet", "/homepage/blocks/wallet/items/0"):
        assert server.get(f"{path}?page=mall").status == 404
    assert "wallet" in server.order("mall")
    done(server.api("PATCH", f"{LIVE}/wallet", {"enabled": True}))
    after = done(server.get("/homepage?page=mall"))
    assert (after.body, after.headers["ETag"]) == (before.body, before.headers["ETag"])


def card_ids(response):
    return [str(card["id"]) for card in response.data["content"]["extInfo"]["list"]]


@pytest.mark.both_engines
@pytest.mark.parametrize("stage", STAGES)
def test_cards_are_reordered_by_index_and_by_id(server, stage):
    path = f"{MALL}/{stage}/blocks/middleNav"
    read = done(server.api("GET", path))
    a, b, c, d, e = card_ids(read)
    last = read
    for body, expected in (
        ({"order": [4, 0, 1, 2, 3]}, [e, a, b, c, d]),
        ({"order": [b, a, e, d, c]}, [b, a, e, d, c]),
        ({"order": [1, 0, c, d, 2]}, [a, b, c, d, e]),
        ({"moves": [{"card": 0, "to": "end"}, {"card": e, "to": "start"}]}, [e, b, c, d, a]),
        ({"moves": [{"card": c, "to": 1}]}, [e, c, b, d, a]),
    ):
        response = done(server.api("PUT", f"{path}/creatives/order", body, headers=tag(last)))
        assert card_ids(response) == expected, body
        assert response.headers["ETag"] != last.headers["ETag"]
        last = response
    refused(server.api("PUT", f"{path}/creatives/order", {"order": [0, 1, 2, 3, 4]}, headers=tag(read)), 412)
    assert card_ids(done(server.api("GET", path))) == [e, c, b, d, a]
    served = [str(card["id"]) for card in sections(server)["middleNav"]["extInfo"]["list"]]
    assert served == ([e, c, b, d, a] if stage == "live" else [a, b, c, d, e])


def test_cards_are_identified_by_the_id_member_of_their_layout(server):
    for code, list_of, name in (
        ("HOMEPAGE_BLOCK_PLAYLIST_RCMD", lambda content: content["creatives"], "creativeId"),
        ("HOMEPAGE_BANNER", lambda content: content["extInfo"]["banners"], "bannerId"),
        ("HOMEPAGE_MUSIC_MLOG", lambda content: content["extInfo"], "id"),
    ):
        path = f"/api/pages/music/live/blocks/{code}"
        ids = [card[name] for card in list_of(done(server.api("GET", path)).data["content"])]
        response = done(server.api("PUT", f"{path}/creatives/order", {"order": ids[::-1]}))
        assert [card[name] for card in list_of(response.data["content"])] == ids[::-1]
        assert [card[name] for card in list_of(sections(server, "page=music")[code])] == ids[::-1]


def test_a_path_permits_only_its_own_methods(server):
    for path, allowed in (
        (f"{LIVE}/middleAd/creatives/order", "PUT"),
        (f"{LIVE}/middleAd/creatives/0", "DELETE"),
        (f"{LIVE}/middleAd/creatives", "POST"),
        (f"{LIVE}/middleAd", "DELETE, GET, HEAD, PATCH, PUT"),
        (LIVE, "GET, HEAD, PATCH, POST"),
        (f"{MALL}/draft", "DELETE, PUT"),
    ):
        response = server.api("OPTIONS", path)
        assert (response.status, response.headers["Allow"]) == (405, allowed), path
    assert server.api("DELETE", f"{LIVE}/middleAd/creatives/order").status == 405


def test_a_card_order_that_is_not_a_permutation_changes_nothing(server):
    path = f"{LIVE}/middleNav"
    before = done(server.api("GET", path))
    a = card_ids(before)[0]
    for body in (
        {"order": []},
        {"order": [0, 1, 2, 3]},
        {"order": [0, 0, 1, 2, 3]},
        {"order": [0, 1, 2, 3, 5]},
        {"order": [0, a, 2, 3, 4]},
        {"order": [0, 1, 2, 3, "none"]},
        {"order": [-1, 0, 1, 2, 3]},
        {"order": [0, 1, 2, 3, None]},
        {"order": "0"},
        {"moves": [{"card": 5, "to": "start"}]},
        {"moves": [{"card": "none", "to": "start"}]},
        {"moves": [{"card": 0, "to": 5}]},
        {"moves": [{"card": 0}]},
        {"order": [4, 3, 2, 1, 0], "moves": []},
        {},
        [],
    ):
        refused(server.api("PUT", f"{path}/creatives/order", body), 422)
        after = done(server.api("GET", path))
        assert (after.body, after.headers["ETag"]) == (before.body, before.headers["ETag"]), body


@pytest.mark.both_engines
@pytest.mark.parametrize("stage", STAGES)
def test_cards_are_added_and_removed(server, stage):
    path = f"{MALL}/{stage}/blocks/middleAd"
    a, b = card_ids(done(server.api("GET", path)))
    for query, number in (("", "31"), ("?to=start", "32"), ("?to=1", "33"), ("?to=end", "34")):
        response = done(server.api("POST", f"{path}/creatives{query}", CARD | {"id": int(number)}), 201)
    assert card_ids(response) == ["32", "33", a, b, "31", "34"]
    assert response.data["blockCode"] == "middleAd"
    wrong = server.api("POST", f"{path}/creatives", {"id": 35, "title": "x", "url": "y"})
    assert any(fault["pointer"].endswith("/imageUrl") for fault in refused(wrong, 422)["errors"])
    for place in (6, 99):
        refused(server.api("DELETE", f"{path}/creatives/{place}"), 404)
    assert card_ids(done(server.api("DELETE", f"{path}/creatives/0"))) == ["33", a, b, "31", "34"]
    assert card_ids(done(server.api("DELETE", f"{path}/creatives/4"))) == ["33", a, b, "31"]
    served = [str(card["id"]) for card in sections(server)["middleAd"]["extInfo"]["list"]]
    assert served == (["33", a, b, "31"] if stage == "live" else [a, b])


@pytest.mark.both_engines
@pytest.mark.parametrize("stage", STAGES)
def test_a_dry_run_returns_the_result_and_writes_nothing(server, stage):
    def state():
        parts = ("/homepage?page=mall", "/sort?page=mall", "/pages")
        lists = (f"{MALL}/revisions", "/api/pages", f"{MALL}/{stage}/blocks", f"{MALL}/{stage}/order")
        return [server.get(part).body for part in parts] + [server.api("GET", path).body for path in lists]

    at, before = f"{MALL}/{stage}", state()
    for method, path, body, expected in (
        ("POST", "/blocks?before=wallet&", ads("teaFair", "茶 Tea"), "teaFair"),
        ("PUT", "/blocks/wallet?", ads("wallet", "口袋 Pocket"), "口袋 Pocket"),
        ("PATCH", "/blocks/wallet?", POCKET, "口袋 Pocket"),
        ("DELETE", "/blocks/wallet?", None, "walletCard"),
        ("PUT", "/order?", {"moves": [{"block": "wallet", "to": "start"}]}, "moved"),
        ("PUT", "/blocks/middleAd/creatives/order?", {"order": [1, 0]}, "middleAd"),
        ("POST", "/blocks/middleAd/creatives?", CARD, "homeblocks://x"),
        ("DELETE", "/blocks/middleAd/creatives/0?", None, "middleAd"),
    ):
        response = server.api(method, f"{at}{path}dryRun=true", body)
        assert response.status in (200, 201), (method, path, response.body)
        assert expected in json.dumps(response.data, ensure_ascii=False), (method, path)
        assert response.headers["ETag"] is None
        assert state() == before, (method, path)
    refused(server.api("POST", f"{at}/blocks?dryRun=true", ads("wallet", "又一个 Another")), 409)
    refused(server.api("PATCH", f"{at}/blocks/wallet?dryRun=true", {"enabled": 1}), 422, "/enabled")
    refused(server.api("DELETE", f"{at}/blocks/none?dryRun=true"), 404)
    assert state() == before


@pytest.mark.both_engines
def test_a_retry_with_an_idempotency_key_gets_the_first_response_and_changes_nothing(server):
    def state():
        lists = [(f"{MALL}/revisions", "revisions"), (f"{MALL}/releases", "releases")]
        return [all_of(server, path, name) for path, name in lists], server.api("GET", f"{MALL}/takeovers").body

    copy_of_mall(server)
    done(server.api("PATCH", f"{DRAFT}/wallet", POCKET))
    takeover = {"shows": "mall-sale", "from": text(soon(3600)), "until": text(soon(7200))}
    for path, body, other in (
        (LIVE, ads("teaFair", "茶 Tea"), ads("coffeeFair", "咖啡 Coffee")),
        (f"{MALL}/draft/publish", {"message": "pocket"}, {"message": "other"}),
        (f"{MALL}/revisions/1/restore", {"message": "back"}, {"message": "other"}),
        (f"{MALL}/takeovers", takeover, takeover | {"message": "other"}),
    ):
        key = {"Idempotency-Key": f"try {path}"}
        before = state()
        first = done(server.api("POST", path, body, headers=key), 201)
        made = state()
        assert made != before
        retry = done(server.api("POST", path, body, headers=key), 201)
        assert retry.json == first.json and state() == made, path
        refused(server.api("POST", path, other, headers=key), 422)
        assert state() == made
    # The rollback removed the block, and a retry of its creation does not bring it back.
    key = {"Idempotency-Key": f"try {LIVE}"}
    assert done(server.api("POST", LIVE, ads("teaFair", "茶 Tea"), headers=key), 201).data["blockCode"] == "teaFair"
    assert "teaFair" not in server.order("mall")
    for wrong in ("x" * 256, "tab\there"):
        refused(server.api("POST", LIVE, ads("teaFair", "茶 Tea"), headers={"Idempotency-Key": wrong}), 400)
