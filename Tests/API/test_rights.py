"""Roles on single pages: each request is allowed by the highest role, and nothing tells of pages without one."""

import json
import os
import random
import re

import pytest

from harness.pictures import png
from publishing import MALL, all_of, copy_of_mall, done, refused, soon, text
from sessions import operator
from test_access import FEED, ROLES, ROUTES
from test_events import Stream

RANKS = {role: rank for rank, role in enumerate(["none", *ROLES])}
# The routes that act on what all pages share: the highest role counts. All others without a page need a role on all pages.
SHARED = [
    ("GET", "/api/audiences"),
    ("GET", "/api/audiences/none"),
    ("GET", "/api/pages"),
    ("GET", "/api/search"),
    ("GET", "/api/calendar"),
    ("GET", "/api/feeds"),
    ("GET", "/api/feeds/songs"),
    ("GET", "/api/feeds/songs/log"),
    ("GET", "/api/pictures"),
    ("POST", "/api/pictures"),
    ("GET", "/api/pictures/none"),
    ("PATCH", "/api/pictures/"),
    ("POST", "/api/pictures/"),
    ("GET", "/api/catalogues"),
    ("GET", "/api/catalogues/none"),
]
# A page that some people may not know of, and texts that only it has.
HIDDEN, SECRET = "hushed-autumn", "Quincunx"
VISIBLE = ["mall", "campaign-may"]
PAGES = [*VISIBLE, HIDDEN, "no-such-page"]
STEPS = int(os.environ.get("RIGHTS_REQUESTS", "1000"))


@pytest.fixture
def server(server):
    """The usual server, which may have the feed of the test."""
    server.env["HOMEBLOCKS_FEEDS_ALLOWED_HOSTS"] = "lists.example"
    server.stop()
    server.start()
    return server


def token(server, role="none", pages=None, name="Limited"):
    body = {"name": name, "role": role, "pages": pages or {}}
    return done(server.api("POST", "/api/tokens", body), 201).data["token"]


def company(server):
    """Creates the pages, and everything that could tell of the hidden one."""
    copy_of_mall(server, "campaign-may")
    done(server.api("POST", "/api/pages", {"page": HIDDEN, "title": f"{SECRET} page", "copyOf": "mall"}), 201)
    hidden = f"/api/pages/{HIDDEN}"
    done(server.api("POST", "/api/audiences", {"name": "vips", "audience": {"platforms": ["ios"]}}), 201)
    done(server.api("PATCH", f"{hidden}/live/blocks/wallet", {"audience": {"name": "vips"}}))
    done(server.api("POST", "/api/feeds", FEED | {"showType": "MALL_AD"}), 201)
    source = {"source": {"feed": "songs"}}
    done(server.api("PATCH", f"{hidden}/draft/blocks/middleAd", source))
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "image/png"}
    picture = done(server.send("POST", "/api/pictures?name=lamp.png", png(), headers), 201).data
    content = {"extInfo": {"list": [{"id": 7, "title": SECRET, "imageUrl": picture["url"], "url": "https://shop.example"}]}}
    block = {"blockCode": "lamps", "showType": "MALL_AD", "content": content}
    done(server.api("POST", f"{hidden}/live/blocks", block), 201)
    done(server.api("PATCH", f"{hidden}/draft/blocks/otc", {"from": "2030-01-10T00:00:00Z"}))
    done(server.api("POST", f"{hidden}/draft/publish", {"at": "2030-01-15T00:00:00Z", "message": SECRET}), 201)
    done(server.api("PATCH", f"{hidden}/draft/blocks/otc", {"enabled": False}))
    done(server.api("POST", f"{hidden}/links", {"label": SECRET}), 201)
    plan = {"shows": HIDDEN, "from": "2030-01-20T00:00:00Z", "until": "2030-01-21T00:00:00Z"}
    takeover = done(server.api("POST", f"{MALL}/takeovers", plan), 201).data["id"]
    now = {"shows": HIDDEN, "until": text(soon(3600))}
    done(server.api("POST", "/api/pages/campaign-may/takeovers", now), 201)
    done(server.api("PUT", f"{hidden}/presence", {"block": "wallet"}))
    return picture["id"], takeover


def role_on(page, rights):
    held = [rights["role"]] + [
        role
        for pattern, role in rights["pages"].items()
        if pattern == page or pattern.endswith("*") and page.startswith(pattern[:-1])
    ]
    return max(RANKS[role] for role in held)


