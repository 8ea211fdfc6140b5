"""Cards with their own windows and audiences: requests by id, changes, merges, restores and exports."""

import time
from datetime import timedelta
from urllib.parse import quote

import pytest

from publishing import MALL, ads, copy_of_mall, done, kept_until, now, refused, soon, tag, text, wait_until, without_info

LIVE, DRAFT = f"{MALL}/live/blocks", f"{MALL}/draft/blocks"
OFF = {"enabled": False, "from": None, "until": None, "audience": None}
IOS = {"enabled": True, "from": None, "until": None, "audience": {"platforms": ["ios"]}}


def shown(server, code="tea", query=""):
    """The ids of the cards of a section of the document; None if the document does not have the section."""
    blocks = {block["blockCode"]: block for block in done(server.get(f"/homepage?page=mall{query}")).data["blocks"]}
    return [card["id"] for card in blocks[code]["extInfo"]["list"]] if code in blocks else None


def created(server, *titles, stage="live", **members):
    return done(server.api("POST", f"{MALL}/{stage}/blocks", ads("tea", *titles, **members)), 201)


def test_twenty_banners_end_one_after_the_other_and_the_empty_section_disappears(server):
    count, step = 20, timedelta(milliseconds=500)
    start = soon(3)
    ends = [start + step * place for place in range(count)]
    rules = {str(7001 + place): {"until": text(end)} for place, end in enumerate(ends)}
    created(server, *(f"Banner {place}" for place in range(count)), cards=rules)
    polls, counts = 0, set()
    while (sent := now()) < ends[-1] + 2 * step:
        response = done(server.get("/homepage?page=mall"))
        got = now()
        blocks = {block["blockCode"]: block for block in response.data["blocks"]}
        ids = [card["id"] for card in blocks["tea"]["extInfo"]["list"]] if "tea" in blocks else []
        for place, end in enumerate(ends):
            if got < end:
                assert 7001 + place in ids, (place, sent, end)
            if sent >= end:
                assert 7001 + place not in ids, (place, sent, end)
        if sent < start:
            # Caches do not keep the response longer than that.
            assert kept_until(response, sent) <= start + timedelta(seconds=1)
        polls, counts = polls + 1, counts | {len(ids)}
        time.sleep(0.02)
    assert shown(server) is None and counts == set(range(count + 1)), (polls, counts)
    refused(server.get("/homepage/blocks/tea?page=mall"), 404)
    # Operators still see the section with its rules.
    assert set(done(server.api("GET", f"{LIVE}/tea")).data["cards"]) == set(rules)


def test_cards_are_shown_only_to_their_audience_in_every_response(server):
    made = created(server, "All", "iOS", "Off", cards={"7002": IOS, "7003": {"enabled": False}})
    assert made.data["cards"] == {"7002": IOS, "7003": OFF}
    for query, expected in (("", [7001]), ("&platform=ios", [7001, 7002]), ("&platform=web", [7001])):
        assert shown(server, query=query) == expected
        section = done(server.get(f"/homepage/blocks/tea?page=mall{query}")).data
        assert [card["id"] for card in section["extInfo"]["list"]] == expected
        for place, card in enumerate(expected):
            for name in (place, f"id:{card}", f"id%3A{card}"):
                item = done(server.get(f"/homepage/blocks/tea/items/{name}?page=mall{query}"))
                assert item.data["id"] == card
        for name in (len(expected), "id:7003", "id:9", "id:", "id:%C3%A9%00"):
            refused(server.get(f"/homepage/blocks/tea/items/{name}?page=mall{query}"), 404)
    refused(server.get("/homepage/blocks/tea/items/id:7002?page=mall"), 404)
    for name in ("x", "-1", "ID:7001", "id:%ZZ"):
        refused(server.get(f"/homepage/blocks/tea/items/{name}?page=mall"), 400)
    key = done(server.get("/homepage/audience?page=mall&platform=ios"), 204).headers["Audience-Key"]
    assert shown(server, query=f"&audience={key}") == [7001, 7002]


