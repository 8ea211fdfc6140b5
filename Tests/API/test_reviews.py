"""Reviews: on a reviewed page, clients get nothing that nobody except its author has seen, by whatever route."""

import pytest

from harness import databases, eventually
from publishing import MALL, POCKET, all_of, blocks, copy_of_mall, done, refused, soon, text, wait_until
from reviewing import BYPASS, DRAFT, REVIEW, live


def release(server, identity):
    [found] = [one for one in all_of(server, f"{MALL}/releases", "releases") if one["id"] == identity]
    return found


@pytest.mark.both_engines
def test_a_draft_is_published_once_someone_else_approved_it(server, people):
    before = live(server)
    people.ed.edit()
    requested = done(people.ed.send("POST", REVIEW, {"message": "New wallet", "whom": ["Ada"]}), 201).data
    assert (requested["needed"], requested["ready"], requested["authors"], requested["verdicts"]) == (1, False, ["Ed"], [])
    assert requested["request"]["message"] == "New wallet" and requested["request"]["by"] == "Ed"
    assert "0 of 1 approvals" in refused(people.ada.publish(), 409, kind="review-required")["detail"]
    refused(people.ed.approve(), 403)
    approved = done(people.ada.approve(), 201).data
    assert approved["ready"] and [(one["kind"], one["by"]) for one in approved["verdicts"]] == [("approval", "Ada")]
    assert live(server) == before
    done(people.bo.publish({"message": "Out"}), 201)
    assert live(server) != before
    refused(people.bo.send("GET", REVIEW), 404)
    actions = [entry["action"] for entry in all_of(server, "/api/audit?page=mall", "entries")]
    assert actions[:3] == ["draft.publish", "review.approve", "review.request"]


@pytest.mark.both_engines
def test_an_approval_of_ones_own_change_does_not_count_through_a_token_either(server, people):
    created = done(people.lin.send("POST", "/api/tokens", {"name": "Robot", "role": "admin"}), 201).data["token"]
    second = done(server.api("POST", "/api/tokens", {"name": "Second", "role": "publisher"}, created), 201).data["token"]
    done(server.api("PATCH", f"{DRAFT}/blocks/wallet", POCKET, second))
    current = people.lin.review()
    assert current["authors"] == ["Lin"]
    refused(people.lin.approve(), 409)
    for credential in (created, second):
        body = {"state": current["state"]}
        refused(server.api("POST", f"{REVIEW}/approvals", body, credential), 409)
    # A person who approves and then edits is an author, too.
    done(people.ada.approve(), 201)
    people.ada.edit({"enabled": False})
    assert people.bo.review()["ready"] is False
    refused(people.ada.approve(), 409)
    done(people.bo.approve(), 201)
    done(people.ada.publish(), 201)


@pytest.mark.both_engines
def test_an_approval_ends_with_an_edit_another_selection_another_instant_and_a_change_of_live(server, people):
    people.ed.edit()
    done(people.ed.send("PATCH", f"{DRAFT}/blocks/otc", {"enabled": False}))
    state = people.ada.review()["state"]
    done(people.ada.approve(), 201)
    refused(people.bo.publish({"only": {"blocks": ["wallet"]}}), 409, kind="review-required")
    refused(people.bo.publish({"at": text(soon(3600))}), 409, kind="review-required")
    people.ed.edit({"enabled": False})
    changed = refused(people.ada.approve(state=state), 412)
    assert changed["current"]["state"] != state and [one["by"] for one in changed["current"]["earlier"]] == ["Ada"]
    refused(people.bo.publish(), 409, kind="review-required")
    done(people.ada.approve(), 201)
    done(people.lin.send("PUT", f"{MALL}/live/order", {"moves": [{"block": "otc", "to": "start"}]}, headers=BYPASS))
    refused(people.bo.publish(), 409, kind="review-required")
    done(people.ada.approve(), 201)
    done(people.bo.publish(), 201)


@pytest.mark.both_engines
def test_an_objection_stops_a_state_until_it_is_withdrawn(server, people):
    people.ed.edit()
    done(people.ada.approve(), 201)
    state = people.bo.review()["state"]
    refused(people.bo.send("POST", f"{REVIEW}/objections", {"state": state}), 422, "/message")
    done(people.bo.send("POST", f"{REVIEW}/objections", {"state": state, "message": "Wrong price"}), 201)
    assert "1 objection" in refused(people.ada.publish(), 409, kind="review-required")["detail"]
    refused(people.ada.send("DELETE", f"{REVIEW}/approvals", csrf=False), 403, kind="cross-site")
    done(people.bo.send("DELETE", f"{REVIEW}/approvals"))
    refused(people.bo.send("DELETE", f"{REVIEW}/approvals"), 404)
    done(people.ada.publish(), 201)


