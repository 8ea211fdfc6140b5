"""The effect of live changes on drafts and planned releases, and the responses of history, diffs and releases."""

from urllib.parse import quote

import pytest

from publishing import (
    MALL,
    POCKET,
    ads,
    all_of,
    blocks,
    done,
    page_line,
    patched,
    refused,
    sections,
    soon,
    tag,
    text,
    wait_until,
)

pytestmark = pytest.mark.both_engines
BUTTON = {"content": {"uiElement": {"button": {"text": "全部 All", "action": "homeblocks://mall/wallet/all"}}}}


def carried(response):
    return done(response).json.get("carried", [])


def pending(server):
    return [line for line in all_of(server, f"{MALL}/releases", "releases") if line["state"] == "pending"]


def test_a_live_edit_is_merged_with_the_drafts_changes_of_the_same_block(server):
    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", POCKET))
    [entry] = carried(server.api("PATCH", f"{MALL}/live/blocks/wallet", BUTTON))
    assert (entry["to"], entry["release"], entry["applied"], entry["conflicts"]) == ("draft", None, True, [])
    element = blocks(server, "draft")["wallet"]["content"]["uiElement"]
    assert element == POCKET["content"]["uiElement"] | BUTTON["content"]["uiElement"]
    assert "口袋 Pocket" not in server.get("/homepage?page=mall").body.decode()
    done(server.api("POST", f"{MALL}/draft/publish", {}), 201)
    assert sections(server)["wallet"]["uiElement"] == element | {"rcmdShowType": "DEFAULT"}


def test_blocks_created_and_deleted_live_are_created_and_deleted_in_the_draft(server):
    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", POCKET))
    created = done(server.api("POST", f"{MALL}/live/blocks?after=otc", ads("teaFair", "茶 Tea")), 201)
    for response in (created.json["carried"], carried(server.api("DELETE", f"{MALL}/live/blocks/middleAd"))):
        assert [(entry["to"], entry["applied"], entry["conflicts"]) for entry in response] == [("draft", True, [])]
    assert done(server.api("GET", f"{MALL}/draft/order")).data["order"] == server.order("mall")
    assert blocks(server, "draft") == blocks(server) | {"wallet": blocks(server, "draft")["wallet"]}
    assert blocks(server, "draft")["wallet"] != blocks(server)["wallet"]


def test_a_live_edit_wins_over_the_drafts_and_the_conflict_is_reported(server):
    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", POCKET))
    other = {"content": {"uiElement": {"subTitle": {"title": "钱袋 Purse"}}}}
    [entry] = carried(server.api("PATCH", f"{MALL}/live/blocks/wallet", other))
    assert (entry["to"], entry["applied"]) == ("draft", True)
    [conflict] = entry["conflicts"]
    assert conflict["blockCode"] == "wallet" and conflict["reason"]
    assert conflict["pointer"].startswith("/content/uiElement/subTitle")
    assert blocks(server, "draft")["wallet"]["content"]["uiElement"]["subTitle"]["title"] == "钱袋 Purse"


def test_a_block_deleted_in_the_draft_stays_deleted_and_the_conflict_is_reported(server):
    done(server.api("DELETE", f"{MALL}/draft/blocks/otc"))
    change = {"content": {"uiElement": {"subTitle": {"title": "药箱 Pharmacy"}}}}
    [entry] = carried(server.api("PATCH", f"{MALL}/live/blocks/otc", change))
    assert (entry["to"], entry["applied"]) == ("draft", False)
    assert [conflict["blockCode"] for conflict in entry["conflicts"]] == ["otc"] and entry["conflicts"][0]["reason"]
    assert "otc" not in blocks(server, "draft")
    assert sections(server)["otc"]["uiElement"]["subTitle"]["title"] == "药箱 Pharmacy"
    done(server.api("POST", f"{MALL}/draft/publish", {}), 201)
    assert "otc" not in server.order("mall")


