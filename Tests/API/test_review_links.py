"""Links that may approve: everyone with one approves in the name of its creator, and can do nothing else."""

import json

import pytest

from harness import eventually
from publishing import MALL, all_of, done, refused, soon, text
from reviewing import BYPASS, DRAFT, REVIEW, live

LINKS = f"{MALL}/links"


def approving(person, **members):
    return done(person.send("POST", LINKS, {"mayApprove": True, **members}), 201).data


def with_link(server, secret, method="GET", path="", body=None):
    headers = {"HomeBlocks-Preview": secret, **({"Content-Type": "application/json"} if body else {})}
    return server.send(method, f"/preview/review{path}", json.dumps(body) if body else None, headers)


def approve(server, secret, state=None):
    state = state or done(with_link(server, secret)).data["state"]
    return with_link(server, secret, "POST", "/approvals", {"state": state})


def release(people, identity):
    return done(people.bo.send("GET", f"{MALL}/releases/{identity}")).data


@pytest.mark.both_engines
def test_a_link_approves_in_the_name_of_its_creator(server, people):
    before = live(server)
    people.ed.edit()
    link = approving(people.ada, label="For the lawyer")
    secret = link["secret"]
    assert link["mayApprove"] is True
    shown = server.get("/homepage", headers={"HomeBlocks-Preview": secret})
    assert shown.headers["HomeBlocks-Preview"] == "draft; may approve"
    review = done(with_link(server, secret))
    assert review.headers["Cache-Control"] == "private, no-cache"
    assert (review.data["page"], review.data["approver"], review.data["ready"]) == ("mall", "Ada", False)
    [block] = review.data["difference"]["blocks"]
    assert (block["blockCode"], block["change"]) == ("wallet", "changed") and "口袋" in str(block["patch"])
    approved = done(approve(server, secret), 201).data
    [verdict] = approved["verdicts"]
    assert (verdict["by"], verdict["link"], approved["ready"]) == ("Ada", link["id"], True)
    assert people.ada.review()["verdicts"] == [verdict] and live(server) == before
    entry = all_of(server, "/api/audit?page=mall", "entries")[0]
    assert (entry["action"], entry["actor"], entry["after"]["link"]) == ("review.approve", "Ada", link["id"])
    done(with_link(server, secret, "DELETE", "/approvals"))
    refused(people.bo.publish(), 409, kind="review-required")
    state = done(with_link(server, secret)).data["state"]
    refused(with_link(server, secret, "POST", "/objections", {"state": state}), 422, "/message")
    done(with_link(server, secret, "POST", "/objections", {"state": state, "message": "Wrong price"}), 201)
    # The verdict is hers: she replaces it herself.
    [verdict] = done(people.ada.approve(), 201).data["verdicts"]
    assert (verdict["kind"], verdict["link"]) == ("approval", None)
    done(people.bo.publish(), 201)
    assert live(server) != before
    refused(with_link(server, secret), 404)


@pytest.mark.both_engines
def test_a_link_approves_a_planned_release_that_waits(server, people):
    people.ed.edit()
    at = text(soon(3600))
    done(people.ed.send("POST", REVIEW, {"at": at}), 201)
    done(people.ada.approve(), 201)
    planned = done(people.bo.publish({"at": at}), 201).data["id"]
    secret = approving(people.bo, release=planned)["secret"]
    done(people.lin.send("PUT", f"{MALL}/live/order", {"moves": [{"block": "otc", "to": "start"}]}, headers=BYPASS))
    assert release(people, planned)["state"] == "waiting"
    review = done(with_link(server, secret)).data
    assert [block["blockCode"] for block in review["difference"]["blocks"]] == ["wallet"] and review["at"] == release(
        people, planned
    )["at"]
    # A draft on the same page does not concern the link.
    people.ed.edit({"enabled": False})
    done(approve(server, secret, review["state"]), 201)
    assert release(people, planned)["state"] == "pending"


@pytest.mark.both_engines
def test_a_link_approves_only_what_was_seen(server, people):
    people.ed.edit()
    secret = approving(people.ada)["secret"]
    state = done(with_link(server, secret)).data["state"]
    people.ed.edit({"enabled": False})
    changed = refused(approve(server, secret, state), 412)
    assert changed["current"]["state"] == done(with_link(server, secret)).data["state"] != state
    assert people.ada.review()["verdicts"] == []


@pytest.mark.both_engines
def test_a_link_does_not_approve_the_change_of_its_creator(server, people):
    people.ada.edit()
    secret = approving(people.ada)["secret"]
    assert "authors" in refused(approve(server, secret), 409)["detail"]
    # Through a token either.
    token = done(people.lin.send("POST", "/api/tokens", {"name": "Robot", "role": "publisher"}), 201).data["token"]
    link = done(server.api("POST", LINKS, {"mayApprove": True}, token), 201).data
    done(people.lin.send("PATCH", f"{DRAFT}/blocks/otc", {"enabled": False}))
    refused(approve(server, link["secret"]), 409)
    refused(people.bo.publish(), 409, kind="review-required")