def highest(rights):
    return max(RANKS[role] for role in [rights["role"], *rights["pages"].values()])


def page_of(path):
    found = re.match(r"/api/pages/([^/?]+)", path) or re.match(r"/sort\?page=(.+)", path)
    return found and found.group(1)


def is_good(response, needed, method, path, rights):
    """Whether a response is the one that rights allow."""
    page = page_of(path)
    if page:
        held = role_on(page, rights)
        if held == 0:
            return response.status == 404 and response.json["detail"].startswith(f'There is no page "{page}"')
        if path.endswith("/copy"):
            # Into the draft of a page that the body names.
            held = highest(rights)
    elif any(method == verb and path.split("?")[0].startswith(start) for verb, start in SHARED):
        held = highest(rights)
    else:
        held = RANKS[rights["role"]]
    if held < RANKS[needed]:
        return response.status == 403 and response.json["type"].endswith(":forbidden")
    return response.status not in (401, 403, 405, 500)


def random_rights(chance):
    """A role on all pages, mostly none, and roles on some; never one that includes the hidden page."""
    roles = ROLES[:3]
    pages = {page: chance.choice(roles) for page in ("mall", "campaign-may", "campaign-*", "no-such-*") if chance.random() < 0.5}
    return {"role": "none", "pages": pages}


@pytest.mark.both_engines
def test_each_request_is_allowed_by_the_highest_role_and_tells_of_no_hidden_page(start):
    server = start(HOMEBLOCKS_LOG_LEVEL="trace", HOMEBLOCKS_FEEDS_ALLOWED_HOSTS="lists.example")
    company(server)
    chance = random.Random(44)
    connection, wrong, count = server.connect(), [], 0
    while count < STEPS:
        rights = random_rights(chance)
        if chance.random() < 0.2:
            rights["role"] = chance.choice(ROLES)
        credential = token(server, rights["role"], rights["pages"])
        for needed, method, path, body in ROUTES:
            for page in PAGES if page_of(path) == "mall" else [None]:
                route = re.sub("mall", page, path, count=1) if page else path
                if "fresh" in route or needed == "admin" and RANKS[rights["role"]] == RANKS["admin"] and method == "DELETE":
                    continue
                if page and method in ("PATCH", "DELETE") and route == f"/api/pages/{page}":
                    # What would rename or delete the page.
                    body = {"title": 1}
                headers = {"Authorization": f"Bearer {credential}"}
                if body is not None:
                    headers["Content-Type"] = "application/json"
                response = server.send(method, route, None if body is None else json.dumps(body), headers, connection)
                count += 1
                if not is_good(response, needed, method, route, rights):
                    wrong.append((rights, needed, method, route, response.status))
                if role_on(HIDDEN, rights) == 0 and HIDDEN not in route:
                    whole = response.body.decode(errors="replace") + str(response.headers)
                    # A takeover shows the other page's sections to everyone, but not its name.
                    if HIDDEN in whole or (SECRET in whole and "/live/homepage" not in route):
                        wrong.append((rights, method, route, "tells of the hidden page"))
        done(server.api("DELETE", f"/api/tokens/{credential.split('_')[1]}"))
    assert wrong == []
    server.stop()
    # Lines name the page only where a request named it.
    reported = [line for line in server.log.splitlines() if HIDDEN in line and f"/{HIDDEN}" not in line]
    assert reported == [] and SECRET not in server.log


@pytest.mark.both_engines
def test_a_hidden_page_gets_the_responses_of_a_page_that_does_not_exist(server):
    company(server)
    credential = token(server, pages={"mall": "publisher", "campaign-*": "editor"})
    for needed, method, path, body in ROUTES:
        if page_of(path) != "mall":
            continue
        responses = []
        for page in (HIDDEN, "q" * len(HIDDEN)):
            response = server.api(method, re.sub("mall", page, path, count=1), body, credential)
            fields = {name: value for name, value in response.headers.items() if name not in ("Date", "X-Request-Id")}
            document = response.json | {"requestId": ""}
            responses.append(json.dumps([response.status, fields, document]).replace(page, "?"))
        assert responses[0] == responses[1], (method, path)
    # A body that names it gets the same response as a name that is not the name of a page.
    for method, path, body in (
        ("POST", f"{MALL}/takeovers", {"shows": None, "until": "2031-01-01T00:00:00Z"}),
        ("POST", f"{MALL}/live/blocks/wallet/copy", {"page": None}),
    ):
        key = "shows" if "shows" in body else "page"
        responses = [server.api(method, path, body | {key: page}, credential) for page in (HIDDEN, "q" * 13)]
        details = [refused(response, 422, f"/{key}")["detail"] for response in responses]
        assert details[0] == details[1]