def test_live_changes_are_merged_into_a_pending_release(server):
    done(server.api("POST", f"{MALL}/draft/blocks?to=start", ads("dawn", "早安 Morning")), 201)
    instant = text(soon(3600))
    planned = done(server.api("POST", f"{MALL}/draft/publish", {"at": instant, "message": "dawn"}), 201).data
    for change in (
        ("PATCH", f"{MALL}/live/blocks/wallet", POCKET),
        ("PUT", f"{MALL}/live/order", {"moves": [{"block": "middleAd", "to": "start"}]}),
    ):
        [entry] = carried(server.api(*change))
        assert (entry["to"], entry["applied"], entry["conflicts"]) == ("release", True, [])
        [release] = pending(server)
        assert entry["release"] == release["id"]
        assert (release["at"], release["message"]) == (instant, "dawn") and release["revision"] > planned["revision"]
    assert "dawn" not in server.order("mall")
    preview = done(server.api("GET", f"{MALL}/live/homepage?at={instant}")).data["blocks"]
    assert {block["blockCode"] for block in preview[:2]} == {"dawn", "middleAd"}
    wallet = [block for block in preview if block["blockCode"] == "wallet"][0]
    assert wallet["uiElement"]["subTitle"]["title"] == "口袋 Pocket"


def test_nothing_is_propagated_without_a_draft_or_planned_release(server):
    assert carried(server.api("PATCH", f"{MALL}/live/blocks/wallet", POCKET)) == []
    assert carried(server.api("PATCH", f"{MALL}/draft/blocks/wallet", BUTTON)) == []
    assert carried(server.api("DELETE", f"{MALL}/draft")) == []
    assert carried(server.api("PATCH", f"{MALL}/live/blocks/otc", {"enabled": False})) == []


def test_a_draft_can_be_discarded(server):
    refused(server.api("DELETE", f"{MALL}/draft"), 404)
    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", POCKET))
    [number] = [line["number"] for line in all_of(server, f"{MALL}/revisions", "revisions") if line["draft"]]
    assert done(server.api("DELETE", f"{MALL}/draft")).data == {"page": "mall", "revision": number}
    assert blocks(server, "draft") == blocks(server) and page_line(server)["draft"] is False
    refused(server.api("POST", f"{MALL}/draft/publish", {}), 404)


def test_a_cancelled_release_never_takes_effect(server):
    before = done(server.get("/homepage?page=mall"))
    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", POCKET))
    instant = soon(3)
    planned = done(server.api("POST", f"{MALL}/draft/publish", {"at": text(instant)}), 201).data
    ada = server.new_token("publisher", "Ada")
    cancelled = done(server.api("DELETE", f"{MALL}/releases/{planned['id']}", token=ada)).data
    assert (cancelled["id"], cancelled["state"], cancelled["cancelledBy"]) == (planned["id"], "cancelled", "Ada")
    assert cancelled["cancelledAt"] is not None
    wait_until(instant)
    after = done(server.get("/homepage?page=mall"))
    assert (after.body, after.headers["ETag"]) == (before.body, before.headers["ETag"])
    assert "max-age=5, stale-while-revalidate=60" in after.headers["Cache-Control"]
    refused(server.api("DELETE", f"{MALL}/releases/{planned['id']}"), 409)


def test_a_release_that_has_taken_effect_cannot_be_cancelled(server):
    done(server.api("PATCH", f"{MALL}/live/blocks/wallet", POCKET))
    releases = all_of(server, f"{MALL}/releases", "releases")
    assert [line["state"] for line in releases] == ["live", "past"]
    for line in releases:
        refused(server.api("DELETE", f"{MALL}/releases/{line['id']}"), 409)
    refused(server.api("DELETE", f"{MALL}/releases/999"), 404)
    assert all_of(server, f"{MALL}/releases", "releases") == releases


