"""Browser sessions of operators: how they begin, what they permit, and how they end."""

import json
import pathlib
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from harness import eventually
from harness.marks import short_and_long
from publishing import MALL, done, now, refused, soon, text
from secure import Secure
from sessions import (
    PASSWORD,
    Browser,
    attributes_of,
    cross_site,
    operator,
    set_up_secret,
    signed_out,
    wrong_password,
)

MOVE = {"moves": [{"block": "wallet", "to": "start"}]}
ORDER = f"{MALL}/draft/order"
# Behind a trusted proxy, each client has its own address.
PROXY = {"HOMEBLOCKS_HTTP_TRUSTED_PROXIES": "127.0.0.1"}
OTHER = {"X-Forwarded-For": "192.0.2.7"}


def test_an_operator_signs_in_and_works_under_their_own_name(server):
    browser = Browser(server)
    assert browser.operator is None
    refused(browser.send("PUT", ORDER, MOVE), 401)
    mei = operator(server, "梅 Mei")
    begin = now()
    data = done(browser.sign_in("梅 Mei"), 201).data
    known = {"id": mei["id"], "name": "梅 Mei", "role": "editor", "pages": {}}
    assert data["operator"] == known and data["csrf"] and text(begin) < data["expiresAt"] and data["idleSeconds"] > 0
    reported = done(browser.get("/api/session"))
    assert reported.data == data and reported.headers["Cache-Control"] == "no-store"
    moved = done(browser.send("PUT", ORDER, MOVE))
    refused(browser.send("PUT", f"{MALL}/live/order", MOVE), 403)
    entries = done(server.api("GET", "/api/audit")).data["entries"]
    [entry] = [entry for entry in entries if entry["requestId"] == moved.headers["X-Request-Id"]]
    assert (entry["actor"], entry["credential"], entry["outcome"]) == ("梅 Mei", mei["id"], "done")


