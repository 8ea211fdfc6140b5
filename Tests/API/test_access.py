"""The roles of routes, the lifetime of credentials, and their entries in the audit log."""

import json
import pathlib
import re
from datetime import timedelta

import pytest

from harness import eventually
from publishing import MALL, POCKET, all_of, blocks, done, now, refused, soon, text, wait_until

ROLES = ["viewer", "editor", "publisher", "admin"]
# A name that no operator has.
FEED = {"name": "songs", "url": "https://lists.example/", "showType": "DEMO_GRID", "fields": {"/id": "/id"}}
NO_PICTURE = "0" * 32
FRESH = {"page": {"slug": "fresh", "title": "新页 Fresh"}, "data": {}, "blocks": []}

# Routes of both stages; "writer" is an editor for the draft and a publisher for live.
STAGED = [
    ("viewer", "GET", "/order", None),
    ("writer", "PUT", "/order", {"moves": []}),
    ("viewer", "GET", "/blocks", None),
    ("writer", "POST", "/blocks", {}),
    ("writer", "PATCH", "/blocks", {}),
    ("editor", "POST", "/blocks/wallet/copy", {}),
    ("viewer", "GET", "/blocks/wallet", None),
    ("writer", "PUT", "/blocks/wallet", {}),
    ("writer", "PATCH", "/blocks/wallet", {"enabled": 1}),
    ("writer", "DELETE", "/blocks/none", None),
    ("writer", "PUT", "/blocks/wallet/creatives/order", {"order": []}),
    ("writer", "POST", "/blocks/wallet/creatives", {}),
    ("writer", "DELETE", "/blocks/wallet/creatives/99", None),
    ("viewer", "GET", "/homepage", None),
]
# Every operator route with the lowest role that may use it. The requests do not change the documents of clients.
ROUTES = [
    (writer if role == "writer" else role, method, f"{MALL}/{stage}{rest}", body)
    for stage, writer in (("live", "publisher"), ("draft", "editor"))
    for role, method, rest, body in STAGED
] + [
    ("publisher", "POST", "/sort?page=mall", {"moves": []}),
    ("viewer", "GET", MALL, None),
    ("viewer", "GET", f"{MALL}/draft/diff", None),
    ("publisher", "POST", f"{MALL}/draft/publish", {"at": "yesterday"}),
    ("editor", "POST", f"{MALL}/draft/restore", {"revision": 999}),
    ("editor", "DELETE", f"{MALL}/draft", None),
    ("viewer", "GET", f"{MALL}/releases", None),
    ("viewer", "GET", f"{MALL}/releases/none", None),
    ("publisher", "PATCH", f"{MALL}/releases/999", {}),
    ("publisher", "DELETE", f"{MALL}/releases/999", None),
    ("viewer", "GET", f"{MALL}/revisions", None),
    ("viewer", "GET", f"{MALL}/revisions/1", None),
    ("viewer", "GET", f"{MALL}/revisions/1/diff", None),
    ("publisher", "POST", f"{MALL}/revisions/999/restore", {}),
    ("viewer", "GET", f"{MALL}/links", None),
    ("editor", "POST", f"{MALL}/draft/review", {"whom": 1}),
    ("editor", "DELETE", f"{MALL}/draft/review", None),
    *[
        (role, method, f"{MALL}/{subject}/review{rest}", body)
        for subject in ("draft", "releases/999")
        for role, method, rest, body in (
            ("viewer", "GET", "", None),
            ("publisher", "POST", "/approvals", {"state": "none"}),
            ("editor", "POST", "/objections", {"state": "none"}),
            ("editor", "DELETE", "/approvals", None),
        )
    ],
    ("editor", "POST", f"{MALL}/links", {"revision": 0}),
    ("editor", "DELETE", f"{MALL}/links/999", None),
    ("viewer", "GET", f"{MALL}/takeovers", None),
    ("publisher", "POST", f"{MALL}/takeovers", {}),
    ("publisher", "PATCH", f"{MALL}/takeovers/999", {}),
    ("publisher", "DELETE", f"{MALL}/takeovers/999", None),
    ("viewer", "GET", "/api/audiences", None),
    ("publisher", "POST", "/api/audiences", {}),
    ("viewer", "GET", "/api/audiences/none", None),
    ("publisher", "PUT", "/api/audiences/none", {}),
    ("publisher", "DELETE", "/api/audiences/none", None),
    ("viewer", "GET", "/api/pages", None),
    ("admin", "POST", "/api/pages", {"page": "mall"}),
    ("admin", "PATCH", MALL, {"page": "music"}),
    ("admin", "DELETE", "/api/pages/none", None),
    ("viewer", "GET", f"{MALL}/export", None),
    ("publisher", "PUT", f"{MALL}/export", {}),
    ("editor", "PUT", f"{MALL}/draft", {}),
    ("admin", "PUT", "/api/pages/fresh/export", FRESH),
    ("admin", "GET", "/api/tokens", None),
    ("admin", "POST", "/api/tokens", {"name": "x", "role": "king"}),
    ("admin", "DELETE", "/api/tokens/none", None),
    ("admin", "GET", "/api/operators", None),
    ("admin", "POST", "/api/operators", {"name": "x", "role": "king"}),
    ("admin", "PATCH", "/api/operators/none", {"role": "king"}),
    ("admin", "DELETE", "/api/operators/none", None),
    ("admin", "GET", "/api/groups", None),
    ("admin", "POST", "/api/groups", {"name": "x", "role": "king"}),
    ("admin", "PATCH", "/api/groups/none", {"role": "king"}),
    ("admin", "DELETE", "/api/groups/none", None),
    ("viewer", "GET", "/api/nodes", None),
    ("viewer", "GET", "/api/search?q=wallet", None),
    ("viewer", "GET", "/api/calendar?from=2030-01-01T00:00:00Z&until=2030-02-01T00:00:00Z", None),
    ("viewer", "PUT", f"{MALL}/presence", {"block": 1}),
    ("viewer", "GET", "/api/feeds", None),
    ("publisher", "GET", "/api/feed-rules", None),
    ("publisher", "POST", "/api/feeds", {}),
    ("viewer", "GET", "/api/feeds/songs", None),
    ("publisher", "PUT", "/api/feeds/none", {}),
    ("publisher", "DELETE", "/api/feeds/none", None),
    ("publisher", "POST", "/api/feeds/none/refresh", None),
    ("viewer", "GET", "/api/feeds/songs/log", None),
    ("viewer", "GET", "/api/pictures", None),
    ("editor", "POST", "/api/pictures", {}),
    ("viewer", "GET", "/api/pictures/none", None),
    ("editor", "PATCH", f"/api/pictures/{NO_PICTURE}", {}),
    ("admin", "DELETE", f"/api/pictures/{NO_PICTURE}", None),
    ("editor", "POST", f"/api/pictures/{NO_PICTURE}/replace", {"with": NO_PICTURE}),
    ("editor", "GET", "/api/catalogues", None),
    ("editor", "GET", "/api/catalogues/none", None),
    ("admin", "GET", "/api/audit", None),
]