@pytest.mark.both_engines
def test_a_planned_release_waits_after_a_change_of_live_until_it_is_approved_again(server, people):
    people.ed.edit()
    at = soon(4)
    done(people.ed.send("POST", REVIEW, {"at": text(at), "message": "Tonight"}), 201)
    done(people.ada.approve(), 201)
    planned = done(people.bo.publish({"at": text(at)}), 201).data
    assert planned["state"] == "pending"
    done(people.lin.send("PUT", f"{MALL}/live/order", {"moves": [{"block": "otc", "to": "start"}]}, headers=BYPASS))
    waiting = release(server, planned["id"])
    assert waiting["state"] == "waiting" and waiting["at"] == planned["at"]
    assert "review.wait" in [entry["action"] for entry in all_of(server, "/api/audit?page=mall", "entries")]
    assert 'homeblocks_releases_waiting{page="mall"} 1' in server.get("/metrics").body.decode()
    wait_until(at)
    before = live(server)
    path = f"{MALL}/releases/{planned['id']}/review"
    assert people.bo.review(path)["ready"] is False and "口袋" not in before.decode()
    refused(people.ed.approve(path), 403)
    done(people.ada.approve(path), 201)
    eventually(lambda: release(server, planned["id"])["state"] == "live")
    assert "口袋" in live(server).decode()
    order = server.order("mall")
    assert order[0] == "otc"


def planned(people, author, approver, block, body, at):
    """Plans a change of a block by its author, approved by another person; returns the release."""
    done(author.send("PATCH", f"{DRAFT}/blocks/{block}", body))
    done(author.send("POST", REVIEW, {"at": text(at), "message": block}), 201)
    done(approver.approve(), 201)
    return done(people.bo.publish({"at": text(at)}), 201).data


def of(release):
    return f"{MALL}/releases/{release['id']}/review"


def object_to(person, path):
    return done(person.send("POST", f"{path}/objections", {"state": person.review(path)["state"], "message": "No"}), 201)


HIDDEN = {"enabled": False}


@pytest.mark.both_engines
def test_nothing_of_a_waiting_release_is_published_with_other_changes(server, people):
    first_at, second_at = soon(3), soon(4)
    first = planned(people, people.ada, people.bo, "wallet", POCKET, first_at)
    second = planned(people, people.ed, people.ada, "otc", HIDDEN, second_at)
    object_to(people.bo, of(first))
    assert [release(server, one["id"])["state"] for one in (first, second)] == ["waiting", "waiting"]
    wait_until(second_at)
    assert "口袋" not in live(server).decode() and "otc" in server.shown("mall")
    # The second one contains the first one's changes.
    assert people.ada.review(of(second))["ready"] is True
    people.ed.send("PATCH", f"{DRAFT}/blocks/marquee", HIDDEN)
    assert "wallet" not in str(done(people.ada.send("GET", f"{DRAFT}/diff")).data["blocks"])
    done(people.ada.approve(), 201)
    done(people.ada.publish(), 201)
    assert "口袋" not in live(server).decode() and "marquee" not in server.shown("mall")
    # Live changed, so both need approvals again. The second one waits for the first one.
    done(people.ada.approve(of(second)), 201)
    assert release(server, second["id"])["state"] == "waiting"
    done(people.bo.approve(of(first)), 201)
    eventually(lambda: release(server, second["id"])["state"] == "live")
    assert release(server, first["id"])["state"] == "past"
    assert not {"otc", "marquee"} & set(server.shown("mall")) and "口袋" in live(server).decode()