def test_each_revision_can_be_read_as_the_page_was(server):
    exports = {}
    for change in (
        ("PATCH", f"{MALL}/live/blocks/wallet", POCKET),
        ("PUT", f"{MALL}/live/order", {"moves": [{"block": "wallet", "to": "start"}]}),
        ("DELETE", f"{MALL}/live/blocks/otc"),
    ):
        exports[page_line(server)["revision"]] = done(server.api("GET", f"{MALL}/export")).json
        done(server.api(*change))
    assert len(exports) == 3
    for number, document in exports.items():
        read = done(server.api("GET", f"{MALL}/revisions/{number}")).json
        assert read == document and set(read) == {"page", "data", "blocks"}
    refused(server.api("GET", f"{MALL}/revisions/999"), 404)


def test_a_diff_of_the_draft_says_what_publishing_would_change(server):
    nothing = done(server.api("GET", f"{MALL}/draft/diff"))
    unchanged = {"order": {"moved": [], "added": [], "removed": []}, "blocks": [], "data": []}
    assert nothing.data == {"page": "mall", "draft": None, "against": page_line(server)["revision"]} | unchanged

    editor, path = server.new_token("editor", "Eve"), f"{MALL}/draft"
    done(server.api("POST", f"{path}/blocks?after=otc", ads("teaFair", "茶 Tea"), editor), 201)
    done(server.api("DELETE", f"{path}/blocks/hxPrefecture", token=editor))
    done(server.api("PATCH", f"{path}/blocks/middleNav", {"until": "2040-01-01T00:00:00Z"}, editor))
    done(server.api("PUT", f"{path}/blocks/middleNav/creatives/order", {"order": [4, 0, 1, 3, 2]}, editor))
    done(server.api("DELETE", f"{path}/blocks/middleAd/creatives/0", token=editor))
    done(server.api("PUT", f"{path}/order", {"moves": [{"block": "wallet", "to": "start"}]}, editor))
    diff = done(server.api("GET", f"{path}/diff"))
    order = diff.data["order"]
    assert (order["moved"], order["added"], order["removed"]) == (["wallet"], ["teaFair"], ["hxPrefecture"])
    assert {order["changedBy"], *(entry["changedBy"] for entry in diff.data["blocks"])} == {"Eve"}
    changes = {entry["blockCode"]: entry["change"] for entry in diff.data["blocks"]}
    assert changes == {"teaFair": "added", "hxPrefecture": "removed", "middleNav": "changed", "middleAd": "changed"}
    live, draft = blocks(server), blocks(server, "draft")
    for entry in diff.data["blocks"]:
        if entry["change"] != "removed":
            assert patched(live.get(entry["blockCode"], {}), entry["patch"]) == draft[entry["blockCode"]]
    assert diff.data["draft"]["updatedBy"] == "Eve" and diff.data["against"] == page_line(server)["revision"]

    # A draft that has changed since it was read is not published.
    same = done(server.api("GET", f"{path}/diff"))
    assert (same.body, same.headers["ETag"]) == (diff.body, diff.headers["ETag"])
    done(server.api("PATCH", f"{path}/blocks/wallet", POCKET))
    refused(server.api("POST", f"{path}/publish", {}, headers=tag(diff)), 412)
    assert "teaFair" not in server.order("mall")
    done(server.api("POST", f"{path}/publish", {}, headers=tag(done(server.api("GET", f"{path}/diff")))), 201)
    assert blocks(server) == draft | {"wallet": blocks(server)["wallet"]}
    assert done(server.api("GET", f"{path}/diff")).data["draft"] is None