OF_THE_CONSOLE = ("/api/session", "/api/session/password", "/api/setup", "/api/events")


def identity(token):
    return token.split("_")[1]


def secret(token):
    return token.split("_", 2)[2]


def test_each_route_permits_exactly_its_roles_and_reveals_no_secret(start):
    server = start(HOMEBLOCKS_LOG_LEVEL="trace", HOMEBLOCKS_FEEDS_ALLOWED_HOSTS="lists.example")
    done(server.api("POST", "/api/feeds", FEED), 201)
    expired = server.new_token("admin", "expired", expiresAt=text(soon(2)))
    revoked = server.new_token("admin", "revoked")
    tokens = {role: server.new_token(role) for role in ROLES}
    done(server.api("DELETE", f"/api/tokens/{identity(revoked)}"))
    eventually(lambda: server.api("GET", "/api/pages", token=expired).status == 401)
    strangers = {
        "none": None,
        "bad token": "Bearer hb_abcdefghijkl_x",
        "bad secret": f"Bearer hb_{identity(server.token)}_x",
        "wrong scheme": f"Basic {server.token}",
        "no scheme": server.token,
        "empty": "Bearer ",
        "expired": f"Bearer {expired}",
        "revoked": f"Bearer {revoked}",
    }
    credentials = strangers | {role: f"Bearer {token}" for role, token in tokens.items()}
    secrets = [secret(token) for token in (server.token, expired, revoked, *tokens.values())]
    page, known = server.get("/homepage?page=mall").body, len(done(server.api("GET", "/api/tokens")).data)

    wrong = []
    connection = server.connect()
    for role, method, path, body in ROUTES:
        for name, credential in credentials.items():
            headers = {} if body is None else {"Content-Type": "application/json"}
            if credential is not None:
                headers["Authorization"] = credential
            response = server.send(method, path, None if body is None else json.dumps(body), headers, connection)
            if name in strangers:
                good = response.status == 401 and str(response.headers["WWW-Authenticate"]).startswith("Bearer")
            elif ROLES.index(name) < ROLES.index(role):
                good = response.status == 403
            else:
                is_read = method == "GET" and not path.endswith(("/none", "/review"))
                good = response.status == 200 if is_read else response.status not in (401, 403, 405, 500)
            if not good:
                wrong.append((name, method, path, response.status))
            whole = response.body.decode() + str(response.headers)
            assert not any(secret in whole for secret in secrets), (name, method, path)
    assert wrong == []
    metrics = server.get("/metrics").body.decode()
    assert not any(secret in metrics for secret in secrets)
    assert server.get("/homepage?page=mall").body == page
    assert len(done(server.api("GET", "/api/tokens")).data) == known
    server.stop()
    log = server.log
    assert "/api/audit" in log
    assert not any(secret in log for secret in secrets)
    files = list(server.folder.glob("pages.sqlite*"))
    assert files
    for file in files:
        content = file.read_bytes()
        assert not any(secret.encode() in content for secret in secrets), file


