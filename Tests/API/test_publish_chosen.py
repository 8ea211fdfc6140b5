"""Publishing selected changes of a draft, restoring into the draft, and the history of a section."""

import json

import pytest

from harness.marks import case
from publishing import MALL, POCKET, all_of, blocks, done, page_line, refused, sections, soon, tag, text, wait_until

PUBLISH = f"{MALL}/draft/publish"


def prepare(server):
    """Creates a draft with a changed section, a new one, a deleted one and a move."""
    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", POCKET))
    done(server.api("PATCH", f"{MALL}/draft/blocks/otc", {"enabled": False}))
    done(server.api("DELETE", f"{MALL}/draft/blocks/marquee"))
    done(server.api("PUT", f"{MALL}/draft/order", {"moves": [{"block": "middleAd", "to": "start"}]}))


def changes(server):
    """The draft's changes: the codes of its blocks, and the blocks that it moves."""
    data = done(server.api("GET", f"{MALL}/draft/diff")).data
    return {block["blockCode"] for block in data["blocks"]}, data["order"]["moved"]


@pytest.mark.both_engines
def test_each_change_of_a_draft_names_its_last_author(server):
    def by(name, method, path, body=None):
        done(
            server.send(
                method,
                path,
                body and json.dumps(body),
                {"Authorization": f"Bearer {tokens[name]}", "Content-Type": "application/json"},
            )
        )

    tokens = {name: server.new_token("editor", name) for name in ("ming", "hua", "lan")}
    by("ming", "PATCH", f"{MALL}/draft/blocks/wallet", POCKET)
    by("hua", "PATCH", f"{MALL}/draft/blocks/otc", {"enabled": False})
    by("lan", "DELETE", f"{MALL}/draft/blocks/marquee")
    by("hua", "PATCH", f"{MALL}/draft/blocks/wallet", {"enabled": False})
    assert "changedBy" not in done(server.api("GET", f"{MALL}/draft/diff")).data["order"]
    by("ming", "PUT", f"{MALL}/draft/order", {"moves": [{"block": "middleAd", "to": "start"}]})
    # A change of live that is merged into the draft is not a change of the draft.
    done(server.api("PATCH", f"{MALL}/live/blocks/marquee", {"audience": {"platforms": ["ios"]}}))
    data = done(server.api("GET", f"{MALL}/draft/diff")).data
    assert {block["blockCode"]: block["changedBy"] for block in data["blocks"]} == {
        "wallet": "hua",
        "otc": "hua",
        "marquee": "lan",
    }
    assert all(block["changedAt"] <= data["draft"]["updatedAt"] for block in data["blocks"])
    assert data["order"]["changedBy"] == "ming"


@pytest.mark.both_engines
def test_selected_changes_are_published_and_the_rest_stays_in_the_draft(server):
    prepare(server)
    before = server.order("mall")
    diff = done(server.api("GET", f"{MALL}/draft/diff"))
    release = done(server.api("POST", PUBLISH, {"only": {"blocks": ["wallet"]}, "message": "pocket"}, None, tag(diff)), 201)
    assert (release.data["state"], release.data["message"]) == ("live", "pocket")
    assert sections(server)["wallet"]["uiElement"]["subTitle"]["title"] == "口袋 Pocket"
    assert server.order("mall") == before and blocks(server)["otc"]["enabled"] is True
    assert changes(server) == ({"otc", "marquee"}, ["middleAd"]) and page_line(server)["draft"] is True
    # The diff has changed since it was read.
    refused(server.api("POST", PUBLISH, {"only": {"blocks": ["otc"]}}, None, tag(diff)), 412)

    done(server.api("POST", PUBLISH, {"only": {"blocks": ["marquee"], "order": True}}), 201)
    after = ["middleAd"] + [code for code in before if code not in ("middleAd", "marquee")]
    assert server.order("mall") == after
    assert changes(server) == ({"otc"}, [])
    done(server.api("POST", PUBLISH, {}), 201)
    assert blocks(server)["otc"]["enabled"] is False
    assert page_line(server)["draft"] is False
    line = all_of(server, "/api/audit?action=draft.publish", "entries")[1]
    assert line["after"]["only"] == {"blocks": ["marquee"], "order": True}


def test_a_selection_that_is_not_a_change_of_the_draft_is_rejected_with_its_pointer(server):
    prepare(server)
    live = server.get("/homepage?page=mall").body
    for only, pointers in (
        ({"blocks": ["wallet", "middleAd"]}, ["/only/blocks/1"]),
        ({"blocks": ["nothing"]}, ["/only/blocks/0"]),
        ({"data": True}, ["/only/data"]),
        ({"blocks": ["wallet", "wallet"]}, ["/only/blocks/1"]),
        ({}, ["/only"]),
        ({"blocks": []}, ["/only"]),
        ({"blocks": ["wallet"], "cards": True}, ["/only/cards"]),
        (["wallet"], ["/only"]),
    ):
        with case(only):
            document = refused(server.api("POST", PUBLISH, {"only": only}), 422, *pointers)
            assert len(document["errors"]) == len(pointers)
            assert server.get("/homepage?page=mall").body == live
    assert changes(server) == ({"wallet", "otc", "marquee"}, ["middleAd"])


