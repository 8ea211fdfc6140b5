"""End-to-end workflows of operators with drafts, releases, takeovers and audiences."""

import hashlib
from datetime import timedelta

import pytest

from harness.marks import short_and_long
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
)

STAGES = [("live", "publisher"), ("draft", "editor")]


@pytest.mark.both_engines
@pytest.mark.parametrize("first", ["the reorder first", "the edit first"])
@pytest.mark.parametrize("stage, role", STAGES)
def test_a_concurrent_reorder_and_edit_are_both_applied(server, stage, role, first):
    ada, ben = server.new_token(role, "Ada"), server.new_token(role, "Ben")
    before, document = sections(server), server.get("/homepage?page=mall").body
    order = done(server.api("GET", f"{MALL}/{stage}/order", token=ada))
    block = done(server.api("GET", f"{MALL}/{stage}/blocks/wallet", token=ben))

    def reorder():
        change = {"moves": [{"block": "middleAd", "to": "start"}]}
        assert done(server.api("PUT", f"{MALL}/{stage}/order", change, ada, tag(order))).data["moved"] == ["middleAd"]

    def edit():
        edited = done(server.api("PATCH", f"{MALL}/{stage}/blocks/wallet", POCKET, ben, tag(block)))
        assert edited.data["info"]["changedBy"] == "Ben"

    for change in [reorder, edit] if first == "the reorder first" else [edit, reorder]:
        change()
    if stage == "draft":
        assert server.get("/homepage?page=mall").body == document
        done(server.api("POST", f"{MALL}/draft/publish", {}), 201)
    assert server.order("mall") == ["middleAd"] + [code for code in order.data["order"] if code != "middleAd"]
    after = sections(server)
    assert after.pop("wallet")["uiElement"]["subTitle"]["title"] == "口袋 Pocket"
    del before["wallet"]
    assert after == before
    assert list(after)[0] == "middleAd"


@pytest.mark.both_engines
@pytest.mark.parametrize("stage, role", STAGES)
def test_the_response_to_a_stale_reorder_has_the_current_order_and_its_author(server, stage, role):
    ada, ben = server.new_token(role, "Ada"), server.new_token(role, "Ben")
    path = f"{MALL}/{stage}/order"
    seen = done(server.api("GET", path))
    begin = text(soon(0))
    made = done(server.api("PUT", path, {"moves": [{"block": "wallet", "to": "start"}]}, ada, tag(seen)))
    late = server.api("PUT", path, {"moves": [{"block": "otc", "to": "start"}]}, ben, tag(seen))
    document = refused(late, 412)
    assert document["current"]["order"] == made.data["order"]
    assert document["current"]["revision"] == made.data["revision"]
    assert document["changedBy"] == "Ada"
    assert begin <= document["changedAt"] <= text(soon(1))
    assert late.headers["ETag"] == made.headers["ETag"] != seen.headers["ETag"]
    assert done(server.api("GET", path)).data["order"] == made.data["order"]
    again = done(server.api("PUT", path, {"moves": [{"block": "otc", "to": "start"}]}, ben, tag(late)))
    assert again.data["order"][:2] == ["otc", "wallet"]


@pytest.mark.both_engines
def test_publishing_an_older_draft_keeps_later_changes_of_live(server):
    editor, publisher = server.new_token("editor"), server.new_token("publisher")
    order = server.order("mall")
    done(server.api("POST", f"{MALL}/draft/blocks?after=marquee", ads("teaFair", "春茶节开场 Tea"), editor), 201)
    assert "teaFair" not in server.order("mall")
    assert server.get("/homepage/blocks/teaFair?page=mall").status == 404

    moved = done(server.api("PUT", f"{MALL}/live/order", {"moves": [{"block": "middleAd", "to": "start"}]}, publisher))
    [carried] = moved.json["carried"]
    assert (carried["to"], carried["release"], carried["applied"]) == ("draft", None, True)
    assert carried["conflicts"] == []
    live = ["middleAd"] + [code for code in order if code != "middleAd"]
    assert server.order("mall") == live

    release = done(server.api("POST", f"{MALL}/draft/publish", {"message": "tea"}, publisher), 201).data
    assert (release["page"], release["state"], release["message"]) == ("mall", "live", "tea")
    expected = list(live)
    expected.insert(expected.index("marquee") + 1, "teaFair")
    assert server.order("mall") == expected
    assert list(sections(server)) == [code for code in expected if code not in ("otherMall", "otherService")]
    assert page_line(server)["draft"] is False and page_line(server)["revision"] == release["revision"]
    refused(server.api("POST", f"{MALL}/draft/publish", {}, publisher), 404)