def test_applying_a_diff_turns_one_revision_into_the_other(server):
    export = done(server.api("GET", f"{MALL}/export")).json
    export["data"] = {"pageConfig": {"nodataToast": "到底了 That is all", "abtest": ["tea-a"]}}
    export["blocks"].insert(3, ads("teaFair", "茶 Tea", "碗 Bowl"))
    done(server.api("PUT", f"{MALL}/export", export))
    done(server.api("PATCH", f"{MALL}/live/blocks/wallet", POCKET))
    done(server.api("DELETE", f"{MALL}/live/blocks/otc"))
    done(server.api("PUT", f"{MALL}/live/order", {"moves": [{"block": "wallet", "to": "start"}]}))
    lines = all_of(server, f"{MALL}/revisions", "revisions")
    numbers = [line["number"] for line in lines]
    documents = {number: done(server.api("GET", f"{MALL}/revisions/{number}")).json for number in numbers}
    parents = {line["number"]: line["parent"] for line in lines}
    assert parents[1] is None

    for new, against in [(new, parents[new]) for new in numbers[:-1]] + [(numbers[0], 1), (1, numbers[0])]:
        query = "" if parents[new] == against else f"?against={against}"
        diff = done(server.api("GET", f"{MALL}/revisions/{new}/diff{query}")).data
        assert (diff["page"], diff["revision"], diff["against"]) == ("mall", new, against)
        old, wanted = ({b["blockCode"]: b for b in documents[number]["blocks"]} for number in (against, new))
        assert patched(documents[against]["data"], diff["data"]) == documents[new]["data"]
        assert diff["order"]["added"] == [code for code in wanted if code not in old]
        assert set(diff["order"]["removed"]) == old.keys() - wanted.keys()
        for entry in diff["blocks"]:
            code = entry["blockCode"]
            assert entry["change"] == ("added" if code not in old else "changed" if code in wanted else "removed")
            if code in wanted:
                assert patched(old.get(code, {}), entry["patch"]) == wanted[code]
        changed = {code for code in old.keys() | wanted.keys() if old.get(code) != wanted.get(code)}
        assert {entry["blockCode"] for entry in diff["blocks"]} == changed
    summary = lines[0]["changes"]
    assert summary["moved"] == ["wallet"] and summary["added"] == summary["removed"] == summary["changed"] == []
    assert lines[1]["changes"]["removed"] == ["otc"] and lines[2]["changes"]["changed"] == ["wallet"]
    refused(server.api("GET", f"{MALL}/revisions/1/diff?against=999"), 404)


@pytest.mark.parametrize("limit", [1, 7, 100])
def test_history_is_paginated_without_gaps_or_repeats(server, limit):
    order = server.order("mall")
    for place in range(11):
        done(server.api("PUT", f"{MALL}/live/order", {"moves": [{"block": order[place + 1], "to": "start"}]}))
    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", POCKET))
    lines = all_of(server, f"{MALL}/revisions", "revisions", limit)
    assert [line["number"] for line in lines] == list(range(13, 0, -1))
    assert [line["number"] for line in lines if line["live"]] == [12]
    assert [line["number"] for line in lines if line["draft"]] == [13]
    released = all_of(server, f"{MALL}/revisions?released=true", "revisions", limit)
    assert released == [line for line in lines if line["released"]] == lines[1:]
    releases = all_of(server, f"{MALL}/releases", "releases", limit)
    assert [line["revision"] for line in releases] == list(range(12, 0, -1))
    assert len({line["id"] for line in releases}) == 12


def test_history_that_grows_while_it_is_read_has_no_repeats(server):
    for code in ("wallet", "otc", "middleAd", "middleNav"):
        done(server.api("PUT", f"{MALL}/live/order", {"moves": [{"block": code, "to": "start"}]}))
    for path, name in (("revisions", "number"), ("releases", "id")):
        first = done(server.api("GET", f"{MALL}/{path}?limit=2")).data
        heading = {"content": {"uiElement": {"subTitle": {"title": path}}}}
        done(server.api("PATCH", f"{MALL}/live/blocks/wallet", heading))
        second = done(server.api("GET", f"{MALL}/{path}?limit=2&cursor={quote(first['next'], safe='')}")).data
        everything = [line[name] for line in all_of(server, f"{MALL}/{path}", path)]
        assert [line[name] for line in first[path] + second[path]] == everything[1:5]
        for wrong in ("cursor=none", "limit=0", "limit=101", "limit=all"):
            refused(server.api("GET", f"{MALL}/{path}?{wrong}"), 400)