def test_the_cookie_is_for_this_server_only_and_no_script_reads_it(server, staff, tmp_path):
    staff.at(server)
    browser = Browser(server)
    [line] = done(browser.sign_in("Mei"), 201).headers.get_all("Set-Cookie")
    pair, attributes = attributes_of(line)
    assert len(browser.secret) >= 43
    assert "httponly" in attributes and attributes["path"] == "/" and attributes["samesite"] == "Strict"
    assert "domain" not in attributes and "secure" not in attributes
    # The cookie of a TLS connection is never sent unencrypted.
    secure = Secure(server, tmp_path)
    try:
        connection = secure.connect()
        body = json.dumps({"name": "Mei", "password": PASSWORD})
        connection.request("POST", "/api/session", body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        assert response.status == 201
        pair, attributes = attributes_of(response.headers["Set-Cookie"])
        assert pair.startswith("__Host-") and "secure" in attributes and "httponly" in attributes
        assert attributes["path"] == "/" and attributes["samesite"] == "Strict" and "domain" not in attributes
        response.read()
        connection.request("GET", "/api/session", headers={"Cookie": pair})
        assert json.loads(connection.getresponse().read())["data"]["operator"]["name"] == "Mei"
    finally:
        secure.stop()


class Jar:
    """A browser's cookies for one host, which it sends to every port (RFC 6265, 8.5)."""

    def __init__(self):
        self.cookies, self.csrf = {}, {}

    def send(self, server, method, path, body=None, headers=None):
        sent = {
            "Content-Type": "application/json",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        }
        if server.port in self.csrf:
            sent["X-CSRF-Token"] = self.csrf[server.port]
        response = server.send(method, path, None if body is None else json.dumps(body), sent | (headers or {}))
        for line in response.headers.get_all("Set-Cookie") or []:
            pair, attributes = attributes_of(line)
            name, _, value = pair.partition("=")
            self.cookies.pop(name, None)
            if attributes["max-age"] != "0":
                self.cookies[name] = value
        return response

    def sign_in(self, server, name):
        self.csrf[server.port] = done(self.send(server, "POST", "/api/session", {"name": name, "password": PASSWORD}), 201).data[
            "csrf"
        ]

    def person(self, server):
        data = done(self.send(server, "GET", "/api/session")).data
        return data["operator"] and data["operator"]["name"]


@pytest.mark.parametrize("is_copy", [False, True])
def test_servers_on_one_host_do_not_end_each_others_sessions(start, staff, is_copy):
    """With two databases, or a database and its copy."""
    first, second = start(), start()
    staff.at(first)
    if is_copy:
        staff.at(second)
    else:
        [operator(second, name, role) for name, role in (("Mei", "editor"), ("Lin", "admin"))]
    jar = Jar()
    jar.sign_in(first, "Mei")
    jar.sign_in(second, "Lin")
    assert len(jar.cookies) == 2 and (jar.person(first), jar.person(second)) == ("Mei", "Lin")
    for server in (first, second):
        done(jar.send(server, "PUT", ORDER, MOVE))
    done(jar.send(second, "DELETE", "/api/session"))
    assert (jar.person(first), jar.person(second)) == ("Mei", None)
    # A restart on the same or another port does not end the session.
    for port in (first.port, 0):
        old = first.port
        first.stop()
        first.start(port)
        jar.csrf[first.port] = jar.csrf[old]
        assert jar.person(first) == "Mei"
        done(jar.send(first, "PUT", ORDER, MOVE))


def test_a_server_recognizes_its_cookie_behind_a_proxy_that_sends_no_port(start, staff):
    """The cookie's name then depends on the database, so that nodes of one database share it."""
    first, second = start(), start()
    staff.at(first)
    [operator(second, name) for name in ("Mei", "Lin")]
    jar, headers = Jar(), {"Host": "pages.example.com"}
    for server, name in ((first, "Mei"), (second, "Lin")):
        done(jar.send(server, "POST", "/api/session", {"name": name, "password": PASSWORD}, headers), 201)
    assert len(jar.cookies) == 2
    for server, name in ((first, "Mei"), (second, "Lin")):
        assert done(jar.send(server, "GET", "/api/session", headers=headers)).data["operator"]["name"] == name


def test_a_session_of_an_earlier_version_remains_valid_until_it_is_ended(server, staff):
    """Its cookie's name does not identify a server."""
    mei = staff.at(server).mei
    mei.cookie = f"homeblocks={mei.secret}"
    assert mei.operator["name"] == "Mei"
    [line] = done(mei.send("DELETE", "/api/session")).headers.get_all("Set-Cookie")
    assert line.startswith("homeblocks=;") and mei.operator is None


def test_cookies_of_other_servers_on_the_host_do_no_harm(server, staff):
    mei = staff.at(server).mei
    own = mei.cookie
    done(mei.sign_in("Mei"), 201)
    others = "; ".join(f"homeblocks-{number:08x}={'a' * 43}" for number in range(50))
    for cookie in (f"{others}; {mei.cookie}", f"{mei.cookie}; {others}", f"homeblocks=x; {own}; {mei.cookie}"):
        assert done(server.get("/api/session", {"Cookie": cookie})).data["csrf"] == mei.csrf
    # Many unknown cookies cost only a few reads.
    refused(server.get("/api/pages", {"Cookie": others}), 401, kind="signed-out")


@pytest.mark.parametrize(
    "trusted, said, is_secure",
    [
        ("127.0.0.1", "https", True),
        ("127.0.0.1", "http", False),
        ("127.0.0.1", None, False),
        ("192.0.2.1", "https", False),
    ],
)
def test_only_a_trusted_proxy_decides_whether_the_connection_is_secure(start, staff, trusted, said, is_secure):
    server = start(HOMEBLOCKS_HTTP_TRUSTED_PROXIES=trusted)
    staff.at(server)
    browser = Browser(server, headers={"X-Forwarded-Proto": said} if said else {})
    pair, attributes = attributes_of(done(browser.sign_in("Mei"), 201).headers["Set-Cookie"])
    assert ("secure" in attributes) == is_secure == pair.startswith("__Host-")
    assert browser.operator["name"] == "Mei"


def test_a_wrong_password_an_unknown_name_and_a_former_operator_get_the_same_response(start, staff):
    server = start(**PROXY)
    gone = staff.at(server).lin.operator
    done(server.api("DELETE", f"/api/operators/{gone['id']}"))
    operator(server, "Ann")
    responses, times = {}, {}
    for turn in range(2):
        for place, name in enumerate(("Ann", "Nobody", "Lin")):
            # Use one address each, since the number of attempts is limited.
            browser = Browser(server, headers={"X-Forwarded-For": f"192.0.2.{turn * 10 + place}"})
            begin = time.monotonic()
            response = browser.sign_in(name, PASSWORD if name == "Lin" else "not the right one")
            times.setdefault(name, []).append(time.monotonic() - begin)
            document = wrong_password(response)
            assert browser.cookie is None
            document.pop("requestId")
            fields = sorted(name for name in response.headers.keys())
            responses[name] = (document, fields)
    assert responses["Ann"] == responses["Nobody"] == responses["Lin"]
    # Password hashing is slow on purpose; skipping it would be measurable.
    usual = min(times["Ann"])
    assert usual > 0.05
    for name in ("Nobody", "Lin"):
        assert usual * 0.4 < min(times[name]) < usual * 2.5, times
    done(Browser(server, headers=OTHER).sign_in("Mei"), 201)


@pytest.mark.parametrize(
    "body, pointer",
    [
        ({"name": "Mei"}, "/password"),
        ({"password": PASSWORD}, "/name"),
        ({"name": 1, "password": PASSWORD}, "/name"),
        ({"name": "Mei", "password": PASSWORD, "role": "admin"}, "/role"),
        ({"name": "Mei", "password": "x" * 201}, "/password"),
    ],
)
def test_an_invalid_sign_in_request_is_rejected_with_a_pointer(shared_server, body, pointer):
    document = refused(Browser(shared_server).send("POST", "/api/session", body), 422, pointer)
    assert PASSWORD not in json.dumps(document, ensure_ascii=False)


def test_a_change_needs_the_token_of_its_own_session(server, staff):
    people = staff.at(server)
    mei, lin, other = people.mei, people.lin, people.mei2
    order = done(mei.get(ORDER)).body
    for headers in (
        {},
        {"X-CSRF-Token": ""},
        {"X-CSRF-Token": "x"},
        {"X-CSRF-Token": lin.csrf},
        {"X-CSRF-Token": other.csrf},
        {"X-CSRF-Token": mei.csrf + "x"},
        {"X-CSRF-Token": mei.secret},
    ):
        document = cross_site(mei.send("PUT", ORDER, MOVE, headers, csrf=False))
        assert mei.csrf not in json.dumps(document)
        cross_site(mei.send("DELETE", "/api/session", headers=headers, csrf=False))
        body = {"current": PASSWORD, "new": PASSWORD * 2}
        cross_site(mei.send("PUT", "/api/session/password", body, headers, csrf=False))
    assert done(mei.get(ORDER)).body == order and mei.operator["name"] == "Mei"
    assert {("Mei", "DELETE /api/session"), ("Mei", "PUT /api/session/password")} < set(refusals(server))
    done(mei.send("PUT", ORDER, MOVE))
    assert done(mei.get(ORDER)).data["order"][0] == "wallet"


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_of_another_site_changes_nothing_and_signs_nobody_in(server, staff, site):
    stranger = Browser(server)
    body = {"secret": set_up_secret(server), "name": "Eve", "password": PASSWORD}
    # Browsers send the origin of a request; then even the right token or secret does not help.
    headers = {"Sec-Fetch-Site": site, "Origin": "https://elsewhere.example"}
    cross_site(stranger.send("POST", "/api/setup", body, headers))
    mei = staff.at(server).mei
    order = done(mei.get(ORDER)).body
    cross_site(mei.send("PUT", ORDER, MOVE, headers))
    cross_site(mei.send("DELETE", "/api/session", headers=headers))
    assert done(mei.get(ORDER)).body == order and mei.operator["name"] == "Mei"
    cross_site(stranger.sign_in("Mei", headers=headers))
    assert stranger.cookie is None
    # Requests of the console's own pages are accepted.
    own = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    done(mei.send("PUT", ORDER, MOVE, own))
    done(stranger.sign_in("Mei", headers=own), 201)


def test_a_simple_cross_origin_request_changes_nothing(server, staff):
    """A form has neither a JSON media type nor a token. Other requests need a preflight, which is rejected."""
    mei = staff.at(server).mei
    order = done(mei.get(ORDER)).body
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        headers = {"Content-Type": kind, "Origin": "https://elsewhere.example"}
        cross_site(mei.send("POST", f"{MALL}/draft/blocks", {}, headers, csrf=False))
        cross_site(mei.send("POST", "/sort?page=mall", MOVE, headers, csrf=False))
        for path in ("/api/session", "/api/setup"):
            response = Browser(server).send("POST", path, {"name": "Mei", "password": PASSWORD}, headers)
            assert response.status == 415 and "Set-Cookie" not in response.headers
    for path in ("/api/session", "/api/events", ORDER):
        requested = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
        response = server.send("OPTIONS", path, headers=requested)
        assert response.status == 405
        for found in (response, mei.get("/api/session"), mei.get(ORDER)):
            assert not [name for name in found.headers.keys() if name.lower().startswith("access-control-")]
    assert done(mei.get(ORDER)).body == order


def test_an_unused_session_expires(start, staff):
    server = start(HOMEBLOCKS_SESSION_IDLE_TIMEOUT="5")
    staff.at(server)
    idle, used = Browser(server), Browser(server)
    assert done(idle.sign_in("Lin"), 201).data["idleSeconds"] == 5
    done(used.sign_in("Mei"), 201)
    later = soon(6)
    # Using a session extends it; reading the sign-in state does not count as use.
    eventually(lambda: done(used.get("/api/pages")) and idle.operator is None, 20)
    eventually(lambda: done(used.get("/api/pages")) and now() > later, 20)
    signed_out(idle.get("/api/pages"))
    assert used.operator["name"] == "Mei"


def test_a_session_expires_at_its_maximum_age_even_if_it_is_used(start, staff):
    server = start(HOMEBLOCKS_SESSION_LIFETIME="2")
    staff.at(server)
    browser = Browser(server)
    response = done(browser.sign_in("Mei"), 201)
    end = response.data["expiresAt"]
    assert attributes_of(response.headers["Set-Cookie"])[1]["max-age"] == "2"
    assert text(soon(-3)) < end <= text(soon(2))
    eventually(lambda: browser.get("/api/pages").status == 401)
    assert end <= text(now())
    assert browser.operator is None


def test_signing_out_ends_one_session_or_all_sessions(server, staff):
    people = staff.at(server)
    first, second, third, other = people.mei, people.mei2, Browser(server), people.lin
    done(third.sign_in("Mei"), 201)
    kept = first.cookie
    response = done(first.send("DELETE", "/api/session"))
    assert response.data == {"operator": None} and first.cookie is None
    _, attributes = attributes_of(response.headers["Set-Cookie"])
    assert attributes["max-age"] == "0" and attributes["path"] == "/"
    # A copy of the cookie is no longer valid.
    first.cookie = kept
    signed_out(first.get("/api/pages"))
    assert second.operator["name"] == third.operator["name"] == "Mei"
    done(second.send("DELETE", "/api/session?everywhere=true"))
    signed_out(third.get("/api/pages"))
    assert third.operator is None and other.operator["name"] == "Lin"


def test_signing_out_ends_all_of_the_browsers_sessions_of_the_database(server, staff):
    """For example, one from another port: the next person at this browser must not be signed in as someone else."""
    people = staff.at(server)
    mei, lin = people.mei, people.lin
    both = f"{mei.cookie}; homeblocks-0123abcd={lin.secret}"
    response = done(server.send("DELETE", "/api/session", headers={"Cookie": both, "X-CSRF-Token": mei.csrf}))
    assert {line.partition("=")[0] for line in response.headers.get_all("Set-Cookie")} == {
        mei.cookie.partition("=")[0],
        "homeblocks-0123abcd",
    }
    assert done(server.get("/api/session", {"Cookie": both})).data["operator"] is None
    assert people.mei2.operator["name"] == "Mei"


def test_a_new_password_ends_the_other_sessions_and_the_old_password(server, staff):
    people = staff.at(server)
    first, second, other = people.mei, people.mei2, people.lin
    new = "a dry day 晴天 in June"
    refused(first.send("PUT", "/api/session/password", {"current": PASSWORD, "new": "short"}), 422, "/new")
    wrong = {"current": "not the right one", "new": new}
    refused(first.send("PUT", "/api/session/password", wrong), 422, "/current")
    assert second.operator["name"] == "Mei"
    done(first.send("PUT", "/api/session/password", {"current": PASSWORD, "new": new}))
    assert first.operator["name"] == "Mei" and second.operator is None and other.operator["name"] == "Lin"
    done(first.send("PUT", ORDER, MOVE))
    wrong_password(Browser(server).sign_in("Mei"))
    done(Browser(server).sign_in("Mei", new), 201)


def test_a_revoked_operator_is_signed_out_immediately(server, staff):
    people = staff.at(server)
    browser = people.mei
    done(browser.get("/api/pages"))
    done(people.lin.send("DELETE", f"/api/operators/{browser.operator['id']}"))
    signed_out(browser.get("/api/pages"))
    assert browser.operator is None
    wrong_password(Browser(server).sign_in("Mei"))


def test_a_changed_role_applies_from_the_next_request(server, staff):
    browser = staff.at(server).mei
    mei = browser.operator
    live = f"{MALL}/live/order"
    refused(browser.send("PUT", live, MOVE), 403)
    changed = done(server.api("PATCH", f"/api/operators/{mei['id']}", {"role": "publisher"})).data
    assert (changed["id"], changed["name"], changed["role"]) == (mei["id"], "Mei", "publisher")
    done(browser.send("PUT", live, MOVE))
    assert browser.operator["role"] == "publisher"
    done(server.api("PATCH", f"/api/operators/{mei['id']}", {"role": "viewer"}))
    refused(browser.send("PUT", ORDER, MOVE), 403)
    done(browser.get(ORDER))
    entries = done(server.api("GET", "/api/audit")).data["entries"]
    changes = [entry for entry in entries if entry["subject"] == mei["id"] and entry["before"]]
    assert [(entry["before"]["role"], entry["after"]["role"]) for entry in changes] == [
        ("publisher", "viewer"),
        ("editor", "publisher"),
    ]


def test_a_password_set_by_an_admin_ends_the_operators_sessions(server, staff):
    people = staff.at(server)
    browser, boss = people.mei, people.lin
    new = "a dry day 晴天 in June"
    response = done(boss.send("PATCH", f"/api/operators/{browser.operator['id']}", {"password": new}))
    assert "password" not in response.data and new not in json.dumps(response.json, ensure_ascii=False)
    assert browser.operator is None and boss.operator["name"] == "Lin"
    wrong_password(browser.sign_in("Mei"))
    done(browser.sign_in("Mei", new), 201)


def test_an_invalid_change_of_an_operator_is_rejected(server):
    mei = operator(server)
    path = f"/api/operators/{mei['id']}"
    for body, pointer in (
        ({"role": "king"}, "/role"),
        ({"password": "short"}, "/password"),
        ({}, "/role"),
        ({"name": "x"}, "/name"),
    ):
        refused(server.api("PATCH", path, body), 422, pointer)
    refused(server.api("PATCH", "/api/operators/none", {"role": "viewer"}), 404)
    done(server.api("DELETE", path))
    refused(server.api("PATCH", path, {"role": "viewer"}), 409)
    assert done(server.api("GET", "/api/operators")).data[0]["role"] == "editor"


def too_many(browser, name):
    """Signs in with a wrong password until attempts are rejected; returns the number of attempts before that."""
    for count in range(1, 200):
        response = browser.sign_in(name, "not the right one")
        if response.status == 429:
            refused(response, 429)
            assert 1 <= int(response.headers["Retry-After"]) <= 900
            return count - 1
        wrong_password(response)
    raise AssertionError("passwords can be guessed without end")


def test_password_guessing_is_limited_without_locking_out_others(start, staff):
    server = start(**PROXY)
    staff.at(server)
    guesser = Browser(server, headers={"X-Forwarded-For": "192.0.2.1"})
    done(guesser.sign_in("Mei"), 201)
    # A correct password is not counted; an unknown name is counted like a known one.
    assert [too_many(guesser, name) for name in ("Mei", "Nobody")] == [5, 5]
    # After that even the correct password is rejected, and no cookie is set.
    guesser.cookie = None
    refused(guesser.sign_in("Mei"), 429)
    assert guesser.cookie is None
    # The operator can sign in from another address, and other operators from this one.
    done(Browser(server, headers=OTHER).sign_in("Mei"), 201)
    done(guesser.sign_in("Lin"), 201)


@pytest.mark.parametrize("names", short_and_long(6, 30))
def test_many_failures_from_one_office_do_not_lock_out_operators_who_know_their_password(start, staff, names):
    """All of its clients have the same address."""
    server = start(**PROXY)
    staff.at(server)
    office = Browser(server, headers={"X-Forwarded-For": "192.0.2.1"})
    statuses = [office.sign_in(f"someone {number % names}", "not the right one").status for number in range(31)]
    assert statuses == [401] * 30 + [429]
    for name in ("Mei", "Lin", "Mei"):
        office.cookie = None
        done(office.sign_in(name), 201)
    # A wrong password gets the response of the exceeded limit, and is the last attempt for its name.
    first = refused(office.sign_in("Mei", "not the right one"), 429)
    assert "Retry-After" in office.sign_in("Mei").headers
    assert first["type"] == refused(office.sign_in("Mei"), 429)["type"]
    done(office.sign_in("Lin"), 201)
    # Another spelling is the same name.
    for name in ("Mei ", "Mei\u200b", "Ｍｅｉ"):
        refused(office.sign_in(name), 429)
    assert ("Mei", "POST /api/session") in refusals(server)


def test_guessing_the_current_password_is_limited_too(server, staff):
    browser = staff.at(server).mei
    body = {"current": "not the right one", "new": PASSWORD * 2}
    statuses = [browser.send("PUT", "/api/session/password", body).status for _ in range(7)]
    assert statuses == [422] * 5 + [429] * 2
    assert browser.operator["name"] == "Mei"
    assert refusals(server)[:7] == [("Mei", "PUT /api/session/password")] * 7


def refusals(server):
    """The operators and actions of the rejected requests, latest first."""
    entries = done(server.api("GET", "/api/audit?outcome=refused&limit=100")).data["entries"]
    return [(entry["actor"], entry["action"]) for entry in entries]


def test_an_admin_cannot_remove_themselves(server):
    """This way, another admin can always undo a mistake."""
    browser = Browser(server)
    lin = operator(server, "Lin", "admin")
    done(browser.sign_in("Lin"), 201)
    own = f"/api/operators/{lin['id']}"
    for response in (browser.send("PATCH", own, {"role": "editor"}), browser.send("DELETE", own)):
        assert "another admin" in refused(response, 409)["detail"]
    assert browser.operator["role"] == "admin"
    # A change that keeps the role is permitted, and others may change it.
    done(browser.send("PATCH", own, {"role": "admin"}))
    done(server.api("PATCH", own, {"role": "editor"}))
    done(server.api("DELETE", own))


def test_a_valid_token_is_used_instead_of_a_cookie(server, staff):
    """A program with a token needs no CSRF token, and does not sign anyone in or out."""
    browser = staff.at(server).mei
    browser.headers = {"Authorization": f"Bearer {server.token}"}
    done(browser.send("PUT", f"{MALL}/live/order", MOVE, csrf=False))
    for response in (
        server.api("DELETE", "/api/session"),
        server.api("PUT", "/api/session/password", {"current": PASSWORD, "new": PASSWORD * 2}),
    ):
        signed_out(response)
    browser.headers = {}
    assert browser.operator["name"] == "Mei"


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        "x",
        "homeblocks=",
        "homeblocks=x",
        "homeblocks=" + "a" * 43,
        "homeblocks=" + "a" * 4000,
        "homeblocks=%00",
        ";;;=;",
        "homeblocks='; DROP TABLE sessions; --",
    ],
)
def test_an_invalid_cookie_signs_nobody_in(shared_server, cookie):
    browser = Browser(shared_server)
    browser.cookie = cookie
    # A value with the format of a token may have been valid once.
    refused(browser.get("/api/pages"), 401, kind="signed-out" if len(cookie) == len("homeblocks=") + 43 else None)
    assert done(shared_server.get("/api/session", {"Cookie": cookie})).data == {"operator": None}
    assert browser.send("PUT", ORDER, MOVE, {"X-CSRF-Token": "x"}).status in (401, 403)
    assert shared_server.get("/homepage", {"Cookie": cookie}).status == 200