@pytest.mark.both_engines
def test_lists_have_only_the_pages_of_their_reader(server):
    picture, takeover = company(server)
    mall = {"token": token(server, pages={"mall": "publisher"})}
    lists = {
        path: (done(server.api("GET", path)).body.decode(), done(server.api("GET", path, **mall)).body.decode())
        for path in (
            "/api/pages",
            f"{MALL}/takeovers",
            f"/api/search?q={SECRET}",
            "/api/calendar?from=2030-01-01T00:00:00Z&until=2030-02-01T00:00:00Z",
            "/api/audiences",
            "/api/audiences/vips",
            "/api/feeds?uses=true",
            "/api/pictures",
            f"/api/pictures/{picture}",
        )
    }
    for path, (whole, own) in lists.items():
        assert HIDDEN in whole or SECRET in whole, path
        assert HIDDEN not in own and SECRET not in own and "campaign-may" not in own, path
    assert [line["page"] for line in done(server.api("GET", "/api/pages", **mall)).data] == ["mall"]
    # The takeover is there, without the page that it shows; its ETag does not tell it either.
    [planned] = done(server.api("GET", f"{MALL}/takeovers", **mall)).data
    assert planned["id"] == takeover and planned["shows"] is None
    assert planned["etag"] != done(server.api("GET", f"{MALL}/takeovers")).data[0]["etag"]
    later = {"until": "2030-01-22T00:00:00Z"}
    changed = done(server.api("PATCH", f"{MALL}/takeovers/{takeover}", later, headers={"If-Match": planned["etag"]}, **mall))
    assert changed.data["shows"] is None and changed.data["until"].startswith("2030-01-22")
    overlap = {"shows": "mall", "from": "2030-01-20T00:00:00Z", "until": "2030-01-20T01:00:00Z"}
    assert HIDDEN not in server.api("POST", f"{MALL}/takeovers", overlap, **mall).body.decode()
    # A picture that only the hidden page uses counts as unused.
    ids = [line["id"] for line in done(server.api("GET", "/api/pictures?used=true", **mall)).data["pictures"]]
    unused = [line["id"] for line in done(server.api("GET", "/api/pictures?used=false", **mall)).data["pictures"]]
    assert ids == [] and unused == [picture]
    refused(server.api("GET", f"/api/search?q=wallet&page={HIDDEN}", **mall), 404)
    may = done(server.api("GET", "/api/pages/campaign-may", token=token(server, pages={"campaign-*": "viewer"}))).data
    assert may["showing"] is None
    assert done(server.api("GET", "/api/pages/campaign-may")).data["showing"] == HIDDEN


@pytest.mark.both_engines
def test_events_and_presence_are_those_of_the_readers_pages(server):
    company(server)
    limited = token(server, pages={"mall": "viewer"})
    with Stream(server, {"Authorization": f"Bearer {limited}"}) as stream:
        stream.hello()
        done(server.api("PUT", f"/api/pages/{HIDDEN}/presence", {"block": "otc"}))
        done(server.api("PATCH", f"/api/pages/{HIDDEN}/live/blocks/wallet", {"enabled": False}))
        done(server.api("PUT", f"{MALL}/presence", {"block": "otc"}))
        done(server.api("PUT", f"{MALL}/live/order", {"moves": [{"block": "wallet", "to": "start"}]}))
        events = []
        while not events or events[-1][0] != "change":
            events.append(stream.next())
        assert events[-1][2]["page"] == "mall"
        if len(events) > 1:
            assert all(list(data["pages"]) in ([], ["mall"]) for name, _, data in events[:-1] if name == "presence")
    # Missed events are those of their pages, too.
    with Stream(server, {"Authorization": f"Bearer {limited}"}, last=0) as stream:
        stream.hello()
        pages = set()
        for _ in range(1):
            name, _, data = stream.next()
            pages |= {data["page"]} if name == "change" else set()
        assert pages <= {"mall"}


