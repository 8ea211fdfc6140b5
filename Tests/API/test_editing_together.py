"""Changing planned takeovers, copying sections between pages, and changing several sections together."""

from datetime import timedelta

import pytest

from harness.marks import case
from publishing import (
    MALL,
    POCKET,
    ads,
    all_of,
    blocks,
    copy_of_mall,
    done,
    page_line,
    refused,
    sections,
    soon,
    tag,
    text,
)

TAKEOVERS = f"{MALL}/takeovers"


def take_over(server, begin, end, shows="mall-sale", **members):
    body = {"shows": shows, "from": text(begin), "until": text(end), **members}
    return done(server.api("POST", TAKEOVERS, body), 201)


@pytest.mark.both_engines
def test_the_times_and_the_page_of_a_planned_takeover_can_be_changed(server):
    copy_of_mall(server)
    copy_of_mall(server, "mall-tea")
    begin = soon(3600)
    made = take_over(server, begin, begin + timedelta(hours=1), message="sale")
    path = f"{TAKEOVERS}/{made.data['id']}"
    assert made.headers["ETag"] == made.data["etag"] and made.data["changedBy"] is None
    later = begin + timedelta(hours=2)
    change = {"from": text(begin + timedelta(hours=1)), "until": text(later), "shows": "mall-tea"}
    ada = server.new_token("publisher", "Ada")
    changed = done(server.api("PATCH", path, change, ada, tag(made)))
    assert {name: changed.data[name] for name in change} == change
    assert (changed.data["id"], changed.data["message"], changed.data["changedBy"]) == (made.data["id"], "sale", "Ada")
    assert changed.headers["ETag"] == changed.data["etag"] != made.data["etag"]
    assert done(server.api("GET", TAKEOVERS)).data == [changed.data]
    problem = refused(server.api("PATCH", path, {"message": "x"}, None, tag(made)), 412)
    assert problem["current"] == changed.data and problem["changedBy"] == "Ada"
    # A change without a difference writes nothing.
    assert done(server.api("PATCH", path, change, None, tag(changed))).data == changed.data
    [line] = all_of(server, "/api/audit?action=takeover.change", "entries")
    assert (line["before"]["shows"], line["after"]["shows"]) == ("mall-sale", "mall-tea")


@pytest.mark.both_engines
def test_changed_takeovers_cannot_overlap_and_follow_the_rules_of_new_ones(server):
    copy_of_mall(server)
    begin = soon(3600)
    one = take_over(server, begin, begin + timedelta(hours=1)).data
    other = take_over(server, begin + timedelta(hours=2), begin + timedelta(hours=3)).data
    path = f"{TAKEOVERS}/{one['id']}"
    before = done(server.api("GET", TAKEOVERS)).data
    refused(server.api("PATCH", path, {"until": text(begin + timedelta(hours=2, seconds=1))}), 409)
    refused(server.api("PATCH", path, {"until": text(begin)}), 422, "/until")
    refused(server.api("PATCH", path, {"shows": "mall"}), 422, "/shows")
    refused(server.api("PATCH", path, {"shows": "nothing"}), 422, "/shows")
    refused(server.api("PATCH", path, {"page": "mall"}), 422, "/page")
    refused(server.api("PATCH", f"{TAKEOVERS}/999", {"message": "x"}), 404)
    assert done(server.api("GET", TAKEOVERS)).data == before
    # It may end where the other one begins.
    done(server.api("PATCH", path, {"until": other["from"]}))
    done(server.api("DELETE", path))
    refused(server.api("PATCH", path, {"until": text(begin)}), 409)