# Responses that change with a release of another order and other cards of "marquee".
READS = [
    "/homepage?page=mall",
    "/homepage?page=mall&cursor=&limit=4",
    "/homepage/blocks/marquee?page=mall",
    "/homepage/blocks/marquee/items/0?page=mall",
    "/sort?page=mall",
    "/pages",
]


@pytest.mark.both_engines
@pytest.mark.parametrize("readers", ["readers before", "no reader before"])
def test_a_planned_release_takes_effect_on_time_without_requests(server, readers):
    before = {path: done(server.get(path)).body for path in READS}
    done(server.api("POST", f"{MALL}/draft/blocks?to=start", ads("dawn", "早安 Good morning")), 201)
    news = {"content": ads("marquee", "早市开了 The market is open")["content"]}
    done(server.api("PATCH", f"{MALL}/draft/blocks/marquee", news))
    instant = soon(3)
    release = done(server.api("POST", f"{MALL}/draft/publish", {"at": text(instant)}), 201).data
    assert (release["state"], release["at"]) == ("pending", text(instant))
    # Send no requests immediately before the instant.
    while readers == "readers before" and now() < instant - timedelta(milliseconds=300):
        for path in READS:
            sent = now()
            response = done(server.get(path))
            assert kept_until(response, sent) <= instant, (path, response.headers["Cache-Control"])
            assert response.body == before[path] or now() >= instant, path
    wait_until(instant)
    assert list(sections(server))[0] == "dawn"
    for path in READS:
        response = done(server.get(path))
        assert response.body != before[path], path
        assert "max-age=5, stale-while-revalidate=60" in response.headers["Cache-Control"]
    assert page_line(server)["revision"] == release["revision"]
    states = [(line["id"], line["state"]) for line in all_of(server, f"{MALL}/releases", "releases")]
    assert states[0] == (release["id"], "live")
    assert {state for _, state in states[1:]} == {"past"}


@pytest.mark.both_engines
def test_a_takeover_shows_the_other_page_and_ends_without_requests(server):
    copy_of_mall(server)
    own, order = done(server.get("/homepage?page=mall")), done(server.get("/sort?page=mall"))
    begin = soon(2)
    end = begin + timedelta(seconds=4)
    plan = {"shows": "mall-sale", "from": text(begin), "until": text(end), "message": "大促"}
    made = done(server.api("POST", f"{MALL}/takeovers", plan), 201).data
    assert made["state"] == "pending" and {name: made[name] for name in plan} == plan
    sent = now()
    early = done(server.get("/homepage?page=mall"))
    assert early.body == own.body and kept_until(early, sent) <= begin

    wait_until(begin)
    sent = now()
    during = done(server.get("/homepage?page=mall", {"If-None-Match": own.headers["ETag"]}))
    campaign = done(server.get("/homepage?page=mall-sale"))
    assert during.body == campaign.body != own.body
    assert during.headers["ETag"] != own.headers["ETag"]
    assert kept_until(during, sent) <= end
    assert server.get("/homepage?page=mall", {"If-None-Match": during.headers["ETag"]}).status == 304
    sorted_now = done(server.get("/sort?page=mall"))
    assert (sorted_now.body, sorted_now.headers["ETag"]) == (order.body, order.headers["ETag"])
    assert page_line(server)["showing"] == "mall-sale"
    assert [line["state"] for line in done(server.api("GET", f"{MALL}/takeovers")).data] == ["active"]

    wait_until(end)
    after = done(server.get("/homepage?page=mall", {"If-None-Match": during.headers["ETag"]}))
    assert (after.body, after.headers["ETag"]) == (own.body, own.headers["ETag"])
    assert server.get("/homepage?page=mall", {"If-None-Match": own.headers["ETag"]}).status == 304
    assert page_line(server)["showing"] == "mall"
    assert [line["state"] for line in done(server.api("GET", f"{MALL}/takeovers")).data] == ["ended"]