@pytest.mark.both_engines
def test_a_waiting_release_is_planned_again_as_soon_as_its_state_is_approved(server, people):
    at = soon(3600)
    done(people.lin.send("PATCH", MALL, {"review": {"approvals": 2}}))
    done(people.ed.send("PATCH", f"{DRAFT}/blocks/wallet", POCKET))
    done(people.ed.send("POST", REVIEW, {"at": text(at)}), 201)
    done(people.ada.approve(), 201)
    done(people.bo.approve(), 201)
    plan = done(people.bo.publish({"at": text(at)}), 201).data
    done(people.bo.send("DELETE", f"{of(plan)}/approvals"))
    assert release(server, plan["id"])["state"] == "waiting"
    problem = refused(people.lin.send("PATCH", MALL, {"review": {"approvals": 0}}), 409)
    assert f"release {plan['id']} waits" in problem["detail"]
    done(people.lin.send("PATCH", MALL, {"review": {"approvals": 1}}))
    assert release(server, plan["id"])["state"] == "pending"
    # Another time has its own approval, and the first one is valid again there.
    for instant, state in ((soon(1800), "waiting"), (at, "pending")):
        done(people.lin.send("PATCH", f"{MALL}/releases/{plan['id']}", {"at": text(instant)}))
        assert release(server, plan["id"])["state"] == state
    object_to(people.ed, of(plan))
    assert release(server, plan["id"])["state"] == "waiting"
    done(people.lin.send("PATCH", f"{MALL}/releases/{plan['id']}", {"message": "Now"}, headers=BYPASS))
    assert release(server, plan["id"])["state"] == "pending"
    object_to(people.ada, of(plan))
    assert release(server, plan["id"])["state"] == "waiting"


def test_a_bypass_of_a_plan_is_not_one_of_the_same_plan_later(server, people):
    at = text(soon(3600))
    people.ed.edit()
    plan = done(people.lin.publish({"at": at}, **BYPASS), 201).data
    done(people.bo.send("DELETE", f"{MALL}/releases/{plan['id']}"))
    people.ed.edit()
    refused(people.bo.publish({"at": at}), 409, kind="review-required")


@pytest.mark.both_engines
def test_a_change_that_is_restored_into_the_draft_keeps_its_authors(server, people):
    first = done(server.api("GET", MALL)).data["revision"]
    people.ada.edit()
    people.bo.edit({"enabled": False})
    number = people.ada.review()["revision"]
    done(people.ed.send("DELETE", DRAFT))
    done(people.ed.send("POST", f"{DRAFT}/restore", {"revision": number}))
    assert people.ada.review()["authors"] == ["Ada", "Bo", "Ed"]
    refused(people.ada.approve(), 409)
    done(people.lin.approve(), 201)
    done(people.ada.publish(), 201)
    # What was live has no authors any more.
    done(people.ed.send("POST", f"{DRAFT}/restore", {"revision": first}))
    assert people.ada.review()["authors"] == ["Ed"]


def test_a_request_ends_with_its_draft(server, people):
    people.ed.edit()
    done(people.ed.send("POST", REVIEW, {"at": text(soon(3600)), "message": "Old", "whom": ["Ada"]}), 201)
    done(people.ed.send("DELETE", DRAFT))
    assert done(server.api("GET", MALL)).data["review"]["requestedBy"] is None
    people.ed.edit()
    assert people.ada.review()["request"] is None
    done(people.ed.send("POST", REVIEW), 201)
    done(people.lin.send("PATCH", MALL, {"review": {"approvals": 0}}))
    done(people.bo.publish(), 201)
    done(people.lin.send("PATCH", MALL, {"review": {"approvals": 1}}))
    assert done(server.api("GET", MALL)).data["review"]["requestedBy"] is None


@pytest.mark.both_engines
def test_each_release_is_listed_once_whatever_the_size_of_the_pages(server, people):
    done(people.lin.send("PATCH", MALL, {"review": {"approvals": 0}}))
    for hours in (1, 2, 3, 4):
        people.ed.edit({"content": {"uiElement": {"subTitle": {"title": f"{hours} h"}}}})
        done(people.bo.publish({"at": text(soon(3600 * hours))}), 201)
    done(people.lin.send("PATCH", MALL, {"review": {"approvals": 1}}))
    whole = [one["id"] for one in done(server.api("GET", f"{MALL}/releases?limit=100")).data["releases"]]
    assert len(whole) == len(set(whole)) and len(whole) >= 5
    for size in (1, 2, 3):
        listed = all_of(server, f"{MALL}/releases", "releases", limit=size)
        assert [one["id"] for one in listed] == whole


def test_objections_to_other_states_hide_none_to_this_one(server, people):
    people.ed.edit()
    state = people.bo.review()["state"]
    object_to(people.bo, REVIEW)
    databases.execute(
        "INSERT INTO approvals (page_id, state, kind, person, by, at, message, revision) "
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600) "
        "SELECT (SELECT id FROM pages WHERE slug = 'mall'), 'x' || i, 'objection', 'Ed', 'Ed', 1, 'No', 1 FROM n",
        server.database,
    )
    review = people.ada.review()
    assert review["state"] == state and [one["by"] for one in review["verdicts"]] == ["Bo"]