@pytest.mark.both_engines
def test_only_the_end_of_an_active_takeover_can_be_changed(server):
    copy_of_mall(server)
    order = server.order("mall-sale")
    shown = [code for code in order if code in sections(server, "page=mall-sale")]
    made = done(server.api("POST", TAKEOVERS, {"shows": "mall-sale", "until": text(soon(3600))}), 201).data
    assert list(sections(server)) == shown
    path = f"{TAKEOVERS}/{made['id']}"
    end = soon(7200)
    changed = done(server.api("PATCH", path, {"until": text(end), "from": made["from"]})).data
    assert (changed["from"], changed["until"], changed["state"]) == (made["from"], text(end), "active")
    refused(server.api("PATCH", path, {"from": text(soon(60))}), 422, "/from")
    copy_of_mall(server, "mall-tea")
    refused(server.api("PATCH", path, {"shows": "mall-tea"}), 422, "/shows")
    assert list(sections(server)) == shown


@pytest.mark.both_engines
def test_a_section_is_copied_into_the_draft_of_another_page_with_a_free_code(server):
    editor = server.new_token("editor", "Ed")
    copy_of_mall(server)
    done(server.api("POST", f"{MALL}/draft/blocks", ads("tea", "春茶 Tea"), editor), 201)
    live = server.get("/homepage?page=mall-sale").body
    made = done(server.api("POST", f"{MALL}/draft/blocks/tea/copy", {"page": "mall-sale"}, editor), 201)
    assert made.headers["Location"] == "/api/pages/mall-sale/draft/blocks/tea"
    assert made.headers["ETag"] == made.data["info"]["etag"] and made.data["info"]["changedBy"] == "Ed"
    assert blocks(server, "draft", "mall-sale")["tea"] == blocks(server, "draft")["tea"]
    assert server.get("/homepage?page=mall-sale").body == live

    again = done(server.api("POST", f"{MALL}/live/blocks/wallet/copy", {"page": "mall-sale"}, editor), 201)
    third = done(server.api("POST", f"{MALL}/live/blocks/wallet/copy", {"page": "mall-sale"}, editor), 201)
    assert (again.data["blockCode"], third.data["blockCode"]) == ("wallet-2", "wallet-3")
    # Also within its own page.
    twin = done(server.api("POST", f"{MALL}/live/blocks/wallet/copy", {"page": "mall", "blockCode": "purse"}, editor), 201)
    assert twin.data["blockCode"] == "purse" and twin.data["content"] == again.data["content"]
    copies = blocks(server, "draft", "mall-sale")
    assert copies["wallet-2"] == copies["wallet-3"] | {"blockCode": "wallet-2"}
    assert copies["wallet-2"] == blocks(server)["wallet"] | {"blockCode": "wallet-2"}


def test_a_copied_section_must_follow_the_rules_of_the_target_page(server):
    path = f"{MALL}/live/blocks/wallet/copy"
    refused(server.api("POST", path, {"page": "nothing"}), 422, "/page")
    refused(server.api("POST", path, {}), 422, "/page")
    refused(server.api("POST", path, {"page": "mall", "blockCode": "otc"}), 409)
    refused(server.api("POST", path, {"page": "mall", "blockCode": "a b"}), 422, "/blockCode")
    refused(server.api("POST", f"{MALL}/live/blocks/nothing/copy", {"page": "mall"}), 404)
    refused(server.api("POST", path, {"page": "mall"}, server.new_token("viewer")), 403)
    # The published apps of this page cannot read the layout.
    family = next(line for line in done(server.api("GET", "/api/pages")).data if line["client"])
    refused(server.api("POST", path, {"page": family["page"]}), 422)
    tried = done(server.api("POST", f"{path}?dryRun=true", {"page": "mall"}))
    assert tried.data["blockCode"] == "wallet-2" and "Location" not in tried.headers
    assert page_line(server)["draft"] is False