def test_the_table_of_roles_covers_every_operator_route(server):
    paths = done(server.get("/openapi.json")).json["paths"]
    for path, item in paths.items():
        # The console's session and the event stream have their own rules and tests.
        if not path.startswith("/api/") or path in OF_THE_CONSOLE:
            continue
        template = re.sub(r"\\{[^}]+\\}", "[^/]+", re.escape(path))
        for method in item.keys() & {"get", "post", "put", "patch", "delete"}:
            covered = [route for route in ROUTES if route[1] == method.upper() and re.fullmatch(template, route[2].split("?")[0])]
            assert covered, f"{method} {path}"


def test_each_route_permits_the_same_roles_for_a_session_with_its_csrf_token(server, staff):
    server.env["HOMEBLOCKS_FEEDS_ALLOWED_HOSTS"] = "lists.example"
    people = staff.at(server)
    done(server.api("POST", "/api/feeds", FEED), 201)
    mei, path = people.mei, f"/api/operators/{people.mei.operator['id']}"
    page, wrong = server.get("/homepage?page=mall").body, []
    connection = server.connect()
    for held in ROLES:
        done(server.api("PATCH", path, {"role": held}))
        for role, method, route, body in ROUTES:
            response = mei.send(method, route, body, connection=connection)
            if ROLES.index(held) < ROLES.index(role):
                good = response.status == 403 and response.json["type"].endswith(":forbidden")
            else:
                good = (
                    response.status == 200
                    if method == "GET" and not route.endswith(("/none", "/review"))
                    else response.status not in (401, 403, 405, 500)
                )
            if not good:
                wrong.append((held, method, route, response.status))
            assert mei.secret not in response.body.decode() + str(response.headers), (held, method, route)
            if method != "GET":
                response = mei.send(method, route, body, csrf=False, connection=connection)
                if response.status != 403 or not response.json["type"].endswith(":cross-site"):
                    wrong.append((held, method, route, "without its token", response.status))
    assert wrong == []
    assert server.get("/homepage?page=mall").body == page


def test_a_token_is_shown_once_and_works_until_it_is_revoked(server):
    made = done(server.api("POST", "/api/tokens", {"name": "构建 CI", "role": "viewer"}), 201).data
    token = made.pop("token")
    assert token.startswith(f"hb_{made['id']}_")
    assert (made["name"], made["role"], made["expiresAt"], made["lastUsedAt"], made["revokedAt"]) == (
        "构建 CI",
        "viewer",
        None,
        None,
        None,
    )

    def line():
        response = done(server.api("GET", "/api/tokens"))
        assert secret(token) not in response.body.decode() and "token" not in response.data[0]
        return [line for line in response.data if line["id"] == made["id"]][0]

    assert line() == made
    begin = text(soon(0))
    done(server.api("GET", "/api/pages", token=token))
    eventually(lambda: line()["lastUsedAt"] is not None)
    assert begin <= line()["lastUsedAt"] <= text(soon(1))
    revoked = done(server.api("DELETE", f"/api/tokens/{made['id']}")).data
    assert revoked["id"] == made["id"] and begin <= revoked["revokedAt"] <= text(soon(1))
    refused(server.api("GET", "/api/pages", token=token), 401)
    assert line()["revokedAt"] == revoked["revokedAt"]
    refused(server.api("DELETE", f"/api/tokens/{made['id']}"), 409)
    refused(server.api("DELETE", "/api/tokens/none"), 404)