@pytest.mark.both_engines
def test_an_event_stream_follows_the_rights_of_its_reader(server, staff):
    people = staff.at(server)
    mei, path = people.mei, f"/api/operators/{people.mei.operator['id']}"
    copy_of_mall(server, "campaign-may")
    with Stream(server, {"Cookie": mei.cookie}) as stream:
        stream.hello()
        done(server.api("PATCH", path, {"role": "none", "pages": {"mall": "viewer"}}))
        done(server.api("PUT", "/api/pages/campaign-may/live/order", {"moves": [{"block": "wallet", "to": "start"}]}))
        done(server.api("PUT", f"{MALL}/live/order", {"moves": [{"block": "wallet", "to": "start"}]}))
        assert stream.next()[0] == "reset"
        event = stream.next()
        assert (event[0], event[2]["page"]) == ("change", "mall")
        done(server.api("PATCH", path, {"pages": {"mall": None}}))
        assert stream.rest() == ["end"]
    refused(mei.send("GET", "/api/pages"), 403)


def test_roles_follow_a_renamed_page_and_end_with_a_deleted_one(server):
    copy_of_mall(server, "campaign-may")
    limited = token(server, pages={"campaign-may": "editor", "campaign-*": "viewer"})
    group = done(server.api("POST", "/api/groups", {"name": "Campaigns", "pages": {"campaign-may": "publisher"}}), 201).data
    done(server.api("PATCH", "/api/pages/campaign-may", {"page": "sale"}))
    done(server.api("GET", "/api/pages/sale", token=limited))
    assert done(server.api("GET", "/api/groups")).data[0]["pages"] == {"sale": "publisher"}
    # Another page with the old name is not theirs.
    copy_of_mall(server, "other")
    done(server.api("PATCH", "/api/pages/other", {"page": "campaign-may"}))
    refused(server.api("PUT", "/api/pages/campaign-may/draft/order", {"moves": []}, limited), 403)
    done(server.api("DELETE", "/api/pages/sale"))
    copy_of_mall(server, "sale")
    refused(server.api("GET", "/api/pages/sale", token=limited), 404)
    assert done(server.api("GET", "/api/groups")).data[0] == group | {"pages": {}}


def test_a_group_gives_its_roles_to_its_members(server, staff):
    people = staff.at(server)
    mei, path = people.mei, f"/api/operators/{people.mei.operator['id']}"
    group = done(server.api("POST", "/api/groups", {"name": "商城 Mall", "pages": {"mall": "publisher"}}), 201).data
    assert group == {"id": group["id"], "name": "商城 Mall", "role": "none", "pages": {"mall": "publisher"}}
    move = {"moves": [{"block": "wallet", "to": "start"}]}
    refused(mei.send("PUT", f"{MALL}/live/order", move), 403)
    changed = done(server.api("PATCH", path, {"role": "none", "groups": [group["id"]]})).data
    assert (changed["role"], changed["groups"]) == ("none", [group])
    assert mei.operator == {"id": mei.operator["id"], "name": "Mei", "role": "none", "pages": {"mall": "publisher"}}
    done(mei.send("PUT", f"{MALL}/live/order", move))
    refused(mei.send("GET", "/api/pages/music"), 404)
    done(server.api("PATCH", f"/api/groups/{group['id']}", {"pages": {"mall": "viewer", "music": "viewer"}}))
    refused(mei.send("PUT", f"{MALL}/live/order", move), 403)
    done(mei.send("GET", "/api/pages/music"))
    assert done(server.api("PATCH", f"/api/groups/{group['id']}", {"pages": {"music": None}})).data["pages"] == {"mall": "viewer"}
    done(server.api("DELETE", f"/api/groups/{group['id']}"))
    refused(mei.send("GET", MALL), 404)
    refused(mei.send("GET", "/api/pages"), 403)
    assert [line["groups"] for line in done(server.api("GET", "/api/operators")).data if line["name"] == "Mei"] == [[]]
    actions = [entry["action"] for entry in all_of(server, "/api/audit", "entries") if entry["action"].startswith("group.")]
    assert actions == ["group.delete", "group.change", "group.change", "group.create"]