@pytest.mark.both_engines
def test_a_rollback_to_what_was_live_needs_no_approval_and_to_anything_else_one(server, people):
    first = done(server.api("GET", MALL)).data["revision"]
    people.ed.edit()
    done(people.ada.approve(), 201)
    done(people.bo.publish(), 201)
    second = done(server.api("GET", MALL)).data["revision"]
    before = live(server)
    done(people.bo.send("POST", f"{MALL}/revisions/{first}/restore", {}), 201)
    assert live(server) != before
    done(people.bo.send("POST", f"{MALL}/revisions/{second}/restore", {}), 201)
    people.ed.edit({"enabled": False})
    unseen = people.bo.review()["revision"]
    refused(people.bo.send("POST", f"{MALL}/revisions/{unseen}/restore", {}), 409, kind="review-required")


def test_an_audience_of_a_reviewed_page_changes_its_draft_only(server, people):
    done(server.api("POST", "/api/audiences", {"name": "vips", "audience": {"platforms": ["ios"]}}), 201)
    people.ed.edit({"audience": {"name": "vips"}})
    done(people.ada.approve(), 201)
    done(people.bo.publish(), 201)
    changed = done(people.bo.send("PUT", "/api/audiences/vips", {"audience": {"platforms": ["android"]}})).data
    assert [(one["page"], one["state"]) for one in changed["renewed"]] == [("mall", "draft")]
    assert blocks(server)["wallet"]["audience"]["platforms"] == ["ios"]
    assert blocks(server, "draft")["wallet"]["audience"]["platforms"] == ["android"]
    assert people.ada.review()["authors"] == ["Bo"]
    refused(people.bo.approve(), 409)
    done(people.ada.approve(), 201)
    done(people.bo.publish(), 201)
    assert blocks(server)["wallet"]["audience"]["platforms"] == ["android"]


def test_a_bypass_needs_an_admin_and_a_reason_and_is_in_the_audit_log(server, people):
    move = {"moves": [{"block": "otc", "to": "start"}]}
    refused(people.bo.send("PUT", f"{MALL}/live/order", move, headers=BYPASS), 403)
    for bad in ("", "%20", "%ff", "x" * 501):
        refused(people.lin.send("PUT", f"{MALL}/live/order", move, headers={"HomeBlocks-Bypass": bad}), 400)
    done(people.lin.send("PUT", f"{MALL}/live/order", move, headers=BYPASS))
    [entry] = [one for one in all_of(server, "/api/audit?page=mall", "entries") if one["action"] == "review.bypass"]
    assert entry["after"] == {"reason": "Outage at noon"} and entry["actor"] == "Lin"
    people.ed.edit()
    done(people.lin.publish({"at": text(soon(3600))}, **BYPASS), 201)
    assert all_of(server, f"{MALL}/releases", "releases")[0]["state"] == "pending"


def test_planned_releases_wait_when_reviews_are_turned_on(server, people):
    done(people.lin.send("PATCH", MALL, {"review": {"approvals": 0}}))
    people.ed.edit()
    planned = done(people.bo.publish({"at": text(soon(3600))}), 201).data
    done(people.lin.send("PATCH", MALL, {"review": {"approvals": 1}}))
    assert release(server, planned["id"])["state"] == "waiting"
    path = f"{MALL}/releases/{planned['id']}/review"
    refused(people.ed.approve(path), 403)
    done(people.bo.approve(path), 201)
    assert release(server, planned["id"])["state"] == "pending"
    # One more approval is needed now.
    done(people.lin.send("PATCH", MALL, {"review": {"approvals": 2}}))
    assert release(server, planned["id"])["state"] == "waiting"
    done(people.ada.approve(path), 201)
    assert release(server, planned["id"])["state"] == "pending"
    done(people.ada.send("POST", f"{path}/objections", {"state": people.ada.review(path)["state"], "message": "Wait"}), 201)
    assert release(server, planned["id"])["state"] == "waiting"


def test_a_takeover_cannot_show_a_page_with_weaker_reviews(server, people):
    copy_of_mall(server, "sale")
    plan = {"shows": "sale", "until": text(soon(3600))}
    refused(people.bo.send("POST", f"{MALL}/takeovers", plan), 409, kind="review-required")
    done(people.lin.send("POST", f"{MALL}/takeovers", plan, headers=BYPASS), 201)
    done(people.lin.send("PATCH", MALL, {"review": {"approvals": 0}}))
    refused(people.lin.send("PATCH", MALL, {"review": {"approvals": 1}}), 409)
    done(people.lin.send("PATCH", "/api/pages/sale", {"review": {"approvals": 1}}))
    done(people.lin.send("PATCH", MALL, {"review": {"approvals": 1}}))
    refused(people.lin.send("PATCH", "/api/pages/sale", {"review": {"approvals": 0}}), 409)