def pending_releases(server):
    return [line for line in all_of(server, f"{MALL}/releases", "releases") if line["state"] == "pending"]


@pytest.mark.both_engines
def test_a_rollback_is_a_new_revision_and_undone_changes_do_not_come_back(server):
    old, number = done(server.get("/homepage?page=mall")), page_line(server)["revision"]
    order = done(server.api("GET", f"{MALL}/live/order")).data["order"]
    done(server.api("POST", f"{MALL}/draft/blocks", ads("later", "明天见 Tomorrow")), 201)
    planned = done(server.api("POST", f"{MALL}/draft/publish", {"at": text(soon(3600))}), 201).data
    done(server.api("PUT", f"{MALL}/live/order", {"moves": [{"block": "wallet", "to": "start"}]}))
    done(server.api("PATCH", f"{MALL}/live/blocks/wallet", POCKET))
    done(server.api("DELETE", f"{MALL}/live/blocks/otc"))
    done(server.api("POST", f"{MALL}/draft/blocks?to=start", ads("soon", "即将开始 Soon")), 201)
    newest = all_of(server, f"{MALL}/revisions", "revisions")[0]["number"]

    response = done(server.api("POST", f"{MALL}/revisions/{number}/restore", {"message": "back"}), 201)
    release = response.data
    assert release["revision"] > newest and (release["state"], release["message"]) == ("live", "back")
    assert [(one["to"], one["conflicts"]) for one in response.json["carried"]] == [("draft", []), ("release", [])]
    served = done(server.get("/homepage?page=mall"))
    assert (served.body, served.headers["ETag"]) == (old.body, old.headers["ETag"])
    documents = [done(server.api("GET", f"{MALL}/revisions/{n}")).json for n in (number, release["revision"])]
    assert documents[0] == documents[1]
    line = next(line for line in all_of(server, f"{MALL}/revisions", "revisions") if line["number"] == release["revision"])
    assert (line["cause"], line["live"], line["draft"]) == ("restore", True, False)

    difference = done(server.api("GET", f"{MALL}/draft/diff")).data
    assert [(block["blockCode"], block["change"]) for block in difference["blocks"]] == [("soon", "added")]
    assert difference["order"]["moved"] == [] and difference["draft"]["conflicts"] == []
    [pending] = pending_releases(server)
    assert pending["id"] == planned["id"]
    then = done(server.api("GET", f"{MALL}/revisions/{pending['revision']}")).json
    assert [block["blockCode"] for block in then["blocks"]] == [*order[:-1], "later", order[-1]]
    done(server.api("POST", f"{MALL}/draft/publish", {}), 201)
    assert done(server.api("GET", f"{MALL}/live/order")).data["order"] == ["soon", *order]
    assert done(server.api("GET", f"{MALL}/live/blocks/wallet")).data["content"]["uiElement"] != POCKET["content"]["uiElement"]
    refused(server.api("POST", f"{MALL}/revisions/999/restore", {}), 404)


@pytest.mark.both_engines
def test_a_draft_in_which_every_change_was_undone_is_removed(server):
    before = done(server.api("GET", f"{MALL}/draft/blocks/wallet"))
    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", POCKET))
    assert page_line(server)["draft"]
    undone = done(
        server.api("PUT", f"{MALL}/draft/blocks/wallet", {name: value for name, value in before.data.items() if name != "info"})
    )
    assert undone.headers["ETag"] == before.headers["ETag"]
    assert not page_line(server)["draft"]
    assert done(server.api("GET", f"{MALL}/draft/diff")).data["draft"] is None
    refused(server.api("POST", f"{MALL}/draft/publish", {}), 404)
    refused(server.api("DELETE", f"{MALL}/draft"), 404)
    assert not any(line["draft"] for line in all_of(server, f"{MALL}/revisions", "revisions"))

    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", POCKET))
    restored = done(server.api("POST", f"{MALL}/draft/restore", {"revision": page_line(server)["revision"]}))
    assert restored.data["etag"] is None and "ETag" not in restored.headers
    assert not page_line(server)["draft"]