@pytest.mark.both_engines
def test_a_link_ends_with_the_right_of_its_creator(server, people):
    people.ed.edit()
    secrets = [approving(people.ada)["secret"], approving(people.bo)["secret"]]
    ids = {one["name"]: one["id"] for one in done(people.lin.send("GET", "/api/operators")).data}
    done(people.lin.send("PATCH", f"/api/operators/{ids['Ada']}", {"role": "editor"}))
    done(people.lin.send("DELETE", f"/api/operators/{ids['Bo']}"))
    for secret in secrets:
        assert "no longer approve" in refused(with_link(server, secret), 409)["detail"]
        refused(approve(server, secret, "0" * 32), 409)
        # It still shows the page.
        assert server.get("/homepage", headers={"HomeBlocks-Preview": secret}).status == 200
    assert people.lin.review()["verdicts"] == []


@pytest.mark.both_engines
def test_a_link_can_do_nothing_but_approve_its_page(server, people):
    people.ed.edit()
    link = approving(people.ada)
    secret = link["secret"]
    for method, path in (("GET", "/api/pages"), ("GET", REVIEW), ("POST", f"{DRAFT}/publish"), ("DELETE", DRAFT)):
        refused(server.send(method, path, headers={"HomeBlocks-Preview": secret}), 401)
        refused(server.send(method, path, headers={"Authorization": f"Bearer {secret}"}), 401)
    shows = done(people.ada.send("POST", LINKS, {}), 201).data["secret"]
    wrong = secret[:-1] + ("A" if secret[-1] != "A" else "E")
    for other in (shows, wrong, "hb_link_"):
        refused(with_link(server, other), 409 if other == shows else 404)
        refused(approve(server, other, "0" * 32), 409 if other == shows else 404)
    for missing in ({}, {"HomeBlocks-Preview": ""}):
        refused(server.get("/preview/review", headers=missing), 401)
    # The page keeps its link when it is renamed. The next page with its name is another one.
    done(people.lin.send("PATCH", MALL, {"page": "shop"}, headers=BYPASS))
    assert done(with_link(server, secret)).data["page"] == "shop"
    done(people.lin.send("POST", "/api/pages", {"page": "mall", "copyOf": "shop"}), 201)
    done(people.lin.send("PATCH", "/api/pages/mall", {"review": {"approvals": 1}}))
    done(approve(server, secret), 201)
    assert done(people.ed.send("GET", "/api/pages/shop/draft/review")).data["ready"] is True
    done(people.ada.send("DELETE", f"/api/pages/shop/links/{link['id']}"))
    refused(approve(server, secret, "0" * 32), 404)
    eventually(lambda: with_link(server, secret).status == 404)


@pytest.mark.both_engines
def test_only_those_who_may_approve_create_links_that_may(server, people):
    refused(people.ed.send("POST", LINKS, {"mayApprove": True}), 403)
    refused(people.ada.send("POST", LINKS, {"mayApprove": "yes"}), 422, "/mayApprove")
    refused(people.ada.send("POST", LINKS, {"mayApprove": True, "revision": 1}), 422, "/mayApprove")
    assert all_of(server, LINKS, "links") == []
    done(people.ed.send("POST", LINKS, {"mayApprove": False}), 201)
    token = server.new_token("publisher", "Ann")
    remote = ["--page", "mall", "--server", server.url, "--token", token]
    server.command("link", "create", *remote, "--may-approve")
    assert [one["mayApprove"] for one in all_of(server, LINKS, "links")] == [True, False]


@pytest.mark.both_engines
def test_a_link_does_not_replace_the_bypass_of_its_creator(server, people):
    done(people.lin.send("PATCH", MALL, {"review": {"approvals": 2}}))
    people.ed.edit()
    planned = done(people.lin.send("POST", f"{DRAFT}/publish", {"at": text(soon(3600))}, headers=BYPASS), 201).data["id"]
    secret = approving(people.lin, release=planned)["secret"]
    assert release(people, planned)["state"] == "pending"
    assert "bypassed" in refused(approve(server, secret), 409)["detail"]
    assert "bypassed" in refused(with_link(server, secret, "DELETE", "/approvals"), 409)["detail"]
    # One approval is fewer than two.
    assert "needs no approval" in refused(people.lin.approve(f"{MALL}/releases/{planned}/review"), 409)["detail"]
    assert release(people, planned)["state"] == "pending"


@pytest.mark.both_engines
def test_a_link_shows_and_approves_the_selected_changes_only(server, people):
    people.ed.edit()
    done(people.ed.send("PATCH", f"{DRAFT}/blocks/otc", {"enabled": False}))
    at = text(soon(3600))
    done(people.ed.send("POST", REVIEW, {"only": {"blocks": ["otc"]}, "at": at}), 201)
    secret = approving(people.ada)["secret"]
    review = done(with_link(server, secret))
    assert [block["blockCode"] for block in review.data["difference"]["blocks"]] == ["otc"]
    done(approve(server, secret, review.data["state"]), 201)
    # The entity tag is that of the response, which has changed.
    again = server.get("/preview/review", headers={"HomeBlocks-Preview": secret, "If-None-Match": review.headers["ETag"]})
    assert done(again).data["ready"] is True
    refused(people.bo.publish({"at": at}), 409, kind="review-required")
    done(people.bo.publish({"only": {"blocks": ["otc"]}, "at": at}), 201)


def test_a_link_gives_a_limited_number_of_verdicts_per_minute(server, people):
    people.ed.edit()
    secret = approving(people.ada)["secret"]
    state = done(with_link(server, secret)).data["state"]
    statuses = {approve(server, secret, state).status for _ in range(70)}
    assert statuses == {201, 429}
    # Its creator is not limited by that.
    done(people.ada.approve(), 201)