def test_invalid_roles_on_pages_are_refused_with_a_pointer(server):
    person = operator(server)
    group = done(server.api("POST", "/api/groups", {"name": "A"}), 201).data
    for pages, pointer in (
        ([], "/pages"),
        ({"mall": "king"}, "/pages/mall"),
        ({"mall": "admin"}, "/pages/mall"),
        ({"mall": "none"}, "/pages/mall"),
        ({"*": "viewer"}, "/pages/*"),
        ({"a*b": "viewer"}, "/pages/a*b"),
        ({"Mall": "viewer"}, "/pages/Mall"),
        ({"none-such": "viewer"}, "/pages/none-such"),
        ({f"p{number}*": "viewer" for number in range(201)}, "/pages"),
    ):
        for method, path in (
            ("POST", "/api/tokens"),
            ("POST", "/api/operators"),
            ("POST", "/api/groups"),
            ("PATCH", f"/api/operators/{person['id']}"),
            ("PATCH", f"/api/groups/{group['id']}"),
        ):
            body = {"pages": pages} | (
                {} if method == "PATCH" else {"name": "B"} | ({} if "groups" in path else {"role": "none"})
            )
            refused(server.api(method, path, body), 422, pointer)
    assert (
        "none-such"
        in refused(server.api("PATCH", f"/api/operators/{person['id']}", {"pages": {"none-such": "editor"}}), 422)["detail"]
    )
    refused(server.api("PATCH", f"/api/operators/{person['id']}", {"groups": ["nobody"]}), 422, "/groups")
    refused(server.api("PATCH", f"/api/operators/{person['id']}", {"groups": "nobody"}), 422, "/groups")
    refused(server.api("POST", "/api/groups", {"name": "A"}), 409)
    refused(server.api("PATCH", "/api/groups/none", {"name": "C"}), 404)
    refused(server.api("DELETE", "/api/groups/none"), 404)


def test_an_admin_stays_one(server, staff):
    people = staff.at(server)
    lin = people.lin
    path = f"/api/operators/{lin.operator['id']}"
    for change in ({"role": "publisher"}, {"role": "none", "pages": {"mall": "publisher"}}):
        assert "yourself" in refused(lin.send("PATCH", path, change), 409)["detail"]
    group = done(lin.send("POST", "/api/groups", {"name": "Heads", "role": "admin"}), 201).data
    done(lin.send("PATCH", path, {"groups": [group["id"]]}))
    done(lin.send("PATCH", path, {"role": "viewer"}))
    for method, where, change in (
        ("PATCH", path, {"groups": []}),
        ("PATCH", f"/api/groups/{group['id']}", {"role": "viewer"}),
        ("DELETE", f"/api/groups/{group['id']}", None),
    ):
        assert "yourself" in refused(lin.send(method, where, change), 409)["detail"]
    assert lin.operator["role"] == "admin"


@pytest.mark.both_engines
def test_an_admin_reads_as_another_operator(server, staff):
    people = staff.at(server)
    company(server)
    mei, lin = people.mei, people.lin
    identity = mei.operator["id"]
    done(server.api("PATCH", f"/api/operators/{identity}", {"role": "none", "pages": {"mall": "editor"}}))
    as_mei = {"HomeBlocks-View-As": identity}
    for _, method, path, _ in ROUTES:
        if method == "GET":
            mine, theirs = mei.send("GET", path), lin.send("GET", path, headers=as_mei)
            assert mine.status == theirs.status, path
            if mine.status == 200 and "/feeds/" not in path:
                assert mine.body == theirs.body, path
    refused(lin.send("GET", f"/api/pages/{HIDDEN}", headers=as_mei), 404)
    with Stream(server, {"Cookie": lin.cookie, **as_mei}) as stream:
        stream.hello()
        done(server.api("PATCH", f"/api/pages/{HIDDEN}/live/blocks/wallet", {"enabled": False}))
        done(server.api("PUT", f"{MALL}/live/order", {"moves": [{"block": "wallet", "to": "start"}]}))
        events = [stream.next()]
        while events[-1][0] != "change":
            events.append(stream.next())
        assert events[-1][2]["page"] == "mall"
    refused(lin.send("PUT", f"{MALL}/draft/order", {"moves": []}, headers=as_mei), 403, kind="viewing-as")
    refused(mei.send("GET", MALL, headers=as_mei), 403)
    refused(lin.send("GET", MALL, headers={"HomeBlocks-View-As": "nobody"}), 403)