def test_a_card_is_found_by_its_id_after_a_reorder(server):
    made = created(server, "A", "B", "C")
    path = "/homepage/blocks/tea/items/id:7003?page=mall"
    before = done(server.get(path))
    done(server.api("PUT", f"{LIVE}/tea/creatives/order", {"order": [2, 0, 1]}, headers=tag(made)))
    after = done(server.get(path))
    assert after.data == before.data and after.headers["ETag"] == before.headers["ETag"]
    assert done(server.get("/homepage/blocks/tea/items/0?page=mall")).data == before.data
    assert server.get(path, {"If-None-Match": before.headers["ETag"]}).status == 304
    # With a summary layout, this is the whole card.
    news = done(server.get("/homepage/blocks/latest/items/id:3003?page=news")).data
    assert news["id"] == 3003 and news["title"]


def test_a_card_id_may_have_any_characters(server):
    path = "/api/pages/music/live/blocks/HOMEPAGE_BANNER"
    banners = done(server.api("GET", path)).data["content"]["extInfo"]["banners"]
    for id in ("id/1 ü+%", "a", "e\u0301", "é", "?#&=", "id:x"):
        banners[0]["bannerId"] = id
        done(server.api("PATCH", path, {"content": {"extInfo": {"banners": banners}}}))
        item = f"/homepage/blocks/HOMEPAGE_BANNER/items/id:{quote(id, safe='')}"
        assert done(server.get(item)).data["bannerId"] == id
        done(server.api("PATCH", path, {"cards": {id: OFF}}))
        refused(server.get(item), 404)
        shown = done(server.get("/homepage/blocks/HOMEPAGE_BANNER")).data["extInfo"]["banners"]
        assert [banner["bannerId"] for banner in shown] == [banner["bannerId"] for banner in banners[1:]]
        done(server.api("PATCH", path, {"cards": None}))


@pytest.mark.both_engines
def test_rules_follow_their_cards_and_are_removed_with_them(server):
    made = created(server, "A", "B", "C", cards={"7001": OFF, "7003": IOS})
    path = f"{LIVE}/tea/creatives"
    moved = done(server.api("PUT", f"{path}/order", {"order": ["7003", "7002", "7001"]}, headers=tag(made)))
    assert moved.data["cards"] == made.data["cards"]
    assert shown(server, query="&platform=ios") == [7003, 7002]
    card = {"id": 9, "title": "D", "imageUrl": "/assets/mall/tea-fair.svg", "url": "homeblocks://mall"}
    added = done(server.api("POST", f"{path}?to=start", card), 201)
    assert added.data["cards"] == made.data["cards"]
    refused(server.api("POST", path, dict(card, id=7003)), 422, "/cards/7003")
    removed = done(server.api("DELETE", f"{path}/1"))
    assert removed.data["cards"] == {"7001": OFF}
    done(server.api("DELETE", f"{path}/2"))
    assert "cards" not in done(server.api("GET", f"{LIVE}/tea")).data
    assert shown(server) == [9, 7002]