@pytest.mark.both_engines
def test_a_dry_run_and_a_retry_publish_nothing_twice(server):
    prepare(server)
    live = server.get("/homepage?page=mall").body
    body = {"only": {"blocks": ["wallet"]}}
    tried = done(server.api("POST", f"{PUBLISH}?dryRun=true", body)).data
    assert tried["state"] == "live"
    assert server.get("/homepage?page=mall").body == live
    assert changes(server) == ({"wallet", "otc", "marquee"}, ["middleAd"])
    key = {"Idempotency-Key": "pocket-1"}
    first = done(server.api("POST", PUBLISH, body, None, key), 201)
    assert done(server.api("POST", PUBLISH, body, None, key), 201).data == first.data
    assert first.data["revision"] == page_line(server)["revision"]
    assert changes(server) == ({"otc", "marquee"}, ["middleAd"])


@pytest.mark.both_engines
def test_a_planned_selection_is_in_the_release_instead_of_the_draft(server):
    prepare(server)
    instant = soon(3)
    planned = done(server.api("POST", PUBLISH, {"only": {"blocks": ["wallet"]}, "at": text(instant)}), 201).data
    assert planned["state"] == "pending"
    assert changes(server) == ({"otc", "marquee"}, ["middleAd"])
    assert blocks(server, "draft")["wallet"] == blocks(server)["wallet"]
    wait_until(instant)
    assert sections(server)["wallet"]["uiElement"]["subTitle"]["title"] == "口袋 Pocket"
    assert blocks(server, "draft")["wallet"] == blocks(server)["wallet"]
    assert changes(server) == ({"otc", "marquee"}, ["middleAd"])


@pytest.mark.both_engines
def test_an_editor_restores_a_section_and_a_revision_into_the_draft_only(server):
    editor = server.new_token("editor", "Ed")
    old = page_line(server)["revision"]
    first = blocks(server)
    done(server.api("PATCH", f"{MALL}/live/blocks/wallet", POCKET))
    done(server.api("DELETE", f"{MALL}/live/blocks/marquee"))
    live = server.get("/homepage?page=mall").body
    path = f"{MALL}/draft/restore"

    tried = done(server.api("POST", f"{path}?dryRun=true", {"revision": old}, editor))
    assert "ETag" not in tried.headers and page_line(server)["draft"] is False
    made = done(server.api("POST", path, {"revision": old, "only": {"blocks": ["wallet"]}}, editor))
    assert made.data["updatedBy"] == "Ed" and made.headers["ETag"] == made.data["etag"]
    assert blocks(server, "draft")["wallet"] == first["wallet"] and "marquee" not in blocks(server, "draft")
    refused(server.api("POST", path, {"revision": old}, editor, {"If-Match": '"old"'}), 412)
    done(server.api("POST", path, {"revision": old}, editor, tag(made)))
    assert blocks(server, "draft") == first
    assert server.get("/homepage?page=mall").body == live
    refused(server.api("POST", path, {"revision": old}, editor), 422, "/revision")
    refused(server.api("POST", path, {"revision": old, "only": {"blocks": ["otc"]}}, editor), 422, "/only/blocks/0")
    refused(server.api("POST", path, {"revision": 999}, editor), 404)
    refused(server.api("POST", path, {"revision": 0}, editor), 422, "/revision")
    refused(server.api("POST", path, {"revision": old}, server.new_token("viewer")), 403)
    [_, line] = all_of(server, "/api/audit?action=draft.restore", "entries")
    assert line["after"]["only"] == {"blocks": ["wallet"]} and line["subject"] == f"revision {old}"


@pytest.mark.both_engines
def test_the_history_of_a_section_has_only_the_revisions_that_changed_it(server):
    start = page_line(server)["revision"]
    done(server.api("PATCH", f"{MALL}/live/blocks/wallet", POCKET))
    changed = page_line(server)["revision"]
    done(server.api("PUT", f"{MALL}/live/order", {"moves": [{"block": "wallet", "to": "start"}]}))
    done(server.api("PATCH", f"{MALL}/live/blocks/otc", {"enabled": False}))
    done(server.api("PATCH", f"{MALL}/draft/blocks/wallet", {"enabled": False}))
    numbers = [line["number"] for line in all_of(server, f"{MALL}/revisions?block=wallet", "revisions", 1)]
    assert len(numbers) == 3 and numbers[1:] == [changed, start]
    assert all(
        "wallet" in line["changes"]["changed"] for line in all_of(server, f"{MALL}/revisions?block=wallet", "revisions")[:2]
    )
    released = all_of(server, f"{MALL}/revisions?block=wallet&released=true", "revisions")
    assert [line["number"] for line in released] == [changed, start]
    assert all_of(server, f"{MALL}/revisions?block=nothing", "revisions") == []
    refused(server.api("GET", f"{MALL}/revisions?block=a%20b"), 400)