def test_invalid_settings_and_requests_are_refused(server, people):
    for setting in (1, {"approvals": 4}, {"approvals": -1}, {"approvals": "1"}, {}, {"approvals": 1, "x": 1}):
        refused(people.lin.send("PATCH", MALL, {"review": setting}), 422, "/review")
    refused(people.bo.send("PATCH", MALL, {"review": {"approvals": 0}}), 403)
    refused(people.ed.send("POST", REVIEW, {}), 404)
    people.ed.edit()
    for body, pointer in (({"whom": "Ada"}, "/whom"), ({"at": "yesterday"}, "/at"), ({"only": {"blocks": ["nothing"]}}, None)):
        response = people.ed.send("POST", REVIEW, body)
        refused(response, 422, *([pointer] if pointer else []))
    refused(people.ada.send("POST", f"{REVIEW}/approvals", {}), 422, "/state")
    refused(people.ada.send("POST", f"{REVIEW}/approvals", {"state": "0" * 32}), 412)
    refused(people.ada.send("GET", f"{MALL}/releases/999/review"), 404)
    refused(people.ed.send("POST", "/api/pages/music/draft/review", {}), 409)


def test_the_command_line_reviews_and_bypasses(server, people):
    done(people.ed.send("PATCH", f"{DRAFT}/blocks/wallet", POCKET))
    token = server.new_token("admin", "tool")
    remote = ["--server", server.url, "--token", token]

    def run(*words, code=0):
        result = server.command(*words, *remote, code=code)
        return result.stdout + result.stderr

    assert "requested by tool: Tea" in run("review", "request", "--page", "mall", "--message", "Tea", "--whom", "Ada")
    shown = run("review", "show", "--page", "mall")
    state = shown.split()[1].rstrip(",")
    assert "not approved" in shown and "changed by Ed" in shown
    assert "409" in run("publish", "--page", "mall", code=1)
    assert "objection by tool: Wrong date" in run("review", "object", "--page", "mall", state, "--message", "Wrong date")
    assert "objection" not in run("review", "retract", "--page", "mall")
    assert ": approved" in run("review", "approve", "--page", "mall", state)
    run("review", "withdraw", "--page", "mall")
    before = live(server)
    assert "live since" in run("publish", "--page", "mall")
    assert live(server) != before
    move = ["sort", "--page", "mall", "--move", "wallet after otc"]
    assert "409" in run(*move, code=1)
    run(*move, "--bypass", "停电 at noon")
    assert "--bypass" in run(*move, "--bypass", "", code=64)
    run("review", "require", "mall", "0")
    run("sort", "--page", "mall", "--move", "wallet before otc")
    run("review", "require", "mall", "4", code=1)


def test_commands_on_the_database_need_an_approval_too(server, people):
    exported = server.command("export", "--page", "mall").stdout
    before = live(server)
    failed = server.command("sort", "--page", "mall", "--move", "wallet after otc", code=1)
    assert "have to be approved" in failed.stderr
    (server.folder / "mall.json").write_text(exported.replace("wallet", "purse"))
    path = str(server.folder / "mall.json")
    assert "have to be approved" in server.command("import", path, "--page", "mall", code=1).stderr
    assert live(server) == before
    server.command("import", path, "--page", "mall", "--draft")
    server.command("sort", "--page", "mall", "--move", "wallet after otc", "--bypass", "Outage")
    [entry] = [one for one in all_of(server, "/api/audit", "entries") if one["action"] == "review.bypass"]
    assert entry["after"] == {"reason": "Outage"}


@pytest.mark.both_engines
def test_a_review_names_the_revisions_of_the_difference(server, people):
    def check():
        review, diff = people.ada.review(), done(people.ada.send("GET", f"{DRAFT}/diff")).data
        assert (review["revision"], review["against"]) == (diff["draft"]["revision"], diff["against"])

    people.ed.edit()
    at = soon(4)
    done(people.ed.send("POST", REVIEW, {"at": text(at)}), 201)
    done(people.ada.approve(), 201)
    done(people.bo.publish({"at": text(at)}), 201)
    # A later plan contains the earlier one.
    people.ed.send("PATCH", f"{DRAFT}/blocks/otc", {"enabled": False})
    done(people.ed.send("POST", REVIEW, {"at": text(soon(3600))}), 201)
    check()
    # The earlier one has taken effect, and nothing was written since.
    wait_until(at)
    eventually(lambda: "口袋" in live(server).decode())
    check()
    done(people.ada.approve(), 201)