def test_a_rule_without_its_card_is_rejected_with_its_pointer(server):
    made = created(server, "A", "B")
    before = done(server.api("GET", f"{LIVE}/tea"))
    for rules, pointer in (
        ({"9": OFF}, "/cards/9"),
        ({"7001": {"until": "now"}}, "/cards/7001/until"),
        ({"7001": {"audience": {"platforms": ["tv"]}}}, "/cards/7001/audience/platforms/0"),
        ({"7001": 3}, "/cards/7001"),
        ([], "/cards"),
        ({"a/b~": OFF}, "/cards/a~1b~0"),
        ({"7001": {"from": "2031-01-01T00:00:00Z", "until": "2030-01-01T00:00:00Z"}}, "/cards/7001/until"),
        ({"7001": {"when": 1}}, "/cards/7001/when"),
    ):
        whole = without_info(before.data) | {"cards": rules}
        refused(server.api("PUT", f"{LIVE}/tea", whole), 422, pointer)
        if isinstance(rules, dict):
            refused(server.api("PATCH", f"{LIVE}/tea", {"cards": rules}), 422, pointer)
    cards = made.data["content"]["extInfo"]["list"]
    twice = {"cards": {"7001": OFF}, "content": {"extInfo": {"list": cards + cards[:1]}}}
    refused(server.api("PATCH", f"{LIVE}/tea", twice), 422, "/cards/7001")
    refused(server.api("PATCH", f"{LIVE}/walletCard", {"cards": {"1401": OFF}}), 422, "/cards/1401")
    after = done(server.api("GET", f"{LIVE}/tea"))
    assert (after.body, after.headers["ETag"]) == (before.body, before.headers["ETag"])
    # A patch that removes a card must remove its rule too.
    done(server.api("PATCH", f"{LIVE}/tea", {"cards": {"7001": {"enabled": False}}}))
    refused(server.api("PATCH", f"{LIVE}/tea", {"content": {"extInfo": {"list": cards[1:]}}}), 422, "/cards/7001")
    done(server.api("PATCH", f"{LIVE}/tea", {"content": {"extInfo": {"list": cards[1:]}}, "cards": {"7001": None}}))


@pytest.mark.both_engines
def test_rules_are_kept_in_drafts_plans_merges_history_and_restore(server):
    created(server, "A", "B", "C")
    revision = done(server.api("GET", f"{LIVE}/tea")).data["info"]["revision"]
    done(server.api("PATCH", f"{DRAFT}/tea", {"cards": {"7001": OFF}}))
    assert shown(server) == [7001, 7002, 7003]
    preview = done(server.api("GET", f"{MALL}/draft/homepage")).data["blocks"]
    tea = next(block for block in preview if block["blockCode"] == "tea")
    assert [card["id"] for card in tea["extInfo"]["list"]] == [7002, 7003]
    difference = done(server.api("GET", f"{MALL}/draft/diff")).data
    [changed] = difference["blocks"]
    assert [(step["op"], step["path"]) for step in changed["patch"]] == [("add", "/cards")]
    # Live gets another rule: the draft then has both.
    live = done(server.api("PATCH", f"{LIVE}/tea", {"cards": {"7002": IOS}}))
    [carried] = live.json["carried"]
    assert carried["applied"] is True and carried["conflicts"] == []
    assert done(server.api("GET", f"{DRAFT}/tea")).data["cards"] == {"7001": OFF, "7002": IOS}
    # Live loses the card that the draft has a rule for.
    removed = done(server.api("DELETE", f"{LIVE}/tea/creatives/0"))
    [conflict] = removed.json["carried"][0]["conflicts"]
    assert (conflict["pointer"], conflict["kept"], conflict["existing"]) == ("/cards/7001", "incoming", OFF)
    assert done(server.api("GET", f"{DRAFT}/tea")).data["cards"] == {"7002": IOS}
    done(server.api("PATCH", f"{DRAFT}/tea", {"cards": {"7003": OFF}}))
    instant = soon(2)
    done(server.api("POST", f"{MALL}/draft/publish", {"at": text(instant)}), 201)
    wait_until(instant)
    assert shown(server, query="&platform=ios") == [7002] and shown(server) is None
    done(server.api("POST", f"{MALL}/revisions/{revision}/restore", {}), 201)
    assert shown(server) == [7001, 7002, 7003]
    history = done(server.api("GET", f"{MALL}/revisions/{revision + 1}/diff")).data
    assert "/cards" in str(history["blocks"])