@pytest.mark.both_engines
def test_a_planned_release_can_be_rescheduled_and_moved_back_to_the_draft(server):
    done(server.api("POST", f"{MALL}/draft/blocks?to=start", ads("soon", "即将开始 Soon")), 201)
    planned = done(server.api("POST", f"{MALL}/draft/publish", {"at": text(soon(3600)), "message": "八点"}), 201).data
    path = f"{MALL}/releases/{planned['id']}"
    assert done(server.api("GET", path)).data == planned
    against = done(server.api("GET", f"{MALL}/revisions/{planned['revision']}/diff?against={planned['base']}")).data
    assert [block["blockCode"] for block in against["blocks"]] == ["soon"]

    later = text(soon(7200))
    changed = done(server.api("PATCH", path, {"at": later}, headers={"If-Match": planned["etag"]}))
    assert changed.data | {"at": planned["at"], "etag": planned["etag"]} == planned
    assert changed.headers["ETag"] == changed.data["etag"] != planned["etag"]
    assert pending_releases(server) == [changed.data]
    refused(server.api("PATCH", path, {"message": "九点"}, headers={"If-Match": planned["etag"]}), 412)
    refused(server.api("PATCH", path, {"at": text(soon(-60))}), 422, "/at")
    refused(server.api("PATCH", path, {"at": later, "shows": "x"}), 422)
    # A change of live that is merged into the release does not change its validator.
    done(server.api("PATCH", f"{MALL}/live/blocks/wallet", POCKET))
    done(server.api("PATCH", path, {"message": "九点"}, headers={"If-Match": changed.data["etag"]}))
    whole = done(server.api("GET", path)).headers["ETag"]
    done(server.api("PATCH", path, {"message": "十点"}, headers={"If-Match": whole}))
    refused(server.api("PATCH", path, {"message": "九点"}, headers={"If-Match": whole}), 412)

    put = done(server.api("DELETE", f"{path}?intoDraft=true"))
    assert put.data["state"] == "cancelled"
    assert [(one["to"], one["conflicts"]) for one in put.json["carried"]] == [("draft", [])]
    difference = done(server.api("GET", f"{MALL}/draft/diff")).data
    assert [(block["blockCode"], block["change"]) for block in difference["blocks"]] == [("soon", "added")]
    assert pending_releases(server) == []
    for method, body in (("PATCH", {"at": later}), ("DELETE", None)):
        refused(server.api(method, path, body), 409)
    lines = all_of(server, "/api/audit?page=mall", "entries")
    assert [line["action"] for line in lines if line["action"].startswith("release.")] == [
        "release.draft",
        "release.change",
        "release.change",
        "release.change",
    ]