def test_a_token_expires(server):
    end = soon(3)
    token = server.new_token("viewer", expiresAt=text(end))
    assert server.api("GET", "/api/pages", token=token).status == 200 or now() >= end
    wait_until(end)
    refused(server.api("GET", "/api/pages", token=token), 401)
    assert text(end) in [line["expiresAt"] for line in done(server.api("GET", "/api/tokens")).data]


@pytest.mark.parametrize("kind", ["tokens", "operators"])
def test_an_invalid_credential_is_not_created(server, kind):
    before = done(server.api("GET", f"/api/{kind}")).body
    for body, pointer in (
        ({"role": "viewer"}, "/name"),
        ({"name": "", "role": "viewer"}, "/name"),
        ({"name": "x" * 201, "role": "viewer"}, "/name"),
        ({"name": "a\nb", "role": "viewer"}, "/name"),
        ({"name": "x"}, "/role"),
        ({"name": "x", "role": "king"}, "/role"),
        ({"name": "x", "role": "Viewer"}, "/role"),
        ({"name": "x", "role": "viewer", "colour": "red"}, "/colour"),
    ):
        refused(server.api("POST", f"/api/{kind}", body), 422, pointer)
    for password in ("x" * 11, "x" * 201, 123456789012) if kind == "operators" else ():
        body = {"name": "x", "role": "viewer", "password": password}
        refused(server.api("POST", "/api/operators", body), 422, "/password")
    assert done(server.api("GET", f"/api/{kind}")).body == before


def test_a_generated_password_is_shown_once_and_a_chosen_one_never(server):
    given = "五月的雨 rain of May"
    first = done(server.api("POST", "/api/operators", {"name": "Mei", "role": "editor"}), 201).data
    second = done(server.api("POST", "/api/operators", {"name": "Lin", "role": "admin", "password": given}), 201).data
    made = first.pop("password")
    assert len(made) >= 12 and "password" not in second
    assert (first["name"], first["role"], first["revokedAt"]) == ("Mei", "editor", None)
    listed = done(server.api("GET", "/api/operators"))
    assert sorted(line["name"] for line in listed.data) == ["Lin", "Mei"] and first in listed.data
    assert all("password" not in line for line in listed.data)
    for response in (listed, done(server.api("GET", "/api/audit"))):
        assert made not in response.body.decode() and given not in json.dumps(response.json, ensure_ascii=False)
    other = done(server.api("POST", "/api/operators", {"name": "Ann", "role": "editor"}), 201).data["password"]
    assert other != made
    server.stop()
    for path in pathlib.Path(server.database).parent.iterdir():
        content = path.read_bytes()
        assert all(password.encode() not in content for password in (made, given, other)), path


def test_two_active_operators_never_have_the_same_name(server):
    first = done(server.api("POST", "/api/operators", {"name": "Mei", "role": "editor"}), 201).data
    refused(server.api("POST", "/api/operators", {"name": "Mei", "role": "admin"}), 409)
    gone = done(server.api("DELETE", f"/api/operators/{first['id']}")).data
    assert gone["id"] == first["id"] and gone["revokedAt"] is not None
    refused(server.api("DELETE", f"/api/operators/{first['id']}"), 409)
    refused(server.api("DELETE", "/api/operators/none"), 404)
    second = done(server.api("POST", "/api/operators", {"name": "Mei", "role": "viewer"}), 201).data
    assert second["id"] != first["id"]
    active = [line["id"] for line in done(server.api("GET", "/api/operators")).data if line["revokedAt"] is None]
    assert active == [second["id"]]


def audit(server, query=""):
    return all_of(server, f"/api/audit?{query}", "entries")


def entry_of(server, response):
    """The one audit entry of a request."""
    [entry] = [entry for entry in audit(server) if entry["requestId"] == response.headers["X-Request-Id"]]
    return entry