@pytest.mark.both_engines
def test_rules_are_copied_exported_and_imported(server):
    created(server, "A", "B", cards={"7001": OFF})
    copy_of_mall(server)
    copied = done(server.api("GET", "/api/pages/mall-sale/live/blocks/tea")).data
    assert copied["cards"] == {"7001": OFF}
    exported = done(server.api("GET", f"{MALL}/export")).json
    blocks = {block["blockCode"]: block for block in exported["blocks"]}
    assert blocks["tea"]["cards"] == {"7001": OFF}
    assert all("cards" not in block for code, block in blocks.items() if code != "tea")
    done(server.api("PUT", "/api/pages/mall-sale/export", exported))
    assert done(server.api("GET", "/api/pages/mall-sale/export")).json["blocks"] == exported["blocks"]
    blocks["tea"]["cards"]["9"] = OFF
    place = exported["blocks"].index(blocks["tea"])
    refused(server.api("PUT", "/api/pages/mall-sale/export", exported), 422, f"/blocks/{place}/cards/9")


def test_the_round_menu_omits_cards_that_their_rules_hide(server):
    path = "/api/pages/music/live/blocks/HOMEPAGE_BLOCK_OLD_DRAGON_BALL"
    block = done(server.api("GET", path)).data
    [card] = block["content"]["creatives"]
    first, second = (
        dict(card, creativeId=id, resources=part) for id, part in (("m1", card["resources"][:2]), ("m2", card["resources"][2:]))
    )
    before = done(server.get("/homepage/dragon/ball")).data
    done(server.api("PATCH", path, {"content": {"creatives": [first, second]}, "cards": {"m1": OFF}}))
    assert done(server.get("/homepage/dragon/ball")).data == before[2:]
    done(server.api("PATCH", path, {"cards": None}))
    assert done(server.get("/homepage/dragon/ball")).data == before


@pytest.mark.both_engines
def test_a_change_of_a_cards_named_audience_is_live_and_a_used_one_cannot_be_deleted(server):
    vips = {"name": "vips", "audience": {"platforms": ["ios"]}}
    done(server.api("POST", "/api/audiences", vips), 201)
    made = created(server, "All", "VIPs", cards={"7002": {"audience": {"name": "vips"}}})
    assert made.data["cards"]["7002"]["audience"] == {"name": "vips", "platforms": ["ios"]}
    assert shown(server, query="&platform=ios") == [7001, 7002] and shown(server, query="&platform=web") == [7001]
    [use] = done(server.api("GET", "/api/audiences/vips")).data["uses"]
    assert (use["page"], use["state"], use["blocks"]) == ("mall", "live", ["tea"])

    before = done(server.api("GET", MALL)).data["revision"]
    redefined = {"audience": {"platforms": ["web"], "percent": 100, "seed": "s"}}
    [renewed] = done(server.api("PUT", "/api/audiences/vips", redefined)).data["renewed"]
    assert shown(server, query="&platform=ios") == [7001] and shown(server, query="&platform=web&uid=1") == [7001, 7002]
    after = done(server.api("GET", MALL)).data["revision"]
    assert after == renewed["revision"] and after > before
    refused(server.get("/homepage/blocks/tea/items/id:7002?page=mall&platform=ios"), 404)

    exported = done(server.api("GET", f"{MALL}/export")).json
    copy_of_mall(server)
    assert done(server.api("PUT", "/api/pages/mall-sale/export", exported)).data["audiences"] == []
    rules = done(server.api("GET", "/api/pages/mall-sale/live/blocks/tea")).data["cards"]
    assert rules["7002"]["audience"] == {"name": "vips"} | redefined["audience"]

    problem = refused(server.api("DELETE", "/api/audiences/vips"), 409)
    assert "mall (live)" in problem["detail"], problem
    done(server.api("POST", f"{MALL}/revisions/{before}/restore", {}), 201)
    assert shown(server, query="&platform=ios") == [7001, 7002]
    for page in ("mall", "mall-sale"):
        done(server.api("PATCH", f"/api/pages/{page}/live/blocks/tea", {"cards": None}))
    done(server.api("DELETE", "/api/audiences/vips"))
    refused(
        server.api("PATCH", f"{LIVE}/tea", {"cards": {"7001": {"audience": {"name": "vips"}}}}), 422, "/cards/7001/audience/name"
    )