def test_only_an_audience_of_app_versions_gets_its_section(server):
    for code, versions in (("oldBoard", {"max": "8.9"}), ("newBoard", {"min": "9.0"})):
        audience = {"platforms": ["ios"], "appVersion": versions}
        done(server.api("POST", f"{MALL}/live/blocks", ads(code, "公告 Notice", audience=audience)), 201)
    for client, expected in (
        ("platform=ios&appVersion=8.9", {"oldBoard"}),
        ("platform=ios&appVersion=8.9.5", {"oldBoard"}),
        ("platform=ios&appVersion=8", {"oldBoard"}),
        ("platform=ios&appVersion=9.0", {"newBoard"}),
        ("platform=ios&appVersion=9", {"newBoard"}),
        ("platform=ios&appVersion=9.0.1", {"newBoard"}),
        ("platform=ios&appVersion=10.1", {"newBoard"}),
        ("platform=ios&appVersion=9.0.0-beta.1", set()),
        ("platform=android&appVersion=9.0", set()),
        ("platform=ios", set()),
        ("appVersion=9.0", set()),
        ("", set()),
    ):
        served = done(server.get(f"/homepage?page=mall&{client}"))
        shown = {block["blockCode"] for block in served.data["blocks"]}
        assert shown & {"oldBoard", "newBoard"} == expected, client
        preview = done(server.api("GET", f"{MALL}/live/homepage?{client}"))
        assert preview.body == served.body, client
        for code in ("oldBoard", "newBoard"):
            status = server.get(f"/homepage/blocks/{code}?page=mall&{client}").status
            assert status == (200 if code in expected else 404), (code, client)
    assert {"oldBoard", "newBoard"} < set(server.order("mall"))
    languages, uid = ",".join(["en"] * 11), "x" * 257
    for wrong in ("platform=tv", "appVersion=nine", "locale=%21", f"locale={languages}", f"uid={uid}"):
        # An invalid version is an error for operators, and an unknown version for clients.
        refused(server.api("GET", f"{MALL}/live/homepage?{wrong}"), 400)
        served = done(server.get(f"/homepage?page=mall&{wrong}"))
        assert served.headers["Ignored-Parameters"] == wrong.split("=")[0]