def test_the_audit_log_has_each_change_with_before_and_after(server):
    ada = server.new_token("publisher", "Ada")
    order = server.order("mall")
    moved = done(server.api("PUT", f"{MALL}/live/order", {"moves": [{"block": "wallet", "to": "start"}]}, ada))
    old = blocks(server)["wallet"]["content"]["uiElement"]["subTitle"]["title"]
    edited = done(server.api("PATCH", f"{MALL}/live/blocks/wallet", POCKET, ada))
    drafted = done(server.api("DELETE", f"{MALL}/draft/blocks/otc", token=ada))
    entries = [entry_of(server, response) for response in (moved, edited, drafted)]
    for entry in entries:
        assert (entry["actor"], entry["credential"]) == ("Ada", identity(ada))
        assert (entry["outcome"], entry["page"]) == ("done", "mall")
        assert entry["at"] <= text(soon(1)) and entry["action"]
    assert (entries[0]["before"]["order"], entries[0]["after"]["order"]) == (order, moved.data["order"])
    before, after = (json.dumps(entries[1][side], ensure_ascii=False) for side in ("before", "after"))
    assert old in before and old not in after and "口袋 Pocket" in after and "口袋 Pocket" not in before
    assert entries[1]["subject"] == "wallet" and entries[2]["subject"] == "otc"
    assert len({entry["id"] for entry in entries}) == 3

    count = len(audit(server))
    done(server.api("PATCH", f"{MALL}/live/blocks/wallet?dryRun=true", {"enabled": False}, ada))
    refused(server.api("PATCH", f"{MALL}/live/blocks/wallet", {"enabled": 1}, ada), 422)
    assert len([entry for entry in audit(server) if entry["outcome"] == "done"]) == count
    for method in ("POST", "PUT", "DELETE"):
        assert server.api(method, "/api/audit", {}).status == 405


def test_the_audit_log_has_each_rejected_request(server):
    vera, gone = server.new_token("viewer", "Vera"), server.new_token("admin", "Gone")
    done(server.api("DELETE", f"/api/tokens/{identity(gone)}"))
    forbidden = server.api("PUT", f"{MALL}/live/order", {"moves": []}, vera)
    dead = server.api("DELETE", MALL, token=gone)
    unknown = server.api("GET", "/api/tokens", token="hb_abcdefghijkl_x")
    for response, status, credential in (
        (forbidden, 403, identity(vera)),
        (dead, 401, identity(gone)),
        (unknown, 401, None),
    ):
        refused(response, status)
        entry = entry_of(server, response)
        assert (entry["outcome"], entry["credential"]) == ("refused", credential)
        assert entry["after"]["reason"]
    assert {secret(token) in json.dumps(audit(server)) for token in (vera, gone)} == {False}


def test_the_audit_log_is_filtered_and_paginated(server):
    ada, ben = server.new_token("publisher", "Ada"), server.new_token("publisher", "Ben")
    vera = server.new_token("viewer", "Vera")
    for code in ("wallet", "otc", "middleAd"):
        done(server.api("PUT", f"{MALL}/live/order", {"moves": [{"block": code, "to": "start"}]}, ada))
    moment = soon(0.01)
    wait_until(moment + timedelta(milliseconds=10))
    song = {"moves": [{"block": "HOMEPAGE_PODCAST24", "to": "start"}]}
    done(server.api("PUT", "/api/pages/music/live/order", song, ben))
    done(server.api("PATCH", f"{MALL}/live/blocks/wallet", POCKET, ben))
    refused(server.api("DELETE", MALL, token=vera), 403)

    entries = audit(server)
    assert [entry["id"] for entry in entries] == sorted({entry["id"] for entry in entries}, reverse=True)
    action = [entry["action"] for entry in entries if entry["actor"] == "Ada"][0]
    for query, matches, count in (
        ("page=music", lambda entry: entry["page"] == "music", None),
        ("actor=Ada", lambda entry: entry["actor"] == "Ada", 3),
        ("actor=Ben", lambda entry: entry["actor"] == "Ben", 2),
        (f"action={action}", lambda entry: entry["action"] == action, 4),
        ("outcome=refused", lambda entry: entry["outcome"] == "refused", 1),
        ("outcome=done", lambda entry: entry["outcome"] == "done", len(entries) - 1),
        (f"from={text(moment)}", lambda entry: entry["at"] >= text(moment), 3),
        (f"until={text(moment)}", lambda entry: entry["at"] < text(moment), len(entries) - 3),
        (f"actor=Ben&page=mall&from={text(moment)}", lambda entry: entry["subject"] == "wallet", 1),
        ("actor=Nobody", lambda entry: False, 0),
    ):
        found = audit(server, query)
        assert found == [entry for entry in entries if matches(entry)], query
        assert count is None or len(found) == count, query
    for limit in (2, 7):
        assert all_of(server, "/api/audit", "entries", limit) == entries
    assert all_of(server, "/api/audit?actor=Ada", "entries", limit=1) == audit(server, "actor=Ada")
    assert len(done(server.api("GET", "/api/audit")).data["entries"]) == min(20, len(entries))
    for wrong in ("cursor=none", "limit=0", "limit=101"):
        refused(server.api("GET", f"/api/audit?{wrong}"), 400)