def test_active_and_ended_sessions_stay_so_after_a_restart(server, staff):
    people = staff.at(server)
    browser, gone = people.mei, people.lin
    kept = gone.cookie
    done(gone.send("DELETE", "/api/session"))
    server.kill()
    server.start()
    assert browser.operator["name"] == "Mei"
    done(browser.send("PUT", ORDER, MOVE))
    gone.cookie = kept
    assert gone.operator is None


def test_signing_in_and_out_is_in_the_audit_log(server, staff):
    mei = staff.at(server).mei.operator
    browser = Browser(server)
    said = {"in": done(browser.sign_in("Mei"), 201), "wrong": refused_sign_in(server)}
    said["out"] = done(browser.send("DELETE", "/api/session"))
    entries = {entry["requestId"]: entry for entry in done(server.api("GET", "/api/audit")).data["entries"]}
    lines = {name: entries[response.headers["X-Request-Id"]] for name, response in said.items()}
    assert [lines[name]["outcome"] for name in said] == ["done", "refused", "done"]
    assert lines["in"]["actor"] == lines["out"]["actor"] == "Mei" and lines["in"]["credential"] == mei["id"]
    assert (lines["in"]["action"], lines["out"]["action"]) == ("session.begin", "session.end")
    # The entered name may be a password: it is recorded only if an operator has this name.
    assert lines["wrong"]["actor"] == "Mei" and lines["wrong"]["after"]["reason"] == "wrong-password"
    typed = "my password 在这里 by mistake"
    wrong_password(Browser(server).sign_in(typed, "x"))
    newest = done(server.api("GET", "/api/audit")).data["entries"][0]
    assert newest["actor"] == "unknown" and typed not in json.dumps(newest, ensure_ascii=False)