@pytest.mark.parametrize("users", short_and_long(1_000, 3_000))
def test_a_percentage_always_includes_the_same_users_as_documented(server, users):
    def share(uid, seed):
        return int.from_bytes(hashlib.sha256(f"{seed}.{uid}".encode()).digest()[:8], "big") % 10_000 / 100

    for code, seed in (("lottery", "autumn"), ("raffle", "winter")):
        audience = {"percent": 30, "seed": seed}
        done(server.api("POST", f"{MALL}/live/blocks", ads(code, "抽奖 Draw", audience=audience)), 201)
    connection = server.connect()

    def sees(uid, code="lottery"):
        status = server.get(f"/homepage/blocks/{code}?page=mall&uid={uid}", connection=connection).status
        assert status in (200, 404)
        return status == 200

    uids = [f"listener-{number}" for number in range(users)]
    included = {uid for uid in uids if sees(uid)}
    assert 0.25 * users <= len(included) <= 0.35 * users
    assert included == {uid for uid in uids if share(uid, "autumn") < 30}
    sample = uids[:: users // 150]
    assert [sees(uid) for uid in sample] == [uid in included for uid in sample]
    assert [sees(uid, "raffle") for uid in sample] == [share(uid, "winter") < 30 for uid in sample]
    assert {"lottery", "raffle"}.isdisjoint(sections(server))
    assert server.get("/homepage/blocks/lottery?page=mall").status == 404

    # A larger percentage still includes the same users.
    done(server.api("PATCH", f"{MALL}/live/blocks/lottery", {"audience": {"percent": 62.5}}))
    assert [sees(uid) for uid in sample] == [share(uid, "autumn") < 62.5 for uid in sample]
    for percent, expected in ((0, False), (100, True)):
        done(server.api("PATCH", f"{MALL}/live/blocks/lottery", {"audience": {"percent": percent}}))
        assert {sees(uid) for uid in sample} == {expected}
        # 100 percent includes clients that are not signed in.
        assert server.get("/homepage/blocks/lottery?page=mall").status == (200 if expected else 404)


def test_a_section_is_served_in_the_best_matching_language(server):
    def heading(title):
        return {"uiElement": {"subTitle": {"title": title}}}

    def served(locale):
        return sections(server, f"page=mall&locale={locale}")["teaFair"]["uiElement"]["subTitle"]["title"]

    block = ads("teaFair", "Tea", localizations={"zh": heading("春茶节"), "zh-Hant": heading("春茶節")})
    block["content"].update(heading("Tea fair"))
    done(server.api("POST", f"{MALL}/live/blocks", block), 201)
    for locale, title in (
        ("zh-Hant-HK", "春茶節"),
        ("zh-Hant", "春茶節"),
        ("ZH-hant", "春茶節"),
        ("zh", "春茶节"),
        ("zh-Hans-CN", "春茶节"),
        ("en", "Tea fair"),
        ("fr,zh-Hant-HK", "春茶節"),
        ("fr,de", "Tea fair"),
        ("zh-Hans-CN,zh-Hant", "春茶节"),
    ):
        assert served(locale) == title, locale
    assert sections(server)["teaFair"]["uiElement"]["subTitle"]["title"] == "Tea fair"
    assert "localizations" not in sections(server, "page=mall&locale=zh")["teaFair"]

    patch = {"localizations": {"zh-Hant": None}}
    response = done(server.api("PATCH", f"{MALL}/live/blocks/teaFair", patch))
    assert response.data["localizations"] == {"zh": heading("春茶节")}
    assert [served(locale) for locale in ("zh-Hant-HK", "fr,zh-Hant-HK", "en")] == ["春茶节", "春茶节", "Tea fair"]


def plan_a_window(server, instant):
    block = ads("dawn", "早安 Good morning", **{"from": text(instant)})
    done(server.api("POST", f"{MALL}/live/blocks?to=start", block), 201)


def plan_a_release(server, instant):
    done(server.api("POST", f"{MALL}/draft/blocks?to=start", ads("dawn", "早安 Good morning")), 201)
    done(server.api("POST", f"{MALL}/draft/publish", {"at": text(instant)}), 201)


def plan_a_takeover(server, instant):
    copy_of_mall(server)
    plan = {"shows": "mall-sale", "from": text(instant), "until": text(instant + timedelta(hours=1))}
    done(server.api("POST", f"{MALL}/takeovers", plan), 201)


@pytest.mark.both_engines
@pytest.mark.parametrize("plan", [plan_a_window, plan_a_release, plan_a_takeover])
def test_a_preview_of_a_future_instant_equals_the_page_served_then(server, plan):
    instant = soon(4)
    plan(server, instant)
    present = done(server.get("/homepage?page=mall"))
    preview = done(server.api("GET", f"{MALL}/live/homepage?at={text(instant)}"))
    just_before = done(server.api("GET", f"{MALL}/live/homepage?at={text(instant - timedelta(milliseconds=1))}"))
    assert done(server.api("GET", f"{MALL}/live/homepage")).body == just_before.body == present.body != preview.body
    assert "private" in preview.headers["Cache-Control"] and preview.headers["ETag"]
    assert now() < instant
    wait_until(instant)
    assert done(server.get("/homepage?page=mall")).body == preview.body


@pytest.mark.both_engines
def test_a_preview_of_a_past_instant_equals_the_page_served_then(server):
    old = done(server.get("/homepage?page=mall"))
    moment = soon(0.01)
    wait_until(moment + timedelta(milliseconds=10))
    done(server.api("PATCH", f"{MALL}/live/blocks/wallet", POCKET))
    assert done(server.get("/homepage?page=mall")).body != old.body
    assert done(server.api("GET", f"{MALL}/live/homepage?at={text(moment)}")).body == old.body


@pytest.mark.both_engines
def test_a_preview_of_the_draft_equals_the_page_served_after_publishing(server):
    present = done(server.get("/homepage?page=mall"))
    assert done(server.api("GET", f"{MALL}/draft/homepage")).body == present.body
    done(server.api("POST", f"{MALL}/draft/blocks?to=start", ads("dawn", "早安", audience={"platforms": ["ios"]})), 201)
    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", POCKET))
    clients = ("", "platform=ios")
    previews = {client: done(server.api("GET", f"{MALL}/draft/homepage?{client}")).body for client in clients}
    assert previews[""] != previews["platform=ios"]
    assert done(server.get("/homepage?page=mall")).body == present.body
    done(server.api("POST", f"{MALL}/draft/publish"), 201)
    for client, preview in previews.items():
        assert done(server.get(f"/homepage?page=mall&{client}")).body == preview, client
    assert blocks(server)["dawn"] == blocks(server, "draft")["dawn"]
