"""Credentials that expire or are revoked while the body of their request arrives."""

import json
import re

import pytest

from harness import eventually
from harness.wire import Wire
from publishing import MALL, done, refused
from sessions import PASSWORD, Browser

pytestmark = pytest.mark.both_engines

ORDER = f"{MALL}/draft/order"


class LateBody:
    """A request whose head and first byte were received, and whose credential was accepted."""

    def __init__(self, server, method, path, body, headers):
        self.body = json.dumps(body).encode()
        fields = {"Content-Type": "application/json", **headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        head = f"{method} {path} HTTP/1.1\r\nHost: a\r\n{lines}Content-Length: {len(self.body)}\r\n\r\n"
        self.wire = Wire(server).send(head.encode() + self.body[:1])
        eventually(lambda: in_progress(server) == 1)
        # A request is counted before it is authenticated; a few other requests give it time for that.
        [done(server.api("GET", MALL)) for _ in range(5)]

    def finish(self):
        head, body = self.wire.send(self.body[1:]).response()
        self.wire.__exit__()
        return int(head.split()[1]), json.loads(body)


def in_progress(server):
    text = server.get("/metrics").body.decode()
    return int(re.search(r"^homeblocks_requests_in_progress (\d+)", text, re.M).group(1))


def draft(server):
    return done(server.api("GET", ORDER)).data["order"]


def with_token(server, role):
    token = server.new_token(role, "Late")
    identity = token.split("_")[1]
    return {"Authorization": f"Bearer {token}"}, lambda: done(server.api("DELETE", f"/api/tokens/{identity}"))


def headers_of(browser):
    return {"Cookie": browser.cookie, "X-CSRF-Token": browser.csrf}


def identity_of(browser):
    return browser.operator["id"]


def revoked_token(server, _):
    return with_token(server, "editor")


def deleted_operator(server, mei):
    identity = identity_of(mei)
    return headers_of(mei), lambda: done(server.api("DELETE", f"/api/operators/{identity}"))


def demoted_operator(server, mei):
    identity = identity_of(mei)
    return headers_of(mei), lambda: done(server.api("PATCH", f"/api/operators/{identity}", {"role": "viewer"}))


def ended_session(_, mei):
    return headers_of(mei), lambda: done(mei.send("DELETE", "/api/session"))


@pytest.mark.parametrize(
    "credential, status, kind, reason",
    [
        (revoked_token, 401, "unauthorized", "it was revoked"),
        (deleted_operator, 401, "signed-out", "the session has ended"),
        (demoted_operator, 403, "forbidden", "the role is viewer"),
        (ended_session, 401, "signed-out", "the session has ended"),
    ],
    ids=["revoked token", "deleted operator", "demoted operator", "ended session"],
)
def test_a_credential_that_becomes_invalid_while_the_body_arrives_changes_nothing(
    server, staff, credential, status, kind, reason
):
    headers, end = credential(server, staff.at(server).mei)
    order = draft(server)
    late = LateBody(server, "PUT", ORDER, {"order": order[::-1]}, headers)
    end()
    answered, problem = late.finish()

    assert (answered, problem["type"]) == (status, f"urn:homeblocks:problem:{kind}")
    assert draft(server) == order
    entry = done(server.api("GET", "/api/audit?outcome=refused&limit=1")).data["entries"][0]
    assert entry["requestId"] == problem["requestId"] and reason in json.dumps(entry)
    assert "PUT /api/pages/{page}/draft/order" in entry["action"]
    # The response is the same as for a request with the invalid credential.
    again = server.send("PUT", ORDER, json.dumps({"moves": []}), {**headers, "Content-Type": "application/json"})
    assert refused(again, status, kind=kind)["detail"] == problem["detail"]


def test_a_valid_credential_changes_the_page_however_slowly_the_body_arrives(server):
    order = draft(server)
    headers, _ = with_token(server, "editor")
    late = LateBody(server, "PUT", ORDER, {"moves": [{"block": order[0], "after": order[1]}]}, headers)
    assert late.finish()[0] == 200
    assert draft(server)[:2] == order[1::-1]


def test_an_admin_who_becomes_a_publisher_in_the_meantime_creates_no_page(server, staff):
    lin = staff.at(server).lin
    document = done(server.api("GET", f"{MALL}/export")).json | {"page": {"slug": "fresh", "title": "Fresh"}}
    late = LateBody(server, "PUT", "/api/pages/fresh/export", document, headers_of(lin))
    done(server.api("PATCH", f"/api/operators/{identity_of(lin)}", {"role": "publisher"}))
    status, problem = late.finish()
    assert status == 403 and "admin" in problem["detail"]
    assert server.get("/homepage?page=fresh").status == 404


def test_an_operator_whose_session_ends_in_the_meantime_sets_no_password(server, staff):
    mei = staff.at(server).mei
    change = {"current": PASSWORD, "new": "another long password"}
    late = LateBody(server, "PUT", "/api/session/password", change, headers_of(mei))
    done(mei.send("DELETE", "/api/session"))
    assert late.finish()[0] == 401
    done(Browser(server).sign_in("Mei"), 201)