def refused_sign_in(server):
    response = Browser(server).sign_in("Mei", "not the right one")
    wrong_password(response)
    return response


def test_the_secrets_of_a_session_are_only_in_its_browser(start):
    server = start(HOMEBLOCKS_LOG_LEVEL="trace")
    link = set_up_secret(server)
    new = "a dry day 晴天 in June"
    lin = Browser(server)
    responses = [lin.send("POST", "/api/setup", {"secret": link, "name": "Lin", "password": PASSWORD})]
    lin.csrf = done(responses[0], 201).data["csrf"]
    secrets = [link, lin.secret, PASSWORD, new, lin.csrf]
    again = {"secret": link, "name": "Eve", "password": new}
    responses += [
        lin.send("PUT", "/api/session/password", {"current": PASSWORD, "new": new}),
        lin.send("PUT", ORDER, MOVE),
        lin.send("PUT", ORDER, MOVE, csrf=False),
        Browser(server).sign_in("Lin", new + "x"),
        lin.get("/api/operators"),
        lin.get("/api/audit"),
        lin.get("/api/tokens"),
        lin.get("/metrics"),
        lin.get("/api/session"),
        # A secret pasted into the wrong field.
        server.get(f"/admin/set-up?{link}"),
        server.get(f"/api/session?csrf={lin.csrf}"),
        Browser(server).send("POST", "/api/setup", again),
    ]
    assert [response.status for response in responses] == [201, 200, 200, 403, 401, 200, 200, 200, 200, 200, 200, 400, 404]
    for response in responses:
        body = response.body.decode()
        # Only responses of the session itself have its CSRF token.
        reported = {lin.csrf} if b'"csrf"' in response.body else set()
        assert [secret for secret in secrets if secret not in reported and secret in body] == [], response.body
    done(lin.send("DELETE", "/api/session"))
    server.stop()
    files = [path for path in pathlib.Path(server.database).parent.iterdir() if path.is_file()]
    assert len(files) >= 2
    for path in files:
        content = path.read_bytes()
        assert [secret for secret in secrets if secret.encode() in content] == [], path