@pytest.mark.both_engines
@pytest.mark.parametrize("stage, role", [("live", "publisher"), ("draft", "editor")])
def test_several_sections_get_a_window_and_an_audience_in_one_revision(server, stage, role):
    token = server.new_token(role, "Bo")
    path, before = f"{MALL}/{stage}/blocks", blocks(server, stage)
    start = page_line(server)["revision"]
    order = server.order("mall")
    done(server.api("PATCH", f"{path}/wallet", {"from": "2030-01-01T00:00:00Z", "audience": {"platforms": ["web"]}}))
    values = {"until": "2031-01-01T00:00:00.000Z", "audience": {"platforms": ["ios"]}, "enabled": True}
    made = done(server.api("PATCH", path, {"blocks": ["otc", "wallet"], "set": values}, token))
    assert [block["blockCode"] for block in made.data["blocks"]] == ["otc", "wallet"]
    revisions = {block["info"]["revision"] for block in made.data["blocks"]}
    assert len(revisions) == 1 and {block["info"]["changedBy"] for block in made.data["blocks"]} == {"Bo"}
    now = blocks(server, stage)
    assert now["otc"] == before["otc"] | values
    assert now["wallet"] == before["wallet"] | values | {"from": "2030-01-01T00:00:00.000Z"}
    assert {code: block for code, block in now.items() if code not in ("otc", "wallet")} == {
        code: block for code, block in before.items() if code not in ("otc", "wallet")
    }
    assert server.order("mall") == order
    # null removes.
    done(server.api("PATCH", path, {"blocks": ["otc", "wallet"], "set": dict.fromkeys(["from", "until", "audience"])}, token))
    assert blocks(server, stage) == before
    assert (page_line(server)["revision"] == start) == (stage == "draft")
    lines = all_of(server, f"/api/audit?action={stage}.blocks.change", "entries")
    assert len(lines) == 2 and set(lines[1]["after"]["blocks"]) == {"otc", "wallet"}
    assert lines[1]["before"]["blocks"]["wallet"]["audience"] == {"platforms": ["web"]}


def test_if_one_section_would_be_invalid_none_is_changed(server):
    done(server.api("PATCH", f"{MALL}/live/blocks/wallet", {"from": "2030-01-01T00:00:00Z"}))
    before, revision = blocks(server), page_line(server)["revision"]
    for body, pointers in (
        ({"blocks": ["wallet", "nothing"], "set": {"enabled": False}}, ["/blocks/1"]),
        ({"blocks": ["otc", "wallet"], "set": {"until": "2029-01-01T00:00:00Z"}}, ["/blocks/1"]),
        ({"blocks": ["wallet"], "set": {"from": "2031-01-01T00:00:00Z", "until": "2030-01-01T00:00:00Z"}}, ["/set/until"]),
        ({"blocks": ["wallet", "wallet"], "set": {"enabled": False}}, ["/blocks/1"]),
        ({"blocks": [], "set": {"enabled": False}}, ["/blocks"]),
        ({"blocks": ["wallet"], "set": {}}, ["/set"]),
        ({"blocks": ["wallet"], "set": {"content": {}}}, ["/set/content"]),
        ({"blocks": ["wallet"], "set": {"enabled": 1}}, ["/set/enabled"]),
        ({"blocks": ["otc", "wallet"], "set": {"audience": {"name": "nobody"}}}, ["/blocks/0", "/blocks/1"]),
        ({"blocks": ["wallet"]}, ["/set"]),
    ):
        with case(body):
            refused(server.api("PATCH", f"{MALL}/live/blocks", body), 422, *pointers)
            assert blocks(server) == before and page_line(server)["revision"] == revision
    tried = {"blocks": ["wallet", "otc"], "set": {"enabled": False}}
    shown = done(server.api("PATCH", f"{MALL}/live/blocks?dryRun=true", tried)).data["blocks"]
    assert [block["enabled"] for block in shown] == [False, False]
    assert blocks(server) == before


@pytest.mark.both_engines
def test_a_change_of_several_live_sections_is_propagated_to_the_draft(server):
    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", POCKET))
    made = done(server.api("PATCH", f"{MALL}/live/blocks", {"blocks": ["wallet", "otc"], "set": {"enabled": False}}))
    [carried] = made.json["carried"]
    assert (carried["to"], carried["applied"], carried["conflicts"]) == ("draft", True, [])
    draft = blocks(server, "draft")
    assert (draft["wallet"]["enabled"], draft["otc"]["enabled"]) == (False, False)
    assert draft["wallet"]["content"]["uiElement"]["subTitle"]["title"] == "口袋 Pocket"