@pytest.mark.both_engines
def test_a_picture_is_replaced_only_on_pages_that_the_editor_may_edit(server):
    picture, _ = company(server)
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "image/png"}
    other = done(server.send("POST", "/api/pictures?name=b.png", png(color=2), headers), 201).data["id"]
    limited = token(server, pages={"mall": "editor"})
    response = done(server.api("POST", f"/api/pictures/{picture}/replace", {"with": other}, limited))
    assert response.data["pages"] == []
    whole = done(server.api("POST", f"/api/pictures/{picture}/replace", {"with": other}))
    assert [line["page"] for line in whole.data["pages"]] == [HIDDEN]


def test_a_copy_needs_the_role_editor_on_its_page(server):
    copy_of_mall(server, "campaign-may")
    limited = token(server, pages={"mall": "viewer", "campaign-may": "editor", "music": "viewer"})
    done(server.api("POST", f"{MALL}/live/blocks/wallet/copy", {"page": "campaign-may"}, limited), 201)
    refused(server.api("POST", "/api/pages/campaign-may/live/blocks/wallet/copy", {"page": "mall"}, limited), 403)


def test_check_reports_roles_on_pages_that_do_not_exist(server):
    from harness import databases

    token(server, pages={"mall": "viewer"}, name="Odd")
    server.stop()
    databases.execute("UPDATE credentials SET pages = '{\"gone\": \"editor\"}' WHERE name = 'Odd'", server.database)
    assert '"Odd"' in server.command("check").stderr and '"gone"' in server.command("check").stderr


@pytest.mark.both_engines
def test_a_retry_tells_nothing_that_its_sender_may_no_longer_see(server, staff):
    people = staff.at(server)
    copy_of_mall(server, "campaign-may")
    mei, path = people.mei, f"/api/operators/{people.mei.operator['id']}"
    done(server.api("PATCH", path, {"role": "none", "pages": {"mall": "publisher", "campaign-may": "editor"}}))
    plan = {"shows": "campaign-may", "from": "2031-01-01T00:00:00Z", "until": "2031-01-02T00:00:00Z"}
    requests = [("POST", f"{MALL}/takeovers", plan), ("POST", f"{MALL}/live/blocks/wallet/copy", {"page": "campaign-may"})]

    def send(number):
        method, route, body = requests[number]
        return mei.send(method, route, body, headers={"Idempotency-Key": f"key-{number}"})

    assert done(send(0), 201).data["shows"] == "campaign-may" and done(send(0), 201).data["shows"] == "campaign-may"
    done(send(1), 201)
    done(server.api("PATCH", path, {"pages": {"campaign-may": None}}))
    again = done(send(0), 201)
    assert again.data["shows"] is None and again.data["etag"] is None and "campaign-may" not in again.body.decode()
    assert refused(send(1), 422, "/page")["detail"].endswith("GET /pages lists them.")


def test_roles_that_end_with_a_page_are_in_the_audit_log(server):
    copy_of_mall(server, "campaign-may")
    token(server, pages={"campaign-may": "editor"}, name="Odd")
    done(server.api("DELETE", "/api/pages/campaign-may"))
    lines = [entry for entry in all_of(server, "/api/audit", "entries") if entry["action"] == "token.change"]
    assert [(line["before"]["pages"], line["after"]["pages"]) for line in lines] == [({"campaign-may": "editor"}, {})]


def test_invalid_parameters_of_sort_are_reported_to_limited_people_too(server):
    limited = token(server, pages={"mall": "publisher"})
    for query in ("page=mall&x=1", "page=%ff"):
        refused(server.api("POST", f"/sort?{query}", {"moves": []}, limited), 400)
    detail = refused(server.api("GET", "/api/feed-rules", token=limited), 403)["detail"]
    assert "for all pages" in detail


def test_nothing_of_the_session_is_changed_while_viewing_as_another(server, staff):
    people = staff.at(server)
    headers = {"HomeBlocks-View-As": people.mei.operator["id"]}
    refused(people.lin.send("DELETE", "/api/session", headers=headers), 403, kind="viewing-as")
    body = {"current": "x" * 12, "new": "y" * 12}
    refused(people.lin.send("PUT", "/api/session/password", body, headers=headers), 403, kind="viewing-as")
    assert people.lin.operator["name"] == "Lin"