def set_up(server, secret, name="Lin", password=PASSWORD):
    return Browser(server).send("POST", "/api/setup", {"secret": secret, "name": name, "password": password})


def test_the_set_up_link_of_the_current_start_creates_the_first_admin_once(server):
    old = set_up_secret(server)
    server.stop()
    server.start()
    secret = set_up_secret(server)
    assert len(old) >= 43 and secret != old
    refused(set_up(server, old), 404)
    for wrong in ("x", "", secret[:-1], secret + "x"):
        refused(set_up(server, wrong), 404)
    refused(set_up(server, secret, password="short"), 422, "/password")
    refused(set_up(server, secret, name=""), 422, "/name")
    response = set_up(server, secret)
    done(response, 201)
    assert (response.data["operator"]["name"], response.data["operator"]["role"]) == ("Lin", "admin") and response.data["csrf"]
    browser = Browser(server)
    browser.keep(response)
    assert browser.operator["name"] == "Lin"
    for _ in range(2):
        assert set_up(server, secret, "Eve").status in (404, 409)
    assert [line["name"] for line in done(server.api("GET", "/api/operators")).data] == ["Lin"]
    server.stop()
    server.start()
    assert set_up_secret(server) is None


def test_the_set_up_link_is_invalid_once_there_is_an_operator(server):
    secret = set_up_secret(server)
    operator(server)
    assert set_up(server, secret).status in (404, 409)
    assert [line["name"] for line in done(server.api("GET", "/api/operators")).data] == ["Mei"]
    server.stop()
    server.start()
    assert set_up_secret(server) is None


def test_using_the_set_up_link_twice_concurrently_creates_one_operator(server):
    secret = set_up_secret(server)
    with ThreadPoolExecutor(2) as pool:
        statuses = sorted(response.status for response in pool.map(lambda name: set_up(server, secret, name), "AB"))
    assert statuses[0] == 201 and all(status in (404, 409) for status in statuses[1:])
    assert len(done(server.api("GET", "/api/operators")).data) == 1
